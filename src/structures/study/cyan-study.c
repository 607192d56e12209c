/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-study.h"

#include <math.h>
#include <time.h>

#include "cyan-caller-forest.h"
#include "cyan-context-ids.h"
#include "cyan-study-maker.h"

const char *const cyan_study_names[] = {
  "DCT",         "CCT",         "CCU",          "ACCT",
  "HCCT of max", "HCCT of all", "Space-Saving", "Lossy Counting",
  "hot tree",    "k-CCF",       "k-SF",
};

typedef struct
{
  CyanStudy *study;
  const CyanCallTape *tape;
  const CyanStudyOptions *options;
  CyanTick tick;   /* of one structure */
  CyanTrie whole;  /* the calling-context tree */
  double whole_ns; /* to make it, a call; < 0: not measured */
  guint64 whole_bytes;
} Maker;

/* ---- time ---- */

/* Enough was measured after so long, or so many runs. */
#define CLOCK_NS   50e6
#define CLOCK_RUNS 10

/* The CPU time that something takes, of which the fastest of some runs counts.  Zero it before
 * use. */
typedef struct
{
  double begin;
  double least, sum; /* ns of a run */
  guint n_runs;
} Clock;

static double
clock_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static void
clock_begin (Clock *self)
{
  self->begin = clock_now ();
}

/* FALSE: measure again. */
static gboolean
clock_end (Clock *self)
{
  double ns = clock_now () - self->begin;

  self->least = self->n_runs == 0 ? ns : MIN (self->least, ns);
  self->sum += ns;
  self->n_runs++;
  return self->sum >= CLOCK_NS || self->n_runs == CLOCK_RUNS;
}

static double
clock_of_call (const Clock *self, const CyanStudy *study)
{
  return study->n_calls > 0 ? self->least / (double) study->n_calls : 0;
}

/* ---- rows ---- */

static CyanStudyRow *
add_row (CyanStudy *study, CyanStudyKind kind, double parameter)
{
  const CyanStudyRow row = { .kind = kind, .parameter = parameter, .floor = -1, .ns = -1 };

  g_array_append_val (study->rows, row);
  return &g_array_index (study->rows, CyanStudyRow, study->rows->len - 1);
}

static void
measure_shape (CyanStudyRow *row, const CyanTrie *tree)
{
  row->is_made = TRUE;
  cyan_structure_statistics (tree, &row->shape);
}

static void
measure_metrics (CyanStudyRow *row, const CyanStudy *study, const CyanTrie *tree)
{
  row->has_metrics = TRUE;
  cyan_structure_metrics (tree, study->classes, &study->targets, &row->metrics);
}

static void
measure_accuracy (
    CyanStudyRow *row, const Maker *self, const CyanTrie *tree, const double *rest, guint64 limit)
{
  row->has_accuracy = TRUE;
  cyan_structure_accuracy (tree, rest, &self->whole, limit, &row->accuracy);
}

/* Counts of samples estimate so many times as many calls. */
static void
measure_sampled (CyanStudyRow *row, const Maker *self, const CyanTrie *tree)
{
  CyanTrie estimate = *tree;

  estimate.count = g_new (guint64, tree->n_nodes);
  for (guint32 i = 0; i < tree->n_nodes; i++)
    estimate.count[i] = tree->count[i] * (guint64) row->parameter;
  measure_accuracy (row, self, &estimate, NULL, self->study->limit);
  g_free (estimate.count);
}

static void
measure_stream (CyanStudyRow *row, const Maker *self, const CyanStreamStructure *made)
{
  const CyanStudy *study = self->study;
  double n_calls = (double) MAX (study->n_calls, 1);

  measure_shape (row, &made->tree);
  if (row->kind != CYAN_STUDY_SLABS)
    measure_metrics (row, study, &made->tree);
  switch ((int) row->kind)
    {
    case CYAN_STUDY_SAMPLED:
      measure_sampled (row, self, &made->tree);
      break;
    case CYAN_STUDY_SPACE_SAVING:
      row->floor = (double) cyan_space_saving_floor (&made->saving) / n_calls;
      measure_accuracy (row, self, &made->tree, NULL, study->limit);
      break;
    case CYAN_STUDY_LOSSY_COUNTING:
      row->floor = (double) made->lossy.floor / n_calls;
      measure_accuracy (row, self, &made->tree, NULL, study->limit);
      break;
    case CYAN_STUDY_HOT_TREE:
      row->floor = made->hot.hot->values[0].floor / n_calls;
      /* It has all contexts of at least that part, which need not be a whole number of calls. */
      measure_accuracy (row, self, &made->tree, made->hot.rest,
                        MAX (1, (guint64) ceil (study->hot.phi * n_calls)));
      break;
    default:
      break;
    }
}

/* Makes a structure of the stream, some times; the last one is in @made, to be cleared. */
static gboolean
make_stream (Maker *self, CyanStudyRow *row, CyanStreamStructure *made, GError **error)
{
  Clock clock = { 0 };
  const CyanCallTaker *taker;

  do
    {
      if (clock.n_runs > 0)
        cyan_stream_structure_clear (made, row->kind);
      clock_begin (&clock);
      taker = cyan_stream_structure_init (made, row->kind, self->study, row->parameter);
      if (!cyan_call_tape_play (self->tape, taker, made, &self->tick, error))
        {
          cyan_stream_structure_clear (made, row->kind);
          return FALSE;
        }
      row->bytes = cyan_stream_structure_finish (made, row->kind, self->study);
    }
  while (!clock_end (&clock));
  row->ns = clock_of_call (&clock, self->study);
  return TRUE;
}

static gboolean
add_stream (Maker *self, CyanStudyKind kind, double parameter, GError **error)
{
  CyanStudyRow *row = add_row (self->study, kind, parameter);
  CyanStreamStructure made;

  if (!self->study->has_events)
    return TRUE;
  if (!make_stream (self, row, &made, error))
    return FALSE;
  measure_stream (row, self, &made);
  cyan_stream_structure_clear (&made, kind);
  return TRUE;
}

/* ---- structures of the calling-context tree ---- */

/* Time and memory of what is made of the whole tree are with those of that tree. */
static void
set_cost (const Maker *self, CyanStudyRow *row, const Clock *clock, guint64 bytes)
{
  if (self->whole_ns < 0)
    return;
  row->ns = self->whole_ns + clock_of_call (clock, self->study);
  row->bytes = self->whole_bytes + bytes;
}

static void
add_pruned (Maker *self, CyanStudyKind kind, double parameter, guint64 limit)
{
  CyanStudyRow *row = add_row (self->study, kind, parameter);
  Clock clock = { 0 };
  CyanTrie pruned;

  do
    {
      if (clock.n_runs > 0)
        cyan_trie_clear (&pruned);
      clock_begin (&clock);
      cyan_call_tree_prune (&self->whole, limit, &pruned);
    }
  while (!clock_end (&clock));
  set_cost (self, row, &clock, cyan_trie_memory (&pruned));
  measure_shape (row, &pruned);
  measure_metrics (row, self->study, &pruned);
  measure_accuracy (row, self, &pruned, NULL, limit);
  cyan_trie_clear (&pruned);
}

static void
add_callers (Maker *self, guint k)
{
  const CyanTrie *whole = &self->whole;
  CyanStudyRow *row = add_row (self->study, CYAN_STUDY_CALLERS, k);
  const CyanContexts contexts = { whole->n_nodes, whole->parent, whole->key, NULL };
  g_autofree double *calls = g_new (double, whole->n_nodes);
  const double *const values[] = { calls };
  CyanCallerForest *forest = NULL;
  Clock clock = { 0 };
  CyanTrie tree = { 0 };

  for (guint32 i = 0; i < whole->n_nodes; i++)
    calls[i] = (double) whole->count[i];
  do
    {
      cyan_caller_forest_free (forest);
      clock_begin (&clock);
      forest = cyan_caller_forest_new (&contexts, k, values, 1);
    }
  while (!clock_end (&clock));
  set_cost (self, row, &clock,
            (guint64) forest->n_nodes * 2 * (sizeof (guint32) + sizeof (double)));
  tree.n_nodes = forest->n_nodes;
  tree.parent = forest->parent;
  tree.key = forest->key;
  tree.count = g_new (guint64, forest->n_nodes);
  for (guint32 i = 0; i < forest->n_nodes; i++)
    tree.count[i] = (guint64) forest->value[0][i];
  measure_shape (row, &tree);
  g_free (tree.count);
  cyan_caller_forest_free (forest);
}

/* ---- the whole ---- */

static void
ignore_enter (gpointer self, guint thread, guint32 function)
{
}

static void
ignore_leave (gpointer self, guint thread)
{
}

/* Measures how long it takes to play the calls alone. */
static gboolean
measure_tape (Maker *self, GError **error)
{
  static const CyanCallTaker ignore = { ignore_enter, ignore_leave };
  Clock clock = { 0 };

  do
    {
      clock_begin (&clock);
      if (!cyan_call_tape_play (self->tape, &ignore, NULL, &self->tick, error))
        return FALSE;
    }
  while (!clock_end (&clock));
  self->study->tape_ns = clock_of_call (&clock, self->study);
  return TRUE;
}

/* The tree of a recording whose calls came in no order, or of samples. */
static void
copy_profile (Maker *self)
{
  const CyanProfile *profile = self->study->profile;
  g_autofree guint32 *of = g_new0 (guint32, profile->n_nodes);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint64 calls = cyan_profile_calls (profile, i);
      double value = profile->metrics[0].self[i];

      if (!self->study->has_calls)
        calls = value > 0 ? (guint64) MIN (value + 0.5, 0x1p52) : 0;
      else if (calls == CYAN_CALLS_UNKNOWN)
        calls = 0;
      of[i] = cyan_trie_child (&self->whole, of[profile->parent[i]], profile->function[i]);
      self->whole.count[of[i]] += calls;
    }
}

/* Makes the calling-context tree, and what the others are measured by. */
static gboolean
make_whole (Maker *self, GError **error)
{
  CyanStudy *study = self->study;
  CyanStudyRow row = { .kind = CYAN_STUDY_CONTEXT_TREE, .floor = -1, .ns = -1 };

  if (study->has_events)
    {
      CyanStreamStructure made;

      if (!make_stream (self, &row, &made, error))
        return FALSE;
      cyan_trie_clear (&self->whole);
      self->whole = made.tree;
      cyan_open_calls_clear (&made.calls.open);
    }
  else
    copy_profile (self);
  self->whole_ns = row.ns;
  self->whole_bytes = row.bytes;
  study->targets = cyan_metric_targets (&self->whole, study->classes);
  measure_shape (&row, &self->whole);
  measure_metrics (&row, study, &self->whole);
  study->n_contexts = self->whole.n_nodes - 1;
  study->n_calls = row.shape.calls;
  study->limit = MAX (1, (guint64) (study->hot.phi * (double) study->n_calls));
  measure_accuracy (&row, self, &self->whole, NULL, study->limit);
  g_array_append_val (study->rows, row);
  return TRUE;
}

static void
count_ids (const Maker *self)
{
  const CyanProfile *profile = self->study->profile;
  g_autofree guint64 *functions = g_new (guint64, profile->n_functions);
  g_autofree guint64 *ids = NULL;

  for (guint i = 0; i < profile->n_functions; i++)
    functions[i] =
        cyan_context_id_of_name (cyan_strings_get (profile->strings, profile->functions[i].name));
  ids = cyan_context_ids (&self->whole, functions);
  self->study->n_ids[0] = cyan_context_ids_distinct (ids, self->whole.n_nodes, 64);
  self->study->n_ids[1] = cyan_context_ids_distinct (ids, self->whole.n_nodes, 32);
}

static gboolean
make_all (Maker *self, GError **error)
{
  static const double parts_of_max[] = { 0.1, 0.01, 0.001 };
  static const guint depths[] = { 1, 2, 3, 5 };
  const CyanStudyOptions *options = self->options;
  CyanStudy *study = self->study;
  guint n_parts = options->hot_of_max > 0 ? 1 : G_N_ELEMENTS (parts_of_max);
  guint n_depths = options->depth > 0 ? 1 : G_N_ELEMENTS (depths);
  const CyanStudyRow *whole;
  double every, most;

  if (study->has_events && !measure_tape (self, error))
    return FALSE;
  if (!make_whole (self, error))
    return FALSE;
  whole = &g_array_index (study->rows, CyanStudyRow, 0);
  most = (double) whole->shape.most_calls;
  every = options->sample > 0 ? (double) options->sample : MAX (whole->shape.depth, 1);
  count_ids (self);
  if (!add_stream (self, CYAN_STUDY_CALL_TREE, 0, error)
      || !add_stream (self, CYAN_STUDY_UPTREE, 0, error)
      || !add_stream (self, CYAN_STUDY_SAMPLED, every, error))
    return FALSE;
  for (guint i = 0; i < n_parts; i++)
    {
      double part = options->hot_of_max > 0 ? options->hot_of_max : parts_of_max[i];

      add_pruned (self, CYAN_STUDY_HOT_OF_MAX, part, MAX (1, (guint64) ceil (part * most)));
    }
  add_pruned (self, CYAN_STUDY_HOT_OF_ALL, study->hot.phi, study->limit);
  if (!add_stream (self, CYAN_STUDY_SPACE_SAVING, study->hot.phi, error)
      || !add_stream (self, CYAN_STUDY_LOSSY_COUNTING, study->hot.phi, error)
      || !add_stream (self, CYAN_STUDY_HOT_TREE, study->hot.phi, error))
    return FALSE;
  for (guint i = 0; i < n_depths; i++)
    {
      guint k = options->depth > 0 ? options->depth : depths[i];

      add_callers (self, k);
      if (!add_stream (self, CYAN_STUDY_SLABS, k, error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const CyanStudyRow *x = a, *y = b;

  return (int) x->kind - (int) y->kind;
}

CyanStudy *
cyan_study_new (const CyanProfile *profile,
                const CyanCallTape *tape,
                const CyanStudyOptions *options,
                const CyanTick *tick,
                GError **error)
{
  CyanStudy *study = g_new0 (CyanStudy, 1);
  Maker self = { .study = study, .tape = tape, .options = options, .whole_ns = -1 };
  gboolean is_made;

  study->profile = profile;
  study->has_events = cyan_call_tape_n_calls (tape) > 0;
  study->has_calls = study->has_events || cyan_profile_has_calls (profile);
  study->n_calls = cyan_call_tape_n_calls (tape);
  study->hot = options->hot;
  if (!(study->hot.phi > 0))
    study->hot.phi = CYAN_STUDY_PHI;
  if (!(study->hot.epsilon > 0))
    study->hot.epsilon = MAX (study->hot.phi / CYAN_HOT_PARTS, CYAN_HOT_TREE_LEAST_EPSILON);
  study->tape_ns = -1;
  study->classes = cyan_classes_new (profile);
  study->rows = g_array_new (FALSE, FALSE, sizeof (CyanStudyRow));
  self.tick = cyan_tick_slice (tick, 0, 1);
  cyan_trie_init (&self.whole, TRUE);
  is_made = make_all (&self, error);
  cyan_trie_clear (&self.whole);
  g_array_sort (study->rows, compare_rows);
  if (!is_made)
    g_clear_pointer (&study, cyan_study_free);
  return study;
}

void
cyan_study_free (CyanStudy *self)
{
  cyan_classes_free (self->classes);
  g_array_unref (self->rows);
  g_free (self);
}
