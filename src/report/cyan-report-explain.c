/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What explains a difference, for people at a terminal.
 *
 * Of each explanation four things: what happened and how much of the difference it is, where, why,
 * and what to read first.
 */
#include "cyan-report-private.h"

#include <math.h>
#include <string.h>

#include "cyan-text.h"
#include "cyan-units.h"

#define NAME_CHARS  48
#define PLACE_CHARS 60
#define PATH_CHARS  32 /* of a name in a path */
#define PATH_TAIL   6  /* names at its end, if they are not longer than */
#define PATH_WIDTH  90 /* characters; in front of them only the topmost one */
#define N_THEN      3  /* functions to read after the first */
#define N_AGAINST   3  /* explanations against the direction of the difference */
#define N_UNLIKE    5  /* functions of the overlap */

/* Smaller parts of all that changed are only counted. */
#define NOTABLE 0.01
/* Less than this factor between two numbers of calls, or times of a call, is not told. */
#define TOLD_RATIO 1.05

static void
append_name (GString *out, const char *name, guint chars)
{
  g_autofree char *label = cyan_text_for_label (name, chars);
  g_autofree char *safe = cyan_text_for_terminal (label);

  g_string_append (out, safe);
}

/* A unit is foreign, too.  Takes @text. */
static void
append_safe (GString *out, char *text)
{
  g_autofree char *safe = cyan_text_for_terminal (text);

  g_string_append (out, safe);
  g_free (text);
}

static void
append_change (GString *out, const CyanComparison *comparison, double change)
{
  append_safe (out, comparison->same_unit
                        ? cyan_difference_to_text (change, cyan_comparison_unit (comparison))
                        : cyan_share_difference_to_text (change));
}

/* The side whose tree has the node, and its caller there. */
static CyanNode
caller_of (const CyanParcs *parcs, CyanNode node)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode after = comparison->tree->after[node];
  CyanNode before = comparison->tree->before[node];
  CyanNode caller = after != CYAN_NODE_NONE ? comparison->after->parent[after]
                                            : comparison->before->parent[before];

  if (caller == CYAN_NODE_ROOT)
    return CYAN_NODE_NONE;
  return parcs->merged_of[after != CYAN_NODE_NONE ? 1 : 0][caller];
}

/* The callers of @node on its side, from the top. */
static void
append_path (GString *out, const CyanParcs *parcs, CyanNode node)
{
  const CyanComparison *comparison = parcs->comparison;
  guint side = comparison->tree->after[node] != CYAN_NODE_NONE ? 1 : 0;
  const CyanProfile *profile = side == 1 ? comparison->after : comparison->before;
  CyanNode at = side == 1 ? comparison->tree->after[node] : comparison->tree->before[node];
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
      g_string_append (out, "the top");
      return;
    }
  /* With one root, that is the topmost name. */
  if (at != CYAN_NODE_ROOT && profile->end[1] == profile->n_nodes)
    {
      append_name (out, cyan_comparison_name (comparison, parcs->merged_of[side][1]), PATH_CHARS);
      g_string_append (out, at != 1 ? " > ... > " : " > ");
    }
  else if (at != CYAN_NODE_ROOT)
    g_string_append (out, "... > ");
  while (n-- > 0)
    {
      append_name (out, cyan_comparison_name (comparison, parcs->merged_of[side][tail[n]]),
                   PATH_CHARS);
      if (n > 0)
        g_string_append (out, " > ");
    }
}

static gboolean
calls_are_known (const CyanExplanation *explanation)
{
  for (guint side = 0; side < 2; side++)
    if (explanation->calls[side] == CYAN_CALLS_UNKNOWN || explanation->calls[side] == 0)
      return FALSE;
  return TRUE;
}

static void
append_what (GString *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode caller = caller_of (parcs, explanation->node);
  gboolean more = explanation->change > 0;

  append_name (out, cyan_comparison_name (comparison, explanation->node), NAME_CHARS);
  if (!explanation->structural)
    {
      if (explanation->by_calls)
        g_string_append (out, more ? " is called more often" : " is called less often");
      else if (comparison->same_unit && cyan_unit_is_time (cyan_comparison_unit (comparison)))
        g_string_append (out, more ? " takes longer" : " takes less time");
      else if (comparison->same_unit)
        g_string_append (out, more ? " costs more" : " costs less");
      else
        g_string_append (out, more ? " has a larger share" : " has a smaller share");
      return;
    }
  if (explanation->reason == CYAN_REASON_ADDED)
    g_string_append (out, explanation->source_known ? " is new" : " ran only after");
  else if (explanation->reason == CYAN_REASON_DELETED)
    g_string_append (out, explanation->source_known ? " is gone" : " ran only before");
  else
    g_string_append (out, explanation->side == 0 ? " is no longer called" : " is now called");
  if (caller == CYAN_NODE_NONE)
    return;
  g_string_append (out, explanation->reason == CYAN_REASON_ADDED     ? ", called by "
                        : explanation->reason == CYAN_REASON_DELETED ? ", was called by "
                                                                     : " by ");
  append_name (out, cyan_comparison_name (comparison, caller), NAME_CHARS);
}

static void
append_how_much (GString *out,
                 const CyanParcs *parcs,
                 const CyanExplanations *list,
                 const CyanExplanation *explanation)
{
  append_change (out, parcs->comparison, explanation->change);
  g_string_append (out, ", ");
  if (list->ranked_by_size || !isfinite (explanation->explains))
    {
      append_safe (out, cyan_share_to_text (explanation->part));
      g_string_append (out, " of all changes");
    }
  else
    {
      append_safe (out, cyan_share_to_text (explanation->explains));
      g_string_append (out, " of the difference");
    }
}

static void
append_count (GString *out, guint64 count)
{
  append_safe (out, cyan_value_to_text ((double) count, "count"));
}

/* "580 instead of 10, by print_report; 470 ns each instead of 3.10 us" */
static void
append_calls (GString *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  const guint64 *calls = explanation->calls;
  double before, after;
  gboolean told;

  if (explanation->structural)
    {
      if (calls[explanation->side] == CYAN_CALLS_UNKNOWN || calls[explanation->side] == 0)
        return;
      g_string_append (out, "\n    calls ");
      append_count (out, calls[explanation->side]);
      return;
    }
  if (!calls_are_known (explanation))
    return;
  before = explanation->before / (double) calls[0];
  after = explanation->after / (double) calls[1];
  told = comparison->same_unit && MAX (before, after) > TOLD_RATIO * MIN (before, after);
  g_string_append (out, "\n    calls ");
  append_count (out, calls[1]);
  if ((double) MAX (calls[0], calls[1]) > TOLD_RATIO * (double) MIN (calls[0], calls[1]))
    {
      g_string_append (out, " instead of ");
      append_count (out, calls[0]);
      if (explanation->caller != CYAN_NODE_NONE)
        {
          g_string_append (out, ", by ");
          append_name (out, cyan_comparison_name (comparison, explanation->caller), NAME_CHARS);
        }
    }
  if (told)
    {
      const char *unit = cyan_comparison_unit (comparison);

      g_string_append (out, "; ");
      append_safe (out, cyan_value_to_text (after, unit));
      g_string_append (out, " each instead of ");
      append_safe (out, cyan_value_to_text (before, unit));
    }
}

/* "that of X, which calls it, changed" */
static void
append_culprit (GString *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanNode caller = caller_of (parcs, explanation->node);

  append_name (out, cyan_comparison_pair_label (comparison, explanation->read), NAME_CHARS);
  if (explanation->reason == CYAN_REASON_MODIFIED_BELOW)
    g_string_append (out, ", which it calls, changed");
  else if (caller != CYAN_NODE_NONE && comparison->pair[caller] == explanation->read)
    g_string_append (out, explanation->structural && explanation->side == 0
                              ? ", which called it, changed"
                              : ", which calls it, changed");
  else
    g_string_append (out, ", further up, changed");
}

static void
append_why (GString *out, const CyanParcs *parcs, const CyanExplanation *explanation)
{
  switch (explanation->reason)
    {
    case CYAN_REASON_MODIFIED:
      g_string_append (out, "its source changed");
      break;
    case CYAN_REASON_ADDED:
      g_string_append (out, explanation->source_known
                                ? "only the source after has this function"
                                : "whether the function is new is not known: no source tells");
      break;
    case CYAN_REASON_DELETED:
      g_string_append (out, explanation->source_known
                                ? "only the source before has this function"
                                : "whether the function is gone is not known: no source tells");
      break;
    case CYAN_REASON_MODIFIED_ABOVE:
    case CYAN_REASON_MODIFIED_BELOW:
      g_string_append (out, explanation->structural     ? "the source of "
                            : explanation->source_known ? "its source is the same, that of "
                                                        : "its source was not found, that of ");
      append_culprit (out, parcs, explanation);
      break;
    case CYAN_REASON_SIDE_EFFECT:
      g_string_append (out, explanation->structural && explanation->read != G_MAXUINT32
                                ? "its source changed, but none above it: a side effect, or chance"
                                : "no source here or above changed: a side effect, or chance");
      break;
    case CYAN_REASON_UNKNOWN:
      g_string_append (out, !parcs->has_sources ? "cause unknown: no source given"
                            : explanation->structural
                                ? "cause unknown: its caller's source was not "
                                  "found"
                                : "cause unknown: its source was not found");
      break;
    }
  append_calls (out, parcs, explanation);
}

/* The name, and where its source is if that is known. */
static void
append_function (GString *out, const CyanReportExplain *explain, guint32 pair)
{
  const CyanComparison *comparison = explain->parcs->comparison;
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);
  const char *file = cyan_comparison_string (comparison, function->file);
  g_autofree char *place = NULL;

  append_name (out, cyan_comparison_pair_label (comparison, pair), NAME_CHARS);
  if (*file != '\0')
    place = function->line > 0 ? g_strdup_printf ("%s:%u", file, function->line) : g_strdup (file);
  else if (explain->place != NULL)
    place = explain->place (pair, explain->place_data);
  if (place == NULL)
    return;
  g_string_append (out, " (");
  append_name (out, place, PLACE_CHARS);
  g_string_append_c (out, ')');
}

static void
append_explanation (GString *out,
                    const CyanReportExplain *explain,
                    const CyanExplanation *explanation,
                    guint rank)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  const CyanComparison *comparison = parcs->comparison;

  g_string_append_printf (out, "\n%2u. ", rank);
  append_what (out, parcs, explanation);
  g_string_append (out, ": ");
  append_how_much (out, parcs, list, explanation);
  g_string_append (out, "\n    in    ");
  append_path (out, parcs, explanation->node);
  if (explanation->n_contexts > 1)
    g_string_append_printf (out, ", and %u more", explanation->n_contexts - 1);
  g_string_append (out, "\n    why   ");
  append_why (out, parcs, explanation);
  if (explanation->read != G_MAXUINT32)
    {
      g_string_append (out, "\n    read  ");
      append_function (out, explain, explanation->read);
      for (guint i = 0; i < MIN (explanation->n_suspects, N_THEN); i++)
        {
          g_string_append (out, i == 0 ? ", then " : ", ");
          append_name (out, cyan_comparison_pair_label (comparison, explanation->suspects[i]),
                       NAME_CHARS);
        }
    }
  g_string_append_c (out, '\n');
}

static void
append_head (GString *out, const CyanReportExplain *explain, const CyanReportOptions *options)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  const CyanComparison *comparison = parcs->comparison;
  const CyanExplanation *first = list->n > 0 ? &list->at[0] : NULL;

  append_name (out, options->before_name != NULL ? options->before_name : "before", NAME_CHARS);
  g_string_append (out, " to ");
  append_name (out, options->after_name != NULL ? options->after_name : "after", NAME_CHARS);
  g_string_append (out, ": ");
  append_safe (out, cyan_comparison_verdict_text (comparison));
  g_string_append_c (out, '\n');
  if (first == NULL)
    g_string_append (out, list->n_noise > 0 ? "No function changed by more than noise.\n"
                                            : "Nothing changed.\n");
  else if (list->ranked_by_size)
    g_string_append (out,
                     comparison->same_unit
                         ? "What got slower and what got faster nearly cancel out; the largest "
                           "changes come first.\n"
                         : "Only shares can be compared; the largest changes come first.\n");
  else if (first->read != G_MAXUINT32)
    {
      g_string_append (out, "Read ");
      append_function (out, explain, first->read);
      g_string_append (out, " first.\n");
    }
  else
    g_string_append (out, parcs->has_sources ? "No change of a source explains most of it.\n"
                                             : "Nothing tells which function to read first.\n");
  if (!parcs->has_sources && first != NULL)
    g_string_append (out, "note: no sources given: causes are told from the recordings alone\n");
  for (guint i = 0; i < comparison->warnings->len; i++)
    {
      g_string_append (out, "note: ");
      append_safe (out, g_strdup (g_ptr_array_index (comparison->warnings, i)));
      g_string_append_c (out, '\n');
    }
}

static gboolean
is_against (const CyanExplanations *list, const CyanExplanation *explanation)
{
  return !list->ranked_by_size && explanation->change * list->difference < 0;
}

static void
append_rest (
    GString *out, const CyanParcs *parcs, const CyanExplanations *list, guint n, double sum)
{
  const CyanComparison *comparison = parcs->comparison;

  if (n > 0)
    {
      g_string_append_printf (out, "\n%u smaller change%s: ", n, n == 1 ? "" : "s");
      append_change (out, comparison, sum);
      g_string_append (out, n == 1 ? "" : " together");
      if (!list->ranked_by_size)
        {
          g_string_append (out, ", ");
          append_safe (out, cyan_share_to_text (sum / list->difference));
          g_string_append (out, " of the difference");
        }
      g_string_append_c (out, '\n');
    }
  if (list->n_noise > 0)
    {
      g_string_append_printf (out,
                              "%s%u function%s changed no more than noise: ", n > 0 ? "" : "\n",
                              list->n_noise, list->n_noise == 1 ? "" : "s");
      append_change (out, comparison, list->noise);
      g_string_append (out, list->n_noise == 1 ? "\n" : " together\n");
    }
}

static void
append_list (GString *out, const CyanReportExplain *explain, guint top)
{
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  guint n_rest = 0, n_shown = 0, n_against = 0;
  double rest = 0;

  for (guint i = 0; i < list->n; i++)
    {
      const CyanExplanation *explanation = &list->at[i];
      gboolean notable = explanation->part >= NOTABLE || i == 0;

      if (notable && !is_against (list, explanation) && n_shown < top)
        append_explanation (out, explain, explanation, ++n_shown);
      else if (notable && is_against (list, explanation) && n_against < MIN (top, N_AGAINST))
        {
          g_string_append (out, n_against++ == 0 ? "\nthe other way:\n    " : "    ");
          append_what (out, parcs, explanation);
          g_string_append (out, ": ");
          append_how_much (out, parcs, list, explanation);
          g_string_append_c (out, '\n');
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
append_counts (GString *out, const CyanParcs *parcs)
{
  static const struct
  {
    const char *text;
    const char *unknown; /* where no source tells */
    CyanCause cause;
  } rows[] = {
    { "functions deleted", "functions only before", CYAN_CAUSE_DELETED },
    { "functions added", "functions only after", CYAN_CAUSE_ADDED },
    { "below modified functions", "below modified functions", CYAN_CAUSE_MODIFIED },
    { "side effects or chance", "cause unknown", CYAN_CAUSE_SIDE_EFFECT },
    { "not seen, maybe by chance", "not seen, maybe by chance", CYAN_CAUSE_NOT_SEEN },
  };
  gboolean known[CYAN_N_CAUSES] = { FALSE };

  g_string_append_printf (out, "\n%-28s%10s%12s%10s%12s\n", "Calling contexts (PARCS)", "before",
                          "in subtrees", "after", "in subtrees");
  g_string_append_printf (out, "%-28s%10u%12s%10u\n", "all", parcs->n_nodes[0], "",
                          parcs->n_nodes[1]);
  known[CYAN_CAUSE_DELETED] = known[CYAN_CAUSE_ADDED] = parcs->presence != NULL;
  known[CYAN_CAUSE_SIDE_EFFECT] = parcs->has_sources;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CyanParcsCount *counts = parcs->counts[rows[i].cause];

      if (counts[0].nodes + counts[1].nodes > 0)
        g_string_append_printf (
            out, "  %-26s%10u%12u%10u%12u\n", known[rows[i].cause] ? rows[i].text : rows[i].unknown,
            counts[0].nodes, counts[0].subtrees, counts[1].nodes, counts[1].subtrees);
    }
  g_string_append_printf (out, "  %-26s%10u%12s%10u", "common tree", parcs->n_common, "",
                          parcs->n_common);
  if (parcs->n_nodes[0] > 0)
    {
      g_string_append (out, "  (");
      append_safe (out, cyan_share_to_text ((double) parcs->n_common / parcs->n_nodes[0]));
      g_string_append (out, " of before)");
    }
  g_string_append_c (out, '\n');
  if (parcs->unordered)
    g_string_append (out, "note: a recording knows no order of calls, so the common tree does not "
                          "keep it\n");
  if (parcs->bounded)
    g_string_append (out, "note: too many siblings of one name to find the largest common tree\n");
}

/* The first functions that were adjusted, each once. */
static void
append_unlike (GString *out, const CyanComparison *comparison, const CyanOverlap *overlap)
{
  guint32 shown[N_UNLIKE];
  guint n = 0;

  for (guint i = 0; i < overlap->n_steps; i++)
    {
      CyanNode node = overlap->steps[i].node;
      guint32 function = comparison->function_of_pair[comparison->pair[node]];
      gboolean known = FALSE;

      for (guint k = 0; k < n; k++)
        known |= shown[k] == function;
      if (known)
        continue;
      if (n > 0)
        g_string_append (out, ", ");
      if (n == N_UNLIKE)
        {
          g_string_append (out, "...");
          return;
        }
      append_name (out, cyan_comparison_name (comparison, node), PATH_CHARS);
      shown[n++] = function;
    }
}

static void
append_overlap (GString *out, const CyanParcs *parcs, const CyanReportExplain *explain)
{
  static const char *const words[] = { "own values", "totals", "calls" };
  const CyanOverlap *overlap = explain->overlap;

  g_string_append_printf (out, "\nOverlap of the %s: ", words[explain->weight]);
  append_safe (out, cyan_share_to_text (overlap->overlap));
  if (explain->threshold_from != NULL)
    {
      g_string_append_printf (out, " (%s: ", explain->threshold_from);
      append_safe (out, cyan_share_to_text (explain->threshold));
      g_string_append_c (out, ')');
    }
  g_string_append_c (out, '\n');
  if (overlap->n_steps == 0)
    return;
  g_string_append_printf (out, "with %u context%s adjusted: ", overlap->n_steps,
                          overlap->n_steps == 1 ? "" : "s");
  append_safe (out, cyan_share_to_text (overlap->steps[overlap->n_steps - 1].overlap));
  g_string_append (out, " (");
  append_unlike (out, parcs->comparison, overlap);
  g_string_append (out, ")\n");
}

gboolean
cyan_report_explain_text (const CyanComparison *comparison,
                          const CyanReportOptions *options,
                          const CyanReportExplain *explain,
                          CyanReportWriteFunc write,
                          gpointer data,
                          GError **error)
{
  g_auto (CyanReportSink) sink = { 0 };
  g_autofree char *noise = cyan_comparison_noise_text (comparison);

  cyan_report_sink_init (&sink, write, data);
  append_head (sink.buffer, explain, options);
  if (noise != NULL)
    {
      g_string_append (sink.buffer, "noise: ");
      append_safe (sink.buffer, g_strdup (noise));
      g_string_append_c (sink.buffer, '\n');
    }
  append_list (sink.buffer, explain, options->top);
  append_counts (sink.buffer, explain->parcs);
  append_overlap (sink.buffer, explain->parcs, explain);
  return cyan_report_sink_flush (&sink, TRUE, error);
}
