/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What somebody says about functions: that two are the same, or that a conclusion is wrong.
 *
 * The same recordings are compared again with it, and the view stays.
 */
#include "cyan-name-labels.h"
#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"
#include "cyan-window-private.h"

/* Pixels of a window in which there is room for the list and for details, with text of the usual
 * size. */
#define ROOM_FOR_BOTH 1100

/* Compares again with @claims, which is taken.  @text, which is taken, is shown then; NULL:
 * none. */
static void
compare_with (CyanWindow *self, GPtrArray *claims, char *text)
{
  g_autoptr (CyanRequest) request = cyan_request_copy (self->request);

  g_clear_pointer (&request->claims, g_ptr_array_unref);
  request->claims = claims;
  cyan_window_open (self, request);
  self->claimed = text;
}

void
cyan_window_claim (CyanWindow *self, const char *before, const char *after, gboolean same)
{
  GPtrArray *claims = cyan_name_claims_copy (self->request->claims);

  cyan_name_claims_add (claims, before, after, same);
  if (claims->len > CYAN_SESSION_FILE_MAX_CLAIMS)
    {
      g_autofree char *text = g_strdup_printf (_ ("At most %'u can be said of functions"),
                                               CYAN_SESSION_FILE_MAX_CLAIMS);

      cyan_window_toast (self, text);
      g_ptr_array_unref (claims);
      return;
    }
  compare_with (self, claims, cyan_claim_words (g_ptr_array_index (claims, claims->len - 1)));
}

static void
on_claim (
    CyanEditList *list, const char *before, const char *after, gboolean same, CyanWindow *self)
{
  cyan_window_claim (self, before, after, same);
}

static void
on_forget (CyanEditList *list, guint index, CyanWindow *self)
{
  GPtrArray *claims = cyan_name_claims_copy (self->request->claims);

  if (index < claims->len)
    g_ptr_array_remove_index (claims, index);
  compare_with (self, claims, NULL);
}

void
cyan_window_mark (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  CyanNode selected = cyan_session_selected (self->session);

  cyan_session_mark (self->session,
                     selected != cyan_session_marked (self->session) ? selected : CYAN_NODE_NONE);
}

void
cyan_window_same (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;
  const char *before, *after;

  if (cyan_session_get_claimed_pair (self->session, &before, &after))
    cyan_window_claim (self, before, after, TRUE);
}

void
cyan_window_undo_claim (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  CyanWindow *self = data;

  if (self->claims_before != NULL && self->request != NULL)
    compare_with (self, g_steal_pointer (&self->claims_before), NULL);
}

void
cyan_window_take_claims (CyanWindow *self)
{
  if (self->request == NULL
      || (!self->claims_changed && cyan_request_same_files (self->loading, self->request)))
    return;
  g_clear_pointer (&self->claims_before, g_ptr_array_unref);
  if (self->claims_changed)
    self->claims_before = cyan_name_claims_copy (self->request->claims);
}

void
cyan_window_show_claim (CyanWindow *self)
{
  g_autofree char *text = g_steal_pointer (&self->claimed);
  g_autofree char *markup = NULL;
  AdwToast *toast;

  if (text == NULL)
    return;
  markup = g_markup_escape_text (text, -1);
  toast = adw_toast_new (markup);
  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_action_name (toast, "win.undo-claim");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

void
cyan_window_show_edits (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;

  g_simple_action_set_state (action, state);
  cyan_window_update_actions (self);
}

void
cyan_window_make_room (CyanWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  double width = surface != NULL ? gdk_surface_get_width (surface) / cyan_desktop_text_scale ()
                                 : ROOM_FOR_BOTH;
  gboolean edits = cyan_window_is_active (self, "show-edits");

  gtk_widget_set_visible (GTK_WIDGET (self->edit_list),
                          edits && self->session != NULL
                              && !cyan_session_comparison (self->session)->compared.single);
  gtk_widget_set_visible (
      GTK_WIDGET (self->details),
      cyan_window_is_active (self, "show-details")
          && (width >= ROOM_FOR_BOTH || !gtk_widget_get_visible (GTK_WIDGET (self->edit_list))));
}

void
cyan_window_install_claims (CyanWindow *self)
{
  g_signal_connect (self->edit_list, "claim", G_CALLBACK (on_claim), self);
  g_signal_connect (self->edit_list, "forget", G_CALLBACK (on_forget), self);
}
