/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of the source pane. */
#include "cyan-source-side.h"

#include "cyan-line-numbers.h"
#include "cyan-marked-view.h"
#include "cyan-text.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define PATH_CHARS    300
#define REASON_CHARS  400
#define NATURAL_WIDTH 320
/* Milliseconds without news of the heights of lines after which a scroll has come to its end. */
#define SETTLED_DELAY 300

#define ISOLATE     "\xe2\x81\xa6"
#define POP_ISOLATE "\xe2\x81\xa9"

struct _CyanSourceSide
{
  GtkWidget parent_instance;

  GtkWidget *heading;
  GtkLabel *role_label;
  GtkLabel *version_label;
  GtkLabel *path_label;
  GtkLabel *note_label;
  GtkStack *stack;
  GtkWidget *scroller;
  GtkTextView *view;
  GtkSourceBuffer *buffer; /* the view's */
  CyanLineNumbers *numbers;
  GtkLabel *reason_label;

  guint n_lines;

  guint settled_timer; /* 0: no scroll is under way */
  guint move_tick;     /* moves to the target at the next frame, or 0 */
  guint target_line;
  double target_align;
  gboolean is_scrolling; /* whether it is us who move the adjustment */
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

  self->is_scrolling = TRUE;
  gtk_adjustment_set_value (adjustment,
                            round (gtk_adjustment_get_value (adjustment) + y
                                   - self->target_align * cyan_source_side_page (self)));
  self->is_scrolling = FALSE;
}

static gboolean
on_settled (gpointer data)
{
  CyanSourceSide *self = data;

  self->settled_timer = 0;
  return G_SOURCE_REMOVE;
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

/* A text view learns the heights of its lines bit by bit, even while it is being drawn. */
static void
on_heights_changed (CyanSourceSide *self)
{
  if (self->settled_timer == 0)
    return;
  g_source_remove (self->settled_timer);
  self->settled_timer = g_timeout_add (SETTLED_DELAY, on_settled, self);
  if (self->move_tick == 0)
    self->move_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), move_in_frame, NULL, NULL);
}

static void
on_value_changed (CyanSourceSide *self)
{
  if (!self->is_scrolling)
    g_clear_handle_id (&self->settled_timer, g_source_remove);
}

void
cyan_source_side_scroll_to (CyanSourceSide *self, guint line, double align)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  /* Keys and screen readers go on from there, and its number is bold. */
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_get_iter_at_line (buffer, &iter, (int) MIN (line, G_MAXINT));
  gtk_text_buffer_place_cursor (buffer, &iter);
  self->target_line = line;
  self->target_align = align;
  g_clear_handle_id (&self->settled_timer, g_source_remove);
  self->settled_timer = g_timeout_add (SETTLED_DELAY, on_settled, self);
  move_to_target (self);
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

/* ---- construction ---- */

static GtkLabel *
heading_label_new (CyanSourceSide *self, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, style);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (self->heading), label);
  return GTK_LABEL (label);
}

static void
build_heading (CyanSourceSide *self)
{
  self->heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_margin_start (self->heading, 12);
  gtk_widget_set_margin_end (self->heading, 12);
  gtk_widget_set_margin_top (self->heading, 4);
  gtk_widget_set_margin_bottom (self->heading, 4);
  self->role_label = heading_label_new (self, "dim-label");
  self->version_label = heading_label_new (self, "heading");
  self->path_label = heading_label_new (self, "dim-label");
  self->note_label = heading_label_new (self, "caption");
  gtk_label_set_ellipsize (self->version_label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (self->path_label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_ellipsize (self->note_label, PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (self->path_label, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->note_label), TRUE);
  gtk_label_set_xalign (self->note_label, 1);
}

static void
build_view (CyanSourceSide *self)
{
  GtkSourceGutterRenderer *numbers = cyan_line_numbers_new ();
  GtkSourceGutter *gutter;

  self->view = g_object_new (CYAN_TYPE_MARKED_VIEW, NULL);
  self->buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (self->view));
  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (self->buffer), FALSE);
  gtk_source_buffer_set_highlight_matching_brackets (self->buffer, FALSE);
  /* Code runs from left to right wherever one reads. */
  gtk_widget_set_direction (GTK_WIDGET (self->view), GTK_TEXT_DIR_LTR);
  gtk_text_view_set_editable (self->view, FALSE);
  gtk_text_view_set_cursor_visible (self->view, FALSE);
  gtk_text_view_set_monospace (self->view, TRUE);
  gtk_text_view_set_accepts_tab (self->view, FALSE);
  gtk_text_view_set_left_margin (self->view, 6);
  gtk_source_view_set_tab_width (GTK_SOURCE_VIEW (self->view), 8);
  gutter = gtk_source_view_get_gutter (GTK_SOURCE_VIEW (self->view), GTK_TEXT_WINDOW_LEFT);
  gtk_source_gutter_insert (gutter, numbers, 0);
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

static void
cyan_source_side_dispose (GObject *object)
{
  CyanSourceSide *self = CYAN_SOURCE_SIDE (object);

  g_clear_handle_id (&self->settled_timer, g_source_remove);
  if (self->move_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->move_tick);
  self->move_tick = 0;
  g_clear_pointer (&self->heading, gtk_widget_unparent);
  g_clear_pointer ((GtkWidget **) &self->stack, gtk_widget_unparent);
  G_OBJECT_CLASS (cyan_source_side_parent_class)->dispose (object);
}

static void
cyan_source_side_class_init (CyanSourceSideClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_source_init ();
  G_OBJECT_CLASS (class)->dispose = cyan_source_side_dispose;
  widget_class->measure = cyan_source_side_measure;
  widget_class->size_allocate = cyan_source_side_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
cyan_source_side_init (CyanSourceSide *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  build_heading (self);
  build_view (self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  self->reason_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->reason_label, TRUE);
  gtk_label_set_wrap_mode (self->reason_label, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_justify (self->reason_label, GTK_JUSTIFY_CENTER);
  gtk_label_set_selectable (self->reason_label, TRUE);
  gtk_label_set_max_width_chars (self->reason_label, 50);
  gtk_widget_add_css_class (GTK_WIDGET (self->reason_label), "dim-label");
  gtk_widget_set_margin_start (GTK_WIDGET (self->reason_label), 24);
  gtk_widget_set_margin_end (GTK_WIDGET (self->reason_label), 24);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->reason_label), "reason");
  gtk_stack_add_named (self->stack, self->scroller, "text");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_widget_set_parent (self->heading, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));

  /* The text view may outlive this. */
  g_signal_connect_object (cyan_source_side_vadjustment (self), "changed",
                           G_CALLBACK (on_heights_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (cyan_source_side_vadjustment (self), "value-changed",
                           G_CALLBACK (on_value_changed), self, G_CONNECT_SWAPPED);
  follow_theme (self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (follow_theme), self,
                           G_CONNECT_SWAPPED);
}

/* ---- what is shown ---- */

void
cyan_source_side_set_role (CyanSourceSide *self, const char *role)
{
  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  gtk_label_set_text (self->role_label, role);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, role, -1);
}

void
cyan_source_side_set_version (CyanSourceSide *self, const char *version)
{
  g_autofree char *label = NULL;
  gboolean says_more;

  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  label = cyan_text_for_label (version != NULL ? version : "", 80);
  says_more = version != NULL && *version != '\0'
              && strcmp (label, gtk_label_get_text (self->role_label)) != 0;
  gtk_label_set_text (self->version_label, label);
  gtk_widget_set_visible (GTK_WIDGET (self->version_label), says_more);
}

static void
show_note (CyanSourceSide *self, const CyanExcerpt *excerpt)
{
  g_autoptr (GString) note = g_string_new (NULL);

  if (excerpt->is_partial)
    g_string_append_printf (note, _ ("Lines %u to %u of %u."), excerpt->first_line,
                            excerpt->first_line + excerpt->n_lines - 1, excerpt->file_lines);
  if (excerpt->is_cut)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", _ ("Long lines are cut."));
  gtk_label_set_text (self->note_label, note->str);
}

static GtkSourceLanguage *
guess_language (const CyanExcerpt *excerpt)
{
  g_autofree char *base = NULL;

  if (excerpt->is_cut)
    return NULL;
  base = g_path_get_basename (excerpt->path);
  return gtk_source_language_manager_guess_language (gtk_source_language_manager_get_default (),
                                                     base, NULL);
}

void
cyan_source_side_show (CyanSourceSide *self, const CyanExcerpt *excerpt)
{
  GtkSourceLanguage *language;
  g_autofree char *path = NULL;
  g_autofree char *place = NULL;
  g_autofree char *spoken = NULL;
  GtkTextIter start;

  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  path = cyan_text_for_label (excerpt->path, PATH_CHARS);
  place = g_strdup_printf (ISOLATE "%s:%u\xe2\x80\x93%u" POP_ISOLATE, path, excerpt->function_from,
                           excerpt->function_to);
  gtk_label_set_text (self->path_label, place);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->path_label), place);
  show_note (self, excerpt);
  language = guess_language (excerpt);
  gtk_source_buffer_set_highlight_syntax (self->buffer, language != NULL);
  gtk_source_buffer_set_language (self->buffer, language);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), excerpt->text, -1);
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (self->buffer), &start);
  gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->buffer), &start);
  cyan_line_numbers_set_range (self->numbers, excerpt->first_line, excerpt->n_lines);
  self->n_lines = excerpt->n_lines;
  gtk_stack_set_visible_child (self->stack, self->scroller);
  spoken = g_strdup_printf (_ ("Source %s, %s"), gtk_label_get_text (self->role_label), place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

void
cyan_source_side_show_reason (CyanSourceSide *self, const char *reason)
{
  g_autofree char *text = NULL;

  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  text = cyan_text_for_label (reason != NULL ? reason : "", REASON_CHARS);
  gtk_label_set_text (self->reason_label, reason != NULL ? text : "");
  gtk_label_set_text (self->path_label, "");
  gtk_label_set_text (self->note_label, "");
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), "", 0);
  self->n_lines = 0;
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->reason_label));
}

gboolean
cyan_source_side_has_text (CyanSourceSide *self)
{
  return self->n_lines > 0;
}

void
cyan_source_side_mark (CyanSourceSide *self, GArray *changes, gboolean is_before, int current)
{
  static const char signs[] = {
    [CYAN_LINE_ADDED] = '+', [CYAN_LINE_REMOVED] = '-', [CYAN_LINE_CHANGED] = '~'
  };

  g_return_if_fail (CYAN_IS_SOURCE_SIDE (self));

  cyan_marked_view_set_changes (CYAN_MARKED_VIEW (self->view), changes, is_before, current);
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      const CyanLineChange *change = &g_array_index (changes, CyanLineChange, i);

      cyan_line_numbers_set_sign (
          self->numbers, is_before ? change->before_start : change->after_start,
          is_before ? change->before_count : change->after_count, signs[cyan_line_kind (change)]);
    }
}
