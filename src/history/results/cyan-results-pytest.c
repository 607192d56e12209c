/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pytest-benchmark: --benchmark-json=FILE, with each round if --benchmark-save-data is given. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-json-sniff.h"

typedef struct
{
  CyanResults *results;
  char *node, *commit, *commit_time, *date;
  gboolean dirty;
} Reader;

typedef struct
{
  char *name;
  double mean;
  GArray *rounds;
} Row;

static const CyanJsonMember stats_members[] = {
  { "mean", .required = TRUE, CYAN_JSON_REAL (Row, mean) },
  { "data", .or_null = TRUE, CYAN_JSON_REALS (Row, rounds) },
};

static const CyanJsonMember row_members[] = {
  { "fullname", .required = TRUE, CYAN_JSON_TEXT (Row, name) },
  { "stats", .required = TRUE, CYAN_JSON_MEMBERS (stats_members) },
};

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *reader = data;
  Row row = { .mean = NAN };
  gboolean ok =
      cyan_json_walk_object (walk, token, row_members, G_N_ELEMENTS (row_members), &row, error);
  gboolean has_rounds = row.rounds != NULL && row.rounds->len > 0;
  CyanResultsValue result = { .benchmark = row.name,
                              .metric = "time",
                              .unit = "s",
                              .better = -1,
                              .time = CYAN_RESULTS_NO_TIME,
                              .revision_time = CYAN_RESULTS_NO_TIME };

  for (guint i = 0; ok && i < (has_rounds ? row.rounds->len : 1); i++)
    {
      result.value = has_rounds ? g_array_index (row.rounds, double, i) : row.mean;
      ok = cyan_results_add_walked (reader->results, walk, &result, error);
    }
  g_free (row.name);
  cyan_json_walk_drop (walk, &row.rounds);
  return ok;
}

static const CyanJsonMember machine_members[] = {
  { "node", .or_null = TRUE, CYAN_JSON_TEXT (Reader, node) },
};

static const CyanJsonMember commit_members[] = {
  { "id", .or_null = TRUE, CYAN_JSON_TEXT (Reader, commit) },
  { "time", .or_null = TRUE, CYAN_JSON_TEXT (Reader, commit_time) },
  { "dirty", .or_null = TRUE, CYAN_JSON_FLAG (Reader, dirty) },
};

static const CyanJsonMember members[] = {
  { "machine_info", .or_null = TRUE, CYAN_JSON_MEMBERS (machine_members) },
  { "commit_info", .or_null = TRUE, CYAN_JSON_MEMBERS (commit_members) },
  { "datetime", .or_null = TRUE, CYAN_JSON_TEXT (Reader, date) },
  { "benchmarks", read_row, .required = TRUE, .each = TRUE },
};

static void
set_common (const Reader *reader)
{
  CyanResultsValue *common = &reader->results->common;
  /* What it writes outside of a repository. */
  gboolean is_known = reader->commit != NULL && *reader->commit != '\0'
                      && strcmp (reader->commit, "unversioned") != 0
                      && strcmp (reader->commit, "unknown") != 0;
  /* With other changes it is another program. */
  g_autofree char *revision =
      is_known ? g_strconcat (reader->commit, reader->dirty ? "-dirty" : "", NULL) : NULL;

  common->revision = cyan_results_keep (reader->results, revision);
  common->machine = cyan_results_keep (reader->results, reader->node);
  common->time = cyan_results_parse_time (reader->date);
  if (is_known)
    common->revision_time = cyan_results_parse_time (reader->commit_time);
}

static gboolean
read_pytest (CyanInput *input, CyanResults *results, GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .results = results };
  gboolean ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error);

  set_common (&reader);
  g_free (reader.node);
  g_free (reader.commit);
  g_free (reader.commit_time);
  g_free (reader.date);
  return ok;
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "machine_info", "benchmarks" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_pytest = { "pytest-benchmark", recognises, read_pytest };
