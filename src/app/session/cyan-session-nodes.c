/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking nodes up: by function, and in another comparison of the same files. */
#include "cyan-labels.h"
#include "cyan-name-short.h"
#include "cyan-session-private.h"
#include "cyan-text.h"

#include <string.h>

/* Callers that are compared where files have changed. */
#define MAX_COMMON 64

/* Names of a link that are told, and their length. */
#define MAX_ROW_NAMES      24
#define MAX_ROW_NAME_CHARS 80

GArray *
cyan_session_other_contexts (CyanSession *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self);
  const guint32 *function = comparison->compared.pairs->function;
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  guint32 wanted = function[comparison->compared.pairs->of_node[node]];

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (i != node && function[comparison->compared.pairs->of_node[i]] == wanted)
      g_array_append_val (nodes, i);
  return nodes;
}

CyanNode
cyan_session_moved_node (CyanSession *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self);
  CyanNode to = cyan_comparison_moved_to (comparison, node);

  return to != CYAN_NODE_NONE ? to : cyan_comparison_moved_from (comparison, node);
}

char *
cyan_session_path_text (CyanSession *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  for (CyanNode i = node; i != CYAN_NODE_ROOT; i = comparison->compared.tree->parent[i])
    g_ptr_array_add (names, (gpointer) cyan_comparison_name (comparison, i));
  for (guint i = names->len; i-- > 0;)
    {
      if (text->len > 0)
        g_string_append (text, " > ");
      g_string_append (text, g_ptr_array_index (names, i));
    }
  return g_string_free (text, FALSE);
}

/* ---- in another comparison ---- */

/* The name that side @side recorded for @node; NULL if it did not run there. */
static const char *
recorded_name (const CyanComparison *comparison, guint side, CyanNode node)
{
  const CyanProfile *profile =
      side == 0 ? comparison->compared.side[0].profile : comparison->compared.side[1].profile;
  CyanNode there =
      side == 0 ? comparison->compared.tree->before[node] : comparison->compared.tree->after[node];

  return there == CYAN_NODE_NONE ? NULL : cyan_profile_name (profile, there);
}

/* The merged node of node @there of side @side. */
static CyanNode
merged_node (const CyanComparison *comparison, guint side, CyanNode there)
{
  const CyanNode *nodes =
      side == 0 ? comparison->compared.tree->before : comparison->compared.tree->after;

  for (CyanNode i = 0; i < comparison->compared.n_nodes; i++)
    if (nodes[i] == there)
      return i;
  return CYAN_NODE_NONE;
}

/* How many names two nodes and their callers have in common, from themselves upwards; that many are
 * enough to tell contexts apart. */
static guint
common_callers (const CyanComparison *a, CyanNode x, const CyanComparison *b, CyanNode y)
{
  guint n = 0;

  for (; n < MAX_COMMON && x != CYAN_NODE_ROOT && y != CYAN_NODE_ROOT
         && strcmp (cyan_comparison_raw_name (a, x), cyan_comparison_raw_name (b, y)) == 0;
       n++)
    {
      x = a->compared.tree->parent[x];
      y = b->compared.tree->parent[y];
    }
  return n;
}

CyanNode
cyan_session_counterpart (CyanSession *self, CyanSession *old, CyanNode node, gboolean swapped)
{
  const CyanComparison *to = cyan_session_comparison (self);
  const CyanComparison *from = cyan_session_comparison (old);
  const CyanNode there[2] = { from->compared.tree->before[node], from->compared.tree->after[node] };
  CyanNode best = CYAN_NODE_NONE;
  guint most = 0;

  /* The files are read into the same nodes each time. */
  for (guint i = 0; i < 2; i++)
    {
      guint side = 1 - i, to_side = swapped ? 1 - side : side;
      CyanNode found =
          there[side] == CYAN_NODE_NONE ? CYAN_NODE_NONE : merged_node (to, to_side, there[side]);

      if (found != CYAN_NODE_NONE
          && g_strcmp0 (recorded_name (from, side, node), recorded_name (to, to_side, found)) == 0)
        return found;
    }

  /* They have changed since. */
  for (CyanNode i = 1; i < to->compared.n_nodes; i++)
    {
      guint common = common_callers (from, node, to, i);

      if (common > most)
        {
          most = common;
          best = i;
        }
    }
  return best;
}

char *
cyan_session_row_text (CyanSession *self, CyanNode node)
{
  g_autoptr (GArray) row = cyan_layout_row_of (self->layout, node);
  g_autofree char *count = cyan_labels_calls_text (row->len);
  GString *text;

  if (cyan_layout_row_length (self->layout, node) == 0)
    return NULL;
  text = g_string_new (count);
  for (guint i = 0; i < row->len; i++)
    {
      g_autofree char *short_name = NULL;
      g_autofree char *name = NULL;

      if (row->len > MAX_ROW_NAMES && i == MAX_ROW_NAMES / 2)
        {
          g_string_append (text, "\n\xe2\x80\xa6");
          i = row->len - MAX_ROW_NAMES / 2;
        }
      short_name = cyan_name_short_text (
          cyan_comparison_name (self->comparison, g_array_index (row, CyanNode, i)));
      name = cyan_text_for_label (short_name, MAX_ROW_NAME_CHARS);
      g_string_append_printf (text, "\n%s", name);
    }
  return g_string_free (text, FALSE);
}
