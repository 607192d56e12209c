/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks before anything runs.
 *
 * A thread reads the definition file, counts the revisions and looks into the store.
 */
#include "cyan-bisect-dialog.h"

#include <math.h>

#include "cyan-chooser.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#define MESSAGE_CHARS 300
#define OID_DIGITS    12

/* ---- which definition file a store has ---- */

#define KEY "definition-files"
/* Stores that are remembered. */
#define MAX_STORES 20

/* The one that was remembered for @store, or "track.ini" beside it; NULL if neither exists.  Caller
 * frees. */
static char *
definition_of (const char *store)
{
  g_autoptr (GVariant) known = NULL;
  g_autofree char *folder = g_path_get_dirname (store);
  g_autofree char *beside = g_build_filename (folder, "track.ini", NULL);
  const char *path;

  g_object_get (cyan_settings_get (), KEY, &known, NULL);
  for (gsize i = 0; i < g_variant_n_children (known); i++)
    {
      const char *of;

      g_variant_get_child (known, i, "(&s^&ay)", &of, &path);
      if (g_str_equal (of, store) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_strdup (path);
    }
  return g_file_test (beside, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&beside) : NULL;
}

static void
remember_definition (const char *store, const char *path)
{
  g_autoptr (GVariant) known = NULL;
  GVariantBuilder builder;

  if (!g_utf8_validate (store, -1, NULL))
    return;
  g_object_get (cyan_settings_get (), KEY, &known, NULL);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(say)"));
  g_variant_builder_add (&builder, "(s^ay)", store, path);
  for (gsize i = 0; i < MIN (g_variant_n_children (known), MAX_STORES - 1); i++)
    {
      const char *of, *other;

      g_variant_get_child (known, i, "(&s^&ay)", &of, &other);
      if (!g_str_equal (of, store))
        g_variant_builder_add (&builder, "(s^ay)", of, other);
    }
  g_object_set (cyan_settings_get (), KEY, g_variant_builder_end (&builder), NULL);
}

struct _CyanBisectDialog
{
  AdwWindow parent_instance;

  /* template children, borrowed */
  GtkWidget *find_button;
  AdwActionRow *definition_row;
  AdwActionRow *benchmark_row;
  AdwActionRow *revisions_row;
  GtkWidget *commands_group;
  AdwActionRow *build_row;
  AdwActionRow *run_row;
  AdwActionRow *measure_row;
  AdwActionRow *estimate_row;

  CyanBisectorRequest *request; /* owned; its definition is NULL until there is one */
  GCancellable *looking;        /* of the newest look; NULL if none is under way */
  GtkNativeDialog *chooser;     /* owned while open */
};

G_DEFINE_FINAL_TYPE (CyanBisectDialog, cyan_bisect_dialog, ADW_TYPE_WINDOW)

/* ---- what will run ---- */

/* All of @command: nothing runs that was not shown. */
static void
show_command (AdwActionRow *row, const char *command)
{
  g_autofree char *text =
      command != NULL ? cyan_text_for_label (command, MAX (1, strlen (command))) : NULL;

  adw_action_row_set_subtitle (row, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (row), text != NULL);
}

/* "about 8 builds and 64 runs, 12 min; at most 400 runs".  Caller frees. */
static char *
estimate_text (const CyanBisectorOutlook *outlook)
{
  g_autofree char *time =
      isnan (outlook->seconds) ? NULL : cyan_value_to_text (outlook->seconds, "s");

  if (time == NULL)
    return g_strdup_printf (_ ("About %u builds and %u runs; at most %u runs"), outlook->n_builds,
                            outlook->n_runs, outlook->budget);
  return g_strdup_printf (_ ("About %u builds and %u runs, %s; at most %u runs"), outlook->n_builds,
                          outlook->n_runs, time, outlook->budget);
}

static void
show_outlook (CyanBisectDialog *self, const CyanBisectorOutlook *outlook)
{
  g_autofree char *estimate = estimate_text (outlook);
  g_autofree char *revisions = g_strdup_printf (
      ngettext ("%'u revision, %.*s to %.*s", "%'u revisions, %.*s to %.*s", outlook->n_revisions),
      outlook->n_revisions, OID_DIGITS, self->request->good, OID_DIGITS, self->request->bad);

  adw_action_row_set_subtitle (self->revisions_row, revisions);
  show_command (self->build_row, outlook->build);
  show_command (self->run_row, outlook->run);
  show_command (self->measure_row, outlook->measure);
  g_free (self->request->agreed);
  self->request->agreed = g_strdup (outlook->commands);
  adw_action_row_set_subtitle (self->estimate_row, estimate);
  gtk_widget_set_visible (self->commands_group, TRUE);
  gtk_widget_set_sensitive (self->find_button, TRUE);
}

static void
show_definition (CyanBisectDialog *self, const char *problem)
{
  const char *path = self->request->definition;
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : NULL;
  g_autofree char *text = problem != NULL ? cyan_text_for_label (problem, MESSAGE_CHARS)
                          : name != NULL  ? g_steal_pointer (&name)
                                         : g_strdup (_ ("None: choose the file that “cyan track” "
                                                        "was run with"));

  adw_action_row_set_subtitle (self->definition_row, text);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (CyanBisectDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanBisectorOutlook) outlook = cyan_task_finish (result, &error);

  if (!cyan_task_end (&self->looking, result))
    return;
  if (outlook != NULL)
    show_outlook (self, outlook);
  else
    show_definition (self, error->message);
}

static void
look (CyanBisectDialog *self)
{
  CyanTaskCaller caller = { .done = on_looked };

  cyan_task_stop (&self->looking);
  gtk_widget_set_sensitive (self->find_button, FALSE);
  gtk_widget_set_visible (self->commands_group, FALSE);
  show_definition (self, NULL);
  if (self->request->definition == NULL)
    return;
  caller.cancellable = cyan_task_begin (&self->looking);
  caller.data = g_object_ref (self);
  cyan_bisector_look_async (self->request, &caller);
}

/* ---- the definition file ---- */

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanBisectDialog *self = object;

  if (paths == NULL)
    return;
  g_free (self->request->definition);
  self->request->definition = g_strdup (paths[0]);
  look (self);
}

static void
on_choose (CyanBisectDialog *self)
{
  cyan_chooser_show (cyan_chooser_new (GTK_WINDOW (self), _ ("Definition File"),
                                       GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose")),
                     on_chosen, self);
}

static void
on_find (CyanBisectDialog *self)
{
  remember_definition (self->request->store, self->request->definition);
  g_signal_emit_by_name (self, "find", self->request);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- object ---- */

static void
leave (CyanBisectDialog *self)
{
  cyan_task_stop (&self->looking);
  g_clear_pointer (&self->request, cyan_bisector_request_free);
}

static void
cyan_bisect_dialog_class_init (CyanBisectDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
#define CHILD(member) CYAN_CHILD (CyanBisectDialog, member)
  cyan_template_bind (class, "bisect-dialog.ui", CHILD (find_button), CHILD (definition_row),
                      CHILD (benchmark_row), CHILD (revisions_row), CHILD (commands_group),
                      CHILD (build_row), CHILD (run_row), CHILD (measure_row), CHILD (estimate_row),
                      NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  cyan_signal_new (class, "find", 1, G_TYPE_POINTER);
}

static void
cyan_bisect_dialog_init (CyanBisectDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  cyan_connect (self->definition_row, "activated", on_choose, self);
  cyan_connect (self->find_button, "clicked", on_find, self);
}

CyanBisectDialog *
cyan_bisect_dialog_new (GtkWindow *parent, const CyanBisectorRequest *request)
{
  CyanBisectDialog *self = g_object_new (CYAN_TYPE_BISECT_DIALOG, "transient-for", parent, NULL);
  g_autofree char *benchmark =
      g_strdup_printf ("%s \xc2\xb7 %s", request->benchmark, request->metric);
  g_autofree char *label = cyan_text_for_label (benchmark, MESSAGE_CHARS);
  g_autofree char *revisions =
      g_strdup_printf (_ ("%.*s to %.*s"), OID_DIGITS, request->good, OID_DIGITS, request->bad);

  self->request = cyan_bisector_request_copy (request);
  if (self->request->definition == NULL)
    self->request->definition = definition_of (request->store);
  adw_action_row_set_subtitle (self->benchmark_row, label);
  adw_action_row_set_subtitle (self->revisions_row, revisions);
  look (self);
  return self;
}
