/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Slices of recordings that are open: from a range of times to the ranking of what changed.
 *
 *   cyan-bench-slices FILE BEFORE AFTER
 *
 * compares the slices BEFORE and AFTER of FILE.
 */
#include <stdio.h>

#include "cyan-measure.h"
#include "cyan-pipeline.h"
#include "cyan-ranking.h"
#include "cyan-recordings.h"
#include "cyan-slice.h"

#define N_TIMES 5

static CyanRecordings *
read_whole (const char *file)
{
  const char *const paths[] = { file, NULL };
  const CyanLoadOptions options = { 0 };
  GError *error = NULL;
  CyanRecordings *recordings = cyan_recordings_read (paths, &options, NULL, &error);

  cyan_measure_must (error);
  return recordings;
}

/* Compares, and ranks. */
static void
compare (const CyanRequest *request)
{
  GError *error = NULL;
  CyanResult *result = cyan_pipeline_run (request, NULL, FALSE, NULL, &error);

  cyan_measure_must (error);
  cyan_ranking_free (cyan_ranking_new (result->comparison, NULL, NULL, &error));
  cyan_measure_must (error);
  cyan_result_free (result);
}

int
main (int argc, char **argv)
{
  g_autoptr (CyanRequest) request = NULL;
  g_autofree char *before = NULL, *after = NULL;
  double started = cyan_measure_now (), read, least = G_MAXDOUBLE;
  CyanProfile *whole;

  if (argc != 4)
    {
      fprintf (stderr, "usage: cyan-bench-slices FILE BEFORE AFTER\n");
      return 2;
    }
  before = cyan_slice_join (argv[1], argv[2]);
  after = cyan_slice_join (argv[1], argv[3]);
  request = cyan_request_new (before, after);
  request->recordings = read_whole (argv[1]);
  read = cyan_measure_now () - started;
  whole = cyan_recordings_find (request->recordings, argv[1]);
  for (guint i = 0; i < N_TIMES; i++)
    {
      double start = cyan_measure_now ();

      compare (request);
      least = MIN (least, cyan_measure_now () - start);
    }
  cyan_measure_print ("pieces", cyan_pieces_n (whole->pieces));
  cyan_measure_print ("nodes", whole->n_nodes);
  cyan_measure_print ("read-ms", read);
  cyan_measure_print ("slice-ms", least);
  return 0;
}
