/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the chunks of CPU profiles together. */
#include "cyan-chrome-profiles.h"

#include "cyan-i18n.h"

#include <string.h>

/* The samples of one event. */
typedef struct
{
  gint64 time;  /* of the event */
  guint number; /* in the order of the file */
  guint first_sample, n_samples;
  guint first_delta, n_deltas;
} Chunk;

typedef struct
{
  CyanV8Profile *profile;
  GArray *chunks;       /* of Chunk */
  gboolean is_declared; /* by a "Profile" event */
} Track;

struct _CyanChromeProfiles
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanJsonWalk *walk;          /* borrowed */
  GPtrArray *tracks;
  GHashTable *by_key; /* the latest track by process and id */
  guint64 n_samples;
};

static void
free_track (gpointer data)
{
  Track *track = data;

  cyan_v8_profile_free (track->profile);
  g_array_unref (track->chunks);
  g_free (track);
}

CyanChromeProfiles *
cyan_chrome_profiles_new (CyanProfileBuilder *builder, CyanJsonWalk *walk)
{
  CyanChromeProfiles *self = g_new0 (CyanChromeProfiles, 1);

  self->builder = builder;
  self->walk = walk;
  self->tracks = g_ptr_array_new_with_free_func (free_track);
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
cyan_chrome_profiles_free (CyanChromeProfiles *self)
{
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->tracks);
  g_free (self);
}

guint64
cyan_chrome_profiles_n_samples (const CyanChromeProfiles *self)
{
  return self->n_samples;
}

/* Process and id of a profile; without an id, process and thread.  Caller frees. */
static char *
key_of (const CyanTraceEvent *event)
{
  return event->id->len > 0 ? g_strdup_printf ("%u %s", event->pid, event->id->str)
                            : g_strdup_printf ("%u/%u", event->pid, event->tid);
}

static Track *
add_track (CyanChromeProfiles *self, const CyanTraceEvent *event)
{
  Track *track = g_new0 (Track, 1);

  track->profile = cyan_v8_profile_new (self->builder, self->walk);
  track->chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  cyan_charge_add (&self->walk->json->charge, sizeof *track + sizeof *track->profile
                                                  + 5 * sizeof (GArray) + CYAN_CHARGE_HASH_ENTRY
                                                  + event->id->len);
  g_ptr_array_add (self->tracks, track);
  g_hash_table_replace (self->by_key, key_of (event), track);
  return track;
}

static Track *
find_track (CyanChromeProfiles *self, const CyanTraceEvent *event)
{
  g_autofree char *key = key_of (event);
  Track *track = g_hash_table_lookup (self->by_key, key);

  return track != NULL ? track : add_track (self, event);
}

static void
take_chunk (CyanChromeProfiles *self, Track *track, CyanTraceEvent *event)
{
  Chunk chunk = {
    .time = event->seen & CYAN_TRACE_EVENT_TS ? event->time : 0,
    .number = track->chunks->len,
    .first_sample = track->profile->samples->len,
    .n_samples = event->sample->samples->len,
    .first_delta = track->profile->deltas->len,
    .n_deltas = event->sample->deltas->len,
  };

  self->n_samples += chunk.n_samples;
  cyan_json_walk_append (self->walk, track->chunks, chunk);
  cyan_v8_profile_take (track->profile, event->sample);
}

gboolean
cyan_chrome_profiles_take (CyanChromeProfiles *self, CyanTraceEvent *event)
{
  if (strchr ("BEX", event->phase) != NULL)
    return FALSE;
  if (strcmp (event->name->str, "ProfileChunk") == 0)
    take_chunk (self, find_track (self, event), event);
  else if (strcmp (event->name->str, "Profile") == 0)
    {
      Track *track = find_track (self, event);

      if (track->is_declared)
        track = add_track (self, event);
      track->is_declared = TRUE;
    }
  else if (strcmp (event->name->str, "CpuProfile") == 0)
    {
      Track *track = add_track (self, event);

      track->is_declared = TRUE;
      take_chunk (self, track, event);
    }
  else
    return FALSE;
  return TRUE;
}

static gint
compare_chunks (gconstpointer a, gconstpointer b)
{
  const Chunk *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* Appends @n elements of @from, the first of them @first.  An array that was always empty has no
 * element to point to. */
static void
append_part (GArray *to, GArray *from, guint first, guint n)
{
  if (n > 0)
    g_array_append_vals (to, from->data + (gsize) first * g_array_get_element_size (from), n);
}

/* Puts the samples of @track in the order of the times of its chunks. */
static void
order_chunks (Track *track)
{
  GArray *samples = track->profile->samples, *deltas = track->profile->deltas;
  g_autoptr (GArray) old_samples = g_array_copy (samples);
  g_autoptr (GArray) old_deltas = g_array_copy (deltas);

  g_array_sort (track->chunks, compare_chunks);
  g_array_set_size (samples, 0);
  g_array_set_size (deltas, 0);
  for (guint i = 0; i < track->chunks->len; i++)
    {
      const Chunk *chunk = &g_array_index (track->chunks, Chunk, i);

      append_part (samples, old_samples, chunk->first_sample, chunk->n_samples);
      append_part (deltas, old_deltas, chunk->first_delta, chunk->n_deltas);
    }
}

gboolean
cyan_chrome_profiles_build (CyanChromeProfiles *self, CyanV8Sums *sums, GError **error)
{
  guint n_threads = 0, n_before = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      Track *track = g_ptr_array_index (self->tracks, i);

      if (track->profile->samples->len == 0)
        continue;
      if (!track->is_declared)
        {
          n_before++;
          continue;
        }
      order_chunks (track);
      if (!cyan_v8_profile_build (track->profile, sums, error))
        return FALSE;
      n_threads++;
    }
  cyan_profile_builder_set_threads (self->builder, n_threads);
  if (n_before > 0)
    cyan_profile_builder_warn (
        self->builder,
        ngettext ("%'u CPU profile began before the recording and was left out",
                  "%'u CPU profiles began before the recording and were left out", n_before),
        n_before);
  return TRUE;
}
