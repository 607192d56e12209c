/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all rooms of the window do with GTK's widgets.
 *
 * Widgets are gpointers where any kind will do, so that no caller needs a cast.  @classes are CSS
 * classes with spaces between them, or NULL.
 */
#pragma once

#include <gtk/gtk.h>

/* ---- any widget ---- */

/* Sets the text for screen readers. */
void cyan_widget_set_spoken (gpointer widget, const char *text);
void cyan_widget_add_classes (gpointer widget, const char *classes);
/* Adds or removes a CSS class. */
void cyan_widget_set_class (gpointer widget, const char *name, gboolean has);
/* Pixels at both ends of a line, and above and below. */
void cyan_widget_set_margins (gpointer widget, int across, int along);
/* A number that somebody wants to find at it again; 0 without one. */
void cyan_widget_set_number (gpointer widget, guint number);
guint cyan_widget_number (gpointer widget);
/* Removes all children of a GtkBox or all rows of a GtkListBox. */
void cyan_widget_clear (gpointer widget);

/* ---- new ones ---- */

/* A label from the left on, whose lines break after about @chars characters; 0: it has one line. */
GtkWidget *cyan_label_new (const char *text, const char *classes, int chars);
/* The same in a cell of @grid: from the left on in column 0, else from the right on. */
GtkWidget *
cyan_cell_new (GtkGrid *grid, const char *text, const char *classes, guint column, guint row);
/* A box of the widgets that follow, up to NULL. */
GtkWidget *cyan_box_new (GtkOrientation orientation, int spacing, ...) G_GNUC_NULL_TERMINATED;
#define cyan_row_new(...)    cyan_box_new (GTK_ORIENTATION_HORIZONTAL, __VA_ARGS__)
#define cyan_column_new(...) cyan_box_new (GTK_ORIENTATION_VERTICAL, __VA_ARGS__)
/* A GtkLevelBar from 0 to 1, in one colour however full it is. */
GtkWidget *cyan_bar_new (void);
/* A flat button with a symbol; @label is its tooltip. */
GtkWidget *cyan_icon_button_new (const char *icon, const char *label);
/* An AdwActionRow with these plain texts; @subtitle may be NULL. */
GtkWidget *cyan_text_row_new (const char *title, const char *subtitle);
/* A row of a GtkListBox; @spoken is what a screen reader says of it. */
GtkWidget *cyan_list_row_new (GtkWidget *child, const char *spoken);
/* Files and texts can be dropped on @widget; @drop is a handler of GtkDropTarget::drop that gets @data
 * last. */
void cyan_files_droppable (gpointer widget, GCallback drop, gpointer data);
/* @is_narrow: @child is never wider than the room for it. */
GtkWidget *cyan_scroller_new (gpointer child, gboolean is_narrow);
/* The factory of a list: both functions get @data and a GtkListItem.  @free_data may be NULL. */
GtkListItemFactory *
cyan_factory_new (GCallback setup, GCallback bind, gpointer data, GDestroyNotify free_data);

/* ---- what they show ---- */

/* NULL hides the label. */
void cyan_label_show (GtkLabel *label, const char *text);
/* Shows @names, which end with NULL, from now on. */
void cyan_drop_down_set_names (GtkDropDown *list, const char *const *names);

/* ---- the rows of a table ---- */

/* Once the row has a place, which new rows have after the next frame.  If the table has the focus,
 * its selected row gets it. */
void cyan_rows_scroll_to (GtkColumnView *table, guint position);
/* Gives the focus to the selected row; FALSE if @table is hidden. */
gboolean cyan_rows_focus (GtkColumnView *table);
/* Before rows go: a row that goes takes the focus with it, and until the next frame no key arrives
 * anywhere. */
void cyan_rows_keep_focus (GtkColumnView *table);

/* ---- classes ---- */

/* In class_init: the template in ui/@name and its children, each CYAN_CHILD(), up to NULL. */
void cyan_template_bind (gpointer class, const char *name, ...) G_GNUC_NULL_TERMINATED;
#define CYAN_CHILD(Type, member) #member, (gsize) G_STRUCT_OFFSET(Type, member)

/* In class_init: templates may name these types, which end with G_TYPE_NONE, from now on. */
void cyan_types_ensure (GType first, ...);

/* In class_init of a subclass: more children of the template. */
void cyan_children_bind (gpointer class, ...) G_GNUC_NULL_TERMINATED;

/* In class_init: a signal without a default handler, with the types of @n arguments. */
void cyan_signal_new (gpointer class, const char *name, guint n, ...);

/* In class_init, instead of other properties: booleans, each CYAN_FLAG(), up to NULL.  @changed,
 * which may be NULL, gets the object and the name of the one that changed. */
void cyan_flags_install (gpointer class,
                         void (*changed) (GObject *object, const char *name),
                         ...) G_GNUC_NULL_TERMINATED;
#define CYAN_FLAG(Type, name, member) (name), (gsize) G_STRUCT_OFFSET (Type, member)

/* In class_init of a final subclass: before its children go, and those of a template or of a direct
 * subclass of GtkWidget do, @leave, which may be NULL, is called with it, once, and NULLs for all
 * other arguments. */
void cyan_children_own (gpointer class, GCallback leave);

/* *@place, a member of @follower, has an object that @follower owns and follows, or NULL.  Takes
 * @object in its place, which may be NULL, and connects its signals: pairs of a name and a
 * GCallback that gets @follower first, up to NULL.  FALSE if it was there before. */
gboolean
cyan_follow (gpointer place, gpointer object, gpointer follower, ...) G_GNUC_NULL_TERMINATED;

/* @handler gets @object, a GObject, first, as long as both exist. */
#define cyan_connect(source, signal, handler, object)                                              \
  g_signal_connect_object (source, signal, G_CALLBACK (handler), object, G_CONNECT_SWAPPED)

/* ---- actions ---- */

/* Adds actions as the group @prefix of @widget, which their functions get.  The caller owns the
 * group. */
GSimpleActionGroup *cyan_actions_new (gpointer widget,
                                      const char *prefix,
                                      const GActionEntry *entries,
                                      guint n_entries);
GSimpleAction *cyan_actions_get (GSimpleActionGroup *actions, const char *name);
void cyan_actions_enable (GSimpleActionGroup *actions, const char *name, gboolean enabled);
/* Copies to the clipboard and shows @toast. */
void cyan_widget_copy (gpointer widget, const char *text, const char *toast);

/* The family of the desktop's font, for labels of pictures and where they are drawn; the same as
 * long as the program runs.  NULL without a display. */
const char *cyan_desktop_font (void);

/* ---- tasks ---- */

/* The data of a task's callback: a weak reference, since a task keeps no widget. */
gpointer cyan_weak_new (gpointer object);
/* The object, or NULL if it no longer exists; the caller unrefs it.  Frees @weak. */
gpointer cyan_weak_take (gpointer weak);
