/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-metric-rank.h"
#include "cyan-prediction-private.h"

#include <math.h>
#include <string.h>

#include "cyan-names.h"

/* ---- how often each function calls another one, and from which places ---- */

typedef struct
{
  guint line; /* 0: unknown */
  double calls;
} Place;

typedef struct
{
  double calls;
  GArray *places; /* of Place, by line */
} Edge;

struct _CyanSampleEdges
{
  GHashTable *edges; /* caller and callee -> Edge */
  double most;
};

static void
edge_free (gpointer data)
{
  Edge *self = data;

  g_array_unref (self->places);
  g_free (self);
}

static CyanSampleEdges *
edges_new (void)
{
  CyanSampleEdges *self = g_new0 (CyanSampleEdges, 1);

  self->edges = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, edge_free);
  return self;
}

static void
edges_free (CyanSampleEdges *self)
{
  g_hash_table_unref (self->edges);
  g_free (self);
}

static Edge *
find_edge (const CyanSampleEdges *self, guint caller, guint callee)
{
  const gint64 key = (gint64) caller << 32 | callee;

  return g_hash_table_lookup (self->edges, &key);
}

static void
add_place (Edge *self, guint line, double calls)
{
  const Place place = { line, calls };
  guint at = 0;

  while (at < self->places->len && g_array_index (self->places, Place, at).line < line)
    at++;
  if (at < self->places->len && g_array_index (self->places, Place, at).line == line)
    g_array_index (self->places, Place, at).calls += calls;
  else
    g_array_insert_val (self->places, at, place);
}

/* @line: of the call in the caller; 0: unknown.  Returns whether it is the first of this edge. */
static gboolean
edges_add (CyanSampleEdges *self, guint caller, guint callee, guint line, double calls)
{
  Edge *edge = find_edge (self, caller, callee);
  gboolean is_new = edge == NULL;

  if (is_new)
    {
      const gint64 key = (gint64) caller << 32 | callee;

      edge = g_new0 (Edge, 1);
      edge->places = g_array_new (FALSE, FALSE, sizeof (Place));
      g_hash_table_insert (self->edges, g_memdup2 (&key, sizeof key), edge);
    }
  edge->calls += calls;
  add_place (edge, line, calls);
  self->most = MAX (self->most, edge->calls);
  return is_new;
}

/* Calls of @callee by @caller: 0 if there is no such edge. */
static double
edges_calls (const CyanSampleEdges *self, guint caller, guint callee)
{
  const Edge *edge = find_edge (self, caller, callee);

  return edge != NULL ? edge->calls : 0;
}

/* Places with line 0 come first. */
static gboolean
has_lines (const Edge *self)
{
  return g_array_index (self->places, Place, 0).line > 0;
}

/* Of these, those from the place @number, from 0, of @n places where the source of @caller calls
 * it.  Lines move from one revision to the next, so places are told apart by their order.  All
 * calls, if it is not known from which of @n lines they come. */
static double
edges_calls_at (const CyanSampleEdges *self, guint caller, guint callee, guint number, guint n)
{
  const Edge *edge = find_edge (self, caller, callee);

  if (edge == NULL)
    return 0;
  return has_lines (edge) && edge->places->len == n
             ? g_array_index (edge->places, Place, number).calls
             : edge->calls;
}

/* Whether calls of this edge come from more than one known line. */
static gboolean
edges_has_places (const CyanSampleEdges *self, guint caller, guint callee)
{
  const Edge *edge = find_edge (self, caller, callee);

  return edge != NULL && edge->places->len > 1 && has_lines (edge);
}

double
cyan_sample_most_calls (const CyanSample *self)
{
  return self->edges->most;
}

/* ---- */

static void
clear_function (gpointer data)
{
  cyan_name_parts_clear (&((CyanSampleFunction *) data)->parts);
}

void
cyan_sample_free (CyanSample *self)
{
  g_hash_table_unref (self->named);
  g_hash_table_unref (self->older);
  edges_free (self->edges);
  g_ptr_array_unref (self->callees);
  g_array_unref (self->functions);
  cyan_profile_unref (self->profile);
  cyan_strings_unref (self->strings);
  g_free (self);
}

gboolean
cyan_sample_is_exact (const CyanProfile *profile)
{
  return profile->recording != CYAN_RECORDING_SAMPLED && cyan_profile_has_calls (profile);
}

/* ---- making ---- */

/* That called @name, else instructions, else the first. */
static guint
choose_metric (const CyanProfile *profile, const char *name)
{
  guint chosen = 0;

  if (cyan_profile_find_metric (profile, name, &chosen))
    return chosen;
  while (chosen < profile->n_metrics
         && !cyan_metric_counts_instructions (profile->metrics[chosen].name))
    chosen++;
  return chosen < profile->n_metrics ? chosen : 0;
}

gboolean
cyan_sample_covers (const CyanProfile *profile, const char *metric)
{
  guint chosen = choose_metric (profile, metric);
  const char *name = profile->metrics[chosen].name;

  return strcmp (name, metric) == 0 || (cyan_metric_is_work (name) && cyan_metric_is_work (metric));
}

static void
add_function (CyanSample *self, const CyanFunction *function)
{
  const char *name = cyan_strings_get (self->strings, function->normal);
  CyanSampleFunction row = { .file = cyan_strings_get (self->strings, function->file) };
  guint number = self->functions->len;
  const char *last;
  GArray *named;

  if (*row.file != '\0')
    cyan_name_parts_init_as (&row.parts, cyan_naming_of_path (row.file), name);
  else
    cyan_name_parts_init (&row.parts, name);
  last = cyan_name_parts_last (&row.parts);
  named = g_hash_table_lookup (self->named, last);
  if (named == NULL)
    {
      named = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->named, g_strdup (last), named);
    }
  g_array_append_val (named, number);
  g_array_append_val (self->functions, row);
  g_ptr_array_add (self->callees, g_array_new (FALSE, FALSE, sizeof (guint)));
}

/* Returns, for each function of the profile, its number here. */
static guint *
add_functions (CyanSample *self)
{
  guint n = self->profile->n_functions;
  g_autofree CyanFunction *functions = cyan_profile_move_functions (self->profile, self->strings);
  g_autoptr (GHashTable) numbers =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint *of = g_new (guint, n);

  cyan_names_normalise (functions, n, self->strings);
  for (guint i = 0; i < n; i++)
    {
      gint64 key = (gint64) functions[i].normal << 32 | functions[i].file;
      gpointer known;

      if (g_hash_table_lookup_extended (numbers, &key, NULL, &known))
        {
          of[i] = GPOINTER_TO_UINT (known);
          continue;
        }
      of[i] = self->functions->len;
      g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (of[i]));
      add_function (self, &functions[i]);
    }
  return of;
}

static void
add_edge (CyanSample *self, guint caller, guint callee, guint line, double calls)
{
  if (edges_add (self->edges, caller, callee, line, calls))
    g_array_append_val (self->callees->pdata[caller], callee);
}

/* The total of a recursive call is part of that of the outermost one.  Nodes are in preorder, so a
 * node is inside an outermost context while it is below the end of that. */
static void
add_nodes (CyanSample *self, const guint *of, guint metric)
{
  const CyanProfile *profile = self->profile;
  const double *own = profile->metrics[metric].self, *total = profile->metrics[metric].total;
  g_autofree CyanNode *outermost_end = g_new0 (CyanNode, self->functions->len);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint number = of[profile->function[i]];
      CyanSampleFunction *function = &g_array_index (self->functions, CyanSampleFunction, number);
      guint64 calls = cyan_profile_calls (profile, i);

      function->own += own[i];
      if (i >= outermost_end[number])
        {
          function->total += total[i];
          outermost_end[number] = profile->end[i];
        }
      if (calls == CYAN_CALLS_UNKNOWN)
        continue;
      function->calls += (double) calls;
      if (profile->parent[i] != CYAN_NODE_ROOT)
        add_edge (self, of[profile->function[profile->parent[i]]], number,
                  cyan_profile_call_site (profile, i), (double) calls);
    }
}

static void
set_costs (CyanSample *self)
{
  self->lowest = INFINITY;
  for (guint i = 0; i < self->functions->len; i++)
    {
      CyanSampleFunction *function = &g_array_index (self->functions, CyanSampleFunction, i);

      if (!(function->calls > 0))
        continue;
      function->cost = function->total / function->calls;
      self->lowest = MIN (self->lowest, function->cost);
      self->highest = MAX (self->highest, function->cost);
    }
  if (isinf (self->lowest))
    self->lowest = 0;
}

CyanSample *
cyan_sample_new (CyanProfile *profile, const char *metric)
{
  CyanSample *self = g_new0 (CyanSample, 1);
  guint chosen = choose_metric (profile, metric);
  g_autofree guint *of = NULL;

  self->profile = cyan_profile_ref (profile);
  self->strings = cyan_strings_new ();
  self->total = profile->metrics[chosen].total[CYAN_NODE_ROOT];
  self->unit = profile->metrics[chosen].unit;
  self->functions = g_array_new (FALSE, FALSE, sizeof (CyanSampleFunction));
  g_array_set_clear_func (self->functions, clear_function);
  self->named =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->older = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->edges = edges_new ();
  self->callees = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  of = add_functions (self);
  add_nodes (self, of, chosen);
  set_costs (self);
  return self;
}

/* ---- questions ---- */

/* The name in the profile of the functions that are called @name today. */
static const char *
name_in_profile (const CyanSample *self, const char *name)
{
  const char *older = g_hash_table_lookup (self->older, name);

  return older != NULL ? older : name;
}

void
cyan_sample_rename (CyanSample *self, const char *before, const char *after)
{
  const char *known = name_in_profile (self, before);

  if (!g_hash_table_contains (self->named, after))
    g_hash_table_insert (self->older, g_strdup (after), g_strdup (known));
}

/* Characters that two paths have in common at their ends. */
static gsize
common_tail (const char *a, const char *b)
{
  gsize i = strlen (a), k = strlen (b), n = 0;

  for (; i > 0 && k > 0 && a[i - 1] == b[k - 1]; i--, k--)
    n++;
  return n;
}

/* Whether both may be paths of one file: the shorter one is the end of the other. */
static gboolean
may_be_same_file (const char *a, const char *b)
{
  g_autofree char *x = g_canonicalize_filename (a, "/"), *y = g_canonicalize_filename (b, "/");

  return strlen (x) < strlen (y) ? g_str_has_suffix (y, x) : g_str_has_suffix (x, y);
}

/* @name in front of @last and its separator, or NULL.  Caller frees. */
static char *
scope_of (const char *name, const char *last)
{
  gsize length = strlen (name), tail = strlen (last);

  if (length <= tail + 1)
    return NULL;
  length -= tail + 1;
  if (length > 0 && name[length] == ':' && name[length - 1] == ':')
    length--;
  return length > 0 ? g_strndup (name, length) : NULL;
}

/* Of two paths that may both be meant, the one that has fewer folders in front. */
static gboolean
is_shorter (const CyanSample *self, const char *file, guint other)
{
  return strlen (file) < strlen (g_array_index (self->functions, CyanSampleFunction, other).file);
}

guint
cyan_sample_find (const CyanSample *self, const char *name, const char *path)
{
  g_auto (CyanNameParts) parts = { 0 };
  g_autofree char *scope = NULL;
  const GArray *named;
  const char *last;
  guint found = CYAN_SAMPLE_NONE;
  gsize best_tail = 0;
  CyanNameFit best = CYAN_NAME_DIFFERS;

  cyan_name_parts_init_as (&parts, cyan_naming_of_path (path), name);
  last = cyan_name_parts_last (&parts);
  scope = scope_of (name, last);
  last = name_in_profile (self, last);
  named = g_hash_table_lookup (self->named, last);
  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      guint number = g_array_index (named, guint, i);
      const CyanSampleFunction *function =
          &g_array_index (self->functions, CyanSampleFunction, number);
      gboolean has_file = *function->file != '\0';
      CyanNameFit fit = cyan_name_parts_fit (&function->parts, last, scope, has_file ? NULL : path);
      gsize tail = has_file ? common_tail (function->file, path) : 0;

      if (fit == CYAN_NAME_DIFFERS || (has_file && !may_be_same_file (function->file, path)))
        continue;
      if (found == CYAN_SAMPLE_NONE || tail > best_tail
          || (tail == best_tail
              && (fit > best || (fit == best && is_shorter (self, function->file, found)))))
        {
          found = number;
          best_tail = tail;
          best = fit;
        }
    }
  return found;
}

/* Among @numbers the most expensive of this name. */
static guint
find_most_expensive (const CyanSample *self, const GArray *numbers, const char *name)
{
  guint most_expensive = CYAN_SAMPLE_NONE;
  double cost = -INFINITY;

  for (guint i = 0; numbers != NULL && i < numbers->len; i++)
    {
      guint number = g_array_index (numbers, guint, i);
      const CyanSampleFunction *function =
          &g_array_index (self->functions, CyanSampleFunction, number);

      if (function->cost > cost && strcmp (cyan_name_parts_last (&function->parts), name) == 0)
        {
          most_expensive = number;
          cost = function->cost;
        }
    }
  return most_expensive;
}

guint
cyan_sample_callee (const CyanSample *self, guint caller, const char *name)
{
  const char *older = name_in_profile (self, name);
  guint known = CYAN_SAMPLE_NONE;

  if (caller != CYAN_SAMPLE_NONE)
    known = find_most_expensive (self, self->callees->pdata[caller], older);
  if (known == CYAN_SAMPLE_NONE)
    known = find_most_expensive (self, g_hash_table_lookup (self->named, older), older);
  return known;
}

/* The function that @caller calls by the last name @name, or CYAN_SAMPLE_NONE. */
static guint
find_called (const CyanSample *self, guint caller, const char *name)
{
  return find_most_expensive (self, self->callees->pdata[caller], name_in_profile (self, name));
}

double
cyan_sample_edge_to (const CyanSample *self, guint caller, const char *name)
{
  guint callee = find_called (self, caller, name);

  return callee != CYAN_SAMPLE_NONE ? edges_calls (self->edges, caller, callee) : 0;
}

/* How often the call @number of @body, a version of @caller, calls @callee. */
static double
count_call (
    const CyanSample *self, guint caller, guint callee, const CyanCodeBody *body, guint number)
{
  const char *name = g_array_index (body->calls, CyanCodeCall, number).name;
  guint before = 0, n = 0;

  if (!edges_has_places (self->edges, caller, callee))
    return edges_calls (self->edges, caller, callee);
  for (guint i = 0; i < body->calls->len; i++)
    if (strcmp (g_array_index (body->calls, CyanCodeCall, i).name, name) == 0)
      {
        before += i < number;
        n++;
      }
  return edges_calls_at (self->edges, caller, callee, before, n);
}

/* The calls of the most frequent call in @block itself; 0: none is known. */
static double
count_block (const CyanSample *self, guint function, const CyanCodeBody *body, guint block)
{
  double most = 0;

  for (guint i = 0; i < body->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);
      guint callee;

      if (call->block != block)
        continue;
      callee = find_called (self, function, call->name);
      if (callee != CYAN_SAMPLE_NONE)
        most = MAX (most, count_call (self, function, callee, body, i));
    }
  return most;
}

double
cyan_sample_executions (
    const CyanSample *self, guint function, double calls, const CyanCodeBody *body, guint block)
{
  double trips = 1;

  for (;;)
    {
      const CyanCodeBlock *at = &g_array_index (body->blocks, CyanCodeBlock, block);
      double known;

      if (at->kind == CYAN_BLOCK_BODY)
        return calls * trips;
      known = count_block (self, function, body, block);
      if (known > 0)
        return known * trips;
      if (at->kind == CYAN_BLOCK_CLOSURE)
        return NAN;
      trips *= at->trips;
      block = at->parent;
    }
}
