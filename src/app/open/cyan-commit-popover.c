/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commits to choose from. */
#include "cyan-open-private.h"

#include <string.h>

#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* The newest ones that are offered. */
#define MAX_COMMITS   3000
#define SUBJECT_CHARS 120
#define ID_CHARS      10
#define AUTHOR_CHARS  40
#define MESSAGE_CHARS 160

struct _CyanCommitPopover
{
  GtkPopover parent_instance;

  /* template children, borrowed */
  GtkEditable *entry;
  GtkLabel *message;
  GtkListView *view;

  GtkStringList *commits;     /* of row texts; owned */
  GtkStringFilter *filter;    /* owned */
  GtkSelectionModel *matches; /* of the commits; owned */
  char *folder;               /* or NULL */
  gboolean is_listed;
  GCancellable *listing; /* NULL if no task is under way */
};

G_DEFINE_FINAL_TYPE (CyanCommitPopover, cyan_commit_popover, GTK_TYPE_POPOVER)

/* "Subject\nid · date · author": both lines of a row, and what is searched. */
static char *
row_text (const CyanGitLogCommit *commit)
{
  g_autofree char *subject = cyan_text_for_label (commit->subject, SUBJECT_CHARS);
  g_autofree char *author = cyan_text_for_label (commit->author, AUTHOR_CHARS);
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (commit->author_time);
  g_autofree char *date = time != NULL ? g_date_time_format (time, "%F") : NULL;

  return g_strdup_printf ("%s\n%.*s · %s · %s", subject, ID_CHARS, commit->oid,
                          date != NULL ? date : "", author);
}

/* Returns row texts, the newest first, as a NULL-terminated list. */
static gpointer
list_in_thread (gpointer folder, const CyanTick *tick, GError **error)
{
  const CyanGitRange range = { .tip = "HEAD", .all = TRUE, .last = MAX_COMMITS };
  g_autoptr (GPtrArray) commits = cyan_git_log_range (folder, &range, tick, error);
  char **texts;

  if (commits == NULL)
    return NULL;
  texts = g_new0 (char *, commits->len + 1);
  for (guint i = 0; i < commits->len; i++)
    texts[i] = row_text (g_ptr_array_index (commits, commits->len - 1 - i));
  return texts;
}

static void
show_count (CyanCommitPopover *self)
{
  gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->matches)) == 0;

  if (self->is_listed)
    cyan_label_show (self->message, is_empty ? _ ("No such commit") : NULL);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanCommitPopover *self = CYAN_COMMIT_POPOVER (source);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) texts = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->listing, result))
    return;
  if (texts == NULL)
    {
      g_autofree char *text = cyan_text_for_label (error->message, MESSAGE_CHARS);

      cyan_label_show (self->message, text);
      return;
    }
  self->is_listed = TRUE;
  gtk_string_list_splice (self->commits, 0, 0, (const char *const *) texts);
  show_count (self);
}

static void
cyan_commit_popover_map (GtkWidget *widget)
{
  CyanCommitPopover *self = CYAN_COMMIT_POPOVER (widget);

  GTK_WIDGET_CLASS (cyan_commit_popover_parent_class)->map (widget);
  if (self->is_listed || self->listing != NULL || self->folder == NULL)
    return;
  cyan_label_show (self->message, _ ("Looking for commits"));
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->listing), on_listed, NULL),
                 list_in_thread, g_strdup (self->folder), g_free, (GDestroyNotify) g_strfreev);
}

/* ---- choosing ---- */

static void
on_activated (CyanCommitPopover *self, guint position)
{
  g_autoptr (GtkStringObject) item = g_list_model_get_item (G_LIST_MODEL (self->matches), position);
  g_autofree char *id = NULL;
  const char *below;

  if (item == NULL)
    return;
  below = strchr (gtk_string_object_get_string (item), '\n') + 1;
  id = g_strndup (below, strcspn (below, " "));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit_by_name (self, "chosen", id);
}

/* Enter takes the first one that matches. */
static void
on_enter (CyanCommitPopover *self)
{
  on_activated (self, 0);
}

static void
on_searched (CyanCommitPopover *self)
{
  gtk_string_filter_set_search (self->filter, gtk_editable_get_text (self->entry));
  show_count (self);
}

/* ---- rows ---- */

static void
on_setup (CyanCommitPopover *self, GtkListItem *item)
{
  GtkWidget *subject = cyan_label_new (NULL, NULL, 0);
  GtkWidget *below = cyan_label_new (NULL, "caption dim-label", 0);
  GtkWidget *row = cyan_column_new (2, subject, below, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (subject), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (below), PANGO_ELLIPSIZE_END);
  cyan_widget_set_margins (row, 8, 4);
  gtk_list_item_set_child (item, row);
}

static void
on_bind (CyanCommitPopover *self, GtkListItem *item)
{
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  GtkWidget *row = gtk_list_item_get_child (item);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 2);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (row)), lines[0]);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (row)), lines[1]);
  gtk_widget_set_tooltip_text (row, text);
  cyan_widget_set_spoken (row, text);
}

/* ---- object ---- */

static void
leave (CyanCommitPopover *self)
{
  cyan_task_stop (&self->listing);
  g_clear_object (&self->matches);
  g_clear_object (&self->filter);
  g_clear_object (&self->commits);
  g_clear_pointer (&self->folder, g_free);
}

static void
cyan_commit_popover_class_init (CyanCommitPopoverClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  GTK_WIDGET_CLASS (class)->map = cyan_commit_popover_map;
  cyan_signal_new (class, "chosen", 1, G_TYPE_STRING);
  cyan_template_bind (class, "commit-popover.ui", CYAN_CHILD (CyanCommitPopover, entry),
                      CYAN_CHILD (CyanCommitPopover, message), CYAN_CHILD (CyanCommitPopover, view),
                      NULL);
}

static void
cyan_commit_popover_init (CyanCommitPopover *self)
{
  GtkExpression *text = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  g_autoptr (GtkListItemFactory) factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), self, NULL);
  GtkFilterListModel *filtered;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->commits = gtk_string_list_new (NULL);
  self->filter = gtk_string_filter_new (text);
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->commits)),
                                        GTK_FILTER (g_object_ref (self->filter)));
  self->matches = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (filtered)));
  gtk_list_view_set_factory (self->view, factory);
  gtk_list_view_set_model (self->view, self->matches);
  cyan_connect (self->view, "activate", on_activated, self);
  cyan_connect (self->entry, "search-changed", on_searched, self);
  cyan_connect (self->entry, "activate", on_enter, self);
}

void
cyan_commit_popover_set_folder (CyanCommitPopover *self, const char *folder)
{
  cyan_task_stop (&self->listing);
  g_free (self->folder);
  self->folder = g_strdup (folder);
  self->is_listed = FALSE;
  gtk_string_list_splice (self->commits, 0, g_list_model_get_n_items (G_LIST_MODEL (self->commits)),
                          NULL);
  gtk_editable_set_text (self->entry, "");
}
