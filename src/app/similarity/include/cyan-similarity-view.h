/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The similarity of the selected revision with its base: a table, and what is to be known of it.
 *
 * Its runs are read when the view is seen.  Properties "changed-only", "by-function" and
 * "paper-rank" are switches.
 *
 * Signal: open (CyanRequest *request, guint node), a blueprint of the two revisions is wanted at
 * that node.
 */
#pragma once

#include "cyan-history-pane.h"
#include "cyan-theme.h"

#define CYAN_TYPE_SIMILARITY_VIEW (cyan_similarity_view_get_type ())
G_DECLARE_FINAL_TYPE (
    CyanSimilarityView, cyan_similarity_view, CYAN, SIMILARITY_VIEW, CyanHistoryPane)
