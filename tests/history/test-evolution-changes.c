/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of the cells of a heat map, of the list of steps and of the order of lines. */
#include "cyan-evolution-commits.h"

#include <math.h>
#include <string.h>

#include "tests.h"

#define N_COLUMNS 62
#define N_RUNS    4

/* The level of a column. */
typedef double (*Level) (guint column);

static double
flat (guint column)
{
  return 2;
}

static double
slower (guint column)
{
  return column < 20 ? 1 : column < 45 ? 1.1 : 1.25;
}

static double
up_and_down (guint column)
{
  return column < 15 ? 3 : column < 40 ? 4 : 3;
}

static double
late_jump (guint column)
{
  return column < N_COLUMNS - 1 ? 1 : 1.5;
}

/* A series of its own line, with scatter.  Every 7th column is not measured. */
static void
series_init (CyanEvolutionSeries *self, guint line, const char *benchmark, Level level)
{
  GRand *rand = g_rand_new_with_seed (line + 1);
  guint n = 0;

  *self = (CyanEvolutionSeries){
    .line = line,
    .benchmark = g_strdup (benchmark),
    .definition = g_strdup (""),
    .machine = g_strdup ("m"),
    .metric = g_strdup ("wall"),
    .unit = g_strdup ("s"),
    .better = -1,
    .begin = g_new0 (guint, N_COLUMNS + 1),
    .values = g_new (double, N_COLUMNS *N_RUNS),
    .runs = g_new0 (gint64, N_COLUMNS * N_RUNS),
    .cells = g_new0 (guint8, N_COLUMNS),
    .n_failed = g_new0 (guint, N_COLUMNS),
  };
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      for (guint k = 0; k < N_RUNS && i % 7 != 3; k++)
        self->values[n++] = level (i) * exp (g_rand_double_range (rand, -0.01, 0.01));
      self->begin[i + 1] = n;
      self->cells[i] = i % 7 != 3 ? CYAN_CELL_MEASURED : CYAN_CELL_EMPTY;
    }
  g_rand_free (rand);
}

static const struct
{
  const char *benchmark;
  Level level;
} lines[] = {
  { "a", flat }, { "b", slower }, { "c", up_and_down }, { "d", flat }, { "e", late_jump }
};

#define N_LINES G_N_ELEMENTS (lines)

static CyanEvolution *
evolution_new (void)
{
  CyanEvolution *self = g_new0 (CyanEvolution, 1);

  self->n_columns = N_COLUMNS;
  self->columns = g_new0 (CyanEvolutionColumn, N_COLUMNS);
  self->n_series = self->n_lines = N_LINES;
  self->series = g_new0 (CyanEvolutionSeries, N_LINES);
  for (guint i = 0; i < N_LINES; i++)
    series_init (&self->series[i], i, lines[i].benchmark, lines[i].level);
  return self;
}

static void
find_steps (CyanEvolution *self)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  GError *error = NULL;

  g_assert_true (cyan_evolution_find_steps (self, &options, &error));
  g_assert_no_error (error);
}

static void
assert_near (double a, double b)
{
  if (isnan (a) || isnan (b))
    g_assert_true (isnan (a) && isnan (b));
  else
    g_assert_cmpfloat_with_epsilon (a / b, 1, 1e-9);
}

static void
assert_same_heat (CyanHeat a, CyanHeat b)
{
  g_assert_cmpint (a.cell, ==, b.cell);
  assert_near (a.change.ratio, b.change.ratio);
  assert_near (a.change.low, b.change.low);
  assert_near (a.change.high, b.change.high);
  g_assert_cmpint (a.significant, ==, b.significant);
  g_assert_cmpint (a.possible, ==, b.possible);
  g_assert_cmpint (a.direction, ==, b.direction);
}

/* Neither a factor on all values nor the order of runs changes a cell. */
TEST ("/evolution/factor")
{
  g_autoptr (CyanEvolution) before = evolution_new (), after = evolution_new ();
  static const guint bases[] = { CYAN_EVOLUTION_NO_BASE, 0, 30 };

  for (guint i = 0; i < N_LINES; i++)
    {
      CyanEvolutionSeries *series = &after->series[i];

      for (guint k = 0; k < series->begin[N_COLUMNS]; k += N_RUNS)
        for (guint r = 0; r < N_RUNS; r++)
          series->values[k + r] = before->series[i].values[k + N_RUNS - 1 - r] * 1e6;
    }
  find_steps (before);
  find_steps (after);
  for (guint i = 0; i < N_LINES; i++)
    for (guint column = 0; column < N_COLUMNS; column++)
      for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
        assert_same_heat (cyan_evolution_heat (&before->series[i], column, bases[b]),
                          cyan_evolution_heat (&after->series[i], column, bases[b]));
}

/* The steps of a series in reverse are mirrored, with the inverse ratios. */
TEST ("/evolution/reversal")
{
  g_autoptr (CyanEvolution) before = evolution_new (), after = evolution_new ();
  guint n_steps = 0;

  for (guint i = 0; i < N_LINES; i++)
    {
      const CyanEvolutionSeries *from = &before->series[i];
      CyanEvolutionSeries *to = &after->series[i];
      guint n = from->begin[N_COLUMNS];

      for (guint k = 0; k < n; k++)
        to->values[k] = from->values[n - 1 - k];
      for (guint k = 0; k <= N_COLUMNS; k++)
        to->begin[k] = n - from->begin[N_COLUMNS - k];
      for (guint k = 0; k < N_COLUMNS; k++)
        to->cells[k] = from->cells[N_COLUMNS - 1 - k];
    }
  find_steps (before);
  find_steps (after);
  for (guint i = 0; i < N_LINES; i++)
    for (guint column = 0; column < N_COLUMNS; column++)
      {
        guint first, second, mirror;
        CyanHeat there, back;

        if (!cyan_evolution_sides (&before->series[i], column, &first, &second))
          continue;
        /* Its first side is the first revision of the next level, seen from the other end. */
        mirror = N_COLUMNS - 1 - first;
        there = cyan_evolution_heat (&before->series[i], column, CYAN_EVOLUTION_NO_BASE);
        back = cyan_evolution_heat (&after->series[i], mirror, CYAN_EVOLUTION_NO_BASE);
        assert_near (there.change.ratio, 1 / back.change.ratio);
        assert_near (there.change.low, 1 / back.change.high);
        g_assert_cmpint (there.direction, ==, -back.direction);
        n_steps++;
      }
  g_assert_cmpuint (n_steps, >=, 4);
}

#define TRUE_STEP 33

static double
small_step (guint column)
{
  return column < TRUE_STEP ? 1 : 1.03;
}

/* The second series is of other values of the first's runs, which do not scatter. */
static CyanEvolution *
new_beside_exact (double scatter)
{
  CyanEvolution *self = evolution_new ();
  GRand *rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 2; i++)
    {
      CyanEvolutionSeries *series = &self->series[i];

      g_free (series->benchmark);
      series->benchmark = g_strdup ("both");
      for (guint column = 0; column < N_COLUMNS; column++)
        for (guint k = series->begin[column]; k < series->begin[column + 1]; k++)
          series->values[k] = small_step (column)
                              * exp (i == 0 ? g_rand_double_range (rand, -scatter, scatter) : 0);
    }
  g_rand_free (rand);
  return self;
}

/* The revisions that a step compares have all of its set between them, and an exact metric tells
 * which revision of the set it was. */
TEST ("/evolution/set")
{
  g_autoptr (CyanEvolution) evolution = new_beside_exact (0.04);
  const CyanEvolutionSeries *noisy = &evolution->series[0], *exact;
  guint column = 0, before, after;
  const CyanStep *step;

  find_steps (evolution);
  g_assert_cmpuint (noisy->steps->n_steps, ==, 1);
  step = &noisy->steps->steps[0];
  g_assert_cmpuint (step->n_where, >, 1);
  g_assert_true (cyan_evolution_sides (noisy, step->revision, &before, &after));
  g_assert_cmpuint (before, <, step->where[0]);
  g_assert_cmpuint (after, >=, step->revision);
  g_assert_cmpuint (noisy->cells[before], ==, CYAN_CELL_MEASURED);
  for (guint i = 0; i < step->n_where; i++)
    {
      double change;

      if (noisy->cells[step->where[i]] != CYAN_CELL_MEASURED)
        continue;
      g_assert_cmpuint (step->where[i], <=, after);
      change = cyan_evolution_exact_change (evolution, noisy, step->where[i], &exact);
      g_assert_true (exact == &evolution->series[1]);
      g_assert_cmpfloat_with_epsilon (change, step->where[i] == TRUE_STEP ? 1.03 : 1, 1e-9);
      column += step->where[i] == TRUE_STEP;
    }
  g_assert_cmpuint (column, ==, 1);
  g_assert_true (isnan (
      cyan_evolution_exact_change (evolution, &evolution->series[2], TRUE_STEP + 1, &exact)));
}

/* Every step is of one commit, what it costs is added up, and one that was undone costs nothing
 * today. */
TEST ("/evolution/commits")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();
  g_autoptr (GArray) steps = NULL, commits = NULL;
  guint n = 0, n_undone = 0;
  double sum = 0, today = 0, before = HUGE_VAL;

  find_steps (evolution);
  steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NAME);
  commits = cyan_evolution_list_commits (evolution);
  for (guint i = 0; i < steps->len; i++)
    sum += g_array_index (steps, CyanEvolutionStep, i).step->size.ratio - 1;
  for (guint i = 0; i < commits->len; i++)
    {
      const CyanEvolutionCommit *commit = &g_array_index (commits, CyanEvolutionCommit, i);

      n += commit->n_worse + commit->n_better;
      sum -= commit->sum;
      today += commit->today;
      g_assert_cmpfloat (commit->today, <=, before);
      g_assert_cmpuint (commit->largest.step->revision, ==, commit->column);
      before = commit->today;
      if (commit->undone_by == CYAN_EVOLUTION_NOT_UNDONE)
        continue;
      /* That of "c", which goes up and down again. */
      n_undone++;
      g_assert_cmpfloat (commit->today, ==, 0);
      g_assert_cmpfloat (commit->sum, >, 0.3);
      g_assert_cmpuint (commit->undone_by, >, commit->column);
    }
  g_assert_cmpuint (n, ==, steps->len);
  g_assert_cmpuint (n_undone, ==, 1);
  g_assert_cmpfloat_with_epsilon (sum, 0, 1e-9);
  g_assert_cmpfloat (today, !=, 0);
}

/* What the machine may have made is no revision's: it is neither worse nor better, and no commit has
 * it.  Another machine says nothing, nor does one that changes there and back on one side. */
TEST ("/evolution/machine-changed")
{
  for (guint world = 0; world < 3; world++)
    {
      gboolean is_program = world > 0;
      g_autoptr (CyanEvolution) evolution = evolution_new ();
      const CyanEvolutionSeries *series = &evolution->series[2];
      guint column, n_commits = 0;
      g_autoptr (GArray) commits = NULL;

      find_steps (evolution);
      g_assert_cmpuint (series->steps->n_steps, ==, 2);
      column = series->steps->steps[0].revision;
      evolution->n_marks = world == 2 ? 2 : 1;
      evolution->marks = g_new0 (CyanEvolutionMark, 2);
      evolution->marks[0] =
          (CyanEvolutionMark){ .kind = CYAN_MARK_ENVIRONMENT,
                               .column = column,
                               .line = -1,
                               .machine = g_strdup (world == 1 ? "another" : series->machine),
                               .text = g_strdup ("kernel: 6.1 → 6.2"),
                               .before = 1,
                               .after = 2 };
      evolution->marks[1] =
          (CyanEvolutionMark){ .kind = CYAN_MARK_ENVIRONMENT,
                               .column = column + 2,
                               .line = -1,
                               .machine = world == 2 ? g_strdup (series->machine) : NULL,
                               .text = world == 2 ? g_strdup ("kernel: 6.2 → 6.1") : NULL,
                               .before = 2,
                               .after = 1 };
      find_steps (evolution);
      g_assert_true (cyan_evolution_step_break (evolution, series, &series->steps->steps[0])
                     == (is_program ? NULL : &evolution->marks[0]));
      g_assert_null (cyan_evolution_step_break (evolution, series, &series->steps->steps[1]));
      g_assert_cmpint (cyan_evolution_step_direction (series, &series->steps->steps[0]), ==,
                       is_program ? 1 : 0);
      g_assert_cmpint (cyan_evolution_heat (series, column, CYAN_EVOLUTION_NO_BASE).direction, ==,
                       is_program ? 1 : 0);
      commits = cyan_evolution_list_commits (evolution);
      for (guint i = 0; i < commits->len; i++)
        n_commits += g_array_index (commits, CyanEvolutionCommit, i).column == column;
      g_assert_cmpuint (n_commits, ==, is_program);
    }
}

/* A step counts where a surer one of its benchmark says, so that one change is one row. */
TEST ("/evolution/changes")
{
  g_autoptr (CyanEvolution) evolution = new_beside_exact (0.04);
  g_autoptr (CyanEvolutionChanges) changes = NULL;
  const CyanStep *noisy;
  guint n_at = 0, n_steps = 0;

  find_steps (evolution);
  noisy = &evolution->series[0].steps->steps[0];
  g_assert_cmpuint (noisy->n_where, >, 1);
  changes = cyan_evolution_list_changes (evolution);
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = &g_array_index (changes->changes, CyanEvolutionChange, i);

      n_steps += change->n_steps;
      if (!g_str_equal (change->benchmark, "both"))
        continue;
      n_at++;
      g_assert_cmpuint (change->column, ==, TRUE_STEP);
      g_assert_cmpuint (change->n_steps, ==, 2);
      g_assert_cmpuint (change->surest->n_where, ==, 1);
      for (guint k = 0; k < noisy->n_where; k++)
        g_assert_true (cyan_evolution_change_may_be_at (changes, change, noisy->where[k]));
      g_assert_false (cyan_evolution_change_may_be_at (changes, change, 0));
    }
  g_assert_cmpuint (n_at, ==, 1);
  g_assert_cmpuint (n_steps, ==, changes->steps->len);
}

/* Two revisions compared either way are the inverse of each other. */
TEST ("/evolution/base")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();
  CyanHeat heat;

  find_steps (evolution);
  for (guint i = 0; i < N_LINES; i++)
    for (guint column = 0; column < N_COLUMNS; column++)
      for (guint base = 0; base < N_COLUMNS; base += 5)
        {
          const CyanEvolutionSeries *series = &evolution->series[i];
          CyanHeat there = cyan_evolution_heat (series, column, base);
          CyanHeat back = cyan_evolution_heat (series, base, column);

          if (there.cell != CYAN_CELL_MEASURED || back.cell != CYAN_CELL_MEASURED)
            continue;
          assert_near (there.change.ratio, 1 / back.change.ratio);
          g_assert_cmpint (there.direction, ==, -back.direction);
          if (column == base)
            g_assert_cmpfloat (there.change.ratio, ==, 1);
          if (strchr ("ad", *series->benchmark) != NULL)
            g_assert_false (there.significant);
        }
  /* Up and down again is back where it was. */
  heat = cyan_evolution_heat (&evolution->series[2], 50, 5);
  g_assert_cmpint (heat.direction, ==, 0);
  g_assert_cmpfloat_with_epsilon (heat.change.ratio, 1, 0.01);
  heat = cyan_evolution_heat (&evolution->series[2], 20, 5);
  g_assert_cmpint (heat.direction, ==, 1);
  g_assert_cmpfloat (heat.change.low, <, 4.0 / 3);
  g_assert_cmpfloat (heat.change.high, >, 4.0 / 3);
  /* An unmeasured base has the level around it; an unmeasured cell has nothing. */
  heat = cyan_evolution_heat (&evolution->series[2], 20, 10);
  g_assert_cmpint (heat.direction, ==, 1);
  heat = cyan_evolution_heat (&evolution->series[2], 24, 5);
  g_assert_cmpint (heat.cell, ==, CYAN_CELL_EMPTY);
  g_assert_true (isnan (heat.change.ratio));
}

/* What was not measured at the base has nothing to be compared with. */
TEST ("/evolution/base-outside")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();
  CyanEvolutionSeries *series = &evolution->series[1];

  guint skipped = series->begin[8];

  /* It begins at column 8. */
  for (guint i = 0; i <= N_COLUMNS; i++)
    series->begin[i] -= MIN (series->begin[i], skipped);
  memset (series->cells, CYAN_CELL_EMPTY, 8);
  find_steps (evolution);
  g_assert_true (isnan (cyan_evolution_heat (series, 30, 4).change.ratio));
  g_assert_false (cyan_evolution_heat (series, 30, 4).significant);
  g_assert_cmpint (cyan_evolution_heat (series, 30, 9).direction, ==, 1);
}

/* A step at its revision only, in the direction that the metric has. */
TEST ("/evolution/direction")
{
  static const int betters[] = { -1, 0, 1 };

  for (guint b = 0; b < G_N_ELEMENTS (betters); b++)
    {
      g_autoptr (CyanEvolution) evolution = evolution_new ();
      CyanEvolutionSeries *series = &evolution->series[1];
      guint n = 0;

      series->better = betters[b];
      find_steps (evolution);
      for (guint i = 0; i < N_COLUMNS; i++)
        {
          CyanHeat heat = cyan_evolution_heat (series, i, CYAN_EVOLUTION_NO_BASE);

          n += heat.significant;
          g_assert_cmpint (heat.direction, ==, heat.significant ? -betters[b] : 0);
          g_assert_cmpint (heat.significant, ==, i == 20 || i == 46);
          g_assert_cmpint (isnan (heat.q), ==, !heat.significant);
        }
      g_assert_cmpuint (n, ==, 2);
    }
}

/* The newest revision may be a step, which is not significant yet. */
TEST ("/evolution/possible")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();

  find_steps (evolution);
  for (guint i = 0; i < N_LINES; i++)
    for (guint column = 0; column < N_COLUMNS; column++)
      {
        CyanHeat heat = cyan_evolution_heat (&evolution->series[i], column, CYAN_EVOLUTION_NO_BASE);

        g_assert_cmpint (heat.possible, ==, i == 4 && column == N_COLUMNS - 1);
        g_assert_false (heat.possible && heat.significant);
      }
}

static double
size_of (const CyanEvolutionStep *step)
{
  return fabs (log (step->step->size.ratio));
}

TEST ("/evolution/lists")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();
  g_autoptr (GArray) by_size = NULL, by_newest = NULL, by_name = NULL;

  find_steps (evolution);
  by_size = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  by_newest = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NEWEST);
  by_name = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_NAME);
  g_assert_cmpuint (by_size->len, ==, 4);
  g_assert_cmpuint (by_newest->len, ==, 4);
  for (guint i = 1; i < 4; i++)
    {
      const CyanEvolutionStep *steps = (const CyanEvolutionStep *) (gconstpointer) by_size->data;

      g_assert_cmpfloat (size_of (&steps[i - 1]), >=, size_of (&steps[i]));
      steps = (const CyanEvolutionStep *) (gconstpointer) by_newest->data;
      g_assert_cmpuint (steps[i - 1].after, >=, steps[i].after);
      g_assert_cmpuint (steps[i].before, <, steps[i].after);
      steps = (const CyanEvolutionStep *) (gconstpointer) by_name->data;
      g_assert_cmpuint (steps[i - 1].series, <=, steps[i].series);
    }
}

static void
assert_order (const CyanEvolution *evolution, CyanEvolutionOrder order, const char *expected)
{
  g_autofree guint *sorted = cyan_evolution_sort_lines (evolution, order);
  char names[N_LINES + 1] = "";

  for (guint i = 0; i < N_LINES; i++)
    names[i] = *evolution->series[sorted[i]].benchmark;
  g_assert_cmpstr (names, ==, expected);
}

TEST ("/evolution/order")
{
  g_autoptr (CyanEvolution) evolution = evolution_new ();

  find_steps (evolution);
  assert_order (evolution, CYAN_EVOLUTION_BY_NAME, "abcde");
  /* Those without a step are last, by name. */
  assert_order (evolution, CYAN_EVOLUTION_BY_SIZE, "cbade");
  assert_order (evolution, CYAN_EVOLUTION_BY_NEWEST, "bcade");
}

/* The checker finds what is out of order. */
TEST ("/evolution/check")
{
  g_autoptr (CyanEvolution) self = g_new0 (CyanEvolution, 1);
  CyanEvolutionSeries *series;
  g_autoptr (GError) error = NULL;

  self->n_columns = N_COLUMNS;
  self->columns = g_new0 (CyanEvolutionColumn, N_COLUMNS);
  self->n_lines = self->n_series = 2;
  series = self->series = g_new0 (CyanEvolutionSeries, 2);
  series_init (&series[0], 0, "a", flat);
  series_init (&series[1], 1, "b", slower);
  g_assert_true (cyan_evolution_check (self, &error));
  g_assert_no_error (error);

  series[1].line = 2;
  g_assert_false (cyan_evolution_check (self, NULL));
  series[1].line = 1;
  series[0].cells[3] = CYAN_CELL_MEASURED;
  g_assert_false (cyan_evolution_check (self, NULL));
  series[0].cells[3] = CYAN_CELL_FAILED;
  g_assert_true (cyan_evolution_check (self, NULL));
  series[0].begin[1] = series[0].begin[2] + 1;
  g_assert_false (cyan_evolution_check (self, &error));
  g_assert_cmpstr (error->message, ==, "evolution: values are out of order in series 0");
}
