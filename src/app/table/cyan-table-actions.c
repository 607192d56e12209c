/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of the table and their keys. */
#include "cyan-table-private.h"

#include "cyan-i18n.h"
#include "cyan-widgets.h"

/* Rows that are copied at once. */
#define MAX_COPIED 10000

/* By CyanTableMode. */
static const char *const mode_names[] = { "tree", "functions", "callers" };

/* ---- rows ---- */

static void
action_toggle (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanTableView *self = data;
  guint position = g_variant_get_uint32 (parameter);

  if (!cyan_table_model_close (self->model, position))
    cyan_table_model_open (self->model, position);
}

static void
pick (CyanTableView *self, guint position)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), position, TRUE);
  cyan_table_view_go_to (self, position);
}

/* Opens the row; one that is open already is left for its first child. */
static void
action_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanTableView *self = data;
  guint position = cyan_table_view_cursor (self);

  if (position != CYAN_OUTLINE_NONE && !cyan_table_model_open (self->model, position)
      && cyan_outline_is_open (cyan_table_model_outline (self->model), position))
    pick (self, position + 1);
}

/* Closes the row; one that is closed already is left for its parent. */
static void
action_close (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanTableView *self = data;
  guint position = cyan_table_view_cursor (self);
  guint parent;

  if (position == CYAN_OUTLINE_NONE || cyan_table_model_close (self->model, position))
    return;
  parent = cyan_outline_parent (cyan_table_model_outline (self->model), position);
  if (parent != CYAN_OUTLINE_NONE)
    pick (self, parent);
}

static void
action_open_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanTableView *self = data;
  guint position = cyan_table_view_cursor (self);

  if (position != CYAN_OUTLINE_NONE)
    cyan_table_model_open_all (self->model, position);
}

const char *
cyan_table_view_get_mode (CyanTableView *self)
{
  return mode_names[self->mode];
}

static void
action_mode (GSimpleAction *action, GVariant *state, gpointer data)
{
  for (guint mode = 0; mode < G_N_ELEMENTS (mode_names); mode++)
    if (g_str_equal (mode_names[mode], g_variant_get_string (state, NULL)))
      {
        g_simple_action_set_state (action, state);
        cyan_table_view_set_mode (data, (CyanTableMode) mode);
      }
}

/* ---- copying ---- */

static void
append_row (CyanTableView *self, GString *text, const CyanOutlineRow *row)
{
  g_string_append_printf (text, "%u", row->depth);
  for (guint place = 0; place < CYAN_N_COLUMNS; place++)
    {
      CyanColumn column = cyan_table_view_column_at (self, place);
      g_autofree char *value = NULL;

      if (!self->look.is_shown[column])
        continue;
      value = cyan_table_values_raw (cyan_table_model_values (self->model), row->item, column);
      g_string_append_printf (text, "\t%s", value);
    }
  g_string_append_c (text, '\n');
}

/* The selected rows and the shown columns, tab-separated. */
static void
action_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanTableView *self = data;
  const CyanOutline *outline = cyan_table_model_outline (self->model);
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->model));
  g_autoptr (GString) text = g_string_new ("depth");
  guint64 n = MIN (gtk_bitset_get_size (selected), MAX_COPIED);

  if (n == 0)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  for (guint place = 0; place < CYAN_N_COLUMNS; place++)
    {
      CyanColumn column = cyan_table_view_column_at (self, place);

      if (self->look.is_shown[column])
        g_string_append_printf (text, "\t%s", cyan_columns[column].id);
    }
  g_string_append_c (text, '\n');
  for (guint i = 0; i < n; i++)
    append_row (self, text, cyan_outline_row (outline, gtk_bitset_get_nth (selected, i)));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text->str);
  if (n < gtk_bitset_get_size (selected))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s",
                                _ ("Too many rows: only the first ones were copied"));
}

/* ---- keys ---- */

static gboolean
on_key (CyanTableView *self,
        guint key,
        guint code,
        GdkModifierType state,
        GtkEventControllerKey *controller)
{
  /* Without a target where it is NULL. */
  static const struct
  {
    const char *action;
    const char *target;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "table.open", NULL, GDK_KEY_Right, 0 },
    { "table.open", NULL, GDK_KEY_KP_Right, 0 },
    { "table.open", NULL, GDK_KEY_plus, 0 },
    { "table.open", NULL, GDK_KEY_KP_Add, 0 },
    { "table.close", NULL, GDK_KEY_Left, 0 },
    { "table.close", NULL, GDK_KEY_KP_Left, 0 },
    { "table.close", NULL, GDK_KEY_minus, 0 },
    { "table.close", NULL, GDK_KEY_KP_Subtract, 0 },
    { "table.open-all", NULL, GDK_KEY_asterisk, 0 },
    { "table.open-all", NULL, GDK_KEY_KP_Multiply, 0 },
    { "table.mode", "tree", GDK_KEY_t, 0 },
    { "table.mode", "functions", GDK_KEY_f, 0 },
    { "table.mode", "callers", GDK_KEY_c, 0 },
    { "table.copy", NULL, GDK_KEY_c, GDK_CONTROL_MASK },
  };
  GdkModifierType modifiers = state & (GDK_CONTROL_MASK | GDK_ALT_MASK);
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  /* Towards the callees, wherever one reads. */
  if (mirrored && (key == GDK_KEY_Left || key == GDK_KEY_Right))
    key = key == GDK_KEY_Left ? GDK_KEY_Right : GDK_KEY_Left;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (actions[i].key == key && actions[i].modifiers == modifiers)
      {
        if (actions[i].target != NULL)
          gtk_widget_activate_action (GTK_WIDGET (self), actions[i].action, "s", actions[i].target);
        else
          gtk_widget_activate_action (GTK_WIDGET (self), actions[i].action, NULL);
        return GDK_EVENT_STOP;
      }
  return GDK_EVENT_PROPAGATE;
}

/* ---- columns ---- */

static void
action_column (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanTableColumn *column = data;

  g_simple_action_set_state (action, state);
  *cyan_table_view_chosen (column->view, column->column) = g_variant_get_boolean (state);
  cyan_table_view_show_columns (column->view);
}

/* The name is always there. */
static void
install_column_menu (CyanTableView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = CYAN_COLUMN_NAME + 1; i < CYAN_N_COLUMNS; i++)
    {
      CyanTableColumn *column = &self->column[i];
      g_autofree char *name = g_strconcat ("column-", cyan_columns[i].id, NULL);
      g_autofree char *full_name = g_strconcat ("table.", name, NULL);
      g_autoptr (GSimpleAction) action =
          g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (column->chosen));

      g_signal_connect (action, "change-state", G_CALLBACK (action_column), column);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
      g_menu_append (menu, _ (cyan_columns[i].title), full_name);
    }
  gtk_menu_button_set_menu_model (self->columns_button, G_MENU_MODEL (menu));
}

void
cyan_table_view_install_actions (CyanTableView *self)
{
  static const GActionEntry entries[] = {
    { "toggle", action_toggle, "u" }, { "open", action_open },
    { "close", action_close },        { "open-all", action_open_all },
    { "copy", action_copy },          { "mode", NULL, "s", "'tree'", action_mode },
  };
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->actions = cyan_actions_new (self, "table", entries, G_N_ELEMENTS (entries));
  install_column_menu (self);
  /* Before the list takes the arrows. */
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self->columns), keys);
}
