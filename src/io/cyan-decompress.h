/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gzip and zstd behind one step function.
 *
 * A decompressor knows one member (gzip) or frame (zstd) at a time.  Who calls it owns the buffers
 * and decides what follows a member.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  CYAN_COMPRESSION_NONE,
  CYAN_COMPRESSION_GZIP,
  CYAN_COMPRESSION_ZSTD,
} CyanCompression;

/* Bytes that decide a compression; fewer make it CYAN_COMPRESSION_NONE where they do not suffice.
 */
#define CYAN_COMPRESSION_MAGIC_MAX 4

/* The widest zstd window that is accepted, as a power of two: 128 MiB.  For fuzzing one that takes
 * no time to get. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_ZSTD_WINDOW_LOG_MAX 16
#else
#  define CYAN_ZSTD_WINDOW_LOG_MAX 27
#endif

/* What data that begin with these bytes are compressed with. */
CyanCompression cyan_compression_detect (const char *bytes, gsize length);

/* "gzip" or "zstd". */
const char *cyan_compression_name (CyanCompression compression);

/**
 * CyanDecompressStatus:
 * @CYAN_DECOMPRESS_MORE: goes on with more input or more room
 * @CYAN_DECOMPRESS_END: the member is complete and its checksum right
 * @CYAN_DECOMPRESS_BROKEN: the data are damaged
 * @CYAN_DECOMPRESS_NO_MEMORY: the library gets no memory
 */
typedef enum
{
  CYAN_DECOMPRESS_MORE,
  CYAN_DECOMPRESS_END,
  CYAN_DECOMPRESS_BROKEN,
  CYAN_DECOMPRESS_NO_MEMORY,
} CyanDecompressStatus;

typedef struct _CyanDecompressor CyanDecompressor;

/* Bytes that it holds: a file says how large a window its decompression needs. */
gsize cyan_decompressor_memory (const CyanDecompressor *self);

/* @compression is not CYAN_COMPRESSION_NONE.  NULL if its library gets no memory. */
CyanDecompressor *cyan_decompressor_new (CyanCompression compression);
void cyan_decompressor_free (CyanDecompressor *self);

/* Makes it ready for a further member. */
void cyan_decompressor_restart (CyanDecompressor *self);

/* Consumes *@consumed of @in_length bytes at @in and writes *@produced of at most @out_length bytes
 * to @out.  *@reason is set to a static text where the data are damaged. */
CyanDecompressStatus cyan_decompressor_step (CyanDecompressor *self,
                                             const char *in,
                                             gsize in_length,
                                             gsize *consumed,
                                             char *out,
                                             gsize out_length,
                                             gsize *produced,
                                             const char **reason);

G_END_DECLS
