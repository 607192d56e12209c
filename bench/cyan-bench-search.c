/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the search for a step is right, and what it costs: cyan-bench-search [SEARCHES].
 *
 * Prints the tables of docs/bisect.md.
 */
#include "search-worlds.h"

#include <stdio.h>
#include <stdlib.h>

#define N_SEARCHES 1000

static void
print_row (const SearchWorld *world, gboolean prior, guint n_searches)
{
  SearchScore score = search_world_play (world, prior, n_searches, 1);
  double n = score.n;

  printf ("%-34s %-6s %6.1f %%  %6.1f %%  %6.1f %%  %6.2f  %6.1f  %6.1f  ", world->name,
          prior ? "yes" : "no", 100 * score.right / n, 100 * score.wrong / n,
          100 * (score.n - score.right - score.wrong) / n, score.sets / n, score.builds / n,
          score.runs / n);
  if (world->runs[prior ? 1 : 0] > 0)
    printf ("%6.0f", world->runs[prior ? 1 : 0]);
  printf ("\n");
  fflush (stdout);
}

static void
print_table (const char *title, const SearchWorld *worlds, guint n_worlds, guint priors, guint n)
{
  printf ("%u searches of each; %s\n\n", n, title);
  printf ("%-34s %-6s %8s  %8s  %8s  %6s  %6s  %6s  %6s\n", "", "prior", "right", "wrong", "open",
          "of", "builds", "runs", "before");
  for (guint i = 0; i < n_worlds; i++)
    for (guint prior = 0; prior < priors; prior++)
      print_row (&worlds[i], prior > 0, n);
  printf ("\n");
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : N_SEARCHES;

  if (n == 0)
    return EXIT_FAILURE;
  print_table ("64 revisions; what the machine does, change", search_machines, n_search_machines, 1,
               n);
  print_table ("white noise; revisions, change, scatter of runs", search_worlds, n_search_worlds, 2,
               n);
  return EXIT_SUCCESS;
}
