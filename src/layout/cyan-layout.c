/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout object, its records, and the sizes of boxes, labels and rooms.
 *
 * Sizes follow from H and W of the comparison.  A room contains the box and, if the label does not
 * fit inside, the label beside it.  The anchor is the centre of the box, so a room may extend
 * further to the right than to the left.
 */
#include "cyan-layout-private.h"
#include "cyan-error.h"

#include <math.h>
#include <string.h>

/* All sizes are multiples of 1 / GRID pixels.  So sums of them are exact, and equal levels are
 * equal in whatever order they are added. */
#define GRID 64.0

/* Number of slots that are kept when all records are freed. */
#define KEPT_SLOTS 4096

static double
room_height (const CyanRecord *record)
{
  return record->label_inside ? record->box_height : MAX (record->box_height, record->label_height);
}

double
cyan_layout_box_offset (const CyanRecord *record)
{
  return (room_height (record) - record->box_height) / 2;
}

static double
length_or_zero (double length)
{
  return isfinite (length) && length > 0 ? length : 0;
}

static float
on_grid (double length)
{
  return (float) (ceil (length * GRID) / GRID);
}

static void
measure_label (CyanLayout *self, CyanRecord *record)
{
  guint n_folded = record->fold == CYAN_FOLD_LINK ? record->chain : 0;
  double width = 0, height = 0;

  if (self->measure != NULL)
    self->measure (record->node, n_folded > 0 ? record->row_end : record->node, n_folded, &width,
                   &height, self->measure_data);
  record->label_width = on_grid (length_or_zero (width));
  record->name_height = on_grid (length_or_zero (height));
  if (record->label_width <= 0 || record->name_height <= 0)
    record->label_width = record->name_height = 0;
}

static void
measure_box (CyanLayout *self, CyanRecord *record)
{
  CyanNode node = record->node;

  record->height =
      (float) length_or_zero (fabs (cyan_comparison_height (self->comparison, node, self->basis)));
  record->width =
      (float) length_or_zero (cyan_width_of (self->comparison, node, self->width, self->basis));
}

static void
size_box (const CyanLayout *self, CyanRecord *record)
{
  const CyanScale *scale = &self->scale;

  record->box_width =
      on_grid (MAX (scale->min_width, length_or_zero (record->width * scale->px_per_width)));
  record->box_height =
      on_grid (MAX (scale->min_height, length_or_zero (record->height * scale->px_per_height)));
  if (record->label_width > 0 && record->height > self->comparison->threshold)
    record->label_height += (float) CYAN_NUMBER_LINE;
  record->label_inside = record->label_width <= 0
                         || (record->label_width + 2 * CYAN_LABEL_GAP <= record->box_width
                             && record->label_height + 2 * CYAN_LABEL_GAP <= record->box_height);
}

/* The label has its size. */
static void
size_room (const CyanLayout *self, CyanRecord *record)
{
  record->label_height = record->name_height;
  switch ((CyanFold) record->fold)
    {
    case CYAN_FOLD_BOX:
      size_box (self, record);
      break;
    case CYAN_FOLD_LINK:
      record->box_width = record->label_width + 2 * (float) CYAN_LABEL_GAP;
      record->box_height = record->label_height + (float) CYAN_LABEL_GAP;
      record->label_inside = TRUE;
      break;
    case CYAN_FOLD_MEMBER:
      record->box_width = record->box_height = 0;
      record->left = record->right = record->step = 0;
      record->label_inside = TRUE;
      return;
    }
  record->left = record->right = record->box_width / 2;
  if (!record->label_inside)
    record->right += (float) CYAN_LABEL_GAP + record->label_width;
  record->step = on_grid (room_height (record) + self->scale.level_gap);
}

void
cyan_layout_size (CyanLayout *self, CyanRecord *record)
{
  if (record->fold == CYAN_FOLD_MEMBER)
    record->label_width = record->name_height = 0;
  else
    measure_label (self, record);
  size_room (self, record);
}

/* Sizes all records anew, in one pass over their memory; @measure where heights and widths differ
 * too.  Folds stay. */
static void
size_all (CyanLayout *self, gboolean measure)
{
  for (guint i = 0; i < self->n_records; i++)
    {
      CyanRecord *record = cyan_layout_record (self, i);

      if (record->node == CYAN_NODE_NONE)
        continue;
      if (measure)
        measure_box (self, record);
      size_room (self, record);
      record->dirty = TRUE;
    }
}

CyanSlot
cyan_layout_slot (const CyanLayout *self, CyanNode node)
{
  return node < self->comparison->compared.n_nodes ? self->slot_of[node] : CYAN_SLOT_NONE;
}

static CyanSlot
take_slot (CyanLayout *self)
{
  CyanSlot slot = self->free;

  if (slot != CYAN_SLOT_NONE)
    {
      self->free = cyan_layout_record (self, slot)->next;
      return slot;
    }
  if (self->n_records == self->n_allocated)
    {
      self->n_allocated = MAX (64, self->n_allocated + self->n_allocated / 2);
      self->records = g_renew (CyanRecord, self->records, self->n_allocated);
    }
  return self->n_records++;
}

CyanSlot
cyan_layout_add_record (CyanLayout *self, CyanNode node, CyanSlot parent, CyanSlot previous)
{
  CyanSlot slot = take_slot (self);
  CyanRecord *record = cyan_layout_record (self, slot);

  g_assert (self->slot_of[node] == CYAN_SLOT_NONE);
  g_assert (parent == CYAN_SLOT_NONE
            || cyan_layout_record (self, parent)->node
                   == self->comparison->compared.tree->parent[node]);
  g_assert (previous == CYAN_SLOT_NONE || cyan_layout_record (self, previous)->node < node);
  memset (record, 0, sizeof *record);
  record->node = node;
  record->parent = parent;
  record->previous = previous;
  record->first = record->last = record->next = CYAN_SLOT_NONE;
  record->el = record->er = record->tl = record->tr = CYAN_SLOT_NONE;
  if (parent != CYAN_SLOT_NONE)
    {
      CyanRecord *above = cyan_layout_record (self, parent);

      if (previous == CYAN_SLOT_NONE)
        {
          record->next = above->first;
          above->first = slot;
        }
      else
        {
          record->next = cyan_layout_record (self, previous)->next;
          cyan_layout_record (self, previous)->next = slot;
        }
      if (record->next == CYAN_SLOT_NONE)
        above->last = slot;
      else
        cyan_layout_record (self, record->next)->previous = slot;
      above->n_children++;
    }
  measure_box (self, record);
  cyan_layout_size (self, record);
  cyan_layout_mark (self, slot);
  self->slot_of[node] = slot;
  self->n_shown++;
  return slot;
}

void
cyan_layout_drop_below (CyanLayout *self, CyanSlot slot)
{
  CyanSlot at = slot;

  if (cyan_layout_record (self, slot)->first == CYAN_SLOT_NONE)
    return;
  for (;;)
    {
      CyanRecord *record = cyan_layout_record (self, at);
      CyanSlot next;

      if (record->first != CYAN_SLOT_NONE)
        {
          at = record->first;
          continue;
        }
      if (at == slot)
        break;
      next = record->next != CYAN_SLOT_NONE ? record->next : record->parent;
      cyan_layout_record (self, record->parent)->first = record->next;
      self->slot_of[record->node] = CYAN_SLOT_NONE;
      self->n_shown--;
      g_clear_pointer (&record->fan, cyan_fan_free);
      record->node = CYAN_NODE_NONE;
      record->next = self->free;
      self->free = at;
      at = next;
    }
  cyan_layout_record (self, slot)->last = CYAN_SLOT_NONE;
  cyan_layout_record (self, slot)->n_children = 0;
  cyan_layout_mark (self, slot);
}

void
cyan_layout_drop_all (CyanLayout *self)
{
  for (guint i = 0; i < self->n_records; i++)
    {
      CyanRecord *record = cyan_layout_record (self, i);

      if (record->node == CYAN_NODE_NONE)
        continue;
      self->slot_of[record->node] = CYAN_SLOT_NONE;
      cyan_fan_free (record->fan);
    }
  self->n_records = self->n_shown = 0;
  self->free = self->top = CYAN_SLOT_NONE;
  if (self->n_allocated > KEPT_SLOTS)
    {
      g_clear_pointer (&self->records, g_free);
      self->n_allocated = 0;
    }
}

/* Those that may be shown. */
static void
count_children (CyanLayout *self)
{
  const CyanCompared *compared = &self->comparison->compared;

  memset (self->children_of, 0, compared->n_nodes * sizeof *self->children_of);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (cyan_filtered_shows (self->filtered, i))
      self->children_of[compared->tree->parent[i]]++;
}

/* Whether every length is finite and at least 0. */
static gboolean
is_scale (const CyanScale *scale)
{
  const double lengths[] = { scale->px_per_height, scale->px_per_width, scale->min_width,
                             scale->min_height,    scale->sibling_gap,  scale->level_gap };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    if (!isfinite (lengths[i]) || lengths[i] < 0)
      return FALSE;
  return TRUE;
}

CyanLayout *
cyan_layout_new (CyanComparison *comparison,
                 const CyanScale *scale,
                 CyanBasis basis,
                 CyanMeasureFunc measure,
                 gpointer measure_data)
{
  CyanLayout *self = g_new0 (CyanLayout, 1);
  guint n = comparison->compared.n_nodes;

  g_assert (is_scale (scale));
  self->comparison = cyan_comparison_ref (comparison);
  self->scale = *scale;
  self->basis = basis;
  self->width = cyan_width_default (comparison);
  self->fold_threshold = comparison->threshold;
  self->kept = g_hash_table_new (NULL, NULL);
  self->measure = measure;
  self->measure_data = measure_data;
  self->free = CYAN_SLOT_NONE;
  self->slot_of = g_new (CyanSlot, n);
  self->children_of = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    self->slot_of[i] = CYAN_SLOT_NONE;
  count_children (self);
  self->top = cyan_layout_add_record (self, cyan_comparison_top (comparison), CYAN_SLOT_NONE,
                                      CYAN_SLOT_NONE);
  return self;
}

void
cyan_layout_free (CyanLayout *self)
{
  if (self == NULL)
    return;
  cyan_layout_drop_all (self);
  g_free (self->records);
  g_free (self->slot_of);
  g_free (self->children_of);
  g_free (self->changes);
  g_hash_table_unref (self->kept);
  cyan_filtered_unref (self->filtered);
  cyan_comparison_unref (self->comparison);
  g_free (self);
}

CyanComparison *
cyan_layout_comparison (const CyanLayout *self)
{
  return self->comparison;
}

CyanBasis
cyan_layout_basis (const CyanLayout *self)
{
  return self->basis;
}

void
cyan_layout_set_basis (CyanLayout *self, CyanBasis basis)
{
  if (self->basis == basis)
    return;
  self->basis = basis;
  size_all (self, TRUE);
}

const CyanScale *
cyan_layout_scale (const CyanLayout *self)
{
  return &self->scale;
}

void
cyan_layout_set_scale (CyanLayout *self, const CyanScale *scale)
{
  g_assert (is_scale (scale));
  self->scale = *scale;
  size_all (self, FALSE);
}

CyanScale
cyan_layout_fitting_scale (CyanLayout *self, const CyanFit *fit)
{
  CyanScale scale = self->scale;
  float height = 0, width = 0;

  cyan_layout_fold_rows (self);
  for (guint i = 0; i < self->n_records; i++)
    {
      const CyanRecord *record = cyan_layout_record (self, i);

      if (record->node == CYAN_NODE_NONE || record->fold != CYAN_FOLD_BOX)
        continue;
      height = MAX (height, record->height);
      width = MAX (width, record->width);
    }
  cyan_scale_fit (&scale, height, width, self->comparison->threshold, fit);
  return scale;
}

CyanWidth
cyan_layout_width (const CyanLayout *self)
{
  return self->width;
}

void
cyan_layout_set_width (CyanLayout *self, CyanWidth width)
{
  if (self->width == width)
    return;
  self->width = width;
  size_all (self, TRUE);
}

void
cyan_layout_set_filter (CyanLayout *self, CyanFiltered *filtered)
{
  g_assert (cyan_filtered_fits (filtered, self->comparison));
  if (filtered == self->filtered)
    return;
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered != NULL ? cyan_filtered_ref (filtered) : NULL;
  count_children (self);
  cyan_layout_drop_hidden (self);
}

const CyanFiltered *
cyan_layout_filter (const CyanLayout *self)
{
  return self->filtered;
}

/* ---- checks ---- */

/* Pixels by which rooms may overlap, since lengths are rounded. */
#define ROUNDING 0.01

static gboolean
fail (GError **error, const char *what, CyanNode node)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "layout: %s %u", what, node);
}

/* Whether the room of @right, a sibling, begins where that of @left ends, or further right. */
static gboolean
are_apart (const CyanRecord *left, const CyanRecord *right)
{
  return left->rx + (double) left->right <= right->rx - (double) right->left + ROUNDING;
}

static gboolean
check_children (const CyanLayout *self, CyanSlot slot, GError **error)
{
  const CyanRecord *record = cyan_layout_record (self, slot);
  const CyanNode *parent = self->comparison->compared.tree->parent;
  CyanSlot previous = CYAN_SLOT_NONE;
  guint n = 0;

  for (CyanSlot at = record->first; at != CYAN_SLOT_NONE; at = cyan_layout_record (self, at)->next)
    {
      const CyanRecord *child = cyan_layout_record (self, at);

      if (child->parent != slot || child->previous != previous)
        return fail (error, "siblings are not linked at node", child->node);
      if (parent[child->node] != record->node)
        return fail (error, "not below its caller: node", child->node);
      if (previous != CYAN_SLOT_NONE)
        {
          const CyanRecord *left = cyan_layout_record (self, previous);

          if (left->node >= child->node)
            return fail (error, "siblings are out of order at node", child->node);
          if (!record->dirty && !are_apart (left, child))
            return fail (error, "rooms overlap at node", child->node);
        }
      if (child->dirty && !record->dirty)
        return fail (error, "below a node that is not dirty: node", child->node);
      previous = at;
      n++;
    }
  if (record->last != previous || record->n_children != n)
    return fail (error, "a wrong number of shown children of node", record->node);
  return TRUE;
}

gboolean
cyan_layout_check (const CyanLayout *self, GError **error)
{
  guint n = 0;

  for (CyanSlot slot = 0; slot < self->n_records; slot++)
    {
      const CyanRecord *record = cyan_layout_record (self, slot);

      if (record->node == CYAN_NODE_NONE)
        continue;
      n++;
      if (record->node >= self->comparison->compared.n_nodes || self->slot_of[record->node] != slot)
        return fail (error, "another record than that of node", record->node);
      if ((record->parent == CYAN_SLOT_NONE) != (slot == self->top))
        return fail (error, "without a caller: node", record->node);
      if (!check_children (self, slot, error))
        return FALSE;
    }
  if (n != self->n_shown)
    return fail (error, "not as many records as shown nodes:", n);
  return TRUE;
}
