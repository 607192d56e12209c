/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of the source pane. */
#include "cyan-source-side.h"

#include "cyan-editor.h"
#include "cyan-i18n.h"
#include "cyan-marked-view.h"
#include "cyan-source-private.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#define REASON_CHARS  1000
#define NATURAL_WIDTH 320
/* Milliseconds without news of the heights of lines after which a scroll has come to its end. */
#define SETTLED_DELAY 300

struct _CyanSourceSide
{
  GtkWidget parent_instance;

  GtkWidget *heading;
  GtkStack *stack;
  GtkWidget *scroller;
  GtkTextView *view;
  GtkSourceBuffer *buffer; /* the view's */
  CyanLineNumbers *numbers;
  CyanCostBars *bars;
  GtkWidget *reason_page;
  GtkLabel *reason_label;
  GtkWidget *choose_button;
  GSimpleActionGroup *actions; /* "side"; owned */

  guint n_lines;
  guint first_line;       /* in the file */
  CyanFunctionText *text; /* what is shown; owned reference, or NULL */
  char *disk_path;        /* owned; NULL if the file cannot be opened */

  guint settled_timer; /* 0: no scroll is under way */
  guint move_tick;     /* moves to the target at the next frame, or 0 */
  guint idle;          /* starts it once all heights are known, or 0 */
  guint target_line;
  double target_align;
};

G_DEFINE_FINAL_TYPE (CyanSourceSide, cyan_source_side, GTK_TYPE_WIDGET)

static void
follow_theme (CyanSourceSide *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  GtkSourceStyleScheme *scheme =
      gtk_source_style_scheme_manager_get_scheme (manager, dark ? "Adwaita-dark" : "Adwaita");

  gtk_source_buffer_set_style_scheme (self->buffer, scheme);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

/* ---- where lines are ---- */

static void
move_to_target (CyanSourceSide *self)
{
  GtkAdjustment *adjustment = cyan_source_side_vadjustment (self);
  double y = cyan_source_side_y_of (self, self->target_line);

  gtk_adjustment_set_value (adjustment,
                            round (gtk_adjustment_get_value (adjustment) + y
                                   - self->target_align * cyan_source_side_page (self)));
}

static gboolean
on_settled (gpointer data)
{
  CyanSourceSide *self = data;

  self->settled_timer = 0;
  return G_SOURCE_REMOVE;
}

static void
start_settled_timer (CyanSourceSide *self)
{
  g_clear_handle_id (&self->settled_timer, g_source_remove);
  self->settled_timer = g_timeout_add_full (G_PRIORITY_LOW, SETTLED_DELAY, on_settled, self, NULL);
}

static gboolean
move_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanSourceSide *self = CYAN_SOURCE_SIDE (widget);

  self->move_tick = 0;
  if (self->settled_timer != 0)
    move_to_target (self);
  return G_SOURCE_REMOVE;
}

static void
move_again (CyanSourceSide *self)
{
  if (self->move_tick == 0)
    self->move_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), move_in_frame, NULL, NULL);
}

static gboolean
on_idle (gpointer data)
{
  CyanSourceSide *self = data;

  self->idle = 0;
  move_again (self);
  return G_SOURCE_REMOVE;
}

/* A text view learns the heights of its lines bit by bit, even while it is being drawn. */
static void
on_heights_changed (CyanSourceSide *self)
{
  if (self->settled_timer == 0)
    return;
  start_settled_timer (self);
  move_again (self);
}

/* Whoever scrolls or clicks has seen enough to be left alone. */
static gboolean
on_event (CyanSourceSide *self, GdkEvent *event)
{
  switch ((int) gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_SCROLL:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCHPAD_PINCH:
      g_clear_handle_id (&self->settled_timer, g_source_remove);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

void
cyan_source_side_scroll_to (CyanSourceSide *self, guint line, double align)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  /* Keys and screen readers go on from there, and its number is bold. */
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) MIN (line, G_MAXINT));
  gtk_text_buffer_place_cursor (buffer, &iter);
  self->target_line = line;
  self->target_align = align;
  start_settled_timer (self);
  /* After the text view, which does what it has to do when idle. */
  if (self->idle == 0)
    self->idle = g_idle_add_full (G_PRIORITY_LOW, on_idle, self, NULL);
  move_to_target (self);
}

gboolean
cyan_source_side_is_moving (CyanSourceSide *self)
{
  return self->settled_timer != 0;
}

double
cyan_source_side_line_at (CyanSourceSide *self, double y)
{
  GtkTextIter iter;
  int buffer_y, top, height;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, 0, (int) y, NULL,
                                         &buffer_y);
  gtk_text_view_get_line_at_y (self->view, &iter, buffer_y, NULL);
  gtk_text_view_get_line_yrange (self->view, &iter, &top, &height);
  return gtk_text_iter_get_line (&iter)
         + (height > 0 ? CLAMP ((buffer_y - top) / (double) height, 0.0, 1.0) : 0);
}

double
cyan_source_side_y_of (CyanSourceSide *self, double line)
{
  GtkTextIter iter;
  guint whole = (guint) CLAMP (line, 0, MAX (self->n_lines, 1) - 1);
  int top, height, y;

  gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &iter, (int) whole);
  gtk_text_view_get_line_yrange (self->view, &iter, &top, &height);
  gtk_text_view_buffer_to_window_coords (self->view, GTK_TEXT_WINDOW_WIDGET, 0, top, NULL, &y);
  return y + CLAMP (line - whole, 0, 1) * height;
}

int
cyan_source_side_page (CyanSourceSide *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self->view));
}

GtkWidget *
cyan_source_side_view (CyanSourceSide *self)
{
  return GTK_WIDGET (self->view);
}

GtkAdjustment *
cyan_source_side_vadjustment (CyanSourceSide *self)
{
  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
}

GtkAdjustment *
cyan_source_side_hadjustment (CyanSourceSide *self)
{
  return gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller));
}

/* ---- what can be done with it ---- */

/* The line of the file at which the cursor is: of the change gone to, or of the last click. */
static guint
current_line (CyanSourceSide *self)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (self->buffer);
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  return self->first_line + (guint) gtk_text_iter_get_line (&iter);
}

gboolean
cyan_source_side_copy_function (CyanSourceSide *self)
{
  g_autofree char *body = NULL;

  if (self->text == NULL)
    return FALSE;
  body = cyan_function_text_body (self->text);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), body);
  return TRUE;
}

gboolean
cyan_source_side_open_editor (CyanSourceSide *self)
{
  if (self->disk_path == NULL)
    return FALSE;
  cyan_editor_open (GTK_WIDGET (self), self->disk_path, current_line (self));
  return TRUE;
}

static void
action_open_editor (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_source_side_open_editor (data);
}

static void
action_copy_function (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  cyan_source_side_copy_function (data);
}

static void
action_copy_location (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanSourceSide *self = data;
  g_autofree char *location = g_strdup_printf ("%s:%u", self->text->path, current_line (self));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (data), location);
}

static void
update_actions (CyanSourceSide *self)
{
  cyan_actions_enable (self->actions, "open-editor", self->disk_path != NULL);
  cyan_actions_enable (self->actions, "copy-function", self->text != NULL);
  cyan_actions_enable (self->actions, "copy-location", self->text != NULL);
}

static const GActionEntry entries[] = {
  { "open-editor", action_open_editor },
  { "copy-function", action_copy_function },
  { "copy-location", action_copy_location },
};

/* ---- construction ---- */

static void
prepare_view (CyanSourceSide *self)
{
  GtkSourceGutterRenderer *numbers = cyan_line_numbers_new ();
  GtkSourceGutter *gutter;

  self->buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (self->view));
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self->buffer), FALSE);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, FALSE);
  /* Code runs from left to right wherever one reads. */
  gtk_widget_set_direction (GTK_WIDGET (self->view), GTK_TEXT_DIR_LTR);
  gutter = gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT);
  gtk_source_gutter_insert (gutter, numbers, 0);
  self->bars = CYAN_COST_BARS (cyan_cost_bars_new ());
  gtk_source_gutter_insert (gutter, GTK_SOURCE_GUTTER_RENDERER (self->bars), -1);
  self->numbers = CYAN_LINE_NUMBERS (numbers);
}

static void
cyan_source_side_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  CyanSourceSide *self = CYAN_SOURCE_SIDE (widget);
  int heading_minimum, heading_natural, stack_minimum, stack_natural;

  gtk_widget_measure (self->heading, orientation, for_size, &heading_minimum, &heading_natural,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->stack), orientation, for_size, &stack_minimum,
                      &stack_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      /* Whatever stands on the two sides, both want to be as wide. */
      *minimum = MAX (heading_minimum, stack_minimum);
      *natural = MAX (*minimum, NATURAL_WIDTH);
    }
  else
    {
      *minimum = heading_minimum + stack_minimum;
      *natural = heading_natural + stack_natural;
    }
}

static void
cyan_source_side_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanSourceSide *self = CYAN_SOURCE_SIDE (widget);
  int heading_height;

  gtk_widget_measure (self->heading, GTK_ORIENTATION_VERTICAL, width, &heading_height, NULL, NULL,
                      NULL);
  gtk_widget_size_allocate (self->heading, &(GtkAllocation){ 0, 0, width, heading_height }, -1);
  gtk_widget_size_allocate (
      GTK_WIDGET (self->stack),
      &(GtkAllocation){ 0, heading_height, width, MAX (height - heading_height, 0) }, -1);
}

/* What was under way to a line of the text before. */
static void
stop_moving (CyanSourceSide *self)
{
  g_clear_handle_id (&self->settled_timer, g_source_remove);
  g_clear_handle_id (&self->idle, g_source_remove);
  if (self->move_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->move_tick);
  self->move_tick = 0;
}

static void
leave (CyanSourceSide *self)
{
  stop_moving (self);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->text, cyan_function_text_unref);
  g_clear_pointer (&self->disk_path, g_free);
}

static void
cyan_source_side_class_init (CyanSourceSideClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_source_init ();
  cyan_children_own (class, G_CALLBACK (leave));
  widget_class->measure = cyan_source_side_measure;
  widget_class->size_allocate = cyan_source_side_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  cyan_types_ensure (CYAN_TYPE_MARKED_VIEW, CYAN_TYPE_SIDE_HEADING, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanSourceSide, member)
  cyan_template_bind (class, "source-side.ui", CHILD (heading), CHILD (stack), CHILD (scroller),
                      CHILD (view), CHILD (reason_page), CHILD (reason_label),
                      CHILD (choose_button), NULL);
}

static void
cyan_source_side_init (CyanSourceSide *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkEventController *events = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  cyan_connect (events, "event", on_event, self);
  gtk_widget_add_controller (GTK_WIDGET (self), events);
  gtk_widget_init_template (GTK_WIDGET (self));
  prepare_view (self);
  /* The text view may outlive this. */
  cyan_connect (cyan_source_side_vadjustment (self), "changed", on_heights_changed, self);
  self->actions = cyan_actions_new (self, "side", entries, G_N_ELEMENTS (entries));
  update_actions (self);
  follow_theme (self);
  cyan_connect (manager, "notify::dark", follow_theme, self);
}

/* ---- what is shown ---- */

void
cyan_source_side_set_role (CyanSourceSide *self, const char *role)
{
  cyan_side_heading_set_role (CYAN_SIDE_HEADING (self->heading), role);
  cyan_widget_set_spoken (self, role);
}

void
cyan_source_side_set_version (CyanSourceSide *self, const char *version)
{
  cyan_side_heading_set_version (CYAN_SIDE_HEADING (self->heading), version);
}

static GtkSourceLanguage *
guess_language (const CyanSnippet *snippet)
{
  g_autofree char *base = NULL;

  if (snippet->is_cut || snippet->is_dense)
    return NULL;
  base = g_path_get_basename (snippet->path);
  return gtk_source_language_manager_guess_language (gtk_source_language_manager_get_default (),
                                                     base, NULL);
}

static void
set_text (CyanSourceSide *self, CyanFunctionText *text)
{
  g_clear_pointer (&self->text, cyan_function_text_unref);
  self->text = text != NULL ? cyan_function_text_ref (text) : NULL;
  cyan_source_side_set_disk_path (self, NULL);
  update_actions (self);
}

void
cyan_source_side_show (CyanSourceSide *self,
                       const CyanSnippet *snippet,
                       CyanFunctionText *text,
                       const char *function)
{
  GtkSourceLanguage *language;
  g_autofree char *spoken = NULL;
  GtkTextIter start;

  stop_moving (self);
  cyan_side_heading_show (CYAN_SIDE_HEADING (self->heading), snippet, function);
  cyan_marked_view_set_words (CYAN_MARKED_VIEW (self->view), NULL);
  language = guess_language (snippet);
  gtk_source_buffer_set_highlight_syntax (self->buffer, language != NULL);
  gtk_source_buffer_set_language (self->buffer, language);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), snippet->text, -1);
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &start);
  cyan_line_numbers_set_range (self->numbers, snippet->first_line, snippet->n_lines);
  self->n_lines = snippet->n_lines;
  self->first_line = snippet->first_line;
  gtk_stack_set_visible_child (self->stack, self->scroller);
  spoken = cyan_side_heading_words (CYAN_SIDE_HEADING (self->heading));
  cyan_widget_set_spoken (self->view, spoken);
  set_text (self, text);
}

void
cyan_source_side_show_costs (CyanSourceSide *self,
                             const CyanSourceCosts *costs,
                             double most,
                             CyanVerdict verdict)
{
  g_autofree char *words = NULL;
  g_autofree char *spoken = NULL;

  cyan_cost_bars_show (self->bars, costs, most, verdict);
  cyan_side_heading_set_costs (CYAN_SIDE_HEADING (self->heading), costs != NULL);
  if (costs != NULL)
    {
      words = cyan_cost_bars_words (self->bars, costs->dearest);
      /* Translators: the number of a line, and its cost. */
      spoken =
          g_strdup_printf (_ ("Line %u costs most: %s"), self->first_line + costs->dearest, words);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken != NULL ? spoken : "", -1);
}

void
cyan_source_side_show_reason (CyanSourceSide *self, const char *reason, gboolean can_choose)
{
  g_autofree char *text = NULL;

  stop_moving (self);
  text = cyan_text_for_label (reason != NULL ? reason : "", REASON_CHARS);
  gtk_label_set_text (self->reason_label, reason != NULL ? text : "");
  gtk_widget_set_visible (self->choose_button, can_choose);
  cyan_side_heading_show (CYAN_SIDE_HEADING (self->heading), NULL, NULL);
  cyan_marked_view_set_words (CYAN_MARKED_VIEW (self->view), NULL);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), "", 0);
  self->n_lines = 0;
  gtk_stack_set_visible_child (self->stack, self->reason_page);
  set_text (self, NULL);
}

void
cyan_source_side_set_disk_path (CyanSourceSide *self, const char *path)
{
  g_free (self->disk_path);
  self->disk_path = g_strdup (path);
  update_actions (self);
}

gboolean
cyan_source_side_has_text (CyanSourceSide *self)
{
  return self->n_lines > 0;
}

void
cyan_source_side_mark (
    CyanSourceSide *self, GArray *changes, GArray *words, gboolean is_before, int current)
{
  static const char signs[] = {
    [CYAN_LINE_ADDED] = '+', [CYAN_LINE_REMOVED] = '-', [CYAN_LINE_CHANGED] = '~'
  };

  cyan_marked_view_set_changes (CYAN_MARKED_VIEW (self->view), changes, is_before, current);
  cyan_marked_view_set_words (CYAN_MARKED_VIEW (self->view), words);
  cyan_line_numbers_set_sign (self->numbers, 0, self->n_lines, 0);
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);

      cyan_line_numbers_set_sign (
          self->numbers, is_before ? change->before_start : change->after_start,
          is_before ? change->before_count : change->after_count, signs[cyan_line_kind (change)]);
    }
}
