/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real `cyan` in a repository whose steps are known (make-history). */
#pragma once

#include <glib.h>
#include <sys/types.h>

/* A folder with a repository, definition files and stores; the cache of its trackers. */
typedef struct
{
  char *folder, *cache;
} TrackWorld;

/* Makes a world with the repository "repo" and the definition file "track.ini"; its folder is
 * removed when the program ends. */
void track_world_init (TrackWorld *world, const char *name);
/* The same with the repository "calls" and the definition file "calls.ini" (make-calls). */
void track_world_init_calls (TrackWorld *world, const char *name);
void track_world_clear (TrackWorld *world);

/* A definition file with these lines in its first group, and in that of its benchmark "xml". */
void track_write_definition (const TrackWorld *world,
                             const char *name,
                             const char *track,
                             const char *benchmark);

/* ---- programs ---- */

typedef struct
{
  int status; /* of exit; -1: killed */
  char *out, *err;
} TrackResult;

void track_result_clear (TrackResult *self);

/* Runs a command of the shell in the folder of @world; "$CYAN" is the program. */
TrackResult track_shell (const TrackWorld *world, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Runs "$CYAN" with @arguments, of the shell, and kills it at call @n that changes a file of
 * @world; 0: never.  @n_calls, which may be NULL, gets how many there were. */
TrackResult track_until (const TrackWorld *world, guint n, guint *n_calls, const char *arguments);
/* Starts "$CYAN" with @arguments, of the shell; its output goes to the files "out" and "err". */
pid_t track_start (const TrackWorld *world, const char *arguments);
/* The same, and waits of the program take a fraction of their time. */
pid_t track_start_fast (const TrackWorld *world, const char *arguments);
/* Waits for its end.  Returns its exit status, or -1 if it was killed. */
int track_wait (pid_t pid);

void track_assert_status (const TrackResult *result, int status);
void track_assert_matches (const char *text, const char *pattern);
/* Exit status 2 and one line on standard error that matches, and no more. */
void track_assert_fails (const TrackResult *result, const char *pattern);

/* ---- stores ---- */

/* All rows, a line each.  Caller frees. */
char *track_query (const TrackWorld *world, const char *store, const char *sql);
void
track_assert_rows (const TrackWorld *world, const char *store, const char *sql, const char *rows);
/* Rows of @table; 0 if there is no such store yet. */
guint track_count (const TrackWorld *world, const char *store, const char *table);
/* Starts "$CYAN" with @arguments, of the shell, for the definition file @name, which it writes.
 * Locks @store while the first run runs, for longer than the program waits, until it says @note on
 * standard error.  Returns its exit status at its end; its output is in the file "out". */
int track_locked (const TrackWorld *world,
                  const char *name,
                  const char *arguments,
                  const char *store,
                  const char *note);

/* Of a series by hand: subject, number and status of each run, and its time. */
#define TRACK_ALL_RUNS                                                                             \
  "SELECT subject, benchmark, number, status, coalesce(round((SELECT value FROM value JOIN metric" \
  " ON metric.id = value.metric AND metric.name = 'time' WHERE value.run = run.id)), '')"          \
  " FROM run JOIN revision ON revision.id = run.revision"                                          \
  " JOIN definition ON definition.id = run.definition ORDER BY depth, benchmark, number"

/* ---- events ---- */

/* A FIFO with the name @name in the folder of @world, open for both.  Caller closes. */
int track_fifo (const TrackWorld *world, const char *name);
/* Waits for @n lines of the commands of @world that write to @fifo. */
void track_hear (int fifo, guint n);
/* Writes @n lines, for commands that read one. */
void track_let_go (int fifo, guint n);

/* ---- what is left ---- */

/* A command that prints all files of the repository, with times and contents. */
#define TRACK_STATE                                                                                \
  "find repo -printf '%%p %%s %%T@ %%m\\n' | sort && cat $(find repo -type f | sort) | cksum"

/* A guard ends the processes of a tracker that was killed. */
void track_wait_for_no_process (const TrackWorld *world);
/* No process and no folder of a tracker is left. */
void track_assert_clean (const TrackWorld *world);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrackWorld, track_world_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrackResult, track_result_clear)
