/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages about a window's comparison: the title, warnings, and where its sources are. */
#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-numbers.h"
#include "cyan-cause-words.h"
#include "cyan-text.h"
#include "cyan-window-private.h"

/* Characters of what is said of profiles that are hardly comparable; units are foreign text. */
#define DOUBT_CHARS 300
/* Pixels of a window in which there is room for what is known of noise, with text of the usual
 * size. */
#define ROOM_FOR_NOISE 860
/* For a location of sources that the profiles name. */
#define LOCATION_CHARS 80

/* NULL for what is usual. */
static const char *
method_words (CyanMatchMethod method)
{
  switch (method)
    {
    case CYAN_MATCH_COMMON_TREE:
      return _ ("matched by common tree");
    case CYAN_MATCH_PATH:
      return _ ("matched by exact path");
    case CYAN_MATCH_CONTEXT:
    default:
      return NULL;
    }
}

/* "70646 contexts matched, 0 renamed, 233 added, 870 removed, 57 not sampled on one side" */
static char *
counts_text (const CyanComparison *comparison)
{
  const CyanStatusCounts counts = cyan_comparison_count (comparison);
  const guint *of = counts.of;
  g_autofree char *uncertain = cyan_comparison_uncertain_text (&counts);
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text, ngettext ("%'u context matched", "%'u contexts matched", of[CYAN_STATUS_MATCHED]),
      of[CYAN_STATUS_MATCHED]);
  g_string_append_printf (text, _ (", %'u renamed, %'u added, %'u removed"),
                          of[CYAN_STATUS_RENAMED], of[CYAN_STATUS_ADDED], of[CYAN_STATUS_REMOVED]);
  if (counts.unseen > 0)
    g_string_append_printf (text, _ (", %'u not sampled on one side"), counts.unseen);
  if (uncertain != NULL)
    g_string_append_printf (text, "; %s", uncertain);
  return g_string_free (text, FALSE);
}

void
cyan_window_show_title (CyanWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *verdict = NULL;
  g_autofree char *start = NULL;
  g_autofree char *counts = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *tip = NULL;
  const char *method;

  if (self->is_at_history)
    {
      title = cyan_window_history_title (self, &subtitle);
      adw_window_title_set_title (self->title, title);
      adw_window_title_set_subtitle (self->title, subtitle);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), subtitle);
      gtk_window_set_title (GTK_WINDOW (self), title);
      return;
    }
  if (self->session == NULL)
    {
      adw_window_title_set_title (self->title, "Cyanotype");
      adw_window_title_set_subtitle (self->title, "");
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), NULL);
      gtk_window_set_title (GTK_WINDOW (self), "Cyanotype");
      return;
    }
  verdict = cyan_comparison_verdict_text (cyan_session_comparison (self->session));
  method = method_words (cyan_session_comparison (self->session)->compared.method);
  if (cyan_session_comparison (self->session)->compared.single)
    {
      title = g_strdup (cyan_session_after_name (self->session));
      subtitle = g_strdup_printf (_ ("%s; drop or open the other profile to compare"), verdict);
    }
  else
    {
      /* Translators: the names of two versions of a program. */
      title = g_strdup_printf (_ ("%s → %s"), cyan_session_before_name (self->session),
                               cyan_session_after_name (self->session));
      /* "942 ms to 1.91 s, +102 % · start at parse · matched by exact path · names as recorded" */
      start = cyan_cause_title (self->session);
      counts = counts_text (cyan_session_comparison (self->session));
      subtitle =
          g_strconcat (verdict, " · ", start, method != NULL ? " · " : "",
                       method != NULL ? method : "", self->request->raw_names ? " · " : "",
                       self->request->raw_names ? _ ("names as recorded") : "",
                       self->request->limits.fold_recursion ? " · " : "",
                       self->request->limits.fold_recursion ? _ ("recursion folded") : "", NULL);
    }
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
  /* A small window cuts them. */
  tip = g_strconcat (title, "\n", subtitle, counts != NULL ? "\n" : "",
                     counts != NULL ? counts : "", NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), tip);
}

void
cyan_window_show_noise (CyanWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  gboolean has_room =
      surface == NULL
      || gdk_surface_get_width (surface) / cyan_desktop_text_scale () >= ROOM_FOR_NOISE;
  const CyanComparison *comparison =
      self->session != NULL ? cyan_session_comparison (self->session) : NULL;
  gboolean is_unknown = comparison != NULL && !comparison->compared.single
                        && comparison->noise.kind == CYAN_NOISE_UNKNOWN;

  gtk_widget_set_visible (GTK_WIDGET (self->noise_chip), is_unknown && has_room);
  if (is_unknown)
    {
      g_autofree char *text = cyan_comparison_noise_text (comparison);

      gtk_label_set_text (self->noise_chip, cyan_noise_unknown_text (comparison));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->noise_chip), text);
    }
}

static void
show_warnings (CyanWindow *self)
{
  const GPtrArray *warnings =
      self->session != NULL ? cyan_session_comparison (self->session)->warnings : NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; warnings != NULL && i < warnings->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n\n" : "",
                            (const char *) g_ptr_array_index (warnings, i));
  gtk_label_set_text (self->warnings_label, text->str);
  self->doubt_closed = FALSE;
  if (self->session != NULL && cyan_session_comparison (self->session)->doubt != NULL)
    {
      g_autofree char *doubt =
          cyan_text_for_label (cyan_session_comparison (self->session)->doubt, DOUBT_CHARS);
      g_autofree char *sentence =
          g_strdup_printf (_ ("These profiles are hardly comparable: %s"), doubt);

      gtk_label_set_text (self->doubt_label, sentence);
    }
  gtk_widget_set_visible (self->warnings_button, text->len > 0);
  g_string_free (text, TRUE);
}

static void
on_doubt_closed (CyanWindow *self)
{
  self->doubt_closed = TRUE;
  cyan_window_update_actions (self);
}

/* Sources that were asked for and are not there, or that are there and were not asked for. */
void
cyan_window_show_sources_notice (CyanWindow *self)
{
  const CyanOpenedSources *opened = self->opened;
  gboolean recorded = opened != NULL && opened->recorded[0] != NULL;
  g_autofree char *text = NULL;

  if (opened != NULL && opened->problem != NULL)
    {
      g_autofree char *why = cyan_text_for_label (opened->problem, DOUBT_CHARS);

      text = g_strdup_printf (_ ("Opened without sources: %s"), why);
    }
  else if (recorded)
    {
      g_autofree char *before = g_filename_display_name (opened->recorded[0]);
      g_autofree char *after = g_filename_display_name (opened->recorded[1]);
      g_autofree char *short_before = cyan_text_for_label (before, LOCATION_CHARS);
      g_autofree char *short_after = cyan_text_for_label (after, LOCATION_CHARS);

      /* Translators: where the sources of two versions are. */
      text = g_strdup_printf (_ ("The profiles name their sources: %s and %s"), short_before,
                              short_after);
    }
  else if (opened != NULL && (opened->mismatch[0] != NULL || opened->mismatch[1] != NULL))
    {
      const char *before = opened->mismatch[0], *after = opened->mismatch[1];
      g_autofree char *both =
          g_strconcat (before != NULL ? before : "", before != NULL && after != NULL ? "\n" : "",
                       after != NULL ? after : "", NULL);

      text = g_utf8_make_valid (both, -1);
    }
  gtk_label_set_text (self->sources_label, text != NULL ? text : "");
  gtk_info_bar_set_message_type (self->sources_bar, opened != NULL && opened->problem != NULL
                                                        ? GTK_MESSAGE_WARNING
                                                        : GTK_MESSAGE_INFO);
  gtk_widget_set_visible (self->recorded_button, recorded);
}

static void
on_sources_closed (CyanWindow *self)
{
  gtk_label_set_text (self->sources_label, "");
  gtk_info_bar_set_revealed (self->sources_bar, FALSE);
}

static void
on_recorded_clicked (CyanWindow *self)
{
  g_autoptr (CyanRequest) request = NULL;

  if (self->opened == NULL || self->opened->recorded[0] == NULL)
    return;
  request = cyan_request_copy (self->request);
  cyan_request_set_sources (request, self->opened->recorded[0], self->opened->recorded[1]);
  cyan_window_open (self, request);
}

void
cyan_window_show_notices (CyanWindow *self)
{
  cyan_window_show_title (self);
  cyan_window_show_noise (self);
  show_warnings (self);
}

void
cyan_window_install_notices (CyanWindow *self)
{
  g_signal_connect_swapped (self->doubt_bar, "response", G_CALLBACK (on_doubt_closed), self);
  g_signal_connect_swapped (self->sources_bar, "response", G_CALLBACK (on_sources_closed), self);
  g_signal_connect_swapped (self->recorded_button, "clicked", G_CALLBACK (on_recorded_clicked),
                            self);
}
