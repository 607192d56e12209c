/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle: drawing and scrolling.
 *
 * The visible rows are recorded as one render node, which is kept until something changes.  Rings
 * around the selected box and the one under the pointer are drawn above it.
 */
#include "cyan-icicle-view-private.h"

#include "cyan-desktop-theme.h"
#include "cyan-numbers.h"

#define MARGIN CYAN_ICICLE_MARGIN

G_DEFINE_FINAL_TYPE (CyanIcicleView, cyan_icicle_view, CYAN_TYPE_PICTURE)

enum
{
  PROP_0,
  PROP_FLAMES,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

/* ---- coordinates ---- */

static CyanSession *
session_of (CyanIcicleView *self)
{
  return cyan_picture_get_session (CYAN_PICTURE (self));
}

const CyanIcicle *
cyan_icicle_view_get_icicle (CyanIcicleView *self)
{
  return cyan_icicle_maker_get (self->maker);
}

gboolean
cyan_icicle_view_get_look (CyanIcicleView *self, CyanIcicleLook *look)
{
  GtkWidget *widget = GTK_WIDGET (self);

  *look =
      (CyanIcicleLook){ .width = (gtk_widget_get_width (widget) - 2 * MARGIN) / self->text_scale,
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
  return cyan_icicle_height (cyan_icicle_view_get_icicle (self), &look) * self->text_scale
         + 2 * MARGIN;
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

void
cyan_icicle_view_get_visible (CyanIcicleView *self, CyanRect *visible)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale = self->text_scale;

  *visible =
      (CyanRect){ 0, -origin_y (self) / scale, (gtk_widget_get_width (widget) - 2 * MARGIN) / scale,
                  gtk_widget_get_height (widget) / scale };
}

static gboolean
cyan_icicle_view_get_box (CyanPicture *picture, CyanNode node, graphene_rect_t *box)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  const CyanIcicle *icicle = cyan_icicle_view_get_icicle (self);
  CyanIcicleLook look;
  CyanIcicleBox there;
  CyanRect rect;
  double scale = self->text_scale;

  if (!cyan_icicle_view_get_look (self, &look)
      || !cyan_icicle_box_of (icicle, look.width, node, &there))
    return FALSE;
  rect = cyan_icicle_rect (&look, cyan_icicle_n_rows (icicle, look.width), &there);
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
  return cyan_icicle_node_at (cyan_icicle_view_get_icicle (self), &look,
                              (x - MARGIN) / self->text_scale,
                              (y - origin_y (self)) / self->text_scale);
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
  if (cyan_icicle_maker_peek (self->maker) == NULL || !cyan_picture_find_box (picture, node, &box))
    return;
  if (box.origin.y < MARGIN)
    scroll_by (self, box.origin.y - MARGIN);
  else if (box.origin.y + box.size.height > page - MARGIN)
    scroll_by (self, box.origin.y + box.size.height - page + MARGIN);
}

/* Scrolls so that the node that fills the picture, a few of those above it and most of what is
 * below it can be seen; then as little as needed to see the selected one. */
static void
show_top (CyanIcicleView *self)
{
  const double room = 3 * CYAN_ICICLE_ROW * self->text_scale + MARGIN;
  CyanPicture *picture = CYAN_PICTURE (self);
  graphene_rect_t box;

  if (cyan_picture_find_box (picture, cyan_icicle_top (cyan_icicle_view_get_icicle (self)), &box))
    scroll_by (self, self->flames ? box.origin.y + box.size.height + room
                                        - gtk_widget_get_height (GTK_WIDGET (self))
                                  : box.origin.y - room);
  cyan_icicle_view_show_node (picture, cyan_picture_selected (picture));
}

/* Shows the beginning of a session, when there is a size. */
static void
show_beginning (CyanIcicleView *self)
{
  if (!self->is_new || gtk_widget_get_height (GTK_WIDGET (self)) <= 0
      || cyan_icicle_view_get_icicle (self) == NULL)
    return;
  self->is_new = FALSE;
  show_top (self);
}

/* ---- changes ---- */

static void
cyan_icicle_view_drop (CyanPicture *picture)
{
  g_clear_pointer (&CYAN_ICICLE_VIEW (picture)->drawn, gsk_render_node_unref);
}

/* The picture has other boxes, or others in other places. */
static void
picture_changed (CyanIcicleView *self)
{
  CyanPicture *picture = CYAN_PICTURE (self);

  cyan_picture_set_hovered (picture, CYAN_NODE_NONE);
  cyan_picture_configure (picture);
  cyan_icicle_view_update_actions (self);
  cyan_picture_drop (picture);
}

static void
on_text_scale (CyanIcicleView *self)
{
  self->text_scale = cyan_desktop_text_scale ();
  picture_changed (self);
}

static void
on_made (GObject *object)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (object);

  picture_changed (self);
  show_beginning (self);
}

static void
on_layout_changed (CyanIcicleView *self)
{
  CyanNode top = cyan_layout_top (cyan_session_layout (session_of (self)));
  CyanIcicle *icicle = cyan_icicle_maker_peek (self->maker);

  if (icicle == NULL || top == cyan_icicle_top (icicle))
    return;
  cyan_icicle_set_top (icicle, top);
  picture_changed (self);
  show_top (self);
}

static void
on_filtered (CyanIcicleView *self)
{
  CyanIcicle *icicle = cyan_icicle_maker_peek (self->maker);

  if (icicle == NULL)
    return;
  cyan_icicle_set_filter (icicle, (CyanFiltered *) cyan_session_filtered (session_of (self)));
  picture_changed (self);
}

static void
on_basis (CyanIcicleView *self)
{
  cyan_icicle_maker_renew (self->maker);
}

static void
cyan_icicle_view_selected (CyanPicture *picture, CyanNode node)
{
  cyan_icicle_view_update_actions (CYAN_ICICLE_VIEW (picture));
}

static void
cyan_icicle_view_leave (CyanPicture *picture, CyanSession *session)
{
  cyan_icicle_maker_set_session (CYAN_ICICLE_VIEW (picture)->maker, NULL);
}

static void
cyan_icicle_view_enter (CyanPicture *picture, CyanSession *session)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);

  cyan_icicle_maker_set_session (self->maker, session);
  self->is_new = TRUE;
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "layout-changed", G_CALLBACK (on_layout_changed), self);
      g_signal_connect_swapped (session, "notify::basis", G_CALLBACK (on_basis), self);
      g_signal_connect_swapped (session, "notify::filtered", G_CALLBACK (on_filtered), self);
      g_signal_connect_swapped (session, "notify::found", G_CALLBACK (cyan_picture_drop), self);
      g_signal_connect_swapped (session, "sources-changed", G_CALLBACK (cyan_picture_drop), self);
      g_signal_connect_swapped (session, "notify::hot-path", G_CALLBACK (cyan_picture_drop), self);
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
  cyan_icicle_view_update_actions (self);
  cyan_picture_drop (picture);
}

static void
set_flames (CyanIcicleView *self, gboolean flames)
{
  if (self->flames == flames)
    return;
  self->flames = flames;
  picture_changed (self);
  if (cyan_icicle_maker_peek (self->maker) != NULL)
    show_top (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FLAMES]);
}

gboolean
cyan_icicle_view_get_flames (CyanIcicleView *self)
{
  return self->flames;
}

/* ---- drawing ---- */

/* The visible rows, from @y on, with their upper end at 0. */
static GskRenderNode *
record (CyanIcicleView *self, const CyanIcicleLook *look, const CyanTheme *theme, double y)
{
  CyanSession *session = session_of (self);
  CyanPicture *picture = CYAN_PICTURE (self);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  double scale = self->text_scale;
  const CyanFound *found = cyan_session_found (session);
  const CyanStyle style = {
    .theme = *theme,
    .labels = cyan_session_labels (session),
    .changes = cyan_session_known (session)->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .found = found != NULL ? found->nodes : NULL,
    .hot_path = cyan_session_hot_path (session),
  };
  g_autoptr (CyanScene) scene = cyan_scene_new_icicle (cyan_icicle_view_get_icicle (self), look,
                                                       &style, y / scale, height / scale);
  GskRenderNode *node =
      gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_t *cairo = gsk_cairo_node_get_draw_context (node);

  cyan_picture_mirror_cairo (picture, cairo);
  cairo_translate (cairo, MARGIN, -y);
  cairo_scale (cairo, scale, scale);
  scene->background.alpha = 0;
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  return node;
}

/* Around the box of @node, or of the next node above it that has one. */
static void
append_ring (CyanIcicleView *self, GtkSnapshot *snapshot, CyanNode node, double width, double alpha)
{
  CyanPicture *picture = CYAN_PICTURE (self);
  const CyanIcicle *icicle = cyan_icicle_view_get_icicle (self);
  graphene_rect_t box;

  while (node != CYAN_NODE_NONE && !cyan_picture_find_box (picture, node, &box))
    node = cyan_icicle_parent_of (icicle, node);
  if (node != CYAN_NODE_NONE)
    cyan_picture_append_ring (picture, snapshot, &box, width, 2, width, alpha);
}

static void
cyan_icicle_view_draw (CyanPicture *picture, GtkSnapshot *snapshot, const CyanTheme *theme)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (picture);
  CyanNode selected = cyan_picture_selected (picture);
  CyanNode hovered = cyan_picture_hovered (picture);
  CyanIcicleLook look;
  double y;

  if (!cyan_icicle_view_get_look (self, &look))
    return;
  y = -origin_y (self);
  if (self->drawn == NULL || y != self->drawn_y)
    {
      g_clear_pointer (&self->drawn, gsk_render_node_unref);
      self->drawn = record (self, &look, theme, y);
      self->drawn_y = y;
    }
  gtk_snapshot_append_node (snapshot, self->drawn);
  append_ring (self, snapshot, selected, theme->high_contrast ? 3 : 2, 1);
  if (hovered != selected)
    append_ring (self, snapshot, hovered, 2, 0.5);
}

static void
cyan_icicle_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (widget);

  cyan_icicle_view_drop (CYAN_PICTURE (self));
  GTK_WIDGET_CLASS (cyan_icicle_view_parent_class)->size_allocate (widget, width, height, baseline);
  show_beginning (self);
}

static void
cyan_icicle_view_fill_tooltip (CyanPicture *picture, CyanNode node, GtkTooltip *tooltip)
{
  gtk_tooltip_set_custom (tooltip,
                          cyan_numbers_tooltip_new (cyan_picture_get_session (picture), node));
}

/* ---- object ---- */

static void
cyan_icicle_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_FLAMES)
    g_value_set_boolean (value, cyan_icicle_view_get_flames (CYAN_ICICLE_VIEW (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
cyan_icicle_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_FLAMES)
    set_flames (CYAN_ICICLE_VIEW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
cyan_icicle_view_finalize (GObject *object)
{
  CyanIcicleView *self = CYAN_ICICLE_VIEW (object);

  g_clear_pointer (&self->drawn, gsk_render_node_unref);
  cyan_icicle_maker_free (self->maker);
  G_OBJECT_CLASS (cyan_icicle_view_parent_class)->finalize (object);
}

static void
cyan_icicle_view_class_init (CyanIcicleViewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  CyanPictureClass *picture_class = CYAN_PICTURE_CLASS (class);

  object_class->finalize = cyan_icicle_view_finalize;
  object_class->get_property = cyan_icicle_view_get_property;
  object_class->set_property = cyan_icicle_view_set_property;
  widget_class->size_allocate = cyan_icicle_view_size_allocate;
  picture_class->leave = cyan_icicle_view_leave;
  picture_class->enter = cyan_icicle_view_enter;
  picture_class->content_size = cyan_icicle_view_content_size;
  picture_class->get_box = cyan_icicle_view_get_box;
  picture_class->pick = cyan_icicle_view_pick;
  picture_class->draw = cyan_icicle_view_draw;
  picture_class->drop = cyan_icicle_view_drop;
  picture_class->summary = cyan_numbers_summary;
  picture_class->selected = cyan_icicle_view_selected;
  picture_class->show_node = cyan_icicle_view_show_node;
  picture_class->fill_tooltip = cyan_icicle_view_fill_tooltip;

  properties[PROP_FLAMES] =
      g_param_spec_boolean ("flames", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "icicle");
  cyan_icicle_view_install_input (picture_class);
}

static void
cyan_icicle_view_init (CyanIcicleView *self)
{
  self->maker = cyan_icicle_maker_new (G_OBJECT (self), on_made);
  self->text_scale = cyan_desktop_text_scale ();
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (on_text_scale), self, G_CONNECT_SWAPPED);
}
