/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program. */
#include "cyan-application.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "config.h"
#include "cyan-i18n.h"
#include "cyan-chooser.h"
#include "cyan-http.h"
#include "cyan-preferences.h"
#include "cyan-session-bus.h"
#include "cyan-settings.h"
#include "cyan-store.h"
#include "cyan-units.h"
#include "cyan-window.h"

struct _CyanApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (CyanApplication, cyan_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "before", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
    N_ ("A run before, as often as there are, in place of BEFORE and AFTER"), N_ ("FILE") },
  { "after", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, N_ ("A run after, likewise"), N_ ("FILE") },
  { "source-before", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Where the sources of before are: a folder, or REPOSITORY@REVISION"), N_ ("LOCATION") },
  { "source-after", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Where the sources of after are, likewise"), N_ ("LOCATION") },
  { "repo", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("The git repository of both, in place of --source-before and --source-after"),
    N_ ("FOLDER") },
  { "revision-before", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Its revision before (default: what the profile says)"), N_ ("REVISION") },
  { "revision-after", 0, 0, G_OPTION_ARG_FILENAME, NULL, N_ ("Its revision after, likewise"),
    N_ ("REVISION") },
  { "map", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
    N_ ("Paths recorded below FROM are below TO in the sources; as often as needed"),
    N_ ("FROM=TO") },
  { "match", 'm', 0, G_OPTION_ARG_STRING, NULL,
    N_ ("How nodes are matched: context, common-tree or path"), N_ ("METHOD") },
  { "rename-file", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Renames to apply before matching, “PATTERN => REPLACEMENT” a line"), N_ ("FILE") },
  { "metric", 0, 0, G_OPTION_ARG_STRING, NULL,
    N_ ("What is compared (default: each profile’s first metric)"), N_ ("NAME") },
  { "unit", 0, 0, G_OPTION_ARG_STRING, NULL,
    N_ ("What values without a unit are in: ns, us, ms, s, samples, bytes or count"), N_ ("UNIT") },
  { "fold-recursion", 0, 0, G_OPTION_ARG_NONE, NULL,
    N_ ("A call of a function that is on the path belongs to that earlier call"), NULL },
  { "raw-names", 0, 0, G_OPTION_ARG_NONE, NULL,
    N_ ("Take names as they are: no demangling, hashes and counters stay"), NULL },
  { "http-headers", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("A file of lines “Name: value” for the servers of addresses"), N_ ("@FILE") },
  { "http-ca", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Trust the authorities in this file (PEM), not the system’s"), N_ ("FILE") },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Show the version"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_ ("[BEFORE [AFTER]]") },
  { NULL },
};

/* Presents a window that nothing was opened in, so that the first pair does not leave one behind. */
static CyanWindow *
empty_window (CyanApplication *self)
{
  CyanWindow *window = NULL;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL && window == NULL;
       l = l->next)
    if (CYAN_IS_WINDOW (l->data) && cyan_window_is_empty (l->data))
      window = l->data;
  if (window == NULL)
    window = cyan_window_new (GTK_APPLICATION (self));
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
action_new_window (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_present (GTK_WINDOW (cyan_window_new (data)));
}

static void
action_preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *parent = gtk_application_get_active_window (data);

  /* One is enough, and other dialogs are modal. */
  if (CYAN_IS_WINDOW (parent))
    gtk_window_present (GTK_WINDOW (cyan_preferences_new (parent)));
}

static void
action_about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);

  adw_show_about_window (window, "application-name", "Cyanotype", "application-icon", CYAN_APP_ID,
                         "version", CYAN_VERSION, "license-type", GTK_LICENSE_GPL_3_0, "comments",
                         _ ("See how performance evolved between two versions of a program.\n\nThe "
                            "performance evolution blueprint is due to J. P. Sandoval Alcocer, A. "
                            "Bergel, S. Ducasse and M. Denker (VISSOFT 2013)."),
                         NULL);
}

static void
action_quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_window_close (l->data);
  g_list_free (windows);
}

static void
open_files (CyanApplication *self, const CyanRequest *request)
{
  CyanWindow *window = empty_window (self);

  if (cyan_request_n_runs (request, 0) > 0)
    cyan_window_open (window, request);
}

static int
print_error (GApplicationCommandLine *command_line, const char *message)
{
  g_application_command_line_printerr (command_line, "cyanotype: %s\n", message);
  return 2;
}

static char *
resolve (GApplicationCommandLine *command_line, const char *argument)
{
  g_autoptr (GFile) file = NULL;

  if (argument == NULL || cyan_http_is_address (argument))
    return g_strdup (argument);
  file = g_application_command_line_create_file_for_arg (command_line, argument);
  return g_file_get_path (file);
}

/* A folder, or "REPOSITORY@REVISION", in which ".." and "//" may stand for themselves. */
static char *
resolve_location (GApplicationCommandLine *command_line, const char *argument)
{
  g_autofree char *scheme = argument != NULL ? g_uri_parse_scheme (argument) : NULL;
  const char *folder = g_application_command_line_get_cwd (command_line);

  if (argument == NULL || scheme != NULL || folder == NULL)
    return resolve (command_line, argument);
  return g_path_is_absolute (argument) ? g_strdup (argument)
                                       : g_build_filename (folder, argument, NULL);
}

/* Paths of @arguments, which may be NULL; free with g_strfreev(). */
static char **
resolve_all (GApplicationCommandLine *command_line, const char *const *arguments)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    {
      g_autofree char *path = resolve (command_line, arguments[i]);

      if (path != NULL)
        g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

/* The runs of both sides: two operands at most, or as many as one likes by options. */
static const char *
take_runs (GApplicationCommandLine *command_line, GVariantDict *dict, CyanRequest *request)
{
  g_autofree const char **operands = NULL, **before = NULL, **after = NULL;
  guint n = 0;

  g_variant_dict_lookup (dict, G_OPTION_REMAINING, "^a&ay", &operands);
  g_variant_dict_lookup (dict, "before", "^a&ay", &before);
  g_variant_dict_lookup (dict, "after", "^a&ay", &after);
  while (operands != NULL && operands[n] != NULL)
    n++;
  if (n > 2)
    return _ ("more than two profiles");
  if (n > 0 && (before != NULL || after != NULL))
    return _ ("give all runs by --before and --after, or none");
  if (after != NULL && before == NULL)
    return _ ("--after without --before");
  for (guint side = 0; side < 2; side++)
    {
      const char *const operand[] = { n > side ? operands[side] : NULL, NULL };
      const char *const *named = (const char *const *) (side == 0 ? before : after);
      g_auto (GStrv) paths = resolve_all (command_line, before != NULL ? named : operand);

      cyan_request_set_runs (request, side, (const char *const *) paths);
    }
  return NULL;
}

/* Where the sources are.  Whether they can be opened is told in the window. */
static const char *
take_sources (GApplicationCommandLine *command_line, GVariantDict *dict, CyanRequest *request)
{
  static const char *const names[2][2] = { { "source-before", "source-after" },
                                           { "revision-before", "revision-after" } };
  g_autofree const char **maps = NULL;
  const char *repository = NULL;

  g_variant_dict_lookup (dict, "repo", "^&ay", &repository);
  g_variant_dict_lookup (dict, "map", "^a&ay", &maps);
  request->repository = resolve_location (command_line, repository);
  for (guint side = 0; side < 2; side++)
    {
      const char *source = NULL, *revision = NULL;

      g_variant_dict_lookup (dict, names[0][side], "^&ay", &source);
      g_variant_dict_lookup (dict, names[1][side], "^&ay", &revision);
      if (source != NULL && repository != NULL)
        return _ ("--repo stands for both --source-before and --source-after: give either");
      if (revision != NULL && repository == NULL)
        return _ ("--revision-before and --revision-after go with --repo");
      request->sources[side] = resolve_location (command_line, source);
      request->revisions[side] = g_strdup (revision);
    }
  if (maps != NULL && !cyan_request_wants_sources (request))
    return _ ("--map goes with sources: none are given");
  for (guint i = 0; maps != NULL && maps[i] != NULL; i++)
    if (strchr (maps[i], '=') == NULL || maps[i][0] == '=')
      return _ ("--map: not FROM=TO");
  request->maps = maps != NULL ? g_strdupv ((char **) maps) : NULL;
  return NULL;
}

/* How servers are asked: it stays so for what is opened later. */
static const char *
take_http (GApplicationCommandLine *command_line, GVariantDict *dict)
{
  const char *headers = NULL, *ca = NULL;
  g_autofree char *headers_path = NULL, *ca_path = NULL;

  g_variant_dict_lookup (dict, "http-headers", "^&ay", &headers);
  g_variant_dict_lookup (dict, "http-ca", "^&ay", &ca);
  if (headers != NULL && (*headers != '@' || headers[1] == '\0'))
    return _ ("--http-headers: headers are read from a file, @FILE, since other users can see a "
              "command line");
  headers_path = resolve (command_line, headers != NULL ? headers + 1 : NULL);
  ca_path = resolve (command_line, ca);
  if (headers != NULL || ca != NULL)
    cyan_settings_set_http (headers_path, ca_path);
  return NULL;
}

/* Whether there is more than operands, and how they are asked for. */
static gboolean
has_options (GVariantDict *dict)
{
  for (const GOptionEntry *option = options; option->long_name != NULL; option++)
    if (*option->long_name != '\0' && !g_str_has_prefix (option->long_name, "http-")
        && g_variant_dict_contains (dict, option->long_name))
      return TRUE;
  return FALSE;
}

/* The first operand that comes alone, or NULL. */
static const char *
find_alone (const CyanRequest *request, CyanAlone *alone)
{
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; request->runs[side][i] != NULL; i++)
      if ((*alone = cyan_path_alone (request->runs[side][i])) != CYAN_ALONE_NOT)
        return request->runs[side][i];
  return NULL;
}

/* The only operand, if it is where a database or a server has a store; or NULL.  Caller frees. */
static char *
find_url (GVariantDict *dict)
{
  g_autofree const char **operands = NULL;

  if (has_options (dict) || !g_variant_dict_lookup (dict, G_OPTION_REMAINING, "^a&ay", &operands))
    return NULL;
  return operands[0] != NULL && operands[1] == NULL && cyan_store_is_url (operands[0])
                 && cyan_path_alone (operands[0]) == CYAN_ALONE_STORE
             ? g_strdup (operands[0])
             : NULL;
}

static int
cyan_application_command_line (GApplication *application, GApplicationCommandLine *command_line)
{
  GVariantDict *dict = g_application_command_line_get_options_dict (command_line);
  const char *match = NULL, *rename_file = NULL, *metric = NULL, *unit = NULL;
  g_autoptr (CyanRequest) request = cyan_settings_new_request (NULL, NULL);
  const char *problem = take_runs (command_line, dict, request);
  CyanAlone alone = CYAN_ALONE_NOT;
  const char *found = problem == NULL ? find_alone (request, &alone) : NULL;
  g_autofree char *url = find_url (dict);

  if (problem == NULL)
    problem = take_http (command_line, dict);
  if (problem != NULL)
    return print_error (command_line, problem);

  if (url != NULL)
    {
      cyan_window_open_store (empty_window (CYAN_APPLICATION (application)), url);
      return 0;
    }
  if (found != NULL && !has_options (dict)
      && cyan_request_n_runs (request, 0) + cyan_request_n_runs (request, 1) == 1)
    {
      cyan_window_open_alone (empty_window (CYAN_APPLICATION (application)), found);
      return 0;
    }
  if (alone == CYAN_ALONE_SESSION)
    return print_error (command_line, _ ("a session is opened alone, without options"));
  if (alone == CYAN_ALONE_STORE)
    return print_error (command_line, _ ("a store is opened alone, without options"));
  problem = take_sources (command_line, dict, request);
  if (problem != NULL)
    return print_error (command_line, problem);
  g_variant_dict_lookup (dict, "match", "&s", &match);
  g_variant_dict_lookup (dict, "rename-file", "^&ay", &rename_file);
  g_variant_dict_lookup (dict, "metric", "&s", &metric);
  g_variant_dict_lookup (dict, "unit", "&s", &unit);
  g_variant_dict_lookup (dict, "raw-names", "b", &request->raw_names);
  g_variant_dict_lookup (dict, "fold-recursion", "b", &request->limits.fold_recursion);
  if (match != NULL && !cyan_match_method_parse (match, &request->how.method))
    return print_error (command_line, _ ("--match: neither context, common-tree nor path"));
  if (unit != NULL && (request->limits.unit = cyan_unit_find (unit)) == NULL)
    return print_error (command_line,
                        _ ("--unit: neither ns, us, ms, s, samples, bytes nor count"));
  request->how.metric = g_intern_string (metric);
  request->rename_file = resolve (command_line, rename_file);
  open_files (CYAN_APPLICATION (application), request);
  return 0;
}

/* Two files are before and after; how more than two belong together only the user knows. */
static void
cyan_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  g_autoptr (CyanRequest) request = cyan_settings_new_request (NULL, NULL);
  g_autoptr (GSList) list = NULL;
  g_auto (GStrv) paths = NULL;

  for (int i = n_files; i-- > 0;)
    {
      g_autofree char *path = g_file_get_path (files[i]);

      if (path != NULL && cyan_path_alone (path) != CYAN_ALONE_NOT)
        cyan_window_open_alone (empty_window (CYAN_APPLICATION (application)), path);
      else
        list = g_slist_prepend (list, files[i]);
    }
  n_files = (int) g_slist_length (list);
  if (n_files == 0)
    return;
  paths = cyan_paths_of_files (list);
  if (n_files == 2 && paths != NULL)
    {
      g_autoptr (CyanRequest) pair = cyan_settings_new_request (paths[0], paths[1]);

      open_files (CYAN_APPLICATION (application), pair);
      return;
    }
  if (paths != NULL)
    cyan_request_set_runs (request, 0, (const char *const *) paths);
  if (n_files > 2 && paths != NULL)
    {
      cyan_window_ask (empty_window (CYAN_APPLICATION (application)), request);
      return;
    }
  open_files (CYAN_APPLICATION (application), request);
}

static void
cyan_application_activate (GApplication *application)
{
  empty_window (CYAN_APPLICATION (application));
}

static int
cyan_application_handle_local_options (GApplication *application, GVariantDict *dict)
{
  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("cyanotype %s\n", CYAN_VERSION);
      return 0;
    }
  if (!cyan_session_bus_answers ())
    {
      g_printerr ("cyanotype: %s\n",
                  _ ("no session bus: this is a program of its own, and settings are not kept"));
      cyan_session_bus_do_without ();
      g_application_set_flags (application,
                               g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
    }
  return -1;
}

static const struct
{
  const char *action;
  const char *keys[3];
} keys[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.preferences", { "<Control>comma" } },
  { "app.quit", { "<Control>q" } },
  { "window.close", { "<Control>w" } },
  { "win.open", { "<Control>o" } },
  { "win.try", { "<Control><Shift>t" } },
  { "page.bisect", { "<Control><Shift>b" } },
  { "win.history", { "<Alt>h" } },
  { "win.function-history", { "<Control><Shift>h" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.reload", { "<Control>r", "F5" } },
  { "page.swap", { "<Control>t" } },
  { "page.slices", { "<Control>l" } },
  { "win.stop", { "Escape" } },
  { "win.back", { "<Alt>Left", "<Control>z" } },
  { "win.forward", { "<Alt>Right", "<Control><Shift>z" } },
  { "page.reset", { "<Alt>Home" } },
  { "page.show-all", { "<Control>d" } },
  { "page.zoom-in", { "<Control>plus", "<Control>equal" } },
  { "page.zoom-out", { "<Control>minus" } },
  { "page.zoom-normal", { "<Control>1" } },
  { "page.zoom-to-fit", { "<Control>0" } },
  { "win.export-view", { "<Control><Shift>e" } },
  { "win.export-tree", { "<Control><Alt>e" } },
  { "win.copy-picture", { "<Control><Alt>c" } },
  { "win.print", { "<Control>p" } },
  { "page.find", { "<Control>f" } },
  { "page.find-next", { "<Control>g" } },
  { "page.find-previous", { "<Control><Shift>g" } },
  { "page.find-regex", { "<Alt>r" } },
  { "page.filter", { "<Control><Shift>f" } },
  { "page.clear-filters", { "<Control><Shift>d" } },
  { "page.callers", { "<Control>j" } },
  { "page.mark", { "<Control>m" } },
  { "page.same", { "<Control><Shift>m" } },
  { "page.undo-claim", { "<Control><Alt>m" } },
  { "page.show-edits", { "<Control>b" } },
  { "page.next-change", { "<Alt>Down" } },
  { "page.previous-change", { "<Alt>Up" } },
  { "page.whole-file", { "<Control>u" } },
  { "page.cause", { "<Control>k" } },
  { "page.commits", { "<Control>h" } },
  { "page.older-commit", { "<Alt>Page_Down" } },
  { "page.newer-commit", { "<Alt>Page_Up" } },
  { "page.whole-change", { "<Alt>BackSpace" } },
  { "page.open-editor", { "<Control>e" } },
  { "page.copy-function", { "<Control><Shift>c" } },
  { "page.views", { "<Alt>v" } },
  { "page.view::blueprint", { "<Alt>1" } },
  { "page.view::icicle", { "<Alt>2" } },
  { "page.view::rings", { "<Alt>4" } },
  { "page.view::side-by-side", { "<Alt>0" } },
  { "page.view::table", { "<Alt>3" } },
  { "page.show-details", { "F9" } },
  { "page.show-sources", { "F8" } },
  { "page.show-legend", { "F7" } },
  { "page.show-times", { "F4" } },
  { "win.fullscreen", { "F11" } },
  { "page.basis::share", { "<Alt>6" } },
  { "page.basis::absolute", { "<Alt>5" } },
  { "page.hot-path::slower", { "<Alt>7" } },
  { "page.hot-path::faster", { "<Alt>8" } },
  { "page.hot-path::largest", { "<Alt>9" } },
};

static void
set_keys (GtkApplication *application)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (application, keys[i].action, keys[i].keys);
}

static void
cyan_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "new-window", action_new_window },
    { "preferences", action_preferences },
    { "about", action_about },
    { "quit", action_quit },
  };

  G_APPLICATION_CLASS (cyan_application_parent_class)->startup (application);
  gtk_source_init ();
  gtk_window_set_default_icon_name (CYAN_APP_ID);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  set_keys (GTK_APPLICATION (application));
}

static void
cyan_application_class_init (CyanApplicationClass *class)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (class);

  application_class->activate = cyan_application_activate;
  application_class->command_line = cyan_application_command_line;
  application_class->handle_local_options = cyan_application_handle_local_options;
  application_class->open = cyan_application_open;
  application_class->startup = cyan_application_startup;
}

static void
cyan_application_init (CyanApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_summary (
      G_APPLICATION (self), _ ("See how performance evolved between two versions of a program."));
}

CyanApplication *
cyan_application_new (void)
{
  return g_object_new (CYAN_TYPE_APPLICATION, "application-id", CYAN_APP_ID, "flags",
                       G_APPLICATION_HANDLES_COMMAND_LINE | G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/cyanotype/Cyanotype", NULL);
}
