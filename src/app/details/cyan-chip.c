/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small box in the colours of a node's box in the picture. */
#include "cyan-details-private.h"

#include "cyan-desktop-theme.h"

#define WIDTH  12
#define HEIGHT 20
#define RADIUS 2

struct _CyanChip
{
  GtkWidget parent_instance;

  gboolean is_set;
  CyanVerdict verdict;
  CyanChange change;
  gboolean share_only;
  gboolean is_doubtful;
};

G_DEFINE_FINAL_TYPE (CyanChip, cyan_chip, GTK_TYPE_WIDGET)

static void
cyan_chip_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
cyan_chip_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanChip *self = CYAN_CHIP (widget);
  CyanTheme theme = cyan_desktop_theme ();
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  CyanScene scene = { .bounds = { 0, 0, width, height } };
  CyanItem box = { .kind = CYAN_ITEM_RECT, .node = CYAN_NODE_NONE };
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  CyanPaint paint;
  cairo_t *cairo;

  if (!self->is_set)
    return;
  cyan_theme_paint (&theme, self->verdict, self->change, self->share_only, &paint);
  if (self->is_doubtful)
    cyan_theme_doubt (&theme, &paint);
  box.x = box.y = 0.5;
  box.width = width - 1;
  box.height = height - 1;
  box.fill = paint.fill;
  box.stroke = paint.border;
  box.stroke_width = 1;
  box.radius = RADIUS;
  box.hatch = paint.hatch;
  box.dash = paint.dash;
  scene.items = g_array_new (FALSE, FALSE, sizeof (CyanItem));
  g_array_append_val (scene.items, box);
  cairo = gtk_snapshot_append_cairo (snapshot, &area);
  cyan_scene_draw (&scene, cairo);
  cairo_destroy (cairo);
  g_array_unref (scene.items);
}

static void
cyan_chip_class_init (CyanChipClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  widget_class->measure = cyan_chip_measure;
  widget_class->snapshot = cyan_chip_snapshot;
  /* The words beside it say the same. */
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
cyan_chip_init (CyanChip *self)
{
  cyan_desktop_theme_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
cyan_chip_new (void)
{
  return g_object_new (CYAN_TYPE_CHIP, "valign", GTK_ALIGN_CENTER, NULL);
}

void
cyan_chip_set_node (CyanChip *self, CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanBasis basis = cyan_session_basis (session);

  self->is_set = TRUE;
  self->verdict = cyan_comparison_verdict (comparison, node, basis);
  self->change = cyan_comparison_model_change (cyan_session_model (session), node);
  self->share_only = cyan_comparison_share_only (comparison, node, basis);
  self->is_doubtful = cyan_compared_is_doubtful (&comparison->compared, node);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
