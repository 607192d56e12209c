/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan`, the command line: one file for each sub-command, and their shared parts.
 *
 * A sub-command gets the arguments from its own name on and returns its exit status.  An error is
 * one line on standard error and status 2.
 */
#pragma once

#include "cyan-cli-option.h"
#include "cyan-commits.h"
#include "cyan-evolution.h"
#include "cyan-hot-path.h"
#include "cyan-pipeline.h"
#include "cyan-report-page.h"
#include "cyan-rings.h"
#include "cyan-scene.h"
#include "cyan-source-table.h"
#include "cyan-store-request.h"
#include "cyan-store.h"
#include "cyan-tracker.h"

#define CYAN_EXIT_FINE       0
#define CYAN_EXIT_REGRESSION 1
#define CYAN_EXIT_ERROR      2

int cyan_cli_compare (int argc, char **argv);
int cyan_cli_explain (int argc, char **argv);
int cyan_cli_callers (int argc, char **argv);
int cyan_cli_functions (int argc, char **argv);
int cyan_cli_render (int argc, char **argv);
int cyan_cli_info (int argc, char **argv);
int cyan_cli_convert (int argc, char **argv);
int cyan_cli_merge (int argc, char **argv);
int cyan_cli_check (int argc, char **argv);
int cyan_cli_try (int argc, char **argv);
int cyan_cli_history (int argc, char **argv);
int cyan_cli_spectrum (int argc, char **argv);
int cyan_cli_structures (int argc, char **argv);
int cyan_cli_track (int argc, char **argv);
int cyan_cli_serve (int argc, char **argv);
int cyan_cli_bisect (int argc, char **argv);
int cyan_cli_risk (int argc, char **argv);
int cyan_cli_history_add (int argc, char **argv);
int cyan_cli_history_evolution (int argc, char **argv);
int cyan_cli_history_heat (int argc, char **argv);
int cyan_cli_history_news (int argc, char **argv);
int cyan_cli_history_accept (int argc, char **argv);
int cyan_cli_history_reopen (int argc, char **argv);
int cyan_cli_history_page (int argc, char **argv);
int cyan_cli_history_prune (int argc, char **argv);
int cyan_cli_history_queue (int argc, char **argv);

/* `explain` below the text of `compare` on the same arguments: what that says is left out. */
int cyan_cli_explain_after_compare (int argc, char **argv);

/* Prints "cyan: MESSAGE" on standard error, as one line without control characters; returns
 * CYAN_EXIT_ERROR. */
int cyan_cli_fail (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* The same for @error, followed by the option for its hint. */
int cyan_cli_error (const GError *error);
/* Prints "cyan: note: MESSAGE" in the same way, for messages that are not errors. */
void cyan_cli_note (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Shows how far long work has come, on standard error if that is a terminal: @fraction in 0...1, of what
 * @what says.  Whoever calls it calls cyan_cli_progress_end(), too, and nobody at the same time. */
void cyan_cli_progress (double fraction, const char *what);
/* Takes it away; nothing if there is none. */
void cyan_cli_progress_end (void);

/* Prints the warnings of a comparison as lines on standard error, for output formats without a
 * place for them. */
void cyan_cli_notes (const GPtrArray *warnings);

/* cyan_report_write() to where @output says. */
gboolean cyan_cli_report (const CyanReport *report,
                          gconstpointer about,
                          const CyanCliOutput *output,
                          GError **error);

/* A CyanReportWriteFunc to a CyanOutput. */
gboolean cyan_cli_write_piece (const char *bytes, gsize length, gpointer data, GError **error);

/* The column of the revision @name, or of the only one that begins with it; for NULL
 * CYAN_EVOLUTION_NO_BASE.  @what is what gave it, for the error. */
gboolean cyan_cli_find_column (const CyanEvolution *evolution,
                               const char *what,
                               const char *name,
                               guint *column,
                               GError **error);

/* Flushes standard output.  Returns CYAN_EXIT_ERROR, with a line on standard error, if any output
 * could not be written. */
int cyan_cli_finish_output (void);

/* Limits of all commands that read profiles.  See "Options of all" and LIMITS in cyan(1). */
typedef struct
{
  CyanLoadOptions load;
  guint seconds; /* 0: any */
} CyanCliLimits;

#define CYAN_CLI_LIMITS_INIT                                                                       \
  {                                                                                                \
    .load = { .max_nodes = CYAN_MAX_NODES }, .seconds = 600                                        \
  }

/* Their options. */
extern const CyanCliOption cyan_cli_limit_options[];

/* Where a profile is written: a const char *. */
extern const CyanCliOption cyan_cli_save_options[];

/* Shows the progress of work, and cancels it beyond the time limit. */
typedef struct
{
  gint64 deadline; /* in us of g_get_monotonic_time() */
  guint seconds;
  gboolean is_quiet; /* somebody else shows the progress, or several threads call the tick */
  CyanTick tick;
} CyanCliWatchdog;

/* Copies what is to be loaded into @load and starts @watchdog, whose address must not change. */
void
cyan_cli_limits_apply (const CyanCliLimits *self, CyanLoadOptions *load, CyanCliWatchdog *watchdog);
/* Ends the work.  If the watchdog cancelled it, replaces *@error by a message that says so. */
void cyan_cli_watchdog_end (const CyanCliWatchdog *self, GError **error);

/* cyan_profile_load() with these limits. */
CyanProfile *cyan_cli_load (const char *path, const CyanCliLimits *limits, GError **error);

/* The options of all commands that compare two profiles. */
typedef struct
{
  CyanRequest *request;  /* owned; with the runs, if they are not given as operands */
  const char *store;     /* the operands are revisions in it */
  CyanStorePair pair;    /* which of its runs; the operands are its revisions */
  const char *slices[2]; /* of all runs of a side; or NULL */
  const char *slowest;   /* of the only run, the slowest calls or values; or NULL */
  char **ignore;         /* owned; expressions; `check` only */
  guint basis;           /* CyanBasis, or CYAN_CLI_BASIS_AUTO */
  gboolean absolute;
  CyanHotPathKind hot_path;
  gboolean single; /* there is one profile, the only operand */
  CyanCliLimits limits;
} CyanCliCompareOptions;

#define CYAN_CLI_BASIS_AUTO (CYAN_BASIS_ABSOLUTE + 1)

#define CYAN_CLI_COMPARE_OPTIONS_INIT                                                              \
  {                                                                                                \
    .request = cyan_request_new (NULL, NULL), .basis = CYAN_CLI_BASIS_AUTO,                        \
    .limits = CYAN_CLI_LIMITS_INIT                                                                 \
  }

/* Their options: those of the request, and the others. */
extern const CyanCliOption cyan_cli_request_options[];
extern const CyanCliOption cyan_cli_compare_options[];

/* Rows of an option table for both. */
#define CYAN_CLI_COMPARE_ROWS(options)                                                             \
  { .group = cyan_cli_request_options, .to = (options)->request },                                 \
  {                                                                                                \
    .group = cyan_cli_compare_options, .to = (options)                                             \
  }

/* Whether --before or --after was given. */
gboolean cyan_cli_has_runs (void);
/* Whether the operands are one profile, for commands that can do with that. */
gboolean cyan_cli_takes_one (const CyanCliCompareOptions *options, int argc);
/* Whether the options of the match fit together. */
gboolean cyan_cli_check_match (const CyanRequest *request, GError **error);

void cyan_cli_compare_options_clear (CyanCliCompareOptions *self);

/* A comparison with its sources. */
typedef struct
{
  CyanResult *result; /* owned; owns the next two */
  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanSourceSnapshot *known; /* of the sources */
  CyanRanking *ranking;      /* owned; NULL before cyan_cli_session_rank() */
  CyanCommits *commits;      /* owned; of the ranking; NULL: not known */
  CyanBasis basis;
  CyanHotPathKind hot_path;
  gboolean is_once; /* a run is a pipe or an address, which no other command reads alike */
} CyanCliSession;

/* @arguments, unless they cannot be used again: words in their place. */
const char *cyan_cli_session_arguments (const CyanCliSession *self, const char *arguments);

/* Loads and compares the profiles and reads their sources.  The profiles, or revisions in a store,
 * are the two operands in @argv after the name of @command, or none if the runs are in @options,
 * whose request is completed. */
gboolean cyan_cli_session_open (CyanCliSession *self,
                                CyanCliCompareOptions *options,
                                const char *command,
                                int argc,
                                char **argv,
                                GError **error);
/* Ranks where to start, once, for the reports that show it; nothing for a single profile. */
gboolean cyan_cli_session_rank (CyanCliSession *self, GError **error);
/* The report options for the session, which owns their data. */
CyanReportOptions cyan_cli_session_report (const CyanCliSession *self, guint top);
/* The requested hot path, from the topmost node.  Free with cyan_hot_path_free(). */
CyanHotPath *cyan_cli_session_hot_path (const CyanCliSession *self);
/* The first function of the ranking if it stands out, else CYAN_NODE_NONE. */
CyanNode cyan_cli_session_start (const CyanCliSession *self);
/* Its name; NULL without one. */
const char *cyan_cli_session_start_name (const CyanCliSession *self);
void cyan_cli_session_clear (CyanCliSession *self);

/* A CyanReportTextsFunc; @data is the source table of a session. */
void cyan_cli_find_texts (guint32 pair, CyanFunctionText *texts[2], gpointer data);

/* --brief, to a guint that is an index of these names. */
extern const char *const cyan_cli_brief_names[];
#define CYAN_CLI_BRIEF(to)                                                                         \
  {                                                                                                \
    "brief", 0, cyan_cli_choice, (to),                                                             \
        "Answer in at most 16 kB, with what to ask next: text (default) or json", "FORMAT",        \
        .names = cyan_cli_brief_names, .noun = "format"                                            \
  }
/* The arguments of a command, quoted for a shell, without those about its answer; before
 * cyan_cli_parse() takes them.  Caller frees. */
char *cyan_cli_brief_arguments (int argc, char **argv);
/* cyan_report_write_brief() to where @output says; @form is what --brief said. */
gboolean cyan_cli_write_brief (const CyanReport *report,
                               gconstpointer about,
                               guint *top,
                               guint form,
                               const CyanCliOutput *output,
                               GError **error);
/* The same of cyan_report_brief of a session that is ranked. */
gboolean cyan_cli_brief (const CyanCliSession *session,
                         guint form,
                         const char *arguments,
                         const CyanCliOutput *output,
                         GError **error);

/* cyan_store_open(); says on standard error what a person should know about the store, and when it
 * waits for another program.  @path must live as long. */
CyanStore *cyan_cli_open_store (const char *path, CyanStoreMode mode, GError **error);

/* ---- commands that build and run ---- */

/* From here on SIGINT, SIGTERM and SIGHUP make cyan_cli_tick stop. */
void cyan_cli_stop_on_signals (void);
/* Stops then. */
extern const CyanTick cyan_cli_tick;

/* For CyanTrackerOptions: prints a note. */
void cyan_cli_say (const CyanTrackerEvent *event, gpointer data);
extern const CyanTrackerOptions cyan_cli_tracking;

/* Keeps the definition file that @track was read from in the store at @path, and says how other
 * machines measure by it. */
gboolean cyan_cli_publish (const CyanTrack *track, const char *path, GError **error);
/* The definition file that the store at @path keeps.  Unless @agreed, which may be NULL, is its hash,
 * prints it and fails with the command that agrees to it.  Paths in it start where we are. */
CyanTrack *cyan_cli_read_published (const char *path, const char *agreed, GError **error);

/* Drops, or with @dry_run only says, what the rule of @store no longer keeps; nothing without one.  Says
 * so in a note, also if that fails. */
void cyan_cli_keep_rule (CyanStore *store, gboolean dry_run);

/* Starts the window with the runs of both sides and leaves it alone. */
gboolean cyan_cli_open_window (const GStrv paths[2],
                               const char *repository,
                               const char *const *commits,
                               GError **error);

/* Pictures of a comparison. */
typedef enum
{
  CYAN_CLI_BLUEPRINT,
  CYAN_CLI_ICICLE,
  CYAN_CLI_SIDES,
  CYAN_CLI_RINGS,
} CyanCliView;

/* Options for drawing; those of one view say so, or are of the blueprint. */
typedef struct
{
  CyanCliView view;
  gboolean flames;         /* icicles with their roots at the bottom */
  CyanSizes sizes;         /* of an icicle or a ring chart */
  CyanThickness thickness; /* of a ring chart */
  CyanOpening opening;
  guint n;         /* number for the opening */
  CyanNode reveal; /* always shown; CYAN_NODE_NONE: no such node */
  CyanTheme theme;
  CyanScale scale;    /* what is 0 in it fits the largest box into a fixed part of the page */
  CyanWidth width;    /* what widths say ... */
  gboolean has_width; /* ... if it was asked for */
  gboolean unfolded;  /* rows of calls are not folded into links, nor into a ring chart's middle */
  CyanFilter *filter; /* borrowed; what any view shows; NULL: everything */
  CyanPngSize png_size;
  guint box_limit; /* boxes that a blueprint may have; 0: any number */
} CyanCliPicture;

#define CYAN_CLI_BOX_LIMIT 100000

#define CYAN_CLI_PICTURE_INIT                                                                      \
  {                                                                                                \
    .opening = CYAN_OPENING_HOT_PATH, .reveal = CYAN_NODE_NONE, .box_limit = CYAN_CLI_BOX_LIMIT    \
  }

/* Draws the page to @path.  Fails like cyan_scene_save(), with CYAN_ERROR_INVALID if nothing
 * matches the filter, and with CYAN_ERROR_LIMIT if there are too many boxes. */
gboolean cyan_cli_draw (const CyanCliSession *session,
                        const CyanCliPicture *picture,
                        const char *path,
                        GError **error);

/* cyan_report_page_init() for the session, which must outlive @page. */
/* Compares two columns of @series, and ranks where to start.  FALSE if that cannot be done: runs may
 * be kept without profiles.  @session is to be cleared in any case. */
gboolean cyan_cli_compare_step (CyanStore *store,
                                const CyanEvolution *evolution,
                                const CyanEvolutionSeries *series,
                                const guint sides[2],
                                CyanCliSession *session);
gboolean cyan_cli_page (const CyanCliSession *session, CyanReportPage *page, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliCompareOptions, cyan_cli_compare_options_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliSession, cyan_cli_session_clear)
