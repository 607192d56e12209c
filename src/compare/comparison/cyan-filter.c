/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Filters.
 *
 * What depends on functions only is decided once for each pair of functions.
 */
#include "cyan-filter.h"

#include <string.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"

/* The bits of a node.  While a filter is applied, those below SHOWN tell which criteria are met in
 * its subtree. */
#define SHOWN       (1u << CYAN_N_CRITERIA)
#define MATCHES     (1u << (CYAN_N_CRITERIA + 1))
#define BELOW_MATCH 1u
#define EXCEPTION   2u

G_STATIC_ASSERT (MATCHES <= G_MAXUINT8);
G_STATIC_ASSERT (BELOW_MATCH < SHOWN && EXCEPTION < SHOWN);

const char *const cyan_criterion_names[] = {
  "changed", "modified", "added-or-removed", "significant", "place", "share", NULL,
};

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_criterion_names) == CYAN_N_CRITERIA + 1);

CyanFilter *
cyan_filter_new (void)
{
  return g_new0 (CyanFilter, 1);
}

CyanFilter *
cyan_filter_copy (const CyanFilter *self)
{
  CyanFilter *copy = g_memdup2 (self, sizeof *self);

  copy->place = g_strdup (self->place);
  return copy;
}

void
cyan_filter_free (CyanFilter *self)
{
  if (self == NULL)
    return;
  g_free (self->place);
  g_free (self);
}

gboolean
cyan_filter_has (const CyanFilter *self, CyanCriterion criterion)
{
  g_assert (criterion < CYAN_N_CRITERIA);
  return (self->criteria >> criterion & 1) != 0;
}

gboolean
cyan_filter_equal (const CyanFilter *self, const CyanFilter *other)
{
  if (self->criteria != other->criteria)
    return FALSE;
  if (cyan_filter_has (self, CYAN_CRITERION_PLACE)
      && (self->is_file != other->is_file || strcmp (self->place, other->place) != 0))
    return FALSE;
  return !cyan_filter_has (self, CYAN_CRITERION_SHARE) || self->share == other->share;
}

void
cyan_filter_set (CyanFilter *self, CyanCriterion criterion, gboolean has)
{
  g_assert (criterion < CYAN_N_CRITERIA);
  g_assert (criterion != CYAN_CRITERION_PLACE || !has || self->place != NULL);
  if (has)
    self->criteria |= 1u << criterion;
  else
    self->criteria &= ~(1u << criterion);
}

void
cyan_filter_set_place (CyanFilter *self, const char *place, gboolean is_file)
{
  char *copy = g_strdup (place);

  g_free (self->place);
  self->place = copy;
  self->is_file = is_file;
  cyan_filter_set (self, CYAN_CRITERION_PLACE, place != NULL);
}

void
cyan_filter_set_share (CyanFilter *self, double share)
{
  g_assert (share >= 0 && share <= 1);
  self->share = share;
  cyan_filter_set (self, CYAN_CRITERION_SHARE, share > 0);
}

/* ---- criteria of functions ---- */

/* The function of @pair on @side, or NULL. */
static const CyanFunction *
function_of (const CyanCompared *compared, guint32 pair, guint side)
{
  guint32 function = cyan_function_pair_of (&compared->pairs->at[pair], side);

  return function != G_MAXUINT32 ? &compared->side[side].profile->functions[function] : NULL;
}

static gboolean
is_in_place (const CyanComparison *comparison, const CyanFilter *filter, guint32 pair)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanFunction *function = function_of (&comparison->compared, pair, side);

      if (function != NULL
          && strcmp (cyan_comparison_string (comparison,
                                             filter->is_file ? function->file : function->module),
                     filter->place)
                 == 0)
        return TRUE;
    }
  return FALSE;
}

/* By pair: a bit for each of these criteria that it meets.  Caller frees. */
static guint8 *
functions_meet (const CyanComparison *comparison, const CyanFilter *filter, const guint8 *changes)
{
  guint n = comparison->compared.pairs->n;
  guint8 *met = g_new0 (guint8, MAX (n, 1));

  for (guint32 pair = 0; pair < n; pair++)
    {
      if (changes != NULL && changes[pair] == CYAN_CHANGE_MODIFIED)
        met[pair] |= 1u << CYAN_CRITERION_MODIFIED;
      if (cyan_filter_has (filter, CYAN_CRITERION_PLACE) && is_in_place (comparison, filter, pair))
        met[pair] |= 1u << CYAN_CRITERION_PLACE;
    }
  return met;
}

/* ---- criteria of nodes ---- */

static gboolean
calls_differ (const CyanCompared *compared, CyanNode node)
{
  guint64 calls[2];

  if (!cyan_compared_is_pair (compared, node))
    return FALSE;
  for (guint side = 0; side < 2; side++)
    calls[side] = cyan_profile_calls (compared->side[side].profile,
                                      cyan_compared_node (compared, side, node));
  return calls[0] != CYAN_CALLS_UNKNOWN && calls[1] != CYAN_CALLS_UNKNOWN && calls[0] != calls[1];
}

static gboolean
is_one_sided (const CyanCompared *compared, CyanNode node)
{
  return !compared->single && !cyan_compared_is_pair (compared, node)
         && !cyan_compared_is_unseen (compared, node);
}

static double
larger_share (const CyanCompared *compared, CyanNode node)
{
  double share = 0;

  for (guint side = 0; side < 2; side++)
    if (cyan_compared_node (compared, side, node) != CYAN_NODE_NONE)
      share = MAX (share, cyan_compared_part (cyan_compared_total (compared, side, node),
                                              compared->side[side].total));
  return share;
}

static gboolean
node_meets (const CyanComparison *comparison,
            const CyanFilter *filter,
            CyanBasis basis,
            CyanCriterion criterion,
            CyanNode node)
{
  const CyanCompared *compared = &comparison->compared;
  double change;

  switch (criterion)
    {
    case CYAN_CRITERION_CHANGED:
      return cyan_comparison_verdict (comparison, node, basis) != CYAN_VERDICT_UNCHANGED
             || (!compared->single && calls_differ (compared, node));
    case CYAN_CRITERION_ONE_SIDED:
      return is_one_sided (compared, node);
    case CYAN_CRITERION_SIGNIFICANT:
      change = compared->single ? 0 : cyan_comparison_self_change (comparison, node);
      return change > 0 && change >= comparison->threshold;
    case CYAN_CRITERION_SHARE:
      return larger_share (compared, node) >= filter->share;
    case CYAN_CRITERION_MODIFIED:
    case CYAN_CRITERION_PLACE:
    case CYAN_N_CRITERIA:
    default:
      g_assert_not_reached ();
    }
}

/* A bit for each criterion of the filter that @node meets; @by_function are those that its function
 * does. */
static guint8
meets (const CyanComparison *comparison,
       const CyanFilter *filter,
       CyanBasis basis,
       guint8 by_function,
       CyanNode node)
{
  const guint of_functions = 1u << CYAN_CRITERION_MODIFIED | 1u << CYAN_CRITERION_PLACE;
  guint met = by_function & filter->criteria;

  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if ((filter->criteria & ~of_functions) >> i & 1
        && node_meets (comparison, filter, basis, (CyanCriterion) i, node))
      met |= 1u << i;
  return (guint8) (met | (met == filter->criteria ? SHOWN | MATCHES : 0));
}

/* ---- what is left ---- */

static CyanFiltered *
filtered_new (guint n_nodes)
{
  CyanFiltered *self = g_new0 (CyanFiltered, 1);

  cyan_ref_count_init (&self->refs);
  self->n_nodes = n_nodes;
  self->nodes = g_new0 (guint8, n_nodes);
  return self;
}

CYAN_DEFINE_REF (CyanFiltered, cyan_filtered)

void
cyan_filtered_unref (CyanFiltered *self)
{
  if (self == NULL || !cyan_ref_count_dec (&self->refs))
    return;
  g_free (self->nodes);
  g_free (self);
}

static void
count (CyanFiltered *self, const CyanFilter *filter, CyanNode node)
{
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (cyan_filter_has (filter, (CyanCriterion) i) && (self->nodes[node] >> i & 1) == 0)
      self->n_hidden_by[i]++;
  if (self->nodes[node] & SHOWN)
    self->n_shown++;
  if (self->nodes[node] & MATCHES)
    self->n_matches++;
}

/* Whether callers of what is shown are shown, and what matches is. */
static gboolean
is_connected (const CyanFiltered *self, const CyanNode *parent)
{
  for (CyanNode i = 1; i < self->n_nodes; i++)
    if (((self->nodes[i] & SHOWN) != 0 && (self->nodes[parent[i]] & SHOWN) == 0)
        || ((self->nodes[i] & MATCHES) != 0 && (self->nodes[i] & SHOWN) == 0))
      return FALSE;
  return TRUE;
}

CyanFiltered *
cyan_filtered_new (const CyanComparison *comparison,
                   const CyanFilter *filter,
                   CyanBasis basis,
                   const guint8 *changes,
                   const CyanTick *tick,
                   GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  const CyanNode *parent = compared->tree->parent;
  guint n = compared->n_nodes;
  g_autoptr (CyanFiltered) self = filtered_new (n);
  g_autofree guint8 *met = functions_meet (comparison, filter, changes);

  g_assert (filter->criteria >> CYAN_N_CRITERIA == 0);
  /* From the leaves up: what is met below a node is met in its subtree.  The root is no context. */
  for (CyanNode i = n; i-- > 1;)
    {
      if (!cyan_tick_step (tick, n - i, n, N_ ("Filtering"), error))
        return NULL;
      self->nodes[i] |= meets (comparison, filter, basis, met[compared->pairs->of_node[i]], i);
      count (self, filter, i);
      self->nodes[parent[i]] |= self->nodes[i] & (guint8) ~MATCHES;
    }
  for (CyanNode i = 0; i < n; i++)
    {
      self->nodes[i] &= SHOWN | MATCHES;
      if ((self->nodes[i] & MATCHES) != 0 || (i > 0 && (self->nodes[parent[i]] & BELOW_MATCH) != 0))
        self->nodes[i] |= BELOW_MATCH;
    }
  g_assert (self->n_matches <= self->n_shown && self->n_shown < n);
  cyan_assert_slow (is_connected (self, parent));
  return g_steal_pointer (&self);
}

CyanFiltered *
cyan_filtered_with (const CyanFiltered *self, const CyanComparison *comparison, CyanNode node)
{
  const CyanNode *parent = comparison->compared.tree->parent;
  CyanFiltered *with = filtered_new (self->n_nodes);

  g_assert (cyan_filtered_fits (self, comparison));
  g_assert (node < self->n_nodes);
  memcpy (with->nodes, self->nodes, self->n_nodes);
  memcpy (with->n_hidden_by, self->n_hidden_by, sizeof with->n_hidden_by);
  with->n_matches = self->n_matches;
  with->n_shown = self->n_shown;
  for (; (with->nodes[node] & SHOWN) == 0; node = parent[node])
    {
      with->nodes[node] |= SHOWN | EXCEPTION;
      if (node == CYAN_NODE_ROOT)
        break;
      with->n_shown++;
    }
  cyan_assert_slow (is_connected (with, parent));
  return with;
}

gboolean
cyan_filtered_shows (const CyanFiltered *self, CyanNode node)
{
  g_assert (self == NULL || node < self->n_nodes);
  return self == NULL || (self->nodes[node] & SHOWN) != 0;
}

gboolean
cyan_filtered_matches (const CyanFiltered *self, CyanNode node)
{
  g_assert (self == NULL || node < self->n_nodes);
  return self == NULL || (self->nodes[node] & MATCHES) != 0;
}

gboolean
cyan_filtered_is_exception (const CyanFiltered *self, CyanNode node)
{
  g_assert (self == NULL || node < self->n_nodes);
  return self != NULL && (self->nodes[node] & EXCEPTION) != 0;
}

gboolean
cyan_filtered_is_below_match (const CyanFiltered *self, CyanNode node)
{
  g_assert (self == NULL || node < self->n_nodes);
  return self == NULL || (self->nodes[node] & BELOW_MATCH) != 0;
}

/* ---- places ---- */

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const CyanPlace *x = a, *y = b;
  double dx = fabs (x->change), dy = fabs (y->change);

  if (dx != dy)
    return dx > dy ? -1 : 1;
  if (x->is_file != y->is_file)
    return x->is_file ? 1 : -1;
  return x->name < y->name ? -1 : x->name > y->name;
}

/* The index of a place in @places; adds it if it is new. */
static guint
index_of_place (GArray *places, GHashTable *index, CyanStr name, gboolean is_file)
{
  CyanPlace place = { .name = name, .is_file = is_file };
  gpointer at;

  if (g_hash_table_lookup_extended (index, GUINT_TO_POINTER (name), NULL, &at))
    return GPOINTER_TO_UINT (at);
  g_hash_table_insert (index, GUINT_TO_POINTER (name), GUINT_TO_POINTER (places->len));
  g_array_append_val (places, place);
  return places->len - 1;
}

/* The indices of a pair's module and file in the list, or G_MAXUINT32. */
typedef struct
{
  guint32 at[2];
} PairPlaces;

static PairPlaces *
places_of_pairs (const CyanComparison *comparison, GArray *places)
{
  guint n = comparison->compared.pairs->n;
  PairPlaces *of = g_new (PairPlaces, MAX (n, 1));
  g_autoptr (GHashTable) modules = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) files = g_hash_table_new (NULL, NULL);

  for (guint32 pair = 0; pair < n; pair++)
    {
      const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);

      of[pair] = (PairPlaces){ { G_MAXUINT32, G_MAXUINT32 } };
      if (function->module != CYAN_STR_EMPTY)
        of[pair].at[0] = index_of_place (places, modules, function->module, FALSE);
      if (function->file != CYAN_STR_EMPTY)
        of[pair].at[1] = index_of_place (places, files, function->file, TRUE);
    }
  return of;
}

GArray *
cyan_places_new (const CyanComparison *comparison, const CyanTick *tick, GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (CyanPlace));
  g_autofree PairPlaces *of = places_of_pairs (comparison, places);

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      const PairPlaces *at = &of[compared->pairs->of_node[i]];
      double change =
          cyan_compared_delta_part (compared, cyan_compared_self_difference (compared, i));

      if (!cyan_tick_step (tick, i, compared->n_nodes, N_ ("Filtering"), error))
        return NULL;
      for (guint k = 0; k < 2; k++)
        if (at->at[k] != G_MAXUINT32)
          g_array_index (places, CyanPlace, at->at[k]).change += change;
    }
  g_array_sort (places, compare_places);
  return g_steal_pointer (&places);
}
