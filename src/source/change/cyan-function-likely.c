/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Likely renames: the bodies of functions that are gone, compared with those of new ones.
 *
 * Unlike cyan-function-pairing.c, which reads two whole versions, this compares the few functions
 * that a caller asks about, and says how alike they are.
 */
#include "cyan-function-likely.h"

#include <string.h>

#include "cyan-function-compare.h"
#include "cyan-change-private.h"
#include "cyan-i18n.h"
#include "cyan-name-parts.h"
#include "cyan-source-tree.h"

/* Less is no evidence: two functions of one author have as much in common. */
#define MIN_LIKENESS 0.4
/* Below this, it must exceed that of all others by MIN_LEAD. */
#define SURE_LIKENESS 0.7
#define MIN_LEAD      0.1
/* Bodies of fewer tokens may be alike by chance; their likeness counts in proportion. */
#define SURE_TOKENS 40
/* The weights of the same file, of a neighbour of the same name in it, and of equal names, in
 * tokens. */
#define TOKENS_OF_FILE      5
#define TOKENS_OF_NEIGHBOUR 20
#define TOKENS_OF_NAME      20
/* The least likeness of functions whose names have the same letters. */
#define NAMESAKE_LIKENESS 0.8
/* Maximum steps to compare all bodies, of about a nanosecond. */
#define MAX_STEPS (G_GUINT64_CONSTANT (1) << 29)

typedef struct
{
  const char *path;
  CyanLikeness *likeness;
  CyanLikeness *letters; /* of its name */
  char *around[2]; /* the names of the definitions before and after it in its file; NULL if there
                    * is none, or it is a lone function */
  guint best;      /* the most alike one of the other side, if there is any */
  double best_likeness, second_likeness;
} Body;

typedef struct
{
  Body *bodies[2];
  guint n[2];
  GHashTable *names[2]; /* identifiers of all of them */
  gboolean in_files;    /* compare only what is in files of the same path */
} Search;

void
cyan_lone_function_clear (gpointer self)
{
  CyanLoneFunction *lone = self;

  g_clear_pointer (&lone->name, g_free);
  g_clear_pointer (&lone->text, cyan_function_text_unref);
}

static char *
neighbour_name (const CyanExtent *extent, GHashTable *names)
{
  return g_hash_table_contains (names, extent->name) ? NULL : g_strdup (extent->name);
}

/* Its letters are what a body's tokens are; their case does not count. */
static CyanLikeness *
letters_of (const char *name)
{
  g_autoptr (GString) tokens = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    {
      g_string_append_c (tokens, g_ascii_tolower (*at));
      g_string_append_c (tokens, '\0');
    }
  return cyan_likeness_new (tokens->str, tokens->len);
}

static gboolean
find_neighbours (Body *self,
                 const CyanFunctionText *text,
                 CyanSourceLocation *location,
                 GHashTable *names,
                 const CyanTick *tick,
                 GError **error)
{
  CyanSourceTree *tree = cyan_source_location_acquire (location, tick, error);
  const CyanSourceFile *file;
  const GArray *all;

  if (tree == NULL)
    return FALSE;
  file = cyan_source_tree_get_file (tree, text->path, tick, NULL);
  all = file != NULL ? file->extents : NULL;
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const CyanExtent *extent = &g_array_index (all, CyanExtent, i);

      if (extent->first_line != text->first_line || extent->last_line != text->last_line)
        continue;
      if (i > 0)
        self->around[0] = neighbour_name (extent - 1, names);
      if (i + 1 < all->len)
        self->around[1] = neighbour_name (extent + 1, names);
      break;
    }
  cyan_source_location_release (location);
  return TRUE;
}

static gboolean
read_bodies (Search *self,
             guint side,
             CyanSourceLocation *location,
             const GArray *functions,
             const CyanTick *tick,
             GError **error)
{
  self->n[side] = functions->len;
  self->bodies[side] = g_new0 (Body, functions->len);
  self->names[side] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < functions->len; i++)
    {
      g_autofree char *name =
          cyan_name_identifier (g_array_index (functions, CyanLoneFunction, i).name);

      if (name[0] != '\0')
        g_hash_table_add (self->names[side], g_steal_pointer (&name));
    }
  for (guint i = 0; i < functions->len; i++)
    {
      const CyanLoneFunction *lone = &g_array_index (functions, CyanLoneFunction, i);
      g_autofree char *own_name = cyan_name_identifier (lone->name);
      Body *body = &self->bodies[side][i];
      g_autoptr (GString) normal = NULL;

      if (!cyan_tick (tick, (double) i / functions->len, N_ ("Looking for renamed functions"),
                      error)
          || !find_neighbours (body, lone->text, location, self->names[side], tick, error))
        return FALSE;
      normal = cyan_function_text_normalise_among (lone->text, own_name, self->names[side]);
      body->path = lone->text->path;
      body->likeness = cyan_likeness_new (normal->str, normal->len);
      body->letters = letters_of (own_name);
    }
  return TRUE;
}

static guint
n_tokens_of_place (const Body *before, const Body *after)
{
  if (strcmp (before->path, after->path) != 0)
    return 0;
  for (guint i = 0; i < 2; i++)
    if (before->around[i] != NULL && g_strcmp0 (before->around[i], after->around[i]) == 0)
      return TOKENS_OF_FILE + TOKENS_OF_NEIGHBOUR;
  return TOKENS_OF_FILE;
}

/* Whether the two are compared at all. */
static gboolean
may_be_alike (const Search *self, const Body *before, const Body *after)
{
  return (!self->in_files || strcmp (before->path, after->path) == 0)
         && cyan_likeness_possible (before->likeness, after->likeness) >= MIN_LIKENESS;
}

static double
likeness_of (const Body *before, const Body *after)
{
  guint n =
      MIN (cyan_likeness_n_tokens (before->likeness), cyan_likeness_n_tokens (after->likeness));
  double of_names = cyan_likeness_compare (before->letters, after->letters, 0);
  double certainty =
      (n + n_tokens_of_place (before, after) + TOKENS_OF_NAME * of_names) / SURE_TOKENS;
  double likeness = 0;

  if (certainty >= MIN_LIKENESS)
    likeness = MIN (certainty, 1)
               * cyan_likeness_compare (before->likeness, after->likeness, MIN_LIKENESS);
  return of_names < 1 ? likeness : MAX (likeness, NAMESAKE_LIKENESS);
}

/* The steps of comparing all; more than MAX_STEPS are not counted to the end. */
static guint64
count_steps (const Search *self)
{
  guint64 steps = (guint64) self->n[0] * self->n[1];

  for (guint i = 0; i < self->n[0]; i++)
    for (guint j = 0; j < self->n[1] && steps <= MAX_STEPS; j++)
      {
        const Body *before = &self->bodies[0][i], *after = &self->bodies[1][j];

        if (may_be_alike (self, before, after))
          steps += cyan_likeness_n_all_tokens (before->likeness)
                   + cyan_likeness_n_all_tokens (after->likeness);
      }
  return steps;
}

static void
keep_best (Body *self, guint other, double likeness)
{
  if (likeness <= self->best_likeness)
    {
      self->second_likeness = MAX (self->second_likeness, likeness);
      return;
    }
  self->second_likeness = self->best_likeness;
  self->best_likeness = likeness;
  self->best = other;
}

static gboolean
find_best (Search *self, const CyanTick *tick, GError **error)
{
  for (guint i = 0; i < self->n[0]; i++)
    {
      Body *before = &self->bodies[0][i];

      if (!cyan_tick (tick, (double) i / self->n[0], N_ ("Looking for renamed functions"), error))
        return FALSE;
      for (guint j = 0; j < self->n[1]; j++)
        {
          Body *after = &self->bodies[1][j];
          double likeness;

          if (!may_be_alike (self, before, after))
            continue;
          likeness = likeness_of (before, after);
          keep_best (before, j, likeness);
          keep_best (after, i, likeness);
        }
    }
  return TRUE;
}

/* Whether no other one may be meant. */
static gboolean
has_best (const Body *self)
{
  double lead = self->best_likeness - self->second_likeness;

  return self->best_likeness >= MIN_LIKENESS
         && lead > (self->best_likeness >= SURE_LIKENESS ? 0 : MIN_LEAD);
}

static GArray *
pairs_of_best (const Search *self)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (CyanLikelyRename));

  for (guint i = 0; i < self->n[0]; i++)
    {
      const Body *before = &self->bodies[0][i];
      const Body *after = has_best (before) ? &self->bodies[1][before->best] : NULL;
      const CyanLikelyRename likely = { { i, before->best }, before->best_likeness };

      if (after != NULL && has_best (after) && after->best == i)
        g_array_append_val (pairs, likely);
    }
  return pairs;
}

static void
search_clear (Search *self)
{
  for (guint side = 0; side < 2; side++)
    {
      for (guint i = 0; i < self->n[side]; i++)
        {
          Body *body = &self->bodies[side][i];

          g_clear_pointer (&body->likeness, cyan_likeness_free);
          g_clear_pointer (&body->letters, cyan_likeness_free);
          g_free (body->around[0]);
          g_free (body->around[1]);
        }
      g_free (self->bodies[side]);
      g_clear_pointer (&self->names[side], g_hash_table_unref);
    }
}

GArray *
cyan_function_likely_renames (CyanSourceLocation *const *locations,
                              const GArray *const *functions,
                              gboolean *in_files,
                              const CyanTick *tick,
                              GError **error)
{
  Search search = { 0 };
  GArray *pairs = NULL;
  gboolean ok = TRUE;

  for (guint side = 0; side < 2 && ok; side++)
    {
      const CyanTick reading = cyan_tick_slice (tick, side * 0.4, side * 0.4 + 0.4);

      ok = read_bodies (&search, side, locations[side], functions[side], &reading, error);
    }
  if (ok)
    {
      const CyanTick comparing = cyan_tick_slice (tick, 0.8, 1);

      *in_files = search.in_files = count_steps (&search) > MAX_STEPS;
      if (!search.in_files || count_steps (&search) <= MAX_STEPS)
        ok = find_best (&search, &comparing, error);
      pairs = ok ? pairs_of_best (&search) : NULL;
    }
  search_clear (&search);
  return pairs;
}
