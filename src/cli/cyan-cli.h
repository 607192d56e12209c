/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `cyan`, the command line: one file a sub-command, and what they share.
 *
 * A sub-command gets the arguments from its own name on and returns its exit status.  Trouble is
 * one line on standard error and status 2.
 */
#pragma once

#include "cyan-pipeline.h"
#include "cyan-report.h"
#include "cyan-source-table.h"

G_BEGIN_DECLS

#define CYAN_EXIT_FINE    0
#define CYAN_EXIT_TROUBLE 2

int cyan_cli_compare (int argc, char **argv);
int cyan_cli_render (int argc, char **argv);
int cyan_cli_info (int argc, char **argv);
int cyan_cli_convert (int argc, char **argv);

/* Prints "cyan: MESSAGE" as one harmless line; returns CYAN_EXIT_TROUBLE. */
int cyan_cli_trouble (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Prints what the comparison has to say about its input as lines on standard error, for outputs
 * that have no place for it. */
void cyan_cli_notes (const GPtrArray *warnings);

/* Hands out what stdio still holds; CYAN_EXIT_TROUBLE with a line on standard error if any of what
 * was printed did not arrive. */
int cyan_cli_finish_output (void);

/* Parses the options of @command into what @entries point to, and leaves the operands in *@argv.
 * FALSE with *@status set if there is nothing left to do: a wrong option, or --help. */
gboolean cyan_cli_parse (const char *command,
                         const char *operands,
                         const char *summary,
                         const GOptionEntry *entries,
                         int *argc,
                         char ***argv,
                         int *status);

/* What all commands that compare two profiles take; strings are owned. */
typedef struct
{
  char *match;
  char *metric;
  char *threshold;
  char *source_before;
  char *source_after;
  gboolean absolute;
} CyanCliCompareOptions;

void cyan_cli_compare_options_clear (CyanCliCompareOptions *self);

/* The option table of the above: @own (NULL-terminated) with the shared ones behind.  Free with
 * g_free(). */
GOptionEntry *cyan_cli_compare_entries (CyanCliCompareOptions *self, const GOptionEntry *own);

/* A comparison with what is known of its sources. */
typedef struct
{
  CyanComparison *comparison;
  CyanSourceTable *sources;
  CyanReading reading;
  char *before_name;
  char *after_name;
} CyanCliSession;

/* Loads, compares and looks at the sources. */
gboolean cyan_cli_session_open (CyanCliSession *self,
                                const CyanCliCompareOptions *options,
                                const char *before,
                                const char *after,
                                GError **error);
void cyan_cli_session_clear (CyanCliSession *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliCompareOptions, cyan_cli_compare_options_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliSession, cyan_cli_session_clear)

G_END_DECLS
