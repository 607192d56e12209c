/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the profiles of Ruby's stackprof: its dumps, in Ruby's Marshal format, and the JSON of
 * `stackprof --json`, or JSON that was made of a dump and has symbols as keys, ":frames".
 *
 * With `raw: true` a profile has the stacks of all samples.  Without it has only how often each
 * method was sampled and called which, from which a tree is inferred.
 * https://github.com/tmm1/stackprof#all-options
 */
#include "cyan-call-graph.h"
#include "cyan-call-sink.h"
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"
#include "cyan-ruby-marshal.h"

#include <string.h>

typedef struct
{
  CyanStr name, file;
  guint32 line;
  gint64 n_samples; /* in which it was the leaf */
} Frame;

/* How often @caller, a number of a frame, had called the frame @callee in a sample. */
typedef struct
{
  guint32 caller;
  guint64 callee;
  gint64 n_samples;
} Edge;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanIds ids;    /* of frames */
  GArray *frames; /* of Frame, by number */
  GArray *edges;  /* of Edge */
  GArray *raw;    /* of gint64: for each stack its depth, its frames from the root on, its count */
  GArray *deltas; /* of gint64: microseconds before each sample */
  char *mode;
  gint64 interval;
  Frame frame; /* that is being read */
} Reader;

/* Reads an object whose keys are ids of frames, with @read for each value. */
static gboolean
read_by_id (CyanJsonWalk *walk,
            CyanJsonToken token,
            gboolean (*read) (Reader *self, guint64 id, CyanJsonToken token, GError **error),
            Reader *self,
            GError **error)
{
  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  while ((token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      guint64 id;

      if (!cyan_parse_uint64 (walk->json->text, walk->json->length, &id))
        return cyan_json_walk_fail (walk, error, _ ("not the number of a frame"));
      token = cyan_json_next (walk->json, error);
      if (token == CYAN_JSON_ERROR || !read (self, id, token, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

static gboolean
read_edge (Reader *self, guint64 id, CyanJsonToken token, GError **error)
{
  Edge edge = { self->frames->len, id, 0 };

  if (!cyan_json_walk_integer (self->walk, token, 0, G_MAXINT64, &edge.n_samples, error))
    return FALSE;
  cyan_json_walk_append (self->walk, self->edges, edge);
  return TRUE;
}

static gboolean
read_edges (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_by_id (walk, token, read_edge, data, error);
}

static gboolean
read_frame (Reader *self, guint64 id, CyanJsonToken token, GError **error)
{
  static const CyanJsonMember members[] = {
    { "name", .or_null = TRUE, CYAN_JSON_STR (Reader, frame.name) },
    { "file", .or_null = TRUE, CYAN_JSON_STR (Reader, frame.file) },
    { "line", .or_null = TRUE, CYAN_JSON_COUNT (Reader, frame.line) },
    { "samples", .or_null = TRUE, CYAN_JSON_INTEGER (Reader, frame.n_samples, 0, G_MAXINT64) },
    { "edges", read_edges, .or_null = TRUE },
  };

  self->frame = (Frame){ CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0 };
  if (cyan_ids_number (&self->ids, id) != self->frames->len)
    return cyan_json_walk_fail (self->walk, error, _ ("the same key twice"));
  if (!cyan_input_poll (self->walk->json->input, error)
      || !cyan_json_walk_object (self->walk, token, members, G_N_ELEMENTS (members), self, error))
    return FALSE;
  cyan_json_walk_append (self->walk, self->frames, self->frame);
  return TRUE;
}

static gboolean
read_frames (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_by_id (walk, token, read_frame, data, error);
}

/* The functions of all frames; caller frees. */
static guint32 *
add_functions (Reader *self)
{
  guint32 *functions = g_new (guint32, self->frames->len);

  for (guint i = 0; i < self->frames->len; i++)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, i);
      gboolean is_native = strcmp (cyan_strings_get (self->strings, frame->file), "<cfunc>") == 0;

      functions[i] =
          cyan_profile_builder_function (self->builder, frame->name, CYAN_STR_EMPTY,
                                         is_native ? CYAN_STR_EMPTY : frame->file, frame->line, 0);
    }
  return functions;
}

/* The time before the next @n samples, in microseconds; @at is the number of the first. */
static double
time_of (const Reader *self, guint64 *at, guint64 n)
{
  double time = 0;

  for (guint64 end = *at + n; *at < end && *at < self->deltas->len; ++*at)
    time += (double) MAX (0, g_array_index (self->deltas, gint64, (guint) *at));
  return time;
}

/* "wall", "cpu", "object" or another; "wall" if the file does not say. */
static const char *
mode_of (const Reader *self)
{
  return self->mode == NULL ? "wall" : self->mode + (self->mode[0] == ':');
}

/* stackprof takes the time between samples from the wall clock, whatever causes the samples. */
static const char *
name_of_time (const Reader *self)
{
  return strcmp (mode_of (self), "wall") == 0 ? "time" : "wall";
}

/* Sets @stack to the functions of the stack [@from, @from + @depth) of raw. */
static gboolean
find_stack (
    Reader *self, GArray *stack, const guint32 *functions, guint from, guint depth, GError **error)
{
  g_array_set_size (stack, depth);
  for (guint i = 0; i < depth; i++)
    {
      gint64 id = g_array_index (self->raw, gint64, from + i);
      guint32 frame = cyan_ids_find (&self->ids, (guint64) id);

      if (frame == G_MAXUINT32)
        return cyan_json_walk_refuse (
            self->walk, error, _ ("raw[%u]: no frame has the number %" PRId64), from + i, id);
      g_array_index (stack, guint32, i) = functions[frame];
    }
  return cyan_input_poll (self->walk->json->input, error);
}

static gboolean
build_raw (Reader *self, const guint32 *functions, GError **error)
{
  CyanCallSink *sink = cyan_profile_builder_sink (self->builder);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint samples = cyan_profile_builder_metric (self->builder, "samples", "samples");
  guint time = 0;
  guint64 at = 0;

  if (self->deltas->len > 0)
    time = cyan_profile_builder_metric (self->builder, name_of_time (self), "us");
  for (guint i = 0; i < self->raw->len;)
    {
      gint64 depth = g_array_index (self->raw, gint64, i), count;

      if (depth == 0 || depth >= self->raw->len - i - 1)
        return cyan_json_walk_refuse (
            self->walk, error, _ ("raw[%u]: no stack of %" PRId64 " frames follows"), i, depth);
      if (!find_stack (self, stack, functions, i + 1, (guint) depth, error))
        return FALSE;
      i += (guint) depth + 1;
      count = g_array_index (self->raw, gint64, i++);
      if (!cyan_call_sink_sample (sink, open, (const guint32 *) (gpointer) stack->data, stack->len,
                                  samples, (double) count, error))
        return FALSE;
      if (self->deltas->len > 0)
        cyan_call_sink_add (sink, 0, time, time_of (self, &at, (guint64) count));
    }
  return TRUE;
}

static gboolean
build_graph (Reader *self, const guint32 *functions, CyanInput *input, GError **error)
{
  g_autoptr (CyanCallGraph) graph = cyan_call_graph_new (1, cyan_input_budget (input));

  cyan_profile_builder_metric (self->builder, "samples", "samples");
  for (guint i = 0; i < self->frames->len; i++)
    {
      guint vertex = cyan_call_graph_add_vertex (graph);

      cyan_call_graph_set_function (graph, vertex, functions[i]);
      cyan_call_graph_self (graph, vertex)[0] +=
          (double) g_array_index (self->frames, Frame, i).n_samples;
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const Edge *edge = &g_array_index (self->edges, Edge, i);
      guint32 callee = cyan_ids_find (&self->ids, edge->callee);

      if (callee == G_MAXUINT32)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("edges: no frame has the number %" PRIu64), edge->callee);
      cyan_call_graph_add_arc (graph, edge->caller, callee, 0, 0)[0] += (double) edge->n_samples;
    }
  return cyan_call_graph_n_arcs (graph) > 0
             ? cyan_call_graph_unfold_input (graph, input, self->builder, error)
             : cyan_call_graph_list (graph, self->builder, error);
}

static gboolean
build (Reader *self, CyanInput *input, GError **error)
{
  g_autofree guint32 *functions = add_functions (self);
  g_autofree char *interval = g_strdup_printf ("%" PRId64, self->interval);

  if (self->raw->len > 0 ? !build_raw (self, functions, error)
                         : !build_graph (self, functions, input, error))
    return FALSE;
  cyan_profile_builder_set_recording (
      self->builder, self->raw->len > 0 ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_INFERRED, 1);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_meta (self->builder, "producer", "stackprof");
  if (self->mode != NULL)
    cyan_profile_builder_set_meta (self->builder, "mode", mode_of (self));
  if (self->interval > 0)
    cyan_profile_builder_set_meta (self->builder, "interval", interval);
  return TRUE;
}

/* Reads the JSON of @input; @original is the file. */
static gboolean
read_json (CyanInput *input, CyanInput *original, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "mode", .or_null = TRUE, CYAN_JSON_TEXT (Reader, mode) },
    { "interval", .or_null = TRUE, CYAN_JSON_INTEGER (Reader, interval, 0, G_MAXINT64) },
    { "frames", read_frames, TRUE },
    { "raw", .or_null = TRUE, CYAN_JSON_INTEGERS (Reader, raw, 0, G_MAXINT64) },
    { "raw_timestamp_deltas", .or_null = TRUE,
      CYAN_JSON_INTEGERS (Reader, deltas, G_MININT64, G_MAXINT64) },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk };

  walk->has_symbols = TRUE;
  reader.strings = walk->strings = cyan_profile_builder_strings (builder);
  reader.frames = cyan_scratch_array (&walk->kept, sizeof (Frame));
  reader.edges = cyan_scratch_array (&walk->kept, sizeof (Edge));
  reader.raw = cyan_scratch_array (&walk->kept, sizeof (gint64));
  reader.deltas = cyan_scratch_array (&walk->kept, sizeof (gint64));
  cyan_ids_init (&reader.ids, &walk->kept);
  cyan_scratch_free (&walk->kept, &reader.mode);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, original, error);
}

static gboolean
is_marshal (const char *head, gsize length)
{
  return length > 3 && memcmp (head, CYAN_RUBY_MARSHAL_MAGIC, 2) == 0
         && head[2] == CYAN_RUBY_MARSHAL_HASH;
}

static gboolean
stackprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanInput) converted = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  CyanCharge charge;
  const char *head;
  gsize length;
  gboolean ok;

  if (!cyan_input_peek (input, 4, &head, &length, error))
    return FALSE;
  if (!is_marshal (head, length))
    return read_json (input, input, builder, error);
  if (!cyan_ruby_marshal_to_json (input, json, error))
    return FALSE;
  cyan_charge_init (&charge, cyan_input_budget (input));
  cyan_charge_set (&charge, json->allocated_len);
  converted =
      cyan_input_new_for_memory (cyan_input_name (input), json->str, json->len, NULL, error);
  if (converted != NULL)
    cyan_input_set_budget (converted, cyan_input_budget (input));
  ok = converted != NULL && read_json (converted, input, builder, error);
  cyan_charge_clear (&charge);
  return ok;
}

static int
stackprof_sniff (const char *head, gsize length)
{
  static const CyanJsonSign signs[] = {
    { 95, { "version", "mode", "interval", "gc_samples", "frames" } },
    { 95, { ":version", ":mode", ":interval", ":gc_samples", ":frames" } },
  };

  if (is_marshal (head, length))
    return g_strstr_len (head, (gssize) length, ":\14version") != NULL
                   && g_strstr_len (head, (gssize) length, ":\015interval") != NULL
               ? 95
               : 0;
  return cyan_json_score (head, length, signs, G_N_ELEMENTS (signs));
}

const CyanFormat cyan_format_stackprof = {
  .name = "stackprof",
  .label = "profile of Ruby's stackprof",
  .sniff = stackprof_sniff,
  .read = stackprof_read,
};
