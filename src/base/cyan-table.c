/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creates and grows hash tables; finding and adding are inline in the header. */
#include "cyan-table.h"

#include "cyan-memory.h"

#define MIN_SLOTS 64

G_STATIC_ASSERT ((MIN_SLOTS & (MIN_SLOTS - 1)) == 0);

static void
set_slots (CyanTable *self, guint64 n_slots)
{
  self->slots = g_new0 (guint32, n_slots);
  cyan_memory_use_large_pages (self->slots, n_slots * sizeof *self->slots);
  self->mask = (guint32) (n_slots - 1);
  self->n_used = 0;
}

void
cyan_table_init (CyanTable *self)
{
  g_assert (self->slots == NULL);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = (guint64) g_random_int () << 32 | g_random_int () | 1;
  set_slots (self, MIN_SLOTS);
}

void
cyan_table_clear (CyanTable *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->mask = self->n_used = 0;
}

void
cyan_table_empty (CyanTable *self, guint32 n_kept)
{
  if (self->mask > MIN_SLOTS && self->mask / 2 > n_kept)
    {
      g_free (self->slots);
      set_slots (self, MIN_SLOTS);
      return;
    }
  memset (self->slots, 0, ((gsize) self->mask + 1) * sizeof *self->slots);
  self->n_used = 0;
}

/* The slots needed when @number is added. */
static guint64
slots_with (const CyanTable *self, guint32 number)
{
  CyanTable larger = *self;

  while (!cyan_table_has_room (&larger, number))
    larger.mask = larger.mask * 2 + 1;
  return (guint64) larger.mask + 1;
}

gboolean
cyan_table_make_room (CyanTable *self, guint32 number)
{
  guint64 n_slots;

  if (cyan_table_has_room (self, number))
    return FALSE;
  n_slots = slots_with (self, number);
  g_free (self->slots);
  set_slots (self, n_slots);
  g_assert (cyan_table_has_room (self, number));
  return TRUE;
}

guint64
cyan_table_memory (const CyanTable *self)
{
  return self->slots != NULL ? ((guint64) self->mask + 1) * sizeof *self->slots : 0;
}

guint64
cyan_table_memory_with (const CyanTable *self, guint32 number)
{
  return slots_with (self, number) * sizeof *self->slots;
}
