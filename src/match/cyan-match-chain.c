/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heaviest chain: from right to left, each pair is linked to the best chain that follows it. */
#include <string.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-match-shared.h"

#define NONE G_MAXUINT32

/* Whether the chain from @a is better than the one from @b; NONE is the empty chain. */
static gboolean
is_better (const CyanMatchLink *links, guint32 a, guint32 b)
{
  const CyanMatchLink *p = &links[a], *q = &links[b];
  guint64 p_sum, q_sum;

  if (a == NONE || b == NONE)
    return b == NONE && a != NONE;
  if (p->best != q->best)
    return p->best > q->best;
  p_sum = (guint64) p->x + p->y;
  q_sum = (guint64) q->x + q->y;
  if (p_sum != q_sum)
    return p_sum < q_sum;
  if (p->tie != q->tie)
    return p->tie < q->tie;
  return p->value != q->value ? p->value > q->value : p->x < q->x;
}

/* The distinct values of y in descending order, as distances from the largest number. */
static guint64 *
sort_ends (const CyanMatchLink *links, guint n, guint *n_ends)
{
  guint64 *ends = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    ends[i] = G_MAXUINT32 - links[i].y;
  *n_ends = cyan_match_sort_distinct (ends, n);
  return ends;
}

/* The rank of @y among the ends, from 1. */
static guint
rank_of (const guint64 *ends, guint n, CyanNode y)
{
  guint64 end = G_MAXUINT32 - y;
  guint low = 0;

  while (n > 1)
    {
      guint half = n / 2;

      low += ends[low + half] <= end ? half : 0;
      n -= half;
    }
  return low + 1;
}

static gboolean
are_sorted (const CyanMatchLink *links, guint n)
{
  for (guint i = 1; i < n; i++)
    if (links[i].x < links[i - 1].x
        || (links[i].x == links[i - 1].x && links[i].y < links[i - 1].y))
      return FALSE;
  return TRUE;
}

/* Whether both nodes ascend from @head on, and its value is that of all links. */
static gboolean
is_chain (const CyanMatchLink *links, guint32 head)
{
  guint64 value = 0;

  for (guint32 i = head; i != NONE; i = links[i].next)
    {
      const CyanMatchLink *link = &links[i];

      if (link->next != NONE && (links[link->next].x <= link->x || links[link->next].y <= link->y))
        return FALSE;
      value += link->value;
    }
  return head == NONE || value == links[head].best;
}

gboolean
cyan_match_chain (CyanMatchLink *links,
                  guint n,
                  guint32 *head,
                  double fraction,
                  const CyanTick *tick,
                  GError **error)
{
  guint n_ends;
  g_autofree guint64 *ends = sort_ends (links, n, &n_ends);
  g_autofree guint32 *maxima = g_new (guint32, n_ends + 1);

  cyan_assert_slow (are_sorted (links, n));
  memset (maxima, 0xff, (n_ends + 1) * sizeof *maxima);
  *head = NONE;
  /* All pairs of one x are inserted together, so that none of them follows another. */
  for (guint i = n; i > 0;)
    {
      guint end = i;
      CyanNode x = links[i - 1].x;

      for (; i > 0 && links[i - 1].x == x; i--)
        {
          CyanMatchLink *link = &links[i - 1];

          link->next = NONE;
          for (guint k = rank_of (ends, n_ends, link->y) - 1; k > 0; k -= k & -k)
            if (is_better (links, maxima[k], link->next))
              link->next = maxima[k];
          link->best = link->value + (link->next != NONE ? links[link->next].best : 0);
        }
      for (guint j = i; j < end; j++)
        {
          if (is_better (links, j, *head))
            *head = j;
          for (guint k = rank_of (ends, n_ends, links[j].y); k <= n_ends; k += k & -k)
            if (is_better (links, j, maxima[k]))
              maxima[k] = j;
          if (j % CYAN_TICK_STRIDE == CYAN_TICK_STRIDE - 1
              && !cyan_tick (tick, fraction, N_ ("Matching"), error))
            return FALSE;
        }
    }
  g_assert ((*head == NONE) == (n == 0));
  cyan_assert_slow (is_chain (links, *head));
  return TRUE;
}
