/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of two revisions that may be compared. */
#pragma once

#include "cyan-store-pair.h"

/* Fills in the runs of @sides, whose revisions are known: those of the one definition, of
 * @definitions of one benchmark, and the one machine that have successful runs of both.  @machine is
 * a name or NULL.  Fails like cyan_store_request(). */
gboolean cyan_store_find_runs (CyanStore *self,
                               gint64 project,
                               const GPtrArray *definitions,
                               const char *machine,
                               CyanStoreSides *sides,
                               GError **error);
