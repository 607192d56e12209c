/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs the functions of two versions in steps: by file and qualified name, by qualified name
 * alone, by body, by similarity of bodies.
 *
 * A step ignores the functions that earlier steps paired.  Each step gives the same pairs if the
 * sides are exchanged.
 */
#include "cyan-change-private.h"

#include "cyan-i18n.h"

#include <string.h>

/* Shorter bodies, in tokens, may be equal by chance: these functions are paired by name only. */
#define MIN_TOKENS 12
/* Shorter bodies, in tokens, may be similar by chance. */
#define MIN_TOKENS_ALIKE 30
/* From this similarity on, a function with a changed body counts as renamed. */
#define MIN_LIKENESS 0.7
/* From this similarity on, functions of the same name in different files count as the same: "main"
 * of one program is not "main" of another. */
#define MIN_LIKENESS_OF_NAMESAKES 0.4
/* Maximum number of pairs of functions whose similarity is computed. */
#define MAX_TRIED 4000000

typedef struct
{
  GPtrArray *const *sides;
  GPtrArray *changes;
  guint n_tried; /* pairs whose similarity was computed */
} Search;

CyanFunctionChange *
cyan_function_pairs_add (GPtrArray *changes,
                         CyanFunctionFate fate,
                         CyanKnownFunction *before,
                         CyanKnownFunction *after)
{
  CyanFunctionChange *change = g_new0 (CyanFunctionChange, 1);
  CyanKnownFunction *functions[2] = { before, after };

  change->fate = fate;
  for (guint side = 0; side < 2; side++)
    if (functions[side] != NULL)
      {
        change->name[side] = g_strdup (functions[side]->name);
        change->path[side] = g_strdup (functions[side]->path);
        change->first_line[side] = functions[side]->first_line;
        change->last_line[side] = functions[side]->last_line;
        change->hash[side] = functions[side]->hash;
        functions[side]->change = change;
      }
  g_ptr_array_add (changes, change);
  return change;
}

static void
pair (Search *self, CyanFunctionFate fate, CyanKnownFunction *before, CyanKnownFunction *after)
{
  CyanChange change = before->hash != after->hash                   ? CYAN_CHANGE_MODIFIED
                      : before->hash_written != after->hash_written ? CYAN_CHANGE_REFORMATTED
                                                                    : CYAN_CHANGE_UNMODIFIED;

  if (fate == CYAN_FUNCTION_MODIFIED && change == CYAN_CHANGE_REFORMATTED)
    fate = CYAN_FUNCTION_REFORMATTED;
  if (fate == CYAN_FUNCTION_MODIFIED && change == CYAN_CHANGE_UNMODIFIED)
    fate = CYAN_FUNCTION_UNMODIFIED;
  cyan_function_pairs_add (self->changes, fate, before, after)->change = change;
}

/* The key for looking up a function; NULL if it must not be paired. */
typedef char *(*KeyFunc) (const CyanKnownFunction *function);

static char *
key_of_location (const CyanKnownFunction *function)
{
  return g_strconcat (function->path, "\n", function->name, NULL);
}

static char *
key_of_location_and_body (const CyanKnownFunction *function)
{
  return g_strdup_printf ("%" G_GINT64_MODIFIER "x\n%s\n%s", function->hash, function->path,
                          function->name);
}

static char *
key_of_location_and_signature (const CyanKnownFunction *function)
{
  return g_strconcat (function->path, "\n", function->name, "\n", function->signature, NULL);
}

static char *
key_of_name (const CyanKnownFunction *function)
{
  return g_strdup (function->name);
}

static char *
key_of_name_and_body (const CyanKnownFunction *function)
{
  return g_strdup_printf ("%" G_GINT64_MODIFIER "x\n%s", function->hash, function->name);
}

static char *
key_of_body (const CyanKnownFunction *function)
{
  return cyan_likeness_n_tokens (function->likeness) >= MIN_TOKENS
             ? g_strdup_printf ("%" G_GINT64_MODIFIER "x", function->hash)
             : NULL;
}

static char *
key_of_body_in_file (const CyanKnownFunction *function)
{
  g_autofree char *body = key_of_body (function);

  return body != NULL ? g_strconcat (body, "\n", function->path, NULL) : NULL;
}

static char *
key_of_long_ones (const CyanKnownFunction *function)
{
  return cyan_likeness_n_tokens (function->likeness) >= MIN_TOKENS_ALIKE ? g_strdup ("") : NULL;
}

static char *
key_of_long_ones_in_file (const CyanKnownFunction *function)
{
  return cyan_likeness_n_tokens (function->likeness) >= MIN_TOKENS_ALIKE ? g_strdup (function->path)
                                                                         : NULL;
}

/* The unpaired functions of a side by key, as arrays of CyanKnownFunction in their order. */
static GHashTable *
group (const GPtrArray *functions, KeyFunc key)
{
  GHashTable *groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (guint i = 0; i < functions->len; i++)
    {
      CyanKnownFunction *function = g_ptr_array_index (functions, i);
      g_autofree char *name = function->change == NULL ? key (function) : NULL;
      GPtrArray *members = name != NULL ? g_hash_table_lookup (groups, name) : NULL;

      if (name == NULL)
        continue;
      if (members == NULL)
        {
          members = g_ptr_array_new ();
          g_hash_table_insert (groups, g_steal_pointer (&name), members);
        }
      g_ptr_array_add (members, function);
    }
  return groups;
}

/* The groups of both sides with a common key: the first side's, then the second's, and so on, in
 * the order of the first side.  Owned by @before and @after. */
static GPtrArray *
meet (const Search *self, KeyFunc key, GHashTable *before, GHashTable *after)
{
  GPtrArray *groups = g_ptr_array_new ();

  for (guint i = 0; i < self->sides[0]->len; i++)
    {
      const CyanKnownFunction *function = g_ptr_array_index (self->sides[0], i);
      g_autofree char *name = function->change == NULL ? key (function) : NULL;
      GPtrArray *one = name != NULL ? g_hash_table_lookup (before, name) : NULL;
      GPtrArray *other = one != NULL ? g_hash_table_lookup (after, name) : NULL;

      if (other == NULL || g_ptr_array_index (one, 0) != function)
        continue;
      g_ptr_array_add (groups, one);
      g_ptr_array_add (groups, other);
    }
  return groups;
}

typedef struct
{
  CyanKnownFunction *before, *after;
  double likeness;
  guint sum, distance; /* of the two positions in their groups */
} Candidate;

/* The most similar first; ties in an order that does not change if the sides are exchanged. */
static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->likeness != y->likeness)
    return x->likeness < y->likeness ? 1 : -1;
  if (x->sum != y->sum)
    return x->sum < y->sum ? -1 : 1;
  return x->distance < y->distance ? -1 : x->distance > y->distance;
}

static gboolean
pair_members (Search *self,
              CyanFunctionFate fate,
              const GPtrArray *before,
              const GPtrArray *after,
              double least,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < before->len; i++)
    {
      if (!cyan_tick (tick, (double) i / before->len, N_ ("Looking for renamed functions"), error))
        return FALSE;
      for (guint j = 0; j < after->len; j++)
        {
          Candidate candidate = { g_ptr_array_index (before, i), g_ptr_array_index (after, j), 0,
                                  i + j, i > j ? i - j : j - i };

          candidate.likeness =
              cyan_likeness_compare (candidate.before->likeness, candidate.after->likeness, least);
          if (candidate.likeness >= least)
            g_array_append_val (candidates, candidate);
        }
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->before->change == NULL && candidate->after->change == NULL)
        pair (self, fate, candidate->before, candidate->after);
    }
  return TRUE;
}

/* How functions of one key are paired: in their order, if their order identifies them; or those
 * whose similarity is at least this. */
#define IN_ORDER      -1.0
#define OF_ONE_NUMBER -2.0 /* in their order, if both sides have the same number of them */

/* Skips groups that are too large to try all pairs. */
static gboolean
pair_by_key (Search *self,
             CyanFunctionFate fate,
             KeyFunc key,
             double least,
             const CyanTick *tick,
             GError **error)
{
  g_autoptr (GHashTable) before = group (self->sides[0], key);
  g_autoptr (GHashTable) after = group (self->sides[1], key);
  g_autoptr (GPtrArray) groups = meet (self, key, before, after);

  for (guint i = 0; i < groups->len; i += 2)
    {
      const GPtrArray *one = g_ptr_array_index (groups, i);
      const GPtrArray *other = g_ptr_array_index (groups, i + 1);
      guint64 n = (guint64) one->len * other->len;

      if (least < 0)
        {
          if (least != OF_ONE_NUMBER || one->len == other->len)
            for (guint k = 0; k < MIN (one->len, other->len); k++)
              pair (self, fate, g_ptr_array_index (one, k), g_ptr_array_index (other, k));
          continue;
        }
      if (n > MAX_TRIED - self->n_tried)
        continue;
      self->n_tried += (guint) n;
      if (!pair_members (self, fate, one, other, least, tick, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_function_pairs_find (GPtrArray *const *sides,
                          GPtrArray *changes,
                          const CyanTick *tick,
                          GError **error)
{
  static const struct
  {
    CyanFunctionFate fate;
    KeyFunc key;
    double least;
  } steps[] = {
    { CYAN_FUNCTION_MODIFIED, key_of_location_and_body, IN_ORDER },
    { CYAN_FUNCTION_MODIFIED, key_of_location_and_signature, OF_ONE_NUMBER },
    { CYAN_FUNCTION_MODIFIED, key_of_location, 0 },
    { CYAN_FUNCTION_MODIFIED, key_of_location, IN_ORDER },
    { CYAN_FUNCTION_MOVED, key_of_name_and_body, IN_ORDER },
    { CYAN_FUNCTION_MOVED, key_of_name, MIN_LIKENESS_OF_NAMESAKES },
    { CYAN_FUNCTION_RENAMED, key_of_body_in_file, OF_ONE_NUMBER },
    { CYAN_FUNCTION_RENAMED, key_of_body, OF_ONE_NUMBER },
    { CYAN_FUNCTION_RENAMED, key_of_long_ones_in_file, MIN_LIKENESS },
    { CYAN_FUNCTION_RENAMED, key_of_long_ones, MIN_LIKENESS },
  };
  Search search = { .sides = sides, .changes = changes };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (!pair_by_key (&search, steps[i].fate, steps[i].key, steps[i].least, tick, error))
      return FALSE;
  return TRUE;
}
