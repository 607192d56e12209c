/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the functions' sources, by pair of functions of a comparison.
 *
 * If both profiles have a body hash for a function, the hashes decide; else the two source
 * locations are searched.  Threads fill rows with cyan_source_table_fill() or one by one; other
 * threads read snapshots, which do not change.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-change.h"
#include "cyan-edits.h"
#include "cyan-function-text.h"
#include "cyan-ranking.h"
#include "cyan-source-location.h"
#include "cyan-sync.h"
#include "cyan-tick.h"

typedef struct _CyanSourceTable CyanSourceTable;

/* The texts of a pair.  Each may be NULL, and then why_* gives the reason in words for people.  If
 * the function occurs in one profile only, the other text is that of its counterpart in the other
 * version, if there is one.  The change is unknown if the two texts are of different functions, as
 * may happen if profiles omit classes from names. */
typedef struct
{
  CyanChange change;
  gboolean moved;           /* both texts were found, in files of different paths */
  CyanFunctionText *before; /* owned */
  CyanFunctionText *after;  /* owned */
  char *why_before;         /* owned; NULL if the text was found */
  char *why_after;
} CyanSourcePair;

void cyan_source_pair_clear (CyanSourcePair *self);

/* The state of all pairs at one moment.  Immutable; any thread may read it. */
typedef struct
{
  CyanRefCount refs;
  guint n_filled;         /* pairs that were looked up; their change may still be unknown */
  const guint8 *changes;  /* CyanChange by pair; NULL if there are neither sources nor hashes */
  const guint8 *presence; /* CyanPresence by pair; NULL unless both locations are open.  A function
                           * that occurs in one profile only, or whose text only one side has, is
                           * searched by name in the sources of the other side.  It stays unknown
                           * if neither source has it or the search is not conclusive. */
  const guint8 *moved;    /* by pair: nonzero if both texts were found, in files of different paths;
                        * NULL like presence */
  const guint8 *by_line;  /* by pair: nonzero if a text was found by its line, not by its name, and
                           * body hashes do not decide; NULL like presence */
  /* NULL until all rows are filled. */
  GPtrArray *inlined; /* of CyanInlined: what changed and is in no profile */
  GPtrArray *moves;   /* of CyanFunctionMove */
  GArray *parts;      /* of CyanFunctionPart */
} CyanSourceSnapshot;

CyanSourceSnapshot *cyan_source_snapshot_ref (CyanSourceSnapshot *self);
void cyan_source_snapshot_unref (CyanSourceSnapshot *self);

/* The sources for a ranking; borrowed from @self. */
CyanRankingSources cyan_source_snapshot_for_ranking (const CyanSourceSnapshot *self);

/* The sources for cyan_edits_new(); borrowed from @self. */
CyanEditSources cyan_source_snapshot_for_edits (const CyanSourceSnapshot *self);

/* Locations may be NULL.  References @comparison and the locations. */
CyanSourceTable *cyan_source_table_new (CyanComparison *comparison,
                                        CyanSourceLocation *before,
                                        CyanSourceLocation *after);
CyanSourceTable *cyan_source_table_ref (CyanSourceTable *self);
void cyan_source_table_unref (CyanSourceTable *self);

/* The location of a side, 0 before and 1 after.  Owned by the table; may be NULL. */
CyanSourceLocation *cyan_source_table_location (const CyanSourceTable *self, guint side);

/* Whether changes can be known: there are locations on both sides, or body hashes. */
gboolean cyan_source_table_has_sources (const CyanSourceTable *self);

/* Whether both profiles have body hashes that cannot be compared, since they were made
 * differently. */
gboolean cyan_source_table_has_other_hashes (const CyanSourceTable *self);

/* Fills all rows, those of the largest differences first; skips rows that are filled already.
 * FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_fill (CyanSourceTable *self, const CyanTick *tick, GError **error);

/* The current state; the caller unrefs it.  Returns the same snapshot while nothing changes, else
 * copies four bytes for each pair.  So do not call it for each row. */
CyanSourceSnapshot *cyan_source_table_snapshot (CyanSourceTable *self);

/* Looks up one pair; waits for the sources if needed.  Fills @pair in; clear it with
 * cyan_source_pair_clear().  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_look_up (CyanSourceTable *self,
                                    guint32 index,
                                    CyanSourcePair *pair,
                                    const CyanTick *tick,
                                    GError **error);

/* The same for a function that is in no profile. */
gboolean cyan_source_table_look_up_inlined (CyanSourceTable *self,
                                            const CyanInlined *inlined,
                                            CyanSourcePair *pair,
                                            const CyanTick *tick,
                                            GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceSnapshot, cyan_source_snapshot_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceTable, cyan_source_table_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSourcePair, cyan_source_pair_clear)
