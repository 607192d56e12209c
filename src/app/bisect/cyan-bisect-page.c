/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisect-page.h"

#include "cyan-answers.h"
#include "cyan-bisection.h"
#include "cyan-chart.h"
#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-scene-widget.h"
#include "cyan-sentences.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#include <adwaita.h>
#include <math.h>

/* ---- words ---- */

#define SUBJECT_CHARS 100

/* "3f2a1bc Check the hash": a revision with its subject. */
static char *
revision_text (const CyanBisectionRevision *revision)
{
  const char *subject = revision->commit.subject;
  g_autofree char *text = g_strconcat (revision->commit.name, " ", subject, NULL);

  return cyan_text_for_label (text, SUBJECT_CHARS);
}

/* "wall +5.1 % (+4.6 % to +5.5 %) · 41 runs, 9 builds of 100 revisions" */
static char *
subtitle_of (const CyanBisection *state)
{
  g_autofree char *runs =
      g_strdup_printf (ngettext ("%'u run", "%'u runs", state->n_runs), state->n_runs);
  g_autofree char *builds =
      g_strdup_printf (ngettext ("%'u build", "%'u builds", state->n_builds), state->n_builds);
  g_autofree char *revisions = g_strdup_printf (
      ngettext ("%'u revision", "%'u revisions", state->n_revisions), state->n_revisions);

  return g_strconcat (runs, " \xc2\xb7 ", builds, " \xc2\xb7 ", revisions, NULL);
}

/* The current measurement, or NULL. */
static char *
now_of (const CyanBisection *state)
{
  const char *names[2];

  if (state->state != CYAN_BISECTION_RUNNING || state->n_next == 0)
    return NULL;
  for (guint i = 0; i < state->n_next; i++)
    names[i] = state->revisions[state->next[i]].commit.name;
  if (state->n_next == 1)
    return g_strdup_printf (ngettext ("Now: %s, %u run", "Now: %s, %u runs", state->next_runs),
                            names[0], state->next_runs);
  return g_strdup_printf (
      ngettext ("Now: %s and %s, %u run each", "Now: %s and %s, %u runs each", state->next_runs),
      names[0], names[1], state->next_runs);
}

/* The measured revisions on both sides of the largest step.  FALSE if there are none. */
static gboolean
find_sides (const CyanBisection *state, guint *before, guint *after)
{
  guint i;

  if (state->n_steps == 0)
    return FALSE;
  *after = state->steps[0].revision;
  for (; *after < state->n_revisions && state->revisions[*after].n_values == 0; (*after)++)
    ;
  for (i = state->steps[0].revision; i > 0 && state->revisions[i - 1].n_values == 0; i--)
    ;
  if (i == 0 || *after == state->n_revisions)
    return FALSE;
  *before = i - 1;
  return TRUE;
}

/* ---- the picture, as wide as there is room ---- */

#define CYAN_TYPE_BISECT_CHART (cyan_bisect_chart_get_type ())
G_DECLARE_FINAL_TYPE (CyanBisectChart, cyan_bisect_chart, CYAN, BISECT_CHART, CyanSceneWidget)

struct _CyanBisectChart
{
  CyanSceneWidget parent_instance;

  CyanBisection *state;     /* owned, or NULL */
  CyanEvolution *evolution; /* owned; of the state */
};

G_DEFINE_FINAL_TYPE (CyanBisectChart, cyan_bisect_chart, CYAN_TYPE_SCENE_WIDGET)

static CyanScene *
cyan_bisect_chart_new_scene (CyanSceneWidget *widget, int width)
{
  CyanBisectChart *self = CYAN_BISECT_CHART (widget);
  const CyanTheme theme = cyan_desktop_theme ();

  if (self->state == NULL)
    return NULL;
  return cyan_scene_new_bisection (self->state, self->evolution, &theme,
                                   MAX (width, CYAN_CHART_LEAST_WIDTH));
}

/* Copies @state; NULL: there is nothing. */
static void
cyan_bisect_chart_set_state (CyanBisectChart *self, const CyanBisection *state)
{
  /* The scene borrows the evolution. */
  cyan_scene_widget_drop (CYAN_SCENE_WIDGET (self));
  g_clear_pointer (&self->state, cyan_bisection_free);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
  if (state == NULL)
    return;
  self->state = cyan_bisection_copy (state);
  self->evolution = cyan_bisection_to_evolution (self->state);
}

static void
cyan_bisect_chart_class_init (CyanBisectChartClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_bisect_chart_set_state));
  CYAN_SCENE_WIDGET_CLASS (class)->new_scene = cyan_bisect_chart_new_scene;
  CYAN_SCENE_WIDGET_CLASS (class)->has_lines = TRUE;
}

static void
cyan_bisect_chart_init (CyanBisectChart *self)
{
}

/* ---- the page ---- */

/* Commits that are listed. */
#define MAX_LISTED 20

struct _CyanBisectPage
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *scroller;
  GtkLabel *title_label;
  GtkLabel *subtitle_label;
  GtkLabel *reason_label;
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
append_revision (CyanBisectPage *self, const CyanBisectionRevision *revision)
{
  g_autofree char *title = revision_text (revision);
  g_autofree char *because = cyan_bisection_because_text (revision, revision->because);
  g_autofree char *chance =
      g_strdup_printf ("%.0f\xc2\xa0%%", 100 * MIN (1, revision->probability));
  const char *author = revision->commit.author != NULL ? revision->commit.author : "";
  g_autofree char *about =
      g_strconcat (author, because != NULL && *author != '\0' ? " \xc2\xb7 " : "", because, NULL);
  GtkWidget *row = cyan_text_row_new (title, about);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), cyan_label_new (chance, "numeric", 0));
  gtk_list_box_append (self->set_list, row);
}

static void
show_set (CyanBisectPage *self, const CyanBisection *state)
{
  const CyanBisectionStep *step = state->n_steps > 0 ? &state->steps[0] : NULL;
  g_autofree char *text = NULL;

  cyan_widget_clear (self->set_list);
  gtk_widget_set_visible (self->set_box, step != NULL);
  if (step == NULL)
    return;
  text = g_strdup_printf (ngettext ("It is this revision with %.0f %%",
                                    "It is one of these revisions with %.0f %%", step->n_credible),
                          100 * step->mass);
  gtk_label_set_text (self->set_label, text);
  for (guint i = 0; i < MIN (step->n_credible, MAX_LISTED); i++)
    append_revision (self, &state->revisions[step->credible[i]]);
  if (step->n_credible > MAX_LISTED)
    {
      guint n = step->n_credible - MAX_LISTED;
      g_autofree char *more = g_strdup_printf (ngettext ("and %'u more", "and %'u more", n), n);

      gtk_list_box_append (self->set_list, cyan_text_row_new (more, NULL));
    }
}

/* ---- the whole ---- */

static void
set_sides (CyanBisectPage *self, const CyanBisection *state)
{
  guint sides[2];
  gboolean has_sides = state != NULL && state->state != CYAN_BISECTION_RUNNING
                       && find_sides (state, &sides[0], &sides[1]);
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
    cyan_actions_enable (self->actions, names[i], has_sides);
  gtk_widget_set_visible (self->buttons, has_sides);
}

void
cyan_bisect_page_set_state (CyanBisectPage *self, const CyanBisection *state)
{
  gboolean runs = state == NULL || state->state == CYAN_BISECTION_RUNNING;
  g_autofree char *title = NULL, *subtitle = NULL, *now = NULL, *reason = NULL;

  if (state != NULL)
    {
      const char *why = state->reason != NULL ? state->reason : state->metric_reason;

      title = cyan_bisection_answer (state);
      subtitle = subtitle_of (state);
      now = now_of (state);
      reason = why != NULL ? cyan_text_for_label (why, 300) : NULL;
      show_set (self, state);
    }
  cyan_label_show (self->title_label,
                   title != NULL ? title : _ ("Looking at the revisions\xe2\x80\xa6"));
  cyan_label_show (self->subtitle_label, subtitle);
  cyan_label_show (self->reason_label, reason);
  cyan_label_show (self->now_label, now);
  cyan_label_show (self->activity_label, NULL);
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
  cyan_label_show (self->activity_label, what != NULL && *what != '\0' ? what : NULL);
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

  cyan_widget_copy (self, self->commit, _ ("The commit is in the clipboard"));
}

/* ---- object ---- */

static void
leave (CyanBisectPage *self)
{
  g_clear_object (&self->actions);
  g_clear_pointer (&self->commit, g_free);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->sides[side], g_free);
}

static void
cyan_bisect_page_class_init (CyanBisectPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (leave));
  g_type_ensure (CYAN_TYPE_BISECT_CHART);
#define CHILD(member) CYAN_CHILD (CyanBisectPage, member)
  cyan_template_bind (class, "bisect.ui", CHILD (scroller), CHILD (title_label),
                      CHILD (subtitle_label), CHILD (reason_label), CHILD (now_box),
                      CHILD (spinner), CHILD (now_label), CHILD (activity_label), CHILD (buttons),
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
  self->actions = cyan_actions_new (self, "bisect", entries, G_N_ELEMENTS (entries));
  set_sides (self, NULL);
}
