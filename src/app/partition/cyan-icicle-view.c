/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The icicle, or those of both sides: where boxes are, and which are neighbours. */
#include "cyan-icicle-view.h"
#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

#define MARGIN CYAN_ICICLE_MARGIN

struct _CyanIcicleView
{
  CyanPartitionView parent_instance;

  gboolean flames, of_sides;
  CyanIcicles *icicles; /* owned, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN_TYPE_PARTITION_VIEW)

/* ---- the icicles ---- */

const CyanIcicles *
cyan_icicle_view_get_icicles (CyanIcicleView *self)
{
  return cyan_partition_view_ensure (CYAN_PARTITION_VIEW (self)) ? self->icicles : NULL;
}

static CyanPartition *
cyan_icicle_view_get_partition (CyanPartitionView *view)
{
  CyanSession *session = cyan_picture_get_session (CYAN_PICTURE (view));
  CyanPartition *sides[2];

  if (!CYAN_ICICLE_VIEW (view)->of_sides)
    return CYAN_PARTITION_VIEW_CLASS (cyan_icicle_view_parent_class)->get_partition (view);
  return cyan_session_get_sides (session, sides) ? sides[0] : NULL;
}

static void
cyan_icicle_view_set_partition (CyanPartitionView *view, CyanPartition *partition)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  CyanPartition *sides[2];

  g_clear_pointer (&self->icicles, cyan_icicles_free);
  if (partition == NULL)
    return;
  if (self->of_sides
      && cyan_session_get_sides (cyan_picture_get_session (CYAN_PICTURE (view)), sides))
    self->icicles = cyan_icicles_new_of_sides (sides[0], sides[1]);
  else
    self->icicles = cyan_icicles_new (partition);
}

static void
cyan_icicle_view_set_top (CyanPartitionView *view, CyanNode top)
{
  cyan_icicles_set_top (CYAN_ICICLE_VIEW (view)->icicles, top);
}

static void
cyan_icicle_view_set_filter (CyanPartitionView *view, CyanFiltered *filtered)
{
  cyan_icicles_set_filter (CYAN_ICICLE_VIEW (view)->icicles, filtered);
}

/* ---- coordinates ---- */

gboolean
cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *look = (CyanIcicleLook){ .width = (gtk_widget_get_width (widget) - 2 * MARGIN)
                                     / cyan_desktop_text_scale (),
                            .flames = self->flames };
  return look->width >= 1 && cyan_icicle_view_get_icicles (self) != NULL;
}

/* The pixels above the rows: those of the heading, or the margin. */
static double
space_above (CyanIcicleView *self)
{
  double heading = cyan_icicles_heading (self->icicles);

  return heading > 0 ? heading * cyan_desktop_text_scale () : MARGIN;
}

static double
cyan_icicle_view_content_size (CyanPicture *picture, GtkOrientation axis)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  CyanIcicleLook look;

  if (axis == GTK_ORIENTATION_HORIZONTAL || !cyan_icicle_view_get_look (self, &look))
    return 0;
  return cyan_icicles_height (self->icicles, &look) * cyan_desktop_text_scale ()
         + space_above (self) + MARGIN;
}

/* The upper end of the rows in the widget.  A picture that is lower than the widget stands on the
 * side of its root. */
static double
origin_y (CyanIcicleView *self)
{
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double content = cyan_icicle_view_content_size (CYAN_PICTURE (self), GTK_ORIENTATION_VERTICAL);

  /* There are no icicles, and nothing to draw. */
  if (content <= 0)
    return MARGIN;
  if (content > height)
    return space_above (self)
           - cyan_picture_scrolled (CYAN_PICTURE (self), GTK_ORIENTATION_VERTICAL);
  return space_above (self) + (self->flames ? height - content : 0);
}

static void
cyan_icicle_view_get_origin (CyanPartitionView *view, double *x, double *y)
{
  *x = MARGIN;
  *y = origin_y (CYAN_ICICLE_VIEW (view));
}

/* Like cyan_picture_find_box(), in icicle @i. */
static gboolean
find_box_in (CyanIcicleView *self, guint i, CyanNode node, graphene_rect_t *box)
{
  CyanIcicleLook look;
  CyanRect rect;
  double scale = cyan_desktop_text_scale ();

  if (!cyan_icicle_view_get_look (self, &look) || i >= self->icicles->n
      || !cyan_icicles_get_rect (self->icicles, &look, i, node, &rect))
    return FALSE;
  graphene_rect_init (box, (float) (rect.x * scale + MARGIN),
                      (float) (rect.y * scale + origin_y (self)), (float) (rect.width * scale),
                      (float) (rect.height * scale));
  return TRUE;
}

gboolean
cyan_icicle_view_get_box_in (CyanIcicleView *self, guint i, CyanNode node, graphene_rect_t *box)
{
  if (!find_box_in (self, i, node, box))
    return FALSE;
  cyan_picture_mirror_rect (CYAN_PICTURE (self), box);
  return TRUE;
}

/* The box under the pointer, if @node has two. */
static gboolean
cyan_icicle_view_get_box (CyanPicture *picture, CyanNode node, graphene_rect_t *box)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  graphene_rect_t other;
  double x, y;

  if (!find_box_in (self, 0, node, box))
    return find_box_in (self, 1, node, box);
  cyan_picture_get_pointer (picture, &x, &y);
  if (find_box_in (self, 1, node, &other)
      && graphene_rect_contains_point (&other, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    *box = other;
  return TRUE;
}

static CyanNode
cyan_icicle_view_pick (CyanPicture *picture, double x, double y)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  double scale = cyan_desktop_text_scale ();
  CyanIcicleLook look;

  if (!cyan_icicle_view_get_look (self, &look) || y < cyan_icicles_heading (self->icicles) * scale)
    return CYAN_NODE_NONE;
  return cyan_icicles_node_at (self->icicles, &look, (x - MARGIN) / scale,
                               (y - origin_y (self)) / scale);
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
  if (self->icicles == NULL || !cyan_picture_find_box (picture, node, &box))
    return;
  if (box.origin.y < space_above (self))
    scroll_by (self, box.origin.y - space_above (self));
  else if (box.origin.y + box.size.height > page - MARGIN)
    scroll_by (self, box.origin.y + box.size.height - page + MARGIN);
}

/* A few of the nodes above the topmost one and most of what is below it can be seen. */
static void
cyan_icicle_view_show_top (CyanPartitionView *view)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  const double room = 3 * CYAN_ICICLE_ROW * cyan_desktop_text_scale () + space_above (self);
  graphene_rect_t box;

  if (cyan_picture_find_box (CYAN_PICTURE (self), self->icicles->of[0]->top, &box))
    scroll_by (self, self->flames ? box.origin.y + box.size.height + room
                                        - gtk_widget_get_height (GTK_WIDGET (self))
                                  : box.origin.y - room);
}

static void
on_flag (GObject *object, const char *name)
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
  CyanSession *session = cyan_picture_get_session (CYAN_PICTURE (view));
  const CyanTitles titles = { cyan_session_before_name (session),
                              cyan_session_after_name (session) };
  CyanIcicleLook look;

  if (!cyan_icicle_view_get_look (self, &look))
    return NULL;
  return cyan_scene_new_icicles (self->icicles, &look, style, &titles, visible->y, visible->height);
}

static CyanScene *
cyan_icicle_view_new_legend (CyanPicture *picture, const CyanLegendForm *form)
{
  const CyanIcicles *icicles = cyan_icicle_view_get_icicles (CYAN_ICICLE_VIEW (picture));
  /* The picture may have no size yet. */
  const CyanIcicleLook look = { .width =
                                    MAX (cyan_picture_size (picture, GTK_ORIENTATION_HORIZONTAL), 1)
                                    / cyan_desktop_text_scale () };
  CyanStyle style;

  if (icicles == NULL)
    return NULL;
  style = cyan_picture_style (picture);
  return cyan_scene_new_icicles_legend (icicles, &look, &style, form);
}

/* Appends no more than is below the heading. */
static void
push_rows (CyanIcicleView *self, GtkSnapshot *snapshot)
{
  double above = cyan_icicles_heading (self->icicles) * cyan_desktop_text_scale ();

  gtk_snapshot_push_clip (
      snapshot,
      &GRAPHENE_RECT_INIT (0, (float) above, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                           (float) (gtk_widget_get_height (GTK_WIDGET (self)) - above)));
}

static gboolean
cyan_icicle_view_append_outline (
    CyanPartitionView *view, GtkSnapshot *snapshot, CyanNode node, double width, double alpha)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  gboolean is_drawn = FALSE;
  graphene_rect_t box;

  for (guint i = 0; i < self->icicles->n; i++)
    if (find_box_in (self, i, node, &box))
      {
        push_rows (self, snapshot);
        cyan_picture_append_ring (CYAN_PICTURE (view), snapshot, &box, width, 2, width, alpha);
        gtk_snapshot_pop (snapshot);
        is_drawn = TRUE;
      }
  return is_drawn;
}

static void
cyan_icicle_view_append_mark (CyanPicture *picture, GtkSnapshot *snapshot, CyanNode node)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  graphene_rect_t box;

  for (guint i = 0; self->icicles != NULL && i < self->icicles->n; i++)
    if (cyan_icicle_view_get_box_in (self, i, node, &box))
      {
        push_rows (self, snapshot);
        cyan_picture_dash_box (picture, snapshot, &box);
        gtk_snapshot_pop (snapshot);
      }
}

/* ---- neighbours ---- */

/* The nodes above the topmost one lead to themselves. */
static CyanNode
cyan_icicle_view_leads_to (CyanPartitionView *view, CyanNode node)
{
  const CyanIcicles *icicles = cyan_icicle_view_get_icicles (CYAN_ICICLE_VIEW (view));

  return icicles != NULL && node < icicles->of[0]->top ? node : CYAN_NODE_NONE;
}

static CyanNode
cyan_icicle_view_neighbour (CyanPartitionView *view, CyanNode node, CyanPictureMove move)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (view);
  CyanIcicleLook look;
  double room;

  if (!cyan_icicle_view_get_look (self, &look))
    return CYAN_NODE_NONE;
  room = cyan_icicles_room (self->icicles, &look);
  if (move == CYAN_PICTURE_NEXT)
    return cyan_icicles_next_of (self->icicles, room, node);
  if (move == CYAN_PICTURE_PREVIOUS)
    return cyan_icicles_previous_of (self->icicles, room, node);
  /* Where the arrow points to. */
  return (move == CYAN_PICTURE_UP) != look.flames
             ? cyan_icicles_parent_of (self->icicles, node)
             : cyan_icicles_first_child_of (self->icicles, room, node);
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
  picture_class->append_mark = cyan_icicle_view_append_mark;
  view_class->get_partition = cyan_icicle_view_get_partition;
  view_class->set_partition = cyan_icicle_view_set_partition;
  view_class->set_top = cyan_icicle_view_set_top;
  view_class->set_filter = cyan_icicle_view_set_filter;
  view_class->get_origin = cyan_icicle_view_get_origin;
  view_class->new_scene = cyan_icicle_view_new_scene;
  view_class->append_outline = cyan_icicle_view_append_outline;
  view_class->show_top = cyan_icicle_view_show_top;
  view_class->leads_to = cyan_icicle_view_leads_to;
  view_class->neighbour = cyan_icicle_view_neighbour;

  cyan_flags_install (class, on_flag, CYAN_FLAG (CyanIcicleView, "flames", flames),
                      CYAN_FLAG (CyanIcicleView, "of-sides", of_sides), NULL);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "icicle");
}

static void
cyan_icicle_view_init (CyanIcicleView *self)
{
}
