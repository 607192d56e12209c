/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Says what could not be done, and offers what may help.
 *
 *   open-hot ()   the same is to be opened with only the contexts that matter
 */
#pragma once

#include <adwaita.h>

#define CYAN_TYPE_ERROR_PAGE (cyan_error_page_get_type ())
G_DECLARE_FINAL_TYPE (CyanErrorPage, cyan_error_page, CYAN, ERROR_PAGE, GtkWidget)

struct _CyanErrorPage
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  AdwStatusPage *status;
  GtkWidget *log_scroller;
  GtkTextView *log_view;
  GtkWidget *try_button;
  GtkWidget *limit_box;
  GtkWidget *hot_button;
};

/* @title says what could not be done; @log is what other programs printed, or NULL.
 * @has_request: it was to be opened; @tried: two revisions were to be compared. */
void cyan_error_page_show (CyanErrorPage *self,
                           const char *title,
                           const GError *error,
                           const char *log,
                           gboolean has_request,
                           gboolean tried);
