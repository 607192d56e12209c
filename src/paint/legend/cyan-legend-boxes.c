/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legends of the pictures of a partition, icicle and ring chart, and the line above them.
 */
#include "cyan-legend-rows.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>

/* Rows of an icicle in which the legend looks for what it must explain, and the minimum length of
 * its bar. */
#define ICICLE_ROWS    1000
#define ICICLE_BAR_MIN 12.0

/* The features that the legend of a picture must explain. */
typedef struct
{
  const CyanPartition *partition;
  const CyanFiltered *filtered;
  CyanLegendFound found;
  gboolean bars, rest, above, gap, lacking, goes_on, pale;
} FoundBoxes;

/* A node with these bars. */
static void
look_at (FoundBoxes *self, CyanNode node, const double bar[2])
{
  const CyanComparison *comparison = self->partition->comparison;
  CyanLegendFound found = { .start = self->found.start };

  if (!cyan_legend_look (&found, comparison, self->partition->basis, self->filtered, node))
    {
      self->pale = TRUE;
      self->found.share_only |= found.share_only;
      return;
    }
  self->bars |= bar[0] > 0 && bar[1] > 0;
  self->found.has_start |= found.has_start;
  self->found.doubtful |= found.doubtful;
  if (self->partition->sizes == CYAN_SIZES_CHANGE && !found.doubtful)
    {
      for (guint side = 0; side < 2; side++)
        if (bar[side] > 0)
          self->found.verdicts[cyan_verdict_of_change (comparison, node, side)] = TRUE;
      return;
    }
  self->found.share_only |= found.share_only;
  self->found.unseen |= found.unseen;
  for (guint i = 0; i < G_N_ELEMENTS (found.verdicts); i++)
    self->found.verdicts[i] |= found.verdicts[i];
}

/* The colours of the boxes. */
static GArray *
rows_of (const FoundBoxes *all, const CyanStyle *style)
{
  return cyan_legend_rows_new (all->partition->comparison, style, &all->found);
}

/* Adds the rows that both pictures have in common. */
static void
add_marks (GArray *rows, const FoundBoxes *all, const CyanStyle *style)
{
  if (all->pale)
    cyan_legend_add_pale (rows, style);
  if (all->gap)
    cyan_legend_add (rows, CYAN_LEGEND_GAP, _ ("hidden by the filter"));
  if (all->found.has_start)
    cyan_legend_add_start (rows, style);
}

static gboolean
shows_shares (const CyanPartition *partition)
{
  return partition->basis == CYAN_BASIS_SHARE || partition->comparison->compared.single;
}

/* The meaning of sizes in words. */
static const char *
size_words (const CyanPartition *partition)
{
  gboolean share = shows_shares (partition);

  switch (partition->sizes)
    {
    case CYAN_SIZES_ENVELOPE:
      return share ? _ ("sum of the larger own shares") : _ ("sum of the larger own values");
    case CYAN_SIZES_CHANGE:
      return share ? _ ("sum of the changes of own shares") : _ ("sum of the own changes");
    case CYAN_SIZES_BEFORE:
      return share ? _ ("share before") : _ ("value before");
    case CYAN_SIZES_AFTER:
      if (partition->comparison->compared.single)
        return _ ("share");
      return share ? _ ("share after") : _ ("value after");
    case CYAN_SIZES_EQUAL:
      return _ ("the same for all callees of a function");
    }
  g_assert_not_reached ();
}

/* A part of what sizes are of as text: "2 % of the run before".  Caller frees. */
static char *
part_to_text (const CyanPartition *partition, double part, gboolean is_round)
{
  const CyanComparison *comparison = partition->comparison;
  CyanBasis basis = partition->basis;

  return cyan_legend_value_text (comparison, basis, partition->sizes == CYAN_SIZES_CHANGE, is_round,
                                 part * cyan_legend_run (comparison, basis));
}

/* ---- icicle ---- */

static void
look_at_box (const CyanIcicleBox *box, gpointer data)
{
  FoundBoxes *all = data;

  all->rest |= box->is_rest;
  all->above |= box->is_above && !box->is_lacking;
  all->gap |= box->n_hidden > 0;
  all->lacking |= box->is_lacking;
  if (!box->is_lacking && !box->is_rest && !box->is_above && box->n_hidden == 0)
    look_at (all, box->node, box->bar);
}

/* The meaning of a box's width in words. */
static const char *
width_words (const CyanIcicles *icicles)
{
  const CyanPartition *partition = icicles->of[0]->partition;

  if (icicles->n == 1)
    return size_words (partition);
  return shows_shares (partition) ? _ ("share of its own run")
                                  : _ ("value, the same scale on both sides");
}

/* Adds that meaning, and the amount that the bar stands for. */
static void
add_icicle_bar (GArray *rows, const CyanIcicles *icicles, double room)
{
  const CyanPartition *partition = icicles->of[0]->partition;
  double run = cyan_legend_run (partition->comparison, partition->basis);
  double part, shown = cyan_icicles_shown (icicles);
  g_autofree char *value = NULL, *text = NULL;

  if (shown <= 0)
    return;
  if (partition->sizes == CYAN_SIZES_EQUAL)
    {
      text = g_strdup_printf (_ ("width: %s"), width_words (icicles));
      cyan_legend_add (rows, CYAN_LEGEND_WIDTH, text)->px = ICICLE_BAR_MIN;
      return;
    }
  part = cyan_scale_step_up (shown * (ICICLE_BAR_MIN / room) * run) / run;
  value = part_to_text (partition, part, TRUE);
  /* Translators: what a width is, and what the bar before it stands for. */
  text = g_strdup_printf (_ ("width: %s · %s"), width_words (icicles), value);
  cyan_legend_add_bar (rows, CYAN_LEGEND_WIDTH, text, part / shown * room, value);
}

GArray *
cyan_legend_rows_of_icicles (const CyanIcicles *icicles,
                             const CyanIcicleLook *look,
                             const CyanStyle *style)
{
  CyanPartition *partition = icicles->of[0]->partition;
  FoundBoxes all = { .partition = partition,
                     .filtered = icicles->of[0]->filtered,
                     .found.start = style->start };
  double room = cyan_icicles_room (icicles, look);
  GArray *rows;

  for (guint i = 0; i < icicles->n; i++)
    cyan_icicle_visit (icicles->of[i], cyan_icicles_width (icicles, i, room), 0, ICICLE_ROWS,
                       look_at_box, &all);
  rows = rows_of (&all, style);
  if (all.bars && partition->sizes == CYAN_SIZES_ENVELOPE)
    cyan_legend_add (rows, CYAN_LEGEND_BARS, _ ("before above, after below"));
  if (all.above)
    cyan_legend_add (rows, CYAN_LEGEND_ABOVE, _ ("callers, not to scale"));
  if (all.rest)
    cyan_legend_add (rows, CYAN_LEGEND_REST, _ ("callees too narrow to be drawn"));
  if (all.lacking)
    cyan_legend_add (rows, CYAN_LEGEND_LACKING, _ ("a call that only the other version has"));
  add_marks (rows, &all, style);
  add_icicle_bar (rows, icicles, room);
  return rows;
}

/* ---- ring chart ---- */

/* Adds the meaning of an angle, and the amount of the whole circle. */
static void
add_circle (GArray *rows, const CyanPartition *partition, double shown)
{
  g_autofree char *value = part_to_text (partition, shown, FALSE);
  g_autofree char *text = NULL;

  if (partition->sizes == CYAN_SIZES_EQUAL)
    text = g_strdup_printf (_ ("angle: %s"), size_words (partition));
  else
    /* Translators: what an angle is, and how much the circle is. */
    text = g_strdup_printf (_ ("angle: %s · circle: %s"), size_words (partition), value);
  /* Translators: the whole circle, and how much it is. */
  cyan_legend_add (rows, CYAN_LEGEND_CIRCLE, text)->brief =
      g_strdup_printf (_ ("circle = %s"), value);
}

GArray *
cyan_legend_rows_of_rings (const CyanRings *rings, const CyanStyle *style)
{
  CyanPartition *partition = rings->partition;
  CyanSizes sizes = partition->sizes;
  FoundBoxes all = { .partition = partition,
                     .filtered = rings->filtered,
                     .found.start = style->start };
  double shown = cyan_partition_width_of (partition, rings->top);
  guint n;
  const CyanRingSegment *segments = cyan_rings_segments (rings, &n);
  GArray *rows;

  for (guint i = 0; i < n; i++)
    {
      all.rest |= segments[i].n_more > 0;
      all.gap |= segments[i].n_hidden > 0;
      all.goes_on |= segments[i].goes_on;
      if (segments[i].n_more == 0 && segments[i].n_hidden == 0)
        look_at (&all, segments[i].node, segments[i].bar);
    }
  rows = rows_of (&all, style);
  if (all.bars && (sizes == CYAN_SIZES_ENVELOPE || sizes == CYAN_SIZES_CHANGE))
    cyan_legend_add (rows, CYAN_LEGEND_BANDS,
                     sizes == CYAN_SIZES_CHANGE ? _ ("what fell inside, what rose outside")
                                                : _ ("before inside, after outside"));
  if (all.rest)
    cyan_legend_add (rows, CYAN_LEGEND_MORE, _ ("callees too narrow to be drawn"));
  if (all.goes_on)
    cyan_legend_add (rows, CYAN_LEGEND_GOES_ON, _ ("has callees beyond the last ring"));
  add_marks (rows, &all, style);
  if (shown > 0)
    add_circle (rows, partition, shown);
  return rows;
}

/* ---- both ---- */

static CyanScene *
legend_to_scene (CyanPartition *partition,
                 GArray *rows,
                 const CyanStyle *style,
                 const CyanLegendForm *form)
{
  return cyan_legend_to_scene (cyan_painter_new (partition->comparison, partition->basis, style),
                               rows, form);
}

CyanScene *
cyan_scene_new_icicles_legend (const CyanIcicles *icicles,
                               const CyanIcicleLook *look,
                               const CyanStyle *style,
                               const CyanLegendForm *form)
{
  return legend_to_scene (icicles->of[0]->partition,
                          cyan_legend_rows_of_icicles (icicles, look, style), style, form);
}

CyanScene *
cyan_scene_new_rings_legend (const CyanRings *rings,
                             const CyanStyle *style,
                             const CyanLegendForm *form)
{
  return legend_to_scene (rings->partition, cyan_legend_rows_of_rings (rings, style), style, form);
}

char *
cyan_partition_details (const CyanPartition *partition, CyanNode top)
{
  const CyanComparison *comparison = partition->comparison;
  CyanNode whole = partition->root;
  guint n = comparison->compared.n_nodes - whole;
  g_autofree char *text = NULL;

  if (top != whole)
    {
      g_autofree char *name = cyan_text_for_label (cyan_comparison_name (comparison, top), 40);

      text = g_strdup_printf (ngettext ("%'u calling context, those below %s",
                                        "%'u calling contexts, those below %s", n),
                              n, name);
    }
  else
    text = g_strdup_printf (ngettext ("%'u calling context", "%'u calling contexts", n), n);
  return cyan_legend_details (comparison, partition->basis, text);
}
