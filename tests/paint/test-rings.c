/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the ring chart is drawn. */
#include "cyan-theme.h"
#include "cyan-scene.h"
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define RADIUS 300.0

static CyanStyle
plain_style (void)
{
  return (
      CyanStyle){ .selected = CYAN_NODE_NONE, .hovered = CYAN_NODE_NONE, .start = CYAN_NODE_NONE };
}

static CyanRings *
rings_of (CyanComparison *comparison, CyanSizes sizes)
{
  g_autoptr (CyanPartition) partition = cyan_partition_new (comparison, CYAN_BASIS_SHARE, sizes);
  CyanRings *rings = cyan_rings_new (partition);

  cyan_rings_set_folds (rings, FALSE);
  cyan_rings_set_radius (rings, RADIUS);
  return rings;
}

/* The lines of the scene that begin with @start, joined. */
static char *
lines_of (const CyanScene *scene, const char *start)
{
  g_autofree char *text = cyan_scene_to_text (scene, scene->comparison);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *found = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], start))
      g_string_append_printf (found, "%s%s", found->len > 0 ? "; " : "", lines[i] + strlen (start));
  return g_string_free (found, FALSE);
}

static void
assert_lines (const CyanScene *scene, const char *start, const char *expected)
{
  ASSERT_TEXT (lines_of (scene, start), expected);
}

static CyanColor
color_of (CyanVerdict verdict)
{
  const CyanTheme theme = { 0 };
  CyanPaint paint;

  cyan_theme_paint (&theme, verdict, CYAN_CHANGE_UNKNOWN, FALSE, &paint);
  return paint.fill;
}

/* How many sectors of @name have that fill. */
static guint
count_fills (const CyanScene *scene, const char *name, CyanColor fill)
{
  char color[CYAN_COLOR_TEXT_SIZE];
  g_autofree char *start = g_strdup_printf ("sector %s ", name);
  g_autofree char *lines = lines_of (scene, start);
  g_autofree char *wanted = g_strdup_printf ("fill=%s", cyan_color_to_text (fill, color));
  guint n = 0;

  for (const char *at = strstr (lines, wanted); at != NULL; at = strstr (at + 1, wanted))
    n++;
  return n;
}

/* The paper's example: parse has 138.34 degrees before and 53.21 after. */
TEST ("/paint/rings/envelope")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_ENVELOPE);
  const CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = cyan_scene_new_rings (rings, &style);
  CyanNode parse = find_node (comparison, "parse");
  const CyanRingSegment *segment = cyan_rings_segment_of (rings, parse);
  double inner = cyan_rings_radius_of (rings, segment->ring - 1);
  double outer = cyan_rings_radius_of (rings, segment->ring);
  g_autofree char *before = NULL;

  g_assert_cmpfloat_with_epsilon (segment->bar[0] * 180 / G_PI, 138.34, 0.005);
  g_assert_cmpfloat_with_epsilon (segment->bar[1] * 180 / G_PI, 53.21, 0.005);
  /* A band inside for before, and one outside in the colour of the blueprint, from one start. */
  g_assert_cmpuint (count_fills (scene, "parse", color_of (CYAN_VERDICT_FASTER)), ==, 1);
  g_assert_cmpuint (count_fills (scene, "new_method", color_of (CYAN_VERDICT_ADDED)), ==, 1);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_SECTOR || item->node != parse)
        continue;
      g_assert_cmpfloat_with_epsilon (item->start, segment->start, 0.01);
      g_assert_cmpfloat (item->inner, >=, inner);
      g_assert_cmpfloat (item->radius, <=, outer);
    }
  /* In the band after, in the lower half of the circle. */
  assert_lines (scene, "text \"parse ",
                " \xe2\x88\x92"
                "32.3 pp\" 308,308 size=12 align=0.5 r=-295 at=123.2");
  before = lines_of (scene, "text \"942 ");
  g_assert_cmpstr (before, !=, "");
}

/* The sign of a change is its colour, and the side of its band. */
TEST ("/paint/rings/change")
{
  for (guint swapped = 0; swapped < 2; swapped++)
    {
      g_autoptr (CyanComparison) comparison = compare_golden (swapped);
      g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_CHANGE);
      const CyanStyle style = plain_style ();
      g_autoptr (CyanScene) scene = cyan_scene_new_rings (rings, &style);
      CyanVerdict fell = swapped ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER;
      CyanVerdict came = swapped ? CYAN_VERDICT_REMOVED : CYAN_VERDICT_ADDED;

      g_assert_cmpuint (count_fills (scene, "parse", color_of (fell)), ==, 1);
      g_assert_cmpuint (count_fills (scene, "new_method", color_of (came)), ==, 1);
    }
}

/* No label leaves its arc, and none is upside down. */
TEST ("/paint/rings/labels")
{
  for (guint sizes = 0; cyan_sizes_names[sizes] != NULL; sizes++)
    {
      g_autoptr (CyanComparison) comparison = compare_random (300, 11 + sizes);
      g_autoptr (CyanRings) rings = rings_of (comparison, (CyanSizes) sizes);
      const CyanStyle style = plain_style ();
      g_autoptr (CyanScene) scene = cyan_scene_new_rings (rings, &style);
      guint n = 0;

      for (guint i = 0; i < scene->items->len; i++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, i);
          const CyanRingSegment *segment;
          double half;

          if (item->kind != CYAN_ITEM_TEXT || item->bend == 0)
            continue;
          n++;
          half = item->width / 2 / fabs (item->bend);
          g_assert_true ((item->bend > 0) == (cos (item->start) >= 0));
          segment = cyan_rings_segment_of (rings, item->node);
          if (segment == NULL)
            continue;
          g_assert_cmpfloat (item->start - half, >=, segment->start);
          g_assert_cmpfloat (item->start + half, <=, segment->start + segment->extent);
          g_assert_cmpfloat (fabs (item->bend), <=, cyan_rings_radius_of (rings, segment->ring));
          g_assert_cmpfloat (fabs (item->bend), >=,
                             cyan_rings_radius_of (rings, segment->ring - 1));
        }
      g_assert_cmpuint (n, >, 3);
    }
}

/* What is not drawn one by one says how much it is; what goes on is marked. */
TEST ("/paint/rings/more")
{
  g_autoptr (GString) text = g_string_new ("main:0(a:400");
  g_autoptr (CyanComparison) comparison = NULL;
  g_autoptr (CyanRings) rings = NULL;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (CyanScene) legend = NULL;
  const CyanStyle style = plain_style ();
  g_autofree char *words = NULL;

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, " f%u:0.1", i);
  g_string_append_c (text, ')');
  comparison = compare_single (text->str);
  rings = rings_of (comparison, CYAN_SIZES_ENVELOPE);
  scene = cyan_scene_new_rings (rings, &style);
  words = lines_of (scene, "text \"2000 more\"");
  g_assert_cmpstr (words, !=, "");
  g_clear_pointer (&words, g_free);
  legend = cyan_scene_new_rings_legend (rings, &style, &(CyanLegendForm){ 0 });
  words = lines_of (legend, "text \"callees too narrow to be drawn\"");
  g_assert_cmpstr (words, !=, "");
  g_clear_pointer (&words, g_free);
  words = lines_of (legend, "text \"angle: share \xc2\xb7 circle: 100 % of the run\"");
  g_assert_cmpstr (words, !=, "");
}

/* The middle tells the trunk. */
TEST ("/paint/rings/middle")
{
  const char *text = "main:0(run:1(loop:0(a:50 b:49)))";
  g_autoptr (CyanComparison) comparison = compare_texts (text, text);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_ENVELOPE);
  const CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = NULL;
  static const char *const words[] = { "main", "\xe2\x86\x93 2 calls", "loop", "0 %" };

  cyan_rings_set_folds (rings, TRUE);
  scene = cyan_scene_new_rings (rings, &style);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *start = g_strdup_printf ("text \"%s\" 308,", words[i]);
      g_autofree char *lines = lines_of (scene, start);

      g_assert_cmpstr (lines, !=, "");
    }
  assert_lines (scene, "sector run", "");
}

/* A total of increases and decreases is no base of a ratio: the middle says what the head says, and
 * the same of a function. */
TEST ("/paint/rings/middle-negative")
{
  static const char *const tops[][2] = { { "main", "+60 ns" }, { "lex", "+20 ns" } };
  g_autoptr (CyanComparison) comparison =
      compare_texts ("main:0(lex:0(a:20 b:-80) c:20)", "main:0(lex:0(a:30 b:-70) c:60)");
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  g_assert_true (g_str_has_suffix (verdict, tops[0][1]));
  for (guint i = 0; i < G_N_ELEMENTS (tops); i++)
    {
      g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_ENVELOPE);
      const CyanStyle style = plain_style ();
      g_autofree char *start = g_strdup_printf ("text \"%s\" 308,", tops[i][1]), *lines = NULL;
      g_autoptr (CyanScene) scene = NULL;

      cyan_rings_set_top (rings, find_node (comparison, tops[i][0]));
      scene = cyan_scene_new_rings (rings, &style);
      lines = lines_of (scene, start);
      g_assert_cmpstr (lines, !=, "");
    }
}

/* What the search found has a ring, and points of the picture lead to segments. */
TEST ("/paint/rings/found")
{
  g_autoptr (CyanComparison) comparison = compare_golden (FALSE);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_ENVELOPE);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  CyanNode parse = find_node (comparison, "parse");
  CyanStyle style = plain_style ();
  g_autoptr (CyanScene) scene = NULL;
  double half = cyan_rings_side (rings) / 2;
  guint n = 0;

  g_array_append_val (found, parse);
  style.found = found;
  scene = cyan_scene_new_rings (rings, &style);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      n += item->kind == CYAN_ITEM_SECTOR && item->fill.alpha <= 0;
      g_assert_true (item->fill.alpha > 0 || item->node == parse);
    }
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (cyan_rings_segment_at (rings, half, half)->node, ==, rings->top);
  g_assert_null (cyan_rings_segment_at (rings, 1, 1));
  g_assert_cmpfloat (scene->bounds.width, ==, 2 * half);
}

/* Every form of file, and hostile names. */
TEST ("/paint/rings/export")
{
  g_autoptr (CyanComparison) comparison = compare_names (hostile_names);
  g_autoptr (CyanRings) rings = rings_of (comparison, CYAN_SIZES_EQUAL);
  const CyanStyle style = plain_style ();
  g_autoptr (CyanScene) page = cyan_scene_new_rings_page (rings, &style, NULL, NULL, NULL);
  g_autoptr (GBytes) svg = cyan_scene_to_svg (page, NULL, NULL);
  g_autoptr (GBytes) png = cyan_scene_to_png (page, 1, NULL, NULL);
  g_autoptr (GBytes) pdf = cyan_scene_to_pdf (page, NULL, NULL);
  GMarkupParser parser = { 0 };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  gsize size;
  const char *text = g_bytes_get_data (svg, &size);

  MUST (g_markup_parse_context_parse (context, text, (gssize) size, &failure));
  MUST (g_markup_parse_context_end_parse (context, &failure));
  g_markup_parse_context_free (context);
  g_assert_nonnull (g_strstr_len (text, (gssize) size, "<textPath"));
  g_assert_cmpuint (g_bytes_get_size (png), >, 1000);
  g_assert_cmpuint (g_bytes_get_size (pdf), >, 1000);
}
