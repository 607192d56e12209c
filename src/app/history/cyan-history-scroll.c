/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-scroll.h"

/* Frames to wait. */
#define WAIT_FRAMES 1

typedef struct
{
  guint position;
  guint wait_frames;
} Aim;

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
    gtk_widget_activate_action (child, "list.scroll-to-item", "u", aim->position);
  return G_SOURCE_REMOVE;
}

void
cyan_history_scroll_to (GtkColumnView *table, guint position)
{
  Aim *aim = g_new (Aim, 1);

  *aim = (Aim){ position, WAIT_FRAMES };
  gtk_widget_add_tick_callback (GTK_WIDGET (table), on_tick, aim, g_free);
}
