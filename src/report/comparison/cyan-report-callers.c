/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callers as an indented tree, and as rows. */
#include "cyan-report-comparison.h"

#include <math.h>

#include "cyan-report-kind.h"
#include "cyan-units.h"

#define CELL_WIDTH 9
#define INDENT     2 /* blanks a level */
#define MAX_INDENT 40

/* A column of contexts. */
#define NUMBERS(name) CYAN_FIELD_CONTEXT, CYAN_COLUMN_##name

static const CyanField columns[] = {
  { "entry,calls_entry,depth",
    "Its number, that of the entry that it calls, and how far it is from the function" },
  { "name,module,file,line", "The caller" },
  { "node", "Its context with the largest part, as in compare" },
  { "contexts", "Contexts that are added up" },
  { "before_calls,after_calls", "Its calls", NUMBERS (CALLS_BEFORE) },
  { "before_self,after_self", "Without callees", NUMBERS (SELF_BEFORE) },
  { "before_total,after_total", "With callees", NUMBERS (TOTAL_BEFORE) },
  { "change", "Of the total, in the unit of differences" },
  { NULL },
};

static const CyanColumn columns_in_text[] = {
  CYAN_COLUMN_CALLS_BEFORE, CYAN_COLUMN_CALLS_AFTER, CYAN_COLUMN_TOTAL_BEFORE,
  CYAN_COLUMN_TOTAL_AFTER,  CYAN_COLUMN_SELF_BEFORE, CYAN_COLUMN_SELF_AFTER,
  CYAN_N_COLUMNS,
};
static const CyanColumn columns_of_single[] = {
  CYAN_COLUMN_CALLS_AFTER,
  CYAN_COLUMN_TOTAL_AFTER,
  CYAN_COLUMN_SELF_AFTER,
  CYAN_N_COLUMNS,
};

static const char *
unit_of (const CyanComparison *comparison, guint side)
{
  return cyan_compared_metric (&comparison->compared, side)->unit;
}

/* ---- text ---- */

static void
append_numbers (CyanProse *out, const CyanComparison *comparison, const CyanSide side[2])
{
  const CyanColumnRow row = { .comparison = comparison, .side = { side[0], side[1] } };

  if (!comparison->compared.single)
    cyan_prose_say (
        out, "  %*s", CELL_WIDTH,
        cyan_prose_change (out, comparison, cyan_report_total_change (comparison, side)));
  cyan_prose_columns (out, CELL_WIDTH, &row,
                      comparison->compared.single ? columns_of_single : columns_in_text);
}

static void
append_indent (CyanProse *out, guint depth)
{
  cyan_prose_say (out, "  %*s", (int) MIN (depth * INDENT, MAX_INDENT), "");
}

static void
append_entry (CyanProse *out, const CyanReportCallers *report, guint32 entry)
{
  const CyanCaller *at = cyan_callers_at (report->callers, entry);
  const CyanComparison *comparison = report->options.comparison;

  append_numbers (out, comparison, at->sum.side);
  append_indent (out, at->depth);
  cyan_prose_say (out, "%s\n", cyan_prose_node (out, comparison, at->sum.node));
}

static guint
n_columns (const CyanComparison *comparison)
{
  return comparison->compared.single ? 3 : 7;
}

/* Appends how many callers of an entry are left out, and what they changed together. */
static void
append_rest (CyanProse *out, const CyanReportCallers *report, const CyanCaller *at, guint n)
{
  const CyanComparison *comparison = report->options.comparison;
  guint n_blank = n_columns (comparison);
  double change = 0;

  for (guint i = at->n - n; i < at->n; i++)
    change += cyan_report_total_change (comparison,
                                        cyan_callers_at (report->callers, at->first + i)->sum.side);
  if (!comparison->compared.single)
    {
      cyan_prose_say (out, "  %*s", CELL_WIDTH, cyan_prose_change (out, comparison, change));
      n_blank--;
    }
  cyan_prose_say (out, "%*s", (int) (n_blank * (CELL_WIDTH + 2)), "");
  append_indent (out, at->depth + 1);
  cyan_prose_say (out, "... and %u more\n", n);
}

/* An entry whose callers are being written. */
typedef struct
{
  guint32 entry;
  guint n_written;
} Level;

/* Callers follow what they call. */
static void
append_tree (CyanProse *out, const CyanReportCallers *report)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, FALSE, sizeof (Level));
  Level top = { 0, 0 };

  append_entry (out, report, 0);
  g_array_append_val (levels, top);
  while (levels->len > 0)
    {
      Level *level = &g_array_index (levels, Level, levels->len - 1);
      const CyanCaller *at = cyan_callers_at (report->callers, level->entry);
      guint n = at->n == CYAN_CALLERS_UNKNOWN ? 0 : at->n;

      if (level->n_written < MIN (n, report->options.top))
        {
          Level next = { at->first + level->n_written++, 0 };

          append_entry (out, report, next.entry);
          g_array_append_val (levels, next);
          continue;
        }
      if (n > report->options.top)
        append_rest (out, report, at, n - report->options.top);
      g_array_set_size (levels, levels->len - 1);
    }
}

static void
append_heads (CyanProse *out, gboolean single)
{
  if (single)
    cyan_prose_say (out, "  %9s  %9s  %9s  %s\n", "calls", "total", "own", "function");
  else
    cyan_prose_say (out,
                    "  %9s  %9s  %9s  %9s  %9s  %9s  %9s\n"
                    "  %9s  %9s  %9s  %9s  %9s  %9s  %9s  %s\n",
                    "total", "calls", "calls", "total", "total", "own", "own", "change", "before",
                    "after", "before", "after", "before", "after", "function");
}

static void
say_callers (CyanProse *prose, gconstpointer about)
{
  const CyanReportCallers *report = about;
  const CyanComparison *comparison = report->options.comparison;
  const CyanCaller *callee = cyan_callers_at (report->callers, 0);

  cyan_report_say_verdict (prose, &report->options, CYAN_PROSE_NAME);
  cyan_prose_notes (prose, comparison);
  cyan_prose_say (prose, "callers of %s%s%s\n",
                  cyan_prose_node (prose, comparison, callee->sum.node),
                  report->chosen != NULL ? ", " : "", report->chosen != NULL ? report->chosen : "");
  cyan_prose_say (prose, "%s\n\n",
                  cyan_prose_value (prose, cyan_callers_to_sentence (report->callers)));
  append_heads (prose, comparison->compared.single);
  append_tree (prose, report);
}

/* ---- rows ---- */

static void
put_entry (CyanRows *rows, gconstpointer about, guint entry)
{
  const CyanReportCallers *report = about;
  const CyanCaller *at = cyan_callers_at (report->callers, entry);
  const CyanComparison *comparison = report->options.comparison;
  const CyanSide *side = at->sum.side;
  const CyanColumnRow row = { .comparison = comparison, .side = { side[0], side[1] } };

  cyan_rows_count (rows, "entry", entry);
  cyan_rows_count_if (rows, "calls_entry", entry > 0, at->parent);
  cyan_rows_count (rows, "depth", at->depth);
  cyan_report_put_function (rows, "name", comparison, at->sum.node);
  cyan_rows_count (rows, "node", at->sum.node);
  cyan_rows_count (rows, "contexts", at->sum.n_contexts);
  cyan_rows_columns (rows, &row);
  cyan_rows_number_if (rows, "change", !comparison->compared.single,
                       cyan_report_total_change (comparison, side));
}

static void
put_head (CyanRows *rows, const CyanReportOptions *options)
{
  const CyanComparison *comparison = options->comparison;
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  cyan_rows_text (rows, "before", comparison->compared.single ? NULL : options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
}

static void
put_callers (CyanRows *rows, gconstpointer about)
{
  const CyanReportCallers *report = about;
  const CyanComparison *comparison = report->options.comparison;
  g_autofree char *sentence = cyan_callers_to_sentence (report->callers);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  put_head (rows, &report->options);
  cyan_rows_text (rows, "chosen", report->chosen);
  cyan_rows_text (rows, "sentence", sentence);
  cyan_rows_table (rows, "callers", cyan_callers_n (report->callers), put_entry, report);
}

/* ---- sequences ---- */

static const CyanField sequence_columns[] = {
  { "rank", "From 1" },
  { "sequence,length", "Functions, each called by the one before, and how many" },
  { "before_calls,after_calls", "Calls of the last one by these" },
  { "before_self,after_self", "What the last one costs by itself there" },
  { "change", "Of that, in the unit of differences" },
  { NULL },
};

/* The label of each function, by its number. */
static const char **
labels_new (const CyanComparison *comparison)
{
  const CyanFunctionPairs *pairs = comparison->compared.pairs;
  const char **labels = g_new0 (const char *, MAX (pairs->n_functions, 1));

  for (guint32 i = pairs->n; i-- > 0;)
    labels[pairs->function[i]] = cyan_comparison_pair_label (comparison, i);
  return labels;
}

static double
sequence_change (const CyanComparison *comparison, const CyanSequence *sequence)
{
  return sequence->self[1] * cyan_compared_factor (&comparison->compared, 1)
         - sequence->self[0] * cyan_compared_factor (&comparison->compared, 0);
}

static void
append_sequence (CyanProse *out,
                 const CyanComparison *comparison,
                 const CyanSequence *sequence,
                 const char *const *labels)
{
  guint first = comparison->compared.single ? 1 : 0;

  if (first == 0)
    cyan_prose_say (out, "  %*s", CELL_WIDTH,
                    cyan_prose_change (out, comparison, sequence_change (comparison, sequence)));
  for (guint i = first; i < 2; i++)
    cyan_prose_cell (out, CELL_WIDTH,
                     isnan (sequence->calls[i]) ? g_strdup ("?")
                                                : cyan_value_to_text (sequence->calls[i], "count"));
  for (guint i = first; i < 2; i++)
    cyan_prose_cell (out, CELL_WIDTH,
                     cyan_value_to_text (sequence->self[i], unit_of (comparison, i)));
  cyan_prose_say (out, "  ");
  for (guint i = 0; i < sequence->n; i++)
    cyan_prose_say (out, "%s%s", i > 0 ? " > " : "",
                    cyan_prose_label (out, labels[sequence->functions[i]]));
  cyan_prose_say (out, "\n");
}

static void
say_sequences (CyanProse *prose, gconstpointer about)
{
  const CyanReportSequences *report = about;
  const CyanComparison *comparison = report->options.comparison;
  g_autofree const char **labels = labels_new (comparison);

  cyan_report_say_verdict (prose, &report->options, CYAN_PROSE_NAME);
  cyan_prose_notes (prose, comparison);
  if (comparison->compared.single)
    cyan_prose_say (prose, "\n  %9s  %9s  %s\n", "calls", "own", "sequence");
  else
    cyan_prose_say (prose, "\n  %9s  %9s  %9s  %9s  %9s\n  %9s  %9s  %9s  %9s  %9s  %s\n", "own",
                    "calls", "calls", "own", "own", "change", "before", "after", "before", "after",
                    "sequence");
  for (guint i = 0; i < report->sequences->len; i++)
    append_sequence (prose, comparison, g_ptr_array_index (report->sequences, i), labels);
}

/* The data of the rows. */
typedef struct
{
  const CyanReportSequences *report;
  const char *const *labels;
} Sequences;

static void
put_sequence (CyanRows *rows, gconstpointer about, guint rank)
{
  const Sequences *self = about;
  const CyanComparison *comparison = self->report->options.comparison;
  const CyanSequence *sequence = g_ptr_array_index (self->report->sequences, rank);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gboolean single = comparison->compared.single;

  for (guint i = 0; i < sequence->n; i++)
    g_ptr_array_add (names, (gpointer) self->labels[sequence->functions[i]]);
  cyan_rows_count (rows, "rank", rank + 1);
  cyan_rows_joined (rows, "sequence", names, " > ");
  cyan_rows_count (rows, "length", sequence->n);
  for (guint i = 0; i < 2; i++)
    cyan_rows_number_if (rows, i == 0 ? "before_calls" : "after_calls", i == 1 || !single,
                         sequence->calls[i]);
  for (guint i = 0; i < 2; i++)
    cyan_rows_number_if (rows, i == 0 ? "before_self" : "after_self", i == 1 || !single,
                         sequence->self[i]);
  cyan_rows_number_if (rows, "change", !single, sequence_change (comparison, sequence));
}

static void
put_sequences (CyanRows *rows, gconstpointer about)
{
  const CyanReportSequences *report = about;
  const CyanComparison *comparison = report->options.comparison;
  g_autofree const char **labels = labels_new (comparison);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  put_head (rows, &report->options);
  cyan_rows_table (rows, "sequences", report->sequences->len, put_sequence,
                   &(Sequences){ report, labels });
}

const CyanReport cyan_report_callers = {
  .text = say_callers, .rows = put_callers, .group = CYAN_GROUP_LINES, .columns = columns
};
const CyanReport cyan_report_sequences = { .text = say_sequences,
                                           .rows = put_sequences,
                                           .group = CYAN_GROUP_LINES,
                                           .columns = sequence_columns };
