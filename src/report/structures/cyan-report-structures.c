/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of structures for people: a table a question, a line a structure. */
#include "cyan-report-kind.h"
#include "cyan-structure-columns.h"
#include "cyan-units.h"

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

static guint
width_of (const CyanStructureColumn *column)
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
  for (guint c = 0; c < cyan_structure_n_columns; c++)
    if (cyan_structure_columns[c].section == section)
      cyan_prose_cell (out, width_of (&cyan_structure_columns[c]),
                       g_strdup (cyan_structure_columns[c].title));
  cyan_prose_say (out, "\n");
  for (guint i = 0; i < study->rows->len; i++)
    {
      const CyanStudyRow *row = &g_array_index (study->rows, CyanStudyRow, i);
      g_autofree char *label = label_of (row);

      if (!is_in_section (row, section))
        continue;
      cyan_prose_say (out, "  %-*s", width, label);
      for (guint c = 0; c < cyan_structure_n_columns; c++)
        if (cyan_structure_columns[c].section == section)
          cyan_prose_cell (out, width_of (&cyan_structure_columns[c]),
                           cyan_structure_cell (row, &cyan_structure_columns[c]));
      cyan_prose_say (out, "\n");
    }
}

/* A name that may be unknown. */
static const char *
say_name (CyanProse *out, const char *name)
{
  return *name != '\0' ? cyan_prose_name (out, name, CYAN_PROSE_NAME) : "(unknown)";
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

  cyan_prose_say (out, "%s: %s %" G_GUINT64_FORMAT ", contexts %u\n",
                  cyan_prose_name (out, about->name, CYAN_PROSE_NAME),
                  study->has_calls
                      ? "calls"
                      : cyan_prose_name (out, study->profile->metrics[0].name, CYAN_PROSE_NAME),
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

const CyanReport cyan_report_structures = { TEXT | CSV | JSON, say_structures,
                                            cyan_report_structures_rows };
