/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panes beside and below the picture, and the room that there is for them.  In a narrow window
 * the details and the sources share a sheet below the picture, in a low one in its place, and a list
 * takes the place of the picture. */
#include "cyan-comparison-private.h"
#include "cyan-widgets.h"

#include <string.h>

/* Pixels of a window in which there is room, with text of the usual size: for title and answer in the
 * header, for what is known of noise beside them, for the functions to start at, for the list of edits and the details, and for the
 * details beside the picture at all. */
#define ROOM_FOR_TITLE   560
#define ROOM_FOR_TRUST   860
#define ROOM_FOR_START   1100
#define ROOM_FOR_BOTH    1300
#define ROOM_FOR_DETAILS 860
/* Likewise, of its height: for a picture and a sheet below it. */
#define ROOM_FOR_SHEET 480

/* Height of the lower half at least, and as a part of the window's: with sources, and with only
 * callers and callees. */
#define SOURCES_HEIGHT 320
#define SOURCES_PART   0.4
#define CALLS_HEIGHT   200
#define CALLS_PART     0.25

/* The list of functions to start at is a pane beside the picture, or lies on it on demand. */
static void
fit_start (CyanComparisonPage *self, gboolean compares)
{
  gboolean folds = self->width < ROOM_FOR_START, is_pane = compares && !folds;

  adw_flap_set_fold_policy (self->start_flap,
                            folds ? ADW_FLAP_FOLD_POLICY_ALWAYS : ADW_FLAP_FOLD_POLICY_NEVER);
  gtk_widget_set_visible (self->start_button, compares && folds);
  if (is_pane != self->start_is_pane)
    adw_flap_set_reveal_flap (self->start_flap, is_pane);
  self->start_is_pane = is_pane;
}

/* ---- the sheet ---- */

static gboolean
is_narrow (CyanComparisonPage *self)
{
  return self->width < ROOM_FOR_DETAILS;
}

static gboolean
is_low (CyanComparisonPage *self)
{
  return is_narrow (self) && self->height < ROOM_FOR_SHEET;
}

/* "picture", "details" or "sources": which of them a narrow window shows, a low one alone. */
static const char *
shown_sheet (CyanComparisonPage *self, gboolean compares)
{
  const char *sheet = self->sheet;

  if (sheet == NULL)
    sheet = is_low (self) ? "picture" : "sources";
  return strcmp (sheet, "sources") == 0 && !compares ? "details" : sheet;
}

/* Details lie beside the picture or in the sheet. */
static void
place_details (CyanComparisonPage *self)
{
  GtkWidget *details = GTK_WIDGET (self->details);
  gboolean in_sheet = gtk_widget_get_parent (details) == GTK_WIDGET (self->lower);

  if (is_narrow (self) == in_sheet)
    return;
  g_object_ref (details);
  if (in_sheet)
    {
      gtk_box_remove (self->lower, details);
      gtk_paned_set_end_child (self->details_paned, details);
    }
  else
    {
      gtk_paned_set_end_child (self->details_paned, NULL);
      gtk_box_append (self->lower, details);
    }
  g_object_unref (details);
}

/* The answer stands in the header or in a row below it. */
static void
place_answer (CyanComparisonPage *self)
{
  GtkWidget *answer = GTK_WIDGET (self->answer), *box = gtk_widget_get_parent (answer);
  gboolean in_row = self->width < ROOM_FOR_TITLE;
  GtkBox *place = in_row ? self->answer_row : self->title;

  if (box == GTK_WIDGET (place))
    return;
  g_object_ref (answer);
  gtk_box_remove (GTK_BOX (box), answer);
  gtk_box_append (place, answer);
  gtk_widget_set_visible (GTK_WIDGET (self->answer_row), in_row);
  g_object_unref (answer);
}

/* Of a narrow window. */
static void
show_sheet (CyanComparisonPage *self, gboolean compares)
{
  const char *sheet = shown_sheet (self, compares);
  gboolean details = strcmp (sheet, "details") == 0, sources = strcmp (sheet, "sources") == 0;

  g_simple_action_set_state (cyan_actions_get (self->actions, "sheet"),
                             g_variant_new_string (sheet));
  gtk_widget_set_visible (GTK_WIDGET (self->details), details);
  gtk_widget_set_visible (GTK_WIDGET (self->source_pane), sources);
  gtk_widget_set_visible (GTK_WIDGET (self->start_flap), !is_low (self) || !(details || sources));
}

void
cyan_comparison_page_show_sheet (CyanComparisonPage *self, const char *sheet)
{
  g_free (self->sheet);
  self->sheet = g_strdup (sheet);
  cyan_comparison_page_make_room (self);
}

gboolean
cyan_comparison_page_toggle_sheet (CyanComparisonPage *self, const char *sheet)
{
  gboolean compares =
      self->session != NULL && !cyan_session_comparison (self->session)->compared.single;

  if (!is_narrow (self))
    return FALSE;
  cyan_comparison_page_show_sheet (
      self, strcmp (shown_sheet (self, compares), sheet) == 0 ? "picture" : sheet);
  return TRUE;
}

/* ---- all of it ---- */

static int
lower_height (CyanComparisonPage *self)
{
  gboolean sources = self->session != NULL
                     && cyan_comparison_model_has_sources (cyan_session_model (self->session));

  return sources ? (int) MIN (SOURCES_HEIGHT, self->height * SOURCES_PART)
                 : (int) MIN (CALLS_HEIGHT, self->height * CALLS_PART);
}

/* Of a window that is wide enough for the details beside the picture. */
static void
show_panes (CyanComparisonPage *self, gboolean compares, gboolean edits)
{
  gtk_widget_set_visible (GTK_WIDGET (self->start_flap), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->details),
                          cyan_comparison_page_is_active (self, "show-details")
                              && (!edits || self->width >= ROOM_FOR_BOTH));
  gtk_widget_set_visible (GTK_WIDGET (self->source_pane),
                          compares && cyan_comparison_page_is_active (self, "show-sources"));
}

void
cyan_comparison_page_make_room (CyanComparisonPage *self)
{
  gboolean compares =
      self->session != NULL && !cyan_session_comparison (self->session)->compared.single;
  gboolean edits = compares && cyan_comparison_page_is_active (self, "show-edits"), lists;

  fit_start (self, compares);
  place_details (self);
  gtk_widget_set_size_request (GTK_WIDGET (self->lower), -1, lower_height (self));
  gtk_widget_set_visible (GTK_WIDGET (self->edit_list), edits);
  lists = is_narrow (self) && (edits || gtk_widget_get_visible (GTK_WIDGET (self->found_list)));
  gtk_widget_set_visible (self->picture_box, !lists);
  gtk_widget_set_hexpand (GTK_WIDGET (self->edit_list), lists);
  gtk_widget_set_hexpand (GTK_WIDGET (self->found_list), lists);
  gtk_widget_set_visible (self->sheet_bar, self->session != NULL && is_narrow (self));
  gtk_widget_set_visible (self->sources_toggle, compares);
  if (is_narrow (self))
    show_sheet (self, compares);
  else
    show_panes (self, compares, edits);
  gtk_widget_set_visible (
      GTK_WIDGET (self->lower),
      gtk_widget_get_visible (GTK_WIDGET (self->source_pane))
          || (is_narrow (self) && gtk_widget_get_visible (GTK_WIDGET (self->details))));
}

void
cyan_comparison_page_fit (CyanPage *page, double width, double height)
{
  CyanComparisonPage *self = CYAN_COMPARISON_PAGE (page);

  self->width = width;
  self->height = height;
  place_answer (self);
  cyan_answer_set_room (self->answer, width < ROOM_FOR_TRUST,
                        width < ROOM_FOR_TITLE && is_low (self));
  cyan_comparison_page_name_view (self);
  cyan_comparison_page_make_room (self);
}
