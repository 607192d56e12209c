/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hosts of a profile: as runs, their spread, and what stands out on one. */
#include "noise-fixture.h"

#include "cyan-host-spread.h"
#include "fleet.h"
#include "tests.h"

#include <string.h>

static CyanProfile *
merge_texts (const char *const *texts)
{
  static const char *const names[] = { "web1", "web2", "web3", "web4" };
  CyanProfile *parts[4], *whole;
  guint n = g_strv_length ((GStrv) texts);

  for (guint i = 0; i < n; i++)
    parts[i] = profile (texts[i]);
  whole = fleet_merge (parts, names, n);
  while (n > 0)
    cyan_profile_unref (parts[--n]);
  return whole;
}

/* The hosts of @whole as runs. */
static CyanRuns *
runs_of (CyanProfile *whole)
{
  g_autoptr (CyanRuns) one = MUST (cyan_runs_new (&whole, 1, NULL, "a side", NULL, NULL, &failure));

  return MUST (cyan_runs_of_hosts (one, NULL, &failure));
}

static CyanComparison *
compare_runs (CyanRuns *before, CyanRuns *after)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *self = MUST (cyan_comparison_new_runs (before, after, &options, NULL, &failure));

  MUST (cyan_comparison_check (self, &failure));
  return self;
}

/* Hosts are what the same profiles are as runs. */
TEST ("/hosts/are-runs")
{
  static const char *const texts[] = { "a:2*1(b:3*2 c:4*1)", "a:6*2(c:8*3(d:6*1))", "a:1*1", NULL };
  g_autoptr (CyanProfile) whole = merge_texts (texts);
  g_autoptr (CyanRuns) hosts = runs_of (whole), runs = NULL;
  CyanProfile *parts[3];

  for (guint i = 0; i < 3; i++)
    parts[i] = profile (texts[i]);
  runs = MUST (cyan_runs_new (parts, 3, NULL, "a side", NULL, NULL, &failure));
  g_assert_true (cyan_runs_are_hosts (hosts));
  g_assert_false (cyan_runs_are_hosts (runs));
  ASSERT_TEXT (cyan_profile_to_text (hosts->mean, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS),
               "a:3*1(b:1*1 c:4*1(d:2*1))");
  g_assert_cmpuint (hosts->n_runs, ==, runs->n_runs);
  g_assert_cmpuint (hosts->mean->n_nodes, ==, runs->mean->n_nodes);
  for (guint r = 0; r < 3; r++)
    {
      g_assert_cmpfloat (hosts->totals[r], ==, runs->totals[r]);
      for (CyanNode i = 0; i < runs->mean->n_nodes; i++)
        {
          g_assert_cmpfloat ((double) hosts->self[r][i], ==, (double) runs->self[r][i]);
          g_assert_cmpfloat ((double) hosts->calls[r][i], ==, (double) runs->calls[r][i]);
        }
      cyan_profile_unref (parts[r]);
    }
}

static void
assert_spread (const CyanHostSpread *spread, guint n, const double *numbers, guint32 host)
{
  g_assert_cmpuint (spread->n, ==, n);
  assert_near (spread->least, numbers[0]);
  assert_near (spread->median, numbers[1]);
  assert_near (spread->largest, numbers[2]);
  g_assert_cmpuint (spread->host, ==, host);
}

/* A host without a context has 0 of it. */
TEST ("/hosts/spread")
{
  g_autoptr (CyanProfile) whole = merge_texts (
      (const char *const[]){ "m:1(a:5(b:1))", "m:2(a:1)", "m:3(a:9(b:10))", "m:100", NULL });
  g_autofree CyanHostSpread *spreads =
      MUST (cyan_host_spreads_new (whole->hosts, whole, 0, NULL, &failure));

  ASSERT_TEXT (cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF), "m:106(a:15(b:11))");
  assert_spread (&spreads[0], 4, (const double[]){ 3, 14.5, 100 }, 3);
  assert_spread (&spreads[1], 4, (const double[]){ 3, 14.5, 100 }, 3);
  assert_spread (&spreads[2], 3, (const double[]){ 0, 3.5, 19 }, 2);
  assert_spread (&spreads[3], 2, (const double[]){ 0, 0.5, 10 }, 2);
}

/* ---- a fleet that is made up ---- */

#define N_FLEET     40
#define N_NODES     150
#define N_FUNCTIONS 50
#define SLOW        7 /* one of these */

/* Hosts have more or less load, and each context costs more or less on each.  Some small contexts are on few
 * hosts.  A host has about 2,000 samples if it is sampled.  On some hosts a function takes longer. */
typedef struct
{
  guint32 seed;
  double load; /* by how much it scatters, as a standard deviation of logs */
  double scatter;
  gboolean is_sampled;
  guint first_slow, n_slow;
  double factor;
} Fleet;

static double
normal (GRand *rand)
{
  double sum = 0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (rand);
  return sum - 6;
}

/* The number of samples of so many that are expected. */
static double
poisson (GRand *rand, double mean)
{
  double limit = exp (-mean), product = g_rand_double (rand);
  guint n = 0;

  if (mean > 30)
    return MAX (round (mean + sqrt (mean) * normal (rand)), 0);
  for (; product > limit; n++)
    product *= g_rand_double (rand);
  return n;
}

static CyanProfile *
make_host (const Fleet *fleet, guint h)
{
  g_autoptr (GRand) tree = g_rand_new_with_seed (1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (fleet->seed * 1000 + h);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  double load = exp (fleet->load * normal (rand));
  CyanNode nodes[N_NODES] = { 0 };

  cyan_profile_builder_metric (builder, "time", fleet->is_sampled ? "samples" : "ns");
  if (fleet->is_sampled)
    cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 1);
  for (guint i = 1; i < N_NODES; i++)
    {
      guint up = (guint) g_rand_int_range (tree, (gint32) (i > 20 ? i - 20 : 0), (gint32) i);
      guint f = i % N_FUNCTIONS;
      double usual = exp (1.2 * normal (tree)), cost;
      gboolean is_rare = g_rand_double (tree) < 0.05;
      g_autofree char *name = g_strdup_printf ("f%u", f);
      gboolean is_slow =
          f == SLOW && h >= fleet->first_slow && h < fleet->first_slow + fleet->n_slow;

      cost = usual * (is_rare ? 0.1 : 1) * load * exp (fleet->scatter * normal (rand))
             * (is_slow ? fleet->factor : 1);
      if (is_rare && g_rand_double (rand) < 0.9)
        {
          nodes[i] = nodes[up];
          continue;
        }
      nodes[i] = cyan_profile_builder_child (
          builder, nodes[up],
          cyan_profile_builder_named (builder, cyan_strings_add (strings, name, -1)), 0, NULL);
      cyan_profile_builder_add (builder, 0, nodes[i],
                                fleet->is_sampled ? poisson (rand, 7 * cost) : round (1e6 * cost));
    }
  return cyan_profile_builder_finish (builder);
}

static void
make_fleet (const Fleet *fleet, CyanProfile **hosts)
{
  for (guint h = 0; h < N_FLEET; h++)
    hosts[h] = make_host (fleet, h);
}

static void
free_fleet (CyanProfile **hosts)
{
  for (guint h = 0; h < N_FLEET; h++)
    cyan_profile_unref (hosts[h]);
}

/* The runs of @n @hosts, through their merge. */
static CyanRuns *
runs_of_hosts (CyanProfile *const *hosts, guint n)
{
  char *names[N_FLEET];
  g_autoptr (CyanProfile) whole = NULL;

  for (guint i = 0; i < n; i++)
    names[i] = g_strdup_printf ("web%02u", i);
  whole = fleet_merge (hosts, (const char *const *) names, n);
  for (guint i = 0; i < n; i++)
    g_free (names[i]);
  return runs_of (whole);
}

static void
shuffle (CyanProfile **hosts, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = N_FLEET; i-- > 1;)
    {
      guint k = (guint) g_rand_int_range (rand, 0, (gint32) i + 1);
      CyanProfile *host = hosts[i];

      hosts[i] = hosts[k];
      hosts[k] = host;
    }
}

static const Fleet fleets[] = {
  { .seed = 1, .load = 0.05, .scatter = 0.05 },
  { .seed = 2, .load = 0.4, .scatter = 0.15 },
  { .seed = 3, .load = 0.2, .scatter = 0.1, .is_sampled = TRUE },
};

/* Two halves of a fleet show nothing in at least 95 of 100 divisions. */
TEST ("/hosts/halves")
{
  for (guint i = 0; i < G_N_ELEMENTS (fleets); i++)
    {
      CyanProfile *hosts[N_FLEET];
      guint n = 0;

      make_fleet (&fleets[i], hosts);
      for (guint32 seed = 0; seed < 100; seed++)
        {
          g_autoptr (CyanRuns) a = NULL, b = NULL;
          g_autoptr (CyanComparison) self = NULL;

          shuffle (hosts, seed);
          a = runs_of_hosts (hosts, N_FLEET / 2);
          b = runs_of_hosts (hosts + N_FLEET / 2, N_FLEET / 2);
          self = compare_runs (a, b);
          g_assert_cmpint (self->noise.kind, ==, CYAN_NOISE_RUNS);
          n += shows_a_node (self) || shows_a_function (self) ? 1 : 0;
        }
      g_test_message ("fleet %u: %u of 100 divisions show something", i, n);
      g_assert_cmpuint (n, <=, 5);
      free_fleet (hosts);
    }
}

/* Whether a context of @function is slower on the basis of shares. */
static gboolean
has_larger_share (const CyanComparison *self, guint32 function)
{
  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    if (cyan_compared_function (&self->compared, i) == function
        && cyan_comparison_verdict (self, i, CYAN_BASIS_SHARE) == CYAN_VERDICT_SLOWER)
      return TRUE;
  return FALSE;
}

/* A function that takes longer on all hosts after, or on half of them, is found, and hardly another
 * one.  Where the load of the hosts differs much, absolute values tell less than shares. */
static void
assert_found (const Fleet *fleet, gboolean half)
{
  Fleet slow = *fleet;
  CyanProfile *before[N_FLEET], *after[N_FLEET];
  g_autoptr (CyanRuns) a = NULL, b = NULL;
  g_autoptr (CyanComparison) self = NULL;
  g_autofree char *text = NULL;
  guint n_others = 0;
  guint32 function;

  slow.seed += 100;
  slow.n_slow = half ? N_FLEET / 2 : N_FLEET;
  slow.factor = half ? 3 : 2;
  make_fleet (fleet, before);
  make_fleet (&slow, after);
  a = runs_of_hosts (before, N_FLEET);
  b = runs_of_hosts (after, N_FLEET);
  self = compare_runs (a, b);
  text = cyan_comparison_noise_text (self);
  test_assert_matches (
      text, fleet->is_sampled ? "40 sampled hosts a side: noise is what differs from host to host"
                              : "40 exact hosts a side: noise is what differs from host to host");
  function = find_function (self, "f7");
  g_assert_true (has_larger_share (self, function));
  if (!half || fleet->load < 0.3)
    g_assert_true (cyan_noise_function_changed (&self->noise, &self->compared, function));
  for (guint32 f = 0; f < self->compared.pairs->n_functions; f++)
    n_others +=
        f != function && cyan_noise_function_changed (&self->noise, &self->compared, f) ? 1 : 0;
  g_test_message ("%u other functions", n_others);
  g_assert_cmpuint (n_others, <=, 2);
  free_fleet (before);
  free_fleet (after);
}

TEST ("/hosts/slow")
{
  for (guint i = 0; i < G_N_ELEMENTS (fleets); i++)
    for (guint half = 0; half < 2; half++)
      assert_found (&fleets[i], half > 0);
}

/* ---- what stands out on a host ---- */

static GArray *
outliers_of (const Fleet *fleet, CyanProfile **whole)
{
  CyanProfile *hosts[N_FLEET];
  g_autoptr (CyanRuns) runs = NULL;

  make_fleet (fleet, hosts);
  runs = runs_of_hosts (hosts, N_FLEET);
  *whole = cyan_profile_ref (runs->mean);
  free_fleet (hosts);
  return cyan_host_outliers_new (runs->hosts, runs->mean, 0);
}

TEST ("/hosts/outlier")
{
  for (guint i = 0; i < G_N_ELEMENTS (fleets); i++)
    {
      Fleet slow = fleets[i];
      g_autoptr (CyanProfile) whole = NULL;
      g_autoptr (GArray) outliers = NULL;
      const CyanHostOutlier *outlier;

      slow.first_slow = 23;
      slow.n_slow = 1;
      slow.factor = 6;
      outliers = outliers_of (&slow, &whole);
      g_assert_cmpuint (outliers->len, ==, 1);
      outlier = &g_array_index (outliers, CyanHostOutlier, 0);
      g_assert_cmpstr (cyan_strings_get (whole->strings, whole->functions[outlier->function].name),
                       ==, "f7");
      g_assert_cmpuint (outlier->host, ==, 23);
      g_assert_cmpuint (outlier->n_more, ==, 0);
      g_assert_cmpfloat (outlier->value, >, 3 * outlier->median);
    }
}

/* Hosts that differ by load and chance alone do not stand out, nor do many that are slow. */
TEST ("/hosts/no-outlier")
{
  for (guint i = 0; i < G_N_ELEMENTS (fleets); i++)
    {
      guint n = 0;

      for (guint32 seed = 0; seed < 100; seed++)
        {
          Fleet fleet = fleets[i];
          g_autoptr (CyanProfile) whole = NULL;
          g_autoptr (GArray) outliers = NULL;

          fleet.seed = 1000 + seed;
          fleet.n_slow = seed % 2 == 0 ? 0 : N_FLEET / 4;
          fleet.factor = 6;
          outliers = outliers_of (&fleet, &whole);
          n += outliers->len > 0 ? 1 : 0;
        }
      g_test_message ("fleet %u: %u of 100 say that a host stands out", i, n);
      g_assert_cmpuint (n, <=, 5);
    }
}
