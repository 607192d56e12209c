/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a similarity as a list for GTK, all or only those that changed.
 *
 * Its items are empty objects: whatever shows a row asks for it by its position, which GTK keeps.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-similarity.h"

#define CYAN_TYPE_SIMILARITY_ROWS (cyan_similarity_rows_get_type ())
G_DECLARE_FINAL_TYPE (CyanSimilarityRows, cyan_similarity_rows, CYAN, SIMILARITY_ROWS, GObject)

CyanSimilarityRows *cyan_similarity_rows_new (void);

/* @similarity is borrowed until this is called again; NULL: no rows. */
void cyan_similarity_rows_set (CyanSimilarityRows *self,
                               const CyanSimilarity *similarity,
                               gboolean changed_only);
const CyanSimilarity *cyan_similarity_rows_get (CyanSimilarityRows *self);

const CyanSimilarityRow *cyan_similarity_rows_at (CyanSimilarityRows *self, guint position);
/* The position of the row with this number; 0 if it is not among them. */
guint cyan_similarity_rows_find (CyanSimilarityRows *self, guint32 number);
