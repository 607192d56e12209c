/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the reports of an overview say of a revision and of a run.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-spectrum.h"

/* "measured", ... by CyanCell. */
const char *cyan_report_overview_cell (const CyanSpectrumRevision *revision);
guint cyan_report_overview_n_failed (const CyanSpectrumRevision *revision);
/* FALSE with fewer than two runs on a side: which rows changed is not known then. */
gboolean cyan_report_overview_is_tested (const CyanSpectrumRevision *revision);
/* Its mean against that of its base: "+7.8 %"; "" without one.  Caller frees. */
char *cyan_report_overview_change (const CyanSpectrumOverview *self,
                                   const CyanSpectrumRevision *revision);
/* "ok", or "failed, exit code 2". */
const char *cyan_report_overview_end (CyanProse *prose, const CyanSpectrumRun *run);
