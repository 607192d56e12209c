/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the load over time and takes the pointer and the keys. */
#include "cyan-time-row.h"

#include <math.h>
#include <string.h>

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-slice.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#define HEIGHT 20
/* Parts of a recording that have a bar of their own. */
#define N_BARS 400
/* The largest threads, and all others. */
#define N_GROUPS 5
/* A drag of fewer pixels is a click, which selects nothing. */
#define MIN_DRAG 3
/* Share by which a key moves a range. */
#define STEP 0.01
/* Characters of a thread in the tooltip. */
#define NAME_CHARS 40

struct _CyanTimeRow
{
  GtkWidget parent_instance;

  char *name;
  CyanProfile *profile; /* owned, or NULL */
  double length;        /* ns; 0: no times */
  double load[N_GROUPS * N_BARS];
  double most;                   /* of all groups at a time */
  const char *threads[N_GROUPS]; /* of the profile */
  double from, to;               /* the range, if it is not empty */
  double pressed;                /* where a drag began, as a share */
};

G_DEFINE_FINAL_TYPE (CyanTimeRow, cyan_time_row, GTK_TYPE_WIDGET)

static guint range_changed;

/* ---- what it shows ---- */

static char *
range_text (CyanTimeRow *self)
{
  g_autofree char *whole = cyan_value_to_text (self->length, "ns");
  g_autofree char *from = cyan_value_to_text (self->from * self->length, "ns");
  g_autofree char *to = cyan_value_to_text (self->to * self->length, "ns");

  /* Translators: the side, and the time that is selected: "Before: 1.2 s to 3.4 s of 10 s". */
  return self->from < self->to
             ? g_strdup_printf (_ ("%s: %s to %s of %s"), self->name, from, to, whole)
             : g_strdup_printf (_ ("%s: all of %s"), self->name, whole);
}

static void
update (CyanTimeRow *self)
{
  g_autofree char *text = range_text (self);

  cyan_widget_set_spoken (self, text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static GdkRGBA
group_color (guint group)
{
  /* Threads from the largest on; the others are grey. */
  static const double parts[N_GROUPS] = { 0, 0.3, 0.5, 0.65, 0.6 };
  const CyanTheme theme = cyan_desktop_theme ();
  CyanColor from = group + 1 < N_GROUPS ? cyan_theme_accent (&theme) : cyan_theme_dim (&theme);

  return cyan_desktop_rgba (cyan_color_mix (from, cyan_theme_background (&theme), parts[group]), 1);
}

static void
draw_load (CyanTimeRow *self, GtkSnapshot *snapshot, double width, double height)
{
  GdkRGBA colors[N_GROUPS];
  double bar = width / N_BARS;

  for (guint g = 0; g < N_GROUPS; g++)
    colors[g] = group_color (g);
  for (guint i = 0; i < N_BARS && self->most > 0; i++)
    {
      double top = height;

      for (guint g = 0; g < N_GROUPS; g++)
        {
          double part = height * self->load[g * N_BARS + i] / self->most;

          top -= part;
          if (part > 0)
            gtk_snapshot_append_color (
                snapshot, &colors[g],
                &GRAPHENE_RECT_INIT ((float) (i * bar), (float) top, (float) bar, (float) part));
        }
    }
}

static void
draw_range (CyanTimeRow *self, GtkSnapshot *snapshot, double width, double height)
{
  const CyanTheme theme = cyan_desktop_theme ();
  GdkRGBA veil = cyan_desktop_rgba (cyan_theme_background (&theme), 0.7);
  GdkRGBA edge = cyan_desktop_rgba (cyan_theme_foreground (&theme), 1);
  double from = self->from * width, to = self->to * width;

  if (self->from >= self->to)
    return;
  gtk_snapshot_append_color (snapshot, &veil,
                             &GRAPHENE_RECT_INIT (0, 0, (float) from, (float) height));
  gtk_snapshot_append_color (
      snapshot, &veil, &GRAPHENE_RECT_INIT ((float) to, 0, (float) (width - to), (float) height));
  cyan_desktop_append_border (
      snapshot, &GRAPHENE_RECT_INIT ((float) from, 0, (float) MAX (to - from, 2), (float) height),
      0, 1, &edge);
}

static void
cyan_time_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanTimeRow *self = CYAN_TIME_ROW (widget);
  const CyanTheme theme = cyan_desktop_theme ();
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GdkRGBA ground = cyan_desktop_rgba (
      cyan_color_mix (cyan_theme_background (&theme), cyan_theme_dim (&theme), 0.12), 1);

  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  draw_load (self, snapshot, width, height);
  draw_range (self, snapshot, width, height);
}

/* When, and which threads ran then. */
static gboolean
on_tooltip (CyanTimeRow *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  double share = CLAMP (x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1.0), 0, 1), sum = 0;
  guint bar = MIN ((guint) (share * N_BARS), N_BARS - 1);
  g_autofree char *time = cyan_value_to_text (share * self->length, "ns");
  g_autoptr (GString) text = g_string_new (time);

  if (self->length == 0)
    return FALSE;
  for (guint g = 0; g < N_GROUPS; g++)
    sum += self->load[g * N_BARS + bar];
  for (guint g = 0; g < N_GROUPS; g++)
    {
      double value = self->load[g * N_BARS + bar];
      g_autofree char *part = sum > 0 ? cyan_share_to_text (value / sum) : NULL;
      g_autofree char *name =
          self->threads[g] != NULL ? cyan_text_for_label (self->threads[g], NAME_CHARS) : NULL;

      if (value > 0 && name != NULL)
        g_string_append_printf (text, "\n%s %s", name, part);
    }
  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}

/* ---- the range ---- */

static void
select_range (CyanTimeRow *self, double a, double b, gboolean both)
{
  double from = CLAMP (MIN (a, b), 0, 1), to = CLAMP (MAX (a, b), 0, 1);

  if (from == self->from && to == self->to)
    return;
  cyan_time_row_set_range (self, from, to);
  g_signal_emit (self, range_changed, 0, both);
}

static double
share_at (CyanTimeRow *self, double x)
{
  double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1.0);

  return CLAMP (x / width, 0, 1);
}

static void
on_drag_begin (CyanTimeRow *self, double x)
{
  self->pressed = share_at (self, x);
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
on_drag_update (CyanTimeRow *self, double x, double y, GtkGesture *gesture)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  double width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1.0);

  if (self->length > 0 && fabs (x) >= MIN_DRAG)
    select_range (self, self->pressed, self->pressed + x / width, (state & GDK_CONTROL_MASK) != 0);
}

static gboolean
on_key (CyanTimeRow *self, guint key, guint code, GdkModifierType state)
{
  gboolean both = (state & GDK_CONTROL_MASK) != 0, grows = (state & GDK_SHIFT_MASK) != 0;
  double step = key == GDK_KEY_Left ? -STEP : STEP, from = self->from, to = self->to;

  if (key == GDK_KEY_Escape && from < to)
    {
      select_range (self, 0, 0, both);
      return TRUE;
    }
  if ((key != GDK_KEY_Left && key != GDK_KEY_Right) || self->length == 0)
    return FALSE;
  /* The first key selects the first tenth. */
  if (from >= to)
    select_range (self, 0, 0.1, both);
  else if (grows)
    select_range (self, from, MAX (to + step, from + STEP), both);
  else if (from + step >= 0 && to + step <= 1)
    select_range (self, from + step, to + step, both);
  return TRUE;
}

/* ---- what it is told ---- */

void
cyan_time_row_set_name (CyanTimeRow *self, const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
}

gboolean
cyan_time_row_set_profile (CyanTimeRow *self, CyanProfile *profile)
{
  gint64 begin, end;

  if (profile != NULL)
    cyan_profile_ref (profile);
  g_clear_pointer (&self->profile, cyan_profile_unref);
  self->profile = profile;
  self->length = self->most = self->from = self->to = 0;
  memset (self->threads, 0, sizeof self->threads);
  if (profile != NULL && profile->pieces != NULL
      && cyan_pieces_times (profile->pieces, &begin, &end))
    {
      self->length = (double) (end - begin);
      cyan_slice_load_of_threads (profile, 0, N_BARS, N_GROUPS, self->load, self->threads);
      for (guint i = 0; i < N_BARS; i++)
        {
          double sum = 0;

          for (guint g = 0; g < N_GROUPS; g++)
            sum += self->load[g * N_BARS + i];
          self->most = MAX (self->most, sum);
        }
    }
  update (self);
  return self->length > 0;
}

gboolean
cyan_time_row_get_range (CyanTimeRow *self, double *from, double *to)
{
  *from = self->from;
  *to = self->to;
  return self->length > 0 && self->from < self->to;
}

void
cyan_time_row_set_range (CyanTimeRow *self, double from, double to)
{
  self->from = from;
  self->to = MAX (from, to);
  update (self);
}

double
cyan_time_row_get_length (CyanTimeRow *self)
{
  return self->length;
}

/* ---- object ---- */

static void
cyan_time_row_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 50;
}

static void
cyan_time_row_finalize (GObject *object)
{
  CyanTimeRow *self = CYAN_TIME_ROW (object);

  g_free (self->name);
  g_clear_pointer (&self->profile, cyan_profile_unref);
  G_OBJECT_CLASS (cyan_time_row_parent_class)->finalize (object);
}

static void
cyan_time_row_class_init (CyanTimeRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_time_row_finalize;
  widget_class->measure = cyan_time_row_measure;
  widget_class->snapshot = cyan_time_row_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  range_changed = g_signal_new ("range-changed", CYAN_TYPE_TIME_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
cyan_time_row_init (CyanTimeRow *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "crosshair");
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_tooltip), NULL);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  cyan_desktop_theme_follow (self, G_CALLBACK (gtk_widget_queue_draw));
}
