/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All revisions of a benchmark: the mean of each, and how many rows changed against its base.
 *
 * It is computed when the view is first seen, which may take long.  Selecting a row selects that
 * revision; activating it, or its name, opens its similarity.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-history-store.h"

G_BEGIN_DECLS

#define CYAN_TYPE_REVISIONS_VIEW (cyan_revisions_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanRevisionsView, cyan_revisions_view, CYAN, REVISIONS_VIEW, GtkWidget)

/* Both NULL empty the view. */
void cyan_revisions_view_set_history (CyanRevisionsView *self,
                                      CyanHistory *history,
                                      CyanHistoryStore *store);

/* Stops computing; FALSE if nothing is being computed. */
gboolean cyan_revisions_view_cancel (CyanRevisionsView *self);

G_END_DECLS
