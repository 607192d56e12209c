/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs that could not be stored: each is a store of its own, a file in a folder beside the
 * definition file.  The next tracker moves them into the store.  A run keeps its uid, so one that is
 * moved twice is there once.
 */
#include <errno.h>
#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-machine.h"
#include "cyan-store-copy.h"
#include "cyan-store-query.h"
#include "cyan-track-private.h"

#define ENDING ".db"
/* While it is written. */
#define PART ".part"

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
  g_autofree char *identity = cyan_machine_identity (), *facts = cyan_tracker_facts (self);
  const char *machine = self->track->machine != NULL ? self->track->machine : identity;
  gint64 definition;

  return cyan_store_put_project (place->store, self->plan->project, self->plan->repository,
                                 &place->project, error)
         && cyan_store_put_machine (place->store, machine, identity, &place->machine, error)
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

static gboolean
move (CyanTracker *self, const char *path, GError **error)
{
  g_autoptr (CyanStore) from = cyan_store_open (path, CYAN_STORE_READ, error);

  if (from == NULL || !cyan_store_copy (from, self->store, NULL, error))
    return FALSE;
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
