/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The "samples" of a trace, whose stacks are in "stackFrames": those of Hermes, and of perf in
 * Chrome's traces.  See "Global samples" and "Stack frames" in the definition of the trace event
 * format.
 *
 * A frame names its parent.  The time between two samples of a thread belongs to the earlier one.
 */
#pragma once

#include "cyan-trace-event.h"

typedef struct _CyanTraceSamples CyanTraceSamples;

CyanTraceSamples *cyan_trace_samples_new (CyanProfileBuilder *builder, CyanTraceEvent *event);
void cyan_trace_samples_free (CyanTraceSamples *self);

/* Read the values of "stackFrames" and "samples". */
gboolean cyan_trace_samples_read_frames (CyanTraceSamples *self, GError **error);
gboolean cyan_trace_samples_read (CyanTraceSamples *self, GError **error);

guint cyan_trace_samples_n (const CyanTraceSamples *self);

/* Adds a metric for the weights if they differ from 1. */
void cyan_trace_samples_add_metric (CyanTraceSamples *self);
/* Adds all samples to the builder and sets the number of threads. */
gboolean cyan_trace_samples_build (CyanTraceSamples *self, CyanV8Sums *sums, GError **error);
