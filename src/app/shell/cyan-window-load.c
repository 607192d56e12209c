/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads profiles into a window: progress, errors, and files that are dropped on it. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-chooser.h"
#include "cyan-sample.h"
#include "cyan-settings.h"
#include "cyan-window-private.h"

/* Where one is when nothing is being loaded. */
static void
show_resting_page (CyanWindow *self)
{
  cyan_window_show_page (self, self->is_at_history                      ? "history"
                               : cyan_window_get_session (self) != NULL ? "blueprint"
                                                                        : "welcome");
}

void
cyan_window_stop (CyanWindow *self)
{
  cyan_jobs_cancel (self->jobs, CYAN_JOB_LOAD);
  g_clear_pointer (&self->loading, cyan_request_free);
  cyan_window_forget_opening (self);
  show_resting_page (self);
  cyan_history_page_leave_bisection (self->history);
}

/* ---- progress ---- */

void
cyan_window_cancel (CyanWindow *self)
{
  CyanJobProgress job;

  if (!cyan_jobs_get_progress (self->jobs, &job))
    return;
  if (job.kind == CYAN_JOB_LOAD)
    cyan_window_stop (self);
  else
    cyan_jobs_cancel (self->jobs, job.kind);
}

/* What is done, and what comes next where that is known.  Caller frees. */
static char *
step_text (const char *what)
{
  static const char *const steps[] = { N_ ("Recording"), N_ ("Reading"), N_ ("Matching"),
                                       N_ ("Comparing") };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (steps); i++)
    if (g_str_equal (what, _ (steps[i])))
      /* Translators: what is being done, and what is done then: "Reading · next: Matching". */
      return g_strdup_printf (_ ("%s · next: %s"), what, _ (steps[i + 1]));
  return g_strdup (what);
}

/* What is shown stays until there is something else; a window without anything is empty. */
static void
show_progress (CyanWindow *self)
{
  CyanJobProgress job;
  g_autofree char *text = NULL;

  if (!cyan_jobs_get_progress (self->jobs, &job))
    {
      gtk_widget_set_visible (self->progress_box, FALSE);
      return;
    }
  gtk_widget_set_visible (self->progress_box, job.is_long);
  if (job.is_long && job.kind == CYAN_JOB_LOAD && !cyan_window_is_on_page (self, "blueprint")
      && !cyan_window_is_on_page (self, "history") && !cyan_window_is_on_page (self, "loading"))
    cyan_window_show_page (self, "loading");
  /* In the middle of an empty window. */
  gtk_widget_set_vexpand (self->progress_box, cyan_window_is_on_page (self, "loading"));
  text = step_text (job.what != NULL ? job.what : "");
  gtk_label_set_text (self->progress_title, job.title);
  gtk_progress_bar_set_text (self->progress, text);
  /* How far compressing is nobody knows. */
  if (job.kind != CYAN_JOB_LOAD && job.fraction == gtk_progress_bar_get_fraction (self->progress))
    gtk_progress_bar_pulse (self->progress);
  else
    gtk_progress_bar_set_fraction (self->progress, job.fraction);
}

static void
on_jobs_changed (CyanWindow *self)
{
  show_progress (self);
  cyan_window_update_actions (self);
}

CyanWindow *
cyan_window_end_job (gpointer job, GAsyncResult *result, const GError *error)
{
  g_autoptr (CyanWindow) self = cyan_jobs_end (job, result);

  if (self == NULL || error == NULL)
    return g_steal_pointer (&self);
  if (!g_error_matches (error, CYAN_ERROR, CYAN_ERROR_CANCELLED))
    cyan_window_toast (self, error->message);
  return NULL;
}

/* ---- loading ---- */

/* By CyanLoadKind; one without a title has a page of its own for its progress, and a page of the
 * window says itself what failed. */
static const struct
{
  const char *title;
  const char *failed;
} loads[] = { { N_ ("Loading"), N_ ("Cannot Compare These Files") },
              { N_ ("Loading"), N_ ("Cannot Open This Session") },
              { N_ ("Comparing two revisions"), N_ ("Cannot Compare These Revisions") },
              { N_ ("Loading"), NULL },
              { NULL, NULL } };

static void
show_error (CyanWindow *self, const char *title, const GError *error, const char *log)
{
  cyan_error_page_show (self->error_page, title, error, log, self->failed != NULL,
                        self->load_kind == CYAN_LOAD_TRY);
  cyan_window_show_page (self, "error");
}

CyanTaskCaller
cyan_window_begin_load (CyanWindow *self, CyanLoadKind kind, GAsyncReadyCallback done)
{
  const char *title = loads[kind].title;

  g_clear_pointer (&self->loading, cyan_request_free);
  g_clear_pointer (&self->failed, cyan_request_free);
  self->match_chosen = FALSE;
  self->aim = CYAN_NODE_NONE;
  self->load_kind = kind;
  return cyan_jobs_begin (self->jobs, CYAN_JOB_LOAD, title != NULL ? _ (title) : NULL, NULL, done);
}

CyanWindow *
cyan_window_end_load (gpointer job, GAsyncResult *result, const GError *error, const char *log)
{
  g_autoptr (CyanWindow) self = cyan_jobs_end (job, result);

  if (self == NULL || error == NULL)
    return g_steal_pointer (&self);
  self->failed = g_steal_pointer (&self->loading);
  show_error (self, _ (loads[self->load_kind].failed), error, log);
  return NULL;
}

/* What was loaded becomes what is shown; @session and @opened are taken. */
static void
show_loaded (CyanWindow *self, CyanSession *session, CyanOpenedSources *opened)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);

  if (self->opening != NULL || shown == NULL || !cyan_request_same_files (self->loading, shown))
    g_clear_pointer (&self->session_path, g_free);
  if (self->match_chosen)
    g_object_set (cyan_settings_get (), "match", cyan_match_method_names[self->loading->how.method],
                  NULL);
  cyan_comparison_page_take (self->comparison, session, g_steal_pointer (&self->loading), opened,
                             self->opening != NULL);
}

/* Runs out of a store have no files. */
void
cyan_window_remember (CyanWindow *self)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);
  g_autofree char *answer =
      cyan_comparison_answer_text (cyan_session_comparison (cyan_window_get_session (self)));

  if (shown->profiles[1] == NULL && cyan_request_n_runs (shown, 1) > 0
      && !cyan_comparison_page_selects_times (self->comparison))
    cyan_welcome_remember (shown, self->session_path,
                           cyan_comparison_page_get_name (self->comparison), answer);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanOpenedSources) opened = NULL;
  g_autoptr (CyanSession) session = cyan_load_finish (result, &opened, &error);
  g_autoptr (CyanWindow) self = cyan_window_end_load (data, result, error, NULL);

  if (self == NULL)
    return;
  show_loaded (self, g_object_ref (session), g_steal_pointer (&opened));
  if (self->aim != CYAN_NODE_NONE)
    cyan_session_begin_at (session, self->aim);
  if (self->opening != NULL)
    cyan_window_finish_session (self);
  cyan_window_remember (self);
  cyan_window_show_page (self, "blueprint");
  if (!cyan_comparison_page_selects_times (self->comparison))
    cyan_comparison_page_focus (self->comparison);
}

/* Whether @request asks for the files that are open, in another way: then their sources are those
 * that are known.  Asking for the same again is asking what is new. */
static gboolean
is_another_look (CyanWindow *self, const CyanRequest *request)
{
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);
  g_autoptr (CyanRequest) swapped = NULL;

  if (shown == NULL)
    return FALSE;
  swapped = cyan_request_swapped (shown);
  /* Other slices of them. */
  if (cyan_request_same_recordings (request, shown) && !cyan_request_same_files (request, shown))
    return TRUE;
  return (cyan_request_same_files (request, swapped) && !cyan_request_same_files (request, shown))
         || (cyan_request_same_files (request, shown)
             && (request->how.method != shown->how.method || request->raw_names != shown->raw_names
                 || request->limits.unit != shown->limits.unit
                 || request->limits.fold_recursion != shown->limits.fold_recursion
                 || !cyan_name_claims_equal (request->claims, shown->claims)
                 || g_strcmp0 (request->how.metric, shown->how.metric) != 0));
}

/* ---- for its pages ---- */

static CyanTaskCaller
host_begin (CyanHost *host, gboolean shows_progress, GAsyncReadyCallback done)
{
  CyanWindow *self = CYAN_WINDOW (host);

  cyan_window_forget_opening (self);
  return cyan_window_begin_load (self, shows_progress ? CYAN_LOAD_PAGE : CYAN_LOAD_QUIETLY, done);
}

static void
host_fail (CyanHost *host, const char *title, const GError *error)
{
  show_error (CYAN_WINDOW (host), title, error, NULL);
}

void
cyan_window_host_init (CyanHostInterface *interface)
{
  interface->begin = host_begin;
  interface->fail = host_fail;
}

/* ---- files ---- */

void
cyan_window_load (CyanWindow *self, const CyanRequest *request, CyanSessionFile *file)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);
  const CyanTaskCaller caller =
      cyan_window_begin_load (self, file != NULL ? CYAN_LOAD_SESSION : CYAN_LOAD_FILES, on_loaded);

  self->loading = g_steal_pointer (&copy);
  cyan_request_cache_answers (self->loading);
  cyan_load_async (self->loading, file, cyan_comparison_page_get_opened (self->comparison),
                   is_another_look (self, self->loading), &caller);
}

void
cyan_window_open (CyanWindow *self, const CyanRequest *request)
{
  g_autoptr (CyanRequest) copy = cyan_request_copy (request);

  /* The request may be that of what ends here. */
  cyan_window_forget_opening (self);
  cyan_window_load (self, copy, NULL);
}

void
cyan_window_open_sample (CyanWindow *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanRequest) request = cyan_sample_new_request (&error);

  if (request != NULL)
    cyan_window_open (self, request);
  else
    cyan_window_toast (self, error->message);
}

/* Opens what is too large with only the contexts that matter. */
static void
on_hot (CyanWindow *self)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->failed);

  request->limits.hot.phi = CYAN_HOT_PHI;
  cyan_window_load (self, request, self->opening);
}

gboolean
cyan_window_open_alone (CyanWindow *self, const char *path)
{
  switch (cyan_path_alone (path))
    {
    case CYAN_ALONE_SESSION:
      cyan_window_open_session (self, path);
      return TRUE;
    case CYAN_ALONE_STORE:
      cyan_window_open_store (self, path);
      return TRUE;
    case CYAN_ALONE_REPOSITORY:
      cyan_window_try_in (self, path);
      return TRUE;
    case CYAN_ALONE_NOT:
    default:
      return FALSE;
    }
}

/* Files dropped on a blueprint: two are a new pair; any other number replaces the runs of the side
 * it falls on, or of the side that is still missing. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, CyanWindow *self)
{
  guint side = x < gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 ? 0 : 1;
  g_auto (GStrv) paths = cyan_paths_of_drop (value);
  const CyanRequest *shown = cyan_comparison_page_get_request (self->comparison);
  g_autoptr (CyanRequest) request = NULL;

  if (paths == NULL)
    {
      cyan_window_toast (self, _ ("Only files on this computer and addresses can be opened"));
      return FALSE;
    }
  if (paths[0] == NULL)
    return FALSE;
  if (cyan_window_open_alone (self, paths[0]))
    return TRUE;
  if (g_strv_length (paths) == 2)
    request = cyan_settings_new_request (paths[0], paths[1]);
  else if (shown == NULL || cyan_window_is_on_page (self, "history"))
    {
      cyan_window_show_page (self, "welcome");
      cyan_welcome_take (self->welcome, side, (const char *const *) paths);
      return TRUE;
    }
  else
    {
      request = cyan_request_copy (shown);
      if (cyan_request_n_runs (request, 1) == 0 && side == 0)
        {
          /* The single profile moves to the other side. */
          cyan_request_free (g_steal_pointer (&request));
          request = cyan_request_swapped (shown);
        }
      else if (cyan_request_n_runs (request, 1) == 0)
        side = 1;
      cyan_request_set_runs (request, side, (const char *const *) paths);
      cyan_request_ask_anew (request, (const char *const *) paths);
      g_clear_pointer (&request->slowest, g_free);
      cyan_request_drop_sources (request, side);
    }
  cyan_window_open (self, request);
  return TRUE;
}

static void
on_pasted (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanWindow) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
  g_auto (GStrv) paths = text != NULL ? cyan_paths_of_text (text) : NULL;

  if (paths == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else if (g_strv_length (paths) == 2)
    {
      g_autoptr (CyanRequest) request = cyan_settings_new_request (paths[0], paths[1]);

      cyan_window_open (self, request);
    }
  else if (!cyan_window_open_alone (self, paths[0]))
    {
      cyan_window_show_page (self, "welcome");
      cyan_welcome_take_next (self->welcome, (const char *const *) paths);
    }
}

gboolean
cyan_window_paste (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (window), NULL, on_pasted,
                                 g_object_ref (window));
  return TRUE;
}

void
cyan_window_install_loading (CyanWindow *self)
{
  cyan_files_droppable (self, G_CALLBACK (on_drop), self);
  cyan_connect (self->error_page, "open-hot", on_hot, self);
  cyan_connect (self->welcome, "open", cyan_window_open, self);
  cyan_connect (self->jobs, "changed", on_jobs_changed, self);
  cyan_connect (self->jobs, "progress", show_progress, self);
}
