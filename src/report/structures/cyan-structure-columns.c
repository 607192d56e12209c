/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-structure-columns.h"

#include <math.h>

#include "cyan-memory.h"
#include "cyan-units.h"

#define AT(member) offsetof (CyanStudyRow, member)
#define COLUMN(section, title, name, type, member)                                                 \
  {                                                                                                \
    CYAN_STRUCTURES_##section, title, name, NULL, CYAN_STRUCTURES_##type, AT (member)              \
  }
#define COUPLING(title, efferent, afferent, member)                                                \
  {                                                                                                \
    CYAN_STRUCTURES_METRICS, title, efferent, afferent, CYAN_STRUCTURES_COUPLING, AT (member)      \
  }

const CyanStructureColumn cyan_structure_columns[] = {
  COLUMN (SHAPE, "nodes", "nodes", GUINT, shape.nodes),
  COLUMN (SHAPE, "leaves", "leaves", GUINT, shape.leaves),
  COLUMN (SHAPE, "most calls", "most_calls", GUINT64, shape.most_calls),
  COLUMN (SHAPE, "degree", "degree", GUINT, shape.degree),
  COLUMN (SHAPE, "mean degree", "mean_degree", NUMBER, shape.mean_degree),
  COLUMN (SHAPE, "depth", "depth", GUINT, shape.depth),
  COLUMN (SHAPE, "threads", "threads", GUINT, shape.threads),

  COLUMN (COVERAGE, "overlap", "overlap", SHARE, accuracy.overlap),
  COLUMN (COVERAGE, "coverage", "coverage", SHARE, accuracy.coverage),
  COLUMN (COVERAGE, "tau", "tau", SHARE, accuracy.tau),
  COLUMN (COVERAGE, "uncovered most", "uncovered_most", SHARE, accuracy.uncovered_most),
  COLUMN (COVERAGE, "mean", "uncovered_mean", SHARE, accuracy.uncovered_mean),
  COLUMN (COVERAGE, "floor", "floor", SHARE, floor),

  COLUMN (HOT, "hot", "hot", GUINT, accuracy.hot),
  COLUMN (HOT, "callers", "callers", GUINT, accuracy.callers),
  COLUMN (HOT, "false", "false_positives", GUINT, accuracy.not_hot),
  COLUMN (HOT, "missed", "false_negatives", GUINT, accuracy.missed),
  COLUMN (HOT, "error mean", "error_mean", SHARE, accuracy.error_mean),
  COLUMN (HOT, "most", "error_most", SHARE, accuracy.error_most),
  COLUMN (HOT, "lacks mean", "shortfall_mean", SHARE, accuracy.shortfall_mean),
  COLUMN (HOT, "most", "shortfall_most", SHARE, accuracy.shortfall_most),

  COLUMN (METRICS, "packages", "packages", GUINT, metrics.packages),
  COLUMN (METRICS, "classes", "classes", GUINT, metrics.classes),
  COLUMN (METRICS, "methods", "methods", GUINT, metrics.methods),
  COUPLING ("package", "package_calls", "package_called_by", metrics.package),
  COUPLING ("class", "class_calls", "class_called_by", metrics.class),
  COUPLING ("method", "method_calls", "method_called_by", metrics.method),
  COLUMN (METRICS, "own", "class_methods", GUINT, metrics.class_methods),
  COLUMN (METRICS, "members", "class_members", GUINT, metrics.class_members),
  COLUMN (METRICS, "contexts", "method_contexts", GUINT, metrics.method_contexts),

  COLUMN (COST, "ns a call", "ns_per_call", NUMBER, ns),
  COLUMN (COST, "memory", "bytes", BYTES, bytes),
};
const guint cyan_structure_n_columns = G_N_ELEMENTS (cyan_structure_columns);

static gconstpointer
member_of (const CyanStudyRow *row, const CyanStructureColumn *column)
{
  return (const char *) row + column->offset;
}

/* Whether @row has a value in @column. */
static gboolean
cyan_structure_has (const CyanStudyRow *row, const CyanStructureColumn *column)
{
  switch (column->section)
    {
    case CYAN_STRUCTURES_COVERAGE:
    case CYAN_STRUCTURES_HOT:
      if (!row->has_accuracy)
        return FALSE;
      break;
    case CYAN_STRUCTURES_METRICS:
      return row->has_metrics;
    case CYAN_STRUCTURES_COST:
      return row->ns >= 0;
    case CYAN_STRUCTURES_SHAPE:
      break;
    }
  /* One that is not a number is not there. */
  return row->is_made
         && (column->type != CYAN_STRUCTURES_SHARE
             || *(const double *) member_of (row, column) >= 0);
}

char *
cyan_structure_cell (const CyanStudyRow *row, const CyanStructureColumn *column)
{
  gconstpointer member = member_of (row, column);

  if (!cyan_structure_has (row, column))
    return g_strdup ("-");
  switch (column->type)
    {
    case CYAN_STRUCTURES_GUINT:
      return g_strdup_printf ("%u", *(const guint *) member);
    case CYAN_STRUCTURES_GUINT64:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) member);
    case CYAN_STRUCTURES_BYTES:
      return cyan_memory_to_text (*(const guint64 *) member);
    case CYAN_STRUCTURES_NUMBER:
      return g_strdup_printf ("%.2f", *(const double *) member);
    case CYAN_STRUCTURES_SHARE:
      return cyan_share_to_text (*(const double *) member);
    case CYAN_STRUCTURES_COUPLING:
      return g_strdup_printf ("%u / %u", ((const CyanCoupling *) member)->efferent,
                              ((const CyanCoupling *) member)->afferent);
    }
  g_return_val_if_reached (NULL);
}

/* ---- rows ---- */

static void
put_cell (CyanRows *rows, const CyanStudyRow *row, const CyanStructureColumn *column)
{
  gconstpointer member = member_of (row, column);
  gboolean has = cyan_structure_has (row, column);

  switch (column->type)
    {
    case CYAN_STRUCTURES_GUINT:
      cyan_rows_count_if (rows, column->name, has, *(const guint *) member);
      break;
    case CYAN_STRUCTURES_GUINT64:
    case CYAN_STRUCTURES_BYTES:
      cyan_rows_count_if (rows, column->name, has, *(const guint64 *) member);
      break;
    case CYAN_STRUCTURES_NUMBER:
    case CYAN_STRUCTURES_SHARE:
      cyan_rows_number_if (rows, column->name, has, *(const double *) member);
      break;
    case CYAN_STRUCTURES_COUPLING:
      cyan_rows_count_if (rows, column->name, has, ((const CyanCoupling *) member)->efferent);
      cyan_rows_count_if (rows, column->other, has, ((const CyanCoupling *) member)->afferent);
      break;
    }
}

/* The names of the columns.  Free with g_ptr_array_unref(). */
static GPtrArray *
list_names (void)
{
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, (gpointer) "structure");
  g_ptr_array_add (names, (gpointer) "parameter");
  for (guint i = 0; i < cyan_structure_n_columns; i++)
    {
      g_ptr_array_add (names, (gpointer) cyan_structure_columns[i].name);
      if (cyan_structure_columns[i].other != NULL)
        g_ptr_array_add (names, (gpointer) cyan_structure_columns[i].other);
    }
  g_ptr_array_add (names, NULL);
  return names;
}

static void
put_study (CyanRows *rows, const CyanReportStructures *about)
{
  const CyanStudy *study = about->study;
  const CyanProfile *profile = study->profile;
  const CyanMetricTargets *targets = &study->targets;

  cyan_rows_text (rows, "recording", about->name);
  cyan_rows_text (rows, "counts", study->has_calls ? "calls" : profile->metrics[0].name);
  cyan_rows_flag (rows, "events", study->has_events);
  cyan_rows_count (rows, "calls", study->n_calls);
  cyan_rows_count (rows, "contexts", study->n_contexts);
  cyan_rows_count (rows, "ids_64_bits", study->n_ids[0]);
  cyan_rows_count (rows, "ids_32_bits", study->n_ids[1]);
  cyan_rows_number (rows, "phi", study->hot.phi);
  cyan_rows_number (rows, "epsilon", study->hot.epsilon);
  cyan_rows_count (rows, "limit", study->limit);
  cyan_rows_number_if (rows, "events_ns_per_call", study->has_events, study->tape_ns);
  cyan_rows_text (rows, "package", study->classes->package_names->pdata[targets->package]);
  cyan_rows_text (rows, "class", study->classes->class_names->pdata[targets->class]);
  cyan_rows_text (rows, "method",
                  cyan_strings_get (profile->strings, profile->functions[targets->method].name));
}

void
cyan_report_structures_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportStructures *structures = about;
  const CyanStudy *study = structures->study;
  g_autoptr (GPtrArray) names = list_names ();
  g_autofree char *comment =
      g_strdup_printf ("structures of %s; hot: at least %" G_GUINT64_FORMAT " calls",
                       structures->name, study->limit);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  put_study (rows, structures);
  cyan_rows_open_table (rows, "structures", (const char *const *) names->pdata);
  for (guint i = 0; i < study->rows->len; i++)
    {
      const CyanStudyRow *row = &g_array_index (study->rows, CyanStudyRow, i);

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, "structure", cyan_study_names[row->kind]);
      cyan_rows_number_if (rows, "parameter", row->parameter > 0, row->parameter);
      for (guint c = 0; c < cyan_structure_n_columns; c++)
        put_cell (rows, row, &cyan_structure_columns[c]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
