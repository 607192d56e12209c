/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of numbers in a hash table. */
#include "cyan-edits-private.h"

void
cyan_pair_table_init (CyanPairTable *self)
{
  cyan_table_init (&self->table);
  self->entries = g_array_new (FALSE, TRUE, sizeof (CyanPairEntry));
  g_array_set_size (self->entries, 1);
}

void
cyan_pair_table_clear (CyanPairTable *self)
{
  cyan_table_clear (&self->table);
  g_clear_pointer (&self->entries, g_array_unref);
}

static CyanPairEntry *
entry (const CyanPairTable *self, guint32 number)
{
  return &g_array_index (self->entries, CyanPairEntry, number);
}

static gboolean
is_pair (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanPairEntry *have = entry (owner, number), *wanted = key;

  return have->a == wanted->a && have->b == wanted->b;
}

static guint32
find (const CyanPairTable *self, guint64 a, guint64 b)
{
  const CyanPairEntry key = { a, b, 0 };

  return cyan_table_find (&self->table, cyan_table_hash (&self->table, a, b), is_pair, self, &key);
}

CyanPairEntry *
cyan_pair_table_at (CyanPairTable *self, guint64 a, guint64 b)
{
  const CyanPairEntry added = { a, b, 0 };
  guint32 number = find (self, a, b), first;

  if (number != 0)
    return entry (self, number);
  number = first = self->entries->len;
  g_array_append_val (self->entries, added);
  if (cyan_table_make_room (&self->table, number))
    first = 1;
  for (guint32 i = first; i <= number; i++)
    cyan_table_add (&self->table,
                    cyan_table_hash (&self->table, entry (self, i)->a, entry (self, i)->b), i);
  return entry (self, number);
}

guint32
cyan_pair_table_n (const CyanPairTable *self, guint64 a, guint64 b)
{
  guint32 number = find (self, a, b);

  return number != 0 ? entry (self, number)->n : 0;
}
