/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-json-sniff.h"

typedef struct
{
  CyanResults *results;
  GHashTable *measured; /* names of benchmarks with a repetition */
  char *date, *host;
} Reader;

typedef struct
{
  char *name, *run_name, *run_type, *aggregate, *unit;
  double time, cpu, items, bytes, coefficient, rms;
  gboolean failed;
  GArray *counters; /* of Counter */
} Row;

/* What the benchmark counts itself.  The file tells neither its unit nor what is better. */
typedef struct
{
  char *name; /* owned */
  double value;
} Counter;

static void
counter_clear (gpointer data)
{
  g_free (((Counter *) data)->name);
}

/* Other numbers are counters, but for those that say how it was measured. */
static gboolean
read_counter (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const char *const about[] = { "family_index",
                                       "per_family_instance_index",
                                       "repetitions",
                                       "repetition_index",
                                       "threads",
                                       "iterations",
                                       NULL };
  const char *name = cyan_json_walk_key (walk);
  Row *row = data;
  Counter counter;

  if (token != CYAN_JSON_NUMBER || g_strv_contains (about, name))
    return cyan_json_skip (walk->json, token, error);
  if (!cyan_json_walk_number (walk, token, &counter.value, error))
    return FALSE;
  counter.name = g_strdup (name);
  g_array_append_val (row->counters, counter);
  return TRUE;
}

static const CyanJsonMember row_members[] = {
  { "name", .required = TRUE, CYAN_JSON_TEXT (Row, name) },
  { "run_name", CYAN_JSON_TEXT (Row, run_name) },
  { "run_type", CYAN_JSON_TEXT (Row, run_type) },
  { "aggregate_name", CYAN_JSON_TEXT (Row, aggregate) },
  { "time_unit", CYAN_JSON_TEXT (Row, unit) },
  { "real_time", CYAN_JSON_REAL (Row, time) },
  { "cpu_time", CYAN_JSON_REAL (Row, cpu) },
  { "items_per_second", CYAN_JSON_REAL (Row, items) },
  { "bytes_per_second", CYAN_JSON_REAL (Row, bytes) },
  { "cpu_coefficient", CYAN_JSON_REAL (Row, coefficient) },
  { "rms", CYAN_JSON_REAL (Row, rms) },
  { "error_occurred", CYAN_JSON_FLAG (Row, failed) },
  { NULL, read_counter },
};

static const CyanJsonMember context_members[] = {
  { "date", CYAN_JSON_TEXT (Reader, date) },
  { "host_name", CYAN_JSON_TEXT (Reader, host) },
};

/* The name without what old versions, which have no "run_type", append to that of an aggregate. */
static char *
measured_name (const Reader *reader, const Row *row)
{
  const char *end = strrchr (row->name, '_');
  g_autofree char *name = g_strndup (row->name, end != NULL ? (gsize) (end - row->name) : 0);

  if (row->run_name != NULL)
    return g_strdup (row->run_name);
  return g_strdup (g_hash_table_contains (reader->measured, name) ? name : row->name);
}

/* Whether the row is a repetition, or the mean of those that the file does not have. */
static gboolean
counts (const Reader *reader, const Row *row, const char *name)
{
  gboolean is_aggregate = row->run_type != NULL ? strcmp (row->run_type, "aggregate") == 0
                                                : strcmp (name, row->name) != 0;

  if (isfinite (row->coefficient) || isfinite (row->rms))
    return FALSE;
  return !is_aggregate
         || (g_strcmp0 (row->aggregate, "mean") == 0
             && !g_hash_table_contains (reader->measured, name));
}

static gboolean
add_value (CyanJsonWalk *walk,
           Reader *reader,
           const char *benchmark,
           const CyanResultsValue *what,
           GError **error)
{
  CyanResultsValue value = *what;

  value.benchmark = benchmark;
  value.time = value.revision_time = CYAN_RESULTS_NO_TIME;
  return isnan (value.value) || cyan_results_add_walked (reader->results, walk, &value, error);
}

static gboolean
add_row (CyanJsonWalk *walk, Reader *reader, const Row *row, const char *name, GError **error)
{
  const char *unit = row->unit != NULL ? row->unit : "ns";
  const CyanResultsValue values[] = {
    { .metric = "time", .unit = unit, .better = -1, .value = row->time },
    { .metric = "cpu_time", .unit = unit, .better = -1, .value = row->cpu },
    { .metric = "items_per_second", .unit = "items/s", .value = row->items },
    { .metric = "bytes_per_second", .unit = "bytes/s", .value = row->bytes },
  };

  if (isnan (row->time))
    return cyan_json_walk_fail (walk, error, "there is no \"real_time\" in it");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (!add_value (walk, reader, name, &values[i], error))
      return FALSE;
  for (guint i = 0; i < row->counters->len; i++)
    {
      const Counter *counter = &g_array_index (row->counters, Counter, i);
      const CyanResultsValue value = { .metric = counter->name,
                                       .unit = "",
                                       .value = counter->value };

      if (!add_value (walk, reader, name, &value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *reader = data;
  Row row = { .time = NAN, .cpu = NAN, .items = NAN, .bytes = NAN, .coefficient = NAN, .rms = NAN };
  g_autofree char *name = NULL;
  gboolean ok;

  row.counters = g_array_new (FALSE, FALSE, sizeof (Counter));
  g_array_set_clear_func (row.counters, counter_clear);
  ok = cyan_json_walk_object (walk, token, row_members, G_N_ELEMENTS (row_members), &row, error);
  if (ok)
    name = measured_name (reader, &row);
  if (ok && row.failed)
    reader->results->n_failed++;
  else if (ok && counts (reader, &row, name))
    {
      ok = add_row (walk, reader, &row, name, error);
      if (row.aggregate == NULL)
        g_hash_table_add (reader->measured, g_strdup (name));
    }
  g_free (row.name);
  g_free (row.run_name);
  g_free (row.run_type);
  g_free (row.aggregate);
  g_free (row.unit);
  g_array_unref (row.counters);
  return ok;
}

static gboolean
read_google (CyanInput *input, CyanResults *results, GError **error)
{
  static const CyanJsonMember members[] = {
    { "context", CYAN_JSON_MEMBERS (context_members) },
    { "benchmarks", read_row, .required = TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  g_autoptr (GHashTable) measured = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Reader reader = { .results = results, .measured = measured };
  gboolean ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error);

  results->common.machine = cyan_results_keep (results, reader.host);
  results->common.time = cyan_results_parse_time (reader.date);
  g_free (reader.host);
  g_free (reader.date);
  return ok;
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "context.num_cpus", "benchmarks" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_google = { "Google Benchmark", recognises, read_google };
