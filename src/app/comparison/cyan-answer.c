/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The title of a comparison, its answer, and how far to trust it. */
#include "cyan-answer.h"

#include "cyan-i18n.h"
#include "cyan-numbers.h"
#include "cyan-ranking-words.h"
#include "cyan-widgets.h"

struct _CyanAnswer
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkLabel *title_label;
  GtkLabel *answer_label;
  GtkWidget *trust_button;
  GtkLabel *trust_label;
  GtkImage *trust_icon; /* a warning, or in place of the label */
  GtkLabel *noise_label;
  GtkLabel *warnings_label;
  GtkWidget *runs_button;

  gboolean has_warnings;
  gboolean narrow;
};

G_DEFINE_FINAL_TYPE (CyanAnswer, cyan_answer, GTK_TYPE_WIDGET)

/* Caller frees. */
static char *
title_text (CyanSession *session)
{
  if (cyan_session_comparison (session)->compared.single)
    return g_strdup (cyan_session_after_name (session));
  /* Translators: the names of two versions of a program. */
  return g_strdup_printf (_ ("%s → %s"), cyan_session_before_name (session),
                          cyan_session_after_name (session));
}

/* "942 ms → 1.91 s, 2.0 times as slow · matched by exact path · names as recorded"; caller frees. */
static char *
answer_text (CyanSession *session, const CyanRequest *request)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  CyanMatchMethod method = comparison->compared.method;
  g_autofree char *answer = cyan_comparison_answer_text (comparison);
  GString *text = g_string_new (answer);

  if (comparison->compared.single)
    g_string_append_printf (text, "; %s", _ ("drop or open the other profile to compare"));
  else if (method != CYAN_MATCH_CONTEXT)
    g_string_append_printf (text, " · %s",
                            method == CYAN_MATCH_PATH ? _ ("matched by exact path")
                                                      : _ ("matched by common tree"));
  if (request->raw_names)
    g_string_append_printf (text, " · %s", _ ("names as recorded"));
  if (request->limits.fold_recursion)
    g_string_append_printf (text, " · %s", _ ("recursion folded"));
  return g_string_free (text, FALSE);
}

/* Functions that one would name to a colleague. */
#define N_TOLD 3

char *
cyan_answer_for_chat (CyanSession *session)
{
  const CyanComparison *comparison = cyan_session_comparison (session);
  const CyanRanking *ranking = cyan_session_model (session)->ranking;
  guint n = ranking != NULL ? cyan_ranking_n_named (ranking, comparison, N_TOLD) : 0;
  g_autofree char *title = title_text (session);
  g_autofree char *answer = cyan_comparison_answer_text (comparison);
  gboolean doubtful;
  g_autofree char *trust = cyan_trust_text (comparison, &doubtful);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n%s (%s)\n", title, answer, trust);
  for (guint i = 0; i < n; i++)
    {
      const CyanStart *start = &ranking->at[i];
      g_autofree char *amount = cyan_comparison_delta_text (comparison, start->contribution);

      g_string_append_printf (text, "%u. %s: %s, %s\n", i + 1, cyan_start_label (comparison, start),
                              amount, _ (cyan_confidence_names[start->confidence]));
    }
  return g_string_free (text, FALSE);
}

static void
show_trust (CyanAnswer *self, const CyanComparison *comparison)
{
  g_autofree char *trust = NULL, *words = NULL;
  gboolean doubtful;

  gtk_widget_set_visible (self->trust_button, !comparison->compared.single);
  if (comparison->compared.single)
    return;
  trust = cyan_trust_text (comparison, &doubtful);
  words = cyan_trust_words (comparison);
  gtk_label_set_text (self->trust_label, trust);
  gtk_label_set_text (self->noise_label, words);
  gtk_widget_set_tooltip_text (self->trust_button, words);
  cyan_widget_set_spoken (self->trust_button, trust);
  cyan_widget_set_class (self->trust_button, "cyan-trusted", !doubtful);
  gtk_widget_set_visible (self->runs_button, doubtful);
}

static void
show_warnings (CyanAnswer *self, const CyanComparison *comparison)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < comparison->warnings->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n\n" : "",
                            (const char *) g_ptr_array_index (comparison->warnings, i));
  cyan_label_show (self->warnings_label, text->len > 0 ? text->str : NULL);
  self->has_warnings = text->len > 0;
}

static void
show_icon (CyanAnswer *self)
{
  gtk_image_set_from_icon_name (self->trust_icon, self->has_warnings
                                                      ? "cyan-dialog-warning-symbolic"
                                                      : "cyan-dialog-information-symbolic");
  gtk_widget_set_visible (GTK_WIDGET (self->trust_icon), self->has_warnings || self->narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->trust_label), !self->narrow);
}

void
cyan_answer_set_room (CyanAnswer *self, gboolean narrow, gboolean low)
{
  self->narrow = narrow;
  gtk_widget_set_visible (GTK_WIDGET (self->title_label), !low);
  show_icon (self);
}

void
cyan_answer_set_session (CyanAnswer *self, CyanSession *session, const CyanRequest *request)
{
  g_autofree char *title = NULL, *answer = NULL, *tip = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), session != NULL);
  if (session == NULL)
    return;
  title = title_text (session);
  answer = answer_text (session, request);
  /* A small window cuts them. */
  tip = g_strconcat (title, "\n", answer, NULL);
  gtk_label_set_text (self->title_label, title);
  gtk_label_set_text (self->answer_label, answer);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tip);
  show_trust (self, cyan_session_comparison (session));
  show_warnings (self, cyan_session_comparison (session));
  show_icon (self);
}

const char *
cyan_answer_get_title (CyanAnswer *self)
{
  return gtk_label_get_text (self->title_label);
}

static void
cyan_answer_class_init (CyanAnswerClass *class)
{
  cyan_children_own (class, NULL);
#define CHILD(member) CYAN_CHILD (CyanAnswer, member)
  cyan_template_bind (class, "answer.ui", CHILD (title_label), CHILD (answer_label),
                      CHILD (trust_button), CHILD (trust_label), CHILD (trust_icon),
                      CHILD (noise_label), CHILD (warnings_label), CHILD (runs_button), NULL);
}

static void
cyan_answer_init (CyanAnswer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
