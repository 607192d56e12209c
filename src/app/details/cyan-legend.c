/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend of the blueprint, as a list or a line. */
#include "cyan-legend.h"

#include "cyan-desktop-theme.h"
#include "cyan-widgets.h"

#include <math.h>

struct _CyanLegend
{
  CyanSceneWidget parent_instance;

  CyanSession *session; /* owned */
  double zoom;
  gboolean is_line;
  gboolean has_colours; /* a line, where there is room for them */
};

G_DEFINE_FINAL_TYPE (CyanLegend, cyan_legend, CYAN_TYPE_SCENE_WIDGET)

/* The size of a line does not depend on what it says, which may change while sizes are being
 * allocated. */
static void
drop (CyanLegend *self)
{
  if (!self->is_line)
    {
      cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
      return;
    }
  cyan_scene_widget_forget (CYAN_SCENE_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static CyanScene *
cyan_legend_new_scene (CyanSceneWidget *widget, int width)
{
  CyanLegend *self = CYAN_LEGEND (widget);
  CyanScene *scene;
  CyanStyle style;

  if (self->session == NULL)
    return NULL;
  style = (CyanStyle){ .theme = cyan_desktop_theme (),
                       .changes = cyan_session_known (self->session)->changes,
                       .selected = CYAN_NODE_NONE,
                       .hovered = CYAN_NODE_NONE,
                       .start = cyan_session_start (self->session),
                       .start_name = cyan_session_start_name (self->session),
                       .hot_path = cyan_session_hot_path (self->session) };
  scene =
      self->is_line
          ? cyan_scene_new_legend_line (cyan_session_layout (self->session), &style, self->zoom,
                                        self->has_colours ? gtk_widget_get_width (GTK_WIDGET (self))
                                                                / cyan_desktop_text_scale ()
                                                          : 0)
          : cyan_scene_new_legend (cyan_session_layout (self->session), &style, self->zoom);
  cyan_scene_widget_speak (widget, scene);
  return scene;
}

/* A line takes the room that there is, and says what there is room for. */
static void
cyan_legend_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  if (!CYAN_LEGEND (widget)->is_line)
    {
      GTK_WIDGET_CLASS (cyan_legend_parent_class)
          ->measure (widget, orientation, for_size, minimum, natural, minimum_baseline,
                     natural_baseline);
      return;
    }
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? 0
                            : (int) ceil (CYAN_LEGEND_LINE_HEIGHT * cyan_desktop_text_scale ());
}

static void
cyan_legend_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  GTK_WIDGET_CLASS (cyan_legend_parent_class)->size_allocate (widget, width, height, baseline);
  if (CYAN_LEGEND (widget)->is_line)
    cyan_scene_widget_forget (CYAN_SCENE_WIDGET (widget));
}

static void
cyan_legend_class_init (CyanLegendClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_legend_set_session));
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_legend_new_scene;
  GTK_WIDGET_CLASS (class)->measure = cyan_legend_measure;
  GTK_WIDGET_CLASS (class)->size_allocate = cyan_legend_size_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "cyan-legend");
}

static void
cyan_legend_init (CyanLegend *self)
{
  self->zoom = 1;
  /* It explains; clicks belong to what it lies on. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
cyan_legend_set_session (CyanLegend *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::basis", G_CALLBACK (drop),
                    "sources-changed", G_CALLBACK (drop), "notify::hot-path", G_CALLBACK (drop),
                    "layout-changed", G_CALLBACK (drop), NULL))
    return;
  drop (self);
}

void
cyan_legend_set_zoom (CyanLegend *self, double zoom)
{
  self->zoom = zoom;
  drop (self);
}

void
cyan_legend_set_is_line (CyanLegend *self)
{
  self->is_line = self->has_colours = TRUE;
}

void
cyan_legend_show_colours (CyanLegend *self, gboolean shown)
{
  self->has_colours = shown;
  drop (self);
}
