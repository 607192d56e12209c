/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BenchmarkDotNet: --exporters json, the full or the brief report. */
#include "cyan-results-private.h"

#include <math.h>

#include "cyan-json-sniff.h"

typedef struct
{
  char *full_name, *type, *method, *parameters;
  double mean, allocated;
  GArray *values; /* of iterations, in ns per operation */
} Row;

static const CyanJsonMember statistics_members[] = {
  { "Mean", .required = TRUE, CYAN_JSON_REAL (Row, mean) },
  { "OriginalValues", .or_null = TRUE, CYAN_JSON_REALS (Row, values) },
};

static const CyanJsonMember memory_members[] = {
  { "BytesAllocatedPerOperation", .or_null = TRUE, CYAN_JSON_REAL (Row, allocated) },
};

static const CyanJsonMember row_members[] = {
  { "FullName", .or_null = TRUE, CYAN_JSON_TEXT (Row, full_name) },
  { "Type", .or_null = TRUE, CYAN_JSON_TEXT (Row, type) },
  { "Method", .required = TRUE, CYAN_JSON_TEXT (Row, method) },
  { "Parameters", .or_null = TRUE, CYAN_JSON_TEXT (Row, parameters) },
  /* A benchmark that failed has none. */
  { "Statistics", .or_null = TRUE, CYAN_JSON_MEMBERS (statistics_members) },
  { "Memory", .or_null = TRUE, CYAN_JSON_MEMBERS (memory_members) },
};

/* Old versions write no full name. */
static char *
name_of (const Row *row)
{
  gboolean has_parameters = row->parameters != NULL && *row->parameters != '\0';

  if (row->full_name != NULL)
    return g_strdup (row->full_name);
  return g_strconcat (row->type != NULL ? row->type : "", row->type != NULL ? "." : "", row->method,
                      has_parameters ? "(" : "", has_parameters ? row->parameters : "",
                      has_parameters ? ")" : "", NULL);
}

static gboolean
add_row (CyanJsonWalk *walk, CyanResults *results, const Row *row, GError **error)
{
  g_autofree char *name = name_of (row);
  gboolean has_values = row->values != NULL && row->values->len > 0;
  CyanResultsValue value = { .benchmark = name,
                             .metric = "time",
                             .unit = "ns",
                             .better = -1,
                             .time = CYAN_RESULTS_NO_TIME,
                             .revision_time = CYAN_RESULTS_NO_TIME };

  for (guint i = 0; i < (has_values ? row->values->len : 1); i++)
    {
      value.value = has_values ? g_array_index (row->values, double, i) : row->mean;
      if (!cyan_results_add_walked (results, walk, &value, error))
        return FALSE;
    }
  value.metric = "allocated";
  value.unit = "bytes";
  value.value = row->allocated;
  return isnan (value.value) || cyan_results_add_walked (results, walk, &value, error);
}

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanResults *results = data;
  Row row = { .mean = NAN, .allocated = NAN };
  gboolean ok =
      cyan_json_walk_object (walk, token, row_members, G_N_ELEMENTS (row_members), &row, error);

  if (ok && isnan (row.mean))
    results->n_failed++;
  else
    ok = ok && add_row (walk, results, &row, error);
  g_free (row.full_name);
  g_free (row.type);
  g_free (row.method);
  g_free (row.parameters);
  cyan_json_walk_drop (walk, &row.values);
  return ok;
}

static gboolean
read_dotnet (CyanInput *input, CyanResults *results, GError **error)
{
  static const CyanJsonMember members[] = {
    { "Benchmarks", read_row, .required = TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), results, error);
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "HostEnvironmentInfo", "Benchmarks" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_dotnet = { "BenchmarkDotNet", recognises, read_dotnet };
