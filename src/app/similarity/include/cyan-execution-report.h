/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What happened in each run of a revision: the paper's execution report, for the details.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-spectrum-overview.h"

/* Appends a line for each run of @revision, which opens to its exit code, its seconds, the contexts
 * with the largest values, and the end of its log. */
void cyan_execution_report_append (GtkBox *box,
                                   const CyanSpectrumOverview *overview,
                                   const CyanSpectrumRevision *revision);
