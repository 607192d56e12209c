/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The load over time above the picture, and comparing the ranges that are selected in it. */
#include "cyan-comparison-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-slice.h"
#include "cyan-task.h"
#include "cyan-widgets.h"

/* ---- reading ---- */

typedef struct
{
  char **paths;
  CyanLoadOptions limits;
} Read;

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Read *read = data;

  return cyan_recordings_read ((const char *const *) read->paths, &read->limits, tick, error);
}

/* The only run of @side, with its slice; NULL if there are others. */
static const char *
path_of (CyanComparisonPage *self, guint side)
{
  const CyanRequest *request = self->request;

  return request != NULL && request->profiles[side] == NULL && request->slowest == NULL
                 && g_strv_length (request->runs[side]) == 1
             ? request->runs[side][0]
             : NULL;
}

static void
hide (CyanComparisonPage *self)
{
  cyan_task_stop (&self->reading_times);
  g_clear_pointer (&self->recordings, cyan_recordings_unref);
  self->times_changed = FALSE;
  cyan_time_strip_set_recordings (self->times, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->times), FALSE);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanComparisonPage *self = CYAN_COMPARISON_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanRecordings) recordings = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->reading_times, result))
    return;
  if (recordings == NULL)
    {
      cyan_comparison_page_toast (self, error->message);
      return;
    }
  if (path_of (self, 0) == NULL || path_of (self, 1) == NULL)
    return;
  if (!cyan_time_strip_set_recordings (self->times,
                                       cyan_recordings_find (recordings, path_of (self, 0)),
                                       cyan_recordings_find (recordings, path_of (self, 1))))
    {
      cyan_comparison_page_toast (self, _ ("These recordings have no times"));
      return;
    }
  self->recordings = g_steal_pointer (&recordings);
  gtk_widget_set_visible (GTK_WIDGET (self->times), TRUE);
}

static void
read_times (CyanComparisonPage *self)
{
  const char *paths[] = { path_of (self, 0), path_of (self, 1), NULL };
  Read *read;

  hide (self);
  if (paths[0] == NULL || paths[1] == NULL)
    return;
  read = cyan_job_new (Read);
  read->paths = cyan_job_keep (read, g_strdupv ((char **) paths), g_strfreev);
  read->limits = self->request->limits;
  if (read->limits.http.cache != NULL)
    cyan_job_keep (read, cyan_http_cache_ref (read->limits.http.cache), cyan_http_cache_unref);
  cyan_settings_limits (&read->limits);
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->reading_times), on_read, NULL),
                 read_in_thread, read, cyan_job_free, (GDestroyNotify) cyan_recordings_unref);
}

void
cyan_comparison_page_follow_times (CyanComparisonPage *self)
{
  gboolean is_read = self->recordings != NULL;

  for (guint side = 0; side < 2; side++)
    is_read = is_read && path_of (self, side) != NULL
              && cyan_recordings_find (self->recordings, path_of (self, side)) != NULL;
  if (!cyan_comparison_page_is_active (self, "show-times"))
    hide (self);
  else if (!is_read)
    read_times (self);
}

void
cyan_comparison_page_change_times (GSimpleAction *action, GVariant *state, gpointer page)
{
  g_simple_action_set_state (action, state);
  cyan_comparison_page_follow_times (page);
}

/* ---- comparing ---- */

static void
compare_ranges (CyanComparisonPage *self)
{
  g_autoptr (CyanRequest) request = NULL;

  self->times_changed = self->busy;
  if (self->busy || self->recordings == NULL)
    return;
  request = cyan_request_copy (self->request);
  request->recordings = cyan_recordings_ref (self->recordings);
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *range = cyan_time_strip_get_range (self->times, side);
      g_autofree char *path = cyan_slice_with_times (self->request->runs[side][0], range);

      cyan_request_set_runs (request, side, (const char *const[]){ path, NULL });
    }
  cyan_comparison_page_open (self, request);
}

gboolean
cyan_comparison_page_selects_times (CyanComparisonPage *self)
{
  for (guint side = 0; self->recordings != NULL && side < 2; side++)
    {
      g_autofree char *range = cyan_time_strip_get_range (self->times, side);

      if (range != NULL)
        return TRUE;
    }
  return FALSE;
}

void
cyan_comparison_page_go_on_with_times (CyanComparisonPage *self)
{
  if (self->times_changed && !self->busy)
    compare_ranges (self);
}

void
cyan_comparison_page_install_times (CyanComparisonPage *self)
{
  g_signal_connect_swapped (self->times, "ranges-changed", G_CALLBACK (compare_ranges), self);
}
