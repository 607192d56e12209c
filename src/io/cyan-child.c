/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of child programs. */
#include "cyan-child.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static void
limit_to (int resource, guint64 amount)
{
  struct rlimit limit;

  if (getrlimit (resource, &limit) != 0)
    return;
  /* Never above the current limit. */
  limit.rlim_max = MIN (limit.rlim_max, (rlim_t) amount);
  limit.rlim_cur = limit.rlim_max;
  setrlimit (resource, &limit);
}

void
cyan_child_set_up (gpointer limits)
{
  const CyanChildLimits *to = limits;

  setpgid (0, 0);
  limit_to (RLIMIT_CORE, 0);
  if (to->memory > 0)
    limit_to (RLIMIT_AS, to->memory);
  if (to->cpu_seconds > 0)
    limit_to (RLIMIT_CPU, to->cpu_seconds);
  if (to->file_size > 0)
    limit_to (RLIMIT_FSIZE, to->file_size);
}

void
cyan_child_kill (GPid pid)
{
  kill (-pid, SIGKILL);
  kill (pid, SIGKILL);
}
