/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for two profiles and their sources. */
#include "cyan-open-dialog.h"

#include <glib/gi18n.h>

typedef enum
{
  ROW_BEFORE,
  ROW_AFTER,
  ROW_SOURCE_BEFORE,
  ROW_SOURCE_AFTER,
  N_ROWS
} RowKind;

struct _CyanOpenDialog
{
  AdwWindow parent_instance;

  /* template children, borrowed */
  GtkWidget *open_button;
  AdwActionRow *before_row;
  AdwActionRow *after_row;
  AdwActionRow *source_before_row;
  AdwActionRow *source_after_row;

  AdwActionRow *rows[N_ROWS]; /* the same by kind */
  GFile *files[N_ROWS];       /* owned; NULL where nothing is chosen */
  CyanMatchMethod match;
  GtkNativeDialog *chooser; /* owned while open */
};

G_DEFINE_FINAL_TYPE (CyanOpenDialog, cyan_open_dialog, ADW_TYPE_WINDOW)

enum
{
  OPEN,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
update_row (CyanOpenDialog *self, RowKind kind)
{
  g_autofree char *name = NULL;
  g_autofree char *markup = NULL;

  if (self->files[kind] != NULL)
    name = g_file_get_parse_name (self->files[kind]);
  else
    name = g_strdup (kind <= ROW_AFTER ? _ ("Choose a file") : _ ("None"));
  markup = g_markup_escape_text (name, -1);
  adw_action_row_set_subtitle (self->rows[kind], markup);
  gtk_widget_set_sensitive (self->open_button,
                            self->files[ROW_BEFORE] != NULL && self->files[ROW_AFTER] != NULL);
}

static void
set_file (CyanOpenDialog *self, RowKind kind, GFile *file)
{
  g_set_object (&self->files[kind], file);
  update_row (self, kind);
}

static void
on_chosen (GtkNativeDialog *chooser, int response, CyanOpenDialog *self)
{
  RowKind kind = (RowKind) GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chooser), "row"));

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GFile) first = g_list_model_get_item (files, 0);

      if (first != NULL)
        set_file (self, kind, first);
      /* Two files at once are before and after. */
      if (kind == ROW_BEFORE && g_list_model_get_n_items (files) > 1)
        {
          g_autoptr (GFile) second = g_list_model_get_item (files, 1);

          set_file (self, ROW_AFTER, second);
        }
    }
  g_clear_object (&self->chooser);
}

static void
on_row_activated (CyanOpenDialog *self, AdwActionRow *row)
{
  RowKind kind = ROW_BEFORE;
  gboolean folder;
  GtkFileChooserNative *chooser;

  while (self->rows[kind] != row)
    kind++;
  folder = kind >= ROW_SOURCE_BEFORE;
  chooser = gtk_file_chooser_native_new (
      adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), GTK_WINDOW (self),
      folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"),
      _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), kind == ROW_BEFORE);
  if (self->files[kind] != NULL)
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (chooser), self->files[kind], NULL);
  g_object_set_data (G_OBJECT (chooser), "row", GUINT_TO_POINTER (kind));
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen), self, 0);
  g_set_object (&self->chooser, GTK_NATIVE_DIALOG (chooser));
  g_object_unref (chooser);
  gtk_native_dialog_show (self->chooser);
}

static char *
path_of (CyanOpenDialog *self, RowKind kind)
{
  return self->files[kind] != NULL ? g_file_get_path (self->files[kind]) : NULL;
}

static void
on_open (CyanOpenDialog *self)
{
  g_autofree char *before = path_of (self, ROW_BEFORE);
  g_autofree char *after = path_of (self, ROW_AFTER);
  g_autofree char *source_before = path_of (self, ROW_SOURCE_BEFORE);
  g_autofree char *source_after = path_of (self, ROW_SOURCE_AFTER);
  g_autoptr (CyanRequest) request = NULL;

  if (before == NULL || after == NULL)
    return;
  request = cyan_request_new (before, after, source_before, source_after, self->match);
  g_signal_emit (self, signals[OPEN], 0, request);
  gtk_window_close (GTK_WINDOW (self));
}

static void
cyan_open_dialog_dispose (GObject *object)
{
  CyanOpenDialog *self = CYAN_OPEN_DIALOG (object);

  for (guint kind = 0; kind < N_ROWS; kind++)
    g_clear_object (&self->files[kind]);
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_OPEN_DIALOG);
  G_OBJECT_CLASS (cyan_open_dialog_parent_class)->dispose (object);
}

static void
cyan_open_dialog_class_init (CyanOpenDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_open_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/open-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanOpenDialog, open_button);
  gtk_widget_class_bind_template_child (widget_class, CyanOpenDialog, before_row);
  gtk_widget_class_bind_template_child (widget_class, CyanOpenDialog, after_row);
  gtk_widget_class_bind_template_child (widget_class, CyanOpenDialog, source_before_row);
  gtk_widget_class_bind_template_child (widget_class, CyanOpenDialog, source_after_row);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  signals[OPEN] = g_signal_new ("open", CYAN_TYPE_OPEN_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
cyan_open_dialog_init (CyanOpenDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows[ROW_BEFORE] = self->before_row;
  self->rows[ROW_AFTER] = self->after_row;
  self->rows[ROW_SOURCE_BEFORE] = self->source_before_row;
  self->rows[ROW_SOURCE_AFTER] = self->source_after_row;
  for (RowKind kind = ROW_BEFORE; kind < N_ROWS; kind++)
    {
      adw_action_row_add_suffix (self->rows[kind], gtk_image_new_from_icon_name (
                                                       kind <= ROW_AFTER ? "document-open-symbolic"
                                                                         : "folder-open-symbolic"));
      g_signal_connect_swapped (self->rows[kind], "activated", G_CALLBACK (on_row_activated), self);
      update_row (self, kind);
    }
  g_signal_connect_swapped (self->open_button, "clicked", G_CALLBACK (on_open), self);
}

CyanOpenDialog *
cyan_open_dialog_new (GtkWindow *parent, const CyanRequest *request)
{
  CyanOpenDialog *self = g_object_new (CYAN_TYPE_OPEN_DIALOG, "transient-for", parent, NULL);

  if (request != NULL)
    {
      const char *const paths[N_ROWS] = { request->before, request->after, request->source_before,
                                          request->source_after };

      self->match = request->match;
      for (RowKind kind = ROW_BEFORE; kind < N_ROWS; kind++)
        if (paths[kind] != NULL)
          {
            g_autoptr (GFile) file = g_file_new_for_path (paths[kind]);

            set_file (self, kind, file);
          }
    }
  return self;
}
