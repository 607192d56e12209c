/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of functions.
 *
 * A thread makes the list once it is shown.  Rows are made a few at a time, so that the window
 * responds.
 */
#include "cyan-edit-list.h"

#include "cyan-edits.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-task.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <adwaita.h>

/* Rows of each kind, and rows that are made at once. */
#define MAX_ROWS 100
#define BATCH    5

/* ---- rows ---- */

static GtkWidget *
label_new (const char *text, const char *classes)
{
  GtkWidget *label = cyan_label_new (text, classes, 30);

  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

/* Calls @clicked with the button, which has the number @index, and @list. */
static GtkWidget *
button_new (const char *text, const char *tooltip, guint index, GCallback clicked, gpointer list)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "cyan-small");
  cyan_widget_set_number (button, index);
  g_signal_connect (button, "clicked", clicked, list);
  return button;
}

/* A row with @text, @caption (may be NULL) and buttons. */
static GtkWidget *
row_new (const char *text, const char *caption, GtkWidget *buttons)
{
  g_autofree char *spoken = g_strconcat (text, caption != NULL ? ", " : "", caption, NULL);
  GtkWidget *words = caption != NULL ? label_new (caption, "caption dim-label") : buttons;
  GtkWidget *box =
      cyan_column_new (4, label_new (text, NULL), words, words != buttons ? buttons : NULL, NULL);

  cyan_widget_set_margins (box, 8, 6);
  return cyan_list_row_new (box, spoken);
}

struct _CyanEditList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *empty_page;
  GtkScrolledWindow *scroller;
  GtkBox *groups;
  GtkLabel *pair_label;

  CyanSession *session;
  GPtrArray *claims;         /* owned, of CyanNameClaim */
  CyanEdits *edits;          /* owned; NULL until they are known */
  CyanConfidence least;      /* of the edits that are listed */
  gboolean has_sources;      /* what the sources say was known when they were made */
  GCancellable *cancellable; /* of the thread that makes them, or NULL */
  guint n_listed;            /* edits that have a row, or have none */
  guint n_of_kind;           /* of them, those of the last kind */
  GtkListBox *rows;          /* of the last kind, or NULL */
  guint filling;             /* the tick callback that makes more rows, or 0 */
  gboolean is_filled;        /* all rows are made, but not placed yet */
  double scrolled;           /* to where the list before was scrolled */
  guint answered;            /* the row that was answered with keys, or G_MAXUINT */
  GtkWidget *next;           /* the row in its place, to go on with, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanEditList, cyan_edit_list, GTK_TYPE_WIDGET)

/* ---- rows ---- */

static void
on_activated (CyanEditList *self, GtkListBoxRow *row)
{
  cyan_session_jump (self->session, self->edits->at[cyan_widget_number (row)].node);
}

static GtkListBox *
group_new (CyanEditList *self, const char *title)
{
  GtkWidget *heading = label_new (title, "heading");
  GtkWidget *rows = gtk_list_box_new ();

  gtk_widget_set_margin_top (heading, 6);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (rows), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (rows, "boxed-list");
  cyan_widget_set_spoken (rows, title);
  gtk_box_append (self->groups, heading);
  gtk_box_append (self->groups, rows);
  return GTK_LIST_BOX (rows);
}

/* ---- what was concluded ---- */

/* With keys, one goes on with the row that will be there. */
static void
note_answer (CyanEditList *self, guint index)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  self->answered = gtk_window_get_focus_visible (window) ? index : G_MAXUINT;
}

static void
on_refused (GtkButton *button, CyanEditList *self)
{
  const char *before, *after;

  note_answer (self, cyan_widget_number (button));
  cyan_edit_refusal (cyan_session_comparison (self->session),
                     &self->edits->at[cyan_widget_number (button)], &before, &after);
  g_signal_emit_by_name (self, "claim", before, after, FALSE);
}

static void
on_joined (GtkButton *button, CyanEditList *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanEdit *edit = &self->edits->at[cyan_widget_number (button)];

  note_answer (self, cyan_widget_number (button));
  g_signal_emit_by_name (self, "claim", cyan_comparison_string (comparison, edit->before),
                         cyan_comparison_string (comparison, edit->after), TRUE);
}

static GtkWidget *
edit_row_new (CyanEditList *self, guint index)
{
  const CyanEdit *edit = &self->edits->at[index];
  g_autofree char *words = cyan_edit_to_sentence (cyan_session_comparison (self->session), edit);
  g_autofree char *share = cyan_share_to_text (edit->share);
  /* Translators: a share, and "likely" or the like. */
  g_autofree char *caption =
      g_strdup_printf (_ ("%s of the run, %s"), share, _ (cyan_confidence_names[edit->confidence]));
  GtkWidget *refuse = NULL, *join = NULL, *row;

  /* What the sources say of places is not refused. */
  if (edit->kind != CYAN_EDIT_MOVED)
    refuse = button_new (_ ("Not So"), _ ("Compare again without this conclusion"), index,
                         G_CALLBACK (on_refused), self);

  if (edit->kind == CYAN_EDIT_REPLACED)
    join = button_new (_ ("The Same"), _ ("Compare again with the two as one function"), index,
                       G_CALLBACK (on_joined), self);
  row = row_new (words, caption, refuse != NULL ? cyan_row_new (6, refuse, join, NULL) : NULL);
  cyan_widget_set_number (row, index);
  return row;
}

static const char *
heading_of (CyanEditKind kind)
{
  switch (kind)
    {
    case CYAN_EDIT_RENAMED:
      return _ ("Renamed");
    case CYAN_EDIT_REPLACED:
      return _ ("Replaced");
    case CYAN_EDIT_WRAPPED:
      return _ ("Wrapped");
    case CYAN_EDIT_INLINED:
      return _ ("Inlined");
    case CYAN_EDIT_SPLIT:
      return _ ("Split");
    case CYAN_EDIT_MERGED:
      return _ ("Merged");
    case CYAN_EDIT_MOVED:
    default:
      return _ ("Moved");
    }
}

static void
append_edit (CyanEditList *self)
{
  guint index = self->n_listed++;
  CyanEditKind kind = self->edits->at[index].kind;

  if (index == 0 || kind != self->edits->at[index - 1].kind)
    {
      self->rows = group_new (self, heading_of (kind));
      cyan_connect (self->rows, "row-activated", on_activated, self);
      self->n_of_kind = 0;
    }
  if (self->n_of_kind++ < MAX_ROWS)
    {
      GtkWidget *row = edit_row_new (self, index);

      gtk_list_box_append (self->rows, row);
      if (self->answered != G_MAXUINT && index <= self->answered)
        self->next = row;
    }
  else if (self->n_of_kind == MAX_ROWS + 1)
    {
      guint n = self->edits->n_kind[kind] - MAX_ROWS;
      g_autofree char *rest =
          g_strdup_printf (ngettext ("%'u more function", "%'u more functions", n), n);

      gtk_box_append (self->groups, label_new (rest, "caption dim-label"));
    }
}

/* ---- claims ---- */

static void
on_forgotten (GtkButton *button, CyanEditList *self)
{
  g_signal_emit_by_name (self, "forget", cyan_widget_number (button));
}

static void
append_claims (CyanEditList *self)
{
  GtkListBox *rows = self->claims->len > 0 ? group_new (self, _ ("Said by You")) : NULL;

  for (guint i = 0; i < self->claims->len; i++)
    {
      g_autofree char *words = cyan_claim_words (g_ptr_array_index (self->claims, i));
      GtkWidget *button = button_new (_ ("Undo"), _ ("Compare again as if it was not said"), i,
                                      G_CALLBACK (on_forgotten), self);
      GtkWidget *row = row_new (words, NULL, cyan_row_new (6, button, NULL));

      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_list_box_append (rows, row);
    }
}

/* ---- those that are only possible ---- */

static void restart (CyanEditList *self);

static void
on_possible (G_GNUC_UNUSED GtkButton *button, CyanEditList *self)
{
  self->least =
      self->least == CYAN_CONFIDENCE_POSSIBLE ? CYAN_CONFIDENCE_LIKELY : CYAN_CONFIDENCE_POSSIBLE;
  restart (self);
}

static void
append_possible (CyanEditList *self)
{
  guint n = self->edits->n_less;
  g_autofree char *text =
      n > 0 ? g_strdup_printf (
          ngettext ("Show %'u More That Is Possible", "Show %'u More That Are Possible", n), n)
            : g_strdup (_ ("Hide What Is Only Possible"));

  if (n > 0 || self->least == CYAN_CONFIDENCE_POSSIBLE)
    gtk_box_append (self->groups, button_new (text, NULL, 0, G_CALLBACK (on_possible), self));
}

/* ---- filling ---- */

/* The list is placed as the one before was, once its size is known. */
static void
place (CyanEditList *self)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);

  gtk_adjustment_set_value (adjustment, self->scrolled);
  if (self->next != NULL)
    gtk_widget_grab_focus (self->next);
  self->answered = G_MAXUINT;
}

static gboolean
fill (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanEditList *self = CYAN_EDIT_LIST (widget);

  if (self->is_filled)
    {
      self->filling = 0;
      place (self);
      return G_SOURCE_REMOVE;
    }
  for (guint i = 0; i < BATCH && self->n_listed < self->edits->n; i++)
    append_edit (self);
  self->is_filled = self->n_listed == self->edits->n;
  if (self->is_filled)
    {
      append_possible (self);
      append_claims (self);
    }
  return G_SOURCE_CONTINUE;
}

static void
clear (CyanEditList *self)
{
  cyan_task_stop (&self->cancellable);
  if (self->filling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->filling);
  self->filling = 0;
  self->is_filled = FALSE;
  self->next = NULL;
  self->scrolled = gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller));
  cyan_widget_clear (self->groups);
  g_clear_pointer (&self->edits, cyan_edits_free);
  self->n_listed = 0;
  self->rows = NULL;
}

/* What a thread lists. */
typedef struct
{
  CyanComparison *comparison;
  CyanSourceSnapshot *known;
  CyanConfidence least;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  cyan_comparison_unref (self->comparison);
  cyan_source_snapshot_unref (self->known);
  g_free (self);
}

static gpointer
list_in_thread (gpointer data, G_GNUC_UNUSED const CyanTick *tick, G_GNUC_UNUSED GError **error)
{
  const Question *self = data;
  const CyanEditSources sources = cyan_source_snapshot_for_edits (self->known);

  return cyan_edits_new (self->comparison, &sources, self->least);
}

static void
on_edits (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanEditList *self = CYAN_EDIT_LIST (source);
  g_autoptr (CyanEdits) edits = cyan_task_finish (result, NULL);
  gboolean is_empty;

  if (!cyan_task_end (&self->cancellable, result) || edits == NULL)
    return;
  is_empty = edits->n == 0 && edits->n_less == 0 && self->claims->len == 0;
  self->edits = g_steal_pointer (&edits);
  gtk_widget_set_visible (self->empty_page, is_empty);
  gtk_widget_set_visible (GTK_WIDGET (self->scroller), !is_empty);
  self->filling = gtk_widget_add_tick_callback (GTK_WIDGET (self), fill, NULL, NULL);
}

/* Once it is shown. */
static void
start (CyanEditList *self)
{
  CyanComparison *comparison;
  Question *question;

  if (self->session == NULL || self->edits != NULL || self->cancellable != NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  comparison = cyan_session_comparison (self->session);
  if (comparison->compared.single)
    return;
  question = g_new (Question, 1);
  question->comparison = cyan_comparison_ref (comparison);
  question->known = cyan_source_snapshot_ref (cyan_session_model (self->session)->known);
  question->least = self->least;
  self->has_sources = question->known->parts != NULL;
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->cancellable), on_edits, NULL),
                 list_in_thread, question, question_free, (GDestroyNotify) cyan_edits_free);
}

static void
restart (CyanEditList *self)
{
  clear (self);
  start (self);
}

/* Once all sources are read. */
static void
on_sources (CyanEditList *self)
{
  if (!self->has_sources && cyan_session_model (self->session)->known->parts != NULL)
    restart (self);
}

/* ---- two functions ---- */

static void
show_pair (CyanEditList *self)
{
  const char *before, *after;
  g_autofree char *text = NULL;

  if (self->session != NULL && cyan_session_get_claimed_pair (self->session, &before, &after))
    {
      g_autofree char *one = cyan_name_for_sentence (before);
      g_autofree char *other = cyan_name_for_sentence (after);

      /* Translators: the names of a function before and of another one after. */
      text = g_strdup_printf (_ ("%s before, and %s after"), one, other);
    }
  else
    text = g_strdup (_ ("Select a removed function and click with Ctrl on an added one, or the "
                        "reverse, to say that they are one."));
  gtk_label_set_text (self->pair_label, text);
}

/* ---- widget ---- */

static void
cyan_edit_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_edit_list_parent_class)->map (widget);
  start (CYAN_EDIT_LIST (widget));
}

static void
leave (CyanEditList *self)
{
  cyan_edit_list_set_session (self, NULL, NULL);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
}

static void
cyan_edit_list_class_init (CyanEditListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  widget_class->map = cyan_edit_list_map;
  cyan_signal_new (class, "claim", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
  cyan_signal_new (class, "forget", 1, G_TYPE_UINT);
#define CHILD(member) CYAN_CHILD (CyanEditList, member)
  cyan_template_bind (class, "edit-list.ui", CHILD (empty_page), CHILD (scroller), CHILD (groups),
                      CHILD (pair_label), NULL);
}

static void
cyan_edit_list_init (CyanEditList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->answered = G_MAXUINT;
  self->least = CYAN_CONFIDENCE_LIKELY;
  self->claims = cyan_name_claims_new ();
}

void
cyan_edit_list_set_session (CyanEditList *self, CyanSession *session, const GPtrArray *claims)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (show_pair),
                    "notify::marked", G_CALLBACK (show_pair), "sources-changed",
                    G_CALLBACK (on_sources), NULL))
    return;
  clear (self);
  g_ptr_array_unref (self->claims);
  self->claims = cyan_name_claims_copy (claims);
  show_pair (self);
  start (self);
}
