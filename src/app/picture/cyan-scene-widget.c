/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets that draw a scene. */
#include "cyan-scene-widget.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-widgets.h"

#include <math.h>

/* Pixels in which no line of a scene is broken, more than any screen has. */
#define WIDEST 16384

typedef struct
{
  CyanScene *scene;    /* NULL until it is needed */
  int width;           /* of the widget for which it was made */
  GskRenderNode *node; /* the scene as it was drawn, or NULL */
} CyanSceneWidgetPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (CyanSceneWidget, cyan_scene_widget, GTK_TYPE_WIDGET)

static void
clear (CyanSceneWidgetPrivate *self)
{
  g_clear_pointer (&self->scene, cyan_scene_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

static const CyanScene *
ensure_scene (CyanSceneWidget *self, int width)
{
  CyanSceneWidgetPrivate *priv = cyan_scene_widget_get_instance_private (self);
  CyanSceneWidgetClass *class = CYAN_SCENE_WIDGET_GET_CLASS (self);
  int least = class->has_lines ? 1 : 0;

  width = CLAMP (width, least, least * WIDEST);
  if (priv->scene != NULL && priv->width == width)
    return priv->scene;
  clear (priv);
  priv->scene = class->new_scene (self, MAX (least, (int) (width / cyan_desktop_text_scale ())));
  priv->width = width;
  return priv->scene;
}

void
cyan_scene_widget_forget (CyanSceneWidget *self)
{
  clear (cyan_scene_widget_get_instance_private (self));
}

void
cyan_scene_widget_drop (CyanSceneWidget *self)
{
  cyan_scene_widget_forget (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
cyan_scene_widget_speak (CyanSceneWidget *self, const CyanScene *scene)
{
  g_autoptr (GString) text = g_string_new (_ ("Legend"));

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && item->text != NULL && *item->text != '\0')
        g_string_append_printf (text, ", %s", item->text);
    }
  cyan_widget_set_spoken (self, text->str);
}

static GtkSizeRequestMode
cyan_scene_widget_get_request_mode (GtkWidget *widget)
{
  return CYAN_SCENE_WIDGET_GET_CLASS (widget)->has_lines ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                                         : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
cyan_scene_widget_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;
  const CyanScene *scene = NULL;

  /* Lines are as wide as there is room.  Without a width, GTK asks for the least height of all. */
  if (!across || !CYAN_SCENE_WIDGET_GET_CLASS (widget)->has_lines)
    scene = ensure_scene (CYAN_SCENE_WIDGET (widget), for_size >= 0 ? for_size : WIDEST);
  *minimum = *natural = scene != NULL
                            ? (int) ceil (cyan_desktop_text_scale ()
                                          * (across ? scene->bounds.width : scene->bounds.height))
                            : 0;
}

static GskRenderNode *
draw (CyanSceneWidget *self, const CyanScene *scene)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  GskRenderNode *node =
      gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_t *cairo = gsk_cairo_node_get_draw_context (node);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    cyan_scene_mirror (cairo, width);
  cairo_scale (cairo, cyan_desktop_text_scale (), cyan_desktop_text_scale ());
  cairo_translate (cairo, -scene->bounds.x, -scene->bounds.y);
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  return node;
}

static void
cyan_scene_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanSceneWidget *self = CYAN_SCENE_WIDGET (widget);
  CyanSceneWidgetPrivate *priv = cyan_scene_widget_get_instance_private (self);
  const CyanScene *scene = ensure_scene (self, gtk_widget_get_width (widget));

  if (scene == NULL)
    return;
  if (priv->node == NULL)
    priv->node = draw (self, scene);
  gtk_snapshot_append_node (snapshot, priv->node);
}

static void
cyan_scene_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanSceneWidgetPrivate *priv =
      cyan_scene_widget_get_instance_private (CYAN_SCENE_WIDGET (widget));

  g_clear_pointer (&priv->node, gsk_render_node_unref);
}

static void
cyan_scene_widget_finalize (GObject *object)
{
  clear (cyan_scene_widget_get_instance_private (CYAN_SCENE_WIDGET (object)));
  G_OBJECT_CLASS (cyan_scene_widget_parent_class)->finalize (object);
}

static void
cyan_scene_widget_class_init (CyanSceneWidgetClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_scene_widget_finalize;
  widget_class->get_request_mode = cyan_scene_widget_get_request_mode;
  widget_class->measure = cyan_scene_widget_measure;
  widget_class->size_allocate = cyan_scene_widget_size_allocate;
  widget_class->snapshot = cyan_scene_widget_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
cyan_scene_widget_init (CyanSceneWidget *self)
{
  cyan_desktop_theme_follow (self, G_CALLBACK (cyan_scene_widget_drop));
}
