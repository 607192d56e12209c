/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows that several legends have: the colours, where to start, what is pale.
 */
#include "cyan-legend-rows.h"

#include "cyan-i18n.h"
#include "cyan-text.h"

gboolean
cyan_legend_look (CyanLegendFound *self,
                  const CyanComparison *comparison,
                  CyanBasis basis,
                  const CyanFiltered *filtered,
                  CyanNode node)
{
  gboolean matches = cyan_filtered_matches (filtered, node);

  if (matches)
    self->verdicts[cyan_comparison_verdict (comparison, node, basis)] = TRUE;
  self->share_only |= cyan_comparison_share_only (comparison, node, basis);
  self->unseen |= cyan_compared_is_unseen (&comparison->compared, node);
  self->has_start |= node == self->start;
  return matches;
}

static void
clear_row (gpointer data)
{
  g_free (((CyanLegendRow *) data)->text);
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

static void
add_verdict (
    GArray *rows, const CyanStyle *style, CyanVerdict verdict, gboolean pair, const char *what)
{
  CyanLegendRow *row = cyan_legend_add (rows, pair ? CYAN_LEGEND_PAIR : CYAN_LEGEND_NONE, what);

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
cyan_legend_rows_new (const CyanComparison *comparison,
                      const CyanStyle *style,
                      const CyanLegendFound *found)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (CyanLegendRow));
  gboolean pair = style->changes != NULL;

  g_array_set_clear_func (rows, clear_row);
  if (found->verdicts[CYAN_VERDICT_SLOWER])
    add_verdict (rows, style, CYAN_VERDICT_SLOWER, pair,
                 pair ? _ ("slower (code changed / not)") : _ ("slower"));
  if (found->verdicts[CYAN_VERDICT_FASTER])
    add_verdict (rows, style, CYAN_VERDICT_FASTER, pair,
                 pair ? _ ("faster (code changed / not)") : _ ("faster"));
  if (found->verdicts[CYAN_VERDICT_ADDED])
    add_verdict (rows, style, CYAN_VERDICT_ADDED, FALSE, _ ("added"));
  if (found->verdicts[CYAN_VERDICT_REMOVED])
    add_verdict (rows, style, CYAN_VERDICT_REMOVED, FALSE, _ ("removed"));
  if (found->verdicts[CYAN_VERDICT_UNCHANGED] && !comparison->compared.single)
    add_verdict (rows, style, CYAN_VERDICT_UNCHANGED, FALSE,
                 found->unseen ? _ ("no significant change, or not seen on one side")
                               : _ ("no significant change"));
  if (found->share_only)
    {
      CyanLegendRow *row =
          cyan_legend_add (rows, CYAN_LEGEND_NONE, _ ("share only: the cost went the other way"));
      cyan_theme_paint (&style->theme, CYAN_VERDICT_UNCHANGED, CYAN_CHANGE_UNKNOWN, TRUE,
                        &row->first);
    }
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
