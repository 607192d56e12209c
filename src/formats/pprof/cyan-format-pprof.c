/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads pprof's profile.proto in one pass over its messages.
 *
 * In most files the samples come before the tables that they refer to.  So stacks are kept as a
 * tree of locations (CyanPprofStacks) and tables as arrays (CyanPprofTables).  At the end of the
 * file cyan_pprof_build() turns both into contexts.
 */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"
#include "cyan-worker.h"

/* Maximum size in bytes of a string, and of any other field of a profile. */
#define MAX_STRING (256u * 1024 * 1024)
#define MAX_FIELD  (64u * 1024 * 1024)

/* The share of reading in the whole work.  The rest is turning locations into contexts. */
#define READING_SHARE 0.7

/* A file that begins with so many bytes of text is no profile. */
#define TEXT_HEAD 1024

/* More comments than these are dropped. */
#define MAX_COMMENTS 1000

/* Fields of the message Profile. */
enum
{
  SAMPLE_TYPE = 1,
  SAMPLE,
  MAPPING,
  LOCATION,
  FUNCTION,
  STRING,
  DROP_FRAMES,
  KEEP_FRAMES,
  TIME_NANOS,
  DURATION_NANOS,
  PERIOD_TYPE,
  PERIOD,
  COMMENT,
  DEFAULT_SAMPLE_TYPE,
  N_FIELDS,
};

/* The fields that are numbers. */
#define IS_NUMBER                                                                                  \
  (1u << DROP_FRAMES | 1u << KEEP_FRAMES | 1u << TIME_NANOS | 1u << DURATION_NANOS | 1u << PERIOD  \
   | 1u << DEFAULT_SAMPLE_TYPE)

/* ---- two threads ---- */

/* Parses [@bytes, @bytes + @length), which start at @offset of the file. */
typedef gboolean (*PipeFunc) (
    gpointer data, const void *bytes, gsize length, guint64 offset, GError **error);

/*
 * A pipe between two threads: one decompresses a profile, the other parses its bytes in order.
 *
 * Decompression takes a third of the loading time.  Results and the first error are the same as
 * with one thread.  Small profiles are parsed without a second thread.  init_pipe() comes first.
 */
typedef struct
{
  PipeFunc use;
  gpointer data;
  CyanWorker worker; /* its thread is started by the first full block */
  CyanMutex mutex;
  CyanCond changed;

  /* The block being filled and the block being parsed. */
  GByteArray *blocks[2];
  guint64 offsets[2];
  guint filling; /* index of the block being filled */

  /* Guarded by the mutex. */
  gboolean busy, over;
  GError *failure; /* of the thread */
} Pipe;

/* A block of BLOCK bytes goes to the thread.  A piece of LARGE bytes is parsed without a copy. */
#define BLOCK (1024 * 1024)
#define LARGE (4 * BLOCK)

static void
init_pipe (Pipe *self, PipeFunc use, gpointer data)
{
  *self = (Pipe){ .use = use, .data = data };
  cyan_mutex_init (&self->mutex);
  cyan_cond_init (&self->changed);
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    self->blocks[i] = g_byte_array_new ();
}

static gboolean
use_block (Pipe *self, guint block, GError **error)
{
  const GByteArray *bytes = self->blocks[block];
  gboolean ok = self->use (self->data, bytes->data, bytes->len, self->offsets[block], error);

  g_byte_array_set_size (self->blocks[block], 0);
  return ok;
}

static gboolean
run (gpointer data, GError **error)
{
  Pipe *self = data;

  cyan_mutex_lock (&self->mutex);
  for (;;)
    {
      GError *failure = NULL;
      guint block;

      while (!self->busy && !self->over)
        cyan_cond_wait (&self->changed, &self->mutex);
      if (!self->busy)
        break;
      block = 1 - self->filling;
      cyan_mutex_unlock (&self->mutex);
      use_block (self, block, &failure);
      cyan_mutex_lock (&self->mutex);
      self->failure = failure;
      self->busy = FALSE;
      cyan_cond_signal (&self->changed);
    }
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

/* Waits until the thread is idle.  Returns FALSE if anything has failed so far. */
static gboolean
wait_idle (Pipe *self, GError **error)
{
  gboolean ok;

  cyan_mutex_lock (&self->mutex);
  while (self->busy)
    cyan_cond_wait (&self->changed, &self->mutex);
  ok = self->failure == NULL;
  cyan_mutex_unlock (&self->mutex);
  if (!ok && error != NULL)
    *error = g_error_copy (self->failure);
  return ok;
}

/* Parses the block being filled, in the calling thread. */
static gboolean
flush (Pipe *self, GError **error)
{
  if (!wait_idle (self, error))
    return FALSE;
  if (self->blocks[self->filling]->len == 0 || use_block (self, self->filling, &self->failure))
    return TRUE;
  return wait_idle (self, error);
}

static gboolean
submit (Pipe *self, GError **error)
{
  if (!wait_idle (self, error))
    return FALSE;
  if (self->worker.thread == NULL && !cyan_worker_start (&self->worker, "pprof", run, self))
    return flush (self, error);
  cyan_mutex_lock (&self->mutex);
  self->filling = 1 - self->filling;
  self->busy = TRUE;
  cyan_cond_signal (&self->changed);
  cyan_mutex_unlock (&self->mutex);
  return TRUE;
}

/* Adds the next bytes of the file.  Returns FALSE with @error if earlier bytes could not be
 * parsed. */
static gboolean
write_pipe (Pipe *self, const void *bytes, gsize length, guint64 offset, GError **error)
{
  GByteArray *block = self->blocks[self->filling];

  if (length >= LARGE)
    {
      if (!flush (self, error))
        return FALSE;
      return self->use (self->data, bytes, length, offset, &self->failure)
             || wait_idle (self, error);
    }
  if (block->len == 0)
    self->offsets[self->filling] = offset;
  g_byte_array_append (block, bytes, (guint) length);
  return block->len < BLOCK || submit (self, error);
}

/* Waits until all bytes are parsed and frees the blocks.  Call it exactly once, also after a
 * failure, which it reports again.  Afterwards all writes of the other thread are visible to the
 * caller. */
static gboolean
close_pipe (Pipe *self, GError **error)
{
  gboolean ok = flush (self, error);

  if (self->worker.thread != NULL)
    {
      cyan_mutex_lock (&self->mutex);
      self->over = TRUE;
      cyan_cond_signal (&self->changed);
      cyan_mutex_unlock (&self->mutex);
      cyan_worker_join (&self->worker, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->blocks); i++)
    g_byte_array_unref (self->blocks[i]);
  g_clear_error (&self->failure);
  cyan_mutex_clear (&self->mutex);
  cyan_cond_clear (&self->changed);
  return ok;
}

/* ---- fields ---- */

static gboolean
read_value_type (CyanPprofReader *self,
                 const CyanProtobuf *outer,
                 CyanPprofValueType *type,
                 GError **error)
{
  const CyanPprofField fields[] = { { 0 }, { .string = &type->type }, { .string = &type->unit } };

  *type = (CyanPprofValueType){ 0 };
  return cyan_pprof_read_numbers (&self->tables, outer, "sample type", fields,
                                  G_N_ELEMENTS (fields), error);
}

static gboolean
read_sample_type (CyanPprofReader *self, const CyanProtobuf *wire, GError **error)
{
  CyanPprofValueType type;

  if (!read_value_type (self, wire, &type, error))
    return FALSE;
  if (self->types->len == CYAN_PPROF_MAX_METRICS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %d sample types"),
                      cyan_input_name (self->input), CYAN_PPROF_MAX_METRICS);
  g_array_append_val (self->types, type);
  return TRUE;
}

static gboolean
add_comment (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  CyanPprofReader *self = data;
  guint32 index;

  if (!cyan_pprof_string_index (&self->tables, wire, value, &index, error))
    return FALSE;
  if (self->comments->len < MAX_COMMENTS)
    g_array_append_val (self->comments, index);
  return TRUE;
}

static gboolean
read_number (CyanPprofReader *self, const CyanProtobuf *wire, GError **error)
{
  gint64 number = (gint64) wire->value;

  switch (wire->field)
    {
    case DROP_FRAMES:
      return cyan_pprof_string_index (&self->tables, wire, wire->value, &self->drop, error);
    case KEEP_FRAMES:
      return cyan_pprof_string_index (&self->tables, wire, wire->value, &self->keep, error);
    case DEFAULT_SAMPLE_TYPE:
      return cyan_pprof_string_index (&self->tables, wire, wire->value, &self->default_type, error);
    case TIME_NANOS:
      if (self->time != 0)
        return cyan_protobuf_fail (wire, self->input, error,
                                   _ ("a second time: are these two profiles in one file?"));
      self->time = number;
      return TRUE;
    case DURATION_NANOS:
      self->duration = number;
      return TRUE;
    default:
      self->period = number;
      return TRUE;
    }
}

static gboolean
read_field (CyanPprofReader *self, const CyanProtobuf *wire, GError **error)
{
  if (wire->field >= N_FIELDS)
    return TRUE;
  if ((IS_NUMBER >> wire->field & 1) != 0)
    return cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_NUMBER, "profile", error)
           && read_number (self, wire, error);
  if (wire->field == COMMENT)
    return cyan_protobuf_numbers (wire, self->input, "profile", add_comment, self, error);
  if (!cyan_protobuf_expect (wire, self->input, CYAN_PROTOBUF_BYTES, "profile", error))
    return FALSE;
  switch (wire->field)
    {
    case SAMPLE_TYPE:
      return read_sample_type (self, wire, error);
    case SAMPLE:
      return cyan_pprof_read_sample (self, wire, error);
    case MAPPING:
      return cyan_pprof_tables_add_mapping (&self->tables, wire, error);
    case LOCATION:
      return cyan_pprof_tables_add_location (&self->tables, wire, error);
    case FUNCTION:
      return cyan_pprof_tables_add_function (&self->tables, wire, error);
    case STRING:
      return cyan_pprof_tables_add_string (&self->tables, wire, error);
    default:
      return read_value_type (self, wire, &self->period_type, error);
    }
}

/* Handles a field that is only partly in memory: checks its size and asks for more bytes. */
static gboolean
want_more (CyanPprofReader *self, const CyanProtobuf *wire, gboolean is_all, GError **error)
{
  guint64 left = (guint64) (wire->end - wire->at);

  if (is_all)
    return cyan_protobuf_fail (wire, self->input, error,
                               _ ("the file ends in the middle of a field: %" PRIu64
                                  " bytes of at least %" PRIu64 " are there"),
                               left, wire->wanted);
  if (wire->wanted > (wire->field == STRING ? MAX_STRING : MAX_FIELD))
    {
      const char *bytes;
      gsize available;

      /* A field of this size is legal, but a broken length is more likely. */
      if (!cyan_input_peek (self->input, left + MAX_FIELD, &bytes, &available, error))
        return FALSE;
      if (available < left + MAX_FIELD)
        return cyan_protobuf_fail (wire, self->input, error,
                                   _ ("a field of %" PRIu64 " bytes in a file that ends before"),
                                   wire->wanted);
      return cyan_fail (error, CYAN_ERROR_LIMIT,
                        _ ("%s: byte %" PRIu64 ": a field of %" PRIu64 " bytes"),
                        cyan_input_name (self->input), wire->field_offset, wire->wanted);
    }
  return TRUE;
}

static void
charge (CyanPprofReader *self)
{
  cyan_charge_set (&self->charge, cyan_pprof_tables_memory (&self->tables)
                                      + cyan_pprof_stacks_memory (&self->stacks)
                                      + self->stack_room * sizeof *self->stack + self->packed->len
                                      + self->comments->len * sizeof (guint32));
}

/* Reads the whole fields in @bytes; runs in a thread of its own if the file is large. */
static gboolean
use_fields (gpointer data, const void *bytes, gsize length, guint64 offset, GError **error)
{
  CyanPprofReader *self = data;
  CyanProtobuf wire;

  cyan_protobuf_init (&wire, bytes, length, offset);
  while (cyan_protobuf_next (&wire) == CYAN_PROTOBUF_FIELD)
    if (!read_field (self, &wire, error))
      return FALSE;
  charge (self);
  return TRUE;
}

static gboolean
pass_fields (CyanPprofReader *self, Pipe *pipe, GError **error)
{
  gsize wanted = 1;

  for (;;)
    {
      CyanProtobuf wire;
      CyanProtobufStep step;
      const char *bytes;
      gsize length;

      if (!cyan_input_peek (self->input, wanted, &bytes, &length, error))
        return FALSE;
      cyan_protobuf_init (&wire, bytes, length, cyan_input_offset (self->input));
      do
        step = cyan_protobuf_next (&wire);
      while (step == CYAN_PROTOBUF_FIELD);
      if (!write_pipe (pipe, wire.begin, (gsize) (wire.at - wire.begin), wire.offset, error))
        return FALSE;
      if (step == CYAN_PROTOBUF_BROKEN)
        return cyan_protobuf_fail (&wire, self->input, error, "%s", wire.problem);
      cyan_input_skip (self->input, (gsize) (wire.at - wire.begin));
      if (step == CYAN_PROTOBUF_END && length < wanted)
        return TRUE;
      if (step == CYAN_PROTOBUF_CUT && !want_more (self, &wire, length < wanted, error))
        return FALSE;
      wanted = step == CYAN_PROTOBUF_CUT ? (gsize) wire.wanted : 1;
    }
}

/* Reports the first failure in the order of the file, whichever side of the pipe finds it. */
static gboolean
read_fields (CyanPprofReader *self, GError **error)
{
  Pipe pipe;
  g_autoptr (GError) later = NULL;
  gboolean passed;

  init_pipe (&pipe, use_fields, self);
  passed = pass_fields (self, &pipe, &later);
  if (!close_pipe (&pipe, error))
    return FALSE;
  if (!passed)
    g_propagate_error (error, g_steal_pointer (&later));
  return passed && cyan_pprof_end_samples (self, error) && cyan_input_poll (self->input, error);
}

static gboolean
check (CyanPprofReader *self, GError **error)
{
  if (self->types->len == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no sample type"),
                      cyan_input_name (self->input));
  if (self->n_samples > 0 && self->stacks.width != self->types->len)
    return cyan_protobuf_fail (&(CyanProtobuf){ .field_offset = self->first_sample }, self->input,
                               error, _ ("a sample with %u values, but there are %u sample types"),
                               self->stacks.width, self->types->len);
  return cyan_pprof_tables_check (&self->tables, error);
}

static gboolean
pprof_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  CyanPprofReader *self = cyan_scratch_own (&scratch, g_new0 (CyanPprofReader, 1), g_free);
  guint max_nodes = cyan_profile_builder_max_nodes (builder);

  self->input = input;
  self->builder = builder;
  cyan_scratch_charge (&scratch, &self->charge, cyan_input_budget (input));
  cyan_pprof_tables_init (&self->tables, &scratch, input, cyan_profile_builder_strings (builder),
                          cyan_profile_builder_wants_lines (builder));
  /* Several locations may become one context, so the stacks may have more nodes than the
   * profile. */
  cyan_scratch_hold (&scratch, cyan_pprof_stacks, &self->stacks,
                     (guint) MIN (MAX (2 * (guint64) max_nodes, 1 << 20), G_MAXINT32));
  self->packed =
      cyan_scratch_own (&scratch, g_byte_array_new (), (GDestroyNotify) g_byte_array_unref);
  self->types = cyan_scratch_array (&scratch, sizeof (CyanPprofValueType));
  self->comments = cyan_scratch_array (&scratch, sizeof (guint32));
  cyan_scratch_free (&scratch, &self->stack);
  if (cyan_profile_builder_pieces (builder) != NULL)
    cyan_pprof_origins_init (&self->origins, &scratch, cyan_profile_builder_pieces (builder));
  cyan_input_set_share (input, READING_SHARE);

  return read_fields (self, error) && check (self, error) && cyan_pprof_build (self, error);
}

/* Whether [@bytes, @bytes + @length) is a message of numbers whose fields are at most @max. */
static gboolean
is_numbers (const guchar *bytes, gsize length, guint max)
{
  CyanProtobuf wire;
  CyanProtobufStep step;

  cyan_protobuf_init (&wire, bytes, length, 0);
  while ((step = cyan_protobuf_next (&wire)) == CYAN_PROTOBUF_FIELD)
    if (wire.type != CYAN_PROTOBUF_NUMBER || wire.field > max)
      return FALSE;
  return step == CYAN_PROTOBUF_END;
}

/* The points that the current field adds to the score; negative: no profile has such a field. */
static int
sniff_field (const CyanProtobuf *wire, gboolean *has_strings)
{
  CyanProtobuf inner;
  gboolean is_bytes = wire->type == CYAN_PROTOBUF_BYTES;

  if (wire->field >= N_FIELDS)
    return 0;
  if ((IS_NUMBER >> wire->field & 1) != 0)
    return wire->type == CYAN_PROTOBUF_NUMBER ? 1 : -1;
  if (wire->field == COMMENT)
    return 0;
  if (!is_bytes)
    return -1;
  switch (wire->field)
    {
    case SAMPLE_TYPE:
    case PERIOD_TYPE:
      /* Both numbers are omitted when they are 0, the empty string. */
      if (wire->length == 0)
        return 10;
      return is_numbers (wire->bytes, wire->length, 2) ? 50 : -1;
    case MAPPING:
      return is_numbers (wire->bytes, wire->length, 10) ? 10 : -1;
    case FUNCTION:
      return is_numbers (wire->bytes, wire->length, 5) ? 10 : -1;
    case STRING:
      if (!*has_strings && wire->length > 0)
        return -1;
      *has_strings = TRUE;
      return 1;
    default:
      cyan_protobuf_enter (&inner, wire);
      return cyan_protobuf_next (&inner) == CYAN_PROTOBUF_FIELD ? 10 : -1;
    }
}

/* Whether @head is text.  The first fields of each profile have control characters: the numbers of
 * their fields, and lengths. */
static gboolean
is_text (const char *head, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar) head[i] < ' ' && !g_ascii_isspace (head[i]))
      return FALSE;
  return TRUE;
}

static int
pprof_sniff (const char *head, gsize length)
{
  CyanProtobuf wire;
  CyanProtobufStep step;
  gboolean has_strings = FALSE;
  int score = 0;

  if (is_text (head, MIN (length, TEXT_HEAD)))
    return 0;
  cyan_protobuf_init (&wire, head, length, 0);
  while ((step = cyan_protobuf_next (&wire)) == CYAN_PROTOBUF_FIELD && score < 90)
    {
      int more = sniff_field (&wire, &has_strings);

      if (more < 0)
        break;
      score += more;
    }
  if (score < 10)
    return 0;
  /* If enough is right, errors are left to the reader, which can explain them. */
  return step == CYAN_PROTOBUF_END || score >= 50 ? MIN (score + 20, 95) : score;
}

const CyanFormat cyan_format_pprof = {
  .name = "pprof",
  .label = "pprof",
  .extensions = (const char *const[]){ ".pb", ".pprof", NULL },
  .sniff = pprof_sniff,
  .read = pprof_read,
  .write = cyan_pprof_write,
  .losses = cyan_pprof_losses,
};
