/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses what a file is that no format reads: by magic numbers, then by words near its
 * beginning. */
#include "cyan-format-guess.h"

#include "cyan-i18n.h"
#include "cyan-line.h"

#include <string.h>

#define ZIP "PK\003\004"
#define XZ                                                                                         \
  "\375"                                                                                           \
  "7zXZ"
#define SQLITE "SQLite format 3"
#define ETL                                                                                        \
  N_ ("this is an event trace of Windows (ETL); open it with PerfView and save its stacks as "     \
      "speedscope")
#define HPCTOOLKIT                                                                                 \
  N_ ("this is a database of HPCToolkit; hatchet's "                                               \
      "GraphFrame.from_hpctoolkit(FOLDER).to_flamegraph() makes folded stacks of it")

/* A file with these bytes at this offset. */
static const struct
{
  gsize offset;
  const char *bytes;
  gsize length;
  const char *guess;
} magics[] = {
  { 0, ZIP, 4, N_ ("this is a ZIP archive; unpack it first") },
  { 0, XZ, 5, N_ ("this is compressed with xz; decompress it first") },
  { 0, "BZh", 3, N_ ("this is compressed with bzip2; decompress it first") },
  { 0, SQLITE, 15, N_ ("this is an SQLite database and not a profile") },
  { 0, "\177ELF", 4, N_ ("this is a program or a library and not a profile of one") },
  { 0, "\211PNG", 4, N_ ("this is a picture and not a profile") },
  { 0, "%PDF-", 5, N_ ("this is a PDF document and not a profile") },

  /* Recordings that another program converts. */
  { 0, "JAVA PROFILE 1.", 15,
    N_ ("this is an hprof file of Java; record with java -XX:StartFlightRecording, and open "
        "the .jfr file") },
  /* The header of a buffer is 72 bytes long; then the first event's version, type and flags. */
  { 0x48, "\2\0\1\xc0", 4, ETL },
  { 0x48, "\2\0\2\xc0", 4, ETL },
  { 0, "Nettrace", 8,
    N_ ("this is a trace of .NET; convert it with dotnet-trace convert --format Speedscope FILE") },
  { 0, "SLOW", 4,
    N_ ("this is a method trace of Android; record with simpleperf, and open what simpleperf "
        "report-sample --protobuf writes") },
  { 0, "*version\n", 9,
    N_ ("this is a method trace of Android; record with simpleperf, and open what simpleperf "
        "report-sample --protobuf writes") },
  { 0, "HPCTOOLKIT", 10, HPCTOOLKIT },
  { 0, "HPCPROF-", 8, HPCTOOLKIT },
  { 0, "HPCRUN-profile", 14, HPCTOOLKIT },
  { 0, "__rec=", 6,
    N_ ("this is a recording of Caliper; convert it with cali-query -q 'format json-split' FILE") },
  { 0, "memray", 6, N_ ("this is a capture of memray; convert it with memray transform csv FILE") },
};

static gboolean
begins_with (const char *head, gsize length, const char *word)
{
  gsize size = strlen (word);

  return length >= size && g_ascii_strncasecmp (head, word, size) == 0;
}

static const char *
recognise_markup (const char *head, gsize length)
{
  if (cyan_bytes_have (head, length, "<svg"))
    return _ ("this is an SVG picture; open the profile it was drawn from");
  if (begins_with (head, length, "<!doctype html") || begins_with (head, length, "<html")
      || cyan_bytes_have (head, length, "<html") || cyan_bytes_have (head, length, "<HTML")
      || cyan_bytes_have (head, length, "<body"))
    return _ ("this is a web page and not a profile (did a download fail?)");
  return NULL;
}

const char *
cyan_format_recognise (const char *head, gsize length)
{
  CyanLine text = { head, head + length };

  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (length >= magics[i].offset + magics[i].length
        && memcmp (head + magics[i].offset, magics[i].bytes, magics[i].length) == 0)
      return _ (magics[i].guess);

  /* Lines that end in a carriage return only would all be read as one. */
  if (memchr (head, '\r', length) != NULL && memchr (head, '\n', length) == NULL)
    return _ ("its lines end in carriage returns only; convert them to line feeds first");

  cyan_line_skip (&text);
  if (text.at < text.end && *text.at == '<')
    return recognise_markup (text.at, cyan_line_length (text));
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

/* The first line of Go's execution trace: "go 1.22 trace" and NUL bytes. */
static gboolean
is_go_trace (const char *head, gsize length)
{
  return begins_with (head, length, "go 1.") && cyan_bytes_have (head, MIN (length, 16), " trace");
}

const char *
cyan_format_guess (const char *head, gsize length)
{
  const char *known = cyan_format_recognise (head, length);
  CyanLine text = { head, head + length };

  if (known != NULL)
    return known;
  if (has_nul_bytes_from (head, length, 1))
    return _ ("UTF-16 text without a mark; convert it with iconv -f UTF-16LE -t UTF-8");
  if (has_nul_bytes_from (head, length, 0))
    return _ ("UTF-16 text without a mark; convert it with iconv -f UTF-16BE -t UTF-8");
  if (is_go_trace (head, length))
    return _ ("this is an execution trace of Go; convert it with go tool trace -pprof=sched FILE, "
              "or record a CPU profile");
  cyan_line_skip (&text);
  head = text.at;
  length = cyan_line_length (text);
  if (length == 0)
    return _ ("nothing but white space");
  if (begins_with (head, length, "<?xml") && cyan_bytes_have (head, length, "HPCToolkitExperiment"))
    return _ (HPCTOOLKIT);
  if (begins_with (head, length, "<?xml"))
    return _ ("this is XML and not a profile");
  if (*head == '{' && cyan_bytes_have (head, length, "\"cyanotype-session\""))
    return _ ("this is a session of the window and not a profile; open it with cyanotype");
  if (*head == '{' || *head == '[')
    return _ ("this is JSON, but not a profile that we know");
  return _ ("not a profile that we know");
}
