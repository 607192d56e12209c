/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dense numbers for the ids of a file, which may be any 64-bit numbers.
 *
 * Most writers count from 1, so small ids are looked up in an array and all others in a hash table.
 */
#pragma once

#include "cyan-scratch.h"
#include "cyan-table.h"

/* Ids below this are looked up in the array. */
#define CYAN_IDS_SMALL (1u << 20)

typedef struct
{
  GArray *ids;      /* of guint64 by number */
  guint32 *numbers; /* number + 1 by small id, 0 unknown */
  guint n_numbers;
  CyanTable table; /* number + 1 of all other ids */
} CyanIds;

/* It lives as long as @scratch. */
void cyan_ids_init (CyanIds *self, CyanScratch *scratch);

/* The slow path: ids that are new or not small. */
guint32 cyan_ids_add (CyanIds *self, guint64 id);

/* The number of @id.  Numbers start at 0 and follow the order of first use. */
static inline guint32
cyan_ids_number (CyanIds *self, guint64 id)
{
  return id < self->n_numbers && self->numbers[id] != 0 ? self->numbers[id] - 1
                                                        : cyan_ids_add (self, id);
}

/* The number of @id, or G_MAXUINT32 if it was never added. */
guint32 cyan_ids_find (const CyanIds *self, guint64 id);

static inline guint64
cyan_ids_get (const CyanIds *self, guint32 number)
{
  return g_array_index (self->ids, guint64, number);
}

/* Allocated bytes. */
static inline guint64
cyan_ids_memory (const CyanIds *self)
{
  return (guint64) self->ids->len * sizeof (guint64) + (guint64) self->n_numbers * sizeof (guint32)
         + cyan_table_memory (&self->table);
}
