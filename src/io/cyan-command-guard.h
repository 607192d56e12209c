/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process between a command and the program that measures it. */
#pragma once

#include <sched.h>

#include "cyan-child.h"

typedef enum
{
  CYAN_GUARD_STARTED,
  CYAN_GUARD_NO_PROCESS,
  CYAN_GUARD_NO_FOLDER,
  CYAN_GUARD_NO_CPUS,
  CYAN_GUARD_NO_SHELL,
} CyanGuardStep;

/* The report of the guard and the command, in memory that is shared with the program. */
typedef struct
{
  CyanGuardStep failed; /* ... with this code of errno */
  int code;
  pid_t pid; /* of the command and its group */
  gboolean ended, timed_out;
  gboolean finished;    /* nothing of the command is left */
  int status;           /* as of wait() */
  gint64 began, finish; /* in us of g_get_monotonic_time() */
  gint64 cpu;           /* us */
  glong rss, least_rss; /* KiB; before the command took over the process */
  guint n_left;
} CyanGuardReport;

/* All that the guard needs, made before the fork. */
typedef struct
{
  char *const *arguments; /* [0]: the path of the program */
  char *const *environment;
  const char *folder;
  gint64 seconds; /* 0: no limit */
  gboolean pinned;
  cpu_set_t cpus;
  CyanChildLimits limits;
  int nothing; /* descriptor of /dev/null */
  int output;  /* of the command; descriptor */
  int life;    /* descriptor: the end of this file ends the command */
  CyanGuardReport *report;
} CyanGuard;

/* The guard itself: called in a new process, never returns. */
void cyan_guard_main (const CyanGuard *self) G_GNUC_NORETURN;
