/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file that no format reads looks like: magic numbers, then words near its beginning. */
#include "cyan-format-guess.h"

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
  { "PERFILE2", 8,
    "this is perf.data; run perf script and stackcollapse-perf.pl, and open what comes out" },
  { ZIP, 4, "this is a ZIP archive; unpack it first" },
  { XZ, 5, "this is compressed with xz; decompress it first" },
  { "BZh", 3, "this is compressed with bzip2; decompress it first" },
  { JFR, 4, "this is a Java Flight Recorder file; convert it to folded stacks first" },
  { SQLITE, 15, "this is an SQLite database and not a profile" },
  { "\177ELF", 4, "this is a program or a library and not a profile of one" },
  { "\211PNG", 4, "this is a picture and not a profile" },
  { "%PDF-", 5, "this is a PDF document and not a profile" },
};

/* Words that tell kinds of JSON apart, in the order in which they are tried. */
static const struct
{
  const char *word;
  const char *guess;
} json_words[] = {
  { "speedscope.app", "this looks like a speedscope profile, which is not read" },
  { "\"timeDeltas\"", "this looks like a V8 .cpuprofile, which is not read" },
  { "\"callFrame\"", "this looks like a V8 .cpuprofile, which is not read" },
  { "\"stackTable\"", "this looks like a Firefox profile, which is not read" },
  { "\"preprocessedProfileVersion\"", "this looks like a Firefox profile, which is not read" },
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
    return "this is an SVG picture; open the profile it was drawn from";
  if (begins_with (head, length, "<!doctype html") || begins_with (head, length, "<html")
      || contains (head, length, "<html") || contains (head, length, "<HTML")
      || contains (head, length, "<body"))
    return "this is a web page and not a profile (did a download fail?)";
  return NULL;
}

static const char *
recognise_json (const char *head, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (json_words); i++)
    if (contains (head, length, json_words[i].word))
      return json_words[i].guess;
  return NULL;
}

static void
skip_space (const char **text, gsize *length)
{
  for (; *length > 0 && g_ascii_isspace (**text); (*length)--)
    (*text)++;
}

/* Reads a protobuf varint below 2^63 at *@at. */
static gboolean
read_varint (const guchar *head, gsize length, gsize *at, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 63 && *at < length; shift += 7)
    {
      guchar byte = head[(*at)++];

      *value |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

/* Whether these are the fields of pprof's message Profile up to one that is its sample_type: field
 * 1, itself a message of two numbers.  Go writes others before it. */
static gboolean
is_pprof (const guchar *head, gsize length)
{
  gsize at = 0;

  while (at < length)
    {
      guint64 tag, value;

      if (!read_varint (head, length, &at, &tag) || !read_varint (head, length, &at, &value))
        return FALSE;
      if (tag >> 3 == 0 || tag >> 3 > 15 || ((tag & 7) != 0 && (tag & 7) != 2))
        return FALSE;
      if ((tag & 7) == 0)
        continue;
      if (value > length - at)
        return FALSE;
      if (tag >> 3 == 1)
        return value >= 2 && value <= 12 && head[at] == 0x08;
      at += value;
    }
  return FALSE;
}

/* A line of perf script's stacks: a tab, spaces, an address, a symbol. */
static gboolean
is_perf_script (const char *text, gsize length)
{
  const char *end = text + length;
  const char *at = memmem (text, length, "\n\t", 2);
  guint digits = 0;

  if (at == NULL)
    return FALSE;
  for (at += 2; at < end && *at == ' '; at++)
    ;
  for (; at < end && g_ascii_isxdigit (*at); at++)
    digits++;
  return digits >= 4 && at < end && *at == ' ';
}

const char *
cyan_format_recognise (const char *head, gsize length)
{
  const char *text = head;
  gsize rest = length;

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= magics[i].length && memcmp (head, magics[i].magic, magics[i].length) == 0)
      return magics[i].guess;
  if (is_pprof ((const guchar *) head, length))
    return "this looks like a pprof profile, which is not read";

  /* Lines that end as those of old Macs would all be one. */
  if (memchr (head, '\r', length) != NULL && memchr (head, '\n', length) == NULL)
    return "its lines end in carriage returns only; convert them to line feeds first";

  skip_space (&text, &rest);
  if (begins_with (text, rest, "# callgrind format")
      || begins_with (text, rest, "creator: callgrind")
      || (contains (text, rest, "\nfn=(") && contains (text, rest, "events:")))
    return "this looks like callgrind output, which is not read";
  if (begins_with (text, rest, "Enters: "))
    return "this looks like a call log, which is not read";
  if (is_perf_script (text, rest))
    return "this looks like the text of perf script; run stackcollapse-perf.pl on it, and open "
           "what "
           "comes out";
  if (begins_with (text, rest, "<"))
    return recognise_markup (text, rest);
  if (begins_with (text, rest, "{") || begins_with (text, rest, "["))
    return recognise_json (text, rest);
  return NULL;
}

const char *
cyan_format_guess (const char *head, gsize length)
{
  const char *known = cyan_format_recognise (head, length);

  if (known != NULL)
    return known;
  skip_space (&head, &length);
  if (length == 0)
    return "nothing but white space";
  if (begins_with (head, length, "<?xml"))
    return "this is XML and not a profile";
  if (*head == '{' || *head == '[')
    return "this is JSON, but not a profile that we know";
  return "not a profile that we know";
}
