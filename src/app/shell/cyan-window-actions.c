/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's actions. */
#include "cyan-window-private.h"

#include <string.h>

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

static gboolean
is_on_page (CyanWindow *self, const char *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0;
}

/* The request of the visible page: that of the blueprint, or the one that could not be opened. */
static const CyanRequest *
shown_request (CyanWindow *self)
{
  return self->failed != NULL && is_on_page (self, "error") ? self->failed : self->request;
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

  if (cyan_window_is_on_history (self) || (self->store_failed && is_on_page (self, "error")))
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
action_save (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_save_session (data, FALSE);
}

static void
action_save_as (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_save_session (data, TRUE);
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
action_history (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_show_history (data);
}

static void
action_choose_missing (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_choose_missing (data);
}

static void
action_without_sources (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_drop_missing (data);
}

static void
action_swap (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  g_autoptr (CyanRequest) request = cyan_request_swapped (self->request);

  cyan_window_open (self, request);
}

static void
action_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_stop (data);
}

static void
action_say (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_say (data, g_variant_get_string (parameter, NULL));
}

static void
action_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  /* Before the first step in a blueprint was the history. */
  if (is_on_page (self, "bisect"))
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

static void
action_show_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_session_unfocus (CYAN_WINDOW (data)->session);
}

static void
action_reset (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_session_reset (CYAN_WINDOW (data)->session);
}

static gboolean
is_in_view (CyanWindow *self, const char *view)
{
  return strcmp (cyan_window_view (self), view) == 0;
}

/* "zoom-in" and the like are actions of the canvas and of the rings, too. */
static void
action_zoom (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  gboolean is_rings = is_in_view (self, "rings");
  g_autofree char *name =
      g_strconcat (is_rings ? "rings." : "canvas.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (is_rings ? GTK_WIDGET (self->rings) : GTK_WIDGET (self->canvas), name,
                              NULL);
}

static void
action_export_view (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_export (data, TRUE);
}

static void
action_export_tree (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_export (data, FALSE);
}

static void
action_copy_picture (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_copy_picture (data);
}

static void
action_print (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_print (data, NULL);
}

static void
action_cancel_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_cancel_export (data);
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
action_find_next (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_find (data, FALSE);
}

static void
action_find_previous (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_window_find (data, TRUE);
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
action_toggle_file (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_toggle_file (CYAN_WINDOW (data)->source_pane), data);
}

static void
action_cause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  ring_unless (self->session != NULL && cyan_session_toggle_reading (self->session), data);
}

static void
action_commits (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_toggle_commits (CYAN_WINDOW (data)->source_pane), data);
}

static void
action_older_commit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_go_to_commit (CYAN_WINDOW (data)->source_pane, TRUE), data);
}

static void
action_newer_commit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_go_to_commit (CYAN_WINDOW (data)->source_pane, FALSE), data);
}

static void
action_whole_change (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_show_whole_change (CYAN_WINDOW (data)->source_pane), data);
}

static void
action_open_editor (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_open_editor (CYAN_WINDOW (data)->source_pane), data);
}

static void
action_copy_function (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ring_unless (cyan_source_pane_copy_function (CYAN_WINDOW (data)->source_pane), data);
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

static CyanPalette
palette_by_name (const char *name)
{
  return strcmp (name, cyan_palette_names[CYAN_PALETTE_SAFE]) == 0 ? CYAN_PALETTE_SAFE
                                                                   : CYAN_PALETTE_CLASSIC;
}

static void
change_palette (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;
  const char *name = g_variant_get_string (state, NULL);
  CyanPalette palette = palette_by_name (name);
  GSettings *settings = cyan_settings_get ();

  g_simple_action_set_state (action, state);
  cyan_picture_set_palette (CYAN_PICTURE (self->canvas), palette);
  cyan_picture_set_palette (CYAN_PICTURE (self->icicle), palette);
  cyan_picture_set_palette (CYAN_PICTURE (self->rings), palette);
  cyan_table_view_set_palette (self->table, palette);
  cyan_details_set_palette (self->details, palette);
  cyan_found_list_set_palette (self->found_list, palette);
  cyan_scene_widget_set_palette (CYAN_SCENE_WIDGET (self->legend), palette);
  cyan_history_page_set_palette (self->history, palette);
  cyan_bisect_page_set_palette (self->bisect, palette);
  gtk_toggle_button_set_active (self->palette_button, palette == CYAN_PALETTE_SAFE);
  if (settings != NULL)
    g_settings_set_string (settings, "palette", name);
}

static void
on_palette_button (CyanWindow *self)
{
  CyanPalette palette = gtk_toggle_button_get_active (self->palette_button) ? CYAN_PALETTE_SAFE
                                                                            : CYAN_PALETTE_CLASSIC;

  if (palette != cyan_picture_get_palette (CYAN_PICTURE (self->canvas)))
    g_action_group_change_action_state (G_ACTION_GROUP (self), "palette",
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

static void
enable (CyanWindow *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)), enabled);
}

static void
set_state (CyanWindow *self, const char *name, const char *state)
{
  g_simple_action_set_state (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)),
      g_variant_new_string (state));
}

static void
set_flag (CyanWindow *self, const char *name, gboolean state)
{
  g_simple_action_set_state (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self), name)),
      g_variant_new_boolean (state));
}

gboolean
cyan_window_is_active (CyanWindow *self, const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (self), action);

  return g_variant_get_boolean (state);
}

/* The state of the window, on which the enabled actions depend. */
typedef struct
{
  gboolean on_blueprint, on_history, on_bisect;
  gboolean single, compares; /* one profile; two of them on the page of the blueprint */
  gboolean has_chart, has_history, has_selection;
  gboolean is_idle; /* nothing is exported */
} Shown;

static Shown
what_is_shown (CyanWindow *self)
{
  Shown shown = { .on_blueprint = self->session != NULL && is_on_page (self, "blueprint"),
                  .on_history = cyan_window_is_on_history (self),
                  .has_history = cyan_window_has_history (self),
                  .is_idle = self->exporting == NULL };

  /* While it runs, only Cancel leads away from it. */
  shown.on_bisect = is_on_page (self, "bisect") && self->cancellable == NULL;
  shown.single = self->session != NULL && cyan_session_comparison (self->session)->compared.single;
  shown.compares = shown.on_blueprint && !shown.single;
  shown.has_chart = shown.on_history && cyan_window_has_chart (self);
  shown.has_selection =
      shown.on_blueprint && cyan_session_selected (self->session) != CYAN_NODE_NONE;
  return shown;
}

static void
enable_for_picture (CyanWindow *self, const Shown *shown)
{
  static const char *const with_blueprint[] = {
    "reset",          "find",        "find-next",       "find-previous",
    "find-regex",     "next-change", "previous-change", "raw-names",
    "whole-file",     "commits",     "older-commit",    "newer-commit",
    "whole-change",   "open-editor", "copy-function",   "view",
    "fold-recursion", "filter",
  };
  static const char *const of_picture[] = { "zoom-in", "zoom-out", "zoom-normal", "zoom-to-fit" };
  gboolean on_blueprint = shown->on_blueprint;
  gboolean has_picture = on_blueprint || shown->has_chart;

  for (guint i = 0; i < G_N_ELEMENTS (with_blueprint); i++)
    enable (self, with_blueprint[i], on_blueprint);
  for (guint i = 0; i < G_N_ELEMENTS (of_picture); i++)
    enable (self, of_picture[i],
            on_blueprint && (is_in_view (self, "blueprint") || is_in_view (self, "rings")));
  enable (self, "export-view", has_picture && shown->is_idle);
  enable (self, "export-tree", on_blueprint && shown->is_idle);
  enable (self, "copy-picture", has_picture && shown->is_idle);
  enable (self, "print",
          on_blueprint && shown->is_idle && self->printing == NULL && !is_in_view (self, "table"));
  enable (self, "callers", shown->has_selection);
  enable (self, "clear-filters",
          on_blueprint && cyan_session_filter (self->session)->criteria != 0);
  enable (self, "show-all", on_blueprint && cyan_session_is_focused (self->session));
}

static void
enable_for_comparison (CyanWindow *self, const Shown *shown)
{
  gboolean compares = shown->compares;
  const char *before, *after;

  enable (self, "swap", compares);
  enable (self, "match", compares);
  enable (self, "hot-path", compares);
  enable (self, "mark", compares && shown->has_selection);
  enable (self, "same",
          compares && self->cancellable == NULL
              && cyan_session_get_two (self->session, &before, &after));
  enable (self, "undo-claim", compares && self->claims_before != NULL);
  enable (self, "reading", compares && cyan_session_comparison (self->session)->compared.same_unit);
  enable (self, "show-edits", !shown->single);
  enable (self, "show-sources", !shown->single);
  gtk_widget_set_sensitive (GTK_WIDGET (self->edit_list), self->cancellable == NULL);
}

static gboolean
can_go_back (CyanWindow *self, const Shown *shown)
{
  if (shown->on_history)
    return cyan_history_page_get_history (self->history)->trail->len > 0;
  if (shown->on_blueprint)
    return cyan_session_can_go_back (self->session) || shown->has_history;
  return shown->on_bisect;
}

/* Between pages, and to files. */
static void
enable_for_pages (CyanWindow *self, const Shown *shown)
{
  gboolean on_blueprint = shown->on_blueprint, on_history = shown->on_history;
  gboolean has_failed = self->failed != NULL || self->store_failed;
  gboolean can_save = on_blueprint && self->request != NULL && self->request->profiles[0] == NULL
                      && self->saving_path == NULL;

  enable (self, "reload", on_blueprint || on_history || (has_failed && is_on_page (self, "error")));
  enable (self, "history", on_blueprint && shown->has_history);
  enable (self, "function-history", shown->has_selection && shown->has_history);
  enable (self, "bisect", cyan_window_can_bisect (self));
  enable (self, "save", can_save);
  enable (self, "save-as", can_save);
  /* Escape is for others where there is nothing to stop. */
  enable (self, "stop", self->cancellable != NULL || !(on_blueprint || on_history));
  enable (self, "back", can_go_back (self, shown));
  enable (self, "forward",
          (on_history && self->session != NULL)
              || (on_blueprint && cyan_session_can_go_forward (self->session)));
}

static void
show_parts (CyanWindow *self, const Shown *shown)
{
  gboolean on_blueprint = shown->on_blueprint, on_history = shown->on_history;

  gtk_info_bar_set_revealed (self->doubt_bar,
                             on_blueprint && !self->doubt_closed
                                 && cyan_session_comparison (self->session)->doubt != NULL);
  set_state (self, "view", cyan_window_view (self));
  gtk_widget_set_visible (self->switcher, on_blueprint);
  gtk_widget_set_visible (self->basis_box, shown->compares);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_list),
                          on_blueprint && cyan_window_has_metrics (self));
  gtk_widget_set_visible (self->history_button, on_blueprint && shown->has_history);
  gtk_widget_set_visible (self->back_button, on_blueprint || on_history || shown->on_bisect);
  gtk_widget_set_visible (self->forward_button, on_blueprint || on_history);
  gtk_widget_set_visible (self->swap_button, shown->compares);
  gtk_widget_set_visible (GTK_WIDGET (self->search_button), on_blueprint);
  gtk_widget_set_visible (GTK_WIDGET (self->source_pane),
                          !shown->single && cyan_window_is_active (self, "show-sources"));
  gtk_widget_set_visible (GTK_WIDGET (self->palette_button), on_blueprint || on_history);
}

void
cyan_window_update_actions (CyanWindow *self)
{
  Shown shown = what_is_shown (self);

  enable_for_picture (self, &shown);
  enable_for_comparison (self, &shown);
  enable_for_pages (self, &shown);
  show_parts (self, &shown);
  cyan_window_make_room (self);
  if (self->session != NULL)
    {
      set_state (self, "reading", cyan_basis_names[cyan_session_basis (self->session)]);
      set_state (self, "hot-path", cyan_hot_kind_names[cyan_session_hot_kind (self->session)]);
      set_state (self, "width",
                 cyan_width_names[cyan_layout_width (cyan_session_layout (self->session))]);
    }
  cyan_window_show_sizes (self);
  if (self->request != NULL)
    {
      set_state (self, "match", cyan_match_method_names[self->request->how.method]);
      set_flag (self, "raw-names", self->request->raw_names);
      set_flag (self, "fold-recursion", self->request->limits.fold_recursion);
    }
}

static const GActionEntry entries[] = {
  { "open", action_open },
  { "try", cyan_window_ask_try },
  { "bisect", cyan_window_ask_bisect },
  { "open-session", action_open_session, "ay" },
  { "open-store", action_open_store, "ay" },
  { "history", action_history },
  { "open-demo", cyan_window_open_demo },
  { "function-history", cyan_window_function_history },
  { "choose-missing", action_choose_missing },
  { "without-sources", action_without_sources },
  { "save", action_save },
  { "save-as", action_save_as },
  { "reload", action_reload },
  { "swap", action_swap },
  { "stop", action_stop },
  { "say", action_say, "s" },
  { "back", action_back },
  { "forward", action_forward },
  { "show-all", action_show_all },
  { "reset", action_reset },
  { "zoom-in", action_zoom },
  { "zoom-out", action_zoom },
  { "zoom-normal", action_zoom },
  { "zoom-to-fit", action_zoom },
  { "export-view", action_export_view },
  { "export-tree", action_export_tree },
  { "copy-picture", action_copy_picture },
  { "print", action_print },
  { "cancel-export", action_cancel_export },
  { "filter", cyan_window_filter },
  { "clear-filters", cyan_window_clear_filters },
  { "callers", action_callers },
  { "find", action_find },
  { "find-next", action_find_next },
  { "find-previous", action_find_previous },
  { "next-change", action_next_change },
  { "previous-change", action_previous_change },
  { "whole-file", action_toggle_file },
  { "cause", action_cause },
  { "commits", action_commits },
  { "older-commit", action_older_commit },
  { "newer-commit", action_newer_commit },
  { "whole-change", action_whole_change },
  { "open-editor", action_open_editor },
  { "copy-function", action_copy_function },
  { "fullscreen", action_fullscreen },
  { "palette", NULL, "s", "'classic'", change_palette },
  { "reading", NULL, "s", "'share'", change_basis },
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
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (flames));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (thickness));
  g_signal_connect_swapped (self->palette_button, "toggled", G_CALLBACK (on_palette_button), self);
  if (settings != NULL)
    {
      g_autofree char *palette = g_settings_get_string (settings, "palette");

      g_settings_bind (settings, "flames", self->icicle, "flames", G_SETTINGS_BIND_DEFAULT);
      g_settings_bind (settings, "equal-thickness", self->rings, "equal-thickness",
                       G_SETTINGS_BIND_DEFAULT);
      g_action_group_change_action_state (G_ACTION_GROUP (self), "palette",
                                          g_variant_new_string (palette));
    }
}
