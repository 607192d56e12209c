/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a machine is as fast as it was. */
#include "cyan-health.h"

#include <math.h>

#include "store-samples.h"
#include "tests.h"

#define N_WORLDS 2000
#define SCATTER  0.01

static double
normal (GRand *random)
{
  return sqrt (-2 * log (1 - g_rand_double (random))) * cos (2 * G_PI * g_rand_double (random));
}

/* How often a time that is @factor times as long is named, after @n others. */
static double
rate (guint n, double factor)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  g_autofree double *times = g_new (double, n + 1);
  guint n_named = 0;

  for (guint world = 0; world < N_WORLDS; world++)
    {
      for (guint i = 0; i <= n; i++)
        times[i] = 0.01 * exp (SCATTER * normal (random));
      n_named += cyan_health_judge (times, n, factor * times[n]) != 1;
    }
  return (double) n_named / N_WORLDS;
}

/* A sound machine is hardly ever named, one that is much slower nearly always. */
TEST ("/health/rates")
{
  static const guint numbers[] = { CYAN_HEALTH_LEAST, 20, CYAN_HEALTH_MOST, 200 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_test_message ("%u: %.4f, +12 %%: %.3f", numbers[i], rate (numbers[i], 1),
                      rate (numbers[i], 1.12));
      g_assert_cmpfloat (rate (numbers[i], 1), <=, 0.01);
      g_assert_cmpfloat (rate (numbers[i], 1.5), >=, 0.95);
    }
  g_assert_cmpfloat (rate (20, 1.12), >=, 0.9);
  g_assert_cmpfloat (rate (50, 0.88), >=, 0.99);
  g_assert_cmpfloat (rate (CYAN_HEALTH_LEAST - 1, 10), ==, 0);
}

/* A few visits in which it was slower do not hide the next one, and many make it the rule. */
TEST ("/health/until-it-is-back")
{
  double times[200];
  guint n = 0, n_named = 0;

  while (n < 40)
    {
      times[n] = 0.01 * (1 + 0.001 * (n % 7));
      n++;
    }
  for (; n < 50; n++)
    {
      times[n] = 0.0112 * (1 + 0.001 * (n % 7));
      g_assert_cmpfloat_with_epsilon (cyan_health_judge (times, n, times[n]), 1.12, 0.005);
    }
  g_assert_cmpfloat (cyan_health_judge (times, n, 0.01002), ==, 1);
  for (; n < 200; n++)
    {
      times[n] = 0.0112 * (1 + 0.001 * (n % 7));
      n_named += cyan_health_judge (times, n, times[n]) != 1;
    }
  g_assert_cmpuint (n_named, <, 50);
  g_assert_cmpfloat (cyan_health_judge (times, n, 0.0112), ==, 1);
  /* Nothing scatters, but 1 % says nothing. */
  for (n = 0; n < 20; n++)
    times[n] = 1;
  g_assert_cmpfloat (cyan_health_judge (times, n, 1.01), ==, 1);
  g_assert_cmpfloat_with_epsilon (cyan_health_judge (times, n, 0.5), 0.5, 1e-9);
}

static void
add (CyanStore *store, gint64 machine, const char *host, const char *program, const char *seconds)
{
  g_autofree char *facts =
      g_strdup_printf ("{\"host\": \"%s\", \"reference\": \"%s\"}", host, seconds);
  g_autoptr (GError) error = NULL;
  gint64 id;

  cyan_store_add_environment (store, machine, 1, facts, program, &id, &error);
  g_assert_no_error (error);
}

/* Each computer is compared with itself, each program with its own times. */
TEST ("/health/series")
{
  g_autofree char *path = sample_path ("series.db"), *slower = NULL, *faster = NULL;
  g_autoptr (CyanStore) store = sample_open (path, CYAN_STORE_CREATE);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GArray) ratios = NULL;
  gint64 machine;

  g_assert_true (cyan_store_put_machine (store, "box", "i", &machine, NULL));
  for (guint i = 0; i < 10; i++)
    {
      add (store, machine, "a", "cyan 1", "0.01");
      add (store, machine, "b", "cyan 1", "0.02");
      add (store, machine, "b", "cyan 2", "nan");
    }
  add (store, machine, "a", "cyan 1", "0.02");
  add (store, machine, "b", "cyan 1", "0.02");
  add (store, machine, "b", "cyan 2", "0.5");
  add (store, machine, "b", "cyan 1", "0.01");
  rows = cyan_store_read_environments (store, machine, NULL);
  ratios = cyan_health_judge_all (rows);
  g_assert_cmpuint (ratios->len, ==, 34);
  for (guint i = 0; i < ratios->len; i++)
    g_assert_cmpfloat_with_epsilon (g_array_index (ratios, double, i),
                                    i == 30   ? 2
                                    : i == 33 ? 0.5
                                              : 1,
                                    1e-9);
  slower = cyan_health_sentence ("box", 1.12);
  faster = cyan_health_sentence ("box", 0.5);
  g_assert_cmpstr (slower, ==, "box is 12 % slower than it was");
  g_assert_cmpstr (faster, ==, "box is 50 % faster than it was");
}

/* The work takes the time that it is given, and its times hardly depend on that. */
TEST ("/health/measured")
{
  const guint first = 0;
  gint64 begin = g_get_monotonic_time ();
  double time = cyan_health_measure (&first, 1, 0.2);

  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 200000);
  g_assert_cmpfloat (time, >, 0.0001);
  g_assert_cmpfloat (cyan_health_measure (NULL, 0, 0.2), <, 20 * time);
}

TESTS ()
{
}
