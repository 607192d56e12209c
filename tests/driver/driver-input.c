/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends clicks and keys to a window, and waits until it has received them. */
#include "driver.h"

#include <gdk/x11/gdkx.h>
#include <math.h>
#include <string.h>

/* Events that windows received. */
static struct
{
  guint motions;
  guint presses;
  guint releases;
  guint scrolls;
  guint keys;
  gint64 last_press;
  gint64 between_presses;
} seen;

static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data)
{
  switch ((int) gdk_event_get_event_type (event))
    {
    case GDK_MOTION_NOTIFY:
      seen.motions++;
      break;
    case GDK_BUTTON_PRESS:
      seen.presses++;
      seen.between_presses = g_get_monotonic_time () - seen.last_press;
      seen.last_press += seen.between_presses;
      break;
    case GDK_BUTTON_RELEASE:
      seen.releases++;
      break;
    case GDK_SCROLL:
      seen.scrolls++;
      break;
    case GDK_KEY_RELEASE:
      if (!gdk_key_event_is_modifier (event))
        seen.keys++;
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

void
driver_watch (CyanWindow *window)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "event", G_CALLBACK (on_event), NULL);
  gtk_widget_add_controller (GTK_WIDGET (window), controller);
}

static Window
xid_of (GtkNative *native)
{
  return gdk_x11_surface_get_xid (gtk_native_get_surface (native));
}

/* The program inherits all descriptors: to close them GLib would copy the whole process first,
 * which took a sixth of the time of these tests. */
static void G_GNUC_PRINTF (1, 2) xdotool (const char *format, ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *arguments = NULL;
  g_autofree char *line = NULL;
  g_auto (GStrv) command = NULL;
  int status;
  va_list list;

  va_start (list, format);
  arguments = g_strdup_vprintf (format, list);
  va_end (list);
  line = g_strconcat ("xdotool ", arguments, NULL);
  g_shell_parse_argv (line, NULL, &command, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL, command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_LEAVE_DESCRIPTORS_OPEN, NULL,
                NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
}

void
driver_focus (GtkWindow *window)
{
  xdotool ("windowfocus --sync %lu", xid_of (GTK_NATIVE (window)));
  wait_until (gtk_window_is_active (window));
}

static void
move_to (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_point_t from = GRAPHENE_POINT_INIT ((float) x, (float) y), to;
  double dx, dy;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (native), &from, &to));
  gtk_native_get_surface_transform (native, &dx, &dy);
  xdotool ("mousemove --window %lu %d %d", xid_of (native), (int) floor (to.x + dx),
           (int) floor (to.y + dy));
}

void
driver_point (GtkWidget *widget, double x, double y)
{
  guint before = seen.motions;

  /* If the pointer is already there, no motion would happen. */
  move_to (widget, x + 2, y);
  move_to (widget, x, y);
  wait_until (seen.motions > before);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
driver_click (GtkWidget *widget, double x, double y, int button)
{
  guint before = seen.presses;

  driver_point (widget, x, y);
  xdotool ("click %d", button);
  wait_until (seen.presses > before);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
driver_click_with (GtkWidget *widget, double x, double y, const char *modifier)
{
  guint before = seen.presses;

  driver_point (widget, x, y);
  xdotool ("keydown %s click 1 keyup %s", modifier, modifier);
  wait_until (seen.presses > before);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
driver_double_click (GtkWidget *widget, double x, double y)
{
  int time;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-time", &time, NULL);
  /* Repeats if the machine was so busy that the two clicks did not become a double click. */
  do
    {
      guint before = seen.releases;

      /* If an earlier click elsewhere may still become a double click, it would spoil this one:
       * GtkGestureClick then forgets which button it was. */
      wait_until (g_get_monotonic_time () > seen.last_press + time * 1000);
      driver_point (widget, x, y);
      xdotool ("click --repeat 2 --delay 40 1");
      wait_until (seen.releases >= before + 2);
    }
  while (seen.between_presses >= time * 1000);
}

void
driver_drag (GtkWidget *widget, double x, double y, int button, double dx, double dy)
{
  guint before = seen.releases;

  driver_point (widget, x, y);
  xdotool ("mousedown %d", button);
  xdotool ("mousemove_relative -- %d %d", (int) (dx / 2), (int) (dy / 2));
  xdotool ("mousemove_relative -- %d %d", (int) (dx - (int) (dx / 2)), (int) (dy - (int) (dy / 2)));
  xdotool ("mouseup %d", button);
  wait_until (seen.releases > before);
}

void
driver_wheel (CyanWindow *window, gboolean down, int steps, const char *modifier)
{
  guint before = seen.scrolls;

  if (modifier != NULL)
    xdotool ("keydown %s click --repeat %d --delay 10 %d keyup %s", modifier, steps, down ? 5 : 4,
             modifier);
  else
    xdotool ("click --repeat %d --delay 10 %d", steps, down ? 5 : 4);
  wait_until (seen.scrolls >= before + (guint) steps);
  driver_wait_drawn (window);
}

void
driver_send_key (const char *key)
{
  xdotool ("key %s", key);
}

void
driver_send_text (const char *text)
{
  g_autofree char *quoted = g_shell_quote (text);

  xdotool ("type --delay 5 -- %s", quoted);
}

void
driver_key (CyanWindow *window, const char *key)
{
  guint before = seen.keys;

  xdotool ("key %s", key);
  wait_until (seen.keys > before);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
driver_type (CyanWindow *window, const char *text)
{
  guint before = seen.keys;

  driver_send_text (text);
  wait_until (seen.keys >= before + strlen (text));
}

static graphene_point_t
middle_in_window (GtkWidget *widget)
{
  const graphene_point_t middle = GRAPHENE_POINT_INIT (gtk_widget_get_width (widget) / 2.0f,
                                                       gtk_widget_get_height (widget) / 2.0f);
  graphene_point_t there;

  g_assert_true (gtk_widget_compute_point (widget, GTK_WIDGET (gtk_widget_get_native (widget)),
                                           &middle, &there));
  return there;
}

static void
wait_for_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gint64 before = gdk_frame_clock_get_frame_counter (clock);

  gtk_widget_queue_draw (widget);
  wait_until (gdk_frame_clock_get_frame_counter (clock) > before + 1
              || (gtk_widget_queue_draw (widget), FALSE));
}

gboolean
driver_reach (GtkWidget *widget)
{
  graphene_point_t before = middle_in_window (widget), after;
  GtkWidget *picked;

  move_to (widget, gtk_widget_get_width (widget) / 2.0 + 1, gtk_widget_get_height (widget) / 2.0);
  move_to (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  wait_for_frame (widget);
  after = middle_in_window (widget);
  picked = gtk_widget_pick (GTK_WIDGET (gtk_widget_get_native (widget)), after.x, after.y,
                            GTK_PICK_INSENSITIVE);
  return graphene_point_near (&before, &after, 0.5f) && picked != NULL
         && (picked == widget || gtk_widget_is_ancestor (picked, widget));
}

void
driver_send_click (void)
{
  xdotool ("click 1");
}

/* The main loop does not run from the last look to the click, so nothing can move between them. */
void
driver_press (GtkWidget *widget)
{
  wait_until (driver_reach (widget));
  driver_send_click ();
}

void
driver_middle_of (CyanWindow *window, CyanNode node, double *x, double *y)
{
  graphene_rect_t box;

  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas), node, &box));
  *x = box.origin.x + box.size.width / 2;
  *y = box.origin.y + box.size.height / 2;
  g_assert_cmpfloat (*x, >, 0);
  g_assert_cmpfloat (*x, <, gtk_widget_get_width (GTK_WIDGET (window->comparison->canvas)));
  g_assert_cmpfloat (*y, >, 0);
  g_assert_cmpfloat (*y, <, gtk_widget_get_height (GTK_WIDGET (window->comparison->canvas)));
}

void
driver_click_node (CyanWindow *window, CyanNode node, int button)
{
  double x, y;

  driver_middle_of (window, node, &x, &y);
  driver_click (GTK_WIDGET (window->comparison->canvas), x, y, button);
}
