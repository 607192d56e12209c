/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-study-maker.h"

#include <math.h>

/* The number of counters with which a count is wrong by at most epsilon of all calls. */
static guint
counters_of (const CyanStudy *study)
{
  return (guint) ceil (1 / study->hot.epsilon);
}

/* ---- DCT, CCT ---- */

static void
call_tree_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_call_tree_init (&self->calls, CYAN_CALL_TREE_DYNAMIC);
}

static void
context_tree_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_call_tree_init (&self->calls, CYAN_CALL_TREE_CONTEXTS);
}

static void
call_tree_clear (CyanStreamStructure *self)
{
  cyan_call_tree_clear (&self->calls);
}

/* ---- CCU ---- */

static void
uptree_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_uptree_init (&self->uptree, 0);
}

static void
uptree_finish (CyanStreamStructure *self, const CyanStudy *study)
{
  cyan_uptree_finish (&self->uptree);
}

static guint64
uptree_memory (const CyanStreamStructure *self)
{
  return cyan_uptree_memory (&self->uptree);
}

static void
uptree_clear (CyanStreamStructure *self)
{
  cyan_uptree_clear (&self->uptree);
}

/* ---- ACCT ---- */

static void
sampled_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_sampled_tree_init (&self->sampled, (guint64) parameter);
}

static void
sampled_clear (CyanStreamStructure *self)
{
  cyan_sampled_tree_clear (&self->sampled);
}

/* ---- HCCT ---- */

static void
saving_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_space_saving_init (&self->saving, counters_of (study));
}

static void
saving_finish (CyanStreamStructure *self, const CyanStudy *study)
{
  cyan_space_saving_finish (&self->saving, study->limit);
}

static guint64
saving_memory (const CyanStreamStructure *self)
{
  return self->saving.most_memory;
}

static void
saving_clear (CyanStreamStructure *self)
{
  cyan_space_saving_clear (&self->saving);
}

static void
lossy_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_lossy_counting_init (&self->lossy, counters_of (study));
}

static void
lossy_finish (CyanStreamStructure *self, const CyanStudy *study)
{
  cyan_lossy_counting_finish (&self->lossy, study->limit);
}

static guint64
lossy_memory (const CyanStreamStructure *self)
{
  return self->lossy.most_memory;
}

static void
lossy_clear (CyanStreamStructure *self)
{
  cyan_lossy_counting_clear (&self->lossy);
}

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

static const CyanCallTaker hot_taker = { hot_enter, hot_leave };

static void
hot_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  guint64 max_nodes = 2 * study->n_calls + 1000;

  cyan_trie_init (&self->tree, TRUE);
  self->hot.hot = cyan_hot_tree_new (study->hot.epsilon, 1, (guint) MIN (max_nodes, G_MAXINT32));
  self->hot.budget = cyan_budget_new (G_MAXINT64);
  cyan_hot_tree_set_budget (self->hot.hot, self->hot.budget);
  self->hot.rest = NULL;
}

static void
hot_finish (CyanStreamStructure *self, const CyanStudy *study)
{
  const CyanHotTree *hot = self->hot.hot;
  CyanTrie *tree = &self->tree;

  cyan_hot_tree_finish (self->hot.hot, study->hot.phi);
  self->hot.rest = g_new (double, cyan_hot_tree_n_nodes (hot));
  self->hot.rest[0] = cyan_hot_tree_rest (hot, 0, 0);
  for (CyanNode i = 1; i < cyan_hot_tree_n_nodes (hot); i++)
    {
      CyanHotNode node = cyan_hot_tree_node (hot, i);
      guint32 to = cyan_trie_append (tree, node.parent, node.function);

      tree->count[to] = (guint64) cyan_hot_tree_seen (hot, 0, i);
      self->hot.rest[to] = cyan_hot_tree_rest (hot, 0, i);
    }
}

static guint64
hot_memory (const CyanStreamStructure *self)
{
  return cyan_budget_peak (self->hot.budget);
}

static void
hot_clear (CyanStreamStructure *self)
{
  cyan_trie_clear (&self->tree);
  cyan_hot_tree_free (self->hot.hot);
  cyan_budget_unref (self->hot.budget);
  g_free (self->hot.rest);
}

/* ---- k-SF ---- */

static void
slabs_init (CyanStreamStructure *self, const CyanStudy *study, double parameter)
{
  cyan_slab_forest_init (&self->slabs, (guint) parameter);
}

static void
slabs_clear (CyanStreamStructure *self)
{
  cyan_slab_forest_clear (&self->slabs);
}

const CyanStreamMaker *
cyan_stream_maker (CyanStudyKind kind)
{
  static const CyanStreamMaker makers[] = {
    [CYAN_STUDY_CALL_TREE] = { &cyan_call_tree_taker, call_tree_init, NULL, NULL, call_tree_clear },
    [CYAN_STUDY_CONTEXT_TREE] = { &cyan_call_tree_taker, context_tree_init, NULL, NULL,
                                  call_tree_clear },
    [CYAN_STUDY_UPTREE] = { &cyan_uptree_taker, uptree_init, uptree_finish, uptree_memory,
                            uptree_clear },
    [CYAN_STUDY_SAMPLED] = { &cyan_sampled_tree_taker, sampled_init, NULL, NULL, sampled_clear },
    [CYAN_STUDY_SPACE_SAVING] = { &cyan_space_saving_taker, saving_init, saving_finish,
                                  saving_memory, saving_clear },
    [CYAN_STUDY_LOSSY_COUNTING] = { &cyan_lossy_counting_taker, lossy_init, lossy_finish,
                                    lossy_memory, lossy_clear },
    [CYAN_STUDY_HOT_TREE] = { &hot_taker, hot_init, hot_finish, hot_memory, hot_clear },
    [CYAN_STUDY_SLABS] = { &cyan_slab_forest_taker, slabs_init, NULL, NULL, slabs_clear },
  };

  return makers[kind].taker != NULL ? &makers[kind] : NULL;
}
