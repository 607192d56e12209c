/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the table, the search for one pair, and the search for functions in no profile.
 * Private to this layer. */
#pragma once

#include "cyan-ranking.h"
#include "cyan-source-table.h"

#define CYAN_SOURCE_HAS_CHANGE   1
#define CYAN_SOURCE_HAS_PRESENCE 2

struct _CyanSourceTable
{
  CyanRefCount refs;
  CyanComparison *comparison;
  CyanSourceLocation *locations[2]; /* before, after; either may be NULL */
  gboolean has_hashes;              /* both profiles have body hashes, of the same make */
  gboolean has_other_hashes;        /* both have, of different makes */
  gboolean has_sources;

  CyanMutex mutex;     /* protects all fields below */
  guint8 *filled;      /* by pair: bits that tell which of the next fields are filled */
  guint8 *changes;     /* by pair */
  guint8 *presence;    /* by pair; NULL unless both locations are open */
  guint8 *moved;       /* likewise */
  guint8 *by_line;     /* likewise */
  GPtrArray *moved_to; /* of CyanFunctionMove, so far */
  guint n_filled;      /* pairs whose change was looked up */
  /* NULL until all rows are filled, and then they do not change. */
  GPtrArray *inlined;         /* of CyanInlined */
  GPtrArray *moves;           /* of CyanFunctionMove */
  GArray *parts;              /* of CyanFunctionPart */
  CyanSourceSnapshot *newest; /* NULL if a row was filled since it was made */
};

/* Sets a field of one row. */
void cyan_source_table_set_change (
    CyanSourceTable *self, guint32 index, CyanChange change, gboolean moved, gboolean by_line);
/* Takes ownership of @move, of which there may be one for the pair already.  Once all rows are filled,
 * nothing is added. */
void cyan_source_table_add_move (CyanSourceTable *self, CyanFunctionMove *move);
void cyan_source_table_set_presence (CyanSourceTable *self, guint32 index, CyanPresence presence);

/* Fills the presence of a row.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_table_fill_presence (CyanSourceTable *self,
                                          guint32 index,
                                          const CyanTick *tick,
                                          GError **error);

/* Whether body hashes decide; then sets *@change. */
gboolean cyan_source_table_compare_hashes (const CyanSourceTable *self,
                                           const CyanFunctionPair *functions,
                                           CyanChange *change);

/* By function whose cost changed most: the nearest function of the same file that it calls in the
 * sources, directly or through others, that was modified, and that no profile has.  Only in
 * languages whose compilers inline.  A GPtrArray of CyanInlined; NULL only with
 * CYAN_ERROR_CANCELLED. */
GPtrArray *cyan_source_inlined_new (CyanSourceTable *table,
                                    const CyanComparison *comparison,
                                    const CyanTick *tick,
                                    GError **error);

/* An empty list of CyanFunctionMove.  Free with g_ptr_array_unref(). */
GPtrArray *cyan_function_moves_new (void);
void cyan_function_move_free (gpointer self);
/* NULL unless the texts of @pair are of one name, in two files or two scopes. */
CyanFunctionMove *cyan_function_move_new (guint32 index, const CyanSourcePair *pair);
/* Of cyan_edits_possible_parts(): those that the sources confirm.  A GArray of CyanFunctionPart;
 * NULL only with CYAN_ERROR_CANCELLED. */
GArray *cyan_source_parts_new (CyanSourceTable *table,
                               const CyanComparison *comparison,
                               const CyanTick *tick,
                               GError **error);

/* Finds the text of a function on @side; *@text is NULL if there is none, or none that is certain.
 * FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_find_known (const CyanSourceTable *table,
                                 guint side,
                                 const CyanFunctionQuery *query,
                                 CyanFunctionText **text,
                                 const CyanTick *tick,
                                 GError **error);
