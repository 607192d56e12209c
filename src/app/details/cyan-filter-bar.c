/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The filters in use as a row of chips. */
#include "cyan-filter-bar.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* Characters of the name of a module or file. */
#define PLACE_CHARS 40

/* ---- children in lines ---- */

/* Places children of their natural sizes side by side, in as many lines as the width asks for. */
#define CYAN_TYPE_WRAP_LAYOUT (cyan_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (CyanWrapLayout, cyan_wrap_layout, CYAN, WRAP_LAYOUT, GtkLayoutManager)

#define SPACING      6
#define LINE_SPACING 4

struct _CyanWrapLayout
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (CyanWrapLayout, cyan_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
cyan_wrap_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* All lines have the height of the highest child. */
static int
line_height (GtkWidget *widget)
{
  int height = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &size);
      height = MAX (height, size.height);
    }
  return height;
}

/* The height of all lines in @width pixels; allocates the children, too, if @allocates. */
static int
fill_lines (GtkWidget *widget, int width, gboolean allocates)
{
  gboolean mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0, y = 0, height = line_height (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkRequisition size;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_get_preferred_size (child, NULL, &size);
      size.width = MIN (size.width, width);
      if (x > 0 && x + size.width > width)
        {
          y += height + LINE_SPACING;
          x = 0;
        }
      if (allocates)
        gtk_widget_size_allocate (
            child, &(GtkAllocation){ mirrored ? width - x - size.width : x, y, size.width, height },
            -1);
      x += size.width + SPACING;
    }
  return y + height;
}

static void
cyan_wrap_layout_measure (GtkLayoutManager *manager,
                          GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = *natural = fill_lines (widget, for_size < 0 ? G_MAXINT / 2 : for_size, FALSE);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int least, usual;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, orientation, -1, &least, &usual, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural += usual + (*natural > 0 ? SPACING : 0);
    }
}

static void
cyan_wrap_layout_allocate (
    GtkLayoutManager *manager, GtkWidget *widget, int width, int height, int baseline)
{
  fill_lines (widget, width, TRUE);
}

static void
cyan_wrap_layout_class_init (CyanWrapLayoutClass *class)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (class);

  manager_class->get_request_mode = cyan_wrap_layout_get_request_mode;
  manager_class->measure = cyan_wrap_layout_measure;
  manager_class->allocate = cyan_wrap_layout_allocate;
}

static void
cyan_wrap_layout_init (CyanWrapLayout *self)
{
}

/* ---- the bar ---- */

struct _CyanFilterBar
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkBox *box; /* of the chips, the status and a button */
  GtkLabel *status;

  CyanSession *session; /* owned */
};

G_DEFINE_FINAL_TYPE (CyanFilterBar, cyan_filter_bar, GTK_TYPE_WIDGET)

/* The description of a filter criterion.  Caller frees. */
static char *
words_of (const CyanFilter *filter, CyanCriterion criterion)
{
  g_autofree char *text = NULL;

  switch (criterion)
    {
    case CYAN_CRITERION_CHANGED:
      return g_strdup (_ ("Changed only"));
    case CYAN_CRITERION_MODIFIED:
      return g_strdup (_ ("Modified only"));
    case CYAN_CRITERION_ONE_SIDED:
      return g_strdup (_ ("Added or removed only"));
    case CYAN_CRITERION_SIGNIFICANT:
      return g_strdup (_ ("Changed by themselves only"));
    case CYAN_CRITERION_PLACE:
      text = cyan_text_for_label (filter->place, PLACE_CHARS);
      /* Translators: a module or a file. */
      return g_strdup_printf (_ ("In %s only"), text);
    case CYAN_CRITERION_SHARE:
      text = cyan_share_to_text (filter->share);
      return g_strdup_printf (_ ("At least %s of the run"), text);
    case CYAN_N_CRITERIA:
    default:
      g_assert_not_reached ();
    }
}

/* "Modified only: hides 1,234 contexts"; without the number while it is not known. */
static char *
chip_text (CyanSession *session, CyanCriterion criterion)
{
  const CyanFiltered *filtered = cyan_session_filtered (session);
  g_autofree char *words = words_of (cyan_session_filter (session), criterion);
  g_autofree char *hides = NULL;

  if (filtered == NULL || cyan_session_is_filtering (session))
    return g_steal_pointer (&words);
  hides = g_strdup_printf (
      ngettext ("hides %'u context", "hides %'u contexts", filtered->n_hidden_by[criterion]),
      filtered->n_hidden_by[criterion]);
  /* Translators: a filter, and what it hides. */
  return g_strdup_printf (_ ("%s: %s"), words, hides);
}

static void
on_chip (CyanFilterBar *self, GtkWidget *button)
{
  g_autoptr (CyanFilter) filter = cyan_filter_copy (cyan_session_filter (self->session));

  cyan_filter_set (filter, (CyanCriterion) cyan_widget_number (button), FALSE);
  cyan_session_set_filter (self->session, filter);
}

/* Adds a chip after @previous, NULL for the first one, and returns it. */
static GtkWidget *
add_chip (CyanFilterBar *self, CyanCriterion criterion, GtkWidget *previous)
{
  g_autofree char *text = chip_text (self->session, criterion);
  /* Translators: of a filter and what it hides, for a screen reader. */
  g_autofree char *spoken = g_strdup_printf (_ ("%s. Remove this filter"), text);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_button_set_child (
      GTK_BUTTON (button),
      cyan_row_new (6, label, gtk_image_new_from_icon_name ("cyan-window-close-symbolic"), NULL));
  cyan_widget_add_classes (button, "cyan-small cyan-filter");
  gtk_widget_set_tooltip_text (button, _ ("Remove this filter"));
  cyan_widget_set_spoken (button, spoken);
  cyan_widget_set_number (button, criterion);
  cyan_connect (button, "clicked", on_chip, self);
  gtk_box_insert_child_after (self->box, button, previous);
  return button;
}

static void
show_status (CyanFilterBar *self)
{
  const CyanFiltered *filtered = cyan_session_filtered (self->session);
  CyanNode selected = cyan_session_selected (self->session);
  g_autofree char *text = NULL;

  if (cyan_session_is_filtering (self->session))
    text = g_strdup (_ ("Filtering…"));
  else if (filtered != NULL && selected != CYAN_NODE_NONE
           && cyan_filtered_is_exception (filtered, selected))
    text = g_strdup (_ ("The selected context is shown although it does not match"));
  else if (filtered != NULL)
    /* Translators: two numbers of contexts. */
    text = g_strdup_printf (_ ("%'u of %'u contexts match"), filtered->n_matches,
                            filtered->n_nodes - 1);
  gtk_label_set_text (self->status, text != NULL ? text : "");
  gtk_widget_set_tooltip_text (
      GTK_WIDGET (self->status),
      _ ("Their callers are shown, too, and pale. Totals include what is hidden."));
}

static void
update (CyanFilterBar *self)
{
  const CyanFilter *filter = self->session != NULL ? cyan_session_filter (self->session) : NULL;
  gboolean had_focus = gtk_widget_get_focus_child (GTK_WIDGET (self->box)) != NULL;
  GtkWidget *chip;

  while ((chip = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != GTK_WIDGET (self->status))
    gtk_box_remove (self->box, chip);
  gtk_widget_set_visible (GTK_WIDGET (self), filter != NULL && filter->criteria != 0);
  if (filter == NULL || filter->criteria == 0)
    return;
  chip = NULL;
  for (guint i = 0; i < CYAN_N_CRITERIA; i++)
    if (cyan_filter_has (filter, (CyanCriterion) i))
      chip = add_chip (self, (CyanCriterion) i, chip);
  show_status (self);
  /* One may go on removing them. */
  if (had_focus)
    gtk_widget_grab_focus (gtk_widget_get_first_child (GTK_WIDGET (self->box)));
}

static void
on_selected (CyanFilterBar *self)
{
  if (cyan_session_filter (self->session)->criteria != 0)
    show_status (self);
}

static void
cyan_filter_bar_class_init (CyanFilterBarClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_filter_bar_set_session));
  g_type_ensure (CYAN_TYPE_WRAP_LAYOUT);
  cyan_template_bind (class, "filter-bar.ui", CYAN_CHILD (CyanFilterBar, box),
                      CYAN_CHILD (CyanFilterBar, status), NULL);
}

static void
cyan_filter_bar_init (CyanFilterBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
cyan_filter_bar_set_session (CyanFilterBar *self, CyanSession *session)
{
  if (!cyan_follow (&self->session, session, self, "notify::filter", G_CALLBACK (update),
                    "notify::filtered", G_CALLBACK (update), "notify::selected",
                    G_CALLBACK (on_selected), NULL))
    return;
  update (self);
}
