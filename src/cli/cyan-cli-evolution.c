/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a store to the steps of its series, and to a report of them. */
#include "cyan-cli-evolution.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-read.h"

/* By CyanEvolutionOrder. */
static const char *const order_names[] = { "size", "newest", "name", NULL };

void
cyan_cli_evolution_clear (CyanCliEvolution *self)
{
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->metric);
  g_free (self->function);
  g_free (self->machine);
  g_free (self->branch);
  g_free (self->magnitude);
  g_free (self->alpha);
  g_free (self->format);
  g_free (self->path);
  g_free (self->base);
  g_free (self->order);
}

static gboolean
parse_steps (const CyanCliEvolution *options, CyanStepsOptions *steps, GError **error)
{
  if (options->magnitude != NULL
      && !cyan_cli_parse_share ("--magnitude", options->magnitude, &steps->magnitude, error))
    return FALSE;
  if (options->alpha != NULL
      && (!cyan_cli_parse_share ("--alpha", options->alpha, &steps->alpha, error)
          || !(steps->alpha > 0 && steps->alpha < 1)))
    {
      g_clear_error (error);
      return cyan_fail (error, CYAN_ERROR_INVALID,
                        "--alpha: \"%s\" is not a number above 0 and below 1", options->alpha);
    }
  return TRUE;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const CyanCliEvolution *options,
                const CyanStepsOptions *steps,
                GError **error)
{
  const CyanEvolutionQuery query = {
    .project = options->project,
    .benchmark = options->benchmark,
    .metric = options->metric,
    .machine = options->machine,
    .function = options->function,
    .tip = options->branch,
    .last = (guint) options->last,
  };
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &query, error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, steps, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

/* The column of the revision @name, or of the only one that begins with it. */
static gboolean
find_base (const CyanEvolution *evolution, const char *name, guint *base, GError **error)
{
  guint n = 0;

  *base = CYAN_EVOLUTION_NO_BASE;
  for (guint i = 0; name != NULL && i < evolution->n_columns; i++)
    if (strcmp (evolution->columns[i].oid, name) == 0)
      {
        *base = i;
        return TRUE;
      }
    else if (g_str_has_prefix (evolution->columns[i].oid, name))
      {
        *base = i;
        n++;
      }
  if (name == NULL || n == 1)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    n == 0 ? "--base: no revision \"%s\" is shown"
                           : "--base: several revisions begin with \"%s\"",
                    name);
}

static gboolean
run (const CyanReport *report, const CyanCliEvolution *options, const char *path, GError **error)
{
  CyanStepsOptions steps = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *name = g_filename_display_name (path);
  guint order = CYAN_EVOLUTION_BY_SIZE;
  CyanReportEvolution about = { .store = name, .names_project = options->project != NULL };
  CyanForm form;

  if (!cyan_cli_find_form (report, options->format, &form, error)
      || !parse_steps (options, &steps, error)
      || !cyan_cli_parse_name ("--sort", "order", options->order, order_names, &order, error))
    return FALSE;
  store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  evolution = read_evolution (store, options, &steps, error);
  if (evolution == NULL || !find_base (evolution, options->base, &about.base, error))
    return FALSE;
  about.evolution = evolution;
  about.order = (CyanEvolutionOrder) order;
  return cyan_cli_report (report, &about, form, options->raw_cells, options->path, error);
}

int
cyan_cli_evolution_run (const CyanCliEvolution *options,
                        const char *command,
                        const CyanReport *report,
                        int argc,
                        char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    return cyan_cli_fail ("%s needs one store", command);
  if (options->last < 0)
    return cyan_cli_fail ("--last: a number of revisions is not negative");
  return run (report, options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
