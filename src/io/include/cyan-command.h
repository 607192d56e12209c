/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a command of the shell and measures it.
 *
 * The command has no terminal and nothing on its standard input.  A guard, a small process between
 * it and us, ends it: after the time limit, when it is cancelled, or when this program itself was
 * killed.  The guard adopts all processes that the command leaves behind, daemons too, and kills
 * them, so that none is left when cyan_command_run() returns.
 *
 * Several threads may run commands at the same time.
 */
#pragma once

#include "cyan-tick.h"

/* Bytes kept of the output: its end. */
#define CYAN_COMMAND_LOG_MAX (64 * 1024)
/* After the time limit the command gets SIGTERM, so that a recorder can end its file, and SIGKILL
 * after this many seconds. */
#define CYAN_COMMAND_GRACE_SECONDS 5

/* All is borrowed. */
typedef struct
{
  const char *text;               /* for /bin/sh -c */
  const char *folder;             /* where it starts */
  const char *const *environment; /* all of it: "NAME=VALUE", NULL-terminated */
  guint seconds;                  /* time limit; 0: none */
  guint64 memory;                 /* bytes of its address space; 0: no limit */
  guint64 file_size;              /* bytes of each file that it writes; 0: no limit */
  const guint *cpus;              /* numbers of the processors for it */
  guint n_cpus;                   /* 0: all */
  gboolean isolate;               /* without network; see cyan_command_can_isolate() */
} CyanCommand;

typedef struct
{
  int exit_code;      /* as a shell says it: 128 + N after signal N */
  gboolean timed_out; /* it was stopped at its time limit */
  gboolean lost;      /* somebody killed its guard: nothing else is known */
  double wall;        /* seconds, of a clock that nobody can change */
  double cpu;         /* seconds of the command and the children that it waited for */
  double rss;         /* bytes: the most that one of them had in memory; NAN: not more than we */
  guint n_left;       /* processes left behind, and killed */
  char *log;          /* the end of its output and errors, UTF-8; owned */
} CyanCommandResult;

/* Runs the command to its end and fills in @result.  @tick is polled all the time, with a fraction
 * of 0.  FALSE if the command was not measured: CYAN_ERROR_CANCELLED, or CYAN_ERROR_IO if it cannot
 * be started. */
gboolean cyan_command_run (const CyanCommand *self,
                           const CyanTick *tick,
                           CyanCommandResult *result,
                           GError **error);
void cyan_command_result_clear (CyanCommandResult *self);

/* Whether commands can run without a network here: bwrap is installed, and the kernel lets it. */
gboolean cyan_command_can_isolate (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCommandResult, cyan_command_result_clear)
