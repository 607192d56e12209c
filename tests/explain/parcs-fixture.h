/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the tests of PARCS: a comparison and what is known about its sources.
 *
 * The sources are given as lists of names: functions that are modified, deleted or added; all
 * others are the same on both sides.
 */
#pragma once

#include "comparison-fixture.h"

#include "cyan-parcs-causes.h"
#include "random-trees.h"

/* Names of functions with a space on each side: " m n ". */
typedef struct
{
  const char *modified;
  const char *deleted;
  const char *added;
  const char *unknown; /* neither whether they changed nor whether they exist */
  gboolean strict;
} Sources;

typedef struct
{
  CyanComparison *comparison;
  guint8 *changes;
  guint8 *presence;
  CyanParcs *parcs;
} Case;

static inline void
case_clear (Case *self)
{
  cyan_parcs_free (self->parcs);
  cyan_comparison_unref (self->comparison);
  g_free (self->changes);
  g_free (self->presence);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static inline const char *
pair_name (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunctionPair *functions = &comparison->compared.pairs->at[pair];

  return functions->after != G_MAXUINT32
             ? cyan_comparison_string (comparison,
                                       comparison->compared.side[1].label[functions->after])
             : cyan_comparison_string (comparison,
                                       comparison->compared.side[0].label[functions->before]);
}

static inline gboolean
lists (const char *list, const char *name)
{
  g_autofree char *word = g_strdup_printf (" %s ", name);

  return list != NULL && strstr (list, word) != NULL;
}

/* @sources NULL: no sources. */
static inline void
case_init (Case *self, CyanComparison *comparison, const Sources *sources)
{
  g_autoptr (GError) error = NULL;

  *self = (Case){ .comparison = comparison };
  if (sources != NULL)
    {
      self->changes = g_new0 (guint8, comparison->compared.pairs->n);
      self->presence = g_new0 (guint8, comparison->compared.pairs->n);
    }
  for (guint p = 0; sources != NULL && p < comparison->compared.pairs->n; p++)
    {
      const char *name = pair_name (comparison, p);

      if (lists (sources->unknown, name))
        continue;
      self->changes[p] =
          lists (sources->modified, name) ? CYAN_CHANGE_MODIFIED : CYAN_CHANGE_UNMODIFIED;
      self->presence[p] = lists (sources->deleted, name) ? CYAN_PRESENCE_BEFORE_ONLY
                          : lists (sources->added, name) ? CYAN_PRESENCE_AFTER_ONLY
                                                         : CYAN_PRESENCE_BOTH;
    }
  self->parcs = cyan_parcs_new (comparison, self->changes, self->presence,
                                sources != NULL && sources->strict, NULL, &error);
  g_assert_no_error (error);
}

static inline CyanExplanations *
explain (const Case *self)
{
  g_autoptr (GError) error = NULL;
  CyanExplanations *list = cyan_explanations_new (self->parcs, NULL, &error);

  g_assert_no_error (error);
  return list;
}

/* A random answer that depends only on the names of the functions and is the same in both
 * directions. */
static inline guint
draw (const CyanComparison *comparison, guint32 pair)
{
  const CyanFunctionPair *functions = &comparison->compared.pairs->at[pair];
  const char *names[2] = { NULL, NULL };

  if (functions->before != G_MAXUINT32)
    names[0] =
        cyan_comparison_string (comparison, comparison->compared.side[0].label[functions->before]);
  if (functions->after != G_MAXUINT32)
    names[1] =
        cyan_comparison_string (comparison, comparison->compared.side[1].label[functions->after]);
  if (names[0] == NULL || (names[1] != NULL && strcmp (names[1], names[0]) < 0))
    names[0] = names[1];
  return g_str_hash (names[0]) / 7;
}

static inline void
draw_sources (Case *self, CyanComparison *comparison)
{
  g_autoptr (GError) error = NULL;

  self->comparison = comparison;
  self->changes = g_new0 (guint8, comparison->compared.pairs->n);
  self->presence = g_new0 (guint8, comparison->compared.pairs->n);
  for (guint p = 0; p < comparison->compared.pairs->n; p++)
    {
      guint chance = draw (comparison, p);
      gboolean before = comparison->compared.pairs->at[p].before != G_MAXUINT32;
      gboolean after = comparison->compared.pairs->at[p].after != G_MAXUINT32;

      self->changes[p] = chance % 5 == 0   ? CYAN_CHANGE_MODIFIED
                         : chance % 5 == 1 ? CYAN_CHANGE_UNKNOWN
                                           : CYAN_CHANGE_UNMODIFIED;
      self->presence[p] = before && after   ? CYAN_PRESENCE_BOTH
                          : chance % 3 == 0 ? CYAN_PRESENCE_BOTH
                          : chance % 3 == 1 ? CYAN_PRESENCE_UNKNOWN
                          : before          ? CYAN_PRESENCE_BEFORE_ONLY
                                            : CYAN_PRESENCE_AFTER_ONLY;
    }
  self->parcs = cyan_parcs_new (comparison, self->changes, self->presence, FALSE, NULL, &error);
  g_assert_no_error (error);
}

static inline void
for_random_pairs (void (*law) (const RandomPair *pair, CyanMatchMethod method), guint kinds)
{
  for (guint seed = 1; seed <= 60; seed++)
    {
      const RandomOptions options = { .seed = seed,
                                      .n_nodes = 20 + seed * 17,
                                      .n_functions = 8 + seed,
                                      .n_edits = seed % 7,
                                      .kinds = kinds,
                                      .shuffled = seed % 4 == 0 ? 0.2 : 0,
                                      .jitter = seed % 2 == 0 ? 0.1 : 0,
                                      .sampled = seed % 5 == 0,
                                      .call_sites = seed % 3 == 0 };
      RandomPair pair = random_pair_new (&options);

      law (&pair, (CyanMatchMethod) (seed % 3));
      random_pair_clear (&pair);
    }
}
