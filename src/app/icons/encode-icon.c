/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws an icon of this folder in several sizes.  GTK draws SVG with a module of gdk-pixbuf that
 * not every system has; it takes a picture in the form *.symbolic.png as it is, and gives it the
 * color of the text.
 *
 * An icon is 16 units wide and high, and consists of paths, filled by the even-odd rule.  Commands
 * are absolute, arcs are of circles: M, L, H, V, C, A and Z, each written out, numbers separated by
 * white space.
 *
 * usage: encode-icon ICON.svg OUTPUT SIZE...
 * Writes OUTPUT-SIZE.png for each size, in pixels.
 */
#include <cairo.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#define UNITS 16

/* The numbers after a command; -1 if there is no such command. */
static int
n_numbers (char command)
{
  switch (command)
    {
    case 'Z':
      return 0;
    case 'H':
    case 'V':
      return 1;
    case 'M':
    case 'L':
      return 2;
    case 'C':
      return 6;
    case 'A':
      return 7;
    default:
      return -1;
    }
}

/* An arc to @x, @y of a circle with that @radius, which grows if it is too small, as in SVG.  To
 * the same point there is none. */
static void
arc_to (cairo_t *cr, double radius, gboolean is_large, gboolean clockwise, double x, double y)
{
  double x0, y0, half, across, center_x, center_y;

  cairo_get_current_point (cr, &x0, &y0);
  half = hypot (x - x0, y - y0) / 2;
  if (half == 0)
    return;
  radius = MAX (radius, half);
  across = sqrt (radius * radius - half * half) / (2 * half);
  if (is_large == clockwise)
    across = -across;
  center_x = (x0 + x) / 2 - across * (y - y0);
  center_y = (y0 + y) / 2 + across * (x - x0);
  (clockwise ? cairo_arc : cairo_arc_negative) (cr, center_x, center_y, radius,
                                                atan2 (y0 - center_y, x0 - center_x),
                                                atan2 (y - center_y, x - center_x));
}

static void
draw_command (cairo_t *cr, char command, const double *number)
{
  double x, y;

  cairo_get_current_point (cr, &x, &y);
  switch (command)
    {
    case 'M':
      cairo_move_to (cr, number[0], number[1]);
      break;
    case 'L':
      cairo_line_to (cr, number[0], number[1]);
      break;
    case 'H':
      cairo_line_to (cr, number[0], y);
      break;
    case 'V':
      cairo_line_to (cr, x, number[0]);
      break;
    case 'C':
      cairo_curve_to (cr, number[0], number[1], number[2], number[3], number[4], number[5]);
      break;
    case 'A':
      arc_to (cr, number[0], number[3] > 0, number[4] > 0, number[5], number[6]);
      break;
    default:
      cairo_close_path (cr);
      break;
    }
}

/* Adds the path @text to @cr. */
static gboolean
draw_path (cairo_t *cr, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, " ", -1);

  for (guint i = 0; words[i] != NULL;)
    {
      char command = words[i][0];
      double number[7] = { 0 };
      int n = words[i][1] == '\0' ? n_numbers (command) : -1;

      for (int k = 0; k < n; k++)
        {
          char *end = NULL;

          if (words[i + 1 + (guint) k] != NULL)
            number[k] = g_ascii_strtod (words[i + 1 + (guint) k], &end);
          if (end == NULL || end == words[i + 1 + (guint) k] || *end != '\0')
            {
              n = -1;
              break;
            }
        }
      if (n < 0 || (command == 'A' && (number[0] != number[1] || number[2] != 0)))
        {
          g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                       "path, word %u (“%s”): not one of M, L, H, V, C, A, Z and its numbers",
                       i + 1, words[i]);
          return FALSE;
        }
      draw_command (cr, command, number);
      i += 1 + (guint) n;
    }
  return TRUE;
}

static void
on_element (GMarkupParseContext *context,
            const char *name,
            const char **attributes,
            const char **values,
            gpointer cr,
            GError **error)
{
  const char *path, *size, *rule;

  if (g_str_equal (name, "svg"))
    {
      if (g_markup_collect_attributes (name, attributes, values, error, G_MARKUP_COLLECT_STRING,
                                       "width", &size, G_MARKUP_COLLECT_STRING, "fill-rule", &rule,
                                       G_MARKUP_COLLECT_STRING | G_MARKUP_COLLECT_OPTIONAL, "xmlns",
                                       NULL, G_MARKUP_COLLECT_STRING, "height", NULL,
                                       G_MARKUP_COLLECT_STRING, "fill", NULL,
                                       G_MARKUP_COLLECT_INVALID)
          && (atoi (size) != UNITS || !g_str_equal (rule, "evenodd")))
        g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT,
                     "not 16 wide and with the even-odd rule");
    }
  else if (!g_str_equal (name, "path"))
    g_set_error (error, G_MARKUP_ERROR, G_MARKUP_ERROR_UNKNOWN_ELEMENT, "<%s> is not drawn", name);
  else if (g_markup_collect_attributes (name, attributes, values, error, G_MARKUP_COLLECT_STRING,
                                        "d", &path, G_MARKUP_COLLECT_INVALID)
           && draw_path (cr, path, error))
    cairo_fill (cr);
}

/* Draws @icon in black. */
static gboolean
write_size (const char *icon, int size, const char *output, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_element };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size, size);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, cr, NULL);
  g_autofree char *file = g_strdup_printf ("%s-%d.png", output, size);
  cairo_status_t status;
  gboolean ok;

  cairo_scale (cr, (double) size / UNITS, (double) size / UNITS);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  ok = g_markup_parse_context_parse (context, icon, -1, error)
       && g_markup_parse_context_end_parse (context, error);
  status = cairo_status (cr);
  if (status == CAIRO_STATUS_SUCCESS && ok)
    status = cairo_surface_write_to_png (surface, file);
  if (ok && status != CAIRO_STATUS_SUCCESS)
    {
      ok = FALSE;
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", file,
                   cairo_status_to_string (status));
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return ok;
}

int
main (int argc, char **argv)
{
  g_autofree char *icon = NULL;
  g_autoptr (GError) error = NULL;

  if (argc < 4)
    {
      g_printerr ("usage: encode-icon ICON.svg OUTPUT SIZE...\n");
      return 2;
    }
  if (!g_file_get_contents (argv[1], &icon, NULL, &error))
    {
      g_printerr ("encode-icon: %s\n", error->message);
      return 2;
    }
  for (int i = 3; i < argc; i++)
    if (!write_size (icon, atoi (argv[i]), argv[2], &error))
      {
        g_printerr ("encode-icon: %s: %s\n", argv[1], error->message);
        return 2;
      }
  return 0;
}
