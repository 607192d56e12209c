/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A chunk of a Java Flight Recorder file: its header, and its bytes in memory.
 *
 * A recording is a sequence of chunks.  Each is complete in itself, with its own types and
 * constants.  Positions in a chunk count from its first byte.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-jfr-bytes.h"

#define CYAN_JFR_MAGIC        "FLR\0"
#define CYAN_JFR_MAGIC_LENGTH 4
#define CYAN_JFR_CHUNK_HEADER 68 /* bytes; events follow */

typedef struct
{
  CyanInput *input;    /* borrowed */
  const guchar *bytes; /* valid until the input moves */
  gsize length;
  guint64 pools;    /* position of the last checkpoint */
  guint64 metadata; /* position of the types */
  guint64 start;    /* ns since 1970 */
  guint64 duration; /* ns */
  double tick;      /* ns */
} CyanJfrChunk;

typedef enum
{
  CYAN_JFR_CHUNK_READY,
  CYAN_JFR_CHUNK_END,        /* there is none */
  CYAN_JFR_CHUNK_UNFINISHED, /* the recorder did not get to its end, or the file is cut */
  CYAN_JFR_CHUNK_FAILED,
} CyanJfrChunkStep;

/* Loads the chunk at which @input is. */
CyanJfrChunkStep cyan_jfr_chunk_load (CyanJfrChunk *self, CyanInput *input, GError **error);

/* Starts reading at position @at. */
void cyan_jfr_chunk_seek (const CyanJfrChunk *self, CyanJfrBytes *bytes, guint64 at);

/* Whether nothing is broken in @bytes; else sets @error. */
gboolean cyan_jfr_chunk_check (const CyanJfrChunk *self, const CyanJfrBytes *bytes, GError **error);
