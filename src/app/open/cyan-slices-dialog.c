/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for two slices.  A thread reads the recordings to know which there are. */
#include "cyan-slices-dialog.h"

#include <string.h>

#include "cyan-chooser.h"
#include "cyan-fold-box.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-slices-private.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#define NAME_CHARS    60
#define MESSAGE_CHARS 400

/* What the thread has read: by side, both the same if there is one file. */
typedef struct
{
  CyanSliceable *of[2];
} Recordings;

struct _CyanSlicesDialog
{
  AdwWindow parent_instance;

  /* template children, borrowed */
  GtkWidget *compare_button;
  GtkStack *stack;
  GtkProgressBar *progress;
  AdwStatusPage *problem_page;
  GtkDropDown *dimension_list;
  CyanSliceList *before_list;
  CyanSliceList *after_list;
  GtkWidget *slowest_box;
  GtkDropDown *slowest_list;
  GtkWidget *slowest_button;

  CyanSliceList *lists[2]; /* the same by side */
  CyanRequest *request;    /* owned; what is asked for besides the runs */
  char *files[2];          /* the recordings, by side */
  gboolean is_one;         /* they are the same */
  Recordings *recordings;  /* owned; NULL until they are read */
  char **keys;             /* of the dimensions that are listed */
  char **requests;         /* what the slowest of which is listed: see CyanRequest */
  GCancellable *reading;   /* NULL if no task is under way */
};

G_DEFINE_FINAL_TYPE (CyanSlicesDialog, cyan_slices_dialog, ADW_TYPE_WINDOW)

/* ---- what is asked for ---- */

/* Requests the runs @paths, and closes. */
static void
open_runs (CyanSlicesDialog *self, const char *const *paths, const char *slowest)
{
  for (guint side = 0; side < 2; side++)
    {
      const char *const runs[] = { paths[side], NULL };

      cyan_request_set_runs (self->request, side, runs);
    }
  g_free (self->request->slowest);
  self->request->slowest = g_strdup (slowest);
  g_signal_emit_by_name (self, "open", self->request);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_compare (CyanSlicesDialog *self)
{
  g_autofree char *before =
      cyan_slice_join (self->files[0], cyan_slice_list_get_slice (self->lists[0]));
  g_autofree char *after =
      cyan_slice_join (self->files[1], cyan_slice_list_get_slice (self->lists[1]));

  open_runs (self, (const char *const[]){ before, after }, NULL);
}

static void
on_slowest (CyanSlicesDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->slowest_list);

  open_runs (self, (const char *const *) self->files, self->requests[selected]);
}

/* ---- what there is ---- */

/* A recording is not compared with itself. */
static void
on_chosen (CyanSlicesDialog *self)
{
  gtk_widget_set_sensitive (self->compare_button,
                            self->recordings != NULL
                                && (!self->is_one
                                    || g_strcmp0 (cyan_slice_list_get_slice (self->lists[0]),
                                                  cyan_slice_list_get_slice (self->lists[1]))
                                           != 0));
}

static void
on_activated (CyanSlicesDialog *self)
{
  gtk_widget_activate_default (GTK_WIDGET (self));
}

static void
on_dimension (CyanSlicesDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->dimension_list);

  if (self->recordings == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  for (guint side = 0; side < 2; side++)
    cyan_slice_list_show (self->lists[side], self->recordings->of[side], self->keys[selected]);
}

/* The keys of both recordings; that of times is the last one. */
static char **
list_keys (const Recordings *recordings)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  gboolean has_times = FALSE;

  for (guint side = 0; side < (recordings->of[0] == recordings->of[1] ? 1 : 2); side++)
    {
      const CyanSliceSurvey *survey = recordings->of[side]->survey;

      has_times |= survey->has_times;
      for (guint i = 0; i < survey->dimensions->len; i++)
        {
          const CyanSliceDimension *dimension = survey->dimensions->pdata[i];

          if (side == 0 || cyan_sliceable_dimension (recordings->of[0], dimension->key) == NULL)
            g_strv_builder_add (keys, dimension->key);
        }
    }
  if (has_times)
    g_strv_builder_add (keys, CYAN_SLICE_TIME);
  return g_strv_builder_end (keys);
}

/* Whether one can choose between values of @key. */
static gboolean
has_choice (const Recordings *recordings, const char *key)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanSliceDimension *dimension = cyan_sliceable_dimension (recordings->of[side], key);

      if (dimension != NULL && dimension->values->len > 1)
        return TRUE;
    }
  return g_str_equal (key, CYAN_SLICE_TIME);
}

/* What people read in a list of what the slowest are taken of.  Caller frees. */
static char *
request_text (const char *request)
{
  gboolean is_function = g_str_has_prefix (request, CYAN_SLICE_FUNCTION);
  g_autofree char *name = cyan_text_for_label (
      is_function ? request + strlen (CYAN_SLICE_FUNCTION) : request, NAME_CHARS);

  return g_strdup_printf (is_function ? _ ("Calls of %s") : _ ("Values of %s"), name);
}

static void
show_dimensions (CyanSlicesDialog *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  guint first = 0;

  self->keys = list_keys (self->recordings);
  for (guint i = 0; self->keys[i] != NULL; i++)
    {
      g_autofree char *name = g_str_equal (self->keys[i], CYAN_SLICE_TIME)
                                  ? g_strdup (C_ ("slice", "Time"))
                                  : cyan_text_for_label (self->keys[i], NAME_CHARS);

      g_strv_builder_add (builder, name);
    }
  names = g_strv_builder_end (builder);
  cyan_drop_down_set_names (self->dimension_list, (const char *const *) names);
  while (self->keys[first] != NULL && !has_choice (self->recordings, self->keys[first]))
    first++;
  if (self->keys[first] != NULL)
    gtk_drop_down_set_selected (self->dimension_list, first);
}

static void
show_requests (CyanSlicesDialog *self)
{
  guint n;
  g_auto (GStrv) names = NULL;

  self->requests = cyan_sliceable_requests (self->recordings->of[0]);
  n = g_strv_length (self->requests);
  names = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = request_text (self->requests[i]);
  cyan_drop_down_set_names (self->slowest_list, (const char *const *) names);
  gtk_widget_set_visible (self->slowest_box, self->is_one && n > 0);
}

static void
show_problem (CyanSlicesDialog *self, const char *icon, const char *title, const char *text)
{
  g_autofree char *line = cyan_text_for_label (text, MESSAGE_CHARS);
  g_autofree char *markup = g_markup_escape_text (line, -1);

  adw_status_page_set_icon_name (self->problem_page, icon);
  adw_status_page_set_title (self->problem_page, title);
  adw_status_page_set_description (self->problem_page, markup);
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

/* ---- reading ---- */

/* The input of the thread. */
typedef struct
{
  char *files[2]; /* both the same if there is one */
  CyanLoadOptions limits;
  const char *metric; /* interned, or NULL */
} Question;

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;
  Recordings *recordings = cyan_job_new (Recordings);
  guint n = g_str_equal (question->files[0], question->files[1]) ? 1 : 2;

  for (guint side = 0; side < n; side++)
    {
      const CyanTick part = cyan_tick_slice (tick, (double) side / n, (side + 1.0) / n);

      recordings->of[side] =
          cyan_job_keep (recordings,
                         cyan_sliceable_read (question->files[side], &question->limits,
                                              question->metric, &part, error),
                         cyan_sliceable_free);
      if (recordings->of[side] == NULL)
        {
          cyan_job_free (recordings);
          return NULL;
        }
    }
  if (n == 1)
    recordings->of[1] = recordings->of[0];
  return recordings;
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  CyanSlicesDialog *self = data;

  gtk_progress_bar_set_fraction (self->progress, fraction);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanSlicesDialog *self = CYAN_SLICES_DIALOG (source);
  g_autoptr (GError) error = NULL;
  Recordings *recordings = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->reading, result))
    {
      cyan_job_free (recordings);
      return;
    }
  if (recordings == NULL)
    {
      show_problem (self, "cyan-dialog-error-symbolic", _ ("Cannot Read This Profile"),
                    error->message);
      return;
    }
  self->recordings = recordings;
  if (!cyan_sliceable_has_slices (recordings->of[0])
      && !cyan_sliceable_has_slices (recordings->of[1]))
    {
      show_problem (self, "cyan-dialog-information-symbolic", _ ("Nothing to Choose From"),
                    _ ("This recording has no threads, labels or times by which it could be "
                       "divided."));
      return;
    }
  show_dimensions (self);
  show_requests (self);
  gtk_stack_set_visible_child_name (self->stack, "slices");
  gtk_widget_grab_focus (GTK_WIDGET (self->dimension_list));
}

static void
start_reading (CyanSlicesDialog *self)
{
  const CyanTaskCaller caller = { .source = self,
                                  .cancellable = cyan_task_begin (&self->reading),
                                  .done = on_read,
                                  .progress = on_progress,
                                  .progress_data = self };
  Question *question = cyan_job_new (Question);

  for (guint side = 0; side < 2; side++)
    question->files[side] = cyan_job_dup (question, self->files[side]);
  question->metric = self->request->how.metric;
  question->limits = self->request->limits;
  cyan_job_keep (question, cyan_http_cache_ref (question->limits.http.cache),
                 cyan_http_cache_unref);
  cyan_settings_limits (&question->limits);
  cyan_task_run (cyan_task_new (&caller), read_in_thread, question, cyan_job_free, cyan_job_free);
}

/* ---- object ---- */

static void
leave (CyanSlicesDialog *self)
{
  cyan_task_stop (&self->reading);
  g_clear_pointer (&self->recordings, cyan_job_free);
  g_clear_pointer (&self->request, cyan_request_free);
  g_clear_pointer (&self->keys, g_strfreev);
  g_clear_pointer (&self->requests, g_strfreev);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->files[side], g_free);
}

static void
cyan_slices_dialog_class_init (CyanSlicesDialogClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  cyan_types_ensure (CYAN_TYPE_FOLD_BOX, CYAN_TYPE_SLICE_LIST, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanSlicesDialog, member)
  cyan_template_bind (class, "slices-dialog.ui", CHILD (compare_button), CHILD (stack),
                      CHILD (progress), CHILD (problem_page), CHILD (dimension_list),
                      CHILD (before_list), CHILD (after_list), CHILD (slowest_box),
                      CHILD (slowest_list), CHILD (slowest_button), NULL);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (class), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  cyan_signal_new (class, "open", 1, G_TYPE_POINTER);
}

static void
on_name_setup (CyanSlicesDialog *self, GtkListItem *item)
{
  GtkWidget *label = cyan_label_new (NULL, NULL, 0);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

static void
on_name_bind (CyanSlicesDialog *self, GtkListItem *item)
{
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* Names come from files: a long one must not make the dialog wide.  Those in the popover are GTK's. */
static void
let_shrink (CyanSlicesDialog *self, GtkDropDown *list)
{
  g_autoptr (GtkListItemFactory) names =
      cyan_factory_new (G_CALLBACK (on_name_setup), G_CALLBACK (on_name_bind), self, NULL);
  g_autoptr (GtkListItemFactory) usual = g_object_ref (gtk_drop_down_get_factory (list));

  gtk_drop_down_set_list_factory (list, usual);
  gtk_drop_down_set_factory (list, names);
}

static void
cyan_slices_dialog_init (CyanSlicesDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->lists[0] = self->before_list;
  self->lists[1] = self->after_list;
  for (guint side = 0; side < 2; side++)
    {
      cyan_connect (self->lists[side], "changed", on_chosen, self);
      cyan_connect (self->lists[side], "activated", on_activated, self);
    }
  let_shrink (self, self->dimension_list);
  let_shrink (self, self->slowest_list);
  cyan_connect (self->dimension_list, "notify::selected-item", on_dimension, self);
  cyan_connect (self->compare_button, "clicked", on_compare, self);
  cyan_connect (self->slowest_button, "clicked", on_slowest, self);
}

gboolean
cyan_slices_dialog_takes (const CyanRequest *request)
{
  guint n[2] = { 0, 0 };

  for (guint side = 0; request != NULL && side < 2; side++)
    {
      if (request->profiles[side] != NULL)
        return FALSE;
      n[side] = cyan_request_n_runs (request, side);
    }
  return MAX (n[0], n[1]) == 1;
}

/* Of the only recording both sides have the sources. */
static void
share_file (CyanSlicesDialog *self, guint side)
{
  CyanRequest *request = self->request;
  g_autofree char *source = g_strdup (request->sources[side]);

  self->files[1 - side] = g_strdup (self->files[side]);
  if (request->repository == NULL)
    cyan_request_set_sources (request, source, source);
}

CyanSlicesDialog *
cyan_slices_dialog_new (GtkWindow *parent, const CyanRequest *request)
{
  CyanSlicesDialog *self = g_object_new (CYAN_TYPE_SLICES_DIALOG, "transient-for", parent, NULL);
  static const char *const titles[2] = { N_ ("Before"), N_ ("After") };

  self->request = cyan_request_copy (request);
  cyan_request_cache_answers (self->request);
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->request->names[side], g_free);
      if (request->runs[side][0] != NULL)
        self->files[side] = cyan_slice_file (request->runs[side][0]);
    }
  for (guint side = 0; side < 2; side++)
    if (self->files[1 - side] == NULL)
      share_file (self, side);
  self->is_one = g_str_equal (self->files[0], self->files[1]);
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *name = cyan_path_name (self->files[side]);

      cyan_slice_list_set_title (self->lists[side], _ (titles[side]), self->is_one ? NULL : name);
    }
  start_reading (self);
  return self;
}
