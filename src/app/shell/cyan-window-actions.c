/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions. */
#include "cyan-window-private.h"

#include <string.h>

#include "cyan-desktop-theme.h"
#include "cyan-open-dialog.h"
#include "cyan-text.h"

/* Of the names of two profiles in a menu. */
#define TITLE_CHARS 60

static void
open_request (CyanWindow *self, const CyanRequest *request, gboolean match_chosen)
{
  cyan_window_open (self, request);
  self->match_chosen = match_chosen;
}

/* The page asks for another comparison. */
static void
on_open (CyanWindow *self, const CyanRequest *request)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);

  open_request (self, request, request->how.method != shown->how.method);
}

void
cyan_window_ask (CyanWindow *self, const CyanRequest *request)
{
  CyanOpenDialog *dialog = cyan_open_dialog_new (GTK_WINDOW (self), request);

  g_signal_connect_object (dialog, "open", G_CALLBACK (open_request), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The request of the visible page: that of the blueprint, or the one that could not be opened. */
static const CyanRequest *
shown_request (CyanWindow *self)
{
  return self->failed != NULL && cyan_window_is_on_page (self, "error")
             ? self->failed
             : cyan_comparison_page_get_request (self->comparison);
}

static void
action_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  cyan_window_ask (self, self->loading != NULL ? self->loading : shown_request (self));
}

static void
action_reload (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  const CyanRequest *request = shown_request (self);

  if ((cyan_window_is_on_page (self, "history")
       || (cyan_window_is_on_page (self, "error") && self->load_kind >= CYAN_LOAD_PAGE))
      && cyan_history_page_reload (self->history))
    return;
  if (request == self->failed && self->opening_path != NULL)
    {
      cyan_window_open_session (self, self->opening_path);
      return;
    }
  open_request (self, request, request == self->failed && self->match_chosen);
}

static void
action_open_alone (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_open_alone (data, g_variant_get_bytestring (parameter));
}

static void
action_toast (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_toast (data, g_variant_get_string (parameter, NULL));
}

static void
action_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  /* Before the first step in a blueprint was the history, and before that the welcome page. */
  if (cyan_window_is_on_page (self, "history"))
    {
      if (!cyan_history_page_go_back (self->history))
        cyan_window_show_page (self, "welcome");
    }
  else if (cyan_session_can_go_back (cyan_window_get_session (self)))
    cyan_session_go_back (cyan_window_get_session (self));
  else
    cyan_window_show_history (self);
}

static void
action_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  if (cyan_window_is_on_page (self, "history"))
    cyan_window_show_page (self, "blueprint");
  else
    cyan_session_go_forward (cyan_window_get_session (self));
}

static void
action_print (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_print (data, NULL);
}

static void
action_fullscreen (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = data;

  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

/* ---- the scale of another window ---- */

static void
action_same_scale (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  GtkWindow *other = gtk_application_get_window_by_id (gtk_window_get_application (data),
                                                       g_variant_get_uint32 (parameter));

  if (cyan_window_get_session (self) != NULL && CYAN_IS_WINDOW (other)
      && cyan_window_get_session (CYAN_WINDOW (other)) != NULL)
    cyan_comparison_page_take_scale (self->comparison, CYAN_WINDOW (other)->comparison);
}

/* Names come from files: no mnemonics, not too long. */
static char *
title_of (CyanWindow *window)
{
  g_autofree char *text =
      cyan_text_for_label (gtk_window_get_title (GTK_WINDOW (window)), TITLE_CHARS);
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/* Lists the comparisons of the other windows. */
static void
list_scales (CyanWindow *self)
{
  GMenu *menu = cyan_comparison_page_scale_menu (self->comparison);
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ()));

  g_menu_remove_all (menu);
  for (GList *l = windows; l != NULL; l = l->next)
    if (l->data != self && CYAN_IS_WINDOW (l->data) && cyan_window_get_session (l->data) != NULL)
      {
        g_autofree char *title = title_of (l->data);
        g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

        g_menu_item_set_action_and_target (item, "win.same-scale", "u",
                                           gtk_application_window_get_id (l->data));
        g_menu_append_item (menu, item);
      }
}

/* ---- what is enabled ---- */

static void
enable (CyanWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

/* On @on_blueprint or @on_history. */
static void
enable_for_pictures (CyanWindow *self, gboolean on_blueprint, gboolean on_history)
{
  gboolean is_idle = cyan_jobs_get (self->jobs, CYAN_JOB_EXPORT) == NULL;
  gboolean has_picture =
      on_blueprint || (on_history && cyan_history_page_has_picture (self->history));

  enable (self, "export-view", has_picture && is_idle);
  enable (self, "export-tree", has_picture && is_idle);
  enable (self, "copy-picture", has_picture && is_idle);
  enable (self, "copy-answer",
          on_blueprint && is_idle
              && cyan_request_n_runs (cyan_comparison_page_get_request (self->comparison), 1) > 0);
  enable (self, "print",
          on_blueprint && is_idle && cyan_jobs_get (self->jobs, CYAN_JOB_PRINT) == NULL
              && !cyan_comparison_page_is_table (self->comparison));
}

void
cyan_window_update_actions (CyanWindow *self)
{
  CyanSession *session = cyan_window_get_session (self);
  const CyanRequest *request = cyan_comparison_page_get_request (self->comparison);
  gboolean on_blueprint = session != NULL && cyan_window_is_on_page (self, "blueprint");
  gboolean on_history = cyan_window_is_on_page (self, "history");
  gboolean has_history = cyan_window_has_history (self);
  gboolean has_failed = self->failed != NULL || self->load_kind >= CYAN_LOAD_PAGE;
  gboolean is_loading = cyan_jobs_get (self->jobs, CYAN_JOB_LOAD) != NULL;
  gboolean can_save = on_blueprint && request->profiles[0] == NULL
                      && cyan_jobs_get (self->jobs, CYAN_JOB_SAVE) == NULL;
  /* While something runs, only Cancel leads away from it. */
  gboolean can_go_back =
      on_blueprint ? cyan_session_can_go_back (session) || has_history : !is_loading;

  enable_for_pictures (self, on_blueprint, on_history);
  enable (self, "reload",
          on_blueprint || on_history || (has_failed && cyan_window_is_on_page (self, "error")));
  enable (self, "function-history",
          on_blueprint && has_history && cyan_session_selected (session) != CYAN_NODE_NONE);
  enable (self, "save", can_save);
  enable (self, "save-as", can_save);
  /* Escape is for others where there is nothing to stop. */
  enable (self, "stop",
          is_loading || !(on_blueprint || on_history)
              || cyan_history_page_has_bisection (self->history));
  enable (self, "back", can_go_back);
  enable (self, "forward",
          (on_history && session != NULL)
              || (on_blueprint && cyan_session_can_go_forward (session)));
  gtk_widget_set_visible (self->back_button, on_blueprint || on_history);
  cyan_comparison_page_set_busy (self->comparison, is_loading);
}

/* ---- all of them ---- */

/* Actions that only call one function of the window, perhaps with @flag. */
static const struct
{
  const char *name;
  void (*act) (CyanWindow *self);
  void (*set) (CyanWindow *self, gboolean flag);
  gboolean flag;
} commands[] = {
  { "save", .set = cyan_window_save_session },
  { "save-as", .set = cyan_window_save_session, .flag = TRUE },
  { "history", .act = cyan_window_show_history },
  { "choose-missing", .act = cyan_window_choose_missing },
  { "without-sources", .act = cyan_window_drop_missing },
  { "try", .act = cyan_window_ask_try },
  { "stop", .act = cyan_window_stop },
  { "export-view", .set = cyan_window_export, .flag = TRUE },
  { "export-tree", .set = cyan_window_export },
  { "copy-answer", .act = cyan_window_copy_answer },
  { "copy-picture", .act = cyan_window_copy_picture },
  { "open-sample", .act = cyan_window_open_sample },
  { "cancel", .act = cyan_window_cancel },
};

static void
action_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  guint i = 0;

  while (!g_str_equal (commands[i].name, g_action_get_name (G_ACTION (action))))
    i++;
  if (commands[i].act != NULL)
    commands[i].act (data);
  else
    commands[i].set (data, commands[i].flag);
}

static const GActionEntry entries[] = {
  { "open", action_open },
  { "open-alone", action_open_alone, "ay" },
  { "open-demo", cyan_window_open_demo },
  { "function-history", cyan_window_function_history },
  { "reload", action_reload },
  { "toast", action_toast, "s" },
  { "back", action_back },
  { "forward", action_forward },
  { "print", action_print },
  { "same-scale", action_same_scale, "u" },
  { "fullscreen", action_fullscreen },
};

void
cyan_window_install_actions (CyanWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const GActionEntry command = { commands[i].name, action_command };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &command, 1, self);
    }
  g_action_map_add_action (G_ACTION_MAP (self), cyan_desktop_palette ());
  g_signal_connect_swapped (self->comparison, "open", G_CALLBACK (on_open), self);
  g_signal_connect_swapped (self->comparison, "changed", G_CALLBACK (cyan_window_update_actions),
                            self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (list_scales), NULL);
}
