/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cargo criterion --message-format=json: a document a line, which is described in
 * https://bheisler.github.io/criterion.rs/book/cargo_criterion/external_tools.html
 * And the folders "new" that criterion itself leaves, one for each benchmark: benchmark.json has its
 * name, sample.json the samples, estimates.json what was estimated from them. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"

typedef struct
{
  char *reason, *id, *unit;
  GArray *values; /* of all iterations of a sample */
  GArray *counts; /* of its iterations */
  double mean;
} Row;

static const CyanJsonMember mean_members[] = {
  { "estimate", .required = TRUE, CYAN_JSON_REAL (Row, mean) },
};

static const CyanJsonMember members[] = {
  { "reason", .required = TRUE, CYAN_JSON_TEXT (Row, reason) },
  { "id", .or_null = TRUE, CYAN_JSON_TEXT (Row, id) },
  { "unit", .or_null = TRUE, CYAN_JSON_TEXT (Row, unit) },
  { "measured_values", .or_null = TRUE, CYAN_JSON_REALS (Row, values) },
  { "iteration_count", .or_null = TRUE, CYAN_JSON_REALS (Row, counts) },
  { "mean", .or_null = TRUE, CYAN_JSON_MEMBERS (mean_members) },
};

static gboolean
add_row (CyanJsonWalk *walk, CyanResults *results, const Row *row, GError **error)
{
  gboolean has_values = row->values != NULL && row->values->len > 0;
  guint n = has_values ? row->values->len : 1;
  CyanResultsValue value = { .benchmark = row->id,
                             .metric = "time",
                             .unit = row->unit != NULL ? row->unit : "ns",
                             .better = -1,
                             .time = CYAN_RESULTS_NO_TIME,
                             .revision_time = CYAN_RESULTS_NO_TIME };

  if (!has_values && isnan (row->mean))
    return cyan_json_walk_fail (walk, error, _ ("there is neither a sample nor a mean in it"));
  if (has_values && (row->counts == NULL || row->counts->len != n))
    return cyan_json_walk_fail (walk, error,
                                _ ("there are not as many numbers of iterations as samples"));
  for (guint i = 0; i < n; i++)
    {
      value.value = has_values ? g_array_index (row->values, double, i)
                                     / g_array_index (row->counts, double, i)
                               : row->mean;
      if (!cyan_results_add_walked (results, walk, &value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_document (CyanInput *document, CyanResults *results, GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (document);
  Row row = { .mean = NAN };
  gboolean ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &row, error);

  /* Other messages are about groups. */
  if (ok && strcmp (row.reason, "benchmark-complete") == 0)
    ok = add_row (walk, results, &row, error);
  g_free (row.reason);
  g_free (row.id);
  g_free (row.unit);
  cyan_json_walk_drop (walk, &row.values);
  cyan_json_walk_drop (walk, &row.counts);
  return ok;
}

static gboolean
read_criterion (CyanInput *input, CyanResults *results, GError **error)
{
  gsize length;
  char *line;
  int status;

  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    {
      g_autofree char *name = g_strdup_printf (
          "%s: line %" G_GUINT64_FORMAT, cyan_input_name (input), cyan_input_line_number (input));
      g_autoptr (CyanInput) document = NULL;

      if (line[strspn (line, " \t")] == '\0')
        continue;
      document = cyan_input_new_for_memory (name, line, length, NULL, error);
      if (document == NULL || !read_document (document, results, error))
        return FALSE;
    }
  return status == 0;
}

static gboolean
recognises (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 1, { "reason", "id", "iteration_count" } };

  return cyan_json_score (head, length, &sign, 1) > 0;
}

const CyanResultsKind cyan_results_criterion = { "cargo-criterion", recognises, read_criterion };

/* ---- the folders of criterion ---- */

static const CyanJsonMember benchmark_members[] = {
  { "full_id", .required = TRUE, CYAN_JSON_TEXT (Row, id) },
};

static const CyanJsonMember sample_members[] = {
  { "iters", .required = TRUE, CYAN_JSON_REALS (Row, counts) },
  { "times", .required = TRUE, CYAN_JSON_REALS (Row, values) },
};

static const CyanJsonMember estimate_members[] = {
  { "point_estimate", .required = TRUE, CYAN_JSON_REAL (Row, mean) },
};

static const CyanJsonMember estimates_members[] = {
  { "mean", .required = TRUE, CYAN_JSON_MEMBERS (estimate_members) },
};

/* Reads @folder/@name into @row, and adds its values to @results unless that is NULL. */
static gboolean
read_part (const char *folder,
           const char *name,
           const CyanJsonMember *part,
           guint n_members,
           const CyanTick *tick,
           Row *row,
           CyanResults *results,
           GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (CyanInput) input = cyan_input_open (path, tick, error);
  g_autoptr (CyanJsonWalk) walk = input != NULL ? cyan_json_walk_new (input) : NULL;
  gboolean ok = walk != NULL && cyan_json_walk_document (walk, part, n_members, row, error)
                && (results == NULL || add_row (walk, results, row, error));

  if (walk != NULL)
    {
      cyan_json_walk_drop (walk, &row->values);
      cyan_json_walk_drop (walk, &row->counts);
    }
  return ok;
}

gboolean
cyan_results_read_criterion_folder (const char *folder,
                                    gboolean has_sample,
                                    const CyanTick *tick,
                                    CyanResults *results,
                                    GError **error)
{
  Row row = { .mean = NAN };
  gboolean ok = read_part (folder, "benchmark.json", benchmark_members,
                           G_N_ELEMENTS (benchmark_members), tick, &row, NULL, error);

  if (ok && has_sample)
    ok = read_part (folder, "sample.json", sample_members, G_N_ELEMENTS (sample_members), tick,
                    &row, results, error);
  else if (ok)
    ok = read_part (folder, "estimates.json", estimates_members, G_N_ELEMENTS (estimates_members),
                    tick, &row, results, error);
  g_free (row.id);
  return ok;
}
