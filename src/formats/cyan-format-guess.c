/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses what a file is that no format reads: by magic numbers, then by words near its
 * beginning. */
#include "cyan-format-guess.h"

#include "cyan-i18n.h"

#include <string.h>

#define ZIP "PK\003\004"
#define XZ                                                                                         \
  "\375"                                                                                           \
  "7zXZ"
#define JFR    "FLR\0"
#define SQLITE "SQLite format 3"

static const struct
{
  const char *magic;
  gsize length;
  const char *guess;
} magics[] = {
  { ZIP, 4, N_ ("this is a ZIP archive; unpack it first") },
  { XZ, 5, N_ ("this is compressed with xz; decompress it first") },
  { "BZh", 3, N_ ("this is compressed with bzip2; decompress it first") },
  { JFR, 4, N_ ("this is a Java Flight Recorder file; convert it to folded stacks first") },
  { SQLITE, 15, N_ ("this is an SQLite database and not a profile") },
  { "\177ELF", 4, N_ ("this is a program or a library and not a profile of one") },
  { "\211PNG", 4, N_ ("this is a picture and not a profile") },
  { "%PDF-", 5, N_ ("this is a PDF document and not a profile") },
};

static gboolean
begins_with (const char *head, gsize length, const char *word)
{
  gsize size = strlen (word);

  return length >= size && g_ascii_strncasecmp (head, word, size) == 0;
}

static gboolean
contains (const char *head, gsize length, const char *word)
{
  return memmem (head, length, word, strlen (word)) != NULL;
}

static const char *
recognise_markup (const char *head, gsize length)
{
  if (contains (head, length, "<svg"))
    return _ ("this is an SVG picture; open the profile it was drawn from");
  if (begins_with (head, length, "<!doctype html") || begins_with (head, length, "<html")
      || contains (head, length, "<html") || contains (head, length, "<HTML")
      || contains (head, length, "<body"))
    return _ ("this is a web page and not a profile (did a download fail?)");
  return NULL;
}

static void
skip_space (const char **text, gsize *length)
{
  for (; *length > 0 && g_ascii_isspace (**text); (*length)--)
    (*text)++;
}

const char *
cyan_format_recognise (const char *head, gsize length)
{
  const char *text = head;
  gsize rest = length;

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= magics[i].length && memcmp (head, magics[i].magic, magics[i].length) == 0)
      return _ (magics[i].guess);

  /* Lines that end in a carriage return only would all be read as one. */
  if (memchr (head, '\r', length) != NULL && memchr (head, '\n', length) == NULL)
    return _ ("its lines end in carriage returns only; convert them to line feeds first");

  skip_space (&text, &rest);
  if (begins_with (text, rest, "<"))
    return recognise_markup (text, rest);
  return NULL;
}

/* Whether every second byte from @first on is NUL, and no other byte is. */
static gboolean
has_nul_bytes_from (const char *head, gsize length, gsize first)
{
  if (length < 4)
    return FALSE;
  for (gsize i = 0; i < MIN (length, 16); i++)
    if ((head[i] == '\0') != (i % 2 == first))
      return FALSE;
  return TRUE;
}

const char *
cyan_format_guess (const char *head, gsize length)
{
  const char *known = cyan_format_recognise (head, length);

  if (known != NULL)
    return known;
  if (has_nul_bytes_from (head, length, 1))
    return _ ("UTF-16 text without a mark; convert it with iconv -f UTF-16LE -t UTF-8");
  if (has_nul_bytes_from (head, length, 0))
    return _ ("UTF-16 text without a mark; convert it with iconv -f UTF-16BE -t UTF-8");
  skip_space (&head, &length);
  if (length == 0)
    return _ ("nothing but white space");
  if (begins_with (head, length, "<?xml"))
    return _ ("this is XML and not a profile");
  if (*head == '{' && contains (head, length, "\"cyanotype-session\""))
    return _ ("this is a session of the window and not a profile; open it with cyanotype");
  if (*head == '{' || *head == '[')
    return _ ("this is JSON, but not a profile that we know");
  return _ ("not a profile that we know");
}
