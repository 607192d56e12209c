/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads Cyanotype's own text format, as docs/cct-format.md specifies it.
 *
 * The reader works line by line and does not allocate for each line.  Nodes are numbered from 1 in
 * the order of their lines; the builder numbers appended nodes the same way.
 */
#include "cyan-format-cct.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

#define MAX_METRICS 64
#define MAX_META    1000
#define MAX_NOTES   100

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  GArray *functions; /* of guint32: index in the builder by number in the file - 1 */
  CyanCharge charge; /* of these */
  GPtrArray *metric_names;
  GString *scratch; /* a field without its escapes */
  CyanRecording recording;
  double period;
  gboolean unordered;
  guint n_threads;
  CyanPruning pruning;
  CyanFlatProfile *flat; /* NULL until there is a row */
  guint n_meta, n_notes;
  guint n_dropped; /* meta data beyond MAX_META */
  gboolean ended;
} Reader;

/* A part of a line. */
typedef struct
{
  const char *bytes;
  gsize length;
} Field;

static int
sniff (const char *head, gsize length)
{
  return length >= 5 && memcmp (head, "cct", 3) == 0 && (head[3] == ' ' || head[3] == '\t')
                 && g_ascii_isdigit (head[4])
             ? 100
             : 0;
}

/* Reads the field at *@at and moves *@at past the next tab.  Returns FALSE at the end of the
 * line. */
static gboolean
next_field (const char **at, const char *end, Field *field)
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

static gboolean
field_is (const Field *field, const char *word)
{
  return field->length == strlen (word) && memcmp (field->bytes, word, field->length) == 0;
}

/* Quotes a bad field for a message, shortened if it is long. */
static char *
quote (const Field *field)
{
  g_autofree char *valid = g_utf8_make_valid (field->bytes, (gssize) MIN (field->length, 40));

  return g_strescape (valid, NULL);
}

static gboolean
fail_field (Reader *self, const Field *field, const char *expected, GError **error)
{
  g_autofree char *quoted = quote (field);

  return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not %s"), quoted, expected);
}

/* Removes the escapes of @field and interns the result. */
static gboolean
read_string (Reader *self, const Field *field, CyanStr *string, GError **error)
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

static const char *
text_of (Reader *self, CyanStr string)
{
  return cyan_strings_get (cyan_profile_builder_strings (self->builder), string);
}

static gboolean
read_version (Reader *self, GError **error)
{
  char *line;
  gsize length;
  guint64 version;
  int status = cyan_input_line (self->input, &line, &length, error);

  if (status < 0)
    return FALSE;
  if (status == 0 || !g_str_has_prefix (line, "cct "))
    return cyan_input_fail_line (self->input, error, _ ("no \"cct 1\""));
  if (!cyan_parse_uint64 (line + 4, length - 4, &version) || version == 0)
    {
      Field field = { line + 4, length - 4 };

      return fail_field (self, &field, _ ("a version of the format"), error);
    }
  if (version > CYAN_CCT_VERSION)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: version %" PRIu64 " of the .cct format; only version %d is read"),
                      cyan_input_name (self->input), version, CYAN_CCT_VERSION);
  return TRUE;
}

static gboolean
read_metric (Reader *self, const char *at, const char *end, GError **error)
{
  Field field;
  CyanStr name, unit = CYAN_STR_EMPTY;

  if (!next_field (&at, end, &field) || field.length == 0)
    return cyan_input_fail_line (self->input, error, _ ("a metric without a name"));
  if (!read_string (self, &field, &name, error))
    return FALSE;
  if (next_field (&at, end, &field) && !read_string (self, &field, &unit, error))
    return FALSE;
  if (cyan_profile_builder_n_nodes (self->builder) > 1)
    return cyan_input_fail_line (self->input, error, _ ("a metric behind the first node"));
  if (self->metric_names->len == MAX_METRICS)
    return cyan_input_fail_line (self->input, error, _ ("more than %d metrics"), MAX_METRICS);
  if (g_ptr_array_find (self->metric_names, text_of (self, name), NULL))
    return cyan_input_fail_line (self->input, error, _ ("a second metric of the same name"));
  g_ptr_array_add (self->metric_names, (gpointer) text_of (self, name));
  cyan_profile_builder_metric (self->builder, text_of (self, name), text_of (self, unit));
  return TRUE;
}

static gboolean
parse_hex (const Field *field, guint64 *value)
{
  guint64 sum = 0;

  if (field->length == 0 || field->length > 16)
    return FALSE;
  for (gsize i = 0; i < field->length; i++)
    {
      int digit = g_ascii_xdigit_value (field->bytes[i]);

      if (digit < 0)
        return FALSE;
      sum = sum << 4 | (guint64) digit;
    }
  *value = sum;
  return TRUE;
}

static gboolean
read_function (Reader *self, const char *at, const char *end, GError **error)
{
  CyanStr strings[3] = { CYAN_STR_EMPTY, CYAN_STR_EMPTY, CYAN_STR_EMPTY };
  guint64 line = 0, hash = 0;
  Field field;
  guint32 function;

  if (at > end)
    return cyan_input_fail_line (self->input, error, _ ("a function without a name"));
  for (guint i = 0; i < G_N_ELEMENTS (strings) && next_field (&at, end, &field); i++)
    if (!read_string (self, &field, &strings[i], error))
      return FALSE;
  if (next_field (&at, end, &field) && field.length > 0
      && (!cyan_parse_uint64 (field.bytes, field.length, &line) || line > G_MAXUINT32))
    return fail_field (self, &field, _ ("a line number"), error);
  if (next_field (&at, end, &field) && field.length > 0 && !parse_hex (&field, &hash))
    return fail_field (self, &field, _ ("a hash of at most 16 hexadecimal digits"), error);

  function = cyan_profile_builder_function (self->builder, strings[0], strings[1], strings[2],
                                            (guint32) line, hash);
  cyan_charge_append (&self->charge, self->functions, function);
  return TRUE;
}

static gboolean
read_meta (Reader *self, const char *at, const char *end, GError **error)
{
  CyanStr key, value = CYAN_STR_EMPTY;
  Field field;

  if (!next_field (&at, end, &field) || field.length == 0)
    return cyan_input_fail_line (self->input, error, _ ("meta data without a key"));
  if (!read_string (self, &field, &key, error))
    return FALSE;
  if (next_field (&at, end, &field) && !read_string (self, &field, &value, error))
    return FALSE;
  if (self->n_meta == MAX_META)
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
read_recording (Reader *self, const char *at, const char *end, GError **error)
{
  Field field = { "", 0 };

  next_field (&at, end, &field);
  for (guint i = 0; i < N_RECORDINGS; i++)
    if (field_is (&field, recordings[i]))
      {
        self->recording = (CyanRecording) i;
        return TRUE;
      }
  return fail_field (self, &field, _ ("exact, sampled or inferred"), error);
}

static gboolean
read_note (Reader *self, const char *at, const char *end, GError **error)
{
  CyanStr note;
  Field field;

  if (!next_field (&at, end, &field) || field.length == 0)
    return TRUE;
  if (!read_string (self, &field, &note, error))
    return FALSE;
  if (self->n_notes++ < MAX_NOTES)
    cyan_profile_builder_warn (self->builder, "%s", text_of (self, note));
  return TRUE;
}

static gboolean
read_period (Reader *self, const char *at, const char *end, GError **error)
{
  Field field = { "", 0 };

  next_field (&at, end, &field);
  if (!cyan_parse_double (field.bytes, field.length, &self->period) || self->period < 0)
    return fail_field (self, &field, _ ("a period"), error);
  return TRUE;
}

static gboolean
read_siblings (Reader *self, const char *at, const char *end, GError **error)
{
  Field field = { "", 0 };

  next_field (&at, end, &field);
  self->unordered = field_is (&field, "unordered");
  return self->unordered || field_is (&field, "ordered")
         || fail_field (self, &field, _ ("ordered or unordered"), error);
}

static gboolean
read_threads (Reader *self, const char *at, const char *end, GError **error)
{
  Field field = { "", 0 };
  guint64 n_threads;

  next_field (&at, end, &field);
  if (!cyan_parse_uint64 (field.bytes, field.length, &n_threads) || n_threads > G_MAXUINT32)
    return fail_field (self, &field, _ ("a number of threads"), error);
  self->n_threads = (guint) n_threads;
  return TRUE;
}

/* Reads "PHI EPSILON FLOOR"; the value of the whole, behind it, can be computed. */
static gboolean
read_hot (Reader *self, const char *at, const char *end, GError **error)
{
  double *const values[] = { &self->pruning.phi, &self->pruning.epsilon, &self->pruning.floor };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      Field field = { "", 0 };

      next_field (&at, end, &field);
      if (!cyan_parse_double (field.bytes, field.length, values[i]) || *values[i] < 0
          || (i < 2 && *values[i] > 1))
        return fail_field (self, &field, _ ("what a hot tree lacks"), error);
    }
  return TRUE;
}

static gboolean
read_end (Reader *self, const char *at, const char *end, GError **error)
{
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder) - 1;
  Field field = { "", 0 };
  guint64 told;

  next_field (&at, end, &field);
  if (!cyan_parse_uint64 (field.bytes, field.length, &told))
    return fail_field (self, &field, _ ("a number of nodes"), error);
  if (told != n_nodes)
    return cyan_input_fail_line (
        self->input, error, _ ("the end of %" PRIu64 " nodes, but there are %u"), told, n_nodes);
  self->ended = TRUE;
  return TRUE;
}

/* The content of a node line. */
typedef struct
{
  guint64 parent;
  guint64 function;
  guint64 calls;
  guint64 call_site;
  double missing;
  double values[MAX_METRICS];
} Node;

/* Parses the number at @p up to the tab or the NUL byte that ends it.  Returns the position after
 * that byte, or NULL for anything else and for more than 15 digits, which a double may not
 * represent. */
static inline const char *
scan_digits (const char *p, guint64 *value)
{
  const char *start = p;
  guint64 sum = 0;

  while ((guchar) (*p - '0') <= 9)
    sum = sum * 10 + (guchar) (*p++ - '0');
  *value = sum;
  return p == start || p - start > 15 || (*p != '\t' && *p != '\0') ? NULL : p + 1;
}

/* The fast path: a node with only short whole numbers.  Returns FALSE if parse_node() must
 * decide. */
static inline gboolean
scan_node (const char *p, const char *end, guint n_metrics, Node *node)
{
  p = scan_digits (p, &node->parent);
  if (p == NULL || p > end)
    return FALSE;
  p = scan_digits (p, &node->function);
  if (p == NULL || p > end)
    return FALSE;
  if (p[0] == '-' && p[1] == '\t')
    {
      node->calls = CYAN_CALLS_UNKNOWN;
      p += 2;
    }
  else
    p = scan_digits (p, &node->calls);
  for (guint m = 0; m < n_metrics; m++)
    {
      guint64 whole;

      if (p == NULL || p > end)
        return FALSE;
      p = scan_digits (p, &whole);
      node->values[m] = (double) whole;
    }
  node->call_site = 0;
  node->missing = 0;
  if (p != NULL && p <= end)
    p = scan_digits (p, &node->call_site);
  return p != NULL;
}

static gboolean
parse_index (Reader *self,
             const char **at,
             const char *end,
             const char *what,
             guint64 *value,
             GError **error)
{
  Field field;

  if (!next_field (at, end, &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without %s"), _ (what));
  if (!cyan_parse_uint64 (field.bytes, field.length, value))
    return fail_field (self, &field, _ (what), error);
  return TRUE;
}

/* Parses any node; fails with a message that says what is wrong. */
static gboolean
parse_node (Reader *self, const char *at, const char *end, Node *node, GError **error)
{
  Field field;

  if (!parse_index (self, &at, end, N_ ("the number of a parent"), &node->parent, error)
      || !parse_index (self, &at, end, N_ ("the number of a function"), &node->function, error))
    return FALSE;

  if (!next_field (&at, end, &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without calls"));
  if (field_is (&field, "-"))
    node->calls = CYAN_CALLS_UNKNOWN;
  else if (!cyan_parse_uint64 (field.bytes, field.length, &node->calls))
    return fail_field (self, &field, _ ("a number of calls"), error);
  else
    node->calls = MIN (node->calls, CYAN_CALLS_UNKNOWN - 1);

  for (guint m = 0; m < self->metric_names->len; m++)
    {
      if (!next_field (&at, end, &field))
        return cyan_input_fail_line (self->input, error, _ ("a node without a value of %s"),
                                     (const char *) g_ptr_array_index (self->metric_names, m));
      if (!cyan_parse_double (field.bytes, field.length, &node->values[m]))
        return fail_field (self, &field, _ ("a number"), error);
    }

  node->call_site = 0;
  if (next_field (&at, end, &field) && field.length > 0
      && !cyan_parse_uint64 (field.bytes, field.length, &node->call_site))
    return fail_field (self, &field, _ ("a call site"), error);
  node->missing = 0;
  /* Without that record it is a field that this version does not know. */
  if (self->pruning.phi > 0 && next_field (&at, end, &field) && field.length > 0
      && (!cyan_parse_double (field.bytes, field.length, &node->missing) || node->missing < 0))
    return fail_field (self, &field, _ ("what is missing"), error);
  return TRUE;
}

/* Reads "FUNCTION CALLS SELF...", the exact sums over all contexts of a pruned tree. */
static gboolean
read_flat (Reader *self, const char *at, const char *end, GError **error)
{
  guint64 number;
  guint32 function;
  double calls;
  Field field = { "", 0 };

  if (!parse_index (self, &at, end, N_ ("the number of a function"), &number, error))
    return FALSE;
  if (number == 0 || number > self->functions->len)
    return cyan_input_fail_line (self->input, error,
                                 _ ("function %" PRIu64 ", but there are %u so far"), number,
                                 self->functions->len);
  function = g_array_index (self->functions, guint32, number - 1);
  if (self->flat == NULL)
    self->flat = cyan_flat_profile_new (function + 1, self->metric_names->len);
  if (self->flat->n_metrics != self->metric_names->len)
    return cyan_input_fail_line (self->input, error, _ ("a metric behind the first node"));
  if (function >= self->flat->n_functions)
    cyan_flat_profile_resize (self->flat, function + function / 2 + 1);
  next_field (&at, end, &field);
  if (field_is (&field, "-"))
    calls = NAN;
  else if (!cyan_parse_double (field.bytes, field.length, &calls) || calls < 0)
    return fail_field (self, &field, _ ("a number of calls"), error);
  self->flat->calls[function] += calls;
  for (guint m = 0; m < self->metric_names->len; m++)
    {
      double value;

      field = (Field){ "", 0 };
      next_field (&at, end, &field);
      if (!cyan_parse_double (field.bytes, field.length, &value))
        return fail_field (self, &field, _ ("a number"), error);
      self->flat->self[m][function] += value;
    }
  return TRUE;
}

/* Reads "PARENT FUNCTION CALLS SELF... [CALL-SITE [MISSING]]". */
static gboolean
read_node (Reader *self, const char *line, const char *end, GError **error)
{
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder);
  guint n_metrics = self->metric_names->len;
  Node node;
  CyanNode added;

  if (n_metrics == 0)
    return cyan_input_fail_line (self->input, error, _ ("a node before the first metric"));
  if ((self->pruning.phi > 0 || !scan_node (line, end, n_metrics, &node))
      && !parse_node (self, line, end, &node, error))
    return FALSE;
  if (node.parent >= n_nodes)
    return cyan_input_fail_line (self->input, error,
                                 _ ("parent %" PRIu64 " of node %u has not come yet"), node.parent,
                                 n_nodes);
  if (node.function == 0 || node.function > self->functions->len)
    return cyan_input_fail_line (self->input, error,
                                 _ ("function %" PRIu64 ", but there are %u so far"), node.function,
                                 self->functions->len);
  if (node.call_site > G_MAXUINT32)
    return cyan_input_fail_line (self->input, error, _ ("call site %" PRIu64 " is too large"),
                                 node.call_site);

  added = cyan_profile_builder_append (self->builder, (CyanNode) node.parent,
                                       g_array_index (self->functions, guint32, node.function - 1),
                                       (guint32) node.call_site, error);
  if (added == CYAN_NODE_NONE)
    {
      g_prefix_error (error, _ ("%s: line %" PRIu64 ": "), cyan_input_name (self->input),
                      cyan_input_line_number (self->input));
      return FALSE;
    }
  if (node.calls != CYAN_CALLS_UNKNOWN)
    cyan_profile_builder_add_calls (self->builder, added, node.calls);
  for (guint m = 0; m < n_metrics; m++)
    cyan_profile_builder_add (self->builder, m, added, node.values[m]);
  cyan_profile_builder_set_missing (self->builder, added, node.missing);
  return TRUE;
}

static gboolean
read_word (Reader *self, const char *line, const char *end, GError **error)
{
  const char *at = line;
  Field word = { "", 0 };

  next_field (&at, end, &word);
  if (field_is (&word, "function"))
    return read_function (self, at, end, error);
  if (field_is (&word, "metric"))
    return read_metric (self, at, end, error);
  if (field_is (&word, "meta"))
    return read_meta (self, at, end, error);
  if (field_is (&word, "recording"))
    return read_recording (self, at, end, error);
  if (field_is (&word, "period"))
    return read_period (self, at, end, error);
  if (field_is (&word, "siblings"))
    return read_siblings (self, at, end, error);
  if (field_is (&word, "threads"))
    return read_threads (self, at, end, error);
  if (field_is (&word, "hot"))
    return read_hot (self, at, end, error);
  if (field_is (&word, "flat"))
    return read_flat (self, at, end, error);
  if (field_is (&word, "note"))
    return read_note (self, at, end, error);
  if (field_is (&word, "end"))
    return read_end (self, at, end, error);
  return TRUE;
}

static gboolean
read_record (Reader *self, const char *line, gsize length, GError **error)
{
  const char *end = line + length;

  if (length == 0 || *line == '#')
    return TRUE;
  if (self->ended)
    return cyan_input_fail_line (self->input, error, _ ("a record behind the end"));
  if (g_ascii_isdigit (*line))
    return read_node (self, line, end, error);
  if (g_ascii_isalpha (*line))
    return read_word (self, line, end, error);
  {
    Field field = { line, length };

    return fail_field (self, &field, _ ("a record: it begins with neither a digit nor a letter"),
                       error);
  }
}

static gboolean
read_records (Reader *self, GError **error)
{
  char *line;
  gsize length;
  int status;

  if (!read_version (self, error))
    return FALSE;
  while ((status = cyan_input_line (self->input, &line, &length, error)) > 0)
    {
      /* A last line without a line break may be cut, so only an end line is read. */
      if (cyan_input_cut_line (self->input) && strncmp (line, "end\t", 4) != 0)
        break;
      if (!read_record (self, line, length, error))
        {
          if (!cyan_input_cut_line (self->input))
            return FALSE;
          g_clear_error (error);
          break;
        }
    }
  return status >= 0;
}

static gboolean
read_cct (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (GArray) functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) metric_names = g_ptr_array_new ();
  g_autoptr (GString) scratch = g_string_new (NULL);
  Reader self = { .input = input,
                  .builder = builder,
                  .functions = functions,
                  .metric_names = metric_names,
                  .scratch = scratch };

  gboolean ok;

  cyan_charge_init (&self.charge, cyan_input_budget (input));
  ok = read_records (&self, error);
  cyan_charge_clear (&self.charge);
  if (self.pruning.phi > 0)
    cyan_profile_builder_set_flat (builder, g_steal_pointer (&self.flat));
  g_clear_pointer (&self.flat, cyan_flat_profile_unref);
  if (!ok)
    return FALSE;
  cyan_profile_builder_set_recording (builder, self.recording, self.period);
  cyan_profile_builder_set_threads (builder, self.n_threads);
  cyan_profile_builder_set_pruning (builder, &self.pruning);
  if (self.unordered)
    cyan_profile_builder_set_unordered (builder);
  if (!self.ended)
    cyan_profile_builder_warn (
        builder,
        ngettext ("the file is cut: it stops after %u node, without its end record",
                  "the file is cut: it stops after %u nodes, without its end record",
                  cyan_profile_builder_n_nodes (builder) - 1),
        cyan_profile_builder_n_nodes (builder) - 1);
  if (self.n_dropped > 0)
    cyan_profile_builder_warn (builder,
                               ngettext ("only the first %d meta data were kept, %u more was not",
                                         "only the first %d meta data were kept, %u more were not",
                                         self.n_dropped),
                               MAX_META, self.n_dropped);
  return TRUE;
}

const CyanFormat cyan_format_cct = {
  .name = "cct",
  .label = "calling-context tree",
  .extensions = (const char *const[]){ ".cct", NULL },
  .sniff = sniff,
  .read = read_cct,
  .write = cyan_format_cct_write,
};
