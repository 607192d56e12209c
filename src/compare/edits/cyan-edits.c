/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of edits: of the groups, those that chance or the data of one run do not explain. */
#include "cyan-edits.h"

#include "cyan-assert.h"
#include "cyan-edits-private.h"
#include "cyan-compared-private.h"

#include <math.h>
#include <string.h>

/* A chance below this proves that a function is on one side only. */
#define CHANCE_MAX 0.001

/* What is found again below a function between callers and callees must be this part of what its
 * callees cost: one leaf that many functions call says nothing. */
#define FOUND_MIN 0.3

const char *const cyan_edit_kind_names[] = { "renamed", "replaced", "wrapped", "inlined",
                                             "split",   "merged",   "moved",   NULL };
const char *const cyan_match_reason_names[] = { "contexts", "source", "user", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_edit_kind_names) == CYAN_N_EDIT_KINDS + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_match_reason_names) == CYAN_MATCH_BY_USER + 2);

CyanMatchReason
cyan_edit_rename_reason (const CyanComparison *comparison, CyanNode node)
{
  const CyanCompared *compared = &comparison->compared;
  CyanStr before = cyan_compared_label (compared, 0, node),
          after = cyan_compared_label (compared, 1, node);
  g_autoptr (GHashTable) same = cyan_edits_claims (compared, TRUE);

  if (cyan_edits_is_claimed (compared, same, before, after))
    return CYAN_MATCH_BY_USER;
  for (guint i = 0; i < compared->renames->len; i++)
    {
      const CyanMatchRename *rename = &g_array_index (compared->renames, CyanMatchRename, i);

      if (rename->before == before && rename->after == after)
        return rename->reason;
    }
  return CYAN_MATCH_BY_CONTEXTS;
}

static int
compare_edits (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanComparison *comparison = data;
  const CyanEdit *x = a, *y = b;
  int order;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->share != y->share)
    return x->share > y->share ? -1 : 1;
  order = strcmp (cyan_comparison_string (comparison, x->before),
                  cyan_comparison_string (comparison, y->before));
  return order != 0 ? order
                    : strcmp (cyan_comparison_string (comparison, x->after),
                              cyan_comparison_string (comparison, y->after));
}

/* Whether chance cannot explain that the sides lack contexts with these totals.  What @side has can
 * be missing on the other only if that was sampled. */
static gboolean
is_beyond_chance (const CyanCompared *compared, const double total[2])
{
  double chance = 0;

  for (guint side = 0; side < 2; side++)
    {
      if (total[side] > 0 && !(compared->side[1 - side].period > 0))
        return TRUE;
      chance += total[side] * cyan_unseen_log_miss (compared, side);
    }
  return chance < log (CHANCE_MAX);
}

/* Whether chance cannot explain @group.  Each context may be too rare for that, but all contexts of
 * a function that a side does not have at all are not.  Of two functions that look like one, each
 * may be missing on one side. */
static gboolean
is_proved (const CyanCompared *compared, const CyanEditsGroup *group)
{
  const CyanFunctionPairs *pairs = compared->pairs;
  const CyanFunctionPair *pair = &pairs->at[pairs->of_node[group->edit.node]];

  if (group->edit.kind == CYAN_EDIT_RENAMED)
    return group->edit.reason != CYAN_MATCH_BY_CONTEXTS
           || is_beyond_chance (compared, group->total);
  return group->proved || group->edit.reason == CYAN_MATCH_BY_SOURCE
         || ((pair->before == G_MAXUINT32 || pair->after == G_MAXUINT32)
             && is_beyond_chance (compared, group->total));
}

static void
clear_edit (CyanEdit *edit)
{
  g_clear_pointer (&edit->parts, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&edit->place[side], g_free);
}

/* Whether most of what a function between callers and callees calls is found again. */
static gboolean
is_found (const CyanEditsGroup *group)
{
  return !cyan_edit_is_between (&group->edit) || group->is_part
         || group->found >= FOUND_MIN * group->below;
}

static CyanEdits *
take_list (const CyanComparison *comparison, GArray *groups)
{
  const CyanCompared *compared = &comparison->compared;
  CyanEdits *edits = g_new0 (CyanEdits, 1);

  edits->at = g_new (CyanEdit, MAX (groups->len, 1));
  for (guint i = 0; i < groups->len; i++)
    {
      CyanEditsGroup *group = &g_array_index (groups, CyanEditsGroup, i);
      CyanEdit *edit = &edits->at[edits->n];

      if (!is_proved (compared, group) || !is_found (group))
        {
          clear_edit (&group->edit);
          continue;
        }
      *edit = group->edit;
      for (guint side = 0; side < 2; side++)
        edit->share =
            MAX (edit->share, cyan_compared_part (group->total[side], compared->side[side].total));
      edit->share = MIN (edit->share, 1);
      edits->n_kind[edit->kind]++;
      edits->n++;
    }
  g_qsort_with_data (edits->at, (gint) edits->n, sizeof *edits->at, compare_edits,
                     (gpointer) comparison);
  return edits;
}

/* Whether edits are by kind, each has the names that its kind has, and is in the tree. */
static gboolean
are_edits (const CyanEdits *self, const CyanCompared *compared)
{
  guint n_kind[CYAN_N_EDIT_KINDS] = { 0 };

  for (guint i = 0; i < self->n; i++)
    {
      const CyanEdit *edit = &self->at[i];
      gboolean has_parts = edit->kind == CYAN_EDIT_SPLIT || edit->kind == CYAN_EDIT_MERGED;

      n_kind[edit->kind]++;
      if ((i > 0 && edit->kind < self->at[i - 1].kind)
          || (edit->kind == CYAN_EDIT_WRAPPED && edit->before != CYAN_STR_EMPTY)
          || (edit->kind == CYAN_EDIT_INLINED && edit->after != CYAN_STR_EMPTY)
          || (!cyan_edit_is_between (edit) && edit->caller.n + edit->callee.n > 0)
          || has_parts != (edit->n_parts > 0)
          || (edit->kind == CYAN_EDIT_MOVED) != (edit->place[0] != NULL) || edit->n_contexts == 0
          || edit->share < 0 || edit->share > 1 || edit->node >= compared->n_nodes)
        return FALSE;
    }
  return memcmp (n_kind, self->n_kind, sizeof n_kind) == 0;
}

CyanEdits *
cyan_edits_new (const CyanComparison *comparison, const CyanEditSources *sources)
{
  g_autoptr (GArray) groups = cyan_edits_groups_new (comparison, sources);
  CyanEdits *edits = take_list (comparison, groups);

  g_assert (!comparison->compared.single || edits->n == 0);
  cyan_assert_slow (are_edits (edits, &comparison->compared));
  return edits;
}

void
cyan_edits_free (CyanEdits *self)
{
  for (guint i = 0; i < self->n; i++)
    clear_edit (&self->at[i]);
  g_free (self->at);
  g_free (self);
}

void
cyan_edit_refusal (const CyanComparison *comparison,
                   const CyanEdit *edit,
                   const char **before,
                   const char **after)
{
  gboolean is_new = edit->kind == CYAN_EDIT_WRAPPED || edit->kind == CYAN_EDIT_SPLIT;
  gboolean is_gone = edit->kind == CYAN_EDIT_INLINED || edit->kind == CYAN_EDIT_MERGED;
  const char *part = edit->n_parts > 0 ? cyan_comparison_string (comparison, edit->parts[0]) : NULL;

  *before = is_new ? NULL : part != NULL ? part : cyan_comparison_string (comparison, edit->before);
  *after = is_gone ? NULL : part != NULL ? part : cyan_comparison_string (comparison, edit->after);
}

char *
cyan_edit_refusal_line (const CyanComparison *comparison, const CyanEdit *edit)
{
  const char *before, *after;

  if (edit->kind == CYAN_EDIT_MOVED)
    return NULL;
  cyan_edit_refusal (comparison, edit, &before, &after);
  return cyan_name_claim_line (before, after, FALSE);
}
