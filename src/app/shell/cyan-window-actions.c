/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions. */
#include "cyan-window-private.h"

#include <string.h>

#include "cyan-desktop-theme.h"
#include "cyan-open-dialog.h"
#include "cyan-settings.h"

static void
open_request (CyanWindow *self, const CyanRequest *request, gboolean match_chosen)
{
  cyan_window_open (self, request);
  self->match_chosen = match_chosen;
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
  return self->failed != NULL && cyan_window_is_on_page (self, "error") ? self->failed
                                                                        : self->request;
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

  if (cyan_window_is_on_history (self)
      || (self->store_failed && cyan_window_is_on_page (self, "error")))
    {
      cyan_window_reload_history (self);
      return;
    }
  if (request == self->failed && self->opening_path != NULL)
    {
      cyan_window_open_session (self, self->opening_path);
      return;
    }
  open_request (self, request, request == self->failed && self->match_chosen);
}

static void
action_open_session (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_open_session (data, g_variant_get_bytestring (parameter));
}

static void
action_open_store (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_open_store (data, g_variant_get_bytestring (parameter));
}

static void
action_swap (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  g_autoptr (CyanRequest) request = cyan_request_swapped (self->request);

  cyan_window_open (self, request);
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

  /* Before the first step in a blueprint was the history. */
  if (cyan_window_is_on_page (self, "bisect"))
    cyan_window_stop (self);
  else if (cyan_window_is_on_history (self))
    cyan_history_go_back (cyan_history_page_get_history (self->history));
  else if (cyan_session_can_go_back (self->session))
    cyan_session_go_back (self->session);
  else
    cyan_window_show_history (self);
}

static void
action_forward (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  if (cyan_window_is_on_history (self))
    cyan_window_show_page (self, "blueprint");
  else
    cyan_session_go_forward (self->session);
}

/* "zoom-in" and the like are actions of the canvas and of the rings, too. */
static void
action_zoom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  gboolean is_rings = cyan_window_is_in_view (self, "rings");
  g_autofree char *name =
      g_strconcat (is_rings ? "rings." : "canvas.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (is_rings ? GTK_WIDGET (self->rings) : GTK_WIDGET (self->canvas), name,
                              NULL);
}

static void
action_print (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_print (data, NULL);
}

static void
action_find (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}

static void
action_callers (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.mode", "s", "callers");
  cyan_window_show_view (self, "table");
  cyan_window_update_actions (self);
}

static void
action_next_change (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_source_pane_go_to_change (CYAN_WINDOW (data)->source_pane, TRUE);
}

static void
action_previous_change (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_source_pane_go_to_change (CYAN_WINDOW (data)->source_pane, FALSE);
}

/* Rings the error bell if the action was not possible. */
static void
ring_unless (gboolean done, gpointer window)
{
  if (!done)
    gtk_widget_error_bell (window);
}

static void
action_cause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  ring_unless (self->session != NULL && cyan_session_toggle_source (self->session), data);
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

/* ---- states ---- */

static void
on_palette (CyanWindow *self)
{
  gtk_toggle_button_set_active (self->palette_button,
                                cyan_desktop_theme ().palette == CYAN_PALETTE_SAFE);
}

static void
on_palette_button (CyanWindow *self)
{
  CyanPalette palette = gtk_toggle_button_get_active (self->palette_button) ? CYAN_PALETTE_SAFE
                                                                            : CYAN_PALETTE_CLASSIC;

  if (palette != cyan_desktop_theme ().palette)
    g_action_change_state (cyan_desktop_palette (),
                           g_variant_new_string (cyan_palette_names[palette]));
}

static void
change_basis (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;
  const char *name = g_variant_get_string (state, NULL);
  gboolean absolute = strcmp (name, cyan_basis_names[CYAN_BASIS_ABSOLUTE]) == 0;

  if (self->session == NULL)
    return;
  cyan_session_set_basis (self->session, absolute ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE);
}

/* Opens the same files another way. */
static void
open_again (CyanWindow *self, CyanMatchMethod match, gboolean raw_names)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->request);

  if (request->how.method == match && request->raw_names == raw_names)
    return;
  request->how.method = match;
  request->raw_names = raw_names;
  open_request (self, request, match != self->request->how.method);
}

static void
change_match (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;
  const char *name = g_variant_get_string (state, NULL);
  CyanMatchMethod match;

  if (self->request == NULL || !cyan_match_method_parse (name, &match))
    return;
  open_again (self, match, self->request->raw_names);
}

static void
change_raw_names (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;

  if (self->request != NULL)
    open_again (self, self->request->how.method, g_variant_get_boolean (state));
}

static void
change_fold_recursion (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;
  g_autoptr (CyanRequest) request = NULL;

  if (self->request == NULL)
    return;
  request = cyan_request_copy (self->request);
  request->limits.fold_recursion = g_variant_get_boolean (state);
  cyan_window_open (self, request);
}

static void
change_find_regex (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_simple_action_set_state (action, state);
  cyan_window_set_finds_regex (data, g_variant_get_boolean (state));
}

static void
change_hot_path (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;

  for (guint kind = 0; self->session != NULL && cyan_hot_kind_names[kind] != NULL; kind++)
    if (strcmp (cyan_hot_kind_names[kind], g_variant_get_string (state, NULL)) == 0)
      cyan_session_set_hot_kind (self->session, (CyanHotKind) kind);
}

static void
change_view (GSimpleAction *action, GVariant *state, gpointer data)
{
  cyan_window_show_view (data, g_variant_get_string (state, NULL));
  cyan_window_update_actions (data);
}

static void
change_show_details (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_simple_action_set_state (action, state);
  cyan_window_make_room (data);
}

static void
change_show_sources (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_simple_action_set_state (action, state);
  cyan_window_update_actions (data);
}

static void
change_show_legend (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_simple_action_set_state (action, state);
  gtk_widget_set_visible (GTK_WIDGET (CYAN_WINDOW (data)->legend), g_variant_get_boolean (state));
  gtk_widget_set_visible (CYAN_WINDOW (data)->legend_button, g_variant_get_boolean (state));
  cyan_window_show_legends (data);
}

/* Actions that only call one function: of the window, perhaps with @flag, of its session, or of its
 * source pane, which rings the bell where that was not possible. */
static const struct
{
  const char *name;
  void (*act) (CyanWindow *self);
  void (*set) (CyanWindow *self, gboolean flag);
  void (*of_session) (CyanSession *session);
  gboolean (*of_pane) (CyanSourcePane *pane);
  gboolean (*go) (CyanSourcePane *pane, gboolean flag);
  gboolean flag;
} commands[] = {
  { "save", .set = cyan_window_save_session },
  { "save-as", .set = cyan_window_save_session, .flag = TRUE },
  { "history", .act = cyan_window_show_history },
  { "choose-missing", .act = cyan_window_choose_missing },
  { "without-sources", .act = cyan_window_drop_missing },
  { "stop", .act = cyan_window_stop },
  { "show-all", .of_session = cyan_session_unfocus },
  { "reset", .of_session = cyan_session_reset },
  { "export-view", .set = cyan_window_export, .flag = TRUE },
  { "export-tree", .set = cyan_window_export },
  { "copy-picture", .act = cyan_window_copy_picture },
  { "cancel-export", .act = cyan_window_cancel_export },
  { "find-next", .set = cyan_window_find },
  { "find-previous", .set = cyan_window_find, .flag = TRUE },
  { "whole-file", .of_pane = cyan_source_pane_toggle_file },
  { "commits", .of_pane = cyan_source_pane_toggle_commits },
  { "older-commit", .go = cyan_source_pane_go_to_commit, .flag = TRUE },
  { "newer-commit", .go = cyan_source_pane_go_to_commit },
  { "whole-change", .of_pane = cyan_source_pane_show_whole_change },
  { "open-editor", .of_pane = cyan_source_pane_open_editor },
  { "copy-function", .of_pane = cyan_source_pane_copy_function },
};

static void
action_command (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  guint i = 0;

  while (!g_str_equal (commands[i].name, g_action_get_name (G_ACTION (action))))
    i++;
  if (commands[i].act != NULL)
    commands[i].act (self);
  else if (commands[i].set != NULL)
    commands[i].set (self, commands[i].flag);
  else if (commands[i].of_session != NULL)
    commands[i].of_session (self->session);
  else
    ring_unless (commands[i].of_pane != NULL ? commands[i].of_pane (self->source_pane)
                                             : commands[i].go (self->source_pane, commands[i].flag),
                 self);
}

static const GActionEntry entries[] = {
  { "open", action_open },
  { "try", cyan_window_ask_try },
  { "bisect", cyan_window_ask_bisect },
  { "open-session", action_open_session, "ay" },
  { "open-store", action_open_store, "ay" },
  { "open-demo", cyan_window_open_demo },
  { "function-history", cyan_window_function_history },
  { "reload", action_reload },
  { "swap", action_swap },
  { "toast", action_toast, "s" },
  { "back", action_back },
  { "forward", action_forward },
  { "zoom-in", action_zoom },
  { "zoom-out", action_zoom },
  { "zoom-normal", action_zoom },
  { "zoom-to-fit", action_zoom },
  { "print", action_print },
  { "filter", cyan_window_filter },
  { "clear-filters", cyan_window_clear_filters },
  { "callers", action_callers },
  { "find", action_find },
  { "next-change", action_next_change },
  { "previous-change", action_previous_change },
  { "cause", action_cause },
  { "fullscreen", action_fullscreen },
  { "basis", NULL, "s", "'share'", change_basis },
  { "match", NULL, "s", "'context'", change_match },
  { "raw-names", NULL, NULL, "false", change_raw_names },
  { "fold-recursion", NULL, NULL, "false", change_fold_recursion },
  { "find-regex", NULL, NULL, "false", change_find_regex },
  { "hot-path", NULL, "s", "'slower'", change_hot_path },
  { "width", NULL, "s", "'calls'", cyan_window_change_width },
  { "sizes", NULL, "s", "'envelope'", cyan_window_change_sizes },
  { "keep-scale", NULL, NULL, "false", cyan_window_change_keep_scale },
  { "same-scale", cyan_window_same_scale, "u" },
  { "view", NULL, "s", "'blueprint'", change_view },
  { "mark", cyan_window_mark },
  { "same", cyan_window_same },
  { "undo-claim", cyan_window_undo_claim },
  { "show-edits", NULL, NULL, "false", cyan_window_show_edits },
  { "show-details", NULL, NULL, "true", change_show_details },
  { "show-sources", NULL, NULL, "true", change_show_sources },
  { "show-legend", NULL, NULL, "true", change_show_legend },
};

void
cyan_window_install_actions (CyanWindow *self)
{
  g_autoptr (GPropertyAction) flames = g_property_action_new ("flames", self->icicle, "flames");
  g_autoptr (GPropertyAction) thickness =
      g_property_action_new ("equal-thickness", self->rings, "equal-thickness");
  GSettings *settings = cyan_settings_get ();

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const GActionEntry command = { commands[i].name, action_command };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &command, 1, self);
    }
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (flames));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (thickness));
  g_action_map_add_action (G_ACTION_MAP (self), cyan_desktop_palette ());
  g_signal_connect_object (cyan_desktop_palette (), "notify::state", G_CALLBACK (on_palette), self,
                           G_CONNECT_SWAPPED);
  on_palette (self);
  g_signal_connect_swapped (self->palette_button, "toggled", G_CALLBACK (on_palette_button), self);
  if (settings != NULL)
    {
      g_settings_bind (settings, "flames", self->icicle, "flames", G_SETTINGS_BIND_DEFAULT);
      g_settings_bind (settings, "equal-thickness", self->rings, "equal-thickness",
                       G_SETTINGS_BIND_DEFAULT);
    }
}
