/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples of stacks in a Perfetto trace: those of traced_perf, heapprofd and Chrome.
 * perfetto/protos/perfetto/trace/profiling/profile_packet.proto */
#pragma once

#include "cyan-perfetto.h"

#define CYAN_PERFETTO_METRICS 10

typedef struct
{
  CyanPerfetto *trace; /* borrowed */
  GArray *values;      /* by node of the tree: CYAN_PERFETTO_METRICS of double */
  gboolean has[CYAN_PERFETTO_METRICS];
  gboolean has_cut_heaps;
  guint64 n_skipped, n_lost;

  CyanPerfettoSequence *sequence; /* borrowed: of the packet that is read */
} CyanPerfettoSamples;

/* They live as long as @scratch and @trace. */
void
cyan_perfetto_samples_init (CyanPerfettoSamples *self, CyanScratch *scratch, CyanPerfetto *trace);

/* Each reads the message in a field of a packet of the sequence. */
void cyan_perfetto_read_defaults (CyanPerfettoSamples *self, const CyanProtobuf *outer);
gboolean
cyan_perfetto_read_perf (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error);
gboolean
cyan_perfetto_read_streaming (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error);
gboolean
cyan_perfetto_read_profile (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error);

/* Whether there are any. */
gboolean cyan_perfetto_samples_exist (const CyanPerfettoSamples *self);
/* Adds them to the builder, with notes. */
gboolean cyan_perfetto_samples_build (CyanPerfettoSamples *self, GError **error);
