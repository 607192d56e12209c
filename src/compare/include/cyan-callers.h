/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who calls a function, and who calls those, before and after: its tree in the differential
 * k-calling-context forest (Ausiello, Demetrescu, Finocchi and Firmani, OOPSLA 2012).
 *
 * An entry stands for a sequence of calls: its own function calls that of its parent, and so on
 * down to the callee, entry 0.  Its sums are over the contexts of the callee that end with that
 * sequence.  A caller that one side lacks is skipped in a context that both sides have, so that a
 * new wrapper does not part what it wraps; a context that one side has alone has all its callers.
 *
 * Calls and self values add up: those of an entry are those of its callers, and of the contexts at
 * the top of the tree, which have no caller.  Totals do not add up: a total is the sum over the
 * outermost contexts, those below no other context of the same side that ends with the same
 * sequence.
 *
 * Entries are made when they are asked for, since a recursive function can have a caller for each
 * two of its contexts.  Nothing here may be used by two threads at once.
 */
#pragma once

#include "cyan-filter.h"
#include "cyan-function-sums.h"

typedef struct _CyanCallers CyanCallers;

#define CYAN_CALLERS_UNKNOWN G_MAXUINT32

typedef struct
{
  guint32 function;    /* as of cyan_compared_function() */
  guint32 parent;      /* the entry that it calls; 0 for entry 0 */
  guint depth;         /* of entry 0: 0 */
  CyanFunctionSum sum; /* its node is one of this function, where the callee differs most */
  guint32 first;       /* its callers are entries first ... first + n - 1 */
  guint32 n;           /* CYAN_CALLERS_UNKNOWN before they are made */
  GArray *calls;       /* owned; private */
} CyanCaller;

/* Keeps a reference of @comparison. */
CyanCallers *cyan_callers_new (CyanComparison *comparison, guint32 function);
CyanCallers *cyan_callers_ref (CyanCallers *self);
void cyan_callers_unref (CyanCallers *self);

/* The number of entries made so far, at least 1, and each of them; valid until more are made. */
guint cyan_callers_n (const CyanCallers *self);
const CyanCaller *cyan_callers_at (const CyanCallers *self, guint32 entry);

/* Makes the callers of @entry and returns their number.  Callers come first whose calls changed
 * most in the direction in which those of the callee changed; if calls are unknown, by totals. */
guint cyan_callers_open (CyanCallers *self, guint32 entry);
/* Makes all entries down to @depth.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean
cyan_callers_open_all (CyanCallers *self, guint depth, const CyanTick *tick, GError **error);
gboolean cyan_callers_has_callers (const CyanCallers *self, guint32 entry);

/* Whether a context of the entry's function in these calls matches @filtered, and whether one does
 * or is below one that does: such an entry has a caller that matches. */
gboolean
cyan_callers_matches (const CyanCallers *self, guint32 entry, const CyanFiltered *filtered);
gboolean
cyan_callers_is_below_match (const CyanCallers *self, guint32 entry, const CyanFiltered *filtered);

/* "find is called 130 times instead of 10: 120 more, 118 of them by lookup"; makes the callers of
 * entry 0.  Caller frees. */
char *cyan_callers_to_sentence (CyanCallers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallers, cyan_callers_unref)
