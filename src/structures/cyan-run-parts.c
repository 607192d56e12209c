/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds profiles that are parts of one run, and puts them together. */
#include "cyan-run-parts.h"

#include "cyan-merge.h"

CyanProfile *
cyan_profiles_merge (const CyanProfile *const *parts,
                     const char *const *names,
                     guint n_parts,
                     guint max_nodes,
                     CyanBudget *budget,
                     const CyanTick *tick,
                     GError **error)
{
  g_autoptr (CyanMerge) merge = cyan_merge_new (max_nodes, NULL, budget);
  const CyanTick finishing = cyan_tick_slice (tick, 0.9, 1);

  g_assert (n_parts > 0);
  for (guint p = 0; p < n_parts; p++)
    {
      const CyanTick adding = cyan_tick_slice (tick, 0.9 * p / n_parts, 0.9 * (p + 1) / n_parts);

      if (!cyan_merge_add (merge, parts[p], names[p], &adding, error))
        return NULL;
    }
  return cyan_merge_finish (merge, &finishing, error);
}

/* ---- which profiles are parts of one run ---- */

/* A run: a profile, or several that are parts of it. */
typedef struct
{
  GPtrArray *parts; /* of CyanProfile */
  GPtrArray *names; /* of char * */
} Run;

static void
clear_run (gpointer data)
{
  Run *run = data;

  g_ptr_array_unref (run->parts);
  g_ptr_array_unref (run->names);
}

static gboolean
has_same (const CyanProfile *a, const CyanProfile *b, const char *key)
{
  return g_strcmp0 (cyan_profile_get_meta (a, key), cyan_profile_get_meta (b, key)) == 0;
}

/* Whether @profile is a part of @run that is not there yet. */
static gboolean
is_part_of (const CyanProfile *profile, const Run *run)
{
  for (guint i = 0; i < run->parts->len; i++)
    {
      const CyanProfile *part = g_ptr_array_index (run->parts, i);

      if (cyan_profile_get_meta (part, "part") == NULL || has_same (part, profile, "part")
          || !has_same (part, profile, "pid") || !has_same (part, profile, "command"))
        return FALSE;
    }
  return TRUE;
}

static Run *
find_run (GArray *runs, const CyanProfile *profile)
{
  Run new = { NULL, NULL };

  if (cyan_profile_get_meta (profile, "part") != NULL)
    for (guint i = 0; i < runs->len; i++)
      if (is_part_of (profile, &g_array_index (runs, Run, i)))
        return &g_array_index (runs, Run, i);
  new.parts = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  new.names = g_ptr_array_new_with_free_func (g_free);
  g_array_append_val (runs, new);
  return &g_array_index (runs, Run, runs->len - 1);
}

gboolean
cyan_run_parts_join (GPtrArray *profiles,
                     char **names,
                     guint max_nodes,
                     CyanBudget *budget,
                     const CyanTick *tick,
                     GError **error)
{
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));

  g_array_set_clear_func (runs, clear_run);
  for (guint i = 0; i < profiles->len; i++)
    {
      CyanProfile *profile = g_ptr_array_index (profiles, i);
      Run *run = find_run (runs, profile);

      g_ptr_array_add (run->parts, cyan_profile_ref (profile));
      g_ptr_array_add (run->names,
                       names != NULL ? g_strdup (names[i]) : g_strdup_printf ("%u", i + 1));
    }
  if (runs->len == profiles->len)
    return TRUE;
  g_ptr_array_set_size (profiles, 0);
  for (guint i = 0; i < runs->len; i++)
    {
      Run *run = &g_array_index (runs, Run, i);
      CyanProfile *whole =
          run->parts->len == 1
              ? cyan_profile_ref (g_ptr_array_index (run->parts, 0))
              : cyan_profiles_merge ((const CyanProfile *const *) run->parts->pdata,
                                     (const char *const *) run->names->pdata, run->parts->len,
                                     max_nodes, budget, tick, error);

      if (whole == NULL)
        return FALSE;
      g_ptr_array_add (profiles, whole);
      g_ptr_array_set_size (run->parts, 0);
    }
  return TRUE;
}
