/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least time that reading a file takes: the time of the library alone (zlib, jansson) over the
 * same bytes, with its result thrown away.
 */
#include "cyan-bench.h"

#include "cyan-measure.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define BLOCK (512 * 1024)

static void
must (gboolean fine, const char *path)
{
  if (fine)
    return;
  fprintf (stderr, "cyan-bench: %s cannot be read by the library alone\n", path);
  exit (2);
}

/* Unpacks one gzip member; files of the bench have no more. */
static void
unpack (FILE *file, const char *path)
{
  g_autofree guchar *in = g_malloc (BLOCK);
  g_autofree guchar *out = g_malloc (BLOCK);
  z_stream stream = { 0 };
  int status = inflateInit2 (&stream, 15 + 16);

  while (status == Z_OK)
    {
      if (stream.avail_in == 0)
        {
          stream.next_in = in;
          stream.avail_in = (uInt) fread (in, 1, BLOCK, file);
        }
      stream.next_out = out;
      stream.avail_out = BLOCK;
      status = inflate (&stream, Z_NO_FLUSH);
    }
  inflateEnd (&stream);
  must (status == Z_STREAM_END, path);
}

/* Parses line by line, because jansson would need gigabytes for a whole document. */
static void
parse_lines (FILE *file, const char *path)
{
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  guint64 n = 0;

  while ((length = getline (&line, &room, file)) > 0)
    {
      json_t *value;

      while (length > 0 && strchr (",\n", line[length - 1]) != NULL)
        length--;
      value = json_loadb (line, (size_t) length, 0, NULL);
      n += value != NULL;
      json_decref (value);
    }
  free (line);
  must (n > 0, path);
}

double
cyan_bench_floor (const char *path)
{
  FILE *file = fopen (path, "r");
  double begin = cyan_measure_now ();
  int first = EOF;

  must (file != NULL, path);
  first = getc (file);
  ungetc (first, file);
  if (first == 0x1f)
    unpack (file, path);
  else
    parse_lines (file, path);
  fclose (file);
  return cyan_measure_now () - begin;
}
