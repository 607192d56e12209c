/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that could not be stored: each is a store of its own, a file in a folder beside the
 * definition file.  The next tracker moves them into the store.  A run keeps its uid, so one that is
 * moved twice is there once.  One that the store will never take stays there under another name.
 */
#include <errno.h>
#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-copy.h"
#include "cyan-store-query.h"
#include "cyan-track-private.h"

#define ENDING ".db"
/* While it is written. */
#define PART ".part"
/* What the store refuses. */
#define REFUSED ".refused"

/* Puts all that a run refers to into @place.store, and the run. */
static gboolean
put_all (CyanTracker *self,
         CyanRunPlace *place,
         CyanPlanCell *cell,
         const CyanMeasurement *run,
         const char *uid,
         GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  g_autofree char *facts = cyan_tracker_facts (self);
  gint64 definition;

  return cyan_store_put_project (place->store, self->plan->project, self->plan->repository,
                                 &place->project, error)
         && cyan_tracker_put_machine (self, place->store, &place->machine, error)
         && cyan_store_put_commit (place->store, place->project, revision->commit, &place->revision,
                                   error)
         && cyan_store_add_environment (place->store, place->machine, run->began, facts,
                                        self->options.program, &place->environment, error)
         && cyan_run_place_put (place, cell, run, uid, &definition, error);
}

gboolean
cyan_tracker_spool_run (CyanTracker *self,
                        CyanPlanCell *cell,
                        const CyanMeasurement *run,
                        const char *uid,
                        GError **error)
{
  g_autofree char *path = g_strconcat (self->spool, G_DIR_SEPARATOR_S, uid, ENDING, NULL);
  g_autofree char *part = g_strconcat (path, PART, NULL);
  g_autoptr (CyanStore) store = NULL;
  CyanRunPlace place = { .build = CYAN_STORE_UNKNOWN };
  gboolean began, ok;

  if (g_mkdir_with_parents (self->spool, 0777) != 0)
    return cyan_track_fail_errno (self->spool, error);
  place.store = store = cyan_store_open (part, CYAN_STORE_CREATE, error);
  ok = store != NULL && cyan_store_enter (store, &began, error)
       && cyan_store_leave (store, began, put_all (self, &place, cell, run, uid, error), error);
  g_clear_pointer (&store, cyan_store_free);
  if (ok && g_rename (part, path) == 0)
    return TRUE;
  if (ok)
    cyan_track_fail_errno (path, error);
  g_remove (part);
  return FALSE;
}

/* Whether @reason, why @from (NULL: it cannot be opened) cannot be copied, will be there the next time,
 * and the store has no part in it but that of a machine. */
static gboolean
is_for_good (CyanStore *from, const GError *reason)
{
  if (reason->domain != CYAN_ERROR)
    return FALSE;
  switch ((CyanError) reason->code)
    {
    case CYAN_ERROR_MISMATCH:
      return TRUE;
    case CYAN_ERROR_INVALID:
    case CYAN_ERROR_UNSUPPORTED:
    case CYAN_ERROR_LIMIT:
      return from == NULL || !cyan_store_check (from, NULL);
    default:
      return FALSE;
    }
}

/* Another tracker may have done it. */
static gboolean
set_aside (CyanTracker *self, const char *path, const GError *reason, GError **error)
{
  g_autofree char *aside = g_strconcat (path, REFUSED, NULL);
  g_autofree char *log =
      g_strdup_printf (_ ("%s; the run is not stored, and stays in %s"), reason->message, aside);

  if (g_rename (path, aside) == 0)
    cyan_tracker_report (self,
                         (CyanTrackerEvent){ .kind = CYAN_TRACKER_RUN_SET_ASIDE, .log = log });
  else if (errno != ENOENT)
    return cyan_track_fail_errno (path, error);
  return TRUE;
}

static gboolean
move (CyanTracker *self, const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanStore) from = cyan_store_open (path, CYAN_STORE_READ, &reason);
  gboolean is_bad;

  if (from == NULL || !cyan_store_copy (from, self->store, NULL, &reason))
    {
      is_bad = is_for_good (from, reason);
      g_clear_pointer (&from, cyan_store_free);
      return is_bad ? set_aside (self, path, reason, error) : cyan_error_pass (&reason, error);
    }
  /* With it go the files of SQLite beside it. */
  g_clear_pointer (&from, cyan_store_free);
  /* Another tracker may have moved it, too. */
  return g_remove (path) == 0 || errno == ENOENT || cyan_track_fail_errno (path, error);
}

gboolean
cyan_tracker_store_spool (CyanTracker *self, GError **error)
{
  g_autoptr (GDir) folder = self->spool != NULL ? g_dir_open (self->spool, 0, NULL) : NULL;
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->spool, name, NULL);

      if (g_str_has_suffix (name, ENDING) && g_file_test (path, G_FILE_TEST_EXISTS)
          && !move (self, path, error))
        return FALSE;
    }
  if (folder != NULL)
    g_rmdir (self->spool);
  return TRUE;
}
