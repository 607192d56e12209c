/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-why.h"

#include "cyan-history-parts.h"
#include "cyan-i18n.h"
#include "cyan-risk-words.h"

/* Functions, and calls of each, that are shown. */
#define MAX_FUNCTIONS 20
#define MAX_CALLS     20

const char *const cyan_risk_model_titles[] = { N_ ("LITO"), N_ ("PerfScope"),
                                               N_ ("A call was added"),
                                               N_ ("A function was modified"),
                                               N_ ("PerfScope or expensive function") };
G_STATIC_ASSERT (G_N_ELEMENTS (cyan_risk_model_titles) == CYAN_N_RISK_MODELS);

static void
append_function (GtkBox *box,
                 const CyanPrediction *prediction,
                 const CyanPredictedFunction *function)
{
  g_autofree char *text = cyan_risk_function_text (prediction, function);
  GtkWidget *label = cyan_parts_append_label (box, text, NULL);

  gtk_widget_set_margin_top (label, 6);
  cyan_parts_set_direction (label, function->cost > 0 ? 1 : function->cost < 0 ? -1 : 0);
  for (guint i = 0; i < MIN (function->n_calls, MAX_CALLS); i++)
    {
      g_autofree char *call = cyan_risk_call_text (prediction, &function->calls[i]);

      label = cyan_parts_append_label (box, call, "caption");
      gtk_widget_set_margin_start (label, 18);
    }
  if (function->n_calls > MAX_CALLS)
    {
      guint n = function->n_calls - MAX_CALLS;
      g_autofree char *more = g_strdup_printf (ngettext ("and %'u more", "and %'u more", n), n);

      label = cyan_parts_append_label (box, more, "caption");
      gtk_widget_set_margin_start (label, 18);
    }
}

void
cyan_risk_append_why (GtkBox *box, const CyanPrediction *prediction, guint revision, guint parent)
{
  const CyanPredictedRevision *about = &prediction->revisions[revision];
  guint number = cyan_prediction_benchmark (prediction, revision);
  const CyanPredictedBenchmark *benchmark = &about->benchmarks[number];
  g_autofree char *name = cyan_risk_text (prediction, revision, CYAN_RISK_COLUMN_NAME);
  /* Translators: the name of a revision */
  g_autofree char *heading = g_strdup_printf (_ ("Why %s"), name);
  g_autofree char *why = cyan_risk_why (prediction, revision);

  cyan_parts_append_heading (box, heading);
  cyan_parts_append_label (box, why, NULL);
  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_FUNCTIONS); i++)
    append_function (box, prediction, &benchmark->functions[i]);
  if (parent != CYAN_HISTORY_NONE)
    {
      g_autofree char *action = g_strdup_printf ("history.compare-with(uint32 %u)", parent);

      cyan_parts_append_button (box, _ ("_Compare With Its Parent"), action, FALSE);
    }
  else
    cyan_parts_append_label (box, _ ("It and its parent were not both measured."), "dim-label");
}

static void
attach (GtkGrid *grid, guint row, guint column, const char *text, gboolean is_bold)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  if (row == 0)
    gtk_widget_add_css_class (label, "dim-label");
  else if (column > 0)
    gtk_widget_add_css_class (label, "numeric");
  if (is_bold)
    {
      PangoAttrList *attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      gtk_label_set_attributes (GTK_LABEL (label), attributes);
      pango_attr_list_unref (attributes);
    }
  gtk_grid_attach (grid, label, (int) column, (int) row, 1, 1);
}

static void
attach_score (GtkGrid *grid, const CyanPrediction *prediction, guint model)
{
  const CyanRiskScore *score = &prediction->scores[model];
  const double shares[] = { score->precision, score->recall, score->reduction, score->f1 };
  gboolean is_chosen = model == prediction->model;
  g_autofree char *selected = g_strdup_printf ("%'u", score->n_selected);
  g_autofree char *found = g_strdup_printf ("%'u", score->n_found);

  attach (grid, model + 1, 0, _ (cyan_risk_model_titles[model]), is_chosen);
  attach (grid, model + 1, 1, selected, is_chosen);
  attach (grid, model + 1, 2, found, is_chosen);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *share = cyan_risk_share_text (shares[i]);

      attach (grid, model + 1, 3 + i, share, is_chosen);
    }
}

void
cyan_risk_append_scores (GtkBox *box, const CyanPrediction *prediction)
{
  static const char *const titles[] = { N_ ("Model"),     N_ ("Selected"), N_ ("Found"),
                                        N_ ("Precision"), N_ ("Recall"),   N_ ("Reduction"),
                                        N_ ("F1") };
  const CyanRiskScore *first = &prediction->scores[0];
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  g_autofree char *about = NULL;

  cyan_parts_append_heading (box, _ ("How Well the Models Predict"));
  if (!prediction->has_truth)
    {
      cyan_parts_append_label (box, _ ("No revision was measured together with its parent."), NULL);
      g_object_unref (g_object_ref_sink (grid));
      return;
    }
  about = g_strdup_printf (ngettext ("%'u revision is measured; slower: %'u",
                                     "%'u revisions are measured; slower: %'u", first->n),
                           first->n, first->n_regressions);
  cyan_parts_append_label (box, about, NULL);
  gtk_grid_set_column_spacing (grid, 18);
  gtk_grid_set_row_spacing (grid, 4);
  gtk_widget_set_margin_top (GTK_WIDGET (grid), 6);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    attach (grid, 0, i, _ (titles[i]), FALSE);
  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    attach_score (grid, prediction, i);
  gtk_box_append (box, GTK_WIDGET (grid));
}
