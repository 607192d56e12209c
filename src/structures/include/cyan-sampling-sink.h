/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples of a recording, as a sampling profiler would have taken them: the approximate
 * calling-context tree.
 *
 * At every sample the whole stack is inserted, and its innermost context gets what a sample stands
 * for.  The value of a context is an estimate of its true value v, with a standard error of about
 * sqrt (period v).  Calls are not known.
 */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-profile.h"

/* All 0: no sampling. */
typedef struct
{
  double every; /* units of metric 0 between two samples, above 0 */
  /* Calls of a burst, and calls from one burst to the next, at least as many: samples are taken
   * only in bursts (static bursting; Zhuang, Serrano, Cain and Choi, PLDI 2006).  0: always. */
  guint64 burst, of;
  /* Samples come at random, as in a Poisson process, the same ones for the same seed: no rhythm of
   * the program meets that of the samples.  Otherwise all intervals are equal. */
  gboolean random;
  guint32 seed;
} CyanSampling;

/* A sink for cyan_profile_builder_set_sink().  The profile is CYAN_RECORDING_SAMPLED if any call
 * came; its period is that of one independent sample, which is a whole burst.  Finishing fails with
 * CYAN_ERROR_UNSUPPORTED if there are to be bursts, but the recording has no calls. */
CyanCallSink *cyan_sampling_sink_new (CyanProfileBuilder *builder, const CyanSampling *sampling);
/* Whether any event came. */
gboolean cyan_sampling_sink_is_used (const CyanCallSink *sink);

/* Samples of a tree: the same as of a recording that makes each context once.  Fails like the
 * sink. */
CyanProfile *
cyan_profile_sample (const CyanProfile *profile, const CyanSampling *sampling, GError **error);
