/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions that the search found.
 *
 * Rows are made a few at a time, so that the window responds while one types.
 */
#include "cyan-found-list.h"

#include "cyan-details-private.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-numbers.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* Functions that are listed, and rows that are made at once. */
#define MAX_ROWS 100
#define BATCH    5

struct _CyanFoundList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkScrolledWindow *scroller;
  GtkLabel *heading;
  GtkListBox *list;
  GtkLabel *rest;

  CyanSession *session;
  guint n_rows;  /* that were made */
  guint filling; /* the tick callback that makes more, or 0 */
  int marked;    /* the index of the function of the selected node, or -1 */
};

G_DEFINE_FINAL_TYPE (CyanFoundList, cyan_found_list, GTK_TYPE_WIDGET)

/* A row of the list. */
typedef struct
{
  CyanChip *chip;
  GtkLabel *words;
} FoundRow;

static GQuark
found_row_quark (void)
{
  return g_quark_from_static_string ("cyan-found-row");
}

static const CyanFoundFunction *
function_at (CyanFoundList *self, guint index)
{
  return &g_array_index (cyan_session_found (self->session)->functions, CyanFoundFunction, index);
}

/* The context that changed most. */
static CyanNode
largest_of (CyanFoundList *self, guint index)
{
  return g_array_index (cyan_session_found (self->session)->contexts, CyanNode,
                        function_at (self, index)->first);
}

static guint
n_listed (CyanFoundList *self)
{
  return MIN (cyan_session_found (self->session)->functions->len, MAX_ROWS);
}

static char *
change_text (CyanSession *session, double change)
{
  const CyanComparison *comparison = cyan_session_comparison (session);

  return comparison->compared.single
             ? cyan_share_to_text (change)
             : cyan_comparison_part_text (comparison, change, cyan_session_basis (session));
}

/* "+9.3 % in 3 contexts, modified" */
static char *
words_of (CyanFoundList *self, guint index)
{
  const CyanFoundFunction *function = function_at (self, index);
  g_autofree char *number = change_text (self->session, function->change);
  /* Left to right wherever one reads. */
  g_autofree char *change = g_strconcat ("\u2066", number, "\u2069", NULL);
  g_autofree char *status = cyan_numbers_function_words (self->session, largest_of (self, index));
  g_autofree char *sum = NULL;

  if (function->n_contexts > 1)
    /* Translators: a change or a share, and a number that is at least 2. */
    sum = g_strdup_printf (_ ("%s in %'u contexts"), change, function->n_contexts);
  return g_strconcat (sum != NULL ? sum : change, *status != '\0' ? ", " : "", status, NULL);
}

static void
update_row (CyanFoundList *self, guint index)
{
  GtkListBoxRow *widget = gtk_list_box_get_row_at_index (self->list, (int) index);
  FoundRow *row = g_object_get_qdata (G_OBJECT (widget), found_row_quark ());
  CyanNode node = largest_of (self, index);
  g_autofree char *name = cyan_text_for_label (
      cyan_comparison_name (cyan_session_comparison (self->session), node), CYAN_NAME_DRAWN_MAX);
  g_autofree char *words = words_of (self, index);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", name, words);

  cyan_chip_set_node (row->chip, self->session, node);
  gtk_label_set_text (row->words, words);
  cyan_widget_set_spoken (widget, spoken);
}

static void
append_row (CyanFoundList *self)
{
  guint index = self->n_rows++;
  const char *name =
      cyan_comparison_name (cyan_session_comparison (self->session), largest_of (self, index));
  FoundRow *row = g_new (FoundRow, 1);
  GtkWidget *chip = cyan_chip_new ();
  GtkWidget *words = cyan_label_new (NULL, "caption dim-label", 24);
  GtkWidget *texts = cyan_column_new (2, cyan_name_lines_new (name), words, NULL);
  GtkWidget *box = cyan_row_new (10, chip, texts, NULL);
  GtkWidget *widget = cyan_list_row_new (box, name);

  *row = (FoundRow){ CYAN_CHIP (chip), GTK_LABEL (words) };
  cyan_widget_set_margins (box, 0, 4);
  /* One goes on typing after a click. */
  gtk_widget_set_focus_on_click (widget, FALSE);
  g_object_set_qdata_full (G_OBJECT (widget), found_row_quark (), row, g_free);
  gtk_list_box_append (self->list, widget);
  update_row (self, index);
}

static void
scroll_to (CyanFoundList *self, GtkListBoxRow *row)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  graphene_rect_t area;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), gtk_widget_get_parent (GTK_WIDGET (self->list)),
                                 &area))
    gtk_adjustment_clamp_page (adjustment, area.origin.y, area.origin.y + area.size.height);
}

/* Marks the row of the selected node's function, if it is there. */
static void
show_marked (CyanFoundList *self)
{
  GtkListBoxRow *row =
      self->marked >= 0 ? gtk_list_box_get_row_at_index (self->list, self->marked) : NULL;

  gtk_list_box_select_row (self->list, row);
  if (row != NULL)
    scroll_to (self, row);
}

static void
mark_selected (CyanFoundList *self)
{
  const CyanFound *found = cyan_session_found (self->session);

  self->marked =
      found != NULL ? cyan_found_function_of (found, cyan_session_selected (self->session)) : -1;
  show_marked (self);
}

/* A batch for each frame, which measures them. */
static gboolean
fill (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  CyanFoundList *self = CYAN_FOUND_LIST (widget);
  int first = (int) self->n_rows;
  guint end = MIN (self->n_rows + BATCH, n_listed (self));

  while (self->n_rows < end)
    append_row (self);
  if (self->marked >= first && self->marked < (int) end)
    show_marked (self);
  if (end < n_listed (self))
    return G_SOURCE_CONTINUE;
  self->filling = 0;
  return G_SOURCE_REMOVE;
}

static void
clear (CyanFoundList *self)
{
  if (self->filling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->filling);
  self->filling = 0;
  cyan_widget_clear (self->list);
  self->n_rows = 0;
}

static void
on_found (CyanFoundList *self)
{
  const CyanFound *found = cyan_session_found (self->session);
  guint n = found != NULL ? found->functions->len : 0;
  g_autofree char *functions = NULL;
  g_autofree char *contexts = NULL;
  g_autofree char *both = NULL;
  g_autofree char *rest = NULL;

  clear (self);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    return;
  functions = g_strdup_printf (ngettext ("%'u function", "%'u functions", n), n);
  contexts = g_strdup_printf (ngettext ("%'u context", "%'u contexts", found->contexts->len),
                              found->contexts->len);
  both = g_strdup_printf ("%s, %s", functions, contexts);
  gtk_label_set_text (self->heading, both);
  n -= n_listed (self);
  if (n > 0)
    rest = g_strdup_printf (ngettext ("%'u more function", "%'u more functions", n), n);
  cyan_label_show (self->rest, rest);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  mark_selected (self);
  self->filling = gtk_widget_add_tick_callback (GTK_WIDGET (self), fill, NULL, NULL);
}

/* The sources. */
static void
update_rows (CyanFoundList *self)
{
  for (guint i = 0; i < self->n_rows; i++)
    update_row (self, i);
}

/* The next context of a function that is selected already. */
static void
on_activated (CyanFoundList *self, GtkListBoxRow *row)
{
  const CyanFound *found = cyan_session_found (self->session);
  int index = gtk_list_box_row_get_index (row);
  CyanNode node = cyan_session_selected (self->session);
  CyanNode next = cyan_found_step (found, node, FALSE);

  if (cyan_found_function_of (found, node) != index
      || cyan_found_function_of (found, next) != index)
    next = largest_of (self, (guint) index);
  cyan_session_select (self->session, next);
}

void
cyan_found_list_move (CyanFoundList *self, gboolean up)
{
  const CyanFound *found;
  int index;

  found = self->session != NULL ? cyan_session_found (self->session) : NULL;
  if (found == NULL || found->functions->len == 0)
    return;
  index = cyan_found_function_of (found, cyan_session_selected (self->session)) + (up ? -1 : 1);
  index = CLAMP (index, 0, (int) n_listed (self) - 1);
  cyan_session_select (self->session, largest_of (self, (guint) index));
}

static void
cyan_found_list_class_init (CyanFoundListClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_found_list_set_session));
#define CHILD(member) CYAN_CHILD (CyanFoundList, member)
  cyan_template_bind (class, "found-list.ui", CHILD (box), CHILD (scroller), CHILD (heading),
                      CHILD (list), CHILD (rest), NULL);
}

static void
cyan_found_list_init (CyanFoundList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_connect (self->list, "row-activated", on_activated, self);
}

void
cyan_found_list_set_session (CyanFoundList *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::found", G_CALLBACK (on_found),
                    "notify::selected", G_CALLBACK (mark_selected), "sources-changed",
                    G_CALLBACK (update_rows), NULL))
    return;
  clear (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (session != NULL)
    on_found (self);
}
