/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One tree with its children sorted by name, and the pairing of children of one name. */
#include "cyan-match-private.h"

#include <stdlib.h>
#include <string.h>

/* Nodes of a side below which a thread costs more than it saves. */
#define MANY 20000

/* Up to here children are sorted by insertion: nearly all nodes have few. */
#define SMALL 32

typedef struct
{
  CyanMatchSideFunc func;
  gpointer data;
} After;

static gpointer
run_after (gpointer data)
{
  const After *after = data;

  after->func (after->data, 1);
  return NULL;
}

void
cyan_match_both_sides (CyanMatchSideFunc func, gpointer data, guint n_nodes)
{
  After after = { func, data };
  GThread *thread = NULL;

  if (n_nodes >= MANY)
    thread = g_thread_try_new ("match", run_after, &after, NULL);
  func (data, 0);
  if (thread != NULL)
    g_thread_join (thread);
  else
    func (data, 1);
}

static int
compare_keys (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a;
  guint64 y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
cyan_match_sort (guint64 *keys, gsize n)
{
  gsize sorted = MIN (n, 1);

  while (sorted < n && keys[sorted - 1] <= keys[sorted])
    sorted++;
  if (sorted == n)
    return;
  if (n > SMALL)
    {
      qsort (keys, n, sizeof *keys, compare_keys);
      return;
    }
  for (gsize i = sorted; i < n; i++)
    {
      guint64 key = keys[i];
      gsize at = i;

      for (; at > 0 && keys[at - 1] > key; at--)
        keys[at] = keys[at - 1];
      keys[at] = key;
    }
}

static void
sort_kids (const CyanMatchSide *self, CyanNode *kids, guint n)
{
  guint64 small[SMALL];
  g_autofree guint64 *large = n > SMALL ? g_new (guint64, n) : NULL;
  guint64 *keys = large != NULL ? large : small;

  for (guint i = 0; i < n; i++)
    keys[i] = (guint64) self->name[kids[i]] << 32 | kids[i];
  cyan_match_sort (keys, n);
  for (guint i = 0; i < n; i++)
    kids[i] = (CyanNode) keys[i];
}

void
cyan_match_side_init (CyanMatchSide *self,
                      const CyanProfile *profile,
                      const CyanStr *label,
                      const guint32 *ranks)
{
  guint n = profile->n_nodes;
  g_autofree guint32 *rank_of = g_new (guint32, profile->n_functions);
  guint32 *start;

  for (guint f = 0; f < profile->n_functions; f++)
    rank_of[f] = ranks[label != NULL ? label[f] : profile->functions[f].name];

  self->profile = profile;
  self->n_nodes = n;
  self->name = g_new (guint32, n);
  self->kids = g_new (CyanNode, n);
  self->first = g_new0 (guint32, (gsize) n + 2);

  /* start[i] moves from where the children of i start to where they end, which is first[i + 1]. */
  start = self->first + 1;
  self->name[0] = rank_of[profile->function[0]];
  for (CyanNode i = 1; i < n; i++)
    {
      self->name[i] = rank_of[profile->function[i]];
      start[profile->parent[i] + 1]++;
    }
  for (CyanNode i = 1; i <= n; i++)
    start[i] += start[i - 1];
  for (CyanNode i = 1; i < n; i++)
    self->kids[start[profile->parent[i]]++] = i;
  for (CyanNode i = 0; i < n; i++)
    if (self->first[i + 1] - self->first[i] > 1)
      sort_kids (self, self->kids + self->first[i], self->first[i + 1] - self->first[i]);
}

typedef struct
{
  CyanMatchSide *sides;
  const CyanProfile *profiles[2];
  const CyanStr *const *labels;
  const guint32 *ranks;
} Init;

static void
init_side (gpointer data, guint side)
{
  const Init *init = data;

  cyan_match_side_init (&init->sides[side], init->profiles[side], init->labels[side], init->ranks);
}

void
cyan_match_sides_init (CyanMatchSide sides[2],
                       const CyanProfile *before,
                       const CyanProfile *after,
                       const CyanStr *const labels[2],
                       const guint32 *ranks)
{
  Init init = { sides, { before, after }, labels, ranks };

  cyan_match_both_sides (init_side, &init, MIN (before->n_nodes, after->n_nodes));
}

void
cyan_match_side_rename (CyanMatchSide *self, const guint32 *new_name)
{
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode *kids = self->kids + self->first[i];
      guint n = self->first[i + 1] - self->first[i];
      gboolean changed = FALSE;

      for (guint k = 0; k < n; k++)
        {
          guint32 *name = &self->name[kids[k]];

          changed |= new_name[*name] != *name;
          *name = new_name[*name];
        }
      if (changed && n > 1)
        sort_kids (self, kids, n);
    }
}

void
cyan_match_side_clear (CyanMatchSide *self)
{
  g_free (self->name);
  g_free (self->kids);
  g_free (self->first);
  memset (self, 0, sizeof *self);
}

/* The nodes with a call site, by call site and then in order; returns how many. */
static guint
sort_by_site (const guint32 *call_site, const CyanNode *nodes, guint n, guint64 *keys)
{
  guint n_keys = 0;

  for (guint i = 0; i < n; i++)
    if (call_site[nodes[i]] != 0)
      keys[n_keys++] = (guint64) call_site[nodes[i]] << 32 | i;
  cyan_match_sort (keys, n_keys);
  return n_keys;
}

void
cyan_match_group (const CyanMatchSide *before,
                  const CyanNode *xs,
                  guint n_xs,
                  const CyanMatchSide *after,
                  const CyanNode *ys,
                  guint n_ys,
                  guint32 *partner)
{
  const guint32 *before_site = before->profile->call_site;
  const guint32 *after_site = after->profile->call_site;
  g_autofree guint64 *keys = NULL;
  g_autofree guint8 *taken = NULL;
  guint n_x_keys, n_y_keys, y = 0;

  for (guint i = 0; i < n_xs; i++)
    partner[i] =
        before_site == NULL || after_site == NULL ? (i < n_ys ? i : G_MAXUINT32) : G_MAXUINT32;
  if (before_site == NULL || after_site == NULL)
    return;

  keys = g_new (guint64, (gsize) n_xs + n_ys);
  taken = g_new0 (guint8, n_ys);
  n_x_keys = sort_by_site (before_site, xs, n_xs, keys);
  n_y_keys = sort_by_site (after_site, ys, n_ys, keys + n_x_keys);
  for (guint i = 0, j = n_x_keys; i < n_x_keys && j < n_x_keys + n_y_keys;)
    {
      guint32 x_site = (guint32) (keys[i] >> 32);
      guint32 y_site = (guint32) (keys[j] >> 32);

      if (x_site == y_site)
        {
          partner[(guint32) keys[i]] = (guint32) keys[j];
          taken[(guint32) keys[j]] = 1;
        }
      i += x_site <= y_site;
      j += y_site <= x_site;
    }
  for (guint x = 0; x < n_xs; x++)
    {
      if (partner[x] != G_MAXUINT32)
        continue;
      while (y < n_ys && taken[y])
        y++;
      if (y == n_ys)
        break;
      partner[x] = y++;
    }
}
