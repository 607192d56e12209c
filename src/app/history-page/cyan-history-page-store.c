/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens stores, and reads what is to be compared. */
#include "cyan-history-page-parts.h"

#include "cyan-i18n.h"
#include "cyan-host.h"
#include "cyan-widgets.h"

static void
show (CyanHistoryPage *self, CyanHistory *history)
{
  cyan_history_page_set_history (self, history, self->opened);
  g_signal_emit_by_name (self, "shown");
}

/* ---- what is to be compared ---- */

static void
on_request (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanHistoryPage) self = cyan_host_end (data, result);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (CyanRequest) request = cyan_history_request_finish (result, &notes, &error);

  if (self == NULL)
    return;
  if (request == NULL)
    {
      cyan_host_fail (self, _ ("Cannot Compare These Revisions"), error);
      return;
    }
  for (guint i = 0; i < notes->len; i++)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", notes->pdata[i]);
  g_signal_emit_by_name (self, "open", request, CYAN_NODE_NONE);
}

void
cyan_history_page_compare (CyanHistoryPage *self, guint before, guint after)
{
  const guint sides[] = { before, after };
  const CyanTaskCaller caller = cyan_host_begin (self, TRUE, on_request);

  cyan_history_request_async (self->store, self->history, self->history->line, sides, &caller);
}

/* ---- what was found, in the history that has more runs now ---- */

static void
forget_found (CyanHistoryPage *self)
{
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->found_sides[side], g_free);
  g_clear_pointer (&self->found_benchmark, g_free);
}

static void
show_found (CyanHistoryPage *self)
{
  CyanHistory *history = self->history;
  guint columns[2];

  if (self->found_benchmark == NULL)
    return;
  for (guint side = 0; side < 2; side++)
    columns[side] = cyan_history_find_column (history, self->found_sides[side]);
  cyan_history_select_benchmark (history, self->found_benchmark);
  forget_found (self);
  if (columns[0] == CYAN_HISTORY_NONE || columns[1] == CYAN_HISTORY_NONE)
    return;
  cyan_history_select (history, columns[1]);
  cyan_history_select_second (history, columns[0]);
  if (self->found_commits)
    g_object_set (history, "commits", TRUE, NULL);
  else
    cyan_history_page_compare (self, columns[0], columns[1]);
}

void
cyan_history_page_find (CyanHistoryPage *self,
                        const char *benchmark,
                        const char *const sides[2],
                        gboolean commits)
{
  forget_found (self);
  self->found_benchmark = g_strdup (benchmark);
  for (guint side = 0; side < 2; side++)
    self->found_sides[side] = g_strdup (sides[side]);
  self->found_commits = commits;
  cyan_history_page_reload (self);
}

/* ---- reading a store ---- */

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanHistoryPage) self = cyan_host_end (data, result);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanHistory) history = cyan_task_finish (result, &error);

  if (self == NULL)
    return;
  if (history == NULL)
    {
      cyan_host_fail (self, _ ("Cannot Read This Store"), error);
      return;
    }
  if (history->function == NULL)
    g_set_object (&self->benchmarks, history);
  show (self, history);
  show_found (self);
}

/* Reads @project of the store (NULL: the first one), or its values of @function. */
static void
read_store (CyanHistoryPage *self, const char *project, const char *function)
{
  const CyanTaskCaller caller = cyan_host_begin (self, TRUE, on_read);

  cyan_history_read_async (self->opened, project, function, &caller);
}

void
cyan_history_page_open (CyanHistoryPage *self, CyanHistoryStore *store)
{
  g_clear_pointer (&self->opened, cyan_history_store_unref);
  self->opened = store;
  read_store (self, NULL, NULL);
}

gboolean
cyan_history_page_reload (CyanHistoryPage *self)
{
  if (self->opened != NULL)
    cyan_history_page_open (self,
                            cyan_history_store_new (cyan_history_store_location (self->opened)));
  return self->opened != NULL;
}

void
cyan_history_page_read_function (CyanHistoryPage *self, const char *function)
{
  read_store (self, self->benchmarks->evolution->project, function);
}

static void
on_project (CyanHistoryPage *self)
{
  guint selected = gtk_drop_down_get_selected (self->project_list);

  if (!self->is_following && selected != GTK_INVALID_LIST_POSITION)
    read_store (self, self->history->projects[selected], NULL);
}

void
cyan_history_page_close_function (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  show (page, CYAN_HISTORY_PAGE (page)->benchmarks);
}

/* ---- object ---- */

void
cyan_history_page_clear_store (CyanHistoryPage *self)
{
  forget_found (self);
  g_clear_object (&self->benchmarks);
  g_clear_pointer (&self->opened, cyan_history_store_unref);
}

void
cyan_history_page_install_store (CyanHistoryPage *self)
{
  cyan_connect (self->project_list, "notify::selected", on_project, self);
}
