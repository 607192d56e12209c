/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happened to a node, in sentences: is it called more often, or slower, and is that its own doing. */
#include "cyan-numbers.h"

#include "cyan-columns.h"
#include "cyan-edits.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* A cost per call that differs by less is the same. */
#define SAME_COST 0.05
/* A part of the difference that is nearly all of it, and one that is next to nothing. */
#define NEARLY_ALL  0.8
#define NEXT_TO_NIL 0.2

gboolean
cyan_numbers_has_changed (const CyanComparison *comparison, CyanNode node)
{
  return cyan_comparison_verdict (comparison, node, CYAN_BASIS_SHARE) != CYAN_VERDICT_UNCHANGED
         || cyan_comparison_verdict (comparison, node, CYAN_BASIS_ABSOLUTE)
                != CYAN_VERDICT_UNCHANGED;
}

const char *
cyan_numbers_verdict_word (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanStatus status = cyan_comparison_status (comparison, node);

  if (comparison->compared.single)
    return _ ("nothing to compare with yet");
  if (cyan_compared_is_cold (&comparison->compared, node))
    return C_ ("calls", "pruned");
  if (cyan_compared_is_unseen (&comparison->compared, node))
    return status == CYAN_STATUS_ADDED ? _ ("not seen before") : _ ("not seen after");
  switch (cyan_comparison_verdict (comparison, node, cyan_session_basis (session)))
    {
    case CYAN_VERDICT_SLOWER:
      return _ ("slower");
    case CYAN_VERDICT_FASTER:
      return _ ("faster");
    case CYAN_VERDICT_ADDED:
      return C_ ("function", "new");
    case CYAN_VERDICT_REMOVED:
      return C_ ("function", "gone");
    case CYAN_VERDICT_UNCHANGED:
    default:
      if (cyan_session_basis (session) == CYAN_BASIS_SHARE
          && cyan_numbers_has_changed (comparison, node))
        return _ ("same share of the run");
      return comparison->noise.kind == CYAN_NOISE_UNKNOWN ? _ ("hardly changed")
                                                          : _ ("no significant change");
    }
}

static gboolean
is_guessed (const CyanComparison *comparison, CyanNode node)
{
  return cyan_edit_rename_reason (comparison, node) == CYAN_MATCH_BY_CONTEXTS;
}

const char *
cyan_numbers_renamed_word (const CyanComparison *comparison, CyanNode node)
{
  return is_guessed (comparison, node) ? _ ("probably renamed") : _ ("renamed");
}

static void
append_word (GString *words, const char *word)
{
  if (words->len > 0)
    g_string_append (words, ", ");
  g_string_append (words, word);
}

char *
cyan_numbers_function_words (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanFunctionPairs *pairs = comparison->compared.pairs;
  const CyanFunctionPair *pair = &pairs->at[pairs->of_node[node]];
  CyanChange change = cyan_comparison_model_change (cyan_session_model (session), node);
  GString *words = g_string_new (NULL);

  if (comparison->compared.single)
    return g_string_free (words, FALSE);
  if (pair->before == G_MAXUINT32)
    append_word (words, C_ ("function", "new"));
  else if (pair->after == G_MAXUINT32)
    append_word (words, C_ ("function", "gone"));
  else if (change != CYAN_CHANGE_UNKNOWN)
    append_word (words, cyan_change_word (change));
  if (cyan_comparison_status (comparison, node) == CYAN_STATUS_RENAMED)
    append_word (words, cyan_numbers_renamed_word (comparison, node));
  if (cyan_comparison_model_moved (cyan_session_model (session), node))
    append_word (words, _ ("source in another file"));
  return g_string_free (words, FALSE);
}

static void
append_sentence (GString *text, char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

/* @format with @value for its "%s". */
static char *
format_text (const char *format, const char *value)
{
  GString *text = g_string_new (format);

  g_string_replace (text, "%s", value, 1);
  return g_string_free (text, FALSE);
}

/* A factor from 1.95 on, with as many digits as one would say. */
static char *
factor_text (double factor)
{
  if (factor >= 999.5)
    return cyan_value_to_text (factor, "count");
  if (factor >= 9.95 || fabs (factor - round (factor)) < 0.05)
    return g_strdup_printf ("%.0f", factor);
  return g_strdup_printf ("%.1f", factor);
}

static char *
calls_clause (guint64 before, guint64 after)
{
  double factor = (double) after / (double) before;
  g_autofree char *percent = cyan_share_to_text (fabs (factor - 1));
  g_autofree char *times = factor_text (factor);

  if (before == after)
    return g_strdup (_ ("Called as often as before"));
  if (factor >= 1.95 && factor < 2.05)
    return g_strdup (_ ("Called twice as often"));
  if (factor >= 1.95)
    return g_strdup_printf (_ ("Called %s times as often"), times);
  if (factor > 1)
    return g_strdup_printf (_ ("Called %s more often"), percent);
  return g_strdup_printf (_ ("Called %s less often"), percent);
}

static char *
cost_clause (double before, double after)
{
  double factor = after / before;
  g_autofree char *percent = cyan_share_to_text (fabs (factor - 1));
  g_autofree char *times = factor_text (factor);

  if (before == after || fabs (factor - 1) < SAME_COST)
    return g_strdup (_ ("each call costs the same"));
  if (before <= 0 || after < 0)
    return g_strdup (after > before ? _ ("each call costs more") : _ ("each call costs less"));
  if (factor >= 1.95 && factor < 2.05)
    return g_strdup (_ ("each call costs twice as much"));
  if (factor >= 1.95)
    return g_strdup_printf (_ ("each call costs %s times as much"), times);
  if (factor > 1)
    return g_strdup_printf (_ ("each call costs %s more"), percent);
  return g_strdup_printf (_ ("each call costs %s less"), percent);
}

/* Calls and cost per call; without calls what the values did. */
static void
append_what_changed (GString *text,
                     const CyanComparison *comparison,
                     const CyanSide *before,
                     const CyanSide *after)
{
  double difference = after->total - before->total;

  if (comparison->compared.same_unit && before->calls != CYAN_CALLS_UNKNOWN && before->calls > 0
      && after->calls != CYAN_CALLS_UNKNOWN && after->calls > 0)
    {
      g_autofree char *calls = calls_clause (before->calls, after->calls);
      g_autofree char *cost = cost_clause (before->total / (double) before->calls,
                                           after->total / (double) after->calls);

      append_sentence (text, g_strdup_printf (_ ("%s; %s."), calls, cost));
    }
  else if (comparison->compared.same_unit && difference == 0)
    append_sentence (text, g_strdup (_ ("Takes as much as before.")));
  else if (comparison->compared.same_unit && before->total > 0 && after->total >= 0)
    {
      g_autofree char *value =
          cyan_value_to_text (fabs (difference), cyan_comparison_unit (comparison));
      g_autofree char *relative = cyan_change_to_text (before->total, after->total);

      append_sentence (text, difference > 0
                                 ? g_strdup_printf (_ ("Rose by %s (%s)."), value, relative)
                                 : g_strdup_printf (_ ("Fell by %s (%s)."), value, relative));
    }
}

/* Where values are below 0, shares are of magnitudes: they do not tell if the rest rose or fell. */
static gboolean
is_share_only (const CyanComparison *comparison, CyanNode node)
{
  const CyanComparedSide *side = comparison->compared.side;

  return cyan_comparison_share_only (comparison, node, CYAN_BASIS_SHARE)
         && side[0].total == side[0].sum && side[1].total == side[1].sum;
}

/* @difference of the total; 0 if it is within noise. */
static void
append_share_only (GString *text, const CyanComparison *comparison, double difference)
{
  g_autofree char *value =
      cyan_value_to_text (fabs (difference), cyan_comparison_unit (comparison));

  if (difference < 0)
    append_sentence (
        text, g_strdup_printf (_ ("Share only: it fell by %s while the rest of the run fell more."),
                               value));
  else if (difference > 0)
    append_sentence (
        text, g_strdup_printf (_ ("Share only: it rose by %s while the rest of the run rose more."),
                               value));
  else
    append_sentence (
        text,
        g_strdup (_ ("Share only: it takes as much as before, the rest of the run does not.")));
}

/* Whether it is the function's own doing. */
static void
append_whose (GString *text,
              const CyanComparison *comparison,
              const CyanSide *before,
              const CyanSide *after,
              gboolean is_leaf)
{
  double total = after->total - before->total;
  double part = total != 0 ? (after->self - before->self) / total : 0;

  if (is_leaf || total == 0 || !comparison->compared.same_unit)
    return;
  if (part >= NEARLY_ALL)
    append_sentence (text, g_strdup (_ ("The change is in its own code.")));
  else if (part <= NEXT_TO_NIL)
    append_sentence (text, g_strdup (_ ("The change comes from what it calls.")));
}

static void
append_pruned (GString *text,
               const CyanComparison *comparison,
               gboolean added,
               const CyanSide *lacks)
{
  double total = comparison->compared.side[added ? 0 : 1].total;
  g_autofree char *most = cyan_share_to_text (lacks->missing / total);

  append_sentence (
      text, g_strdup_printf (
                added ? _ ("Not seen before: up to %s of the run before may have been pruned.")
                      : _ ("Not seen after: up to %s of the run after may have been pruned."),
                most));
}

/* "65.6 ms itself, 5.4 % of the run before" */
static char *
own_text (const CyanComparison *comparison, double own)
{
  g_autofree char *value = NULL;
  g_autofree char *share = NULL;

  if (!comparison->compared.same_unit)
    return cyan_value_to_text (own, "");
  value = cyan_value_to_text (own, cyan_comparison_unit (comparison));
  share = cyan_share_to_text (cyan_compared_part (own, comparison->compared.side[0].total));
  /* Translators: a value, and a share. */
  return g_strdup_printf (_ ("%s itself, %s of the run before"), value, share);
}

static void
append_one_sided (GString *text,
                  const CyanComparison *comparison,
                  CyanNode node,
                  const CyanSide *before,
                  const CyanSide *after)
{
  const CyanFunctionPair *pair =
      &comparison->compared.pairs->at[comparison->compared.pairs->of_node[node]];
  gboolean added = after->present;
  g_autofree char *own = own_text (comparison, added ? after->self : before->self);
  const char *format;

  if (cyan_compared_is_unseen (&comparison->compared, node)
      && cyan_compared_missing (&comparison->compared, !added, node) > 0)
    {
      append_pruned (text, comparison, added, added ? before : after);
      return;
    }
  if (cyan_compared_is_unseen (&comparison->compared, node))
    {
      append_sentence (
          text,
          g_strdup (added
                        ? _ ("Not seen before: so few samples hit it that chance may explain it.")
                        : _ ("Not seen after: so few samples hit it that chance may explain it.")));
      return;
    }
  if (added)
    format = pair->before == G_MAXUINT32
                 ? _ ("New: it costs %s.")
                 : _ ("New here, though it ran elsewhere before: it costs %s.");
  else
    format = pair->after == G_MAXUINT32
                 ? _ ("Gone: it cost %s.")
                 : _ ("No longer called here, though it still runs elsewhere: it cost %s.");
  append_sentence (text, format_text (format, own));
  if (cyan_compared_total (&comparison->compared, !added ? 1 : 0, node) > 0)
    append_sentence (text, g_strdup (added ? _ ("What it calls ran before, too.")
                                           : _ ("What it called still runs.")));
}

/* The caller frees. */
static char *
place_text (CyanSession *session, CyanNode node)
{
  g_autofree char *path = cyan_name_callers (session, node);
  g_autofree char *name =
      cyan_name_for_sentence (cyan_comparison_name (cyan_session_comparison (session), node));

  return g_strconcat (path, *path != '\0' ? " > " : "", name, NULL);
}

static void
append_move (GString *text, CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanNode to = cyan_comparison_moved_to (comparison, node);
  CyanNode from = cyan_comparison_moved_from (comparison, node);
  g_autofree char *label = NULL;

  if (to == CYAN_NODE_NONE && from == CYAN_NODE_NONE)
    return;
  label = place_text (session, to != CYAN_NODE_NONE ? to : from);
  append_sentence (text, to != CYAN_NODE_NONE ? g_strdup_printf (_ ("Moved to %s."), label)
                                              : g_strdup_printf (_ ("Moved from %s."), label));
}

/* Contexts that became one, or one that became several. */
static void
append_join (GString *text, CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanNode joined = cyan_compared_joined (&comparison->compared, node);

  if (joined != CYAN_NODE_NONE)
    {
      g_autofree char *place = place_text (session, joined);

      append_sentence (
          text,
          g_strdup_printf (cyan_compared_node (&comparison->compared, 0, node) != CYAN_NODE_NONE
                               ? _ ("Two contexts became one: its time is part of %s now.")
                               : _ ("One context became two: its time was part of %s before."),
                           place));
    }
  for (guint side = 0; side < 2; side++)
    {
      double total;
      guint n = cyan_compared_parts (&comparison->compared, node, side, &total);
      g_autofree char *value =
          n > 0 ? cyan_value_to_text (
              total, comparison->compared.same_unit ? cyan_comparison_unit (comparison) : "")
                : NULL;

      if (n == 0)
        continue;
      append_sentence (
          text,
          side == 0
              ? g_strdup_printf (ngettext ("It includes what was in %'u other context before: %s.",
                                           "It includes what was in %'u other contexts before: %s.",
                                           n),
                                 n, value)
              : g_strdup_printf (ngettext ("It included what is in %'u other context now: %s.",
                                           "It included what is in %'u other contexts now: %s.", n),
                                 n, value));
    }
}

static void
append_doubt (GString *text, const CyanComparison *comparison, CyanNode node)
{
  if (cyan_compared_is_uncertain (&comparison->compared, node))
    append_sentence (text, g_strdup (_ ("Uncertain match: another context may be the same one.")));
}

static void
append_source (GString *text, CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  gboolean one_sided = cyan_compared_node (&comparison->compared, 0, node) == CYAN_NODE_NONE
                       || cyan_compared_node (&comparison->compared, 1, node) == CYAN_NODE_NONE;
  const CyanFunctionPair *pair =
      &comparison->compared.pairs->at[comparison->compared.pairs->of_node[node]];

  if (one_sided && (pair->before == G_MAXUINT32 || pair->after == G_MAXUINT32))
    return;
  switch (cyan_comparison_model_change (cyan_session_model (session), node))
    {
    case CYAN_CHANGE_MODIFIED:
      append_sentence (text, g_strdup (_ ("Its source was modified.")));
      break;
    case CYAN_CHANGE_REFORMATTED:
      append_sentence (text, g_strdup (_ ("Its source was reformatted, but means the same.")));
      break;
    case CYAN_CHANGE_UNMODIFIED:
      append_sentence (text, g_strdup (_ ("Its source was not modified.")));
      break;
    case CYAN_CHANGE_UNKNOWN:
    default:
      append_sentence (text, g_strdup (_ ("Whether its source was modified is unknown.")));
      break;
    }
}

/* Of a profile that there is nothing to compare with. */
static char *
plain_sentence (const CyanComparison *comparison, const CyanSide *side)
{
  double run = comparison->compared.side[1].total;
  g_autofree char *total = cyan_share_to_text (side->share);
  g_autofree char *self = cyan_share_to_text (run > 0 ? side->self / run : 0);

  return g_strdup_printf (_ ("Takes %s of the run, %s by itself."), total, self);
}

/* Neither a direction nor a factor. */
static void
append_unchanged (GString *text,
                  const CyanComparison *comparison,
                  CyanNode node,
                  const CyanSide *before,
                  const CyanSide *after)
{
  CyanBasis basis = comparison->compared.same_unit ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE;
  g_autofree char *threshold = cyan_share_to_text (comparison->threshold);
  CyanEstimate estimate;

  if (comparison->compared.same_unit && before->total == after->total)
    append_sentence (text, g_strdup (_ ("Takes as much as before.")));
  else if (comparison->noise.kind == CYAN_NOISE_UNKNOWN
           || (cyan_comparison_estimate (comparison, node, basis, &estimate)
               && estimate.q <= comparison->noise.alpha))
    append_sentence (text, g_strdup_printf (_ ("The change is below %s of the run."), threshold));
  else
    append_sentence (text, g_strdup (_ ("The change is within noise.")));
}

/* Describes the change of a node that is on both sides. */
static void
append_both_sided (GString *text,
                   const CyanComparison *comparison,
                   CyanNode node,
                   const CyanSide *before,
                   const CyanSide *after)
{
  gboolean share_only = is_share_only (comparison, node);
  gboolean changed =
      cyan_comparison_verdict (comparison, node, CYAN_BASIS_ABSOLUTE) != CYAN_VERDICT_UNCHANGED;

  if (!cyan_numbers_has_changed (comparison, node))
    {
      append_unchanged (text, comparison, node, before, after);
      return;
    }
  if (share_only)
    append_share_only (text, comparison, changed ? after->total - before->total : 0);
  else if (!changed && comparison->compared.same_unit)
    append_sentence (
        text, g_strdup (fabs (cyan_comparison_height (comparison, node, CYAN_BASIS_ABSOLUTE))
                                >= comparison->threshold
                            ? _ ("Its share changed; the change of its value is within noise.")
                            : _ ("Its share changed, its value hardly did.")));
  if (changed && (!share_only || before->calls != CYAN_CALLS_UNKNOWN))
    append_what_changed (text, comparison, before, after);
  if (changed)
    append_whose (text, comparison, before, after,
                  comparison->compared.tree->end[node] == node + 1);
}

char *
cyan_numbers_event (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const char *old_name = cyan_comparison_old_name (comparison, node);
  GString *text = g_string_new (NULL);
  CyanSide before, after;
  gboolean one_sided;

  cyan_comparison_sides (comparison, node, &before, &after);
  if (cyan_compared_is_cold (&comparison->compared, node))
    {
      append_sentence (text,
                       g_strdup (_ ("The sum of all calls below this caller that cost so little "
                                    "that they were pruned.")));
      return g_string_free (text, FALSE);
    }
  if (comparison->compared.single)
    {
      g_string_free (text, TRUE);
      return plain_sentence (comparison, &after);
    }
  one_sided = !before.present || !after.present;
  if (old_name != NULL)
    {
      g_autofree char *name = cyan_name_for_sentence (old_name);

      append_sentence (text, g_strdup_printf (is_guessed (comparison, node)
                                                  ? _ ("Probably renamed from %s.")
                                                  : _ ("Renamed from %s."),
                                              name));
    }
  if (one_sided)
    {
      append_one_sided (text, comparison, node, &before, &after);
      append_move (text, session, node);
    }
  else
    append_both_sided (text, comparison, node, &before, &after);
  append_join (text, session, node);
  append_doubt (text, comparison, node);
  return g_string_free (text, FALSE);
}

char *
cyan_numbers_sentence (CyanSession *session, CyanNode node)
{
  g_autofree char *event = cyan_numbers_event (session, node);
  GString *text = g_string_new (event);
  char *hosts = cyan_numbers_hosts (cyan_session_comparison (session), node);

  if (hosts != NULL)
    append_sentence (text, hosts);
  if (!cyan_session_comparison (session)->compared.single)
    append_source (text, session, node);
  return g_string_free (text, FALSE);
}

/* The change of the self cost for a node of one side only; else the change of the total. */
static char *
change_text (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanSide before, after;

  cyan_comparison_sides (comparison, node, &before, &after);
  if (comparison->compared.single || before.present == after.present
      || !comparison->compared.same_unit)
    return cyan_comparison_height_text (comparison, node, cyan_session_basis (session));
  return cyan_comparison_delta_text (comparison, after.self - before.self);
}

char *
cyan_numbers_summary (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  g_autofree char *name =
      cyan_text_for_label (cyan_comparison_name (comparison, node), CYAN_NAME_DRAWN_MAX);
  const char *old_name = cyan_comparison_old_name (comparison, node);
  g_autofree char *change = change_text (session, node);
  guint n_hidden = cyan_layout_n_hidden_children (cyan_session_layout (session), node);
  GString *text = g_string_new (name);

  g_string_append_printf (text, ", %s, %s", cyan_numbers_verdict_word (session, node), change);
  if (cyan_comparison_share_only (comparison, node, cyan_session_basis (session)))
    g_string_append_printf (text, ", %s", _ ("share only"));
  if (old_name != NULL)
    {
      g_autofree char *label = cyan_text_for_label (old_name, CYAN_NAME_DRAWN_MAX);

      g_string_append (text, ", ");
      g_string_append_printf (text,
                              is_guessed (comparison, node) ? _ ("probably renamed from %s")
                                                            : _ ("renamed from %s"),
                              label);
    }
  if (cyan_session_moved_node (session, node) != CYAN_NODE_NONE)
    g_string_append_printf (text, ", %s", _ ("moved"));
  if (n_hidden > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%'u child hidden", "%'u children hidden", n_hidden),
                              n_hidden);
    }
  return g_string_free (text, FALSE);
}
