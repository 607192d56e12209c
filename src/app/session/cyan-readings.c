/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be read for a node. */
#include "cyan-readings.h"

/* Callers that are looked at: stacks can be a million frames deep. */
#define MAX_CALLERS 1024
/* Callers among the readings: a new one, and the modified one that calls it. */
#define MAX_CHANGED_CALLERS 2

typedef struct
{
  const CyanComparison *comparison;
  const CyanSourceSnapshot *known;
  const CyanCauses *causes;
  CyanNode node;
} Question;

gboolean
cyan_readings_changed (const CyanSourceSnapshot *known, guint32 pair)
{
  return (known->changes != NULL && known->changes[pair] == CYAN_CHANGE_MODIFIED)
         || (known->presence != NULL
             && (known->presence[pair] == CYAN_PRESENCE_BEFORE_ONLY
                 || known->presence[pair] == CYAN_PRESENCE_AFTER_ONLY));
}

const CyanInlined *
cyan_readings_inlined (const CyanComparison *comparison,
                       const CyanSourceSnapshot *known,
                       guint32 source)
{
  guint32 n = comparison->compared.pairs->n;

  return source >= n && known->inlined != NULL && source - n < known->inlined->len
             ? g_ptr_array_index (known->inlined, source - n)
             : NULL;
}

static void
add (CyanReadings *self, CyanReadingRole role, guint32 source)
{
  for (guint i = 0; i < self->n; i++)
    if (self->at[i].source == source)
      return;
  if (self->n < CYAN_READINGS_MAX)
    self->at[self->n++] = (CyanReading){ role, source };
}

static void
add_inlined (CyanReadings *self, const Question *question)
{
  const GPtrArray *inlined = question->known->inlined;

  for (guint i = 0; inlined != NULL && i < inlined->len; i++)
    if (((const CyanInlined *) g_ptr_array_index (inlined, i))->pair == self->at[0].source)
      {
        add (self, CYAN_READING_INLINED, question->comparison->compared.pairs->n + i);
        return;
      }
}

/* The nearest changed callers, and those above them as long as they are new or gone. */
static void
add_callers (CyanReadings *self, const Question *question)
{
  const CyanCompared *compared = &question->comparison->compared;
  CyanNode node = question->node;
  guint n = 0;

  for (guint i = 0; i < MAX_CALLERS && n < MAX_CHANGED_CALLERS && node != CYAN_NODE_ROOT; i++)
    {
      guint32 pair;

      node = compared->tree->parent[node];
      pair = compared->pairs->of_node[node];
      if (node == CYAN_NODE_ROOT || !cyan_readings_changed (question->known, pair))
        continue;
      add (self, CYAN_READING_CALLER, pair);
      n++;
      if (question->known->changes != NULL
          && question->known->changes[pair] == CYAN_CHANGE_MODIFIED)
        break;
    }
}

/* The function below the node that explains most. */
static void
add_callee (CyanReadings *self, const Question *question)
{
  const CyanCompared *compared = &question->comparison->compared;
  const CyanRanking *ranking = question->causes->ranking;

  for (guint i = 0; i < ranking->n; i++)
    {
      const CyanStart *start = &ranking->at[i];

      if (start->node <= question->node || start->node >= compared->tree->end[question->node]
          || start->pair == self->at[0].source
          || !cyan_readings_changed (question->known, start->pair))
        continue;
      add (self, CYAN_READING_CALLEE, start->pair);
      return;
    }
}

/* What the explanation of the node's own change says to read. */
static void
add_explained (CyanReadings *self, const Question *question, const CyanExplanation *explanation)
{
  const CyanMergedTree *tree = question->comparison->compared.tree;
  CyanNode nearest;

  if (explanation->read == G_MAXUINT32
      || !cyan_readings_changed (question->known, explanation->read))
    return;
  nearest = cyan_causes_nearest (question->causes, question->node, explanation->read);
  add (self,
       nearest > question->node && nearest < tree->end[question->node] ? CYAN_READING_CALLEE
                                                                       : CYAN_READING_CALLER,
       explanation->read);
}

static gboolean
total_changed (const CyanComparison *comparison, CyanNode node)
{
  return cyan_comparison_verdict (comparison, node, CYAN_BASIS_SHARE) != CYAN_VERDICT_UNCHANGED
         || cyan_comparison_verdict (comparison, node, CYAN_BASIS_ABSOLUTE)
                != CYAN_VERDICT_UNCHANGED;
}

/* Whether most of the change of @node is that of what it calls. */
static gboolean
changed_below (const CyanComparison *comparison, CyanNode node)
{
  return comparison->compared.same_unit && total_changed (comparison, node)
         && fabs (cyan_compared_self_difference (&comparison->compared, node))
                < fabs (cyan_comparison_change (comparison, node, CYAN_BASIS_ABSOLUTE)) / 2;
}

void
cyan_readings_init (CyanReadings *self,
                    const CyanComparison *comparison,
                    const CyanSourceSnapshot *known,
                    const CyanCauses *causes,
                    CyanNode node)
{
  const Question question = { comparison, known, causes, node };
  const CyanExplanation *explanation;
  guint32 own = comparison->compared.pairs->of_node[node];
  gboolean is_below;

  *self = (CyanReadings){ .n = 1, .at[0] = { CYAN_READING_OWN, own } };
  if (causes == NULL)
    return;
  add_inlined (self, &question);
  explanation = cyan_causes_of (causes, node);
  is_below = explanation == NULL || explanation->reason == CYAN_REASON_MODIFIED_BELOW
             || changed_below (comparison, node);
  if (explanation != NULL && explanation->reason == CYAN_REASON_MODIFIED_BELOW)
    add_explained (self, &question, explanation);
  if (is_below)
    add_callee (self, &question);
  add_callers (self, &question);
  if (explanation != NULL)
    add_explained (self, &question, explanation);
  if (!is_below)
    add_callee (self, &question);
  if (self->n > 1 && !cyan_readings_changed (known, own)
      && (explanation != NULL || self->at[1].role == CYAN_READING_INLINED
          || (self->at[1].role == CYAN_READING_CALLEE && total_changed (comparison, node))))
    self->first = 1;
}
