/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the functions' sources: a table beside the comparison, filled while one looks.
 *
 * A row is a pair of functions.  Where both profiles carry body hashes these decide; else the two
 * source locations are asked.  Rows are filled by cyan_source_table_fill() from one thread at a
 * time; another thread may read at any moment.  A version number tells that something came.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-change.h"
#include "cyan-function-text.h"
#include "cyan-source-location.h"
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

/* Rises whenever a row was filled. */
guint cyan_source_table_version (const CyanSourceTable *self);

/* CyanChange by pair; the table's, written to as rows are filled; NULL if nothing can be known. */
const guint8 *cyan_source_table_changes (const CyanSourceTable *self);

/* CyanPresence by pair, filled along with the changes; NULL unless both locations were given.  A
 * function that ran on one side only is looked for by its name in the sources of the other: in
 * neither, or if its name is not to be found for sure, it stays unknown. */
const guint8 *cyan_source_table_presence (const CyanSourceTable *self);

/* Looks one pair up, waiting for the sources if need be.  Fill @pair in, clear it with
 * cyan_source_pair_clear().  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_look_up (CyanSourceTable *self,
                                    guint32 index,
                                    CyanSourcePair *pair,
                                    const CyanTick *tick,
                                    GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceTable, cyan_source_table_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSourcePair, cyan_source_pair_clear)

G_END_DECLS
