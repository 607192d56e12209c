/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain CSV with a header: revision,benchmark,metric,unit,value and, if it is known, time. */
#include "cyan-results-private.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-number.h"

static const char *const names[] = { "revision", "benchmark", "metric", "unit", "value", "time" };

enum
{
  REVISION,
  BENCHMARK,
  METRIC,
  UNIT,
  VALUE,
  TIME,
  N_COLUMNS
};

/* The fields of @line by RFC 4180, as char *; NULL if a quote is not closed, or where none may be.
 * Free with g_ptr_array_unref(). */
static GPtrArray *
split (const char *line, gsize length)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) field = g_string_new (NULL);
  gsize i = 0;

  for (;;)
    {
      gboolean quoted = i < length && line[i] == '"';

      for (i += quoted; i < length && (quoted || line[i] != ','); i++)
        if (line[i] != '"')
          g_string_append_c (field, line[i]);
        else if (quoted && i + 1 < length && line[i + 1] == '"')
          g_string_append_c (field, line[i++]);
        else
          break;
      if (quoted && (i >= length || line[i++] != '"'))
        return NULL;
      if (i < length && line[i] != ',')
        return NULL;
      g_ptr_array_add (fields, g_strdup (field->str));
      g_string_truncate (field, 0);
      if (i++ >= length)
        return g_steal_pointer (&fields);
    }
}

/* Whether @fields are the names of the columns. */
static gboolean
is_header (const GPtrArray *fields)
{
  if (fields == NULL || (fields->len != N_COLUMNS && fields->len != TIME))
    return FALSE;
  for (guint i = 0; i < fields->len; i++)
    if (strcmp (fields->pdata[i], names[i]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
recognises (const char *head, gsize length)
{
  const char *end = memchr (head, '\n', length);
  gsize size = end != NULL ? (gsize) (end - head) : length;
  g_autoptr (GPtrArray) fields = NULL;

  size -= size > 0 && head[size - 1] == '\r';
  fields = split (head, size);
  return is_header (fields);
}

/* Seconds since 1970, or ISO 8601; nothing is unknown. */
static gboolean
parse_time (const char *text, gint64 *time)
{
  guint64 seconds;

  *time = CYAN_RESULTS_NO_TIME;
  if (*text == '\0')
    return TRUE;
  if (cyan_parse_uint64 (text, strlen (text), &seconds))
    *time = seconds <= G_MAXINT32 * (guint64) 1000 ? (gint64) seconds : CYAN_RESULTS_NO_TIME;
  else
    *time = cyan_results_parse_time (text);
  return *time != CYAN_RESULTS_NO_TIME;
}

static gboolean
read_row (CyanInput *input, CyanResults *results, const GPtrArray *fields, GError **error)
{
  char **cells = (char **) fields->pdata;
  CyanResultsValue row = { .benchmark = cells[BENCHMARK],
                           .metric = cells[METRIC],
                           .unit = cells[UNIT],
                           .better = -1,
                           .time = CYAN_RESULTS_NO_TIME };
  g_autoptr (GError) reason = NULL;

  if (!cyan_parse_double (cells[VALUE], strlen (cells[VALUE]), &row.value))
    return cyan_input_fail_line (input, error, _ ("\"%s\" is not a finite number"), cells[VALUE]);
  if (fields->len > TIME && !parse_time (cells[TIME], &row.time))
    return cyan_input_fail_line (input, error, _ ("\"%s\" is not a time"), cells[TIME]);
  row.revision = *cells[REVISION] != '\0' ? cells[REVISION] : NULL;
  row.revision_time = row.time;
  return cyan_results_add (results, &row, &reason)
         || cyan_input_fail_line (input, error, "%s", reason->message);
}

static gboolean
read_csv (CyanInput *input, CyanResults *results, GError **error)
{
  guint n_columns = 0;
  gsize length;
  char *line;
  int status;

  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    {
      g_autoptr (GPtrArray) fields = NULL;

      if (!g_utf8_validate (line, (gssize) length, NULL))
        return cyan_input_fail_line (input, error, _ ("not valid UTF-8"));
      if (length == 0)
        continue;
      fields = split (line, length);
      if (fields == NULL)
        return cyan_input_fail_line (input, error, _ ("quotes that do not match"));
      if (n_columns == 0)
        n_columns = fields->len;
      else if (fields->len != n_columns)
        return cyan_input_fail_line (input, error, _ ("%u fields instead of %u"), fields->len,
                                     n_columns);
      else if (!read_row (input, results, fields, error))
        return FALSE;
    }
  return status == 0;
}

const CyanResultsKind cyan_results_csv = { "CSV", recognises, read_csv };
