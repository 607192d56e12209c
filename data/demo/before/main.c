/* SPDX-License-Identifier: GPL-3.0-or-later */

/* keeper LOG REPORT: reads a lighthouse keeper's log and writes the index of
 * its words, each with its mentions and the first and last line it stands in. */

#include "keeper.h"

#include <stdlib.h>
#include <string.h>

static char *
read_file (const char *path)
{
  FILE *in = fopen (path, "rb");
  char *text;
  size_t room = 1 << 20;
  size_t length;

  if (in == NULL)
    {
      perror (path);
      exit (EXIT_FAILURE);
    }
  text = malloc (room);
  length = fread (text, 1, room - 1, in);
  text[length] = '\0';
  fclose (in);
  return text;
}

/* Cuts the text into lines. The keeper's own remarks, which start with a
 * hash, are left out. */
static void
split_lines (Log *log)
{
  char *line = log->text;

  log->lines = malloc ((strlen (line) / 2 + 1) * sizeof *log->lines);
  while (*line != '\0')
    {
      char *end = strchr (line, '\n');

      if (line[0] != '#')
        log->lines[log->n_lines++] = line;
      if (end == NULL)
        break;
      *end = '\0';
      line = end + 1;
    }
}

static void
load_log (Log *log, const char *path)
{
  log->text = read_file (path);
  split_lines (log);
}

static void
close_session (Session *session)
{
  for (int i = 0; i < session->index.n_entries; i++)
    free (session->index.entries[i]);
  free (session->log.lines);
  free (session->log.text);
  fclose (session->out);
  free (session);
}

int
main (int argc, char **argv)
{
  Session *session = calloc (1, sizeof *session);

  if (argc != 3 || (session->out = fopen (argv[2], "w")) == NULL)
    {
      fprintf (stderr, "usage: keeper LOG REPORT\n");
      return EXIT_FAILURE;
    }
  load_log (&session->log, argv[1]);
  index_log (session);
  sort_index (session);
  print_report (session);
  close_session (session);
  return EXIT_SUCCESS;
}
