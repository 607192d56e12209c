/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The callers and the callees of the selected function. */
#include "cyan-call-lists.h"

#include "cyan-badge.h"
#include "cyan-callees.h"
#include "cyan-callers.h"
#include "cyan-details-private.h"
#include "cyan-fold-box.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-name-short.h"
#include "cyan-numbers.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* Rows of a list. */
#define MAX_ROWS 40
/* Of a name of several parts, and the least that is seen of it. */
#define NAME_CHARS       60
#define LEAST_NAME_CHARS 6

#define NOTHING "\xe2\x80\x93"

/* Columns of numbers. */
enum
{
  BEFORE,
  AFTER,
  CHANGE,
  N_NUMBERS,
};

/* A list and its heading. */
typedef struct
{
  GtkWidget *heading; /* a box */
  GtkListBox *rows;
  GtkSizeGroup *widths[N_NUMBERS];
} List;

struct _CyanCallLists
{
  GtkWidget parent_instance;

  GtkWidget *callers_heading;
  GtkWidget *callees_heading;
  GtkListBox *callers_rows;
  GtkListBox *callees_rows;
  List lists[2]; /* callers, callees */

  CyanSession *session;
  GCancellable *summing; /* of the thread that sums up; NULL if there is none */
  guint32 listed;        /* the function of the rows, or G_MAXUINT32 */
};

G_DEFINE_FINAL_TYPE (CyanCallLists, cyan_call_lists, GTK_TYPE_WIDGET)

/* ---- in the thread ---- */

typedef struct
{
  CyanComparison *comparison;
  guint32 function;
} Question;

/* Of CyanFunctionSum. */
typedef struct
{
  GArray *sums[2]; /* of callers, of callees */
} Answer;

static double
change_of (const CyanCompared *compared, const CyanFunctionSum *sum)
{
  const double total[2] = { sum->side[0].total, sum->side[1].total };

  return fabs (cyan_compared_change (compared, total,
                                     compared->same_unit ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE));
}

static gint
compare_changes (gconstpointer a, gconstpointer b, gpointer compared)
{
  double x = change_of (compared, a), y = change_of (compared, b);

  return (x < y) - (x > y);
}

static gpointer
sum_up (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;
  Answer *answer = cyan_job_new (Answer);
  g_autoptr (CyanCallers) callers = cyan_callers_new (question->comparison, question->function);
  g_autoptr (GArray) callees = cyan_callees_new (question->comparison, question->function);
  guint n = cyan_callers_open (callers, 0);

  for (guint i = 0; i < 2; i++)
    answer->sums[i] =
        cyan_job_keep (answer, g_array_new (FALSE, FALSE, sizeof (CyanFunctionSum)), g_array_unref);
  for (guint i = 0; i < n; i++)
    g_array_append_val (answer->sums[0],
                        cyan_callers_at (callers, cyan_callers_at (callers, 0)->first + i)->sum);
  /* Those with the same change stay in the order of their calls. */
  g_array_sort_with_data (answer->sums[0], compare_changes, &question->comparison->compared);
  for (guint i = 0; i < callees->len; i++)
    g_array_append_val (answer->sums[1], g_array_index (callees, CyanCallee, i).sum);
  return answer;
}

/* ---- rows ---- */

static GtkWidget *
number_new (List *list, guint column, const char *text, const char *classes)
{
  GtkWidget *label = cyan_label_new (text, classes, 0);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  /* A number and its unit run from left to right wherever one reads. */
  gtk_widget_set_direction (label, GTK_TEXT_DIR_LTR);
  gtk_size_group_add_widget (list->widths[column], label);
  return label;
}

static char *
value_text (CyanSession *session, const CyanFunctionSum *sum, guint side)
{
  const CyanCompared *compared = &cyan_session_comparison (session)->compared;

  if (!sum->side[side].present)
    return g_strdup (NOTHING);
  return cyan_session_basis (session) == CYAN_BASIS_SHARE
             ? cyan_share_to_text (sum->side[side].share)
             : cyan_value_to_text (sum->side[side].total,
                                   cyan_compared_metric (compared, side)->unit);
}

/* A change that may be noise has no colour. */
static const char *
style_of (CyanSession *session, const CyanFunctionSum *sum)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanBasis basis = cyan_session_basis (session);
  const double total[2] = { sum->side[0].total, sum->side[1].total };
  double change = cyan_compared_change (&comparison->compared, total, basis);

  if (comparison->compared.single || change == 0
      || cyan_comparison_verdict (comparison, sum->node, basis) == CYAN_VERDICT_UNCHANGED)
    return "numeric";
  return change > 0 ? "numeric cyan-slower" : "numeric cyan-faster";
}

static GtkWidget *
name_new (const char *name)
{
  g_autofree char *text = cyan_name_short_text (name);
  g_autofree char *shown = cyan_text_for_label (text, NAME_CHARS);
  GtkWidget *label = cyan_label_new (shown, NULL, 0);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), LEAST_NAME_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS);
  return label;
}

static void
append_row (CyanCallLists *self, List *list, const CyanFunctionSum *sum)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const char *name = cyan_comparison_name (comparison, sum->node);
  guint32 pair = comparison->compared.pairs->of_node[sum->node];
  g_autofree char *before = value_text (self->session, sum, 0);
  g_autofree char *after = value_text (self->session, sum, 1);
  g_autofree char *change =
      cyan_numbers_change_text (self->session, sum->side[0].total, sum->side[1].total);
  g_autofree char *whole = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
  const char *badge = cyan_badge_word (self->session, pair);
  g_autofree char *spoken =
      g_strdup_printf ("%s%s%s, %s \xe2\x86\x92 %s, %s", whole, badge != NULL ? ", " : "",
                       badge != NULL ? badge : "", before, after, change);
  GtkWidget *chip = cyan_chip_new ();
  GtkWidget *badge_label = cyan_badge_new (
      badge, cyan_readings_changed (cyan_session_model (self->session)->known, pair));
  GtkWidget *words = cyan_row_new (12, name_new (name), badge_label, NULL);
  GtkWidget *box = cyan_row_new (12, chip, words, NULL);
  GtkWidget *row = cyan_list_row_new (box, spoken);

  cyan_chip_set_node (CYAN_CHIP (chip), self->session, sum->node);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), number_new (list, BEFORE, before, "numeric"));
  gtk_box_append (GTK_BOX (box), number_new (list, AFTER, after, "numeric"));
  gtk_box_append (GTK_BOX (box), number_new (list, CHANGE, change, style_of (self->session, sum)));
  cyan_widget_set_margins (box, 12, 2);
  gtk_widget_set_tooltip_text (row, whole);
  cyan_widget_set_number (row, sum->node);
  gtk_list_box_append (list->rows, row);
}

/* A row that says something instead of a function. */
static void
append_words (List *list, const char *words)
{
  GtkWidget *label = cyan_label_new (words, "dim-label", 40);
  GtkWidget *row = cyan_list_row_new (label, words);

  cyan_widget_set_margins (label, 12, 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_append (list->rows, row);
}

static void
fill (CyanCallLists *self, guint which, const GArray *sums)
{
  List *list = &self->lists[which];

  for (guint i = 0; i < MIN (sums->len, MAX_ROWS); i++)
    append_row (self, list, &g_array_index (sums, CyanFunctionSum, i));
  if (sums->len > MAX_ROWS)
    {
      g_autofree char *more = g_strdup_printf (
          ngettext ("%'u more", "%'u more", sums->len - MAX_ROWS), sums->len - MAX_ROWS);

      append_words (list, more);
    }
  if (sums->len == 0)
    append_words (list, which == 0 ? _ ("Nothing calls it.") : _ ("It calls nothing."));
}

/* ---- following the session ---- */

static void
empty (CyanCallLists *self)
{
  cyan_task_stop (&self->summing);
  self->listed = G_MAXUINT32;
  for (guint i = 0; i < 2; i++)
    cyan_widget_clear (self->lists[i].rows);
}

static void
on_summed (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanCallLists *self = CYAN_CALL_LISTS (source);
  Answer *answer = cyan_task_finish (result, NULL);

  if (!cyan_task_end (&self->summing, result) || answer == NULL)
    {
      cyan_job_free (answer);
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      cyan_widget_clear (self->lists[i].rows);
      fill (self, i, answer->sums[i]);
    }
  cyan_job_free (answer);
}

static void
list_again (CyanCallLists *self)
{
  Question *question;

  self->listed = G_MAXUINT32;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || self->session == NULL
      || cyan_session_selected (self->session) == CYAN_NODE_NONE)
    return;
  question = cyan_job_new (Question);
  question->comparison =
      cyan_job_keep (question, cyan_comparison_ref (cyan_session_comparison (self->session)),
                     cyan_comparison_unref);
  question->function = cyan_compared_function (&question->comparison->compared,
                                               cyan_session_selected (self->session));
  self->listed = question->function;
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->summing), on_summed, NULL),
                 sum_up, question, cyan_job_free, cyan_job_free);
}

static void
on_selected (CyanCallLists *self)
{
  CyanNode node = self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;

  if (node == CYAN_NODE_NONE)
    empty (self);
  else if (self->listed
           != cyan_compared_function (&cyan_session_comparison (self->session)->compared, node))
    list_again (self);
}

static void
on_activated (CyanCallLists *self, GtkListBoxRow *row)
{
  cyan_session_jump (self->session, cyan_widget_number (row));
}

/* ---- the object ---- */

static void
init_list (CyanCallLists *self, List *list)
{
  static const char *const titles[N_NUMBERS] = { N_ ("before"), N_ ("after"), N_ ("change") };

  for (guint i = 0; i < N_NUMBERS; i++)
    {
      list->widths[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
      gtk_box_append (GTK_BOX (list->heading),
                      number_new (list, i, _ (titles[i]), "caption dim-label"));
    }
  cyan_connect (list->rows, "row-activated", on_activated, self);
}

static void
cyan_call_lists_finalize (GObject *object)
{
  CyanCallLists *self = CYAN_CALL_LISTS (object);

  for (guint i = 0; i < 2; i++)
    for (guint column = 0; column < N_NUMBERS; column++)
      g_clear_object (&self->lists[i].widths[column]);
  G_OBJECT_CLASS (cyan_call_lists_parent_class)->finalize (object);
}

static void
cyan_call_lists_class_init (CyanCallListsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_call_lists_set_session));
  G_OBJECT_CLASS (class)->finalize = cyan_call_lists_finalize;
  g_type_ensure (CYAN_TYPE_FOLD_BOX);
#define CHILD(member) CYAN_CHILD (CyanCallLists, member)
  cyan_template_bind (class, "call-lists.ui", CHILD (callers_heading), CHILD (callees_heading),
                      CHILD (callers_rows), CHILD (callees_rows), NULL);
  gtk_widget_class_set_css_name (widget_class, "cyan-call-lists");
}

static void
cyan_call_lists_init (CyanCallLists *self)
{
  self->listed = G_MAXUINT32;
  cyan_numbers_load_css ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->lists[0] = (List){ .heading = self->callers_heading, .rows = self->callers_rows };
  self->lists[1] = (List){ .heading = self->callees_heading, .rows = self->callees_rows };
  for (guint i = 0; i < 2; i++)
    init_list (self, &self->lists[i]);
  g_signal_connect (self, "map", G_CALLBACK (on_selected), NULL);
}

void
cyan_call_lists_set_session (CyanCallLists *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (on_selected),
                    "notify::basis", G_CALLBACK (list_again), "sources-changed",
                    G_CALLBACK (list_again), NULL))
    return;
  empty (self);
  on_selected (self);
}
