/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which actions are enabled, what state they have, and which parts are visible: by what the window
 * shows. */
#include "cyan-window-private.h"

#include <string.h>

gboolean
cyan_window_is_on_page (CyanWindow *self, const char *page)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0;
}

gboolean
cyan_window_is_in_view (CyanWindow *self, const char *view)
{
  return strcmp (cyan_window_view (self), view) == 0;
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
  Shown shown = { .on_blueprint =
                      self->session != NULL && cyan_window_is_on_page (self, "blueprint"),
                  .on_history = cyan_window_is_on_history (self),
                  .has_history = cyan_window_has_history (self),
                  .is_idle = self->exporting == NULL };

  /* While it runs, only Cancel leads away from it. */
  shown.on_bisect = cyan_window_is_on_page (self, "bisect") && self->cancellable == NULL;
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
            on_blueprint
                && (cyan_window_is_in_view (self, "blueprint")
                    || cyan_window_is_in_view (self, "rings")));
  enable (self, "export-view", has_picture && shown->is_idle);
  enable (self, "export-tree", on_blueprint && shown->is_idle);
  enable (self, "copy-picture", has_picture && shown->is_idle);
  enable (self, "print",
          on_blueprint && shown->is_idle && self->printing == NULL
              && !cyan_window_is_in_view (self, "table"));
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
              && cyan_session_get_claimed_pair (self->session, &before, &after));
  enable (self, "undo-claim", compares && self->claims_before != NULL);
  enable (self, "basis", compares && cyan_session_comparison (self->session)->compared.same_unit);
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

  enable (self, "reload",
          on_blueprint || on_history || (has_failed && cyan_window_is_on_page (self, "error")));
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
      set_state (self, "basis", cyan_basis_names[cyan_session_basis (self->session)]);
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
