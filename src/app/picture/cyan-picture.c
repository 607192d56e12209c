/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures of a session share. */
#include "cyan-picture.h"

#include "cyan-desktop-theme.h"
#include "cyan-i18n.h"

#include <math.h>

#define HORIZONTAL GTK_ORIENTATION_HORIZONTAL
#define VERTICAL   GTK_ORIENTATION_VERTICAL

typedef struct
{
  CyanSession *session;          /* owned */
  GtkAdjustment *adjustments[2]; /* horizontal, vertical; owned */
  GtkScrollablePolicy policies[2];
  CyanPalette palette;

  CyanNode hovered;
  gboolean is_pointed_at; /* the node being selected is under the pointer */
  double pointer[2];      /* its last position; wheel events do not have one */
  GtkWidget *menu;        /* owned as a child; NULL until it is opened */
} CyanPicturePrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (CyanPicture,
                                  cyan_picture,
                                  GTK_TYPE_WIDGET,
                                  G_ADD_PRIVATE (CyanPicture)
                                      G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

enum
{
  PROP_0,
  PROP_HADJUSTMENT,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY,
};

enum
{
  PICTURE_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static CyanPicturePrivate *
private_of (CyanPicture *self)
{
  return cyan_picture_get_instance_private (self);
}

/* ---- mirroring ---- */

gboolean
cyan_picture_is_mirrored (CyanPicture *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

double
cyan_picture_mirror (CyanPicture *self, double x)
{
  return cyan_picture_is_mirrored (self) ? cyan_picture_size (self, HORIZONTAL) - x : x;
}

void
cyan_picture_mirror_rect (CyanPicture *self, graphene_rect_t *rect)
{
  double end = rect->origin.x + rect->size.width;

  if (cyan_picture_is_mirrored (self))
    rect->origin.x = (float) cyan_picture_mirror (self, end);
}

void
cyan_picture_mirror_cairo (CyanPicture *self, cairo_t *cairo)
{
  if (!cyan_picture_is_mirrored (self))
    return;
  cairo_translate (cairo, cyan_picture_size (self, HORIZONTAL), 0);
  cairo_scale (cairo, -1, 1);
}

/* ---- boxes ---- */

gboolean
cyan_picture_find_box (CyanPicture *self, CyanNode node, graphene_rect_t *box)
{
  return private_of (self)->session != NULL && node != CYAN_NODE_NONE
         && CYAN_PICTURE_GET_CLASS (self)->get_box (self, node, box);
}

gboolean
cyan_picture_get_box (CyanPicture *self, CyanNode node, graphene_rect_t *box)
{
  if (!cyan_picture_find_box (self, node, box))
    return FALSE;
  cyan_picture_mirror_rect (self, box);
  return TRUE;
}

CyanNode
cyan_picture_pick (CyanPicture *self, double x, double y)
{
  if (private_of (self)->session == NULL)
    return CYAN_NODE_NONE;
  return CYAN_PICTURE_GET_CLASS (self)->pick (self, cyan_picture_mirror (self, x), y);
}

void
cyan_picture_drop (CyanPicture *self)
{
  CYAN_PICTURE_GET_CLASS (self)->drop (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[PICTURE_CHANGED], 0);
}

/* ---- scrolling ---- */

int
cyan_picture_size (CyanPicture *self, GtkOrientation axis)
{
  return axis == HORIZONTAL ? gtk_widget_get_width (GTK_WIDGET (self))
                            : gtk_widget_get_height (GTK_WIDGET (self));
}

double
cyan_picture_scrolled (CyanPicture *self, GtkOrientation axis)
{
  GtkAdjustment *adjustment = private_of (self)->adjustments[axis];
  double value = gtk_adjustment_get_value (adjustment);

  if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
    return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment)
           - value;
  return value;
}

void
cyan_picture_scroll_by (CyanPicture *self, GtkOrientation axis, double pixels)
{
  GtkAdjustment *adjustment = private_of (self)->adjustments[axis];

  if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
    pixels = -pixels;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + pixels);
}

void
cyan_picture_configure (CyanPicture *self)
{
  for (GtkOrientation axis = HORIZONTAL; axis <= VERTICAL; axis++)
    {
      double page = cyan_picture_size (self, axis);
      double upper = MAX (CYAN_PICTURE_GET_CLASS (self)->content_size (self, axis), page);
      double value = CLAMP (cyan_picture_scrolled (self, axis), 0, upper - page);

      if (axis == HORIZONTAL && cyan_picture_is_mirrored (self))
        value = upper - page - value;
      gtk_adjustment_configure (private_of (self)->adjustments[axis], value, 0, upper, page * 0.1,
                                page * 0.9, page);
    }
}

static void
on_scrolled (CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);

  if (class->scrolled != NULL)
    class->scrolled (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drop_adjustment (CyanPicture *self, GtkOrientation axis)
{
  GtkAdjustment **adjustment = &private_of (self)->adjustments[axis];

  if (*adjustment != NULL)
    g_signal_handlers_disconnect_by_func (*adjustment, on_scrolled, self);
  g_clear_object (adjustment);
}

static void
take_adjustment (CyanPicture *self, GtkOrientation axis, GtkAdjustment *adjustment)
{
  drop_adjustment (self, axis);
  private_of (self)->adjustments[axis] = g_object_ref_sink (adjustment);
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (on_scrolled), self);
}

static void
set_adjustment (CyanPicture *self, GtkOrientation axis, GtkAdjustment *adjustment)
{
  if (adjustment != NULL && adjustment == private_of (self)->adjustments[axis])
    return;
  take_adjustment (self, axis,
                   adjustment != NULL ? adjustment : gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  cyan_picture_configure (self);
}

/* ---- session ---- */

static void
on_selected (CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);
  CyanNode node = cyan_picture_selected (self);

  class->selected (self, node);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!private_of (self)->is_pointed_at)
    class->show_node (self, node);
  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *summary = class->summary (private_of (self)->session, node);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary,
                                      -1);
    }
}

void
cyan_picture_set_session (CyanPicture *self, CyanSession *session)
{
  CyanPicturePrivate *priv = private_of (self);
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);

  if (priv->session == session)
    return;
  if (priv->session != NULL)
    {
      class->leave (self, priv->session);
      g_signal_handlers_disconnect_by_data (priv->session, self);
    }
  g_set_object (&priv->session, session);
  priv->hovered = CYAN_NODE_NONE;
  if (session != NULL)
    g_signal_connect_swapped (session, "notify::selected", G_CALLBACK (on_selected), self);
  class->enter (self, session);
  if (session != NULL)
    on_selected (self);
}

CyanSession *
cyan_picture_get_session (CyanPicture *self)
{
  return private_of (self)->session;
}

CyanNode
cyan_picture_selected (CyanPicture *self)
{
  CyanSession *session = private_of (self)->session;

  return session != NULL ? cyan_session_selected (session) : CYAN_NODE_NONE;
}

void
cyan_picture_select (CyanPicture *self, CyanNode node)
{
  CyanPicturePrivate *priv = private_of (self);

  priv->is_pointed_at = TRUE;
  cyan_session_select (priv->session, node);
  priv->is_pointed_at = FALSE;
}

void
cyan_picture_set_palette (CyanPicture *self, CyanPalette palette)
{
  private_of (self)->palette = palette;
  cyan_picture_drop (self);
}

CyanPalette
cyan_picture_get_palette (CyanPicture *self)
{
  return private_of (self)->palette;
}

/* ---- menu ---- */

static GdkRectangle
area_of (const graphene_rect_t *box)
{
  return (GdkRectangle){ (int) floorf (box->origin.x), (int) floorf (box->origin.y),
                         (int) ceilf (box->size.width), (int) ceilf (box->size.height) };
}

static GtkPositionType
menu_side (CyanPicture *self)
{
  GtkPositionType side = CYAN_PICTURE_GET_CLASS (self)->menu_side;

  return side == GTK_POS_RIGHT && cyan_picture_is_mirrored (self) ? GTK_POS_LEFT : side;
}

static void
open_menu (CyanPicture *self)
{
  CyanPicturePrivate *priv = private_of (self);
  g_autoptr (GMenuModel) model = NULL;
  graphene_rect_t box;
  GdkRectangle area;

  if (!cyan_picture_get_box (self, cyan_picture_selected (self), &box))
    return;
  model = CYAN_PICTURE_GET_CLASS (self)->new_menu (self);
  if (priv->menu != NULL)
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (priv->menu), model);
  else
    {
      priv->menu = gtk_popover_menu_new_from_model (model);
      gtk_widget_set_parent (priv->menu, GTK_WIDGET (self));
    }
  gtk_popover_set_position (GTK_POPOVER (priv->menu), menu_side (self));
  area = area_of (&box);
  area.width = CLAMP (area.width, 1, MAX (1, cyan_picture_size (self, HORIZONTAL) - area.x));
  gtk_popover_set_pointing_to (GTK_POPOVER (priv->menu), &area);
  gtk_popover_popup (GTK_POPOVER (priv->menu));
}

void
cyan_picture_open_menu (GtkWidget *widget, const char *action, GVariant *parameter)
{
  open_menu (CYAN_PICTURE (widget));
}

void
cyan_picture_copy_path (GtkWidget *widget, const char *action, GVariant *parameter)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanNode node = cyan_picture_selected (self);

  if (node != CYAN_NODE_NONE)
    {
      g_autofree char *path = cyan_session_path_text (private_of (self)->session, node);

      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), path);
      gtk_widget_activate_action (widget, "win.say", "s", _ ("The path is in the clipboard"));
    }
}

/* ---- pointer ---- */

static void
notice_press (CyanPicture *self)
{
  CyanPictureClass *class = CYAN_PICTURE_GET_CLASS (self);

  if (class->pressed != NULL)
    class->pressed (self);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, CyanPicture *self)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  CyanNode node = cyan_picture_pick (self, x, y);
  gboolean menu = event != NULL && gdk_event_triggers_context_menu (event);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  notice_press (self);
  if (node == CYAN_NODE_NONE || (!menu && button != GDK_BUTTON_PRIMARY))
    return;
  if (menu)
    {
      cyan_picture_select (self, node);
      open_menu (self);
    }
  else
    CYAN_PICTURE_GET_CLASS (self)->clicked (self, node, n_press);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
}

void
cyan_picture_set_hovered (CyanPicture *self, CyanNode node)
{
  CyanPicturePrivate *priv = private_of (self);

  if (priv->hovered == node)
    return;
  priv->hovered = node;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), node != CYAN_NODE_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

CyanNode
cyan_picture_hovered (CyanPicture *self)
{
  return private_of (self)->hovered;
}

void
cyan_picture_get_pointer (CyanPicture *self, double *x, double *y)
{
  *x = private_of (self)->pointer[HORIZONTAL];
  *y = private_of (self)->pointer[VERTICAL];
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, CyanPicture *self)
{
  private_of (self)->pointer[HORIZONTAL] = cyan_picture_mirror (self, x);
  private_of (self)->pointer[VERTICAL] = y;
  cyan_picture_set_hovered (self, cyan_picture_pick (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *controller, CyanPicture *self)
{
  cyan_picture_set_hovered (self, CYAN_NODE_NONE);
}

static gboolean
cyan_picture_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanPicturePrivate *priv = private_of (self);
  CyanNode node = keyboard ? cyan_picture_selected (self) : cyan_picture_pick (self, x, y);
  graphene_rect_t box;
  GdkRectangle area;

  /* It would cover an open menu. */
  if ((priv->menu != NULL && gtk_widget_get_visible (priv->menu))
      || !cyan_picture_get_box (self, node, &box))
    return FALSE;
  area = area_of (&box);
  gtk_tooltip_set_tip_area (tooltip, &area);
  CYAN_PICTURE_GET_CLASS (self)->fill_tooltip (self, node, tooltip);
  return TRUE;
}

/* ---- keys ---- */

/* Arrows lead where they point to. */
static CyanPictureMove
mirrored_move (CyanPicture *self, CyanPictureMove move)
{
  if (!cyan_picture_is_mirrored (self))
    return move;
  return move == CYAN_PICTURE_NEXT       ? CYAN_PICTURE_PREVIOUS
         : move == CYAN_PICTURE_PREVIOUS ? CYAN_PICTURE_NEXT
                                         : move;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        CyanPicture *self)
{
  static const struct
  {
    guint key;
    CyanPictureMove move;
  } moves[] = {
    { GDK_KEY_Up, CYAN_PICTURE_UP },         { GDK_KEY_KP_Up, CYAN_PICTURE_UP },
    { GDK_KEY_Down, CYAN_PICTURE_DOWN },     { GDK_KEY_KP_Down, CYAN_PICTURE_DOWN },
    { GDK_KEY_Left, CYAN_PICTURE_PREVIOUS }, { GDK_KEY_KP_Left, CYAN_PICTURE_PREVIOUS },
    { GDK_KEY_Right, CYAN_PICTURE_NEXT },    { GDK_KEY_KP_Right, CYAN_PICTURE_NEXT },
    { GDK_KEY_Home, CYAN_PICTURE_TOP },      { GDK_KEY_BackSpace, CYAN_PICTURE_BACK },
    { GDK_KEY_Return, CYAN_PICTURE_OPEN },   { GDK_KEY_KP_Enter, CYAN_PICTURE_OPEN },
    { GDK_KEY_space, CYAN_PICTURE_OPEN },
  };

  if (private_of (self)->session == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  notice_press (self);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    if (moves[i].key == key)
      return CYAN_PICTURE_GET_CLASS (self)->move (self, mirrored_move (self, moves[i].move));
  return GDK_EVENT_PROPAGATE;
}

/* ---- drawing ---- */

void
cyan_picture_append_ring (CyanPicture *self,
                          GtkSnapshot *snapshot,
                          const graphene_rect_t *box,
                          double gap,
                          double radius,
                          double width,
                          double alpha)
{
  CyanTheme theme = cyan_desktop_theme (private_of (self)->palette);
  GdkRGBA color = cyan_desktop_rgba (cyan_theme_accent (&theme), alpha);
  graphene_rect_t ring;

  graphene_rect_inset_r (box, (float) -gap, (float) -gap, &ring);
  cyan_picture_mirror_rect (self, &ring);
  cyan_desktop_append_border (snapshot, &ring, radius, width, &color);
}

static void
cyan_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  CyanTheme theme = cyan_desktop_theme (private_of (self)->palette);
  GdkRGBA paper = cyan_desktop_rgba (cyan_theme_background (&theme), 1);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));

  gtk_snapshot_append_color (snapshot, &paper, &bounds);
  if (private_of (self)->session == NULL)
    return;
  gtk_snapshot_push_clip (snapshot, &bounds);
  CYAN_PICTURE_GET_CLASS (self)->draw (self, snapshot, &theme);
  gtk_snapshot_pop (snapshot);
}

static void
cyan_picture_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  CyanPicture *self = CYAN_PICTURE (widget);

  cyan_picture_configure (self);
  if (private_of (self)->menu != NULL)
    gtk_popover_present (GTK_POPOVER (private_of (self)->menu));
}

/* What was at the beginning stays there. */
static void
cyan_picture_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  CyanPicture *self = CYAN_PICTURE (widget);
  GtkAdjustment *adjustment = private_of (self)->adjustments[HORIZONTAL];

  if (gtk_widget_get_direction (widget) != previous)
    cyan_picture_scroll_by (self, HORIZONTAL,
                            gtk_adjustment_get_value (adjustment)
                                - cyan_picture_scrolled (self, HORIZONTAL));
  cyan_picture_set_hovered (self, CYAN_NODE_NONE);
  cyan_picture_drop (self);
  GTK_WIDGET_CLASS (cyan_picture_parent_class)->direction_changed (widget, previous);
}

/* ---- object ---- */

static void
cyan_picture_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CyanPicturePrivate *priv = private_of (CYAN_PICTURE (object));

  switch (id)
    {
    case PROP_HADJUSTMENT:
      g_value_set_object (value, priv->adjustments[HORIZONTAL]);
      break;
    case PROP_VADJUSTMENT:
      g_value_set_object (value, priv->adjustments[VERTICAL]);
      break;
    case PROP_HSCROLL_POLICY:
      g_value_set_enum (value, priv->policies[HORIZONTAL]);
      break;
    case PROP_VSCROLL_POLICY:
      g_value_set_enum (value, priv->policies[VERTICAL]);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
cyan_picture_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CyanPicture *self = CYAN_PICTURE (object);

  switch (id)
    {
    case PROP_HADJUSTMENT:
      set_adjustment (self, HORIZONTAL, g_value_get_object (value));
      break;
    case PROP_VADJUSTMENT:
      set_adjustment (self, VERTICAL, g_value_get_object (value));
      break;
    case PROP_HSCROLL_POLICY:
      private_of (self)->policies[HORIZONTAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    case PROP_VSCROLL_POLICY:
      private_of (self)->policies[VERTICAL] = (GtkScrollablePolicy) g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
cyan_picture_dispose (GObject *object)
{
  CyanPicture *self = CYAN_PICTURE (object);
  CyanPicturePrivate *priv = private_of (self);

  cyan_picture_set_session (self, NULL);
  if (priv->menu != NULL)
    {
      /* A menu that is disposed of while it is open would keep the input of all windows. */
      gtk_popover_popdown (GTK_POPOVER (priv->menu));
      g_clear_pointer (&priv->menu, gtk_widget_unparent);
    }
  drop_adjustment (self, HORIZONTAL);
  drop_adjustment (self, VERTICAL);
  G_OBJECT_CLASS (cyan_picture_parent_class)->dispose (object);
}

static void
cyan_picture_class_init (CyanPictureClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = cyan_picture_dispose;
  object_class->get_property = cyan_picture_get_property;
  object_class->set_property = cyan_picture_set_property;
  widget_class->snapshot = cyan_picture_snapshot;
  widget_class->size_allocate = cyan_picture_size_allocate;
  widget_class->query_tooltip = cyan_picture_query_tooltip;
  widget_class->direction_changed = cyan_picture_direction_changed;
  class->menu_side = GTK_POS_BOTTOM;

  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");

  signals[PICTURE_CHANGED] = g_signal_new ("picture-changed", CYAN_TYPE_PICTURE, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TREE);
}

static void
cyan_picture_init (CyanPicture *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  private_of (self)->hovered = CYAN_NODE_NONE;
  take_adjustment (self, HORIZONTAL, gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  take_adjustment (self, VERTICAL, gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);

  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);

  cyan_desktop_theme_follow (self, G_CALLBACK (cyan_picture_drop));
}
