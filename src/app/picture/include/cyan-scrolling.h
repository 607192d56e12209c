/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a widget needs to be a GtkScrollable: its two adjustments and its policies.
 *
 * The widget has these properties only: cyan_scrolling_class_init() installs them.
 */
#pragma once

#include <gtk/gtk.h>

typedef struct
{
  GtkWidget *widget;             /* borrowed */
  GtkAdjustment *adjustments[2]; /* by GtkOrientation; owned */
  GtkScrollablePolicy policies[2];
  GCallback scrolled; /* called with the widget */
  void (*configure) (GtkWidget *widget);
} CyanScrolling;

/* @scrolled is called, with the widget, when a value has changed; @configure after an adjustment
 * was replaced: it sets the bounds of both. */
void cyan_scrolling_init (CyanScrolling *self,
                          GtkWidget *widget,
                          GCallback scrolled,
                          void (*configure) (GtkWidget *widget));
void cyan_scrolling_clear (CyanScrolling *self);

void cyan_scrolling_class_init (GObjectClass *class);
/* For the functions of the class with these names. */
void cyan_scrolling_set_property (CyanScrolling *self, guint property, const GValue *value);
void cyan_scrolling_get_property (const CyanScrolling *self, guint property, GValue *value);
