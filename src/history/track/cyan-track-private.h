/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of tracking. */
#pragma once

#include "cyan-plan.h"
#include "cyan-recorder.h"
#include "cyan-results.h"
#include "cyan-track-file.h"
#include "cyan-tracker.h"

/* The keys of a definition file: where each is stored, what it may be, and its default. */

typedef struct _CyanTrackKey CyanTrackKey;

/* Reads @value into the field; FALSE if it has another form. */
typedef gboolean (*CyanTrackKeySet) (const CyanTrackKey *key,
                                     gpointer field,
                                     const char *folder,
                                     const char *value);

struct _CyanTrackKey
{
  const char *name;
  CyanTrackKeySet set;
  gsize offset;         /* of the field */
  const char *fallback; /* the default, or NULL */
  int min, max;         /* of a number */
  const char *expected; /* for messages; NULL for a number from min to max */
};

/* Each ends with a key without a name. */
extern const CyanTrackKey cyan_track_keys[];     /* of a CyanTrack */
extern const CyanTrackKey cyan_benchmark_keys[]; /* of a CyanTrackBenchmark */

const CyanTrackKey *cyan_track_key_find (const CyanTrackKey *keys, const char *name);
/* @folder is what relative paths start from. */
gboolean cyan_track_key_set (const CyanTrackKey *key,
                             gpointer object,
                             const char *folder,
                             const char *value);
/* "a number from 1 to 100".  Caller frees. */
char *cyan_track_key_expected (const CyanTrackKey *key);

/* Sets the defaults of an object that is all zero. */
void cyan_track_keys_init (const CyanTrackKey *keys, gpointer object, const char *folder);

/* Where a tracker builds and runs: a folder of its own in the user's cache.  It is locked as long
 * as the tracker lives, so that what a killed one left is known. */

typedef struct
{
  char *path;
  char *repository;
  int lock; /* descriptor */
} CyanWorkspace;

/* Removes the workspaces of trackers that have ended, however they did. */
void cyan_workspace_remove_left (void);
/* Makes one for revisions of @repository.  Fails with CYAN_ERROR_IO. */
CyanWorkspace *cyan_workspace_new (const char *repository, GError **error);
/* Copies the inputs of all benchmarks into it.  Returns their folders, by benchmark. */
GStrv
cyan_workspace_copy_inputs (const CyanWorkspace *self, const CyanTrack *track, GError **error);
/* Removes it. */
void cyan_workspace_free (CyanWorkspace *self);

/* The folders of one revision, the same for each of its runs.  Names of equal length make paths of
 * equal length, which matters: paths are in a program's environment, and so move its stack. */
typedef struct
{
  char *path;
  char *source;    /* made by the export */
  char *build;     /* empty at first */
  char *home;      /* likewise; kept from the build to the last run */
  char *temporary; /* empty for each command */
  char *results;   /* likewise; a profile is left there */
} CyanWorkspaceSlot;

/* Makes the slot @name, which must be unique in the workspace. */
CyanWorkspaceSlot *
cyan_workspace_slot_new (const CyanWorkspace *workspace, const char *name, GError **error);
/* Empties the folders that are of one command. */
gboolean cyan_workspace_slot_refresh (const CyanWorkspaceSlot *self, GError **error);
/* Removes it; in a workspace of @repository. */
void cyan_workspace_slot_free (CyanWorkspaceSlot *self, const char *repository);

/* Fails with errno for @path. */
gboolean cyan_track_fail_errno (const char *path, GError **error);
/* Hashes the length, too, so that no name can pass for a content. */
void cyan_track_hash (GChecksum *checksum, const char *bytes, gsize length);

/* The build of one revision. */

typedef struct
{
  /* Set by the caller, borrowed. */
  const CyanTrack *track;
  const char *repository, *oid;
  const char *previous; /* revision whose files are in the slot, or NULL */
  const CyanWorkspaceSlot *slot;
  guint jobs; /* processors for it */
  const CyanTick *tick;

  /* Set by the build. */
  CyanBuildStatus status;
  double seconds;
  char *log; /* the end of its output, or why the files cannot be written; owned, or NULL */
} CyanBuild;

/* Writes the files of the revision and builds it.  A build that fails is no error: FALSE if it was
 * cancelled, or this machine is in trouble.  A CyanWorkFunc. */
gboolean cyan_build_run (gpointer build, GError **error);
void cyan_build_clear (CyanBuild *self);

/* Bytes of each file that a command may write in @folder: so much that some of the disk is left. */
guint64 cyan_build_file_limit (const char *folder);

/* The environment of builds and runs. */

/* The values that differ between commands; all is borrowed. */
typedef struct
{
  const CyanTrack *track;
  const CyanWorkspaceSlot *slot;
  const char *oid;    /* of the revision */
  const char *inputs; /* folder; NULL: a build */
  gint64 number;      /* of the run */
  guint padding;      /* bytes of $CYAN_PADDING */
  guint jobs;         /* processors for it */
} CyanSurroundings;

/* What of the environment of this process @track lets commands have, without what would lead one out
 * of its slot, and with
 * CYAN_SOURCE, CYAN_BUILD, CYAN_REVISION, CYAN_JOBS and, for a run, CYAN_INPUTS, CYAN_PROFILE,
 * CYAN_RUN and CYAN_PADDING.  Free with g_strfreev(). */
char **cyan_surroundings_environ (const CyanSurroundings *about);

/* $CYAN_PROFILE.  Caller frees. */
char *cyan_surroundings_profile (const CyanWorkspaceSlot *slot);

/* One run of a benchmark in a built revision. */

/* The environment of a run gets fewer bytes more than this, a page: so the stack of a program
 * begins anywhere in it. */
#define CYAN_MAX_PADDING 4096

typedef struct
{
  /* Set by the caller, borrowed. */
  const CyanTrack *track;
  const CyanTrackBenchmark *benchmark;
  const char *oid, *inputs;
  const CyanWorkspaceSlot *slot;
  gint64 number;     /* of the run among those of its cell */
  guint padding;     /* bytes */
  gboolean warms_up; /* its results are not wanted */
  const guint *cpus; /* to run on; none: all */
  guint n_cpus;
  const CyanTick *tick;

  /* Set by the run. */
  CyanRunStatus status;
  gint64 began;          /* seconds since 1970 */
  double seconds;        /* of all commands */
  int exit_code;         /* of the last command */
  double wall, cpu, rss; /* of the command that does not record, if there is one; NAN: unknown */
  char *log;             /* what explains another status than CYAN_RUN_OK, or NULL; owned */
  CyanProfile *profile;  /* owned, or NULL */
  CyanStoreRecord *record;
  CyanResults *results; /* owned, or NULL */
} CyanMeasurement;

/* Runs the benchmark once.  A run that fails is no error: FALSE if it was cancelled, or this
 * machine is in trouble.  A CyanWorkFunc. */
gboolean cyan_measurement_run (gpointer measurement, GError **error);
void cyan_measurement_clear (CyanMeasurement *self);

/* The cells of a plan that is being measured: only here it changes how many runs they miss. */

typedef struct
{
  /* Borrowed. */
  const CyanTrack *track;
  CyanPlan *plan;
  CyanStore *store;

  guint *first; /* cells by revision of the plan, and one more */
  GRand *random;
  GArray *round;          /* guint: the last round, if the next one is to mirror it; or NULL */
  guint n_done, n_wanted; /* runs */
  gboolean is_asked;      /* for each run: precision adds none */
} CyanCells;

void cyan_cells_init (
    CyanCells *self, const CyanTrack *track, CyanPlan *plan, CyanStore *store, guint32 seed);
void cyan_cells_clear (CyanCells *self);

/* The runs that the cells of @revision miss. */
guint cyan_cells_count_missing (const CyanCells *self, guint revision);
/* Revisions (guint) that miss a run, the newest first. */
GArray *cyan_cells_list_missing (const CyanCells *self);
/* From now on @cell misses @n_runs. */
void cyan_cells_want (CyanCells *self, CyanPlanCell *cell, guint n_runs);
/* The cells of @revision miss none. */
void cyan_cells_drop (CyanCells *self, guint revision);
/* These cells miss @n_runs each, and others of their revisions none. */
void cyan_cells_ask (CyanCells *self, CyanPlanCell *const *cells, guint n_cells, guint n_runs);
/* @cell has had one of the runs that it misses. */
void cyan_cells_count_run (CyanCells *self, CyanPlanCell *cell, CyanRunStatus status);
/* Takes over what the store has of @cell by now. */
void cyan_cells_refresh (CyanCells *self, CyanPlanCell *cell, const CyanStoreCounts *counts);

/* Brings @items into a random order. */
void cyan_cells_shuffle (guint *items, guint n, GRand *random);
/* The next round is a first one. */
void cyan_cells_begin (CyanCells *self);
/* The cells (guint of the plan) of these @revisions that miss a run, each once.  Every other round
 * is shuffled, and the next one is its mirror image: a b, b a.  So a machine that becomes slower
 * all the time favours none. */
GArray *cyan_cells_next (CyanCells *self, const GArray *revisions);
/* Adds a run to a cell whose mean is not known precisely enough yet. */
gboolean cyan_cells_extend (CyanCells *self, CyanPlanCell *cell, GError **error);
/* The values by which the benchmark of @cell is judged, see cyan_tracker_judged_value(): of
 * CyanStoreCellValue, all of one metric.  Caller frees. */
GPtrArray *cyan_cells_values (const CyanCells *self, const CyanPlanCell *cell, GError **error);

/* Private to the files of the tracker. */

/* A revision that is built and may run again. */
typedef struct
{
  guint revision;
  CyanWorkspaceSlot *slot;
} CyanBuiltRevision;

struct _CyanTracker
{
  const CyanTrack *track; /* borrowed */
  CyanPlan *plan;         /* borrowed */
  CyanStore *store;       /* borrowed */
  CyanTrackerOptions options;
  CyanCells cells;
  guint32 seed;
  GPtrArray *lanes; /* of GArray of guint: processors */

  char *owner;          /* of our claims; NULL: there is none */
  GArray *claimed;      /* guint: revisions of the plan */
  char *spool;          /* folder of runs that wait for the store, beside the definition file;
                         * NULL: there is no such file */
  GThread *thread;      /* the one that uses the store */
  const CyanTick *tick; /* of the caller */
  CyanTick watched;     /* polls it and renews claims */
  gint64 renew_at;      /* in us of g_get_monotonic_time() */

  CyanWorkspace *workspace;  /* NULL before the first build */
  CyanWorkspaceSlot *reused; /* of all builds, if they reuse one tree, or NULL */
  char *reused_oid;          /* whose files are in it, or NULL */
  guint n_slots;             /* made so far: each has a name of its own */
  guint again, n_again;      /* the revision that is built again next; how often one was */
  GStrv inputs;              /* folders, by benchmark */
  gint64 environment;        /* or CYAN_STORE_UNKNOWN */
  double reference;          /* see CYAN_FACT_REFERENCE; NAN: not timed */
  gint64 time_at;            /* when it is timed again, in us of g_get_monotonic_time() */
  GArray *kept; /* of CyanBuiltRevision: the one that ran last at the end; NULL: none yet */
};

/* Reports an event to the caller. */
static inline void
cyan_tracker_report (const CyanTracker *self, CyanTrackerEvent event)
{
  event.n_done = self->cells.n_done;
  event.n_wanted = self->cells.n_wanted;
  if (self->options.say != NULL)
    self->options.say (&event, self->options.say_data);
}

/* ---- cyan-tracker-builds.c ---- */

/* Builds these @revisions (guint of the plan), which are claimed already, and runs what their cells
 * miss. */
gboolean cyan_tracker_measure (CyanTracker *self, const GArray *revisions, GError **error);
/* Removes the builds that are kept for the next time that runs are asked. */
void cyan_tracker_remove_kept (CyanTracker *self);

/* An operation on the store that is repeated while another program has locked it, its server is away
 * or its disk is full, so that no measurement is lost. */
typedef struct
{
  gint64 end; /* in us of g_get_monotonic_time(); 0: not tried yet */
  guint n_pauses;
  GError *reason;
} CyanAttempt;

/* Whether to try again, after a pause.  If not, it fails for the reason. */
gboolean cyan_attempt_again (CyanAttempt *attempt, const CyanTracker *self, GError **error);

/* Sets @ok to the result of @call, which stores something whole, or fails and stores nothing; its
 * error is attempt.reason. */
#define CYAN_RETRY(ok, self, error, call)                                                          \
  do                                                                                               \
    {                                                                                              \
      CyanAttempt attempt = { 0 };                                                                 \
                                                                                                   \
      do                                                                                           \
        ok = call;                                                                                 \
      while (!ok && cyan_attempt_again (&attempt, self, error));                                   \
    }                                                                                              \
  while (0)

/* ---- cyan-tracker-claims.c ---- */

/* The claims of other trackers, a set of texts as of cyan_queue_cell().  First, claims of trackers
 * of this machine that have ended are released.  Caller frees. */
GHashTable *cyan_tracker_read_taken (CyanTracker *self, GError **error);
/* Whether @revision of the plan is in such a set. */
gboolean cyan_tracker_is_taken (const CyanTracker *self, GHashTable *taken, guint revision);
/* Claims @revisions (guint of the plan) at once, and removes those from it that others have claimed
 * meanwhile. */
gboolean cyan_tracker_claim (CyanTracker *self, GArray *revisions, GError **error);
/* The same, and then removes those from @revisions of which others have measured all that was
 * missing. */
gboolean cyan_tracker_claim_missing (CyanTracker *self, GArray *revisions, GError **error);
/* Whether @revision is claimed by this tracker, as far as that knows. */
gboolean cyan_tracker_has_claimed (const CyanTracker *self, guint revision);
gboolean cyan_tracker_release (CyanTracker *self, GError **error);
/* Within a transaction that stores a run of @cell: *@is_wanted is FALSE if its revision was taken
 * over by another tracker, or if that has measured it. */
gboolean cyan_tracker_check_claim (CyanTracker *self,
                                   CyanPlanCell *cell,
                                   gboolean *is_wanted,
                                   GError **error);
/* Moves the end of all claims, once in a while; does not wait. */
void cyan_tracker_renew_claims (CyanTracker *self);

/* ---- cyan-tracker-store.c ---- */

/* Each waits while the store cannot be used: it is locked, its server is away, or its disk is full.
 */

/* Puts the machine, the plan and, before the first run and whenever the machine is timed, the
 * environment. */
gboolean cyan_tracker_put_plan (CyanTracker *self, GError **error);
gboolean cyan_tracker_put_environment (CyanTracker *self, GError **error);
gboolean cyan_tracker_put_build (CyanTracker *self,
                                 CyanPlanRevision *revision,
                                 const CyanBuild *build,
                                 GError **error);
/* If the wait was in vain, the run is in the spool.  *@is_wanted is FALSE if it was not stored, since
 * another tracker measures the revision by now, or has. */
gboolean cyan_tracker_put_run (CyanTracker *self,
                               CyanPlanCell *cell,
                               const CyanMeasurement *run,
                               gboolean *is_wanted,
                               GError **error);
/* cyan_cells_extend(), and cyan_cells_values(). */
gboolean cyan_tracker_extend_cell (CyanTracker *self, CyanPlanCell *cell, GError **error);
GPtrArray *cyan_tracker_cell_values (CyanTracker *self, const CyanPlanCell *cell, GError **error);
/* Looks at what other trackers have done since the plan was made; does not wait. */
gboolean cyan_tracker_count_runs (CyanTracker *self, CyanPlanCell *cell, GError **error);
/* The same for all cells of @revision, which it extends; waits. */
gboolean cyan_tracker_refresh (CyanTracker *self, guint revision, GError **error);

/* The facts about the machine and this tracker, as JSON.  Caller frees. */
char *cyan_tracker_facts (CyanTracker *self);
/* Puts the machine that measures into @store. */
gboolean
cyan_tracker_put_machine (const CyanTracker *self, CyanStore *store, gint64 *id, GError **error);

/* Where a run is put: a store, and its rows there; build may be CYAN_STORE_UNKNOWN. */
typedef struct
{
  CyanStore *store; /* borrowed */
  gint64 project, revision, machine, environment, build;
} CyanRunPlace;

/* Adds @run of @cell there, within a transaction; *@definition is that of the cell. */
gboolean cyan_run_place_put (const CyanRunPlace *self,
                             CyanPlanCell *cell,
                             const CyanMeasurement *run,
                             const char *uid,
                             gint64 *definition,
                             GError **error);

/* ---- cyan-tracker-spool.c ---- */

/* Writes the run to a store of its own in the spool, whole or not at all. */
gboolean cyan_tracker_spool_run (CyanTracker *self,
                                 CyanPlanCell *cell,
                                 const CyanMeasurement *run,
                                 const char *uid,
                                 GError **error);
/* Moves the runs of the spool into the store. */
gboolean cyan_tracker_store_spool (CyanTracker *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWorkspace, cyan_workspace_free)
