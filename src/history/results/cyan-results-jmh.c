/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JMH: -rf json -rff FILE. */
#include "cyan-results-private.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"

/* What JMH calls a mode is another metric. */
static const struct
{
  const char *mode, *metric;
} modes[] = {
  { "thrpt", "throughput" },
  { "avgt", "time" },
  { "sample", "sampled_time" },
  { "ss", "single_time" },
};

typedef struct
{
  double score;
  char *unit;
  GArray *raw; /* iterations of all forks */
} Metric;

typedef struct
{
  CyanResults *results;
  char *benchmark, *mode;
  GString *parameters; /* "n = 10, kind = a" */
  Metric primary;
  GPtrArray *names;  /* of the secondary metrics */
  GArray *secondary; /* of Metric */
} Row;

/* ---- members that have names of their own ---- */

/* Reads a value of the object, whose key is @key. */
typedef gboolean (*ReadMember) (
    CyanJsonWalk *walk, CyanJsonToken token, const char *key, Row *row, GError **error);

static gboolean
read_members (CyanJsonWalk *walk, CyanJsonToken token, ReadMember read, Row *row, GError **error)
{
  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  while ((token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      g_autofree char *key = cyan_json_dup (walk->json);

      token = cyan_json_next (walk->json, error);
      if (token == CYAN_JSON_ERROR || !read (walk, token, key, row, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

static gboolean
read_parameter (CyanJsonWalk *walk, CyanJsonToken token, const char *key, Row *row, GError **error)
{
  g_autofree char *value = NULL;

  if (!cyan_json_walk_text (walk, token, &value, error))
    return FALSE;
  g_string_append_printf (row->parameters, "%s%s = %s", row->parameters->len > 0 ? ", " : "", key,
                          value);
  return TRUE;
}

static gboolean
read_parameters (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_members (walk, token, read_parameter, data, error);
}

/* ---- metrics ---- */

static gboolean
read_iteration (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Metric *metric = data;
  double value;

  if (!cyan_json_walk_number (walk, token, &value, error))
    return FALSE;
  g_array_append_val (metric->raw, value);
  return TRUE;
}

static gboolean
read_fork (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_array (walk, token, read_iteration, data, error);
}

/* A score that is no number is written as text; so it is no error where it is not looked at. */
static gboolean
read_score (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Metric *metric = data;

  return token == CYAN_JSON_STRING || cyan_json_walk_number (walk, token, &metric->score, error);
}

static const CyanJsonMember metric_members[] = {
  { "score", read_score, .required = TRUE },
  { "scoreUnit", .required = TRUE, CYAN_JSON_TEXT (Metric, unit) },
  { "rawData", read_fork, .each = TRUE },
};

static void
metric_init (Metric *self)
{
  *self = (Metric){ .score = NAN, .raw = g_array_new (FALSE, FALSE, sizeof (double)) };
}

static void
metric_clear (gpointer data)
{
  Metric *self = data;

  g_free (self->unit);
  g_array_unref (self->raw);
}

static gboolean
read_metric (CyanJsonWalk *walk, CyanJsonToken token, Metric *metric, GError **error)
{
  return cyan_json_walk_object (walk, token, metric_members, G_N_ELEMENTS (metric_members), metric,
                                error);
}

static gboolean
read_primary (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_metric (walk, token, &((Row *) data)->primary, error);
}

static gboolean
read_other (CyanJsonWalk *walk, CyanJsonToken token, const char *key, Row *row, GError **error)
{
  Metric metric;
  gboolean ok;

  metric_init (&metric);
  ok = read_metric (walk, token, &metric, error);
  g_array_append_val (row->secondary, metric);
  /* Older versions mark what profilers add with a dot. */
  g_ptr_array_add (row->names, g_strdup (g_str_has_prefix (key, "\302\267") ? key + 2 : key));
  return ok;
}

static gboolean
read_secondary (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_members (walk, token, read_other, data, error);
}

/* ---- rows ---- */

static gboolean
add_metric (
    CyanJsonWalk *walk, const Row *row, const char *name, const Metric *metric, GError **error)
{
  g_autofree char *benchmark =
      row->parameters->len > 0 ? g_strdup_printf ("%s (%s)", row->benchmark, row->parameters->str)
                               : g_strdup (row->benchmark);
  guint n = MAX (metric->raw->len, 1);

  for (guint i = 0; i < n; i++)
    {
      const CyanResultsValue result = { .benchmark = benchmark,
                                        .metric = name,
                                        .unit = metric->unit,
                                        .better = -1,
                                        .value = metric->raw->len > 0
                                                     ? g_array_index (metric->raw, double, i)
                                                     : metric->score,
                                        .time = CYAN_RESULTS_NO_TIME,
                                        .revision_time = CYAN_RESULTS_NO_TIME };

      if (!cyan_results_add_walked (row->results, walk, &result, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_row (CyanJsonWalk *walk, const Row *row, GError **error)
{
  const char *name = row->mode;

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (row->mode, modes[i].mode) == 0)
      name = modes[i].metric;
  if (!add_metric (walk, row, name, &row->primary, error))
    return FALSE;
  for (guint i = 0; i < row->names->len; i++)
    {
      const Metric *metric = &g_array_index (row->secondary, Metric, i);

      /* A profiler may have found nothing. */
      if ((metric->raw->len > 0 || isfinite (metric->score))
          && !add_metric (walk, row, row->names->pdata[i], metric, error))
        return FALSE;
    }
  return TRUE;
}

static const CyanJsonMember row_members[] = {
  { "benchmark", .required = TRUE, CYAN_JSON_TEXT (Row, benchmark) },
  { "mode", .required = TRUE, CYAN_JSON_TEXT (Row, mode) },
  { "params", read_parameters },
  { "primaryMetric", read_primary, .required = TRUE },
  { "secondaryMetrics", read_secondary },
};

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Row row = { .results = data,
              .parameters = g_string_new (NULL),
              .names = g_ptr_array_new_with_free_func (g_free),
              .secondary = g_array_new (FALSE, FALSE, sizeof (Metric)) };
  gboolean ok;

  metric_init (&row.primary);
  g_array_set_clear_func (row.secondary, metric_clear);
  ok = cyan_json_walk_object (walk, token, row_members, G_N_ELEMENTS (row_members), &row, error)
       && add_row (walk, &row, error);
  metric_clear (&row.primary);
  g_array_unref (row.secondary);
  g_ptr_array_unref (row.names);
  g_string_free (row.parameters, TRUE);
  g_free (row.benchmark);
  g_free (row.mode);
  return ok;
}

static gboolean
read_jmh (CyanInput *input, CyanResults *results, GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  CyanJsonToken token = cyan_json_next (walk->json, error);

  return token != CYAN_JSON_ERROR && cyan_json_walk_array (walk, token, read_row, results, error)
         && cyan_json_next (walk->json, error) == CYAN_JSON_END;
}

static gboolean
recognises (const char *head, gsize length)
{
  gsize start = 0;

  while (start < length && g_ascii_isspace (head[start]))
    start++;
  return start < length && head[start] == '['
         && g_strstr_len (head, (gssize) length, "\"benchmark\"") != NULL
         && (g_strstr_len (head, (gssize) length, "\"primaryMetric\"") != NULL
             || g_strstr_len (head, (gssize) length, "\"jmhVersion\"") != NULL);
}

const CyanResultsKind cyan_results_jmh = { "JMH", recognises, read_jmh };
