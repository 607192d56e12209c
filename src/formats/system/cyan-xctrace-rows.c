/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of an export of xctrace: samples. */
#include "cyan-xctrace.h"

/* The first row says what the weights are. */
static void
add_metric (CyanXctrace *self, CyanXctraceKind weighed)
{
  self->metric = weighed;
  if (weighed == CYAN_XCTRACE_TIME)
    cyan_profile_builder_metric (self->builder, NULL, "ns");
  else if (weighed == CYAN_XCTRACE_CYCLES)
    cyan_profile_builder_metric (self->builder, "cycles", "count");
  else
    cyan_profile_builder_metric (self->builder, NULL, "samples");
}

/* The node of the stack of @row.  Rows may refer to one backtrace many times. */
static CyanNode
node_of (CyanXctrace *self, const CyanXctraceThing *row, GError **error)
{
  gint64 key = (gint64) ((guint64) row->name << 32 | row->first_frame);
  CyanNode node = GPOINTER_TO_UINT (g_hash_table_lookup (self->nodes, &key));
  guint32 line = 0;

  if (row->n_frames > 0 && node != CYAN_NODE_ROOT)
    return node;
  node = CYAN_NODE_ROOT;
  if (row->name != CYAN_STR_EMPTY)
    node = cyan_profile_builder_child (self->builder, node,
                                       cyan_profile_builder_function (self->builder, row->name,
                                                                      CYAN_STR_EMPTY,
                                                                      CYAN_STR_EMPTY, 0, 0),
                                       0, error);
  for (guint i = row->n_frames; i-- > 0 && node != CYAN_NODE_NONE;)
    {
      const CyanXctraceFrame *frame =
          &g_array_index (self->frames, CyanXctraceFrame, row->first_frame + i);

      node = cyan_profile_builder_child (self->builder, node, frame->function, line, error);
      line = frame->line;
    }
  if (row->n_frames > 0 && node != CYAN_NODE_NONE)
    {
      g_hash_table_insert (self->nodes, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (node));
      cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
    }
  return node;
}

gboolean
cyan_xctrace_add_row (CyanXctrace *self, const CyanXctraceThing *row, GError **error)
{
  double weight = row->weighed == CYAN_XCTRACE_OTHER ? 1 : row->weight;
  CyanNode node;

  if (!row->has_backtrace)
    {
      self->n_empty++;
      return TRUE;
    }
  if (self->metric == CYAN_XCTRACE_ROW)
    add_metric (self, row->weighed);
  if (row->weighed != self->metric)
    {
      self->n_other++;
      return TRUE;
    }
  node = node_of (self, row, error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, node, weight);
  self->sum += weight;
  self->sum_of_squares += weight * weight;
  self->n_samples++;
  return TRUE;
}
