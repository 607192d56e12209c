/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-scrolling.h"

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

static void
drop (CyanScrolling *self, GtkOrientation axis)
{
  if (self->adjustments[axis] != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustments[axis], self->widget);
  g_clear_object (&self->adjustments[axis]);
}

static void
take (CyanScrolling *self, GtkOrientation axis, GtkAdjustment *adjustment)
{
  drop (self, axis);
  self->adjustments[axis] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", self->scrolled, self->widget);
}

void
cyan_scrolling_init (CyanScrolling *self,
                     GtkWidget *widget,
                     GCallback scrolled,
                     void (*configure) (GtkWidget *widget))
{
  self->widget = widget;
  self->scrolled = scrolled;
  self->configure = configure;
  take (self, GTK_ORIENTATION_HORIZONTAL, gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  take (self, GTK_ORIENTATION_VERTICAL, gtk_adjustment_new (0, 0, 0, 0, 0, 0));
}

void
cyan_scrolling_clear (CyanScrolling *self)
{
  drop (self, GTK_ORIENTATION_HORIZONTAL);
  drop (self, GTK_ORIENTATION_VERTICAL);
}

void
cyan_scrolling_class_init (GObjectClass *class)
{
  g_object_class_override_property (class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (class, PROP_VSCROLL_POLICY, "vscroll-policy");
}

static GtkOrientation
axis_of (guint property)
{
  return property == PROP_VADJUSTMENT || property == PROP_VSCROLL_POLICY
             ? GTK_ORIENTATION_VERTICAL
             : GTK_ORIENTATION_HORIZONTAL;
}

static void
set_adjustment (CyanScrolling *self, GtkOrientation axis, GtkAdjustment *adjustment)
{
  if (adjustment != NULL && adjustment == self->adjustments[axis])
    return;
  take (self, axis, adjustment != NULL ? adjustment : gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->configure (self->widget);
}

void
cyan_scrolling_set_property (CyanScrolling *self, guint property, const GValue *value)
{
  if (property == PROP_HADJUSTMENT || property == PROP_VADJUSTMENT)
    set_adjustment (self, axis_of (property), g_value_get_object (value));
  else
    self->policies[axis_of (property)] = (GtkScrollablePolicy) g_value_get_enum (value);
}

void
cyan_scrolling_get_property (const CyanScrolling *self, guint property, GValue *value)
{
  if (property == PROP_HADJUSTMENT || property == PROP_VADJUSTMENT)
    g_value_set_object (value, self->adjustments[axis_of (property)]);
  else
    g_value_set_enum (value, (int) self->policies[axis_of (property)]);
}
