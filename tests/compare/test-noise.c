/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Not seen is not removed: perf recordings of jq (cpu-clock at 1999 Hz).  a1 and a2 are two runs
 * of one revision, b1 is a run of the next one, which does in C what jv_group helped to do in jq.
 */
#include "comparison-fixture.h"
#include "folded-fixture.h"

#define PERIOD 500250.0

static CyanProfile *
recording (const char *name, double period)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", name, NULL);

  return folded_profile (path, "ns", period);
}

static CyanComparison *
compare_recordings (const char *before, const char *after, double period, CyanMatchMethod method)
{
  g_autoptr (CyanProfile) a = recording (before, period);
  g_autoptr (CyanProfile) b = recording (after, period);

  return compare_profiles (a, b, method);
}

static void
test_same_revision (void)
{
  for (guint method = 0; method < 2; method++)
    for (guint known = 0; known < 2; known++)
      {
        g_autoptr (CyanComparison) self =
            compare_recordings ("jq-a1.perf.folded.gz", "jq-a2.perf.folded.gz", known ? PERIOD : 0,
                                (CyanMatchMethod) method);
        guint n_one_sided = 0;

        assert_near (self->before_period, PERIOD);
        for (CyanNode i = 0; i < self->n_nodes; i++)
          {
            CyanStatus status = cyan_comparison_status (self, i);
            CyanVerdict verdict = cyan_comparison_verdict (self, i, CYAN_READING_SHARE);

            n_one_sided += status == CYAN_STATUS_ADDED || status == CYAN_STATUS_REMOVED;
            g_assert_cmpint (verdict, !=, CYAN_VERDICT_ADDED);
            g_assert_cmpint (verdict, !=, CYAN_VERDICT_REMOVED);
          }
        g_assert_cmpuint (n_one_sided, >, 100);
      }
}

static void
test_next_revision (void)
{
  for (guint method = 0; method < 2; method++)
    {
      g_autoptr (CyanComparison) self = compare_recordings (
          "jq-a1.perf.folded.gz", "jq-b1.perf.folded.gz", 0, (CyanMatchMethod) method);
      CyanNode unique = find (self, "jv_unique");
      const char *was = cyan_comparison_old_name (self, unique);
      guint n_not_seen = 0, n_one_sided = 0;

      /* The search by context may find that one stands where the other stood. */
      if (method == CYAN_MATCH_PATH || was == NULL)
        {
          g_assert_cmpint (cyan_comparison_verdict (self, unique, CYAN_READING_SHARE), ==,
                           CYAN_VERDICT_ADDED);
          g_assert_cmpint (
              cyan_comparison_verdict (self, find (self, "jv_group"), CYAN_READING_SHARE), ==,
              CYAN_VERDICT_REMOVED);
        }
      else
        g_assert_cmpstr (was, ==, "jv_group");

      for (CyanNode i = 0; i < self->n_nodes; i++)
        {
          CyanSide before, after;

          cyan_comparison_sides (self, i, &before, &after);
          n_one_sided += before.present != after.present;
          if (!self->not_seen[i])
            continue;
          n_not_seen++;
          g_assert_true (before.present != after.present);
          g_assert_cmpfloat (before.total + after.total, <, 20 * PERIOD);
        }
      g_assert_cmpuint (n_not_seen, >, 20);
      g_assert_cmpuint (n_one_sided - n_not_seen, >, 20);
      g_assert_cmpint (cyan_comparison_direction (self), ==, CYAN_DIRECTION_FASTER);
    }
}

static CyanProfile *
sampled (const char *text, CyanRecording recorded)
{
  CyanProfile *self = profile (text);

  self->recording = recorded;
  self->period = recorded == CYAN_RECORDING_SAMPLED ? 1 : 0;
  return self;
}

static void
assert_verdicts (CyanRecording before,
                 CyanRecording after,
                 CyanVerdict gone,
                 CyanVerdict fresh,
                 CyanVerdict heavy)
{
  g_autoptr (CyanProfile) a = sampled ("m:500(x:500 gone:1(under:1))", before);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:500 fresh:3 heavy:40(light:1))", after);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);
  static const char *const names[] = { "gone", "under", "fresh", "heavy", "light" };
  const CyanVerdict expected[] = { gone, gone, fresh, heavy, heavy };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (cyan_comparison_verdict (self, find (self, names[i]), CYAN_READING_SHARE), ==,
                     expected[i]);
}

/* It is the side which lacks a node that may have missed it.  What a new node calls is new. */
static void
test_which_side_doubts (void)
{
  assert_verdicts (CYAN_RECORDING_SAMPLED, CYAN_RECORDING_SAMPLED, CYAN_VERDICT_UNCHANGED,
                   CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_EXACT, CYAN_RECORDING_SAMPLED, CYAN_VERDICT_UNCHANGED,
                   CYAN_VERDICT_ADDED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_SAMPLED, CYAN_RECORDING_EXACT, CYAN_VERDICT_REMOVED,
                   CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_ADDED);
  assert_verdicts (CYAN_RECORDING_EXACT, CYAN_RECORDING_EXACT, CYAN_VERDICT_REMOVED,
                   CYAN_VERDICT_ADDED, CYAN_VERDICT_ADDED);
}

/* A run that took ten times as long for one function gives no reason to call another one, seen in
 * four samples before, removed: its time may be what it was. */
static void
test_slow_run (void)
{
  g_autoptr (CyanProfile) a = sampled ("m:500(x:500 rare:4)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:9500)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);

  g_assert_true (self->not_seen[find (self, "rare")]);
}

/* Nor does a recording a tenth as long. */
static void
test_short_recording (void)
{
  g_autoptr (CyanProfile) a = sampled ("m:5000(x:5000 rare:5)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:500(x:500)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);

  g_assert_true (self->not_seen[find (self, "rare")]);
}

/* 100 against 110 samples is what chance does; 100 against 200 is not. */
static void
test_masses (void)
{
  g_autoptr (CyanProfile) a = sampled ("m:0(x:100 y:100)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanProfile) b = sampled ("m:0(x:110 y:200)", CYAN_RECORDING_SAMPLED);
  g_autoptr (CyanComparison) self = compare_profiles (a, b, CYAN_MATCH_PATH);
  g_autoptr (GArray) suspects = cyan_suspects_new (self, CYAN_DIRECTION_SLOWER, 10);

  g_assert_cmpfloat (self->slower_mass[find (self, "x")], ==, 0);
  assert_near (self->slower_mass[find (self, "y")], 100 - 2 * sqrt (300));
  g_assert_cmpuint (suspects->len, ==, 1);
  g_assert_cmpuint (g_array_index (suspects, CyanSuspect, 0).node, ==, find (self, "y"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/noise/same-revision", test_same_revision);
  g_test_add_func ("/noise/next-revision", test_next_revision);
  g_test_add_func ("/noise/which-side-doubts", test_which_side_doubts);
  g_test_add_func ("/noise/slow-run", test_slow_run);
  g_test_add_func ("/noise/short-recording", test_short_recording);
  g_test_add_func ("/noise/masses", test_masses);
  return g_test_run ();
}
