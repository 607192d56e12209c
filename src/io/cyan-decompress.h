/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gzip and zstd behind one step function.
 *
 * A decompressor handles one member (gzip) or frame (zstd) at a time.  The caller owns the buffers
 * and decides what may follow a member.
 */
#pragma once

#include <glib.h>

typedef enum
{
  CYAN_COMPRESSION_NONE,
  CYAN_COMPRESSION_GZIP,
  CYAN_COMPRESSION_ZSTD,
} CyanCompression;

/* Bytes needed to detect a compression; with fewer, detection may give CYAN_COMPRESSION_NONE. */
#define CYAN_COMPRESSION_MAGIC_MAX 4

/* The largest zstd window that is accepted, as a power of two: 128 MiB.  For fuzzing, a window that
 * is allocated quickly. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_ZSTD_WINDOW_LOG_MAX 16
#else
#  define CYAN_ZSTD_WINDOW_LOG_MAX 27
#endif

/* Detects the compression of data that start with these bytes. */
CyanCompression cyan_compression_detect (const char *bytes, gsize length);

/* "gzip" or "zstd". */
const char *cyan_compression_name (CyanCompression compression);

/**
 * CyanDecompressStatus:
 * @CYAN_DECOMPRESS_MORE: needs more input or more room
 * @CYAN_DECOMPRESS_END: the member is complete and its checksum correct
 * @CYAN_DECOMPRESS_BROKEN: the data are damaged
 * @CYAN_DECOMPRESS_NO_MEMORY: the library cannot allocate memory
 */
typedef enum
{
  CYAN_DECOMPRESS_MORE,
  CYAN_DECOMPRESS_END,
  CYAN_DECOMPRESS_BROKEN,
  CYAN_DECOMPRESS_NO_MEMORY,
} CyanDecompressStatus;

typedef struct _CyanDecompressor CyanDecompressor;

/* The bytes that it holds; a file decides how large a window its decompression needs. */
gsize cyan_decompressor_memory (const CyanDecompressor *self);

/* @compression must not be CYAN_COMPRESSION_NONE.  NULL if the library cannot allocate memory. */
CyanDecompressor *cyan_decompressor_new (CyanCompression compression);
void cyan_decompressor_free (CyanDecompressor *self);

/* The factor by which data may grow that became @produced bytes. */
guint64 cyan_decompressor_max_ratio (guint64 produced);

/* Resets it for another member. */
void cyan_decompressor_restart (CyanDecompressor *self);

/* Consumes *@consumed of @in_length bytes at @in, and writes *@produced bytes, at most @out_length,
 * to @out.  If the data are damaged, sets *@reason to a static text. */
CyanDecompressStatus cyan_decompressor_step (CyanDecompressor *self,
                                             const char *in,
                                             gsize in_length,
                                             gsize *consumed,
                                             char *out,
                                             gsize out_length,
                                             gsize *produced,
                                             const char **reason);
