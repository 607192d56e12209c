/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A pipe between two threads: one decompresses a profile, the other parses its bytes in order.
 *
 * Decompression takes a third of the loading time.  Results and the first error are the same as
 * with one thread.  Small profiles are parsed without a second thread.
 */
#pragma once

#include "cyan-sync.h"
#include "cyan-worker.h"

/* Parses [@bytes, @bytes + @length), which start at @offset of the file. */
typedef gboolean (*CyanPprofPipeFunc) (
    gpointer data, const void *bytes, gsize length, guint64 offset, GError **error);

/* Zero it and call cyan_pprof_pipe_init() before use. */
typedef struct
{
  CyanPprofPipeFunc use;
  gpointer data;
  CyanWorker worker; /* its thread is started by the first full block */
  CyanMutex mutex;
  CyanCond changed;

  /* The block being filled and the block being parsed. */
  GByteArray *blocks[2];
  guint64 offsets[2];
  guint filling; /* index of the block being filled */

  /* Guarded by the mutex. */
  gboolean busy, over;
  GError *failure; /* of the thread */
} CyanPprofPipe;

void cyan_pprof_pipe_init (CyanPprofPipe *self, CyanPprofPipeFunc use, gpointer data);

/* Adds the next bytes of the file.  Returns FALSE with @error if earlier bytes could not be
 * parsed. */
gboolean cyan_pprof_pipe_write (
    CyanPprofPipe *self, const void *bytes, gsize length, guint64 offset, GError **error);

/* Waits until all bytes are parsed and frees the blocks.  Call it exactly once, also after a
 * failure, which it reports again.  Afterwards all writes of the other thread are visible to the
 * caller. */
gboolean cyan_pprof_pipe_close (CyanPprofPipe *self, GError **error);
