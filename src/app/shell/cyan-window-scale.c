/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The measures of the picture: what widths say, whether rows of calls fold, and the scale that it
 * keeps or takes over from another window.
 */
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-text.h"
#include "cyan-window-private.h"

#include <math.h>
#include <string.h>

#define FOLDS_KEY "fold-calls"
/* Of the names of two profiles in the menu. */
#define TITLE_CHARS 60

static gboolean
wants_folds (void)
{
  return cyan_settings_get () == NULL || g_settings_get_boolean (cyan_settings_get (), FOLDS_KEY);
}

static void
on_folds_changed (CyanWindow *self)
{
  if (self->session != NULL)
    cyan_session_set_folds (self->session, wants_folds ());
}

void
cyan_window_change_width (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;

  if (self->session == NULL)
    return;
  for (guint width = 0; cyan_width_names[width] != NULL; width++)
    if (strcmp (cyan_width_names[width], g_variant_get_string (state, NULL)) == 0
        && !cyan_session_set_width (self->session, (CyanWidth) width))
      cyan_window_toast (self, _ ("These profiles do not tell how often functions were called"));
  cyan_window_update_actions (self);
}

void
cyan_window_change_keep_scale (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;

  g_simple_action_set_state (action, state);
  cyan_canvas_set_keeps_scale (self->canvas, g_variant_get_boolean (state));
}

/* ---- the scale of another window ---- */

static double
run_of (const CyanWindow *self)
{
  return cyan_compared_run (&cyan_session_comparison (self->session)->compared);
}

/* Lengths are the same on the screen, and they say the same. */
static void
take_scale (CyanWindow *self, CyanWindow *other)
{
  CyanLayout *layout = cyan_session_layout (other->session);
  CyanScale scale = *cyan_layout_scale (layout);
  double px_per_height = scale.px_per_height * (run_of (self) / run_of (other));

  cyan_session_set_basis (self->session, cyan_session_basis (other->session));
  cyan_session_set_width (self->session, cyan_layout_width (layout));
  /* Absolute heights are parts of a run; without a total nothing has a height. */
  if (cyan_session_basis (self->session) == CYAN_BASIS_ABSOLUTE
      && cyan_session_basis (other->session) == CYAN_BASIS_ABSOLUTE && isfinite (px_per_height)
      && px_per_height > 0)
    scale.px_per_height = px_per_height;
  cyan_canvas_set_zoom (self->canvas, cyan_canvas_get_zoom (other->canvas));
  cyan_canvas_set_scale (self->canvas, &scale);
  g_action_group_change_action_state (G_ACTION_GROUP (self), "keep-scale",
                                      g_variant_new_boolean (TRUE));
}

void
cyan_window_same_scale (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  GtkWindow *other = gtk_application_get_window_by_id (gtk_window_get_application (data),
                                                       g_variant_get_uint32 (parameter));

  if (self->session != NULL && CYAN_IS_WINDOW (other) && CYAN_WINDOW (other)->session != NULL)
    take_scale (self, CYAN_WINDOW (other));
}

/* Names come from files: no mnemonics, not too long. */
static char *
title_of (CyanWindow *window)
{
  g_autofree char *text =
      cyan_text_for_label (gtk_window_get_title (GTK_WINDOW (window)), TITLE_CHARS);
  g_auto (GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

/* Lists the comparisons of the other windows. */
static void
fill_menu (GtkMenuButton *button, gpointer data)
{
  CyanWindow *self = data;
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (g_application_get_default ()));

  g_menu_remove_all (self->scale_menu);
  for (GList *l = windows; l != NULL; l = l->next)
    if (l->data != self && CYAN_IS_WINDOW (l->data) && CYAN_WINDOW (l->data)->session != NULL)
      {
        g_autofree char *title = title_of (l->data);
        g_autoptr (GMenuItem) item = g_menu_item_new (title, NULL);

        g_menu_item_set_action_and_target (item, "win.same-scale", "u",
                                           gtk_application_window_get_id (l->data));
        g_menu_append_item (self->scale_menu, item);
      }
  /* An item that has no target can not be activated. */
  if (g_menu_model_get_n_items (G_MENU_MODEL (self->scale_menu)) == 0)
    g_menu_append (self->scale_menu, _ ("No Other Window"), "win.same-scale");
}

void
cyan_window_measure_session (CyanWindow *self, CyanSession *session)
{
  cyan_session_set_folds (session, wants_folds ());
}

void
cyan_window_install_scale (CyanWindow *self)
{
  GSettings *settings = cyan_settings_get ();

  gtk_menu_button_set_create_popup_func (self->menu_button, fill_menu, self, NULL);
  if (settings != NULL)
    {
      g_autoptr (GAction) folds = g_settings_create_action (settings, FOLDS_KEY);

      g_action_map_add_action (G_ACTION_MAP (self), folds);
      g_signal_connect_object (settings, "changed::" FOLDS_KEY, G_CALLBACK (on_folds_changed), self,
                               G_CONNECT_SWAPPED);
    }
}
