/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds profiles that are parts of one run, and puts them together. */
#include <string.h>

#include "cyan-error.h"
#include "cyan-hot-profile.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"
#include "cyan-run-parts.h"
#include "cyan-units.h"

/* Sums by node of the builder, kept apart since the builder cannot take values back. */
typedef struct
{
  guint64 calls; /* CYAN_CALLS_UNKNOWN if a part does not know those of its node */
  double missing;
  guint n_parts; /* how many of the parts have been asked for it */
} Sums;

typedef struct
{
  const CyanProfile *const *parts;
  const char *const *names;
  guint n_parts;
  CyanProfileBuilder *builder;
  GArray *metrics;       /* of guint: those of the first part that all parts have */
  GArray *sums;          /* of Sums */
  double floor;          /* of the parts so far */
  CyanFlatProfile *flat; /* of the parts so far; NULL if a part has none */
  CyanCharge charge;
} Merge;

/* ---- what the parts have in common ---- */

/* Whether all parts have metric @m of the first one.  Fails if one has it in another unit. */
static gboolean
all_have (const Merge *self, guint m, gboolean *have, GError **error)
{
  const CyanMetric *first = &self->parts[0]->metrics[m];

  *have = TRUE;
  for (guint p = 1; p < self->n_parts; p++)
    {
      guint at;

      if (!cyan_profile_find_metric (self->parts[p], first->name, &at))
        *have = FALSE;
      else if (strcmp (self->parts[p]->metrics[at].unit, first->unit) != 0)
        return cyan_fail (error, CYAN_ERROR_MISMATCH,
                          _ ("%s: metric \"%s\" is in %s, that of %s in %s"), self->names[p],
                          first->name, cyan_unit_label (self->parts[p]->metrics[at].unit),
                          self->names[0], cyan_unit_label (first->unit));
    }
  return TRUE;
}

static gboolean
find_metrics (Merge *self, GError **error)
{
  const CyanProfile *first = self->parts[0];

  for (guint m = 0; m < first->n_metrics; m++)
    {
      gboolean have;

      if (!all_have (self, m, &have, error))
        return FALSE;
      if (!have)
        continue;
      g_array_append_val (self->metrics, m);
      cyan_profile_builder_metric (self->builder, first->metrics[m].name, first->metrics[m].unit);
    }
  if (self->metrics->len == 0)
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("%s: no metric is in all profiles"),
                      self->names[0]);
  return TRUE;
}

static guint
metric_of (const Merge *self, guint part, guint m)
{
  const CyanMetric *metric = &self->parts[0]->metrics[g_array_index (self->metrics, guint, m)];
  guint at = 0;

  cyan_profile_find_metric (self->parts[part], metric->name, &at);
  return at;
}

static gboolean
check_parts (const Merge *self, GError **error)
{
  gboolean sampled = self->parts[0]->recording == CYAN_RECORDING_SAMPLED;

  for (guint p = 0; p < self->n_parts; p++)
    {
      const CyanProfile *part = self->parts[p];

      if ((part->recording == CYAN_RECORDING_SAMPLED) != sampled)
        return cyan_fail (error, CYAN_ERROR_MISMATCH,
                          sampled ? _ ("%s: it is not sampled, and %s is")
                                  : _ ("%s: it is sampled, and %s is not"),
                          self->names[p], self->names[0]);
      if (part->pruning.phi > 0 && metric_of (self, p, 0) != 0)
        return cyan_fail (error, CYAN_ERROR_MISMATCH,
                          _ ("%s: it was pruned by %s, which is not the first metric of all"),
                          self->names[p], part->metrics[0].name);
    }
  return TRUE;
}

/* ---- adding ---- */

/* Asks part @p, whose node it is, for node @to. */
static void
add_node (Merge *self, guint p, CyanNode node, CyanNode to, const guint *metrics)
{
  const CyanProfile *part = self->parts[p];
  guint64 calls = cyan_profile_calls (part, node);
  Sums *sums = &g_array_index (self->sums, Sums, to);

  for (guint m = 0; m < self->metrics->len; m++)
    cyan_profile_builder_add (self->builder, m, to, part->metrics[metrics[m]].self[node]);
  /* Siblings of one name may be one here. */
  if (calls == CYAN_CALLS_UNKNOWN || sums->calls == CYAN_CALLS_UNKNOWN)
    sums->calls = CYAN_CALLS_UNKNOWN;
  else
    sums->calls = MIN (sums->calls + calls, CYAN_CALLS_UNKNOWN - 1);
  sums->missing += cyan_profile_missing (part, node);
  sums->n_parts = p + 1;
}

static gboolean
add_nodes (Merge *self, guint p, const CyanTick *tick, GError **error)
{
  const CyanProfile *part = self->parts[p];
  g_autofree guint32 *functions = cyan_profile_part_functions (part, self->builder);
  g_autofree CyanNode *node_of = g_new (CyanNode, part->n_nodes);
  g_autofree guint *metrics = g_new (guint, self->metrics->len);

  for (guint m = 0; m < self->metrics->len; m++)
    metrics[m] = metric_of (self, p, m);
  if (self->flat != NULL && !cyan_profile_add_to_flat (part, self->flat, functions, metrics, 1))
    g_clear_pointer (&self->flat, cyan_flat_profile_unref);
  node_of[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_node (self, p, CYAN_NODE_ROOT, CYAN_NODE_ROOT, metrics);
  for (CyanNode i = 1; i < part->n_nodes; i++)
    {
      const Sums sums = { .missing = self->floor };

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (p + (double) i / part->n_nodes) / self->n_parts, N_ ("Adding"),
                         error))
        return FALSE;
      node_of[i] = cyan_profile_builder_child (self->builder, node_of[part->parent[i]],
                                               functions[part->function[i]],
                                               cyan_profile_call_site (part, i), error);
      if (node_of[i] == CYAN_NODE_NONE)
        return FALSE;
      if (node_of[i] == self->sums->len)
        cyan_charge_append (&self->charge, self->sums, sums);
      add_node (self, p, i, node_of[i], metrics);
    }
  return TRUE;
}

static gboolean
add_part (Merge *self, guint p, const CyanTick *tick, GError **error)
{
  double floor = self->parts[p]->pruning.floor;

  if (!add_nodes (self, p, tick, error))
    return FALSE;
  /* This part may have had the contexts of the others, below its floor. */
  for (CyanNode i = 1; i < self->sums->len; i++)
    {
      Sums *sums = &g_array_index (self->sums, Sums, i);

      if (sums->n_parts <= p)
        sums->missing += floor;
    }
  self->floor += floor;
  return TRUE;
}

/* ---- the whole ---- */

static gboolean
has_meta (const CyanProfile *part, const CyanMeta *meta)
{
  return g_strcmp0 (cyan_profile_get_meta (part, meta->key), meta->value) == 0;
}

static gboolean
has_note (const CyanProfile *part, const char *note)
{
  return g_ptr_array_find_with_equal_func (part->warnings, note, g_str_equal, NULL);
}

/* Adds the notes of part @p; one that all parts have is said once. */
static void
add_notes (Merge *self, guint p)
{
  const CyanProfile *part = self->parts[p];

  for (guint i = 0; i < part->warnings->len; i++)
    {
      const char *note = part->warnings->pdata[i];
      guint n = 0;

      while (n < self->n_parts && has_note (self->parts[n], note))
        n++;
      if (strcmp (note, _ (CYAN_NOTE_PART)) == 0 || strcmp (note, _ (CYAN_NOTE_THREAD)) == 0)
        continue;
      if (n < self->n_parts)
        cyan_profile_builder_warn (self->builder, "%s: %s", self->names[p], note);
      else if (p == 0)
        cyan_profile_builder_warn (self->builder, "%s", note);
    }
}

/* The metadata that is the same in all parts. */
static void
describe (Merge *self)
{
  const CyanProfile *first = self->parts[0];
  CyanRecording recording = first->recording;
  double period = first->period;
  guint n_threads = first->n_threads;

  cyan_profile_builder_set_format (self->builder, first->format);
  for (guint p = 0; p < self->n_parts; p++)
    {
      const CyanProfile *part = self->parts[p];

      recording = MAX (recording, part->recording);
      period = part->period == period ? period : 0;
      n_threads = p == 0                                   ? n_threads
                  : n_threads == 0 || part->n_threads == 0 ? 0
                                                           : n_threads + part->n_threads;
      if (part->unordered)
        cyan_profile_builder_set_unordered (self->builder);
      add_notes (self, p);
    }
  cyan_profile_builder_set_recording (self->builder, recording, period);
  cyan_profile_builder_set_threads (self->builder, n_threads);
  for (guint i = 0; i < first->n_meta; i++)
    {
      guint p = 1;

      while (p < self->n_parts && has_meta (self->parts[p], &first->meta[i]))
        p++;
      if (p == self->n_parts)
        cyan_profile_builder_set_meta (self->builder, first->meta[i].key, first->meta[i].value);
    }
}

/* Adds what was summed here. */
static void
add_sums (Merge *self)
{
  gboolean has_calls = FALSE;
  guint32 cold = cyan_profile_part_cold (self->builder);

  for (guint p = 0; p < self->n_parts; p++)
    has_calls |= cyan_profile_has_calls (self->parts[p]);
  for (CyanNode i = 1; i < self->sums->len; i++)
    {
      const Sums *sums = &g_array_index (self->sums, Sums, i);

      if (has_calls && sums->calls != CYAN_CALLS_UNKNOWN)
        cyan_profile_builder_add_calls (self->builder, i, sums->calls);
      if (cyan_profile_builder_node_function (self->builder, i) != cold)
        cyan_profile_builder_set_missing (self->builder, i, sums->missing);
    }
}

static CyanProfile *
merge (Merge *self, const CyanTick *tick, GError **error)
{
  const Sums none = { 0 };
  CyanPruning pruning = { 0 };

  if (!find_metrics (self, error) || !check_parts (self, error))
    return NULL;
  g_array_append_val (self->sums, none);
  self->flat = cyan_flat_profile_new (1, self->metrics->len);
  for (guint p = 0; p < self->n_parts; p++)
    {
      if (!add_part (self, p, tick, error))
        return NULL;
      pruning.phi = MAX (pruning.phi, self->parts[p]->pruning.phi);
      pruning.epsilon = MAX (pruning.epsilon, self->parts[p]->pruning.epsilon);
    }
  pruning.floor = self->floor;
  add_sums (self);
  describe (self);
  cyan_profile_builder_set_pruning (self->builder, &pruning);
  if (pruning.phi > 0)
    cyan_profile_builder_set_flat (self->builder, g_steal_pointer (&self->flat));
  return cyan_profile_builder_finish_tick (self->builder, tick, error);
}

CyanProfile *
cyan_profiles_merge (const CyanProfile *const *parts,
                     const char *const *names,
                     guint n_parts,
                     guint max_nodes,
                     CyanBudget *budget,
                     const CyanTick *tick,
                     GError **error)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, max_nodes);
  g_autoptr (CyanProfile) whole = NULL;
  Merge self = { .parts = parts, .names = names, .n_parts = n_parts, .builder = builder };

  g_assert (n_parts > 0);
  cyan_strings_set_budget (strings, budget);
  cyan_profile_builder_set_budget (builder, budget);
  cyan_charge_init (&self.charge, budget);
  self.metrics = g_array_new (FALSE, FALSE, sizeof (guint));
  self.sums = g_array_new (FALSE, FALSE, sizeof (Sums));
  whole = merge (&self, tick, error);
  g_array_unref (self.metrics);
  g_array_unref (self.sums);
  cyan_charge_clear (&self.charge);
  g_clear_pointer (&self.flat, cyan_flat_profile_unref);
  if (whole == NULL || whole->pruning.phi == 0)
    return g_steal_pointer (&whole);
  return cyan_hot_profile_new (whole, whole->pruning.phi, budget, tick, error);
}

/* ---- which profiles are parts of one run ---- */

/* A run: a profile, or several that are parts of it. */
typedef struct
{
  GPtrArray *parts; /* of CyanProfile */
  GPtrArray *names; /* of char * */
} Run;

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_ptr_array_unref (run->parts);
  g_ptr_array_unref (run->names);
}

static gboolean
has_same (const CyanProfile *a, const CyanProfile *b, const char *key)
{
  return g_strcmp0 (cyan_profile_get_meta (a, key), cyan_profile_get_meta (b, key)) == 0;
}

/* Whether @profile is a part of @run that is not there yet. */
static gboolean
is_part_of (const CyanProfile *profile, const Run *run)
{
  for (guint i = 0; i < run->parts->len; i++)
    {
      const CyanProfile *part = g_ptr_array_index (run->parts, i);

      if (cyan_profile_get_meta (part, "part") == NULL || has_same (part, profile, "part")
          || !has_same (part, profile, "pid") || !has_same (part, profile, "command"))
        return FALSE;
    }
  return TRUE;
}

static Run *
find_run (GArray *runs, const CyanProfile *profile)
{
  Run new = { NULL, NULL };

  if (cyan_profile_get_meta (profile, "part") != NULL)
    for (guint i = 0; i < runs->len; i++)
      if (is_part_of (profile, &g_array_index (runs, Run, i)))
        return &g_array_index (runs, Run, i);
  new.parts = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  new.names = g_ptr_array_new_with_free_func (g_free);
  g_array_append_val (runs, new);
  return &g_array_index (runs, Run, runs->len - 1);
}

gboolean
cyan_run_parts_join (GPtrArray *profiles,
                     char **names,
                     guint max_nodes,
                     CyanBudget *budget,
                     const CyanTick *tick,
                     GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));

  g_array_set_clear_func (runs, clear_run);
  for (guint i = 0; i < profiles->len; i++)
    {
      CyanProfile *profile = g_ptr_array_index (profiles, i);
      Run *run = find_run (runs, profile);

      g_ptr_array_add (run->parts, cyan_profile_ref (profile));
      g_ptr_array_add (run->names,
                       names != NULL ? g_strdup (names[i]) : g_strdup_printf ("%u", i + 1));
    }
  if (runs->len == profiles->len)
    return TRUE;
  g_ptr_array_set_size (profiles, 0);
  for (guint i = 0; i < runs->len; i++)
    {
      Run *run = &g_array_index (runs, Run, i);
      CyanProfile *whole =
          run->parts->len == 1
              ? cyan_profile_ref (g_ptr_array_index (run->parts, 0))
              : cyan_profiles_merge ((const CyanProfile *const *) run->parts->pdata,
                                     (const char *const *) run->names->pdata, run->parts->len,
                                     max_nodes, budget, tick, error);

      if (whole == NULL)
        return FALSE;
      g_ptr_array_add (profiles, whole);
      g_ptr_array_set_size (run->parts, 0);
    }
  return TRUE;
}
