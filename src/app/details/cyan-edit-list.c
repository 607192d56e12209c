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

#include <adwaita.h>

/* Rows of each kind, and rows that are made at once. */
#define MAX_ROWS 100
#define BATCH    5

/* ---- rows ---- */

/* A label whose lines break; @style is a class, or NULL. */
static GtkWidget *
label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_widget_set_hexpand (label, TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
button_new (const char *text, const char *tooltip)
{
  GtkWidget *button = gtk_button_new_with_label (text);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "cyan-small");
  return button;
}

/* A row with @text and @caption (may be NULL).  Sets *@buttons to the place of its buttons. */
static GtkWidget *
row_new (const char *text, const char *caption, GtkBox **buttons)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 4));
  g_autofree char *spoken = g_strconcat (text, caption != NULL ? ", " : "", caption, NULL);

  *buttons = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  gtk_box_append (box, label_new (text, NULL));
  if (caption != NULL)
    {
      GtkWidget *words = label_new (caption, "caption");

      gtk_widget_add_css_class (words, "dim-label");
      gtk_box_append (box, words);
    }
  gtk_box_append (box, GTK_WIDGET (*buttons));
  gtk_widget_set_margin_start (GTK_WIDGET (box), 8);
  gtk_widget_set_margin_end (GTK_WIDGET (box), 8);
  gtk_widget_set_margin_top (GTK_WIDGET (box), 6);
  gtk_widget_set_margin_bottom (GTK_WIDGET (box), 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), GTK_WIDGET (box));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  return row;
}

struct _CyanEditList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkWidget *empty_page;
  GtkScrolledWindow *scroller;
  GtkBox *groups;
  GtkLabel *two_label;

  CyanSession *session;
  GPtrArray *claims;         /* owned, of CyanNameClaim */
  CyanEdits *edits;          /* owned; NULL until they are known */
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

enum
{
  CLAIM,
  FORGET,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* ---- rows ---- */

static GQuark
index_quark (void)
{
  return g_quark_from_static_string ("cyan-edit-index");
}

/* The index that @widget was made for. */
static guint
index_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_qdata (widget, index_quark ()));
}

static void
set_index (gpointer widget, guint index)
{
  g_object_set_qdata (widget, index_quark (), GUINT_TO_POINTER (index));
}

static void
on_activated (CyanEditList *self, GtkListBoxRow *row)
{
  cyan_session_jump (self->session, self->edits->at[index_of (row)].node);
}

static GtkListBox *
group_new (CyanEditList *self, const char *title)
{
  GtkWidget *heading = label_new (title, "heading");
  GtkWidget *rows = gtk_list_box_new ();

  gtk_widget_set_margin_top (heading, 6);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (rows), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (rows, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
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

  note_answer (self, index_of (button));
  cyan_edit_refusal (cyan_session_comparison (self->session), &self->edits->at[index_of (button)],
                     &before, &after);
  g_signal_emit (self, signals[CLAIM], 0, before, after, FALSE);
}

static void
on_joined (GtkButton *button, CyanEditList *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanEdit *edit = &self->edits->at[index_of (button)];

  note_answer (self, index_of (button));
  g_signal_emit (self, signals[CLAIM], 0, cyan_comparison_string (comparison, edit->before),
                 cyan_comparison_string (comparison, edit->after), TRUE);
}

static void
append_button (GtkBox *buttons, GtkWidget *button, guint index)
{
  set_index (button, index);
  gtk_box_append (buttons, button);
}

static GtkWidget *
edit_row_new (CyanEditList *self, guint index)
{
  const CyanEdit *edit = &self->edits->at[index];
  g_autofree char *words = cyan_edit_to_sentence (cyan_session_comparison (self->session), edit);
  g_autofree char *share = cyan_share_to_text (edit->share);
  /* Translators: a share. */
  g_autofree char *caption = g_strdup_printf (_ ("%s of the run"), share);
  GtkBox *buttons;
  GtkWidget *row = row_new (words, caption, &buttons);
  GtkWidget *button = button_new (_ ("Not So"), _ ("Compare again without this conclusion"));

  g_signal_connect (button, "clicked", G_CALLBACK (on_refused), self);
  append_button (buttons, button, index);
  if (edit->kind == CYAN_EDIT_REPLACED)
    {
      button = button_new (_ ("The Same"), _ ("Compare again with the two as one function"));
      g_signal_connect (button, "clicked", G_CALLBACK (on_joined), self);
      append_button (buttons, button, index);
    }
  set_index (row, index);
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
    default:
      return _ ("Inlined");
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
      g_signal_connect_swapped (self->rows, "row-activated", G_CALLBACK (on_activated), self);
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
      GtkWidget *label = label_new (rest, "caption");

      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (self->groups, label);
    }
}

/* ---- claims ---- */

static void
on_forgotten (GtkButton *button, CyanEditList *self)
{
  g_signal_emit (self, signals[FORGET], 0, index_of (button));
}

static void
append_claims (CyanEditList *self)
{
  GtkListBox *rows = self->claims->len > 0 ? group_new (self, _ ("Said by You")) : NULL;

  for (guint i = 0; i < self->claims->len; i++)
    {
      g_autofree char *words = cyan_claim_words (g_ptr_array_index (self->claims, i));
      GtkBox *buttons;
      GtkWidget *row = row_new (words, NULL, &buttons);
      GtkWidget *button = button_new (_ ("Undo"), _ ("Compare again as if it was not said"));

      g_signal_connect (button, "clicked", G_CALLBACK (on_forgotten), self);
      append_button (buttons, button, i);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      gtk_list_box_append (rows, row);
    }
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
    append_claims (self);
  return G_SOURCE_CONTINUE;
}

static void
clear (CyanEditList *self)
{
  GtkWidget *child;

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->filling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->filling);
  self->filling = 0;
  self->is_filled = FALSE;
  self->next = NULL;
  self->scrolled = gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (self->scroller));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->groups))) != NULL)
    gtk_box_remove (self->groups, child);
  g_clear_pointer (&self->edits, cyan_edits_free);
  self->n_listed = 0;
  self->rows = NULL;
}

static gpointer
list_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  return cyan_edits_new (data);
}

static void
on_edits (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanEditList *self = CYAN_EDIT_LIST (source);
  g_autoptr (CyanEdits) edits = cyan_task_finish (result, NULL);
  gboolean is_empty;

  if (edits == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  is_empty = edits->n == 0 && self->claims->len == 0;
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

  if (self->session == NULL || self->edits != NULL || self->cancellable != NULL
      || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  comparison = cyan_session_comparison (self->session);
  if (comparison->compared.single)
    return;
  self->cancellable = g_cancellable_new ();
  cyan_task_run (g_task_new (self, self->cancellable, on_edits, NULL), list_in_thread,
                 cyan_comparison_ref (comparison), (GDestroyNotify) cyan_comparison_unref,
                 (GDestroyNotify) cyan_edits_free, NULL, NULL);
}

/* ---- two functions ---- */

static void
show_two (CyanEditList *self)
{
  const char *before, *after;
  g_autofree char *text = NULL;

  if (self->session != NULL && cyan_session_get_two (self->session, &before, &after))
    {
      g_autofree char *one = cyan_name_for_sentence (before);
      g_autofree char *other = cyan_name_for_sentence (after);

      /* Translators: the names of a function before and of another one after. */
      text = g_strdup_printf (_ ("%s before, and %s after"), one, other);
    }
  else
    text = g_strdup (_ ("Select a removed function and click with Ctrl on an added one, or the "
                        "reverse, to say that they are one."));
  gtk_label_set_text (self->two_label, text);
}

/* ---- widget ---- */

static void
cyan_edit_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_edit_list_parent_class)->map (widget);
  start (CYAN_EDIT_LIST (widget));
}

static void
cyan_edit_list_dispose (GObject *object)
{
  CyanEditList *self = CYAN_EDIT_LIST (object);

  if (self->box != NULL)
    cyan_edit_list_set_session (self, NULL, NULL);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
  G_OBJECT_CLASS (cyan_edit_list_parent_class)->dispose (object);
}

static void
cyan_edit_list_class_init (CyanEditListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_edit_list_dispose;
  widget_class->map = cyan_edit_list_map;
  signals[CLAIM] =
      g_signal_new ("claim", CYAN_TYPE_EDIT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[FORGET] = g_signal_new ("forget", CYAN_TYPE_EDIT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/edit-list.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanEditList, box);
  gtk_widget_class_bind_template_child (widget_class, CyanEditList, empty_page);
  gtk_widget_class_bind_template_child (widget_class, CyanEditList, scroller);
  gtk_widget_class_bind_template_child (widget_class, CyanEditList, groups);
  gtk_widget_class_bind_template_child (widget_class, CyanEditList, two_label);
}

static void
cyan_edit_list_init (CyanEditList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->answered = G_MAXUINT;
  self->claims = cyan_name_claims_new ();
}

void
cyan_edit_list_set_session (CyanEditList *self, CyanSession *session, const GPtrArray *claims)
{
  g_return_if_fail (CYAN_IS_EDIT_LIST (self));

  if (!cyan_session_follow (&self->session, session, self))
    return;
  clear (self);
  g_ptr_array_unref (self->claims);
  self->claims = cyan_name_claims_copy (claims);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (show_two), self);
      g_signal_connect_swapped (session, "notify::marked", G_CALLBACK (show_two), self);
    }
  show_two (self);
  start (self);
}
