/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane beside the picture.
 *
 * The other contexts of a function are looked for a moment after it was selected, so that keys can
 * run through the tree.
 */
#include "cyan-details.h"

#include "cyan-cause-words.h"
#include "cyan-details-private.h"
#include "cyan-callers.h"
#include "cyan-columns.h"
#include "cyan-hot-path.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-numbers.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <adwaita.h>

/* Other contexts that are listed. */
#define MAX_CONTEXTS 50
/* Milliseconds that a node has to stay selected before its other contexts are looked for. */
#define CONTEXTS_DELAY 150
/* Maximum characters of recorded names and of modules. */
#define NAME_CHARS 200
/* Of a name of several parts in the heading. */
#define HEADING_CHARS 44

struct _CyanDetails
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *node_box;
  GtkLabel *name_label;
  GtkLabel *scope_label;
  GtkLabel *raw_label;
  GtkLabel *location_label;
  CyanChip *chip;
  GtkLabel *status_label;
  AdwBin *numbers_bin;
  GtkLabel *noise_label;
  GtkLabel *sentence_label;
  GtkLabel *cause_label;
  GtkButton *move_button;
  GtkWidget *sum_box;
  GtkLabel *sum_label;
  GtkExpander *contexts_expander;
  GtkListBox *contexts_list;
  GtkWidget *empty_label;
  CyanHotPathList *hot_paths;

  CyanSession *session;
  guint contexts_timer;
  GArray *contexts;     /* of CyanNode; NULL until they are looked for */
  guint32 sum_function; /* the function that sum is of, or G_MAXUINT32 */
  CyanFunctionSum sum;
};

G_DEFINE_FINAL_TYPE (CyanDetails, cyan_details, GTK_TYPE_WIDGET)

/* ---- other contexts ---- */

static GtkWidget *
context_row_new (CyanDetails *self, CyanNode node)
{
  g_autofree char *path = cyan_session_path_text (self->session, node);
  g_autofree char *whole = cyan_text_for_label (path, CYAN_NAME_DRAWN_MAX);
  g_autofree char *text = cyan_name_callers (self->session, node);
  GtkWidget *chip = cyan_chip_new ();
  GtkWidget *label = cyan_label_new (text, "caption", 30);
  GtkWidget *box = cyan_row_new (8, chip, label, NULL);
  GtkWidget *row = cyan_list_row_new (box, whole);

  cyan_chip_set_node (CYAN_CHIP (chip), self->session, node);
  gtk_widget_set_tooltip_text (label, whole);
  cyan_widget_set_margins (box, 8, 4);
  cyan_widget_set_number (row, node);
  return row;
}

/* Rows are made once somebody wants to see them. */
static void
list_contexts (CyanDetails *self)
{
  if (self->contexts == NULL || !gtk_expander_get_expanded (self->contexts_expander)
      || gtk_list_box_get_row_at_index (self->contexts_list, 0) != NULL)
    return;
  for (guint i = 0; i < MIN (self->contexts->len, MAX_CONTEXTS); i++)
    gtk_list_box_append (self->contexts_list,
                         context_row_new (self, g_array_index (self->contexts, CyanNode, i)));
}

/* "In 72 contexts: +1.9 % in all (own +0.4 %)", where there is more than one. */
static void
show_sum (CyanDetails *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  guint32 function =
      cyan_compared_function (&comparison->compared, cyan_session_selected (self->session));
  const CyanSide *side = self->sum.side;
  g_autofree char *total = NULL;
  g_autofree char *own = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->sum_box, self->contexts->len > 0);
  if (self->contexts->len == 0)
    return;
  /* One goes from context to context. */
  if (function != self->sum_function)
    {
      g_autoptr (CyanCallers) callers =
          cyan_callers_new (cyan_session_comparison (self->session), function);

      self->sum = cyan_callers_at (callers, 0)->sum;
      self->sum_function = function;
    }
  total = cyan_numbers_change_text (self->session, side[0].total, side[1].total);
  own = cyan_numbers_change_text (self->session, side[0].self, side[1].self);
  /* Translators: a number that is at least 2, and the change, or the share, over all contexts. */
  text =
      g_strdup_printf (_ ("In %'u contexts: %s in all (own %s)"), self->sum.n_contexts, total, own);
  gtk_label_set_text (self->sum_label, text);
}

static gboolean
find_contexts (gpointer data)
{
  CyanDetails *self = data;
  g_autofree char *title = NULL;
  guint n;

  self->contexts_timer = 0;
  self->contexts =
      cyan_session_other_contexts (self->session, cyan_session_selected (self->session));
  n = self->contexts->len;
  show_sum (self);
  if (n > MAX_CONTEXTS)
    title = g_strdup_printf (_ ("In %'u other places, the first %'u"), n, MAX_CONTEXTS);
  else
    title = g_strdup_printf (ngettext ("In %'u other place", "In %'u other places", n), n);
  gtk_expander_set_label (self->contexts_expander, title);
  gtk_widget_set_visible (GTK_WIDGET (self->contexts_expander), n > 0);
  list_contexts (self);
  return G_SOURCE_REMOVE;
}

static void
forget_contexts (CyanDetails *self)
{
  g_clear_handle_id (&self->contexts_timer, g_source_remove);
  g_clear_pointer (&self->contexts, g_array_unref);
  gtk_widget_set_visible (self->sum_box, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->contexts_expander), FALSE);
  cyan_widget_clear (self->contexts_list);
}

static void
on_context_activated (CyanDetails *self, GtkListBoxRow *row)
{
  cyan_session_select (self->session, cyan_widget_number (row));
}

/* ---- the selected node ---- */

/* "explains +34.9 %"; NULL if nobody is sent to @node's function. */
static char *
start_words (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanRanking *ranking = cyan_session_model (session)->ranking;
  const CyanStart *start = ranking != NULL ? cyan_start_of (ranking, comparison, node) : NULL;
  g_autofree char *amount = NULL;

  if (start == NULL || start->confidence == CYAN_CONFIDENCE_POSSIBLE)
    return NULL;
  amount = cyan_comparison_delta_text (comparison, start->contribution);
  /* Translators: a part of the change of the run, in percent of the run before. */
  return g_strdup_printf (_ ("explains %s"), amount);
}

static char *
status_words (CyanSession *session, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  GString *words = g_string_new (cyan_numbers_verdict_word (session, node));
  g_autofree char *start = start_words (session, node);

  if (cyan_comparison_share_only (comparison, node, cyan_session_basis (session)))
    g_string_append_printf (words, ", %s", _ ("share only"));
  if (cyan_comparison_status (comparison, node) == CYAN_STATUS_RENAMED)
    g_string_append_printf (words, ", %s", cyan_numbers_renamed_word (comparison, node));
  if (cyan_session_moved_node (session, node) != CYAN_NODE_NONE)
    g_string_append_printf (words, ", %s", _ ("moved"));
  if (cyan_comparison_model_change (cyan_session_model (session), node) != CYAN_CHANGE_UNKNOWN)
    g_string_append_printf (
        words, ", %s",
        cyan_change_word (cyan_comparison_model_change (cyan_session_model (session), node)));
  if (cyan_comparison_model_moved (cyan_session_model (session), node))
    g_string_append_printf (words, ", %s", _ ("source in another file"));
  if (start != NULL)
    g_string_append_printf (words, ", %s", start);
  return g_string_free (words, FALSE);
}

/* Updates the texts that may change while a node stays selected. */
static void
update_words (CyanDetails *self)
{
  CyanNode node = cyan_session_selected (self->session);
  g_autofree char *status = status_words (self->session, node);
  g_autofree char *cause = cyan_cause_markup (self->session, node);
  g_autofree char *sentence = cause != NULL ? cyan_numbers_event (self->session, node)
                                            : cyan_numbers_sentence (self->session, node);
  g_autofree char *noise = cyan_numbers_noise (self->session, node);

  gtk_label_set_text (self->status_label, status);
  cyan_label_show (self->sentence_label, *sentence != '\0' ? sentence : NULL);
  if (g_strcmp0 (gtk_label_get_label (self->cause_label), cause) != 0)
    gtk_label_set_markup (self->cause_label, cause != NULL ? cause : "");
  gtk_widget_set_visible (GTK_WIDGET (self->cause_label), cause != NULL);
  cyan_label_show (self->noise_label, noise);
  cyan_chip_set_node (self->chip, self->session, node);
}

/* Where the rules of names changed something. */
static void
show_raw_name (CyanDetails *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const char *raw_name = cyan_comparison_raw_name (comparison, node);
  gboolean differs = node != 0 && strcmp (raw_name, cyan_comparison_name (comparison, node)) != 0;
  g_autofree char *name = cyan_text_for_label (raw_name, NAME_CHARS);
  g_autofree char *text = differs ? g_strdup_printf (_ ("recorded as %s"), name) : NULL;

  cyan_label_show (self->raw_label, text);
}

static void
show_move (CyanDetails *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  CyanNode other = cyan_session_moved_node (self->session, node);
  gboolean to = cyan_comparison_moved_to (comparison, node) != CYAN_NODE_NONE;

  gtk_widget_set_visible (GTK_WIDGET (self->move_button), other != CYAN_NODE_NONE);
  gtk_button_set_label (self->move_button,
                        to ? _ ("_Go to Where It Moved") : _ ("_Go to Where It Came From"));
}

static void
on_move_clicked (CyanDetails *self)
{
  CyanNode node = cyan_session_selected (self->session);
  CyanNode other = cyan_session_moved_node (self->session, node);

  if (other != CYAN_NODE_NONE)
    cyan_session_jump (self->session, other);
}

/* Goes to the box of the function that is named. */
static void
follow_link (gpointer owner, guint32 pair)
{
  CyanDetails *self = owner;
  const CyanCauses *causes =
      self->session != NULL ? cyan_session_model (self->session)->causes : NULL;
  CyanNode node = self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;

  if (causes != NULL && node != CYAN_NODE_NONE)
    node = cyan_causes_nearest (causes, node, pair);
  if (causes != NULL && node != CYAN_NODE_NONE)
    cyan_session_jump (self->session, node);
}

static void
show_node (CyanDetails *self, CyanNode node)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *full_name = cyan_comparison_name (comparison, node);
  g_autofree char *module =
      cyan_text_for_label (cyan_comparison_string (comparison, function->module), NAME_CHARS);
  gboolean has_module = *cyan_comparison_string (comparison, function->module) != '\0';
  g_autofree char *location = cyan_numbers_location (self->session, node);
  g_autoptr (GString) where = g_string_new (location);

  if (has_module)
    g_string_append_printf (where, "%s%s", location != NULL ? " \xc2\xb7 " : "", module);
  cyan_name_labels_set (self->name_label, self->scope_label, full_name, HEADING_CHARS);
  cyan_label_show (self->location_label, where->len > 0 ? where->str : NULL);
  adw_bin_set_child (self->numbers_bin, cyan_numbers_new (self->session, node));
  show_raw_name (self, node);
  show_move (self, node);
  update_words (self);
  self->contexts_timer = g_timeout_add (CONTEXTS_DELAY, find_contexts, self);
}

static void
on_selected (CyanDetails *self)
{
  CyanNode node = self->session != NULL ? cyan_session_selected (self->session) : CYAN_NODE_NONE;

  forget_contexts (self);
  gtk_widget_set_visible (self->node_box, node != CYAN_NODE_NONE);
  gtk_widget_set_visible (self->empty_label, node == CYAN_NODE_NONE);
  if (node != CYAN_NODE_NONE)
    show_node (self, node);
}

/* The basis, the sources or the hot path. */
static void
on_words_changed (CyanDetails *self)
{
  if (self->session == NULL || cyan_session_selected (self->session) == CYAN_NODE_NONE)
    return;
  update_words (self);
  if (self->contexts != NULL)
    show_sum (self);
}

static void
cyan_details_class_init (CyanDetailsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_details_set_session));
  cyan_types_ensure (CYAN_TYPE_CHIP, CYAN_TYPE_HOT_PATH_LIST, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanDetails, member)
  cyan_template_bind (class, "details.ui", CHILD (scroller), CHILD (node_box), CHILD (name_label),
                      CHILD (scope_label), CHILD (raw_label), CHILD (noise_label),
                      CHILD (move_button), CHILD (hot_paths), CHILD (location_label), CHILD (chip),
                      CHILD (status_label), CHILD (numbers_bin), CHILD (sentence_label),
                      CHILD (cause_label), CHILD (sum_box), CHILD (sum_label),
                      CHILD (contexts_expander), CHILD (contexts_list), CHILD (empty_label), NULL);
  gtk_widget_class_set_css_name (widget_class, "cyan-details");
}

static void
cyan_details_init (CyanDetails *self)
{
  cyan_numbers_load_css ();
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_connect (self->move_button, "clicked", on_move_clicked, self);
  cyan_cause_label_connect (self->cause_label, follow_link, self);
  cyan_connect (self->contexts_expander, "notify::expanded", list_contexts, self);
  cyan_connect (self->contexts_list, "row-activated", on_context_activated, self);
}

void
cyan_details_set_session (CyanDetails *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (on_selected),
                    "notify::basis", G_CALLBACK (on_words_changed), "sources-changed",
                    G_CALLBACK (on_words_changed), "causes-changed", G_CALLBACK (on_words_changed),
                    "notify::hot-path", G_CALLBACK (on_words_changed), NULL))
    return;
  self->sum_function = G_MAXUINT32;
  cyan_hot_path_list_set_session (self->hot_paths, session);
  on_selected (self);
}
