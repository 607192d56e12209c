/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revision of a folder in a git repository. */
#include "cyan-open-private.h"

#include <string.h>

#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-source-files.h"
#include "cyan-source-location.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Milliseconds without a key after which what is typed is looked up. */
#define CHECK_DELAY 200
/* Branches and tags that are offered. */
#define MAX_NAMES     500
#define MESSAGE_CHARS 160
/* Digits of a commit that people read. */
#define SHORT_COMMIT 12

struct _CyanRevisionRow
{
  AdwActionRow parent_instance;

  /* template children, borrowed */
  GtkEntry *entry;
  CyanCommitPopover *commits;
  GtkListStore *names; /* of strings */

  char *folder;          /* or NULL */
  GCancellable *listing; /* of the newest task of each kind; NULL if none is under way */
  GCancellable *checking;
  guint check_timer;
  gboolean is_required;
};

G_DEFINE_FINAL_TYPE (CyanRevisionRow, cyan_revision_row, ADW_TYPE_ACTION_ROW)

static void
show_message (CyanRevisionRow *self, const char *text, gboolean is_error)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), text);
  cyan_widget_set_class (self->entry, "error", is_error);
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
      is_error ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* ---- whether there is such a revision ---- */

static gpointer
check_in_thread (gpointer location, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanSourceLocation) opened = cyan_source_location_open (location, error);

  return opened != NULL ? g_strdup (cyan_source_location_commit (opened)) : NULL;
}

/* The folder is told above. */
static const char *
without_folder (const CyanRevisionRow *self, const char *message)
{
  gsize length = self->folder != NULL ? strlen (self->folder) : 0;

  return length > 0 && g_str_has_prefix (message, self->folder)
                 && g_str_has_prefix (message + length, ": ")
             ? message + length + strlen (": ")
             : message;
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanRevisionRow *self = CYAN_REVISION_ROW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *commit = cyan_task_finish (result, &error);
  g_autofree char *text = NULL;

  if (!cyan_task_end (&self->checking, result))
    return;
  if (error != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (without_folder (self, error->message), -1);

      text = cyan_text_for_label (valid, MESSAGE_CHARS);
    }
  else
    text = g_strdup_printf (_ ("Commit %.*s"), SHORT_COMMIT, commit != NULL ? commit : "");
  show_message (self, text, error != NULL);
}

static gboolean
check (gpointer data)
{
  CyanRevisionRow *self = data;
  const char *revision = cyan_revision_row_get_revision (self);

  self->check_timer = 0;
  if (revision == NULL || self->folder == NULL)
    return G_SOURCE_REMOVE;
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->checking), on_checked, NULL),
                 check_in_thread, cyan_source_files_join (self->folder, revision), g_free, g_free);
  return G_SOURCE_REMOVE;
}

static void
on_changed (CyanRevisionRow *self)
{
  cyan_task_stop (&self->checking);
  g_clear_handle_id (&self->check_timer, g_source_remove);
  show_message (self,
                cyan_revision_row_get_revision (self) != NULL ? _ ("Looking for it…")
                : self->is_required                           ? ""
                                    : _ ("The working tree: files as they are now"),
                FALSE);
  if (cyan_revision_row_get_revision (self) != NULL)
    self->check_timer = g_timeout_add (CHECK_DELAY, check, self);
  g_signal_emit_by_name (self, "changed");
}

/* ---- what there is to choose from ---- */

static gpointer
list_in_thread (gpointer folder, const CyanTick *tick, GError **error)
{
  return cyan_git_list_refs (folder, MAX_NAMES, error);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanRevisionRow *self = CYAN_REVISION_ROW (source);
  g_autoptr (GPtrArray) names = cyan_task_finish (result, NULL);

  if (!cyan_task_end (&self->listing, result) || names == NULL)
    return;
  for (guint i = 0; i < names->len; i++)
    gtk_list_store_insert_with_values (self->names, NULL, -1, 0, g_ptr_array_index (names, i), -1);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  g_signal_emit_by_name (self, "repository", self->folder);
}

/* Any part of a name will do. */
static gboolean
matches (GtkEntryCompletion *completion, const char *key, GtkTreeIter *iter, gpointer data)
{
  CyanRevisionRow *self = data;
  g_autofree char *name = NULL;
  g_autofree char *folded = NULL;

  gtk_tree_model_get (GTK_TREE_MODEL (self->names), iter, 0, &name, -1);
  folded = g_utf8_casefold (name, -1);
  return strstr (folded, key) != NULL;
}

static void
on_chosen (CyanRevisionRow *self, const char *commit)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), commit);
}

/* ---- object ---- */

static void
leave (CyanRevisionRow *self)
{
  cyan_task_stop (&self->listing);
  cyan_task_stop (&self->checking);
  g_clear_handle_id (&self->check_timer, g_source_remove);
  g_clear_pointer (&self->folder, g_free);
}

static void
cyan_revision_row_class_init (CyanRevisionRowClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  g_type_ensure (CYAN_TYPE_COMMIT_POPOVER);
  cyan_template_bind (class, "revision-row.ui", CYAN_CHILD (CyanRevisionRow, entry),
                      CYAN_CHILD (CyanRevisionRow, commits), CYAN_CHILD (CyanRevisionRow, names),
                      NULL);
  cyan_signal_new (class, "repository", 1, G_TYPE_STRING);
  cyan_signal_new (class, "changed", 0);
}

static void
cyan_revision_row_init (CyanRevisionRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_entry_completion_set_match_func (gtk_entry_get_completion (self->entry), matches, self, NULL);
  cyan_connect (self->commits, "chosen", on_chosen, self);
  cyan_connect (self->entry, "changed", on_changed, self);
  on_changed (self);
}

void
cyan_revision_row_set_folder (CyanRevisionRow *self, const char *folder)
{
  if (g_strcmp0 (self->folder, folder) == 0)
    return;
  cyan_task_stop (&self->listing);
  g_free (self->folder);
  self->folder = g_strdup (folder);
  gtk_list_store_clear (self->names);
  cyan_commit_popover_set_folder (self->commits, folder);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (folder == NULL)
    return;
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->listing), on_listed, NULL),
                 list_in_thread, g_strdup (folder), g_free, (GDestroyNotify) g_ptr_array_unref);
}

void
cyan_revision_row_set_revision (CyanRevisionRow *self, const char *revision)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), revision != NULL ? revision : "");
  /* Also where there is no repository any more: it says so. */
  if (revision != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

void
cyan_revision_row_set_required (CyanRevisionRow *self)
{
  self->is_required = TRUE;
  on_changed (self);
}

const char *
cyan_revision_row_get_revision (CyanRevisionRow *self)
{
  const char *text;

  text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  return *text != '\0' ? text : NULL;
}
