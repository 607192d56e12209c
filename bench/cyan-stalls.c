/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stalls, measured between two polls of the main context. */
#include "cyan-stalls.h"

#include "cyan-measure.h"

/* Of the main thread alone. */
static CyanStall begin, longest;
static double computed;

static void
end_iteration (void)
{
  CyanStall stall = { cyan_measure_computed () - begin.computed,
                      cyan_measure_now () - begin.passed };

  longest.computed = MAX (longest.computed, stall.computed);
  longest.passed = MAX (longest.passed, stall.passed);
  computed += stall.computed;
}

static void
begin_iteration (void)
{
  begin = (CyanStall){ cyan_measure_computed (), cyan_measure_now () };
}

static int
watch (GPollFD *fds, guint n, int timeout)
{
  int ready;

  end_iteration ();
  ready = g_poll (fds, n, timeout);
  begin_iteration ();
  return ready;
}

void
cyan_stalls_watch (void)
{
  g_main_context_set_poll_func (NULL, watch);
  begin_iteration ();
}

CyanStall
cyan_stalls_take (double *sum)
{
  CyanStall taken;

  end_iteration ();
  taken = longest;
  if (sum != NULL)
    *sum = computed;
  longest = (CyanStall){ 0 };
  computed = 0;
  begin_iteration ();
  return taken;
}
