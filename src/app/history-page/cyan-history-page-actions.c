/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions and keys of the history page. */
#include "cyan-history-page-private.h"

#include <string.h>

#include "cyan-i18n.h"

static void
select_column (CyanHistoryPage *self, guint column)
{
  if (column != CYAN_HISTORY_NONE)
    cyan_history_select (self->history, column);
}

static void
action_previous_revision (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self,
                 cyan_history_next_column (self->history, cyan_history_column (self->history), -1));
}

static void
action_next_revision (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self,
                 cyan_history_next_column (self->history, cyan_history_column (self->history), 1));
}

static void
action_first_revision (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self, cyan_history_next_column (self->history, CYAN_HISTORY_NONE, 1));
}

static void
action_last_revision (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self, cyan_history_next_column (
                           self->history, cyan_history_evolution (self->history)->n_columns, -1));
}

/* Moves the second revision, which begins beside the first. */
static void
move_second (CyanHistoryPage *self, int offset)
{
  guint second = cyan_history_second (self->history);
  guint from = second != CYAN_HISTORY_NONE ? second : cyan_history_column (self->history);
  guint to = cyan_history_next_column (self->history, from, offset);

  if (to != CYAN_HISTORY_NONE)
    cyan_history_select_second (self->history, to);
}

static void
action_second_back (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_second (data, -1);
}

static void
action_second_on (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  move_second (data, 1);
}

static void
action_previous_benchmark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_history_move_line (CYAN_HISTORY_PAGE (data)->history, -1);
}

static void
action_next_benchmark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_history_move_line (CYAN_HISTORY_PAGE (data)->history, 1);
}

static void
action_previous_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self,
                 cyan_history_next_step (self->history, cyan_history_column (self->history), -1));
}

static void
action_next_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  select_column (self,
                 cyan_history_next_step (self->history, cyan_history_column (self->history), 1));
}

static void
action_base (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint column = cyan_history_column (self->history);

  cyan_history_set_base (self->history,
                         cyan_history_base (self->history) == column ? CYAN_HISTORY_NONE : column);
}

static void
action_compare (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint before, after;

  if (cyan_history_sides (self->history, &before, &after))
    g_signal_emit_by_name (self, "compare", before, after);
}

static void
action_compare_with (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;

  cyan_history_select_second (self->history, g_variant_get_uint32 (parameter));
  gtk_widget_activate_action (GTK_WIDGET (self), "history.compare", NULL);
}

static void
action_copy_commit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanHistoryPage *self = data;
  guint column = cyan_history_column (self->history);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          cyan_history_evolution (self->history)->columns[column].oid);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s",
                              _ ("The commit is in the clipboard"));
}

static void
action_close_function (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_signal_emit_by_name (data, "closed-function");
}

static void
change_view (GSimpleAction *action, GVariant *state, gpointer data)
{
  const char *name = g_variant_get_string (state, NULL);

  for (guint i = 0; cyan_history_view_names[i] != NULL; i++)
    if (g_str_equal (name, cyan_history_view_names[i]))
      cyan_history_set_view (CYAN_HISTORY_PAGE (data)->history, (CyanHistoryView) i);
}

static void
change_by_date (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_object_set (CYAN_HISTORY_PAGE (data)->history, "by-date", g_variant_get_boolean (state), NULL);
}

static void
change_from_zero (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_object_set (CYAN_HISTORY_PAGE (data)->history, "from-zero", g_variant_get_boolean (state),
                NULL);
}

static void
change_commits (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_object_set (CYAN_HISTORY_PAGE (data)->history, "commits", g_variant_get_boolean (state), NULL);
}

/* ---- which are enabled ---- */

static GSimpleAction *
action_of (CyanHistoryPage *self, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name));
}

static void
enable (CyanHistoryPage *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (action_of (self, name), enabled);
}

void
cyan_history_page_update_actions (CyanHistoryPage *self)
{
  static const char *const with_selection[] = {
    "previous-revision", "next-revision", "first-revision", "last-revision",
    "second-back",       "second-on",     "base",           "previous-benchmark",
    "next-benchmark",    "copy-commit",   "view",           "from-zero",
    "commits",           "compare-with"
  };
  CyanHistory *history = self->history;
  gboolean any = history != NULL && cyan_history_selected_line (history) != CYAN_HISTORY_NONE
                 && cyan_history_column (history) != CYAN_HISTORY_NONE;
  guint column = any ? cyan_history_column (history) : 0, before, after;

  for (guint i = 0; i < G_N_ELEMENTS (with_selection); i++)
    enable (self, with_selection[i], any);
  enable (self, "previous-step",
          any && cyan_history_next_step (history, column, -1) != CYAN_HISTORY_NONE);
  enable (self, "next-step",
          any && cyan_history_next_step (history, column, 1) != CYAN_HISTORY_NONE);
  enable (self, "compare", any && cyan_history_sides (history, &before, &after));
  enable (self, "by-date", any && cyan_history_view (history) == CYAN_HISTORY_VIEW_CHART);
  enable (self, "from-zero", any && cyan_history_view (history) == CYAN_HISTORY_VIEW_CHART);
  enable (self, "close-function", history != NULL && cyan_history_function (history) != NULL);
  if (!any)
    return;
  g_simple_action_set_state (
      action_of (self, "view"),
      g_variant_new_string (cyan_history_view_names[cyan_history_view (history)]));
  g_simple_action_set_state (action_of (self, "by-date"),
                             g_variant_new_boolean (cyan_history_by_date (history)));
  g_simple_action_set_state (action_of (self, "commits"),
                             g_variant_new_boolean (cyan_history_commits (history)));
  g_simple_action_set_state (action_of (self, "from-zero"),
                             g_variant_new_boolean (cyan_history_from_zero (history)));
}

void
cyan_history_page_install_actions (CyanHistoryPage *self)
{
  static const GActionEntry entries[] = {
    { "previous-revision", action_previous_revision },
    { "next-revision", action_next_revision },
    { "first-revision", action_first_revision },
    { "last-revision", action_last_revision },
    { "second-back", action_second_back },
    { "second-on", action_second_on },
    { "previous-benchmark", action_previous_benchmark },
    { "next-benchmark", action_next_benchmark },
    { "previous-step", action_previous_step },
    { "next-step", action_next_step },
    { "base", action_base },
    { "compare", action_compare },
    { "compare-with", action_compare_with, "u" },
    { "copy-commit", action_copy_commit },
    { "close-function", action_close_function },
    { "view", NULL, "s", "'chart'", change_view },
    { "by-date", NULL, NULL, "false", change_by_date },
    { "from-zero", NULL, NULL, "false", change_from_zero },
    { "commits", NULL, NULL, "false", change_commits },
  };

  static const char *const switches[] = { "changed-only", "by-function", "paper-rank" };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    {
      g_autoptr (GPropertyAction) action =
          g_property_action_new (switches[i], self->similarity, switches[i]);

      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "history", G_ACTION_GROUP (self->actions));
}

/* ---- keys ---- */

/* Arrows lead where they point to. */
static const char *
mirrored (GtkWidget *widget, const char *action)
{
  static const char *const pairs[][2] = { { "history.previous-revision", "history.next-revision" },
                                          { "history.second-back", "history.second-on" } };

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
    { "history.previous-revision", "", GDK_KEY_Left, 0 },
    { "history.previous-revision", "", GDK_KEY_KP_Left, 0 },
    { "history.next-revision", "", GDK_KEY_Right, 0 },
    { "history.next-revision", "", GDK_KEY_KP_Right, 0 },
    { "history.first-revision", "", GDK_KEY_Home, 0 },
    { "history.last-revision", "", GDK_KEY_End, 0 },
    { "history.second-back", "", GDK_KEY_Left, GDK_SHIFT_MASK },
    { "history.second-on", "", GDK_KEY_Right, GDK_SHIFT_MASK },
    { "history.previous-benchmark", "", GDK_KEY_Up, 0 },
    { "history.previous-benchmark", "", GDK_KEY_KP_Up, 0 },
    { "history.next-benchmark", "", GDK_KEY_Down, 0 },
    { "history.next-benchmark", "", GDK_KEY_KP_Down, 0 },
    { "history.previous-step", "", GDK_KEY_p, 0 },
    { "history.next-step", "", GDK_KEY_n, 0 },
    { "history.compare", "", GDK_KEY_Return, 0 },
    { "history.compare", "", GDK_KEY_KP_Enter, 0 },
    { "history.base", "", GDK_KEY_b, 0 },
    { "history.copy-commit", "", GDK_KEY_c, GDK_CONTROL_MASK },
    { "history.close-function", "", GDK_KEY_BackSpace, 0 },
    { "history.commits", "", GDK_KEY_h, GDK_CONTROL_MASK },
    { "history.view", "chart", GDK_KEY_c, 0 },
    { "history.view", "heat", GDK_KEY_h, 0 },
    { "history.view", "similarity", GDK_KEY_s, 0 },
    { "history.view", "revisions", GDK_KEY_a, 0 },
    { "history.view", "risk", GDK_KEY_k, 0 },
    { "history.changed-only", "", GDK_KEY_x, 0 },
    { "history.by-function", "", GDK_KEY_f, 0 },
    { "history.paper-rank", "", GDK_KEY_r, 0 },
    { "history.by-date", "", GDK_KEY_d, 0 },
    { "history.from-zero", "", GDK_KEY_z, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_add_binding (class, actions[i].key, actions[i].modifiers, on_key, "(ss)",
                                  actions[i].action, actions[i].target);
  gtk_widget_class_add_binding (class, GDK_KEY_Escape, 0, on_escape, NULL);
}
