/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The report: the index in pages. */

#include "keeper.h"

#define PAGE_ROWS 60

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

void
print_report (Session *session)
{
  Index *index = &session->index;

  print_title (session);
  for (int i = 0; i < index->n_entries; i++)
    {
      print_entry (session->out, index->entries[i]);
      if (i % PAGE_ROWS == PAGE_ROWS - 1)
        flush_rows (session->out);
    }
  flush_rows (session->out);
}
