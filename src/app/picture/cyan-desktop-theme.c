/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theme of the desktop. */
#include "cyan-desktop-theme.h"

#include <adwaita.h>

#include "cyan-settings.h"
#include "cyan-widgets.h"

CyanTheme
cyan_desktop_theme (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *palette = NULL;
  gboolean is_safe;

  g_object_get (cyan_settings_get (), "palette", &palette, NULL);
  is_safe = g_str_equal (palette, cyan_palette_names[CYAN_PALETTE_SAFE]);
  return (CyanTheme){ .palette = is_safe ? CYAN_PALETTE_SAFE : CYAN_PALETTE_CLASSIC,
                      .dark = adw_style_manager_get_dark (manager),
                      .high_contrast = adw_style_manager_get_high_contrast (manager),
                      .font = cyan_desktop_font () };
}

double
cyan_desktop_text_scale (void)
{
  int dpi = -1;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / 1024.0 / 96, 0.5, 4) : 1;
}

void
cyan_desktop_theme_follow (gpointer object, GCallback changed)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (cyan_settings_get (), "notify::palette", changed, object,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::dark", changed, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", changed, object, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", changed, object,
                           G_CONNECT_SWAPPED);
}

GdkRGBA
cyan_desktop_rgba (CyanColor color, double alpha)
{
  return (GdkRGBA){ (float) color.red, (float) color.green, (float) color.blue, (float) alpha };
}

void
cyan_desktop_append_border (GtkSnapshot *snapshot,
                            const graphene_rect_t *rect,
                            double radius,
                            double width,
                            const GdkRGBA *color)
{
  const float side = (float) width;
  const float widths[4] = { side, side, side, side };
  const GdkRGBA colors[4] = { *color, *color, *color, *color };
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, rect, (float) radius);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}
