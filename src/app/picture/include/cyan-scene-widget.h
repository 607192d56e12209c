/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The base class of widgets that draw a scene.
 *
 * The scene is made when it is first needed and kept until it is dropped.  The widget is as large
 * as its scene, with text as large as on the desktop, unless a subclass measures otherwise.  From
 * right to left the scene is mirrored.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-scene.h"

#define CYAN_TYPE_SCENE_WIDGET (cyan_scene_widget_get_type ())
G_DECLARE_DERIVABLE_TYPE (CyanSceneWidget, cyan_scene_widget, CYAN, SCENE_WIDGET, GtkWidget)

struct _CyanSceneWidgetClass
{
  GtkWidgetClass parent_class;

  /* The scene for a widget with room for @width pixels of it, or NULL as long as there is nothing
   * to draw. */
  CyanScene *(*new_scene) (CyanSceneWidget *self, int width);
  /* Whether the scene has lines of the width of the widget; else the @width above is 0. */
  gboolean has_lines;
};

/* Discards the scene; to be drawn anew it takes more than this. */
void cyan_scene_widget_forget (CyanSceneWidget *self);
/* Discards what is drawn, since it is out of date. */
void cyan_scene_widget_drop (CyanSceneWidget *self);

/* A screen reader says all texts of @scene, a legend, in the order in which they stand. */
void cyan_scene_widget_speak (CyanSceneWidget *self, const CyanScene *scene);
