/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git-objects.h"

#include <string.h>
#include <zlib.h>

#include "tree.h"

#define ID_BYTES 20
/* Bytes of the zeros of loose_write_gigabytes() that are compressed once, and how often. */
#define ZEROS   (1024 * 1024)
#define REPEATS 3000

/* ---- ids ---- */

static void
parse_id (const char *id, guint8 *bytes)
{
  for (guint i = 0; i < ID_BYTES; i++)
    bytes[i] =
        (guint8) (g_ascii_xdigit_value (id[2 * i]) << 4 | g_ascii_xdigit_value (id[2 * i + 1]));
}

static void
append_sum (GByteArray *bytes)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 digest[ID_BYTES];
  gsize length = sizeof digest;

  g_checksum_update (checksum, bytes->data, bytes->len);
  g_checksum_get_digest (checksum, digest, &length);
  g_byte_array_append (bytes, digest, sizeof digest);
}

char *
object_id (const char *type, gconstpointer content, gsize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  g_autofree char *head = g_strdup_printf ("%s %" G_GSIZE_FORMAT, type, length);

  g_checksum_update (checksum, (const guchar *) head, (gssize) strlen (head) + 1);
  g_checksum_update (checksum, content, (gssize) length);
  return g_strdup (g_checksum_get_string (checksum));
}

/* ---- compression ---- */

static void
append_compressed (GByteArray *bytes, gconstpointer content, gsize length)
{
  uLongf size = compressBound (length);
  g_autofree guint8 *buffer = g_malloc (size);

  g_assert_cmpint (compress2 (buffer, &size, content, length, 1), ==, Z_OK);
  g_byte_array_append (bytes, buffer, (guint) size);
}

static void
append_flushed (z_stream *stream, GByteArray *bytes, gconstpointer content, gsize length)
{
  guint8 buffer[16384];

  stream->next_in = (Bytef *) content;
  stream->avail_in = (uInt) length;
  do
    {
      stream->next_out = buffer;
      stream->avail_out = sizeof buffer;
      g_assert_cmpint (deflate (stream, Z_FULL_FLUSH), !=, Z_STREAM_ERROR);
      g_byte_array_append (bytes, buffer, sizeof buffer - stream->avail_out);
    }
  while (stream->avail_out == 0);
}

/* ---- loose objects ---- */

static void
write_loose (const char *folder, const char *id, const GByteArray *bytes)
{
  g_autofree char *name = g_strdup_printf (".git/objects/%.2s/%s", id, id + 2);

  tree_write (folder, name, (const char *) bytes->data, bytes->len);
}

void
loose_write (const char *folder, const char *id, gconstpointer bytes, gsize length)
{
  g_autoptr (GByteArray) compressed = g_byte_array_new ();

  append_compressed (compressed, bytes, length);
  write_loose (folder, id, compressed);
}

void
loose_write_gigabytes (const char *folder, const char *id, const char *head)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new (), block = g_byte_array_new ();
  g_autofree guint8 *zeros = g_malloc0 (ZEROS);
  z_stream stream = { 0 };

  g_assert_cmpint (deflateInit (&stream, 1), ==, Z_OK);
  append_flushed (&stream, bytes, head, strlen (head) + 1);
  append_flushed (&stream, block, zeros, ZEROS);
  for (guint i = 0; i < REPEATS; i++)
    g_byte_array_append (bytes, block->data, block->len);
  deflateEnd (&stream);
  write_loose (folder, id, bytes);
}

/* ---- packs ---- */

typedef struct
{
  guint8 id[ID_BYTES];
  guint32 at;
} Place;

struct _PackWriter
{
  char *folder;
  GByteArray *bytes;
  GArray *places;
};

PackWriter *
pack_begin (const char *folder)
{
  static const guint8 head[] = { 'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, 0 };
  PackWriter *self = g_new0 (PackWriter, 1);

  self->folder = g_strdup (folder);
  self->bytes = g_byte_array_new ();
  self->places = g_array_new (FALSE, TRUE, sizeof (Place));
  g_byte_array_append (self->bytes, head, sizeof head);
  return self;
}

/* A number in groups of 7 bits, the lowest first, with @bits of them in the first byte, @first. */
static void
append_size (GByteArray *bytes, guint8 first, guint bits, guint64 size)
{
  guint8 byte = (guint8) (first | (size & ((1u << bits) - 1)));

  for (size >>= bits; size > 0; size >>= 7)
    {
      byte |= 0x80;
      g_byte_array_append (bytes, &byte, 1);
      byte = (guint8) (size & 0x7f);
    }
  g_byte_array_append (bytes, &byte, 1);
}

static void
append_distance (GByteArray *bytes, gsize distance)
{
  guint8 digits[10];
  guint n = sizeof digits;

  digits[--n] = distance & 0x7f;
  while ((distance >>= 7) > 0)
    digits[--n] = (guint8) (0x80 | (--distance & 0x7f));
  g_byte_array_append (bytes, digits + n, (guint) sizeof digits - n);
}

gsize
pack_add (PackWriter *self,
          const char *id,
          guint type,
          guint64 size,
          const char *base,
          gsize base_at,
          gconstpointer content,
          gsize length)
{
  Place place = { .at = self->bytes->len };
  guint8 base_id[ID_BYTES];

  parse_id (id, place.id);
  g_array_append_val (self->places, place);
  append_size (self->bytes, (guint8) (type << 4), 4, size);
  if (base != NULL)
    {
      parse_id (base, base_id);
      g_byte_array_append (self->bytes, base_id, sizeof base_id);
    }
  if (type == PACK_OFFSET_DELTA)
    append_distance (self->bytes, place.at - base_at);
  append_compressed (self->bytes, content, length);
  return place.at;
}

char *
pack_add_whole (PackWriter *self, guint type, gconstpointer content, gsize length)
{
  static const char *const types[] = { NULL, "commit", "tree", "blob", "tag" };
  char *id = object_id (types[type], content, length);

  pack_add (self, id, type, length, NULL, 0, content, length);
  return id;
}

static void
set_number (guint8 *bytes, guint32 number)
{
  number = GUINT32_TO_BE (number);
  memcpy (bytes, &number, sizeof number);
}

static void
append_number (GByteArray *bytes, guint32 number)
{
  guint8 digits[4];

  set_number (digits, number);
  g_byte_array_append (bytes, digits, sizeof digits);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  return memcmp (((const Place *) a)->id, ((const Place *) b)->id, ID_BYTES);
}

/* The index; its places are sorted. */
static GByteArray *
make_index (const PackWriter *self)
{
  static const guint8 head[] = { 0xff, 't', 'O', 'c', 0, 0, 0, 2 };
  GByteArray *index = g_byte_array_new ();
  const Place *places = (const Place *) self->places->data;
  guint n = self->places->len;

  g_byte_array_append (index, head, sizeof head);
  for (guint byte = 0, i = 0; byte < 256; byte++)
    {
      while (i < n && places[i].id[0] <= byte)
        i++;
      append_number (index, i);
    }
  for (guint i = 0; i < n; i++)
    g_byte_array_append (index, places[i].id, ID_BYTES);
  for (guint i = 0; i < n; i++)
    append_number (index, 0);
  for (guint i = 0; i < n; i++)
    append_number (index, places[i].at);
  g_byte_array_append (index, self->bytes->data + self->bytes->len - ID_BYTES, ID_BYTES);
  append_sum (index);
  return index;
}

void
pack_end (PackWriter *self)
{
  static const char name[] = ".git/objects/pack/pack-0123456789012345678901234567890123456789";
  g_autofree char *pack = g_strconcat (name, ".pack", NULL);
  g_autofree char *idx = g_strconcat (name, ".idx", NULL);
  g_autoptr (GByteArray) index = NULL;

  set_number (self->bytes->data + 8, self->places->len);
  append_sum (self->bytes);
  g_array_sort (self->places, compare_places);
  index = make_index (self);
  tree_write (self->folder, pack, (const char *) self->bytes->data, self->bytes->len);
  tree_write (self->folder, idx, (const char *) index->data, index->len);
  g_array_unref (self->places);
  g_byte_array_unref (self->bytes);
  g_free (self->folder);
  g_free (self);
}

/* ---- differences ---- */

void
delta_append_size (GByteArray *delta, guint64 size)
{
  append_size (delta, 0, 7, size);
}

void
delta_append_copy (GByteArray *delta, gsize size)
{
  for (gsize done = 0, n; done < size; done += n)
    {
      guint8 command[8];

      n = MIN (size - done, 0xffffff);
      command[0] = 0xff;
      for (guint i = 0; i < 4; i++)
        command[1 + i] = (guint8) (done >> 8 * i);
      for (guint i = 0; i < 3; i++)
        command[5 + i] = (guint8) (n >> 8 * i);
      g_byte_array_append (delta, command, sizeof command);
    }
}
