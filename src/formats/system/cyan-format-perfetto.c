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
#include "cyan-perfetto-samples.h"

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

typedef struct
{
  CyanInput *input;
  CyanPerfetto trace;
  CyanPerfettoSamples samples;
  gboolean is_cut;
  guint64 n_dropped;
} Reader;

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
      return cyan_perfetto_read_perf (&self->samples, wire, error);
    case PROFILE_PACKET:
      return cyan_perfetto_read_profile (&self->samples, wire, error);
    case STREAMING_PROFILE:
      return cyan_perfetto_read_streaming (&self->samples, wire, error);
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
  self->samples.sequence = cyan_perfetto_sequence (&self->trace, sequence);
  if (is_cleared)
    cyan_perfetto_forget (self->samples.sequence);
  cyan_protobuf_enter (&wire, outer);
  while (cyan_protobuf_take (&wire, self->input, NULL) > 0)
    if (wire.field == DEFAULTS)
      cyan_perfetto_read_defaults (&self->samples, &wire);
    else if (wire.field == INTERNED_DATA
             && !cyan_perfetto_define (&self->trace, self->samples.sequence, &wire, fields, error))
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

static gboolean
perfetto_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_auto (CyanScratch) scratch = { NULL };
  Reader self = { .input = input };

  cyan_perfetto_init (&self.trace, &scratch, input, builder);
  cyan_perfetto_samples_init (&self.samples, &scratch, &self.trace);
  if (!read_trace (&self, error))
    return FALSE;
  if (!cyan_perfetto_samples_exist (&self.samples))
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: this is a trace of Perfetto without samples of perf, heapprofd or "
                         "Chrome; convert it with traceconv json FILE"),
                      cyan_input_name (input));
  if (self.is_cut)
    cyan_profile_builder_warn (builder, _ ("the file ends within a packet: it may have been cut"));
  cyan_profile_builder_warn_n (builder, self.n_dropped,
                               "packets were lost before %'" PRIu64 " packet",
                               "packets were lost before %'" PRIu64 " packets", self.n_dropped);
  return cyan_perfetto_samples_build (&self.samples, error);
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
