/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the wire format of protocol buffers from memory, never beyond its end.
 *
 * It knows fields, types and numbers, but not their meaning.  Nothing is copied: results point into
 * the given bytes.
 */
#pragma once

#include "cyan-input.h"

/* The types of fields; groups, which are obsolete, are not read. */
enum
{
  CYAN_PROTOBUF_NUMBER = 0,
  CYAN_PROTOBUF_FIXED64 = 1,
  CYAN_PROTOBUF_BYTES = 2,
  CYAN_PROTOBUF_FIXED32 = 5,
};

typedef enum
{
  CYAN_PROTOBUF_FIELD, /* there is another field */
  CYAN_PROTOBUF_END,   /* there is none */
  CYAN_PROTOBUF_CUT,   /* the bytes end in the middle of one, see @wanted */
  CYAN_PROTOBUF_BROKEN /* see @problem */
} CyanProtobufStep;

typedef struct
{
  const guchar *begin, *end;
  const guchar *at; /* after the current field; at a field that is cut or broken */
  guint64 offset;   /* of @begin in the file */

  /* The current field. */
  guint field;          /* its number, from 1 */
  guint type;           /* CYAN_PROTOBUF_* */
  guint64 field_offset; /* of its first byte in the file */
  guint64 value;        /* of a number; 0 for fixed-size numbers, which are skipped */
  const guchar *bytes;  /* of CYAN_PROTOBUF_BYTES; otherwise empty */
  gsize length;

  guint64 wanted;      /* known size in bytes of the field that is cut */
  const char *problem; /* static text: what is broken */
} CyanProtobuf;

/* Starts reading the fields in [@bytes, @bytes + @length), which are at @offset of the file. */
void cyan_protobuf_init (CyanProtobuf *self, const void *bytes, gsize length, guint64 offset);
/* Starts reading the fields of the message in @outer's current field. */
void cyan_protobuf_enter (CyanProtobuf *self, const CyanProtobuf *outer);
CyanProtobufStep cyan_protobuf_next (CyanProtobuf *self);

/* Goes to the next field of a message that is there as a whole.  1: there is one; 0: there is none;
 * -1: an error, which names the file and the byte. */
int cyan_protobuf_take (CyanProtobuf *self, const CyanInput *input, GError **error);
/* Fails if the current field of a @what, such as "sample", does not have @type. */
gboolean cyan_protobuf_expect (
    const CyanProtobuf *self, const CyanInput *input, guint type, const char *what, GError **error);

/* Sets @error to "NAME: byte N: REASON", the place of the current field, and returns FALSE. */
gboolean cyan_protobuf_fail (const CyanProtobuf *self,
                             const CyanInput *input,
                             GError **error,
                             const char *format,
                             ...) G_GNUC_PRINTF (4, 5);

/* Calls @func for each number in the current field of a @what: one, or packed ones. */
typedef gboolean (*CyanProtobufNumberFunc) (gpointer data,
                                            const CyanProtobuf *wire,
                                            guint64 value,
                                            GError **error);
gboolean cyan_protobuf_numbers (const CyanProtobuf *self,
                                const CyanInput *input,
                                const char *what,
                                CyanProtobufNumberFunc func,
                                gpointer data,
                                GError **error);

/* Reads a number of any length; see below. */
const char *cyan_protobuf_long_number (const guchar **at, const guchar *end, guint64 *value);

/* Reads the number at *@at and moves *@at past it.  Returns NULL, or a static text: the number is
 * too long or does not end before @end. */
static inline const char *
cyan_protobuf_number (const guchar **at, const guchar *end, guint64 *value)
{
  const guchar *byte = *at;

  if (G_LIKELY (end - byte >= 2))
    {
      if (byte[0] < 0x80)
        {
          *value = byte[0];
          *at = byte + 1;
          return NULL;
        }
      if (byte[1] < 0x80)
        {
          *value = (guint64) (byte[0] & 0x7f) | (guint64) byte[1] << 7;
          *at = byte + 2;
          return NULL;
        }
    }
  return cyan_protobuf_long_number (at, end, value);
}
