/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces of a timeline: the times that calls spend themselves, and the calls. */
#include "cyan-timeline.h"

/* Until the end, the origin of a piece is the number of its thread; see cyan_timeline_set_origins().
 * A thread has two numbers in the sink. */
static CyanPieceRow
piece_of (const CyanTimeline *self, guint number, guint32 metric, double value)
{
  return (CyanPieceRow){
    .node = cyan_call_sink_node (self->sink, number),
    .origin = number / 2,
    .metric = metric,
    .value = value,
  };
}

static void
add (CyanTimeline *self, CyanPieceRow piece, gint64 begin, gint64 end)
{
  piece.begin = begin;
  piece.end = end;
  cyan_pieces_add (self->pieces, &piece);
}

void
cyan_timeline_spend (CyanTimeline *self, guint number, gint64 begin, gint64 end)
{
  if (!self->counts && end > begin)
    add (self, piece_of (self, number, self->metric, (double) (end - begin)), begin, end);
}

void
cyan_timeline_called (CyanTimeline *self, guint number, gint64 begin, gint64 end)
{
  const CyanPieceRow piece = piece_of (self, number, CYAN_PIECES_CALLS, 1);

  if (!self->counts)
    {
      add (self, piece, begin, end);
      return;
    }
  cyan_pieces_add_timeless (self->pieces, piece.node, piece.origin, CYAN_PIECES_CALLS, 1);
  cyan_pieces_add_timeless (self->pieces, piece.node, piece.origin, self->metric, 1);
}

void
cyan_timeline_set_origins (CyanTimeline *self, CyanTimelineOrigin origin_of, gpointer data)
{
  guint n = self->threads->len;
  g_autofree guint32 *origins = g_new0 (guint32, n + 1);

  for (guint i = 0; i < n && origin_of != NULL; i++)
    origins[i] = origin_of (cyan_timeline_get_thread (self, i)->key, data);
  cyan_pieces_renumber (self->pieces, 0, NULL, origins, NULL, NULL);
}
