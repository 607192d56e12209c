/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints the picture.
 *
 * It fits one page if its names can still be read there, else as many pages side by side and below
 * each other as it takes, but not more than people would glue together.
 */
#include "cyan-window-private.h"

#include <math.h>

#include "cyan-i18n.h"

/* Points for a pixel: the usual size, and the least at which names can be read. */
#define ZOOM_MAX 0.75
#define ZOOM_MIN 0.4
/* Pages in one direction. */
#define MAX_PAGES 8

typedef struct
{
  CyanScene *scene; /* owned */
  double zoom;
  double page_width; /* in points, as the height */
  double page_height;
  int n_columns;
} Print;

static void
print_free (gpointer data, GClosure *closure)
{
  Print *self = data;

  cyan_scene_free (self->scene);
  g_free (self);
}

static int
n_pages (double length, double page)
{
  /* A remainder of less than a point needs no page. */
  return MAX (1, (int) ceil ((length - 1) / page));
}

static void
on_begin (GtkPrintOperation *operation, GtkPrintContext *context, Print *self)
{
  double width = self->scene->bounds.width, height = self->scene->bounds.height, fits;

  self->page_width = gtk_print_context_get_width (context);
  self->page_height = gtk_print_context_get_height (context);
  fits = MIN (self->page_width / width, self->page_height / height);
  self->zoom = CLAMP (fits, ZOOM_MIN, ZOOM_MAX);
  if (fits < ZOOM_MIN)
    self->zoom = MIN (self->zoom, MAX_PAGES * fits);
  self->n_columns = n_pages (width * self->zoom, self->page_width);
  gtk_print_operation_set_n_pages (
      operation, self->n_columns * n_pages (height * self->zoom, self->page_height));
}

static void
on_draw (GtkPrintOperation *operation, GtkPrintContext *context, int page, Print *self)
{
  cairo_t *cairo = gtk_print_context_get_cairo_context (context);
  double x = page % self->n_columns * self->page_width;
  double y = page / self->n_columns * self->page_height;

  cairo_rectangle (cairo, 0, 0, self->page_width, self->page_height);
  cairo_clip (cairo);
  cairo_translate (cairo, -x, -y);
  cairo_scale (cairo, self->zoom, self->zoom);
  cyan_scene_draw (self->scene, cairo);
}

static void
on_done (GtkPrintOperation *operation, GtkPrintOperationResult result, CyanWindow *self)
{
  g_autoptr (GError) error = NULL;

  cyan_jobs_release (self->jobs, CYAN_JOB_PRINT);
  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  cyan_window_toast (self, error->message);
}

/* Paper as it is used here, turned as the picture is. */
static GtkPageSetup *
page_of (const CyanScene *scene)
{
  GtkPageSetup *page = gtk_page_setup_new ();

  gtk_page_setup_set_orientation (page, scene->bounds.width > scene->bounds.height
                                            ? GTK_PAGE_ORIENTATION_LANDSCAPE
                                            : GTK_PAGE_ORIENTATION_PORTRAIT);
  return page;
}

/* Takes ownership of @scene. */
static void
print_scene (CyanWindow *self, CyanScene *scene, const char *path)
{
  g_autoptr (GtkPrintOperation) operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) page = page_of (scene);
  g_autoptr (GError) error = NULL;
  Print *print = g_new0 (Print, 1);

  print->scene = scene;
  /* Paper has its own color. */
  scene->background.alpha = 0;
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_default_page_setup (operation, page);
  gtk_print_operation_set_job_name (operation, scene->title);
  gtk_print_operation_set_export_filename (operation, path);
  gtk_print_operation_set_allow_async (operation, TRUE);
  gtk_print_operation_set_show_progress (operation, TRUE);
  g_signal_connect (operation, "begin-print", G_CALLBACK (on_begin), print);
  g_signal_connect_data (operation, "draw-page", G_CALLBACK (on_draw), print, print_free, 0);
  g_signal_connect_object (operation, "done", G_CALLBACK (on_done), self, 0);
  cyan_jobs_hold (self->jobs, CYAN_JOB_PRINT);
  /* Errors come with "done". */
  gtk_print_operation_run (operation,
                           path != NULL ? GTK_PRINT_OPERATION_ACTION_EXPORT
                                        : GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG,
                           GTK_WINDOW (self), NULL);
}

static void
on_scene (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  CyanScene *scene = cyan_task_finish (result, &error);
  g_autofree char *path = g_strdup (cyan_jobs_name (data));
  g_autoptr (CyanWindow) self = cyan_window_end_job (data, result, error);

  if (self != NULL)
    print_scene (self, scene, path);
  else
    g_clear_pointer (&scene, cyan_scene_free);
}

void
cyan_window_print (CyanWindow *self, const char *path)
{
  CyanExportPicture picture;
  CyanTaskCaller caller;

  cyan_window_get_picture (self, FALSE, &picture);
  caller = cyan_jobs_begin (self->jobs, CYAN_JOB_EXPORT, _ ("Preparing to print"), path, on_scene);
  cyan_export_scene_async (cyan_window_get_session (self), &picture, &caller);
}
