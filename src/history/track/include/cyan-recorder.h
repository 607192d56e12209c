/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a command is recorded, and how a revision is built, if a person says neither.
 *
 * Messages name the package or the line that helps.
 */
#pragma once

#include <glib.h>

typedef enum
{
  CYAN_RECORDER_PERF,
  CYAN_RECORDER_CALLGRIND,
  CYAN_RECORDER_UFTRACE, /* needs a program that was built for it */
  CYAN_RECORDER_PY_SPY,
  CYAN_RECORDER_CPROFILE,
  CYAN_RECORDER_NODE,
  CYAN_RECORDER_NONE, /* the command leaves a profile at $CYAN_PROFILE itself */
} CyanRecorder;

/* "perf", "callgrind", "uftrace", "py-spy", "cprofile", "node", "none", and NULL. */
extern const char *const cyan_recorder_names[];

/* Whether the recorder can record here: it is installed, and the system lets it. */
gboolean cyan_recorder_check (CyanRecorder recorder, GError **error);

/* The best recorder for @command, a program with its arguments, that can record here.  Adds a line
 * to @notes, an array of char *, for each better one that cannot. */
gboolean cyan_recorder_choose (const char *const *command,
                               CyanRecorder *recorder,
                               GPtrArray *notes,
                               GError **error);

/* The text for a shell that runs @command and leaves the profile at $CYAN_PROFILE.  Variables of
 * ours in @command, such as "$CYAN_BUILD/prog", are expanded by the shell, nothing else is.  Fails
 * with CYAN_ERROR_UNSUPPORTED if the recorder cannot record such a command.  Caller frees. */
char *cyan_recorder_run (CyanRecorder recorder, const char *const *command, GError **error);

/* ---- builds ---- */

typedef struct
{
  const char *because; /* the file that both revisions have, or NULL: nothing is built */
  char *text;          /* for a shell; owned, or NULL */
} CyanBuildGuess;

/* How both @revisions of @repository are built, judged by the files in them.  A command that an
 * interpreter runs needs no build.  Fails with CYAN_ERROR_UNSUPPORTED if what builds them is not
 * installed. */
gboolean cyan_build_guess (const char *repository,
                           const char *const *revisions,
                           const char *const *command,
                           CyanBuildGuess *guess,
                           GError **error);
void cyan_build_guess_clear (CyanBuildGuess *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanBuildGuess, cyan_build_guess_clear)
