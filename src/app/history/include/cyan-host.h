/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A window that does one thing at a time, and shows how far it is and what went wrong.  Its pages
 * ask it to.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-task.h"

#define CYAN_TYPE_HOST (cyan_host_get_type ())
G_DECLARE_INTERFACE (CyanHost, cyan_host, CYAN, HOST, GtkWidget)

struct _CyanHostInterface
{
  GTypeInterface parent;

  /* Ends what was under way; the data of what is returned is a job of CyanJobs. */
  CyanTaskCaller (*begin) (CyanHost *self, gboolean shows_progress, GAsyncReadyCallback done);
  void (*fail) (CyanHost *self, const char *title, const GError *error);
};

/* @page, a widget in such a window, begins something in place of what was under way; @done gets
 * data for cyan_host_end().  Without @shows_progress, the page itself does. */
CyanTaskCaller cyan_host_begin (gpointer page, gboolean shows_progress, GAsyncReadyCallback done);
/* In that function: the page, which the caller unrefs.  NULL if it is gone, or @result is not of
 * the newest thing. */
gpointer cyan_host_end (gpointer data, GAsyncResult *result);
/* Shows @error in place of @page; @title says what could not be done. */
void cyan_host_fail (gpointer page, const char *title, const GError *error);
