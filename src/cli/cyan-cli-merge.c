/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan merge`. */
#include "cyan-cli.h"

#include "cyan-run-parts.h"
#include "cyan-units.h"

/* Loads all of @paths within one limit of memory. */
static gboolean
load_parts (
    char **paths, CyanLoadOptions *options, const CyanTick *tick, GPtrArray *parts, GError **error)
{
  guint n = g_strv_length (paths);

  for (guint i = 0; i < n; i++)
    {
      CyanTick reading = cyan_tick_slice (tick, 0.8 * i / n, 0.8 * (i + 1) / n);
      CyanProfile *part = cyan_profile_load (paths[i], options, &reading, error);

      if (part == NULL)
        return FALSE;
      g_ptr_array_add (parts, part);
    }
  return TRUE;
}

static CyanProfile *
merge (char **paths, const CyanCliLimits *limits, GError **error)
{
  g_autoptr (GPtrArray) parts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  g_autoptr (CyanBudget) budget = NULL;
  CyanLoadOptions options;
  CyanCliWatchdog watchdog;
  GError *failure = NULL;
  CyanProfile *whole = NULL;
  CyanTick merging;

  cyan_cli_limits_apply (limits, &options, &watchdog);
  options.budget = budget = cyan_budget_new (options.memory_limit);
  merging = cyan_tick_slice (&watchdog.tick, 0.8, 1);
  if (load_parts (paths, &options, &watchdog.tick, parts, &failure))
    whole =
        cyan_profiles_merge ((const CyanProfile *const *) parts->pdata, (const char *const *) paths,
                             parts->len, options.max_nodes, budget, &merging, &failure);
  if (whole == NULL)
    {
      cyan_cli_watchdog_explain (&watchdog, &failure);
      g_propagate_error (error, failure);
    }
  return whole;
}

int
cyan_cli_merge (int argc, char **argv)
{
  const char *path = NULL;
  g_autofree char *losses = NULL, *total = NULL;
  g_autoptr (CyanProfile) whole = NULL;
  g_autoptr (GError) error = NULL;
  CyanCliLimits limits = CYAN_CLI_LIMITS_INIT;
  const CyanCliOption entries[] = {
    { "output", 'o', cyan_cli_path, &path,
      "Where to write; its ending names the format: .cct, .cct.gz, .pb.gz, .folded", "OUT" },
    { .group = cyan_cli_force_options },
    { .group = cyan_cli_limit_options, .to = &limits },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("merge", "PART PART... -o OUT",
                       "Adds up the profiles of threads, processes or hosts of one run.", entries,
                       &argc, &argv, &status))
    return status;
  if (argc < 3 || path == NULL)
    return cyan_cli_fail ("merge needs at least two profiles and -o OUT");
  whole = merge (argv + 1, &limits, &error);
  if (whole == NULL || !cyan_profile_save (whole, path, &error))
    return cyan_cli_error (error);
  cyan_cli_notes (whole->warnings);
  losses = cyan_profile_save_losses (whole, path);
  if (losses != NULL)
    cyan_cli_note ("%s", losses);
  total = cyan_value_to_text (whole->metrics[0].total[CYAN_NODE_ROOT], whole->metrics[0].unit);
  cyan_cli_note ("%d profiles make %u contexts with %s", argc - 1, whole->n_nodes - 1, total);
  return CYAN_EXIT_FINE;
}
