/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks for what is to be tried.
 *
 * Threads look whether the folder is in a repository, how its revisions are built, and which
 * recorders can record here.
 */
#include "cyan-try-dialog.h"

#include "cyan-chooser.h"
#include "cyan-error.h"
#include "cyan-git-log.h"
#include "cyan-i18n.h"
#include "cyan-open-private.h"
#include "cyan-task.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Milliseconds without a key after which what is typed is looked at. */
#define LOOK_DELAY    200
#define MESSAGE_CHARS 200
/* Seconds, as those of `cyan try`. */
#define TIMEOUT       600
#define BUILD_TIMEOUT 3600

struct _CyanTryDialog
{
  AdwWindow parent_instance;

  /* template children, borrowed */
  GtkWidget *try_button;
  AdwActionRow *repository_row;
  CyanRevisionRow *revision_before_row;
  CyanRevisionRow *revision_after_row;
  AdwActionRow *command_row;
  GtkEditable *command_entry;
  AdwActionRow *build_row;
  GtkEditable *build_entry;
  AdwComboRow *recorder_row; /* automatic, then those of recorders */
  GtkSpinButton *runs_button;

  CyanRevisionRow *revisions[2]; /* the same by side */
  char *folder;                  /* of the repository, or NULL */
  GArray *recorders;             /* of CyanRecorder; those that can record here */
  int wanted;                    /* recorder to be selected when they are known; -1: automatic */
  GCancellable *looking;         /* of the newest look; NULL if none is under way */
  guint look_timer;
};

G_DEFINE_FINAL_TYPE (CyanTryDialog, cyan_try_dialog, ADW_TYPE_WINDOW)

/* The command as a program with its arguments, or NULL. */
static char **
parse_command (CyanTryDialog *self, GError **error)
{
  char **command = NULL;

  g_shell_parse_argv (gtk_editable_get_text (self->command_entry), NULL, &command, error);
  return command;
}

static void
show_path (CyanTryDialog *self, const char *problem)
{
  g_autofree char *name = self->folder != NULL ? g_filename_display_name (self->folder) : NULL;
  g_autofree char *text = problem != NULL ? cyan_text_for_label (problem, MESSAGE_CHARS)
                          : name != NULL  ? g_steal_pointer (&name)
                                          : g_strdup (_ ("None"));

  adw_action_row_set_subtitle (self->repository_row, text);
}

/* ---- what the files say ---- */

typedef struct
{
  char *folder;
  char *revisions[2]; /* or NULL */
  char **command;     /* or NULL */
} Question;

/* All are owned, or NULL. */
typedef struct
{
  char *no_repository; /* why there is none */
  char *build;
  char *because;
  char *no_build; /* what has to be installed */
  gboolean builds_nothing;
} Answer;

static gpointer
look_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Question *question = data;
  Answer *answer = cyan_job_new (Answer);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GPtrArray) refs = cyan_git_list_refs (question->folder, 1, &reason);
  g_auto (CyanBuildGuess) guess = { 0 };

  if (refs == NULL)
    answer->no_repository = cyan_job_dup (answer, reason->message);
  else if (question->command == NULL || question->revisions[0] == NULL
           || question->revisions[1] == NULL)
    return answer;
  else if (cyan_build_guess (question->folder, (const char *const *) question->revisions,
                             (const char *const *) question->command, &guess, &reason))
    {
      answer->build = cyan_job_keep (answer, g_steal_pointer (&guess.text), g_free);
      answer->because = cyan_job_dup (answer, guess.because);
      answer->builds_nothing = answer->build == NULL;
    }
  /* Rows of the revisions say that there is no such revision. */
  else if (g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED))
    answer->no_build = cyan_job_dup (answer, reason->message);
  return answer;
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanTryDialog *self = CYAN_TRY_DIALOG (source);
  Answer *answer = cyan_task_finish (result, NULL);
  g_autofree char *why = NULL;

  if (!cyan_task_end (&self->looking, result) || answer == NULL)
    {
      cyan_job_free (answer);
      return;
    }
  show_path (self, answer->no_repository);
  if (answer->because != NULL)
    why = g_strdup_printf (_ ("The default, because there is a %s"), answer->because);
  else if (answer->no_build != NULL)
    why = cyan_text_for_label (answer->no_build, MESSAGE_CHARS);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->build_entry),
                                  answer->builds_nothing ? _ ("Nothing to build") : answer->build);
  adw_action_row_set_subtitle (self->build_row, why != NULL ? why : "");
  cyan_job_free (answer);
}

static gboolean
look (gpointer data)
{
  CyanTryDialog *self = data;
  Question *question;

  self->look_timer = 0;
  if (self->folder == NULL)
    return G_SOURCE_REMOVE;
  question = cyan_job_new (Question);
  question->folder = cyan_job_dup (question, self->folder);
  for (guint side = 0; side < 2; side++)
    question->revisions[side] =
        cyan_job_dup (question, cyan_revision_row_get_revision (self->revisions[side]));
  question->command = cyan_job_keep (question, parse_command (self, NULL), g_strfreev);
  cyan_task_run (cyan_task_new_quiet (self, cyan_task_begin (&self->looking), on_looked, NULL),
                 look_in_thread, question, cyan_job_free, cyan_job_free);
  return G_SOURCE_REMOVE;
}

/* Something is another than before. */
static void
on_changed (CyanTryDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) command = parse_command (self, &error);
  gboolean is_wrong =
      error != NULL && !g_error_matches (error, G_SHELL_ERROR, G_SHELL_ERROR_EMPTY_STRING);

  cyan_widget_set_class (self->command_entry, "error", is_wrong);
  adw_action_row_set_subtitle (
      self->command_row,
      is_wrong
          ? _ ("The command is not complete")
          : _ ("Starts in a folder with the revision’s files; $CYAN_BUILD is the build folder"));
  gtk_widget_set_sensitive (self->try_button,
                            self->folder != NULL && command != NULL
                                && cyan_revision_row_get_revision (self->revisions[0]) != NULL
                                && cyan_revision_row_get_revision (self->revisions[1]) != NULL);
  cyan_task_stop (&self->looking);
  g_clear_handle_id (&self->look_timer, g_source_remove);
  self->look_timer = g_timeout_add (LOOK_DELAY, look, self);
}

/* ---- recorders ---- */

static gpointer
list_recorders_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  GArray *recorders = g_array_new (FALSE, FALSE, sizeof (CyanRecorder));

  for (guint i = 0; cyan_recorder_names[i] != NULL; i++)
    {
      CyanRecorder recorder = (CyanRecorder) i;

      if (cyan_recorder_check (recorder, NULL))
        g_array_append_val (recorders, recorder);
    }
  return recorders;
}

static void
show_recorders (CyanTryDialog *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = 0;

  gtk_string_list_append (names, _ ("Automatic"));
  for (guint i = 0; i < self->recorders->len; i++)
    {
      CyanRecorder recorder = g_array_index (self->recorders, CyanRecorder, i);

      gtk_string_list_append (names, recorder == CYAN_RECORDER_NONE
                                         ? C_ ("recorder", "None")
                                         : cyan_recorder_names[recorder]);
      if ((int) recorder == self->wanted)
        selected = i + 1;
    }
  adw_combo_row_set_model (self->recorder_row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (self->recorder_row, selected);
  gtk_widget_set_sensitive (GTK_WIDGET (self->recorder_row), self->recorders->len > 0);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanTryDialog *self = CYAN_TRY_DIALOG (source);
  g_autoptr (GArray) recorders = cyan_task_finish (result, NULL);

  g_application_release (g_application_get_default ());
  /* It may be closed already. */
  if (recorders == NULL || self->recorders == NULL)
    return;
  g_array_unref (self->recorders);
  self->recorders = g_steal_pointer (&recorders);
  show_recorders (self);
}

/* ---- the repository ---- */

static void
set_folder (CyanTryDialog *self, const char *folder)
{
  char *copy = g_strdup (folder);

  g_free (self->folder);
  self->folder = copy;
  for (guint side = 0; side < 2; side++)
    cyan_revision_row_set_folder (self->revisions[side], copy);
  show_path (self, NULL);
  on_changed (self);
}

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  if (paths != NULL)
    set_folder (object, paths[0]);
}

static void
on_choose (CyanTryDialog *self)
{
  GtkFileChooser *chooser = cyan_chooser_new (GTK_WINDOW (self), _ ("Repository"),
                                              GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"));

  cyan_chooser_begin_at (chooser, self->folder);
  cyan_chooser_show (chooser, on_chosen, self);
}

static void
on_try (CyanTryDialog *self)
{
  g_auto (GStrv) command = parse_command (self, NULL);
  const char *build = gtk_editable_get_text (self->build_entry);
  guint selected = adw_combo_row_get_selected (self->recorder_row);
  CyanTryRequest request = { .repository = self->folder,
                             .command = (const char *const *) command,
                             .build = *build != '\0' ? build : NULL,
                             .runs = (guint) gtk_spin_button_get_value_as_int (self->runs_button),
                             .timeout = TIMEOUT,
                             .build_timeout = BUILD_TIMEOUT };

  for (guint side = 0; side < 2; side++)
    request.revisions[side] = cyan_revision_row_get_revision (self->revisions[side]);
  if (selected > 0 && selected <= self->recorders->len)
    {
      request.has_recorder = TRUE;
      request.recorder = g_array_index (self->recorders, CyanRecorder, selected - 1);
    }
  g_signal_emit_by_name (self, "try", &request);
  gtk_window_close (GTK_WINDOW (self));
}

/* ---- object ---- */

static void
leave (CyanTryDialog *self)
{
  cyan_task_stop (&self->looking);
  g_clear_handle_id (&self->look_timer, g_source_remove);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->recorders, g_array_unref);
}

static void
cyan_try_dialog_class_init (CyanTryDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  g_type_ensure (CYAN_TYPE_REVISION_ROW);
#define CHILD(member) CYAN_CHILD (CyanTryDialog, member)
  cyan_template_bind (class, "try-dialog.ui", CHILD (try_button), CHILD (repository_row),
                      CHILD (revision_before_row), CHILD (revision_after_row), CHILD (command_row),
                      CHILD (command_entry), CHILD (build_row), CHILD (build_entry),
                      CHILD (recorder_row), CHILD (runs_button), NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  cyan_signal_new (class, "try", 1, G_TYPE_POINTER);
}

static void
cyan_try_dialog_init (CyanTryDialog *self)
{
  self->recorders = g_array_new (FALSE, FALSE, sizeof (CyanRecorder));
  self->wanted = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->revisions[0] = self->revision_before_row;
  self->revisions[1] = self->revision_after_row;
  for (guint side = 0; side < 2; side++)
    {
      cyan_revision_row_set_required (self->revisions[side]);
      cyan_connect (self->revisions[side], "changed", on_changed, self);
    }
  cyan_connect (self->repository_row, "activated", on_choose, self);
  cyan_connect (self->command_entry, "changed", on_changed, self);
  cyan_connect (self->try_button, "clicked", on_try, self);
  show_recorders (self);
  /* The search for recorders leaves a folder behind if the program ends meanwhile. */
  g_application_hold (g_application_get_default ());
  cyan_task_run (cyan_task_new_quiet (self, NULL, on_listed, NULL), list_recorders_in_thread, NULL,
                 NULL, (GDestroyNotify) g_array_unref);
}

/* In quotation marks if it needs them.  Caller frees. */
static char *
quote (const char *argument)
{
  g_auto (GStrv) parsed = NULL;

  if (g_shell_parse_argv (argument, NULL, &parsed, NULL) && g_strv_length (parsed) == 1
      && g_str_equal (parsed[0], argument))
    return g_strdup (argument);
  return g_shell_quote (argument);
}

static void
show_request (CyanTryDialog *self, const CyanTryRequest *request)
{
  g_autoptr (GString) line = g_string_new (NULL);

  set_folder (self, request->repository);
  for (guint side = 0; side < 2; side++)
    cyan_revision_row_set_revision (self->revisions[side], request->revisions[side]);
  for (guint i = 0; request->command[i] != NULL; i++)
    {
      g_autofree char *quoted = quote (request->command[i]);

      g_string_append_printf (line, "%s%s", i > 0 ? " " : "", quoted);
    }
  gtk_editable_set_text (self->command_entry, line->str);
  gtk_editable_set_text (self->build_entry, request->build != NULL ? request->build : "");
  gtk_spin_button_set_value (self->runs_button, request->runs);
  self->wanted = request->has_recorder ? (int) request->recorder : -1;
}

CyanTryDialog *
cyan_try_dialog_new (GtkWindow *parent, const CyanTryRequest *request, const char *folder)
{
  CyanTryDialog *self = g_object_new (CYAN_TYPE_TRY_DIALOG, "transient-for", parent, NULL);
  g_autofree char *here = g_get_current_dir ();

  if (request != NULL)
    show_request (self, request);
  else
    set_folder (self, folder != NULL ? folder : here);
  return self;
}
