/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-words.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#define SUBJECT_CHARS 100

char *
cyan_bisect_revision_text (const CyanBisectionRevision *revision)
{
  const char *subject = revision->commit.subject;
  g_autofree char *text = g_strconcat (revision->commit.name, " ", subject, NULL);

  return cyan_text_for_label (text, SUBJECT_CHARS);
}

char *
cyan_bisect_title (const CyanBisection *state)
{
  switch (state->state)
    {
    case CYAN_BISECTION_FOUND:
    case CYAN_BISECTION_BUDGET:
      if (state->n_steps > 0)
        return cyan_bisect_revision_text (&state->revisions[state->steps[0].revision]);
      return g_strdup (_ ("All Runs Are Spent"));
    case CYAN_BISECTION_NO_DIFFERENCE:
      return g_strdup (_ ("The Ends Do Not Differ"));
    case CYAN_BISECTION_NOT_MEASURED:
      return g_strdup (_ ("An End Cannot Be Measured"));
    case CYAN_BISECTION_RUNNING:
    case CYAN_N_BISECTION_STATES:
      break;
    }
  return g_strdup (state->ends_differ ? _ ("Looking for the Revision") : _ ("Measuring Both Ends"));
}

/* "wall +5.1 % (+4.6 % to +5.5 %)", or NULL. */
static char *
ratio_text (const char *metric, const CyanRatio *ratio)
{
  g_autofree char *change = NULL, *low = NULL, *high = NULL;

  if (!isfinite (ratio->ratio))
    return NULL;
  change = cyan_change_to_text (1, ratio->ratio);
  low = cyan_change_to_text (1, ratio->low);
  high = cyan_change_to_text (1, ratio->high);
  /* Translators: a metric, its change, and from where to where the change may be. */
  return g_strdup_printf (_ ("%s %s (%s to %s)"), metric, change, low, high);
}

char *
cyan_bisect_subtitle (const CyanBisection *state)
{
  g_autofree char *change =
      ratio_text (state->metric, state->n_steps > 0 ? &state->steps[0].size : &state->ends);
  g_autofree char *runs =
      g_strdup_printf (ngettext ("%'u run", "%'u runs", state->n_runs), state->n_runs);
  g_autofree char *builds =
      g_strdup_printf (ngettext ("%'u build", "%'u builds", state->n_builds), state->n_builds);
  g_autofree char *revisions = g_strdup_printf (
      ngettext ("%'u revision", "%'u revisions", state->n_revisions), state->n_revisions);

  return g_strconcat (change != NULL ? change : "", change != NULL ? " \xc2\xb7 " : "", runs,
                      " \xc2\xb7 ", builds, " \xc2\xb7 ", revisions, NULL);
}

char *
cyan_bisect_now (const CyanBisection *state)
{
  const char *names[2];

  if (state->state != CYAN_BISECTION_RUNNING || state->n_next == 0)
    return NULL;
  for (guint i = 0; i < state->n_next; i++)
    names[i] = state->revisions[state->next[i]].commit.name;
  if (state->n_next == 1)
    return g_strdup_printf (ngettext ("Now: %s, %u run", "Now: %s, %u runs", state->next_runs),
                            names[0], state->next_runs);
  return g_strdup_printf (
      ngettext ("Now: %s and %s, %u run each", "Now: %s and %s, %u runs each", state->next_runs),
      names[0], names[1], state->next_runs);
}

char *
cyan_bisect_because (const CyanBisectionRevision *revision)
{
  switch (revision->prior)
    {
    case CYAN_PRIOR_SUSPECT:
      /* Translators: a commit touches a function, "find (table.c)". */
      return g_strdup_printf (_ ("touches %s"), revision->because != NULL ? revision->because : "");
    case CYAN_PRIOR_RISKY:
      return g_strdup (_ ("predicted"));
    case CYAN_PRIOR_NO_SOURCES:
      return g_strdup (_ ("changes no sources"));
    case CYAN_PRIOR_EVEN:
    case CYAN_N_PRIOR_KINDS:
      break;
    }
  return NULL;
}

gboolean
cyan_bisect_sides (const CyanBisection *state, guint *before, guint *after)
{
  guint i;

  if (state->n_steps == 0)
    return FALSE;
  *after = state->steps[0].revision;
  for (; *after < state->n_revisions && state->revisions[*after].n_values == 0; (*after)++)
    ;
  for (i = state->steps[0].revision; i > 0 && state->revisions[i - 1].n_values == 0; i--)
    ;
  if (i == 0 || *after == state->n_revisions)
    return FALSE;
  *before = i - 1;
  return TRUE;
}
