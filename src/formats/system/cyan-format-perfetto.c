/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the samples of stacks in traces of Perfetto: those of perf (traced_perf), of heaps
 * (heapprofd), and of Chrome.
 *
 * A trace is a list of packets; what a packet means depends on its sequence.  All else that a trace
 * has, such as slices and counters, is left out.  perfetto/protos/perfetto/trace/trace_packet.proto
 * and trace/profiling/profile_packet.proto.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-perfetto.h"

#include <zlib.h>

/* Bytes of a packet. */
#define MAX_PACKET (256u * 1024 * 1024)

/* Packets within packets that are compressed. */
#define MAX_DEPTH 4

/* Fields of a trace, and of a packet. */
enum
{
  TRACE_PACKET = 1,
  PROCESS_TREE = 2,
  TRUSTED_UID = 3,
  TRUSTED_SEQUENCE = 10,
  INTERNED_DATA = 12,
  SEQUENCE_FLAGS = 13,
  PROFILE_PACKET = 37,
  STATE_CLEARED = 41,
  PACKETS_DROPPED = 42,
  PROCESS_DESCRIPTOR = 43,
  COMPRESSED_PACKETS = 50,
  STREAMING_PROFILE = 54,
  DEFAULTS = 59,
  MODULE_SYMBOLS = 61,
  PERF_SAMPLE = 66,
};

/* The values of a node. */
enum
{
  PERF_SAMPLES,
  PERF_TIME,
  PERF_COUNT,
  SAMPLES,
  INUSE_SPACE,
  INUSE_OBJECTS,
  ALLOC_SPACE,
  ALLOC_OBJECTS,
  MAX_SPACE,
  MAX_OBJECTS,
  N_VALUES
};

static const char *const metrics[N_VALUES][2] = {
  { "perf samples", "samples" }, { "time", "ns" },
  { "events", "count" },         { "samples", "samples" },
  { "inuse_space", "bytes" },    { "inuse_objects", "count" },
  { "alloc_space", "bytes" },    { "alloc_objects", "count" },
  { "max_space", "bytes" },      { "max_objects", "count" },
};

typedef struct
{
  double of[N_VALUES];
} Values;

typedef struct
{
  CyanInput *input;
  CyanPerfetto trace;
  CyanPerfettoSequence *sequence; /* of the packet that is read */
  GArray *values;                 /* of Values by node of the tree */
  gboolean has[N_VALUES];
  gboolean is_cut, has_cut_heaps;
  guint64 n_skipped, n_lost, n_dropped;
} Reader;

/* ---- samples ---- */

static double *
values_at (Reader *self, guint32 node)
{
  if (node >= self->values->len)
    {
      cyan_charge_add (&self->trace.charge, (node + 1 - self->values->len) * sizeof (Values));
      g_array_set_size (self->values, node + 1);
    }
  return g_array_index (self->values, Values, node).of;
}

/* Reads the numbers of a message by field, and which it has. */
static gboolean
read_numbers (Reader *self,
              const CyanProtobuf *outer,
              guint64 *fields,
              gboolean *has,
              guint n,
              GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field < n && wire.type == CYAN_PROTOBUF_NUMBER)
      {
        fields[wire.field] = wire.value;
        has[wire.field] = TRUE;
      }
  return got == 0;
}

static void
add (Reader *self, guint32 node, guint value, double amount)
{
  values_at (self, node)[value] += amount;
  self->has[value] = TRUE;
}

static gboolean
read_perf_sample (Reader *self, const CyanProtobuf *outer, GError **error)
{
  enum
  {
    PID = 2,
    STACK = 4,
    COUNT = 6,
    LOST = 17,
    SKIPPED = 18,
    N_FIELDS
  };
  guint64 fields[N_FIELDS] = { 0 };
  gboolean has[N_FIELDS] = { FALSE };
  guint32 node;

  if (!read_numbers (self, outer, fields, has, N_FIELDS, error))
    return FALSE;
  self->n_lost += fields[LOST];
  self->n_skipped += has[SKIPPED];
  /* What is neither skipped nor counted tells of the recorder. */
  if (has[SKIPPED] || (!has[STACK] && !has[COUNT]))
    return TRUE;
  node = cyan_perfetto_node (&self->trace, self->sequence, fields[PID], CYAN_STR_EMPTY,
                             fields[STACK], error);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  add (self, node, PERF_SAMPLES, 1);
  if (self->sequence->period > 0)
    add (self, node, self->sequence->is_time ? PERF_TIME : PERF_COUNT, self->sequence->period);
  return TRUE;
}

/* Goes to the first field @field of the message in @outer's field. */
static gboolean
find_field (const CyanProtobuf *outer, guint field, CyanProtobuf *inner)
{
  cyan_protobuf_enter (inner, outer);
  while (cyan_protobuf_next (inner) == CYAN_PROTOBUF_FIELD)
    if (inner->field == field && inner->type == CYAN_PROTOBUF_BYTES)
      return TRUE;
  return FALSE;
}

/* Reads what each sample of the sequence stands for: a period, or a frequency of a clock.  The
 * counter's values that samples have count for other processes, too. */
static void
read_defaults (Reader *self, const CyanProtobuf *outer)
{
  enum
  {
    CPU_CLOCK = 1,
    TASK_CLOCK = 3,
    OTHER = G_MAXINT
  };
  CyanProtobuf perf, timebase, base;
  guint64 period = 0, frequency = 0, counter = 0;

  if (!find_field (outer, 12, &perf) || !find_field (&perf, 1, &timebase))
    return;
  cyan_protobuf_enter (&base, &timebase);
  while (cyan_protobuf_next (&base) == CYAN_PROTOBUF_FIELD)
    if (base.field == 1)
      period = base.value;
    else if (base.field == 2)
      frequency = base.value;
    else if (base.field >= 3 && base.field <= 5)
      counter = base.field == 4 ? base.value : OTHER;
  /* traced_perf's own event is a clock of the processor. */
  self->sequence->is_time = counter == CPU_CLOCK || counter == TASK_CLOCK || counter == 0;
  self->sequence->period = period > 0                                 ? (double) period
                           : frequency > 0 && self->sequence->is_time ? 1e9 / (double) frequency
                                                                      : 0;
}

/* ---- Chrome's samples ---- */

static gboolean
add_streamed (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  Reader *self = data;
  guint32 node = cyan_perfetto_node (&self->trace, self->sequence, 0, CYAN_STR_EMPTY, value, error);

  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  add (self, node, SAMPLES, 1);
  return TRUE;
}

static gboolean
read_streaming (Reader *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 1
        && !cyan_protobuf_numbers (&wire, self->input, "profile", add_streamed, self, error))
      return FALSE;
  return got == 0;
}

/* ---- heaps ---- */

/* Reads what a stack has allocated since the recording began; a later dump replaces it. */
static gboolean
read_heap_sample (
    Reader *self, guint64 pid, CyanStr heap, const CyanProtobuf *outer, GError **error)
{
  guint64 fields[10] = { 0 };
  gboolean has[10] = { FALSE };
  guint32 node;
  double *of;

  if (!read_numbers (self, outer, fields, has, G_N_ELEMENTS (fields), error))
    return FALSE;
  node = cyan_perfetto_node (&self->trace, self->sequence, pid, heap, fields[1], error);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  of = values_at (self, node);
  of[INUSE_SPACE] = (double) fields[2] - (double) fields[3];
  of[ALLOC_SPACE] = (double) fields[2];
  of[INUSE_OBJECTS] = (double) fields[5] - (double) fields[6];
  of[ALLOC_OBJECTS] = (double) fields[5];
  of[MAX_SPACE] = (double) fields[8];
  of[MAX_OBJECTS] = (double) fields[9];
  for (guint i = INUSE_SPACE; i < N_VALUES; i++)
    self->has[i] |= of[i] != 0;
  return TRUE;
}

static gboolean
read_heaps (Reader *self, const CyanProtobuf *outer, GError **error)
{
  CyanStr heap = CYAN_STR_EMPTY;
  guint64 pid = 0;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    switch (wire.field)
      {
      case 1:
        pid = wire.value;
        break;
      case 11:
        heap =
            cyan_strings_add (self->trace.strings, (const char *) wire.bytes, (gssize) wire.length);
        break;
      case 4:
      case 6:
      case 7:
      case 8:
      case 10:
        self->has_cut_heaps |= wire.value != 0;
        break;
      default:
        break;
      }
  if (got < 0)
    return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_take (&wire, self->input, NULL) > 0)
    if (wire.field == 2 && !read_heap_sample (self, pid, heap, &wire, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_profile (Reader *self, const CyanProtobuf *outer, GError **error)
{
  static const guint fields[CYAN_PERFETTO_KINDS] = { 1, 1, 1, 1, 4, 2, 3 };
  CyanProtobuf wire;
  int got;

  if (!cyan_perfetto_define (&self->trace, self->sequence, outer, fields, error))
    return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 5 && !read_heaps (self, &wire, error))
      return FALSE;
  return got == 0;
}

/* ---- processes ---- */

/* Names a process by the first word of its command line or, in field @name_field, by its name. */
static void
read_process (Reader *self, const CyanProtobuf *outer, guint command_field, guint name_field)
{
  const char *name = NULL, *slash;
  gsize length = 0;
  guint64 pid = 0;
  CyanProtobuf wire;

  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_next (&wire) == CYAN_PROTOBUF_FIELD)
    if (wire.field == 1 && wire.type == CYAN_PROTOBUF_NUMBER)
      pid = wire.value;
    else if (wire.type == CYAN_PROTOBUF_BYTES && wire.length > 0
             && ((wire.field == command_field && name == NULL) || wire.field == name_field))
      {
        name = (const char *) wire.bytes;
        length = wire.length;
      }
  if (name == NULL)
    return;
  slash = memrchr (name, '/', length);
  if (slash != NULL && slash + 1 < name + length)
    {
      length -= (gsize) (slash + 1 - name);
      name = slash + 1;
    }
  cyan_perfetto_name_process (&self->trace, pid,
                              cyan_strings_add (self->trace.strings, name, (gssize) length));
}

static void
read_process_tree (Reader *self, const CyanProtobuf *outer)
{
  CyanProtobuf wire;

  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_next (&wire) == CYAN_PROTOBUF_FIELD)
    if (wire.field == 1 && wire.type == CYAN_PROTOBUF_BYTES)
      read_process (self, &wire, 3, 0);
}

/* ---- packets ---- */

static gboolean read_packet (Reader *self, const CyanProtobuf *outer, guint depth, GError **error);

/* Inflates packets and reads them. */
static gboolean
read_compressed (Reader *self, const CyanProtobuf *outer, guint depth, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  CyanCharge charge;
  guint8 buffer[16384];
  z_stream stream = { .next_in = (guchar *) outer->bytes, .avail_in = (uInt) outer->length };
  CyanProtobuf wire;
  int got = Z_OK, taken = -1;

  if (inflateInit (&stream) != Z_OK)
    return cyan_protobuf_fail (outer, self->input, error, "%s", _ ("not enough memory"));
  cyan_charge_init (&charge, cyan_input_budget (self->input));
  while (got == Z_OK && bytes->len <= MAX_PACKET)
    {
      stream.next_out = buffer;
      stream.avail_out = sizeof buffer;
      got = inflate (&stream, Z_NO_FLUSH);
      g_byte_array_append (bytes, buffer, sizeof buffer - stream.avail_out);
      cyan_charge_set (&charge, bytes->len);
    }
  inflateEnd (&stream);
  if (got != Z_STREAM_END || depth == MAX_DEPTH)
    cyan_protobuf_fail (outer, self->input, error, "%s", _ ("packets that cannot be inflated"));
  else
    {
      cyan_protobuf_init (&wire, bytes->data, bytes->len, outer->field_offset);
      while ((taken = cyan_protobuf_take (&wire, self->input, error)) > 0)
        if (wire.field == TRACE_PACKET && !read_packet (self, &wire, depth + 1, error))
          {
            taken = -1;
            break;
          }
    }
  cyan_charge_clear (&charge);
  return taken == 0;
}

/* Reads a field that has data. */
static gboolean
read_field (Reader *self, const CyanProtobuf *wire, guint depth, GError **error)
{
  switch (wire->field)
    {
    case PERF_SAMPLE:
      return read_perf_sample (self, wire, error);
    case PROFILE_PACKET:
      return read_profile (self, wire, error);
    case STREAMING_PROFILE:
      return read_streaming (self, wire, error);
    case MODULE_SYMBOLS:
      return cyan_perfetto_read_symbols (&self->trace, wire, error);
    case PROCESS_TREE:
      read_process_tree (self, wire);
      return TRUE;
    case PROCESS_DESCRIPTOR:
      read_process (self, wire, 2, 6);
      return TRUE;
    case COMPRESSED_PACKETS:
      return read_compressed (self, wire, depth, error);
    default:
      return TRUE;
    }
}

/* Reads a packet: first its sequence, then what it defines, then its data. */
static gboolean
read_packet (Reader *self, const CyanProtobuf *outer, guint depth, GError **error)
{
  static const guint fields[CYAN_PERFETTO_KINDS] = { 5, 17, 16, 18, 19, 6, 7 };
  guint64 sequence = 0;
  gboolean is_cleared = FALSE, is_dropped = FALSE;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      if (wire.field == TRUSTED_SEQUENCE)
        sequence = wire.value;
      is_cleared |= (wire.field == SEQUENCE_FLAGS && (wire.value & 1) != 0)
                    || (wire.field == STATE_CLEARED && wire.value != 0);
      is_dropped |= wire.field == PACKETS_DROPPED && wire.value != 0;
    }
  if (got < 0)
    return FALSE;
  /* The first packet of a sequence says so, too. */
  self->n_dropped += is_dropped && cyan_perfetto_has_sequence (&self->trace, sequence);
  self->sequence = cyan_perfetto_sequence (&self->trace, sequence);
  if (is_cleared)
    cyan_perfetto_forget (self->sequence);
  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_take (&wire, self->input, NULL) > 0)
    if (wire.field == DEFAULTS)
      read_defaults (self, &wire);
    else if (wire.field == INTERNED_DATA
             && !cyan_perfetto_define (&self->trace, self->sequence, &wire, fields, error))
      return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_take (&wire, self->input, NULL) > 0)
    if (wire.type == CYAN_PROTOBUF_BYTES && !read_field (self, &wire, depth, error))
      return FALSE;
  return TRUE;
}

/* Reads all packets. */
static gboolean
read_trace (Reader *self, GError **error)
{
  gsize wanted = 16, available;
  const char *bytes;
  CyanProtobuf wire;

  for (;;)
    {
      if (!cyan_input_peek (self->input, wanted, &bytes, &available, error))
        return FALSE;
      cyan_protobuf_init (&wire, bytes, available, cyan_input_offset (self->input));
      switch (cyan_protobuf_next (&wire))
        {
        case CYAN_PROTOBUF_END:
          return TRUE;
        case CYAN_PROTOBUF_CUT:
          self->is_cut = available < wanted;
          if (self->is_cut)
            return TRUE;
          if (wire.wanted > MAX_PACKET)
            return cyan_input_fail_byte (self->input, error, _ ("a packet of more than %u bytes"),
                                         MAX_PACKET);
          wanted = MAX (wire.wanted, wanted + 1);
          break;
        case CYAN_PROTOBUF_FIELD:
          if (wire.field == TRACE_PACKET && wire.type == CYAN_PROTOBUF_BYTES
              && !read_packet (self, &wire, 0, error))
            return FALSE;
          cyan_input_skip (self->input, (gsize) (wire.at - wire.begin));
          wanted = 16;
          break;
        default:
          return cyan_protobuf_fail (&wire, self->input, error, "%s", wire.problem);
        }
    }
}

static void
add_notes (Reader *self)
{
  CyanProfileBuilder *builder = self->trace.builder;

  if (self->is_cut)
    cyan_profile_builder_warn (builder, _ ("the file ends within a packet: it may have been cut"));
  if (self->has_cut_heaps)
    cyan_profile_builder_warn (builder, _ ("the recorder of the heap stopped early or lost calls"));
  cyan_profile_builder_warn_n (builder, self->n_skipped, "the recorder skipped %'" PRIu64 " sample",
                               "the recorder skipped %'" PRIu64 " samples", self->n_skipped);
  cyan_profile_builder_warn_n (builder, self->n_lost, "the kernel lost %'" PRIu64 " record",
                               "the kernel lost %'" PRIu64 " records", self->n_lost);
  cyan_profile_builder_warn_n (builder, self->n_dropped,
                               "packets were lost before %'" PRIu64 " packet",
                               "packets were lost before %'" PRIu64 " packets", self->n_dropped);
  cyan_profile_builder_warn_n (builder, self->trace.n_missing, "%'" PRIu64 " sample has no stack",
                               "%'" PRIu64 " samples have no stack", self->trace.n_missing);
}

static gboolean
build (Reader *self, GError **error)
{
  CyanProfileBuilder *builder = self->trace.builder;
  guint numbers[N_VALUES] = { 0 };
  g_autofree CyanNode *nodes = NULL;

  /* What is in use may be 0 at the end. */
  self->has[INUSE_SPACE] |= self->has[ALLOC_SPACE];
  for (guint m = 0; m < N_VALUES; m++)
    if (self->has[m])
      numbers[m] = cyan_profile_builder_metric (builder, metrics[m][0], metrics[m][1]);
  nodes = cyan_perfetto_build (&self->trace, error);
  if (nodes == NULL)
    return FALSE;
  for (guint32 i = 1; i < self->values->len; i++)
    for (guint m = 0; m < N_VALUES; m++)
      if (self->has[m])
        cyan_profile_builder_add (builder, numbers[m], nodes[i],
                                  g_array_index (self->values, Values, i).of[m]);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  add_notes (self);
  return TRUE;
}

static gboolean
perfetto_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input, .values = cyan_scratch_array (&scratch, sizeof (Values)) };
  gboolean has_samples = FALSE;

  cyan_perfetto_init (&self.trace, &scratch, input, builder);
  if (!read_trace (&self, error))
    return FALSE;
  for (guint m = 0; m < N_VALUES; m++)
    has_samples |= self.has[m];
  if (!has_samples)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: this is a trace of Perfetto without samples of perf, heapprofd or "
                         "Chrome; convert it with traceconv json FILE"),
                      cyan_input_name (input));
  return build (&self, error);
}

/* Packets, each of which knows who wrote it. */
static int
perfetto_sniff (const char *head, gsize length)
{
  CyanProtobuf trace, packet;
  gboolean is_trusted = FALSE;

  cyan_protobuf_init (&trace, head, length, 0);
  while (cyan_protobuf_next (&trace) == CYAN_PROTOBUF_FIELD)
    {
      if (trace.field != TRACE_PACKET || trace.type != CYAN_PROTOBUF_BYTES)
        return 0;
      cyan_protobuf_enter (&packet, &trace);
      while (cyan_protobuf_next (&packet) == CYAN_PROTOBUF_FIELD)
        is_trusted |= packet.type == CYAN_PROTOBUF_NUMBER
                      && (packet.field == TRUSTED_UID || packet.field == TRUSTED_SEQUENCE);
    }
  return is_trusted ? 60 : 0;
}

const CyanFormat cyan_format_perfetto = {
  .name = "perfetto",
  .label = "trace of Perfetto",
  .sniff = perfetto_sniff,
  .read = perfetto_read,
};
