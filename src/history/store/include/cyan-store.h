/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store: measured revisions of projects, with their runs, values and profiles.  See
 * docs/store.md.
 *
 * Rows are named by their id, which is unique in its table and has no meaning in another store.
 * Putting a row that is there already returns its id, so everything may be put again: an import
 * that was interrupted is repeated, and two programs may fill one store.
 *
 * Text is valid UTF-8; NULL is unknown where a field says "or NULL".  Unknown integers are
 * CYAN_STORE_UNKNOWN, unknown doubles NAN; other doubles are finite.  Times are seconds since 1970
 * in UTC.
 *
 * Errors: CYAN_ERROR_IO if a file cannot be read or written; CYAN_ERROR_TEMPORARY if another program
 * has locked it for CYAN_STORE_BUSY_SECONDS; CYAN_ERROR_INVALID if it is no store, is damaged, or a
 * value violates the rules above; CYAN_ERROR_UNSUPPORTED if it needs a newer version;
 * CYAN_ERROR_MISMATCH if a row contradicts one in the store.  After an error, what was stored
 * before is unchanged.
 *
 * Only one thread at a time may use a store.
 */
#pragma once

#include "cyan-git-log.h"
#include "cyan-format.h"

#define CYAN_STORE_UNKNOWN      G_MININT64
#define CYAN_STORE_BUSY_SECONDS 10
/* Maximum bytes of a stored profile; of a log, whose end is kept. */
#define CYAN_STORE_PROFILE_MAX (64 * 1024 * 1024)
#define CYAN_STORE_LOG_MAX     (64 * 1024)
/* Maximum bytes of an oid, a recipe, a hash, and of what persons name: projects, machines. */
#define CYAN_STORE_NAME_MAX 1000

typedef struct _CyanStore CyanStore;

typedef enum
{
  CYAN_STORE_READ,
  CYAN_STORE_WRITE,
  CYAN_STORE_CREATE, /* like WRITE; a missing or empty file becomes an empty store */
} CyanStoreMode;

/* Called once a wait for another program exceeds a second. */
typedef void (*CyanStoreWaiting) (gpointer data);

/* Opens the store at @path: an SQLite file; a URL of PostgreSQL, see docs/store.md; or, only to be
 * read, a folder of profiles with an index, which may be a URL of HTTP.  It is checked before
 * anything in it is used, a file above CYAN_STORE_CHECK_MAX bytes not page by page: see
 * cyan_store_check(). */
CyanStore *cyan_store_open (const char *path, CyanStoreMode mode, GError **error);
void cyan_store_free (CyanStore *self);

/* Whether @address is no path, but where a database or a server has a store. */
gboolean cyan_store_is_url (const char *address);

#define CYAN_STORE_CHECK_MAX (32 * 1024 * 1024)

void cyan_store_set_waiting (CyanStore *self, CyanStoreWaiting waiting, gpointer data);
/* The path or URL by which it was opened, for messages. */
const char *cyan_store_name (const CyanStore *self);
/* A warning about this store for people, as one line; or NULL. */
const char *cyan_store_warning (const CyanStore *self);
/* Checks every page, index and reference. */
gboolean cyan_store_check_rows (CyanStore *self, GError **error);
/* The same, that every value is one that a store has, and the checksum of every profile.  Slow. */
gboolean cyan_store_check (CyanStore *self, GError **error);

/* ---- rows ---- */

typedef struct
{
  gint64 id;
  char *name;
  char *root; /* where its repository was, or NULL; see cyan_store_project_root() */
} CyanStoreProject;

/* A commit, measured or not. */
typedef struct
{
  gint64 id;
  char *oid;
  char *parent; /* the first, or NULL */
  gint64 depth; /* first parents up to the root; unknown in a shallow clone */
  gint64 author_time, commit_time;
  char *author, *subject; /* or NULL */
  gint64 level; /* only read: above that of its first parent; the depth where that is known */
} CyanStoreRevision;

typedef struct
{
  gint64 id;
  char *name;
  char *identity; /* what makes it another machine: two of them are never compared */
} CyanStoreMachine;

/* How a benchmark was run.  Runs of two definitions are never one series. */
typedef struct
{
  gint64 id;
  char *benchmark;
  char *hash;
  char *text;
} CyanStoreDefinition;

typedef struct
{
  gint64 id;
  char *name; /* "wall" */
  char *unit; /* as of CyanMetric */
  int better; /* -1: lower is better; 1: higher is; 0: neither */
} CyanStoreMetric;

/* The facts about a machine for some time. */
typedef struct
{
  gint64 id;
  gint64 began;
  char *facts;   /* JSON: an object of strings */
  char *program; /* that measured: "cyan 1.0" */
} CyanStoreEnvironment;

/* The kinds of marks: what a person says, */
#define CYAN_STORE_MARK_NOTE     "note"
#define CYAN_STORE_MARK_ACCEPTED "accepted" /* a change */
#define CYAN_STORE_MARK_REOPENED "reopened"
/* and what programs keep in mind: a prediction, */
#define CYAN_STORE_MARK_RISK "risk"
#define CYAN_STORE_MARK_TOLD "told" /* a change that is no news, see cyan-news.h */
#define CYAN_STORE_MARK_GONE "gone" /* one that was told and is found no more */

/* Something that is said about a revision. */
typedef struct
{
  gint64 id;
  const char *benchmark; /* NULL: about all of them */
  const char *revision;  /* its oid, which need not be in the store */
  const char *kind;      /* one of those above */
  const char *text;
  gint64 made;
} CyanStoreMark;

typedef enum
{
  CYAN_RUN_OK,
  CYAN_RUN_FAILED,
  CYAN_RUN_TIMEOUT,
  CYAN_RUN_NO_PROFILE,
  CYAN_RUN_BAD_PROFILE,
  CYAN_RUN_LOST,
  CYAN_N_RUN_STATUSES
} CyanRunStatus;

/* "ok", "failed", "timeout", "no-profile", "bad-profile", "lost". */
extern const char *const cyan_run_status_names[CYAN_N_RUN_STATUSES];

typedef enum
{
  CYAN_BUILD_NONE, /* not tried */
  CYAN_BUILD_OK,
  CYAN_BUILD_FAILED,
  CYAN_BUILD_TIMEOUT,
} CyanBuildStatus;

/* "none", "ok", "failed", "timeout". */
extern const char *const cyan_build_status_names[CYAN_BUILD_TIMEOUT + 1];

/* A revision that was built on a machine. */
typedef struct
{
  gint64 id, revision, machine;
  const char *recipe;
  CyanBuildStatus status;
  double seconds;     /* from 0 on; NAN: unknown */
  const char *log;    /* or NULL */
  gint64 environment; /* or CYAN_STORE_UNKNOWN */
} CyanStoreBuild;

typedef struct
{
  gint64 metric;
  double value;
} CyanStoreValue;

/* A function in one run, in the unit of the profile's first metric. */
typedef struct
{
  const char *name, *module, *file; /* "" if unknown */
  double self, total;
  gint64 calls; /* or CYAN_STORE_UNKNOWN */
} CyanStoreFunction;

/* A run to store.  All is borrowed. */
typedef struct
{
  const char *uid; /* of this run in every store: cyan_store_new_uid() */
  gint64 revision, definition, machine, environment;
  gint64 build;  /* or CYAN_STORE_UNKNOWN */
  gint64 number; /* among the runs of its revision, from 0 */
  CyanRunStatus status;
  gint64 began;
  double seconds;   /* of all its commands, from 0 on */
  gint64 exit_code; /* of the last one */
  const char *log;  /* or NULL */

  guint n_values;
  const CyanStoreValue *values; /* at most one of a metric */
  guint n_functions;
  const CyanStoreFunction *functions; /* at most one of a name, module and file */

  GBytes *profile; /* a .cct.gz, or NULL */
  gint64 n_nodes;  /* of it */
} CyanStoreRun;

/* ---- writing: each call is whole or nothing ----
 *
 * The ids of rows and the times that a call takes are known unless it says otherwise. */

/* Makes the following calls one transaction: all are stored, or none.  Once a call has failed, the
 * commit fails too. */
gboolean cyan_store_begin (CyanStore *self, GError **error);
gboolean cyan_store_commit (CyanStore *self, GError **error);
void cyan_store_rollback (CyanStore *self);

gboolean cyan_store_put_project (
    CyanStore *self, const char *name, const char *root, gint64 *id, GError **error);
/* Fills in what was unknown of a revision that is there already. */
gboolean cyan_store_put_revision (
    CyanStore *self, gint64 project, const CyanStoreRevision *revision, gint64 *id, GError **error);
/* The same for a commit of a repository. */
gboolean cyan_store_put_commit (
    CyanStore *self, gint64 project, const CyanGitLogCommit *commit, gint64 *id, GError **error);
/* Puts the last of @commits, at least one, which are first parents (CyanGitLogCommit, parents
 * first), and those before it up to one that is there with its depth.  *@id is that of the last. */
gboolean cyan_store_put_commits (
    CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error);
/* @tip is the revision of branch @name at the time @seen. */
gboolean cyan_store_put_branch (CyanStore *self,
                                gint64 project,
                                const char *name,
                                gint64 seen,
                                const char *tip,
                                GError **error);
/* Fails with CYAN_ERROR_MISMATCH if another machine has that name. */
gboolean cyan_store_put_machine (
    CyanStore *self, const char *name, const char *identity, gint64 *id, GError **error);
/* Adds the facts about a machine for some time, as JSON in @facts; @program is the one that
 * measures.  Always a new row. */
gboolean cyan_store_add_environment (CyanStore *self,
                                     gint64 machine,
                                     gint64 began,
                                     const char *facts,
                                     const char *program,
                                     gint64 *id,
                                     GError **error);
gboolean cyan_store_put_definition (CyanStore *self,
                                    gint64 project,
                                    const char *benchmark,
                                    const char *hash,
                                    const char *text,
                                    gint64 *id,
                                    GError **error);
gboolean cyan_store_put_metric (
    CyanStore *self, const char *name, const char *unit, int better, gint64 *id, GError **error);
/* Replaces the result of an earlier build of this revision by the same recipe.  @build was
 * tried. */
gboolean
cyan_store_put_build (CyanStore *self, const CyanStoreBuild *build, gint64 *id, GError **error);

/* Whether a person said it.  A kind that this program does not know counts so. */
gboolean cyan_store_mark_is_note (const CyanStoreMark *mark);
/* What a person said: "new input file", "accepted: correct at last".  Caller frees. */
char *cyan_store_mark_to_text (const CyanStoreMark *mark);
/* Does nothing if an equal one is there. */
gboolean cyan_store_put_mark (
    CyanStore *self, gint64 project, const CyanStoreMark *mark, gint64 *id, GError **error);

/* 128 random bits as hexadecimal digits.  Caller frees. */
char *cyan_store_new_uid (void);
/* Stores the run with its values, functions and profile.  *@added is FALSE if a run with its uid is
 * there already, which is left as it is. */
gboolean
cyan_store_add_run (CyanStore *self, const CyanStoreRun *run, gboolean *added, GError **error);

/* ---- claims ----
 *
 * A program claims what it is about to measure, so that another one that fills the same store
 * leaves it alone.  A claim ends at a time, so that it does not outlive its owner for long.  Times are
 * those of cyan_store_now(). */

/* Claims @what for @owner until the time @until, unless another owner has claimed it for longer
 * than @now: then *@gained is FALSE. */
gboolean cyan_store_claim (CyanStore *self,
                           const char *what,
                           const char *owner,
                           gint64 now,
                           gint64 until,
                           gboolean *gained,
                           GError **error);
/* Moves the end of all claims of @owner. */
gboolean cyan_store_renew_claims (CyanStore *self, const char *owner, gint64 until, GError **error);
gboolean cyan_store_release_claims (CyanStore *self, const char *owner, GError **error);
/* Moves the end of one claim.  *@kept is FALSE if it is no longer that of @owner. */
gboolean cyan_store_keep_claim (CyanStore *self,
                                const char *what,
                                const char *owner,
                                gint64 until,
                                gboolean *kept,
                                GError **error);

typedef struct
{
  char *what, *owner;
  gint64 until;
} CyanStoreClaim;

/* Of CyanStoreClaim, by what is claimed; those that are over, too. */
GPtrArray *cyan_store_read_claims (CyanStore *self, GError **error);

/* The time by the clock of the database, which programs on several computers share. */
gboolean cyan_store_now (CyanStore *self, gint64 *now, GError **error);

/* ---- settings: what persons have said about the whole store, which programs heed ---- */

/* Which profiles are kept, see cyan-retention.h. */
#define CYAN_STORE_KEEP "keep"
/* The definition file that workers measure by. */
#define CYAN_STORE_TRACK "track"

/* A NULL @value removes the setting. */
gboolean cyan_store_set (CyanStore *self, const char *name, const char *value, GError **error);
/* *@value is NULL if it is not set; caller frees. */
gboolean cyan_store_get (CyanStore *self, const char *name, char **value, GError **error);

/* ---- what a run keeps of its profile ---- */

typedef struct
{
  GBytes *bytes; /* the .cct.gz: the same for equal profiles */
  gint64 n_nodes;
  GArray *functions; /* of CyanStoreFunction, with strings of the profile */
} CyanStoreRecord;

/* Functions with less of the first metric in themselves have no row. */
#define CYAN_STORE_MIN_SHARE 0.001

/* Fails with CYAN_ERROR_LIMIT if the profile exceeds CYAN_STORE_PROFILE_MAX.  @profile must live as
 * long. */
CyanStoreRecord *cyan_store_record_new (const CyanProfile *profile, GError **error);
void cyan_store_record_free (CyanStoreRecord *self);
/* Lets @run borrow what @self keeps; nothing if that is NULL. */
void cyan_store_record_borrow (const CyanStoreRecord *self, CyanStoreRun *run);

/* Adds a value of a run to @values (of CyanStoreValue), and its metric to the store.  *@added (may
 * be NULL) is FALSE if the value is not finite, or if @values have one of that metric. */
gboolean cyan_store_add_value (CyanStore *self,
                               GArray *values,
                               const CyanStoreMetric *metric,
                               double value,
                               gboolean *added,
                               GError **error);

/* ---- reading ----
 *
 * Arrays own their rows.  Free them with g_ptr_array_unref() and g_array_unref(). */

/* Of CyanStoreProject, by name. */
GPtrArray *cyan_store_read_projects (CyanStore *self, GError **error);
/* The project or the machine called @name, or NULL. */
gconstpointer cyan_store_find_named (const GPtrArray *rows, const char *name);
/* Sets *@id to the project @name.  FALSE with CYAN_ERROR_INVALID if there is none. */
gboolean cyan_store_find_project (CyanStore *self, const char *name, gint64 *id, GError **error);
/* The row with this id, or NULL; of any rows with ids. */
gpointer cyan_store_find_row (const GPtrArray *rows, gint64 id);
/* The repository of @project if there is one on this computer; a root that is not absolute is
 * relative to the folder of the store.  NULL if there is none.  Caller frees. */
char *cyan_store_project_root (const CyanStore *self, const CyanStoreProject *project);
/* Of CyanStoreRevision, each after its first parent: by level, then by oid. */
GPtrArray *cyan_store_read_revisions (CyanStore *self, gint64 project, GError **error);
/* The rows by their oids, both borrowed.  Caller frees. */
GHashTable *cyan_store_by_oid (const GPtrArray *revisions);
/* Of CyanStoreMachine, by name. */
GPtrArray *cyan_store_read_machines (CyanStore *self, GError **error);
/* Of CyanStoreDefinition, by benchmark; those of one in the order in which they were added. */
GPtrArray *cyan_store_read_definitions (CyanStore *self, gint64 project, GError **error);
/* Of CyanStoreEnvironment, in the order in which they were added. */
GPtrArray *cyan_store_read_environments (CyanStore *self, gint64 machine, GError **error);
/* Of CyanStoreMark, in the order in which they were made. */
GPtrArray *cyan_store_read_marks (CyanStore *self, gint64 project, GError **error);
GPtrArray *cyan_store_read_notes (CyanStore *self, gint64 project, GError **error);
/* Of CyanStoreMetric, by name and unit. */
GPtrArray *cyan_store_read_metrics (CyanStore *self, GError **error);

/* One run of a series. */
typedef struct
{
  gint64 run, revision, number;
  gint64 environment;
  CyanRunStatus status;
  gint64 profile; /* or CYAN_STORE_UNKNOWN */
  double value;   /* NAN if the run has none */
} CyanStorePoint;

/* Of CyanStorePoint, by revision and number: all runs of one definition on one machine, failed ones
 * too, with their values of @metric. */
GArray *cyan_store_read_series (
    CyanStore *self, gint64 definition, gint64 machine, gint64 metric, GError **error);

/* A value of a run, or a run without any. */
typedef struct
{
  gint64 run, revision, definition, machine, environment;
  CyanRunStatus status;
  gint64 metric; /* CYAN_STORE_UNKNOWN: the run has no values */
  double value;
} CyanStoreMeasurement;

/* Of CyanStoreMeasurement, by run: all values of all runs of @definition; of all definitions of all
 * projects if that is CYAN_STORE_UNKNOWN, which is faster than asking for each of many. */
GArray *cyan_store_read_measurements (CyanStore *self, gint64 definition, GError **error);

typedef struct
{
  gint64 id;
  char *name, *module, *file; /* "" if unknown */
} CyanStoreFunctionName;

/* Of CyanStoreFunctionName, by name, module and file: those whose name matches. */
GPtrArray *cyan_store_find_functions (CyanStore *self, const GRegex *name, GError **error);

/* A function in a run. */
typedef struct
{
  gint64 run;
  double self, total;
  gint64 calls; /* or CYAN_STORE_UNKNOWN */
} CyanStoreFunctionValue;

/* Of CyanStoreFunctionValue, by run: those of @function in the runs of @definition. */
GArray *
cyan_store_read_function (CyanStore *self, gint64 function, gint64 definition, GError **error);

/* Reads it as of a file called @name.  *@profile is NULL if the store has only the numbers of its
 * run, or if @id is CYAN_STORE_UNKNOWN. */
gboolean cyan_store_load_profile (CyanStore *self,
                                  gint64 id,
                                  const char *name,
                                  const CyanLoadOptions *options,
                                  const CyanTick *tick,
                                  CyanProfile **profile,
                                  GError **error);
/* The newest profile of @definition that is in the store; CYAN_STORE_UNKNOWN: there is none. */
gboolean
cyan_store_newest_profile (CyanStore *self, gint64 definition, gint64 *profile, GError **error);

/* Of CyanStoreBuild, in the order in which they were added; without their logs and times. */
GPtrArray *cyan_store_read_builds (CyanStore *self, gint64 project, GError **error);

/* A tip of a branch. */
typedef struct
{
  char *name;
  gint64 seen;
  char *tip; /* oid */
} CyanStoreBranch;

/* Of CyanStoreBranch, those seen last first. */
GPtrArray *cyan_store_read_branches (CyanStore *self, gint64 project, GError **error);

/* One run of a revision. */
typedef struct
{
  gint64 run, machine, number;
  CyanRunStatus status;
  gint64 profile; /* or CYAN_STORE_UNKNOWN */
} CyanStoreMeasured;

/* Of CyanStoreMeasured, by machine and number: all runs of a revision by one definition, failed
 * ones too. */
GArray *cyan_store_read_runs (CyanStore *self, gint64 definition, gint64 revision, GError **error);

/* The number of the next run of a revision: one above the largest. */
gboolean cyan_store_next_number (CyanStore *self,
                                 gint64 revision,
                                 gint64 definition,
                                 gint64 machine,
                                 gint64 *number,
                                 GError **error);

/* The runs of a cell, without those that were lost. */
typedef struct
{
  guint ok, failed;
} CyanStoreCounts;

gboolean cyan_store_count_runs (CyanStore *self,
                                gint64 revision,
                                gint64 definition,
                                gint64 machine,
                                CyanStoreCounts *counts,
                                GError **error);

/* A value of a run. */
typedef struct
{
  gint64 metric;
  char *name, *unit;
  double value;
  gint64 run, environment;
  gint64 began;   /* the run; or when it was added */
  double seconds; /* it took, with its commands; NAN if it was recorded elsewhere and then added */
} CyanStoreCellValue;

/* Of CyanStoreCellValue, by metric in the order in which these were added, then by number: the
 * values of all runs of a cell that went well. */
GPtrArray *cyan_store_read_values (
    CyanStore *self, gint64 revision, gint64 definition, gint64 machine, GError **error);

/* The mean time of a run with its commands, and of a build; NAN if there was none. */
gboolean cyan_store_mean_run_seconds (CyanStore *self,
                                      gint64 project,
                                      const char *benchmark,
                                      gint64 machine,
                                      double *seconds,
                                      GError **error);
gboolean cyan_store_mean_build_seconds (
    CyanStore *self, gint64 machine, const char *recipe, double *seconds, GError **error);

/* The runs of one definition on one machine. */
typedef struct
{
  char *project, *benchmark;
  char *definition; /* its hash */
  char *machine;
  gint64 definition_id, machine_id;
  gint64 revisions; /* that have a run */
  gint64 runs, failed_runs;
} CyanStoreSeries;

/* Of CyanStoreSeries, by project, benchmark, definition and machine. */
GPtrArray *cyan_store_read_overview (CyanStore *self, GError **error);

/* The bytes of a profile, compared with its checksum.  Fails with CYAN_ERROR_UNSUPPORTED if only
 * its numbers were kept. */
GBytes *cyan_store_read_profile (CyanStore *self, gint64 profile, GError **error);

/* A run or a build that failed. */
typedef struct
{
  char *oid;
  char *benchmark; /* NULL: a build */
  char *machine;
  char *status;
  gint64 exit_code;
  char *log; /* or NULL */
} CyanStoreFailure;

/* Of CyanStoreFailure: builds, then runs, in the order in which they were stored. */
GPtrArray *cyan_store_read_failures (CyanStore *self, gint64 project, GError **error);

typedef struct
{
  gint64 projects, revisions, machines, definitions;
  gint64 runs, failed_runs;
  gint64 functions; /* rows of functions in runs */
  gint64 profiles;  /* whose bytes can be read */
  gint64 profile_bytes;
  gint64 bytes; /* of the whole store */
} CyanStoreSizes;

gboolean cyan_store_read_sizes (CyanStore *self, CyanStoreSizes *sizes, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStore, cyan_store_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStoreRecord, cyan_store_record_free)
