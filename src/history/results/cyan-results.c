/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds of results, and the values of a file. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

#define HEAD_BYTES 65536

static const CyanResultsKind *const kinds[] = {
  &cyan_results_csv,       &cyan_results_google, &cyan_results_hyperfine, &cyan_results_pytest,
  &cyan_results_go,        &cyan_results_jmh,    &cyan_results_catch,     &cyan_results_dotnet,
  &cyan_results_criterion, &cyan_results_asv,
};

static void
forget_common (CyanResults *self)
{
  self->common =
      (CyanResultsValue){ .time = CYAN_RESULTS_NO_TIME, .revision_time = CYAN_RESULTS_NO_TIME };
}

static CyanResults *
results_new (void)
{
  CyanResults *self = g_new0 (CyanResults, 1);

  self->values = g_array_new (FALSE, FALSE, sizeof (CyanResultsValue));
  self->strings = g_string_chunk_new (4096);
  self->counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  forget_common (self);
  return self;
}

void
cyan_results_free (CyanResults *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->values);
  g_string_chunk_free (self->strings);
  g_hash_table_unref (self->counts);
  g_free (self);
}

const char *
cyan_results_keep (CyanResults *self, const char *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->strings, text) : NULL;
}

gint64
cyan_results_parse_time (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, utc) : NULL;

  return time != NULL ? g_date_time_to_unix (time) : CYAN_RESULTS_NO_TIME;
}

/* ---- adding ---- */

/* How many values there are of the same revision, benchmark and metric. */
static guint
count_run (CyanResults *self, const CyanResultsValue *result)
{
  char *key = g_strjoin ("\037", result->benchmark, result->metric, result->unit,
                         result->revision != NULL ? result->revision : "", NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, key));

  g_hash_table_replace (self->counts, key, GUINT_TO_POINTER (n + 1));
  return n;
}

gboolean
cyan_results_add (CyanResults *self, const CyanResultsValue *result, GError **error)
{
  CyanResultsUnit unit;
  CyanResultsValue row = *result;

  if (row.benchmark == NULL || *row.benchmark == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a benchmark without a name"));
  if (row.metric == NULL || *row.metric == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a metric without a name"));
  if (!cyan_results_parse_unit (row.unit, &unit))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%s\" is not a known unit"), row.unit);
  row.value *= unit.factor;
  if (unit.is_rate)
    row.better = 1;
  row.unit = cyan_results_keep (self, unit.unit);
  g_free (unit.unit);
  if (!isfinite (row.value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("the value of %s is not a finite number"),
                      row.metric);
  row.revision = cyan_results_keep (self, row.revision);
  row.machine = cyan_results_keep (self, row.machine);
  row.benchmark = cyan_results_keep (self, row.benchmark);
  row.metric = cyan_results_keep (self, row.metric);
  row.run = count_run (self, &row);
  g_array_append_val (self->values, row);
  return TRUE;
}

gboolean
cyan_results_add_walked (CyanResults *self,
                         CyanJsonWalk *walk,
                         const CyanResultsValue *result,
                         GError **error)
{
  g_autoptr (GError) reason = NULL;

  return cyan_results_add (self, result, &reason)
         || cyan_json_walk_fail (walk, error, "%s", reason->message);
}

/* ---- reading ---- */

void
cyan_results_spread (CyanResults *self, guint first)
{
  for (guint i = first; i < self->values->len; i++)
    {
      CyanResultsValue *row = &g_array_index (self->values, CyanResultsValue, i);

      if (row->revision == NULL)
        row->revision = self->common.revision;
      if (row->machine == NULL)
        row->machine = self->common.machine;
      if (row->time == CYAN_RESULTS_NO_TIME)
        row->time = self->common.time;
      if (row->revision_time == CYAN_RESULTS_NO_TIME)
        row->revision_time = self->common.revision_time;
    }
  forget_common (self);
}

static const CyanResultsKind *
find_kind (CyanInput *input, gboolean *ok, GError **error)
{
  const char *head;
  gsize length;

  *ok = cyan_input_peek (input, HEAD_BYTES, &head, &length, error);
  for (guint i = 0; *ok && i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i]->recognises (head, length))
      return kinds[i];
  return NULL;
}

/* *@found is the kind; it is left as it is, and nothing was read, if there is none. */
static gboolean
read_file (
    const char *path, const CyanTick *tick, CyanResults *self, const char **found, GError **error)
{
  g_autoptr (CyanInput) input = cyan_input_open (path, tick, error);
  const CyanResultsKind *kind;
  gboolean ok;

  if (input == NULL)
    return FALSE;
  kind = find_kind (input, &ok, error);
  if (kind == NULL)
    return ok;
  *found = kind->name;
  return kind->read (input, self, error);
}

gboolean
cyan_results_read (const char *path, const CyanTick *tick, CyanResults **results, GError **error)
{
  g_autoptr (CyanResults) self = NULL;
  gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR), has_results = FALSE, ok;
  const char *kind = NULL;

  *results = NULL;
  /* What can be read only once is left for the readers of profiles. */
  if (cyan_input_is_once (path))
    return TRUE;
  self = results_new ();
  ok = is_folder ? cyan_results_read_folder (path, tick, self, &has_results, error)
                 : read_file (path, tick, self, &kind, error);
  if (!ok || (kind == NULL && !has_results))
    return ok;
  if (self->values->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s without a value"), path,
                      is_folder ? _ ("a folder") : kind);
  cyan_results_spread (self, 0);
  *results = g_steal_pointer (&self);
  return TRUE;
}
