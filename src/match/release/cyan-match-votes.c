/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts votes: gaps with the same names are counted together, since there are few of them. */
#include "cyan-match-release.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_COUNT   2    /* gaps that must contain both ... */
#define SIMILAR     0.75 /* ... unless their names are similar by this, or their sources are */
#define SELF_RANK   10   /* percent of a share that equal times of the functions themselves count */
#define EQUAL       0.9  /* similarity of names that counts more than how often they are called */
#define MAX_GAP     32   /* nodes of a gap on each side that are read, from below */
#define MAX_KINDS   65536 /* kinds of gaps */
#define MAX_COUPLES 65536 /* couples of names in one gap; above: two different programs */

/* Gaps that contain the same names. */
typedef struct
{
  guint32 first; /* index into names */
  guint16 n[2];  /* names of before, then those of after; sorted */
  guint64 count;
  guint64 weight;
} Kind;

typedef struct
{
  guint64 count, weight;
} Sum;

/* How often a function is called, summed over its contexts. */
typedef struct
{
  double calls;
  double above; /* calls of the nearest paired ancestors */
} Rate;

/* A name of before and one of after that are in one gap. */
typedef struct
{
  guint32 name[2];
  Sum sum;
} Couple;

typedef struct
{
  const CyanMatchElection *election;
  const CyanMatchFunctions *functions;
  const CyanMatchRun *run;
  GArray *names;     /* of guint32 */
  GArray *kinds;     /* of Kind */
  GHashTable *known; /* by index of a kind + 1 */
  Sum *sums[2];      /* by name: the gaps of this side that contain it */
  GArray *couples;   /* of Couple */
  double *own[2];    /* by name: the time without callees, as a fraction of the run */
  Rate *rates;       /* by name, of those that only one side has */
} Count;

/* Equality of kinds needs the names, which a hash table of indices does not know.  So the key is a
 * copy of the names, with the number of those of before in front. */
static guint
key_hash (gconstpointer key)
{
  const guint32 *k = key;
  guint hash = k[0] * 31 + k[1];

  for (guint i = 0; i < k[0] + k[1]; i++)
    hash = (hash ^ k[2 + i]) * 0x9e3779b1u + (hash >> 15);
  return hash;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const guint32 *x = a, *y = b;

  return x[0] == y[0] && x[1] == y[1] && memcmp (x + 2, y + 2, (x[0] + x[1]) * sizeof *x) == 0;
}

/* Writes the distinct names of the nodes from @node up to @above, both exclusive, to @names. */
static guint
read_gap (const CyanMatchFunctions *functions, CyanNode node, CyanNode above, guint32 *names)
{
  const CyanProfile *profile = functions->profile;
  guint64 keys[MAX_GAP];
  guint n = 0;

  for (CyanNode i = profile->parent[node]; i != above && n < MAX_GAP; i = profile->parent[i])
    keys[n++] = functions->name[profile->function[i]];
  n = cyan_match_sort_distinct (keys, n);
  for (guint i = 0; i < n; i++)
    names[i] = (guint32) keys[i];
  return n;
}

static void
count_gap (Count *self, CyanNode a, CyanNode b, const CyanNode above[2])
{
  guint32 key[2 + 2 * MAX_GAP];
  /* One wrong pair that is heavy must not outvote many right ones. */
  guint64 weight =
      (guint64) sqrt ((double) cyan_match_pair_weight (self->functions, self->run, a, b));
  gpointer at;
  Kind *kind;

  key[0] = read_gap (&self->functions[0], a, above[0], key + 2);
  key[1] = read_gap (&self->functions[1], b, above[1], key + 2 + key[0]);
  if (!g_hash_table_lookup_extended (self->known, key, NULL, &at))
    {
      const Kind fresh = { self->names->len, { (guint16) key[0], (guint16) key[1] }, 0, 0 };

      if (self->kinds->len == MAX_KINDS)
        return;
      at = GUINT_TO_POINTER (self->kinds->len);
      g_array_append_vals (self->names, key + 2, key[0] + key[1]);
      g_array_append_val (self->kinds, fresh);
      g_hash_table_insert (self->known, g_memdup2 (key, (2 + key[0] + key[1]) * sizeof *key), at);
    }
  kind = &g_array_index (self->kinds, Kind, GPOINTER_TO_UINT (at));
  kind->count++;
  kind->weight += weight;
}

static void
count_calls (Count *self, guint side, const CyanNode *above)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  const CyanProfile *profile = functions->profile;

  for (CyanNode i = 1; profile->calls != NULL && i < profile->n_nodes; i++)
    {
      guint32 name = functions->name[profile->function[i]];
      guint64 calls, calls_above;

      if (self->election->sides[name] != 1 << side)
        continue;
      calls = profile->calls[i];
      calls_above = profile->calls[above[i]];
      if (calls == CYAN_CALLS_UNKNOWN || calls_above == CYAN_CALLS_UNKNOWN || calls_above == 0)
        continue;
      self->rates[name].calls += (double) calls;
      self->rates[name].above += (double) calls_above;
    }
}

static void
sum_own (Count *self, guint side)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  const CyanProfile *profile = functions->profile;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      double total = functions->total[i] * self->run->per_total[side];

      self->own[side][functions->name[profile->function[i]]] += total;
      self->own[side][functions->name[profile->function[profile->parent[i]]]] -= total;
    }
}

/* How equal the times of two functions are, without callees, 0...1. */
static double
own_ratio (const Count *self, guint32 before, guint32 after)
{
  double x = self->own[0][before], y = self->own[1][after];

  return MIN (x, y) > 0 ? MIN (x, y) / MAX (x, y) : 0;
}

/* Whether two functions that only one side has are called about equally often. */
static gboolean
called_as_often (const Count *self, guint32 before, guint32 after)
{
  const Rate *x = &self->rates[before], *y = &self->rates[after];
  double left = x->calls * y->above, right = y->calls * x->above;

  return left == 0 || right == 0 || cyan_match_rates_agree (left, right);
}

static void
count_gaps (Count *self)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autofree CyanNode *above_before = cyan_match_paired_above (before, self->run->partner[0]);
  g_autofree CyanNode *above_after = cyan_match_paired_above (after, self->run->partner[1]);

  count_calls (self, 0, above_before);
  count_calls (self, 1, above_after);
  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = self->run->partner[0][a];

      if (b != CYAN_NODE_NONE
          && (before->parent[a] != above_before[a] || after->parent[b] != above_after[b]))
        count_gap (self, a, b, (CyanNode[]){ above_before[a], above_after[b] });
    }
}

static const guint32 *
names_of (const Count *self, const Kind *kind, guint side)
{
  return &g_array_index (self->names, guint32, kind->first) + (side == 0 ? 0 : kind->n[0]);
}

static void
add_couples (Count *self, const Kind *kind)
{
  const guint32 *xs = names_of (self, kind, 0), *ys = names_of (self, kind, 1);
  const guint8 *sides = self->election->sides;

  for (guint i = 0; i < kind->n[0]; i++)
    for (guint j = 0; j < kind->n[1]; j++)
      if ((sides[xs[i]] != 3 || sides[ys[j]] != 3))
        {
          const Couple couple = { { xs[i], ys[j] }, { kind->count, kind->weight } };

          g_array_append_val (self->couples, couple);
        }
}

static int
compare_couples (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;

  for (guint side = 0; side < 2; side++)
    if (x->name[side] != y->name[side])
      return x->name[side] < y->name[side] ? -1 : 1;
  return 0;
}

/* Adds up equal couples. */
static void
merge_couples (GArray *couples)
{
  guint n = 0;

  g_array_sort (couples, compare_couples);
  for (guint i = 0; i < couples->len; i++)
    {
      const Couple *couple = &g_array_index (couples, Couple, i);
      Couple *last = n > 0 ? &g_array_index (couples, Couple, n - 1) : NULL;

      if (last != NULL && compare_couples (last, couple) == 0)
        {
          last->sum.count += couple->sum.count;
          last->sum.weight += couple->sum.weight;
        }
      else
        g_array_index (couples, Couple, n++) = *couple;
    }
  g_array_set_size (couples, n);
}

/* Whether there are too many couples to look at.  All or none, or the side that is read first would
 * decide which. */
static gboolean
has_too_many_couples (const Count *self)
{
  guint64 n = 0;

  for (guint k = 0; k < self->kinds->len; k++)
    {
      const Kind *kind = &g_array_index (self->kinds, Kind, k);

      n += (guint64) kind->n[0] * kind->n[1];
    }
  return n > MAX_COUPLES;
}

static void
sum_kinds (Count *self)
{
  gboolean too_many = has_too_many_couples (self);

  for (guint k = 0; k < self->kinds->len; k++)
    {
      const Kind *kind = &g_array_index (self->kinds, Kind, k);

      for (guint side = 0; side < 2; side++)
        for (guint i = 0; i < kind->n[side]; i++)
          {
            Sum *sum = &self->sums[side][names_of (self, kind, side)[i]];

            sum->count += kind->count;
            sum->weight += kind->weight;
          }
      if (!too_many)
        add_couples (self, kind);
    }
  merge_couples (self->couples);
}

/* Twice the common part of the two sums, in percent. */
static guint
percent (guint64 common, guint64 x, guint64 y)
{
  return x + y > 0 ? (guint) (200.0 * (double) common / ((double) x + (double) y) + 0.5) : 100;
}

/* Whether two names that only one side has may be one function, by how often it is called and by
 * how much evidence there is.  Names that are similar need less. */
static gboolean
may_be_one (const Count *self, const Couple *couple)
{
  const CyanMatchNames *names = self->election->names;
  guint32 f = couple->name[0], g = couple->name[1];
  double similarity = names->is_sampled ? 0 : cyan_match_names_similarity (names, f, g);

  if (!called_as_often (self, f, g) && similarity < EQUAL)
    return FALSE;
  return couple->sum.count >= MIN_COUNT || similarity >= SIMILAR
         || cyan_match_names_source_similarity (names, f, g) > 0;
}

static GArray *
list_votes (const Count *self)
{
  GArray *votes = g_array_new (FALSE, FALSE, sizeof (CyanMatchVote));
  const CyanMatchElection *election = self->election;

  for (guint i = 0; i < self->couples->len; i++)
    {
      const Couple *couple = &g_array_index (self->couples, Couple, i);
      guint32 f = couple->name[0], g = couple->name[1];
      const Sum *x = &self->sums[0][f], *y = &self->sums[1][g];
      CyanMatchVote vote = { .name = { f, g }, .weight = couple->sum.weight };

      /* Both, or a wrapper of one heavy callee would pass for a function with many light ones. */
      vote.share = MIN (percent (couple->sum.count, x->count, y->count),
                        percent (couple->sum.weight, x->weight, y->weight));
      if ((election->sides[f] == 3 || election->sides[g] == 3)
          && (election->is_target[f] || election->is_target[g]))
        continue;
      if (election->sides[f] != 3 && election->sides[g] != 3 && !may_be_one (self, couple))
        continue;
      if (vote.share < election->least_share (election->data, f, g))
        continue;
      vote.similarity = (guint) (100.0 * cyan_match_names_similarity (election->names, f, g) + 0.5);
      vote.rank = vote.share + SELF_RANK * own_ratio (self, f, g);
      g_assert (vote.share <= 100 && vote.similarity <= 100);
      g_array_append_val (votes, vote);
    }
  return votes;
}

static int
compare_votes (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanMatchVote *x = a, *y = b;
  const guint8 *sides = data;
  gboolean x_lone = (sides[x->name[0]] ^ sides[x->name[1]]) == 3;
  gboolean y_lone = (sides[y->name[0]] ^ sides[y->name[1]]) == 3;

  if (x->rank != y->rank)
    return x->rank > y->rank ? -1 : 1;
  if (x_lone != y_lone)
    return x_lone ? -1 : 1;
  if (x_lone && x->similarity != y->similarity)
    return x->similarity > y->similarity ? -1 : 1;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  for (guint k = 0; k < 2; k++)
    {
      guint32 p = k == 0 ? MIN (x->name[0], x->name[1]) : MAX (x->name[0], x->name[1]);
      guint32 q = k == 0 ? MIN (y->name[0], y->name[1]) : MAX (y->name[0], y->name[1]);

      if (p != q)
        return p < q ? -1 : 1;
    }
  return 0;
}

/* Of votes that have a name in common, keeps the best. */
static void
keep_best (const Count *self, GArray *votes)
{
  g_autofree guint8 *is_taken = g_new0 (guint8, self->election->n_names);
  guint n = 0;

  for (guint i = 0; i < votes->len; i++)
    {
      const CyanMatchVote vote = g_array_index (votes, CyanMatchVote, i);

      if (is_taken[vote.name[0]] || is_taken[vote.name[1]])
        continue;
      is_taken[vote.name[0]] = is_taken[vote.name[1]] = TRUE;
      g_array_index (votes, CyanMatchVote, n++) = vote;
    }
  g_array_set_size (votes, n);
}

GArray *
cyan_match_count_votes (const CyanMatchElection *election,
                        const CyanMatchFunctions *functions,
                        const CyanMatchRun *run)
{
  Count self = { .election = election, .functions = functions, .run = run };
  GArray *votes;

  self.names = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.kinds = g_array_new (FALSE, FALSE, sizeof (Kind));
  self.couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  self.known = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  for (guint side = 0; side < 2; side++)
    {
      self.sums[side] = g_new0 (Sum, election->n_names);
      self.own[side] = g_new0 (double, election->n_names);
    }
  self.rates = g_new0 (Rate, election->n_names);
  count_gaps (&self);
  sum_kinds (&self);
  for (guint side = 0; side < 2 && self.couples->len > 0; side++)
    sum_own (&self, side);
  votes = list_votes (&self);
  g_array_sort_with_data (votes, compare_votes, (gpointer) election->sides);
  keep_best (&self, votes);
  g_array_unref (self.names);
  g_array_unref (self.kinds);
  g_array_unref (self.couples);
  g_hash_table_unref (self.known);
  g_free (self.rates);
  for (guint side = 0; side < 2; side++)
    {
      g_free (self.sums[side]);
      g_free (self.own[side]);
    }
  return votes;
}
