/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fields of a sample, of which its event says which there are. */
#pragma once

#include "cyan-perf-file.h"

/* What is not recorded is 0, a process, a thread and a processor -1. */
typedef struct
{
  guint64 ip, time, period;
  gint32 process, thread, cpu;
  CyanPerfBytes counters; /* as cyan_perf_sample_counter() takes them */
  guint64 n_counters;
  gboolean has_chain;
  CyanPerfBytes chain;    /* addresses of 8 bytes, the leaf first */
  CyanPerfBytes branches; /* of 24 bytes each: from where, to where, flags */
} CyanPerfSample;

/* FALSE if @body is too short. */
gboolean
cyan_perf_sample_take (const CyanPerfEvent *event, CyanPerfBytes body, CyanPerfSample *sample);

/* Takes the next counter that was read with a sample: the number of its event and its value. */
void cyan_perf_sample_counter (const CyanPerfEvent *event,
                               CyanPerfSample *sample,
                               guint64 *id,
                               guint64 *value);

/* The event of a record whose type is @type; NULL if the file does not have it. */
const CyanPerfEvent *
cyan_perf_sample_event (const CyanPerfFile *file, guint32 type, CyanPerfBytes body);

/* The time of such a record in nanoseconds; 0: it has none. */
guint64 cyan_perf_sample_time (const CyanPerfEvent *event, guint32 type, CyanPerfBytes body);

/* Whether the user's part of the stacks is in the branches, as the processor records calls. */
gboolean cyan_perf_sample_has_calls (const CyanPerfEvent *event);
