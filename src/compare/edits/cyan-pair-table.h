/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A count for each pair of numbers.
 *
 * Private to this layer.  No result may depend on the order of the entries' hashes; the entries
 * themselves are in the order in which they were added.
 */
#pragma once

#include "cyan-table.h"

typedef struct
{
  guint64 a;
  guint64 b;
  guint32 n; /* 0 at first; its meaning is the owner's */
} CyanPairEntry;

/* Zero it and call cyan_pair_table_init() before use. */
typedef struct
{
  CyanTable table;
  GArray *entries; /* of CyanPairEntry; entry 0 is unused */
} CyanPairTable;

void cyan_pair_table_init (CyanPairTable *self);
void cyan_pair_table_clear (CyanPairTable *self);

/* The entry of (@a, @b), which is added if it is new; valid until the next one is added. */
CyanPairEntry *cyan_pair_table_at (CyanPairTable *self, guint64 a, guint64 b);
/* Its n; 0 if there is no such entry. */
guint32 cyan_pair_table_n (const CyanPairTable *self, guint64 a, guint64 b);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanPairTable, cyan_pair_table_clear)
