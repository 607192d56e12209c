/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the functions' sources: a table beside the comparison, filled while one looks.
 *
 * A row is a pair of functions.  Where both profiles carry body hashes these decide; else the two
 * source locations are asked.  Threads fill rows, by cyan_source_table_fill() or one by one; others
 * read snapshots, which do not change.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-change.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-sync.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct _CyanSourceTable CyanSourceTable;

/* The texts of one pair; each may be NULL, and then why says so in words for people.  Of a function
 * that ran on one side only the other side's text is that of its counterpart there, if there is
 * one. If the two texts are of different functions, as happens where profiles leave classes out of
 * names, the change is unknown. */
typedef struct
{
  CyanChange change;
  gboolean moved;           /* both texts are there, in files of different paths */
  CyanFunctionText *before; /* owned */
  CyanFunctionText *after;  /* owned */
  char *why_before;         /* owned; NULL if the text is there */
  char *why_after;
} CyanSourcePair;

void cyan_source_pair_clear (CyanSourcePair *self);

/* What was known of all pairs at one moment.  It never changes; any thread may read it. */
typedef struct
{
  CyanRefCount refs;
  guint n_filled;         /* pairs whose change was looked for; it may still be unknown */
  const guint8 *changes;  /* CyanChange by pair; NULL if nothing can be known */
  const guint8 *presence; /* CyanPresence by pair; NULL unless both locations were given.  A
                           * function that ran on one side only is looked for by its name in the
                           * sources of the other: in neither, or if its name is not to be found for
                           * sure, it stays unknown. */
  const guint8 *moved; /* by pair, whether both texts were seen, in files of different paths; NULL
                           * like presence */
} CyanSourceSnapshot;

CyanSourceSnapshot *cyan_source_snapshot_ref (CyanSourceSnapshot *self);
void cyan_source_snapshot_unref (CyanSourceSnapshot *self);

/* Locations may be NULL; @comparison and locations are referenced. */
CyanSourceTable *cyan_source_table_new (CyanComparison *comparison,
                                        CyanSourceLocation *before,
                                        CyanSourceLocation *after);
CyanSourceTable *cyan_source_table_ref (CyanSourceTable *self);
void cyan_source_table_unref (CyanSourceTable *self);

/* The location of a side, 0 before and 1 after; the table's; may be NULL. */
CyanSourceLocation *cyan_source_table_location (const CyanSourceTable *self, guint side);

/* Whether anything can be known: locations on both sides, or body hashes. */
gboolean cyan_source_table_has_sources (const CyanSourceTable *self);

/* Fills all rows, those of the largest differences first; rows that are filled already cost
 * nothing.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_fill (CyanSourceTable *self, const CyanTick *tick, GError **error);

/* What is known by now, for the caller to unref.  The same one as before while nothing came; else
 * three bytes a pair are copied, so ask for it now and then and not for each row. */
CyanSourceSnapshot *cyan_source_table_snapshot (CyanSourceTable *self);

/* Looks one pair up, waiting for the sources if need be.  Fill @pair in, clear it with
 * cyan_source_pair_clear().  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_look_up (CyanSourceTable *self,
                                    guint32 index,
                                    CyanSourcePair *pair,
                                    const CyanTick *tick,
                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceSnapshot, cyan_source_snapshot_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceTable, cyan_source_table_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSourcePair, cyan_source_pair_clear)

G_END_DECLS
