/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is learnt of a comparison while one looks.
 *
 * A thread looks at what is shown at first, then one fills the rest of the table.  When other nodes
 * are shown before that is done, a second one looks at those: a location lets those that wait go
 * first.  What they found is taken up as a snapshot now and then.  Once all is known, or at once if
 * there are no sources, a thread looks for the causes.
 */
#include "cyan-comparison-model.h"

#include "cyan-sources.h"
#include "cyan-task.h"
#include "cyan-widgets.h"

G_DEFINE_FINAL_TYPE (CyanComparisonModel, cyan_comparison_model, G_TYPE_OBJECT)

/* Milliseconds between two looks at what the sources have brought. */
#define INTERVAL 120
/* Functions that are looked at out of turn, at once. */
#define MAX_ASKED 400

/* The input of a thread. */
typedef struct
{
  CyanSourceTable *sources;
  CyanComparison *comparison;
  CyanSourceSnapshot *known;
  GArray *shown; /* of guint32, pairs; or NULL */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_source_table_unref (self->sources);
  cyan_comparison_unref (self->comparison);
  cyan_source_snapshot_unref (self->known);
  g_clear_pointer (&self->shown, g_array_unref);
  g_free (self);
}

typedef struct
{
  CyanComparisonModel *model;
  GArray *pairs;
} Collection;

static void
collect (const CyanPlaced *placed, gpointer data)
{
  Collection *collection = data;
  CyanComparisonModel *self = collection->model;
  guint32 pair = self->comparison->compared.pairs->of_node[placed->node];

  if (self->asked[pair] || collection->pairs->len >= MAX_ASKED)
    return;
  self->asked[pair] = TRUE;
  g_array_append_val (collection->pairs, pair);
}

/* The pairs of what is shown, parents first, that nothing was asked for yet. */
static GArray *
shown_pairs (CyanComparisonModel *self)
{
  Collection collection = { self, g_array_new (FALSE, FALSE, sizeof (guint32)) };

  cyan_layout_visit (self->layout, NULL, 1, collect, &collection);
  return collection.pairs;
}

/* ---- in threads ---- */

static gpointer
look_at_shown (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  for (guint i = 0; i < question->shown->len; i++)
    {
      g_auto (CyanSourcePair) pair = { 0 };

      if (!cyan_source_table_look_up (
              question->sources, g_array_index (question->shown, guint32, i), &pair, tick, error))
        break;
    }
  return NULL;
}

/* All that will be asked for is known before the first question reads all files. */
static gpointer
look_at_first (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  for (guint side = 0; side < 2; side++)
    {
      CyanSourceLocation *location = cyan_source_table_location (question->sources, side);

      if (location == NULL)
        continue;
      cyan_sources_expect (question->comparison->compared.side[0].profile, location);
      cyan_sources_expect (question->comparison->compared.side[1].profile, location);
    }
  if (cyan_source_table_location (question->sources, 0) != NULL)
    look_at_shown (data, tick, error);
  return NULL;
}

static gpointer
look_at_all (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  cyan_source_table_fill (question->sources, tick, error);
  return NULL;
}

/* ---- in the main loop ---- */

/* Takes @shown.  The thread does not keep the model, which stops it when nobody looks any
 * more. */
static void
start_thread (CyanComparisonModel *self,
              GArray *shown,
              CyanTaskFunc func,
              GAsyncReadyCallback callback,
              GDestroyNotify free_result)
{
  Question *question = g_new (Question, 1);

  question->sources = cyan_source_table_ref (self->sources);
  question->comparison = cyan_comparison_ref (self->comparison);
  question->known = cyan_source_table_snapshot (self->sources);
  question->shown = shown;
  cyan_task_run (cyan_task_new_quiet (NULL, self->cancellable, callback, cyan_weak_new (self)),
                 func, question, question_free, free_result);
}

/* Ends what start_thread() began, and gets what the thread found; @found may be NULL.  Returns NULL if
 * the model is gone or nobody looks any more. */
static CyanComparisonModel *
finish (GAsyncResult *result, gpointer data, gpointer found)
{
  g_autoptr (CyanComparisonModel) self = cyan_weak_take (data);
  gpointer result_of = cyan_task_finish (result, NULL);

  if (found != NULL)
    *(gpointer *) found = result_of;
  return self != NULL && !g_cancellable_is_cancelled (self->cancellable) ? g_steal_pointer (&self)
                                                                         : NULL;
}

/* ---- the causes ---- */

/* @ranking is NULL for a single profile. */
static void
set_ranking (CyanComparisonModel *self, const CyanRanking *ranking)
{
  self->ranking = ranking;
  self->start = ranking != NULL ? cyan_ranking_start (ranking) : CYAN_NODE_NONE;
  self->start_name = ranking != NULL ? cyan_ranking_start_name (ranking, self->comparison) : NULL;
}

static gpointer
find_causes (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;

  return cyan_causes_new (question->comparison, question->known, tick, error);
}

static void
on_causes (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanCauses) causes = NULL;
  g_autoptr (CyanComparisonModel) self = finish (result, data, &causes);

  if (self == NULL || causes == NULL)
    return;
  self->causes = g_steal_pointer (&causes);
  set_ranking (self, self->causes->ranking);
  g_signal_emit_by_name (self, "causes-changed");
}

static void
start_with_causes (CyanComparisonModel *self)
{
  if (!self->comparison->compared.single)
    start_thread (self, NULL, find_causes, on_causes, (GDestroyNotify) cyan_causes_free);
}

/* ---- the sources ---- */

/* Takes up what has come. */
static void
look_again (CyanComparisonModel *self)
{
  g_autoptr (CyanSourceSnapshot) newest = cyan_source_table_snapshot (self->sources);

  if (newest == self->known)
    return;
  cyan_source_snapshot_unref (self->known);
  self->known = g_steal_pointer (&newest);
  g_signal_emit_by_name (self, "sources-changed");
}

static void ask_for_shown (CyanComparisonModel *self);

static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanComparisonModel) self = finish (result, data, NULL);

  if (self == NULL)
    return;
  self->is_asking = FALSE;
  look_again (self);
  ask_for_shown (self);
}

/* When other nodes are shown by now: before the rest. */
static void
ask_for_shown (CyanComparisonModel *self)
{
  g_autoptr (GArray) shown = NULL;

  if (!self->asks_again || self->is_asking)
    return;
  shown = shown_pairs (self);
  /* Where more is shown than is asked for at once, the rest comes next. */
  self->asks_again = shown->len == MAX_ASKED;
  if (shown->len == 0)
    return;
  self->is_asking = TRUE;
  start_thread (self, g_steal_pointer (&shown), look_at_shown, on_asked, NULL);
}

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanComparisonModel) self = finish (result, data, NULL);

  if (self == NULL)
    return;
  self->is_done = TRUE;
  start_with_causes (self);
}

static void
on_first_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanComparisonModel) self = finish (result, data, NULL);

  if (self == NULL)
    return;
  self->is_asking = FALSE;
  start_thread (self, NULL, look_at_all, on_filled, NULL);
  look_again (self);
  ask_for_shown (self);
}

static gboolean
on_timer (gpointer data)
{
  CyanComparisonModel *self = data;

  look_again (self);
  ask_for_shown (self);
  if (!self->is_done)
    return G_SOURCE_CONTINUE;
  self->timer = 0;
  return G_SOURCE_REMOVE;
}

void
cyan_comparison_model_look_at_shown (CyanComparisonModel *self)
{
  self->asks_again = self->asked != NULL;
  if (self->is_done)
    ask_for_shown (self);
}

void
cyan_comparison_model_start (CyanComparisonModel *self, CyanLayout *layout)
{
  self->layout = layout;
  if (!cyan_source_table_has_sources (self->sources))
    {
      start_with_causes (self);
      return;
    }
  self->asked = g_new0 (guint8, self->comparison->compared.pairs->n);
  self->is_asking = TRUE;
  start_thread (self, shown_pairs (self), look_at_first, on_first_asked, NULL);
  self->timer = g_timeout_add (INTERVAL, on_timer, self);
}

void
cyan_comparison_model_stop (CyanComparisonModel *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timer, g_source_remove);
}

/* ---- what is known ---- */

gboolean
cyan_comparison_model_has_sources (CyanComparisonModel *self)
{
  return cyan_source_table_location (self->sources, 0) != NULL
         || cyan_source_table_location (self->sources, 1) != NULL;
}

CyanChange
cyan_comparison_model_change (CyanComparisonModel *self, CyanNode node)
{
  const guint8 *changes = self->known->changes;

  return changes == NULL ? CYAN_CHANGE_UNKNOWN
                         : (CyanChange) changes[self->comparison->compared.pairs->of_node[node]];
}

gboolean
cyan_comparison_model_moved (CyanComparisonModel *self, CyanNode node)
{
  return self->known->moved != NULL
         && self->known->moved[self->comparison->compared.pairs->of_node[node]];
}

/* ---- object ---- */

static void
cyan_comparison_model_finalize (GObject *object)
{
  CyanComparisonModel *self = CYAN_COMPARISON_MODEL (object);

  cyan_comparison_model_stop (self);
  g_object_unref (self->cancellable);
  g_free (self->asked);
  g_free (self->problem);
  g_clear_pointer (&self->causes, cyan_causes_free);
  g_clear_pointer (&self->first_ranking, cyan_ranking_free);
  cyan_source_snapshot_unref (self->known);
  cyan_source_table_unref (self->sources);
  cyan_comparison_unref (self->comparison);
  G_OBJECT_CLASS (cyan_comparison_model_parent_class)->finalize (object);
}

static void
cyan_comparison_model_class_init (CyanComparisonModelClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_comparison_model_finalize;
  cyan_signal_new (class, "sources-changed", 0);
  cyan_signal_new (class, "causes-changed", 0);
}

static void
cyan_comparison_model_init (CyanComparisonModel *self)
{
  self->cancellable = g_cancellable_new ();
}

CyanComparisonModel *
cyan_comparison_model_new (CyanComparison *comparison,
                           CyanSourceTable *sources,
                           CyanRanking *ranking)
{
  CyanComparisonModel *self = g_object_new (CYAN_TYPE_COMPARISON_MODEL, NULL);

  self->comparison = cyan_comparison_ref (comparison);
  self->sources = cyan_source_table_ref (sources);
  self->known = cyan_source_table_snapshot (sources);
  self->first_ranking = ranking;
  if (ranking == NULL && !comparison->compared.single)
    self->first_ranking = cyan_ranking_new (comparison, NULL, NULL, NULL);
  set_ranking (self, self->first_ranking);
  return self;
}
