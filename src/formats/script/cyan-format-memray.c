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
#include "cyan-line.h"
#include "cyan-listing.h"
#include "cyan-scratch.h"

#include <string.h>

#define CSV_HEAD "allocator,num_allocations,size,tid,thread_name,stack_trace"

/* Columns of CSV. */
enum
{
  N_ALLOCATIONS,
  SIZE,
  TID,
  STACK_TRACE,
};

#define N_CELLS 6

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

/* Reads the unit of the first costs of events. */
static gboolean
read_kind (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "unit", .or_null = TRUE,
                                              CYAN_JSON_TEXT (Reader, unit) } };
  Reader *self = data;

  if (self->n_kinds++ > 0)
    return cyan_json_skip (walk->json, token, error);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

static gboolean
read_function (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "name", .required = TRUE, CYAN_JSON_STR (Reader, name) },
    { "module", .or_null = TRUE, CYAN_JSON_STR (Reader, module) },
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
  g_autofree CyanNode *nodes = NULL;
  gboolean is_bytes = g_strcmp0 (self->unit, "bytes") == 0;
  guint metric = cyan_profile_builder_metric (self->builder, is_bytes ? "memory" : NULL,
                                              self->unit != NULL ? self->unit : "");

  if (self->max_function >= (gint64) self->functions->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("function %" PRId64 " is named, but there are only %u"),
                                  self->max_function, self->functions->len);
  cyan_frame_tree_commit (&self->tree, 0, 1);
  nodes = cyan_frame_tree_build (&self->tree, self->builder,
                                 (const guint32 *) (gpointer) self->functions->data,
                                 self->walk->json->input, error);
  if (nodes == NULL)
    return FALSE;
  cyan_frame_tree_add_columns (&self->tree, self->builder, nodes, &metric);
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

  reader.strings = walk->strings = cyan_profile_builder_strings (builder);
  reader.functions = cyan_scratch_array (&walk->kept, sizeof (guint32));
  reader.chain = cyan_scratch_array (&walk->kept, sizeof (gint64));
  cyan_frame_tree_init (&reader.tree, &walk->kept, builder);
  cyan_scratch_free (&walk->kept, &reader.unit);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
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

typedef struct
{
  CyanListing listing;
  CyanFrames frames;
  GArray *open; /* see cyan_call_sink_sample() */
  GHashTable *threads;
} Table;

/* Adds the allocations of a line. */
static gboolean
read_row (CyanListing *listing, char *line, GError **error)
{
  Table *self = (Table *) listing;
  CyanCallSink *sink = cyan_profile_builder_sink (listing->builder);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *thread = cyan_listing_cell (listing, listing->column[TID]);
  const char *trace = cyan_listing_cell (listing, listing->column[STACK_TRACE]);
  const char *end = trace + strlen (trace);
  double n_allocations, size;

  if (listing->cells->len != N_CELLS || listing->is_unclosed
      || !cyan_listing_value (listing, listing->column[N_ALLOCATIONS], &n_allocations, NULL)
      || !cyan_listing_value (listing, listing->column[SIZE], &size, NULL))
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s", _ ("not the six values of an allocation"));
  if (g_hash_table_add (self->threads, g_strdup (thread)))
    cyan_charge_add (&self->frames.charge, strlen (thread) + CYAN_CHARGE_HASH_ENTRY);
  while (end > trace)
    {
      const char *at = memrchr (trace, '|', (gsize) (end - trace));
      const char *frame = at != NULL ? at + 1 : trace;
      guint32 function = cyan_frames_function (
          &self->frames, cyan_strings_add (listing->strings, frame, end - frame));

      g_array_append_val (stack, function);
      end = at != NULL ? at : trace;
    }
  if (stack->len == 0)
    return TRUE;
  if (!cyan_call_sink_sample (sink, self->open, (const guint32 *) (gpointer) stack->data,
                              stack->len, 0, size, error))
    return FALSE;
  cyan_call_sink_add (sink, 0, 1, n_allocations);
  return TRUE;
}

static gboolean
read_csv (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const char *const columns[] = { "num_allocations", "size", "tid", "stack_trace", NULL };
  static const CyanListingForm form = { NULL, read_row, columns, .blanks = TRUE };
  g_auto (CyanScratch) scratch = { NULL };
  Table self = { .listing = { .delimiter = ',' },
                 .open = cyan_scratch_array (&scratch, sizeof (guint32)),
                 .threads = cyan_scratch_table (&scratch, g_str_hash, g_str_equal, g_free, NULL) };
  gboolean ok;

  cyan_profile_builder_metric (builder, "memory", "bytes");
  cyan_profile_builder_metric (builder, "allocations", "count");
  cyan_frames_init (&self.frames, &scratch, builder, split_frame);
  ok = cyan_listing_read (&self.listing, &form, input, builder, error);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_set_threads (builder, g_hash_table_size (self.threads));
  cyan_profile_builder_set_meta (builder, "producer", "memray");
  return ok;
}

/* ---- the format ---- */

static gboolean
is_csv (const char *head, gsize length)
{
  return cyan_bytes_begin (head, length, CSV_HEAD);
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
  static const CyanJsonSign signs[] = {
    { 90, { "events[].callchain", "events[].cost" } },
    { 85, { "costs[].description", "functions" } },
  };

  return is_csv (head, length) ? 95 : cyan_json_score (head, length, signs, G_N_ELEMENTS (signs));
}

const CyanFormat cyan_format_memray = {
  .name = "memray",
  .label = "memray's or gprof2dot's call chains",
  .sniff = memray_sniff,
  .read = memray_read,
};
