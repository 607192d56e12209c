/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way from the root to the selected node. */
#include "cyan-breadcrumb.h"

#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Buttons at most; stacks can be a million frames deep. */
#define MAX_CRUMBS 24
/* Rows of the menu, the nearest to the selected node. */
#define MAX_ROWS 1000
/* Characters of a name, and of a tooltip. */
#define NAME_CHARS 64
#define TIP_CHARS  200

struct _CyanBreadcrumb
{
  GtkWidget parent_instance;

  CyanSession *session; /* owned */
  GArray *path;         /* of CyanNode, from the root to the selected node */

  GPtrArray *crumbs; /* of GtkWidget, children: the first node, and the last ones */
  GtkWidget *more;   /* child: the button of the menu */
  GtkWidget *list;   /* in its popover */
  GtkWidget *focus;  /* child: says on what the picture is focused */
  GtkWidget *focus_label;
  guint first_hidden, n_hidden; /* crumbs that are not seen, as allocated last */
};

G_DEFINE_FINAL_TYPE (CyanBreadcrumb, cyan_breadcrumb, GTK_TYPE_WIDGET)

static const char *
name_of (CyanBreadcrumb *self, CyanNode node)
{
  return cyan_comparison_name (cyan_session_comparison (self->session), node);
}

/* Caller frees. */
static char *
short_name (CyanBreadcrumb *self, CyanNode node)
{
  g_autofree char *name = cyan_name_short_text (name_of (self, node));

  return cyan_text_for_label (*name != '\0' ? name : name_of (self, node), NAME_CHARS);
}

/* ---- buttons ---- */

static void
on_crumb (GtkWidget *button, CyanBreadcrumb *self)
{
  CyanNode node = cyan_widget_number (button);
  gboolean had_focus = gtk_widget_has_focus (button);

  cyan_session_select (self->session, node);
  /* The buttons are others now. */
  if (had_focus && self->crumbs->len > 0)
    gtk_widget_grab_focus (g_ptr_array_index (self->crumbs, self->crumbs->len - 1));
}

/* An arrow before all but the first. */
static GtkWidget *
crumb_new (CyanBreadcrumb *self, CyanNode node, gboolean is_first)
{
  g_autofree char *name = short_name (self, node);
  g_autofree char *tip = cyan_text_for_label (name_of (self, node), TIP_CHARS);
  GtkWidget *button = gtk_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *label = gtk_label_new (name);

  if (!is_first)
    gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("cyan-pan-end-symbolic"));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (node != cyan_session_selected (self->session))
    {
      g_autoptr (PangoAttrList) plain = pango_attr_list_new ();

      pango_attr_list_insert (plain, pango_attr_weight_new (PANGO_WEIGHT_NORMAL));
      gtk_label_set_attributes (GTK_LABEL (label), plain);
    }
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "crumb");
  gtk_widget_set_tooltip_text (button, tip);
  /* The keys of the picture go on working. */
  gtk_widget_set_focus_on_click (button, FALSE);
  cyan_widget_set_spoken (button, name);
  cyan_widget_set_number (button, node);
  g_signal_connect (button, "clicked", G_CALLBACK (on_crumb), self);
  return button;
}

static void
clear (CyanBreadcrumb *self)
{
  for (guint i = 0; i < self->crumbs->len; i++)
    gtk_widget_unparent (g_ptr_array_index (self->crumbs, i));
  g_ptr_array_set_size (self->crumbs, 0);
  g_array_set_size (self->path, 0);
}

static void
find_path (CyanBreadcrumb *self)
{
  const CyanComparison *comparison = cyan_session_comparison (self->session);
  const CyanNode *parent = comparison->compared.tree->parent;
  CyanNode top = cyan_comparison_top (comparison), node = cyan_session_selected (self->session);

  for (; node != CYAN_NODE_NONE; node = node == CYAN_NODE_ROOT ? CYAN_NODE_NONE : parent[node])
    {
      g_array_append_val (self->path, node);
      if (node == top)
        break;
    }
  for (guint i = 0; i < self->path->len / 2; i++)
    {
      CyanNode *nodes = (CyanNode *) (gpointer) self->path->data;
      CyanNode last = nodes[self->path->len - 1 - i];

      nodes[self->path->len - 1 - i] = nodes[i];
      nodes[i] = last;
    }
}

static void
show_focus (CyanBreadcrumb *self)
{
  gboolean is_focused = cyan_session_is_focused (self->session);

  gtk_widget_set_visible (self->focus, is_focused);
  if (is_focused)
    {
      g_autofree char *name =
          short_name (self, cyan_layout_top (cyan_session_layout (self->session)));
      /* Translators: the name of a function; only it and what it calls is shown. */
      g_autofree char *text = g_strdup_printf (_ ("Focused on %s"), name);

      gtk_label_set_text (GTK_LABEL (self->focus_label), text);
    }
}

static void
show_path (CyanBreadcrumb *self)
{
  clear (self);
  if (self->session == NULL)
    {
      gtk_widget_set_visible (self->focus, FALSE);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      return;
    }
  find_path (self);
  for (guint i = 0; i < self->path->len; i++)
    if (i == 0 || i + MAX_CRUMBS > self->path->len)
      {
        GtkWidget *crumb = crumb_new (self, g_array_index (self->path, CyanNode, i), i == 0);

        /* Keys go through the children in this order. */
        gtk_widget_insert_before (crumb, GTK_WIDGET (self), i == 0 ? self->more : self->focus);
        g_ptr_array_add (self->crumbs, crumb);
      }
  show_focus (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* ---- the menu ---- */

static void
on_row (CyanBreadcrumb *self, GtkListBoxRow *row)
{
  CyanNode node = cyan_widget_number (row);

  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->more));
  cyan_session_select (self->session, node);
}

static void
fill_menu (GtkMenuButton *button, gpointer data)
{
  CyanBreadcrumb *self = data;
  GtkListBox *list = GTK_LIST_BOX (self->list);
  /* After the first crumb, and before the first one behind the menu. */
  guint end = self->path->len - (self->crumbs->len - self->first_hidden - self->n_hidden);
  guint start = MAX (self->first_hidden, end > MAX_ROWS ? end - MAX_ROWS : 0);

  cyan_widget_clear (list);
  for (guint i = start; i < end; i++)
    {
      CyanNode node = g_array_index (self->path, CyanNode, i);
      g_autofree char *name = short_name (self, node);
      GtkWidget *label = cyan_label_new (name, NULL, 0);

      gtk_list_box_append (list, label);
      cyan_widget_set_number (gtk_widget_get_parent (label), node);
    }
}

static GtkWidget *
menu_new (CyanBreadcrumb *self)
{
  GtkWidget *button = gtk_menu_button_new (), *popover = gtk_popover_new ();
  GtkWidget *scroller;

  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_row), self);
  cyan_widget_set_spoken (self->list, _ ("Callers in between"));
  scroller = cyan_scroller_new (self->list, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 400);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "cyan-view-more-horizontal-symbolic");
  gtk_menu_button_set_has_frame (GTK_MENU_BUTTON (button), FALSE);
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), fill_menu, self, NULL);
  gtk_widget_set_tooltip_text (button, _ ("Callers in between"));
  cyan_widget_set_spoken (button, _ ("Callers in between"));
  return button;
}

static GtkWidget *
focus_new (CyanBreadcrumb *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("Show _All"));

  self->focus_label = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->focus_label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->focus_label, "dim-label");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "page.show-all");
  gtk_widget_set_focus_on_click (button, FALSE);
  return cyan_row_new (6, self->focus_label, button, NULL);
}

/* ---- sizes ---- */

static int
width_of (GtkWidget *widget, gboolean natural)
{
  int minimum, wanted;

  if (!gtk_widget_should_layout (widget))
    return 0;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &wanted, NULL, NULL);
  return natural ? wanted : minimum;
}

/* As narrow as its menu and the last node. */
static void
cyan_breadcrumb_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  CyanBreadcrumb *self = CYAN_BREADCRUMB (widget);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          *minimum = MAX (*minimum, child_minimum);
          *natural = MAX (*natural, child_natural);
          continue;
        }
      *natural += child_natural;
      if (child == self->more || child == self->focus
          || (self->crumbs->len > 0
              && child == g_ptr_array_index (self->crumbs, self->crumbs->len - 1)))
        *minimum += child_minimum;
    }
}

/* Hides crumbs from the second on, then the first, until the rest fits into @width. */
static int
choose_hidden (CyanBreadcrumb *self, int width)
{
  gboolean cut = self->path->len > self->crumbs->len;
  int more = width_of (self->more, TRUE), all = cut ? more : 0;

  self->first_hidden = MIN (self->crumbs->len, 1);
  self->n_hidden = 0;
  for (guint i = 0; i < self->crumbs->len; i++)
    all += width_of (g_ptr_array_index (self->crumbs, i), TRUE);
  while (all > width && self->first_hidden + self->n_hidden + 1 < self->crumbs->len)
    {
      if (self->n_hidden == 0 && !cut)
        all += more;
      all -= width_of (g_ptr_array_index (self->crumbs, self->first_hidden + self->n_hidden), TRUE);
      self->n_hidden++;
    }
  if (all > width && self->crumbs->len > 1)
    {
      if (self->n_hidden == 0 && !cut)
        all += more;
      all -= width_of (g_ptr_array_index (self->crumbs, 0), TRUE);
      self->first_hidden = 0;
      self->n_hidden++;
    }
  return all;
}

static void
place (CyanBreadcrumb *self, GtkWidget *child, int width, int *x)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int left = mirrored ? gtk_widget_get_width (widget) - *x - width : *x;
  GtkAllocation area = { left, 0, width, gtk_widget_get_height (widget) };

  gtk_widget_size_allocate (child, &area, -1);
  *x += width;
}

static void
cyan_breadcrumb_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanBreadcrumb *self = CYAN_BREADCRUMB (widget);
  int focus = MIN (width_of (self->focus, TRUE), MAX (width / 2, width_of (self->focus, FALSE)));
  int room = width - focus, x = 0;
  int all = choose_hidden (self, room);
  gboolean has_menu = self->n_hidden > 0 || self->path->len > self->crumbs->len;

  gtk_widget_set_child_visible (self->more, has_menu);
  for (guint i = 0; i < self->crumbs->len; i++)
    {
      GtkWidget *crumb = g_ptr_array_index (self->crumbs, i);
      gboolean shown = i < self->first_hidden || i >= self->first_hidden + self->n_hidden;
      int wanted = width_of (crumb, TRUE);

      if (i == self->first_hidden && has_menu)
        place (self, self->more, width_of (self->more, TRUE), &x);
      gtk_widget_set_child_visible (crumb, shown);
      /* The last one is all that is left to be cut. */
      if (shown && i + 1 == self->crumbs->len && all > room)
        wanted = MAX (width_of (crumb, FALSE), wanted - (all - room));
      if (shown)
        place (self, crumb, wanted, &x);
    }
  x = width - focus;
  if (gtk_widget_should_layout (self->focus))
    place (self, self->focus, focus, &x);
}

/* ---- object ---- */

static void
cyan_breadcrumb_finalize (GObject *object)
{
  CyanBreadcrumb *self = CYAN_BREADCRUMB (object);

  g_array_unref (self->path);
  g_ptr_array_unref (self->crumbs);
  G_OBJECT_CLASS (cyan_breadcrumb_parent_class)->finalize (object);
}

static void
cyan_breadcrumb_class_init (CyanBreadcrumbClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  cyan_children_own (class, G_CALLBACK (cyan_breadcrumb_set_session));
  G_OBJECT_CLASS (class)->finalize = cyan_breadcrumb_finalize;
  widget_class->measure = cyan_breadcrumb_measure;
  widget_class->size_allocate = cyan_breadcrumb_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "breadcrumb");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_NAVIGATION);
}

static void
cyan_breadcrumb_init (CyanBreadcrumb *self)
{
  self->path = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->crumbs = g_ptr_array_new ();
  self->more = menu_new (self);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
  self->focus = focus_new (self);
  gtk_widget_set_parent (self->focus, GTK_WIDGET (self));
  gtk_widget_set_visible (self->focus, FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  cyan_widget_set_spoken (self, _ ("Callers of the selected function"));
}

void
cyan_breadcrumb_set_session (CyanBreadcrumb *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::selected", G_CALLBACK (show_path),
                    "layout-changed", G_CALLBACK (show_focus), NULL))
    return;
  show_path (self);
}
