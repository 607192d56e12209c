/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a revision. */
#include <string.h>
#include <sys/statvfs.h>

#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-export-tree.h"
#include "cyan-i18n.h"
#include "cyan-track-private.h"

guint64
cyan_build_file_limit (const char *folder)
{
  struct statvfs disk;

  if (statvfs (folder, &disk) != 0)
    return 0;
  return MAX (1, (guint64) disk.f_bavail * disk.f_frsize / 2);
}

/* The plan says what the work tree was; nothing else must be stored under its id. */
static gboolean
copy_dirty (const CyanBuild *self, GError **error)
{
  g_autofree char *oid = cyan_dirty_copy (self->repository, self->slot->source, self->tick, error);

  if (oid == NULL)
    return FALSE;
  return strcmp (oid, self->oid) == 0
         || cyan_fail (error, CYAN_ERROR_IO, _ ("%s: the work tree has changed meanwhile"),
                       self->repository);
}

static gboolean
check_out (const CyanBuild *self, GError **error)
{
  if (g_str_has_prefix (self->oid, CYAN_DIRTY_PREFIX))
    return copy_dirty (self, error);
  if (self->track->checkout == CYAN_CHECKOUT_WORKTREE)
    return (self->previous == NULL
            || cyan_worktree_remove (self->repository, self->slot->source, error))
           && cyan_worktree_add (self->repository, self->oid, self->slot->source, self->tick,
                                 error);
  return cyan_export_tree (self->repository, self->oid, self->previous, self->slot->source, NULL,
                           self->tick, error);
}

/* Whether @reason is that of this revision: other ones may be fine. */
static gboolean
is_about_revision (const GError *reason)
{
  return g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_INVALID)
         || g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_LIMIT)
         || g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
}

static gboolean
run_command (CyanBuild *self, GError **error)
{
  const CyanSurroundings about = {
    .track = self->track, .slot = self->slot, .oid = self->oid, .jobs = self->jobs
  };
  g_auto (GStrv) environment = cyan_surroundings_environ (&about);
  const CyanCommand command = { .text = self->track->build,
                                .folder = self->slot->source,
                                .environment = (const char *const *) environment,
                                .seconds = self->track->build_timeout,
                                .memory = self->track->memory,
                                .file_size = cyan_build_file_limit (self->slot->build),
                                .isolate = self->track->isolate };
  g_auto (CyanCommandResult) result = { 0 };

  if (!cyan_command_run (&command, self->tick, &result, error))
    return FALSE;
  if (result.lost)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("the process that watches the build was killed"));
  self->status = result.timed_out        ? CYAN_BUILD_TIMEOUT
                 : result.exit_code == 0 ? CYAN_BUILD_OK
                                         : CYAN_BUILD_FAILED;
  self->seconds = result.wall;
  self->log = g_steal_pointer (&result.log);
  return TRUE;
}

gboolean
cyan_build_run (gpointer build, GError **error)
{
  CyanBuild *self = build;
  g_autoptr (GError) reason = NULL;

  self->status = CYAN_BUILD_FAILED;
  if (!check_out (self, &reason))
    {
      if (!is_about_revision (reason))
        return cyan_error_pass (&reason, error);
      self->log = g_strdup (reason->message);
      return TRUE;
    }
  if (self->track->build != NULL)
    return run_command (self, error);
  self->status = CYAN_BUILD_OK;
  return TRUE;
}

void
cyan_build_clear (CyanBuild *self)
{
  g_clear_pointer (&self->log, g_free);
}

/* ---- the environment of builds and runs ---- */

/* Names, or their beginnings: what any command may need. */
static const char *const always[] = { "LANG=",  "LANGUAGE=", "LC_", "LOGNAME=", "PATH=",
                                      "SHELL=", "TERM=",     "TZ=", "USER=" };

/* Likewise, whatever is listed: settings of another repository, of another make, of the user. */
static const char *const dropped[] = { "CYAN_",
                                       "GIT_",
                                       "MAKEFLAGS=",
                                       "MAKELEVEL=",
                                       "MFLAGS=",
                                       "OLDPWD=",
                                       "PWD=",
                                       "XDG_CACHE_HOME=",
                                       "XDG_CONFIG_HOME=",
                                       "XDG_DATA_HOME=",
                                       "XDG_RUNTIME_DIR=",
                                       "XDG_STATE_HOME=" };

static gboolean
begins_with (const char *entry, const char *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (entry, names[i]))
      return TRUE;
  return FALSE;
}

/* Whether @entry, "NAME=VALUE", is of one of @names. */
static gboolean
is_listed (const char *entry, char **names)
{
  gsize length = strcspn (entry, "=");

  for (; *names != NULL; names++)
    {
      gsize n = strlen (*names);
      gboolean begins = n > 0 && (*names)[n - 1] == '*';

      if (begins ? strncmp (entry, *names, n - 1) == 0
                 : n == length && strncmp (entry, *names, n) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_kept (const char *entry, const CyanTrack *track)
{
  return !begins_with (entry, dropped, G_N_ELEMENTS (dropped))
         && (track->environment == NULL || begins_with (entry, always, G_N_ELEMENTS (always))
             || is_listed (entry, track->environment));
}

static char **
inherit (const CyanTrack *track)
{
  g_auto (GStrv) all = g_get_environ ();
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; all[i] != NULL; i++)
    if (is_kept (all[i], track))
      g_ptr_array_add (kept, g_strdup (all[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&kept), FALSE);
}

static void
set (char ***environment, const char *name, const char *value)
{
  *environment = g_environ_setenv (*environment, name, value, TRUE);
}

static void
set_number (char ***environment, const char *name, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  set (environment, name, text);
}

char *
cyan_surroundings_profile (const CyanWorkspaceSlot *slot)
{
  return g_build_filename (slot->results, "profile", NULL);
}

char **
cyan_surroundings_environ (const CyanSurroundings *about)
{
  char **environment = inherit (about->track);

  set (&environment, "HOME", about->slot->home);
  set (&environment, "TMPDIR", about->slot->temporary);
  set (&environment, "CYAN_SOURCE", about->slot->source);
  set (&environment, "CYAN_BUILD", about->slot->build);
  set (&environment, "CYAN_REVISION", about->oid);
  set_number (&environment, "CYAN_JOBS", about->jobs);
  if (about->inputs != NULL)
    {
      g_autofree char *padding = g_strnfill (about->padding, 'x');
      g_autofree char *profile = cyan_surroundings_profile (about->slot);

      set (&environment, "CYAN_INPUTS", about->inputs);
      set (&environment, "CYAN_PROFILE", profile);
      set_number (&environment, "CYAN_RUN", about->number);
      set (&environment, "CYAN_PADDING", padding);
    }
  return environment;
}
