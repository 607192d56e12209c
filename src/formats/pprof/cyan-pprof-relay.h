/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes that one thread unpacks and another uses, block by block and in order.
 *
 * Unpacking a profile takes as long as a third of all that is done with it.  What is used, and what
 * fails first, is the same as without the thread; a small profile has none.
 */
#pragma once

#include "cyan-sync.h"
#include "cyan-worker.h"

G_BEGIN_DECLS

/* Uses [@bytes, @bytes + @length), which stand at @offset of the file. */
typedef gboolean (*CyanPprofUse) (
    gpointer data, const void *bytes, gsize length, guint64 offset, GError **error);

/* Zero it and call cyan_pprof_relay_init() before use. */
typedef struct
{
  CyanPprofUse use;
  gpointer data;
  CyanWorker worker; /* without a thread until that is needed */
  CyanMutex mutex;
  CyanCond changed;

  /* What is collected, and what the thread works on. */
  GByteArray *blocks[2];
  guint64 offsets[2];
  guint filling; /* the block that is collected */

  /* Under the mutex. */
  gboolean busy, over;
  GError *failure; /* of the thread */
} CyanPprofRelay;

void cyan_pprof_relay_init (CyanPprofRelay *self, CyanPprofUse use, gpointer data);

/* The next bytes of the file.  FALSE when those before them could not be used. */
gboolean cyan_pprof_relay_pass (
    CyanPprofRelay *self, const void *bytes, gsize length, guint64 offset, GError **error);

/* Waits until all bytes are used, and frees what is held.  To be called once, also after a failure,
 * which it reports again.  From then on all that @use did is seen here. */
gboolean cyan_pprof_relay_end (CyanPprofRelay *self, GError **error);

G_END_DECLS
