/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the runs of a request. */
#include "cyan-pipeline-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-input.h"
#include "cyan-profile-names.h"
#include "cyan-recursion.h"
#include "cyan-run-parts.h"
#include "cyan-slice.h"
#include "cyan-worker.h"

const char *const cyan_pipeline_side_names[2] = { N_ ("before"), N_ ("after") };

/* The runs of one side. */
typedef struct
{
  CyanSharedTick *shared;
  guint side;
  const CyanRequest *request;
  const CyanNameRules *rules;
  CyanBudget *budget; /* of both sides */
  GPtrArray *given;   /* of CyanProfile: its runs, if they are loaded; NULL: they are not */
  CyanRuns *runs;
  double ignored;
} Load;

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
  const char *wanted = request->how.metric;
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

static gboolean
has_recording (const CyanRequest *request, guint side, guint i)
{
  return request->recordings != NULL && request->profiles[side] == NULL
         && cyan_recordings_find (request->recordings, request->runs[side][i]) != NULL;
}

/* Run @i of @side, without idle frames; @given if it is loaded. */
static CyanProfile *
load_run (const CyanRequest *request,
          guint side,
          guint i,
          CyanProfile *given,
          const CyanLoadOptions *limits,
          const CyanTick *tick,
          GError **error)
{
  g_autoptr (CyanProfile) profile = NULL;
  /* Then its recursion is folded, too, unless it is one of the slowest. */
  gboolean is_read = given != NULL && request->slowest == NULL;

  if (given != NULL)
    profile = cyan_profile_ref (given);
  else if (request->profiles[side] != NULL)
    profile = cyan_profile_ref (g_ptr_array_index (request->profiles[side], i));
  else if (has_recording (request, side, i))
    profile = cyan_recordings_profile (request->recordings, request->runs[side][i], tick, error);
  else
    {
      profile = cyan_profile_load (request->runs[side][i], limits, tick, error);
      is_read = TRUE;
    }
  if (profile != NULL && limits->fold_recursion && !is_read)
    {
      g_autoptr (CyanProfile) unfolded = g_steal_pointer (&profile);

      profile = cyan_profile_fold_recursion (unfolded, tick, error);
    }
  return profile != NULL ? cyan_profile_without_idle (profile) : NULL;
}

static CyanRuns *
load_runs (Load *self, const CyanTick *tick, GError **error)
{
  const CyanRequest *request = self->request;
  guint n = self->given != NULL ? self->given->len : cyan_request_n_runs (request, self->side);
  double share = n > 1 ? 0.9 : 1.0; /* merging several runs takes time too */
  CyanLoadOptions limits = request->limits;
  g_autoptr (GPtrArray) profiles =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  g_autoptr (CyanRuns) runs = NULL;
  const CyanTick joining = cyan_tick_slice (tick, share, (1 + share) / 2);
  const CyanTick merge = cyan_tick_slice (tick, (1 + share) / 2, 1);

  limits.budget = self->budget;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, share * i / n, share * (i + 1) / n);
      CyanProfile *profile =
          load_run (request, self->side, i, self->given != NULL ? self->given->pdata[i] : NULL,
                    &limits, &slice, error);

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
  if (!cyan_run_parts_join (profiles,
                            self->given == NULL && request->profiles[self->side] == NULL
                                ? request->runs[self->side]
                                : NULL,
                            limits.max_nodes, self->budget, &joining, error))
    return NULL;
  runs = cyan_runs_new ((CyanProfile *const *) profiles->pdata, profiles->len, request->how.metric,
                        cyan_pipeline_side_names[self->side], self->budget, &merge, error);
  if (runs == NULL || runs->hosts == NULL || runs->hosts->n_hosts == 1)
    {
      self->ignored /= profiles->len;
      return g_steal_pointer (&runs);
    }
  self->ignored /= runs->hosts->n_hosts;
  return cyan_runs_of_hosts (runs, self->budget, error);
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

/* The file of which each side is a slice, and the @slices; NULL if there is no such file.  Caller
 * frees all. */
static char *
find_sliced (const CyanRequest *request, char **slices)
{
  g_autofree char *before = NULL, *after = NULL;
  char **const files[2] = { &before, &after };
  gboolean is_sliced = FALSE;

  slices[0] = slices[1] = NULL;
  for (guint side = 0; side < 2; side++)
    if (request->profiles[side] != NULL || cyan_request_n_runs (request, side) != 1
        || has_recording (request, side, 0))
      return NULL;
  for (guint side = 0; side < 2; side++)
    {
      const char *path = request->runs[side][0];

      is_sliced |= cyan_slice_split (path, files[side], &slices[side]);
      if (*files[side] == NULL)
        *files[side] = g_strdup (path);
    }
  return is_sliced && g_str_equal (before, after) ? g_steal_pointer (&before) : NULL;
}

/* Says @note of each of the @runs. */
static void
note_choice (GPtrArray *runs, const char *note)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (notes, g_strdup (note));
  for (guint i = 0; i < runs->len; i++)
    {
      g_autoptr (CyanProfile) run = runs->pdata[i];

      runs->pdata[i] = cyan_profile_with_warnings (run, notes);
    }
}

/* Reads the file of which both sides are slices, if they are, once. */
static gboolean
load_sliced (
    const CyanRequest *request, Load *loads, gboolean *sliced, const CyanTick *tick, GError **error)
{
  g_autofree char *before = NULL, *after = NULL, *file = NULL;
  CyanLoadOptions limits = request->limits;
  CyanProfile *profiles[2];
  char *slices[2];

  file = find_sliced (request, slices);
  before = slices[0];
  after = slices[1];
  *sliced = file != NULL;
  if (file == NULL)
    return TRUE;
  limits.budget = loads[0].budget;
  if (!cyan_profile_load_slices (file, (const char *const *) slices, 2, &limits, tick, profiles,
                                 error))
    return FALSE;
  for (guint side = 0; side < 2; side++)
    {
      loads[side].given = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
      g_ptr_array_add (loads[side].given, profiles[side]);
    }
  return TRUE;
}

/* Reads the file whose slowest requests are compared with others. */
static gboolean
load_slowest (const CyanRequest *request, Load *loads, const CyanTick *tick, GError **error)
{
  CyanLoadOptions limits = request->limits;
  g_autoptr (CyanProfile) whole = NULL;
  g_autoptr (GError) reason = NULL;
  CyanSlowest chosen;
  g_autofree char *file = cyan_slice_file (request->runs[0][0]);
  g_autofree char *name = cyan_input_label (file);
  g_autofree char *middle = NULL, *slowest = NULL;

  limits.budget = loads[0].budget;
  limits.pieces = TRUE;
  whole = cyan_profile_load (file, &limits, tick, error);
  if (whole == NULL)
    return FALSE;
  if (!cyan_slice_slowest (whole, request->slowest, &chosen, tick, &reason))
    return cyan_fail_at (error, reason, "%s", name);
  middle = g_strdup_printf (_ ("one of the %'u in the middle of %'u"), chosen.n_middle, chosen.n);
  slowest = g_strdup_printf (_ ("one of the slowest %'u of %'u"), chosen.n_slowest, chosen.n);
  note_choice (chosen.runs[0], middle);
  note_choice (chosen.runs[1], slowest);
  for (guint side = 0; side < 2; side++)
    loads[side].given = chosen.runs[side];
  return TRUE;
}

static guint
count_standard_input (const CyanRequest *request)
{
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; request->profiles[side] == NULL && request->runs[side][i] != NULL; i++)
      {
        g_autofree char *file = cyan_slice_file (request->runs[side][i]);

        n += cyan_input_is_standard (file);
      }
  return n;
}

gboolean
cyan_pipeline_load (const CyanRequest *request,
                    const CyanNameRules *rules,
                    const CyanTick *tick,
                    CyanRuns **runs,
                    double *ignored,
                    GError **error)
{
  gboolean same = request->slowest == NULL && is_same (request);
  g_autoptr (CyanBudget) budget = cyan_budget_new (request->limits.memory_limit);
  CyanSharedTick shared;
  Load loads[2] = { { &shared, 0, request, rules, budget, NULL, NULL, 0 },
                    { &shared, 1, request, rules, budget, NULL, NULL, 0 } };
  const gpointer both[2] = { &loads[0], &loads[1] };
  const CyanTick reading = cyan_tick_slice (tick, 0, 0.9), rest = cyan_tick_slice (tick, 0.9, 1);
  gboolean ok, sliced;

  runs[0] = runs[1] = NULL;
  sliced = request->slowest != NULL;
  if (sliced ? !load_slowest (request, loads, &reading, error)
             : !load_sliced (request, loads, &sliced, &reading, error))
    return FALSE;
  if (!sliced && count_standard_input (request) > 1)
    return cyan_fail (error, CYAN_ERROR_MISMATCH, _ ("only one profile can be standard input"));
  cyan_shared_tick_init (&shared, sliced ? &rest : tick);
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
      g_clear_pointer (&loads[side].given, g_ptr_array_unref);
      runs[side] = loads[side].runs;
      ignored[side] = loads[side].ignored;
      if (!ok)
        g_clear_pointer (&runs[side], cyan_runs_unref);
    }
  return ok;
}

CyanProfile *
cyan_pipeline_load_single (const CyanRequest *request, const CyanTick *tick, GError **error)
{
  return load_run (request, 0, 0, NULL, &request->limits, tick, error);
}
