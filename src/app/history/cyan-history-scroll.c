/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-scroll.h"

/* Frames to wait. */
#define WAIT_FRAMES 1

typedef struct
{
  guint position;
  guint wait_frames;
} Aim;

/* GTK's list keeps the focus where it was, though another row was selected since. */
static void
focus_selected (GtkWidget *list)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (list));
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (focus == NULL || (focus != list && !gtk_widget_is_ancestor (focus, list)))
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
  GtkWidget *child = gtk_widget_get_first_child (table);

  if (aim->wait_frames-- > 0)
    return G_SOURCE_CONTINUE;
  /* The list inside the column view has the action. */
  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  if (child != NULL)
    {
      gtk_widget_activate_action (child, "list.scroll-to-item", "u", aim->position);
      focus_selected (child);
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
