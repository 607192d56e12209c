/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a benchmark, and reads the profile that it leaves. */
#include "cyan-track-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-remove.h"
#include "cyan-format.h"
#include "cyan-i18n.h"

/* ---- commands ---- */

/* Runs @text.  *@ok tells whether it did what it should. */
static gboolean
run_command (CyanMeasurement *self, const char *text, gboolean *ok, GError **error)
{
  const CyanSurroundings about = { .track = self->track,
                                   .slot = self->slot,
                                   .oid = self->oid,
                                   .inputs = self->inputs,
                                   .number = self->number,
                                   .padding = self->padding,
                                   .jobs =
                                       self->n_cpus > 0 ? self->n_cpus : g_get_num_processors () };
  g_auto (GStrv) environment = cyan_surroundings_environ (&about);
  const CyanCommand command = { .text = text,
                                .folder = self->slot->source,
                                .environment = (const char *const *) environment,
                                .seconds = self->benchmark->timeout,
                                .memory = self->track->memory,
                                .file_size = cyan_build_file_limit (self->slot->results),
                                .cpus = self->cpus,
                                .n_cpus = self->n_cpus,
                                .isolate = self->track->isolate };
  g_auto (CyanCommandResult) result = { 0 };

  if (!cyan_workspace_slot_refresh (self->slot, error)
      || !cyan_command_run (&command, self->tick, &result, error))
    return FALSE;
  self->seconds += result.wall;
  self->exit_code = result.exit_code;
  *ok = !result.lost && !result.timed_out && result.exit_code == 0;
  if (!*ok)
    {
      self->status = result.lost        ? CYAN_RUN_LOST
                     : result.timed_out ? CYAN_RUN_TIMEOUT
                                        : CYAN_RUN_FAILED;
      self->log = g_steal_pointer (&result.log);
    }
  else if (isnan (self->wall))
    {
      self->wall = result.wall;
      self->cpu = result.cpu;
      self->rss = result.rss;
    }
  return TRUE;
}

/* ---- profiles ---- */

/* @path as seen from @folder, or NULL if it is not in it. */
static const char *
below (const char *folder, const char *path)
{
  gsize length = strlen (folder);

  return strncmp (path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* @path as it is in the revision, or NULL if it is not in the slot. */
static const char *
within (const CyanWorkspaceSlot *slot, const char *path)
{
  const char *const folders[] = { slot->source, slot->build, slot->results };
  const char *inside = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (folders) && inside == NULL; i++)
    inside = below (folders[i], path);
  return inside;
}

/* The path that the key @key has as @value, where the run leaves a file.  What is there is removed
 * before each run, so it must be ours.  NULL with @error. */
static char *
find_file (const CyanMeasurement *self, const char *key, const char *value, GError **error)
{
  g_autoptr (GString) text = g_string_new (value);
  g_autofree char *path = NULL;

  g_string_replace (text, "$CYAN_SOURCE", self->slot->source, 0);
  g_string_replace (text, "$CYAN_BUILD", self->slot->build, 0);
  path = g_canonicalize_filename (text->str, self->slot->source);
  if (within (self->slot, path) != NULL)
    return g_steal_pointer (&path);
  return cyan_fail_null (error, CYAN_ERROR_INVALID,
                         _ ("%s: %s= of %s is neither in $CYAN_BUILD nor in $CYAN_SOURCE"),
                         self->track->path, key, self->benchmark->name);
}

/* NULL with @error. */
static char *
find_profile (const CyanMeasurement *self, GError **error)
{
  return self->benchmark->profile != NULL
             ? find_file (self, "profile", self->benchmark->profile, error)
             : cyan_surroundings_profile (self->slot);
}

static gboolean
remove_old (const char *path, GError **error)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return cyan_remove_folder (path, error);
  if (g_unlink (path) == 0 || errno == ENOENT)
    return TRUE;
  return cyan_track_fail_errno (path, error);
}

static void
shorten (const CyanMeasurement *self, CyanStrings *strings, CyanStr *path)
{
  const char *whole = cyan_strings_get (strings, *path);
  const char *inside = within (self->slot, whole);

  if (inside == NULL && self->inputs != NULL)
    inside = below (self->inputs, whole);
  if (inside != NULL)
    {
      g_autofree char *copy = g_strdup (inside);

      *path = cyan_strings_add (strings, copy, -1);
    }
}

/* Makes the paths of the profile the same for all revisions, and whenever they are measured. */
static void
shorten_paths (CyanMeasurement *self)
{
  CyanProfile *profile = self->profile;
  CyanFunction *functions = cyan_profile_move_functions (profile, profile->strings);

  for (guint i = 0; i < profile->n_functions; i++)
    {
      shorten (self, profile->strings, &functions[i].module);
      shorten (self, profile->strings, &functions[i].file);
    }
  self->profile = cyan_profile_with_functions (profile, profile->strings, functions);
  cyan_profile_unref (profile);
}

/* The message of the reader, without the place of this slot. */
static char *
explain (const GError *reason, const char *path)
{
  g_autoptr (GString) text = g_string_new (reason->message);

  g_string_replace (text, path, "$CYAN_PROFILE", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Whether the profile is not to blame: no run fails since the disk is full, or a disk fails. */
static gboolean
is_trouble (const GError *reason, const char *path)
{
  return cyan_error_is_cancelled (reason)
         || (g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_IO)
             && g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_access (path, R_OK) == 0);
}

static gboolean
read_profile (CyanMeasurement *self, const char *path, GError **error)
{
  const CyanLoadOptions options = { .trusted = TRUE };
  g_autoptr (GError) reason = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      self->status = CYAN_RUN_NO_PROFILE;
      self->log = g_strdup (_ ("the command left no profile at $CYAN_PROFILE"));
      return TRUE;
    }
  self->profile = cyan_profile_load (path, &options, self->tick, &reason);
  if (self->profile != NULL)
    {
      shorten_paths (self);
      self->record = cyan_store_record_new (self->profile, &reason);
    }
  if (self->record != NULL)
    return TRUE;
  if (is_trouble (reason, path))
    return cyan_error_pass (&reason, error);
  self->status = CYAN_RUN_BAD_PROFILE;
  self->log = explain (reason, path);
  g_clear_pointer (&self->profile, cyan_profile_unref);
  return TRUE;
}

/* ---- results ---- */

/* The message of the reader without the place of this slot. */
static gboolean
read_results (CyanMeasurement *self, const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GString) text = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      self->status = CYAN_RUN_NO_PROFILE;
      self->log =
          g_strdup_printf (_ ("the commands left no results at %s"), self->benchmark->results);
      return TRUE;
    }
  if (cyan_results_read (path, self->tick, &self->results, &reason) && self->results != NULL)
    return TRUE;
  if (reason != NULL && is_trouble (reason, path))
    return cyan_error_pass (&reason, error);
  self->status = CYAN_RUN_BAD_PROFILE;
  text =
      g_string_new (reason != NULL ? reason->message : _ ("these are no results of a known tool"));
  g_string_replace (text, path, self->benchmark->results, 0);
  self->log = g_string_free (g_steal_pointer (&text), FALSE);
  return TRUE;
}

/* ---- the run ---- */

/* Runs the commands, and reads the profile of the second. */
static gboolean
run_and_record (CyanMeasurement *self, gboolean *ok, GError **error)
{
  g_autofree char *path = find_profile (self, error);

  if (path == NULL)
    return FALSE;
  if (self->benchmark->measure != NULL && !run_command (self, self->benchmark->measure, ok, error))
    return FALSE;
  if (!*ok || self->benchmark->run == NULL || (self->warms_up && self->benchmark->measure != NULL))
    return TRUE;
  if (!remove_old (path, error) || !run_command (self, self->benchmark->run, ok, error))
    return FALSE;
  return !*ok || self->warms_up || read_profile (self, path, error);
}

gboolean
cyan_measurement_run (gpointer measurement, GError **error)
{
  CyanMeasurement *self = measurement;
  const char *results = self->benchmark->results;
  g_autofree char *path = results != NULL ? find_file (self, "results", results, error) : NULL;
  gboolean ok = TRUE;

  if (results != NULL && (path == NULL || !remove_old (path, error)))
    return FALSE;
  self->status = CYAN_RUN_OK;
  self->began = g_get_real_time () / G_USEC_PER_SEC;
  self->seconds = 0;
  self->wall = self->cpu = self->rss = NAN;
  if (!run_and_record (self, &ok, error))
    return FALSE;
  return path == NULL || self->status != CYAN_RUN_OK || self->warms_up
         || read_results (self, path, error);
}

void
cyan_measurement_clear (CyanMeasurement *self)
{
  g_clear_pointer (&self->log, g_free);
  g_clear_pointer (&self->record, cyan_store_record_free);
  g_clear_pointer (&self->results, cyan_results_free);
  g_clear_pointer (&self->profile, cyan_profile_unref);
}
