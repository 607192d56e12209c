/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dense numbers for the ids of a pprof profile, which may be any 64-bit numbers.
 *
 * Most writers count from 1, so small ids are looked up in an array and all others in a hash table.
 */
#pragma once

#include "cyan-table.h"

G_BEGIN_DECLS

/* Ids below this are looked up in the array. */
#define CYAN_PPROF_SMALL_IDS (1u << 20)

/* Zero it and call cyan_pprof_ids_init() before use. */
typedef struct
{
  GArray *ids;      /* of guint64 by number */
  guint32 *numbers; /* number + 1 by small id, 0 unknown */
  guint n_numbers;
  CyanTable table; /* number + 1 of all other ids */
} CyanPprofIds;

void cyan_pprof_ids_init (CyanPprofIds *self);
void cyan_pprof_ids_clear (CyanPprofIds *self);

/* The slow path: ids that are new or not small. */
guint32 cyan_pprof_ids_add (CyanPprofIds *self, guint64 id);

/* The number of @id.  Numbers start at 0 and follow the order of first use. */
static inline guint32
cyan_pprof_ids_number (CyanPprofIds *self, guint64 id)
{
  return id < self->n_numbers && self->numbers[id] != 0 ? self->numbers[id] - 1
                                                        : cyan_pprof_ids_add (self, id);
}

static inline guint64
cyan_pprof_ids_get (const CyanPprofIds *self, guint32 number)
{
  return g_array_index (self->ids, guint64, number);
}

/* Allocated bytes. */
static inline guint64
cyan_pprof_ids_memory (const CyanPprofIds *self)
{
  return (guint64) self->ids->len * sizeof (guint64) + (guint64) self->n_numbers * sizeof (guint32)
         + cyan_table_memory (&self->table);
}

G_END_DECLS
