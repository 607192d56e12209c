/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell of the table. */
#include "cyan-table-private.h"

#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-numbers.h"
#include "cyan-text.h"

/* Pixels that a row goes in from its caller's, and the part of the cell that this may take. */
#define INDENT     14
#define INDENT_MAX 0.4
/* Pixels of the arrow that opens a row, and of the box in the node's colour. */
#define ARROW_ROOM 18
#define ARROW_SIZE 8
#define CHIP_ROOM  16
#define CHIP_WIDTH 9
/* Pixels between a name and the ring around it. */
#define RING_ROOM 5
/* How much is seen of a row that only leads to what matches the filter. */
#define LEAD_OPACITY 0.65
/* How much of a name's scope is seen, of 65535. */
#define SCOPE_ALPHA 38000
/* Characters of a scope, and of a name in a tooltip. */
#define SCOPE_CHARS   80
#define TOOLTIP_CHARS 400

struct _CyanTableCell
{
  GtkWidget parent_instance;

  const CyanTableLook *look; /* borrowed */
  CyanColumn column;
  GtkListItem *item;   /* borrowed; NULL while the cell is not in use */
  PangoLayout *layout; /* owned; NULL before it is drawn */
};

G_DEFINE_FINAL_TYPE (CyanTableCell, cyan_table_cell, GTK_TYPE_WIDGET)

CyanColumn
cyan_table_cell_column (CyanTableCell *self)
{
  return self->column;
}

guint
cyan_table_cell_position (CyanTableCell *self)
{
  return self->item != NULL ? gtk_list_item_get_position (self->item) : CYAN_OUTLINE_NONE;
}

/* NULL if it shows none. */
static const CyanOutlineRow *
row_of (CyanTableCell *self)
{
  const CyanOutline *outline = cyan_table_model_outline (self->look->model);
  guint position = cyan_table_cell_position (self);

  return outline != NULL && position < cyan_outline_n_rows (outline)
             ? cyan_outline_row (outline, position)
             : NULL;
}

static gboolean
is_number (CyanColumn column)
{
  return cyan_columns[column].kind != CYAN_COLUMN_IS_TEXT;
}

/* ---- drawing ---- */

static int
column_width (CyanTableCell *self, guint chars)
{
  return (int) chars * self->look->char_width;
}

static void
cyan_table_cell_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  CyanTableCell *self = CYAN_TABLE_CELL (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL
                            ? self->look->line_height
                            : column_width (self, cyan_columns[self->column].chars);
}

static PangoLayout *
name_layout_new (CyanTableCell *self, guint32 item)
{
  const CyanTableValues *values = cyan_table_model_values (self->look->model);
  g_autofree char *name =
      cyan_table_values_text (values, self->look->session, item, CYAN_COLUMN_NAME);
  g_autofree char *scope = cyan_name_short_scope (
      cyan_comparison_name (values->comparison, cyan_table_values_node (values, item)));
  g_autofree char *label = *scope != '\0' ? cyan_text_for_label (scope, SCOPE_CHARS) : NULL;
  g_autofree char *text = label != NULL ? g_strconcat (name, "  ", label, NULL) : g_strdup (name);
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoAttribute *alpha = pango_attr_foreground_alpha_new (SCOPE_ALPHA);

  alpha->start_index = (guint) strlen (name);
  pango_attr_list_insert (attributes, alpha);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  return layout;
}

static PangoLayout *
layout_of (CyanTableCell *self, guint32 item)
{
  if (self->layout == NULL && self->column == CYAN_COLUMN_NAME)
    self->layout = name_layout_new (self, item);
  else if (self->layout == NULL)
    {
      g_autofree char *text = cyan_table_values_text (cyan_table_model_values (self->look->model),
                                                      self->look->session, item, self->column);

      self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
    }
  return self->layout;
}

static int
indent_of (CyanTableCell *self, const CyanOutlineRow *row)
{
  return (int) MIN ((double) row->depth * INDENT,
                    gtk_widget_get_width (GTK_WIDGET (self)) * INDENT_MAX);
}

/* The arrow before a name, and a small box in the colour of its node's; both as if from left to
 * right. */
static void
draw_marks (CyanTableCell *self, cairo_t *cairo, const CyanOutlineRow *row, int height)
{
  const CyanTableValues *values = cyan_table_model_values (self->look->model);
  double middle = height / 2.0, x = indent_of (self, row) + ARROW_ROOM / 2.0;
  double half = ARROW_SIZE / 2.0;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  if (cyan_table_values_has_children (values, row->item))
    {
      gdk_cairo_set_source_rgba (cairo, &color);
      if (cyan_outline_is_open (cyan_table_model_outline (self->look->model),
                                cyan_table_cell_position (self)))
        {
          cairo_move_to (cairo, x - half, middle - half / 2);
          cairo_line_to (cairo, x + half, middle - half / 2);
          cairo_line_to (cairo, x, middle + half);
        }
      else
        {
          cairo_move_to (cairo, x - half / 2, middle - half);
          cairo_line_to (cairo, x - half / 2, middle + half);
          cairo_line_to (cairo, x + half, middle);
        }
      cairo_fill (cairo);
    }
  if (values->mode == CYAN_TABLE_TREE)
    {
      CyanPaint paint;

      cyan_theme_paint (
          &self->look->theme,
          cyan_comparison_verdict (values->comparison, row->item, values->basis),
          cyan_comparison_model_change (cyan_session_model (self->look->session), row->item), FALSE,
          &paint);
      if (cyan_compared_is_doubtful (&values->comparison->compared, row->item))
        cyan_theme_doubt (&self->look->theme, &paint);
      if (!cyan_table_values_matches (values, row->item))
        cyan_theme_fade (&self->look->theme, &paint);
      cairo_rectangle (cairo, indent_of (self, row) + ARROW_ROOM + 0.5, 2.5, CHIP_WIDTH,
                       height - 5);
      cairo_set_source_rgba (cairo, paint.fill.red, paint.fill.green, paint.fill.blue,
                             paint.fill.alpha);
      cairo_fill_preserve (cairo);
      cairo_set_source_rgba (cairo, paint.border.red, paint.border.green, paint.border.blue,
                             paint.border.alpha);
      cairo_set_line_width (cairo, 1);
      cairo_set_dash (cairo, &paint.dash, paint.dash > 0, 0);
      cairo_stroke (cairo);
    }
}

/* Around a name from @start on that the search found. */
static void
draw_ring (CyanTableCell *self, GtkSnapshot *snapshot, int start, int text_width)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  float line = self->look->theme.high_contrast ? 3 : 2;
  const float lines[4] = { line, line, line, line };
  int end = MIN (start + text_width + RING_ROOM, width);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  CyanColor match = cyan_theme_match (&self->look->theme);
  GdkRGBA color = { (float) match.red, (float) match.green, (float) match.blue, 1 };
  const GdkRGBA colors[4] = { color, color, color, color };
  GskRoundedRect ring;

  start = MAX (start - RING_ROOM, 0);
  gsk_rounded_rect_init_from_rect (&ring,
                                   &GRAPHENE_RECT_INIT ((float) (mirrored ? width - end : start), 0,
                                                        (float) (end - start), (float) height),
                                   3);
  gtk_snapshot_append_border (snapshot, &ring, lines, colors);
}

/* Whether the search found what the row stands for. */
static gboolean
is_found (CyanTableCell *self, const CyanOutlineRow *row)
{
  const CyanFound *found = cyan_session_found (self->look->session);

  return found != NULL
         && cyan_found_has (found, cyan_table_values_node (
                                       cyan_table_model_values (self->look->model), row->item));
}

static void
cyan_table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  CyanTableCell *self = CYAN_TABLE_CELL (widget);
  const CyanOutlineRow *row = row_of (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int start = 0, text_width, text_height;
  PangoLayout *layout;
  gboolean pale;

  if (row == NULL)
    return;
  pale = !self->look->theme.high_contrast
         && !cyan_table_values_matches (cyan_table_model_values (self->look->model), row->item);
  layout = layout_of (self, row->item);
  if (self->column == CYAN_COLUMN_NAME)
    {
      cairo_t *cairo = gtk_snapshot_append_cairo (
          snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

      if (mirrored)
        cyan_scene_mirror (cairo, width);
      draw_marks (self, cairo, row, height);
      cairo_destroy (cairo);
      start = indent_of (self, row) + ARROW_ROOM;
      if (cyan_table_model_values (self->look->model)->mode == CYAN_TABLE_TREE)
        start += CHIP_ROOM;
    }
  /* Names and numbers run from left to right wherever one reads. */
  if (self->column == CYAN_COLUMN_NAME || is_number (self->column))
    pango_context_set_base_dir (pango_layout_get_context (layout), PANGO_DIRECTION_LTR);
  pango_layout_set_width (layout, MAX (width - start, 0) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_alignment (layout, is_number (self->column) != mirrored ? PANGO_ALIGN_RIGHT
                                                                           : PANGO_ALIGN_LEFT);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  if (pale)
    gtk_snapshot_push_opacity (snapshot, LEAD_OPACITY);
  gtk_snapshot_render_layout (snapshot, gtk_widget_get_style_context (widget), mirrored ? 0 : start,
                              (height - text_height) / 2.0, layout);
  if (pale)
    gtk_snapshot_pop (snapshot);
  if (self->column == CYAN_COLUMN_NAME && is_found (self, row))
    draw_ring (self, snapshot, start, text_width);
}

/* ---- for assistive technologies ---- */

/* "parse, Share before 12.1 %, Share after 14.0 %, level 3, 2 of 5". */
static char *
spoken_row (CyanTableCell *self, const CyanOutlineRow *row)
{
  const CyanTableValues *values = cyan_table_model_values (self->look->model);
  GString *words = g_string_new (NULL);

  for (guint column = 0; column < CYAN_N_COLUMNS; column++)
    {
      g_autofree char *text = NULL;

      if (!self->look->is_shown[column])
        continue;
      text = cyan_table_values_text (values, self->look->session, row->item, (CyanColumn) column);
      if (column == CYAN_COLUMN_NAME)
        g_string_append (words, text);
      else if (is_number ((CyanColumn) column))
        g_string_append_printf (words, ", %s %s", _ (cyan_columns[column].title), text);
      else if (*text != '\0')
        g_string_append_printf (words, ", %s", text);
    }
  /* Translators: where a row stands in the table: how deep, and among how many. */
  g_string_append_printf (words, _ (", level %'u, %'u of %'u"), row->depth + 1, row->nth + 1,
                          row->n_siblings);
  return g_string_free (words, FALSE);
}

static void
describe_row (CyanTableCell *self, const CyanOutlineRow *row)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  const CyanTableValues *values = cyan_table_model_values (self->look->model);
  g_autofree char *spoken = spoken_row (self, row);

  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL, (int) row->depth + 1, -1);
  gtk_accessible_update_relation (accessible, GTK_ACCESSIBLE_RELATION_POS_IN_SET,
                                  (int) row->nth + 1, GTK_ACCESSIBLE_RELATION_SET_SIZE,
                                  (int) row->n_siblings, -1);
  if (cyan_table_values_has_children (values, row->item))
    gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED,
                                 cyan_outline_is_open (cyan_table_model_outline (self->look->model),
                                                       cyan_table_cell_position (self)),
                                 -1);
  else
    gtk_accessible_reset_state (accessible, GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
set_class (GtkWidget *widget, const char *name, gboolean has)
{
  if (has)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

void
cyan_table_cell_update (CyanTableCell *self)
{
  const CyanOutlineRow *row = row_of (self);
  int accent;

  g_clear_object (&self->layout);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (row == NULL)
    return;
  if (self->column == CYAN_COLUMN_NAME)
    {
      describe_row (self, row);
      return;
    }
  accent = cyan_table_values_accent (cyan_table_model_values (self->look->model), row->item,
                                     self->column);
  set_class (GTK_WIDGET (self), "cyan-slower", accent > 0);
  set_class (GTK_WIDGET (self), "cyan-faster", accent < 0);
}

void
cyan_table_cell_set_item (CyanTableCell *self, GtkListItem *item)
{
  self->item = item;
  cyan_table_cell_update (self);
}

/* ---- pointer ---- */

static void
on_pressed (CyanTableCell *self, int n_press, double x, double y, GtkGesture *gesture)
{
  const CyanOutlineRow *row = row_of (self);

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;
  if (row == NULL || x < indent_of (self, row) || x >= indent_of (self, row) + ARROW_ROOM)
    return;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_activate_action (GTK_WIDGET (self), "table.toggle", "u",
                              cyan_table_cell_position (self));
}

static gboolean
cyan_table_cell_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  CyanTableCell *self = CYAN_TABLE_CELL (widget);
  const CyanOutlineRow *row = row_of (self);
  const CyanTableValues *values = cyan_table_model_values (self->look->model);
  g_autofree char *name = NULL, *location = NULL, *text = NULL;
  CyanNode node;

  if (row == NULL)
    return FALSE;
  node = cyan_table_values_node (values, row->item);
  name = cyan_text_for_label (cyan_comparison_name (values->comparison, node), TOOLTIP_CHARS);
  location = cyan_numbers_location (self->look->session, node);
  text = g_strconcat (name, location != NULL ? "\n" : NULL, location, NULL);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- object ---- */

static void
cyan_table_cell_dispose (GObject *object)
{
  g_clear_object (&CYAN_TABLE_CELL (object)->layout);
  G_OBJECT_CLASS (cyan_table_cell_parent_class)->dispose (object);
}

static void
cyan_table_cell_class_init (CyanTableCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_table_cell_dispose;
  widget_class->measure = cyan_table_cell_measure;
  widget_class->snapshot = cyan_table_cell_snapshot;
  widget_class->query_tooltip = cyan_table_cell_query_tooltip;
}

static void
cyan_table_cell_init (CyanTableCell *self)
{
}

GtkWidget *
cyan_table_cell_new (const CyanTableLook *look, CyanColumn column)
{
  gboolean is_name = column == CYAN_COLUMN_NAME;
  CyanTableCell *self =
      g_object_new (CYAN_TYPE_TABLE_CELL, "accessible-role",
                    is_name ? GTK_ACCESSIBLE_ROLE_TREE_ITEM : GTK_ACCESSIBLE_ROLE_PRESENTATION,
                    "focusable", is_name, "has-tooltip", is_name, NULL);

  self->look = look;
  self->column = column;
  if (is_name)
    {
      GtkGesture *click = gtk_gesture_click_new ();

      g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
      gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
    }
  else if (is_number (column))
    gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
  return GTK_WIDGET (self);
}
