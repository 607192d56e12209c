/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the matching by context gets wrong on generated releases, by the edit that is the cause.
 *
 * A wrong caller makes all below it wrong.  So an error counts for the topmost wrong node above it,
 * and for the edits that changed that node or a function between it and its nearest caller that
 * both trees have.
 */
#include "cyan-bench.h"

#include "random-trees.h"

#include <stdio.h>

typedef enum
{
  ERROR_GONE,    /* a node that has no counterpart was paired */
  ERROR_MOVED,   /* one that moved was paired with something else */
  ERROR_MISSED,  /* neither it nor its counterpart has a partner */
  ERROR_TAKEN,   /* it has no partner, and its counterpart has another one */
  ERROR_MERGED,  /* the same, but the other one became that node, too */
  ERROR_SWAPPED, /* it was paired with something else */
  N_ERRORS
} ErrorKind;

static const char *const error_names[] = {
  "gone", "moved", "missed", "taken", "merged", "swapped"
};

G_STATIC_ASSERT (G_N_ELEMENTS (error_names) == N_ERRORS);

/* Nodes by edit, shared between the edits of one node; the last row is for none. */
typedef struct
{
  double n[RANDOM_N_EDITS + 1][N_ERRORS];
  double uncertain[RANDOM_N_EDITS + 1]; /* of these, those that are told as uncertain */
  double n_all;
} Errors;

/* Pairs that the matching made. */
typedef struct
{
  guint n, n_wrong;
} Pairs;

static gboolean
is_wrong (const RandomPair *pair, CyanNode node, CyanNode found)
{
  CyanNode now = pair->destination[node];

  return found != now && (found != CYAN_NODE_NONE || !pair->moved[node]);
}

static ErrorKind
kind_of (const RandomPair *pair, const CyanMatching *matching, CyanNode node, CyanNode found)
{
  CyanNode now = pair->destination[node], other;

  if (now == CYAN_NODE_NONE)
    return ERROR_GONE;
  if (pair->moved[node])
    return ERROR_MOVED;
  if (found != CYAN_NODE_NONE)
    return ERROR_SWAPPED;
  other = matching->before_of[now];
  if (other == CYAN_NODE_NONE)
    return ERROR_MISSED;
  return pair->destination[other] == now ? ERROR_MERGED : ERROR_TAKEN;
}

/* The edits of @node and of what is between it and its nearest lasting callers on both sides. */
static guint32
edits_around (const RandomPair *pair, CyanNode node)
{
  const CyanNode *parent[2] = { pair->before->parent, pair->after->parent };
  CyanNode now = pair->destination[node];
  guint32 edits = pair->edits[0][node];

  for (CyanNode up = parent[0][node];
       up != CYAN_NODE_ROOT && pair->destination[up] == CYAN_NODE_NONE; up = parent[0][up])
    edits |= pair->edits[0][up];
  if (now == CYAN_NODE_NONE)
    return edits;
  for (CyanNode up = parent[1][now]; up != CYAN_NODE_ROOT && pair->origin[up] == CYAN_NODE_NONE;
       up = parent[1][up])
    edits |= pair->edits[1][up];
  return edits;
}

static void
add_error (Errors *errors, guint32 edits, ErrorKind kind, gboolean is_uncertain)
{
  guint n = 0;

  for (guint i = 0; i < RANDOM_N_EDITS; i++)
    n += edits >> i & 1;
  if (n == 0)
    {
      edits = 1u << RANDOM_N_EDITS;
      n = 1;
    }
  for (guint i = 0; i <= RANDOM_N_EDITS; i++)
    if (edits >> i & 1)
      {
        errors->n[i][kind] += 1.0 / n;
        errors->uncertain[i] += is_uncertain ? 1.0 / n : 0;
      }
  errors->n_all++;
}

static void
count_errors (const RandomPair *pair, const CyanMatching *matching, Errors *errors)
{
  g_autofree CyanNode *joined = random_pair_joins (matching);
  g_autofree guint8 *is_uncertain = random_pair_uncertain (pair, matching);
  g_autofree CyanNode *top = g_new0 (CyanNode, matching->n_before); /* 0: it is right */

  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode found = matching->after_of[i] != CYAN_NODE_NONE ? matching->after_of[i] : joined[i];
      CyanNode up = pair->before->parent[i];

      if (!is_wrong (pair, i, found))
        continue;
      while (up != CYAN_NODE_ROOT && pair->destination[up] == CYAN_NODE_NONE)
        up = pair->before->parent[up];
      top[i] = top[up] != 0 ? top[up] : i;
      found = matching->after_of[top[i]] != CYAN_NODE_NONE ? matching->after_of[top[i]]
                                                           : joined[top[i]];
      add_error (errors, edits_around (pair, top[i]), kind_of (pair, matching, top[i], found),
                 is_uncertain[i]);
    }
}

/* @pairs: certain ones, uncertain ones. */
static void
count_pairs (const RandomPair *pair, const CyanMatching *matching, Pairs pairs[2])
{
  g_autofree guint8 *is_uncertain = random_pair_uncertain (pair, matching);

  for (CyanNode i = 1; i < matching->n_before; i++)
    if (matching->after_of[i] != CYAN_NODE_NONE)
      {
        Pairs *of = &pairs[is_uncertain[i]];

        of->n++;
        of->n_wrong += matching->after_of[i] != pair->destination[i];
      }
}

static void
print_pairs (const char *which, const Pairs *pairs)
{
  printf ("%s: %u pairs, %u wrong, %.2f %%\n", which, pairs->n, pairs->n_wrong,
          pairs->n > 0 ? 100.0 * pairs->n_wrong / pairs->n : 0);
}

/* Adds to @sums the depths of the nodes of @profile, and how many are called by themselves. */
static void
add_shape (const CyanProfile *profile, double sums[2])
{
  g_autofree guint *depth = g_new0 (guint, profile->n_nodes);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      depth[i] = depth[profile->parent[i]] + 1;
      sums[0] += depth[i];
      sums[1] += profile->function[i] == profile->function[profile->parent[i]];
    }
}

static void
print_row (const char *edit, const double *n, double uncertain)
{
  double sum = 0;

  printf ("%-30s", edit);
  for (guint kind = 0; kind < N_ERRORS; kind++)
    {
      printf ("%9.0f", n[kind]);
      sum += n[kind];
    }
  printf ("%9.0f%11.0f\n", sum, uncertain);
}

void
cyan_bench_errors (const RandomOptions *options, guint n_pairs)
{
  Errors errors = { 0 };
  Pairs pairs[2] = { { 0 } };
  double sums[N_ERRORS] = { 0 }, shape[2] = { 0 }, f1 = 0, n_nodes = 0, least = 1, uncertain = 0;
  RandomScore certain = { 0 };

  for (guint k = 0; k < n_pairs; k++)
    {
      RandomOptions own = *options;
      const CyanMatchOptions match = { 0 };
      g_autoptr (CyanMatching) matching = NULL;
      RandomPair pair;
      RandomScore score, score_certain;

      own.seed = options->seed + 77 * k;
      pair = random_pair_new (&own);
      matching = cyan_match (pair.before, pair.after, &match, NULL, NULL);
      score = random_pair_score (&pair, matching);
      score_certain = random_pair_score_certain (&pair, matching);
      certain.f1 += score_certain.f1 / n_pairs;
      certain.precision += score_certain.precision / n_pairs;
      f1 += score.f1;
      least = MIN (least, score.f1);
      n_nodes += pair.before->n_nodes - 1;
      add_shape (pair.before, shape);
      count_errors (&pair, matching, &errors);
      count_pairs (&pair, matching, pairs);
      random_pair_clear (&pair);
    }
  printf ("%-30s", "nodes wrong after");
  for (guint kind = 0; kind < N_ERRORS; kind++)
    printf ("%9s", error_names[kind]);
  printf ("%9s%11s\n", "all", "uncertain");
  for (guint i = 0; i <= RANDOM_N_EDITS; i++)
    {
      print_row (i < RANDOM_N_EDITS ? random_edit_names[i] : "(no edit near)", errors.n[i],
                 errors.uncertain[i]);
      uncertain += errors.uncertain[i];
      for (guint kind = 0; kind < N_ERRORS; kind++)
        sums[kind] += errors.n[i][kind];
    }
  print_row ("all", sums, uncertain);
  printf ("%u pairs, %.0f nodes, %.0f wrong; F1 %.4f, least %.4f\n", n_pairs, n_nodes, errors.n_all,
          f1 / n_pairs, least);
  print_pairs ("certain", &pairs[0]);
  print_pairs ("uncertain", &pairs[1]);
  printf ("uncertain ones apart: F1 %.4f, precision %.4f\n", certain.f1, certain.precision);
  printf ("mean depth %.1f, %.1f %% called by themselves\n", shape[0] / n_nodes,
          100 * shape[1] / n_nodes);
}
