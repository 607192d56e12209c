/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-study-maker.h"

#include <math.h>

/* ---- the hot tree ---- */

static void
hot_enter (gpointer self, guint thread, guint32 function)
{
  CyanHotTree *hot = ((CyanHotCounts *) self)->hot;

  /* It has room for all calls of the tape. */
  cyan_hot_tree_enter (hot, thread, function, 0, NULL);
  cyan_hot_tree_add (hot, thread, 0, 1);
}

static void
hot_leave (gpointer self, guint thread)
{
  cyan_hot_tree_leave (((CyanHotCounts *) self)->hot, thread);
}

static void
hot_init (CyanHotCounts *self, const CyanStudy *study)
{
  guint64 max_nodes = 2 * study->n_calls + 1000;

  cyan_trie_init (&self->tree, TRUE);
  self->hot = cyan_hot_tree_new (study->hot.epsilon, 1, (guint) MIN (max_nodes, G_MAXINT32));
  self->budget = cyan_budget_new (G_MAXINT64);
  cyan_hot_tree_set_budget (self->hot, self->budget);
  self->rest = NULL;
}

static void
hot_finish (CyanHotCounts *self, double phi)
{
  guint n_nodes;

  cyan_hot_tree_finish (self->hot, phi);
  n_nodes = self->hot->n_nodes;
  self->rest = g_new (double, n_nodes);
  self->rest[0] = self->hot->values[0].rest[0];
  for (CyanNode i = 1; i < n_nodes; i++)
    {
      CyanHotNode node = self->hot->nodes[i];
      guint32 to = cyan_trie_append (&self->tree, node.parent, node.function);

      self->tree.count[to] = (guint64) self->hot->values[0].seen[i];
      self->rest[to] = self->hot->values[0].rest[i];
    }
}

/* ---- all ---- */

const CyanCallTaker *
cyan_stream_structure_init (CyanStreamStructure *self,
                            CyanStudyKind kind,
                            const CyanStudy *study,
                            double parameter)
{
  static const CyanCallTaker hot_taker = { hot_enter, hot_leave };
  /* Of counters, so that a count is wrong by at most epsilon of all calls. */
  guint n = (guint) ceil (1 / study->hot.epsilon);

  switch ((int) kind)
    {
    case CYAN_STUDY_CALL_TREE:
      cyan_call_tree_init (&self->calls, CYAN_CALL_TREE_DYNAMIC);
      return &cyan_call_tree_taker;
    case CYAN_STUDY_CONTEXT_TREE:
      cyan_call_tree_init (&self->calls, CYAN_CALL_TREE_CONTEXTS);
      return &cyan_call_tree_taker;
    case CYAN_STUDY_UPTREE:
      cyan_uptree_init (&self->uptree, 0);
      return &cyan_uptree_taker;
    case CYAN_STUDY_SAMPLED:
      cyan_sampled_tree_init (&self->sampled, (guint64) parameter);
      return &cyan_sampled_tree_taker;
    case CYAN_STUDY_SPACE_SAVING:
      cyan_space_saving_init (&self->saving, n);
      return &cyan_space_saving_taker;
    case CYAN_STUDY_LOSSY_COUNTING:
      cyan_lossy_counting_init (&self->lossy, n);
      return &cyan_lossy_counting_taker;
    case CYAN_STUDY_HOT_TREE:
      hot_init (&self->hot, study);
      return &hot_taker;
    case CYAN_STUDY_SLABS:
      cyan_slab_forest_init (&self->slabs, (guint) parameter);
      return &cyan_slab_forest_taker;
    default:
      g_assert_not_reached ();
    }
}

guint64
cyan_stream_structure_finish (CyanStreamStructure *self, CyanStudyKind kind, const CyanStudy *study)
{
  switch ((int) kind)
    {
    case CYAN_STUDY_UPTREE:
      cyan_uptree_finish (&self->uptree);
      return self->uptree.most_memory;
    case CYAN_STUDY_SPACE_SAVING:
      cyan_space_saving_finish (&self->saving, study->limit);
      return self->saving.most_memory;
    case CYAN_STUDY_LOSSY_COUNTING:
      cyan_lossy_counting_finish (&self->lossy, study->limit);
      return self->lossy.most_memory;
    case CYAN_STUDY_HOT_TREE:
      hot_finish (&self->hot, study->hot.phi);
      return cyan_budget_peak (self->hot.budget);
    default:
      return cyan_trie_memory (&self->tree);
    }
}

void
cyan_stream_structure_clear (CyanStreamStructure *self, CyanStudyKind kind)
{
  switch ((int) kind)
    {
    case CYAN_STUDY_UPTREE:
      cyan_uptree_clear (&self->uptree);
      break;
    case CYAN_STUDY_SPACE_SAVING:
      cyan_space_saving_clear (&self->saving);
      break;
    case CYAN_STUDY_LOSSY_COUNTING:
      cyan_lossy_counting_clear (&self->lossy);
      break;
    case CYAN_STUDY_HOT_TREE:
      cyan_trie_clear (&self->tree);
      cyan_hot_tree_free (self->hot.hot);
      cyan_budget_unref (self->hot.budget);
      g_free (self->hot.rest);
      break;
    default:
      cyan_stream_tree_clear (self);
    }
}
