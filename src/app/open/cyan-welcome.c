/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The welcome page. */
#include "cyan-welcome.h"

#include <adwaita.h>

#include "cyan-chooser.h"
#include "cyan-http.h"
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-slice.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#define MAX_RECENT  10
#define RECENT_KEY  "recent-comparisons"
#define RECENT_TYPE "a(asasa{sv})"
/* For the title and the answer of a comparison. */
#define TITLE_CHARS  120
#define ANSWER_CHARS 120

/* A recent comparison. */
typedef struct
{
  CyanRequest *request;
  char *session; /* the file, or NULL */
  char *title;   /* as it was shown, or NULL, as the answer */
  char *answer;
} Recent;

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

  CyanRequest *request; /* owned; what is there already */
  guint choosing;       /* the side of the chooser that was opened last */
};

G_DEFINE_FINAL_TYPE (CyanWelcome, cyan_welcome, GTK_TYPE_WIDGET)

/* "a.json.gz", "a.json.gz and 4 more".  Caller frees. */
static char *
runs_text (char **paths)
{
  g_autofree char *first = cyan_path_name (paths[0]);
  guint n_more = g_strv_length (paths) - 1;

  if (n_more == 0)
    return g_steal_pointer (&first);
  /* Translators: the name of a file, and how many files there are besides. */
  return g_strdup_printf (ngettext ("%s and %'u more", "%s and %'u more", n_more), first, n_more);
}

/* All of them, one a line.  Caller frees. */
static char *
runs_tip (char **paths)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *shown = cyan_path_without_secrets (paths[i]);

      g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", shown);
    }
  return g_filename_display_name (lines->str);
}

static void
show_side (CyanWelcome *self, guint side)
{
  GtkWidget *button = side == 0 ? self->before_button : self->after_button;
  GtkLabel *label = side == 0 ? self->before_label : self->after_label;
  g_autofree char *text = NULL;
  g_autofree char *tip = NULL;

  if (cyan_request_n_runs (self->request, side) > 0)
    {
      text = runs_text (self->request->runs[side]);
      tip = runs_tip (self->request->runs[side]);
    }
  else if (cyan_request_n_runs (self->request, 1 - side) > 0)
    text = g_strdup (_ ("Waiting for this one"));
  else
    text = g_strdup (_ ("Drop a file or several runs, or click to choose"));
  /* A name may be cut, what to do may not. */
  gtk_label_set_ellipsize (label, tip != NULL ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (label, tip == NULL);
  gtk_label_set_text (label, text);
  gtk_widget_set_tooltip_text (button, tip);
}

static void
show_sides (CyanWelcome *self)
{
  show_side (self, 0);
  show_side (self, 1);
}

static void
take_paths (CyanWelcome *self, guint side, const char *const *paths)
{
  cyan_request_set_runs (self->request, side, paths);
  if (cyan_request_n_runs (self->request, 0) > 0 && cyan_request_n_runs (self->request, 1) > 0)
    {
      g_autoptr (CyanRequest) request = self->request;

      self->request = cyan_settings_new_request (NULL, NULL);
      request->how.method = self->request->how.method;
      show_sides (self);
      g_signal_emit_by_name (self, "open", request);
      return;
    }
  show_sides (self);
}

void
cyan_welcome_take (CyanWelcome *self, guint side, const char *const *paths)
{
  if (paths == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s",
                                _ ("Only files on this computer and addresses can be opened"));
  else if (paths[0] != NULL && cyan_path_alone (paths[0]) != CYAN_ALONE_NOT)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-alone", "^ay", paths[0]);
  else if (paths[0] != NULL)
    take_paths (self, side, (const char *const *) paths);
}

void
cyan_welcome_take_next (CyanWelcome *self, const char *const *paths)
{
  cyan_welcome_take (self, cyan_request_n_runs (self->request, 0) > 0 ? 1 : 0, paths);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, CyanWelcome *self)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  g_auto (GStrv) paths = cyan_paths_of_drop (value);

  cyan_welcome_take (self, button == self->before_button ? 0 : 1, (const char *const *) paths);
  return TRUE;
}

static void
on_chosen (gpointer object, const char *const *paths, GtkFileChooser *chooser)
{
  CyanWelcome *self = object;

  cyan_welcome_take (self, self->choosing, paths);
}

static void
on_clicked (CyanWelcome *self, GtkWidget *button)
{
  guint side = button == self->before_button ? 0 : 1;
  GtkFileChooser *chooser =
      cyan_chooser_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                        side == 0 ? _ ("Profile Before") : _ ("Profile After"),
                        GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  self->choosing = side;
  cyan_chooser_show (chooser, on_chosen, self);
}

/* ---- compared of late ---- */

static void
recent_free (gpointer data)
{
  Recent *self = data;

  cyan_request_free (self->request);
  g_free (self->session);
  g_free (self->title);
  g_free (self->answer);
  g_free (self);
}

static void
on_recent_activated (CyanWelcome *self, GtkWidget *row)
{
  const Recent *recent = g_object_get_data (G_OBJECT (row), "recent");
  g_autoptr (CyanRequest) request = NULL;

  if (recent->session != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.open-alone", "^ay", recent->session);
      return;
    }
  request = cyan_request_copy (recent->request);
  g_signal_emit_by_name (self, "open", request);
}

/* "v1.json", or "v1.json (5 runs)".  Caller frees. */
static char *
side_text (char **paths)
{
  g_autofree char *name = cyan_path_name (paths[0]);
  guint n = g_strv_length (paths);

  if (n == 1)
    return g_steal_pointer (&name);
  return g_strdup_printf (ngettext ("%s (%'u run)", "%s (%'u runs)", n), name, n);
}

/* Where they are, and what is opened along with them.  Caller frees. */
static char *
place_text (const CyanRequest *request, const char *session)
{
  g_autofree char *folder = cyan_path_folder (request->runs[1][0]);

  if (session != NULL)
    {
      g_autofree char *name = cyan_path_name (session);

      /* Translators: the name of a session file. */
      return g_strdup_printf (_ ("session %s"), name);
    }
  if (cyan_request_wants_sources (request))
    /* Translators: the folder of two profiles that will be opened along with their sources. */
    return g_strdup_printf (_ ("%s, with sources"), folder);
  return g_steal_pointer (&folder);
}

/* Takes @recent. */
static GtkWidget *
recent_row_new (CyanWelcome *self, Recent *recent)
{
  g_autofree char *before_name = side_text (recent->request->runs[0]);
  g_autofree char *after_name = side_text (recent->request->runs[1]);
  g_autofree char *files = g_strdup_printf (_ ("%s → %s"), before_name, after_name);
  g_autofree char *place = place_text (recent->request, recent->session);
  g_autofree char *title =
      recent->title != NULL ? cyan_text_for_label (recent->title, TITLE_CHARS) : NULL;
  g_autofree char *answer =
      recent->answer != NULL ? cyan_text_for_label (recent->answer, ANSWER_CHARS) : NULL;
  g_autofree char *text =
      answer != NULL ? g_strdup_printf ("%s\n%s, %s", answer, files, place) : g_strdup (place);
  GtkWidget *row = cyan_text_row_new (answer != NULL && title != NULL ? title : files, text);

  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "recent", recent, recent_free);
  cyan_connect (row, "activated", on_recent_activated, self);
  return row;
}

static gboolean
set_uris (CyanRequest *request, guint side, char **uris)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) paths = NULL;

  for (guint i = 0; uris[i] != NULL; i++)
    {
      g_autofree char *path = cyan_http_is_address (uris[i])
                                  ? g_strdup (uris[i])
                                  : g_filename_from_uri (uris[i], NULL, NULL);

      if (path != NULL)
        g_strv_builder_add (builder, path);
    }
  paths = g_strv_builder_end (builder);
  cyan_request_set_runs (request, side, (const char *const *) paths);
  return paths[0] != NULL;
}

/* Reads the other options of a recent comparison; paths need not be UTF-8. */
static void
read_more (Recent *recent, GVariant *more)
{
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (more);
  CyanRequest *request = recent->request;
  const char *before = NULL, *after = NULL, *unit = NULL, *session = NULL;

  g_variant_dict_lookup (&dict, "source-before", "^&ay", &before);
  g_variant_dict_lookup (&dict, "source-after", "^&ay", &after);
  cyan_request_set_sources (request, before, after);
  g_variant_dict_lookup (&dict, "maps", "^aay", &request->maps);
  if (g_variant_dict_lookup (&dict, "unit", "&s", &unit))
    request->limits.unit = cyan_unit_find (unit);
  g_variant_dict_lookup (&dict, "slowest", "s", &request->slowest);
  g_variant_dict_lookup (&dict, "session", "^&ay", &session);
  recent->session = g_strdup (session);
  g_variant_dict_lookup (&dict, "title", "s", &recent->title);
  g_variant_dict_lookup (&dict, "answer", "s", &recent->answer);
}

static void
show_recent (CyanWelcome *self)
{
  g_autoptr (GVariant) recent = NULL;
  GVariantIter iter;
  char **before, **after;
  GVariant *more;
  guint n = 0;

  g_object_get (cyan_settings_get (), RECENT_KEY, &recent, NULL);
  cyan_widget_clear (self->recent_list);
  g_variant_iter_init (&iter, recent);
  while (n < MAX_RECENT && g_variant_iter_next (&iter, "(^as^as@a{sv})", &before, &after, &more))
    {
      Recent *one = g_new0 (Recent, 1);

      one->request = cyan_settings_new_request (NULL, NULL);
      read_more (one, more);
      if (set_uris (one->request, 0, before) && set_uris (one->request, 1, after))
        {
          gtk_list_box_append (self->recent_list, recent_row_new (self, one));
          n++;
        }
      else
        recent_free (one);
      g_strfreev (before);
      g_strfreev (after);
      g_variant_unref (more);
    }
  gtk_widget_set_visible (self->recent_box, n > 0);
}

/* The URI of a run, whose slice may contain anything; of an address what may be stored of it.  Caller
 * frees. */
static char *
uri_of (const char *path)
{
  g_autofree char *file = NULL, *slice = NULL, *absolute = NULL, *whole = NULL;
  gboolean is_slice = cyan_slice_split (path, &file, &slice);

  if (cyan_http_is_address (path))
    return cyan_path_without_secrets (path);
  absolute = g_canonicalize_filename (is_slice ? file : path, NULL);
  whole = cyan_slice_join (absolute, slice);
  return g_filename_to_uri (whole, NULL, NULL);
}

/* The URIs of a side's runs.  Free with g_strfreev(). */
static char **
uris_of (const CyanRequest *request, guint side)
{
  g_autoptr (GStrvBuilder) uris = g_strv_builder_new ();

  for (guint i = 0; request->runs[side][i] != NULL; i++)
    {
      g_autofree char *uri = uri_of (request->runs[side][i]);

      g_strv_builder_add (uris, uri);
    }
  return g_strv_builder_end (uris);
}

static GVariant *
write_more (const CyanRequest *request, const char *session, const char *title, const char *answer)
{
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  if (request->sources[0] != NULL)
    g_variant_dict_insert (&dict, "source-before", "^ay", request->sources[0]);
  if (request->sources[1] != NULL)
    g_variant_dict_insert (&dict, "source-after", "^ay", request->sources[1]);
  if (request->maps != NULL)
    g_variant_dict_insert (&dict, "maps", "^aay", request->maps);
  if (request->limits.unit != NULL)
    g_variant_dict_insert (&dict, "unit", "s", request->limits.unit);
  if (request->slowest != NULL)
    g_variant_dict_insert (&dict, "slowest", "s", request->slowest);
  if (session != NULL)
    g_variant_dict_insert (&dict, "session", "^ay", session);
  g_variant_dict_insert (&dict, "title", "s", title);
  g_variant_dict_insert (&dict, "answer", "s", answer);
  return g_variant_dict_end (&dict);
}

/* Whether the files of both are the same: then the newer one replaces the other. */
static gboolean
same_files (GVariant *a, GVariant *b)
{
  for (gsize side = 0; side < 2; side++)
    {
      g_autoptr (GVariant) of_a = g_variant_get_child_value (a, side);
      g_autoptr (GVariant) of_b = g_variant_get_child_value (b, side);

      if (!g_variant_equal (of_a, of_b))
        return FALSE;
    }
  return TRUE;
}

void
cyan_welcome_remember (const CyanRequest *request,
                       const char *session,
                       const char *title,
                       const char *answer)
{
  g_auto (GStrv) before = uris_of (request, 0);
  g_auto (GStrv) after = uris_of (request, 1);
  g_autoptr (GVariant) newest = g_variant_ref_sink (g_variant_new (
      "(^as^as@a{sv})", before, after, write_more (request, session, title, answer)));
  g_autoptr (GVariant) old = NULL;
  GVariantBuilder recent;
  GVariantIter iter;
  GVariant *other;
  guint n = 1;

  /* Runs out of a store have no files. */
  if (request->profiles[0] != NULL)
    return;
  g_object_get (cyan_settings_get (), RECENT_KEY, &old, NULL);
  g_variant_builder_init (&recent, G_VARIANT_TYPE (RECENT_TYPE));
  g_variant_builder_add_value (&recent, newest);
  g_variant_iter_init (&iter, old);
  while (n < MAX_RECENT && (other = g_variant_iter_next_value (&iter)) != NULL)
    {
      if (!same_files (other, newest))
        {
          g_variant_builder_add_value (&recent, other);
          n++;
        }
      g_variant_unref (other);
    }
  g_object_set (cyan_settings_get (), RECENT_KEY, g_variant_builder_end (&recent), NULL);
}

/* ---- object ---- */

static void
leave (CyanWelcome *self)
{
  g_clear_pointer (&self->request, cyan_request_free);
}

static void
cyan_welcome_class_init (CyanWelcomeClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
#define CHILD(member) CYAN_CHILD (CyanWelcome, member)
  cyan_template_bind (class, "welcome.ui", CHILD (scroller), CHILD (before_button),
                      CHILD (after_button), CHILD (before_label), CHILD (after_label),
                      CHILD (recent_box), CHILD (recent_list), NULL);
  cyan_signal_new (class, "open", 1, G_TYPE_POINTER);
}

static void
add_drop_target (CyanWelcome *self, GtkWidget *button)
{
  cyan_files_droppable (button, G_CALLBACK (on_drop), self);
  cyan_connect (button, "clicked", on_clicked, self);
}

static void
cyan_welcome_init (CyanWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_drop_target (self, self->before_button);
  add_drop_target (self, self->after_button);
  self->request = cyan_settings_new_request (NULL, NULL);
  show_sides (self);
  show_recent (self);
  cyan_connect (cyan_settings_get (), "notify::" RECENT_KEY, show_recent, self);
}
