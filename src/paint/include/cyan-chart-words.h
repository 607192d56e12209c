/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to know of a series at a revision. */
#pragma once

#include "cyan-evolution.h"

/* Maximum characters of a sentence that is drawn. */
#define CYAN_CHART_LINE_MAX 160

/* What there is to know of a series at a column, one fact a line, for a tooltip.  Caller frees. */
char *cyan_chart_tip (const CyanEvolution *evolution, guint series, guint column);
