/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs of a store were measured together, and which metric shows a difference best. */
#include "cyan-bisect-private.h"
#include "tests.h"

enum
{
  WALL = 1,
  CPU,
  RSS
};

static void
row_free (gpointer data)
{
  CyanStoreCellValue *row = data;

  g_free (row->name);
  g_free (row->unit);
  g_free (row);
}

static void
add_row (GPtrArray *rows, gint64 metric, const char *name, gint64 run, double value)
{
  const CyanStoreCellValue row = { .metric = metric,
                                   .name = g_strdup (name),
                                   .unit = g_strdup ("s"),
                                   .value = value,
                                   .run = run,
                                   .environment = 1 };

  g_ptr_array_add (rows, g_memdup2 (&row, sizeof row));
}

/* One letter for each run, by revision, a space is a pause of two hours, "|" another session; the
 * digits are the visits that are expected. */
static void
check_visits (const char *runs, const char *visits)
{
  GPtrArray *rows[3];
  CyanBisectRuns *self = cyan_bisect_runs_new ();
  gint64 time = 1000, session = 1;
  guint first = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    rows[i] = g_ptr_array_new_with_free_func (row_free);
  for (guint i = 0; runs[i] != '\0'; i++)
    {
      GPtrArray *row;

      time += runs[i] == ' ' ? 7200 : 5;
      session += runs[i] == '|';
      if (!g_ascii_isalpha (runs[i]))
        continue;
      row = rows[runs[i] - 'a'];
      /* Each run has two metrics. */
      for (guint metric = WALL; metric <= CPU; metric++)
        {
          add_row (row, metric, "wall", i, 1);
          ((CyanStoreCellValue *) row->pdata[row->len - 1])->environment = session;
          ((CyanStoreCellValue *) row->pdata[row->len - 1])->began = time;
        }
    }
  cyan_bisect_runs_add_stored (self, rows, G_N_ELEMENTS (rows));
  for (guint i = 0; runs[i] != '\0'; i++)
    {
      const CyanSearchOccasion *occasion = cyan_bisect_runs_find (self, i);

      g_assert_cmpint (occasion != NULL, ==, g_ascii_isalpha (runs[i]));
      if (occasion == NULL)
        continue;
      first = first == 0 ? occasion->visit : first;
      g_assert_cmpint (visits[i], ==, '0' + (int) (occasion->visit - first));
      g_assert_cmpuint (occasion->build, ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_ptr_array_unref (rows[i]);
  cyan_bisect_runs_free (self);
}

TEST ("/bisect-runs/visits")
{
  check_visits ("aaa", "000");
  check_visits ("abbaab", "000000");
  /* Another pair, or another revision alone. */
  check_visits ("abbacaac", "00001111");
  check_visits ("ababcc", "000011");
  /* A pause, another session. */
  check_visits ("abab baab", "0000 1111");
  check_visits ("abab|abab", "0000 1111");
}

/* The runs of a visit have its number; those of a build again, that of the build. */
TEST ("/bisect-runs/new-visit")
{
  CyanBisectRuns *self = cyan_bisect_runs_new ();
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);

  add_row (rows, WALL, "wall", 7, 1);
  cyan_bisect_runs_begin_visit (self);
  cyan_bisect_runs_add (self, rows, 0);
  add_row (rows, WALL, "wall", 8, 1);
  cyan_bisect_runs_begin_visit (self);
  cyan_bisect_runs_add (self, rows, 3);
  g_assert_cmpuint (cyan_bisect_runs_find (self, 7)->build, ==, 0);
  g_assert_cmpuint (cyan_bisect_runs_find (self, 8)->build, ==, 3);
  g_assert_cmpuint (cyan_bisect_runs_find (self, 7)->visit, !=,
                    cyan_bisect_runs_find (self, 8)->visit);
  cyan_bisect_runs_free (self);
}

#define N_RUNS 6

/* Two ends whose metrics are @first and @cpu of the first end at the second, with a scatter of
 * @scatter and of 0.2 %; the memory is doubled. */
static void
check_choice (const char *judged,
              double scatter,
              double first,
              double cpu,
              const char *expected,
              const char *words)
{
  static const double noise[N_RUNS] = { 0, 1, -1, 0.5, -1, 1 };
  CyanBisectRuns *self = cyan_bisect_runs_new ();
  GPtrArray *ends[2];
  g_autofree char *reason = NULL;
  const CyanStoreCellValue *chosen;

  cyan_bisect_runs_begin_visit (self);
  for (guint end = 0; end < 2; end++)
    {
      ends[end] = g_ptr_array_new_with_free_func (row_free);
      for (guint r = 0; r < N_RUNS; r++)
        {
          double here = noise[(r + 2 * end) % N_RUNS];

          add_row (ends[end], WALL, judged, 10 * end + r, (end > 0 ? first : 1) + scatter * here);
        }
      for (guint r = 0; r < N_RUNS; r++)
        {
          double here = noise[(r + 3 * end) % N_RUNS];

          add_row (ends[end], CPU, "cpu", 10 * end + r, (end > 0 ? cpu : 1) + 0.002 * here);
        }
      for (guint r = 0; r < N_RUNS; r++)
        add_row (ends[end], RSS, "rss", 10 * end + r, end + 1);
      cyan_bisect_runs_add (self, ends[end], 0);
    }
  chosen = cyan_bisect_runs_choose (self, ends, ends[0]->pdata[0], 0.005, &reason);
  g_assert_cmpstr (chosen->name, ==, expected);
  if (words == NULL)
    g_assert_null (reason);
  else
    {
      g_assert_true (g_str_has_prefix (reason, words));
      g_assert_true (g_str_has_suffix (reason, "."));
    }
  for (guint end = 0; end < 2; end++)
    g_ptr_array_unref (ends[end]);
  cyan_bisect_runs_free (self);
}

TEST ("/bisect-runs/metric")
{
  check_choice ("wall", 0.02, 1.05, 1.05, "cpu", "The metric is cpu: the ends differ by ");
  /* What waits is not in it. */
  check_choice ("wall", 0.02, 1.3, 1, "wall", "The metric is wall: the ends differ by ");
  /* It is less work, but waits longer, or it is another and smaller difference. */
  check_choice ("wall", 0.02, 1.3, 0.9, "wall", "The metric is wall: the ends differ by ");
  check_choice ("wall", 0.02, 1.3, 1.05, "wall", "The metric is wall: the ends differ by ");
  /* What scatters more is named only. */
  check_choice ("time", 0.0002, 1, 1.05, "time", "The metric is time.  The ends differ by ");
  /* Nothing is shown. */
  check_choice ("wall", 0.02, 1, 1, "wall", NULL);
  /* What the benchmark counts is no work. */
  check_choice ("jobs", 0.02, 1.05, 1.05, "jobs", NULL);
}
