/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for every definition file, however it was made. */
#include <string.h>

#include "cyan-error.h"
#include "cyan-track-file.h"

static gboolean
fail (const char *what, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "track: %s", what);
}

static gboolean
check_numbers (const CyanTrack *self, GError **error)
{
  if (self->min_runs < 1 || self->max_runs < self->min_runs || self->max_runs > CYAN_TRACK_MAX_RUNS)
    return fail ("runs are out of range", error);
  if (!(self->precision >= 0 && self->precision <= 1)
      || (self->precision > 0) != (self->max_runs > self->min_runs))
    return fail ("a precision without a range of runs, or the reverse", error);
  if (self->every < 1 || self->keep < 1 || self->jobs < 1 || self->lanes < 1
      || self->build_timeout < 1)
    return fail ("a number is 0", error);
  for (guint i = 1; i < self->cpus->len; i++)
    if (g_array_index (self->cpus, guint, i - 1) >= g_array_index (self->cpus, guint, i))
      return fail ("processors are not ascending", error);
  return TRUE;
}

static gboolean
check_benchmark (const CyanTrack *self, const CyanTrackBenchmark *benchmark, GError **error)
{
  if (*benchmark->name == '\0' || strlen (benchmark->name) > CYAN_TRACK_MAX_NAME
      || cyan_track_find_benchmark (self, benchmark->name) != benchmark)
    return fail ("a benchmark has no name of its own", error);
  if (benchmark->run == NULL || benchmark->timeout < 1)
    return fail ("a benchmark has no command or no time", error);
  if (benchmark->better < -1 || benchmark->better > 1)
    return fail ("a benchmark's better is out of range", error);
  for (GStrv path = benchmark->inputs; path != NULL && *path != NULL; path++)
    if (!g_path_is_absolute (*path))
      return fail ("an input is not an absolute path", error);
  return TRUE;
}

gboolean
cyan_track_check (const CyanTrack *self, GError **error)
{
  if (!check_numbers (self, error))
    return FALSE;
  if (self->benchmarks->len < 1 || self->benchmarks->len > CYAN_TRACK_MAX_BENCHMARKS)
    return fail ("no benchmarks, or too many", error);
  for (guint i = 0; i < self->benchmarks->len; i++)
    if (!check_benchmark (self, self->benchmarks->pdata[i], error))
      return FALSE;
  return TRUE;
}
