/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The welcome page. */
#include "cyan-welcome.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "cyan-settings.h"

#define MAX_PAIRS  10
#define RECENT_KEY "recent-pairs"

typedef enum
{
  SIDE_BEFORE,
  SIDE_AFTER,
  N_SIDES
} Side;

struct _CyanWelcome
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *scroller;
  GtkWidget *before_button;
  GtkWidget *after_button;
  GtkLabel *before_label;
  GtkLabel *after_label;
  GtkWidget *recent_box;
  GtkListBox *recent_list;

  GFile *files[N_SIDES];    /* owned */
  GtkNativeDialog *chooser; /* owned while open */
  Side chooser_side;
};

G_DEFINE_FINAL_TYPE (CyanWelcome, cyan_welcome, GTK_TYPE_WIDGET)

enum
{
  OPEN_PAIR,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
show_side (CyanWelcome *self, Side side)
{
  GtkLabel *label = side == SIDE_BEFORE ? self->before_label : self->after_label;
  g_autofree char *name = NULL;

  if (self->files[side] != NULL)
    name = g_file_get_basename (self->files[side]);
  if (name != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (name, -1);

      gtk_label_set_text (label, valid);
    }
  else if (self->files[SIDE_BEFORE] != NULL || self->files[SIDE_AFTER] != NULL)
    gtk_label_set_text (label, _ ("Waiting for this one"));
  else
    gtk_label_set_text (label, _ ("Drop a file, or click to choose"));
}

static void
set_file (CyanWelcome *self, Side side, GFile *file)
{
  g_set_object (&self->files[side], file);
  show_side (self, SIDE_BEFORE);
  show_side (self, SIDE_AFTER);
  if (self->files[SIDE_BEFORE] != NULL && self->files[SIDE_AFTER] != NULL)
    {
      g_autoptr (GFile) before = g_steal_pointer (&self->files[SIDE_BEFORE]);
      g_autoptr (GFile) after = g_steal_pointer (&self->files[SIDE_AFTER]);

      show_side (self, SIDE_BEFORE);
      show_side (self, SIDE_AFTER);
      g_signal_emit (self, signals[OPEN_PAIR], 0, before, after);
    }
}

/* The first file goes to @side, a second one to the other side. */
static void
take_files (CyanWelcome *self, Side side, GFile *first, GFile *second)
{
  if (second == NULL)
    {
      set_file (self, side, first);
      return;
    }
  g_clear_object (&self->files[SIDE_AFTER]);
  set_file (self, SIDE_BEFORE, first);
  set_file (self, SIDE_AFTER, second);
}

static gboolean
on_drop (CyanWelcome *self, const GValue *value, double x, double y, GtkDropTarget *target)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  GSList *files = g_value_get_boxed (value);

  if (files == NULL)
    return FALSE;
  take_files (self, button == self->before_button ? SIDE_BEFORE : SIDE_AFTER, files->data,
              files->next != NULL ? files->next->data : NULL);
  return TRUE;
}

static void
on_chosen (GtkNativeDialog *chooser, int response, CyanWelcome *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
      g_autoptr (GFile) first = g_list_model_get_item (files, 0);
      g_autoptr (GFile) second = g_list_model_get_item (files, 1);

      if (first != NULL)
        take_files (self, self->chooser_side, first, second);
    }
  g_clear_object (&self->chooser);
}

static void
on_clicked (CyanWelcome *self, GtkWidget *button)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *chooser;

  self->chooser_side = button == self->before_button ? SIDE_BEFORE : SIDE_AFTER;
  chooser = gtk_file_chooser_native_new (
      self->chooser_side == SIDE_BEFORE ? _ ("Profile Before") : _ ("Profile After"),
      GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), TRUE);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_chosen), self, 0);
  g_set_object (&self->chooser, GTK_NATIVE_DIALOG (chooser));
  g_object_unref (chooser);
  gtk_native_dialog_show (self->chooser);
}

/* ---- pairs of late ---- */

static void
on_pair_activated (CyanWelcome *self, GtkWidget *row)
{
  GFile *before = g_object_get_data (G_OBJECT (row), "before");
  GFile *after = g_object_get_data (G_OBJECT (row), "after");

  g_signal_emit (self, signals[OPEN_PAIR], 0, before, after);
}

static GtkWidget *
pair_row_new (CyanWelcome *self, const char *before_uri, const char *after_uri)
{
  g_autoptr (GFile) before = g_file_new_for_uri (before_uri);
  g_autoptr (GFile) after = g_file_new_for_uri (after_uri);
  g_autofree char *before_name = g_file_get_basename (before);
  g_autofree char *after_name = g_file_get_basename (after);
  g_autoptr (GFile) folder = g_file_get_parent (after);
  g_autofree char *folder_name = folder != NULL ? g_file_get_parse_name (folder) : NULL;
  g_autofree char *title = g_strdup_printf (_ ("%s → %s"), before_name, after_name);
  g_autofree char *valid = g_utf8_make_valid (title, -1);
  GtkWidget *row = adw_action_row_new ();

  g_object_set (row, "use-markup", FALSE, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), valid);
  if (folder_name != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), folder_name);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "before", g_steal_pointer (&before), g_object_unref);
  g_object_set_data_full (G_OBJECT (row), "after", g_steal_pointer (&after), g_object_unref);
  g_signal_connect_object (row, "activated", G_CALLBACK (on_pair_activated), self,
                           G_CONNECT_SWAPPED);
  return row;
}

static void
show_pairs (CyanWelcome *self)
{
  GSettings *settings = cyan_settings_get ();
  const char *before, *after;
  GtkWidget *row;
  guint n = 0;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->recent_list))) != NULL)
    gtk_list_box_remove (self->recent_list, row);
  if (settings != NULL)
    {
      g_autoptr (GVariant) pairs = g_settings_get_value (settings, RECENT_KEY);
      GVariantIter iter;

      g_variant_iter_init (&iter, pairs);
      for (; g_variant_iter_next (&iter, "(&s&s)", &before, &after); n++)
        gtk_list_box_append (self->recent_list, pair_row_new (self, before, after));
    }
  gtk_widget_set_visible (self->recent_box, n > 0);
}

void
cyan_welcome_remember_pair (GFile *before, GFile *after)
{
  GSettings *settings = cyan_settings_get ();
  g_autofree char *before_uri = g_file_get_uri (before);
  g_autofree char *after_uri = g_file_get_uri (after);
  g_autoptr (GVariant) old = NULL;
  GVariantBuilder pairs;
  GVariantIter iter;
  const char *other_before, *other_after;
  guint n = 1;

  if (settings == NULL)
    return;
  old = g_settings_get_value (settings, RECENT_KEY);
  g_variant_builder_init (&pairs, G_VARIANT_TYPE ("a(ss)"));
  g_variant_builder_add (&pairs, "(ss)", before_uri, after_uri);
  g_variant_iter_init (&iter, old);
  while (n < MAX_PAIRS && g_variant_iter_next (&iter, "(&s&s)", &other_before, &other_after))
    if (g_strcmp0 (other_before, before_uri) != 0 || g_strcmp0 (other_after, after_uri) != 0)
      {
        g_variant_builder_add (&pairs, "(ss)", other_before, other_after);
        n++;
      }
  g_settings_set_value (settings, RECENT_KEY, g_variant_builder_end (&pairs));
}

/* ---- object ---- */

static void
cyan_welcome_dispose (GObject *object)
{
  CyanWelcome *self = CYAN_WELCOME (object);

  g_clear_object (&self->files[SIDE_BEFORE]);
  g_clear_object (&self->files[SIDE_AFTER]);
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_WELCOME);
  G_OBJECT_CLASS (cyan_welcome_parent_class)->dispose (object);
}

static void
cyan_welcome_class_init (CyanWelcomeClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_welcome_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, scroller);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, before_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, after_button);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, before_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, after_label);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, recent_box);
  gtk_widget_class_bind_template_child (widget_class, CyanWelcome, recent_list);
  signals[OPEN_PAIR] = g_signal_new ("open-pair", CYAN_TYPE_WELCOME, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_FILE, G_TYPE_FILE);
}

static void
add_drop_target (CyanWelcome *self, GtkWidget *button)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (target));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_clicked), self);
}

static void
cyan_welcome_init (CyanWelcome *self)
{
  GSettings *settings = cyan_settings_get ();

  gtk_widget_init_template (GTK_WIDGET (self));
  add_drop_target (self, self->before_button);
  add_drop_target (self, self->after_button);
  show_side (self, SIDE_BEFORE);
  show_side (self, SIDE_AFTER);
  show_pairs (self);
  if (settings != NULL)
    g_signal_connect_object (settings, "changed::" RECENT_KEY, G_CALLBACK (show_pairs), self,
                             G_CONNECT_SWAPPED);
}
