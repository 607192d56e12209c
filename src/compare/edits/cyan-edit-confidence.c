/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How sure a conclusion about a function is.
 *
 * A rename, a wrapper and an inlined function are only possible unless a third of their contexts
 * are right below the same caller: else all around them changed, too.  Further signs speak for
 * them, each of which excludes an error of the matching.
 *
 *   A rename      many      two contexts: one may be an accident
 *                 most      a third of all contexts of either name: else they do different things
 *                 time      equal own times within a factor of three: so they would, too
 *                 name      the same, but for file, module or class; then the callers do not count,
 *                           and it is likely at least
 *   A wrapper     many      three contexts
 *                 most      four fifths of its contexts that call anything
 *                 callees   five pairs in four contexts: one callee may be matched by mistake
 *                 new       only one side has its name: else calls of it moved
 *                 alone     in nine of ten, nothing of the other side is around the same callees:
 *                           else it was split, or it has another name
 *
 * A rename is strong with three signs and likely with two, a wrapper is strong with all but
 * one and likely with all but two.  An inlined function is a wrapper with before and after
 * exchanged.  A function that was replaced looks like one that was inlined where another was added,
 * so it is never strong.  It is likely if ten pairs are below it, and if in no context its caller
 * still calls it, or called the other before.  What a person or the sources say is strong.
 */
#include "cyan-edits-private.h"

#include "cyan-i18n.h"
#include "cyan-name-parts.h"

#include <string.h>

#define REPLACED_PAIRS  10
#define REPLACED_LEAVES 3

const char *const cyan_confidence_names[] = { N_ ("possible"), N_ ("likely"), N_ ("strong"), NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_confidence_names) == CYAN_CONFIDENCE_STRONG + 2);

/* Bits of the sides whose unmatched nodes are around the same pairs as a node, see find_sides(). */
#define BELOW(side) (1 << (side))
#define ABOVE(side) (4 << (side))

/* The contexts of a function on a side. */
typedef struct
{
  guint n;
  guint n_calling; /* those that call anything */
  double own;      /* own time, as a part of the run */
} Use;

/* The contexts of an edit. */
typedef struct
{
  guint n_alone;   /* nothing of the other side is around the same pairs */
  guint n_callers; /* so are these, and their caller is a pair */
  guint n_below;   /* pairs below those that are alone; of a replaced function below all */
} Evidence;

typedef struct
{
  const CyanCompared *compared;
  const CyanEditsShape *shape;
  guint8 *sides;          /* by node, see find_sides() */
  CyanPairTable of_label; /* by side and label: index into uses */
  GArray *uses;           /* of Use; 0 is for labels that a side does not have */
} Search;

/* By node: which sides have unmatched nodes below it and above it in its gap.  Those below are
 * around pairs, as those above a pair are. */
static guint8 *
find_sides (const CyanEditsShape *shape)
{
  const CyanCompared *self = shape->compared;
  guint8 *sides = g_new0 (guint8, self->n_nodes);

  for (CyanNode i = self->n_nodes; i-- > 1;)
    if (shape->n_below[i] > 0)
      sides[self->tree->parent[i]] |=
          (guint8) ((sides[i] & (BELOW (0) | BELOW (1))) | BELOW (cyan_compared_side (self, i)));
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode up = self->tree->parent[i];

      if (!cyan_compared_is_pair (self, up))
        sides[i] |= (guint8) ((sides[up] & (ABOVE (0) | ABOVE (1)))
                              | ABOVE (cyan_compared_side (self, up)));
    }
  return sides;
}

static const Use *
use_of (const Search *self, guint side, CyanStr label)
{
  return &g_array_index (self->uses, Use, cyan_pair_table_n (&self->of_label, side, label));
}

static void
count_uses (Search *self, guint side)
{
  const CyanComparedSide *there = &self->compared->side[side];
  const CyanProfile *profile = there->profile;
  const double *own = cyan_compared_metric (self->compared, side)->self;
  g_autofree Use *of = g_new0 (Use, profile->n_functions);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      Use *use = &of[profile->function[i]];

      use->n++;
      use->n_calling += profile->end[i] > i + 1;
      use->own += own[i];
    }
  for (guint f = 0; f < profile->n_functions; f++)
    {
      CyanPairEntry *entry = cyan_pair_table_at (&self->of_label, side, there->label[f]);
      Use *use;

      if (entry->n == 0)
        {
          entry->n = self->uses->len;
          g_array_set_size (self->uses, self->uses->len + 1);
        }
      use = &g_array_index (self->uses, Use, entry->n);
      use->n += of[f].n;
      use->n_calling += of[f].n_calling;
      use->own += cyan_compared_part (of[f].own, there->total);
    }
}

/* Adds @node, a context of @edit. */
static void
add_evidence (Search *self, Evidence *evidence, const CyanEdit *edit, CyanNode node)
{
  const CyanCompared *compared = self->compared;
  guint other = 1 - cyan_compared_side (compared, node);

  if (edit->kind == CYAN_EDIT_REPLACED)
    {
      evidence->n_below += self->shape->n_below[self->shape->replaced[node]];
      return;
    }
  if (!cyan_compared_is_pair (compared, node)
      && self->sides[node] & (BELOW (other) | ABOVE (other)))
    return;
  evidence->n_alone++;
  if (cyan_compared_is_pair (compared, compared->tree->parent[node]))
    evidence->n_callers++;
  evidence->n_below += self->shape->n_below[node];
}

/* Whether @part of @n is at least @a / @b. */
static gboolean
is_part (guint part, guint n, guint a, guint b)
{
  return (guint64) part * b >= (guint64) n * a;
}

/* Whether the names differ only in their files, modules or classes. */
static gboolean
are_namesakes (const Search *self, const CyanEdit *edit)
{
  const CyanStrings *strings = self->compared->side[0].profile->strings;
  g_autofree char *before = cyan_name_identifier (cyan_strings_get (strings, edit->before));
  g_autofree char *after = cyan_name_identifier (cyan_strings_get (strings, edit->after));

  return before[0] != '\0' && strcmp (before, after) == 0;
}

static CyanConfidence
confidence_of_rename (const Search *self, const CyanEdit *edit, const Evidence *evidence)
{
  const Use *use[] = { use_of (self, 0, edit->before), use_of (self, 1, edit->after) };
  gboolean is_namesake = are_namesakes (self, edit);
  guint n = edit->n_contexts;
  int signs = is_namesake;
  double most = MAX (use[0]->own, use[1]->own), least = MIN (use[0]->own, use[1]->own);

  if (!is_part (evidence->n_callers, n, 1, 3) && !is_namesake)
    return CYAN_CONFIDENCE_POSSIBLE;
  signs += n >= 2;
  signs += is_part (n, MAX (use[0]->n, use[1]->n), 1, 3);
  signs += 3 * least >= most;
  return signs >= 3                  ? CYAN_CONFIDENCE_STRONG
         : signs == 2 || is_namesake ? CYAN_CONFIDENCE_LIKELY
                                     : CYAN_CONFIDENCE_POSSIBLE;
}

static CyanConfidence
confidence_of_wrapper (const Search *self, const CyanEdit *edit, const Evidence *evidence)
{
  guint side = edit->kind == CYAN_EDIT_WRAPPED || edit->kind == CYAN_EDIT_SPLIT ? 1 : 0;
  guint n = edit->n_contexts, n_calling = 0, n_other = 0;
  const CyanStr one[] = { side == 1 ? edit->after : edit->before };
  const CyanStr *labels = edit->n_parts > 0 ? edit->parts : one;
  int signs = 0;

  for (guint i = 0; i < MAX (edit->n_parts, 1); i++)
    {
      n_calling += use_of (self, side, labels[i])->n_calling;
      n_other += use_of (self, 1 - side, labels[i])->n;
    }
  if (!is_part (evidence->n_callers, n, 1, 3))
    return CYAN_CONFIDENCE_POSSIBLE;
  signs += n >= 3;
  signs += is_part (n, n_calling, 4, 5);
  signs += is_part (evidence->n_below, n, 5, 4);
  signs += n_other == 0;
  signs += is_part (evidence->n_alone, n, 9, 10);
  return signs >= 4   ? CYAN_CONFIDENCE_STRONG
         : signs == 3 ? CYAN_CONFIDENCE_LIKELY
                      : CYAN_CONFIDENCE_POSSIBLE;
}

static gboolean
is_of_runtime (const CyanCompared *compared, const CyanEditsGroup *group)
{
  const guint32 *pair_of = compared->pairs->of_node;

  return cyan_edits_is_runtime (compared, pair_of[group->edit.node])
         || (group->split != NULL && cyan_edits_is_runtime (compared, pair_of[group->split->node]));
}

static CyanConfidence
confidence_of_parts (const CyanEditsSplit *split)
{
  int signs = split->has_callees + split->has_time;

  return signs == 2   ? CYAN_CONFIDENCE_STRONG
         : signs == 1 ? CYAN_CONFIDENCE_LIKELY
                      : CYAN_CONFIDENCE_POSSIBLE;
}

static CyanConfidence
confidence_of (const Search *self, const CyanEditsGroup *group, const Evidence *evidence)
{
  const CyanEdit *edit = &group->edit;

  if (group->split != NULL && edit->reason == CYAN_MATCH_BY_CONTEXTS)
    return confidence_of_parts (group->split);
  if (edit->reason != CYAN_MATCH_BY_CONTEXTS)
    return CYAN_CONFIDENCE_STRONG;
  switch (edit->kind)
    {
    case CYAN_EDIT_RENAMED:
      return confidence_of_rename (self, edit, evidence);
    case CYAN_EDIT_REPLACED:
      if (self->shape->n_below[edit->node] == 0)
        return edit->n_contexts >= REPLACED_LEAVES ? CYAN_CONFIDENCE_LIKELY
                                                   : CYAN_CONFIDENCE_POSSIBLE;
      return evidence->n_below >= REPLACED_PAIRS ? CYAN_CONFIDENCE_LIKELY
                                                 : CYAN_CONFIDENCE_POSSIBLE;
    case CYAN_EDIT_WRAPPED:
    case CYAN_EDIT_INLINED:
    case CYAN_EDIT_SPLIT:
    case CYAN_EDIT_MERGED:
    case CYAN_EDIT_MOVED:
    default:
      return confidence_of_wrapper (self, edit, evidence);
    }
}

void
cyan_edits_find_confidence (const CyanEditsShape *shape, const guint32 *group, GArray *groups)
{
  const CyanCompared *compared = shape->compared;
  g_autofree guint8 *sides = find_sides (shape);
  g_autofree Evidence *evidence = g_new0 (Evidence, groups->len);
  Search search = { .compared = compared, .shape = shape, .sides = sides };

  cyan_pair_table_init (&search.of_label);
  search.uses = g_array_new (FALSE, TRUE, sizeof (Use));
  g_array_set_size (search.uses, 1);
  for (guint side = 0; side < 2; side++)
    count_uses (&search, side);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (group[i] != 0)
      add_evidence (&search, &evidence[group[i]],
                    &g_array_index (groups, CyanEditsGroup, group[i]).edit, i);
  for (guint i = 1; i < groups->len; i++)
    {
      CyanEditsGroup *at = &g_array_index (groups, CyanEditsGroup, i);

      at->edit.confidence = is_of_runtime (compared, at)
                                ? CYAN_CONFIDENCE_POSSIBLE
                                : confidence_of (&search, at, &evidence[i]);
    }
  g_array_unref (search.uses);
  cyan_pair_table_clear (&search.of_label);
}
