/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edits of functions, as sentences and as rows. */
#include "cyan-report-comparison.h"

#include "cyan-report-kind.h"
#include "cyan-units.h"

#define CELL_WIDTH 8

static const CyanField columns[] = {
  { "kind", "renamed, replaced, wrapped, inlined, split, merged or moved" },
  { "before", "The function before; a wrapper has none" },
  { "after", "The function after; an inlined function has none" },
  { "other", "Of a wrapper the callee, of an inlined function the caller, with most contexts" },
  { "others", "The number of such callees or callers" },
  { "caller", "Of a wrapper the caller with most contexts" },
  { "parts", "What was cut out of the function, or merged into it" },
  { "from", "The file that a moved function was in, or its qualified name" },
  { "to", "The same now" },
  { "net", "How much the own time of the function and its parts changed, as a part of the run" },
  { "contexts", "In how many calling contexts it shows" },
  { "share", "The part of the run that these contexts and their callees take, on the side where "
             "that is more" },
  { "reason", "contexts: the contexts around it; source: the sources say so, too; user: a rename "
              "file says so" },
  { "refuse", "The line for a rename file" },
  { NULL },
};

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

static void
say_edits (CyanProse *prose, gconstpointer about)
{
  const CyanReportEdits *report = about;
  const CyanReportOptions *options = &report->options;
  char *summary = cyan_edits_summary (report->edits);

  cyan_report_say_verdict (prose, options, CYAN_PROSE_NAME);
  cyan_prose_notes (prose, options->comparison);
  if (summary == NULL)
    cyan_prose_say (prose, "No edit of functions was recognised.\n");
  else
    cyan_prose_say (prose, "%s\n", cyan_prose_value (prose, summary));
  append_edits (prose, report, options->top);
  append_refusal (prose, report);
}

/* ---- rows ---- */

static void
put_name (CyanRows *rows, const CyanComparison *comparison, const char *column, CyanStr name)
{
  cyan_rows_text (rows, column,
                  name != CYAN_STR_EMPTY ? cyan_comparison_string (comparison, name) : NULL);
}

static void
put_edit (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportEdits *report = about;
  const CyanComparison *comparison = report->options.comparison;
  const CyanEdit *edit = &report->edits->at[i];
  g_autofree char *line = cyan_edit_refusal_line (comparison, edit);
  const CyanEditNear *other = edit->kind == CYAN_EDIT_WRAPPED ? &edit->callee : &edit->caller;
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  for (guint k = 0; k < edit->n_parts; k++)
    g_ptr_array_add (parts, (char *) cyan_comparison_string (comparison, edit->parts[k]));
  cyan_rows_text (rows, "kind", cyan_edit_kind_names[edit->kind]);
  put_name (rows, comparison, "before", edit->before);
  put_name (rows, comparison, "after", edit->after);
  put_name (rows, comparison, "other", other->most);
  cyan_rows_count_if (rows, "others", cyan_edit_is_between (edit), other->n);
  put_name (rows, comparison, "caller",
            edit->kind == CYAN_EDIT_WRAPPED ? edit->caller.most : CYAN_STR_EMPTY);
  cyan_rows_joined (rows, "parts", parts, " | ");
  cyan_rows_text (rows, "from", edit->place[0]);
  cyan_rows_text (rows, "to", edit->place[1]);
  cyan_rows_number_if (rows, "net", edit->n_parts > 0, edit->net);
  cyan_rows_count (rows, "contexts", edit->n_contexts);
  cyan_rows_number (rows, "share", edit->share);
  cyan_rows_text (rows, "reason", cyan_match_reason_names[edit->reason]);
  cyan_rows_text (rows, "refuse", line);
}

static void
put_edits (CyanRows *rows, gconstpointer about)
{
  const CyanReportEdits *report = about;
  const CyanReportOptions *options = &report->options;
  const CyanComparison *comparison = options->comparison;
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  cyan_rows_text (rows, "before", options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_table (rows, "edits", report->edits->n, put_edit, report);
}

const CyanReport cyan_report_edits = {
  .text = say_edits, .rows = put_edits, .group = CYAN_GROUP_LINES, .columns = columns
};
