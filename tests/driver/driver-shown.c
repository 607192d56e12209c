/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what a window shows: words, boxes, tooltips, pixels. */
#include "driver.h"

#include "cyan-source-side.h"

#include <math.h>
#include <string.h>

/* Microseconds after which a tooltip that is not shown will not appear without another motion. */
#define HOVER_TIME (5 * G_USEC_PER_SEC)

char *
driver_text (GtkWidget *widget)
{
  GtkTextIter start, end;
  GtkTextBuffer *buffer;

  if (GTK_IS_LABEL (widget))
    return g_strdup (gtk_label_get_text (GTK_LABEL (widget)));
  if (GTK_IS_PROGRESS_BAR (widget))
    return g_strdup (gtk_progress_bar_get_text (GTK_PROGRESS_BAR (widget)));
  if (!GTK_IS_TEXT_VIEW (widget))
    return NULL;
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static GtkWidget *
next_of (GtkWidget *root, GtkWidget *widget)
{
  GtkWidget *next = gtk_widget_get_mapped (widget) ? gtk_widget_get_first_child (widget) : NULL;

  while (next == NULL && widget != root)
    {
      next = gtk_widget_get_next_sibling (widget);
      widget = gtk_widget_get_parent (widget);
    }
  return next;
}

char *
driver_words (GtkWidget *root)
{
  GString *words = g_string_new (NULL);

  for (GtkWidget *w = root; w != NULL; w = next_of (root, w))
    {
      g_autofree char *text = gtk_widget_get_mapped (w) ? driver_text (w) : NULL;

      if (text != NULL && *text != '\0')
        g_string_append_printf (words, "%s\n", text);
    }
  /* Removes non-breaking spaces, and the marks that keep paths from left to right. */
  g_string_replace (words, "\xc2\xa0", " ", 0);
  g_string_replace (words, "\xe2\x81\xa6", "", 0);
  g_string_replace (words, "\xe2\x81\xa9", "", 0);
  return g_string_free (words, FALSE);
}

GtkWidget *
driver_find (GtkWidget *root, GType type, const char *text)
{
  for (GtkWidget *w = root; w != NULL; w = next_of (root, w))
    if (gtk_widget_get_mapped (w) && g_type_is_a (G_OBJECT_TYPE (w), type))
      {
        g_autofree char *words = driver_words (w);

        if (text == NULL || strstr (words, text) != NULL)
          return w;
      }
  return NULL;
}

GtkWidget *
driver_menu_item (CyanWindow *window, const char *label)
{
  GType type = g_type_from_name ("GtkModelButton");

  return type == 0 ? NULL : driver_find (GTK_WIDGET (window->comparison->canvas), type, label);
}

gboolean
driver_shows (GtkWidget *root, const char *text)
{
  g_autofree char *words = driver_words (root);

  return strstr (words, text) != NULL;
}

GtkWidget *
driver_tooltip (void)
{
  g_autoptr (GListModel) toplevels = g_object_ref (gtk_window_get_toplevels ());
  GType type = g_type_from_name ("GtkTooltipWindow");

  /* A tooltip has no parent and is no toplevel; only its native surface leads to it. */
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);
      GtkWidget *found = type != 0 ? driver_find (window, type, NULL) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
driver_hover (GtkWidget *widget, double x, double y)
{
  gint64 end = g_get_monotonic_time () + DRIVER_PATIENCE;
  GtkWidget *tooltip;

  /* The first motion may only bring the pointer into the window, and GTK forgets the tooltip if
   * something else happens meanwhile.  Then another motion is needed, as with a real mouse. */
  while ((tooltip = driver_tooltip ()) == NULL)
    {
      gint64 again = g_get_monotonic_time () + HOVER_TIME;

      driver_point (widget, x - 3, y);
      driver_point (widget, x, y);
      while (driver_tooltip () == NULL && g_get_monotonic_time () < again)
        driver_iterate (end, __FILE__, __LINE__, "a tooltip");
    }
  return tooltip;
}

CyanNode
driver_node (CyanWindow *window, const char *name)
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (comparison, i), name) == 0)
      return i;
  return CYAN_NODE_NONE;
}

gboolean
driver_is_shown (CyanWindow *window, const char *name)
{
  CyanNode node = driver_node (window, name);

  g_assert_cmpuint (node, !=, CYAN_NODE_NONE);
  return cyan_layout_is_shown (cyan_session_layout (window->comparison->session), node);
}

char *
driver_shown (CyanWindow *window)
{
  CyanComparison *comparison = cyan_session_comparison (window->comparison->session);
  GString *names = g_string_new (NULL);

  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (cyan_layout_is_shown (cyan_session_layout (window->comparison->session), i))
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "",
                              cyan_comparison_name (comparison, i));
  return g_string_free (names, FALSE);
}

const char *
driver_selected (CyanWindow *window)
{
  CyanNode node = cyan_session_selected (window->comparison->session);

  return node == CYAN_NODE_NONE
             ? "(none)"
             : cyan_comparison_name (cyan_session_comparison (window->comparison->session), node);
}

void
driver_walk_around_index_line (CyanWindow *window)
{
  driver_key (window, "Down");
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
  driver_key (window, "Right");
  g_assert_cmpstr (driver_selected (window), ==, "index_word");
  driver_key (window, "Left");
  g_assert_cmpstr (driver_selected (window), ==, "next_word");
  driver_key (window, "Up");
  g_assert_cmpstr (driver_selected (window), ==, "index_line");
}

/* What the widget draws; NULL if it has not drawn anything yet. */
static GskRenderNode *
drawn_by (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

/* The same with its border, which is outside of *@viewport. */
static GskRenderNode *
drawn_with_border (GtkWidget *widget, graphene_rect_t *viewport)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int all_width = gdk_paintable_get_intrinsic_width (paintable);
  int all_height = gdk_paintable_get_intrinsic_height (paintable);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  graphene_rect_init (viewport, (float) ((all_width - width) / 2),
                      (float) ((all_height - height) / 2), (float) width, (float) height);
  gdk_paintable_snapshot (paintable, snapshot, all_width, all_height);
  return gtk_snapshot_free_to_node (snapshot);
}

GdkTexture *
driver_picture (GtkWidget *widget)
{
  GtkNative *native = GTK_NATIVE (gtk_widget_get_root (widget));
  GskRenderNode *node;
  graphene_rect_t viewport;
  GdkTexture *picture;

  wait_until ((node = drawn_with_border (widget, &viewport)) != NULL);
  picture = gsk_renderer_render_texture (gtk_native_get_renderer (native), node, &viewport);
  gsk_render_node_unref (node);
  return picture;
}

guint32
driver_pixel (GtkWidget *widget, double x, double y)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (GdkTexture) texture = NULL;
  GskRenderNode *node;
  guint32 pixel = 0;
  const graphene_rect_t viewport = GRAPHENE_RECT_INIT ((float) floor (x), (float) floor (y), 1, 1);

  wait_until ((node = drawn_by (widget)) != NULL);
  texture =
      gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (root)), node, &viewport);
  gsk_render_node_unref (node);
  gdk_texture_download (texture, (guchar *) &pixel, sizeof pixel);
  return pixel & 0xffffff;
}

guint32
driver_node_pixel (CyanWindow *window, const char *name)
{
  graphene_rect_t box;

  driver_wait_drawn (window);
  g_assert_true (cyan_picture_get_box (CYAN_PICTURE (window->comparison->canvas),
                                       driver_node (window, name), &box));
  /* A point left of and above the middle, where no label is. */
  return driver_pixel (GTK_WIDGET (window->comparison->canvas), box.origin.x + box.size.width / 2,
                       box.origin.y + box.size.height / 4);
}

/* ---- the sources ---- */

GtkWidget *
driver_pane (CyanWindow *window)
{
  return GTK_WIDGET (window->comparison->source_pane);
}

void
driver_select_function (CyanWindow *window, const char *name)
{
  cyan_session_select (window->comparison->session, driver_node (window, name));
  driver_wait_drawn (window);
}

void
driver_collect (GtkWidget *root, GType type, GPtrArray *found)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type) && gtk_widget_get_mapped (root))
    g_ptr_array_add (found, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    driver_collect (child, type, found);
}

GtkWidget *
driver_side (CyanWindow *window, guint side)
{
  g_autoptr (GPtrArray) sides = g_ptr_array_new ();

  driver_collect (driver_pane (window), CYAN_TYPE_SOURCE_SIDE, sides);
  g_assert_cmpuint (sides->len, ==, 2);
  return g_ptr_array_index (sides, side);
}

GtkWidget *
driver_tab (CyanWindow *window, const char *title)
{
  GtkWidget *tab;

  wait_until ((tab = driver_find (driver_pane (window), GTK_TYPE_TOGGLE_BUTTON, title)) != NULL);
  return tab;
}
