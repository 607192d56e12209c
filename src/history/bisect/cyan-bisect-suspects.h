/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that explain the difference of two ends, and the commits that touch them.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-store.h"
#include "cyan-tick.h"

/* The commits between both ends of @state that touch a function which explains their difference, by
 * their profiles in @store: oid -> char *, "find_entry (table.c)".  None if the profiles or the
 * sources tell nothing; then why is a line in @notes.  Fails with CYAN_ERROR_CANCELLED. */
GHashTable *cyan_bisect_suspects (const CyanBisection *state,
                                  const char *repository,
                                  CyanStore *store,
                                  GPtrArray *notes,
                                  const CyanTick *tick,
                                  GError **error);
