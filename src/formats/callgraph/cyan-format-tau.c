/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the files profile.NODE.CONTEXT.THREAD of TAU.  Its src/Profile/TauProfiler.cpp defines
 * them.
 *
 *   3 templated_functions_MULTI_TIME
 *   # Name Calls Subrs Excl Incl ProfileCalls # <metadata>...
 *   ".TAU application" 1 7 449 51781 0 GROUP="TAU_DEFAULT"
 *   "MPI_Init()  " 1 0 17983 17983 0 GROUP="MPI"
 *   ".TAU application => MPI_Init()  " 1 0 17983 17983 0 GROUP="TAU_CALLPATH|MPI"
 *
 * A function has a line of its own, and one for each call path that ends in it.  Paths are as long
 * as TAU_CALLPATH_DEPTH says, 2 by default: then they are the arcs of a call graph.  If all of them
 * begin at a function that nothing calls, they are whole, and the tree is known.
 */
#include "cyan-format-entry.h"

#include "cyan-call-graph.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-line.h"
#include "cyan-scratch.h"

#include <string.h>

#define HEAD  " templated_functions"
#define ARROW " => "
/* Samples of a function, which are part of its time. */
#define SAMPLES "TAU_SAMPLE"

typedef struct
{
  CyanStr path;
  guint64 calls;
  double own;
  double all;
} Entry;

/* A function of the file. */
typedef struct
{
  CyanStr text;
  gboolean is_called; /* by another one */
} Vertex;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanStrings *texts; /* of paths and of functions */
  CyanCharge charge;
  GArray *entries;  /* of Entry */
  CyanIds numbers;  /* of vertices, by CyanStr of their texts */
  GArray *vertices; /* of Vertex */
  GArray *path;     /* of guint32: the vertices of the current path */
  guint64 n_expected;
  guint64 n_samples;
} Reader;

/* Splits the path of @entry into self->path; adds new functions. */
static gboolean
split_path (Reader *self, const Entry *entry, GError **error)
{
  const char *at = cyan_strings_get (self->texts, entry->path);

  g_array_set_size (self->path, 0);
  while (at != NULL)
    {
      const char *arrow = strstr (at, ARROW);
      g_autofree char *text =
          g_strstrip (arrow != NULL ? g_strndup (at, (gsize) (arrow - at)) : g_strdup (at));
      Vertex new = { .text = cyan_strings_add (self->texts, text, -1) };
      guint32 known = cyan_ids_number (&self->numbers, new.text);

      if (known + 1 >= cyan_profile_builder_max_nodes (self->builder))
        return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: too many functions"),
                          cyan_input_name (self->input));
      if (known == self->vertices->len)
        {
          cyan_charge_append (&self->charge, self->vertices, new);
          cyan_charge_add (&self->charge, CYAN_CHARGE_HASH_ENTRY);
        }
      if (self->path->len > 0)
        g_array_index (self->vertices, Vertex, known).is_called = TRUE;
      g_array_append_val (self->path, known);
      cyan_charge_raise (&self->charge, self->path->len * sizeof (guint32));
      at = arrow != NULL ? arrow + strlen (ARROW) : NULL;
    }
  return TRUE;
}

static gboolean
take_number (CyanLine *line, double *value)
{
  return cyan_line_is_number (cyan_line_word (line), value) && *value >= 0;
}

/* Reads '"NAME" CALLS SUBRS EXCL INCL PROFILECALLS GROUP="..."'. */
static gboolean
read_entry (Reader *self, const char *line, GError **error)
{
  const char *group = strstr (line, " GROUP=\"");
  const char *end = group != NULL  ? memrchr (line, '"', (gsize) (group - line))
                    : *line == '"' ? strchr (line + 1, '"')
                                   : NULL;
  CyanLine rest = { end != NULL ? end + 1 : line, line + strlen (line) };
  double calls, callees;
  Entry entry;

  if (*line != '"' || end == NULL || end == line || !take_number (&rest, &calls)
      || !take_number (&rest, &callees) || !take_number (&rest, &entry.own)
      || !take_number (&rest, &entry.all))
    return cyan_input_fail_line (self->input, error, _ ("not a line of a function"));
  if (group != NULL && strstr (group, SAMPLES) != NULL)
    {
      self->n_samples++;
      return TRUE;
    }
  entry.path = cyan_strings_add (self->texts, line + 1, end - line - 1);
  entry.calls = calls < 1e18 ? (guint64) calls : 0;
  cyan_charge_append (&self->charge, self->entries, entry);
  return split_path (self, &entry, error) && cyan_budget_check (self->charge.budget, 0, error);
}

/* Reads the first line, "23 templated_functions_MULTI_TIME". */
static gboolean
read_head (Reader *self, const char *line, GError **error)
{
  static const char multi[] = "_MULTI_";
  gsize digits = strspn (line, "0123456789");
  const char *name = line + digits + strlen (HEAD);
  g_autofree char *valid = NULL;
  gboolean is_time;

  if (!cyan_parse_uint64 (line, digits, &self->n_expected)
      || strncmp (line + digits, HEAD, strlen (HEAD)) != 0)
    return cyan_input_fail_line (self->input, error, _ ("not the first line of a profile of TAU"));
  name = g_str_has_prefix (name, multi) ? name + strlen (multi) : name + (*name == '_');
  is_time = *name == '\0' || strstr (name, "TIME") != NULL;
  valid = is_time ? g_strdup ("time") : g_utf8_make_valid (name, -1);
  cyan_profile_builder_metric (self->builder, valid, is_time ? "us" : "count");
  return TRUE;
}

static gboolean
read_lines (Reader *self, GError **error)
{
  guint64 n = 0;
  char *line;
  gsize length;
  int status = cyan_input_line (self->input, &line, &length, error);

  if (status < 0 || !read_head (self, status > 0 ? line : "", error))
    return FALSE;
  while (n < self->n_expected
         && (status = cyan_input_line (self->input, &line, &length, error)) > 0)
    if (*line != '#' && (n++, !read_entry (self, line, error)))
      return FALSE;
  if (status >= 0 && n < self->n_expected)
    return cyan_input_fail_line (self->input, error,
                                 _ ("the file ends after %" PRIu64 " of %" PRIu64 " functions"), n,
                                 self->n_expected);
  while (status > 0)
    status = cyan_input_line (self->input, &line, &length, error);
  return status == 0;
}

/* Splits "main C [{/srv/cpi.c} {10,1}-{80,1}]" or "foo [{libx.so} {0}]". */
static guint32
function_of (const Reader *self, guint vertex)
{
  const char *text =
      cyan_strings_get (self->texts, g_array_index (self->vertices, Vertex, vertex).text);
  const char *place = strstr (text, " [{");
  const char *end = place != NULL ? strchr (place, '}') : NULL;
  CyanFunction function = { .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };
  gssize length = -1;

  if (end != NULL && place > text)
    {
      CyanStr file = cyan_strings_add (self->strings, place + 3, end - place - 3);
      const char *line = strncmp (end, "} {", 3) == 0 ? end + 3 : "";
      guint64 number;

      length = place - text;
      if (length > 2 && strncmp (place - 2, " C", 2) == 0)
        length -= 2;
      if (strstr (cyan_strings_get (self->strings, file), ".so") != NULL)
        function.module = file;
      else
        function.file = file;
      if (cyan_parse_uint64 (line, strspn (line, "0123456789"), &number) && number <= G_MAXINT32)
        function.line = (guint32) number;
    }
  function.name = cyan_strings_add (self->strings, *text != '\0' ? text : "(anonymous)", length);
  return cyan_profile_builder_add_function (self->builder, &function);
}

static guint32
path_at (const Reader *self, guint index)
{
  return g_array_index (self->path, guint32, index);
}

/* Whether all paths begin at a function that nothing calls.  Splits them all again. */
static gboolean
find_whole (Reader *self, gboolean *has_paths, gboolean *whole, GError **error)
{
  *has_paths = FALSE;
  *whole = TRUE;
  for (guint i = 0; i < self->entries->len; i++)
    {
      if (!split_path (self, &g_array_index (self->entries, Entry, i), error))
        return FALSE;
      if (self->path->len < 2)
        continue;
      *has_paths = TRUE;
      *whole &= !g_array_index (self->vertices, Vertex, path_at (self, 0)).is_called;
    }
  return TRUE;
}

/* The paths are nodes; the lines of called functions are sums of theirs. */
static gboolean
build_tree (Reader *self, const guint32 *functions, GError **error)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      CyanNode node = CYAN_NODE_ROOT;

      if (!split_path (self, entry, error))
        return FALSE;
      if (self->path->len == 1
          && g_array_index (self->vertices, Vertex, path_at (self, 0)).is_called)
        continue;
      for (guint p = 0; p < self->path->len; p++)
        {
          node = cyan_profile_builder_child (self->builder, node, functions[path_at (self, p)], 0,
                                             error);
          if (node == CYAN_NODE_NONE)
            return FALSE;
        }
      if (entry->calls > 0)
        cyan_profile_builder_add_calls (self->builder, node, entry->calls);
      cyan_profile_builder_add (self->builder, 0, node, entry->own);
    }
  cyan_profile_builder_set_unordered (self->builder);
  return TRUE;
}

static gboolean
build_graph (Reader *self, const guint32 *functions, GError **error)
{
  g_autoptr (CyanCallGraph) graph = cyan_call_graph_new (1, cyan_input_budget (self->input));

  for (guint v = 0; v < self->vertices->len; v++)
    cyan_call_graph_set_function (graph, cyan_call_graph_add_vertex (graph), functions[v]);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      guint n;

      if (!split_path (self, entry, error))
        return FALSE;
      n = self->path->len;
      if (n == 1)
        cyan_call_graph_self (graph, path_at (self, 0))[0] += entry->own;
      if (n == 1 && !g_array_index (self->vertices, Vertex, path_at (self, 0)).is_called)
        cyan_call_graph_add_arc (graph, CYAN_CALL_GRAPH_OUTSIDE, path_at (self, 0), 0,
                                 entry->calls)[0] += entry->all;
      if (n > 1)
        cyan_call_graph_add_arc (graph, path_at (self, n - 2), path_at (self, n - 1), 0,
                                 entry->calls)[0] += entry->all;
    }
  return cyan_call_graph_unfold_input (graph, self->input, self->builder, error);
}

static gboolean
build (Reader *self, GError **error)
{
  g_autofree guint32 *functions = NULL;
  gboolean has_paths, whole;

  if (!find_whole (self, &has_paths, &whole, error))
    return FALSE;
  functions = g_new (guint32, self->vertices->len + 1);
  for (guint v = 0; v < self->vertices->len; v++)
    functions[v] = function_of (self, v);
  cyan_profile_builder_set_threads (self->builder, 1);
  cyan_profile_builder_warn_n (
      self->builder, self->n_samples,
      "%'" PRIu64 " line of samples, which are part of functions, was left out",
      "%'" PRIu64 " lines of samples, which are part of functions, were left out", self->n_samples);
  if (!has_paths)
    cyan_profile_builder_warn (self->builder,
                               _ ("there are no call paths, which TAU_CALLPATH=1 records: all "
                                  "functions stand side by side"));
  return whole ? build_tree (self, functions, error) : build_graph (self, functions, error);
}

static gboolean
tau_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanStrings) texts = cyan_strings_new ();
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input,
                  .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .texts = texts,
                  .entries = cyan_scratch_array (&scratch, sizeof (Entry)),
                  .vertices = cyan_scratch_array (&scratch, sizeof (Vertex)),
                  .path = cyan_scratch_array (&scratch, sizeof (guint32)) };

  cyan_ids_init (&self.numbers, &scratch);
  cyan_strings_set_budget (texts, cyan_input_budget (input));
  cyan_scratch_charge (&scratch, &self.charge, cyan_input_budget (input));
  cyan_input_set_share (input, CYAN_CALL_GRAPH_READING);
  return read_lines (&self, error) && build (&self, error);
}

/* "23 templated_functions..." */
static int
tau_sniff (const char *head, gsize length)
{
  CyanLine line = { head, head + length };

  return cyan_line_digits (&line) > 0 && cyan_line_length (line) > strlen (HEAD)
                 && cyan_line_begins (line, HEAD)
             ? 95
             : 0;
}

const CyanFormat cyan_format_tau = {
  .name = "tau",
  .label = "profile of TAU",
  .sniff = tau_sniff,
  .read = tau_read,
};
