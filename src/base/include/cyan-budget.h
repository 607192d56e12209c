/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A memory budget for one piece of work: loading a profile, or all runs that are compared.
 *
 * Code that allocates much memory for the work charges the bytes here, releases them when it frees
 * them, and checks the budget before it allocates more.  Other memory of the process does not
 * count, so that two concurrent loads never refuse each other.  Bytes are those requested, without
 * the overhead of the allocator.
 */
#pragma once

#include <glib.h>

/* Reference counted; may be charged and checked from any thread.  All functions accept NULL, which
 * is a budget without a limit that counts nothing. */
typedef struct _CyanBudget CyanBudget;

/* @limit in bytes; 0: cyan_memory_default_limit(). */
CyanBudget *cyan_budget_new (guint64 limit);
CyanBudget *cyan_budget_ref (CyanBudget *self);
void cyan_budget_unref (CyanBudget *self);

/* These never fail, even beyond the limit; see cyan_budget_check(). */
void cyan_budget_charge (CyanBudget *self, guint64 bytes);
void cyan_budget_release (CyanBudget *self, guint64 bytes);

/* FALSE with CYAN_ERROR_LIMIT if the charged bytes plus @more exceed the limit. */
gboolean cyan_budget_check (const CyanBudget *self, guint64 more, GError **error);

guint64 cyan_budget_limit (const CyanBudget *self);
/* The bytes charged now, and their maximum so far. */
guint64 cyan_budget_held (const CyanBudget *self);
guint64 cyan_budget_peak (const CyanBudget *self);

/* The bytes that one holder has charged.  All zero is a holder without a budget.  Only one thread
 * at a time may change it. */
typedef struct
{
  CyanBudget *budget; /* referenced, or NULL */
  guint64 bytes;
} CyanCharge;

void cyan_charge_init (CyanCharge *self, CyanBudget *budget);
/* Releases everything. */
void cyan_charge_clear (CyanCharge *self);
/* Moves all charged bytes to @budget. */
void cyan_charge_move (CyanCharge *self, CyanBudget *budget);
/* Sets the bytes of the holder to @bytes. */
void cyan_charge_set (CyanCharge *self, guint64 bytes);
/* Adds @more bytes to the holder, or subtracts @fewer. */
void cyan_charge_add (CyanCharge *self, guint64 more);
void cyan_charge_drop (CyanCharge *self, guint64 fewer);
/* Sets the bytes of the holder to at least @bytes: for buffers that are emptied but never shrink.
 */
void cyan_charge_raise (CyanCharge *self, guint64 bytes);

/* Appends @value to @array, a GArray, and charges its bytes to @charge. */
#define cyan_charge_append(charge, array, value)                                                   \
  (g_array_append_val ((array), (value)), cyan_charge_add ((charge), sizeof (value)))

/* Approximate bytes of an entry of a GHashTable, without its key. */
#define CYAN_CHARGE_HASH_ENTRY 40

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBudget, cyan_budget_unref)
