/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding the revision at which a benchmark changed: from the history to its page, and back. */
#include "cyan-bisect-dialog.h"
#include "cyan-window-private.h"

#include <string.h>

gboolean
cyan_window_can_bisect (CyanWindow *self)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  guint before, after;

  return cyan_window_is_on_history (self) && cyan_window_has_chart (self)
         && history->function == NULL && cyan_history_sides (history, &before, &after)
         && after - before > 1;
}

/* ---- running ---- */

static void
on_state (const CyanBisection *state, gpointer data)
{
  cyan_bisect_page_set_state (CYAN_WINDOW (data)->bisect, state);
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  cyan_bisect_page_set_activity (CYAN_WINDOW (data)->bisect, what);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanBisection) state = cyan_bisector_finish (result, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, NULL);

  if (self == NULL)
    return;
  cyan_bisect_page_set_state (self->bisect, state);
  cyan_window_show_page (self, "bisect");
}

static void
on_find (CyanWindow *self, const CyanBisectorRequest *request)
{
  CyanTaskCaller caller;

  cyan_window_forget_opening (self);
  caller = cyan_window_begin_load (self, CYAN_LOAD_BISECT, on_found);
  cyan_bisect_page_set_state (self->bisect, NULL);
  cyan_window_show_page (self, "bisect");
  /* Its page is the progress. */
  caller.progress = on_progress;
  caller.progress_data = self;
  cyan_bisector_async (request, on_state, &caller);
}

void
cyan_window_ask_bisect (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  CyanHistory *history = cyan_history_page_get_history (self->history);
  const CyanEvolution *evolution = history->evolution;
  guint line = history->line;
  CyanBisectorRequest request = { 0 };
  CyanBisectDialog *dialog;
  guint before, after;

  if (!cyan_window_can_bisect (self) || !cyan_history_sides (history, &before, &after))
    return;
  request.store = (char *) cyan_history_store_location (self->store);
  request.benchmark = (char *) cyan_history_line_name (history, line);
  request.metric = cyan_history_series (history, line, after)->metric;
  request.good = evolution->columns[before].oid;
  request.bad = evolution->columns[after].oid;
  dialog = cyan_bisect_dialog_new (GTK_WINDOW (self), &request);
  g_signal_connect_object (dialog, "find", G_CALLBACK (on_find), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- to the history, which has more runs now ---- */

void
cyan_window_open_found (CyanWindow *self)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  guint columns[2];

  if (self->found_sides[0] == NULL)
    return;
  for (guint side = 0; side < 2; side++)
    {
      columns[side] = cyan_history_find_column (history, self->found_sides[side]);
      g_clear_pointer (&self->found_sides[side], g_free);
    }
  cyan_history_select_benchmark (history, self->found_benchmark);
  if (columns[0] == CYAN_HISTORY_NONE || columns[1] == CYAN_HISTORY_NONE)
    return;
  cyan_history_select (history, columns[1]);
  cyan_history_select_second (history, columns[0]);
  if (self->found_commits)
    g_object_set (history, "commits", TRUE, NULL);
  else
    g_signal_emit_by_name (self->history, "compare", columns[0], columns[1]);
}

static void
on_open (CyanWindow *self, const char *before, const char *after, gboolean commits)
{
  CyanHistory *history = cyan_history_page_get_history (self->history);
  guint line = history->line;
  const char *const sides[] = { before, after };

  for (guint side = 0; side < 2; side++)
    {
      g_free (self->found_sides[side]);
      self->found_sides[side] = g_strdup (sides[side]);
    }
  g_free (self->found_benchmark);
  self->found_benchmark = g_strdup (cyan_history_line_name (history, line));
  self->found_commits = commits;
  cyan_window_reload_history (self);
}

void
cyan_window_install_bisect (CyanWindow *self)
{
  g_signal_connect_swapped (self->bisect, "open", G_CALLBACK (on_open), self);
}
