/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what `memray transform` writes: the JSON for gprof2dot, which other programs write, too,
 * and CSV.  Both have the stacks of allocations, the leaf first.
 * https://github.com/jrfonseca/gprof2dot: schema.json; https://github.com/bloomberg/memray:
 *
 * reporters/transform.py.
 */
#include "cyan-call-sink.h"
#include "cyan-error.h"
#include "cyan-format-entry.h"
#include "cyan-frame-tree.h"
#include "cyan-frames.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"

#include <string.h>

#define CSV_HEAD "allocator,num_allocations,size,tid,thread_name,stack_trace"

/* The columns of CSV. */
enum
{
  ALLOCATOR,
  N_ALLOCATIONS,
  SIZE,
  TID,
  THREAD_NAME,
  STACK_TRACE,
  N_CELLS,
};

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk; /* NULL: CSV */
  CyanFrameTree tree; /* of the numbers of functions */
  GArray *functions;  /* of guint32, by number */
  GArray *chain;      /* of gint64: the functions of an event, the leaf first */
  gint64 max_function;
  double cost;
  guint n_costs; /* of the event */
  guint n_kinds; /* of costs */
  char *unit;
  CyanStr name, module; /* of the function that is being read */
} Reader;

/* ---- the JSON for gprof2dot ---- */

static gboolean
read_link (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 function;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &function, error))
    return FALSE;
  self->max_function = MAX (self->max_function, function);
  g_array_append_val (self->chain, function);
  cyan_charge_raise (&self->tree.charge, self->chain->len * sizeof function);
  return TRUE;
}

static gboolean
read_cost (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double cost;

  if (!cyan_json_walk_number (walk, token, &cost, error))
    return FALSE;
  if (self->n_costs++ == 0)
    self->cost = cost;
  return TRUE;
}

static gboolean
read_event (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "callchain", read_link, TRUE, .each = TRUE },
    { "cost", read_cost, TRUE, .each = TRUE },
  };
  Reader *self = data;
  guint32 node = 0;

  g_array_set_size (self->chain, 0);
  self->n_costs = 0;
  self->cost = 0;
  if (!cyan_input_poll (walk->json->input, error)
      || !cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  for (guint i = self->chain->len; i-- > 0;)
    {
      GError *failure = NULL;

      node = cyan_frame_tree_child (&self->tree, node,
                                    (guint32) g_array_index (self->chain, gint64, i), &failure);
      if (node == CYAN_FRAME_TREE_NONE)
        return cyan_json_walk_propagate (walk, failure, error);
    }
  cyan_frame_tree_add (&self->tree, node, self->cost);
  return TRUE;
}

static gboolean
read_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_text (walk, token, &((Reader *) data)->unit, error);
}

/* What the first costs of events measure. */
static gboolean
read_kind (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "unit", read_unit, .or_null = TRUE } };
  Reader *self = data;

  if (self->n_kinds++ > 0)
    return cyan_json_skip (walk->json, token, error);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

static gboolean
read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_string (walk, token, self->strings, &self->name, error);
}

static gboolean
read_module (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_string (walk, token, self->strings, &self->module, error);
}

static gboolean
read_function (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "name", read_name, TRUE },
    { "module", read_module, .or_null = TRUE },
  };
  Reader *self = data;
  gboolean is_file;
  guint32 function;

  self->module = CYAN_STR_EMPTY;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  /* The modules of memray are source files. */
  is_file = g_str_has_suffix (cyan_strings_get (self->strings, self->module), ".py");
  function = cyan_profile_builder_function (self->builder, self->name,
                                            is_file ? CYAN_STR_EMPTY : self->module,
                                            is_file ? self->module : CYAN_STR_EMPTY, 0, 0);
  cyan_json_walk_append (walk, self->functions, function);
  return TRUE;
}

static gboolean
build (Reader *self, GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, self->tree.n_nodes);
  gboolean is_bytes = g_strcmp0 (self->unit, "bytes") == 0;
  guint metric = cyan_profile_builder_metric (self->builder, is_bytes ? "memory" : NULL,
                                              self->unit != NULL ? self->unit : "");

  if (self->max_function >= (gint64) self->functions->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("function %" PRId64 " is named, but there are only %u"),
                                  self->max_function, self->functions->len);
  cyan_frame_tree_commit (&self->tree, 0, 1);
  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 i = 1; i < self->tree.n_nodes; i++)
    {
      nodes[i] = cyan_profile_builder_child (
          self->builder, nodes[self->tree.parent[i]],
          g_array_index (self->functions, guint32, self->tree.frame[i]), 0, error);
      if (nodes[i] == CYAN_NODE_NONE
          || (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error)))
        return FALSE;
      cyan_profile_builder_add (self->builder, metric, nodes[i], self->tree.values[0][i]);
    }
  cyan_profile_builder_set_recording (self->builder,
                                      is_bytes ? CYAN_RECORDING_EXACT : CYAN_RECORDING_SAMPLED, 0);
  return TRUE;
}

static gboolean
read_json (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "costs", read_kind, .each = TRUE, .or_null = TRUE },
    { "events", read_event, TRUE, .each = TRUE },
    { "functions", read_function, TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk, .max_function = -1 };
  gboolean ok;

  reader.strings = cyan_profile_builder_strings (builder);
  reader.functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  reader.chain = g_array_new (FALSE, FALSE, sizeof (gint64));
  cyan_frame_tree_init (&reader.tree, builder);

  ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
       && build (&reader, error);

  cyan_frame_tree_clear (&reader.tree);
  g_array_unref (reader.functions);
  g_array_unref (reader.chain);
  g_free (reader.unit);
  return ok;
}

/* ---- CSV ---- */

/* "run;lib/a.py;12": the line is that of the call. */
static gboolean
split_frame (CyanStrings *strings, CyanStr frame, CyanFunction *function)
{
  const char *text = cyan_strings_get (strings, frame);
  const char *file = strchr (text, ';'), *line = strrchr (text, ';');

  if (file == NULL || file == line)
    return FALSE;
  function->name = cyan_strings_add (strings, text, file - text);
  function->file = cyan_strings_add (strings, file + 1, line - file - 1);
  return TRUE;
}

/* Splits @line in place into @cells, without quotes.  FALSE if there are more or fewer. */
static gboolean
split_cells (char *line, char **cells)
{
  guint n = 0;
  char *to = line;
  gboolean is_quoted = FALSE;

  cells[0] = line;
  for (const char *at = line; *at != '\0'; at++)
    if (*at == '"' && is_quoted && at[1] == '"')
      *to++ = *at++;
    else if (*at == '"')
      is_quoted = !is_quoted;
    else if (*at == ',' && !is_quoted)
      {
        *to++ = '\0';
        if (++n == N_CELLS)
          return FALSE;
        cells[n] = to;
      }
    else
      *to++ = *at;
  *to = '\0';
  return n == N_CELLS - 1 && !is_quoted;
}

/* Adds the allocations of a line. */
static gboolean
add_line (CyanInput *input,
          CyanCallSink *sink,
          CyanFrames *frames,
          GArray *open,
          char *line,
          GHashTable *threads,
          GError **error)
{
  g_autoptr (GArray) stack = NULL;
  g_autoptr (GError) reason = NULL;
  char *cells[N_CELLS], *end;
  double n_allocations, size;

  if (!split_cells (line, cells)
      || !cyan_parse_double (cells[N_ALLOCATIONS], strlen (cells[N_ALLOCATIONS]), &n_allocations)
      || !cyan_parse_double (cells[SIZE], strlen (cells[SIZE]), &size))
    return cyan_input_fail_line (input, error, "%s", _ ("not the six values of an allocation"));
  if (g_hash_table_add (threads, g_strdup (cells[TID])))
    cyan_charge_add (&frames->charge, strlen (cells[TID]) + CYAN_CHARGE_HASH_ENTRY);
  stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  end = cells[STACK_TRACE] + strlen (cells[STACK_TRACE]);
  while (end > cells[STACK_TRACE])
    {
      char *at = g_strrstr_len (cells[STACK_TRACE], end - cells[STACK_TRACE], "|");
      char *frame = at != NULL ? at + 1 : cells[STACK_TRACE];
      guint32 function =
          cyan_frames_function (frames, cyan_strings_add (frames->strings, frame, end - frame));

      g_array_append_val (stack, function);
      end = at != NULL ? at : cells[STACK_TRACE];
    }
  if (stack->len == 0)
    return TRUE;
  if (!cyan_call_sink_sample (sink, open, (const guint32 *) (gpointer) stack->data, stack->len, 0,
                              size, &reason))
    return cyan_fail_at (error, reason, "%s", cyan_input_name (input));
  cyan_call_sink_add (sink, 0, 1, n_allocations);
  return TRUE;
}

static gboolean
read_csv (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (GHashTable) threads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  CyanFrames frames;
  char *line;
  gsize length;
  int got;
  gboolean ok = TRUE;

  cyan_profile_builder_metric (builder, "memory", "bytes");
  cyan_profile_builder_metric (builder, "allocations", "count");
  cyan_frames_init (&frames, builder);
  frames.split = split_frame;
  got = cyan_input_line (input, &line, &length, error); /* the head */
  while (ok && got > 0 && (got = cyan_input_line (input, &line, &length, error)) > 0)
    ok = cyan_input_poll (input, error)
         && add_line (input, cyan_profile_builder_sink (builder), &frames, open, line, threads,
                      error);
  cyan_frames_clear (&frames);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_set_threads (builder, g_hash_table_size (threads));
  cyan_profile_builder_set_meta (builder, "producer", "memray");
  return ok && got == 0;
}

/* ---- the format ---- */

static gboolean
is_csv (const char *head, gsize length)
{
  return length > strlen (CSV_HEAD) && memcmp (head, CSV_HEAD, strlen (CSV_HEAD)) == 0;
}

static gboolean
memray_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  const char *head;
  gsize length;

  if (!cyan_input_peek (input, strlen (CSV_HEAD) + 1, &head, &length, error))
    return FALSE;
  cyan_profile_builder_set_unordered (builder);
  return is_csv (head, length) ? read_csv (input, builder, error)
                               : read_json (input, builder, error);
}

static int
memray_sniff (const char *head, gsize length)
{
  static const char *const paths[] = { "events[].callchain", "events[].cost", "costs[].description",
                                       "functions" };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  if (is_csv (head, length))
    return 95;
  if ((found & 3) == 3)
    return 90;
  return (found & 12) == 12 ? 85 : 0;
}

const CyanFormat cyan_format_memray = {
  .name = "memray",
  .label = "memray's or gprof2dot's call chains",
  .sniff = memray_sniff,
  .read = memray_read,
};
