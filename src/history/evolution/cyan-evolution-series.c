/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns, and series over them. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-git-log.h"

/* ---- columns ---- */

/* The first column with a run of a series. */
static guint
find_first (const CyanEvolutionReader *self)
{
  guint first = self->branch->len;

  for (guint i = 0; i < self->setting_list->len; i++)
    {
      const CyanEvolutionSetting *setting = self->setting_list->pdata[i];

      for (guint k = 0; k < setting->failures->len && setting->builders->len > 0; k++)
        first = MIN (first, g_array_index (setting->failures, CyanEvolutionFailure, k).column);
      for (guint k = 0; k < setting->builders->len; k++)
        {
          const CyanEvolutionBuilder *builder = setting->builders->pdata[k];

          for (guint p = 0; p < builder->points->len; p++)
            first = MIN (first, g_array_index (builder->points, CyanEvolutionPoint, p).column);
        }
    }
  return first;
}

static void
set_columns (CyanEvolutionReader *self, guint first)
{
  CyanEvolution *evolution = self->evolution;

  evolution->n_columns = self->branch->len - first;
  evolution->columns = g_new0 (CyanEvolutionColumn, evolution->n_columns);
  for (guint i = 0; i < evolution->n_columns; i++)
    {
      const CyanStoreRevision *revision = self->branch->pdata[first + i];

      evolution->columns[i] = (CyanEvolutionColumn){
        .oid = g_strdup (revision->oid),
        .name = cyan_oid_short (revision->oid),
        .parent = g_strdup (revision->parent),
        .subject = g_strdup (revision->subject),
        .author = g_strdup (revision->author),
        .time = revision->commit_time,
        .depth = revision->depth,
        .id = revision->id,
      };
    }
}

G_STATIC_ASSERT (CYAN_EVOLUTION_UNKNOWN == CYAN_STORE_UNKNOWN);

/* ---- series ---- */

static void
set_values (CyanEvolutionSeries *series, const GArray *points, guint first, guint n_columns)
{
  g_autofree guint *at = NULL;

  series->begin = g_new0 (guint, n_columns + 1);
  for (guint i = 0; i < points->len; i++)
    {
      guint column = g_array_index (points, CyanEvolutionPoint, i).column;

      if (column >= first)
        series->begin[column - first + 1]++;
    }
  for (guint i = 0; i < n_columns; i++)
    series->begin[i + 1] += series->begin[i];
  at = g_memdup2 (series->begin, (n_columns + 1) * sizeof *at);
  series->values = g_new (double, series->begin[n_columns]);
  series->runs = g_new (gint64, series->begin[n_columns]);
  for (guint i = 0; i < points->len; i++)
    {
      const CyanEvolutionPoint *point = &g_array_index (points, CyanEvolutionPoint, i);
      guint to;

      if (point->column < first)
        continue;
      to = at[point->column - first]++;
      series->values[to] = point->value;
      series->runs[to] = point->run;
    }
}

static int
compare_failures (gconstpointer a, gconstpointer b)
{
  const CyanEvolutionFailure *first = a, *second = b;

  if (first->column != second->column)
    return first->column < second->column ? -1 : 1;
  return (first->run > second->run) - (first->run < second->run);
}

static void
set_failures (CyanEvolutionSeries *series, const GArray *failures, guint first, guint n_columns)
{
  series->n_failed = g_new0 (guint, n_columns);
  series->failures = g_new (CyanEvolutionFailure, failures->len);
  for (guint i = 0; i < failures->len; i++)
    {
      CyanEvolutionFailure failure = g_array_index (failures, CyanEvolutionFailure, i);

      if (failure.column < first)
        continue;
      failure.column -= first;
      series->n_failed[failure.column]++;
      series->failures[series->n_failures++] = failure;
    }
  if (series->n_failures > 0)
    qsort (series->failures, series->n_failures, sizeof *series->failures, compare_failures);
}

/* Returns whether there is anything. */
static gboolean
set_cells (CyanEvolutionSeries *series, guint n_columns)
{
  gboolean has_cells = FALSE;

  series->cells = g_new (guint8, n_columns);
  for (guint i = 0; i < n_columns; i++)
    {
      series->cells[i] = series->begin[i + 1] > series->begin[i] ? CYAN_CELL_MEASURED
                         : series->n_failed[i] > 0               ? CYAN_CELL_FAILED
                                                                 : CYAN_CELL_EMPTY;
      has_cells |= series->cells[i] != CYAN_CELL_EMPTY;
    }
  return has_cells;
}

/* A series, and what sorts it. */
typedef struct
{
  CyanEvolutionSeries series;
  guint first;       /* its first column that is not empty */
  gint64 definition; /* its id: older ones come first */
} Made;

static int
compare_made (gconstpointer a, gconstpointer b)
{
  const Made *first = a, *second = b;
  int order = cyan_evolution_compare_lines (&first->series, &second->series);

  if (order != 0)
    return order;
  if (first->first != second->first)
    return first->first < second->first ? -1 : 1;
  return (first->definition > second->definition) - (first->definition < second->definition);
}

static void
make_series (const CyanEvolutionReader *self,
             const CyanEvolutionSetting *setting,
             const CyanEvolutionBuilder *builder,
             guint first,
             GArray *all)
{
  guint n_columns = self->evolution->n_columns;
  Made made = {
    .series = {
      .benchmark = g_strdup (setting->about->benchmark),
      .definition = g_strdup (setting->about->hash),
      .machine = g_strdup (setting->on->name),
      .metric = g_strdup (builder->metric),
      .unit = g_strdup (builder->unit),
      .function = g_strdup (builder->function),
      .better = builder->better,
    },
    .definition = setting->definition,
  };

  set_values (&made.series, builder->points, first, n_columns);
  set_failures (&made.series, setting->failures, first, n_columns);
  if (!set_cells (&made.series, n_columns))
    {
      cyan_evolution_series_clear (&made.series);
      return;
    }
  while (made.series.cells[made.first] == CYAN_CELL_EMPTY)
    made.first++;
  g_array_append_val (all, made);
}

static void
set_series (CyanEvolutionReader *self, guint first)
{
  CyanEvolution *evolution = self->evolution;
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Made));

  for (guint i = 0; i < self->setting_list->len; i++)
    {
      const CyanEvolutionSetting *setting = self->setting_list->pdata[i];

      for (guint k = 0; k < setting->builders->len; k++)
        make_series (self, setting, setting->builders->pdata[k], first, all);
    }
  g_array_sort (all, compare_made);
  evolution->n_series = all->len;
  evolution->series = g_new (CyanEvolutionSeries, all->len);
  for (guint i = 0; i < all->len; i++)
    {
      CyanEvolutionSeries *series = &evolution->series[i];

      *series = g_array_index (all, Made, i).series;
      evolution->n_lines += i == 0 || cyan_evolution_compare_lines (series - 1, series) != 0;
      series->line = evolution->n_lines - 1;
    }
}

guint
cyan_evolution_make_series (CyanEvolutionReader *self)
{
  guint first = find_first (self);

  if (self->query->last > 0 && self->branch->len - first > self->query->last)
    first = self->branch->len - self->query->last;
  set_columns (self, first);
  set_series (self, first);
  return first;
}

/* ---- builds ---- */

/* Marks the failed build of @column in the series of @machine that would have been measured there:
 * of each line the last one that has begun. */
static void
set_failed_build (CyanEvolution *evolution, const char *machine, guint column)
{
  for (guint i = 0; i < evolution->n_series; i++)
    {
      CyanEvolutionSeries *series = &evolution->series[i], *next = series + 1;
      gboolean is_last = i + 1 == evolution->n_series || next->line != series->line;
      guint begins = 0;

      if (strcmp (series->machine, machine) != 0 || series->cells[column] != CYAN_CELL_EMPTY)
        continue;
      while (!is_last && next->cells[begins] == CYAN_CELL_EMPTY)
        begins++;
      if (is_last || begins > column)
        {
          series->cells[column] = CYAN_CELL_FAILED_BUILD;
          while (i + 1 < evolution->n_series && evolution->series[i + 1].line == series->line)
            i++;
        }
    }
}

/* Where one recipe has failed and another one has not, the benchmark was not measured for another
 * reason. */
gboolean
cyan_evolution_set_failed_builds (CyanEvolutionReader *self, guint first, GError **error)
{
  g_autoptr (GPtrArray) builds = cyan_store_read_builds (self->store, self->project, error);
  guint n_columns = self->evolution->n_columns;
  g_autofree guint8 *ok = g_new (guint8, n_columns), *failed = g_new (guint8, n_columns);

  for (guint m = 0; builds != NULL && m < self->machines->len; m++)
    {
      const CyanStoreMachine *machine = self->machines->pdata[m];

      memset (ok, 0, n_columns);
      memset (failed, 0, n_columns);
      for (guint i = 0; i < builds->len; i++)
        {
          const CyanStoreBuild *build = builds->pdata[i];
          guint column = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, &build->revision));

          if (build->machine == machine->id && column > first)
            (build->status == CYAN_BUILD_OK ? ok : failed)[column - 1 - first] = TRUE;
        }
      for (guint column = 0; column < n_columns; column++)
        if (failed[column] && !ok[column])
          set_failed_build (self->evolution, machine->name, column);
    }
  return builds != NULL;
}
