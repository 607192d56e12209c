/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of Perfetto: which values of which stacks they have. */
#include "cyan-perfetto-samples.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <inttypes.h>

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

void
cyan_perfetto_samples_init (CyanPerfettoSamples *self, CyanScratch *scratch, CyanPerfetto *trace)
{
  G_STATIC_ASSERT (N_VALUES == CYAN_PERFETTO_METRICS);

  *self = (CyanPerfettoSamples){ .trace = trace,
                                 .values = cyan_scratch_array (scratch, sizeof (Values)) };
}

/* ---- samples ---- */

static double *
values_at (CyanPerfettoSamples *self, guint32 node)
{
  if (node >= self->values->len)
    {
      cyan_charge_add (&self->trace->charge, (node + 1 - self->values->len) * sizeof (Values));
      g_array_set_size (self->values, node + 1);
    }
  return g_array_index (self->values, Values, node).of;
}

/* Reads the numbers of a message by field, and which it has. */
static gboolean
read_numbers (CyanPerfettoSamples *self,
              const CyanProtobuf *outer,
              guint64 *fields,
              gboolean *has,
              guint n,
              GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->trace->input, error)) > 0)
    if (wire.field < n && wire.type == CYAN_PROTOBUF_NUMBER)
      {
        fields[wire.field] = wire.value;
        has[wire.field] = TRUE;
      }
  return got == 0;
}

static void
add (CyanPerfettoSamples *self, guint32 node, guint value, double amount)
{
  values_at (self, node)[value] += amount;
  self->has[value] = TRUE;
}

gboolean
cyan_perfetto_read_perf (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error)
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
  node = cyan_perfetto_node (self->trace, self->sequence, fields[PID], CYAN_STR_EMPTY,
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
void
cyan_perfetto_read_defaults (CyanPerfettoSamples *self, const CyanProtobuf *outer)
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
  CyanPerfettoSamples *self = data;
  guint32 node = cyan_perfetto_node (self->trace, self->sequence, 0, CYAN_STR_EMPTY, value, error);

  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  add (self, node, SAMPLES, 1);
  return TRUE;
}

gboolean
cyan_perfetto_read_streaming (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->trace->input, error)) > 0)
    if (wire.field == 1
        && !cyan_protobuf_numbers (&wire, self->trace->input, "profile", add_streamed, self, error))
      return FALSE;
  return got == 0;
}

/* ---- heaps ---- */

/* Reads what a stack has allocated since the recording began; a later dump replaces it. */
static gboolean
read_heap_sample (
    CyanPerfettoSamples *self, guint64 pid, CyanStr heap, const CyanProtobuf *outer, GError **error)
{
  guint64 fields[10] = { 0 };
  gboolean has[10] = { FALSE };
  guint32 node;
  double *of;

  if (!read_numbers (self, outer, fields, has, G_N_ELEMENTS (fields), error))
    return FALSE;
  node = cyan_perfetto_node (self->trace, self->sequence, pid, heap, fields[1], error);
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
read_heaps (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error)
{
  CyanStr heap = CYAN_STR_EMPTY;
  guint64 pid = 0;
  CyanProtobuf wire;
  int got;

  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->trace->input, error)) > 0)
    switch (wire.field)
      {
      case 1:
        pid = wire.value;
        break;
      case 11:
        heap = cyan_strings_add (self->trace->strings, (const char *) wire.bytes,
                                 (gssize) wire.length);
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
  while (cyan_protobuf_take (&wire, self->trace->input, NULL) > 0)
    if (wire.field == 2 && !read_heap_sample (self, pid, heap, &wire, error))
      return FALSE;
  return TRUE;
}

gboolean
cyan_perfetto_read_profile (CyanPerfettoSamples *self, const CyanProtobuf *outer, GError **error)
{
  static const guint fields[CYAN_PERFETTO_KINDS] = { 1, 1, 1, 1, 4, 2, 3 };
  CyanProtobuf wire;
  int got;

  if (!cyan_perfetto_define (self->trace, self->sequence, outer, fields, error))
    return FALSE;
  cyan_protobuf_enter (&wire, outer);
  while ((got = cyan_protobuf_take (&wire, self->trace->input, error)) > 0)
    if (wire.field == 5 && !read_heaps (self, &wire, error))
      return FALSE;
  return got == 0;
}

/* ---- the profile ---- */

static void
add_notes (CyanPerfettoSamples *self)
{
  CyanProfileBuilder *builder = self->trace->builder;

  if (self->has_cut_heaps)
    cyan_profile_builder_warn (builder, _ ("the recorder of the heap stopped early or lost calls"));
  cyan_profile_builder_warn_n (builder, self->n_skipped, "the recorder skipped %'" PRIu64 " sample",
                               "the recorder skipped %'" PRIu64 " samples", self->n_skipped);
  cyan_profile_builder_warn_n (builder, self->n_lost, "the kernel lost %'" PRIu64 " record",
                               "the kernel lost %'" PRIu64 " records", self->n_lost);
  cyan_profile_builder_warn_n (builder, self->trace->n_missing, "%'" PRIu64 " sample has no stack",
                               "%'" PRIu64 " samples have no stack", self->trace->n_missing);
}

gboolean
cyan_perfetto_samples_exist (const CyanPerfettoSamples *self)
{
  for (guint m = 0; m < N_VALUES; m++)
    if (self->has[m])
      return TRUE;
  return FALSE;
}

gboolean
cyan_perfetto_samples_build (CyanPerfettoSamples *self, GError **error)
{
  CyanProfileBuilder *builder = self->trace->builder;
  guint numbers[N_VALUES] = { 0 };
  g_autofree CyanNode *nodes = NULL;

  /* What is in use may be 0 at the end. */
  self->has[INUSE_SPACE] |= self->has[ALLOC_SPACE];
  for (guint m = 0; m < N_VALUES; m++)
    if (self->has[m])
      numbers[m] = cyan_profile_builder_metric (builder, metrics[m][0], metrics[m][1]);
  nodes = cyan_perfetto_build (self->trace, error);
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
