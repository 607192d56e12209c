/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what the sources say about functions that only one profile has. */
#include "cyan-source-evidence.h"

#include "cyan-error.h"
#include "cyan-function-counterpart.h"
#include "cyan-function-likely.h"
#include "cyan-profile-names.h"
#include "cyan-tick.h"
#include "cyan-sources.h"
#include "cyan-worker.h"

/* A function whose label the other profile does not have. */
typedef struct
{
  guint32 function;
  CyanSourcesDefined found[2]; /* in the sources of either side */
  gboolean is_moved;           /* the other profile has it by another name */
} Lone;

typedef struct
{
  CyanSourceLocation *const *locations;
  CyanProfile *profiles[2]; /* with normal names in one pool */
  CyanStr *labels[2];       /* by function */
  GArray *lone[2];          /* of Lone */
} Search;

/* Searches one location for all lone functions. */
typedef struct
{
  Search *search;
  CyanSharedTick *shared;
  guint side;
} Definitions;

static const char *
label_of (const Search *self, guint side, const Lone *lone)
{
  return cyan_strings_get (self->profiles[side]->strings, self->labels[side][lone->function]);
}

/* By label: whether a node of the profile has it.  Free with g_free(). */
static guint8 *
used_labels (const Search *self, guint side)
{
  const CyanProfile *profile = self->profiles[side];
  guint8 *used = g_new0 (guint8, cyan_strings_count (profile->strings));

  for (CyanNode node = 1; node < profile->n_nodes; node++)
    used[self->labels[side][profile->function[node]]] = TRUE;
  return used;
}

/* Of functions with one label, the first one stands for all. */
static void
find_lone (Search *self)
{
  g_autofree guint8 *before = used_labels (self, 0), *after = used_labels (self, 1);
  guint8 *const used[2] = { before, after };

  for (guint side = 0; side < 2; side++)
    {
      self->lone[side] = g_array_new (FALSE, TRUE, sizeof (Lone));
      for (guint32 f = 1; f < self->profiles[side]->n_functions; f++)
        {
          CyanStr label = self->labels[side][f];
          const Lone lone = { .function = f };

          if (!used[side][label] || used[1 - side][label])
            continue;
          used[side][label] = FALSE;
          g_array_append_val (self->lone[side], lone);
        }
    }
}

static gboolean
find_definitions (gpointer data, GError **error)
{
  const Definitions *self = data;
  const Search *search = self->search;
  const CyanTick tick = cyan_shared_tick_half (self->shared, self->side);
  guint n = search->lone[0]->len + search->lone[1]->len, done = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < search->lone[side]->len; i++)
      {
        Lone *lone = &g_array_index (search->lone[side], Lone, i);
        const CyanTick slice = cyan_tick_slice (&tick, (double) done / n, (double) (done + 1) / n);

        done++;
        if (!cyan_sources_define (search->profiles[side], lone->function,
                                  label_of (search, side, lone), search->locations[self->side],
                                  &lone->found[self->side], &slice, error))
          {
            cyan_shared_tick_stop (self->shared);
            return FALSE;
          }
      }
  return TRUE;
}

/* Both locations at once, since the first search in each makes it read all of its files. */
static gboolean
find_all_definitions (Search *self, const CyanTick *tick, GError **error)
{
  CyanSharedTick shared;
  Definitions sides[2] = { { self, &shared, 0 }, { self, &shared, 1 } };
  const gpointer both[2] = { &sides[0], &sides[1] };
  gboolean ok;

  for (guint side = 0; side < 2; side++)
    {
      cyan_sources_expect (self->profiles[0], self->locations[side]);
      cyan_sources_expect (self->profiles[1], self->locations[side]);
    }
  cyan_shared_tick_init (&shared, tick);
  ok = cyan_workers_run ("sources", find_definitions, both, 2, error);
  cyan_shared_tick_clear (&shared);
  return ok;
}

/* By its place in its own sources: a function that both sources define. */
static char *
place_of (const CyanFunctionText *text)
{
  return g_strdup_printf ("%s:%u", text->path, text->first_line);
}

/* Sets *@text to the own text of a lone function, or to that of its counterpart in the sources of
 * the other side; NULL if it is not certain.  FALSE only with CYAN_ERROR_CANCELLED. */
static gboolean
find_text (const Search *self,
           guint side,
           const Lone *lone,
           gboolean of_other,
           CyanFunctionText **text,
           const CyanTick *tick,
           GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanFunctionText) own = cyan_sources_find (self->profiles[side], lone->function,
                                                        self->locations[side], tick, &reason);

  *text = NULL;
  if (own != NULL && own->by_line == 0)
    *text = of_other ? cyan_function_counterpart (self->locations[side], own,
                                                  self->locations[!side], tick, &reason)
                     : g_steal_pointer (&own);
  return cyan_error_goes_on (&reason, error);
}

/* A function that both sources define did not run on one side, or it has another name since it
 * moved: then the other side has a lone function whose text is its counterpart. */
static gboolean
add_defined (const Search *self, CyanMatchEvidence *evidence, const CyanTick *tick, GError **error)
{
  g_autoptr (GHashTable) after = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint k = 0; k < 2; k++)
    {
      guint side = 1 - k;

      for (guint i = 0; i < self->lone[side]->len; i++)
        {
          Lone *lone = &g_array_index (self->lone[side], Lone, i);
          g_autoptr (CyanFunctionText) text = NULL;
          g_autofree char *place = NULL;
          Lone *other;

          if (cyan_sources_presence (lone->found, side) != CYAN_PRESENCE_BOTH)
            continue;
          if (!find_text (self, side, lone, side == 0, &text, tick, error))
            return FALSE;
          place = text != NULL ? place_of (text) : NULL;
          other = side == 0 && place != NULL ? g_hash_table_lookup (after, place) : NULL;
          if (side == 1 && place != NULL)
            g_hash_table_insert (after, g_steal_pointer (&place), lone);
          if (other == NULL)
            continue;
          cyan_match_evidence_add_rename (evidence, label_of (self, 0, lone),
                                          label_of (self, 1, other), 1);
          lone->is_moved = other->is_moved = TRUE;
        }
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->lone[side]->len; i++)
      {
        const Lone *lone = &g_array_index (self->lone[side], Lone, i);

        if (!lone->is_moved && cyan_sources_presence (lone->found, side) == CYAN_PRESENCE_BOTH)
          cyan_match_evidence_add_defined (evidence, side, label_of (self, side, lone));
      }
  return TRUE;
}

/* The texts of those that only the sources of @side define, in @functions, and the index of each
 * in self->lone, in @indices.  A text that was found by its line may be another function's. */
static gboolean
read_texts (const Search *self,
            guint side,
            GArray *functions,
            GArray *indices,
            const CyanTick *tick,
            GError **error)
{
  const CyanProfile *profile = self->profiles[side];
  const CyanPresence wanted = side == 0 ? CYAN_PRESENCE_BEFORE_ONLY : CYAN_PRESENCE_AFTER_ONLY;

  for (guint i = 0; i < self->lone[side]->len; i++)
    {
      const Lone *lone = &g_array_index (self->lone[side], Lone, i);
      const CyanTick slice = cyan_tick_slice (tick, (double) i / self->lone[side]->len,
                                              (double) (i + 1) / self->lone[side]->len);
      g_autoptr (CyanFunctionText) text = NULL;
      g_autoptr (GError) reason = NULL;
      CyanLoneFunction function;

      if (cyan_sources_presence (lone->found, side) != wanted)
        continue;
      text = cyan_sources_find (profile, lone->function, self->locations[side], &slice, &reason);
      if (!cyan_error_goes_on (&reason, error))
        return FALSE;
      if (text == NULL || text->by_line != 0)
        continue;
      function.name =
          g_strdup (cyan_strings_get (profile->strings, profile->functions[lone->function].normal));
      function.text = g_steal_pointer (&text);
      g_array_append_val (functions, function);
      g_array_append_val (indices, i);
    }
  return TRUE;
}

static gboolean
add_likely (const Search *self, CyanMatchEvidence *evidence, const CyanTick *tick, GError **error)
{
  const CyanTick reading[2] = { cyan_tick_slice (tick, 0, 0.3), cyan_tick_slice (tick, 0.3, 0.6) };
  const CyanTick comparing = cyan_tick_slice (tick, 0.6, 1);
  GArray *functions[2], *indices[2], *pairs = NULL;
  gboolean ok = TRUE;

  for (guint side = 0; side < 2; side++)
    {
      functions[side] = g_array_new (FALSE, FALSE, sizeof (CyanLoneFunction));
      g_array_set_clear_func (functions[side], cyan_lone_function_clear);
      indices[side] = g_array_new (FALSE, FALSE, sizeof (guint));
      ok = ok && read_texts (self, side, functions[side], indices[side], &reading[side], error);
    }
  if (ok)
    pairs = cyan_function_likely_renames (self->locations, (const GArray *const *) functions,
                                          &evidence->in_files, &comparing, error);
  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    {
      const CyanLikelyRename *pair = &g_array_index (pairs, CyanLikelyRename, i);
      const char *labels[2];

      for (guint side = 0; side < 2; side++)
        labels[side] =
            label_of (self, side,
                      &g_array_index (self->lone[side], Lone,
                                      g_array_index (indices[side], guint, pair->index[side])));
      cyan_match_evidence_add_rename (evidence, labels[0], labels[1], pair->likeness);
    }
  ok = pairs != NULL;
  g_clear_pointer (&pairs, g_array_unref);
  for (guint side = 0; side < 2; side++)
    {
      g_array_unref (functions[side]);
      g_array_unref (indices[side]);
    }
  return ok;
}

static gboolean
search_evidence (Search *self, CyanMatchEvidence **evidence, const CyanTick *tick, GError **error)
{
  const CyanTick defining = cyan_tick_slice (tick, 0, 0.8);
  const CyanTick comparing = cyan_tick_slice (tick, 0.8, 1);

  find_lone (self);
  if (self->lone[0]->len == 0 || self->lone[1]->len == 0)
    return TRUE;
  if (!find_all_definitions (self, &defining, error))
    return FALSE;
  *evidence = cyan_match_evidence_new ();
  if (add_defined (self, *evidence, &comparing, error)
      && add_likely (self, *evidence, &comparing, error))
    return TRUE;
  g_clear_pointer (evidence, cyan_match_evidence_free);
  return FALSE;
}

gboolean
cyan_source_evidence_find (const CyanProfile *const *profiles,
                           const CyanNameRules *rules,
                           CyanSourceLocation *const *locations,
                           CyanMatchEvidence **evidence,
                           const CyanTick *tick,
                           GError **error)
{
  g_autoptr (CyanStrings) strings = NULL;
  Search search = { .locations = locations };
  gboolean ok;

  *evidence = NULL;
  if (locations[0] == NULL || locations[1] == NULL || profiles[0] == profiles[1])
    return TRUE;
  strings = cyan_strings_new ();
  for (guint side = 0; side < 2; side++)
    search.profiles[side] = cyan_profile_with_normal_names (profiles[side], strings);
  ok = cyan_profile_labels ((const CyanProfile *const *) search.profiles, rules, search.labels,
                            NULL, error)
       && search_evidence (&search, evidence, tick, error);
  for (guint side = 0; side < 2; side++)
    {
      cyan_profile_unref (search.profiles[side]);
      g_free (search.labels[side]);
      g_clear_pointer (&search.lone[side], g_array_unref);
    }
  return ok;
}
