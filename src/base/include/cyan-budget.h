/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory that one piece of work may take: the loading of a profile, of the runs of one side.
 *
 * Code that allocates much for that work charges the bytes here, releases them when it frees them,
 * and checks before it takes more.  The rest of the process does not count, so that two loads at a
 * time never refuse each other.  Bytes are those requested, without the overhead of the allocator.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Counted references; may be charged and checked from any thread.  All functions take
 * NULL for a budget without a limit that counts nothing. */
typedef struct _CyanBudget CyanBudget;

/* @limit in bytes; 0: cyan_memory_default_limit(). */
CyanBudget *cyan_budget_new (guint64 limit);
CyanBudget *cyan_budget_ref (CyanBudget *self);
void cyan_budget_unref (CyanBudget *self);

/* They never fail, even beyond the limit; see cyan_budget_check(). */
void cyan_budget_charge (CyanBudget *self, guint64 bytes);
void cyan_budget_release (CyanBudget *self, guint64 bytes);

/* FALSE with CYAN_ERROR_LIMIT if what is charged and @more bytes are beyond the limit. */
gboolean cyan_budget_check (const CyanBudget *self, guint64 more, GError **error);

guint64 cyan_budget_limit (const CyanBudget *self);
/* Bytes that are charged now, and the most that were at a time. */
guint64 cyan_budget_held (const CyanBudget *self);
guint64 cyan_budget_peak (const CyanBudget *self);

/* What one holder has charged.  All zero is one without a budget.  One thread at a time may change
 * it. */
typedef struct
{
  CyanBudget *budget; /* referenced, or NULL */
  guint64 bytes;
} CyanCharge;

void cyan_charge_init (CyanCharge *self, CyanBudget *budget);
/* Releases everything. */
void cyan_charge_clear (CyanCharge *self);
/* Moves all that is charged to @budget. */
void cyan_charge_move (CyanCharge *self, CyanBudget *budget);
/* The holder has @bytes now, all in all. */
void cyan_charge_set (CyanCharge *self, guint64 bytes);
/* The holder has @more bytes than before, or @fewer. */
void cyan_charge_add (CyanCharge *self, guint64 more);
void cyan_charge_drop (CyanCharge *self, guint64 fewer);
/* The holder has @bytes at least, all in all: for what grows and is emptied, but never shrinks. */
void cyan_charge_raise (CyanCharge *self, guint64 bytes);

/* Appends @value to @array, a GArray, and charges its bytes to @charge. */
#define cyan_charge_append(charge, array, value)                                                   \
  (g_array_append_val ((array), (value)), cyan_charge_add ((charge), sizeof (value)))

/* Bytes of an entry of a GHashTable, about, its key apart. */
#define CYAN_CHARGE_HASH_ENTRY 40

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBudget, cyan_budget_unref)

G_END_DECLS
