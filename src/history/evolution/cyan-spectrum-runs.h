/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened in each run of a revision. */
#pragma once

#include "cyan-request.h"
#include "cyan-spectrum-overview.h"
#include "cyan-store.h"

/* Whose runs are meant, by their rows' ids. */
typedef struct
{
  gint64 revision, definition, machine;
  gint64 metric; /* of their values; or CYAN_STORE_UNKNOWN */
} CyanSpectrumCell;

/* Sets the runs of @revision from the store. */
gboolean cyan_spectrum_read_runs (CyanStore *store,
                                  const CyanSpectrumCell *cell,
                                  CyanSpectrumRevision *revision,
                                  GError **error);
/* Fills in the largest contexts of these runs: @profiles, of CyanProfile, are those of its
 * successful runs that have one, in their order.  @metric is a name.  Returns whether any of them
 * knows its calls. */
gboolean cyan_spectrum_find_largest (CyanSpectrumRevision *revision,
                                     const GPtrArray *profiles,
                                     const char *metric);
