/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-page.h"

#include <adwaita.h>

#include "cyan-bisect-chart.h"
#include "cyan-bisect-words.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Commits that are listed. */
#define MAX_LISTED 20

struct _CyanBisectPage
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *scroller;
  GtkLabel *title_label;
  GtkLabel *subtitle_label;
  GtkLabel *said_label;
  GtkWidget *now_box;
  GtkSpinner *spinner;
  GtkLabel *now_label;
  GtkLabel *activity_label;
  GtkWidget *buttons;
  GtkWidget *blueprint_button;
  CyanBisectChart *chart;
  GtkWidget *set_box;
  GtkLabel *set_label;
  GtkListBox *set_list;

  GSimpleActionGroup *actions; /* owned */
  char *commit, *sides[2];     /* owned; of the largest step, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanBisectPage, cyan_bisect_page, GTK_TYPE_WIDGET)

/* ---- the set ---- */

static void
clear_list (CyanBisectPage *self)
{
  cyan_widget_clear (self->set_list);
}

static void
append_revision (CyanBisectPage *self, const CyanBisectionRevision *revision)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = cyan_bisect_revision_text (revision);
  g_autofree char *because = cyan_bisect_because (revision);
  g_autofree char *chance =
      g_strdup_printf ("%.0f\xc2\xa0%%", 100 * MIN (1, revision->probability));
  const char *author = revision->commit.author != NULL ? revision->commit.author : "";
  g_autofree char *about =
      g_strconcat (author, because != NULL && *author != '\0' ? " \xc2\xb7 " : "", because, NULL);
  GtkWidget *label = gtk_label_new (chance);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), about);
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_list_box_append (self->set_list, row);
}

static void
show_set (CyanBisectPage *self, const CyanBisection *state)
{
  const CyanBisectionStep *step = state->n_steps > 0 ? &state->steps[0] : NULL;
  g_autofree char *text = NULL;

  clear_list (self);
  gtk_widget_set_visible (self->set_box, step != NULL);
  if (step == NULL)
    return;
  text = g_strdup_printf (ngettext ("It is this revision with %.0f %%",
                                    "It is one of these revisions with %.0f %%", step->n_set),
                          100 * step->mass);
  gtk_label_set_text (self->set_label, text);
  for (guint i = 0; i < MIN (step->n_set, MAX_LISTED); i++)
    append_revision (self, &state->revisions[step->set[i]]);
  if (step->n_set > MAX_LISTED)
    {
      guint n = step->n_set - MAX_LISTED;
      g_autofree char *more = g_strdup_printf (ngettext ("and %'u more", "and %'u more", n), n);
      GtkWidget *row = adw_action_row_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), more);
      gtk_list_box_append (self->set_list, row);
    }
}

/* ---- the whole ---- */

static void
set_sides (CyanBisectPage *self, const CyanBisection *state)
{
  guint sides[2];
  gboolean has_sides = state != NULL && state->state != CYAN_BISECTION_RUNNING
                       && cyan_bisect_sides (state, &sides[0], &sides[1]);
  static const char *const names[] = { "blueprint", "commits", "copy-commit" };

  g_clear_pointer (&self->commit, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->sides[side], g_free);
  if (has_sides)
    {
      self->commit = g_strdup (state->revisions[state->steps[0].revision].commit.oid);
      for (guint side = 0; side < 2; side++)
        self->sides[side] = g_strdup (state->revisions[sides[side]].commit.oid);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_simple_action_set_enabled (
        G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), names[i])),
        has_sides);
  gtk_widget_set_visible (self->buttons, has_sides);
}

static void
set_label (GtkLabel *label, const char *text)
{
  cyan_label_show (label, text);
}

void
cyan_bisect_page_set_state (CyanBisectPage *self, const CyanBisection *state)
{
  gboolean runs = state == NULL || state->state == CYAN_BISECTION_RUNNING;
  g_autofree char *title = NULL, *subtitle = NULL, *now = NULL, *said = NULL;

  if (state != NULL)
    {
      title = cyan_bisect_title (state);
      subtitle = cyan_bisect_subtitle (state);
      now = cyan_bisect_now (state);
      said = state->said != NULL ? cyan_text_for_label (state->said, 300) : NULL;
      show_set (self, state);
    }
  set_label (self->title_label, title != NULL ? title : _ ("Looking at the Revisions"));
  set_label (self->subtitle_label, subtitle);
  set_label (self->said_label, said);
  set_label (self->now_label, now);
  set_label (self->activity_label, NULL);
  gtk_widget_set_visible (self->now_box, runs);
  gtk_spinner_set_spinning (self->spinner, runs);
  gtk_widget_set_visible (GTK_WIDGET (self->chart), state != NULL);
  gtk_widget_set_visible (self->set_box, state != NULL && !runs && state->n_steps > 0);
  cyan_bisect_chart_set_state (self->chart, state);
  cyan_widget_set_spoken (self->chart, title != NULL ? title : "");
  set_sides (self, state);
  if (self->sides[0] != NULL)
    gtk_widget_grab_focus (self->blueprint_button);
}

void
cyan_bisect_page_set_activity (CyanBisectPage *self, const char *what)
{
  set_label (self->activity_label, what != NULL && *what != '\0' ? what : NULL);
}

void
cyan_bisect_page_set_palette (CyanBisectPage *self, CyanPalette palette)
{
  cyan_bisect_chart_set_palette (self->chart, palette);
}

/* ---- actions ---- */

static void
action_blueprint (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanBisectPage *self = data;

  g_signal_emit_by_name (self, "open", self->sides[0], self->sides[1], FALSE);
}

static void
action_commits (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanBisectPage *self = data;

  g_signal_emit_by_name (self, "open", self->sides[0], self->sides[1], TRUE);
}

static void
action_copy_commit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanBisectPage *self = data;

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->commit);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s",
                              _ ("The commit is in the clipboard"));
}

/* ---- object ---- */

static void
cyan_bisect_page_dispose (GObject *object)
{
  CyanBisectPage *self = CYAN_BISECT_PAGE (object);

  g_clear_object (&self->actions);
  g_clear_pointer (&self->commit, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->sides[side], g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_BISECT_PAGE);
  G_OBJECT_CLASS (cyan_bisect_page_parent_class)->dispose (object);
}

static void
cyan_bisect_page_class_init (CyanBisectPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_bisect_page_dispose;
  g_type_ensure (CYAN_TYPE_BISECT_CHART);
#define CHILD(member) CYAN_CHILD (CyanBisectPage, member)
  cyan_template_bind (class, "bisect.ui", CHILD (scroller), CHILD (title_label),
                      CHILD (subtitle_label), CHILD (said_label), CHILD (now_box), CHILD (spinner),
                      CHILD (now_label), CHILD (activity_label), CHILD (buttons),
                      CHILD (blueprint_button), CHILD (chart), CHILD (set_box), CHILD (set_label),
                      CHILD (set_list), NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_h, GDK_CONTROL_MASK, "bisect.commits",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK,
                                       "bisect.copy-commit", NULL);
  cyan_signal_new (class, "open", 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
cyan_bisect_page_init (CyanBisectPage *self)
{
  static const GActionEntry entries[] = {
    { "blueprint", action_blueprint },
    { "commits", action_commits },
    { "copy-commit", action_copy_commit },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "bisect", G_ACTION_GROUP (self->actions));
  set_sides (self, NULL);
}
