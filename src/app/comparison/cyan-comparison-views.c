/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views of the comparison, each a page of a stack, and the room that the panes beside them
 * have. */
#include "cyan-comparison-private.h"

#include <string.h>

/* Pixels of a window in which there is room, with text of the usual size: for what is known of noise
 * in the header, for the functions to start at, for the list of edits and the details, for the details at all,
 * and for the name of the view in the header. */
#define ROOM_FOR_TRUST   860
#define ROOM_FOR_START   1100
#define ROOM_FOR_BOTH    1300
#define ROOM_FOR_DETAILS 860
#define ROOM_FOR_NAME    600
/* Likewise, of its height: for the legend below the icicle, and below the rings, which are as high
 * as they are wide. */
#define ROOM_FOR_LEGEND       560
#define ROOM_FOR_RINGS_LEGEND 780

/* Height of the source pane at least, and as a part of the window's. */
#define SOURCES_HEIGHT 320
#define SOURCES_PART   0.4

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

void
cyan_comparison_page_copy_rows (CyanComparisonPage *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->table), "table.copy", NULL);
}

/* In the header. */
static void
name_view (CyanComparisonPage *self)
{
  GtkWidget *child = gtk_stack_get_visible_child (self->views);

  if (self->width >= ROOM_FOR_NAME)
    gtk_menu_button_set_label (self->view_button,
                               gtk_stack_page_get_title (gtk_stack_get_page (self->views, child)));
  else
    gtk_menu_button_set_icon_name (self->view_button, "cyan-eye-symbolic");
}

void
cyan_comparison_page_show_view (CyanComparisonPage *self, const char *view)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->views, view);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *const pictures[] = { GTK_WIDGET (self->canvas), GTK_WIDGET (self->icicle),
                                  GTK_WIDGET (self->rings) };

  if (child == NULL)
    return;
  gtk_stack_set_visible_child (self->views, child);
  cyan_view_popover_set_view (self->view_popover, view);
  /* In a window of another size than before a scrolled window has other scrollbars, and asks for a
   * new size while it gets its own.  GTK can take that only if all that is around it gets one. */
  gtk_widget_queue_resize (child);
  name_view (self);
  if (root == NULL || (focus != NULL && gtk_widget_is_ancestor (focus, child)))
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

/* The list of functions to start at is a pane beside the picture, or lies on it on demand. */
static void
fit_start (CyanComparisonPage *self, gboolean compares)
{
  gboolean folds = self->width < ROOM_FOR_START, is_pane = compares && !folds;

  adw_flap_set_fold_policy (self->start_flap,
                            folds ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  gtk_widget_set_visible (self->start_button, compares && folds);
  if (is_pane != self->start_is_pane)
    adw_flap_set_reveal_flap (self->start_flap, is_pane);
  self->start_is_pane = is_pane;
}

static void
size_sources (CyanComparisonPage *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self->source_pane), -1,
                               (int) MIN (SOURCES_HEIGHT, self->height * SOURCES_PART));
}

void
cyan_comparison_page_make_room (CyanComparisonPage *self)
{
  gboolean compares =
      self->session != NULL && !cyan_session_comparison (self->session)->compared.single;
  gboolean edits = compares && cyan_comparison_page_is_active (self, "show-edits");
  gboolean legend = cyan_comparison_page_is_active (self, "show-legend");

  fit_start (self, compares);
  size_sources (self);
  gtk_widget_set_visible (GTK_WIDGET (self->edit_list), edits);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          cyan_comparison_page_is_active (self, "show-details")
                              && self->width >= (edits ? ROOM_FOR_BOTH : ROOM_FOR_DETAILS));
  gtk_widget_set_visible (GTK_WIDGET (self->source_pane),
                          compares && cyan_comparison_page_is_active (self, "show-sources"));
  gtk_widget_set_visible (GTK_WIDGET (self->icicle_legend),
                          legend && self->height >= ROOM_FOR_LEGEND);
  gtk_widget_set_visible (GTK_WIDGET (self->rings_legend),
                          legend && self->height >= ROOM_FOR_RINGS_LEGEND);
}

void
cyan_comparison_page_fit (CyanComparisonPage *self, double width, double height)
{
  self->width = width;
  self->height = height;
  cyan_answer_set_narrow (self->answer, width < ROOM_FOR_TRUST);
  name_view (self);
  cyan_comparison_page_make_room (self);
}
