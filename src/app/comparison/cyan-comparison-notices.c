/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages above the picture: whether the profiles are comparable, and where the sources are. */
#include "cyan-comparison-private.h"
#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Characters of what is said of profiles that are hardly comparable; units are foreign text. */
#define DOUBT_CHARS 300
/* For a location of sources that the profiles name. */
#define LOCATION_CHARS 80

static void
show_doubt (CyanComparisonPage *self)
{
  const char *doubt = self->session != NULL ? cyan_session_comparison (self->session)->doubt : NULL;

  if (doubt != NULL)
    {
      g_autofree char *shown = cyan_text_for_label (doubt, DOUBT_CHARS);
      g_autofree char *sentence =
          g_strdup_printf (_ ("These profiles are hardly comparable: %s"), shown);

      gtk_label_set_text (self->doubt_label, sentence);
    }
  gtk_info_bar_set_revealed (self->doubt_bar, doubt != NULL);
}

static void
on_doubt_closed (CyanComparisonPage *self)
{
  gtk_info_bar_set_revealed (self->doubt_bar, FALSE);
}

/* Sources that were asked for and are not there, or that are there and were not asked for. */
static void
show_sources (CyanComparisonPage *self)
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
  cyan_actions_enable (self->actions, "recorded-sources", recorded);
  gtk_info_bar_set_revealed (self->sources_bar, text != NULL);
}

static void
on_sources_closed (CyanComparisonPage *self)
{
  gtk_info_bar_set_revealed (self->sources_bar, FALSE);
}

void
cyan_comparison_page_use_recorded (GSimpleAction *action, GVariant *parameter, gpointer page)
{
  CyanComparisonPage *self = page;
  g_autoptr (CyanRequest) request = NULL;

  if (self->opened == NULL || self->opened->recorded[0] == NULL)
    return;
  request = cyan_request_copy (self->request);
  cyan_request_set_sources (request, self->opened->recorded[0], self->opened->recorded[1]);
  cyan_comparison_page_open (self, request);
}

void
cyan_comparison_page_show_notices (CyanComparisonPage *self)
{
  show_doubt (self);
  show_sources (self);
}

void
cyan_comparison_page_install_notices (CyanComparisonPage *self)
{
  g_signal_connect_swapped (self->doubt_bar, "response", G_CALLBACK (on_doubt_closed), self);
  g_signal_connect_swapped (self->sources_bar, "response", G_CALLBACK (on_sources_closed), self);
}
