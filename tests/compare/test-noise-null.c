/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The noise of one exact run a side, by functions that are called alike. */
#include "noise-fixture.h"

#include "tests.h"

#define N_ALIKE 150

/* One exact run of a program of functions that are called alike: their times are @whole times as
 * long, and scatter by @spread; @n_planted from f10 on take exp (@planted) times as long. */
static CyanProfile *
timed_run (guint32 seed, double whole, double spread, guint n_planted, double planted)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new ("m:1000*1(");
  CyanProfile *self;

  for (guint f = 0; f < N_ALIKE; f++)
    {
      double noise = 0;

      for (guint i = 0; i < 12; i++)
        noise += g_rand_double (rand) - 0.5;
      noise = spread * noise + (f >= 10 && f < 10 + n_planted ? planted : 0);
      g_string_append_printf (text, "f%u:%d*%u ", f,
                              (int) (1e5 * (1 + f % 17) * whole * exp (noise)), 1 + f % 7);
    }
  g_string_append_c (text, ')');
  self = profile (text->str);
  g_free (self->metrics[0].unit);
  self->metrics[0].unit = g_strdup ("ns");
  return self;
}

static CyanComparison *
compare_timed (guint32 seed, double whole, double spread, guint n_planted, double planted)
{
  g_autoptr (CyanProfile) a = timed_run (2 * seed, 1, spread, 0, 0);
  g_autoptr (CyanProfile) b = timed_run (2 * seed + 1, whole, spread, n_planted, planted);
  CyanComparison *self = compare_profiles (a, b, CYAN_MATCH_PATH);

  g_assert_cmpint (self->noise.kind, ==, CYAN_NOISE_NULL);
  return self;
}

/* Functions with equal calls that differ by chance show a change in about one of twenty pairs, also
 * if the whole run was slower; and the words give no direction. */
TEST ("/noise-null/same")
{
  static const double spreads[] = { 0.01, 0.05, 0.2 };
  guint n_shown = 0, n = 0;

  for (guint s = 0; s < G_N_ELEMENTS (spreads); s++)
    for (guint32 seed = 0; seed < 60; seed++, n++)
      {
        g_autoptr (CyanComparison) self =
            compare_timed (1000 * s + seed, seed % 2 == 0 ? 1 : 1.7, spreads[s], 0, 0);
        g_autofree char *verdict = cyan_comparison_verdict_text (self);

        n_shown += shows_a_node (self) || shows_a_function (self);
        g_assert_true (g_str_has_suffix (verdict, ", within noise"));
      }
  g_test_message ("of %u pairs of exact runs %u show something", n, n_shown);
  g_assert_cmpuint (n_shown, <=, n / 20);
}

/* How many of 180 changes are found that are @times the spread that 95 % do not exceed; none may be
 * found in the other direction. */
static guint
count_planted (double times)
{
  static const double spreads[] = { 0.01, 0.05, 0.2 };
  guint n_found = 0;

  for (guint s = 0; s < G_N_ELEMENTS (spreads); s++)
    for (guint32 seed = 0; seed < 20; seed++)
      {
        double planted = times * 1.96 * G_SQRT2 * spreads[s] + 0.02;
        g_autoptr (CyanComparison) self =
            compare_timed (7000 + 100 * s + seed, 1.3, spreads[s], 3, planted);

        for (guint f = 10; f < 13; f++)
          {
            g_autofree char *name = g_strdup_printf ("f%u", f);

            n_found += cyan_noise_function_changed (&self->noise, &self->compared,
                                                    find_function (self, name));
            g_assert_cmpfloat (cyan_noise_gain (&self->noise, &self->compared, find (self, name),
                                                CYAN_DIRECTION_FASTER),
                               ==, 0);
          }
      }
  g_test_message ("of 180 changes of %g spreads %u are found", times, n_found);
  return n_found;
}

TEST ("/noise-null/planted")
{
  g_assert_cmpuint (count_planted (3), >=, 120);
  g_assert_cmpuint (count_planted (5), >=, 171);
}

/* What is common to all functions is no change, and is told. */
TEST ("/noise-null/common")
{
  g_autoptr (CyanComparison) self = compare_timed (5, 2, 0.02, 0, 0);

  g_assert_cmpfloat_with_epsilon (self->noise.common, 2, 0.02);
  g_assert_false (shows_a_node (self));
}

/* More calls are no chance, however noisy times are; what they do not explain may be. */
TEST ("/noise-null/calls")
{
  g_autoptr (CyanProfile) a = timed_run (3, 1, 0.3, 0, 0);
  g_autoptr (CyanProfile) b = timed_run (4, 1, 0.3, 0, 0);
  g_autoptr (CyanComparison) self = NULL;

  for (CyanNode i = 1; i < b->n_nodes; i++)
    if (strcmp (cyan_profile_name (b, i), "f16") == 0)
      {
        double more = b->metrics[0].self[i];

        b->calls[i] *= 2;
        b->metrics[0].self[i] += more;
        for (CyanNode up = i; up != CYAN_NODE_NONE; up = up > 0 ? b->parent[up] : CYAN_NODE_NONE)
          b->metrics[0].total[up] += more;
      }
  self = compare_profiles (a, b, CYAN_MATCH_PATH);
  for (guint f = 0; f < N_ALIKE; f++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", f);

      g_assert_cmpint (
          cyan_noise_function_changed (&self->noise, &self->compared, find_function (self, name)),
          ==, f == 16);
    }
}

/* Exchanging the sides inverts ratios and keeps what is significant. */
TEST ("/noise-null/swap")
{
  g_autoptr (CyanProfile) a = timed_run (11, 1, 0.05, 0, 0);
  g_autoptr (CyanProfile) b = timed_run (12, 1.4, 0.05, 3, 1);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);
  g_autoptr (CyanComparison) mirror = compare_profiles (b, a, CYAN_MATCH_PATH);

  g_assert_cmpuint (self->noise.functions.n, ==, mirror->noise.functions.n);
  for (guint i = 0; i < self->noise.functions.n; i++)
    {
      const CyanEstimate *x = &self->noise.functions.at[i], *y = &mirror->noise.functions.at[i];

      g_assert_cmpfloat_with_epsilon (x->ratio * y->ratio, 1, 1e-5);
      g_assert_cmpint (x->q <= 0.05f, ==, y->q <= 0.05f);
    }
}
