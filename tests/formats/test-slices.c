/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of slices, over all recordings of the tests. */
#include <math.h>
#include <string.h>

#include "cyan-format.h"
#include "cyan-slice.h"
#include "tests.h"

/* Sums of many parts differ in their last digits. */
static void
assert_close (double a, double b, const char *file, const char *what)
{
  if (fabs (a - b) > 1e-9 * MAX (fabs (a), fabs (b)) + 1e-9)
    g_error ("%s: %s: %.17g is not %.17g", file, what, a, b);
}

/* More values than this are not cut one by one. */
#define MOST_VALUES 20

/* The values of pieces add up to those of the profile, at each node. */
static void
check_sums (const CyanProfile *whole, const char *file)
{
  guint n = cyan_pieces_n (whole->pieces);
  gboolean has_calls = FALSE;
  g_autofree double *sums = g_new0 (double, whole->n_nodes *(whole->n_metrics + 1));

  for (guint i = 0; i < n; i++)
    {
      const CyanPieceRow piece = cyan_pieces_get (whole->pieces, i);
      gboolean is_call = piece.metric == CYAN_PIECES_CALLS;

      has_calls |= is_call;
      g_assert_cmpuint (piece.node, <, whole->n_nodes);
      g_assert_cmpint (piece.begin, <=, piece.end);
      sums[(is_call ? whole->n_metrics : piece.metric) * whole->n_nodes + piece.node] +=
          piece.value;
    }
  for (guint m = 0; m < whole->n_metrics; m++)
    for (CyanNode i = 0; i < whole->n_nodes; i++)
      assert_close (sums[m * whole->n_nodes + i], whole->metrics[m].self[i], file,
                    cyan_profile_name (whole, i));
  if (has_calls && whole->calls != NULL)
    for (CyanNode i = 1; i < whole->n_nodes; i++)
      assert_close (sums[whole->n_metrics * whole->n_nodes + i],
                    whole->calls[i] != CYAN_CALLS_UNKNOWN ? (double) whole->calls[i] : 0, file,
                    cyan_profile_name (whole, i));
}

/* By metric, and at the end the calls; what has none adds 0. */
static void
add_totals (const CyanProfile *profile, double *totals)
{
  for (guint m = 0; m < profile->n_metrics; m++)
    totals[m] += profile->metrics[m].total[CYAN_NODE_ROOT];
  for (CyanNode i = 1; profile->calls != NULL && i < profile->n_nodes; i++)
    if (profile->calls[i] != CYAN_CALLS_UNKNOWN)
      totals[profile->n_metrics] += (double) profile->calls[i];
}

static void
add_slice (const CyanProfile *whole, const char *text, double *totals)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSlice) slice = cyan_slice_parse (text, &error);
  g_autoptr (CyanProfile) part = NULL;

  g_assert_no_error (error);
  part = cyan_slice_profile (whole, slice, NULL, &error);
  /* A range of times may be without samples. */
  if (part == NULL && strstr (error->message, "nothing of the recording") != NULL)
    return;
  g_assert_no_error (error);
  g_assert_true (cyan_profile_check (part, &error));
  add_totals (part, totals);
}

static void
check_totals (const CyanProfile *whole, const double *totals, const char *file, const char *key)
{
  g_autofree double *expected = g_new0 (double, whole->n_metrics + 1);

  add_totals (whole, expected);
  for (guint m = 0; m <= whole->n_metrics; m++)
    assert_close (totals[m], expected[m], file, key);
}

static void
check_dimension (const CyanProfile *whole, const CyanSliceDimension *dimension, const char *file)
{
  g_autofree double *totals = g_new0 (double, whole->n_metrics + 1);
  double sum = dimension->others;

  for (guint i = 0; i < dimension->values->len; i++)
    sum += g_array_index (dimension->values, CyanSliceValue, i).total;
  assert_close (sum, whole->metrics[0].total[CYAN_NODE_ROOT], file, dimension->key);
  if (dimension->values->len > MOST_VALUES)
    return;
  for (guint i = 0; i < dimension->values->len; i++)
    {
      const char *value = g_array_index (dimension->values, CyanSliceValue, i).value;
      g_autoptr (GString) text = g_string_new (NULL);

      cyan_slice_append_condition (text, dimension->key, value);
      add_slice (whole, text->str, totals);
    }
  check_totals (whole, totals, file, dimension->key);
}

/* A slice and its rest are the whole, wherever it is cut. */
static void
check_times (const CyanProfile *whole, const char *file)
{
  static const char *const parts[][2] = {
    { "time=0..33%", "time=33%.." },
    { "time=..1ms", "not:time=..1ms" },
    { "time=20%..70%", "not:time=20%..70%" },
  };
  g_autofree double *load = g_new (double, 60);
  double sum = 0;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree double *totals = g_new0 (double, whole->n_metrics + 1);

      add_slice (whole, parts[i][0], totals);
      add_slice (whole, parts[i][1], totals);
      check_totals (whole, totals, file, parts[i][0]);
    }
  cyan_slice_load (whole, 0, 60, load);
  for (guint i = 0; i < 60; i++)
    sum += load[i];
  assert_close (sum, whole->metrics[0].total[CYAN_NODE_ROOT], file, "load");
}

static void
check_file (const char *path, GHashTable *formats)
{
  const CyanLoadOptions options = { .pieces = TRUE, .trusted = TRUE }, plain = { .trusted = TRUE };
  g_autoptr (CyanProfile) whole = cyan_profile_load (path, &options, NULL, NULL);
  g_autoptr (CyanProfile) same = NULL;
  g_autoptr (CyanSliceSurvey) survey = NULL;

  if (whole == NULL || cyan_pieces_n (whole->pieces) == 0)
    return;
  same = cyan_profile_load (path, &plain, NULL, NULL);
  g_assert_cmpuint (same->n_nodes, ==, whole->n_nodes);
  check_sums (whole, path);
  survey = cyan_slice_survey_new (whole, 0);
  for (guint i = 0; i < survey->dimensions->len; i++)
    check_dimension (whole, survey->dimensions->pdata[i], path);
  if (survey->has_times)
    check_times (whole, path);
  if (survey->has_times || survey->dimensions->len > 0)
    g_hash_table_add (formats, g_strdup (whole->format));
}

static void
check_folder (const char *folder, GHashTable *formats)
{
  g_autoptr (GDir) dir = MUST (g_dir_open (folder, 0, &failure));
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_str_has_suffix (name, ".uftrace"))
        check_folder (path, formats);
      else
        check_file (path, formats);
    }
}

/* A user before the server is no part of a file, nor is the rest a slice then. */
TEST ("/slices/addresses")
{
  static const struct
  {
    const char *path, *file, *slice;
  } cases[] = {
    { "http://h:1/p@thread=a", "http://h:1/p", "thread=a" },
    { "http://h/p?x=1@thread=a", "http://h/p?x=1", "thread=a" },
    { "http://me:pass@h/p?seconds=1", NULL, NULL },
    { "http://me:pass@h/p@thread=a", "http://me:pass@h/p", "thread=a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = NULL, *slice = NULL;

      g_assert_true (cyan_slice_split (cases[i].path, &file, &slice) == (cases[i].file != NULL));
      g_assert_cmpstr (file, ==, cases[i].file);
      g_assert_cmpstr (slice, ==, cases[i].slice);
    }
}

TEST ("/slices/laws")
{
  static const char *const sliced[] = { "perf-script", "jfr",        "trace-event",
                                        "firefox",     "speedscope", "cpuprofile",
                                        "uftrace",     "perf-data",  "sentry" };
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GHashTable) formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  check_folder (data, formats);
  for (guint i = 0; i < G_N_ELEMENTS (sliced); i++)
    if (!g_hash_table_contains (formats, sliced[i]))
      g_error ("no recording of %s has slices", sliced[i]);
}
