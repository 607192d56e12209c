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

  CyanMutex mutex;            /* protects all fields below */
  guint8 *filled;             /* by pair: bits that tell which of the next fields are filled */
  guint8 *changes;            /* by pair */
  guint8 *presence;           /* by pair; NULL unless both locations are open */
  guint8 *moved;              /* likewise */
  guint8 *by_line;            /* likewise */
  guint n_filled;             /* pairs whose change was looked up */
  GPtrArray *inlined;         /* of CyanInlined; NULL until all rows are filled */
  CyanSourceSnapshot *newest; /* NULL if a row was filled since it was made */
};

/* Sets a field of one row. */
void cyan_source_table_set_change (
    CyanSourceTable *self, guint32 index, CyanChange change, gboolean moved, gboolean by_line);
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

/* Finds the text of a function on @side; *@text is NULL if there is none, or none that is certain.
 * FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_source_find_known (const CyanSourceTable *table,
                                 guint side,
                                 const CyanFunctionQuery *query,
                                 CyanFunctionText **text,
                                 const CyanTick *tick,
                                 GError **error);
