/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions and keys of the history page. */
#include "cyan-history-page-parts.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-widgets.h"

static void
select_column (CyanHistoryPage *self, guint column)
{
  if (column != CYAN_HISTORY_NONE)
    cyan_history_select (self->history, column);
}

/* From the selected revision on, 1, or back, -1. */
static void
go_to_revision (CyanHistoryPage *self, int offset)
{
  select_column (self, cyan_history_next_column (self->history, self->history->column, offset));
}

/* The first revision, 1, or the last, -1. */
static void
go_to_end (CyanHistoryPage *self, int offset)
{
  select_column (self, cyan_history_next_column (self->history,
                                                 offset > 0 ? CYAN_HISTORY_NONE
                                                            : self->history->evolution->n_columns,
                                                 offset));
}

/* Moves the second revision, which begins beside the first. */
static void
move_second (CyanHistoryPage *self, int offset)
{
  guint second = self->history->second;
  guint from = second != CYAN_HISTORY_NONE ? second : self->history->column;
  guint to = cyan_history_next_column (self->history, from, offset);

  if (to != CYAN_HISTORY_NONE)
    cyan_history_select_second (self->history, to);
}

static void
go_to_benchmark (CyanHistoryPage *self, int offset)
{
  cyan_history_move_line (self->history, offset);
}

static void
go_to_step (CyanHistoryPage *self, int offset)
{
  select_column (self, cyan_history_next_step (self->history, self->history->column, offset));
}

/* Actions that lead from what is selected to something else. */
static const struct
{
  const char *name;
  void (*go) (CyanHistoryPage *self, int offset);
  int offset;
} moves[] = {
  { "previous-revision", go_to_revision, -1 },
  { "next-revision", go_to_revision, 1 },
  { "first-revision", go_to_end, 1 },
  { "last-revision", go_to_end, -1 },
  { "second-back", move_second, -1 },
  { "second-on", move_second, 1 },
  { "previous-benchmark", go_to_benchmark, -1 },
  { "next-benchmark", go_to_benchmark, 1 },
  { "previous-step", go_to_step, -1 },
  { "next-step", go_to_step, 1 },
};

static void
action_move (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (g_str_equal (moves[i].name, g_action_get_name (G_ACTION (action))))
      moves[i].go (data, moves[i].offset);
}

static void
action_base (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint column = self->history->column;

  cyan_history_set_base (self->history, self->history->base == column ? CYAN_HISTORY_NONE : column);
}

static void
action_compare (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint before, after;

  if (cyan_history_sides (self->history, &before, &after))
    cyan_history_page_compare (self, before, after);
}

static void
action_compare_with (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  cyan_history_select_second (self->history, g_variant_get_uint32 (parameter));
  gtk_widget_activate_action (GTK_WIDGET (self), "page.compare", NULL);
}

static void
action_copy_commit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint column = self->history->column;

  cyan_widget_copy (self, self->history->evolution->columns[column].oid,
                    _ ("The commit is in the clipboard"));
}

static void
change_view (GSimpleAction *action, GVariant *state, gpointer data)
{
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; cyan_history_view_names[i] != NULL; i++)
    if (g_str_equal (name, cyan_history_view_names[i]))
      cyan_history_set_view (CYAN_HISTORY_PAGE (data)->history, (CyanHistoryView) i);
}

/* A property of the history with the name of the action. */
static void
change_flag (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_object_set (CYAN_HISTORY_PAGE (data)->history, g_action_get_name (G_ACTION (action)),
                g_variant_get_boolean (state), NULL);
}

/* ---- which are enabled ---- */

/* Properties of the history, with the names of their actions. */
static const char *const flags[] = { "by-date", "from-zero", "commits" };
/* Of a revision. */
static const char *const selecting[] = { "base", "copy-commit", "view", "commits", "compare-with" };

/* Almost all need a selected revision. */
void
cyan_history_page_update_actions (CyanHistoryPage *self)
{
  CyanHistory *history = self->history;
  gboolean any =
      history != NULL && history->line != CYAN_HISTORY_NONE && history->column != CYAN_HISTORY_NONE;
  gboolean is_chart = any && history->view == CYAN_HISTORY_VIEW_CHART;
  guint column = any ? history->column : 0, before, after;
  const struct
  {
    const char *name;
    gboolean enabled;
  } others[] = {
    { "previous-step", any && cyan_history_next_step (history, column, -1) != CYAN_HISTORY_NONE },
    { "next-step", any && cyan_history_next_step (history, column, 1) != CYAN_HISTORY_NONE },
    { "compare", any && cyan_history_sides (history, &before, &after) },
    { "bisect", any && cyan_history_page_can_bisect (self) },
    { "by-date", is_chart },
    { "from-zero", is_chart },
    { "close-function", history != NULL && history->function != NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (selecting); i++)
    cyan_actions_enable (self->actions, selecting[i], any);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    cyan_actions_enable (self->actions, moves[i].name, any);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    cyan_actions_enable (self->actions, others[i].name, others[i].enabled);
  for (guint i = 0; any && i < G_N_ELEMENTS (flags); i++)
    {
      gboolean on;

      g_object_get (history, flags[i], &on, NULL);
      g_simple_action_set_state (cyan_actions_get (self->actions, flags[i]),
                                 g_variant_new_boolean (on));
    }
  if (any)
    g_simple_action_set_state (cyan_actions_get (self->actions, "view"),
                               g_variant_new_string (cyan_history_view_names[history->view]));
}

void
cyan_history_page_install_actions (CyanHistoryPage *self)
{
  static const GActionEntry entries[] = {
    { "base", action_base },
    { "compare", action_compare },
    { "compare-with", action_compare_with, "u" },
    { "copy-commit", action_copy_commit },
    { "close-function", cyan_history_page_close_function },
    { "bisect", cyan_history_page_ask_bisect },
    { "view", NULL, "s", "'chart'", change_view },
    { "by-date", NULL, NULL, "false", change_flag },
    { "from-zero", NULL, NULL, "false", change_flag },
    { "commits", NULL, NULL, "false", change_flag },
  };

  static const char *const switches[] = { "changed-only", "by-function", "paper-rank" };

  self->actions = cyan_actions_new (self, "page", entries, G_N_ELEMENTS (entries));
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      const GActionEntry entry = { moves[i].name, action_move };

      g_action_map_add_action_entries (G_ACTION_MAP (self->actions), &entry, 1, self);
    }
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      g_autoptr (GPropertyAction) action =
          g_property_action_new (switches[i], self->similarity, switches[i]);

      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
}

/* ---- keys ---- */

/* Arrows lead where they point to. */
static const char *
mirrored (GtkWidget *widget, const char *action)
{
  static const char *const pairs[][2] = { { "page.previous-revision", "page.next-revision" },
                                          { "page.second-back", "page.second-on" } };

  for (guint i = 0;
       gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL && i < G_N_ELEMENTS (pairs); i++)
    for (guint side = 0; side < 2; side++)
      if (strcmp (action, pairs[i][side]) == 0)
        return pairs[i][1 - side];
  return action;
}

static gboolean
on_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  const char *action, *target;

  g_variant_get (arguments, "(&s&s)", &action, &target);
  if (*target != '\0')
    return gtk_widget_activate_action (widget, action, "s", target);
  return gtk_widget_activate_action (widget, mirrored (widget, action), NULL);
}

/* FALSE if nothing is being read: Escape is for others then. */
static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  CyanHistoryPage *self = CYAN_HISTORY_PAGE (widget);

  return cyan_history_pane_cancel (CYAN_HISTORY_PANE (self->similarity))
         || cyan_history_pane_cancel (CYAN_HISTORY_PANE (self->revisions))
         || cyan_history_pane_cancel (CYAN_HISTORY_PANE (self->risk));
}

void
cyan_history_page_install_keys (GtkWidgetClass *class)
{
  static const struct
  {
    const char *action;
    const char *target;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "page.previous-revision", "", GDK_KEY_Left, 0 },
    { "page.previous-revision", "", GDK_KEY_KP_Left, 0 },
    { "page.next-revision", "", GDK_KEY_Right, 0 },
    { "page.next-revision", "", GDK_KEY_KP_Right, 0 },
    { "page.first-revision", "", GDK_KEY_Home, 0 },
    { "page.last-revision", "", GDK_KEY_End, 0 },
    { "page.second-back", "", GDK_KEY_Left, GDK_SHIFT_MASK },
    { "page.second-on", "", GDK_KEY_Right, GDK_SHIFT_MASK },
    { "page.previous-benchmark", "", GDK_KEY_Up, 0 },
    { "page.previous-benchmark", "", GDK_KEY_KP_Up, 0 },
    { "page.next-benchmark", "", GDK_KEY_Down, 0 },
    { "page.next-benchmark", "", GDK_KEY_KP_Down, 0 },
    { "page.previous-step", "", GDK_KEY_p, 0 },
    { "page.next-step", "", GDK_KEY_n, 0 },
    { "page.compare", "", GDK_KEY_Return, 0 },
    { "page.compare", "", GDK_KEY_KP_Enter, 0 },
    { "page.base", "", GDK_KEY_b, 0 },
    { "page.copy-commit", "", GDK_KEY_c, GDK_CONTROL_MASK },
    { "page.close-function", "", GDK_KEY_BackSpace, 0 },
    { "page.commits", "", GDK_KEY_h, GDK_CONTROL_MASK },
    { "page.view", "chart", GDK_KEY_c, 0 },
    { "page.view", "heat", GDK_KEY_h, 0 },
    { "page.view", "similarity", GDK_KEY_s, 0 },
    { "page.view", "revisions", GDK_KEY_a, 0 },
    { "page.view", "risk", GDK_KEY_k, 0 },
    { "page.changed-only", "", GDK_KEY_x, 0 },
    { "page.by-function", "", GDK_KEY_f, 0 },
    { "page.paper-rank", "", GDK_KEY_r, 0 },
    { "page.by-date", "", GDK_KEY_d, 0 },
    { "page.from-zero", "", GDK_KEY_z, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_add_binding (class, actions[i].key, actions[i].modifiers, on_key, "(ss)",
                                  actions[i].action, actions[i].target);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, on_escape, NULL);
}
