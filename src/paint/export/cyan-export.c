/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes scenes as files: PNG and PDF with cairo, SVG with our own writer.
 */
#include "cyan-export-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-number.h"

#include <cairo-pdf.h>
#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* Maximum points a side that PDF 1.7 readers must support. */
#define PDF_MAX_SIDE 14400.0

/* Limits of a PNG's zoom: all others are mistakes. */
#define ZOOM_MIN 0.1
#define ZOOM_MAX 100.0
/* Pixels that a zoom may be off by. */
#define ROUNDING 1e-6

/* The creation date in a document, in seconds since 1970, unless SOURCE_DATE_EPOCH is set: a
 * constant, so that the same data give the same file. */
#define DATE_OF_NOTHING 0

/* Fraction of the work that is drawing, which reports progress; encoding does not. */
#define DRAWING 0.5

/* The target of cairo's output. */
typedef struct
{
  GByteArray *bytes;
  const CyanTick *tick;
  GError *error;         /* why it failed, or NULL */
  cairo_status_t status; /* of what was appended */
} Sink;

static cairo_status_t
append_bytes (void *data, const unsigned char *bytes, unsigned int length)
{
  Sink *sink = data;

  if (sink->error != NULL || length > G_MAXUINT - sink->bytes->len
      || !cyan_tick (sink->tick, DRAWING, N_ ("Compressing"), &sink->error))
    sink->status = CAIRO_STATUS_WRITE_ERROR;
  if (sink->status == CAIRO_STATUS_SUCCESS)
    g_byte_array_append (sink->bytes, bytes, length);
  return sink->status;
}

/* The same without telling cairo of an error: cairo 1.18 never frees a document that it cannot
 * write. */
static cairo_status_t
append_or_drop (void *data, const unsigned char *bytes, unsigned int length)
{
  append_bytes (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The bytes if all succeeded, else NULL with an error. */
static GBytes *
sink_close (Sink *sink, cairo_status_t status, const char *what, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    status = sink->status;
  if (sink->error == NULL && status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (sink->bytes);
  if (sink->error != NULL)
    g_propagate_error (error, sink->error);
  else
    cyan_fail (error, CYAN_ERROR_IO, _ ("cannot make the %s: %s"), what,
               cairo_status_to_string (status));
  g_byte_array_unref (sink->bytes);
  return NULL;
}

/* The size in pixels of a PNG of @self.  FALSE if it is too large. */
static gboolean
png_size (const CyanScene *self, double zoom, double *width, double *height)
{
  *width = MAX (ceil (self->bounds.width * zoom - ROUNDING), 1);
  *height = MAX (ceil (self->bounds.height * zoom - ROUNDING), 1);
  return *width <= CYAN_PNG_MAX_SIDE && *height <= CYAN_PNG_MAX_SIDE
         && *width * *height <= CYAN_PNG_MAX_PIXELS;
}

gboolean
cyan_png_size_parse (const char *text, CyanPngSize *size)
{
  gsize length = strlen (text);
  guint64 width;

  *size = (CyanPngSize){ 0 };
  if (g_str_has_suffix (text, "px"))
    {
      if (!cyan_parse_uint64 (text, length - strlen ("px"), &width) || width < 1
          || width > CYAN_PNG_MAX_SIDE)
        return FALSE;
      size->width = (guint) width;
      return TRUE;
    }
  return cyan_parse_double (text, length, &size->zoom) && size->zoom >= ZOOM_MIN
         && size->zoom <= ZOOM_MAX;
}

double
cyan_scene_png_zoom (const CyanScene *self, const CyanPngSize *size)
{
  double width, height;

  if (size != NULL && size->width > 0)
    return size->width / MAX (self->bounds.width, 1);
  if (size != NULL && size->zoom > 0)
    return size->zoom;
  return png_size (self, 2, &width, &height) ? 2 : 1;
}

GBytes *
cyan_scene_to_png (const CyanScene *self, double zoom, const CyanTick *tick, GError **error)
{
  double width, height;
  CyanTick drawing = cyan_tick_slice (tick, 0, DRAWING);
  Sink sink = { .tick = tick };
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cairo;

  if (!png_size (self, zoom, &width, &height))
    return cyan_fail_null (
        error, CYAN_ERROR_LIMIT,
        _ ("the picture is too large for a PNG: %'.0f x %'.0f pixels, at most %'d a side and "
           "%'u in all; show less, or write an SVG or a PDF"),
        width, height, CYAN_PNG_MAX_SIDE, CYAN_PNG_MAX_PIXELS);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cairo = cairo_create (surface);
  cairo_scale (cairo, zoom, zoom);
  cairo_translate (cairo, -self->bounds.x, -self->bounds.y);
  sink.bytes = g_byte_array_new ();
  cyan_scene_play (self, cairo, &drawing, &sink.error);
  status = cairo_status (cairo);
  cairo_destroy (cairo);
  if (sink.error == NULL && status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, &sink);
  cairo_surface_destroy (surface);
  return sink_close (&sink, status, "PNG", error);
}

static char *
date_of_document (void)
{
  const char *epoch = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 seconds = DATE_OF_NOTHING;
  g_autoptr (GDateTime) date = NULL;

  if (epoch != NULL && cyan_parse_uint64 (epoch, strlen (epoch), &seconds)
      && seconds <= G_MAXINT64 / G_USEC_PER_SEC)
    date = g_date_time_new_from_unix_utc ((gint64) seconds);
  if (date == NULL)
    date = g_date_time_new_from_unix_utc (DATE_OF_NOTHING);
  return g_date_time_format (date, "%Y-%m-%dT%H:%M:%SZ");
}

GBytes *
cyan_scene_to_pdf (const CyanScene *self, const CyanTick *tick, GError **error)
{
  double width = MAX (self->bounds.width, 1), height = MAX (self->bounds.height, 1);
  double zoom = MIN (1.0, PDF_MAX_SIDE / MAX (width, height));
  g_autofree char *date = date_of_document ();
  CyanTick drawing = cyan_tick_slice (tick, 0, DRAWING);
  Sink sink = { .bytes = g_byte_array_new (), .tick = tick };
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream (append_or_drop, &sink, width * zoom, height * zoom);
  cairo_status_t status;
  cairo_t *cairo;

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Cyanotype");
  if (self->title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, self->title);
  cairo = cairo_create (surface);
  cairo_scale (cairo, zoom, zoom);
  cairo_translate (cairo, -self->bounds.x, -self->bounds.y);
  cyan_scene_play (self, cairo, &drawing, &sink.error);
  cairo_show_page (cairo);
  status = cairo_status (cairo);
  cairo_destroy (cairo);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return sink_close (&sink, status, "PDF", error);
}

static gboolean
has_extension (const char *path, const char *extension)
{
  gsize length = strlen (path), tail = strlen (extension);

  return length > tail && g_ascii_strcasecmp (path + length - tail, extension) == 0;
}

static GBytes *
bytes_for (const CyanScene *self,
           const char *path,
           const char *shown,
           const CyanPngSize *size,
           const CyanTick *tick,
           GError **error)
{
  if (has_extension (path, ".svg"))
    return cyan_scene_to_svg (self, tick, error);
  if (has_extension (path, ".pdf"))
    return cyan_scene_to_pdf (self, tick, error);
  if (has_extension (path, ".png"))
    return cyan_scene_to_png (self, cyan_scene_png_zoom (self, size), tick, error);
  return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                         _ ("%s: no picture ends like that, expected .svg, .png or .pdf"), shown);
}

gboolean
cyan_scene_save (const CyanScene *self,
                 const char *path,
                 const CyanPngSize *size,
                 const CyanTick *tick,
                 GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (CyanOutput) output = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *shown = g_filename_display_name (path);
  gsize length;
  const char *data;

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: is a directory"), shown);
  bytes = bytes_for (self, path, shown, size, tick, &reason);
  if (bytes == NULL)
    {
      if (g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED)
          || g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&reason));
      else
        cyan_fail (error, (CyanError) reason->code, "%s: %s", shown, reason->message);
      return FALSE;
    }
  data = g_bytes_get_data (bytes, &length);
  output = cyan_output_open (path, error);
  return output != NULL && cyan_output_write (output, data, (gssize) length, error)
         && cyan_tick (tick, 1, N_ ("Writing"), error)
         && cyan_output_close (g_steal_pointer (&output), error);
}
