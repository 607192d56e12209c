/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Published results of others: the change points of Apache Otava 0.7 and the energies of MongoDB's
 * signal-processing-algorithms, on series that their tests have.  series/NOTICE has their origin.
 */
#include "cyan-steps-private.h"
#include "cyan-steps.h"
#include "tests.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of a file in series/, in their order. */
static GArray *
load (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "statistics", "series", name, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));
  GError *error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  words = g_strsplit_set (text, " \n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      {
        double number = g_ascii_strtod (words[i], NULL);

        g_array_append_val (numbers, number);
      }
  return numbers;
}

static char *
join (const GArray *points)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < points->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "", g_array_index (points, guint, i));
  return g_string_free (text, FALSE);
}

static char *
hunter (const double *z, guint n, guint window, double alpha, double magnitude, gboolean as_otava)
{
  const CyanHunter options = { window, alpha, magnitude, as_otava };
  g_autoptr (GArray) points = cyan_hunter_points (z, n, &options, NULL);

  return join (points);
}

/* tests/tigerbeetle_test.py of Otava 0.7, all with a window of 30. */
TEST ("/steps-golden/otava/tigerbeetle")
{
  static const struct
  {
    double alpha, magnitude;
    const char *points;
  } cases[] = {
    { 0.01, 0.05, "15 71" },
    { 0.05, 0.05, "15 71" },
    { 0.1, 0.05, "10 11 15 71 363" },
    { 0.2, 0.05, "10 11 15 71" },
    { 0.2, 0,
      "3 6 7 10 11 13 15 16 28 29 35 37 39 41 44 48 49 56 58 61 65 66 69 71 74 76 82 95 108 "
      "117 125 126 129 131 136 137 142 148 165 169 187 190 192 197 200 212 220 241 243 246 "
      "247 249 250 260 265 266 268 278 282 288 305 306 325 330 337 338 340 347 349 363" },
    { 0.1, 0,
      "3 6 10 11 15 16 28 29 35 37 39 41 44 48 49 61 71 95 117 131 142 148 165 169 192 206 "
      "212 260 265 268 278 282 288 305 363" },
    { 0.01, 0, "15 26 61 71 95 117 131 142 148 165 169 192 212 260" },
    { 0.001, 0, "15 61 71 95 117 131 142 148 192 212 260" },
    { 0.0001, 0, "71 95 117 131 142 148 192 212" },
    { 0.00001, 0, "71 95 131 192 212" },
  };
  g_autoptr (GArray) series = load ("tigerbeetle.txt");
  guint mended = 0;

  g_assert_cmpuint (series->len, ==, 365);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const double *z = (const double *) (gpointer) series->data;
      g_autofree char *as_otava =
          hunter (z, series->len, 30, cases[i].alpha, cases[i].magnitude, TRUE);
      g_autofree char *ours =
          hunter (z, series->len, 30, cases[i].alpha, cases[i].magnitude, FALSE);

      g_assert_cmpstr (as_otava, ==, cases[i].points);
      mended += strcmp (ours, as_otava) != 0;
    }
  /* The faults matter: without them many lists differ. */
  g_assert_cmpuint (mended, >=, 5);
}

/* tests/series_test.py and tests/analysis_test.py of Otava 0.7. */
TEST ("/steps-golden/otava/small")
{
  static const double down[] = { 1.02, .95, .99, 1.00, 1.12, 1.00, 1.01, .98, 1.01, .96,
                                 .50,  .51, .48, .48,  .55,  .50,  .49,  .51, .50,  .49 };
  static const double one[] = { 1.02, .95, .99, 1.00, 1.12, .90, .50, .51, .48, .48, .55 };
  static const double two[] = { 2.02, 2.03, 2.01, 2.04, 1.82, 1.85, 1.79, 1.81, 1.80, 1.76, 1.78 };
  static const double zeros[] = { 0, 0, 0, 1.00, 1.12, .90, .50, .51, .48, .48, .55 };
  static const struct
  {
    const double *z;
    guint n, window;
    double alpha;
    const char *points;
  } cases[] = {
    { down, G_N_ELEMENTS (down), 10, 0.0001, "10" },
    { one, G_N_ELEMENTS (one), 50, 0.001, "6" },
    { two, G_N_ELEMENTS (two), 50, 0.001, "4" },
    { zeros, G_N_ELEMENTS (zeros), 50, 0.001, "3 6" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *points =
          hunter (cases[i].z, cases[i].n, cases[i].window, cases[i].alpha, 0, TRUE);

      g_assert_cmpstr (points, ==, cases[i].points);
    }
}

/* tests/change_point_divisive_test.py of Otava 0.7: the windows alone. */
TEST ("/steps-golden/otava/windows")
{
  static const double z[] = { .3,   2.4,   1.5,   -.9,   -.5,   99.7,  98.3,
                              99.1, 149.0, 149.7, 149.5, 149.1, 148.8, 150.0 };
  g_autoptr (GArray) points = cyan_steps_candidates (z, G_N_ELEMENTS (z), G_N_ELEMENTS (z), 0.01,
                                                     CYAN_DEVIATIONS_POPULATION);

  ASSERT_TEXT (join (points), "5 8");
}

/* tests/data/expected_result_robust_series_proper_division.json of MongoDB. */
TEST ("/steps-golden/mongodb")
{
  g_autoptr (GArray) numbers = load ("mongodb.txt");
  guint n = numbers->len / 2;
  g_autofree double *z = g_new (double, n);
  CyanDistances distances;

  g_assert_cmpuint (n, ==, 173);
  for (guint i = 0; i < n; i++)
    z[i] = g_array_index (numbers, double, 2 * i);
  cyan_distances_init (&distances, n);
  cyan_distances_set (&distances, z, n);
  for (guint i = 1; i < n; i++)
    {
      double expected = g_array_index (numbers, double, 2 * i + 1);

      g_assert_cmpfloat_with_epsilon (cyan_distances_q (&distances, 0, i, n), expected,
                                      2e-11 * MAX (1, fabs (expected)));
    }
  cyan_distances_clear (&distances);
}

static CyanSteps *
steps_of (const GArray *values, const CyanStepsOptions *options)
{
  g_autofree guint *begin = g_new (guint, values->len + 1);
  const CyanSeries series = { values->len, begin, (const double *) (gconstpointer) values->data };
  GError *error = NULL;
  CyanSteps *steps;

  for (guint i = 0; i <= values->len; i++)
    begin[i] = i;
  steps = cyan_steps_new (&series, options, &error);
  g_assert_no_error (error);
  return steps;
}

static char *
join_steps (const CyanSteps *steps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < steps->n_steps; i++)
    g_string_append_printf (text, "%s%u %+.1f%%", i > 0 ? ", " : "", steps->steps[i].revision,
                            100 * (steps->steps[i].size.ratio - 1));
  for (guint i = 0; i < steps->n_outliers; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? " " : "; ", steps->outliers[i]);
  return g_string_free (text, FALSE);
}

/* The default mode on the same series. */
TEST ("/steps-golden/backward")
{
  g_autoptr (GArray) series = load ("tigerbeetle.txt");
  CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanSteps) small = steps_of (series, &options);
  g_autofree char *of_2 = join_steps (small);
  g_autoptr (CyanSteps) large = NULL;

  options.magnitude = 0.05;
  large = steps_of (series, &options);
  ASSERT_TEXT (join_steps (large), "15 -10.9%, 71 +21.2%; 10 363");
  /* Otava finds 142 and 148, too; a search from the left alone does not. */
  g_assert_cmpstr (of_2, ==,
                   "15 -11.4%, 61 +3.5%, 71 +16.0%, 95 -3.5%, 131 +3.2%, 142 +3.1%, 148 -2.7%, "
                   "192 +3.4%; 10 363");
}

/* The mode of the program is the method without its faults, and it sees the median of the runs. */
TEST ("/steps-golden/mode")
{
  g_autoptr (GArray) series = load ("tigerbeetle.txt");
  CyanStepsOptions options = CYAN_STEPS_HUNTER_OPTIONS_INIT;
  g_autoptr (CyanSteps) steps = NULL;
  g_autofree char *points =
      hunter ((const double *) (gpointer) series->data, series->len, 30, 0.001, 0.05, FALSE);
  g_autoptr (GString) found = g_string_new (NULL);

  options.window = 30;
  options.magnitude = 0.05;
  steps = steps_of (series, &options);
  for (guint i = 0; i < steps->n_steps; i++)
    {
      g_string_append_printf (found, "%s%u", i > 0 ? " " : "", steps->steps[i].revision);
      g_assert_cmpfloat (steps->steps[i].p, <, 0.001);
    }
  g_assert_cmpstr (found->str, ==, points);
  g_assert_cmpstr (points, ==, "15 71");
}
