/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a command once for each system call that can fail, and checks what a user would see.
 *
 * The n-th call of a kind fails (nth-call.h), for n = 1, 2, ... until the command makes fewer calls.
 * A command either succeeds with the right result, or it exits with 2 and one line about the error.
 * Then each file is as before, or the new one is whole, no other file is there, nothing is left in
 * the folders for temporary files, and the store passes `history check --full`.
 *
 * The command is also killed at calls that change the disk.  It then may leave temporary files; run
 * again, it succeeds.
 */
#pragma once

#include <glib.h>

typedef struct
{
  /* The command line, as for a shell; "cyan" is the program. */
  const char *command;
  /* The store that it changes or makes; NULL: none. */
  const char *store;
  /* It stores one run after the other: after an error, some are there. */
  gboolean in_parts;
  /* It leaves out what it cannot read, and prints how much. */
  gboolean salvages;
  /* It makes the store and refuses to do so again. */
  gboolean once;
  /* What it prints is not the same each time. */
  gboolean varies;
  /* At most so many calls of each kind fail, spread over all, unless everything is tested; 0: the
   * usual number. */
  guint max_tries;
} Failing;

/* An empty folder with the name @name, in which the commands run; the current one from now on.  What
 * is in it when failing_run() is called is the same before each command. */
void failing_begin (const char *name);
void failing_run (const Failing *self);
