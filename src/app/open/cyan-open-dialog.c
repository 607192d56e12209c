/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for profiles, their sources, and how to compare them. */
#include "cyan-open-dialog.h"

#include "cyan-chooser.h"
#include "cyan-i18n.h"
#include "cyan-open-private.h"
#include "cyan-settings.h"
#include "cyan-slices-dialog.h"
#include "cyan-source-files.h"
#include "cyan-widgets.h"

/* The purpose of a file chooser. */
typedef enum
{
  CHOICE_BEFORE,
  CHOICE_AFTER,
  CHOICE_SOURCE_BEFORE,
  CHOICE_SOURCE_AFTER,
  CHOICE_RENAMES,
  N_CHOICES
} Choice;

/* Rows that hold one path or none. */
#define FIRST_SINGLE CHOICE_SOURCE_BEFORE

struct _CyanOpenDialog
{
  AdwWindow parent_instance;

  /* template children, borrowed */
  GtkWidget *open_button;
  AdwPreferencesGroup *before_group;
  AdwPreferencesGroup *after_group;
  GtkWidget *before_add;
  GtkWidget *after_add;
  GtkWidget *before_folder;
  GtkWidget *after_folder;
  GtkWidget *slices_row;
  AdwComboRow *match_row;
  AdwComboRow *unit_row;
  AdwActionRow *rename_row;
  AdwActionRow *source_before_row;
  AdwActionRow *source_after_row;
  CyanRevisionRow *revision_before_row;
  CyanRevisionRow *revision_after_row;
  CyanMapsRow *maps_row;

  AdwPreferencesGroup *groups[2];   /* the same by side */
  GPtrArray *rows[2];               /* of GtkWidget in the group of a side, borrowed */
  CyanAddressRow *addresses[2];     /* owned; the last row of the group of a side */
  AdwActionRow *singles[N_CHOICES]; /* the same by choice, from FIRST_SINGLE on */
  GtkWidget *clear[N_CHOICES];      /* their buttons, borrowed */
  CyanRevisionRow *revisions[2];    /* the same by side */
  gboolean is_new[2];               /* its folder was chosen here, for this side alone */
  CyanRequest *request;             /* owned; what is chosen, revisions and maps left out */
  Choice choosing;                  /* of the chooser that was opened last */
};

G_DEFINE_FINAL_TYPE (CyanOpenDialog, cyan_open_dialog, ADW_TYPE_WINDOW)

static void show_side (CyanOpenDialog *self, guint side);
static void open_chooser (CyanOpenDialog *self, Choice choice, gboolean folder);

/* ---- runs ---- */

static gboolean
has_runs (CyanOpenDialog *self, guint side)
{
  CyanAddressState state = cyan_address_row_get_state (self->addresses[side]);

  return state == CYAN_ADDRESS_GOOD
         || (state == CYAN_ADDRESS_NONE && cyan_request_n_runs (self->request, side) > 0);
}

static void
enable_open (CyanOpenDialog *self)
{
  gtk_widget_set_sensitive (self->open_button, has_runs (self, 0) && has_runs (self, 1));
}

static void
set_runs (CyanOpenDialog *self, guint side, GPtrArray *paths)
{
  g_ptr_array_add (paths, NULL);
  /* Other profiles may have other metrics, and other functions. */
  self->request->how.metric = NULL;
  g_clear_pointer (&self->request->claims, g_ptr_array_unref);
  cyan_request_set_runs (self->request, side, (const char *const *) paths->pdata);
  show_side (self, side);
  enable_open (self);
  gtk_widget_set_sensitive (self->slices_row, cyan_slices_dialog_takes (self->request));
}

/* A file stands once on a side. */
static void
add_runs (CyanOpenDialog *self, guint side, const char *const *paths)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  /* It says all that is asked for here. */
  if (paths[0] != NULL && cyan_path_alone (paths[0]) != CYAN_ALONE_NOT)
    {
      GtkWindow *window = gtk_window_get_transient_for (GTK_WINDOW (self));

      gtk_widget_activate_action (GTK_WIDGET (window), "win.open-alone", "^ay", paths[0]);
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  for (guint i = 0; self->request->runs[side][i] != NULL; i++)
    g_ptr_array_add (all, g_strdup (self->request->runs[side][i]));
  for (guint i = 0; paths[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (all, paths[i], g_str_equal, NULL))
      g_ptr_array_add (all, g_strdup (paths[i]));
  set_runs (self, side, all);
}

/* Runs that the user chooses: servers are asked for what they have now. */
static void
take_runs (CyanOpenDialog *self, guint side, const char *const *paths)
{
  cyan_request_ask_anew (self->request, paths);
  add_runs (self, side, paths);
}

/* What was typed. */
static void
take_address (CyanOpenDialog *self, guint side)
{
  g_autofree char *address = cyan_address_row_take (self->addresses[side]);

  if (address != NULL)
    take_runs (self, side, (const char *const[]){ address, NULL });
}

static void
remove_run (CyanOpenDialog *self, guint side, guint index)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; self->request->runs[side][i] != NULL; i++)
    if (i != index)
      g_ptr_array_add (rest, g_strdup (self->request->runs[side][i]));
  set_runs (self, side, rest);
}

/* Its number is twice the index of the run, and one more for the side after. */
static guint
index_of (GtkWidget *button)
{
  return cyan_widget_number (button) / 2;
}

static guint
side_of (GtkWidget *button)
{
  return cyan_widget_number (button) % 2;
}

static void
on_entered (CyanOpenDialog *self, GtkWidget *row)
{
  take_address (self, side_of (row));
  gtk_widget_child_focus (row, GTK_DIR_TAB_FORWARD);
}

/* The row that had the focus is gone; the keyboard goes on with the others. */
static void
focus_side (CyanOpenDialog *self, guint side)
{
  gtk_widget_child_focus (GTK_WIDGET (self->groups[side]), GTK_DIR_TAB_FORWARD);
}

static void
on_remove (CyanOpenDialog *self, GtkWidget *button)
{
  guint side = side_of (button);

  remove_run (self, side, index_of (button));
  focus_side (self, side);
}

static void
on_move (CyanOpenDialog *self, GtkWidget *button)
{
  guint side = side_of (button), index = index_of (button);
  const char *const path[] = { self->request->runs[side][index], NULL };

  add_runs (self, 1 - side, path);
  remove_run (self, side, index);
  focus_side (self, side);
}

static GtkWidget *
row_button_new (CyanOpenDialog *self,
                guint side,
                guint index,
                const char *icon,
                const char *label,
                void (*callback) (CyanOpenDialog *, GtkWidget *))
{
  GtkWidget *button = cyan_icon_button_new (icon, label);

  cyan_widget_set_number (button, 2 * index + side);
  cyan_connect (button, "clicked", callback, self);
  return button;
}

static GtkWidget *
run_row_new (CyanOpenDialog *self, guint side, guint index)
{
  const char *path = self->request->runs[side][index];
  g_autofree char *name = cyan_path_name (path);
  g_autofree char *folder = cyan_path_folder (path);
  AdwActionRow *row = ADW_ACTION_ROW (cyan_text_row_new (name, folder));

  adw_action_row_set_title_lines (row, 1);
  adw_action_row_set_subtitle_lines (row, 1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (row), name);
  if (cyan_request_n_runs (self->request, side) > 1)
    adw_action_row_add_suffix (
        row, row_button_new (self, side, index,
                             side == 0 ? "cyan-go-down-symbolic" : "cyan-go-up-symbolic",
                             side == 0 ? _ ("Move to after") : _ ("Move to before"), on_move));
  adw_action_row_add_suffix (row, row_button_new (self, side, index, "cyan-window-close-symbolic",
                                                  _ ("Remove"), on_remove));
  return GTK_WIDGET (row);
}

static void
on_choose_runs (CyanOpenDialog *self, GtkWidget *widget)
{
  open_chooser (self, side_of (widget) == 0 ? CHOICE_BEFORE : CHOICE_AFTER, FALSE);
}

/* A chooser takes files or folders, never both. */
static void
on_choose_folder (CyanOpenDialog *self, GtkWidget *widget)
{
  open_chooser (self, side_of (widget) == 0 ? CHOICE_BEFORE : CHOICE_AFTER, TRUE);
}

static GtkWidget *
empty_row_new (CyanOpenDialog *self, guint side)
{
  GtkWidget *row = cyan_text_row_new (
      _ ("Choose Files…"), _ ("One or several runs, or a session. You can also drop them here"));

  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("cyan-document-open-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  cyan_widget_set_number (row, side);
  cyan_connect (row, "activated", on_choose_runs, self);
  return row;
}

static void
show_side (CyanOpenDialog *self, guint side)
{
  GPtrArray *rows = self->rows[side];
  guint n = cyan_request_n_runs (self->request, side);

  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_remove (self->groups[side], g_ptr_array_index (rows, i));
  g_ptr_array_set_size (rows, 0);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (rows, run_row_new (self, side, i));
  if (n == 0)
    g_ptr_array_add (rows, empty_row_new (self, side));
  g_ptr_array_add (rows, self->addresses[side]);
  for (guint i = 0; i < rows->len; i++)
    adw_preferences_group_add (self->groups[side], g_ptr_array_index (rows, i));
  gtk_widget_set_visible (side == 0 ? self->before_add : self->after_add, n > 0);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, CyanOpenDialog *self)
{
  GtkWidget *group = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  g_auto (GStrv) paths = cyan_paths_of_drop (value);

  if (paths == NULL)
    return FALSE;
  take_runs (self, group == GTK_WIDGET (self->before_group) ? 0 : 1, (const char *const *) paths);
  return TRUE;
}

/* ---- rows with one path ---- */

static char **
path_of (CyanOpenDialog *self, Choice choice)
{
  switch (choice)
    {
    case CHOICE_SOURCE_BEFORE:
      return &self->request->sources[0];
    case CHOICE_SOURCE_AFTER:
      return &self->request->sources[1];
    default:
      return &self->request->rename_file;
    }
}

static void
set_path (CyanOpenDialog *self, Choice choice, const char *path)
{
  char **old = path_of (self, choice);
  g_autofree char *name = path != NULL ? g_filename_display_name (path) : NULL;
  g_autofree char *markup = name != NULL ? g_markup_escape_text (name, -1) : g_strdup (_ ("None"));
  char *copy = g_strdup (path);

  g_free (*old);
  *old = copy;
  adw_action_row_set_subtitle (self->singles[choice], markup);
  gtk_widget_set_visible (self->clear[choice], path != NULL);
  if (choice == CHOICE_SOURCE_BEFORE || choice == CHOICE_SOURCE_AFTER)
    cyan_revision_row_set_folder (self->revisions[choice - CHOICE_SOURCE_BEFORE], copy);
}

/* Two versions mostly are two revisions of one repository. */
static void
on_repository (CyanOpenDialog *self, const char *folder, CyanRevisionRow *row)
{
  guint side = row == self->revisions[0] ? 0 : 1;

  if (self->is_new[side] && self->request->sources[1 - side] == NULL)
    set_path (self, CHOICE_SOURCE_BEFORE + 1 - side, folder);
  self->is_new[side] = FALSE;
}

/* Shows a folder, or "REPOSITORY@REVISION", in two rows. */
static void
show_source (CyanOpenDialog *self, guint side, const char *location)
{
  g_autofree char *repository = NULL;
  const char *revision;

  /* If the repository no longer exists, the location is shown unchanged. */
  if (location == NULL || !cyan_source_files_split (location, &repository, &revision))
    {
      set_path (self, CHOICE_SOURCE_BEFORE + side, location);
      return;
    }
  set_path (self, CHOICE_SOURCE_BEFORE + side, repository);
  cyan_revision_row_set_revision (self->revisions[side], revision);
}

/* The opposite.  Caller frees. */
static char *
source_of (CyanOpenDialog *self, guint side)
{
  const char *folder = self->request->sources[side];
  const char *revision = cyan_revision_row_get_revision (self->revisions[side]);

  return folder == NULL || revision == NULL ? g_strdup (folder)
                                            : cyan_source_files_join (folder, revision);
}

static Choice
choice_of (CyanOpenDialog *self, gpointer row_or_button)
{
  Choice choice = FIRST_SINGLE;

  while ((gpointer) self->singles[choice] != row_or_button
         && (gpointer) self->clear[choice] != row_or_button)
    choice++;
  return choice;
}

static void
on_clear (CyanOpenDialog *self, GtkWidget *button)
{
  set_path (self, choice_of (self, button), NULL);
}

static void
take_path (CyanOpenDialog *self, Choice choice, const char *path)
{
  if (choice != CHOICE_RENAMES)
    self->is_new[choice - CHOICE_SOURCE_BEFORE] = TRUE;
  set_path (self, choice, path);
}

static gboolean
on_row_drop (GtkDropTarget *target, const GValue *value, double x, double y, CyanOpenDialog *self)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  g_auto (GStrv) paths = cyan_paths_of_drop (value);

  if (paths == NULL || paths[0] == NULL || !g_path_is_absolute (paths[0]))
    return FALSE;
  take_path (self, choice_of (self, row), paths[0]);
  return TRUE;
}

static void
on_row_activated (CyanOpenDialog *self, AdwActionRow *row)
{
  Choice choice = choice_of (self, row);

  open_chooser (self, choice, choice != CHOICE_RENAMES);
}

static void
prepare_row (CyanOpenDialog *self, Choice choice, AdwActionRow *row)
{
  GtkWidget *button =
      row_button_new (self, 0, 0, "cyan-window-close-symbolic", _ ("Remove"), on_clear);

  self->singles[choice] = row;
  self->clear[choice] = button;
  adw_action_row_set_subtitle_lines (row, 1);
  adw_action_row_add_suffix (row, button);
  adw_action_row_add_suffix (row, gtk_image_new_from_icon_name (choice == CHOICE_RENAMES
                                                                    ? "cyan-document-open-symbolic"
                                                                    : "cyan-folder-open-symbolic"));
  cyan_connect (row, "activated", on_row_activated, self);
  cyan_files_droppable (row, G_CALLBACK (on_row_drop), self);
  set_path (self, choice, NULL);
}

/* ---- choosing ---- */

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanOpenDialog *self = object;

  if (paths == NULL)
    return;
  if (self->choosing < FIRST_SINGLE)
    take_runs (self, self->choosing == CHOICE_BEFORE ? 0 : 1, paths);
  else
    take_path (self, self->choosing, paths[0]);
}

static void
open_chooser (CyanOpenDialog *self, Choice choice, gboolean folder)
{
  static const char *const titles[N_CHOICES] = { N_ ("Runs Before"), N_ ("Runs After"),
                                                 N_ ("Sources Before"), N_ ("Sources After"),
                                                 N_ ("Rename File") };
  GtkFileChooser *chooser = cyan_chooser_new (
      GTK_WINDOW (self), _ (titles[choice]),
      folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"));

  gtk_file_chooser_set_select_multiple (chooser, choice < FIRST_SINGLE);
  if (choice >= FIRST_SINGLE)
    cyan_chooser_begin_at (chooser, *path_of (self, choice));
  self->choosing = choice;
  cyan_chooser_show (chooser, on_chosen, self);
}

/* All that is chosen.  Caller frees. */
static CyanRequest *
request_of (CyanOpenDialog *self)
{
  CyanRequest *request = cyan_request_copy (self->request);
  g_autofree char *before = source_of (self, 0);
  g_autofree char *after = source_of (self, 1);

  cyan_request_set_sources (request, before, after);
  g_strfreev (request->maps);
  request->maps = cyan_maps_row_get_maps (self->maps_row);
  request->how.method = (CyanMatchMethod) adw_combo_row_get_selected (self->match_row);
  request->limits.unit = cyan_unit_row_get (self->unit_row);
  return request;
}

static void
open_request (CyanOpenDialog *self, const CyanRequest *request)
{
  g_signal_emit_by_name (self, "open", request, request->how.method != self->request->how.method);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_open (CyanOpenDialog *self)
{
  g_autoptr (CyanRequest) request = NULL;

  take_address (self, 0);
  take_address (self, 1);
  request = request_of (self);
  open_request (self, request);
}

static void
on_slices (CyanOpenDialog *self)
{
  g_autoptr (CyanRequest) request = request_of (self);
  CyanSlicesDialog *dialog = cyan_slices_dialog_new (GTK_WINDOW (self), request);

  cyan_connect (dialog, "open", open_request, self);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- object ---- */

static void
leave (CyanOpenDialog *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->rows[side], g_ptr_array_unref);
      g_clear_object (&self->addresses[side]);
    }
  g_clear_pointer (&self->request, cyan_request_free);
}

static void
cyan_open_dialog_class_init (CyanOpenDialogClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  cyan_types_ensure (CYAN_TYPE_MAPS_ROW, CYAN_TYPE_REVISION_ROW, G_TYPE_NONE);
#define CHILD(member) CYAN_CHILD (CyanOpenDialog, member)
  cyan_template_bind (
      class, "open-dialog.ui", CHILD (open_button), CHILD (before_group), CHILD (after_group),
      CHILD (before_add), CHILD (after_add), CHILD (before_folder), CHILD (after_folder),
      CHILD (slices_row), CHILD (match_row), CHILD (unit_row), CHILD (rename_row),
      CHILD (source_before_row), CHILD (source_after_row), CHILD (revision_before_row),
      CHILD (revision_after_row), CHILD (maps_row), NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  cyan_signal_new (class, "open", 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
}

static void
prepare_side (
    CyanOpenDialog *self, guint side, AdwPreferencesGroup *group, GtkWidget *add, GtkWidget *folder)
{
  CyanAddressRow *address = g_object_new (CYAN_TYPE_ADDRESS_ROW, NULL);

  self->groups[side] = group;
  self->rows[side] = g_ptr_array_new ();
  self->addresses[side] = g_object_ref_sink (address);
  cyan_address_row_set_spoken (address, side == 0 ? _ ("Address before") : _ ("Address after"));
  cyan_widget_set_number (address, side);
  cyan_connect (address, "changed", enable_open, self);
  cyan_connect (address, "entered", on_entered, self);
  cyan_widget_set_number (add, side);
  cyan_widget_set_number (folder, side);
  cyan_connect (add, "clicked", on_choose_runs, self);
  cyan_connect (folder, "clicked", on_choose_folder, self);
  cyan_files_droppable (group, G_CALLBACK (on_drop), self);
  show_side (self, side);
}

static void
cyan_open_dialog_init (CyanOpenDialog *self)
{
  self->request = cyan_settings_new_request (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  prepare_side (self, 0, self->before_group, self->before_add, self->before_folder);
  prepare_side (self, 1, self->after_group, self->after_add, self->after_folder);
  self->revisions[0] = self->revision_before_row;
  self->revisions[1] = self->revision_after_row;
  for (guint side = 0; side < 2; side++)
    cyan_connect (self->revisions[side], "repository", on_repository, self);
  prepare_row (self, CHOICE_SOURCE_BEFORE, self->source_before_row);
  prepare_row (self, CHOICE_SOURCE_AFTER, self->source_after_row);
  prepare_row (self, CHOICE_RENAMES, self->rename_row);
  adw_combo_row_set_selected (self->match_row, self->request->how.method);
  cyan_connect (self->open_button, "clicked", on_open, self);
  cyan_connect (self->slices_row, "activated", on_slices, self);
}

CyanOpenDialog *
cyan_open_dialog_new (GtkWindow *parent, const CyanRequest *request)
{
  CyanOpenDialog *self = g_object_new (CYAN_TYPE_OPEN_DIALOG, "transient-for", parent, NULL);

  if (request == NULL)
    return self;
  /* What is shown stays the recording that the servers gave. */
  if (request->limits.http.cache != NULL)
    self->request->limits.http.cache = cyan_http_cache_ref (request->limits.http.cache);
  self->request->raw_names = request->raw_names;
  self->request->limits.fold_recursion = request->limits.fold_recursion;
  self->request->how.method = request->how.method;
  adw_combo_row_set_selected (self->match_row, request->how.method);
  for (guint side = 0; side < 2; side++)
    add_runs (self, side, (const char *const *) request->runs[side]);
  for (guint side = 0; side < 2; side++)
    if (request->repository == NULL)
      show_source (self, side, request->sources[side]);
    else
      {
        set_path (self, CHOICE_SOURCE_BEFORE + side, request->repository);
        cyan_revision_row_set_revision (self->revisions[side], request->revisions[side]);
      }
  cyan_unit_row_set (self->unit_row, request->limits.unit);
  cyan_maps_row_set_maps (self->maps_row, (const char *const *) request->maps);
  set_path (self, CHOICE_RENAMES, request->rename_file);
  self->request->how.metric = request->how.metric;
  self->request->claims = cyan_name_claims_copy (request->claims);
  return self;
}
