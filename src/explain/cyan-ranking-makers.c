/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The function that an anonymous one is written in, by name or by line: a generator or a lambda
 * often runs below another one, which takes its values.
 */
#include "cyan-name-parts.h"
#include "cyan-explain-private.h"
#include "cyan-number.h"

/* A function with a name, by file and line. */
typedef struct
{
  CyanStr file;
  guint line;
  guint32 function;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;

  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->function > y->function) - (x->function < y->function);
}

/* A key of the file and of the parts of a name that are no lambda; NULL if it has none beside the
 * module. */
static char *
key_of (const CyanFunction *function, const CyanNameParts *parts)
{
  g_autofree char *name = g_strjoinv ("\n", parts->parts);

  return parts->n_parts > parts->n_module && !parts->is_module && !parts->is_opaque
             ? g_strdup_printf ("%u\n%s", function->file, name)
             : NULL;
}

/* A generator expression or comprehension of Python: it is always written in the function above
 * it. */
static gboolean
is_comprehension (const char *label)
{
  static const char *const names[] = { "<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_suffix (label, names[i]))
      return TRUE;
  return FALSE;
}

/* The last function of the file that starts at or above the line; G_MAXUINT32: none. */
static guint32
find_above (const GArray *places, const CyanFunction *function)
{
  const Place *all = (const Place *) (gpointer) places->data;
  guint n =
      CYAN_FIND_FIRST (places->len, i,
                       all[i].file < function->file
                           || (all[i].file == function->file && all[i].line <= function->line));

  return n > 0 && all[n - 1].file == function->file ? all[n - 1].function : G_MAXUINT32;
}

static gboolean
is_anonymous (const CyanRankingSweep *self, guint32 pair)
{
  return (self->kinds[self->compared->pairs->function[pair]] & CYAN_RANKING_ANONYMOUS) != 0;
}

/* Fills @places and @names, by key: functions that have a name of their own. */
static void
list_named (const CyanRankingSweep *self, GArray *places, GHashTable *names)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;

  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      const CyanFunction *function = cyan_comparison_pair_function (self->comparison, pair);
      const Place place = { function->file, function->line, pairs->function[pair] };
      CyanNameParts parts;
      char *key;

      if (is_anonymous (self, pair))
        continue;
      if (place.file != CYAN_STR_EMPTY && place.line > 0)
        g_array_append_val (places, place);
      cyan_name_parts_init (&parts, cyan_comparison_pair_label (self->comparison, pair));
      key = key_of (function, &parts);
      if (key != NULL)
        g_hash_table_replace (names, key, GUINT_TO_POINTER (place.function));
      cyan_name_parts_clear (&parts);
    }
  g_array_sort (places, compare_places);
}

static guint32
find_maker (const CyanRankingSweep *self, guint32 pair, const GArray *places, GHashTable *names)
{
  const CyanFunction *function = cyan_comparison_pair_function (self->comparison, pair);
  const char *label = cyan_comparison_pair_label (self->comparison, pair);
  g_autofree char *key = NULL;
  CyanNameParts parts;
  gpointer found;

  /* Who runs a lambda decides how often; only a change of its source is its maker's. */
  if (!self->ranking->by_source && !is_comprehension (label))
    return G_MAXUINT32;
  cyan_name_parts_init (&parts, label);
  key = key_of (function, &parts);
  cyan_name_parts_clear (&parts);
  if (key != NULL && g_hash_table_lookup_extended (names, key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  return is_comprehension (label) && function->file != CYAN_STR_EMPTY && function->line > 0
             ? find_above (places, function)
             : G_MAXUINT32;
}

void
cyan_ranking_find_makers (CyanRankingSweep *self)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gboolean any = FALSE;

  for (guint i = 0; i < pairs->n_functions; i++)
    {
      self->maker[i] = G_MAXUINT32;
      self->first[i] = CYAN_NODE_NONE;
      any |= (self->kinds[i] & CYAN_RANKING_ANONYMOUS) != 0;
    }
  if (!any)
    return;
  list_named (self, places, names);
  for (guint32 pair = 0; pair < pairs->n; pair++)
    if (is_anonymous (self, pair))
      self->maker[pairs->function[pair]] = find_maker (self, pair, places, names);
  for (CyanNode node = self->compared->n_nodes; node-- > 1;)
    self->first[cyan_compared_function (self->compared, node)] = node;
}
