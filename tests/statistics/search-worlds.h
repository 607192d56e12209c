/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated histories with one step at a known revision, or without any, for the search to find.
 *
 * The log of a run is the level, noise of the build, noise of the run, and what the machine does at
 * that time; 5 % of the runs are slow.  A run takes 5 s, a build 60 s.
 */
#pragma once

#include "cyan-search.h"

typedef enum
{
  SEARCH_NOISE_WHITE,  /* runs are independent, normal */
  SEARCH_NOISE_BURSTS, /* for 4 of 20 minutes, at random times, all takes 30 % longer */
  SEARCH_NOISE_DRIFT,  /* the machine gets slower and faster by 3 % in half an hour */
  SEARCH_NOISE_BUILDS, /* builds scatter by 1.5 % */
  SEARCH_NOISE_TAILS,  /* runs have Student's distribution with two degrees of freedom */
} SearchNoise;

typedef struct
{
  const char *name;
  guint n;           /* the revisions are 0 to n */
  double size;       /* log of the ratio of the step; 0: there is none */
  double run, build; /* standard deviations of the logs; of TAILS, what their quartiles tell */
  double broken;     /* share of the revisions between the ends that do not build */
  double runs[2];    /* mean runs of the search that took runs as independent, without and with a
                      * prior; 0: not compared */
  SearchNoise noise;
} SearchWorld;

/* Those of docs/bisect.md: with white noise, and with all that machines do. */
extern const SearchWorld search_worlds[];
extern const guint n_search_worlds;
extern const SearchWorld search_machines[];
extern const guint n_search_machines;

typedef struct
{
  guint n;
  guint right; /* it ended with one step, and its set, revisions that cannot be told apart since all
                * but the last do not build, has the true one */
  guint wrong; /* it ended with anything else: without a step, with any */
  double sets; /* sum of the sizes of the sets */
  double builds, runs;
} SearchScore;

/* Searches @n histories of @world.  With @prior, a tenth of the commits, and in 8 of 10 histories
 * the true one, touch a function that explains the change. */
SearchScore search_world_play (const SearchWorld *world, gboolean prior, guint n, guint32 seed);
