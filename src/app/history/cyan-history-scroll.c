/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-scroll.h"

/* Frames to wait. */
#define WAIT_FRAMES 1

typedef struct
{
  guint position;
  guint wait_frames;
} Aim;

/* The list inside a column view: it has the rows and the action. */
static GtkWidget *
list_of (GtkWidget *table)
{
  GtkWidget *child = gtk_widget_get_first_child (table);

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static gboolean
has_focus (GtkWidget *list)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == list || gtk_widget_is_ancestor (focus, list));
}

/* GTK's list keeps the focus where it was, though another row was selected since. */
static void
focus_selected (GtkWidget *list)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (!has_focus (list))
    return;
  while (row != NULL && (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) == 0)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}

static gboolean
on_tick (GtkWidget *table, GdkFrameClock *clock, gpointer data)
{
  Aim *aim = data;
  GtkWidget *list = list_of (table);

  if (aim->wait_frames-- > 0)
    return G_SOURCE_CONTINUE;
  if (list != NULL)
    {
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", aim->position);
      focus_selected (list);
    }
  return G_SOURCE_REMOVE;
}

void
cyan_history_scroll_to (GtkColumnView *table, guint position)
{
  Aim *aim = g_new (Aim, 1);

  *aim = (Aim){ position, WAIT_FRAMES };
  gtk_widget_add_tick_callback (GTK_WIDGET (table), on_tick, aim, g_free);
}

gboolean
cyan_history_focus_rows (GtkColumnView *table)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  guint position = gtk_single_selection_get_selected (selection);

  /* GTK would give the focus to a hidden table, too. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (table)))
    return FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    cyan_history_scroll_to (table, position);
  return gtk_widget_grab_focus (GTK_WIDGET (table));
}

void
cyan_history_keep_focus (GtkColumnView *table)
{
  GtkWidget *list = list_of (GTK_WIDGET (table));

  if (list != NULL && has_focus (list))
    gtk_root_set_focus (gtk_widget_get_root (list), list);
}
