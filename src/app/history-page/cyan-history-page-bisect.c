/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the revision at which a benchmark changed: from the history to its page, and back. */
#include "cyan-history-page-parts.h"

#include "cyan-bisect-dialog.h"
#include "cyan-i18n.h"
#include "cyan-host.h"
#include "cyan-widgets.h"

gboolean
cyan_history_page_has_bisection (CyanHistoryPage *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "bisect") == 0;
}

gboolean
cyan_history_page_can_bisect (CyanHistoryPage *self)
{
  guint before, after;

  return cyan_history_page_has_picture (self) && self->history->function == NULL
         && cyan_history_sides (self->history, &before, &after) && after - before > 1;
}

gboolean
cyan_history_page_leave_bisection (CyanHistoryPage *self)
{
  /* The store has more runs now. */
  return cyan_history_page_has_bisection (self) && cyan_history_page_reload (self);
}

/* ---- running ---- */

static void
on_state (const CyanBisection *state, gpointer data)
{
  cyan_bisect_page_set_state (CYAN_HISTORY_PAGE (data)->bisect, state);
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  cyan_bisect_page_set_activity (CYAN_HISTORY_PAGE (data)->bisect, what);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanHistoryPage) self = cyan_host_end (data, result);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanBisection) state = cyan_bisector_finish (result, &error);

  if (self == NULL)
    return;
  if (state == NULL)
    cyan_host_fail (self, _ ("Cannot Find the Revision"), error);
  else
    cyan_bisect_page_set_state (self->bisect, state);
  g_signal_emit_by_name (self, "changed");
}

static void
on_find (CyanHistoryPage *self, const CyanBisectorRequest *request)
{
  CyanTaskCaller caller = cyan_host_begin (self, FALSE, on_found);

  caller.progress = on_progress;
  caller.progress_data = self;
  cyan_bisect_page_set_state (self->bisect, NULL);
  gtk_stack_set_visible_child_name (self->stack, "bisect");
  cyan_bisector_async (request, on_state, &caller);
  g_signal_emit_by_name (self, "changed");
}

void
cyan_history_page_ask_bisect (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanHistoryPage *self = page;
  const CyanEvolution *evolution = self->history->evolution;
  guint line = self->history->line, before, after;
  CyanBisectorRequest request = { 0 };
  CyanBisectDialog *dialog;

  if (!cyan_history_sides (self->history, &before, &after))
    return;
  request.store = (char *) cyan_history_store_location (self->store);
  request.benchmark = (char *) cyan_history_line_name (self->history, line);
  request.metric = cyan_history_series (self->history, line, after)->metric;
  request.good = evolution->columns[before].oid;
  request.bad = evolution->columns[after].oid;
  dialog = cyan_bisect_dialog_new (GTK_WINDOW (gtk_widget_get_root (page)), &request);
  cyan_connect (dialog, "find", on_find, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- what was found ---- */

static void
on_open (CyanHistoryPage *self, const char *before, const char *after, gboolean commits)
{
  const char *const sides[] = { before, after };

  cyan_history_page_find (self, cyan_history_line_name (self->history, self->history->line), sides,
                          commits);
}

void
cyan_history_page_install_bisect (CyanHistoryPage *self)
{
  cyan_connect (self->bisect, "open", on_open, self);
}
