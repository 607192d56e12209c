/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bisection as plain data, and the revisions between two ends. */
#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-bisect-private.h"
#include "cyan-evolution-read.h"
#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"

CyanBisection *
cyan_bisection_new (const CyanPlan *plan, const char *oldest, const char *newest)
{
  CyanBisection *self = g_new0 (CyanBisection, 1);
  guint last = plan->revisions->len - 1;

  self->project = g_strdup (plan->project);
  self->ends = (CyanRatio){ NAN, NAN, NAN };
  self->n_revisions = last + 1;
  self->revisions = g_new0 (CyanBisectionRevision, self->n_revisions);
  for (guint i = 0; i <= last; i++)
    {
      const CyanGitLogCommit *commit = cyan_plan_revision (plan, i)->commit;
      const char *given = i == 0 ? oldest : i == last ? newest : NULL;
      CyanEvolutionColumn column = cyan_evolution_column_of_commit (commit);

      /* Long hexadecimal names are cut. */
      if (given != NULL && !g_str_has_prefix (commit->oid, given))
        {
          g_free (column.name);
          column.name = g_strdup (given);
        }
      self->revisions[i].commit = column;
    }
  return self;
}

static void
take_steps (CyanBisection *self, const CyanSearchAnswer *answer)
{
  for (guint i = 0; i < self->n_steps; i++)
    g_free (self->steps[i].credible);
  g_free (self->steps);
  self->n_steps = answer->n_steps;
  self->steps = g_memdup2 (answer->steps, answer->n_steps * sizeof *answer->steps);
  for (guint i = 0; i < self->n_steps; i++)
    self->steps[i].credible = g_memdup2 (
        answer->steps[i].credible, answer->steps[i].n_credible * sizeof *answer->steps[i].credible);
}

/* Whether @p is a probability, but for what rounding adds to sums. */
static gboolean
is_probability (double p)
{
  return p >= 0 && p <= 1 + 1e-9;
}

/* Whether the sets of the steps are ascending, and what should be a probability is one. */
static gboolean
is_in_range (const CyanBisection *self)
{
  for (guint i = 0; i < self->n_revisions; i++)
    if (!is_probability (self->revisions[i].probability))
      return FALSE;
  for (guint i = 0; i < self->n_steps; i++)
    {
      const CyanBisectionStep *step = &self->steps[i];

      if (step->n_credible == 0 || step->credible[step->n_credible - 1] >= self->n_revisions
          || step->revision < step->credible[0]
          || step->revision > step->credible[step->n_credible - 1] || !is_probability (step->mass))
        return FALSE;
      for (guint j = 1; j < step->n_credible; j++)
        if (step->credible[j - 1] >= step->credible[j])
          return FALSE;
    }
  return TRUE;
}

void
cyan_bisection_update (CyanBisection *self, const CyanSearchAnswer *answer)
{
  G_STATIC_ASSERT (sizeof self->next == sizeof answer->next);
  g_assert (answer->n_next <= G_N_ELEMENTS (self->next));
  self->state = answer->state;
  self->ends = answer->ends;
  self->ends_differ = answer->ends_differ;
  self->n_next = answer->n_next;
  self->next_runs = answer->n_runs;
  self->next_rebuild = answer->rebuild;
  self->none = answer->none;
  memcpy (self->next, answer->next, sizeof self->next);
  for (guint i = 0; i < self->n_revisions; i++)
    {
      self->revisions[i].probability = answer->probability[i];
      self->revisions[i].is_outlier = FALSE;
    }
  for (guint i = 0; i < answer->n_outliers; i++)
    self->revisions[answer->outliers[i]].is_outlier = TRUE;
  take_steps (self, answer);
  cyan_assert_slow (is_in_range (self));
}

/* ---- which revisions are between two ends ---- */

/* Caller frees; NULL with @error. */
static char *
find_commit (const char *repository, const char *revision, const CyanTick *tick, GError **error)
{
  const char *const revisions[] = { revision, NULL };
  g_autoptr (GPtrArray) commits = cyan_git_log_list (repository, revisions, tick, error);
  const CyanGitLogCommit *commit;

  if (commits == NULL)
    return NULL;
  commit = commits->pdata[0];
  return g_strdup (commit->oid);
}

/* The first parents of @newest up to @oldest; *@range is NULL if that is none of them. */
static gboolean
walk (const char *repository,
      const char *oldest,
      const char *newest,
      GStrv *range,
      const CyanTick *tick,
      GError **error)
{
  const CyanGitRange between = { .tip = newest, .start = oldest };
  g_autoptr (GPtrArray) commits = cyan_git_log_range (repository, &between, tick, error);
  g_autoptr (GStrvBuilder) oids = g_strv_builder_new ();
  const CyanGitLogCommit *first;

  *range = NULL;
  if (commits == NULL)
    return FALSE;
  if (commits->len == 0)
    return TRUE;
  first = commits->pdata[0];
  if (g_strcmp0 (first->parent, oldest) != 0)
    return TRUE;
  g_strv_builder_add (oids, oldest);
  for (guint i = 0; i < commits->len; i++)
    g_strv_builder_add (oids, ((const CyanGitLogCommit *) commits->pdata[i])->oid);
  *range = g_strv_builder_end (oids);
  return TRUE;
}

GStrv
cyan_bisect_range (const char *repository,
                   const char *good,
                   const char *bad,
                   gboolean *is_reversed,
                   const CyanTick *tick,
                   GError **error)
{
  g_autofree char *from = find_commit (repository, good, tick, error);
  g_autofree char *to = from != NULL ? find_commit (repository, bad, tick, error) : NULL;
  GStrv range;

  if (to == NULL)
    return NULL;
  if (strcmp (from, to) == 0)
    return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("“%s” and “%s” are the same commit"), good,
                           bad);
  if (!walk (repository, from, to, &range, tick, error))
    return NULL;
  *is_reversed = range == NULL;
  if (range == NULL && !walk (repository, to, from, &range, tick, error))
    return NULL;
  if (range == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID,
               _ ("neither “%s” nor “%s” is among the first parents of the other"), good, bad);
  return range;
}
