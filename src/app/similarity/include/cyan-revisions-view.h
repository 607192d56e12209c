/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All revisions of a benchmark: the mean of each, and how many rows changed against its base.
 *
 * It is computed when the view is first seen, which may take long.  Selecting a row selects that
 * revision; activating it, or its name, opens its similarity.
 */
#pragma once

#include "cyan-history-pane.h"

#define CYAN_TYPE_REVISIONS_VIEW (cyan_revisions_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanRevisionsView, cyan_revisions_view, CYAN, REVISIONS_VIEW, CyanHistoryPane)
