/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How often the search for a step is right, and what it costs: cyan-bench-search [SEARCHES].
 *
 * Prints the table of docs/bisect.md.
 */
#include "search-worlds.h"

#include <stdio.h>
#include <stdlib.h>

#define N_SEARCHES 1000

static void
print_row (const SearchWorld *world, gboolean prior, const SearchScore *score)
{
  double n = score->n;

  printf ("%-34s %-6s %6.1f %%  %6.1f %%  %6.2f  %6.1f  %6.1f  %6.0f\n", world->name,
          prior ? "yes" : "no", 100 * score->right / n, 100 * score->in_set / n, score->sizes / n,
          score->builds / n, score->runs / n, world->runs[prior ? 1 : 0]);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : N_SEARCHES;

  if (n == 0)
    return EXIT_FAILURE;
  printf ("%u searches of each; revisions, change, scatter of runs; of builds 0.5 %%\n\n", n);
  printf ("%-34s %-6s %8s  %8s  %6s  %6s  %6s  %6s\n", "", "prior", "right", "in set", "of",
          "builds", "runs", "goal");
  for (guint i = 0; i < n_search_worlds; i++)
    for (guint prior = 0; prior < 2; prior++)
      {
        SearchScore score = search_world_play (&search_worlds[i], prior > 0, n, 1);

        print_row (&search_worlds[i], prior > 0, &score);
      }
  return EXIT_SUCCESS;
}
