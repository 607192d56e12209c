/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits of child programs. */
#include "cyan-child.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cyan-confine.h"

#define MIN_MEMORY ((guint64) 4 * 1024 * 1024 * 1024)

guint64
cyan_child_memory (void)
{
  long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);

  return pages > 0 && size > 0 ? MAX (MIN_MEMORY, (guint64) pages * (guint64) size / 2)
                               : MIN_MEMORY;
}

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
  if (to->is_bound)
    prctl (PR_SET_PDEATHSIG, SIGKILL);
  limit_to (RLIMIT_CORE, 0);
  if (to->memory > 0)
    limit_to (RLIMIT_AS, to->memory);
  if (to->cpu_seconds > 0)
    limit_to (RLIMIT_CPU, to->cpu_seconds);
  if (to->file_size > 0)
    limit_to (RLIMIT_FSIZE, to->file_size);
  if (to->rules > 0 && !cyan_confine_enter (to->rules))
    _exit (127);
}

void
cyan_child_kill (GPid pid)
{
  kill (-pid, SIGKILL);
  kill (pid, SIGKILL);
}
