/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Captures of Sysprof, "*.syscap": sysprof-capture-types.h of libsysprof-capture.
 *
 * After a header come frames, each with its length, process, time and type.  Sources write at the
 * same time, so they are not in the order of time, and what addresses mean comes last.  So the tree
 * is one of addresses first.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-frame-tree.h"
#include "cyan-i18n.h"
#include "cyan-line.h"
#include "cyan-scratch.h"
#include "cyan-sysprof-names.h"

#include <string.h>

#define MAGIC      "\x5e\x97\xca\xfd"
#define HEADER     256
#define FRAME      24 /* bytes of what all frames begin with */
#define MAX_PACKED (1u << 28)

/* Types of frames. */
enum
{
  SAMPLE = 2,
  MAP = 3,
  PROCESS = 4,
  FORK = 5,
  JITMAP = 7,
  FILE_CHUNK = 13,
  ALLOCATION = 14,
};

/* Numbers from here on are no addresses: perf marks with them whether the next addresses are the
 * kernel's (PERF_CONTEXT_MAX in linux/perf_event.h). */
#define FIRST_CONTEXT ((guint64) -4095)

/* Columns of the tree. */
enum
{
  SAMPLES,
  ALLOCATED,
  N_COLUMNS,
};

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanSysprofNames names;
  CyanFrameTree tree;
  CyanIds addresses; /* of the whole file */
  CyanIds frames;    /* of the tree: process << 32 | number of address + 1; 0: the process itself */
  CyanIds threads;
  GByteArray *packed; /* the compressed file of symbols */
  guint64 n_found[N_COLUMNS];
  CyanCharge charge;
} Reader;

/* A frame of the file. */
typedef struct
{
  const guint8 *bytes;
  guint length;
  guint32 pid;
  guint type;
} Frame;

static guint64
number (const Frame *frame, guint at, guint n)
{
  return cyan_sysprof_number (frame->bytes + at, n);
}

/* The text at @at, up to a NUL or the end of the frame. */
static char *
text (const Frame *frame, guint at, guint size)
{
  return g_strndup ((const char *) frame->bytes + at, MIN (size, frame->length - at));
}

/* Adds @value to the stack of @n addresses at @at, the innermost first. */
static gboolean
add_stack (
    Reader *self, const Frame *frame, guint at, guint n, guint column, double value, GError **error)
{
  guint64 process = (guint64) frame->pid << 32;
  guint32 node =
      cyan_frame_tree_child (&self->tree, 0, cyan_ids_number (&self->frames, process), error);

  for (guint i = n; i-- > 0 && node != CYAN_FRAME_TREE_NONE;)
    {
      guint64 address = number (frame, at + 8 * i, 8);

      if (address >= FIRST_CONTEXT)
        continue;
      address = cyan_ids_number (&self->addresses, address) + 1;
      node = cyan_frame_tree_child (&self->tree, node,
                                    cyan_ids_number (&self->frames, process | address), error);
    }
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  self->tree.values[column][node] += value;
  self->n_found[column]++;
  return TRUE;
}

static gboolean
bad_frame (Reader *self, GError **error)
{
  return cyan_input_fail_byte (self->input, error, _ ("a frame that is too short for what it has"));
}

static gboolean
read_sample (Reader *self, const Frame *frame, GError **error)
{
  guint n = frame->length < 32 ? 0 : (guint) number (frame, 24, 2);

  if (frame->length < 32 || n > (frame->length - 32) / 8)
    return bad_frame (self, error);
  cyan_ids_number (&self->threads, number (frame, 28, 4));
  return add_stack (self, frame, 32, n, SAMPLES, 1, error);
}

/* One of size 0 says that memory was freed. */
static gboolean
read_allocation (Reader *self, const Frame *frame, GError **error)
{
  guint n = frame->length < 48 ? 0 : (guint) number (frame, 44, 2);
  gint64 size;

  if (frame->length < 48 || n > (frame->length - 48) / 8)
    return bad_frame (self, error);
  size = (gint64) number (frame, 32, 8);
  return size <= 0 || add_stack (self, frame, 48, n, ALLOCATED, (double) size, error);
}

static gboolean
read_map (Reader *self, const Frame *frame, GError **error)
{
  g_autofree char *file = NULL;

  if (frame->length < 56)
    return bad_frame (self, error);
  file = text (frame, 56, frame->length);
  cyan_sysprof_names_add_map (&self->names, frame->pid, number (frame, 24, 8),
                              number (frame, 32, 8), number (frame, 40, 8),
                              cyan_strings_add (self->names.strings, file, -1));
  return TRUE;
}

/* Pairs of an address and a text. */
static gboolean
read_jitmap (Reader *self, const Frame *frame, GError **error)
{
  guint64 n = frame->length < 28 ? 0 : number (frame, 24, 4);

  for (guint at = 28; n > 0; n--)
    {
      const char *name = (const char *) frame->bytes + at + 8;
      gsize length;

      if (frame->length < at + 9)
        return bad_frame (self, error);
      length = strnlen (name, frame->length - at - 8);
      cyan_sysprof_names_add_jit (&self->names, number (frame, at, 8),
                                  cyan_strings_add (self->names.strings, name, (gssize) length));
      at += 8 + (guint) length + 1;
    }
  return TRUE;
}

static gboolean
too_large (Reader *self, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: the table of symbols is too large"),
                    cyan_input_name (self->input));
}

/* A piece of an embedded file. */
static gboolean
read_file_chunk (Reader *self, const Frame *frame, GError **error)
{
  g_autofree char *path = NULL;
  guint length;

  if (frame->length < 284)
    return bad_frame (self, error);
  length = (guint) number (frame, 26, 2);
  if (length > frame->length - 284)
    return bad_frame (self, error);
  path = text (frame, 28, 256);
  if (strcmp (path, CYAN_SYSPROF_SYMBOLS) == 0)
    return cyan_sysprof_names_add_table (&self->names, frame->bytes + 284, length)
           || too_large (self, error);
  if (strcmp (path, CYAN_SYSPROF_SYMBOLS ".gz") != 0)
    return TRUE;
  if (length > MAX_PACKED - self->packed->len)
    return too_large (self, error);
  g_byte_array_append (self->packed, frame->bytes + 284, length);
  cyan_charge_add (&self->charge, length);
  return TRUE;
}

static gboolean
read_frame (Reader *self, const Frame *frame, GError **error)
{
  g_autofree char *command = NULL;

  switch (frame->type)
    {
    case SAMPLE:
      return read_sample (self, frame, error);
    case ALLOCATION:
      return read_allocation (self, frame, error);
    case MAP:
      return read_map (self, frame, error);
    case JITMAP:
      return read_jitmap (self, frame, error);
    case FILE_CHUNK:
      return read_file_chunk (self, frame, error);
    case PROCESS:
      command = text (frame, FRAME, frame->length);
      cyan_sysprof_names_add_process (&self->names, frame->pid, command);
      return TRUE;
    case FORK:
      if (frame->length < 28)
        return bad_frame (self, error);
      cyan_sysprof_names_add_fork (&self->names, frame->pid, (guint32) number (frame, 24, 4));
      return TRUE;
    default:
      return TRUE; /* counters, marks, logs */
    }
}

static gboolean
read_header (Reader *self, GError **error)
{
  g_autofree char *recorded = NULL;
  const char *bytes;
  gsize length;

  if (!cyan_input_peek (self->input, HEADER, &bytes, &length, error))
    return FALSE;
  if (length < HEADER)
    return cyan_input_fail_byte (self->input, error, _ ("ends within the header"));
  if ((bytes[5] & 1) == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: a capture of a machine with big-endian numbers"),
                      cyan_input_name (self->input));
  recorded = g_strndup (bytes + 8, 64);
  cyan_profile_builder_set_meta (self->builder, "recorded", recorded);
  cyan_input_skip (self->input, HEADER);
  return TRUE;
}

static gboolean
poll (Reader *self, GError **error)
{
  cyan_charge_set (&self->charge, self->packed->len + cyan_ids_memory (&self->addresses)
                                      + cyan_ids_memory (&self->frames)
                                      + cyan_ids_memory (&self->threads));
  return cyan_input_poll (self->input, error);
}

static gboolean
read_frames (Reader *self, GError **error)
{
  for (guint64 n = 1;; n++)
    {
      const char *bytes;
      gsize length;
      Frame frame;

      if (!cyan_input_peek (self->input, FRAME, &bytes, &length, error))
        return FALSE;
      if (length == 0)
        return poll (self, error);
      frame.bytes = (const guint8 *) bytes;
      frame.length = length < FRAME ? FRAME : (guint) number (&frame, 0, 2);
      if (frame.length < FRAME)
        return cyan_input_fail_byte (self->input, error, _ ("a frame of an impossible length"));
      if (!cyan_input_peek (self->input, frame.length, &bytes, &length, error))
        return FALSE;
      if (length < frame.length)
        {
          cyan_profile_builder_warn (self->builder, _ ("the file is cut: its last frame is not "
                                                       "whole and was left out"));
          return poll (self, error);
        }
      frame.bytes = (const guint8 *) bytes;
      frame.pid = (guint32) number (&frame, 4, 4);
      frame.type = frame.bytes[16];
      if (!read_frame (self, &frame, error) || (n % CYAN_TICK_STRIDE == 0 && !poll (self, error)))
        return FALSE;
      cyan_input_skip (self->input, frame.length);
    }
}

/* Unpacks the file of symbols, which newer recorders compress. */
static gboolean
unpack_symbols (Reader *self, GError **error)
{
  g_autoptr (CyanInput) input = NULL;
  const char *bytes;
  gsize length;

  if (self->packed->len == 0)
    return TRUE;
  input = cyan_input_new_for_memory (CYAN_SYSPROF_SYMBOLS, self->packed->data, self->packed->len,
                                     NULL, error);
  if (input == NULL)
    return FALSE;
  cyan_input_set_budget (input, cyan_input_budget (self->input));
  for (;;)
    {
      if (!cyan_input_peek (input, 1, &bytes, &length, error))
        return FALSE;
      if (length == 0)
        return TRUE;
      if (!cyan_sysprof_names_add_table (&self->names, bytes, length))
        return too_large (self, error);
      cyan_input_skip (input, length);
    }
}

/* The functions of all frames of the tree. */
static guint32 *
name_frames (Reader *self)
{
  guint n = self->frames.ids->len;
  guint32 *functions = g_new (guint32, MAX (n, 1));

  cyan_sysprof_names_ready (&self->names);
  for (guint i = 0; i < n; i++)
    {
      guint64 frame = cyan_ids_get (&self->frames, i);
      guint32 pid = (guint32) (frame >> 32), address = (guint32) frame;

      functions[i] =
          address == 0 ? cyan_sysprof_names_process (&self->names, pid)
                       : cyan_sysprof_names_address (&self->names, pid,
                                                     cyan_ids_get (&self->addresses, address - 1));
    }
  return functions;
}

static gboolean
build (Reader *self, GError **error)
{
  static const char *const names[] = { "samples", "allocated" }, *const units[] = { "samples",
                                                                                    "bytes" };
  guint metrics[CYAN_FRAME_TREE_COLUMNS] = { 0 };
  g_autofree guint32 *functions = name_frames (self);
  g_autofree CyanNode *nodes =
      cyan_frame_tree_build (&self->tree, self->builder, functions, self->input, error);

  if (nodes == NULL)
    return FALSE;
  for (guint c = 0; c < N_COLUMNS; c++)
    if (self->n_found[c] > 0)
      metrics[c] = cyan_profile_builder_metric (self->builder, names[c], units[c]);
  cyan_frame_tree_add_columns (&self->tree, self->builder, nodes, metrics);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      self->n_found[SAMPLES] > 0 ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, self->threads.ids->len);
  cyan_profile_builder_warn_n (self->builder, self->names.n_nameless,
                               "%'" PRIu64 " of %'" PRIu64 " addresses has no symbol in the file",
                               "%'" PRIu64 " of %'" PRIu64 " addresses have no symbol in the file",
                               self->names.n_nameless, self->names.n_addresses);
  return TRUE;
}

static gboolean
sysprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader reader = { .input = input, .builder = builder };

  cyan_sysprof_names_init (&reader.names, &scratch, builder);
  cyan_frame_tree_init (&reader.tree, &scratch, builder);
  for (guint c = 0; c < N_COLUMNS; c++)
    cyan_frame_tree_commit (&reader.tree, c, 1); /* makes the column */
  cyan_ids_init (&reader.addresses, &scratch);
  cyan_ids_init (&reader.frames, &scratch);
  cyan_ids_init (&reader.threads, &scratch);
  reader.packed =
      cyan_scratch_own (&scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  cyan_scratch_charge (&scratch, &reader.charge, cyan_input_budget (input));
  return read_header (&reader, error) && read_frames (&reader, error)
         && unpack_symbols (&reader, error) && build (&reader, error);
}

static int
sysprof_sniff (const char *head, gsize length)
{
  return cyan_bytes_begin (head, length, MAGIC) ? 100 : 0;
}

const CyanFormat cyan_format_sysprof = {
  .name = "sysprof",
  .label = "Sysprof capture",
  .extensions = (const char *const[]){ ".syscap", NULL },
  .sniff = sysprof_sniff,
  .read = sysprof_read,
};
