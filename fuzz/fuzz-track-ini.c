/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes definition files: what can be read has only values that a tracker can use. */
#include <string.h>

#include "cyan-track-file.h"
#include "fuzz.h"

static void
check_text (const char *text)
{
  FUZZ_CHECK (text == NULL || (*text != '\0' && g_utf8_validate (text, -1, NULL)));
  FUZZ_CHECK (text == NULL || strchr (text, '\n') == NULL);
}

static void
check_list (GStrv items)
{
  FUZZ_CHECK (items == NULL || *items != NULL);
  for (; items != NULL && *items != NULL; items++)
    check_text (*items);
}

static void
check_benchmark (const CyanTrackBenchmark *self)
{
  FUZZ_CHECK (self->run != NULL);
  check_text (self->name);
  check_text (self->run);
  check_text (self->measure);
  check_text (self->profile);
  check_text (self->version);
  check_list (self->inputs);
  check_list (self->follows);
  for (GStrv path = self->inputs; path != NULL && *path != NULL; path++)
    FUZZ_CHECK (g_path_is_absolute (*path));
  for (GStrv path = self->follows; path != NULL && *path != NULL; path++)
    FUZZ_CHECK (!g_path_is_absolute (*path) && !g_str_has_prefix (*path, ".."));
  FUZZ_CHECK (self->timeout > 0);
  FUZZ_CHECK (self->better >= -1 && self->better <= 1);
}

static void
check_track (const CyanTrack *self)
{
  FUZZ_CHECK (g_path_is_absolute (self->repository));
  FUZZ_CHECK (self->revisions <= CYAN_TRACK_LIST);
  FUZZ_CHECK (self->revisions == CYAN_TRACK_BRANCH || self->selection != NULL);
  FUZZ_CHECK (self->every > 0 && self->keep > 0 && self->jobs > 0 && self->lanes > 0);
  FUZZ_CHECK (self->min_runs > 0 && self->min_runs <= self->max_runs);
  FUZZ_CHECK (self->max_runs <= CYAN_TRACK_MAX_RUNS);
  FUZZ_CHECK (self->precision >= 0 && self->precision <= 1);
  FUZZ_CHECK (self->lanes == 1 || self->cpus->len >= self->lanes);
  for (guint i = 1; i < self->cpus->len; i++)
    FUZZ_CHECK (g_array_index (self->cpus, guint, i - 1) < g_array_index (self->cpus, guint, i));
  check_text (self->project);
  check_text (self->store);
  check_text (self->selection);
  check_text (self->build);
  check_text (self->machine);
  FUZZ_CHECK (self->benchmarks->len > 0 && self->benchmarks->len <= CYAN_TRACK_MAX_BENCHMARKS);
  for (guint i = 0; i < self->benchmarks->len; i++)
    check_benchmark (self->benchmarks->pdata[i]);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanTrack) track =
      cyan_track_parse ((const char *) data, size, "/x/track.ini", &error);

  if (track == NULL)
    fuzz_check_error (error);
  else
    check_track (track);
  return 0;
}
