/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of structures: one list of columns; for people a table a question, a line a
 * structure. */
#include "cyan-report-structures.h"

#include <math.h>

#include "cyan-memory.h"
#include "cyan-report-kind.h"
#include "cyan-units.h"

/* ---- columns ---- */

typedef enum
{
  CYAN_STRUCTURES_SHAPE = 1,
  CYAN_STRUCTURES_COVERAGE,
  CYAN_STRUCTURES_HOT,
  CYAN_STRUCTURES_METRICS,
  CYAN_STRUCTURES_COST,
} CyanStructureSection;

#define COLUMN(section, title, name, type, member, about)                                          \
  {                                                                                                \
    name, about, CYAN_FIELD_##type, G_STRUCT_OFFSET (CyanStudyRow, member), title,                 \
        CYAN_STRUCTURES_##section                                                                  \
  }

static const CyanField columns[] = {
  { "structure,parameter", "The structure, and its number: k, or a share" },

  COLUMN (SHAPE, "nodes", "nodes", COUNT, shape.nodes, NULL),
  COLUMN (SHAPE, "leaves", "leaves", COUNT, shape.leaves, "Of the structure"),
  COLUMN (SHAPE, "most calls", "most_calls", COUNT_64, shape.most_calls, "Of a node"),
  COLUMN (SHAPE, "degree", "degree", COUNT, shape.degree, NULL),
  COLUMN (SHAPE,
          "mean degree",
          "mean_degree",
          NUMBER,
          shape.mean_degree,
          "Callees of a node: most, mean of those that have any"),
  COLUMN (SHAPE, "depth", "depth", COUNT, shape.depth, NULL),
  COLUMN (SHAPE, "threads", "threads", COUNT, shape.threads, "Of the structure"),

  COLUMN (COVERAGE,
          "overlap",
          "overlap",
          SHARE,
          accuracy.overlap,
          "Share of calls whose contexts are there"),
  COLUMN (COVERAGE,
          "coverage",
          "coverage",
          SHARE,
          accuracy.coverage,
          "Share of the contexts with most calls that are there"),
  COLUMN (COVERAGE,
          "tau",
          "tau",
          SHARE,
          accuracy.tau,
          "The share of the most calls from which on all are there"),
  COLUMN (COVERAGE, "uncovered most", "uncovered_most", SHARE, accuracy.uncovered_most, NULL),
  COLUMN (COVERAGE,
          "mean",
          "uncovered_mean",
          SHARE,
          accuracy.uncovered_mean,
          "Calls of contexts that are not there, as a share of the most calls"),
  COLUMN (COVERAGE,
          "floor",
          "floor",
          SHARE,
          floor,
          "The most calls of a context that is not known, as a share of all"),

  COLUMN (HOT, "hot", "hot", COUNT, accuracy.hot, NULL),
  COLUMN (
      HOT, "callers", "callers", COUNT, accuracy.callers, "Hot contexts, and others above them"),
  COLUMN (HOT, "false", "false_positives", COUNT, accuracy.not_hot, NULL),
  COLUMN (HOT,
          "missed",
          "false_negatives",
          COUNT,
          accuracy.missed,
          "Contexts that are not hot, and hot ones that are missed"),
  COLUMN (HOT, "error mean", "error_mean", SHARE, accuracy.error_mean, NULL),
  COLUMN (HOT, "most", "error_most", SHARE, accuracy.error_most, "Of their counts"),
  COLUMN (HOT, "lacks mean", "shortfall_mean", SHARE, accuracy.shortfall_mean, NULL),
  COLUMN (HOT, "most", "shortfall_most", SHARE, accuracy.shortfall_most, "Of their totals"),

  COLUMN (METRICS, "packages", "packages", COUNT, metrics.packages, NULL),
  COLUMN (METRICS, "classes", "classes", COUNT, metrics.classes, NULL),
  COLUMN (METRICS, "methods", "methods", COUNT, metrics.methods, "How many there are"),
  COLUMN (METRICS, "package", "package_calls", COUNT, metrics.package.efferent, NULL),
  COLUMN (METRICS, NULL, "package_called_by", COUNT, metrics.package.afferent, NULL),
  COLUMN (METRICS, "class", "class_calls", COUNT, metrics.class.efferent, NULL),
  COLUMN (METRICS, NULL, "class_called_by", COUNT, metrics.class.afferent, NULL),
  COLUMN (METRICS, "method", "method_calls", COUNT, metrics.method.efferent, NULL),
  COLUMN (METRICS,
          NULL,
          "method_called_by",
          COUNT,
          metrics.method.afferent,
          "How many it calls, and how many call it"),
  COLUMN (METRICS, "own", "class_methods", COUNT, metrics.class_methods, NULL),
  COLUMN (METRICS,
          "members",
          "class_members",
          COUNT,
          metrics.class_members,
          "Methods of the class, and of others that it calls"),
  COLUMN (METRICS, "contexts", "method_contexts", COUNT, metrics.method_contexts, "Of the method"),

  COLUMN (COST, "ns a call", "ns_per_call", NUMBER, ns, NULL),
  COLUMN (COST, "memory", "bytes", BYTES, bytes, "Time and memory"),
  { NULL },
};

static gconstpointer
member_of (const CyanStudyRow *row, const CyanField *column)
{
  return (const char *) row + column->at;
}

/* Whether @row has a value in @column. */
static gboolean
has_value (const CyanStudyRow *row, const CyanField *column)
{
  switch ((CyanStructureSection) column->section)
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
         && (column->type != CYAN_FIELD_SHARE || *(const double *) member_of (row, column) >= 0);
}

/* The value for people.  Caller frees. */
static char *
cell_text (const CyanStudyRow *row, const CyanField *column)
{
  gconstpointer member = member_of (row, column);

  if (!has_value (row, column))
    return g_strdup ("-");
  switch (column->type)
    {
    case CYAN_FIELD_COUNT:
      return column[1].title != NULL || column[1].section != column->section
                 ? g_strdup_printf ("%u", *(const guint *) member)
                 : g_strdup_printf ("%u / %u", *(const guint *) member,
                                    *(const guint *) member_of (row, column + 1));
    case CYAN_FIELD_COUNT_64:
      return g_strdup_printf ("%" G_GUINT64_FORMAT, *(const guint64 *) member);
    case CYAN_FIELD_BYTES:
      return cyan_memory_to_text (*(const guint64 *) member);
    case CYAN_FIELD_SHARE:
      return cyan_share_to_text (*(const double *) member);
    default:
      return g_strdup_printf ("%.2f", *(const double *) member);
    }
}

/* ---- text ---- */

/* "ACCT, 1 of 20 calls" */
static char *
label_of (const CyanStudyRow *row)
{
  const char *name = cyan_study_names[row->kind];

  switch (row->kind)
    {
    case CYAN_STUDY_SAMPLED:
      return g_strdup_printf ("%s, 1 of %.0f calls", name, row->parameter);
    case CYAN_STUDY_CALLERS:
    case CYAN_STUDY_SLABS:
      return g_strdup_printf ("%s, k = %.0f", name, row->parameter);
    case CYAN_STUDY_HOT_OF_MAX:
    case CYAN_STUDY_HOT_OF_ALL:
    case CYAN_STUDY_SPACE_SAVING:
    case CYAN_STUDY_LOSSY_COUNTING:
    case CYAN_STUDY_HOT_TREE:
      return g_strdup_printf ("%s, %g", name, row->parameter);
    case CYAN_STUDY_CALL_TREE:
    case CYAN_STUDY_CONTEXT_TREE:
    case CYAN_STUDY_UPTREE:
      break;
    }
  return g_strdup (name);
}

/* Whether @section says anything about structures of this kind. */
static gboolean
is_in_section (const CyanStudyRow *row, CyanStructureSection section)
{
  gboolean is_forest = row->kind == CYAN_STUDY_CALLERS || row->kind == CYAN_STUDY_SLABS;
  gboolean is_exact = row->kind <= CYAN_STUDY_UPTREE;

  switch (section)
    {
    case CYAN_STRUCTURES_COVERAGE:
    case CYAN_STRUCTURES_HOT:
      return !is_forest && !is_exact;
    case CYAN_STRUCTURES_METRICS:
      return !is_forest;
    case CYAN_STRUCTURES_SHAPE:
    case CYAN_STRUCTURES_COST:
      break;
    }
  return TRUE;
}

static gboolean
is_shown (const CyanField *column, CyanStructureSection section)
{
  return column->section == section && column->title != NULL;
}

static guint
width_of (const CyanField *column)
{
  return MAX ((guint) strlen (column->title), 7);
}

static int
label_width (const CyanStudy *study)
{
  gsize width = 0;

  for (guint i = 0; i < study->rows->len; i++)
    {
      g_autofree char *label = label_of (&g_array_index (study->rows, CyanStudyRow, i));

      width = MAX (width, strlen (label));
    }
  return (int) width;
}

static void
say_table (CyanProse *out, const CyanStudy *study, CyanStructureSection section)
{
  int width = label_width (study);

  cyan_prose_say (out, "  %-*s", width, "");
  for (const CyanField *column = columns; column->names != NULL; column++)
    if (is_shown (column, section))
      cyan_prose_cell (out, width_of (column), g_strdup (column->title));
  cyan_prose_say (out, "\n");
  for (guint i = 0; i < study->rows->len; i++)
    {
      const CyanStudyRow *row = &g_array_index (study->rows, CyanStudyRow, i);
      g_autofree char *label = label_of (row);

      if (!is_in_section (row, section))
        continue;
      cyan_prose_say (out, "  %-*s", width, label);
      for (const CyanField *column = columns; column->names != NULL; column++)
        if (is_shown (column, section))
          cyan_prose_cell (out, width_of (column), cell_text (row, column));
      cyan_prose_say (out, "\n");
    }
}

/* A name that may be unknown. */
static const char *
say_name (CyanProse *out, const char *name)
{
  return *name != '\0' ? cyan_prose_label (out, name) : "(unknown)";
}

/* A share that was asked for. */
static const char *
say_share (CyanProse *out, double share)
{
  return cyan_prose_value (out, cyan_round_share_to_text (share));
}

static void
say_heading (CyanProse *out, const CyanReportStructures *about)
{
  const CyanStudy *study = about->study;

  cyan_prose_say (
      out, "%s: %s %" G_GUINT64_FORMAT ", contexts %u\n", cyan_prose_label (out, about->name),
      study->has_calls ? "calls" : cyan_prose_label (out, study->profile->metrics[0].name),
      study->n_calls, study->n_contexts);
  cyan_prose_say (out, "Identifiers of contexts: %u distinct in 64 bits, %u in 32 bits\n",
                  study->n_ids[0], study->n_ids[1]);
  if (!study->has_events)
    cyan_prose_say (out, "The recording has no single calls, of which DCT, CCU, ACCT and the "
                         "structures of streams are made.\n");
}

static void
say_accuracy (CyanProse *out, const CyanStudy *study)
{
  cyan_prose_say (out,
                  "\nAccuracy: what of all calls is in the tree, and with what count\n"
                  "  overlap: share of calls whose contexts are there; coverage: of the contexts "
                  "with %s of\n  the most calls; tau: the share of the most calls from which on "
                  "all are there; floor: the\n  most calls of a context that is not known, as a "
                  "share of all\n",
                  say_share (out, CYAN_COVERAGE_TAU));
  say_table (out, study, CYAN_STRUCTURES_COVERAGE);
  cyan_prose_say (out,
                  "\n  hot: contexts with at least %" G_GUINT64_FORMAT " (%s of all), of max: with "
                  "that part of the most;\n  error: of their counts; lacks: of their totals, with "
                  "all that they call\n",
                  study->limit, say_share (out, study->hot.phi));
  say_table (out, study, CYAN_STRUCTURES_HOT);
}

static void
say_metrics (CyanProse *out, const CyanStudy *study)
{
  const CyanProfile *profile = study->profile;
  const CyanMetricTargets *targets = &study->targets;
  const CyanClasses *classes = study->classes;

  cyan_prose_say (
      out,
      "\nMetrics: package %s, class %s, method %s\n"
      "  package, class, method: how many it calls / how many call it; own: methods of the class;\n"
      "  members: methods of other classes that it calls; contexts: of the method.  Number of\n"
      "  children and depth of inheritance are not in a profile\n",
      say_name (out, classes->package_names->pdata[targets->package]),
      say_name (out, classes->class_names->pdata[targets->class]),
      say_name (out,
                cyan_strings_get (profile->strings, profile->functions[targets->method].name)));
  say_table (out, study, CYAN_STRUCTURES_METRICS);
}

static void
say_structures (CyanProse *out, gconstpointer about)
{
  const CyanReportStructures *structures = about;
  const CyanStudy *study = structures->study;

  say_heading (out, structures);
  cyan_prose_say (out, "\nShape: nodes and degree with the root above all\n");
  say_table (out, study, CYAN_STRUCTURES_SHAPE);
  say_accuracy (out, study);
  say_metrics (out, study);
  cyan_prose_say (out,
                  "\nTime and bytes: reading excluded; what is made of the CCT with the CCT\n");
  if (study->tape_ns >= 0)
    cyan_prose_say (out, "  %.2f ns of each are for going through the calls\n", study->tape_ns);
  say_table (out, study, CYAN_STRUCTURES_COST);
}

/* ---- rows ---- */

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

static void
put_row (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanStudyRow *row = &g_array_index ((const GArray *) about, CyanStudyRow, i);

  cyan_rows_text (rows, "structure", cyan_study_names[row->kind]);
  cyan_rows_number_if (rows, "parameter", row->parameter > 0, row->parameter);
  for (const CyanField *column = columns + 1; column->names != NULL; column++)
    cyan_rows_field (rows, column, row, has_value (row, column));
}

static void
put_structures (CyanRows *rows, gconstpointer about)
{
  const CyanReportStructures *structures = about;
  const CyanStudy *study = structures->study;

  cyan_rows_comment (rows, "structures of %s; hot: at least %" G_GUINT64_FORMAT " calls",
                     structures->name, study->limit);
  put_study (rows, structures);
  cyan_rows_table (rows, "structures", study->rows->len, put_row, study->rows);
}

const CyanReport cyan_report_structures = { .text = say_structures,
                                            .rows = put_structures,
                                            .columns = columns };
