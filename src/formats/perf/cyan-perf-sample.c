/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes samples apart.
 *
 * The order of the fields is that of PERF_RECORD_SAMPLE in perf_event_open(2).  What is after the
 * branches is not needed.
 */
#include "cyan-perf-sample.h"

#include "cyan-perf-records.h"

/* Bits of the form of counters that are read with a sample. */
enum
{
  READ_ENABLED = 1 << 0,
  READ_RUNNING = 1 << 1,
  READ_ID = 1 << 2,
  READ_GROUP = 1 << 3,
  READ_LOST = 1 << 4,
};

/* Bits of the form of branches. */
#define BRANCHES_CALL_STACK (G_GUINT64_CONSTANT (1) << 11)
#define BRANCHES_HW_INDEX   (G_GUINT64_CONSTANT (1) << 17)

#define BRANCH_SIZE 24

static gboolean
has (const CyanPerfEvent *event, guint64 field)
{
  return (event->sample_type & field) != 0;
}

/* Goes past a field of 8 bytes if there is one. */
static void
skip (const CyanPerfEvent *event, guint64 field, CyanPerfBytes *body)
{
  if (has (event, field))
    cyan_perf_take64 (body);
}

/* Fields of a counter, and the times that all of them share. */
static gsize
counter_fields (guint64 format)
{
  return 1 + ((format & READ_ID) != 0) + ((format & READ_LOST) != 0);
}

static gsize
counter_times (guint64 format)
{
  return ((format & READ_ENABLED) != 0) + ((format & READ_RUNNING) != 0);
}

void
cyan_perf_sample_counter (const CyanPerfEvent *event,
                          CyanPerfSample *sample,
                          guint64 *id,
                          guint64 *value)
{
  guint64 format = event->read_format;

  *value = cyan_perf_take64 (&sample->counters);
  if ((format & READ_GROUP) == 0)
    cyan_perf_take (&sample->counters, 8 * counter_times (format));
  *id = (format & READ_ID) != 0 ? cyan_perf_take64 (&sample->counters) : 0;
  if ((format & READ_LOST) != 0)
    cyan_perf_take64 (&sample->counters);
}

/* Takes @n things of @size bytes each. */
static CyanPerfBytes
take_array (CyanPerfBytes *body, guint64 n, gsize size)
{
  CyanPerfBytes array = *body;

  if (n > cyan_perf_bytes_left (body) / size)
    n = cyan_perf_bytes_left (body) / size + 1;
  cyan_perf_take (body, n * size);
  array.end = body->at;
  return array;
}

static void
take_counters (guint64 format, CyanPerfBytes *body, CyanPerfSample *sample)
{
  gsize size = 8 * counter_fields (format);

  sample->n_counters = 1;
  if ((format & READ_GROUP) != 0)
    {
      sample->n_counters = cyan_perf_take64 (body);
      cyan_perf_take (body, 8 * counter_times (format));
    }
  else
    size += 8 * counter_times (format);
  sample->counters = take_array (body, sample->n_counters, size);
}

gboolean
cyan_perf_sample_take (const CyanPerfEvent *event, CyanPerfBytes body, CyanPerfSample *sample)
{
  *sample = (CyanPerfSample){ .process = -1, .thread = -1, .cpu = -1 };
  skip (event, CYAN_PERF_IDENTIFIER, &body);
  if (has (event, CYAN_PERF_IP))
    sample->ip = cyan_perf_take64 (&body);
  if (has (event, CYAN_PERF_TID))
    {
      sample->process = (gint32) cyan_perf_take32 (&body);
      sample->thread = (gint32) cyan_perf_take32 (&body);
    }
  if (has (event, CYAN_PERF_TIME))
    sample->time = cyan_perf_take64 (&body);
  skip (event, CYAN_PERF_ADDR, &body);
  skip (event, CYAN_PERF_ID, &body);
  skip (event, CYAN_PERF_STREAM_ID, &body);
  if (has (event, CYAN_PERF_CPU))
    sample->cpu = (gint32) (cyan_perf_take64 (&body) & G_MAXUINT32);
  sample->period = has (event, CYAN_PERF_PERIOD) ? cyan_perf_take64 (&body) : event->period;
  if (has (event, CYAN_PERF_READ))
    take_counters (event->read_format, &body, sample);
  sample->has_chain = has (event, CYAN_PERF_CALLCHAIN);
  if (sample->has_chain)
    sample->chain = take_array (&body, cyan_perf_take64 (&body), 8);
  if (has (event, CYAN_PERF_RAW))
    cyan_perf_take (&body, cyan_perf_take32 (&body));
  if (has (event, CYAN_PERF_BRANCH_STACK))
    {
      guint64 n = cyan_perf_take64 (&body);

      if ((event->branches & BRANCHES_HW_INDEX) != 0)
        cyan_perf_take64 (&body);
      sample->branches = take_array (&body, n, BRANCH_SIZE);
    }
  return !body.is_short;
}

gboolean
cyan_perf_sample_has_calls (const CyanPerfEvent *event)
{
  return has (event, CYAN_PERF_BRANCH_STACK) && (event->branches & BRANCHES_CALL_STACK) != 0;
}

/* The fields at the end of a record that is no sample, in their order. */
static const guint64 last_fields[] = { CYAN_PERF_TID,       CYAN_PERF_TIME, CYAN_PERF_ID,
                                       CYAN_PERF_STREAM_ID, CYAN_PERF_CPU,  CYAN_PERF_IDENTIFIER };
static const guint64 first_fields[] = { CYAN_PERF_IDENTIFIER, CYAN_PERF_IP,   CYAN_PERF_TID,
                                        CYAN_PERF_TIME,       CYAN_PERF_ADDR, CYAN_PERF_ID };

/* The value of @field, which all records of @event have; 0 if there is none. */
static guint64
take_common (const CyanPerfEvent *event, guint32 type, CyanPerfBytes body, guint64 field)
{
  gsize before = 0, after = 0;

  if (!has (event, field))
    return 0;
  if (type == CYAN_PERF_RECORD_SAMPLE)
    {
      for (guint i = 0; first_fields[i] != field; i++)
        before += has (event, first_fields[i]) ? 8 : 0;
      cyan_perf_take (&body, before);
      return cyan_perf_take64 (&body);
    }
  for (guint i = G_N_ELEMENTS (last_fields); last_fields[i - 1] != field; i--)
    after += has (event, last_fields[i - 1]) ? 8 : 0;
  if (!event->ids_all || cyan_perf_bytes_left (&body) < after + 8)
    return 0;
  cyan_perf_take (&body, cyan_perf_bytes_left (&body) - after - 8);
  return cyan_perf_take64 (&body);
}

const CyanPerfEvent *
cyan_perf_sample_event (const CyanPerfFile *file, guint32 type, CyanPerfBytes body)
{
  const CyanPerfEvent *first = cyan_perf_file_event (file, 0);
  guint64 field;

  if (first == NULL || file->events->len == 1)
    return first;
  /* perf gives all events one place of their number. */
  field = has (first, CYAN_PERF_IDENTIFIER) ? CYAN_PERF_IDENTIFIER : CYAN_PERF_ID;
  return cyan_perf_file_event (file, take_common (first, type, body, field));
}

guint64
cyan_perf_sample_time (const CyanPerfEvent *event, guint32 type, CyanPerfBytes body)
{
  return take_common (event, type, body, CYAN_PERF_TIME);
}
