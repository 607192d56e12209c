/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The revisions that are likely to be slower by what they changed in the sources: a row each, why
 * the selected one is among them, and how well the models predict what was measured.
 *
 * They are predicted when the view is first shown, in a thread; another model or threshold needs no
 * other reading.  Actions are those of the history page.
 */
#pragma once

#include "cyan-history-pane.h"

#define CYAN_TYPE_RISK_VIEW (cyan_risk_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanRiskView, cyan_risk_view, CYAN, RISK_VIEW, CyanHistoryPane)
