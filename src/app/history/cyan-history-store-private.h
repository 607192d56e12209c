/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For the threads that read a store, in this room. */
#pragma once

#include "cyan-history-store.h"
#include "cyan-store.h"

G_BEGIN_DECLS

/* Waits for other threads, and opens the store if it is not open.  To be ended with
 * cyan_history_store_end() whatever this returns; NULL with @error. */
CyanStore *cyan_history_store_begin (CyanHistoryStore *self, GError **error);
void cyan_history_store_end (CyanHistoryStore *self);

G_END_DECLS
