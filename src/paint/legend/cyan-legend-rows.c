/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows that several legends have: the colours, where to start, what is pale, what lengths say.
 */
#include "cyan-legend-rows.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

gboolean
cyan_legend_look (CyanLegendFound *self,
                  const CyanComparison *comparison,
                  CyanBasis basis,
                  const CyanFiltered *filtered,
                  CyanNode node)
{
  gboolean matches = cyan_filtered_matches (filtered, node);

  self->has_start |= node == self->start;
  if (cyan_compared_is_doubtful (&comparison->compared, node))
    {
      self->doubtful = TRUE;
      return matches;
    }
  if (matches)
    self->verdicts[cyan_comparison_verdict (comparison, node, basis)] = TRUE;
  self->share_only |= cyan_comparison_share_only (comparison, node, basis);
  self->unseen |= cyan_compared_is_unseen (&comparison->compared, node);
  return matches;
}

static void
clear_row (gpointer data)
{
  CyanLegendRow *row = data;

  g_free (row->text);
  g_free (row->brief);
}

CyanLegendRow *
cyan_legend_add (GArray *rows, CyanLegendMark mark, const char *text)
{
  CyanLegendRow *row;

  g_array_set_size (rows, rows->len + 1);
  row = &g_array_index (rows, CyanLegendRow, rows->len - 1);
  row->mark = mark;
  row->text = g_strdup (text);
  return row;
}

void
cyan_legend_add_bar (
    GArray *rows, CyanLegendMark mark, const char *text, double px, const char *value)
{
  CyanLegendRow *row = cyan_legend_add (rows, mark, text);

  row->px = px;
  row->brief = g_strconcat ("= ", value, NULL);
}

static void
add_verdict (GArray *rows,
             const CyanStyle *style,
             CyanVerdict verdict,
             gboolean pair,
             const char *what,
             const char *brief)
{
  CyanLegendRow *row = cyan_legend_add (rows, pair ? CYAN_LEGEND_PAIR : CYAN_LEGEND_NONE, what);

  row->brief = g_strdup (brief);
  cyan_theme_paint (&style->theme, verdict, pair ? CYAN_CHANGE_MODIFIED : CYAN_CHANGE_UNKNOWN,
                    FALSE, &row->first);
  cyan_theme_paint (&style->theme, verdict, CYAN_CHANGE_UNMODIFIED, FALSE, &row->second);
}

char *
cyan_scene_start_text (const CyanStyle *style)
{
  g_autofree char *name = NULL;

  if (style->start == CYAN_NODE_NONE)
    return NULL;
  name = cyan_text_for_label (style->start_name, CYAN_LEGEND_NAME_CHARS);
  /* Translators: the name of a function. */
  return g_strdup_printf (_ ("start here: %s"), name);
}

void
cyan_legend_add_start (GArray *rows, const CyanStyle *style)
{
  g_autofree char *text = cyan_scene_start_text (style);

  cyan_legend_add (rows, CYAN_LEGEND_START, text);
}

GArray *
cyan_legend_rows_none (void)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (CyanLegendRow));

  g_array_set_clear_func (rows, clear_row);
  return rows;
}

GArray *
cyan_legend_rows_new (const CyanComparison *comparison,
                      const CyanStyle *style,
                      const CyanLegendFound *found)
{
  GArray *rows = cyan_legend_rows_none ();
  gboolean pair = style->changes != NULL;

  if (found->verdicts[CYAN_VERDICT_SLOWER])
    add_verdict (rows, style, CYAN_VERDICT_SLOWER, pair,
                 pair ? _ ("slower (code changed / not)") : _ ("slower"), _ ("slower"));
  if (found->verdicts[CYAN_VERDICT_FASTER])
    add_verdict (rows, style, CYAN_VERDICT_FASTER, pair,
                 pair ? _ ("faster (code changed / not)") : _ ("faster"), _ ("faster"));
  if (found->verdicts[CYAN_VERDICT_ADDED])
    add_verdict (rows, style, CYAN_VERDICT_ADDED, FALSE, _ ("added"), _ ("new"));
  if (found->verdicts[CYAN_VERDICT_REMOVED])
    add_verdict (rows, style, CYAN_VERDICT_REMOVED, FALSE, _ ("removed"), _ ("gone"));
  if (found->verdicts[CYAN_VERDICT_UNCHANGED] && !comparison->compared.single)
    add_verdict (rows, style, CYAN_VERDICT_UNCHANGED, FALSE,
                 found->unseen ? _ ("no significant change, or not seen on one side")
                               : _ ("no significant change"),
                 NULL);
  if (found->share_only)
    {
      CyanLegendRow *row =
          cyan_legend_add (rows, CYAN_LEGEND_NONE, _ ("share only: the cost went the other way"));
      cyan_theme_paint (&style->theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN, TRUE,
                        &row->first);
    }
  if (found->doubtful)
    cyan_theme_doubt (&style->theme,
                      &cyan_legend_add (rows, CYAN_LEGEND_NONE, _ ("uncertain match"))->first);
  return rows;
}

void
cyan_legend_add_pale (GArray *rows, const CyanStyle *style)
{
  CyanLegendRow *row =
      cyan_legend_add (rows, CYAN_LEGEND_NONE, _ ("pale: leads to what the filter shows"));

  cyan_theme_paint (&style->theme, CYAN_VERDICT_SLOWER, CYAN_CHANGE_UNKNOWN, FALSE, &row->first);
  cyan_theme_fade (&style->theme, &row->first);
  row->first.sign = "";
}

/* ---- the bars of the scales, and their words ---- */

/* The minimum length of a bar, and the maximum. */
#define BAR_MIN 8.0
#define BAR_MAX 200.0

/* Whether lengths stand for values in their unit. */
static gboolean
shows_values (const CyanComparison *comparison, CyanBasis basis)
{
  return basis == CYAN_BASIS_ABSOLUTE && !comparison->compared.single
         && !cyan_compared_has_percent (&comparison->compared);
}

double
cyan_legend_run (const CyanComparison *comparison, CyanBasis basis)
{
  return shows_values (comparison, basis) ? cyan_compared_run (&comparison->compared) : 1;
}

static char *
part_text (const CyanComparison *comparison,
           CyanBasis basis,
           gboolean is_difference,
           gboolean is_round,
           double part)
{
  g_autofree char *number = NULL;

  if (basis == CYAN_BASIS_SHARE && is_difference && !comparison->compared.single)
    return is_round ? cyan_round_points_to_text (part) : cyan_points_to_text (part);
  number = is_round ? cyan_round_share_to_text (part) : cyan_share_to_text (part);
  return g_strdup_printf (basis == CYAN_BASIS_ABSOLUTE
                                  && cyan_compared_has_percent (&comparison->compared)
                              ? _ ("%s of the run before")
                              : _ ("%s of the run"),
                          number);
}

char *
cyan_legend_value_text (const CyanComparison *comparison,
                        CyanBasis basis,
                        gboolean is_difference,
                        gboolean is_round,
                        double value)
{
  g_autofree char *number = NULL;

  if (!shows_values (comparison, basis))
    return part_text (comparison, basis, is_difference, is_round, value);
  /* Units are foreign text. */
  number = cyan_value_to_text (value, cyan_comparison_unit (comparison));
  return cyan_text_for_label (number, CYAN_LEGEND_VALUE_CHARS);
}

char *
cyan_legend_details (const CyanComparison *comparison, CyanBasis basis, const char *contexts)
{
  g_autofree char *threshold = cyan_legend_value_text (
      comparison, basis, TRUE, FALSE, comparison->threshold * cyan_legend_run (comparison, basis));

  return comparison->compared.single
             ? g_strdup (contexts)
             : g_strdup_printf (_ ("%s · changes below %s are not coloured"), contexts, threshold);
}

static void
add_height_bar (GArray *rows, CyanLayout *layout, double zoom)
{
  const CyanComparison *comparison = cyan_layout_comparison (layout);
  CyanBasis basis = cyan_layout_basis (layout);
  double run = cyan_legend_run (comparison, basis);
  CyanScaleBar bar = { 0 };
  g_autofree char *value = NULL, *text = NULL;

  /* Without a total nothing has a height. */
  if (run > 0)
    bar = cyan_scale_height_bar (cyan_layout_scale (layout), run, zoom, BAR_MIN);
  if (bar.px == 0)
    return;
  value = cyan_legend_value_text (comparison, basis, TRUE, TRUE, bar.value);
  text = g_strdup_printf (comparison->compared.single ? _ ("height: share · %s")
                          : basis == CYAN_BASIS_SHARE ? _ ("height: change of share · %s")
                                                      : _ ("height: change · %s"),
                          value);
  cyan_legend_add_bar (rows, CYAN_LEGEND_HEIGHT, text, bar.px, value);
}

/* The meaning of a width in words. */
static const char *
width_words (const CyanLayout *layout)
{
  gboolean single = cyan_layout_comparison (layout)->compared.single;

  switch (cyan_layout_width (layout))
    {
    case CYAN_WIDTH_CALLS:
      return single ? _ ("calls") : _ ("change of calls");
    case CYAN_WIDTH_SIZE:
      return single ? _ ("share") : _ ("the larger share");
    case CYAN_WIDTH_SELF:
      if (single)
        return _ ("own share");
      return cyan_layout_basis (layout) == CYAN_BASIS_SHARE ? _ ("change of own share")
                                                            : _ ("change of own time");
    }
  g_assert_not_reached ();
}

static void
add_width_bar (GArray *rows, CyanLayout *layout, double zoom)
{
  CyanWidth width = cyan_layout_width (layout);
  CyanScaleBar bar = cyan_scale_width_bar (cyan_layout_scale (layout), width, zoom, BAR_MIN);
  gboolean is_difference = width == CYAN_WIDTH_SELF;
  g_autofree char *value =
      width == CYAN_WIDTH_CALLS
          ? cyan_value_to_text (bar.value, "count")
          : part_text (cyan_layout_comparison (layout),
                       is_difference ? cyan_layout_basis (layout) : CYAN_BASIS_SHARE, is_difference,
                       TRUE, bar.value);
  /* Translators: what a width is, and what the bar before it stands for. */
  g_autofree char *text = g_strdup_printf (_ ("width: %s · %s"), width_words (layout), value);

  /* In a picture that is zoomed so far, a single call can be wider than the legend. */
  if (bar.px <= BAR_MAX)
    cyan_legend_add (rows, CYAN_LEGEND_WIDTH, text)->px = bar.px;
}

void
cyan_legend_add_scales (GArray *rows, CyanLayout *layout, double zoom)
{
  add_height_bar (rows, layout, zoom);
  add_width_bar (rows, layout, zoom);
}
