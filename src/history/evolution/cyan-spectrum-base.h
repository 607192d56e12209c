/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions have enough runs to be a base. */
#pragma once

#include "cyan-spectrum-read.h"
#include "cyan-store-pair.h"

/* The successful runs with a profile, by the id of their revision: guint by gint64. */
GHashTable *
cyan_spectrum_count_runs (CyanStore *store, gint64 definition, gint64 machine, GError **error);

/* How many a base of @n_new runs needs. */
guint cyan_spectrum_enough_runs (guint n_new);
