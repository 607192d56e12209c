/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which function of one recording is which of the other.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Fills pair, pairs and function_of_pair with their numbers, from the merged tree and the labels.
 * Pairs are numbered by their first node.  @n_common gets the functions that both runs have.  FALSE
 * only with CYAN_ERROR_CANCELLED. */
gboolean cyan_function_pairs_fill (CyanComparison *self,
                                   guint *n_common,
                                   const CyanTick *tick,
                                   GError **error);

G_END_DECLS
