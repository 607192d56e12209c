/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads files of callgrind, of other tools that write its format (Xdebug, pprof, KCachegrind's
 * converters), and of cachegrind, which has no calls.
 *
 * A file is a list of lines: headers, names that apply to the lines below, costs by position, and
 * "calls=" with the inclusive costs of these calls on the next line.  Costs of inlined code belong
 * to the function that contains it.  Several parts are added up.  The result is a call graph, from
 * which the tree is inferred; without calls all functions are children of the root.
 */
#include "cyan-format-entry.h"

#include "cyan-callgrind.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

#define MAX_META      32
#define MAX_POSITIONS 4
/* Maximum number of values of vertices, and of arcs (2 GiB each). */
#define MAX_NUMBERS (1u << 28)

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanCallgrindNames *names;
  CyanCallgrindEvents events;
  CyanCallgrindParts parts;
  CyanCallGraph *graph; /* NULL until the first function or cost */
  char *creator;
  guint n_meta;

  guint n_positions;
  guint line_at; /* index of the line among the positions; G_MAXUINT: none */
  guint64 positions[MAX_POSITIONS];

  CyanStr file, object;
  CyanStr callee_file, callee_object;
  gboolean has_callee_file, has_callee_object;
  guint function, callee; /* vertices; G_MAXUINT: none */
  CyanCallgrindName callee_name;
  gboolean has_callee_name;

  gboolean in_calls; /* the next line holds the costs of calls */
  guint64 calls;
  guint64 n_calls_lines;
  guint64 n_skipped;  /* lines that were not understood */
  guint64 n_negative; /* negative costs */
  double last_costs[CYAN_CALLGRIND_MAX_EVENTS];
  gboolean has_relative_costs;
} Reader;

static gboolean
is_by_callgrind (const Reader *self)
{
  return g_ascii_strncasecmp (self->creator, "callgrind", strlen ("callgrind")) == 0;
}

/* Whether a pprof wrote it, which has no calls: its "calls=" are the weights of arcs.  It names no
 * creator; that of gperftools has the event "Hits", that of Go two positions and an event like
 * "cpu(nanoseconds)".
 * https://github.com/gperftools/gperftools/blob/master/src/pprof (PrintCallgrind),
 * https://github.com/google/pprof/blob/main/internal/report/report.go (printCallgrind) */
static gboolean
is_by_pprof (const Reader *self)
{
  const char *list = self->events.list;

  return *self->creator == '\0'
         && (strcmp (list, "Hits") == 0
             || (self->n_positions == 2 && strchr (list, '(') != NULL
                 && g_str_has_suffix (list, ")")));
}

static gboolean
begin_graph (Reader *self, GError **error)
{
  if (self->graph != NULL)
    return TRUE;
  if (self->events.list == NULL)
    return cyan_input_fail_line (self->input, error, _ ("no \"events:\" line came before"));
  self->graph =
      cyan_call_graph_new (cyan_callgrind_events_add_metrics (&self->events, self->builder),
                           cyan_input_budget (self->input));
  self->names->have_places = strcmp (self->creator, "yappi") == 0;
  if (is_by_callgrind (self))
    self->names->separate = TRUE;
  else if (*self->creator == '\0')
    self->names->drop_numbers = TRUE;
  return TRUE;
}

static gboolean
fail_token (Reader *self, CyanLine token, const char *reason, GError **error)
{
  g_autofree char *shown =
      g_utf8_make_valid (token.at, (gssize) MIN (cyan_line_length (token), 40));

  return cyan_input_fail_line (self->input, error, "\"%s\": %s", shown, reason);
}

/* Some tools write costs like positions: "*" is that of the line before, "+3" is 3 more.  "-3" is 3
 * less only in their files; elsewhere it is a negative cost. */
static gboolean
parse_cost (Reader *self, guint event, CyanLine text, double *value)
{
  gboolean is_star = cyan_line_is (text, "*");
  guint64 whole;

  self->has_relative_costs |= is_star || *text.at == '+';
  if (is_star)
    *value = self->last_costs[event];
  else if (cyan_callgrind_parse_number (text, &whole))
    *value = (double) whole;
  else if (!cyan_line_is_number (text, value) || fabs (*value) > 1e18)
    return FALSE;
  else if (self->has_relative_costs && (*text.at == '+' || *text.at == '-'))
    *value += self->last_costs[event];
  return TRUE;
}

static gboolean
read_costs (Reader *self, CyanLine line, double *values, GError **error)
{
  CyanLine token;

  for (guint e = 0; cyan_line_next (&line, &token); e++)
    {
      if (e == self->events.n_listed)
        return cyan_input_fail_line (self->input, error, _ ("more costs than the %u events"),
                                     self->events.n_listed);
      if (!parse_cost (self, e, token, &values[e]))
        return fail_token (self, token, _ ("not a cost"), error);
      if (values[e] < 0)
        {
          values[e] = 0;
          self->n_negative++;
        }
      self->last_costs[e] = values[e];
    }
  return TRUE;
}

static gboolean
has_room (Reader *self, guint64 n, const char *what, GError **error)
{
  if (n * self->events.events->len <= MAX_NUMBERS
      && n < cyan_profile_builder_max_nodes (self->builder))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: line %" PRIu64 ": too many %s"),
                    cyan_input_name (self->input), cyan_input_line_number (self->input), _ (what));
}

/* Adds the costs of the line of the last positions, if lines are wanted. */
static void
add_line (Reader *self, const double *values)
{
  CyanStr name, file;
  guint64 line;

  if (!cyan_profile_builder_wants_lines (self->builder) || self->line_at == G_MAXUINT)
    return;
  line = self->positions[self->line_at];
  if (line == 0 || line > G_MAXINT32)
    return;
  cyan_callgrind_names_get (self->names, self->function, &name, &file);
  cyan_callgrind_events_add (
      &self->events, values,
      cyan_profile_builder_line (self->builder, name, file, self->file, (guint32) line));
}

/* Reads "POSITION...  COST...". */
static gboolean
read_cost_line (Reader *self, CyanLine line, GError **error)
{
  double values[CYAN_CALLGRIND_MAX_EVENTS] = { 0 };

  if (!begin_graph (self, error))
    return FALSE;
  for (guint p = 0; p < self->n_positions; p++)
    {
      CyanLine token;
      const char *reason;

      if (!cyan_line_next (&line, &token))
        return cyan_input_fail_line (
            self->input, error, _ ("fewer positions than the %u there are"), self->n_positions);
      reason = cyan_callgrind_parse_position (token, self->positions[p], &self->positions[p]);
      if (reason != NULL)
        return fail_token (self, token, reason, error);
    }
  if (!read_costs (self, line, values, error))
    return FALSE;
  if (self->function == G_MAXUINT)
    return cyan_input_fail_line (self->input, error, _ ("costs before the first function"));

  self->parts.has_costs = TRUE;
  if (self->in_calls)
    {
      if (!has_room (self, (guint64) cyan_call_graph_n_arcs (self->graph) + 1, N_ ("arcs"), error))
        return FALSE;
      cyan_callgrind_events_add (
          &self->events, values,
          cyan_call_graph_add_arc (self->graph, self->function, self->callee,
                                   self->line_at != G_MAXUINT
                                       ? (guint32) MIN (self->positions[self->line_at], G_MAXUINT32)
                                       : 0,
                                   self->calls));
      self->in_calls = FALSE;
      self->callee = G_MAXUINT;
      return TRUE;
    }
  cyan_callgrind_events_add (&self->events, values,
                             cyan_call_graph_self (self->graph, self->function));
  add_line (self, values);
  for (guint e = 0; e < self->events.n_listed; e++)
    self->parts.sums[e] += values[e];
  return TRUE;
}

/* The vertex of @name, added if it is new. */
static gboolean
find_vertex (Reader *self,
             CyanCallgrindName name,
             CyanStr file,
             CyanStr object,
             guint *vertex,
             GError **error)
{
  *vertex = cyan_callgrind_names_vertex (self->names, name, file, object);
  if (*vertex == cyan_call_graph_n_vertices (self->graph))
    {
      if (!has_room (self, (guint64) *vertex + 1, N_ ("functions"), error))
        return FALSE;
      cyan_call_graph_add_vertex (self->graph);
    }
  return TRUE;
}

/* Some tools write the callee's file after its name, so both are known only at "calls=". */
static gboolean
find_callee (Reader *self, GError **error)
{
  CyanStr file = self->has_callee_file ? self->callee_file : self->file;
  CyanStr object = self->has_callee_object ? self->callee_object : self->object;

  self->has_callee_name = self->has_callee_file = self->has_callee_object = FALSE;
  return find_vertex (self, self->callee_name, file, object, &self->callee, error);
}

/* Reads "COUNT TARGET-POSITION...".  Only callgrind itself writes the position of the callee's
 * definition there. */
static gboolean
read_calls (Reader *self, CyanLine line, GError **error)
{
  CyanLine token;

  if (self->function == G_MAXUINT)
    return cyan_input_fail_line (self->input, error, _ ("calls before the first function"));
  if (!self->has_callee_name)
    return cyan_input_fail_line (self->input, error, _ ("calls without a \"cfn=\" before them"));
  if (!find_callee (self, error))
    return FALSE;
  token = cyan_line_word (&line);
  if (!cyan_callgrind_parse_number (token, &self->calls))
    return fail_token (self, token, _ ("not a number of calls"), error);
  if (is_by_pprof (self))
    self->calls = 0;
  for (guint p = 0; p < self->n_positions && cyan_line_next (&line, &token); p++)
    {
      guint64 target = 0;

      if (p == self->line_at && is_by_callgrind (self)
          && cyan_callgrind_parse_position (token, self->positions[p], &target) == NULL
          && target <= G_MAXINT32)
        cyan_callgrind_names_entered (self->names, self->callee, (guint32) target);
    }
  self->in_calls = TRUE;
  self->n_calls_lines++;
  return TRUE;
}

static gboolean
read_positions (Reader *self, CyanLine line, GError **error)
{
  CyanLine token;

  self->n_positions = 0;
  self->line_at = G_MAXUINT;
  while (cyan_line_next (&line, &token))
    {
      if (self->n_positions == MAX_POSITIONS)
        return cyan_input_fail_line (self->input, error, _ ("too many positions"));
      if (cyan_line_is (token, "line"))
        self->line_at = self->n_positions;
      self->positions[self->n_positions++] = 0;
    }
  return self->n_positions > 0 || cyan_input_fail_line (self->input, error, _ ("no positions"));
}

/* Reads totals. "totals:" overrides "summary:" of the same part. */
static gboolean
read_totals (Reader *self, CyanLine line, gboolean final, GError **error)
{
  double values[CYAN_CALLGRIND_MAX_EVENTS] = { 0 };

  if (self->events.list == NULL)
    return cyan_input_fail_line (self->input, error, _ ("no \"events:\" line came before"));
  if (!read_costs (self, line, values, error))
    return FALSE;
  cyan_callgrind_parts_totals (&self->parts, values, final);
  return TRUE;
}

static void
set_meta (Reader *self, const char *key, const char *value)
{
  if (*value != '\0' && *key != '\0' && self->n_meta++ < MAX_META)
    {
      g_autofree char *valid_key = g_utf8_make_valid (key, -1);
      g_autofree char *valid_value = g_utf8_make_valid (value, -1);

      cyan_profile_builder_set_meta (self->builder, valid_key, valid_value);
    }
}

/* Reads "I1 cache: 32768 B, 64 B, 8-way associative". */
static void
read_description (Reader *self, char *text)
{
  char *colon = strchr (text, ':');

  if (colon == NULL)
    return;
  *colon = '\0';
  set_meta (self, g_strstrip (text), g_strstrip (colon + 1));
  if (strcmp (text, "Trigger") == 0)
    self->parts.dumped_early = strcmp (colon + 1, "Program termination") != 0;
}

/* Handles "KEY: VALUE". */
static gboolean
read_header (Reader *self, const char *key, char *value, GError **error)
{
  CyanLine words = { value, value + strlen (value) };
  const char *reason;

  if (strcmp (key, "events") == 0)
    {
      reason = cyan_callgrind_events_list (&self->events, value, self->creator);
      return reason == NULL || cyan_input_fail_line (self->input, error, "%s", reason);
    }
  if (strcmp (key, "event") == 0)
    return cyan_callgrind_events_describe (&self->events, value)
           || cyan_input_fail_line (self->input, error, _ ("too many descriptions of events"));
  if (strcmp (key, "positions") == 0)
    return read_positions (self, words, error);
  if (strcmp (key, "totals") == 0 || strcmp (key, "summary") == 0)
    return read_totals (self, words, *key == 't', error);
  if (strcmp (key, "part") == 0 || strcmp (key, "version") == 0)
    cyan_callgrind_parts_begin (&self->parts, *key == 'p' ? value : NULL);
  else if (strcmp (key, "creator") == 0)
    {
      g_free (self->creator);
      self->creator = g_strdup (value);
      set_meta (self, "producer", value);
    }
  else if (strcmp (key, "cmd") == 0)
    set_meta (self, "command", value);
  else if (strcmp (key, "pid") == 0)
    set_meta (self, "pid", value);
  else if (strcmp (key, "desc") == 0)
    read_description (self, value);
  else if (strcmp (key, "thread") == 0)
    cyan_callgrind_parts_thread (&self->parts, value);
  else if (strcmp (key, "target") != 0)
    self->n_skipped++;
  return TRUE;
}

/* Handles "KEY=VALUE".  Jumps are ignored, but they may define the numbers of names. */
static gboolean
read_name (Reader *self, const char *key, char *value, GError **error)
{
  CyanCallgrindName name;
  CyanStr ignored;
  const struct
  {
    const char *key;
    CyanStr *file, *object; /* which of them it is; NULL: none */
    gboolean *is_set;       /* or NULL */
  } places[] = {
    { "fl", &self->file, NULL },
    { "fi", &self->file, NULL },
    { "fe", &self->file, NULL },
    { "ob", NULL, &self->object },
    { "cfl", &self->callee_file, NULL, &self->has_callee_file },
    { "cfi", &self->callee_file, NULL, &self->has_callee_file },
    { "cob", NULL, &self->callee_object, &self->has_callee_object },
    { "jfi", &ignored, NULL },
    { "job", NULL, &ignored },
  };
  CyanLine text = { value, value + strlen (value) };
  const char *reason = NULL;
  guint p = 0;

  if (!begin_graph (self, error))
    return FALSE;
  if (strcmp (key, "calls") == 0)
    return read_calls (self, text, error);
  while (p < G_N_ELEMENTS (places) && strcmp (key, places[p].key) != 0)
    p++;
  if (p < G_N_ELEMENTS (places))
    {
      reason = places[p].file != NULL
                   ? cyan_callgrind_names_file (self->names, value, places[p].file)
                   : cyan_callgrind_names_object (self->names, value, places[p].object);
      if (places[p].is_set != NULL)
        *places[p].is_set = TRUE;
    }
  else if (strcmp (key, "fn") == 0 || strcmp (key, "jfn") == 0)
    {
      reason = cyan_callgrind_names_function (self->names, value, &name);
      if (reason == NULL && *key == 'f')
        return find_vertex (self, name, self->file, self->object, &self->function, error);
    }
  else if (strcmp (key, "cfn") == 0)
    {
      reason = cyan_callgrind_names_function (self->names, value, &self->callee_name);
      self->has_callee_name = TRUE;
    }
  else if (strcmp (key, "jump") != 0 && strcmp (key, "jcnd") != 0)
    self->n_skipped++;
  text.end = value + strlen (value);
  return reason == NULL || fail_token (self, text, reason, error);
}

static gboolean
read_line (Reader *self, char *line, GError **error)
{
  char *text = g_strchug (line);
  gsize length = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  char sign = text[length];
  char *value;

  if (*text == '\0' || *text == '#')
    return TRUE;
  self->parts.at_totals = FALSE;
  /* In "fn=(1) " only the blank shows that this is an empty name and not a reference to number
   * 1. */
  if (sign != '=')
    g_strchomp (text);
  if (g_ascii_isdigit (*text) || strchr ("+-*", *text) != NULL)
    return read_cost_line (self, (CyanLine){ text, text + strlen (text) }, error);
  if (self->in_calls)
    return cyan_input_fail_line (self->input, error,
                                 _ ("the costs of the calls before are missing"));
  if (length == 0 || (sign != ':' && sign != '='))
    return fail_token (self, (CyanLine){ text, text + strlen (text) },
                       _ ("not a line of this format"), error);
  text[length] = '\0';
  value = g_strchug (text + length + 1);
  return sign == ':' ? read_header (self, text, value, error)
                     : read_name (self, text, value, error);
}

static gboolean
finish (Reader *self, GError **error)
{
  CyanTick tick = cyan_input_tick_after (self->input);
  GError *failure = NULL;
  gboolean ok;

  if (self->in_calls)
    return cyan_input_fail_line (self->input, error,
                                 _ ("the file ends before the costs of these calls"));
  if (!begin_graph (self, error))
    return FALSE;
  cyan_callgrind_parts_finish (&self->parts, &self->events, self->creator,
                               cyan_input_cut_line (self->input), self->builder);
  cyan_profile_builder_warn_n (self->builder, self->names->n_nameless,
                               "%'" PRIu64 " number of a file or an object has no name",
                               "%'" PRIu64 " numbers of files or objects have no name",
                               self->names->n_nameless);
  cyan_profile_builder_warn_n (
      self->builder, self->n_skipped, "%'" PRIu64 " line that means nothing here was left out",
      "%'" PRIu64 " lines that mean nothing here were left out", self->n_skipped);
  cyan_call_graph_warn_negative (self->builder, self->n_negative);
  ok = cyan_callgrind_names_set_functions (self->names, self->graph, &failure)
       && (self->n_calls_lines > 0
               ? cyan_call_graph_unfold (self->graph, self->builder, &tick, &failure)
               : cyan_call_graph_list (self->graph, self->builder, &failure));
  if (!ok && !cyan_error_is_cancelled (failure))
    g_prefix_error (&failure, "%s: ", cyan_input_name (self->input));
  if (!ok)
    g_propagate_error (error, failure);
  return ok;
}

static gboolean
callgrind_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  g_autoptr (CyanCallgrindNames) names = cyan_callgrind_names_new (builder);
  Reader self = { .input = input,
                  .builder = builder,
                  .names = names,
                  .creator = g_strdup (""),
                  .n_positions = 1,
                  .function = G_MAXUINT,
                  .callee = G_MAXUINT };
  gboolean ok;
  char *line;
  gsize length;
  int status;

  cyan_scratch_free (&scratch, &self.creator);
  cyan_callgrind_events_init (&self.events, &scratch);
  cyan_callgrind_parts_init (&self.parts, &scratch);
  cyan_input_set_share (input, CYAN_CALL_GRAPH_READING);
  while ((status = cyan_input_line (input, &line, &length, error)) > 0)
    if (!read_line (&self, line, error))
      break;
  ok = status == 0 && finish (&self, error);
  g_clear_pointer (&self.graph, cyan_call_graph_free);
  return ok;
}

/* Whether @line begins with a header of this format and a colon. */
static gboolean
is_header (CyanLine line)
{
  static const char *const words[] = { "version", "creator", "pid",   "cmd",    "part",
                                       "thread",  "desc",    "event", "events", "positions",
                                       "target",  "summary", NULL };
  CyanLine word;

  if (!cyan_line_cell (&line, ':', &word) || line.at == NULL)
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (cyan_line_is (word, words[i]))
      return TRUE;
  return FALSE;
}

/* Accepts callgrind's first line, or headers that include "events:". */
static int
callgrind_sniff (const char *head, gsize length)
{
  CyanLine rest = { head, head + length }, line;
  gboolean has_creator = FALSE;

  if (cyan_bytes_begin (head, length, "# callgrind format"))
    return 100;
  while (cyan_line_cell (&rest, '\n', &line))
    {
      gsize size = cyan_line_length (line);

      if (size > 7 && cyan_bytes_begin (line.at, size, "events:"))
        return 90;
      has_creator |= size > 8 && cyan_bytes_begin (line.at, size, "creator:");
      if (size > 0 && *line.at != '\r' && *line.at != '#' && !is_header (line))
        return 0;
    }
  return has_creator ? 60 : 0;
}

const CyanFormat cyan_format_callgrind = {
  .name = "callgrind",
  .label = "call graph of callgrind",
  .extensions = (const char *const[]){ ".callgrind", ".callgrind.out", ".cachegrind.out", NULL },
  .tells_cut = TRUE,
  .sniff = callgrind_sniff,
  .read = callgrind_read,
  .write = NULL,
};
