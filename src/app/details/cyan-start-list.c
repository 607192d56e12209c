/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, and what adds up with it to the difference. */

#include "cyan-start-list.h"

#include "cyan-details-private.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-numbers.h"
#include "cyan-ranking-words.h"
#include "cyan-ranking.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <math.h>

/* Of the ranking; `cyan explain` names the first of them. */
#define MAX_ROWS 10
/* Width of the names, in characters. */
#define TEXT_CHARS 18

struct _CyanStartList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkListBox *list;
  GtkLabel *nobody_label;
  GtkGrid *rest;

  CyanSession *session;
  const CyanRanking *listed; /* what the rows are of; only to be compared */
};

G_DEFINE_FINAL_TYPE (CyanStartList, cyan_start_list, GTK_TYPE_WIDGET)

/* ---- what is left of the difference ---- */

static GtkWidget *
cell_new (GtkGrid *grid, const char *text, int column, int row, gboolean is_sum)
{
  GtkWidget *label =
      cyan_label_new (text, is_sum ? "cyan-bold" : "dim-label", column == 0 ? 24 : 0);

  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, column == 0);
  if (column == 1)
    {
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      gtk_widget_add_css_class (label, "numeric");
      gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
    }
  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

static int
next_row (GtkGrid *grid)
{
  int row = 0;

  while (gtk_grid_get_child_at (grid, 0, row) != NULL)
    row++;
  return row;
}

/* @tooltip may be NULL. */
static void
add_line (
    GtkGrid *grid, const char *title, const char *tooltip, const char *amount, gboolean is_sum)
{
  int row = next_row (grid);

  gtk_widget_set_tooltip_text (cell_new (grid, title, 0, row, is_sum), tooltip);
  cell_new (grid, amount, 1, row, is_sum);
}

static char *
title_of (const CyanComparison *comparison, const CyanRestPart *part)
{
  g_autofree char *from = NULL, *to = NULL;

  if (part->shift == NULL)
    return cyan_rest_part_text (part);
  from = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, part->shift->from));
  to = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, part->shift->to));
  return cyan_shift_text (part->shift, from, to);
}

static const char *
tooltip_of (const CyanRestPart *part)
{
  switch (part->kind)
    {
    case CYAN_REST_SIDE_EFFECTS:
      return _ ("Functions whose source is the same, as is that of all their callers");
    case CYAN_REST_ENVIRONMENT:
      return _ ("The garbage collector, new pages of memory, imports");
    case CYAN_REST_SHIFT:
    case CYAN_REST_SHIFTS:
      return _ ("What is left of the change where code only moved");
    case CYAN_REST_FUNCTIONS:
    case CYAN_REST_PRUNED:
    default:
      return NULL;
    }
}

/* Replaces what is in @grid: one line for each part that is not 0 in print, below @n_rows functions
 * that are shown already, and a line with the whole. */
static void
fill_rest (GtkGrid *grid,
           const CyanComparison *comparison,
           const CyanRanking *ranking,
           guint n_rows)
{
  g_autoptr (GArray) parts = cyan_ranking_list_rest (ranking, comparison, n_rows);
  g_autofree char *whole = cyan_comparison_delta_text (comparison, ranking->difference);

  while (gtk_grid_get_child_at (grid, 0, 0) != NULL)
    gtk_grid_remove_row (grid, 0);
  for (guint i = 0; i < parts->len; i++)
    {
      const CyanRestPart *part = &g_array_index (parts, CyanRestPart, i);
      g_autofree char *title = title_of (comparison, part);
      g_autofree char *amount = cyan_comparison_delta_text (comparison, part->value);

      add_line (grid, title, tooltip_of (part), amount, FALSE);
    }
  add_line (grid, _ ("in all"), NULL, whole, TRUE);
}

/* ---- rows ---- */

/* A row of the list. */
typedef struct
{
  CyanStart start;
  CyanChip *chip; /* the row's */
} StartRow;

static GQuark
start_row_quark (void)
{
  return g_quark_from_static_string ("cyan-start-row");
}

static StartRow *
row_of (GtkListBoxRow *widget)
{
  return g_object_get_qdata (G_OBJECT (widget), start_row_quark ());
}

/* A change that may be noise has no colour. */
static const char *
style_of (const CyanStart *start)
{
  if (start->confidence == CYAN_CONFIDENCE_POSSIBLE)
    return NULL;
  return start->contribution > 0 ? "cyan-slower" : "cyan-faster";
}

static GtkWidget *
bar_new (double part, const char *style)
{
  GtkWidget *bar = cyan_bar_new ();

  gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (part, 0, 1));
  gtk_widget_add_css_class (bar, style != NULL ? style : "cyan-possible");
  gtk_widget_set_size_request (bar, 48, -1);
  cyan_widget_set_spoken (bar, _ ("Size beside the largest"));
  return bar;
}

/* The percentage above its bar. */
static GtkWidget *
amount_new (const char *amount, double part, const char *style)
{
  GtkWidget *label = cyan_label_new (amount, "numeric", 0);
  GtkWidget *box = cyan_column_new (4, label, bar_new (part, style), NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  cyan_widget_add_classes (label, style);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  return box;
}

/* "modified", "new", ...: of its source, or of the function. */
static const char *
badge_of (const CyanStart *start)
{
  if (start->inlined != NULL)
    return _ ("inlined");
  if (start->role == CYAN_ROLE_ADDED)
    return _ ("new");
  if (start->role == CYAN_ROLE_DELETED)
    return _ ("gone");
  switch (start->change)
    {
    case CYAN_CHANGE_MODIFIED:
      return _ ("modified");
    case CYAN_CHANGE_UNMODIFIED:
      return _ ("unmodified");
    default:
      return _ ("no source");
    }
}

/* What the badge says already. */
static gboolean
is_in_badge (const CyanBecause *because)
{
  return because->kind == CYAN_BECAUSE_MODIFIED || because->kind == CYAN_BECAUSE_ADDED
         || because->kind == CYAN_BECAUSE_DELETED || because->kind == CYAN_BECAUSE_INLINED;
}

/* "modified · a call costs 1.11 µs instead of 172 ns"; caller frees. */
static char *
because_text (const CyanComparison *comparison, const CyanStart *start)
{
  const CyanBecause *because = start->because;
  g_autofree char *other = NULL, *clause = NULL;

  while (because < start->because + start->n_because && is_in_badge (because))
    because++;
  if (because == start->because + start->n_because)
    return g_strdup (badge_of (start));
  if (because->pair != G_MAXUINT32)
    other = cyan_name_for_sentence (cyan_comparison_pair_label (comparison, because->pair));
  clause = cyan_because_text (comparison, because, other);
  return g_strconcat (badge_of (start), " \xc2\xb7 ", clause, NULL);
}

/* The number of `cyan explain`, and the name; a mark where chance may explain it. */
static GtkWidget *
name_row_new (const char *name, guint rank, const CyanStart *start)
{
  g_autofree char *number = g_strdup_printf ("%u", rank);
  GtkWidget *label = cyan_label_new (number, "dim-label numeric", 0);
  GtkWidget *mark = NULL;

  gtk_widget_set_valign (label, GTK_ALIGN_START);
  if (start->confidence == CYAN_CONFIDENCE_POSSIBLE)
    {
      mark = cyan_label_new (_ (cyan_confidence_names[start->confidence]), "caption cyan-chip", 0);
      gtk_widget_set_valign (mark, GTK_ALIGN_START);
    }
  return cyan_row_new (6, label, cyan_name_lines_new (name), mark, NULL);
}

static GtkWidget *
start_row_new (CyanStartList *self, const CyanStart *start, guint rank, double largest)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const char *name = cyan_start_label (comparison, start);
  const char *confidence = _ (cyan_confidence_names[start->confidence]);
  g_autofree char *whole = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
  g_autofree char *amount = cyan_comparison_delta_text (comparison, start->contribution);
  g_autofree char *because = because_text (comparison, start);
  g_autofree char *spoken =
      g_strdup_printf ("%u, %s, %s, %s, %s", rank, whole, amount, confidence, because);
  double part = largest > 0 ? fabs (start->contribution) / largest : 0;
  GtkWidget *chip = cyan_chip_new ();
  GtkWidget *texts =
      cyan_column_new (2, name_row_new (name, rank, start),
                       cyan_label_new (because, "caption dim-label", TEXT_CHARS), NULL);
  GtkWidget *box = cyan_row_new (8, chip, texts, amount_new (amount, part, style_of (start)), NULL);
  GtkWidget *widget = cyan_list_row_new (box, spoken);
  StartRow *row = g_new0 (StartRow, 1);

  row->start = *start;
  row->chip = CYAN_CHIP (chip);
  gtk_widget_set_hexpand (texts, TRUE);
  cyan_widget_set_margins (box, 0, 4);
  gtk_widget_set_tooltip_text (widget, spoken);
  g_object_set_qdata_full (G_OBJECT (widget), start_row_quark (), row, g_free);
  return widget;
}

/* "Slower  +101 %" above the first row of a direction. */
static void
show_group (GtkListBoxRow *widget, GtkListBoxRow *above, gpointer data)
{
  CyanStartList *self = data;
  gboolean rises = row_of (widget)->start.contribution > 0;
  g_autofree char *sum = NULL;
  double sums[2];
  GtkWidget *label, *amount;

  /* Rows go. */
  if (self->listed == NULL)
    return;
  if (above != NULL && (row_of (above)->start.contribution > 0) == rises)
    {
      gtk_list_box_row_set_header (widget, NULL);
      return;
    }
  cyan_ranking_sums (self->listed, &sums[0], &sums[1]);
  sum = cyan_comparison_delta_text (cyan_session_comparison (self->session), sums[rises ? 0 : 1]);
  label = cyan_label_new (rises ? _ ("Slower") : _ ("Faster"), "caption-heading dim-label", 0);
  amount = cyan_label_new (sum, "caption-heading numeric dim-label", 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_direction (amount, GTK_TEXT_DIR_LTR);
  label = cyan_row_new (6, label, amount, NULL);
  cyan_widget_set_margins (label, 8, 4);
  gtk_list_box_row_set_header (widget, label);
}

/* Marks the row of the selected node's function. */
static void
mark_start (CyanStartList *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanNode node = cyan_session_selected (self->session);
  GtkListBoxRow *found = NULL;
  GtkListBoxRow *widget;

  for (int i = 0; (widget = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (found == NULL && node != CYAN_NODE_NONE && node != CYAN_NODE_ROOT
        && cyan_compared_function (&comparison->compared, row_of (widget)->start.node)
               == cyan_compared_function (&comparison->compared, node))
      found = widget;
  gtk_list_box_select_row (self->list, found);
}

static void
list_ranking (CyanStartList *self, const CyanRanking *ranking)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  guint n_rows = cyan_ranking_n_named (ranking, comparison, MAX_ROWS);
  g_autofree char *nobody = cyan_ranking_answers (ranking)
                                ? NULL
                                : cyan_ranking_nobody_text (ranking, comparison, n_rows);
  double sums[2], largest = 0;
  gboolean rises;

  self->listed = NULL;
  cyan_widget_clear (self->list);
  self->listed = ranking;
  cyan_ranking_sums (ranking, &sums[0], &sums[1]);
  rises = sums[0] >= -sums[1];
  for (guint i = 0; i < n_rows; i++)
    largest = MAX (largest, fabs (ranking->at[i].contribution));
  /* The larger direction first. */
  for (guint group = 0; group < 2; group++)
    for (guint i = 0; i < n_rows; i++)
      if ((ranking->at[i].contribution > 0) == (group == 0 ? rises : !rises))
        gtk_list_box_append (self->list, start_row_new (self, &ranking->at[i], i + 1, largest));
  cyan_label_show (self->nobody_label, nobody);
  gtk_widget_set_visible (GTK_WIDGET (self->list), n_rows > 0);
  fill_rest (self->rest, comparison, ranking, n_rows);
}

/* The ranking, the basis or the sources. */
static void
update (CyanStartList *self)
{
  const CyanRanking *ranking =
      self->session != NULL ? cyan_session_model (self->session)->ranking : NULL;
  GtkListBoxRow *widget;

  gtk_widget_set_visible (GTK_WIDGET (self), ranking != NULL);
  if (ranking == NULL)
    {
      self->listed = NULL;
      cyan_widget_clear (self->list);
      return;
    }
  if (ranking != self->listed)
    list_ranking (self, ranking);
  for (int i = 0; (widget = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    cyan_chip_set_node (row_of (widget)->chip, self->session, row_of (widget)->start.node);
  mark_start (self);
}

static void
on_activated (CyanStartList *self, GtkListBoxRow *widget)
{
  cyan_session_select_with_source (self->session, row_of (widget)->start.node);
}

static void
cyan_start_list_class_init (CyanStartListClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_start_list_set_session));
#define CHILD(member) CYAN_CHILD (CyanStartList, member)
  cyan_template_bind (class, "start-list.ui", CHILD (list), CHILD (nobody_label), CHILD (rest),
                      NULL);
}

static void
cyan_start_list_init (CyanStartList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_connect (self->list, "row-activated", on_activated, self);
  gtk_list_box_set_header_func (self->list, show_group, self, NULL);
}

void
cyan_start_list_set_session (CyanStartList *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (mark_start),
                    "notify::basis", G_CALLBACK (update), "sources-changed", G_CALLBACK (update),
                    "causes-changed", G_CALLBACK (update), NULL))
    return;
  self->listed = NULL;
  update (self);
}
