/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the counts of chunks to a sink. */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-folded.h"

typedef struct
{
  CyanCallSink *sink; /* borrowed */
  guint metric;
  GArray *open; /* of guint32: the functions that are open in the sink */
  GArray *path; /* of guint32: those of a sample */
  GArray *sums; /* of double: the counts of each node of a chunk */
} CyanFoldedSamples;

void cyan_folded_samples_init (CyanFoldedSamples *self, CyanCallSink *sink, guint metric);
void cyan_folded_samples_clear (CyanFoldedSamples *self);

/* Adds all counts of @chunk, whose nodes have these @functions.  Sets *@line if it fails.  Without an
 * error @poll has said stop. */
gboolean cyan_folded_samples_add (CyanFoldedSamples *self,
                                  const CyanFoldedChunk *chunk,
                                  const guint32 *functions,
                                  CyanFoldedPoll poll,
                                  gpointer data,
                                  guint32 *line,
                                  GError **error);
