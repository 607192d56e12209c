/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a function needs until it returns: arrays and tables that are freed together.
 *
 *   g_auto (CyanScratch) scratch = { NULL };
 *   Reader self = { .lines = cyan_scratch_array (&scratch, sizeof (Line)) };
 */
#pragma once

#include "cyan-budget.h"

typedef struct
{
  GArray *owned; /* what is freed, last one first; NULL: nothing yet */
} CyanScratch;

/* Frees all. */
void cyan_scratch_clear (CyanScratch *self);

/* Calls @release on @owned when the scratch is cleared; @owned may lie in a struct of the function.
 * Returns @owned. */
gpointer cyan_scratch_own (CyanScratch *self, gpointer owned, GDestroyNotify release);

/* The caller frees @owned, or nobody does. */
void cyan_scratch_disown (CyanScratch *self, gconstpointer owned);

/* Calls KIND_init() for @object, with further arguments, and KIND_clear() when the scratch is
 * cleared: cyan_scratch_hold (&scratch, cyan_ids, &self.ids).  @object is evaluated twice. */
#define cyan_scratch_hold(scratch, kind, ...)                                                      \
  (kind##_init (__VA_ARGS__), cyan_scratch_own ((scratch), CYAN_SCRATCH_FIRST (__VA_ARGS__, 0),    \
                                                (GDestroyNotify) kind##_clear))
#define CYAN_SCRATCH_FIRST(object, ...) (object)

/* An array of elements of @size bytes; new elements are zero. */
GArray *cyan_scratch_array (CyanScratch *self, gsize size);
/* As g_hash_table_new_full(). */
GHashTable *cyan_scratch_table (CyanScratch *self,
                                GHashFunc hash,
                                GEqualFunc equal,
                                GDestroyNotify free_key,
                                GDestroyNotify free_value);
/* An array of pointers. */
GPtrArray *cyan_scratch_pointers (CyanScratch *self, GDestroyNotify free_pointer);
/* An empty text. */
GString *cyan_scratch_text (CyanScratch *self);
/* Calls g_free() for what the pointer at @pointer points to in the end, NULL or not. */
void cyan_scratch_free (CyanScratch *self, gpointer pointer);
/* Prepares @charge, whose bytes are released with the scratch. */
void cyan_scratch_charge (CyanScratch *self, CyanCharge *charge, CyanBudget *budget);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanScratch, cyan_scratch_clear)
