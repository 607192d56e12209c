/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wire form of protocol buffers, read from bytes in memory and never beyond them.
 *
 * Knows fields, their types and numbers; what they mean is the reader's.  Nothing is copied:
 * what it hands out points into the bytes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The types of fields; the others of the wire form are of no use to pprof. */
enum
{
  CYAN_PPROF_NUMBER = 0,
  CYAN_PPROF_FIXED64 = 1,
  CYAN_PPROF_BYTES = 2,
  CYAN_PPROF_FIXED32 = 5,
};

typedef enum
{
  CYAN_PPROF_WIRE_FIELD, /* there is another field */
  CYAN_PPROF_WIRE_END,   /* there is none */
  CYAN_PPROF_WIRE_CUT,   /* the bytes end in the middle of one, see @wanted */
  CYAN_PPROF_WIRE_BROKEN /* see @problem */
} CyanPprofWireStep;

typedef struct
{
  const guchar *begin, *end;
  const guchar *at; /* behind the field at hand; at the field that is cut or broken */
  guint64 offset;   /* of @begin in the file */

  /* The field at hand. */
  guint field;          /* its number, from 1 */
  guint type;           /* CYAN_PPROF_* */
  guint64 field_offset; /* of its first byte in the file */
  guint64 value;        /* if it is a number; 0 for fixed ones, which are skipped */
  const guchar *bytes;  /* if it is CYAN_PPROF_BYTES; else empty */
  gsize length;

  guint64 wanted;      /* bytes of the field that is cut, as far as they are known */
  const char *problem; /* what is broken */
} CyanPprofWire;

/* Fields of [@bytes, @bytes + @length), which stand at @offset of the file. */
void cyan_pprof_wire_init (CyanPprofWire *self, const void *bytes, gsize length, guint64 offset);
/* Fields of the message that is the field at hand of @outer. */
void cyan_pprof_wire_enter (CyanPprofWire *self, const CyanPprofWire *outer);
CyanPprofWireStep cyan_pprof_wire_next (CyanPprofWire *self);

/* Of any length; see below. */
const char *cyan_pprof_wire_long_number (const guchar **at, const guchar *end, guint64 *value);

/* Reads the number at *@at, which it moves behind it.  NULL if all is well, else the reason: it is
 * too long, or *@at comes to @end before it does. */
static inline const char *
cyan_pprof_wire_number (const guchar **at, const guchar *end, guint64 *value)
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
  return cyan_pprof_wire_long_number (at, end, value);
}

G_END_DECLS
