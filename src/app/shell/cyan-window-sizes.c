/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of the icicle and of the rings: the button above them, and what is remembered. */
#include "cyan-i18n.h"
#include "cyan-settings.h"
#include "cyan-window-private.h"

#include <string.h>

#define SIZES_KEY "sizes"

/* By CyanSizes. */
static const char *const words[] = { N_ ("Both Versions"), N_ ("Change"), N_ ("Before"),
                                     N_ ("After"), N_ ("All Alike") };

static gboolean
has_sizes (CyanWindow *self)
{
  return self->session != NULL
         && (strcmp (cyan_window_view (self), "icicle") == 0
             || strcmp (cyan_window_view (self), "rings") == 0);
}

void
cyan_window_change_sizes (GSimpleAction *action, GVariant *state, gpointer data)
{
  CyanWindow *self = data;
  const char *name = g_variant_get_string (state, NULL);
  CyanSizes sizes;

  if (self->session == NULL || !cyan_sizes_parse (name, &sizes))
    return;
  cyan_session_set_sizes (self->session, sizes);
  if (cyan_settings_get () != NULL)
    g_settings_set_string (cyan_settings_get (), SIZES_KEY, name);
}

void
cyan_window_size_session (CyanSession *session)
{
  g_autofree char *name = NULL;
  CyanSizes sizes;

  if (cyan_settings_get () != NULL)
    name = g_settings_get_string (cyan_settings_get (), SIZES_KEY);
  if (name != NULL && cyan_sizes_parse (name, &sizes))
    cyan_session_set_sizes (session, sizes);
}

/* A single profile has one version only. */
static const char *
word_of (CyanSizes sizes, gboolean single)
{
  return single && sizes == CYAN_SIZES_AFTER ? _ ("Total") : _ (words[sizes]);
}

static void
fill_menu (GtkMenuButton *button, gboolean single)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint sizes = single ? CYAN_SIZES_AFTER : CYAN_SIZES_ENVELOPE; sizes <= CYAN_SIZES_EQUAL;
       sizes++)
    {
      g_autofree char *action = g_strconcat ("win.sizes::", cyan_sizes_names[sizes], NULL);

      g_menu_append (menu, word_of ((CyanSizes) sizes, single), action);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

void
cyan_window_show_sizes (CyanWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "sizes");
  g_autofree char *text = NULL;
  gboolean single;
  CyanSizes sizes;

  gtk_widget_set_visible (GTK_WIDGET (self->sizes_button), has_sizes (self));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), has_sizes (self));
  if (self->session == NULL)
    return;
  single = cyan_session_comparison (self->session)->compared.single;
  if (gtk_menu_button_get_menu_model (self->sizes_button) == NULL || single != self->sizes_single)
    fill_menu (self->sizes_button, single);
  self->sizes_single = single;
  sizes = cyan_session_sizes (self->session);
  if (single && sizes != CYAN_SIZES_EQUAL)
    sizes = CYAN_SIZES_AFTER;
  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_string (cyan_sizes_names[sizes]));
  /* Translators: what is large in a picture: both versions, the change, before, after, ... */
  text = g_strdup_printf (_ ("Sizes: %s"), word_of (sizes, single));
  gtk_menu_button_set_label (self->sizes_button, text);
}
