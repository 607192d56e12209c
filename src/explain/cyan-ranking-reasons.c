/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reasons for a function, with numbers, and the functions to read with it. */
#include <math.h>

#include "cyan-explain-private.h"

/* A reason that explains less of a contribution is left out. */
#define LEAST_REASON 0.05
/* Reasons that speak for a function. */
#define MAX_REASONS 4

G_STATIC_ASSERT (MAX_REASONS < CYAN_START_MAX_BECAUSE);

const char *const cyan_role_names[] = { "modified", "added", "deleted", "caller", "cost", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_role_names) == CYAN_ROLE_COST + 2);

static int
compare_shares (gconstpointer a, gconstpointer b)
{
  const CyanRankingShare *x = a, *y = b;

  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->other > y->other) - (x->other < y->other);
}

/* Adds up the shares of one function, kind and other function. */
static void
merge_shares (GArray *shares)
{
  guint n = 0;

  g_array_sort (shares, compare_shares);
  for (guint i = 0; i < shares->len; i++)
    {
      const CyanRankingShare *from = &g_array_index (shares, CyanRankingShare, i);
      CyanRankingShare *to = n > 0 ? &g_array_index (shares, CyanRankingShare, n - 1) : NULL;

      if (to == NULL || compare_shares (from, to) != 0)
        {
          g_array_index (shares, CyanRankingShare, n++) = *from;
          continue;
        }
      to->part += from->part;
      for (guint side = 0; side < 2; side++)
        {
          to->value[side] += from->value[side];
          to->calls[side] += from->calls[side];
        }
    }
  g_array_set_size (shares, n);
}

static gboolean
is_relevant (const CyanRankingShare *share, const CyanStart *start)
{
  if (share->part * start->contribution <= 0
      || fabs (share->part) < LEAST_REASON * fabs (start->contribution))
    return FALSE;
  switch (share->kind)
    {
    case CYAN_BECAUSE_CALLS:
    case CYAN_BECAUSE_COST:
      return share->calls[0] > 0 && share->calls[1] > 0;
    case CYAN_BECAUSE_ONE_SIDED:
      return (share->value[0] == 0) != (share->value[1] == 0);
    default:
      return TRUE;
    }
}

static CyanBecause
because_of (const CyanRankingShare *share)
{
  CyanBecause because = { share->kind, share->other, { share->value[0], share->value[1] } };

  for (guint side = 0; side < 2; side++)
    if (share->kind == CYAN_BECAUSE_CALLS)
      because.value[side] = share->calls[side];
    else if (share->kind == CYAN_BECAUSE_COST)
      because.value[side] /= share->calls[side];
  if (share->kind == CYAN_BECAUSE_COST)
    because.pair = G_MAXUINT32;
  return because;
}

static void
add_read (CyanStart *start, guint32 pair)
{
  for (guint i = 0; i < start->n_read; i++)
    if (start->read[i] == pair)
      return;
  if (start->n_read < CYAN_START_MAX_READ)
    start->read[start->n_read++] = pair;
}

/* The largest relevant ones of @shares, at most as many as there is room for. */
static void
add_reasons (CyanStart *start, const CyanRankingShare *shares, guint n)
{
  guint most[MAX_REASONS];
  guint n_most = 0, room = MAX_REASONS - start->n_because;

  for (guint i = 0; i < n; i++)
    {
      guint at = n_most;

      if (!is_relevant (&shares[i], start))
        continue;
      while (at > 0 && fabs (shares[i].part) > fabs (shares[most[at - 1]].part))
        at--;
      if (at == room)
        continue;
      n_most = MIN (n_most + 1, room);
      for (guint k = n_most - 1; k > at; k--)
        most[k] = most[k - 1];
      most[at] = i;
    }
  for (guint i = 0; i < n_most; i++)
    {
      start->because[start->n_because++] = because_of (&shares[most[i]]);
      add_read (start, shares[most[i]].other);
    }
}

/* Whether most of a contribution comes from what the function calls more often, or alone calls. */
static gboolean
is_caller (const CyanStart *start, const CyanRankingShare *shares, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    if (shares[i].kind == CYAN_BECAUSE_CALLS || shares[i].kind == CYAN_BECAUSE_ONE_SIDED)
      sum += shares[i].part;
  return 2 * sum * (start->contribution > 0 ? 1 : -1) > fabs (start->contribution);
}

/* The function for which the one of @start stands; NULL: itself. */
static const CyanInlined *
inlined_in (const CyanRankingSweep *self, const CyanStart *start)
{
  guint32 function = cyan_compared_function (self->compared, start->node);

  for (guint i = 0; self->by_inlined && i < self->sources->inlined->len; i++)
    {
      const CyanInlined *inlined = g_ptr_array_index (self->sources->inlined, i);

      if (self->compared->pairs->function[inlined->pair] == function)
        return inlined;
    }
  return NULL;
}

static void
find_reasons (const CyanRankingSweep *self,
              CyanStart *start,
              const CyanRankingShare *shares,
              guint n)
{
  CyanPresence presence = cyan_ranking_presence (self, start->pair);
  CyanNode caller = self->caller[start->node];
  guint32 function = cyan_compared_function (self->compared, start->node);

  start->inlined = inlined_in (self, start);
  start->change = cyan_ranking_change (self, start->pair);
  start->role = presence == CYAN_PRESENCE_AFTER_ONLY    ? CYAN_ROLE_ADDED
                : presence == CYAN_PRESENCE_BEFORE_ONLY ? CYAN_ROLE_DELETED
                : start->change == CYAN_CHANGE_MODIFIED ? CYAN_ROLE_MODIFIED
                : is_caller (start, shares, n)          ? CYAN_ROLE_CALLER
                                                        : CYAN_ROLE_COST;
  if (start->inlined != NULL)
    {
      start->change = CYAN_CHANGE_MODIFIED;
      start->role = CYAN_ROLE_MODIFIED;
      start->because[start->n_because++] =
          (CyanBecause){ .kind = CYAN_BECAUSE_INLINED, .pair = start->pair };
    }
  else if (start->role <= CYAN_ROLE_DELETED)
    start->because[start->n_because++] =
        (CyanBecause){ .kind = (CyanBecauseKind) (CYAN_BECAUSE_MODIFIED + start->role),
                       .pair = G_MAXUINT32 };
  add_read (start, start->pair);
  add_reasons (start, shares, n);
  if (2 * fabs (self->entries[function].uncertain) > fabs (start->contribution))
    start->because[start->n_because++] =
        (CyanBecause){ .kind = CYAN_BECAUSE_UNCERTAIN, .pair = G_MAXUINT32 };
  if (start->role != CYAN_ROLE_CALLER && caller != CYAN_NODE_ROOT)
    add_read (start, self->compared->pairs->of_node[caller]);
}

void
cyan_ranking_find_reasons (CyanRankingSweep *self)
{
  guint n_functions = self->compared->pairs->n_functions;
  g_autofree guint *first = g_new0 (guint, n_functions + 1);

  if (self->by_inlined)
    self->ranking->inlined = g_ptr_array_ref (self->sources->inlined);
  merge_shares (self->shares);
  for (guint i = 0; i < self->shares->len; i++)
    first[g_array_index (self->shares, CyanRankingShare, i).function + 1]++;
  for (guint i = 0; i < n_functions; i++)
    first[i + 1] += first[i];
  for (guint i = 0; i < self->ranking->n; i++)
    {
      CyanStart *start = &self->ranking->at[i];
      guint32 function = cyan_compared_function (self->compared, start->node);

      find_reasons (self, start,
                    (const CyanRankingShare *) (gpointer) self->shares->data + first[function],
                    first[function + 1] - first[function]);
    }
}
