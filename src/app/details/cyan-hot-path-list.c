/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The delta hot paths that there are. */
#include "cyan-details-private.h"

#include "cyan-hot-path.h"
#include "cyan-i18n.h"
#include "cyan-name-labels.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

struct _CyanHotPathList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *toggles;
  GtkExpander *expander;
  GtkListBox *list;

  CyanSession *session;
  const GPtrArray *listed; /* what the rows are of; only to be compared */
};

G_DEFINE_FINAL_TYPE (CyanHotPathList, cyan_hot_path_list, GTK_TYPE_WIDGET)

/* "+12 % by itself, called by main" */
static char *
path_words (CyanSession *session, const CyanHotPath *path)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanNode caller = comparison->compared.tree->parent[path->goal];
  g_autofree char *amount = cyan_comparison_delta_text (
      comparison, cyan_compared_self_difference (&comparison->compared, path->goal));
  g_autofree char *name = NULL;

  if (caller == CYAN_NODE_ROOT || caller == CYAN_NODE_NONE)
    return g_strdup_printf (_ ("%s by itself"), amount);
  name = cyan_name_for_sentence (cyan_comparison_name (comparison, caller));
  /* Translators: a change, and the name of the caller. */
  return g_strdup_printf (_ ("%s by itself, called by %s"), amount, name);
}

static GtkWidget *
row_new (CyanSession *session, const CyanHotPath *path, guint rank)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const char *name = cyan_comparison_name (comparison, path->goal);
  g_autofree char *words = path_words (session, path);
  g_autofree char *number = g_strdup_printf ("%u", rank + 1);
  g_autofree char *whole = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
  g_autofree char *spoken = g_strdup_printf ("%s, %s, %s", number, whole, words);
  GtkWidget *texts = cyan_column_new (2, cyan_name_lines_new (name),
                                      cyan_label_new (words, "caption dim-label", 30), NULL);
  GtkWidget *box = cyan_row_new (10, cyan_label_new (number, "dim-label numeric", 0), texts, NULL);

  cyan_widget_set_margins (box, 0, 4);
  return cyan_list_row_new (box, spoken);
}

static void
list_paths (CyanHotPathList *self, const GPtrArray *paths)
{
  self->listed = paths;
  cyan_widget_clear (self->list);
  for (guint i = 0; i < paths->len; i++)
    gtk_list_box_append (self->list, row_new (self->session, g_ptr_array_index (paths, i), i));
}

static void
update (CyanHotPathList *self)
{
  const GPtrArray *paths = self->session != NULL ? cyan_session_hot_paths (self->session) : NULL;
  gboolean any = paths != NULL && !cyan_session_comparison (self->session)->compared.single;
  gboolean several = any && paths->len > 1;
  /* Where nothing stands out, nothing is called slower or faster. */
  gboolean has_directions =
      any && cyan_ranking_answers (cyan_session_model (self->session)->ranking);
  g_autofree char *title = NULL;
  guint rank;

  gtk_widget_set_visible (GTK_WIDGET (self), several || has_directions);
  gtk_widget_set_visible (self->toggles, has_directions);
  gtk_widget_set_visible (GTK_WIDGET (self->expander), several);
  if (!several)
    {
      self->listed = NULL;
      return;
    }
  rank = cyan_session_hot_rank (self->session);
  title = g_strdup_printf (_ ("Hot path %u of %u"), rank + 1, paths->len);
  gtk_expander_set_label (self->expander, title);
  if (self->listed != paths)
    list_paths (self, paths);
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int) rank));
}

static void
on_activated (CyanHotPathList *self, GtkListBoxRow *row)
{
  cyan_session_show_nth_hot_path (self->session, (guint) gtk_list_box_row_get_index (row));
}

static void
cyan_hot_path_list_class_init (CyanHotPathListClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_hot_path_list_set_session));
#define CHILD(member) CYAN_CHILD (CyanHotPathList, member)
  cyan_template_bind (class, "hot-path-list.ui", CHILD (toggles), CHILD (expander), CHILD (list),
                      NULL);
}

static void
cyan_hot_path_list_init (CyanHotPathList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_connect (self->list, "row-activated", on_activated, self);
}

void
cyan_hot_path_list_set_session (CyanHotPathList *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::hot-path", G_CALLBACK (update),
                    "causes-changed", G_CALLBACK (update), NULL))
    return;
  self->listed = NULL;
  update (self);
}
