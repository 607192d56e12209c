/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the text of a comparison and its rows have in common.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-rows.h"

/* The path that is asked for, from the topmost node.  Free with cyan_hot_path_free(). */
CyanHotPath *cyan_report_hot_path_new (const CyanReportOptions *options);
/* Whether its direction can be told: it was asked for, or is known. */
gboolean cyan_report_tells_direction (const CyanReportOptions *options);
/* "slower" or "faster" */
const char *cyan_report_direction_word (CyanDirection direction);

/* Writes what a text says besides the nodes: "counts", "edits", "hot_path" and where to start. */
void cyan_report_put_story (CyanRows *rows, const CyanReportOptions *options);
