/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The definition file of a tracker (track.ini): which revisions to measure, how to build them, and
 * the benchmarks.  cyan(1) describes its keys.
 *
 * Its syntax is that of GKeyFile.  Values are taken as they are written; only in lists
 * "\;" is a semicolon.
 */
#pragma once

#include <glib.h>

/* Limits of the file. */
#define CYAN_TRACK_MAX_BYTES      (1024 * 1024)
#define CYAN_TRACK_MAX_VALUE      (64 * 1024)
#define CYAN_TRACK_MAX_BENCHMARKS 1000
#define CYAN_TRACK_MAX_NAME       200
#define CYAN_TRACK_MAX_RUNS       1000

/* Which commits of the repository to consider. */
typedef enum
{
  CYAN_TRACK_BRANCH, /* those of a branch */
  CYAN_TRACK_RANGE,  /* those of BEFORE..AFTER, as git means it: without BEFORE */
  CYAN_TRACK_TAGS,   /* those of the tags that match a pattern */
  CYAN_TRACK_LIST,   /* those in a file, one a line */
} CyanTrackRevisions;

typedef enum
{
  CYAN_WALK_FIRST_PARENT,
  CYAN_WALK_ALL,
} CyanTrackWalk;

typedef enum
{
  CYAN_CHECKOUT_EXPORT,   /* the files of the revision in a folder of ours */
  CYAN_CHECKOUT_WORKTREE, /* `git worktree`, for builds that ask git */
} CyanTrackCheckout;

typedef struct
{
  char *name;
  char *run; /* leaves a profile; a command of sh, like all commands.  NULL: only with `results` */
  char *measure; /* the same work without the recorder, or NULL */
  char *profile; /* where `run` leaves the profile; NULL: at $CYAN_PROFILE */
  char *results; /* where the commands leave values that are metrics, see cyan-results.h; or NULL */
  GStrv inputs;  /* absolute paths of files and folders that are copied to $CYAN_INPUTS */
  GStrv follows; /* paths of files and folders in the revision that belong to the benchmark */
  guint timeout; /* of a run, in seconds */
  int better;    /* of the profile's metrics, as in CyanStoreMetric */
  char *version; /* replaces what the definition's hash is computed from, or NULL */
} CyanTrackBenchmark;

typedef struct
{
  char *path;       /* of the file; for messages */
  char *folder;     /* where it is; absolute */
  guint version;    /* of the file's format: 1 */
  char *project;    /* or NULL: the name of the repository's folder */
  char *store;      /* the path or URL of the store; default: "track.db" in the folder */
  char *repository; /* absolute; default: the folder */

  CyanTrackRevisions revisions;
  char *selection; /* the branch, the range, the pattern, or the absolute path of the list; NULL for
                    * the branch that is checked out */
  CyanTrackWalk walk;
  guint last;  /* only so many of the newest commits; 0: all */
  guint every; /* measure only commits whose depth is a multiple, and the newest */

  CyanTrackCheckout checkout;
  char *build;         /* or NULL: nothing is built */
  guint build_timeout; /* seconds */
  gboolean reuse;      /* one tree for all builds */

  guint min_runs, max_runs;
  double
      precision; /* of the mean, as a fraction of it: above min_runs, runs are added until the 95 %
                     * interval is as narrow; 0 if min_runs = max_runs */
  guint warm_up; /* runs that are not stored */
  guint keep;    /* revisions whose runs take turns */
  guint jobs;    /* builds at the same time */
  guint lanes;   /* runs at the same time, each with its share of the processors */
  GArray *cpus;  /* guint: processors of the runs, ascending; empty: any */
  gboolean isolate;  /* without a network, where bwrap is installed */
  gboolean health;   /* time the machine with each visit */
  guint64 memory;    /* bytes of address space that a command may have; 0: any */
  char *machine;     /* its name; NULL: what identifies the machine */
  GStrv environment; /* variables that commands get beside those that all need; an item that ends in
                      * "*" stands for all that begin so; NULL: all */

  GPtrArray *benchmarks; /* of CyanTrackBenchmark, in the order of the file */
} CyanTrack;

/* Reads the file at @path.  Errors name the line: CYAN_ERROR_IO, CYAN_ERROR_INVALID, or
 * CYAN_ERROR_LIMIT. */
CyanTrack *cyan_track_load (const char *path, GError **error);
/* The same for a text of @length bytes; @path need not exist. */
CyanTrack *cyan_track_parse (const char *text, gsize length, const char *path, GError **error);

/* The defaults, as if @path were an empty file, and without a benchmark. */
CyanTrack *cyan_track_new (const char *path);
/* Adds a benchmark with the defaults, which @self owns.  It has none called @name, which has at
 * most CYAN_TRACK_MAX_NAME bytes. */
CyanTrackBenchmark *cyan_track_add_benchmark (CyanTrack *self, const char *name);
/* The benchmark called @name, or NULL. */
const CyanTrackBenchmark *cyan_track_find_benchmark (const CyanTrack *self, const char *name);
void cyan_track_free (CyanTrack *self);

/* The name of this machine in the store: that of the definition file, or else what it is.  Caller
 * frees. */
char *cyan_track_machine (const CyanTrack *self);

/* Checks that @self is what cyan_track_parse() may return: numbers are in their ranges, it has
 * benchmarks, and each has a name of its own and a command. */
gboolean cyan_track_check (const CyanTrack *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTrack, cyan_track_free)
