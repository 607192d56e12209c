/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of functions, as sentences and as rows. */
#include "cyan-comparison-pages.h"

#include "cyan-units.h"

#define CELL_WIDTH 8

static const char *const columns[] = { "kind",     "before", "after",  "other",  "others",
                                       "contexts", "share",  "reason", "refuse", NULL };

/* ---- text ---- */

static void
append_edit (CyanProse *out, const CyanComparison *comparison, const CyanEdit *edit)
{
  cyan_prose_cell (out, CELL_WIDTH, cyan_share_to_text (edit->share));
  cyan_prose_say (out, "  %s\n", cyan_prose_value (out, cyan_edit_to_sentence (comparison, edit)));
}

/* Appends the first @top of each kind; those of one kind follow each other. */
static void
append_edits (CyanProse *out, const CyanReportEdits *report, guint top)
{
  const CyanEdits *edits = report->edits;

  for (guint i = 0, of_kind = 0; i < edits->n; i++)
    {
      const CyanEdit *edit = &edits->at[i];

      of_kind = i > 0 && edit[-1].kind == edit->kind ? of_kind + 1 : 0;
      if (of_kind == 0)
        cyan_prose_say (out, "\n%s\n", cyan_edit_kind_names[edit->kind]);
      if (of_kind < top)
        append_edit (out, report->options.comparison, edit);
      else if (of_kind == top)
        cyan_prose_say (out, "  %*s  ... and %u more\n", CELL_WIDTH, "",
                        edits->n_kind[edit->kind] - top);
    }
}

/* Appends a line that a person can copy. */
static void
append_refusal (CyanProse *out, const CyanReportEdits *report)
{
  for (guint i = 0; i < report->edits->n; i++)
    {
      char *line = cyan_edit_refusal_line (report->options.comparison, &report->edits->at[i]);

      if (line == NULL)
        continue;
      cyan_prose_say (out, "\nTo refuse one, add its line to a rename file: %s\n",
                      cyan_prose_value (out, line));
      return;
    }
}

void
cyan_report_edits_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportEdits *report = about;
  const CyanReportOptions *options = &report->options;
  char *summary = cyan_edits_summary (report->edits);

  cyan_prose_say (prose, "%s: %s\n", cyan_prose_versions (prose, options, CYAN_PROSE_NAME),
                  cyan_prose_value (prose, cyan_comparison_verdict_text (options->comparison)));
  cyan_prose_notes (prose, options->comparison);
  if (summary == NULL)
    cyan_prose_say (prose, "No function was renamed, replaced, wrapped or inlined.\n");
  else
    cyan_prose_say (prose, "%s\n", cyan_prose_value (prose, summary));
  append_edits (prose, report, options->top);
  append_refusal (prose, report);
}

/* ---- rows ---- */

static void
put_name (CyanRows *rows,
          const CyanComparison *comparison,
          const char *column,
          CyanStr name,
          gboolean exists)
{
  cyan_rows_text (rows, column, exists ? cyan_comparison_string (comparison, name) : NULL);
}

static void
put_edit (CyanRows *rows, const CyanComparison *comparison, const CyanEdit *edit)
{
  g_autofree char *line = cyan_edit_refusal_line (comparison, edit);
  gboolean has_others = edit->kind == CYAN_EDIT_WRAPPED || edit->kind == CYAN_EDIT_INLINED;

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "kind", cyan_edit_kind_names[edit->kind]);
  put_name (rows, comparison, "before", edit->before, edit->kind != CYAN_EDIT_WRAPPED);
  put_name (rows, comparison, "after", edit->after, edit->kind != CYAN_EDIT_INLINED);
  put_name (rows, comparison, "other", edit->other, edit->n_others > 0);
  cyan_rows_count_if (rows, "others", has_others, edit->n_others);
  cyan_rows_count (rows, "contexts", edit->n_contexts);
  cyan_rows_number (rows, "share", edit->share);
  cyan_rows_text (rows, "reason", cyan_match_reason_names[edit->reason]);
  cyan_rows_text (rows, "refuse", line);
  cyan_rows_close (rows);
}

void
cyan_report_edits_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportEdits *report = about;
  const CyanReportOptions *options = &report->options;
  const CyanComparison *comparison = options->comparison;
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  cyan_rows_text (rows, "before", options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_open_table (rows, "edits", columns);
  for (guint i = 0; i < report->edits->n && cyan_rows_go_on (rows); i++)
    put_edit (rows, comparison, &report->edits->at[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
