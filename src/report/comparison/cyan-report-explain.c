/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The explanations as text for a terminal.
 *
 * For each explanation the report shows what happened and how large it is, where, why, and what to
 * read first.  A page in HTML shows these sentences too: they are translated.
 */
#include "cyan-report-explain.h"
#include "cyan-comparison-pages.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-units.h"

#define NAME_CHARS     48
#define LOCATION_CHARS 60
#define PATH_CHARS     32 /* characters of a name in a path */
#define PATH_TAIL      6  /* names shown at its end, if they fit ... */
#define PATH_WIDTH     90 /* ... into this many characters */
#define N_THEN         3  /* functions to read after the first */
#define N_AGAINST      3  /* explanations against the direction of the difference */
#define N_UNLIKE       5  /* functions of the overlap */

/* A smaller ratio of two numbers of calls, or of times a call, is not shown. */
#define TOLD_RATIO 1.05

/* The characters of a name: a browser breaks lines, a terminal does not. */
static guint
chars_of (const CyanProse *out, guint in_text)
{
  return out->html ? CYAN_PROSE_NAME : in_text;
}

/* The caller of @node on the side whose tree has the node. */
static CyanNode
caller_of (const CyanParcs *parcs, CyanNode node)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode after = comparison->compared.tree->after[node];
  CyanNode before = comparison->compared.tree->before[node];
  CyanNode caller = after != CYAN_NODE_NONE ? comparison->compared.side[1].profile->parent[after]
                                            : comparison->compared.side[0].profile->parent[before];

  if (caller == CYAN_NODE_ROOT)
    return CYAN_NODE_NONE;
  return parcs->merged_of[after != CYAN_NODE_NONE ? 1 : 0][caller];
}

/* Appends the callers of @node on its side, from the top. */
void
cyan_prose_cause_path (CyanProse *out, const CyanParcs *parcs, CyanNode node)
{
  const CyanComparison *comparison = parcs->comparison;
  guint side = comparison->compared.tree->after[node] != CYAN_NODE_NONE ? 1 : 0;
  const CyanProfile *profile =
      side == 1 ? comparison->compared.side[1].profile : comparison->compared.side[0].profile;
  CyanNode at =
      side == 1 ? comparison->compared.tree->after[node] : comparison->compared.tree->before[node];
  CyanNode tail[PATH_TAIL];
  glong width = 0;
  guint n = 0;

  for (at = profile->parent[at]; at != CYAN_NODE_ROOT && n < PATH_TAIL; at = profile->parent[at])
    {
      const char *name = cyan_comparison_name (comparison, parcs->merged_of[side][at]);

      width += MIN (g_utf8_strlen (name, -1), PATH_CHARS) + 3;
      if (width > PATH_WIDTH && n > 0)
        break;
      tail[n++] = at;
    }
  if (n == 0)
    {
      cyan_prose_say (out, "%s", _ ("the top"));
      return;
    }
  /* With a single root, that is the topmost name. */
  if (at != CYAN_NODE_ROOT && profile->end[1] == profile->n_nodes)
    cyan_prose_say (out, at != 1 ? "%s > ... > " : "%s > ",
                    cyan_prose_name (out,
                                     cyan_comparison_name (comparison, parcs->merged_of[side][1]),
                                     chars_of (out, PATH_CHARS)));
  else if (at != CYAN_NODE_ROOT)
    cyan_prose_say (out, "... > ");
  while (n-- > 0)
    cyan_prose_say (
        out, n > 0 ? "%s > " : "%s",
        cyan_prose_name (out, cyan_comparison_name (comparison, parcs->merged_of[side][tail[n]]),
                         chars_of (out, PATH_CHARS)));
}

static gboolean
calls_are_known (const CyanExplanation *explanation)
{
  for (guint side = 0; side < 2; side++)
    if (explanation->calls[side] == CYAN_CALLS_UNKNOWN || explanation->calls[side] == 0)
      return FALSE;
  return TRUE;
}

static const char *
node_name (CyanProse *out, const CyanComparison *comparison, CyanNode node)
{
  return cyan_prose_name (out, cyan_comparison_name (comparison, node), chars_of (out, NAME_CHARS));
}

static const char *
pair_name (CyanProse *out, const CyanComparison *comparison, guint32 pair)
{
  return cyan_prose_name (out, cyan_comparison_pair_label (comparison, pair),
                          chars_of (out, NAME_CHARS));
}

/* Appends that the function itself costs more or less. */
static void
append_event (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  const char *name = node_name (out, comparison, explanation->node);
  gboolean more = explanation->change > 0;

  if (explanation->by_calls)
    cyan_prose_say (out, more ? _ ("%s is called more often") : _ ("%s is called less often"),
                    name);
  else if (comparison->compared.same_unit && cyan_unit_is_time (cyan_comparison_unit (comparison)))
    cyan_prose_say (out, more ? _ ("%s takes longer") : _ ("%s takes less time"), name);
  else if (comparison->compared.same_unit)
    cyan_prose_say (out, more ? _ ("%s costs more") : _ ("%s costs less"), name);
  else
    cyan_prose_say (out, more ? _ ("%s has a larger share") : _ ("%s has a smaller share"), name);
}

void
cyan_prose_cause (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  gboolean known = explanation->source_known;
  CyanNode node = caller_of (parcs, explanation->node);
  const char *name, *caller;

  if (!explanation->structural)
    {
      append_event (out, parcs, explanation);
      return;
    }
  name = node_name (out, comparison, explanation->node);
  if (node == CYAN_NODE_NONE)
    {
      cyan_prose_say (out,
                      explanation->reason == CYAN_REASON_ADDED
                          ? (known ? _ ("%s is new") : _ ("%s ran only after"))
                      : explanation->reason == CYAN_REASON_DELETED
                          ? (known ? _ ("%s is gone") : _ ("%s ran only before"))
                      : explanation->side == 0 ? _ ("%s is no longer called")
                                               : _ ("%s is now called"),
                      name);
      return;
    }
  caller = node_name (out, comparison, node);
  /* Translators: a function and its caller. */
  cyan_prose_say (
      out,
      explanation->reason == CYAN_REASON_ADDED
          ? (known ? _ ("%s is new, called by %s") : _ ("%s ran only after, called by %s"))
      : explanation->reason == CYAN_REASON_DELETED ? (
            known ? _ ("%s is gone, was called by %s") : _ ("%s ran only before, was called by %s"))
      : explanation->side == 0 ? _ ("%s is no longer called by %s")
                               : _ ("%s is now called by %s"),
      name, caller);
}

void
cyan_prose_cause_size (CyanProse *out,
                       const CyanParcs *parcs,
                       const CyanExplanations *list,
                       const CyanExplanation *explanation)
{
  gboolean of_all = list->ranked_by_size || !isfinite (explanation->explains);

  cyan_prose_say (out, of_all ? _ ("%s, %s of all changes") : _ ("%s, %s of the difference"),
                  cyan_prose_change (out, parcs->comparison, explanation->change),
                  cyan_prose_share (out, of_all ? explanation->part : explanation->explains));
}

static const char *
count_text (CyanProse *out, guint64 count)
{
  return cyan_prose_value (out, cyan_value_to_text ((double) count, "count"));
}

/* What stands in front of the calls. */
static const char *
calls_mark (const CyanProse *out)
{
  return out->html ? "; " : "\n    ";
}

/* Appends "calls 580 instead of 10, by print_report". */
static void
append_calls_of_both (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const guint64 *calls = explanation->calls;
  const char *before = count_text (out, calls[0]), *after = count_text (out, calls[1]);

  if ((double) MAX (calls[0], calls[1]) <= TOLD_RATIO * (double) MIN (calls[0], calls[1]))
    cyan_prose_say (out, _ ("calls %s"), after);
  else if (explanation->caller == CYAN_NODE_NONE)
    cyan_prose_say (out, _ ("calls %s instead of %s"), after, before);
  else
    /* Translators: two numbers, and the function that calls so often. */
    cyan_prose_say (out, _ ("calls %s instead of %s, by %s"), after, before,
                    node_name (out, parcs->comparison, explanation->caller));
}

/* Appends "calls 580 instead of 10, by print_report; 470 ns each instead of 3.10 us". */
static void
append_calls (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  const guint64 *calls = explanation->calls;
  double before, after;

  if (explanation->structural)
    {
      guint64 n = calls[explanation->side];

      if (n != CYAN_CALLS_UNKNOWN && n != 0)
        {
          cyan_prose_say (out, "%s", calls_mark (out));
          cyan_prose_say (out, _ ("calls %s"), count_text (out, n));
        }
      return;
    }
  if (!calls_are_known (explanation))
    return;
  cyan_prose_say (out, "%s", calls_mark (out));
  append_calls_of_both (out, parcs, explanation);
  before = explanation->before / (double) calls[0];
  after = explanation->after / (double) calls[1];
  if (comparison->compared.same_unit && MAX (before, after) > TOLD_RATIO * MIN (before, after))
    {
      const char *unit = cyan_comparison_unit (comparison);

      /* Translators: what follows a number of calls: what a call costs after and before. */
      cyan_prose_say (out, _ ("; %s each instead of %s"),
                      cyan_prose_value (out, cyan_value_to_text (after, unit)),
                      cyan_prose_value (out, cyan_value_to_text (before, unit)));
    }
}

/* Appends "its source is the same, that of X, which calls it, changed". */
static void
append_culprit (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode caller = caller_of (parcs, explanation->node);
  /* Of a call that another function makes, its own source does not matter. */
  gboolean of_call = explanation->structural, known = explanation->source_known;
  const char *name = pair_name (out, comparison, explanation->read);

  if (explanation->reason == CYAN_REASON_MODIFIED_BELOW)
    cyan_prose_say (out,
                    of_call ? _ ("the source of %s, which it calls, changed")
                    : known ? _ ("its source is the same, that of %s, which it calls, changed")
                            : _ ("its source was not found, that of %s, which it calls, changed"),
                    name);
  else if (caller == CYAN_NODE_NONE
           || comparison->compared.pairs->of_node[caller] != explanation->read)
    cyan_prose_say (out,
                    of_call ? _ ("the source of %s, further up, changed")
                    : known ? _ ("its source is the same, that of %s, further up, changed")
                            : _ ("its source was not found, that of %s, further up, changed"),
                    name);
  else if (of_call && explanation->side == 0)
    cyan_prose_say (out, _ ("the source of %s, which called it, changed"), name);
  else
    cyan_prose_say (out,
                    of_call ? _ ("the source of %s, which calls it, changed")
                    : known ? _ ("its source is the same, that of %s, which calls it, changed")
                            : _ ("its source was not found, that of %s, which calls it, changed"),
                    name);
}

static const char *
reason_text (const CyanParcs *parcs, const CyanExplanation *explanation)
{
  switch (explanation->reason)
    {
    case CYAN_REASON_MODIFIED:
      return _ ("its source changed");
    case CYAN_REASON_ADDED:
      return explanation->source_known
                 ? _ ("only the source after has this function")
                 : _ ("whether the function is new is not known: no source tells");
    case CYAN_REASON_DELETED:
      return explanation->source_known
                 ? _ ("only the source before has this function")
                 : _ ("whether the function is gone is not known: no source tells");
    case CYAN_REASON_SIDE_EFFECT:
      return explanation->structural && explanation->read != G_MAXUINT32
                 ? _ ("its source changed, but none above it: a side effect, or chance")
                 : _ ("no source here or above changed: a side effect, or chance");
    case CYAN_REASON_MODIFIED_ABOVE:
    case CYAN_REASON_MODIFIED_BELOW:
    case CYAN_REASON_UNKNOWN:
    default:
      return !parcs->has_sources       ? _ ("cause unknown: no source given")
             : explanation->structural ? _ ("cause unknown: its caller's source was not found")
                                       : _ ("cause unknown: its source was not found");
    }
}

void
cyan_prose_cause_reason (CyanProse *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  if (explanation->reason == CYAN_REASON_MODIFIED_ABOVE
      || explanation->reason == CYAN_REASON_MODIFIED_BELOW)
    append_culprit (out, parcs, explanation);
  else
    cyan_prose_say (out, "%s", reason_text (parcs, explanation));
  append_calls (out, parcs, explanation);
}

/* Appends the name, and the location of its source if known. */
static void
append_function (CyanProse *out, const CyanReportExplain *explain, guint32 pair)
{
  const CyanComparison *comparison = explain->parcs->comparison;
  g_autofree char *location =
      cyan_report_location (comparison, cyan_comparison_pair_function (comparison, pair));

  cyan_prose_say (out, "%s", pair_name (out, comparison, pair));
  if (location == NULL && explain->location != NULL)
    location = explain->location (pair, explain->location_data);
  if (location != NULL)
    cyan_prose_say (out, " (%s)", cyan_prose_name (out, location, LOCATION_CHARS));
}

void
cyan_prose_cause_read (CyanProse *out,
                       const CyanReportExplain *explain,
                       const CyanExplanation *explanation)
{
  append_function (out, explain, explanation->read);
  for (guint i = 0; i < MIN (explanation->n_suspects, N_THEN); i++)
    cyan_prose_say (out, i == 0 ? _ (", then %s") : ", %s",
                    pair_name (out, explain->parcs->comparison, explanation->suspects[i]));
}

static void
append_explanation (CyanProse *out,
                    const CyanReportExplain *explain,
                    const CyanExplanation *explanation,
                    guint rank)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;

  cyan_prose_say (out, "\n%2u. ", rank);
  cyan_prose_cause (out, parcs, explanation);
  cyan_prose_say (out, ": ");
  cyan_prose_cause_size (out, parcs, list, explanation);
  cyan_prose_say (out, "\n    in    ");
  cyan_prose_cause_path (out, parcs, explanation->node);
  if (explanation->n_contexts > 1)
    cyan_prose_say (out, ", and %u more", explanation->n_contexts - 1);
  cyan_prose_say (out, "\n    why   ");
  cyan_prose_cause_reason (out, parcs, explanation);
  if (explanation->read != G_MAXUINT32)
    {
      cyan_prose_say (out, "\n    read  ");
      cyan_prose_cause_read (out, explain, explanation);
    }
  cyan_prose_say (out, "\n");
}

static void
append_head (CyanProse *out, const CyanReportExplain *explain)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  const CyanComparison *comparison = parcs->comparison;
  const CyanExplanation *first = list->n > 0 ? &list->at[0] : NULL;
  const CyanStart *start =
      explain->ranking->n > 0 && explain->ranking->at[0].confidence > CYAN_CONFIDENCE_POSSIBLE
          ? &explain->ranking->at[0]
          : NULL;

  cyan_prose_say (out, "%s: %s\n", cyan_prose_versions (out, &explain->options, NAME_CHARS),
                  cyan_prose_value (out, cyan_comparison_verdict_text (comparison)));
  if (first == NULL)
    cyan_prose_say (out, list->n_noise > 0 ? "No function changed by more than noise.\n"
                         : list->n_pruned > 0
                             ? "No change is seen apart from what may have been pruned.\n"
                             : "Nothing changed.\n");
  else if (start != NULL)
    {
      cyan_prose_say (out, "Read ");
      append_function (out, explain, start->pair);
      cyan_prose_say (out, " first.\n");
    }
  else if (!list->ranked_by_size)
    cyan_prose_say (out, "No function stands out.\n");
  if (first != NULL && list->ranked_by_size)
    cyan_prose_say (out, comparison->compared.same_unit
                             ? "What got slower and what got faster nearly cancel out; the largest "
                               "changes come first.\n"
                             : "Only shares can be compared; the largest changes come first.\n");
  if (!parcs->has_sources && first != NULL)
    cyan_prose_say (out, "note: no sources given: causes are told from the recordings alone\n");
  cyan_prose_notes (out, comparison);
}

/* Whether it is against the direction of the difference. */
static gboolean
is_against (const CyanExplanations *list, const CyanExplanation *explanation)
{
  return !list->ranked_by_size && explanation->change * list->difference < 0;
}

static void
append_rest (
    CyanProse *out, const CyanParcs *parcs, const CyanExplanations *list, guint n, double sum)
{
  const CyanComparison *comparison = parcs->comparison;

  if (n > 0)
    {
      cyan_prose_say (out, n == 1 ? "\n%u smaller change: %s" : "\n%u smaller changes: %s together",
                      n, cyan_prose_change (out, comparison, sum));
      if (!list->ranked_by_size)
        cyan_prose_say (out, ", %s of the difference",
                        cyan_prose_share (out, sum / list->difference));
      cyan_prose_say (out, "\n");
    }
  if (list->n_noise > 0)
    cyan_prose_say (out,
                    list->n_noise == 1 ? "%s%u function changed no more than noise: %s\n"
                                       : "%s%u functions changed no more than noise: %s together\n",
                    n > 0 ? "" : "\n", list->n_noise,
                    cyan_prose_change (out, comparison, list->noise));
  if (list->n_pruned > 0)
    cyan_prose_say (out,
                    list->n_pruned == 1 ? "%s%u context may have been pruned: %s\n"
                                        : "%s%u contexts may have been pruned: %s together\n",
                    n > 0 || list->n_noise > 0 ? "" : "\n", list->n_pruned,
                    cyan_prose_change (out, comparison, list->pruned));
}

static void
append_list (CyanProse *out, const CyanReportExplain *explain, guint top)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  guint n_rest = 0, n_shown = 0, n_against = 0;
  double rest = 0;

  for (guint i = 0; i < list->n; i++)
    {
      const CyanExplanation *explanation = &list->at[i];
      gboolean notable = explanation->part >= CYAN_EXPLANATION_NOTABLE || i == 0;

      if (notable && !is_against (list, explanation) && n_shown < top)
        append_explanation (out, explain, explanation, ++n_shown);
      else if (notable && is_against (list, explanation) && n_against < MIN (top, N_AGAINST))
        {
          cyan_prose_say (out, n_against++ == 0 ? "\nthe other way:\n    " : "    ");
          cyan_prose_cause (out, parcs, explanation);
          cyan_prose_say (out, ": ");
          cyan_prose_cause_size (out, parcs, list, explanation);
          cyan_prose_say (out, "\n");
        }
      else
        {
          n_rest++;
          rest += explanation->change;
        }
    }
  append_rest (out, parcs, list, n_rest, rest);
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
  char *noise = cyan_comparison_noise_text (explain->options.comparison);

  append_head (prose, explain);
  if (noise != NULL)
    cyan_prose_say (prose, "noise: %s\n", cyan_prose_value (prose, noise));
  append_list (prose, explain, explain->options.top);
  append_counts (prose, explain->parcs);
  append_overlap (prose, explain->parcs, explain);
}
