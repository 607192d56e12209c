/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dense numbers for the ids of a pprof profile, which may be any 64 bits.
 *
 * Most writers count from 1: those are found in an array.  All others are hashed.
 */
#pragma once

#include "cyan-table.h"

G_BEGIN_DECLS

/* Ids below this are found in the array. */
#define CYAN_PPROF_SMALL_IDS (1u << 20)

/* Zero it and call cyan_pprof_ids_init() before use. */
typedef struct
{
  GArray *ids;      /* of guint64 by number */
  guint32 *numbers; /* number + 1 by small id, 0 unknown */
  guint n_numbers;
  CyanTable table; /* number + 1 of the others */
} CyanPprofIds;

void cyan_pprof_ids_init (CyanPprofIds *self);
void cyan_pprof_ids_clear (CyanPprofIds *self);

/* For ids that were not met before, or are not small. */
guint32 cyan_pprof_ids_add (CyanPprofIds *self, guint64 id);

/* The number of @id, from 0 in the order of first sight. */
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

/* Bytes that are held. */
static inline guint64
cyan_pprof_ids_memory (const CyanPprofIds *self)
{
  return (guint64) self->ids->len * sizeof (guint64) + (guint64) self->n_numbers * sizeof (guint32)
         + cyan_table_memory (&self->table);
}

G_END_DECLS
