/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine --export-json FILE. */
#include "cyan-results-private.h"

#include <math.h>

#include "cyan-json-sniff.h"

typedef struct
{
  char *command;
  double mean, user, system;
  GArray *times, *memory;
} Row;

static const CyanJsonMember row_members[] = {
  { "command", .required = TRUE, CYAN_JSON_TEXT (Row, command) },
  { "mean", .required = TRUE, CYAN_JSON_REAL (Row, mean) },
  { "user", .or_null = TRUE, CYAN_JSON_REAL (Row, user) },
  { "system", .or_null = TRUE, CYAN_JSON_REAL (Row, system) },
  { "times", .or_null = TRUE, CYAN_JSON_REALS (Row, times) },
  { "memory_usage_byte", .or_null = TRUE, CYAN_JSON_REALS (Row, memory) },
};

typedef struct
{
  CyanResults *results;
  CyanJsonWalk *walk;
  CyanResultsValue common;
} Adder;

static gboolean
add (Adder *self, const char *metric, const char *unit, double value, GError **error)
{
  self->common.metric = metric;
  self->common.unit = unit;
  self->common.value = value;
  return isnan (value) || cyan_results_add_walked (self->results, self->walk, &self->common, error);
}

static gboolean
add_all (Adder *self, const char *metric, const char *unit, const GArray *values, GError **error)
{
  for (guint i = 0; values != NULL && i < values->len; i++)
    if (!add (self, metric, unit, g_array_index (values, double, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Row row = { .mean = NAN, .user = NAN, .system = NAN };
  gboolean ok =
      cyan_json_walk_object (walk, token, row_members, G_N_ELEMENTS (row_members), &row, error);
  Adder adder = { data,
                  walk,
                  { .benchmark = row.command,
                    .better = -1,
                    .time = CYAN_RESULTS_NO_TIME,
                    .revision_time = CYAN_RESULTS_NO_TIME } };

  /* Of these two only means are there: they are values of the first run. */
  ok = ok
       && (row.times != NULL && row.times->len > 0 ? add_all (&adder, "time", "s", row.times, error)
                                                   : add (&adder, "time", "s", row.mean, error))
       && add (&adder, "user", "s", row.user, error)
       && add (&adder, "system", "s", row.system, error)
       && add_all (&adder, "memory", "bytes", row.memory, error);
  g_free (row.command);
  cyan_json_walk_drop (walk, &row.times);
  cyan_json_walk_drop (walk, &row.memory);
  return ok;
}

static gboolean
read_hyperfine (CyanInput *input, CyanResults *results, GError **error)
{
  static const CyanJsonMember members[] = {
    { "results", read_row, .required = TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), results, error);
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "results[].command", "results[].mean" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_hyperfine = { "hyperfine", recognises, read_hyperfine };
