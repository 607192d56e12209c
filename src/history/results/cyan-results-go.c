/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `go test -bench` prints and benchstat reads:
 * https://golang.org/design/14313-benchmark-format */
#include "cyan-results-private.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-number.h"

/* Units that have a metric of the store; any other is a metric of its own. */
static const struct
{
  const char *unit, *metric;
} metrics[] = {
  { "ns/op", "time" },
  { "B/op", "bytes" },
  { "allocs/op", "allocs" },
  { "MB/s", "bytes_per_second" },
};

typedef struct
{
  CyanResults *results;
  CyanInput *input;
  char *package; /* or NULL */
} Reader;

/* The words of a line, each as char *.  Caller frees. */
static GPtrArray *
split (const char *line)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (;;)
    {
      gsize length;

      line += strspn (line, " \t");
      length = strcspn (line, " \t");
      if (length == 0)
        return words;
      g_ptr_array_add (words, g_strndup (line, length));
      line += length;
    }
}

static gboolean
is_count (const char *word)
{
  guint64 count;

  return cyan_parse_uint64 (word, strlen (word), &count);
}

/* "BenchmarkX-8  1000  12.5 ns/op": other lines with that name are what the benchmark printed. */
static gboolean
is_result (const char *line, const GPtrArray *words)
{
  return g_str_has_prefix (line, "Benchmark") && words->len >= 3
         && (is_count (words->pdata[1]) || strstr (line, " ns/op") != NULL);
}

static gboolean
add (Reader *self, const char *name, const char *number, const char *unit, GError **error)
{
  g_autoptr (GError) reason = NULL;
  CyanResultsUnit known;
  CyanResultsValue result = { .benchmark = name,
                              .metric = unit,
                              .unit = unit,
                              .better = -1,
                              .time = CYAN_RESULTS_NO_TIME,
                              .revision_time = CYAN_RESULTS_NO_TIME };

  for (guint i = 0; i < G_N_ELEMENTS (metrics); i++)
    if (strcmp (unit, metrics[i].unit) == 0)
      result.metric = metrics[i].metric;
  if (!cyan_parse_double (number, strlen (number), &result.value))
    return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not a finite number"), number);
  if (cyan_results_parse_unit (unit, &known))
    g_free (known.unit);
  else
    {
      /* Benchmarks make units of their own. */
      result.unit = "";
      result.better = 0;
    }
  return cyan_results_add (self->results, &result, &reason)
         || cyan_input_fail_line (self->input, error, "%s", reason->message);
}

static gboolean
read_result (Reader *self, const GPtrArray *words, GError **error)
{
  /* Packages may have benchmarks of one name. */
  g_autofree char *name = self->package != NULL
                              ? g_strconcat (self->package, ".", words->pdata[0], NULL)
                              : g_strdup (words->pdata[0]);

  if (!is_count (words->pdata[1]))
    return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not a number of iterations"),
                                 (char *) words->pdata[1]);
  if (words->len % 2 != 0)
    return cyan_input_fail_line (self->input, error, _ ("a value without its unit"));
  for (guint i = 2; i < words->len; i += 2)
    if (!add (self, name, words->pdata[i], words->pdata[i + 1], error))
      return FALSE;
  return TRUE;
}

/* What follows @key and a colon; NULL: another line. */
static const char *
setting (const char *line, const char *key)
{
  gsize length = strlen (key);

  if (strncmp (line, key, length) != 0 || line[length] != ':')
    return NULL;
  return line + length + 1 + strspn (line + length + 1, " \t");
}

static gboolean
read_line (Reader *self, const char *line, GError **error)
{
  const char *package = setting (line, "pkg"), *commit = setting (line, "commit");
  const char *time = setting (line, "commit-time");
  g_autoptr (GPtrArray) words = split (line);

  if (package != NULL)
    {
      g_free (self->package);
      self->package = g_strdup (package);
    }
  if (commit != NULL && *commit != '\0')
    self->results->common.revision = cyan_results_keep (self->results, commit);
  if (time != NULL)
    self->results->common.revision_time = cyan_results_parse_time (time);
  return !is_result (line, words) || read_result (self, words, error);
}

static gboolean
read_go (CyanInput *input, CyanResults *results, GError **error)
{
  Reader reader = { .results = results, .input = input };
  gboolean ok = TRUE;
  gsize length;
  char *line;
  int status = 0;

  while (ok && (status = cyan_input_line (input, &line, &length, error)) > 0)
    ok = g_utf8_validate (line, (gssize) length, NULL)
             ? read_line (&reader, line, error)
             : cyan_input_fail_line (input, error, _ ("not valid UTF-8"));
  g_free (reader.package);
  return ok && status == 0;
}

static gboolean
recognises (const char *head, gsize length)
{
  g_autofree char *text = g_strndup (head, length);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) words = split (lines[i]);

      if ((i == 0 && (setting (lines[i], "goos") != NULL || setting (lines[i], "pkg") != NULL))
          || (is_result (lines[i], words) && strstr (lines[i], " ns/op") != NULL))
        return TRUE;
    }
  return FALSE;
}

const CyanResultsKind cyan_results_go = { "go test -bench", recognises, read_go };
