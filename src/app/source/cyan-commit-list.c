/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits between two revisions that touched a function. */
#include "cyan-source-private.h"

#include "cyan-commits.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

#define TEXT_CHARS 200

struct _CyanCommitList
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkSpinner *spinner;
  GtkLabel *message_label;
  GtkListView *view;
  GtkSingleSelection *selection; /* the view's */
  GtkStringList *items;          /* the selection's; of commits */

  CyanSourceLocation *locations[2]; /* owned; NULL: there is nothing to list */
  CyanFunctionText *texts[2];       /* owned; either may be NULL */
  GPtrArray *touches;               /* owned; NULL until found */
  gboolean is_wanted;               /* whether nobody has looked for them yet */
  gboolean is_setting;
  GCancellable *cancellable; /* of the search under way, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanCommitList, cyan_commit_list, GTK_TYPE_WIDGET)

typedef struct
{
  CyanSourceLocation *locations[2];
  CyanFunctionText *texts[2];
} Request;

static gpointer
search_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Request *request = data;
  const CyanGitRevision before = cyan_source_location_revision (request->locations[0]);
  const CyanGitRevision after = cyan_source_location_revision (request->locations[1]);

  return cyan_function_commits (&before, &after, request->texts[0], request->texts[1], tick, error);
}

static void
show_message (CyanCommitList *self, const char *message)
{
  g_autofree char *text = cyan_text_for_label (message, TEXT_CHARS);

  gtk_label_set_text (self->message_label, text);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

static guint
n_items (CyanCommitList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

static void
show_touches (CyanCommitList *self)
{
  g_autofree const char **commits = NULL;

  if (self->touches->len == 0)
    {
      show_message (self, _ ("No commit between the two revisions touched this function."));
      return;
    }
  commits = g_new0 (const char *, self->touches->len + 1);
  for (guint i = 0; i < self->touches->len; i++)
    commits[i] = ((const CyanGitTouch *) g_ptr_array_index (self->touches, i))->commit;
  self->is_setting = TRUE;
  gtk_string_list_splice (self->items, 0, n_items (self), commits);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->is_setting = FALSE;
  gtk_stack_set_visible_child_name (self->stack, "list");
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanCommitList *self = CYAN_COMMIT_LIST (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) touches = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->cancellable, result))
    return;
  gtk_spinner_stop (self->spinner);
  if (touches != NULL)
    {
      self->touches = g_steal_pointer (&touches);
      show_touches (self);
    }
  else
    show_message (self, error->message);
}

static void
search (CyanCommitList *self)
{
  Request *request;

  if (!self->is_wanted || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->is_wanted = FALSE;
  request = cyan_job_new (Request);
  for (guint side = 0; side < 2; side++)
    {
      request->locations[side] = cyan_job_keep (
          request, cyan_source_location_ref (self->locations[side]), cyan_source_location_unref);
      if (self->texts[side] != NULL)
        request->texts[side] = cyan_job_keep (request, cyan_function_text_ref (self->texts[side]),
                                              cyan_function_text_unref);
    }
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->cancellable), on_found, NULL),
                 search_in_thread, request, cyan_job_free, (GDestroyNotify) g_ptr_array_unref);
  gtk_spinner_start (self->spinner);
  gtk_stack_set_visible_child_name (self->stack, "busy");
}

void
cyan_commit_list_clear (CyanCommitList *self)
{
  cyan_task_stop (&self->cancellable);
  gtk_spinner_stop (self->spinner);
  self->is_setting = TRUE;
  gtk_string_list_splice (self->items, 0, n_items (self), NULL);
  self->is_setting = FALSE;
  g_clear_pointer (&self->touches, g_ptr_array_unref);
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->locations[side], cyan_source_location_unref);
      g_clear_pointer (&self->texts[side], cyan_function_text_unref);
    }
  self->is_wanted = FALSE;
  show_message (self, _ ("The function's source is not known."));
}

gboolean
cyan_commit_list_can_list (CyanSourceLocation *before, CyanSourceLocation *after)
{
  /* Whether they are of one repository is found out with the commits. */
  return before != NULL && after != NULL && cyan_source_location_commit (before) != NULL
         && cyan_source_location_commit (after) != NULL;
}

void
cyan_commit_list_set_function (CyanCommitList *self,
                               CyanSourceLocation *before_location,
                               CyanSourceLocation *after_location,
                               CyanFunctionText *before,
                               CyanFunctionText *after)
{
  cyan_commit_list_clear (self);
  if (before == NULL && after == NULL)
    return;
  self->locations[0] = cyan_source_location_ref (before_location);
  self->locations[1] = cyan_source_location_ref (after_location);
  self->texts[0] = before != NULL ? cyan_function_text_ref (before) : NULL;
  self->texts[1] = after != NULL ? cyan_function_text_ref (after) : NULL;
  self->is_wanted = TRUE;
  search (self);
}

GPtrArray *
cyan_commit_list_chosen (CyanCommitList *self, guint *index)
{
  *index = gtk_single_selection_get_selected (self->selection);
  return *index != GTK_INVALID_LIST_POSITION ? self->touches : NULL;
}

gboolean
cyan_commit_list_go (CyanCommitList *self, gboolean older)
{
  guint n, selected, target;

  n = n_items (self);
  selected = gtk_single_selection_get_selected (self->selection);
  if (selected == GTK_INVALID_LIST_POSITION)
    target = older ? 0 : n;
  else if (older)
    target = selected + 1;
  else
    target = selected > 0 ? selected - 1 : n;
  if (target >= n)
    return FALSE;
  gtk_single_selection_set_selected (self->selection, target);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", target);
  return TRUE;
}

void
cyan_commit_list_unchoose (CyanCommitList *self)
{
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

/* ---- rows ---- */

/* The subject above; id, author, date and what it is below. */
static void
on_setup (CyanCommitList *self, GtkListItem *list_item)
{
  GtkWidget *subject = cyan_label_new (NULL, NULL, 0);
  GtkWidget *id = cyan_label_new (NULL, "caption monospace", 0);
  GtkWidget *author = cyan_label_new (NULL, "caption", 0);
  GtkWidget *date = cyan_label_new (NULL, "caption", 0);
  GtkWidget *reformat = cyan_label_new (_ ("only reformats it"), "caption dim-label", 0);
  GtkWidget *below = cyan_row_new (8, id, author, date, NULL);
  GtkWidget *row = cyan_column_new (2, subject, below, reformat, NULL);
  GtkWidget *const labels[] = { subject, id, author, date, reformat };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    gtk_label_set_single_line_mode (GTK_LABEL (labels[i]), TRUE);
  cyan_widget_set_margins (row, 8, 6);
  gtk_label_set_ellipsize (GTK_LABEL (subject), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (author), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (author, TRUE);
  gtk_widget_add_css_class (below, "dim-label");
  gtk_list_item_set_child (list_item, row);
}

static char *
date_text (const CyanGitTouch *touch, const char *format)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_offset (touch->author_offset * 60);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (touch->author_time);
  g_autoptr (GDateTime) date = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  char *text = date != NULL ? g_date_time_format (date, format) : NULL;

  return text != NULL ? text : g_strdup ("");
}

static void
on_bind (CyanCommitList *self, GtkListItem *list_item)
{
  const CyanGitTouch *touch =
      g_ptr_array_index (self->touches, gtk_list_item_get_position (list_item));
  GtkWidget *row = gtk_list_item_get_child (list_item);
  GtkWidget *subject = gtk_widget_get_first_child (row);
  GtkWidget *id = gtk_widget_get_first_child (gtk_widget_get_next_sibling (subject));
  GtkWidget *author = gtk_widget_get_next_sibling (id);
  GtkWidget *date = gtk_widget_get_next_sibling (author);
  g_autofree char *subject_text = cyan_text_for_label (touch->subject, TEXT_CHARS);
  g_autofree char *author_text = cyan_text_for_label (touch->author, TEXT_CHARS);
  g_autofree char *day = date_text (touch, "%F");
  g_autofree char *time = date_text (touch, "%c");
  g_autofree char *id_text = cyan_oid_short (touch->commit);
  g_autofree char *all =
      g_strdup_printf ("%s\n%s, %s\n%s", subject_text, author_text, time, touch->commit);
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s%s%s", subject_text, author_text, day,
                                             touch->is_reformat ? ", " : "",
                                             touch->is_reformat ? _ ("only reformats it") : "");

  gtk_label_set_text (GTK_LABEL (subject), subject_text);
  gtk_label_set_text (GTK_LABEL (id), id_text);
  gtk_label_set_text (GTK_LABEL (author), author_text);
  gtk_label_set_text (GTK_LABEL (date), day);
  gtk_widget_set_visible (gtk_widget_get_last_child (row), touch->is_reformat);
  cyan_widget_set_class (subject, "dim-label", touch->is_reformat);
  gtk_widget_set_tooltip_text (row, all);
  cyan_widget_set_spoken (row, spoken);
}

static void
on_selected (CyanCommitList *self)
{
  if (!self->is_setting)
    g_signal_emit_by_name (self, "chosen");
}

/* ---- the object ---- */

static void
cyan_commit_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_commit_list_parent_class)->map (widget);
  search (CYAN_COMMIT_LIST (widget));
}

static void
cyan_commit_list_class_init (CyanCommitListClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_commit_list_clear));
  widget_class->map = cyan_commit_list_map;
  cyan_signal_new (class, "chosen", 0);
  cyan_template_bind (class, "commit-list.ui", CYAN_CHILD (CyanCommitList, stack),
                      CYAN_CHILD (CyanCommitList, spinner),
                      CYAN_CHILD (CyanCommitList, message_label), CYAN_CHILD (CyanCommitList, view),
                      NULL);
}

static void
cyan_commit_list_init (CyanCommitList *self)
{
  g_autoptr (GtkListItemFactory) factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), self, NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_view_set_factory (self->view, factory);
  self->items = gtk_string_list_new (NULL);
  self->selection = g_object_new (GTK_TYPE_SINGLE_SELECTION, "autoselect", FALSE, "can-unselect",
                                  TRUE, "model", self->items, NULL);
  g_object_unref (self->items);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection);
  cyan_connect (self->selection, "notify::selected", on_selected, self);
  cyan_commit_list_clear (self);
}
