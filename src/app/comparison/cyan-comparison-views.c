/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views of the comparison, each a page of a stack. */
#include "cyan-comparison-private.h"

#include <string.h>

/* Pixels of a window in which there is room for the name of the view in the header, with text of the
 * usual size. */
#define ROOM_FOR_NAME 600

const char *
cyan_comparison_page_view (CyanComparisonPage *self)
{
  return gtk_stack_get_visible_child_name (self->views);
}

gboolean
cyan_comparison_page_is_in_view (CyanComparisonPage *self, const char *view)
{
  return strcmp (cyan_comparison_page_view (self), view) == 0;
}

gboolean
cyan_comparison_page_is_table (CyanComparisonPage *self)
{
  return cyan_comparison_page_is_in_view (self, "table");
}

CyanIcicleView *
cyan_comparison_page_icicle (CyanComparisonPage *self)
{
  return cyan_comparison_page_is_in_view (self, "icicle")         ? self->icicle
         : cyan_comparison_page_is_in_view (self, "side-by-side") ? self->sides
                                                                  : NULL;
}

void
cyan_comparison_page_copy_rows (CyanComparisonPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.copy", NULL);
}

void
cyan_comparison_page_name_view (CyanComparisonPage *self)
{
  GtkWidget *child = gtk_stack_get_visible_child (self->views);

  if (self->width >= ROOM_FOR_NAME)
    gtk_menu_button_set_label (self->view_button,
                               gtk_stack_page_get_title (gtk_stack_get_page (self->views, child)));
  else
    gtk_menu_button_set_icon_name (self->view_button, "cyan-eye-symbolic");
  gtk_menu_button_set_always_show_arrow (self->view_button, self->width >= ROOM_FOR_NAME);
}

void
cyan_comparison_page_show_view (CyanComparisonPage *self, const char *view)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->views, view);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  gboolean has_focus;
  GtkWidget *const pictures[] = { GTK_WIDGET (self->canvas), GTK_WIDGET (self->icicle),
                                  GTK_WIDGET (self->sides), GTK_WIDGET (self->rings) };

  if (child == NULL)
    return;
  /* What has the focus may end with the view before. */
  has_focus = focus != NULL && gtk_widget_is_ancestor (focus, child);
  gtk_stack_set_visible_child (self->views, child);
  cyan_view_popover_set_view (self->view_popover, view);
  /* In a window of another size than before a scrolled window has other scrollbars, and asks for a
   * new size while it gets its own.  GTK can take that only if all that is around it gets one. */
  gtk_widget_queue_resize (child);
  cyan_comparison_page_name_view (self);
  if (root == NULL || has_focus)
    return;
  /* Before its first allocation a page does not know which of its widgets comes first. */
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    if (gtk_widget_is_ancestor (pictures[i], child))
      {
        gtk_widget_grab_focus (pictures[i]);
        return;
      }
  if (!gtk_widget_grab_focus (child))
    gtk_widget_child_focus (child, GTK_DIR_TAB_FORWARD);
}

void
cyan_comparison_page_focus (CyanComparisonPage *self)
{
  cyan_comparison_page_show_view (self, cyan_comparison_page_view (self));
}
