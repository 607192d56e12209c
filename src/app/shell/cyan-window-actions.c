/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions. */
#include "cyan-window-private.h"

#include <string.h>

#include "cyan-open-dialog.h"
#include "cyan-settings.h"
#include "cyan-text.h"

/* Of the names of two profiles in a menu. */
#define TITLE_CHARS 60

static void
open_request (CyanWindow *self, const CyanRequest *request, gboolean match_chosen)
{
  cyan_window_open (self, request);
  self->match_chosen = match_chosen;
}

static gboolean
go (CyanWindow *self, gboolean back)
{
  CyanPage *page = cyan_window_get_page (self);

  return CYAN_PAGE_GET_IFACE (page)->go (page, back);
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

  cyan_connect (dialog, "open", open_request, self);
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
  const CyanRequest *request = self->loading != NULL ? self->loading : shown_request (self);
  g_autoptr (CyanRequest) copy = request != NULL ? cyan_request_copy (request) : NULL;

  /* What a server gave may be why it failed. */
  if (copy != NULL && request == self->failed)
    cyan_request_ask_anew (copy, NULL);
  cyan_window_ask (self, copy);
}

static void
action_reload (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  const CyanRequest *request = shown_request (self);
  g_autoptr (CyanRequest) anew = NULL;

  if ((cyan_window_is_on_page (self, "history")
       || (cyan_window_is_on_page (self, "error") && self->load_kind >= CYAN_LOAD_PAGE))
      && cyan_history_page_reload (self->history))
    return;
  if (request == self->failed && self->opening_path != NULL)
    {
      cyan_window_open_session (self, self->opening_path);
      return;
    }
  anew = cyan_request_copy (request);
  cyan_request_ask_anew (anew, NULL);
  open_request (self, anew, request == self->failed && self->match_chosen);
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

/* Before the first step in a blueprint was the history, and before that the welcome page. */
static void
action_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  if (go (self, TRUE))
    return;
  if (cyan_window_is_on_page (self, "history"))
    cyan_window_show_page (self, "welcome");
  else
    cyan_window_show_history (self);
}

static void
action_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (!go (data, FALSE))
    cyan_window_show_page (data, "blueprint");
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

/* Actions that need something of the page, and that this job is not under way. */
static const struct
{
  const char *name;
  CyanPageHas needs;
  CyanJobKind job;
} of_pages[] = {
  { "export-view", CYAN_PAGE_HAS_PICTURE, CYAN_JOB_EXPORT },
  { "export-tree", CYAN_PAGE_HAS_PICTURE, CYAN_JOB_EXPORT },
  { "copy-picture", CYAN_PAGE_HAS_PICTURE, CYAN_JOB_EXPORT },
  { "copy-answer", CYAN_PAGE_HAS_ANSWER, CYAN_JOB_EXPORT },
  { "save", CYAN_PAGE_HAS_SESSION, CYAN_JOB_SAVE },
  { "save-as", CYAN_PAGE_HAS_SESSION, CYAN_JOB_SAVE },
};

void
cyan_window_update_actions (CyanWindow *self)
{
  CyanPage *page = cyan_window_get_page (self);
  guint has = page != NULL ? CYAN_PAGE_GET_IFACE (page)->get_has (page) : 0;
  gboolean on_history = cyan_window_is_on_page (self, "history");
  gboolean has_history = cyan_window_has_history (self);
  gboolean has_failed = self->failed != NULL || self->load_kind >= CYAN_LOAD_PAGE;
  gboolean is_loading = cyan_jobs_get (self->jobs, CYAN_JOB_LOAD) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (of_pages); i++)
    enable (self, of_pages[i].name,
            (has & of_pages[i].needs) != 0 && cyan_jobs_get (self->jobs, of_pages[i].job) == NULL);
  enable (self, "print",
          (has & CYAN_PAGE_HAS_PAPER) != 0 && cyan_jobs_get (self->jobs, CYAN_JOB_EXPORT) == NULL
              && cyan_jobs_get (self->jobs, CYAN_JOB_PRINT) == NULL);
  enable (self, "function-history", (has & CYAN_PAGE_HAS_FUNCTION) != 0 && has_history);
  enable (self, "reload", page != NULL || (has_failed && cyan_window_is_on_page (self, "error")));
  /* Escape is for others where there is nothing to stop. */
  enable (self, "stop", is_loading || page == NULL || (has & CYAN_PAGE_HAS_SEARCH) != 0);
  /* While a history is being read, only Cancel leads away from it. */
  enable (self, "back",
          on_history ? !is_loading
                     : page != NULL && ((has & CYAN_PAGE_HAS_BACK) != 0 || has_history));
  enable (self, "forward",
          (has & CYAN_PAGE_HAS_FORWARD) != 0
              || (on_history && cyan_window_get_session (self) != NULL));
  gtk_widget_set_visible (self->back_button, page != NULL);
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
  { "ask-servers", .act = cyan_window_ask_servers },
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
  cyan_settings_add_action (self, "palette");
  cyan_connect (self->comparison, "open", on_open, self);
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (CYAN_IS_PAGE (page))
      cyan_connect (page, "changed", cyan_window_update_actions, self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (list_scales), NULL);
}
