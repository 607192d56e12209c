/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the best run to a matching: what cannot be drawn, refused or called a rename is taken
 * back. */
#include "cyan-match-release.h"

#define PASSES      2    /* of pairing what is left, and taking back what cannot be drawn */
#define LITTLE      4096 /* the divisor: a part of the nodes that is not worth another pass */
#define LEAST_FOUND 40   /* percent of the contexts of both functions, if the search found it */

/* Undoes pairs of which one function took the place of the other: they served to match callees.
 * Returns whether there are any. */
static gboolean
undo_replaced (CyanMatchRelease *self, CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  gboolean any = FALSE;

  for (guint side = 0; side < 2; side++)
    for (guint32 name = 0; name < self->names->n; name++)
      if (self->base_sides[self->map[side][name]] == 3)
        self->map[side][name] = name;
  cyan_match_release_name_functions (self);
  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];
      guint32 f, g;

      if (b == CYAN_NODE_NONE)
        continue;
      f = self->functions[0].name[before->function[a]];
      g = self->functions[1].name[after->function[b]];
      /* The search by context may have found a rename of its own. */
      if (f != g
          && (self->sides[f] == 3 || self->sides[g] == 3
              || !cyan_match_names_may_be_one (self->names, f, g)))
        {
          cyan_match_run_unpair (run, a, b);
          any = TRUE;
        }
    }
  return any;
}

/* Two names of pairs of nodes, and the number of these pairs. */
typedef struct
{
  guint32 name[2];
  guint n;
} Couple;

static int
compare_couples (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;
  guint32 least[2] = { MIN (x->name[0], x->name[1]), MIN (y->name[0], y->name[1]) };
  guint32 most[2] = { MAX (x->name[0], x->name[1]), MAX (y->name[0], y->name[1]) };

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  if (least[0] != least[1])
    return least[0] < least[1] ? -1 : 1;
  return (most[0] > most[1]) - (most[0] < most[1]);
}

/* The nodes with each name of @side; free with g_free(). */
static guint32 *
count_nodes (const CyanMatchRelease *self, guint side)
{
  const CyanProfile *profile = self->functions[side].profile;
  guint32 *n = g_new0 (guint32, self->names->n);

  for (CyanNode i = 0; i < profile->n_nodes; i++)
    n[self->base[side][profile->function[i]]]++;
  return n;
}

/* The names of before with the most frequent of their new names, by name; 0 or one more than it.
 * What the search found in few of their contexts is none. */
static guint32 *
choose_new_names (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autoptr (GHashTable) counts =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GArray) couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  g_autofree guint8 *is_taken = g_new0 (guint8, self->names->n);
  guint32 *new_name = g_new0 (guint32, self->names->n);
  guint32 *n_nodes[2];
  const guint one = 1;
  GHashTableIter iter;
  gpointer key, n;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    if (run->partner[0][a] != CYAN_NODE_NONE)
      {
        guint32 f = self->base[0][before->function[a]];
        guint32 g = self->base[1][after->function[run->partner[0][a]]];
        guint64 couple = cyan_match_key (f, g);
        guint *n_pairs = f != g ? g_hash_table_lookup (counts, &couple) : NULL;

        if (n_pairs != NULL)
          ++*n_pairs;
        else if (f != g)
          g_hash_table_insert (counts, g_memdup2 (&couple, sizeof couple),
                               g_memdup2 (&one, sizeof one));
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &n))
    {
      guint64 names = *(const guint64 *) key;
      const Couple couple = { { (guint32) (names >> 32), (guint32) names }, *(const guint *) n };

      g_array_append_val (couples, couple);
    }
  g_array_sort (couples, compare_couples);
  n_nodes[0] = count_nodes (self, 0);
  n_nodes[1] = count_nodes (self, 1);
  for (guint i = 0; i < couples->len; i++)
    {
      const Couple *couple = &g_array_index (couples, Couple, i);
      guint32 f = couple->name[0], g = couple->name[1];
      gboolean is_mapped = self->map[0][f] == self->map[1][g];

      if (new_name[f] != 0 || is_taken[g]
          || (!is_mapped
              && couple->n * 200.0 < LEAST_FOUND * ((double) n_nodes[0][f] + n_nodes[1][g])))
        continue;
      new_name[f] = g + 1;
      is_taken[g] = TRUE;
    }
  g_free (n_nodes[0]);
  g_free (n_nodes[1]);
  return new_name;
}

/* The search finds renames in one context.  Only the most frequent of a name stays. */
static gboolean
undo_other_names (const CyanMatchRelease *self, CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autofree guint32 *new_name = choose_new_names (self, run);
  gboolean any = FALSE;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];
      guint32 f, g;

      if (b == CYAN_NODE_NONE)
        continue;
      f = self->base[0][before->function[a]];
      g = self->base[1][after->function[b]];
      if (f == g || new_name[f] == g + 1)
        continue;
      cyan_match_run_unpair (run, a, b);
      any = TRUE;
    }
  return any;
}

/* Undoes the pairs of @side below unmatched nodes that a person says are not looked through. */
static gboolean
undo_hidden (const CyanMatchRelease *self, guint side, CyanMatchRun *run)
{
  const CyanProfile *profile = self->functions[side].profile;
  g_autofree guint8 *is_hidden =
      cyan_match_mark_hidden (self->names, profile, self->base[side], run->partner[side], side);
  gboolean any = FALSE;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode partner = run->partner[side][i];

      if (!is_hidden[i] || partner == CYAN_NODE_NONE)
        continue;
      run->partner[side][i] = run->partner[!side][partner] = CYAN_NODE_NONE;
      any = TRUE;
    }
  return any;
}

static int
compare_renames (gconstpointer a, gconstpointer b)
{
  const CyanMatchRename *x = a, *y = b;

  if (x->before != y->before)
    return x->before < y->before ? -1 : 1;
  return (x->after > y->after) - (x->after < y->after);
}

static CyanMatchReason
reason_of (const CyanMatchRelease *self, guint32 before, guint32 after)
{
  if (before == after)
    return CYAN_MATCH_BY_USER;
  return cyan_match_names_source_similarity (self->names, before, after) > 0
             ? CYAN_MATCH_BY_SOURCE
             : CYAN_MATCH_BY_CONTEXTS;
}

static void
list_renames (const CyanMatchRelease *self, const guint8 *doubts, CyanMatching *matching)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const CyanMatchOptions *options = self->options;

  for (CyanNode a = 1; a < matching->n_before; a++)
    {
      CyanNode b = matching->after_of[a];
      guint32 f = self->functions[0].profile->function[a], g;
      guint64 key;
      CyanMatchRename rename;

      if (b == CYAN_NODE_NONE)
        continue;
      g = self->functions[1].profile->function[b];
      rename.before = options->label[0] != NULL ? options->label[0][f]
                                                : self->functions[0].profile->functions[f].name;
      rename.after = options->label[1] != NULL ? options->label[1][g]
                                               : self->functions[1].profile->functions[g].name;
      if (rename.before == rename.after)
        continue;
      key = cyan_match_key (rename.before, rename.after);
      if (g_hash_table_contains (known, &key))
        continue;
      g_hash_table_add (known, g_memdup2 (&key, sizeof key));
      rename.reason = reason_of (self, self->base[0][f], self->base[1][g]);
      rename.doubt = (CyanMatchDoubt) doubts[self->base[0][f]];
      g_array_append_val (matching->renames, rename);
    }
  g_array_sort (matching->renames, compare_renames);
}

void
cyan_match_release_finish (CyanMatchRelease *self, CyanMatchRun *run, CyanMatching *matching)
{
  guint n_nodes = MIN (matching->n_before, matching->n_after);
  g_autofree guint8 *doubts = NULL;
  gboolean any = cyan_match_run_settle (self, run);

  any |= undo_replaced (self, run);
  any |= undo_other_names (self, run);
  any |= cyan_match_pair_children (self->functions, self->names, run) > 0;
  for (guint pass = 0; pass < PASSES && any; pass++)
    {
      guint made = cyan_match_complete (self->functions, run);
      guint dropped = cyan_match_repair (self->functions, run);

      any = ABS ((gint64) made - dropped) * LITTLE > n_nodes;
    }
  for (gboolean again = self->options->claims != NULL; again;)
    {
      again = undo_hidden (self, 0, run);
      again |= undo_hidden (self, 1, run);
    }
  cyan_match_find_joins (self->functions, run, matching->joins);
  doubts = cyan_match_doubt_renames (self, run);
  cyan_match_find_uncertain (self, run, doubts, matching->joins, matching->uncertain);
  matching->after_of = g_steal_pointer (&run->partner[0]);
  matching->before_of = g_steal_pointer (&run->partner[1]);
  matching->work += run->work;
  matching->bounded = run->bounded;
  list_renames (self, doubts, matching);
}
