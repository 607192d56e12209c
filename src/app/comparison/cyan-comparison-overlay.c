/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lies on the picture: the legend, the overview map and the zoom buttons.
 *
 * The zoom buttons have a corner of their own, which the canvas keeps clear.  The map, where the
 * picture is larger than the view, and the legend take one of the other corners, or the place above
 * the buttons, wherever no box is drawn.  Where there is no such place, the map lies above the
 * buttons, and a button beside them opens the legend.
 */
#include "cyan-comparison-private.h"

/* Pixels around what lies on the picture, and between parts of it. */
#define MARGIN  18
#define SPACING 12
/* The share of the picture's area that the legend may cover. */
#define LEGEND_MAX 0.2
/* The map is there only if the view is that many times as wide and as high. */
#define VIEW_PER_MAP 2.5

enum
{
  LOWER_END, /* above the zoom buttons */
  LOWER_START,
  UPPER_START,
  UPPER_END,
  N_CORNERS
};

static gboolean
is_mirrored (CyanComparisonPage *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self->overlay)) == GTK_TEXT_DIR_RTL;
}

static GtkRequisition
size_of (GtkWidget *widget)
{
  GtkRequisition size;

  gtk_widget_get_preferred_size (widget, NULL, &size);
  return size;
}

static gboolean
has_overview (CyanComparisonPage *self)
{
  return gtk_widget_get_child_visible (self->overview);
}

/* Of the zoom buttons, with the map if it is above them. */
static int
lower_end_height (CyanComparisonPage *self, gboolean with_overview)
{
  int height = MAX (size_of (self->zoom_box).height, size_of (self->legend_button).height);

  return with_overview && has_overview (self) && self->overview_corner == LOWER_END
             ? height + SPACING + size_of (self->overview).height
             : height;
}

/* Where something of that size lies in a corner. */
static GdkRectangle
area_in_corner (CyanComparisonPage *self,
                int corner,
                const GtkRequisition *size,
                gboolean above_overview)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (self->overlay));
  gboolean at_start = corner == LOWER_START || corner == UPPER_START;
  gboolean upper = corner == UPPER_START || corner == UPPER_END;
  int above = corner == LOWER_END ? lower_end_height (self, above_overview) + SPACING : 0;

  return (GdkRectangle){ at_start != is_mirrored (self) ? MARGIN : width - MARGIN - size->width,
                         upper ? MARGIN : height - MARGIN - above - size->height, size->width,
                         size->height };
}

static GdkRectangle
zoom_area (CyanComparisonPage *self)
{
  GtkRequisition size = size_of (self->zoom_box);
  int width = gtk_widget_get_width (GTK_WIDGET (self->overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (self->overlay));

  return (GdkRectangle){ is_mirrored (self) ? MARGIN : width - MARGIN - size.width,
                         height - MARGIN - size.height, size.width, size.height };
}

static graphene_rect_t
on_canvas (const GdkRectangle *area)
{
  return GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width,
                             (float) area->height);
}

/* The emptiest corner, of equal ones the @present one; -1 if there are boxes in all of them.  The
 * legend makes room for the map. */
static int
free_corner (CyanComparisonPage *self, const GtkRequisition *size, int present, gboolean is_legend)
{
  CyanCanvasContents least = CYAN_CANVAS_BOXES;
  int best = -1;

  /* The legend begins at the start, the map at the end. */
  for (int i = 0; i < N_CORNERS; i++)
    {
      int corner = is_legend ? (i + 1) % N_CORNERS : i;
      GdkRectangle area = area_in_corner (self, corner, size, is_legend);
      graphene_rect_t rect = on_canvas (&area);
      CyanCanvasContents contents = cyan_canvas_contents (self->canvas, &rect);

      if (is_legend && has_overview (self) && corner == self->overview_corner
          && corner != LOWER_END)
        continue;
      if (contents < least || (contents == least && best >= 0 && corner == present))
        {
          least = contents;
          best = corner;
        }
    }
  return best;
}

static gboolean
covers_selected (CyanComparisonPage *self, const GdkRectangle *area)
{
  graphene_rect_t rect = on_canvas (area), room;

  return self->session != NULL
         && cyan_canvas_get_room (self->canvas, cyan_session_selected (self->session), &room)
         && graphene_rect_intersection (&rect, &room, NULL);
}

/* While one scrolls they stay where they are. */
static gboolean
is_stale (CyanComparisonPage *self)
{
  return self->legend_is_stale
         || gtk_widget_get_width (GTK_WIDGET (self->overlay)) != self->legend_view[0]
         || gtk_widget_get_height (GTK_WIDGET (self->overlay)) != self->legend_view[1];
}

/* The legend folds while it would cover the selected box. */
static gboolean
place_legend (CyanComparisonPage *self, GdkRectangle *area)
{
  GtkRequisition size = size_of (GTK_WIDGET (self->legend));
  int width = gtk_widget_get_width (GTK_WIDGET (self->overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (self->overlay));

  /* With what is known of the sources it has other rows. */
  if (is_stale (self) || size.width != self->legend_size[0] || size.height != self->legend_size[1])
    self->legend_corner = (double) size.width * size.height > LEGEND_MAX * width * height
                              ? -1
                              : free_corner (self, &size, self->legend_corner, TRUE);
  self->legend_is_stale = FALSE;
  self->legend_view[0] = width;
  self->legend_view[1] = height;
  self->legend_size[0] = size.width;
  self->legend_size[1] = size.height;
  if (self->legend_corner < 0)
    return FALSE;
  *area = area_in_corner (self, self->legend_corner, &size, TRUE);
  return !covers_selected (self, area);
}

static void
update_corner (CyanComparisonPage *self)
{
  GtkRequisition zoom = size_of (self->zoom_box), button = size_of (self->legend_button);

  cyan_canvas_set_corner (self->canvas, zoom.width + SPACING + button.width + 2 * MARGIN,
                          lower_end_height (self, TRUE) + 2 * MARGIN);
}

static gboolean
on_idle (gpointer data)
{
  CyanComparisonPage *self = data;

  self->overlay_idle = 0;
  update_corner (self);
  return G_SOURCE_REMOVE;
}

static void
place_overview (CyanComparisonPage *self, GdkRectangle *area)
{
  GtkRequisition size = size_of (self->overview);
  int width = gtk_widget_get_width (GTK_WIDGET (self->overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (self->overlay));
  int old_height = lower_end_height (self, TRUE);

  gtk_widget_set_child_visible (self->overview, cyan_canvas_is_larger (self->canvas)
                                                    && width >= VIEW_PER_MAP * size.width
                                                    && height >= VIEW_PER_MAP * size.height);
  if (has_overview (self) && is_stale (self))
    self->overview_corner = free_corner (self, &size, self->overview_corner, FALSE);
  if (self->overview_corner < 0)
    self->overview_corner = LOWER_END;
  /* The canvas cannot scroll while sizes are being allocated. */
  if (lower_end_height (self, TRUE) != old_height && self->overlay_idle == 0)
    self->overlay_idle = g_idle_add (on_idle, self);
  *area = area_in_corner (self, self->overview_corner, &size, FALSE);
}

static gboolean
on_position (GtkOverlay *overlay, GtkWidget *child, GdkRectangle *area, CyanComparisonPage *self)
{
  if (child == GTK_WIDGET (self->legend))
    {
      gboolean shown = place_legend (self, area);

      gtk_widget_set_child_visible (child, shown);
      gtk_widget_set_child_visible (self->legend_button, !shown);
      return shown;
    }
  if (child == self->overview)
    {
      place_overview (self, area);
      return TRUE;
    }
  if (child == self->zoom_box)
    {
      *area = zoom_area (self);
      return TRUE;
    }
  if (child == self->legend_button)
    {
      GtkRequisition size = size_of (child);

      *area = zoom_area (self);
      area->y += (area->height - size.height) / 2;
      area->x =
          is_mirrored (self) ? area->x + area->width + SPACING : area->x - SPACING - size.width;
      area->width = size.width;
      area->height = size.height;
      return TRUE;
    }
  return FALSE;
}

static void
on_picture_changed (CyanComparisonPage *self)
{
  self->legend_is_stale = TRUE;
  gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

static void
on_scrolled (CyanComparisonPage *self)
{
  GtkRequisition size;
  GdkRectangle area;

  if (self->legend_corner < 0)
    return;
  size = size_of (GTK_WIDGET (self->legend));
  area = area_in_corner (self, self->legend_corner, &size, TRUE);
  if (gtk_widget_get_child_visible (GTK_WIDGET (self->legend)) == covers_selected (self, &area))
    gtk_widget_queue_allocate (GTK_WIDGET (self->overlay));
}

/* The legend of the popover exists as long as one looks at it. */
static void
fill_popover (GtkMenuButton *button, gpointer data)
{
  CyanComparisonPage *self = data;

  cyan_legend_set_zoom (self->legend_popup, cyan_canvas_get_zoom (self->canvas));
  cyan_legend_set_session (self->legend_popup, self->session);
}

static void
on_popover_closed (CyanComparisonPage *self)
{
  cyan_legend_set_session (self->legend_popup, NULL);
}

void
cyan_comparison_page_follow_picture (CyanComparisonPage *self)
{
  update_corner (self);
  if (self->session != NULL)
    g_signal_connect_swapped (self->session, "notify::selected", G_CALLBACK (on_picture_changed),
                              self);
  on_picture_changed (self);
}

void
cyan_comparison_page_install_overlay (CyanComparisonPage *self)
{
  GtkScrollable *canvas = GTK_SCROLLABLE (self->canvas);

  self->legend_corner = -1;
  self->overview_corner = LOWER_END;
  gtk_widget_set_child_visible (self->overview, FALSE);
  cyan_overview_set_canvas (CYAN_OVERVIEW (self->overview), self->canvas);
  g_signal_connect (self->overlay, "get-child-position", G_CALLBACK (on_position), self);
  g_signal_connect_swapped (self->canvas, "picture-changed", G_CALLBACK (on_picture_changed), self);
  g_signal_connect_object (gtk_scrollable_get_hadjustment (canvas), "value-changed",
                           G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (canvas), "value-changed",
                           G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->legend_button), fill_popover, self,
                                         NULL);
  g_signal_connect_swapped (self->legend_popover, "closed", G_CALLBACK (on_popover_closed), self);
}
