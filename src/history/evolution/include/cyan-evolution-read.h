/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the evolution of benchmarks out of a store. */
#pragma once

#include "cyan-evolution.h"
#include "cyan-store.h"

/* Maximum functions that an evolution may show at once. */
#define CYAN_EVOLUTION_MAX_FUNCTIONS 50

/* The selection to read; all zero is everything of the only project. */
typedef struct
{
  const char *project;   /* NULL: the only one */
  const char *benchmark; /* a regular expression that must match a part of the name; NULL: all */
  const char *metric;    /* its name; NULL: all */
  const char *machine;   /* its name, or the beginning of it; NULL: all */
  /* A regular expression: in place of the program's metrics, "self", "total" and "calls" of all
   * functions whose name matches.  NULL: the program's. */
  const char *function;
  /* A branch, or a revision or the first digits of it: its first parents are the columns.  NULL:
   * the tip of a branch that was seen last, or else the revision with the most first parents.
   * A work tree is only shown if it is the tip. */
  const char *tip;
  guint last; /* maximum columns, the newest ones; 0: all */
} CyanEvolutionQuery;

/* Columns are revisions from the first with a run of these series, to the tip; unmeasured ones too.
 * Steps are not searched yet.  No series is no error.
 *
 * Fails like reading the store and cyan_store_choose(), with CYAN_ERROR_INVALID if an expression is
 * wrong or the tip is not there; with CYAN_ERROR_LIMIT if too many functions match.
 * Caller frees. */
CyanEvolution *
cyan_evolution_read (CyanStore *store, const CyanEvolutionQuery *query, GError **error);

/* Of a commit that is in no store; clear it with cyan_evolution_column_clear(). */
CyanEvolutionColumn cyan_evolution_column_of_commit (const CyanGitLogCommit *commit);

/* The regular expression of a query that only @name matches; NULL for NULL.  Caller frees. */
char *cyan_evolution_exactly (const char *name);
