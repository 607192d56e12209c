/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the runs of a request. */
#include "cyan-load-runs.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-profile-names.h"
#include "cyan-recursion.h"
#include "cyan-run-parts.h"
#include "cyan-tick.h"
#include "cyan-worker.h"

/* The runs of one side. */
typedef struct
{
  CyanSharedTick *shared;
  guint side;
  const CyanRequest *request;
  const CyanNameRules *rules;
  CyanBudget *budget; /* of both sides */
  CyanRuns *runs;
  double ignored;
} Load;

static const char *const side_names[2] = { N_ ("before"), N_ ("after") };

/* @profile without the ignored functions.  Sets *@left_out to their value in the compared metric; a
 * missing metric is reported later. */
static CyanProfile *
leave_out_ignored (const CyanProfile *profile,
                   const CyanRequest *request,
                   const CyanNameRules *rules,
                   guint side,
                   double *left_out,
                   GError **error)
{
  g_autofree guint8 *ignored = g_new0 (guint8, profile->n_functions);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) named = cyan_profile_with_normal_names (profile, strings);
  const CyanFunctions functions = cyan_profile_functions (named);
  g_autofree CyanStr *labels = cyan_name_rules_labels (rules, side, &functions, error);
  const char *wanted = request->metric;
  CyanProfile *without;
  guint metric = 0;

  *left_out = 0;
  if (labels == NULL)
    return NULL;
  for (guint f = 1; f < profile->n_functions; f++)
    {
      const char *name = cyan_strings_get (strings, labels[f]);
      guint pattern;

      if (!cyan_name_filter_find (request->ignore, name, 0, &pattern, error))
        return NULL;
      ignored[f] = pattern < cyan_name_filter_n_patterns (request->ignore);
    }
  if (wanted != NULL && !cyan_profile_find_metric (named, wanted, &metric))
    return g_steal_pointer (&named);
  without = cyan_profile_without (named, ignored);
  *left_out =
      named->metrics[metric].total[CYAN_NODE_ROOT] - without->metrics[metric].total[CYAN_NODE_ROOT];
  return without;
}

CyanProfile *
cyan_load_run (const CyanRequest *request,
               guint side,
               guint i,
               const CyanLoadOptions *limits,
               const CyanTick *tick,
               GError **error)
{
  g_autoptr (CyanProfile) profile = NULL;

  if (request->profiles[side] == NULL)
    profile = cyan_profile_load (request->runs[side][i], limits, tick, error);
  else if (limits->fold_recursion)
    profile =
        cyan_profile_fold_recursion (g_ptr_array_index (request->profiles[side], i), tick, error);
  else
    profile = cyan_profile_ref (g_ptr_array_index (request->profiles[side], i));

  return profile != NULL ? cyan_profile_without_idle (profile) : NULL;
}

static CyanRuns *
load_runs (Load *self, const CyanTick *tick, GError **error)
{
  const CyanRequest *request = self->request;
  guint n = cyan_request_n_runs (request, self->side);
  double share = n > 1 ? 0.9 : 1.0; /* merging several runs takes time too */
  CyanLoadOptions limits = request->limits;
  g_autoptr (GPtrArray) profiles =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  const CyanTick joining = cyan_tick_slice (tick, share, (1 + share) / 2);
  const CyanTick merge = cyan_tick_slice (tick, (1 + share) / 2, 1);

  limits.budget = self->budget;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, share * i / n, share * (i + 1) / n);
      CyanProfile *profile = cyan_load_run (request, self->side, i, &limits, &slice, error);

      if (profile != NULL && request->ignore != NULL)
        {
          g_autoptr (CyanProfile) whole = profile;
          double left_out;

          profile = leave_out_ignored (whole, request, self->rules, self->side, &left_out, error);
          self->ignored += left_out;
        }
      if (profile == NULL)
        return NULL;
      g_ptr_array_add (profiles, profile);
    }
  if (!cyan_run_parts_join (
          profiles, request->profiles[self->side] == NULL ? request->runs[self->side] : NULL,
          limits.max_nodes, self->budget, &joining, error))
    return NULL;
  self->ignored /= profiles->len;
  return cyan_runs_new ((CyanProfile *const *) profiles->pdata, profiles->len, request->metric,
                        side_names[self->side], self->budget, &merge, error);
}

static gboolean
load_side (gpointer data, GError **error)
{
  Load *load = data;
  const CyanTick tick = cyan_shared_tick_half (load->shared, load->side);

  load->runs = load_runs (load, &tick, error);
  /* The result of the other side would be discarded. */
  if (load->runs == NULL)
    cyan_shared_tick_stop (load->shared);
  return load->runs != NULL;
}

/* Whether both sides are the same file. */
static gboolean
is_same (const CyanRequest *request)
{
  if (cyan_request_n_runs (request, 0) != 1 || cyan_request_n_runs (request, 1) != 1
      || (request->profiles[0] == NULL) != (request->profiles[1] == NULL))
    return FALSE;
  return request->profiles[0] != NULL ? g_ptr_array_index (request->profiles[0], 0)
                                            == g_ptr_array_index (request->profiles[1], 0)
                                      : strcmp (request->runs[0][0], request->runs[1][0]) == 0;
}

gboolean
cyan_load_runs (const CyanRequest *request,
                const CyanNameRules *rules,
                const CyanTick *tick,
                CyanRuns **runs,
                double *ignored,
                GError **error)
{
  gboolean same = is_same (request);
  g_autoptr (CyanBudget) budget = cyan_budget_new (request->limits.memory_limit);
  CyanSharedTick shared;
  Load loads[2] = { { &shared, 0, request, rules, budget, NULL, 0 },
                    { &shared, 1, request, rules, budget, NULL, 0 } };
  const gpointer both[2] = { &loads[0], &loads[1] };
  gboolean ok;

  cyan_shared_tick_init (&shared, tick);
  if (same)
    cyan_shared_tick_skip (&shared, 1);
  ok = cyan_workers_run ("load", load_side, both, same ? 1 : 2, error);
  if (ok && same)
    {
      loads[1].runs = cyan_runs_ref (loads[0].runs);
      loads[1].ignored = loads[0].ignored;
    }
  cyan_shared_tick_clear (&shared);

  for (guint side = 0; side < 2; side++)
    {
      runs[side] = loads[side].runs;
      ignored[side] = loads[side].ignored;
      if (!ok)
        g_clear_pointer (&runs[side], cyan_runs_unref);
    }
  return ok;
}
