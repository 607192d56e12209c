/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Java Flight Recorder files, as the JDK (since version 11, in Java 8 since update 262) and
 * async-profiler write them.
 *
 * Each chunk has events in the order of time, the types of events, and the constants to which
 * events refer.  The header says where types and constants are: they are read first.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-jfr-events.h"

#include <string.h>

static gboolean
read_chunk (const CyanJfrChunk *chunk, CyanJfrEvents *events, GError **error)
{
  CyanJfrTypes types;
  CyanJfrPools pools;
  gboolean ok;

  cyan_jfr_types_init (&types, cyan_input_budget (chunk->input));
  ok = cyan_jfr_types_read (&types, chunk, error);
  if (ok)
    {
      cyan_jfr_pools_init (&pools, chunk, &types);
      ok = cyan_jfr_pools_read (&pools, error)
           && cyan_jfr_events_read (events, &pools, &types, error);
      cyan_jfr_pools_clear (&pools);
    }
  cyan_jfr_types_clear (&types);
  return ok;
}

static void
set_times (CyanProfileBuilder *builder, guint64 start, guint64 duration)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc ((gint64) (start / 1000000000));
  g_autofree char *recorded = time != NULL ? g_date_time_format_iso8601 (time) : NULL;
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *length = NULL;

  g_ascii_formatd (seconds, sizeof seconds, "%.3f", (double) duration / 1e9);
  length = g_strconcat (seconds, " s", NULL);
  if (recorded != NULL)
    cyan_profile_builder_set_meta (builder, "recorded", recorded);
  cyan_profile_builder_set_meta (builder, "duration", length);
}

/* A chunk that is not finished has no types.  Those before it are whole. */
static gboolean
handle_unfinished (CyanInput *input, CyanProfileBuilder *builder, guint n_chunks, GError **error)
{
  if (n_chunks == 0)
    return cyan_input_fail_byte (
        input, error,
        _ ("the chunk is not finished: the file is cut, or the recorder did not end"));
  cyan_profile_builder_warn (builder,
                             _ ("the last chunk, from byte %'" PRIu64
                                " on, is not finished and was left out: the file is cut, or the "
                                "recorder did not end"),
                             cyan_input_offset (input));
  return TRUE;
}

static gboolean
read_chunks (CyanInput *input, CyanProfileBuilder *builder, CyanJfrEvents *events, GError **error)
{
  guint64 start = 0, duration = 0;
  CyanJfrChunkStep step;
  guint n_chunks = 0;

  for (;; n_chunks++)
    {
      CyanJfrChunk chunk;

      step = cyan_jfr_chunk_load (&chunk, input, error);
      if (step != CYAN_JFR_CHUNK_READY)
        break;
      if (!read_chunk (&chunk, events, error))
        return FALSE;
      if (n_chunks == 0)
        start = chunk.start;
      duration += chunk.duration;
      cyan_input_skip (input, chunk.length);
    }
  if (step == CYAN_JFR_CHUNK_FAILED
      || (step == CYAN_JFR_CHUNK_UNFINISHED
          && !handle_unfinished (input, builder, n_chunks, error)))
    return FALSE;
  set_times (builder, start, duration);
  return TRUE;
}

static gboolean
jfr_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  CyanJfrEvents events;
  gboolean ok;

  cyan_jfr_events_init (&events, builder);
  ok = read_chunks (input, builder, &events, error);
  if (ok)
    cyan_jfr_events_finish (&events);
  cyan_jfr_events_clear (&events);
  return ok;
}

static int
jfr_sniff (const char *head, gsize length)
{
  return length >= CYAN_JFR_MAGIC_LENGTH
                 && memcmp (head, CYAN_JFR_MAGIC, CYAN_JFR_MAGIC_LENGTH) == 0
             ? 100
             : 0;
}

const CyanFormat cyan_format_jfr = {
  .name = "jfr",
  .label = "Java Flight Recorder file",
  .extensions = (const char *const[]){ ".jfr", NULL },
  .sniff = jfr_sniff,
  .read = jfr_read,
};
