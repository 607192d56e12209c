/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The page of one comparison: where to start, its views, details and sources.
 *
 *   open (CyanRequest *request)   these are to be compared instead
 *   toast (AdwToast *toast)       this is to be shown
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-exporter.h"
#include "cyan-opened-sources.h"
#include "cyan-page.h"
#include "cyan-request.h"
#include "cyan-session.h"
#include "cyan-session-file.h"

#define CYAN_TYPE_COMPARISON_PAGE (cyan_comparison_page_get_type ())
G_DECLARE_FINAL_TYPE (CyanComparisonPage, cyan_comparison_page, CYAN, COMPARISON_PAGE, GtkWidget)

/* Shows @session, of @request with the sources @opened, and all three are taken.  It shows what the
 * session before did, as far as that can be, unless @afresh. */
void cyan_comparison_page_take (CyanComparisonPage *self,
                                CyanSession *session,
                                CyanRequest *request,
                                CyanOpenedSources *opened,
                                gboolean afresh);

/* Whether a range of times is selected, which the user is still choosing. */
gboolean cyan_comparison_page_selects_times (CyanComparisonPage *self);

/* All of these are owned by the page, and NULL before the first comparison. */
CyanSession *cyan_comparison_page_get_session (CyanComparisonPage *self);
const CyanRequest *cyan_comparison_page_get_request (CyanComparisonPage *self);
CyanOpenedSources *cyan_comparison_page_get_opened (CyanComparisonPage *self);

/* What belongs into the header of the window: the title with the answer, and the controls.  Owned
 * by the page. */
GtkWidget *cyan_comparison_page_get_title (CyanComparisonPage *self);
GtkWidget *cyan_comparison_page_get_controls (CyanComparisonPage *self);
/* "before → after"; owned by the page. */
const char *cyan_comparison_page_get_name (CyanComparisonPage *self);
/* What one would tell a colleague, in up to five lines.  Caller frees. */
char *cyan_comparison_page_get_answer (CyanComparisonPage *self);

/* Gives the focus to the view. */
void cyan_comparison_page_focus (CyanComparisonPage *self);
/* While other profiles are being loaded, nothing can be said of functions. */
void cyan_comparison_page_set_busy (CyanComparisonPage *self, gboolean busy);

/* What an export draws now; the caller owns what is in *@picture. */
void cyan_comparison_page_get_picture (CyanComparisonPage *self,
                                       gboolean view_only,
                                       CyanExportPicture *picture);
/* Whether the picture is a table; and copies its selected rows. */
gboolean cyan_comparison_page_is_table (CyanComparisonPage *self);
void cyan_comparison_page_copy_rows (CyanComparisonPage *self);

/* What the page shows as a session file, which the caller unrefs; and shows what @file says. */
CyanSessionFile *cyan_comparison_page_save (CyanComparisonPage *self);
void cyan_comparison_page_restore (CyanComparisonPage *self, const CyanSessionFile *file);

/* Heights and widths are as long as those of @other, another comparison. */
void cyan_comparison_page_take_scale (CyanComparisonPage *self, CyanComparisonPage *other);
/* The menu of comparisons with whose scale this one can be drawn. */
GMenu *cyan_comparison_page_scale_menu (CyanComparisonPage *self);
