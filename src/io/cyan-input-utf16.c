/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in UTF-16, which a byte order mark announces, is read as UTF-8. */
#include "cyan-i18n.h"
#include "cyan-input-private.h"

#include <errno.h>
#include <string.h>

/* A block may follow what is left of the one before it. */
#define CAPACITY (2 * CYAN_INPUT_BLOCK)

struct _CyanUtf16
{
  GIConv converter;
  char bytes[CAPACITY]; /* before conversion: [start, end) */
  gsize start, end;
  gboolean at_end; /* no byte comes after end */
};

void
cyan_utf16_free (CyanUtf16 *self)
{
  g_iconv_close (self->converter);
  g_free (self);
}

void
cyan_input_begin_utf16 (CyanInput *self)
{
  const char *bytes = self->buffer + self->start;
  gsize length = self->end - self->start;

  if (length < 2 || (memcmp (bytes, "\xff\xfe", 2) != 0 && memcmp (bytes, "\xfe\xff", 2) != 0))
    return;
  self->utf16 = g_new (CyanUtf16, 1);
  self->utf16->converter = g_iconv_open ("UTF-8", bytes[0] == '\xff' ? "UTF-16LE" : "UTF-16BE");
  memcpy (self->utf16->bytes, bytes + 2, length - 2);
  self->utf16->start = 0;
  self->utf16->end = length - 2;
  self->utf16->at_end = self->at_end;
  self->start = self->end = 0;
  self->at_end = FALSE;
}

static gboolean
fill_bytes (CyanInput *self, GError **error)
{
  CyanUtf16 *utf16 = self->utf16;
  gsize length;

  if (utf16->at_end || utf16->end - utf16->start > CAPACITY - CYAN_INPUT_BLOCK)
    return TRUE;
  memmove (utf16->bytes, utf16->bytes + utf16->start, utf16->end - utf16->start);
  utf16->end -= utf16->start;
  utf16->start = 0;
  if (!cyan_input_read_block (self, utf16->bytes + utf16->end, &length, &utf16->at_end, error))
    return FALSE;
  utf16->end += length;
  return TRUE;
}

gboolean
cyan_input_read_utf16 (CyanInput *self, char *out, gsize *length, gboolean *at_end, GError **error)
{
  CyanUtf16 *utf16 = self->utf16;

  *length = 0;
  while (*length == 0)
    {
      char *from, *to = out;
      gsize left, room = CYAN_INPUT_BLOCK;
      int problem;

      if (!fill_bytes (self, error))
        return FALSE;
      from = utf16->bytes + utf16->start;
      left = utf16->end - utf16->start;
      *at_end = utf16->at_end && left == 0;
      if (*at_end)
        return TRUE;
      problem = g_iconv (utf16->converter, &from, &left, &to, &room) == (gsize) -1 ? errno : 0;
      utf16->start = utf16->end - left;
      *length = CYAN_INPUT_BLOCK - room;
      if (*length == 0 && (problem == EILSEQ || (problem == EINVAL && utf16->at_end)))
        return cyan_input_fail_file (self, error, CYAN_ERROR_INVALID,
                                     _ ("broken UTF-16 text: a character is not complete"));
    }
  return TRUE;
}
