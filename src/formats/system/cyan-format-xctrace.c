/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the XML that Apple's `xctrace export` writes of a table with stacks, such as that of the
 * Time Profiler: a row for each sample, with its process, weight and backtrace.
 *
 *   <row><process id="4" fmt="tool (4711)"/><weight id="9">1000000</weight>
 *     <backtrace id="10"><frame id="11" name="main"><binary id="12" name="tool"/>
 *       <source line="7"><path id="13">/src/tool.c</path></source></frame></backtrace></row>
 *   <row><process ref="4"/><weight ref="9"/><backtrace ref="10"/></row>
 *
 * What was written before is referred to by its id.  Frames are listed from the leaf on.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-scratch.h"
#include "cyan-system.h"
#include "cyan-i18n.h"
#include "cyan-ids.h"
#include "cyan-line.h"

#include <string.h>

typedef enum
{
  OTHER,
  ROW,
  BACKTRACE,
  FRAME,
  BINARY,
  SOURCE,
  PATH,
  PROCESS,
  THREAD,
  TIME,   /* weight of a sample in ns */
  CYCLES, /* in cycles of the processor */
} Kind;

/* The values of an element; a row has those of its children. */
typedef struct
{
  CyanStr name;                  /* of a frame, a binary, a process or its thread; a path */
  CyanStr module, file;          /* of a frame */
  guint32 function, line;        /* of a frame */
  guint32 first_frame, n_frames; /* of a backtrace */
  gboolean has_backtrace;
  Kind weighed; /* what the weight is; OTHER: the row has none */
  double weight;
} Thing;

typedef struct
{
  guint32 function, line;
} Frame;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanIds ids;
  GArray *things;    /* of Thing by number of the id */
  GArray *frames;    /* of Frame, of all backtraces */
  GArray *open;      /* of the elements that have not ended */
  GString *text;     /* of the current element */
  GHashTable *files; /* CyanStr by module and name of a function: the first is that of all */
  GHashTable *nodes; /* CyanNode by process and first frame of a backtrace */
  CyanCharge charge, ids_charge;

  Kind metric; /* what the weights are; ROW: there was no row yet */
  double sum, sum_of_squares;
  guint64 n_samples, n_empty, n_other;
  guint n_threads;
  gsize silence; /* bytes since the last element */
} Reader;

/* The first row says what the weights are. */
static void
add_metric (Reader *self, Kind weighed)
{
  self->metric = weighed;
  if (weighed == TIME)
    cyan_profile_builder_metric (self->builder, NULL, "ns");
  else if (weighed == CYCLES)
    cyan_profile_builder_metric (self->builder, "cycles", "count");
  else
    cyan_profile_builder_metric (self->builder, NULL, "samples");
}

/* The node of the stack of @row.  Rows may refer to one backtrace many times. */
static CyanNode
node_of (Reader *self, const Thing *row, GError **error)
{
  gint64 key = (gint64) ((guint64) row->name << 32 | row->first_frame);
  CyanNode node = GPOINTER_TO_UINT (g_hash_table_lookup (self->nodes, &key));
  guint32 line = 0;

  if (row->n_frames > 0 && node != CYAN_NODE_ROOT)
    return node;
  node = CYAN_NODE_ROOT;
  if (row->name != CYAN_STR_EMPTY)
    node = cyan_profile_builder_child (
        self->builder, node, cyan_profile_builder_named (self->builder, row->name), 0, error);
  for (guint i = row->n_frames; i-- > 0 && node != CYAN_NODE_NONE;)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, row->first_frame + i);

      node = cyan_profile_builder_child (self->builder, node, frame->function, line, error);
      line = frame->line;
    }
  if (row->n_frames > 0 && node != CYAN_NODE_NONE)
    {
      g_hash_table_insert (self->nodes, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (node));
      cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
    }
  return node;
}

/* Adds the sample of @row, whose elements were all read.  An error names no file. */
static gboolean
add_row (Reader *self, const Thing *row, GError **error)
{
  double weight = row->weighed == OTHER ? 1 : row->weight;
  CyanNode node;

  if (!row->has_backtrace)
    {
      self->n_empty++;
      return TRUE;
    }
  if (self->metric == ROW)
    add_metric (self, row->weighed);
  if (row->weighed != self->metric)
    {
      self->n_other++;
      return TRUE;
    }
  node = node_of (self, row, error);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  cyan_profile_builder_add (self->builder, 0, node, weight);
  self->sum += weight;
  self->sum_of_squares += weight * weight;
  self->n_samples++;
  return TRUE;
}

/* An element that has not ended. */
typedef struct
{
  Kind kind;
  guint32 number; /* of its id; G_MAXUINT32: it has none, or refers to another */
  gboolean is_reference;
  Thing thing;
} Open;

static Open *
innermost (Reader *self)
{
  return self->open->len > 0 ? &g_array_index (self->open, Open, self->open->len - 1) : NULL;
}

static Kind
kind_of (const char *name)
{
  static const struct
  {
    const char *name;
    Kind kind;
  } elements[] = {
    { "row", ROW },     { "backtrace", BACKTRACE }, { "tagged-backtrace", BACKTRACE },
    { "frame", FRAME }, { "binary", BINARY },       { "source", SOURCE },
    { "path", PATH },   { "process", PROCESS },     { "thread", THREAD },
    { "weight", TIME }, { "cycle-weight", CYCLES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (elements); i++)
    if (strcmp (name, elements[i].name) == 0)
      return elements[i].kind;
  return OTHER;
}

static const char *
attribute (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (strcmp (*names, name) == 0)
      return *values;
  return NULL;
}

/* Finds what @open refers to, or gives its id a number. */
static gboolean
identify (Reader *self, Open *open, const char *id, const char *ref, GError **error)
{
  const char *text = ref != NULL ? ref : id;
  const Thing nothing = { 0 };
  guint64 value;
  guint32 number;

  if (text == NULL)
    return TRUE;
  if (!cyan_parse_uint64 (text, strlen (text), &value))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("\"%.20s\" is not the number of an element"),
                      text);
  if (ref == NULL)
    {
      open->number = cyan_ids_number (&self->ids, value);
      cyan_charge_set (&self->ids_charge, cyan_ids_memory (&self->ids));
      if (open->number >= self->things->len)
        cyan_charge_append (&self->charge, self->things, nothing);
      return TRUE;
    }
  number = cyan_ids_find (&self->ids, value);
  if (number == G_MAXUINT32)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("element %" PRIu64 " is not defined"), value);
  open->is_reference = TRUE;
  open->thing = g_array_index (self->things, Thing, number);
  return TRUE;
}

static void
begin_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer data,
               GError **error)
{
  Reader *self = data;
  Open open = { .kind = kind_of (name), .number = G_MAXUINT32 };
  const char *text;
  guint64 line;

  self->silence = 0;
  g_string_truncate (self->text, 0);
  if (!identify (self, &open, attribute (names, values, "id"), attribute (names, values, "ref"),
                 error))
    return;
  if (!open.is_reference)
    {
      text = attribute (names, values, open.kind == PROCESS ? "fmt" : "name");
      if (text != NULL && open.kind == PROCESS)
        open.thing.name = cyan_process_name (self->strings, text);
      else if (text != NULL && open.kind == FRAME)
        open.thing.name = cyan_frame_name (self->strings, text, strlen (text));
      else if (text != NULL && open.kind == BINARY)
        open.thing.name = cyan_strings_add (self->strings, text, -1);
      text = attribute (names, values, "line");
      if (text != NULL && cyan_parse_uint64 (text, strlen (text), &line) && line <= G_MAXINT32)
        open.thing.line = (guint32) line;
      open.thing.first_frame = self->frames->len;
    }
  cyan_charge_append (&self->charge, self->open, open);
}

static void
add_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Reader *self = data;
  const Open *open = innermost (self);

  self->silence = 0;
  if (open != NULL && (open->kind == PATH || open->kind == TIME || open->kind == CYCLES))
    g_string_append_len (self->text, text, (gssize) length);
}

/* The file of the function, which is that of the first of its frames: other lines may belong to
 * functions that were inlined into it. */
static CyanStr
file_of (Reader *self, const Thing *frame)
{
  gint64 key = (gint64) ((guint64) frame->module << 32 | frame->name);
  gpointer file;

  if (g_hash_table_lookup_extended (self->files, &key, NULL, &file))
    return GPOINTER_TO_UINT (file);
  g_hash_table_insert (self->files, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (frame->file));
  cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
  return frame->file;
}

static void
end_frame (Reader *self, Open *open, Open *outer)
{
  Thing *thing = &open->thing;
  Frame frame;

  if (!open->is_reference)
    {
      if (thing->name == CYAN_STR_EMPTY)
        thing->name = cyan_frame_name (self->strings, "", 0);
      thing->function = cyan_profile_builder_function (self->builder, thing->name, thing->module,
                                                       file_of (self, thing), 0, 0);
    }
  if (outer->kind != BACKTRACE)
    return;
  frame = (Frame){ thing->function, thing->line };
  cyan_charge_append (&self->charge, self->frames, frame);
}

/* Hands what @open says to the element around it. */
static void
hand_over (Reader *self, const Open *open, Open *outer)
{
  const Thing *thing = &open->thing;

  switch (open->kind)
    {
    case BINARY:
      outer->thing.module = thing->name;
      break;
    case PATH:
      outer->thing.file = thing->name;
      break;
    case SOURCE:
      outer->thing.file = thing->file;
      outer->thing.line = thing->line;
      break;
    case PROCESS:
    case THREAD:
      if (outer->kind == ROW || outer->kind == THREAD)
        outer->thing.name = thing->name;
      self->n_threads += open->kind == THREAD && !open->is_reference;
      break;
    case BACKTRACE:
      outer->thing.has_backtrace = TRUE;
      outer->thing.first_frame = thing->first_frame;
      outer->thing.n_frames = thing->n_frames;
      break;
    case TIME:
    case CYCLES:
      outer->thing.weighed = open->kind;
      outer->thing.weight = thing->weight;
      break;
    default:
      break;
    }
}

static void
end_element (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  static Open nowhere;
  Reader *self = data;
  Open open = *innermost (self), *outer;
  Thing *thing = &open.thing;

  self->silence = 0;
  cyan_charge_drop (&self->charge, sizeof open);
  g_array_set_size (self->open, self->open->len - 1);
  outer = innermost (self);
  if (outer == NULL)
    {
      nowhere = (Open){ 0 };
      outer = &nowhere;
    }
  if (open.kind == PATH && !open.is_reference)
    thing->name = cyan_strings_add (self->strings, self->text->str, (gssize) self->text->len);
  else if ((open.kind == TIME || open.kind == CYCLES) && !open.is_reference
           && !cyan_parse_double (self->text->str, self->text->len, &thing->weight))
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("the weight of a row is not a number"));
      return;
    }
  /* A tagged backtrace has a backtrace, which counted its frames. */
  if (open.kind == BACKTRACE && !open.is_reference && !thing->has_backtrace)
    thing->n_frames = self->frames->len - thing->first_frame;
  if (open.kind == FRAME)
    end_frame (self, &open, outer);
  if (open.kind == ROW && !add_row (self, thing, error))
    return;
  hand_over (self, &open, outer);
  if (open.number != G_MAXUINT32)
    g_array_index (self->things, Thing, open.number) = *thing;
}

static gboolean
finish (Reader *self, CyanInput *input, GError **error)
{
  if (self->n_samples == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: no row has a stack; export the table of the schema time-profile"),
                      cyan_input_name (input));
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      self->sum > 0 ? self->sum_of_squares / self->sum : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->n_threads);
  cyan_profile_builder_warn_n (self->builder, self->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", self->n_empty);
  cyan_profile_builder_warn_n (self->builder, self->n_other,
                               "%'" PRIu64 " sample has another kind of weight and was left out",
                               "%'" PRIu64 " samples have another kind of weight and were left out",
                               self->n_other);
  return TRUE;
}

static gboolean
xctrace_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const GMarkupParser parser = { begin_element, end_element, add_text, NULL, NULL };
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .metric = ROW,
    .things = cyan_scratch_array (&scratch, sizeof (Thing)),
    .frames = cyan_scratch_array (&scratch, sizeof (Frame)),
    .open = cyan_scratch_array (&scratch, sizeof (Open)),
    .text = cyan_scratch_text (&scratch),
    .files = cyan_scratch_table (&scratch, g_int64_hash, g_int64_equal, g_free, NULL),
    .nodes = cyan_scratch_table (&scratch, g_int64_hash, g_int64_equal, g_free, NULL),
  };

  cyan_ids_init (&self.ids, &scratch);
  cyan_scratch_charge (&scratch, &self.charge, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (&scratch, &self.ids_charge, cyan_profile_builder_budget (builder));
  return cyan_markup_read (&parser, &self, &self.silence, input, error)
         && finish (&self, input, error);
}

static int
xctrace_sniff (const char *head, gsize length)
{
  return length > 0 && *head == '<'
                 && cyan_bytes_have (head, MIN (length, 1000), "<trace-query-result")
             ? 98
             : 0;
}

const CyanFormat cyan_format_xctrace = {
  .name = "xctrace",
  .label = "export of xctrace",
  .sniff = xctrace_sniff,
  .read = xctrace_read,
};
