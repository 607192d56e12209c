/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function calls which, for the names of unmatched nodes. */
#include "cyan-edits-private.h"

struct _CyanEditsCalls
{
  const CyanCompared *compared;
  CyanPairTable of[2]; /* by side, by labels of caller and callee */
};

/* By label: whether an unmatched node has it.  Free with g_free(). */
static guint8 *
mark_unmatched (const CyanCompared *compared)
{
  guint8 *marks = g_new0 (guint8, cyan_strings_count (compared->side[0].profile->strings));

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (!cyan_compared_is_pair (compared, i))
      marks[cyan_compared_label (compared, cyan_compared_side (compared, i), i)] = TRUE;
  return marks;
}

static CyanStr
own_label (const CyanComparedSide *side, CyanNode node)
{
  return side->label[side->profile->function[node]];
}

CyanEditsCalls *
cyan_edits_calls_new (const CyanEditsShape *shape)
{
  CyanEditsCalls *self = g_new0 (CyanEditsCalls, 1);
  g_autofree guint8 *marks = mark_unmatched (shape->compared);

  self->compared = shape->compared;
  for (guint s = 0; s < 2; s++)
    {
      const CyanComparedSide *side = &self->compared->side[s];

      cyan_pair_table_init (&self->of[s]);
      for (CyanNode i = 1; i < side->profile->n_nodes; i++)
        if (marks[own_label (side, i)])
          cyan_pair_table_at (&self->of[s], own_label (side, side->profile->parent[i]),
                              own_label (side, i))
              ->n = 1;
    }
  return self;
}

void
cyan_edits_calls_free (CyanEditsCalls *self)
{
  for (guint side = 0; side < 2; side++)
    cyan_pair_table_clear (&self->of[side]);
  g_free (self);
}

gboolean
cyan_edits_calls_have (const CyanEditsCalls *self, CyanNode node)
{
  const CyanCompared *compared = self->compared;
  guint side = cyan_compared_side (compared, node);
  const CyanComparedSide *own = &compared->side[side];
  CyanStr label = cyan_compared_label (compared, side, node);
  CyanNode parent = own->profile->parent[cyan_compared_node (compared, side, node)];
  CyanStr caller = own_label (own, parent);
  CyanNode up = compared->tree->parent[node];

  /* The caller may be renamed. */
  while (!cyan_compared_is_pair (compared, up) && cyan_compared_side (compared, up) != side)
    up = compared->tree->parent[up];
  if (cyan_compared_is_pair (compared, up))
    caller = cyan_compared_label (compared, 1 - side, up);
  return cyan_pair_table_n (&self->of[1 - side], caller, label) > 0;
}
