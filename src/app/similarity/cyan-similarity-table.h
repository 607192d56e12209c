/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of a similarity as a table.
 *
 * Signal: open (guint position), a row was activated.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-similarity-rows.h"
#include "cyan-theme.h"

#define CYAN_TYPE_SIMILARITY_TABLE (cyan_similarity_table_get_type ())
G_DECLARE_FINAL_TYPE (CyanSimilarityTable, cyan_similarity_table, CYAN, SIMILARITY_TABLE, GtkWidget)

CyanSimilarityRows *cyan_similarity_table_rows (CyanSimilarityTable *self);

/* Shows @similarity, which is borrowed until this is called again; NULL: no rows.  The same row
 * stays selected if it is still there. */
void cyan_similarity_table_set (CyanSimilarityTable *self,
                                const CyanSimilarity *similarity,
                                gboolean changed_only);
void cyan_similarity_table_set_palette (CyanSimilarityTable *self, CyanPalette palette);
