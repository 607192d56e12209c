/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From two files to one comparison. */
#include "cyan-pipeline.h"

#include <string.h>

#include "cyan-error.h"

/* Loading is the larger part of the work by far. */
#define LOAD_SHARE 0.8

/* One caller's tick, shared by two loading threads. */
typedef struct
{
  const CyanTick *tick;
  GMutex mutex;
  double fraction[2]; /* of each side */
  gboolean stop;
} SharedTick;

typedef struct
{
  SharedTick *shared;
  guint side;
  const char *path;
  const CyanLoadOptions *options;
  CyanProfile *profile;
  GError *error;
} Load;

static gboolean
shared_tick (double fraction, const char *what, gpointer data)
{
  Load *load = data;
  SharedTick *shared = load->shared;
  gboolean go_on;

  g_mutex_lock (&shared->mutex);
  shared->fraction[load->side] = fraction;
  if (!shared->stop)
    shared->stop =
        !cyan_tick (shared->tick, (shared->fraction[0] + shared->fraction[1]) / 2, what, NULL);
  go_on = !shared->stop;
  g_mutex_unlock (&shared->mutex);
  return go_on;
}

static gpointer
load_in_thread (gpointer data)
{
  Load *load = data;
  CyanTick tick = CYAN_TICK_INIT (shared_tick, load);

  load->profile = cyan_profile_load (load->path, load->options, &tick, &load->error);
  if (load->profile == NULL)
    {
      /* The other side's work would be thrown away. */
      g_mutex_lock (&load->shared->mutex);
      load->shared->stop = TRUE;
      g_mutex_unlock (&load->shared->mutex);
    }
  return NULL;
}

/* The error to show: a cancelled load may only have been stopped by the other's failure. */
static void
take_error (Load *loads, GError **error)
{
  guint first = loads[0].error != NULL && !cyan_error_is_cancelled (loads[0].error) ? 0
                : loads[1].error != NULL                                            ? 1
                                                                                    : 0;

  g_propagate_error (error, g_steal_pointer (&loads[first].error));
  g_clear_error (&loads[1 - first].error);
}

static gboolean
load_both (const CyanPipelineOptions *options,
           const CyanTick *tick,
           CyanProfile **profiles,
           GError **error)
{
  gboolean same = strcmp (options->before, options->after) == 0;
  CyanTick slice = cyan_tick_slice (tick, 0, LOAD_SHARE);
  SharedTick shared = { .tick = &slice };
  Load loads[2] = { { &shared, 0, options->before, &options->load, NULL, NULL },
                    { &shared, 1, options->after, &options->load, NULL, NULL } };
  GThread *thread = NULL;

  g_mutex_init (&shared.mutex);
  if (same)
    shared.fraction[1] = 1;
  else
    thread = g_thread_new ("load-after", load_in_thread, &loads[1]);
  load_in_thread (&loads[0]);
  if (same && loads[0].profile != NULL)
    loads[1].profile = cyan_profile_ref (loads[0].profile);
  if (thread != NULL)
    g_thread_join (thread);
  g_mutex_clear (&shared.mutex);

  profiles[0] = loads[0].profile;
  profiles[1] = loads[1].profile;
  if (profiles[0] != NULL && profiles[1] != NULL)
    return TRUE;
  take_error (loads, error);
  g_clear_pointer (&profiles[0], cyan_profile_unref);
  g_clear_pointer (&profiles[1], cyan_profile_unref);
  return FALSE;
}

static CyanComparison *
run_single (const CyanPipelineOptions *options, const CyanTick *tick, GError **error)
{
  CyanTick load = cyan_tick_slice (tick, 0, LOAD_SHARE);
  CyanTick compare = cyan_tick_slice (tick, LOAD_SHARE, 1);
  g_autoptr (CyanProfile) profile =
      cyan_profile_load (options->before, &options->load, &load, error);

  if (profile == NULL)
    return NULL;
  return cyan_comparison_new_single (profile, &options->compare, &compare, error);
}

CyanComparison *
cyan_pipeline_run (const CyanPipelineOptions *options, const CyanTick *tick, GError **error)
{
  CyanTick slice = cyan_tick_slice (tick, LOAD_SHARE, 1);
  CyanProfile *profiles[2];
  CyanComparison *comparison;

  if (options->after == NULL)
    return run_single (options, tick, error);
  if (strcmp (options->before, "-") == 0 && strcmp (options->after, "-") == 0)
    {
      cyan_fail (error, CYAN_ERROR_MISMATCH, "only one side can be standard input");
      return NULL;
    }
  if (!load_both (options, tick, profiles, error))
    return NULL;

  comparison = cyan_comparison_new (profiles[0], profiles[1], &options->compare, &slice, error);
  cyan_profile_unref (profiles[0]);
  cyan_profile_unref (profiles[1]);
  return comparison;
}

char *
cyan_pipeline_side_name (const CyanProfile *profile, const char *path)
{
  static const char *const endings[] = { ".gz",        ".zst",        ".json",  ".txt",
                                         ".cct",       ".folded",     ".perf",  ".uftrace",
                                         ".collapsed", ".speedscope", ".trace", ".chrome" };
  const char *version = cyan_profile_get_meta (profile, "version");
  char *name;
  gboolean cut = TRUE;

  if (version == NULL || *version == '\0')
    version = cyan_profile_get_meta (profile, "revision");
  if (version != NULL && *version != '\0')
    return g_strdup (version);

  name = strcmp (path, "-") == 0 ? g_strdup ("standard input") : g_path_get_basename (path);
  while (cut)
    {
      cut = FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
        if (g_str_has_suffix (name, endings[i]) && strlen (name) > strlen (endings[i]))
          {
            name[strlen (name) - strlen (endings[i])] = '\0';
            cut = TRUE;
          }
    }
  return name;
}
