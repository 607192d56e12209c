/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a line, which tabs part, and records that begin with a word: all but the nodes. */
#include "cyan-cct.h"

#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

gboolean
cyan_cct_next_field (const char **at, const char *end, CyanCctField *field)
{
  const char *tab;

  if (*at > end)
    return FALSE;
  tab = memchr (*at, '\t', (gsize) (end - *at));
  if (tab == NULL)
    tab = end;
  field->bytes = *at;
  field->length = (gsize) (tab - *at);
  *at = tab + 1;
  return TRUE;
}

/* The same; an empty field at the end of the line. */
static CyanCctField
take_field (const char **at, const char *end)
{
  CyanCctField field = { "", 0 };

  cyan_cct_next_field (at, end, &field);
  return field;
}

gboolean
cyan_cct_field_is (const CyanCctField *field, const char *word)
{
  return field->length == strlen (word) && memcmp (field->bytes, word, field->length) == 0;
}

/* Quotes a bad field for a message, shortened if it is long. */
static char *
quote (const CyanCctField *field)
{
  g_autofree char *valid = g_utf8_make_valid (field->bytes, (gssize) MIN (field->length, 40));

  return g_strescape (valid, NULL);
}

gboolean
cyan_cct_fail_field (CyanCctReader *self,
                     const CyanCctField *field,
                     const char *expected,
                     GError **error)
{
  g_autofree char *quoted = quote (field);

  return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not %s"), quoted, expected);
}

/* Removes the escapes of @field and interns the result. */
static gboolean
read_string (CyanCctReader *self, const CyanCctField *field, CyanStr *string, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);

  if (memchr (field->bytes, '\\', field->length) == NULL)
    {
      *string = cyan_strings_add (strings, field->bytes, (gssize) field->length);
      return TRUE;
    }
  g_string_truncate (self->scratch, 0);
  for (gsize i = 0; i < field->length; i++)
    {
      char c = field->bytes[i];

      if (c == '\\')
        {
          /* A NUL byte follows the last byte of a line. */
          switch (field->bytes[++i])
            {
            case '\\':
              break;
            case 't':
              c = '\t';
              break;
            case 'n':
              c = '\n';
              break;
            case 'r':
              c = '\r';
              break;
            default:
              return cyan_input_fail_line (
                  self->input, error, _ ("a backslash that is not part of \\\\, \\t, \\n or \\r"));
            }
        }
      g_string_append_c (self->scratch, c);
    }
  *string = cyan_strings_add (strings, self->scratch->str, (gssize) self->scratch->len);
  return TRUE;
}

gboolean
cyan_cct_parse_index (CyanCctReader *self,
                      const char **at,
                      const char *end,
                      const char *what,
                      guint64 *value,
                      GError **error)
{
  CyanCctField field;

  if (!cyan_cct_next_field (at, end, &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without %s"), _ (what));
  if (!cyan_parse_uint64 (field.bytes, field.length, value))
    return cyan_cct_fail_field (self, &field, _ (what), error);
  return TRUE;
}

#define MAX_NOTES 100

static const char *
text_of (CyanCctReader *self, CyanStr string)
{
  return cyan_strings_get (cyan_profile_builder_strings (self->builder), string);
}

static gboolean
read_metric (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanCctField field;
  CyanStr name, unit = CYAN_STR_EMPTY;

  if (!cyan_cct_next_field (&at, end, &field) || field.length == 0)
    return cyan_input_fail_line (self->input, error, _ ("a metric without a name"));
  if (!read_string (self, &field, &name, error))
    return FALSE;
  if (cyan_cct_next_field (&at, end, &field) && !read_string (self, &field, &unit, error))
    return FALSE;
  if (cyan_profile_builder_n_nodes (self->builder) > 1 || self->flat != NULL)
    return cyan_input_fail_line (self->input, error, _ ("a metric behind the first node"));
  if (self->metric_names->len == CYAN_CCT_MAX_METRICS)
    return cyan_input_fail_line (self->input, error, _ ("more than %d metrics"),
                                 CYAN_CCT_MAX_METRICS);
  if (g_ptr_array_find (self->metric_names, text_of (self, name), NULL))
    return cyan_input_fail_line (self->input, error, _ ("a second metric of the same name"));
  g_ptr_array_add (self->metric_names, (gpointer) text_of (self, name));
  cyan_profile_builder_metric (self->builder, text_of (self, name), text_of (self, unit));
  return TRUE;
}

static gboolean
parse_hex (const CyanCctField *field, guint64 *value)
{
  CyanLine digits = { field->bytes, field->bytes + field->length };

  return field->length <= 16 && cyan_line_hex (&digits, value) && digits.at == digits.end;
}

static gboolean
read_function (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanStr strings[3] = { CYAN_STR_EMPTY, CYAN_STR_EMPTY, CYAN_STR_EMPTY };
  guint64 line = 0, hash = 0;
  CyanCctField field;
  guint32 function;

  if (at > end)
    return cyan_input_fail_line (self->input, error, _ ("a function without a name"));
  for (guint i = 0; i < G_N_ELEMENTS (strings) && cyan_cct_next_field (&at, end, &field); i++)
    if (!read_string (self, &field, &strings[i], error))
      return FALSE;
  if (cyan_cct_next_field (&at, end, &field) && field.length > 0
      && (!cyan_parse_uint64 (field.bytes, field.length, &line) || line > G_MAXUINT32))
    return cyan_cct_fail_field (self, &field, _ ("a line number"), error);
  if (cyan_cct_next_field (&at, end, &field) && field.length > 0 && !parse_hex (&field, &hash))
    return cyan_cct_fail_field (self, &field, _ ("a hash of at most 16 hexadecimal digits"), error);

  function = cyan_profile_builder_function (self->builder, strings[0], strings[1], strings[2],
                                            (guint32) line, hash);
  cyan_charge_append (&self->charge, self->functions, function);
  return TRUE;
}

static gboolean
read_meta (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanStr key, value = CYAN_STR_EMPTY;
  CyanCctField field;

  if (!cyan_cct_next_field (&at, end, &field) || field.length == 0)
    return cyan_input_fail_line (self->input, error, _ ("meta data without a key"));
  if (!read_string (self, &field, &key, error))
    return FALSE;
  if (cyan_cct_next_field (&at, end, &field) && !read_string (self, &field, &value, error))
    return FALSE;
  if (self->n_meta == CYAN_CCT_MAX_META)
    {
      self->n_dropped++;
      return TRUE;
    }
  self->n_meta++;
  cyan_profile_builder_set_meta (self->builder, text_of (self, key), text_of (self, value));
  return TRUE;
}

static const char *const recordings[] = CYAN_FORMAT_CCT_RECORDINGS;
#define N_RECORDINGS G_N_ELEMENTS (recordings)

static gboolean
read_recording (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanCctField field = take_field (&at, end);

  for (guint i = 0; i < N_RECORDINGS; i++)
    if (cyan_cct_field_is (&field, recordings[i]))
      {
        self->recording = (CyanRecording) i;
        return TRUE;
      }
  return cyan_cct_fail_field (self, &field, _ ("exact, sampled or inferred"), error);
}

static gboolean
read_note (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanStr note;
  CyanCctField field;

  if (!cyan_cct_next_field (&at, end, &field) || field.length == 0)
    return TRUE;
  if (!read_string (self, &field, &note, error))
    return FALSE;
  if (self->n_notes++ < MAX_NOTES)
    cyan_profile_builder_warn (self->builder, "%s", text_of (self, note));
  return TRUE;
}

static gboolean
read_period (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanCctField field = take_field (&at, end);

  if (!cyan_parse_double (field.bytes, field.length, &self->period) || self->period < 0)
    return cyan_cct_fail_field (self, &field, _ ("a period"), error);
  return TRUE;
}

static gboolean
read_siblings (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanCctField field = take_field (&at, end);

  self->unordered = cyan_cct_field_is (&field, "unordered");
  return self->unordered || cyan_cct_field_is (&field, "ordered")
         || cyan_cct_fail_field (self, &field, _ ("ordered or unordered"), error);
}

static gboolean
read_threads (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  CyanCctField field = take_field (&at, end);
  guint64 n_threads;

  if (!cyan_parse_uint64 (field.bytes, field.length, &n_threads) || n_threads > G_MAXUINT32)
    return cyan_cct_fail_field (self, &field, _ ("a number of threads"), error);
  self->n_threads = (guint) n_threads;
  return TRUE;
}

/* Reads "PHI EPSILON FLOOR"; the value of the whole, behind it, can be computed. */
static gboolean
read_hot (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  double *const values[] = { &self->pruning.phi, &self->pruning.epsilon, &self->pruning.floor };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      CyanCctField field = take_field (&at, end);

      if (!cyan_parse_double (field.bytes, field.length, values[i]) || *values[i] < 0
          || (i < 2 && *values[i] > 1))
        return cyan_cct_fail_field (self, &field, _ ("what a hot tree lacks"), error);
    }
  return TRUE;
}

/* Reads "FUNCTION CALLS SELF...", the exact sums over all contexts of a pruned tree. */
static gboolean
read_flat (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  guint64 number;
  guint32 function;
  double calls;
  CyanCctField field;

  if (!cyan_cct_parse_index (self, &at, end, N_ ("the number of a function"), &number, error))
    return FALSE;
  if (number == 0 || number > self->functions->len)
    return cyan_input_fail_line (self->input, error,
                                 _ ("function %" PRIu64 ", but there are %u so far"), number,
                                 self->functions->len);
  if (self->metric_names->len == 0)
    return cyan_input_fail_line (self->input, error, _ ("a node before the first metric"));
  function = g_array_index (self->functions, guint32, number - 1);
  if (self->flat == NULL)
    self->flat = cyan_flat_profile_new (function + 1, self->metric_names->len);
  if (function >= self->flat->n_functions)
    cyan_flat_profile_resize (self->flat, function + function / 2 + 1);
  field = take_field (&at, end);
  if (cyan_cct_field_is (&field, "-"))
    calls = NAN;
  else if (!cyan_parse_double (field.bytes, field.length, &calls) || calls < 0)
    return cyan_cct_fail_field (self, &field, _ ("a number of calls"), error);
  self->flat->calls[function] += calls;
  for (guint m = 0; m < self->metric_names->len; m++)
    {
      double value;

      field = take_field (&at, end);
      if (!cyan_parse_double (field.bytes, field.length, &value))
        return cyan_cct_fail_field (self, &field, _ ("a number"), error);
      self->flat->self[m][function] += value;
    }
  return TRUE;
}

static gboolean
read_end (CyanCctReader *self, const char *at, const char *end, GError **error)
{
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder) - 1;
  CyanCctField field = take_field (&at, end);
  guint64 told;

  if (!cyan_parse_uint64 (field.bytes, field.length, &told))
    return cyan_cct_fail_field (self, &field, _ ("a number of nodes"), error);
  if (told != n_nodes)
    return cyan_input_fail_line (
        self->input, error, _ ("the end of %" PRIu64 " nodes, but there are %u"), told, n_nodes);
  self->ended = TRUE;
  return TRUE;
}

gboolean
cyan_cct_read_word (CyanCctReader *self, const char *line, const char *end, GError **error)
{
  static const struct
  {
    const char *word;
    gboolean (*read) (CyanCctReader *self, const char *at, const char *end, GError **error);
  } records[] = {
    { "function", read_function },   { "metric", read_metric }, { "meta", read_meta },
    { "recording", read_recording }, { "period", read_period }, { "siblings", read_siblings },
    { "threads", read_threads },     { "hot", read_hot },       { "flat", read_flat },
    { "note", read_note },           { "end", read_end },
  };
  const char *at = line;
  CyanCctField word = take_field (&at, end);

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    if (cyan_cct_field_is (&word, records[i].word))
      return records[i].read (self, at, end, error);
  return TRUE;
}
