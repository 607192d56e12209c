/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dense numbers for ids: an array for the small ones, a hash table for the rest. */
#include "cyan-ids.h"

#include <string.h>

void
cyan_ids_init (CyanIds *self, CyanScratch *scratch)
{
  *self = (CyanIds){ .ids = cyan_scratch_array (scratch, sizeof (guint64)) };
  cyan_scratch_free (scratch, &self->numbers);
  cyan_scratch_hold (scratch, cyan_table, &self->table);
}

static guint32
append (CyanIds *self, guint64 id)
{
  g_array_append_val (self->ids, id);
  return self->ids->len;
}

static guint32
add_small (CyanIds *self, guint64 id)
{
  if (id >= self->n_numbers)
    {
      guint wanted = MIN (CYAN_IDS_SMALL, MAX (1024, (guint) id * 2));

      self->numbers = g_renew (guint32, self->numbers, wanted);
      memset (self->numbers + self->n_numbers, 0, (wanted - self->n_numbers) * sizeof (guint32));
      self->n_numbers = wanted;
    }
  if (self->numbers[id] == 0)
    self->numbers[id] = append (self, id);
  return self->numbers[id] - 1;
}

static gboolean
is_id (gconstpointer owner, guint32 number, gconstpointer id)
{
  return cyan_ids_get (owner, number - 1) == *(const guint64 *) id;
}

guint32
cyan_ids_add (CyanIds *self, guint64 id)
{
  CyanTable *table = &self->table;
  guint32 hash, number;

  if (id < CYAN_IDS_SMALL)
    return add_small (self, id);
  hash = cyan_table_hash (table, id, 0);
  number = cyan_table_find (table, hash, is_id, self, &id);
  if (number != 0)
    return number - 1;

  number = append (self, id);
  if (cyan_table_make_room (table, number))
    for (guint32 i = 0; i + 1 < number; i++)
      if (cyan_ids_get (self, i) >= CYAN_IDS_SMALL)
        cyan_table_add (table, cyan_table_hash (table, cyan_ids_get (self, i), 0), i + 1);
  cyan_table_add (table, hash, number);
  return number - 1;
}

guint32
cyan_ids_find (const CyanIds *self, guint64 id)
{
  guint32 number = 0;

  if (id >= CYAN_IDS_SMALL)
    number =
        cyan_table_find (&self->table, cyan_table_hash (&self->table, id, 0), is_id, self, &id);
  else if (id < self->n_numbers)
    number = self->numbers[id];
  return number != 0 ? number - 1 : G_MAXUINT32;
}
