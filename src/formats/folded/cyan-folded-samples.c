/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-folded-samples.h"

#include "cyan-tick.h"

/* The sum of a node without counts. */
#define NO_COUNT -1.0

void
cyan_folded_samples_init (CyanFoldedSamples *self, CyanCallSink *sink, guint metric)
{
  self->sink = sink;
  self->metric = metric;
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->path = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->sums = g_array_new (FALSE, FALSE, sizeof (double));
}

void
cyan_folded_samples_clear (CyanFoldedSamples *self)
{
  g_array_unref (self->open);
  g_array_unref (self->path);
  g_array_unref (self->sums);
}

static gboolean
add_sample (CyanFoldedSamples *self,
            const CyanFoldedChunk *chunk,
            const guint32 *functions,
            guint32 node,
            double value,
            GError **error)
{
  const CyanFoldedNode *nodes = (const CyanFoldedNode *) chunk->nodes->data;
  guint32 *path;
  guint n = 0;

  for (guint32 i = node; i != 0; i = nodes[i].parent)
    n++;
  g_array_set_size (self->path, n);
  path = (guint32 *) (gpointer) self->path->data;
  for (guint32 i = node, at = n; i != 0; i = nodes[i].parent)
    path[--at] = functions[i];
  return cyan_call_sink_sample (self->sink, self->open, path, n, self->metric, value, error);
}

static guint32
line_of (const CyanFoldedChunk *chunk, guint32 node)
{
  guint i = 0;

  while (g_array_index (chunk->counts, CyanFoldedCount, i).node != node)
    i++;
  return g_array_index (chunk->counts, CyanFoldedCount, i).line;
}

gboolean
cyan_folded_samples_add (CyanFoldedSamples *self,
                         const CyanFoldedChunk *chunk,
                         const guint32 *functions,
                         CyanFoldedPoll poll,
                         gpointer data,
                         guint32 *line,
                         GError **error)
{
  guint n = chunk->nodes->len;
  double *sums;

  /* The counts of a context are one sample: finding it takes longer than adding up.  Those below 0 are
   * no part of it, so that the sink sees them. */
  g_array_set_size (self->sums, n);
  sums = (double *) (gpointer) self->sums->data;
  for (guint32 node = 0; node < n; node++)
    sums[node] = NO_COUNT;
  for (guint i = 0; i < chunk->counts->len; i++)
    {
      const CyanFoldedCount *count = &g_array_index (chunk->counts, CyanFoldedCount, i);

      if (count->value >= 0)
        sums[count->node] = MAX (sums[count->node], 0) + count->value;
      else if (!add_sample (self, chunk, functions, count->node, count->value, error))
        {
          *line = count->line;
          return FALSE;
        }
    }
  /* In the order of first use, and so in that of the lines. */
  for (guint32 node = 0; node < n; node++)
    {
      if (sums[node] >= 0 && !add_sample (self, chunk, functions, node, sums[node], error))
        {
          *line = line_of (chunk, node);
          return FALSE;
        }
      if (node % CYAN_TICK_STRIDE == 0 && !poll (data))
        return FALSE;
    }
  return TRUE;
}
