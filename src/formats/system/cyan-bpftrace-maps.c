/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of stacks: parses keys and frames, adds up the prints of a map, and makes nodes of it. */
#include "cyan-bpftrace-maps.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-system.h"

/* Digits of an address that stands alone or before a name. */
#define ADDRESS_DIGITS 8

#define MAX_MAPS 64

typedef struct
{
  char *name; /* "@" */
  GArray *now,
      *before; /* of Entry: this print and the last one, which has the largest value first */
  GArray *sum; /* of double by node: all prints */
  guint n_prints;
  gboolean has_stacks, has_shrunk;
} Map;

typedef struct
{
  guint32 node;
  double value;
} Entry;

/* A part of a key. */
typedef struct
{
  gboolean is_stack;
  guint first, end; /* in the frames */
} Part;

static void
clear_map (gpointer data)
{
  Map *map = data;

  g_free (map->name);
  g_array_unref (map->now);
  g_array_unref (map->before);
  g_array_unref (map->sum);
}

void
cyan_bpftrace_maps_init (CyanBpftraceMaps *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  *self = (CyanBpftraceMaps){
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .maps = cyan_scratch_array (scratch, sizeof (Map)),
    .frames = cyan_scratch_array (scratch, sizeof (guint32)),
    .names = cyan_scratch_array (scratch, sizeof (CyanStr)),
    .parts = cyan_scratch_array (scratch, sizeof (Part)),
  };
  g_array_set_clear_func (self->maps, clear_map);
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (scratch, &self->key_charge, cyan_profile_builder_budget (builder));
  cyan_frame_tree_init (&self->tree, scratch, builder);
  self->no_stack =
      cyan_profile_builder_named (builder, cyan_strings_add (self->strings, "[no stack]", -1));
}

/* ---- maps ---- */

static Map *
find_map (CyanBpftraceMaps *self, const char *name, GError **error)
{
  Map map;

  for (guint i = 0; i < self->maps->len; i++)
    if (strcmp (g_array_index (self->maps, Map, i).name, name) == 0)
      return &g_array_index (self->maps, Map, i);
  if (self->maps->len == MAX_MAPS)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("more than %d maps"), MAX_MAPS);
  map = (Map){ .name = g_strdup (name),
               .now = g_array_new (FALSE, FALSE, sizeof (Entry)),
               .before = g_array_new (FALSE, FALSE, sizeof (Entry)),
               .sum = g_array_new (FALSE, TRUE, sizeof (double)) };
  g_array_append_val (self->maps, map);
  return &g_array_index (self->maps, Map, self->maps->len - 1);
}

static double *
value_at (CyanBpftraceMaps *self, GArray *values, guint32 node)
{
  if (node >= values->len)
    {
      cyan_charge_add (&self->charge, (node + 1 - values->len) * sizeof (double));
      g_array_set_size (values, node + 1);
    }
  return &g_array_index (values, double, node);
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const Entry *left = a, *right = b;

  return (left->value < right->value) - (left->value > right->value);
}

/* Whether this print can be the last one with more counted: the first, second, ... largest value is
 * not less.  Names do not matter: bpftrace has none for a program that ended. */
static gboolean
has_grown (const Map *map)
{
  if (map->now->len < map->before->len)
    return FALSE;
  for (guint i = 0; i < map->before->len; i++)
    if (g_array_index (map->now, Entry, i).value < g_array_index (map->before, Entry, i).value)
      return FALSE;
  return TRUE;
}

/* The print of a map is over. */
static void
end_print (CyanBpftraceMaps *self, Map *map)
{
  GArray *before = map->before;

  if (map->now->len == 0)
    return;
  map->n_prints++;
  g_array_sort (map->now, compare_values);
  map->has_shrunk |= !has_grown (map);
  for (guint i = 0; i < map->now->len; i++)
    {
      const Entry *entry = &g_array_index (map->now, Entry, i);

      *value_at (self, map->sum, entry->node) += entry->value;
    }
  map->before = map->now;
  map->now = before;
  cyan_charge_drop (&self->charge, before->len * sizeof (Entry));
  g_array_set_size (before, 0);
}

void
cyan_bpftrace_maps_end (CyanBpftraceMaps *self)
{
  for (guint i = 0; i < self->maps->len; i++)
    end_print (self, &g_array_index (self->maps, Map, i));
}

/* ---- frames ---- */

static gboolean
is_number (CyanLine text)
{
  if (cyan_line_begins (text, "-"))
    text.at++;
  return cyan_line_digits (&text) > 0 && text.at == text.end;
}

static gboolean
is_address (CyanLine text)
{
  gsize n = 0;

  for (const char *at = text.at; at < text.end && g_ascii_isxdigit (*at); at++)
    n++;
  return n >= ADDRESS_DIGITS && n == cyan_line_length (text);
}

/* Cuts what begins with the last @mark off @text, and sets @tail to what is behind the mark. */
static gboolean
cut_tail (CyanLine *text, const char *mark, CyanLine *tail)
{
  for (const char *at = text->end - strlen (mark); at > text->at; at--)
    if (memcmp (at, mark, strlen (mark)) == 0)
      {
        *tail = (CyanLine){ at + strlen (mark), text->end };
        text->end = at;
        return TRUE;
      }
  return FALSE;
}

/* The file of "main+12@src/a.c:7". */
static CyanStr
take_file (CyanBpftraceMaps *self, CyanLine *text)
{
  CyanLine before = *text, file, line;

  if (!cut_tail (&before, "@", &file) || !cut_tail (&file, ":", &line) || !is_number (line))
    return CYAN_STR_EMPTY;
  *text = before;
  return cyan_strings_add (self->strings, file.at, (gssize) cyan_line_length (file));
}

/* Adds "vfs_write+187", or "ffffffff816d67da vfs_write+202 (module)", the form of perf. */
static void
add_frame (CyanBpftraceMaps *self, CyanLine text)
{
  CyanStr module = CYAN_STR_EMPTY, file, name;
  CyanLine rest, word, before;
  guint32 function;

  cyan_line_trim (&text);
  rest = text;
  if (cyan_line_next (&rest, &word) && is_address (word))
    text = rest;
  cyan_line_trim (&text);
  if (cyan_line_begins (text, "[inlined] "))
    text.at += strlen ("[inlined] ");
  before = text;
  if (cyan_line_ends (text, ")") && cut_tail (&before, " (", &rest))
    {
      text = before;
      rest.end--;
      if (!cyan_line_is (rest, "[unknown]") && !cyan_line_is (rest, "inlined"))
        module = cyan_strings_add (self->strings, rest.at, (gssize) cyan_line_length (rest));
    }
  file = take_file (self, &text);
  before = text;
  if (cut_tail (&before, "+", &rest) && is_number (rest))
    text = before;
  name = cyan_frame_name (self->strings, text.at, cyan_line_length (text));
  function = cyan_profile_builder_function (self->builder, name, module, file, 0, 0);
  cyan_charge_append (&self->key_charge, self->frames, function);
  cyan_charge_append (&self->key_charge, self->names, name);
}

/* ---- keys ---- */

/* Splits a key into its parts.  Numbers, such as those of processes, differ from run to run and are
 * left out. */
static void
split_key (CyanBpftraceMaps *self, CyanLine key)
{
  cyan_charge_clear (&self->key_charge);
  g_array_set_size (self->frames, 0);
  g_array_set_size (self->names, 0);
  g_array_set_size (self->parts, 0);
  while (key.at < key.end)
    {
      Part part = { .is_stack = *key.at == '\n', .first = self->frames->len };
      CyanLine text;
      CyanStr name;
      guint32 function;

      if (part.is_stack)
        {
          key.at++;
          while (key.at < key.end && *key.at != ',')
            {
              const char *stop = memchr (key.at, '\n', cyan_line_length (key));

              text = (CyanLine){ key.at, stop != NULL ? stop : key.end };
              key.at = stop != NULL ? stop + 1 : key.end;
              add_frame (self, text);
            }
          key.at += key.at < key.end;
        }
      else
        {
          const char *stop = memchr (key.at, ',', cyan_line_length (key));

          text = (CyanLine){ key.at, stop != NULL ? stop : key.end };
          key.at = stop != NULL ? stop + 1 : key.end;
          cyan_line_trim (&text);
          if (cyan_line_length (text) > 0 && !is_number (text))
            {
              name = cyan_strings_add (self->strings, text.at, (gssize) cyan_line_length (text));
              function = cyan_profile_builder_named (self->builder, name);
              cyan_charge_append (&self->key_charge, self->frames, function);
              cyan_charge_append (&self->key_charge, self->names, name);
            }
        }
      while (key.at < key.end && *key.at == ' ')
        key.at++;
      part.end = self->frames->len;
      g_array_append_val (self->parts, part);
    }
}

/* Whether the stack begins where the kernel is entered, or at a thread of its own. */
static gboolean
is_of_kernel (CyanBpftraceMaps *self, const Part *stack)
{
  static const char *const entries[] = { "entry_",      "asm_", "ret_from_fork",    "el0", "el1",
                                         "system_call", "ret_", "secondary_startup" };
  const char *name;

  if (stack->first == stack->end)
    return FALSE;
  name = cyan_strings_get (self->strings, g_array_index (self->names, CyanStr, stack->end - 1));
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (g_str_has_prefix (name, entries[i]))
      return TRUE;
  return FALSE;
}

/* Goes from @node through the frames of @part, the last one first. */
static gboolean
walk (CyanBpftraceMaps *self, const Part *part, guint32 *node, GError **error)
{
  for (guint i = part->end; i-- > part->first;)
    {
      *node = cyan_frame_tree_child (&self->tree, *node, g_array_index (self->frames, guint32, i),
                                     error);
      if (*node == CYAN_FRAME_TREE_NONE)
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_bpftrace_maps_add (
    CyanBpftraceMaps *self, const char *name, CyanLine key, double value, GError **error)
{
  Map *map = find_map (self, name, error);
  const Part *parts, *stacks[2] = { NULL, NULL };
  guint32 node = 0;
  Entry entry;

  if (map == NULL)
    return FALSE;
  split_key (self, key);
  parts = (const Part *) (gpointer) self->parts->data;
  for (guint i = 0; i < self->parts->len; i++)
    if (!parts[i].is_stack && !walk (self, &parts[i], &node, error))
      return FALSE;
  for (guint i = 0, n = 0; i < self->parts->len && n < G_N_ELEMENTS (stacks); i++)
    if (parts[i].is_stack)
      stacks[n++] = &parts[i];
  map->has_stacks |= stacks[0] != NULL;
  /* As in @[kstack, ustack], unless it is the other way round. */
  if (stacks[1] != NULL && is_of_kernel (self, stacks[1]) && !is_of_kernel (self, stacks[0]))
    {
      const Part *other = stacks[0];

      stacks[0] = stacks[1];
      stacks[1] = other;
    }
  for (guint i = G_N_ELEMENTS (stacks); i-- > 0;)
    if (stacks[i] != NULL && !walk (self, stacks[i], &node, error))
      return FALSE;
  if (node == 0)
    node = cyan_frame_tree_child (&self->tree, 0, self->no_stack, error);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  entry = (Entry){ node, value };
  cyan_charge_append (&self->charge, map->now, entry);
  return TRUE;
}

/* ---- the profile ---- */

/* Adds the values of the maps with stacks, which are metrics, and the nodes that have some. */
static gboolean
add_values (CyanBpftraceMaps *self, CyanInput *input, GError **error)
{
  guint32 n = self->tree.n_nodes;
  g_autofree CyanNode *nodes = g_new (CyanNode, n);
  g_autofree gboolean *is_used = g_new0 (gboolean, n);

  for (guint m = 0; m < self->maps->len; m++)
    {
      const Map *map = &g_array_index (self->maps, Map, m);

      for (guint32 i = 0; map->has_stacks && i < map->sum->len; i++)
        is_used[i] |= g_array_index (map->sum, double, i) != 0;
      for (guint i = 0; map->has_stacks && i < map->before->len; i++)
        is_used[g_array_index (map->before, Entry, i).node] = TRUE;
    }
  for (guint32 i = n; i-- > 1;)
    is_used[self->tree.parent[i]] |= is_used[i];
  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 i = 1; i < n; i++)
    {
      if (is_used[i])
        nodes[i] = cyan_profile_builder_child (self->builder, nodes[self->tree.parent[i]],
                                               self->tree.frame[i], 0, error);
      if (is_used[i] && nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (input, error))
        return FALSE;
    }
  for (guint m = 0, metric = 0; m < self->maps->len; m++)
    {
      const Map *map = &g_array_index (self->maps, Map, m);

      if (!map->has_stacks)
        continue;
      for (guint32 i = 0; map->has_shrunk && i < map->sum->len; i++)
        if (g_array_index (map->sum, double, i) != 0)
          cyan_profile_builder_add (self->builder, metric, nodes[i],
                                    g_array_index (map->sum, double, i));
      for (guint i = 0; !map->has_shrunk && i < map->before->len; i++)
        {
          const Entry *entry = &g_array_index (map->before, Entry, i);

          if (entry->value != 0)
            cyan_profile_builder_add (self->builder, metric, nodes[entry->node], entry->value);
        }
      metric++;
    }
  return TRUE;
}

/* The metrics, whose units bpftrace does not say. */
static guint
add_metrics (CyanBpftraceMaps *self)
{
  guint n = 0;

  for (guint m = 0; m < self->maps->len; m++)
    {
      const Map *map = &g_array_index (self->maps, Map, m);

      if (!map->has_stacks)
        continue;
      cyan_profile_builder_metric (self->builder, map->name[1] != '\0' ? map->name + 1 : NULL, "");
      n++;
      if (map->n_prints > 1)
        cyan_profile_builder_warn (
            self->builder,
            map->has_shrunk ? _ ("%s was printed %u times; its prints are added up")
                            : _ ("%s was printed %u times and grew; the last print counts"),
            map->name, map->n_prints);
    }
  return n;
}

gboolean
cyan_bpftrace_maps_build (CyanBpftraceMaps *self, CyanInput *input, GError **error)
{
  cyan_bpftrace_maps_end (self);
  if (add_metrics (self) == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: no map has stacks as keys and numbers as values, such as @[ustack] = "
                         "count()"),
                      cyan_input_name (input));
  return add_values (self, input, error);
}
