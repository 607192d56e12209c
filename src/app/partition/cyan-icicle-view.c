/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icicle: where boxes are, and which are neighbours. */
#include "cyan-icicle-view.h"
#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

#define MARGIN CYAN_ICICLE_MARGIN

struct _CyanIcicleView
{
  CyanPartitionView parent_instance;

  gboolean flames;
  CyanIcicle *icicle; /* owned, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN_TYPE_PARTITION_VIEW)

/* ---- the icicle ---- */

const CyanIcicle *
cyan_icicle_view_get_icicle (CyanIcicleView *self)
{
  return cyan_partition_view_ensure (CYAN_PARTITION_VIEW (self)) ? self->icicle : NULL;
}

static void
cyan_icicle_view_set_partition (CyanPartitionView *view, CyanPartition *partition)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);

  g_clear_pointer (&self->icicle, cyan_icicle_free);
  if (partition != NULL)
    self->icicle = cyan_icicle_new (partition);
}

static void
cyan_icicle_view_set_top (CyanPartitionView *view, CyanNode top)
{
  cyan_icicle_set_top (CYAN_ICICLE_VIEW (view)->icicle, top);
}

static void
cyan_icicle_view_set_filter (CyanPartitionView *view, CyanFiltered *filtered)
{
  cyan_icicle_set_filter (CYAN_ICICLE_VIEW (view)->icicle, filtered);
}

/* ---- coordinates ---- */

gboolean
cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *look = (CyanIcicleLook){ .width = (gtk_widget_get_width (widget) - 2 * MARGIN)
                                     / cyan_desktop_text_scale (),
                            .flames = self->flames };
  return look->width >= 1 && cyan_icicle_view_get_icicle (self) != NULL;
}

static double
cyan_icicle_view_content_size (CyanPicture *picture, GtkOrientation axis)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  CyanIcicleLook look;

  if (axis == GTK_ORIENTATION_HORIZONTAL || !cyan_icicle_view_get_look (self, &look))
    return 0;
  return cyan_icicle_height (self->icicle, &look) * cyan_desktop_text_scale () + 2 * MARGIN;
}

/* The upper end of the picture in the widget.  A picture that is lower than the widget stands on
 * the side of its root. */
static double
origin_y (CyanIcicleView *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double content = cyan_icicle_view_content_size (CYAN_PICTURE (self), GTK_ORIENTATION_VERTICAL);

  if (content > height)
    return MARGIN - cyan_picture_scrolled (CYAN_PICTURE (self), GTK_ORIENTATION_VERTICAL);
  return MARGIN + (self->flames ? height - content : 0);
}

static void
cyan_icicle_view_get_origin (CyanPartitionView *view, double *x, double *y)
{
  *x = MARGIN;
  *y = origin_y (CYAN_ICICLE_VIEW (view));
}

static gboolean
cyan_icicle_view_get_box (CyanPicture *picture, CyanNode node, graphene_rect_t *box)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  CyanIcicleLook look;
  CyanIcicleBox there;
  CyanRect rect;
  double scale = cyan_desktop_text_scale ();

  if (!cyan_icicle_view_get_look (self, &look)
      || !cyan_icicle_box_of (self->icicle, look.width, node, &there))
    return FALSE;
  rect = cyan_icicle_rect (&look, cyan_icicle_n_rows (self->icicle, look.width), &there);
  graphene_rect_init (box, (float) (rect.x * scale + MARGIN),
                      (float) (rect.y * scale + origin_y (self)), (float) (rect.width * scale),
                      (float) (rect.height * scale));
  return TRUE;
}

static CyanNode
cyan_icicle_view_pick (CyanPicture *picture, double x, double y)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  CyanIcicleLook look;

  if (!cyan_icicle_view_get_look (self, &look))
    return CYAN_NODE_NONE;
  return cyan_icicle_node_at (self->icicle, &look, (x - MARGIN) / cyan_desktop_text_scale (),
                              (y - origin_y (self)) / cyan_desktop_text_scale ());
}

/* ---- scrolling ---- */

static void
scroll_by (CyanIcicleView *self, double pixels)
{
  cyan_picture_scroll_by (CYAN_PICTURE (self), GTK_ORIENTATION_VERTICAL, pixels);
}

static void
cyan_icicle_view_show_node (CyanPicture *picture, CyanNode node)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  double page = gtk_widget_get_height (GTK_WIDGET (self));
  graphene_rect_t box;

  /* It is not made for this alone. */
  if (self->icicle == NULL || !cyan_picture_find_box (picture, node, &box))
    return;
  if (box.origin.y < MARGIN)
    scroll_by (self, box.origin.y - MARGIN);
  else if (box.origin.y + box.size.height > page - MARGIN)
    scroll_by (self, box.origin.y + box.size.height - page + MARGIN);
}

/* A few of the nodes above the topmost one and most of what is below it can be seen. */
static void
cyan_icicle_view_show_top (CyanPartitionView *view)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  const double room = 3 * CYAN_ICICLE_ROW * cyan_desktop_text_scale () + MARGIN;
  graphene_rect_t box;

  if (cyan_picture_find_box (CYAN_PICTURE (self), self->icicle->top, &box))
    scroll_by (self, self->flames ? box.origin.y + box.size.height + room
                                        - gtk_widget_get_height (GTK_WIDGET (self))
                                  : box.origin.y - room);
}

static void
on_flames (GObject *object, const char *name)
{
  cyan_partition_view_changed_from_top (CYAN_PARTITION_VIEW (object));
}

/* ---- drawing ---- */

static CyanScene *
cyan_icicle_view_new_scene (CyanPartitionView *view,
                            const CyanStyle *style,
                            const CyanRect *visible)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  CyanIcicleLook look;

  return cyan_icicle_view_get_look (self, &look)
             ? cyan_scene_new_icicle (self->icicle, &look, style, visible->y, visible->height)
             : NULL;
}

static CyanScene *
cyan_icicle_view_new_legend (CyanPicture *picture, const CyanLegendForm *form)
{
  const CyanIcicle *icicle = cyan_icicle_view_get_icicle (CYAN_ICICLE_VIEW (picture));
  /* The picture may have no size yet. */
  const CyanIcicleLook look = { .width =
                                    MAX (cyan_picture_size (picture, GTK_ORIENTATION_HORIZONTAL), 1)
                                    / cyan_desktop_text_scale () };
  CyanStyle style;

  if (icicle == NULL)
    return NULL;
  style = cyan_picture_style (picture);
  return cyan_scene_new_icicle_legend (icicle, &look, &style, form);
}

static gboolean
cyan_icicle_view_append_outline (
    CyanPartitionView *view, GtkSnapshot *snapshot, CyanNode node, double width, double alpha)
{
  CyanPicture *picture = CYAN_PICTURE (view);
  graphene_rect_t box;

  if (!cyan_picture_find_box (picture, node, &box))
    return FALSE;
  cyan_picture_append_ring (picture, snapshot, &box, width, 2, width, alpha);
  return TRUE;
}

/* ---- neighbours ---- */

/* The nodes above the topmost one lead to themselves. */
static CyanNode
cyan_icicle_view_leads_to (CyanPartitionView *view, CyanNode node)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  CyanIcicleLook look;
  CyanIcicleBox box;

  return cyan_icicle_view_get_look (self, &look)
                 && cyan_icicle_box_of (self->icicle, look.width, node, &box) && box.is_above
             ? node
             : CYAN_NODE_NONE;
}

static CyanNode
cyan_icicle_view_neighbour (CyanPartitionView *view, CyanNode node, CyanPictureMove move)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  CyanIcicleLook look;

  if (!cyan_icicle_view_get_look (self, &look))
    return CYAN_NODE_NONE;
  if (move == CYAN_PICTURE_NEXT)
    return cyan_icicle_next_of (self->icicle, look.width, node);
  if (move == CYAN_PICTURE_PREVIOUS)
    return cyan_icicle_previous_of (self->icicle, look.width, node);
  /* Where the arrow points to. */
  return (move == CYAN_PICTURE_UP) != look.flames
             ? cyan_icicle_parent_of (self->icicle, node)
             : cyan_icicle_first_child_of (self->icicle, look.width, node);
}

/* ---- object ---- */

static void
cyan_icicle_view_class_init (CyanIcicleViewClass *class)
{
  CyanPictureClass *picture_class = CYAN_PICTURE_CLASS (class);
  CyanPartitionViewClass *view_class = CYAN_PARTITION_VIEW_CLASS (class);

  picture_class->content_size = cyan_icicle_view_content_size;
  picture_class->get_box = cyan_icicle_view_get_box;
  picture_class->pick = cyan_icicle_view_pick;
  picture_class->new_legend = cyan_icicle_view_new_legend;
  picture_class->show_node = cyan_icicle_view_show_node;
  view_class->set_partition = cyan_icicle_view_set_partition;
  view_class->set_top = cyan_icicle_view_set_top;
  view_class->set_filter = cyan_icicle_view_set_filter;
  view_class->get_origin = cyan_icicle_view_get_origin;
  view_class->new_scene = cyan_icicle_view_new_scene;
  view_class->append_outline = cyan_icicle_view_append_outline;
  view_class->show_top = cyan_icicle_view_show_top;
  view_class->leads_to = cyan_icicle_view_leads_to;
  view_class->neighbour = cyan_icicle_view_neighbour;

  cyan_flags_install (class, on_flames, CYAN_FLAG (CyanIcicleView, "flames", flames), NULL);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "icicle");
}

static void
cyan_icicle_view_init (CyanIcicleView *self)
{
}
