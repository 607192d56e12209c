/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fast-clock.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#define VARIABLE "FAST_CLOCK"
#define SPEED    32
#define SECOND   1000000000

static bool is_fast;
static int64_t skipped; /* nanoseconds */

void
fast_clock_begin (void)
{
  __atomic_store_n (&is_fast, true, __ATOMIC_SEQ_CST);
}

void
fast_clock_end (void)
{
  __atomic_store_n (&is_fast, false, __ATOMIC_SEQ_CST);
}

__attribute__ ((constructor)) static void
set_up (void)
{
  if (getenv (VARIABLE) == NULL)
    return;
  unsetenv (VARIABLE);
  unsetenv ("LD_PRELOAD");
  fast_clock_begin ();
}

int
clock_gettime (clockid_t clock, struct timespec *time)
{
  static int (*real) (clockid_t, struct timespec *);
  int64_t nanoseconds = __atomic_load_n (&skipped, __ATOMIC_SEQ_CST);
  int result;

  if (real == NULL)
    *(void **) &real = dlsym (RTLD_NEXT, "clock_gettime");
  result = real (clock, time);
  if (result != 0 || clock != CLOCK_MONOTONIC)
    return result;
  nanoseconds += time->tv_nsec;
  time->tv_sec += nanoseconds / SECOND;
  time->tv_nsec = nanoseconds % SECOND;
  return 0;
}

int
nanosleep (const struct timespec *time, struct timespec *left)
{
  static int (*real) (const struct timespec *, struct timespec *);
  struct timespec part;
  int64_t all;

  if (real == NULL)
    *(void **) &real = dlsym (RTLD_NEXT, "nanosleep");
  if (!__atomic_load_n (&is_fast, __ATOMIC_SEQ_CST))
    return real (time, left);
  all = (int64_t) time->tv_sec * SECOND + time->tv_nsec;
  part.tv_sec = all / SPEED / SECOND;
  part.tv_nsec = all / SPEED % SECOND;
  __atomic_add_fetch (&skipped, all - all / SPEED, __ATOMIC_SEQ_CST);
  return real (&part, NULL);
}
