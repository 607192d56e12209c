/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is new in a store: the changes that nobody was told yet, and what persons decided about
 * changes.  Both are marks in the store, of a revision and a benchmark, so that they are the same
 * for all who read it, and hold when a change is later found at another revision of its set.
 */
#pragma once

#include "cyan-evolution-commits.h"
#include "cyan-evolution-read.h"

typedef enum
{
  CYAN_NEWS_NEW,      /* nobody was told */
  CYAN_NEWS_KNOWN,    /* told */
  CYAN_NEWS_ACCEPTED, /* a person said why it may stay */
  CYAN_NEWS_UNDONE,   /* told or not: the levels came back, see CyanEvolutionChange */
  CYAN_NEWS_UNSURE,   /* not told, and not settled yet, see cyan_evolution_is_settled() */
  CYAN_N_NEWS_STATES,
} CyanNewsState;

/* By direction and state, for programs: "new", "known", "accepted", "unsure", "fixed"; "undone" of
 * what was no worse. */
const char *cyan_news_state_name (const CyanEvolutionChange *change, CyanNewsState state);

/* A change, in the order of CyanEvolutionChanges. */
typedef struct
{
  CyanNewsState state;
  gboolean is_told;
  char *why; /* of the last decision; NULL: nobody decided */
} CyanNewsItem;

/* A change that was told, but is found no more. */
typedef struct
{
  guint column;
  char *benchmark;
  char *text; /* what was told: "worse: time +8.2 %" */
} CyanNewsGone;

typedef struct
{
  CyanEvolution *evolution; /* with its steps */
  CyanEvolutionChanges *changes;
  CyanNewsItem *items; /* by change */
  GPtrArray *gone;     /* of CyanNewsGone, by revision */
  gint64 project;      /* its row's id */
} CyanNews;

/* What there is of the only project or that of @query, which selects nothing but the project and
 * the tip.  Fails like cyan_evolution_read() and cyan_evolution_find_steps().  Caller frees. */
CyanNews *cyan_news_read (CyanStore *store,
                          const CyanEvolutionQuery *query,
                          const CyanStepsOptions *options,
                          GError **error);
void cyan_news_free (CyanNews *self);

/* Whether a change is to be told: it is settled, nobody was told, and nobody accepted it. */
gboolean cyan_news_is_news (const CyanNews *self, guint change);
/* Keeps in @store that all of it was told at the time @made, in seconds since 1970. */
gboolean cyan_news_tell (const CyanNews *self, CyanStore *store, gint64 made, GError **error);

typedef enum
{
  CYAN_NEWS_ACCEPT, /* it may stay: it is no news, whatever it costs */
  CYAN_NEWS_REOPEN, /* it may not: it is news again */
} CyanNewsDecision;

/* Keeps in @store what a person decided about the change @change, and why. */
gboolean cyan_news_decide (const CyanNews *self,
                           CyanStore *store,
                           guint change,
                           CyanNewsDecision decision,
                           const char *why,
                           gint64 made,
                           GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNews, cyan_news_free)
