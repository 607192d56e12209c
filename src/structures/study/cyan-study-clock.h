/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The CPU time that something takes, of which the fastest of some runs counts.
 *
 *   do { cyan_study_clock_begin (&clock); ... } while (!cyan_study_clock_end (&clock));
 *
 * Private to this room.
 */
#pragma once

#include <glib.h>

#include <time.h>

G_BEGIN_DECLS

/* Enough was measured after so long, or so many runs. */
#define CYAN_STUDY_CLOCK_NS   50e6
#define CYAN_STUDY_CLOCK_RUNS 10

/* Zero it before use. */
typedef struct
{
  double begin;
  double least, sum; /* ns of a run */
  guint n_runs;
} CyanStudyClock;

static inline double
cyan_study_clock_now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static inline void
cyan_study_clock_begin (CyanStudyClock *self)
{
  self->begin = cyan_study_clock_now ();
}

/* FALSE: measure again. */
static inline gboolean
cyan_study_clock_end (CyanStudyClock *self)
{
  double ns = cyan_study_clock_now () - self->begin;

  self->least = self->n_runs == 0 ? ns : MIN (self->least, ns);
  self->sum += ns;
  self->n_runs++;
  return self->sum >= CYAN_STUDY_CLOCK_NS || self->n_runs == CYAN_STUDY_CLOCK_RUNS;
}

G_END_DECLS
