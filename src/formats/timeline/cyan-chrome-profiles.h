/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The CPU profiles in Chrome's traces: samples of V8 in "Profile" and "ProfileChunk" events, or,
 * before Chrome 68, in one "CpuProfile" event each.
 *
 * A profile, which is one of a thread, is known by its process and "id".  Its chunks may be in any
 * order.  Chunks without a "Profile" event are those of a recording before this one.
 */
#pragma once

#include "cyan-trace-event.h"

typedef struct _CyanChromeProfiles CyanChromeProfiles;

CyanChromeProfiles *cyan_chrome_profiles_new (CyanProfileBuilder *builder, CyanJsonWalk *walk);
void cyan_chrome_profiles_free (CyanChromeProfiles *self);

/* Takes the event if it is one of these. */
gboolean cyan_chrome_profiles_take (CyanChromeProfiles *self, CyanTraceEvent *event);

/* Number of samples so far. */
guint64 cyan_chrome_profiles_n_samples (const CyanChromeProfiles *self);

/* Adds all profiles to the builder and sets the number of threads. */
gboolean cyan_chrome_profiles_build (CyanChromeProfiles *self, CyanV8Sums *sums, GError **error);
