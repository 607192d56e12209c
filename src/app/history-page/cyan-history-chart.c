/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-page-parts.h"

#include <math.h>

#include "cyan-chart.h"
#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-scrolling.h"
#include "cyan-widgets.h"

/* Pixels around a step's column where a double click belongs to it. */
#define STEP_REACH 6.0
/* The height of the area that a tooltip belongs to: about that of a row. */
#define TIP_HEIGHT 22
/* The smallest height of the widget. */
#define LEAST_HEIGHT 150

struct _CyanHistoryChart
{
  GtkWidget parent_instance;

  CyanHistory *history; /* owned */
  CyanScrolling scrolling;

  CyanChart *chart;    /* owned; NULL: it is to be made anew */
  guint8 *lines;       /* owned; of its style */
  GtkWidget *menu;     /* owned as a child; NULL until it is opened */
  GskRenderNode *node; /* as it was drawn, or NULL */
};

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanHistoryChart,
                               cyan_history_chart,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

/* ---- the chart ---- */

void
cyan_history_chart_style (CyanHistory *history,
                          const CyanTheme *theme,
                          double width,
                          double height,
                          CyanChartStyle *style,
                          guint8 **lines)
{
  const GArray *shown = history->shown;

  *lines = g_new0 (guint8, history->evolution->n_lines + 1);
  for (guint i = 0; cyan_history_heat (history) && i < shown->len; i++)
    (*lines)[g_array_index (shown, guint, i)] = TRUE;
  if (!cyan_history_heat (history) && history->line != CYAN_HISTORY_NONE)
    (*lines)[history->line] = TRUE;
  *style = (CyanChartStyle) CYAN_CHART_STYLE_INIT;
  style->theme = *theme;
  style->width = width;
  style->height = height;
  style->lines = *lines;
  style->order = history->order;
  style->by_date = history->by_date;
  style->from_zero = history->from_zero;
  style->base = history->base;
  style->selected = history->column;
  style->line = history->line;
  style->second = history->second;
}

CyanChart *
cyan_history_chart_new_chart (CyanHistory *history, const CyanChartStyle *style)
{
  return cyan_history_heat (history) ? cyan_chart_new_heat (history->evolution, style)
                                     : cyan_chart_new_evolution (history->evolution, style);
}

static void
drop_chart (CyanHistoryChart *self)
{
  g_clear_pointer (&self->chart, cyan_chart_free);
  g_clear_pointer (&self->lines, g_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

static double
width_of (CyanHistoryChart *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self)) / cyan_desktop_text_scale ();
}

static double
height_of (CyanHistoryChart *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self)) / cyan_desktop_text_scale ();
}

/* The chart as it is drawn, or NULL without a history; @self owns it. */
static const CyanChart *
get_chart (CyanHistoryChart *self)
{
  if (self->chart == NULL && self->history != NULL && self->history->line != CYAN_HISTORY_NONE)
    {
      CyanTheme theme = cyan_desktop_theme ();
      CyanChartStyle style;

      cyan_history_chart_style (self->history, &theme, width_of (self), height_of (self), &style,
                                &self->lines);
      self->chart = cyan_history_chart_new_chart (self->history, &style);
    }
  return self->chart;
}

/* ---- scrolling ---- */

static double
scrolled_of (CyanHistoryChart *self)
{
  return gtk_adjustment_get_value (self->scrolling.adjustments[GTK_ORIENTATION_VERTICAL])
         / cyan_desktop_text_scale ();
}

static void
configure (CyanHistoryChart *self)
{
  const CyanChart *chart = get_chart (self);
  double page = gtk_widget_get_height (GTK_WIDGET (self));
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double upper = chart != NULL ? cyan_chart_bounds (chart).height * cyan_desktop_text_scale () : 0;
  GtkAdjustment *vertical = self->scrolling.adjustments[GTK_ORIENTATION_VERTICAL];

  upper = MAX (floor (upper), page);
  gtk_adjustment_configure (vertical, CLAMP (gtk_adjustment_get_value (vertical), 0, upper - page),
                            0, upper, CYAN_CHART_ROW, page * 0.9, page);
  gtk_adjustment_configure (self->scrolling.adjustments[GTK_ORIENTATION_HORIZONTAL], 0, 0, width, 1,
                            width, width);
}

static void
on_configure (GtkWidget *widget)
{
  configure (CYAN_HISTORY_CHART (widget));
}

static void
on_scrolled (CyanHistoryChart *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Scrolls as little as needed to see the selected line. */
static void
show_line (CyanHistoryChart *self)
{
  const CyanChart *chart = get_chart (self);
  double scale = cyan_desktop_text_scale ();
  CyanRect place;

  if (chart == NULL || !cyan_history_heat (self->history)
      || !cyan_chart_place (chart, self->history->line, &place))
    return;
  /* The names of columns cover the first row at the upper edge. */
  gtk_adjustment_clamp_page (self->scrolling.adjustments[GTK_ORIENTATION_VERTICAL],
                             (place.y - 3 * CYAN_CHART_ROW) * scale,
                             (place.y + place.height + CYAN_CHART_ROW) * scale);
}

/* ---- what is where ---- */

gboolean
cyan_history_chart_place (CyanHistoryChart *self, guint line, guint column, double *x, double *y)
{
  const CyanChart *chart = get_chart (self);
  double scale = cyan_desktop_text_scale ();
  CyanRect place;

  if (chart == NULL || !cyan_chart_place (chart, line, &place))
    return FALSE;
  *x = cyan_chart_column_x (chart, column) * scale;
  *y = (place.y + place.height / 2 - scrolled_of (self)) * scale;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    *x = gtk_widget_get_width (GTK_WIDGET (self)) - *x;
  return *x >= 0 && *x <= gtk_widget_get_width (GTK_WIDGET (self));
}

/* The line and the column at a point of the widget. */
static gboolean
pick (CyanHistoryChart *self, double x, double y, guint *series, guint *column)
{
  const CyanChart *chart = get_chart (self);
  double scale = cyan_desktop_text_scale ();

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  return chart != NULL
         && cyan_chart_hit (chart, x / scale, y / scale + scrolled_of (self), series, column);
}

static guint
line_of (CyanHistoryChart *self, guint series)
{
  return self->history->evolution->series[series].line;
}

/* The step at @column, or the nearest one within reach: CYAN_HISTORY_NONE if there is none. */
static guint
step_near (CyanHistoryChart *self, guint line, guint column)
{
  double x = cyan_chart_column_x (get_chart (self), column);

  if (cyan_history_step (self->history, line, column) != NULL)
    return column;
  for (int offset = -1; offset <= 1; offset += 2)
    {
      guint step = cyan_history_next_step (self->history, column, offset);

      if (step != CYAN_HISTORY_NONE
          && fabs (cyan_chart_column_x (get_chart (self), step) - x) <= STEP_REACH)
        return step;
    }
  return CYAN_HISTORY_NONE;
}

/* ---- the pointer ---- */

/* Opens the context menu of the revision @column at a point of the widget. */
static void
open_menu (CyanHistoryChart *self, guint column, double x, double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *with = g_strdup_printf ("page.compare-with(uint32 %u)", column);

  if (column == self->history->column)
    g_menu_append (menu, _ ("_Compare"), "page.compare");
  else
    g_menu_append (menu, _ ("_Compare with the Selected Revision"), with);
  g_menu_append (menu, _ ("_Similarity of the Selected Revision"), "page.view::similarity");
  g_menu_append (menu, _ ("Selected as _Base"), "page.base");
  g_menu_append (menu, _ ("Copy the Selected C_ommit"), "page.copy-commit");
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (NULL);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), G_MENU_MODEL (menu));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, CyanHistoryChart *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  guint series, column, step;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!pick (self, x, y, &series, &column))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (event != NULL && gdk_event_triggers_context_menu (event))
    {
      open_menu (self, column, x, y);
      return;
    }
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      cyan_history_select_second (self->history, column);
      return;
    }
  cyan_history_select_line (self->history, line_of (self, series));
  step = step_near (self, line_of (self, series), column);
  cyan_history_select (self->history, step != CYAN_HISTORY_NONE ? step : column);
  if (n_press % 2 == 0 && step != CYAN_HISTORY_NONE)
    g_signal_emit_by_name (self, "open-step", line_of (self, series), step);
}

static gboolean
on_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanHistoryChart *self = CYAN_HISTORY_CHART (widget);
  double column_x, line_y;
  guint series, column;
  g_autofree char *text = NULL;

  if (self->history == NULL || keyboard || !pick (self, x, y, &series, &column)
      || !cyan_history_chart_place (self, line_of (self, series), column, &column_x, &line_y))
    return FALSE;
  text = cyan_chart_tip (self->history->evolution, series, column);
  gtk_tooltip_set_text (tooltip, text);
  /* GTK shows no tooltip as long as each motion asks for another area. */
  gtk_tooltip_set_tip_area (tooltip,
                            &(GdkRectangle){ (int) column_x, y - y % TIP_HEIGHT, 1, TIP_HEIGHT });
  return TRUE;
}

/* ---- drawing ---- */

static GskRenderNode *
draw (CyanHistoryChart *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  double scale = cyan_desktop_text_scale ();
  CyanRect view = { 0, scrolled_of (self), width_of (self), height_of (self) };
  g_autoptr (CyanScene) scene = cyan_scene_new_chart (get_chart (self), &view);
  GskRenderNode *node =
      gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_t *cairo = gsk_cairo_node_get_draw_context (node);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    cyan_scene_mirror (cairo, width);
  cairo_scale (cairo, scale, scale);
  cairo_translate (cairo, -view.x, -view.y);
  cyan_scene_draw (scene, cairo);
  cairo_destroy (cairo);
  return node;
}

static void
cyan_history_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanHistoryChart *self = CYAN_HISTORY_CHART (widget);
  CyanTheme theme = cyan_desktop_theme ();
  GdkRGBA paper = cyan_desktop_rgba (cyan_theme_background (&theme), 1);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));

  gtk_snapshot_append_color (snapshot, &paper, &bounds);
  if (get_chart (self) == NULL)
    return;
  if (self->node == NULL)
    self->node = draw (self);
  gtk_snapshot_append_node (snapshot, self->node);
}

static void
cyan_history_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanHistoryChart *self = CYAN_HISTORY_CHART (widget);

  drop_chart (self);
  configure (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
cyan_history_chart_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? (int) CYAN_CHART_LEAST_WIDTH : LEAST_HEIGHT;
}

/* ---- the state ---- */

/* Updates the text of the selection for screen readers. */
static void
speak (CyanHistoryChart *self)
{
  guint line = self->history->line;
  guint column = self->history->column;
  const CyanEvolution *evolution = self->history->evolution;
  const CyanEvolutionSeries *series;
  g_autofree char *tip = NULL;
  g_autofree char *text = NULL;

  if (line == CYAN_HISTORY_NONE || column == CYAN_HISTORY_NONE)
    return;
  series = cyan_history_series (self->history, line, column);
  if (series == NULL)
    series = &evolution->series[self->history->lines[line].first];
  tip = cyan_chart_tip (evolution, (guint) (series - evolution->series), column);
  g_strdelimit (tip, "\n", ',');
  text = g_strdup_printf ("%s, %s", cyan_history_line_name (self->history, line), tip);
  cyan_widget_set_spoken (self, text);
}

static void
on_changed (CyanHistoryChart *self)
{
  drop_chart (self);
  configure (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->history == NULL)
    return;
  show_line (self);
  speak (self);
}

void
cyan_history_chart_set_history (CyanHistoryChart *self, CyanHistory *history)
{
  if (self->history != history)
    drop_chart (self);
  if (cyan_follow (&self->history, history, self, "changed", G_CALLBACK (on_changed), NULL))
    on_changed (self);
}

/* ---- object ---- */

static void
cyan_history_chart_set_property (GObject *object,
                                 guint property,
                                 const GValue *value,
                                 GParamSpec *parameter)
{
  cyan_scrolling_set_property (&CYAN_HISTORY_CHART (object)->scrolling, property, value);
}

static void
cyan_history_chart_get_property (GObject *object,
                                 guint property,
                                 GValue *value,
                                 GParamSpec *parameter)
{
  cyan_scrolling_get_property (&CYAN_HISTORY_CHART (object)->scrolling, property, value);
}

static void
cyan_history_chart_dispose (GObject *object)
{
  CyanHistoryChart *self = CYAN_HISTORY_CHART (object);

  drop_chart (self);
  cyan_follow (&self->history, NULL, self, NULL);
  if (self->menu != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->menu));
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  cyan_scrolling_clear (&self->scrolling);
  G_OBJECT_CLASS (cyan_history_chart_parent_class)->dispose (object);
}

static void
cyan_history_chart_class_init (CyanHistoryChartClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = cyan_history_chart_dispose;
  object_class->set_property = cyan_history_chart_set_property;
  object_class->get_property = cyan_history_chart_get_property;
  cyan_scrolling_class_init (object_class);
  widget_class->measure = cyan_history_chart_measure;
  widget_class->size_allocate = cyan_history_chart_size_allocate;
  widget_class->snapshot = cyan_history_chart_snapshot;
  widget_class->query_tooltip = on_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  cyan_signal_new (class, "open-step", 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
cyan_history_chart_init (CyanHistoryChart *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  cyan_scrolling_init (&self->scrolling, GTK_WIDGET (self), G_CALLBACK (on_scrolled), on_configure);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  cyan_desktop_theme_follow (self, G_CALLBACK (on_changed));
}
