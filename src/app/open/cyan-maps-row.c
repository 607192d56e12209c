/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where recorded paths are in the sources. */
#include "cyan-open-private.h"

#include "cyan-i18n.h"
#include "cyan-widgets.h"

#include <string.h>

typedef struct
{
  GtkWidget *row;
  GtkEditable *from;
  GtkEditable *to;
} Map;

struct _CyanMapsRow
{
  AdwExpanderRow parent_instance;

  GPtrArray *maps; /* of Map; what they point to is borrowed */
};

G_DEFINE_FINAL_TYPE (CyanMapsRow, cyan_maps_row, ADW_TYPE_EXPANDER_ROW)

static GtkEditable *
entry_new (const char *placeholder, const char *label, const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_widget_set_hexpand (entry, TRUE);
  cyan_widget_set_spoken (entry, label);
  return GTK_EDITABLE (entry);
}

static void
on_remove (CyanMapsRow *self, GtkWidget *button)
{
  for (guint i = 0; i < self->maps->len; i++)
    {
      Map *map = g_ptr_array_index (self->maps, i);

      if (gtk_widget_is_ancestor (button, map->row))
        {
          adw_expander_row_remove (ADW_EXPANDER_ROW (self), map->row);
          g_ptr_array_remove_index (self->maps, i);
          gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
          return;
        }
    }
}

static Map *
add_map (CyanMapsRow *self, const char *from, const char *to)
{
  GtkWidget *button = cyan_icon_button_new ("cyan-window-close-symbolic", _ ("Remove"));
  Map *map = g_new (Map, 1);
  GtkWidget *box;

  map->row = adw_preferences_row_new ();
  map->from = entry_new (_ ("Recorded as"), _ ("Recorded as"), from);
  /* The sources themselves, if it is empty. */
  map->to = entry_new (_ ("Is here at"), _ ("Is here at"), to);
  box = cyan_row_new (6, map->from, gtk_image_new_from_icon_name ("cyan-go-next-symbolic"), map->to,
                      button, NULL);
  cyan_widget_set_margins (box, 6, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (map->row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (map->row), FALSE);
  gtk_widget_set_focusable (map->row, FALSE);
  cyan_connect (button, "clicked", on_remove, self);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), map->row);
  g_ptr_array_add (self->maps, map);
  return map;
}

static void
on_add (CyanMapsRow *self)
{
  Map *map = add_map (self, "", "");

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (map->from));
}

/* Whoever opens it wants to say something. */
static void
on_expanded (CyanMapsRow *self)
{
  if (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)) && self->maps->len == 0)
    on_add (self);
}

static void
leave (CyanMapsRow *self)
{
  g_clear_pointer (&self->maps, g_ptr_array_unref);
}

static void
cyan_maps_row_class_init (CyanMapsRowClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
}

static void
cyan_maps_row_init (CyanMapsRow *self)
{
  GtkWidget *button = cyan_icon_button_new ("cyan-list-add-symbolic", _ ("Add a recorded path"));

  self->maps = g_ptr_array_new_with_free_func (g_free);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), button);
  cyan_connect (button, "clicked", on_add, self);
  g_signal_connect (self, "notify::expanded", G_CALLBACK (on_expanded), NULL);
}

void
cyan_maps_row_set_maps (CyanMapsRow *self, const char *const *maps)
{
  for (guint i = 0; i < self->maps->len; i++)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self),
                             ((Map *) g_ptr_array_index (self->maps, i))->row);
  g_ptr_array_set_size (self->maps, 0);
  for (guint i = 0; maps != NULL && maps[i] != NULL; i++)
    {
      const char *equals = strchr (maps[i], '=');
      g_autofree char *from =
          equals != NULL ? g_strndup (maps[i], (gsize) (equals - maps[i])) : g_strdup (maps[i]);

      add_map (self, from, equals != NULL ? equals + 1 : "");
    }
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), self->maps->len > 0);
}

char **
cyan_maps_row_get_maps (CyanMapsRow *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) maps = NULL;

  for (guint i = 0; i < self->maps->len; i++)
    {
      const Map *map = g_ptr_array_index (self->maps, i);
      const char *from = gtk_editable_get_text (map->from);
      g_autofree char *pair = g_strconcat (from, "=", gtk_editable_get_text (map->to), NULL);

      if (*from != '\0')
        g_strv_builder_add (builder, pair);
    }
  maps = g_strv_builder_end (builder);
  return maps[0] != NULL ? g_steal_pointer (&maps) : NULL;
}
