/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-widgets.h"

#include <adwaita.h>

/* ---- any widget ---- */

void
cyan_widget_set_spoken (gpointer widget, const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void
cyan_widget_add_classes (gpointer widget, const char *classes)
{
  g_auto (GStrv) names = g_strsplit (classes != NULL ? classes : "", " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    gtk_widget_add_css_class (widget, names[i]);
}

void
cyan_widget_set_class (gpointer widget, const char *name, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

void
cyan_widget_set_margins (gpointer widget, int across, int along)
{
  gtk_widget_set_margin_start (widget, across);
  gtk_widget_set_margin_end (widget, across);
  gtk_widget_set_margin_top (widget, along);
  gtk_widget_set_margin_bottom (widget, along);
}

#define NUMBER "cyan-number"

void
cyan_widget_set_number (gpointer widget, guint number)
{
  g_object_set_data (widget, NUMBER, GUINT_TO_POINTER (number));
}

guint
cyan_widget_number (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (widget, NUMBER));
}

void
cyan_widget_clear (gpointer widget)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (widget)) != NULL)
    if (GTK_IS_LIST_BOX (widget))
      gtk_list_box_remove (widget, child);
    else
      gtk_box_remove (GTK_BOX (widget), child);
}

/* ---- new ones ---- */

GtkWidget *
cyan_label_new (const char *text, const char *classes, int chars)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (chars > 0)
    {
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_max_width_chars (GTK_LABEL (label), chars);
    }
  cyan_widget_add_classes (label, classes);
  return label;
}

GtkWidget *
cyan_cell_new (GtkGrid *grid, const char *text, const char *classes, guint column, guint row)
{
  GtkWidget *label = cyan_label_new (text, classes, 0);

  gtk_label_set_xalign (GTK_LABEL (label), column > 0);
  gtk_grid_attach (grid, label, (int) column, (int) row, 1, 1);
  return label;
}

GtkWidget *
cyan_box_new (GtkOrientation orientation, int spacing, ...)
{
  GtkWidget *box = gtk_box_new (orientation, spacing), *child;
  va_list children;

  va_start (children, spacing);
  while ((child = va_arg (children, gpointer)) != NULL)
    gtk_box_append (GTK_BOX (box), child);
  va_end (children);
  return box;
}

GtkWidget *
cyan_bar_new (void)
{
  GtkWidget *bar = gtk_level_bar_new_for_interval (0, 1);

  /* The offsets of GTK would colour it by how full it is. */
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
  return bar;
}

GtkWidget *
cyan_icon_button_new (const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  cyan_widget_set_spoken (button, label);
  return button;
}

GtkWidget *
cyan_list_row_new (GtkWidget *child, const char *spoken)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  cyan_widget_set_spoken (row, spoken);
  return row;
}

GtkWidget *
cyan_text_row_new (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

void
cyan_files_droppable (gpointer widget, GCallback drop, gpointer data)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = { GDK_TYPE_FILE_LIST, G_TYPE_STRING };

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", drop, data);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

GtkWidget *
cyan_scroller_new (gpointer child, gboolean is_narrow)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller),
                                  is_narrow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), child);
  return scroller;
}

GtkListItemFactory *
cyan_factory_new (GCallback setup, GCallback bind, gpointer data, GDestroyNotify free_data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_data (factory, "setup", setup, data, (GClosureNotify) (GCallback) free_data,
                         G_CONNECT_SWAPPED);
  g_signal_connect_swapped (factory, "bind", bind, data);
  return factory;
}

/* ---- what they show ---- */

void
cyan_label_show (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

void
cyan_drop_down_set_names (GtkDropDown *list, const char *const *names)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (names);

  gtk_drop_down_set_model (list, G_LIST_MODEL (model));
}

/* ---- the rows of a table ---- */

/* Frames to wait. */
#define WAIT_FRAMES 1

typedef struct
{
  guint position;
  guint wait_frames;
} Aim;

/* The list inside a column view: it has the rows and the action. */
static GtkWidget *
list_of (GtkWidget *table)
{
  GtkWidget *child = gtk_widget_get_first_child (table);

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static gboolean
has_focus (GtkWidget *list)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == list || gtk_widget_is_ancestor (focus, list));
}

/* GTK's list keeps the focus where it was, though another row was selected since. */
static void
focus_selected (GtkWidget *list)
{
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (!has_focus (list))
    return;
  while (row != NULL && (gtk_widget_get_state_flags (row) & GTK_STATE_FLAG_SELECTED) == 0)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}

static gboolean
on_tick (GtkWidget *table, GdkFrameClock *clock, gpointer data)
{
  Aim *aim = data;
  GtkWidget *list = list_of (table);

  if (aim->wait_frames-- > 0)
    return G_SOURCE_CONTINUE;
  if (list != NULL)
    {
      gtk_widget_activate_action (list, "list.scroll-to-item", "u", aim->position);
      focus_selected (list);
    }
  return G_SOURCE_REMOVE;
}

void
cyan_rows_scroll_to (GtkColumnView *table, guint position)
{
  Aim *aim = g_new (Aim, 1);

  *aim = (Aim){ position, WAIT_FRAMES };
  gtk_widget_add_tick_callback (GTK_WIDGET (table), on_tick, aim, g_free);
}

gboolean
cyan_rows_focus (GtkColumnView *table)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  guint position = gtk_single_selection_get_selected (selection);

  /* GTK would give the focus to a hidden table, too. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (table)))
    return FALSE;
  if (position != GTK_INVALID_LIST_POSITION)
    cyan_rows_scroll_to (table, position);
  return gtk_widget_grab_focus (GTK_WIDGET (table));
}

void
cyan_rows_keep_focus (GtkColumnView *table)
{
  GtkWidget *list = list_of (GTK_WIDGET (table));

  if (list != NULL && has_focus (list))
    gtk_root_set_focus (gtk_widget_get_root (list), list);
}

/* ---- classes ---- */

static void
bind_children (gpointer class, va_list children)
{
  const char *child;

  while ((child = va_arg (children, const char *)) != NULL)
    gtk_widget_class_bind_template_child_full (class, child, FALSE,
                                               (gssize) va_arg (children, gsize));
}

static GQuark
template_quark (void)
{
  return g_quark_from_static_string ("cyan-template");
}

void
cyan_template_bind (gpointer class, const char *name, ...)
{
  g_autofree char *path = g_strconcat ("/io/github/cyanotype/Cyanotype/ui/", name, NULL);
  va_list children;

  gtk_widget_class_set_template_from_resource (class, path);
  g_type_set_qdata (G_TYPE_FROM_CLASS (class), template_quark (), class);
  va_start (children, name);
  bind_children (class, children);
  va_end (children);
}

/* A type is registered where it is named. */
void
cyan_types_ensure (GType first, ...)
{
}

void
cyan_children_bind (gpointer class, ...)
{
  va_list children;

  va_start (children, class);
  bind_children (class, children);
  va_end (children);
}

void
cyan_signal_new (gpointer class, const char *name, guint n, ...)
{
  va_list types;

  va_start (types, n);
  g_signal_new_valist (name, G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
                       G_TYPE_NONE, n, types);
  va_end (types);
}

typedef struct
{
  gsize offset;
  void (*changed) (GObject *object, const char *name);
} Flag;

static GQuark
flag_quark (void)
{
  return g_quark_from_static_string ("cyan-flag");
}

static void
get_flag (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  const Flag *flag = g_param_spec_get_qdata (spec, flag_quark ());

  g_value_set_boolean (value, G_STRUCT_MEMBER (gboolean, object, flag->offset));
}

static void
set_flag (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  const Flag *flag = g_param_spec_get_qdata (spec, flag_quark ());
  gboolean *place = G_STRUCT_MEMBER_P (object, flag->offset);

  if (*place == g_value_get_boolean (value))
    return;
  *place = g_value_get_boolean (value);
  g_object_notify_by_pspec (object, spec);
  if (flag->changed != NULL)
    flag->changed (object, spec->name);
}

void
cyan_flags_install (gpointer class, void (*changed) (GObject *object, const char *name), ...)
{
  GObjectClass *object_class = class;
  const char *name;
  va_list flags;

  object_class->get_property = get_flag;
  object_class->set_property = set_flag;
  va_start (flags, changed);
  for (guint id = 1; (name = va_arg (flags, const char *)) != NULL; id++)
    {
      const Flag flag = { va_arg (flags, gsize), changed };
      GParamSpec *spec = g_param_spec_boolean (name, NULL, NULL, FALSE,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS
                                                   | G_PARAM_EXPLICIT_NOTIFY);

      g_param_spec_set_qdata_full (spec, flag_quark (), g_memdup2 (&flag, sizeof flag), g_free);
      g_object_class_install_property (object_class, id, spec);
    }
  va_end (flags);
}

static GQuark
leave_quark (void)
{
  return g_quark_from_static_string ("cyan-leave");
}

static void
dispose (GObject *object)
{
  void (*leave) (GObject *, gpointer, gpointer) =
      g_type_get_qdata (G_OBJECT_TYPE (object), leave_quark ());
  GType parent = g_type_parent (G_OBJECT_TYPE (object));
  GtkWidget *child;

  /* There may be another time. */
  if (leave != NULL && g_object_get_qdata (object, leave_quark ()) == NULL)
    leave (object, NULL, NULL);
  g_object_set_qdata (object, leave_quark (), object);
  while (parent == GTK_TYPE_WIDGET
         && (child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  if (parent != GTK_TYPE_WIDGET && g_type_get_qdata (G_OBJECT_TYPE (object), template_quark ()))
    gtk_widget_dispose_template (GTK_WIDGET (object), G_OBJECT_TYPE (object));
  G_OBJECT_CLASS (g_type_class_peek (parent))->dispose (object);
}

void
cyan_children_own (gpointer class, GCallback leave)
{
  g_type_set_qdata (G_TYPE_FROM_CLASS (class), leave_quark (), leave);
  G_OBJECT_CLASS (class)->dispose = dispose;
}

gboolean
cyan_follow (gpointer place, gpointer object, gpointer follower, ...)
{
  GObject **followed = place;
  const char *name;
  va_list signals;

  if (*followed == object)
    return FALSE;
  if (*followed != NULL)
    g_signal_handlers_disconnect_by_data (*followed, follower);
  g_set_object (followed, object);
  va_start (signals, follower);
  while (object != NULL && (name = va_arg (signals, const char *)) != NULL)
    g_signal_connect_swapped (object, name, va_arg (signals, GCallback), follower);
  va_end (signals);
  return TRUE;
}

/* ---- actions ---- */

GSimpleActionGroup *
cyan_actions_new (gpointer widget, const char *prefix, const GActionEntry *entries, guint n_entries)
{
  GSimpleActionGroup *actions = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, (int) n_entries, widget);
  gtk_widget_insert_action_group (widget, prefix, G_ACTION_GROUP (actions));
  return actions;
}

GSimpleAction *
cyan_actions_get (GSimpleActionGroup *actions, const char *name)
{
  return G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (actions), name));
}

void
cyan_actions_enable (GSimpleActionGroup *actions, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (cyan_actions_get (actions, name), enabled);
}

void
cyan_widget_copy (gpointer widget, const char *text, const char *toast)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  gtk_widget_activate_action (widget, "win.toast", "s", toast);
}

const char *
cyan_desktop_font (void)
{
  static const char *family;
  GtkSettings *settings = gtk_settings_get_default ();
  g_autofree char *name = NULL;
  PangoFontDescription *font;

  if (family != NULL || settings == NULL)
    return family;
  g_object_get (settings, "gtk-font-name", &name, NULL);
  font = pango_font_description_from_string (name != NULL ? name : "");
  family = g_intern_string (pango_font_description_get_family (font));
  pango_font_description_free (font);
  return family;
}

/* ---- tasks ---- */

gpointer
cyan_weak_new (gpointer object)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, object);
  return weak;
}

gpointer
cyan_weak_take (gpointer weak)
{
  gpointer object = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return object;
}
