/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of the page. */
#include "cyan-comparison-private.h"

#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-slices-dialog.h"
#include "cyan-widgets.h"

#include <string.h>

static void
action_swap (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  g_autoptr (CyanRequest) request = cyan_request_swapped (self->request);

  cyan_comparison_page_open (self, request);
}

static void
action_slices (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  CyanSlicesDialog *dialog =
      cyan_slices_dialog_new (GTK_WINDOW (gtk_widget_get_root (page)), self->request);

  cyan_connect (dialog, "open", cyan_comparison_page_open, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* "zoom-in" and the like are actions of the canvas and of the rings, too. */
static void
action_zoom (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  gboolean is_rings = cyan_comparison_page_is_in_view (self, "rings");
  g_autofree char *name =
      g_strconcat (is_rings ? "rings." : "canvas.", g_action_get_name (G_ACTION (action)), NULL);

  gtk_widget_activate_action (is_rings ? GTK_WIDGET (self->rings) : GTK_WIDGET (self->canvas), name,
                              NULL);
}

static void
action_find (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;

  cyan_search_panel_open (self->search_panel);
}

static void
action_callers (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;

  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.mode", "s", "callers");
  cyan_session_set_view (self->session, "table");
}

static void
action_next_change (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  cyan_source_pane_go_to_change (CYAN_COMPARISON_PAGE (page)->source_pane, TRUE);
}

static void
action_previous_change (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  cyan_source_pane_go_to_change (CYAN_COMPARISON_PAGE (page)->source_pane, FALSE);
}

/* Rings the error bell if the action was not possible. */
static void
ring_unless (gboolean done, gpointer page)
{
  if (!done)
    gtk_widget_error_bell (page);
}

static void
action_cause (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;

  ring_unless (self->session != NULL && cyan_session_toggle_source (self->session), page);
}

/* ---- states ---- */

static void
change_basis (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;
  const char *name = g_variant_get_string (state, NULL);
  gboolean absolute = strcmp (name, cyan_basis_names[CYAN_BASIS_ABSOLUTE]) == 0;

  if (self->session == NULL)
    return;
  cyan_session_set_basis (self->session, absolute ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE);
}

/* Opens the same files another way. */
static void
open_again (CyanComparisonPage *self, CyanMatchMethod match, gboolean raw_names)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->request);

  if (request->how.method == match && request->raw_names == raw_names)
    return;
  request->how.method = match;
  request->raw_names = raw_names;
  cyan_comparison_page_open (self, request);
}

static void
change_match (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;
  const char *name = g_variant_get_string (state, NULL);
  CyanMatchMethod match;

  if (self->request == NULL || !cyan_match_method_parse (name, &match))
    return;
  open_again (self, match, self->request->raw_names);
}

static void
change_raw_names (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;

  if (self->request != NULL)
    open_again (self, self->request->how.method, g_variant_get_boolean (state));
}

static void
change_fold_recursion (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;
  g_autoptr (CyanRequest) request = NULL;

  if (self->request == NULL)
    return;
  request = cyan_request_copy (self->request);
  request->limits.fold_recursion = g_variant_get_boolean (state);
  cyan_comparison_page_open (self, request);
}

static void
change_find_regex (GSimpleAction *action, GVariant *state, gpointer page)
{
  g_simple_action_set_state (action, state);
  cyan_search_panel_set_regex (CYAN_COMPARISON_PAGE (page)->search_panel,
                               g_variant_get_boolean (state));
}

static void
change_hot_path (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;

  for (guint kind = 0; self->session != NULL && cyan_hot_kind_names[kind] != NULL; kind++)
    if (strcmp (cyan_hot_kind_names[kind], g_variant_get_string (state, NULL)) == 0)
      cyan_session_set_hot_kind (self->session, (CyanHotKind) kind);
}

static void
change_view (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;
  const char *view = g_variant_get_string (state, NULL);

  gtk_popover_popdown (GTK_POPOVER (self->view_popover));
  if (gtk_stack_get_child_by_name (self->views, view) != NULL)
    cyan_session_set_view (self->session, view);
}

/* Of a pane that is shown or not. */
static void
change_sheet (GSimpleAction *action, GVariant *state, gpointer page)
{
  cyan_comparison_page_show_sheet (page, g_variant_get_string (state, NULL));
}

static void
change_pane (GSimpleAction *action, GVariant *state, gpointer page)
{
  const char *name = g_action_get_name (G_ACTION (action));

  if ((g_str_equal (name, "show-details") && cyan_comparison_page_toggle_sheet (page, "details"))
      || (g_str_equal (name, "show-sources")
          && cyan_comparison_page_toggle_sheet (page, "sources")))
    return;
  g_simple_action_set_state (action, state);
  cyan_comparison_page_make_room (page);
}

static void
change_show_legend (GSimpleAction *action, GVariant *state, gpointer page)
{
  CyanComparisonPage *self = page;

  change_pane (action, state, page);
  cyan_picture_bar_show_colours (self->canvas_bar, g_variant_get_boolean (state));
  cyan_picture_bar_show_colours (self->icicle_bar, g_variant_get_boolean (state));
  cyan_picture_bar_show_colours (self->sides_bar, g_variant_get_boolean (state));
  cyan_picture_bar_show_colours (self->rings_bar, g_variant_get_boolean (state));
}

static void
change_show_start (GSimpleAction *action, GVariant *state, gpointer page)
{
  adw_flap_set_reveal_flap (CYAN_COMPARISON_PAGE (page)->start_flap, g_variant_get_boolean (state));
}

static void
action_filter (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  gtk_menu_button_popup (CYAN_COMPARISON_PAGE (page)->filter_button);
}

static void
action_views (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  gtk_menu_button_popup (CYAN_COMPARISON_PAGE (page)->view_button);
}

static void
action_clear_filters (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  g_autoptr (CyanFilter) none = cyan_filter_new ();

  cyan_session_set_filter (CYAN_COMPARISON_PAGE (page)->session, none);
}

/* Actions that only call one function: of the session, of the search, perhaps backwards, or of the
 * source pane, which rings the bell where that was not possible. */
static const struct
{
  const char *name;
  void (*of_session) (CyanSession *session);
  void (*step) (CyanSearchPanel *panel, gboolean flag);
  gboolean (*of_pane) (CyanSourcePane *pane);
  gboolean (*go) (CyanSourcePane *pane, gboolean flag);
  gboolean flag;
} commands[] = {
  { "show-all", .of_session = cyan_session_unfocus },
  { "reset", .of_session = cyan_session_reset },
  { "find-next", .step = cyan_search_panel_step },
  { "find-previous", .step = cyan_search_panel_step, .flag = TRUE },
  { "whole-file", .of_pane = cyan_source_pane_toggle_file },
  { "commits", .of_pane = cyan_source_pane_toggle_commits },
  { "older-commit", .go = cyan_source_pane_go_to_commit, .flag = TRUE },
  { "newer-commit", .go = cyan_source_pane_go_to_commit },
  { "whole-change", .of_pane = cyan_source_pane_show_whole_change },
  { "open-editor", .of_pane = cyan_source_pane_open_editor },
  { "copy-function", .of_pane = cyan_source_pane_copy_function },
};

static void
action_command (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  guint i = 0;

  while (!g_str_equal (commands[i].name, g_action_get_name (G_ACTION (action))))
    i++;
  if (commands[i].of_session != NULL)
    commands[i].of_session (self->session);
  else if (commands[i].step != NULL)
    commands[i].step (self->search_panel, commands[i].flag);
  else
    ring_unless (commands[i].of_pane != NULL ? commands[i].of_pane (self->source_pane)
                                             : commands[i].go (self->source_pane, commands[i].flag),
                 self);
}

static const GActionEntry entries[] = {
  { "swap", action_swap },
  { "slices", action_slices },
  { "zoom-in", action_zoom },
  { "zoom-out", action_zoom },
  { "zoom-normal", action_zoom },
  { "zoom-to-fit", action_zoom },
  { "filter", action_filter },
  { "views", action_views },
  { "clear-filters", action_clear_filters },
  { "callers", action_callers },
  { "find", action_find },
  { "next-change", action_next_change },
  { "previous-change", action_previous_change },
  { "cause", action_cause },
  { "recorded-sources", cyan_comparison_page_use_recorded },
  { "basis", NULL, "s", "'share'", change_basis },
  { "match", NULL, "s", "'context'", change_match },
  { "raw-names", NULL, NULL, "false", change_raw_names },
  { "fold-recursion", NULL, NULL, "false", change_fold_recursion },
  { "find-regex", NULL, NULL, "false", change_find_regex },
  { "hot-path", NULL, "s", "'slower'", change_hot_path },
  { "width", NULL, "s", "'calls'", cyan_comparison_page_change_width },
  { "sizes", NULL, "s", "'envelope'", cyan_comparison_page_change_sizes },
  { "keep-scale", NULL, NULL, "false", cyan_comparison_page_change_keep_scale },
  { "view", NULL, "s", "'blueprint'", change_view },
  { "mark", cyan_comparison_page_mark },
  { "same", cyan_comparison_page_same },
  { "undo-claim", cyan_comparison_page_undo_claim },
  { "show-start", NULL, NULL, "false", change_show_start },
  { "show-edits", NULL, NULL, "false", change_pane },
  { "show-details", NULL, NULL, "true", change_pane },
  { "show-sources", NULL, NULL, "true", change_pane },
  { "show-legend", NULL, NULL, "true", change_show_legend },
  { "show-times", NULL, NULL, "false", cyan_comparison_page_change_times },
  { "sheet", NULL, "s", "'sources'", change_sheet },
};

void
cyan_comparison_page_install_actions (CyanComparisonPage *self)
{
  self->actions = cyan_actions_new (self, "page", entries, G_N_ELEMENTS (entries));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const GActionEntry command = { commands[i].name, action_command };

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &command, 1, self);
    }
  cyan_settings_add_action (self->actions, "fold-calls");
  cyan_settings_add_action (self->actions, "flames");
  cyan_settings_add_action (self->actions, "equal-thickness");
  cyan_settings_bind ("flames", self->icicle, "flames");
  cyan_settings_bind ("flames", self->sides, "flames");
  cyan_settings_bind ("equal-thickness", self->rings, "equal-thickness");
}
