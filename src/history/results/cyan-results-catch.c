/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catch2: -r xml -o FILE.  Of a benchmark it has the mean, in nanoseconds. */
#include "cyan-results-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

typedef struct
{
  CyanResults *results;
  GPtrArray *names;  /* of the open test case, its sections and the benchmark */
  gboolean has_mean; /* of the open benchmark */
} Reader;

static gboolean
is_named (const char *element)
{
  return strcmp (element, "TestCase") == 0 || strcmp (element, "Section") == 0
         || strcmp (element, "BenchmarkResults") == 0;
}

static const char *
find (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      return values[i];
  return NULL;
}

static gboolean
add_mean (Reader *self, const char *value, GError **error)
{
  g_autofree char *name = NULL;
  CyanResultsValue result = { .metric = "time",
                              .unit = "ns",
                              .better = -1,
                              .time = CYAN_RESULTS_NO_TIME,
                              .revision_time = CYAN_RESULTS_NO_TIME };

  if (value == NULL || !cyan_parse_double (value, strlen (value), &result.value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%s\" is not a finite number"),
                      value != NULL ? value : "");
  g_ptr_array_add (self->names, NULL);
  name = g_strjoinv (" / ", (char **) self->names->pdata);
  g_ptr_array_remove_index (self->names, self->names->len - 1);
  result.benchmark = name;
  self->has_mean = TRUE;
  return cyan_results_add (self->results, &result, error);
}

static void
start (GMarkupParseContext *context,
       const char *element,
       const char **names,
       const char **values,
       gpointer data,
       GError **error)
{
  Reader *self = data;
  const GSList *above = g_markup_parse_context_get_element_stack (context)->next;

  if (is_named (element))
    {
      const char *name = find (names, values, "name");

      g_ptr_array_add (self->names, g_strdup (name != NULL ? name : ""));
      self->has_mean = FALSE;
    }
  else if (strcmp (element, "mean") == 0 && above != NULL
           && strcmp (above->data, "BenchmarkResults") == 0)
    add_mean (self, find (names, values, "value"), error);
}

static void
end (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reader *self = data;

  if (!is_named (element))
    return;
  if (strcmp (element, "BenchmarkResults") == 0 && !self->has_mean)
    self->results->n_failed++;
  g_ptr_array_remove_index (self->names, self->names->len - 1);
}

/* GMarkup begins with a place of its own, "Error on line 1 char 702: ", in some languages. */
static const char *
without_place (const GError *reason)
{
  const char *message = reason->message;
  const char *end = strstr (message, ": ");

  for (const char *at = message; reason->domain == G_MARKUP_ERROR && end != NULL && at < end; at++)
    if (g_ascii_isdigit (*at))
      return end + strlen (": ");
  return message;
}

static gboolean
read_lines (CyanInput *input, GMarkupParseContext *context, GError **error)
{
  g_autoptr (GError) reason = NULL;
  gboolean ok = TRUE;
  gsize length;
  char *line;
  int status = 0;

  while (ok && (status = cyan_input_line (input, &line, &length, error)) > 0)
    ok = g_markup_parse_context_parse (context, line, (gssize) length, &reason)
         && g_markup_parse_context_parse (context, "\n", 1, &reason);
  if (status < 0)
    return FALSE;
  if (ok && g_markup_parse_context_end_parse (context, &reason))
    return TRUE;
  return cyan_input_fail_line (input, error, "%s", without_place (reason));
}

static gboolean
read_catch (CyanInput *input, CyanResults *results, GError **error)
{
  static const GMarkupParser parser = { .start_element = start, .end_element = end };
  Reader reader = { .results = results, .names = g_ptr_array_new_with_free_func (g_free) };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  gboolean ok = read_lines (input, context, error);

  g_markup_parse_context_free (context);
  g_ptr_array_unref (reader.names);
  return ok;
}

static gboolean
recognises (const char *head, gsize length)
{
  return length > 0 && head[0] == '<'
         && (g_strstr_len (head, (gssize) length, "<Catch2TestRun ") != NULL
             || g_strstr_len (head, (gssize) length, "<Catch name=") != NULL);
}

const CyanResultsKind cyan_results_catch = { "Catch2 XML", recognises, read_catch };
