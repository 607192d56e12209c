/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading an evolution: what of the store was asked for. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"
#include "cyan-store-query.h"

static void
reader_clear (CyanEvolutionReader *self)
{
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
  g_clear_pointer (&self->machines, g_ptr_array_unref);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->revisions, g_ptr_array_unref);
  g_clear_pointer (&self->functions, g_ptr_array_unref);
  g_clear_pointer (&self->function_labels, g_ptr_array_unref);
  g_clear_pointer (&self->units, g_ptr_array_unref);
  g_clear_pointer (&self->branch, g_ptr_array_unref);
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
  g_clear_pointer (&self->elsewhere, g_hash_table_unref);
  g_clear_pointer (&self->settings, g_hash_table_unref);
  g_clear_pointer (&self->setting_list, g_ptr_array_unref);
  g_clear_pointer (&self->environments, g_free);
  g_clear_pointer (&self->environment_runs, g_free);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanEvolutionReader, reader_clear)

/* ---- what to read ---- */

char *
cyan_evolution_exactly (const char *name)
{
  g_autofree char *escaped = name != NULL ? g_regex_escape_string (name, -1) : NULL;

  return escaped != NULL ? g_strconcat ("\\A", escaped, "\\z", NULL) : NULL;
}

static GRegex *
compile (const char *expression, GError **error)
{
  g_autoptr (GError) failure = NULL;
  GRegex *regex = g_regex_new (expression, 0, 0, &failure);

  if (regex == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID, "%s", failure->message);
  return regex;
}

/* A store without any is no error. */
static gboolean
choose_project (CyanEvolutionReader *self, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self->store, error);
  const CyanStoreProject *chosen = NULL;

  if (projects == NULL)
    return FALSE;
  if (projects->len > 0 || self->query->project != NULL)
    {
      chosen = cyan_store_choose_row (self->store, CYAN_CHOICE_PROJECT, projects,
                                      self->query->project, error);
      if (chosen == NULL)
        return FALSE;
    }
  self->project = chosen != NULL ? chosen->id : CYAN_STORE_UNKNOWN;
  self->evolution->project = g_strdup (chosen != NULL ? chosen->name : "");
  return TRUE;
}

static gboolean
choose_machines (CyanEvolutionReader *self, GError **error)
{
  const CyanStoreMachine *chosen;

  self->machines = cyan_store_read_machines (self->store, error);
  if (self->machines == NULL || self->query->machine == NULL)
    return self->machines != NULL;
  chosen = cyan_store_choose_row (self->store, CYAN_CHOICE_MACHINE, self->machines,
                                  self->query->machine, error);
  if (chosen == NULL)
    return FALSE;
  for (guint i = self->machines->len; i-- > 0;)
    if (self->machines->pdata[i] != chosen)
      g_ptr_array_remove_index (self->machines, i);
  return TRUE;
}

/* Fails with the names that there are, unless some definition is called @wanted. */
static gboolean
choose_by_name (CyanEvolutionReader *self, const char *wanted, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < self->definitions->len; i++)
    cyan_store_add_name (names, ((CyanStoreDefinition *) self->definitions->pdata[i])->benchmark);
  if (names->len > 0
      && !cyan_store_choose (self->store, CYAN_CHOICE_BENCHMARK, names, wanted, &chosen, error))
    return FALSE;
  for (guint i = 0; i < self->definitions->len; i++)
    {
      CyanStoreDefinition *definition = self->definitions->pdata[i];

      if (strcmp (definition->benchmark, wanted) == 0)
        g_hash_table_insert (self->chosen, &definition->id, definition);
    }
  return TRUE;
}

static gboolean
choose_definitions (CyanEvolutionReader *self, GError **error)
{
  g_autoptr (GRegex) regex = NULL;

  self->chosen = g_hash_table_new (g_int64_hash, g_int64_equal);
  if (self->query->benchmark != NULL)
    {
      regex = compile (self->query->benchmark, error);
      if (regex == NULL)
        return FALSE;
    }
  self->definitions = cyan_store_read_definitions (self->store, self->project, error);
  if (self->definitions == NULL)
    return FALSE;
  for (guint i = 0; i < self->definitions->len; i++)
    {
      CyanStoreDefinition *definition = self->definitions->pdata[i];

      if (regex == NULL || g_regex_match (regex, definition->benchmark, 0, NULL))
        g_hash_table_insert (self->chosen, &definition->id, definition);
    }
  return g_hash_table_size (self->chosen) > 0 || regex == NULL
         || choose_by_name (self, self->query->benchmark, error);
}

/* Whether there is the metric that is asked for. */
static gboolean
choose_metric (CyanEvolutionReader *self, GError **error)
{
  static const char *const of_functions[] = { "self", "total", "calls" };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  self->metrics = cyan_store_read_metrics (self->store, error);
  if (self->metrics == NULL || self->query->metric == NULL)
    return self->metrics != NULL;
  for (guint i = 0; self->functions != NULL && i < G_N_ELEMENTS (of_functions); i++)
    g_ptr_array_add (names, (gpointer) of_functions[i]);
  for (guint i = 0; self->functions == NULL && i < self->metrics->len; i++)
    cyan_store_add_name (names, ((CyanStoreMetric *) self->metrics->pdata[i])->name);
  return names->len == 0
         || cyan_store_choose (self->store, CYAN_CHOICE_METRIC, names, self->query->metric, &chosen,
                               error);
}

/* The name, with what tells it apart from @others. */
static char *
label_function (const CyanStoreFunctionName *function, const GPtrArray *others)
{
  guint n = 0;

  for (guint i = 0; i < others->len; i++)
    n += strcmp (((CyanStoreFunctionName *) others->pdata[i])->name, function->name) == 0;
  if (n == 1)
    return g_strdup (function->name);
  return g_strdup_printf ("%s (%s%s%s)", function->name, function->module,
                          *function->module != '\0' && *function->file != '\0' ? ", " : "",
                          function->file);
}

static gboolean
choose_functions (CyanEvolutionReader *self, GError **error)
{
  g_autoptr (GRegex) regex = NULL;

  if (self->query->function == NULL)
    return TRUE;
  regex = compile (self->query->function, error);
  self->functions = regex != NULL ? cyan_store_find_functions (self->store, regex, error) : NULL;
  if (self->functions == NULL)
    return FALSE;
  if (self->functions->len > CYAN_EVOLUTION_MAX_FUNCTIONS)
    return cyan_fail (
        error, CYAN_ERROR_LIMIT,
        _ ("\"%s\" is part of the names of %'u functions, and at most %'u can be shown"),
        self->query->function, self->functions->len, CYAN_EVOLUTION_MAX_FUNCTIONS);
  self->function_labels = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->functions->len; i++)
    g_ptr_array_add (self->function_labels,
                     label_function (self->functions->pdata[i], self->functions));
  return TRUE;
}

static gboolean
choose_columns (CyanEvolutionReader *self, GError **error)
{
  self->revisions = cyan_store_read_revisions (self->store, self->project, error);
  if (self->revisions == NULL)
    return FALSE;
  self->branch =
      cyan_evolution_find_columns (self->store, self->project, self->revisions, self->query->tip,
                                   &self->evolution->is_unordered, error);
  if (self->branch == NULL)
    return FALSE;
  self->columns = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->elsewhere = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < self->branch->len; i++)
    g_hash_table_insert (self->columns, &((CyanStoreRevision *) self->branch->pdata[i])->id,
                         GUINT_TO_POINTER (i + 1));
  return TRUE;
}

/* ---- */

static gboolean
set_marks (CyanEvolutionReader *self, guint first, GError **error)
{
  g_autofree CyanEvolutionEnvironments *environments =
      g_new (CyanEvolutionEnvironments, self->machines->len);

  for (guint i = 0; i < self->machines->len; i++)
    environments[i] = (CyanEvolutionEnvironments){
      self->machines->pdata[i],
      self->environments + (gsize) i * self->branch->len + first,
    };
  return cyan_evolution_find_marks (self->evolution, self->store, self->project, self->definitions,
                                    environments, self->machines->len, error);
}

static guint
count_elsewhere (const CyanEvolutionReader *self)
{
  guint n = 0;

  for (guint i = 0; i < self->revisions->len; i++)
    {
      const CyanStoreRevision *revision = self->revisions->pdata[i];

      n += g_hash_table_contains (self->elsewhere, &revision->id)
           && !cyan_evolution_is_dirty (revision);
    }
  return n;
}

static gboolean
read_evolution (CyanEvolutionReader *self, GError **error)
{
  guint first;

  if (!choose_project (self, error) || !choose_machines (self, error)
      || !choose_definitions (self, error) || !choose_functions (self, error)
      || !choose_columns (self, error))
    return FALSE;
  if (!choose_metric (self, error) || !cyan_evolution_read_rows (self, error))
    return FALSE;
  first = cyan_evolution_make_series (self);
  self->evolution->n_elsewhere = count_elsewhere (self);
  if (self->evolution->n_columns == 0)
    return TRUE;
  return cyan_evolution_set_failed_builds (self, first, error) && set_marks (self, first, error);
}

CyanEvolution *
cyan_evolution_read (CyanStore *store, const CyanEvolutionQuery *query, GError **error)
{
  g_auto (CyanEvolutionReader) self = { .store = store, .query = query };

  self.evolution = g_new0 (CyanEvolution, 1);
  if (!read_evolution (&self, error))
    return NULL;
  cyan_assert_valid (cyan_evolution_check, self.evolution);
  return g_steal_pointer (&self.evolution);
}
