/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons and pictures for tests, and queries on a scene.
 */
#include "paint-fixture.h"

#include "cyan-theme.h"
#include "cyan-labels.h"
#include "profile-text.h"
#include "cyan-profile-builder.h"
#include "tests.h"

#include <gio/gio.h>
#include <string.h>

const CyanScale roomy_scale = { 0, 0, 120, 120, 14, 30 };
const CyanScale usual_scale = { 260, 10, 5, 5, 14, 30 };

const char *const hostile_names[] = {
  "<b>&amp;</title><script>alert(1)</script>",
  "\" onload=\"alert(1)\" href='javascript:alert(1)'",
  "]]><!-- &#0; &lol; <?x?> -->",
  "bell\a escape\x1b[31m delete\x7f next line\xc2\x85",
  "two\nlines\r\nand\ta tab",
  "\xe2\x80\xae"
  "desrever\xe2\x80\xac \xe2\x81\xa6isolated\xe2\x81\xa9",
  "\xef\xbf\xbe\xef\xbf\xbf not in XML",
  "Zalgo a\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86\xcc\x87\xcc\x88\xcc\x89",
  "\xd8\xb9\xd8\xb1\xd8\xa8\xd9\x8a \xe6\xbc\xa2\xe5\xad\x97 \xf0\x9f\x92\xa9",
  "%s%n %d",
  "",
  NULL,
};

char *
endless_name (void)
{
  GString *name = g_string_new (NULL);

  while (name->len < 100000)
    g_string_append (name, "endless::");
  return g_string_free (name, FALSE);
}

CyanComparison *
compare_texts (const char *before, const char *after)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) a = NULL;
  g_autoptr (CyanProfile) b = NULL;
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison;

  a = MUST (cyan_profile_from_text (strings, before, &failure));
  b = MUST (cyan_profile_from_text (strings, after, &failure));
  comparison = MUST (cyan_comparison_new (a, b, &options, NULL, &failure));
  return comparison;
}

CyanComparison *
compare_golden (gboolean swapped)
{
  const char *before = "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':9*1("
                       "parse:495*1 createParser:404*1 createContentHandler:34*1))))";
  const char *after = "main:0*1('build(File)':0*1('build(URL)':0*1('build(InputSource)':0*1("
                      "parse_proxy:1*1(new_method:699*1 parse:385*1) "
                      "createParser:784*1 createContentHandler:36*1))))";

  return swapped ? compare_texts (after, before) : compare_texts (before, after);
}

CyanComparison *
compare_single (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = MUST (cyan_profile_from_text (strings, text, &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison;

  comparison = MUST (cyan_comparison_new_single (profile, &options, NULL, &failure));
  return comparison;
}

CyanComparison *
compare_random (guint n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *sides[2] = { g_string_new ("main:1*1("), g_string_new ("main:1*1(") };
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  CyanComparison *comparison;
  guint both = 3;

  g_array_append_val (open, both);
  for (guint i = 1; i < n; i++)
    {
      guint has = both, length = 1 + (guint) g_rand_int_range (rand, 0, 8);
      g_autoptr (GString) name = g_string_new (NULL);

      while (open->len > 1 && g_rand_boolean (rand))
        {
          for (guint side = 0; side < 2; side++)
            if (g_array_index (open, guint, open->len - 1) >> side & 1)
              g_string_append_c (sides[side], ')');
          g_array_set_size (open, open->len - 1);
        }
      has = g_array_index (open, guint, open->len - 1);
      if (has == 3 && g_rand_int_range (rand, 0, 6) == 0)
        has = (guint) g_rand_int_range (rand, 1, 3);
      g_string_append_printf (name, "n%u", i);
      if (length == 8)
        length = 60;
      while (name->len < length)
        g_string_append_c (name, (char) g_rand_int_range (rand, 'a', 'z' + 1));
      for (guint side = 0; side < 2; side++)
        if (has >> side & 1)
          {
            g_string_append_printf (
                sides[side], " %s:%d", name->str,
                g_rand_int_range (rand, 0, 4) == 0 ? g_rand_int_range (rand, 0, 4000) : 5);
            if (i % 10 != 0)
              g_string_append_printf (sides[side], "*%d", 1 << g_rand_int_range (rand, 0, 12));
            g_string_append_c (sides[side], '(');
          }
      g_array_append_val (open, has);
    }
  for (guint i = open->len; i-- > 0;)
    for (guint side = 0; side < 2; side++)
      if (g_array_index (open, guint, i) >> side & 1)
        g_string_append_c (sides[side], ')');
  comparison = compare_texts (sides[0]->str, sides[1]->str);
  g_string_free (sides[0], TRUE);
  g_string_free (sides[1], TRUE);
  return comparison;
}

CyanComparison *
compare_names (const char *const *names)
{
  g_autoptr (GString) text = g_string_new ("main:1*1(");
  g_autoptr (GString) slower = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (names[i], "'", -1);
      g_autofree char *quoted = g_strjoinv ("''", parts);

      g_string_append_printf (text, "'%s':10*1 ", quoted);
    }
  slower = g_string_new (text->str);
  g_string_append (text, "last:10*1)");
  g_string_append (slower, "last:500*9)");
  return compare_texts (text->str, slower->str);
}

static CyanProfile *
profile_in (CyanStrings *strings, const char *unit, double self)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  const char *const names[] = { "main", "work" };
  CyanNode node = CYAN_NODE_ROOT;

  cyan_profile_builder_metric (builder, "cost", unit);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 function = cyan_profile_builder_function (
          builder, cyan_strings_add (strings, names[i], -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

      node = cyan_profile_builder_append (builder, node, function, 0, NULL);
      g_assert_cmpuint (node, !=, CYAN_NODE_NONE);
      cyan_profile_builder_add (builder, 0, node, i == 0 ? 100 : self);
    }
  return cyan_profile_builder_finish (builder);
}

CyanComparison *
compare_unit (const char *unit)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = profile_in (strings, unit, 50);
  g_autoptr (CyanProfile) after = profile_in (strings, unit, 900);
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison = MUST (cyan_comparison_new (before, after, &options, NULL, &failure));

  return comparison;
}

CyanNode
find_node (const CyanComparison *comparison, const char *name)
{
  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (comparison, i), name) == 0)
      return i;
  g_error ("no node \"%.80s\"", name);
}

void
picture_init (Picture *self, CyanComparison *comparison, const CyanScale *scale)
{
  self->comparison = comparison;
  self->labels = cyan_labels_new (comparison, NULL);
  self->layout =
      cyan_layout_new (comparison, scale, CYAN_BASIS_SHARE, cyan_labels_measure, self->labels);
  self->changes = g_new0 (guint8, comparison->compared.pairs->n);
  self->style = (CyanStyle){ .selected = CYAN_NODE_NONE,
                             .hovered = CYAN_NODE_NONE,
                             .start = CYAN_NODE_NONE,
                             .labels = self->labels };
  g_assert_true (cyan_layout_open (self->layout, CYAN_OPENING_ALL, 0, G_MAXUINT));
}

void
picture_clear (Picture *self)
{
  cyan_layout_free (self->layout);
  cyan_labels_free (self->labels);
  cyan_comparison_unref (self->comparison);
  g_free (self->changes);
}

void
picture_set_changes (Picture *self, CyanChange change)
{
  memset (self->changes, change, self->comparison->compared.pairs->n);
  self->style.changes = self->changes;
}

void
picture_set_change (Picture *self, const char *name, CyanChange change)
{
  CyanNode node = find_node (self->comparison, name);

  self->changes[self->comparison->compared.pairs->of_node[node]] = (guint8) change;
  self->style.changes = self->changes;
}

CyanScene *
picture_tree (const Picture *self)
{
  return cyan_scene_new_tree (self->layout, &self->style, NULL, 1);
}

gboolean
is_ring (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_RECT && item->fill.alpha > 0 && item->stroke.alpha > 0
         && item->width == 5 && item->height == 5 && item->radius == 2.5;
}

gboolean
is_box (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_RECT && item->node != CYAN_NODE_NONE && item->fill.alpha > 0
         && !is_ring (item);
}

typedef gboolean (*IsFunc) (const CyanItem *item);

static gboolean
is_edge (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_EDGE;
}

static gboolean
is_label (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_TEXT && item->font_size == CYAN_FONT_SIZE_NAME;
}

static gboolean
is_second_line (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_TEXT && item->font_size == CYAN_FONT_SIZE_SMALL;
}

static gboolean
is_question (const CyanItem *item)
{
  return item->kind == CYAN_ITEM_TEXT && strcmp (item->text, "?") == 0;
}

/* The only item of this kind, or NULL. */
static const CyanItem *
only (const CyanScene *scene, const char *name, IsFunc is)
{
  CyanNode node = find_node (scene->comparison, name);
  const CyanItem *found = NULL;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->node != node || !is (item))
        continue;
      g_assert_null (found);
      found = item;
    }
  return found;
}

const CyanItem *
box_of (const CyanScene *scene, const char *name)
{
  const CyanItem *box = only (scene, name, is_box);

  g_assert_nonnull (box);
  return box;
}

const CyanItem *
label_of (const CyanScene *scene, const char *name)
{
  return only (scene, name, is_label);
}

const CyanItem *
second_line_of (const CyanScene *scene, const char *name)
{
  return only (scene, name, is_second_line);
}

const CyanItem *
ring_of (const CyanScene *scene, const char *name)
{
  return only (scene, name, is_ring);
}

const CyanItem *
question_of (const CyanScene *scene, const char *name)
{
  return only (scene, name, is_question);
}

const CyanItem *
edge_to (const CyanScene *scene, const char *name)
{
  return only (scene, name, is_edge);
}

gboolean
has_text (const CyanScene *scene, const char *text)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && strcmp (item->text, text) == 0)
        return TRUE;
    }
  return FALSE;
}

CyanRect
rect_of (const CyanItem *item)
{
  if (item->kind != CYAN_ITEM_TEXT)
    return (CyanRect){ item->x, item->y, item->width, item->height };
  return (CyanRect){ item->x - item->align * item->width,
                     item->y - (CYAN_FONT_DROP + 0.5) * item->font_size, item->width,
                     item->font_size };
}

gboolean
overlap (const CyanRect *a, const CyanRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

char *
fill_of (const CyanItem *item)
{
  char buffer[CYAN_COLOR_TEXT_SIZE];

  return g_strdup (cyan_color_to_text (item->fill, buffer));
}

void
assert_tidy (const CyanScene *scene)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;

  for (guint i = 0; i < scene->items->len; i++)
    {
      CyanRect text = rect_of (&items[i]);

      if (items[i].kind != CYAN_ITEM_TEXT)
        continue;
      g_assert_cmpfloat (text.x, >=, scene->bounds.x);
      g_assert_cmpfloat (text.y, >=, scene->bounds.y);
      g_assert_cmpfloat (text.x + text.width, <=, scene->bounds.x + scene->bounds.width);
      g_assert_cmpfloat (text.y + text.height, <=, scene->bounds.y + scene->bounds.height);
      for (guint j = i + 1; j < scene->items->len; j++)
        {
          CyanRect other = rect_of (&items[j]);

          if (items[j].kind != CYAN_ITEM_EDGE)
            g_assert_false (overlap (&text, &other));
        }
    }
}

CyanScene *
golden_page (void)
{
  CyanTitles titles = { "jq 1.5", "jq 1.6" };
  Picture picture;
  CyanScene *page;

  picture_init (&picture, compare_golden (FALSE), &usual_scale);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
  page = cyan_scene_new_page (picture.layout, &picture.style, &titles, NULL, NULL, NULL);
  picture_clear (&picture);
  return page;
}

CyanScene *
hostile_page (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *endless = endless_name ();
  CyanTitles titles = { hostile_names[0], hostile_names[3] };
  Picture picture;
  CyanScene *page;

  for (guint i = 0; hostile_names[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) hostile_names[i]);
  g_ptr_array_add (names, endless);
  g_ptr_array_add (names, NULL);
  picture_init (&picture, compare_names ((const char *const *) names->pdata), &usual_scale);
  picture.style.theme.palette = CYAN_PALETTE_SAFE;
  picture_set_changes (&picture, CYAN_CHANGE_UNKNOWN);
  page = cyan_scene_new_page (picture.layout, &picture.style, &titles, NULL, NULL, NULL);
  picture_clear (&picture);
  return page;
}

char *
text_of (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return length > 0 ? g_strndup (data, length) : g_strdup ("");
}

char *
ask (const char *const *argv, GBytes *bytes)
{
  g_autoptr (GBytes) said = NULL;
  g_autoptr (GBytes) complained = NULL;
  g_autoptr (GSubprocess) program =
      MUST (g_subprocess_newv (argv,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                   | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                               &failure));

  MUST (g_subprocess_communicate (program, bytes, NULL, &said, &complained, &failure));
  ASSERT_TEXT (text_of (complained), "");
  g_assert_true (g_subprocess_get_successful (program));
  return text_of (said);
}

CyanIcicles *
icicle_of (CyanComparison *comparison, CyanBasis basis)
{
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, basis, CYAN_SIZES_ENVELOPE);

  return cyan_icicles_new (partition);
}
