/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense numbers for ids: an array for the small ones, open addressing for the rest. */
#include "cyan-pprof-ids.h"

#include <string.h>

void
cyan_pprof_ids_init (CyanPprofIds *self)
{
  *self = (CyanPprofIds){ .ids = g_array_new (FALSE, FALSE, sizeof (guint64)) };
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
}

void
cyan_pprof_ids_clear (CyanPprofIds *self)
{
  g_array_unref (self->ids);
  g_free (self->numbers);
  g_free (self->slots);
}

static guint32
append (CyanPprofIds *self, guint64 id)
{
  g_array_append_val (self->ids, id);
  return self->ids->len;
}

static guint32
add_small (CyanPprofIds *self, guint64 id)
{
  if (id >= self->n_numbers)
    {
      guint wanted = MIN (CYAN_PPROF_SMALL_IDS, MAX (1024, (guint) id * 2));

      self->numbers = g_renew (guint32, self->numbers, wanted);
      memset (self->numbers + self->n_numbers, 0, (wanted - self->n_numbers) * sizeof (guint32));
      self->n_numbers = wanted;
    }
  if (self->numbers[id] == 0)
    self->numbers[id] = append (self, id);
  return self->numbers[id] - 1;
}

/* The last mixing of MurmurHash3 (A. Appleby, public domain). */
static guint64
mix (guint64 bits)
{
  bits = (bits ^ bits >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  bits = (bits ^ bits >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return bits ^ bits >> 33;
}

static guint32 *
find_slot (const CyanPprofIds *self, guint64 id)
{
  guint mask = self->n_slots - 1;
  guint at = (guint) mix (mix (id ^ self->seed) + self->seed) & mask;

  while (self->slots[at] != 0 && cyan_pprof_ids_get (self, self->slots[at] - 1) != id)
    at = (at + 1) & mask;
  return &self->slots[at];
}

static void
grow (CyanPprofIds *self)
{
  guint32 *old = self->slots;
  guint n_old = self->n_slots;

  self->n_slots = MAX (256, n_old * 2);
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < n_old; i++)
    if (old[i] != 0)
      *find_slot (self, cyan_pprof_ids_get (self, old[i] - 1)) = old[i];
  g_free (old);
}

guint32
cyan_pprof_ids_add (CyanPprofIds *self, guint64 id)
{
  guint32 *slot;

  if (id < CYAN_PPROF_SMALL_IDS)
    return add_small (self, id);
  if (self->n_used * 2 >= self->n_slots)
    grow (self);
  slot = find_slot (self, id);
  if (*slot == 0)
    {
      *slot = append (self, id);
      self->n_used++;
    }
  return *slot - 1;
}
