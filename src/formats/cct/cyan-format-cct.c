/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads Cyanotype's own text format, as docs/cct-format.md specifies it.
 *
 * The reader works line by line and does not allocate for each line.  Nodes are numbered from 1 in
 * the order of their lines; the builder numbers appended nodes the same way.
 */
#include "cyan-cct.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

static int
sniff (const char *head, gsize length)
{
  return length >= 5 && memcmp (head, "cct", 3) == 0 && (head[3] == ' ' || head[3] == '\t')
                 && g_ascii_isdigit (head[4])
             ? 100
             : 0;
}

static gboolean
read_version (CyanCctReader *self, GError **error)
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
      CyanLine field = { line + 4, line + length };

      return cyan_cct_fail_field (self, field, _ ("a version of the format"), error);
    }
  if (version > CYAN_CCT_VERSION)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: version %" PRIu64 " of the .cct format; only version %d is read"),
                      cyan_input_name (self->input), version, CYAN_CCT_VERSION);
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
  double values[CYAN_CCT_MAX_METRICS];
} Node;

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

/* Parses any node; fails with a message that says what is wrong. */
static gboolean
parse_node (CyanCctReader *self, CyanLine line, Node *node, GError **error)
{
  CyanLine field;

  if (!cyan_cct_parse_index (self, &line, N_ ("the number of a parent"), &node->parent, error)
      || !cyan_cct_parse_index (self, &line, N_ ("the number of a function"), &node->function,
                                error))
    return FALSE;

  if (!cyan_line_cell (&line, '\t', &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without calls"));
  if (cyan_line_is (field, "-"))
    node->calls = CYAN_CALLS_UNKNOWN;
  else if (!cyan_line_is_count (field, &node->calls))
    return cyan_cct_fail_field (self, field, _ ("a number of calls"), error);
  else
    node->calls = MIN (node->calls, CYAN_CALLS_UNKNOWN - 1);

  for (guint m = 0; m < self->metric_names->len; m++)
    {
      if (!cyan_line_cell (&line, '\t', &field))
        return cyan_input_fail_line (self->input, error, _ ("a node without a value of %s"),
                                     (const char *) g_ptr_array_index (self->metric_names, m));
      if (!cyan_line_is_number (field, &node->values[m]))
        return cyan_cct_fail_field (self, field, _ ("a number"), error);
    }

  node->call_site = 0;
  if (cyan_line_cell (&line, '\t', &field) && field.at < field.end
      && !cyan_line_is_count (field, &node->call_site))
    return cyan_cct_fail_field (self, field, _ ("a call site"), error);
  node->missing = 0;
  /* Without that record it is a field that this version does not know. */
  if (self->pruning.phi > 0 && cyan_line_cell (&line, '\t', &field) && field.at < field.end
      && (!cyan_line_is_number (field, &node->missing) || node->missing < 0))
    return cyan_cct_fail_field (self, field, _ ("what is missing"), error);
  return TRUE;
}

/* Reads "PARENT FUNCTION CALLS SELF... [CALL-SITE [MISSING]]". */
static gboolean
read_node (CyanCctReader *self, const char *line, const char *end, GError **error)
{
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder);
  guint n_metrics = self->metric_names->len;
  Node node;
  CyanNode added;

  if (n_metrics == 0)
    return cyan_input_fail_line (self->input, error, _ ("a node before the first metric"));
  if ((self->pruning.phi > 0 || !scan_node (line, end, n_metrics, &node))
      && !parse_node (self, (CyanLine){ line, end }, &node, error))
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
  if (!cyan_cct_end_node (self, error))
    return FALSE;

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
  cyan_cct_begin_node (self, (CyanNode) node.parent, node.values, node.calls != CYAN_CALLS_UNKNOWN);
  return TRUE;
}

static gboolean
read_record (CyanCctReader *self, const char *line, gsize length, GError **error)
{
  const char *end = line + length;

  if (length == 0 || *line == '#')
    return TRUE;
  if (self->ended)
    return cyan_input_fail_line (self->input, error, _ ("a record behind the end"));
  if (g_ascii_isdigit (*line))
    return read_node (self, line, end, error);
  if (g_ascii_isalpha (*line))
    return cyan_cct_read_word (self, (CyanLine){ line, end }, error);
  return cyan_cct_fail_field (self, (CyanLine){ line, end },
                              _ ("a record: it begins with neither a digit nor a letter"), error);
}

static gboolean
read_records (CyanCctReader *self, GError **error)
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
  g_auto (CyanScratch) scratch = { NULL };
  CyanCctReader self = { .input = input,
                         .builder = builder,
                         .functions = cyan_scratch_array (&scratch, sizeof (guint32)),
                         .metric_names = cyan_scratch_pointers (&scratch, NULL),
                         .hosts = cyan_scratch_pointers (&scratch, NULL),
                         .host_names =
                             cyan_scratch_table (&scratch, g_str_hash, g_str_equal, NULL, NULL),
                         .first_cells = cyan_scratch_array (&scratch, sizeof (gsize)),
                         .by_host = cyan_scratch_array (&scratch, sizeof (guint32)),
                         .by_calls = cyan_scratch_array (&scratch, sizeof (guint64)),
                         .by_values = cyan_scratch_array (&scratch, sizeof (double)),
                         .scratch = cyan_scratch_text (&scratch) };
  guint n_nodes;
  gboolean ok;

  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  ok = read_records (&self, error);
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
  n_nodes = cyan_profile_builder_n_nodes (builder) - 1;
  if (!self.ended)
    cyan_profile_builder_warn (
        builder,
        ngettext ("the file is cut: it stops after %u node, without its end record",
                  "the file is cut: it stops after %u nodes, without its end record", n_nodes),
        n_nodes);
  cyan_profile_builder_warn_n (
      builder, self.n_dropped, "only the first %d meta data were kept, %u more was not",
      "only the first %d meta data were kept, %u more were not", CYAN_CCT_MAX_META, self.n_dropped);
  return TRUE;
}

const CyanFormat cyan_format_cct = {
  .name = "cct",
  .label = "calling-context tree",
  .extensions = (const char *const[]){ ".cct", NULL },
  .tells_cut = TRUE,
  .sniff = sniff,
  .read = read_cct,
  .write = cyan_format_cct_write,
};
