/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compresses bytes for tests. */
#pragma once

#include <gio/gio.h>
#include <zlib.h>
#include <zstd.h>

static inline GByteArray *
test_gzip (gconstpointer bytes, gsize length)
{
  GByteArray *out = g_byte_array_new ();
  z_stream stream = { 0 };

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_byte_array_set_size (out, (guint) deflateBound (&stream, length) + 64);
  stream.next_in = (Bytef *) bytes;
  stream.avail_in = (uInt) length;
  stream.next_out = out->data;
  stream.avail_out = out->len;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (out, (guint) stream.total_out);
  deflateEnd (&stream);
  return out;
}

static inline GByteArray *
test_zstd (gconstpointer bytes, gsize length)
{
  GByteArray *out = g_byte_array_new ();
  gsize size;

  g_byte_array_set_size (out, (guint) ZSTD_compressBound (length));
  size = ZSTD_compress (out->data, out->len, bytes, length, 3);
  g_assert_false (ZSTD_isError (size));
  g_byte_array_set_size (out, (guint) size);
  return out;
}

/* Appends @more to @bytes and frees @more. */
static inline void
test_append (GByteArray *bytes, GByteArray *more)
{
  g_byte_array_append (bytes, more->data, more->len);
  g_byte_array_unref (more);
}
