/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How sure a conclusion about a function is.
 *
 * A rename, a wrapper, and what was cut out of another function are only possible unless a third of
 * their contexts are right below the same caller: else all around them changed, too.  What is
 * between callers and callees must also be around matched callees in a third of its contexts, or own
 * times must say that it is a part of another function in two: those of one context are no evidence.
 * Further signs speak for it, each of which excludes an error of the matching:
 *
 *   many       two contexts: one may be an accident
 *   most       of a rename a third of all contexts of either name, of the others four fifths of
 *              those that call anything: else the function does different things
 *   time       the own times of a renamed function are equal within a factor of three
 *   callees    five pairs are below four contexts: one callee may be matched by mistake
 *   new        only one side has the name: else calls of it moved
 *   alone      in three of four contexts, nothing of the other side is around the same callees: else
 *              it was split, or it has another name
 *
 * All signs are strong.  A rename with all but one is likely, and so are the others with all but
 * two.  Names that differ only in file, module or class need no callers, and one sign less.  What is
 * inlined or merged has the same signs with before and after exchanged.
 *
 * A function that was replaced looks like one that was inlined where another was added, so it is
 * never strong.  It is likely with five contexts that are a third of those of either name.
 * What a person says is strong.  What is said of the runtime is else only possible, and what the
 * sources say is strong.
 */
#include "cyan-edits-private.h"

#include "cyan-i18n.h"
#include "cyan-name-parts.h"

#include <string.h>

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
  guint n_around;  /* a pair is below them */
  guint n_below;   /* pairs below those that are alone */
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
find_sides (const CyanCompared *self, const guint32 *n_below)
{
  guint8 *sides = g_new0 (guint8, self->n_nodes);

  for (CyanNode i = self->n_nodes; i-- > 1;)
    if (n_below[i] > 0)
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

/* Adds @node, a context of an edit. */
static void
add_evidence (const Search *self, Evidence *evidence, CyanNode node)
{
  const CyanCompared *compared = self->compared;
  guint other = 1 - cyan_compared_side (compared, node);

  if (self->shape->n_below[node] > 0)
    evidence->n_around++;
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

/* @missing: how many signs are missing, @likely: with how many it is likely. */
static CyanConfidence
confidence_of_signs (int missing, int likely)
{
  return missing == 0        ? CYAN_CONFIDENCE_STRONG
         : missing <= likely ? CYAN_CONFIDENCE_LIKELY
                             : CYAN_CONFIDENCE_POSSIBLE;
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
  double most = MAX (use[0]->own, use[1]->own), least = MIN (use[0]->own, use[1]->own);
  guint n = edit->n_contexts;
  int missing = 0;

  missing += n < 2;
  missing += !is_part (n, MAX (use[0]->n, use[1]->n), 1, 3);
  missing += 3 * least < most;
  if (are_namesakes (self, edit))
    return missing <= 1 ? CYAN_CONFIDENCE_STRONG : CYAN_CONFIDENCE_LIKELY;
  return is_part (evidence->n_callers, n, 1, 3) ? confidence_of_signs (missing, 1)
                                                : CYAN_CONFIDENCE_POSSIBLE;
}

/* Of what only @side has: a wrapper, an inlined function, or the parts of a function. */
static CyanConfidence
confidence_of_parts (const Search *self,
                     const CyanEditsGroup *group,
                     guint side,
                     const Evidence *evidence)
{
  const CyanEdit *edit = &group->edit;
  const CyanStr one[] = { side == 1 ? edit->after : edit->before };
  const CyanStr *labels = edit->n_parts > 0 ? edit->parts : one;
  guint n = edit->n_contexts, n_calling = 0, n_other = 0;
  int missing = 0;

  for (guint i = 0; i < MAX (edit->n_parts, 1); i++)
    {
      n_calling += use_of (self, side, labels[i])->n_calling;
      n_other += use_of (self, 1 - side, labels[i])->n;
    }
  missing += n < 2;
  missing += !is_part (n, n_calling, 4, 5);
  missing += !is_part (evidence->n_below, n, 5, 4);
  missing += n_other > 0;
  missing += !is_part (evidence->n_alone, n, 3, 4);
  return is_part (evidence->n_callers, n, 1, 3)
                 && (is_part (evidence->n_around, n, 1, 3)
                     || (n > 1 && group->split != NULL && group->split->has_time))
             ? confidence_of_signs (missing, 2)
             : CYAN_CONFIDENCE_POSSIBLE;
}

static CyanConfidence
confidence_of_replaced (const Search *self, const CyanEdit *edit)
{
  guint n[] = { use_of (self, 0, edit->before)->n, use_of (self, 1, edit->after)->n };

  return edit->n_contexts >= 5 && is_part (edit->n_contexts, MAX (n[0], n[1]), 1, 3)
             ? CYAN_CONFIDENCE_LIKELY
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
confidence_of (const Search *self, const CyanEditsGroup *group, const Evidence *evidence)
{
  const CyanEdit *edit = &group->edit;

  if (edit->reason != CYAN_MATCH_BY_USER && is_of_runtime (self->compared, group))
    return CYAN_CONFIDENCE_POSSIBLE;
  if (edit->reason != CYAN_MATCH_BY_CONTEXTS)
    return CYAN_CONFIDENCE_STRONG;
  switch (edit->kind)
    {
    case CYAN_EDIT_RENAMED:
      return confidence_of_rename (self, edit, evidence);
    case CYAN_EDIT_REPLACED:
      return confidence_of_replaced (self, edit);
    case CYAN_EDIT_WRAPPED:
    case CYAN_EDIT_SPLIT:
      return confidence_of_parts (self, group, 1, evidence);
    case CYAN_EDIT_INLINED:
    case CYAN_EDIT_MERGED:
      return confidence_of_parts (self, group, 0, evidence);
    case CYAN_EDIT_MOVED: /* by the sources */
    default:
      return CYAN_CONFIDENCE_STRONG;
    }
}

void
cyan_edits_find_confidence (const CyanEditsShape *shape, const guint32 *group, GArray *groups)
{
  const CyanCompared *compared = shape->compared;
  g_autofree guint8 *sides = find_sides (compared, shape->n_below);
  g_autofree Evidence *evidence = g_new0 (Evidence, groups->len);
  Search search = { .compared = compared, .shape = shape, .sides = sides };

  cyan_pair_table_init (&search.of_label);
  search.uses = g_array_new (FALSE, TRUE, sizeof (Use));
  g_array_set_size (search.uses, 1);
  for (guint side = 0; side < 2; side++)
    count_uses (&search, side);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (group[i] != 0)
      add_evidence (&search, &evidence[group[i]], i);
  for (guint i = 1; i < groups->len; i++)
    {
      CyanEditsGroup *at = &g_array_index (groups, CyanEditsGroup, i);

      at->edit.confidence = confidence_of (&search, at, &evidence[i]);
    }
  g_array_unref (search.uses);
  cyan_pair_table_clear (&search.of_label);
}
