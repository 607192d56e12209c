/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The report: the index, and how busy each hour of the day was. */

#include "keeper.h"

#define HOURS 24

static void
print_title (Session *session)
{
  fprintf (session->out, "THE KEEPER'S INDEX\n%d lines, %d words\n\n",
           session->log.n_lines, session->index.n_entries);
}

static void
print_entry (FILE *out, const Entry *entry)
{
  if (entry->mentions == 1)
    fprintf (out, "%-24s %5d   line %d\n", entry->word, entry->mentions,
             entry->first_line);
  else
    fprintf (out, "%-24s %5d   lines %d to %d\n", entry->word, entry->mentions,
             entry->first_line, entry->last_line);
}

static void
flush_rows (FILE *out)
{
  fflush (out);
}

/* Remarks have no time before them and are no ships. */
static void
print_hours (Session *session)
{
  int ships[HOURS] = { 0 };

  for (int i = 0; i < session->log.n_lines; i++)
    {
      int hour, minute;

      if (sscanf (session->log.lines[i], "%d:%d", &hour, &minute) == 2
          && hour >= 0 && hour < HOURS)
        ships[hour]++;
    }
  fprintf (session->out, "\nSHIPS BY THE HOUR\n");
  for (int hour = 0; hour < HOURS; hour++)
    {
      fprintf (session->out, "%02d ", hour);
      for (int i = 0; i < ships[hour]; i++)
        fputc ('*', session->out);
      fputc ('\n', session->out);
    }
}

void
print_report (Session *session)
{
  Index *index = &session->index;

  print_title (session);
  for (int i = 0; i < index->n_entries; i++)
    {
      print_entry (session->out, index->entries[i]);
      flush_rows (session->out);
    }
  print_hours (session);
  flush_rows (session->out);
}
