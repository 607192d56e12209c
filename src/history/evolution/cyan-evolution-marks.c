/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-health.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"

/* Facts and keys of definitions that a mark names, at most. */
#define MAX_NAMED 4

static void
add_mark (GArray *marks, CyanEvolutionMark mark)
{
  g_array_append_val (marks, mark);
}

/* ---- definitions ---- */

/* Whether @line is one of @lines. */
static gboolean
has_line (char *const *lines, const char *line)
{
  return g_strv_contains ((const char *const *) lines, line);
}

/* "run, build": the keys of lines KEY=VALUE in which two definitions differ; NULL if there are
 * none.  Caller frees. */
static char *
changed_keys (const char *before, const char *after)
{
  g_auto (GStrv) old = g_strsplit (before, "\n", -1), new = g_strsplit (after, "\n", -1);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  for (guint side = 0; side < 2; side++)
    for (char **line = side == 0 ? new : old; *line != NULL && keys->len < MAX_NAMED; line++)
      {
        const char *equals = strchr (*line, '=');
        g_autofree char *key = NULL;

        if (equals == NULL || has_line (side == 0 ? old : new, *line))
          continue;
        key = g_strstrip (g_strndup (*line, (gsize) (equals - *line)));
        if (*key != '\0' && !g_ptr_array_find_with_equal_func (keys, key, g_str_equal, NULL))
          g_ptr_array_add (keys, g_steal_pointer (&key));
      }
  if (keys->len == 0)
    return NULL;
  g_ptr_array_add (keys, NULL);
  return g_strjoinv (", ", (char **) keys->pdata);
}

static const char *
find_text (const GPtrArray *definitions, const CyanEvolutionSeries *series)
{
  for (guint i = 0; i < definitions->len; i++)
    {
      const CyanStoreDefinition *definition = definitions->pdata[i];

      if (strcmp (definition->hash, series->definition) == 0
          && strcmp (definition->benchmark, series->benchmark) == 0)
        return definition->text;
    }
  return "";
}

static guint
first_column (const CyanEvolution *self, const CyanEvolutionSeries *series)
{
  guint column = 0;

  while (column < self->n_columns && series->cells[column] == CYAN_CELL_EMPTY)
    column++;
  return column;
}

static void
mark_definitions (const CyanEvolution *self, const GPtrArray *definitions, GArray *marks)
{
  for (guint i = 1; i < self->n_series; i++)
    {
      const CyanEvolutionSeries *before = &self->series[i - 1], *after = &self->series[i];
      g_autofree char *keys = NULL;
      char *text;

      if (before->line != after->line)
        continue;
      keys = changed_keys (find_text (definitions, before), find_text (definitions, after));
      text = keys != NULL ? g_strdup_printf (_ ("benchmark changed: %s"), keys)
                          : g_strdup (_ ("benchmark changed"));
      add_mark (marks, (CyanEvolutionMark){ .kind = CYAN_MARK_DEFINITION,
                                            .column = first_column (self, after),
                                            .line = (int) after->line,
                                            .benchmark = g_strdup (after->benchmark),
                                            .machine = g_strdup (after->machine),
                                            .text = text });
    }
}

/* ---- environments ---- */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Puts @now into @known, all that is known so far.  Returns what differs, "compiler: gcc 12.2 ->
 * gcc 13.1", or NULL; caller frees.  A fact that was not recorded is no change. */
static char *
update_facts (GHashTable *known, GHashTable *now)
{
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, now);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const char *before = g_hash_table_lookup (known, key);

      if (before != NULL && !cyan_machine_fact_varies (key) && strcmp (before, value) != 0)
        /* TRANSLATORS: a fact about a machine, its value before and after */
        g_ptr_array_add (changes,
                         g_strdup_printf (_ ("%s: %s → %s"), (char *) key, before, (char *) value));
      g_hash_table_replace (known, g_strdup (key), g_strdup (value));
    }
  if (changes->len == 0)
    return NULL;
  g_ptr_array_sort (changes, compare_texts);
  g_ptr_array_set_size (changes, MIN (changes->len, MAX_NAMED));
  g_ptr_array_add (changes, NULL);
  return g_strjoinv ("; ", (char **) changes->pdata);
}

/* A number for what is known, whatever the order. */
static guint
number_of (GHashTable *known)
{
  GHashTableIter iter;
  gpointer key, value;
  guint sum = 0;

  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (!cyan_machine_fact_varies (key))
      sum += g_str_hash (key) * 31 + g_str_hash (value) * 17;
  return sum;
}

/* Marks what was measured while the machine was slower or faster than it was, and what was measured
 * behind that when it was back.  *@ratio is that of the column before, and becomes that of this. */
static void
mark_health (const char *machine, guint column, double now, double *ratio, GArray *marks)
{
  char *text = now != 1      ? cyan_health_sentence (machine, now)
               : *ratio != 1 ? g_strdup_printf (_ ("%s is as fast as it was again"), machine)
                             : NULL;

  if (text != NULL)
    add_mark (marks, (CyanEvolutionMark){ .kind = CYAN_MARK_ENVIRONMENT,
                                          .column = column,
                                          .line = -1,
                                          .machine = g_strdup (machine),
                                          .text = text,
                                          .before = g_double_hash (ratio),
                                          .after = g_double_hash (&now) });
  *ratio = now;
}

static double
find_health (const GPtrArray *rows, const GArray *health, const CyanStoreEnvironment *environment)
{
  for (guint i = 0; i < rows->len; i++)
    if (rows->pdata[i] == environment)
      return g_array_index (health, double, i);
  return 1;
}

static gboolean
mark_environments (const CyanEvolution *self,
                   CyanStore *store,
                   const CyanEvolutionEnvironments *environments,
                   GArray *marks,
                   GError **error)
{
  g_autoptr (GPtrArray) rows =
      cyan_store_read_environments (store, environments->machine->id, error);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GArray) health = NULL;
  gint64 last = CYAN_STORE_UNKNOWN;
  double ratio = 1;

  if (rows == NULL)
    return FALSE;
  health = cyan_health_judge_all (rows);
  for (guint column = 0; column < self->n_columns; column++)
    {
      const CyanStoreEnvironment *environment =
          cyan_store_find_row (rows, environments->environment[column]);
      g_autoptr (GHashTable) facts = NULL;
      guint before = number_of (known);
      char *text;

      if (environment == NULL || environment->id == last)
        continue;
      last = environment->id;
      facts = cyan_machine_facts_from_json (environment->facts);
      text = update_facts (known, facts);
      if (text != NULL)
        add_mark (marks, (CyanEvolutionMark){ .kind = CYAN_MARK_ENVIRONMENT,
                                              .column = column,
                                              .line = -1,
                                              .machine = g_strdup (environments->machine->name),
                                              .text = text,
                                              .before = before,
                                              .after = number_of (known) });
      mark_health (environments->machine->name, column, find_health (rows, health, environment),
                   &ratio, marks);
    }
  return TRUE;
}

/* ---- notes ---- */

static gboolean
mark_notes (
    const CyanEvolution *self, CyanStore *store, gint64 project, GArray *marks, GError **error)
{
  g_autoptr (GPtrArray) notes = cyan_store_read_marks (store, project, error);
  g_autoptr (GHashTable) columns = g_hash_table_new (g_str_hash, g_str_equal);

  if (notes == NULL)
    return FALSE;
  for (guint i = 0; notes->len > 0 && i < self->n_columns; i++)
    g_hash_table_insert (columns, self->columns[i].oid, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < notes->len; i++)
    {
      const CyanStoreMark *note = notes->pdata[i];
      guint column = GPOINTER_TO_UINT (g_hash_table_lookup (columns, note->revision));

      gboolean is_risk = strcmp (note->kind, CYAN_STORE_MARK_RISK) == 0;

      if (column > 0 && (is_risk || cyan_store_mark_is_note (note)))
        add_mark (marks, (CyanEvolutionMark){ .kind = is_risk ? CYAN_MARK_RISK : CYAN_MARK_NOTE,
                                              .column = column - 1,
                                              .line = -1,
                                              .benchmark = g_strdup (note->benchmark),
                                              .text = is_risk ? g_strdup (note->text)
                                                              : cyan_store_mark_to_text (note) });
    }
  return TRUE;
}

/* ---- */

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const CyanEvolutionMark *first = a, *second = b;

  if (first->column != second->column)
    return first->column < second->column ? -1 : 1;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  return (first->line > second->line) - (first->line < second->line);
}

gboolean
cyan_evolution_find_marks (CyanEvolution *self,
                           CyanStore *store,
                           gint64 project,
                           const GPtrArray *definitions,
                           const CyanEvolutionEnvironments *environments,
                           guint n_environments,
                           GError **error)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionMark));
  gboolean ok = TRUE;

  mark_definitions (self, definitions, marks);
  for (guint i = 0; i < n_environments && ok; i++)
    ok = mark_environments (self, store, &environments[i], marks, error);
  ok = ok && mark_notes (self, store, project, marks, error);
  g_array_sort (marks, compare_marks);
  self->n_marks = marks->len;
  self->marks = (CyanEvolutionMark *) (gpointer) g_array_free (marks, FALSE);
  return ok;
}
