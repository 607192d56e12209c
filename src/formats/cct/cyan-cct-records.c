/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a line, which tabs part, and records that begin with a word: all but the nodes. */
#include "cyan-cct.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

CyanLine
cyan_cct_take_field (CyanLine *line)
{
  static const char none[] = "";
  CyanLine field = { none, none };

  cyan_line_cell (line, '\t', &field);
  return field;
}

/* Quotes a bad field for a message, shortened if it is long. */
static char *
quote (CyanLine field)
{
  g_autofree char *valid =
      g_utf8_make_valid (field.at, (gssize) MIN (cyan_line_length (field), 40));

  return g_strescape (valid, NULL);
}

gboolean
cyan_cct_fail_field (CyanCctReader *self, CyanLine field, const char *expected, GError **error)
{
  g_autofree char *quoted = quote (field);

  return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not %s"), quoted, expected);
}

/* Removes the escapes of @field and interns the result. */
static gboolean
read_string (CyanCctReader *self, CyanLine field, CyanStr *string, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);

  if (memchr (field.at, '\\', cyan_line_length (field)) == NULL)
    {
      *string = cyan_strings_add (strings, field.at, (gssize) cyan_line_length (field));
      return TRUE;
    }
  g_string_truncate (self->scratch, 0);
  for (; field.at < field.end; field.at++)
    {
      char c = *field.at;

      if (c == '\\')
        {
          /* A NUL byte follows the last byte of a line. */
          switch (*++field.at)
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
cyan_cct_parse_index (
    CyanCctReader *self, CyanLine *line, const char *what, guint64 *value, GError **error)
{
  CyanLine field;

  if (!cyan_line_cell (line, '\t', &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without %s"), _ (what));
  return cyan_line_is_count (field, value) || cyan_cct_fail_field (self, field, _ (what), error);
}

#define MAX_NOTES 100

static const char *
text_of (CyanCctReader *self, CyanStr string)
{
  return cyan_strings_get (cyan_profile_builder_strings (self->builder), string);
}

static gboolean
read_metric (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field;
  CyanStr name, unit = CYAN_STR_EMPTY;

  if (!cyan_line_cell (&line, '\t', &field) || field.at == field.end)
    return cyan_input_fail_line (self->input, error, _ ("a metric without a name"));
  if (!read_string (self, field, &name, error))
    return FALSE;
  if (cyan_line_cell (&line, '\t', &field) && !read_string (self, field, &unit, error))
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
parse_hex (CyanLine field, guint64 *value)
{
  return cyan_line_length (field) <= 16 && cyan_line_hex (&field, value) && field.at == field.end;
}

static gboolean
read_function (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanStr strings[3] = { CYAN_STR_EMPTY, CYAN_STR_EMPTY, CYAN_STR_EMPTY };
  guint64 number = 0, hash = 0;
  CyanLine field;
  guint32 function;

  if (line.at == NULL)
    return cyan_input_fail_line (self->input, error, _ ("a function without a name"));
  for (guint i = 0; i < G_N_ELEMENTS (strings) && cyan_line_cell (&line, '\t', &field); i++)
    if (!read_string (self, field, &strings[i], error))
      return FALSE;
  if (cyan_line_cell (&line, '\t', &field) && field.at < field.end
      && (!cyan_line_is_count (field, &number) || number > G_MAXUINT32))
    return cyan_cct_fail_field (self, field, _ ("a line number"), error);
  if (cyan_line_cell (&line, '\t', &field) && field.at < field.end && !parse_hex (field, &hash))
    return cyan_cct_fail_field (self, field, _ ("a hash of at most 16 hexadecimal digits"), error);

  function = cyan_profile_builder_function (self->builder, strings[0], strings[1], strings[2],
                                            (guint32) number, hash);
  cyan_charge_append (&self->charge, self->functions, function);
  return TRUE;
}

static gboolean
read_meta (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanStr key, value = CYAN_STR_EMPTY;
  CyanLine field;

  if (!cyan_line_cell (&line, '\t', &field) || field.at == field.end)
    return cyan_input_fail_line (self->input, error, _ ("meta data without a key"));
  if (!read_string (self, field, &key, error))
    return FALSE;
  if (cyan_line_cell (&line, '\t', &field) && !read_string (self, field, &value, error))
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
read_recording (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field = cyan_cct_take_field (&line);

  for (guint i = 0; i < N_RECORDINGS; i++)
    if (cyan_line_is (field, recordings[i]))
      {
        self->recording = (CyanRecording) i;
        return TRUE;
      }
  return cyan_cct_fail_field (self, field, _ ("exact, sampled or inferred"), error);
}

static gboolean
read_note (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanStr note;
  CyanLine field;

  if (!cyan_line_cell (&line, '\t', &field) || field.at == field.end)
    return TRUE;
  if (!read_string (self, field, &note, error))
    return FALSE;
  if (self->n_notes++ < MAX_NOTES)
    cyan_profile_builder_warn (self->builder, "%s", text_of (self, note));
  return TRUE;
}

static gboolean
read_period (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field = cyan_cct_take_field (&line);

  if (!cyan_line_is_number (field, &self->period) || self->period < 0)
    return cyan_cct_fail_field (self, field, _ ("a period"), error);
  return TRUE;
}

static gboolean
read_siblings (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field = cyan_cct_take_field (&line);

  self->unordered = cyan_line_is (field, "unordered");
  return self->unordered || cyan_line_is (field, "ordered")
         || cyan_cct_fail_field (self, field, _ ("ordered or unordered"), error);
}

static gboolean
read_threads (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field = cyan_cct_take_field (&line);
  guint64 n_threads;

  if (!cyan_line_is_count (field, &n_threads) || n_threads > G_MAXUINT32)
    return cyan_cct_fail_field (self, field, _ ("a number of threads"), error);
  self->n_threads = (guint) n_threads;
  return TRUE;
}

/* Reads "PHI EPSILON FLOOR"; the value of the whole, behind it, can be computed. */
static gboolean
read_hot (CyanCctReader *self, CyanLine line, GError **error)
{
  double *const values[] = { &self->pruning.phi, &self->pruning.epsilon, &self->pruning.floor };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      CyanLine field = cyan_cct_take_field (&line);

      if (!cyan_line_is_number (field, values[i]) || *values[i] < 0 || (i < 2 && *values[i] > 1))
        return cyan_cct_fail_field (self, field, _ ("what a hot tree lacks"), error);
    }
  return TRUE;
}

/* Reads "FUNCTION CALLS SELF...", the exact sums over all contexts of a pruned tree. */
static gboolean
read_flat (CyanCctReader *self, CyanLine line, GError **error)
{
  guint64 number;
  guint32 function;
  double calls;
  CyanLine field;

  if (!cyan_cct_parse_index (self, &line, N_ ("the number of a function"), &number, error))
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
  field = cyan_cct_take_field (&line);
  if (cyan_line_is (field, "-"))
    calls = NAN;
  else if (!cyan_line_is_number (field, &calls) || calls < 0)
    return cyan_cct_fail_field (self, field, _ ("a number of calls"), error);
  self->flat->calls[function] += calls;
  for (guint m = 0; m < self->metric_names->len; m++)
    {
      double value;

      field = cyan_cct_take_field (&line);
      if (!cyan_line_is_number (field, &value))
        return cyan_cct_fail_field (self, field, _ ("a number"), error);
      self->flat->self[m][function] += value;
    }
  return TRUE;
}

/* Reads "NODE METRIC VALUE", what a value of a merged profile was rounded by. */
static gboolean
read_rest (CyanCctReader *self, CyanLine line, GError **error)
{
  guint64 node, metric;
  double value;
  CyanLine field;

  field = cyan_cct_take_field (&line);
  if (!cyan_line_is_count (field, &node))
    return cyan_cct_fail_field (self, field, _ ("the number of a node"), error);
  field = cyan_cct_take_field (&line);
  if (!cyan_line_is_count (field, &metric))
    return cyan_cct_fail_field (self, field, _ ("the number of a metric"), error);
  if (node == 0 || node >= cyan_profile_builder_n_nodes (self->builder))
    return cyan_input_fail_line (self->input, error, _ ("node %" PRIu64 " has not come yet"), node);
  if (metric == 0 || metric > self->metric_names->len)
    return cyan_input_fail_line (self->input, error,
                                 _ ("metric %" PRIu64 ", but there are %u so far"), metric,
                                 self->metric_names->len);
  field = cyan_cct_take_field (&line);
  if (!cyan_line_is_number (field, &value))
    return cyan_cct_fail_field (self, field, _ ("a number"), error);
  cyan_profile_builder_add_exact (self->builder, (guint) metric - 1, (CyanNode) node, value);
  return TRUE;
}

static gboolean
read_host (CyanCctReader *self, CyanLine line, GError **error)
{
  CyanLine field;
  CyanStr name;

  if (!cyan_line_cell (&line, '\t', &field) || field.at == field.end)
    return cyan_input_fail_line (self->input, error, _ ("a host without a name"));
  return read_string (self, field, &name, error)
         && cyan_cct_add_host (self, text_of (self, name), error);
}

static gboolean
read_end (CyanCctReader *self, CyanLine line, GError **error)
{
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder) - 1;
  CyanLine field = cyan_cct_take_field (&line);
  guint64 told;

  if (!cyan_cct_end_node (self, error))
    return FALSE;
  if (!cyan_line_is_count (field, &told))
    return cyan_cct_fail_field (self, field, _ ("a number of nodes"), error);
  if (told != n_nodes)
    return cyan_input_fail_line (
        self->input, error, _ ("the end of %" PRIu64 " nodes, but there are %u"), told, n_nodes);
  self->ended = TRUE;
  return TRUE;
}

gboolean
cyan_cct_read_word (CyanCctReader *self, CyanLine line, GError **error)
{
  static const struct
  {
    const char *word;
    gboolean (*read) (CyanCctReader *self, CyanLine line, GError **error);
  } records[] = {
    { "function", read_function },   { "metric", read_metric },  { "meta", read_meta },
    { "recording", read_recording }, { "period", read_period },  { "siblings", read_siblings },
    { "threads", read_threads },     { "hot", read_hot },        { "flat", read_flat },
    { "note", read_note },           { "rest", read_rest },      { "end", read_end },
    { "host", read_host },           { "by", cyan_cct_read_by },
  };
  CyanLine word = cyan_cct_take_field (&line);

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    if (cyan_line_is (word, records[i].word))
      return records[i].read (self, line, error);
  return TRUE;
}
