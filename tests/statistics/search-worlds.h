/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated histories with one step at a known revision, for the search to find.
 *
 * The log of a run is the level, noise of the build, noise of the run, and 5 % of the runs are
 * slow.
 */
#pragma once

#include "cyan-search.h"

typedef struct
{
  const char *name;
  guint n;           /* the revisions are 0 to n */
  double size;       /* log of the ratio of the step; 0: there is none */
  double run, build; /* standard deviations of the logs */
  double broken;     /* share of the revisions between the ends that do not build */
  double runs[2];    /* at most: mean runs of a search, without and with a prior */
} SearchWorld;

/* Those of docs/bisect.md. */
extern const SearchWorld search_worlds[];
extern const guint n_search_worlds;

typedef struct
{
  guint n;
  guint found;   /* searches that ended with an answer */
  guint right;   /* its likeliest revision is the true one */
  guint in_set;  /* its set has it */
  guint several; /* it says that there are several steps */
  double sizes;  /* sum of the sizes of the sets */
  double builds, runs;
} SearchScore;

/* Searches @n histories of @world.  With @prior, a tenth of the commits, and in 8 of 10 histories
 * the true one, touch a function that explains the change. */
SearchScore search_world_play (const SearchWorld *world, gboolean prior, guint n, guint32 seed);
