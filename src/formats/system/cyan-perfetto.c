/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions of Perfetto's sequences of packets; stacks become nodes. */
#include "cyan-perfetto.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <inttypes.h>
#include <string.h>

#define UNKNOWN "[unknown]"
#define KERNEL  "[kernel]"

/* In place of a module's address: the frame is the process with this number, or a heap. */
#define NO_MODULE G_MAXUINT32

/* Bytes of a Mapping, a Frame and a Place, which have no gaps: keys are compared by their bytes. */
#define KEY 24

typedef struct
{
  CyanStr path, module, build_id;
  guint32 zeros[3];
} Mapping;

typedef struct
{
  guint64 pc; /* in the module; the number of a process */
  CyanStr name, file;
  guint32 mapping;    /* index + 1; 0: none; NO_MODULE: a process or a heap */
  guint32 is_process; /* the name may come later */
} Frame;

typedef struct
{
  guint first, n; /* in the frames of all stacks */
} Stack;

typedef struct
{
  CyanStr name, file;
  guint32 next; /* index + 1 of the function that this one was inlined into; 0: none */
} Line;

/* A key of the symbols. */
typedef struct
{
  guint64 pc;
  CyanStr module; /* the build id, or the path */
  guint32 zeros[3];
} Place;

G_STATIC_ASSERT (sizeof (Mapping) == KEY && sizeof (Frame) == KEY && sizeof (Place) == KEY);

static guint
hash_key (gconstpointer key)
{
  const guint32 *words = key;
  guint hash = 0;

  for (gsize i = 0; i < KEY / sizeof *words; i++)
    hash = (hash ^ words[i]) * 0x9e3779b1u;
  return hash ^ hash >> 15;
}

static gboolean
same_key (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, KEY) == 0;
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
free_sequence (gpointer data)
{
  CyanPerfettoSequence *sequence = data;

  for (guint i = 0; i < CYAN_PERFETTO_KINDS; i++)
    g_hash_table_unref (sequence->tables[i]);
  g_free (sequence);
}

void
cyan_perfetto_init (CyanPerfetto *self,
                    CyanScratch *scratch,
                    CyanInput *input,
                    CyanProfileBuilder *builder)
{
  *self = (CyanPerfetto){
    .input = input,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .sequences = cyan_scratch_table (scratch, g_int64_hash, g_int64_equal, g_free, free_sequence),
    .mappings = cyan_scratch_array (scratch, sizeof (Mapping)),
    .frames = cyan_scratch_array (scratch, sizeof (Frame)),
    .mapping_numbers = cyan_scratch_table (scratch, hash_key, same_key, g_free, NULL),
    .frame_numbers = cyan_scratch_table (scratch, hash_key, same_key, g_free, NULL),
    .stacks = cyan_scratch_array (scratch, sizeof (Stack)),
    .stack_frames = cyan_scratch_array (scratch, sizeof (guint32)),
    .symbols = cyan_scratch_table (scratch, hash_key, same_key, g_free, NULL),
    .lines = cyan_scratch_array (scratch, sizeof (Line)),
    .processes = cyan_scratch_table (scratch, g_int64_hash, g_int64_equal, g_free, NULL),
  };
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
  cyan_frame_tree_init (&self->tree, scratch, builder);
}

/* ---- tables ---- */

static void
set (CyanPerfetto *self, GHashTable *table, guint64 number, guint32 index)
{
  g_hash_table_insert (table, g_memdup2 (&number, sizeof number), GUINT_TO_POINTER (index + 1));
  cyan_charge_add (&self->charge, sizeof number + CYAN_CHARGE_HASH_ENTRY);
}

/* The index + 1; 0: it is not defined. */
static guint32
get (GHashTable *table, guint64 number)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (table, &number));
}

/* A string of a sequence, CYAN_STR_EMPTY if it is not defined. */
static CyanStr
get_str (const CyanPerfettoSequence *sequence, CyanPerfettoKind kind, guint64 number)
{
  guint32 index = get (sequence->tables[kind], number);

  return index > 0 ? index - 1 : CYAN_STR_EMPTY;
}

gboolean
cyan_perfetto_has_sequence (const CyanPerfetto *self, guint64 number)
{
  return g_hash_table_contains (self->sequences, &number);
}

CyanPerfettoSequence *
cyan_perfetto_sequence (CyanPerfetto *self, guint64 number)
{
  CyanPerfettoSequence *sequence = g_hash_table_lookup (self->sequences, &number);

  if (sequence != NULL)
    return sequence;
  sequence = g_new0 (CyanPerfettoSequence, 1);
  for (guint i = 0; i < CYAN_PERFETTO_KINDS; i++)
    sequence->tables[i] = new_table ();
  g_hash_table_insert (self->sequences, g_memdup2 (&number, sizeof number), sequence);
  cyan_charge_add (&self->charge,
                   sizeof *sequence + (CYAN_PERFETTO_KINDS + 1) * CYAN_CHARGE_HASH_ENTRY);
  return sequence;
}

void
cyan_perfetto_forget (CyanPerfettoSequence *sequence)
{
  for (guint i = 0; i < CYAN_PERFETTO_KINDS; i++)
    g_hash_table_remove_all (sequence->tables[i]);
}

void
cyan_perfetto_name_process (CyanPerfetto *self, guint64 pid, CyanStr name)
{
  set (self, self->processes, pid, name);
}

/* The index of the element of @array that equals @element; it is added if new. */
static guint32
number_of (CyanPerfetto *self, GArray *array, GHashTable *numbers, gconstpointer element)
{
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, element));

  if (index == 0)
    {
      g_array_append_vals (array, element, 1);
      index = array->len;
      g_hash_table_insert (numbers, g_memdup2 (element, KEY), GUINT_TO_POINTER (index));
      cyan_charge_add (&self->charge, 2 * KEY + CYAN_CHARGE_HASH_ENTRY);
    }
  return index - 1;
}

static guint32
frame_number (CyanPerfetto *self, const Frame *frame)
{
  return number_of (self, self->frames, self->frame_numbers, frame);
}

/* ---- definitions ---- */

/* Bytes that are no text as hexadecimal digits. */
static CyanStr
hex_str (CyanPerfetto *self, const CyanProtobuf *wire)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < MIN (wire->length, 64); i++)
    g_string_append_printf (text, "%02x", wire->bytes[i]);
  return cyan_strings_add (self->strings, text->str, -1);
}

static CyanStr
text_str (CyanPerfetto *self, const CyanProtobuf *wire)
{
  return cyan_strings_add (self->strings, (const char *) wire->bytes, (gssize) wire->length);
}

/* What a definition is read into. */
typedef struct
{
  CyanPerfetto *self;
  CyanPerfettoSequence *sequence;
  GString *path;
  guint64 iid;
  CyanStr text;
  Mapping mapping;
  Frame frame;
  Stack stack;
} Definition;

static gboolean
add_path (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  Definition *into = data;
  CyanStr part = get_str (into->sequence, CYAN_PERFETTO_PATHS, value);

  g_string_append_printf (into->path, "/%s", cyan_strings_get (into->self->strings, part));
  return TRUE;
}

static gboolean
add_frame (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  Definition *into = data;
  const Frame unknown = { 0 };
  guint32 frame = get (into->sequence->tables[CYAN_PERFETTO_FRAMES], value);

  frame = frame > 0 ? frame - 1 : frame_number (into->self, &unknown);
  cyan_charge_append (&into->self->charge, into->self->stack_frames, frame);
  into->stack.n++;
  return TRUE;
}

/* Reads a field of a definition; those of all kinds have their number in the first one. */
static gboolean
read_field (Definition *into, CyanPerfettoKind kind, const CyanProtobuf *wire, GError **error)
{
  const CyanPerfettoSequence *sequence = into->sequence;
  CyanInput *input = into->self->input;

  if (wire->field == 1)
    into->iid = wire->value;
  else if (kind < CYAN_PERFETTO_MAPPINGS)
    {
      if (wire->field == 2)
        into->text = kind == CYAN_PERFETTO_BUILD_IDS ? hex_str (into->self, wire)
                                                     : text_str (into->self, wire);
    }
  else if (kind == CYAN_PERFETTO_MAPPINGS)
    {
      if (wire->field == 2)
        into->mapping.build_id = get_str (sequence, CYAN_PERFETTO_BUILD_IDS, wire->value);
      else if (wire->field == 7)
        return cyan_protobuf_numbers (wire, input, "mapping", add_path, into, error);
    }
  else if (kind == CYAN_PERFETTO_FRAMES)
    {
      if (wire->field == 2)
        into->frame.name = get_str (sequence, CYAN_PERFETTO_NAMES, wire->value);
      else if (wire->field == 3)
        into->frame.mapping = get (sequence->tables[CYAN_PERFETTO_MAPPINGS], wire->value);
      else if (wire->field == 4)
        into->frame.pc = wire->value;
      else if (wire->field == 5)
        into->frame.file = get_str (sequence, CYAN_PERFETTO_SOURCES, wire->value);
    }
  else if (wire->field == 2)
    return cyan_protobuf_numbers (wire, input, "stack", add_frame, into, error);
  return TRUE;
}

/* The index of what was read. */
static guint32
end_definition (Definition *into, CyanPerfettoKind kind)
{
  CyanPerfetto *self = into->self;
  const char *slash;

  if (kind < CYAN_PERFETTO_MAPPINGS)
    return into->text;
  if (kind == CYAN_PERFETTO_FRAMES)
    return frame_number (self, &into->frame);
  if (kind == CYAN_PERFETTO_STACKS)
    {
      cyan_charge_append (&self->charge, self->stacks, into->stack);
      return self->stacks->len - 1;
    }
  slash = strrchr (into->path->str, '/');
  into->mapping.path = cyan_strings_add (self->strings, into->path->str, -1);
  into->mapping.module = cyan_strings_add (self->strings,
                                           slash == NULL                              ? ""
                                           : strcmp (into->path->str, "/kernel") == 0 ? KERNEL
                                                                                      : slash + 1,
                                           -1);
  return number_of (self, self->mappings, self->mapping_numbers, &into->mapping);
}

static gboolean
define (Definition *into, CyanPerfettoKind kind, const CyanProtobuf *outer, GError **error)
{
  CyanPerfetto *self = into->self;
  CyanProtobuf wire;
  int got;

  into->iid = 0;
  into->text = CYAN_STR_EMPTY;
  into->mapping = (Mapping){ 0 };
  into->frame = (Frame){ 0 };
  into->stack = (Stack){ .first = self->stack_frames->len };
  g_string_truncate (into->path, 0);
  if (!cyan_protobuf_expect (outer, self->input, CYAN_PROTOBUF_BYTES, "packet", error))
    return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (!read_field (into, kind, &wire, error))
      return FALSE;
  if (got == 0)
    set (self, into->sequence->tables[kind], into->iid, end_definition (into, kind));
  return got == 0;
}

gboolean
cyan_perfetto_define (CyanPerfetto *self,
                      CyanPerfettoSequence *sequence,
                      const CyanProtobuf *outer,
                      const guint *fields,
                      GError **error)
{
  g_autoptr (GString) path = g_string_new (NULL);
  Definition into = { .self = self, .sequence = sequence, .path = path };
  int got = 0;

  for (guint kind = 0; kind < CYAN_PERFETTO_KINDS; kind++)
    {
      CyanProtobuf wire;

      cyan_protobuf_enter (&wire, outer);
      while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
        if (wire.field == fields[kind] && !define (&into, kind, &wire, error))
          return FALSE;
      if (got < 0)
        return FALSE;
    }
  return TRUE;
}

/* ---- symbols ---- */

/* Reads the functions at an address, of @module. */
static gboolean
read_address (CyanPerfetto *self, CyanStr module, const CyanProtobuf *outer, GError **error)
{
  Place place = { .module = module };
  guint first = self->lines->len;
  CyanProtobuf wire, inner;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 1)
      place.pc = wire.value;
    else if (wire.field == 2)
      {
        Line line = { 0 };

        cyan_protobuf_enter (&inner, &wire);
        while ((got = cyan_protobuf_take (&inner, self->input, error)) > 0)
          if (inner.field == 1)
            line.name = text_str (self, &inner);
          else if (inner.field == 2)
            line.file = text_str (self, &inner);
        if (got < 0)
          return FALSE;
        if (self->lines->len > first)
          g_array_index (self->lines, Line, self->lines->len - 1).next = self->lines->len + 1;
        cyan_charge_append (&self->charge, self->lines, line);
      }
  if (got < 0)
    return FALSE;
  if (self->lines->len > first)
    {
      g_hash_table_insert (self->symbols, g_memdup2 (&place, sizeof place),
                           GUINT_TO_POINTER (first + 1));
      cyan_charge_add (&self->charge, sizeof place + CYAN_CHARGE_HASH_ENTRY);
    }
  return TRUE;
}

gboolean
cyan_perfetto_read_symbols (CyanPerfetto *self, const CyanProtobuf *outer, GError **error)
{
  CyanStr path = CYAN_STR_EMPTY, build_id = CYAN_STR_EMPTY;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 1)
      path = text_str (self, &wire);
    else if (wire.field == 2)
      build_id = hex_str (self, &wire);
  if (got < 0)
    return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_take (&wire, self->input, NULL) > 0)
    if (wire.field == 3
        && !read_address (self, build_id != CYAN_STR_EMPTY ? build_id : path, &wire, error))
      return FALSE;
  return TRUE;
}

/* ---- nodes ---- */

guint32
cyan_perfetto_node (CyanPerfetto *self,
                    const CyanPerfettoSequence *sequence,
                    guint64 pid,
                    CyanStr heap,
                    guint64 stack,
                    GError **error)
{
  const Frame process = { .pc = pid, .mapping = NO_MODULE, .is_process = TRUE };
  const Frame of_heap = { .name = heap, .mapping = NO_MODULE };
  const Frame unknown = { 0 };
  guint32 index = get (sequence->tables[CYAN_PERFETTO_STACKS], stack), node = 0;
  Stack frames = { 0 };

  if (pid != 0)
    node = cyan_frame_tree_child (&self->tree, node, frame_number (self, &process), error);
  if (heap != CYAN_STR_EMPTY && node != CYAN_FRAME_TREE_NONE)
    node = cyan_frame_tree_child (&self->tree, node, frame_number (self, &of_heap), error);
  if (index > 0)
    frames = g_array_index (self->stacks, Stack, index - 1);
  if (frames.n == 0)
    {
      self->n_missing++;
      if (node != CYAN_FRAME_TREE_NONE)
        node = cyan_frame_tree_child (&self->tree, node, frame_number (self, &unknown), error);
    }
  for (guint i = 0; i < frames.n && node != CYAN_FRAME_TREE_NONE; i++)
    node = cyan_frame_tree_child (
        &self->tree, node, g_array_index (self->stack_frames, guint32, frames.first + i), error);
  return node;
}

/* The functions at @frame's address that have names, as an index + 1 of a line. */
static guint32
find_lines (CyanPerfetto *self, const Frame *frame)
{
  Place place = { .pc = frame->pc };
  const Mapping *mapping;

  if (frame->mapping == 0 || frame->mapping == NO_MODULE)
    return 0;
  mapping = &g_array_index (self->mappings, Mapping, frame->mapping - 1);
  place.module = mapping->build_id != CYAN_STR_EMPTY ? mapping->build_id : mapping->path;
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->symbols, &place));
}

/* The function of a frame without lines; G_MAXUINT32: it is none. */
static guint32
function_of (CyanPerfetto *self, const Frame *frame)
{
  CyanFunction function = { .name = frame->name, .file = frame->file };
  g_autofree char *text = NULL;

  if (frame->is_process)
    {
      guint32 name = get (self->processes, frame->pc);

      if (name == 0)
        return G_MAXUINT32;
      function.name = name - 1;
    }
  else if (frame->mapping != 0 && frame->mapping != NO_MODULE)
    function.module = g_array_index (self->mappings, Mapping, frame->mapping - 1).module;
  if (function.name == CYAN_STR_EMPTY)
    {
      if (function.module != CYAN_STR_EMPTY)
        text = g_strdup_printf ("%s+0x%" PRIx64, cyan_strings_get (self->strings, function.module),
                                frame->pc);
      function.name = cyan_strings_add (self->strings, text != NULL ? text : UNKNOWN, -1);
    }
  return cyan_profile_builder_add_function (self->builder, &function);
}

/* Goes from @node to the child for @frame, through the functions that it was inlined into. */
static CyanNode
add_frame_nodes (CyanPerfetto *self, CyanNode node, const Frame *frame, GError **error)
{
  guint32 first = find_lines (self, frame), last = first, function;

  if (first == 0)
    {
      function = function_of (self, frame);
      return function == G_MAXUINT32
                 ? node
                 : cyan_profile_builder_child (self->builder, node, function, 0, error);
    }
  while (g_array_index (self->lines, Line, last - 1).next != 0)
    last = g_array_index (self->lines, Line, last - 1).next;
  for (guint32 i = last; i >= first && node != CYAN_NODE_NONE; i--)
    {
      const Line *line = &g_array_index (self->lines, Line, i - 1);
      CyanStr module = g_array_index (self->mappings, Mapping, frame->mapping - 1).module;
      CyanStr name = line->name;

      if (name == CYAN_STR_EMPTY)
        name = cyan_strings_add (self->strings, UNKNOWN, -1);
      function = cyan_profile_builder_function (self->builder, name, module, line->file, 0, 0);
      node = cyan_profile_builder_child (self->builder, node, function, 0, error);
    }
  return node;
}

CyanNode *
cyan_perfetto_build (CyanPerfetto *self, GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, self->tree.n_nodes);

  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 i = 1; i < self->tree.n_nodes; i++)
    {
      nodes[i] = add_frame_nodes (self, nodes[self->tree.parent[i]],
                                  &g_array_index (self->frames, Frame, self->tree.frame[i]), error);
      if (nodes[i] == CYAN_NODE_NONE
          || (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->input, error)))
        return NULL;
    }
  return g_steal_pointer (&nodes);
}
