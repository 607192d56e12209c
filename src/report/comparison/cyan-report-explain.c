/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, and what PARCS makes of it, as text for a terminal. */
#include "cyan-comparison-pages.h"
#include "cyan-start.h"

#define NAME_CHARS 48
#define PATH_CHARS 32 /* characters of a name in a list */
#define N_UNLIKE   5  /* functions of the overlap */

static void
append_head (CyanProse *out, const CyanReportExplain *explain)
{
  const CyanComparison *comparison = explain->options.comparison;
  char *noise = cyan_comparison_noise_text (comparison);

  cyan_prose_say (out, "%s: %s\n", cyan_prose_versions (out, &explain->options, NAME_CHARS),
                  cyan_prose_value (out, cyan_comparison_verdict_text (comparison)));
  if (!explain->parcs->has_sources)
    cyan_prose_say (out, "note: no sources given: causes are told from the recordings alone\n");
  cyan_prose_notes (out, comparison);
  if (noise != NULL)
    cyan_prose_say (out, "noise: %s\n", cyan_prose_value (out, noise));
}

static void
append_counts (CyanProse *out, const CyanParcs *parcs)
{
  static const struct
  {
    const char *text;
    const char *unknown; /* shown if the sources do not give a reason */
    CyanCause cause;
  } rows[] = {
    { "functions deleted", "functions only before", CYAN_CAUSE_DELETED },
    { "functions added", "functions only after", CYAN_CAUSE_ADDED },
    { "below modified functions", "below modified functions", CYAN_CAUSE_MODIFIED },
    { "side effects or chance", "cause unknown", CYAN_CAUSE_SIDE_EFFECT },
    { "not seen on one side", "not seen on one side", CYAN_CAUSE_UNSEEN },
  };
  gboolean known[CYAN_N_CAUSES] = { FALSE };

  cyan_prose_say (out, "\n%-28s%10s%12s%10s%12s\n", "Calling contexts (PARCS)", "before",
                  "in subtrees", "after", "in subtrees");
  cyan_prose_say (out, "%-28s%10u%12s%10u\n", "all", parcs->n_nodes[0], "", parcs->n_nodes[1]);
  known[CYAN_CAUSE_DELETED] = known[CYAN_CAUSE_ADDED] = parcs->presence != NULL;
  known[CYAN_CAUSE_SIDE_EFFECT] = parcs->has_sources;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CyanParcsCount *counts = parcs->counts[rows[i].cause];

      if (counts[0].nodes + counts[1].nodes > 0)
        cyan_prose_say (out, "  %-26s%10u%12u%10u%12u\n",
                        known[rows[i].cause] ? rows[i].text : rows[i].unknown, counts[0].nodes,
                        counts[0].subtrees, counts[1].nodes, counts[1].subtrees);
    }
  cyan_prose_say (out, "  %-26s%10u%12s%10u", "common tree", parcs->n_common, "", parcs->n_common);
  if (parcs->n_nodes[0] > 0)
    cyan_prose_say (out, "  (%s of before)",
                    cyan_prose_share (out, (double) parcs->n_common / parcs->n_nodes[0]));
  cyan_prose_say (out, "\n");
  if (parcs->unordered)
    cyan_prose_say (out, "note: a recording knows no order of calls, so the common tree does not "
                         "keep it\n");
  if (parcs->bounded)
    cyan_prose_say (out, "note: too many siblings of one name to find the largest common tree\n");
}

/* Appends the first functions that were adjusted, each once. */
static void
append_unlike (CyanProse *out, const CyanComparison *comparison, const CyanOverlap *overlap)
{
  guint32 shown[N_UNLIKE];
  guint n = 0;

  for (guint i = 0; i < overlap->n_steps; i++)
    {
      CyanNode node = overlap->steps[i].node;
      guint32 function = cyan_compared_function (&comparison->compared, node);
      gboolean known = FALSE;

      for (guint k = 0; k < n; k++)
        known |= shown[k] == function;
      if (known)
        continue;
      cyan_prose_say (out, n > 0 ? ", %s" : "%s",
                      n == N_UNLIKE ? "..."
                                    : cyan_prose_name (out, cyan_comparison_name (comparison, node),
                                                       PATH_CHARS));
      if (n == N_UNLIKE)
        return;
      shown[n++] = function;
    }
}

static void
append_overlap (CyanProse *out, const CyanParcs *parcs, const CyanReportExplain *explain)
{
  static const char *const words[] = { "own values", "totals", "calls" };
  const CyanOverlap *overlap = explain->overlap;

  cyan_prose_say (out, "\nOverlap of the %s: %s", words[explain->weight],
                  cyan_prose_share (out, overlap->overlap));
  if (explain->threshold_from != NULL)
    cyan_prose_say (out, " (%s: %s)", explain->threshold_from,
                    cyan_prose_share (out, explain->threshold));
  cyan_prose_say (out, "\n");
  if (overlap->n_steps == 0)
    return;
  cyan_prose_say (out, "with %u context%s adjusted: %s (", overlap->n_steps,
                  overlap->n_steps == 1 ? "" : "s",
                  cyan_prose_share (out, overlap->steps[overlap->n_steps - 1].overlap));
  append_unlike (out, parcs->comparison, overlap);
  cyan_prose_say (out, ")\n");
}

void
cyan_report_explain_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportExplain *explain = about;

  if (!explain->after_compare)
    {
      append_head (prose, explain);
      cyan_start_text (prose, &explain->options, explain->options.top, TRUE);
    }
  append_counts (prose, explain->parcs);
  append_overlap (prose, explain->parcs, explain);
}
