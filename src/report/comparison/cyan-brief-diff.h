/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What changed in a function, in few bytes.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-report-comparison.h"

/* The changed hunks of the function of @pair, as a text that the caller frees; NULL: its sources are
 * not known, or equal.  @find may be NULL. */
char *cyan_brief_diff (CyanReportTextsFunc find, gpointer data, guint32 pair);
