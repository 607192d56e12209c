/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a frame of valgrind into function, file, line and module. */
#include "cyan-valgrind-frame.h"

#include "cyan-number.h"

#include <string.h>

#define UNKNOWN "[unknown]"

/* The length of "0x1092EE: " at the beginning of @text; 0: there is none. */
static gsize
address_length (const char *text, gsize length)
{
  gsize at = 2;

  if (length < 4 || text[0] != '0' || text[1] != 'x')
    return 0;
  while (at < length && g_ascii_isxdigit (text[at]))
    at++;
  return at + 2 <= length && text[at] == ':' && text[at + 1] == ' ' ? at + 2 : 0;
}

/* Cuts ":12" from the end of [@text, @text + *@length). */
static gboolean
cut_number (const char *text, gsize *length, guint64 *number)
{
  const char *colon = memrchr (text, ':', *length);
  gsize before = colon != NULL ? (gsize) (colon - text) : 0;

  if (before == 0 || !cyan_parse_uint64 (colon + 1, *length - before - 1, number))
    return FALSE;
  *length = before;
  return TRUE;
}

/* Reads what stands in the last brackets: "work.c:12", "vec.rs:1469:9" or "in /usr/lib/x.so". */
static void
parse_place (CyanValgrindFrame *self, CyanStrings *strings, const char *text, gsize length)
{
  guint64 line = 0, more = 0;

  if (length > 3 && strncmp (text, "in ", 3) == 0)
    {
      const char *slash = memrchr (text, '/', length);
      const char *name = slash != NULL && slash + 1 < text + length ? slash + 1 : text + 3;

      self->function.module = cyan_strings_add (strings, name, text + length - name);
      return;
    }
  if (cut_number (text, &length, &line) && cut_number (text, &length, &more))
    line = more; /* the second number is a column */
  self->line = line <= G_MAXINT32 ? (guint32) line : 0;
  self->function.file = cyan_strings_add (strings, text, (gssize) length);
}

CyanValgrindFrame
cyan_valgrind_frame_parse (CyanStrings *strings, const char *text, gsize length)
{
  CyanValgrindFrame self = { .function = { .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY } };
  gsize skipped = address_length (text, length);
  const char *bracket;

  text += skipped;
  length -= skipped;
  bracket =
      skipped > 0 && length > 0 && text[length - 1] == ')' ? memrchr (text, '(', length) : NULL;
  if (bracket != NULL && bracket > text + 1 && bracket[-1] == ' ')
    {
      parse_place (&self, strings, bracket + 1, (gsize) (text + length - 1 - (bracket + 1)));
      length = (gsize) (bracket - 1 - text);
    }
  if (length == 0 || (length == 3 && strncmp (text, "???", 3) == 0))
    self.function.name = cyan_strings_add (strings, UNKNOWN, -1);
  else
    self.function.name = cyan_strings_add (strings, text, (gssize) length);
  return self;
}
