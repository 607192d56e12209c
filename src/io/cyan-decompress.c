/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip with zlib and zstd with libzstd, one member at a time. */
#include "cyan-decompress.h"

#include "cyan-i18n.h"
#include "cyan-input.h"

#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* Memory of zlib: a window of 32 KiB, and tables. */
#define GZIP_BYTES (44 * 1024)

struct _CyanDecompressor
{
  CyanCompression compression;
  z_stream gzip;
  ZSTD_DCtx *zstd;
};

CyanCompression
cyan_compression_detect (const char *bytes, gsize length)
{
  const guchar *b = (const guchar *) bytes;

  if (length >= 2 && b[0] == 0x1f && b[1] == 0x8b)
    return CYAN_COMPRESSION_GZIP;
  if (length >= 4 && b[0] == 0x28 && b[1] == 0xb5 && b[2] == 0x2f && b[3] == 0xfd)
    return CYAN_COMPRESSION_ZSTD;
  /* A skippable frame, which may precede the data. */
  if (length >= 4 && (b[0] & 0xf0) == 0x50 && b[1] == 0x2a && b[2] == 0x4d && b[3] == 0x18)
    return CYAN_COMPRESSION_ZSTD;
  return CYAN_COMPRESSION_NONE;
}

const char *
cyan_compression_name (CyanCompression compression)
{
  return compression == CYAN_COMPRESSION_ZSTD ? "zstd" : "gzip";
}

gsize
cyan_decompressor_memory (const CyanDecompressor *self)
{
  return self->compression == CYAN_COMPRESSION_GZIP ? GZIP_BYTES : ZSTD_sizeof_DCtx (self->zstd);
}

CyanDecompressor *
cyan_decompressor_new (CyanCompression compression)
{
  CyanDecompressor *self = g_new0 (CyanDecompressor, 1);

  self->compression = compression;
  if (compression == CYAN_COMPRESSION_GZIP)
    {
      /* 15 bits of window, plus 16 for the gzip wrapper with its checksum and length. */
      if (inflateInit2 (&self->gzip, 15 + 16) != Z_OK)
        {
          g_free (self);
          return NULL;
        }
    }
  else
    {
      self->zstd = ZSTD_createDCtx ();
      if (self->zstd == NULL)
        {
          g_free (self);
          return NULL;
        }
      ZSTD_DCtx_setParameter (self->zstd, ZSTD_d_windowLogMax, CYAN_ZSTD_WINDOW_LOG_MAX);
    }
  return self;
}

void
cyan_decompressor_free (CyanDecompressor *self)
{
  if (self->compression == CYAN_COMPRESSION_GZIP)
    inflateEnd (&self->gzip);
  ZSTD_freeDCtx (self->zstd);
  g_free (self);
}

void
cyan_decompressor_restart (CyanDecompressor *self)
{
  if (self->compression == CYAN_COMPRESSION_GZIP)
    inflateReset (&self->gzip);
  else
    ZSTD_DCtx_reset (self->zstd, ZSTD_reset_session_only);
}

static CyanDecompressStatus
step_gzip (CyanDecompressor *self,
           const char *in,
           gsize in_length,
           gsize *consumed,
           char *out,
           gsize out_length,
           gsize *produced,
           const char **reason)
{
  uInt room = (uInt) MIN (out_length, G_MAXUINT32);
  uInt given = (uInt) MIN (in_length, G_MAXUINT32);
  int status;

  self->gzip.next_in = (Bytef *) in;
  self->gzip.avail_in = given;
  self->gzip.next_out = (Bytef *) out;
  self->gzip.avail_out = room;
  status = inflate (&self->gzip, Z_NO_FLUSH);
  *consumed = given - self->gzip.avail_in;
  *produced = room - self->gzip.avail_out;

  switch (status)
    {
    case Z_STREAM_END:
      return CYAN_DECOMPRESS_END;
    case Z_OK:
    case Z_BUF_ERROR: /* no progress is possible with this input */
      return CYAN_DECOMPRESS_MORE;
    case Z_MEM_ERROR:
      return CYAN_DECOMPRESS_NO_MEMORY;
    default:
      *reason = self->gzip.msg != NULL ? self->gzip.msg : _ ("a dictionary is missing");
      return CYAN_DECOMPRESS_BROKEN;
    }
}

static CyanDecompressStatus
step_zstd (CyanDecompressor *self,
           const char *in,
           gsize in_length,
           gsize *consumed,
           char *out,
           gsize out_length,
           gsize *produced,
           const char **reason)
{
  ZSTD_inBuffer source = { in, in_length, 0 };
  ZSTD_outBuffer target = { out, out_length, 0 };
  gsize status = ZSTD_decompressStream (self->zstd, &target, &source);

  *consumed = source.pos;
  *produced = target.pos;
  if (ZSTD_getErrorCode (status) == ZSTD_error_memory_allocation)
    return CYAN_DECOMPRESS_NO_MEMORY;
  if (ZSTD_isError (status))
    {
      *reason = ZSTD_getErrorName (status);
      return CYAN_DECOMPRESS_BROKEN;
    }
  return status == 0 ? CYAN_DECOMPRESS_END : CYAN_DECOMPRESS_MORE;
}

CyanDecompressStatus
cyan_decompressor_step (CyanDecompressor *self,
                        const char *in,
                        gsize in_length,
                        gsize *consumed,
                        char *out,
                        gsize out_length,
                        gsize *produced,
                        const char **reason)
{
  if (self->compression == CYAN_COMPRESSION_GZIP)
    return step_gzip (self, in, in_length, consumed, out, out_length, produced, reason);
  return step_zstd (self, in, in_length, consumed, out, out_length, produced, reason);
}

guint64
cyan_decompressor_max_ratio (guint64 produced)
{
  if (produced <= CYAN_INPUT_FREE_BYTES)
    return G_MAXUINT64;
  return produced <= 4 * (guint64) CYAN_INPUT_FREE_BYTES ? CYAN_INPUT_MAX_RATIO
                                                         : CYAN_INPUT_LONG_RATIO;
}
