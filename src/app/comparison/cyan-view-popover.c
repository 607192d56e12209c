/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the comparison is shown. */
#include "cyan-view-popover.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

/* Names of metrics are foreign text. */
#define NAME_CHARS 32
/* The minimum width of the selected name, in characters. */
#define SHOWN_CHARS 11

struct _CyanViewPopover
{
  GtkPopover parent_instance;

  /* template children, borrowed */
  GtkWidget *basis_row;
  GtkDropDown *metric_list;
  GtkWidget *width_row;
  GtkWidget *sizes_row;
  GtkWidget *hot_row;
  GtkWidget *match_row;
  GtkWidget *sides_button; /* these four say nothing of a single profile */
  GtkWidget *both_sizes;
  GtkWidget *change_sizes;
  GtkWidget *before_sizes;
  GtkButton *after_sizes;
  GtkWidget *flames_check;
  GtkWidget *thickness_check;
  GtkWidget *scale_button;
  GMenu *scale_menu;

  CyanComparison *comparison; /* owned, or NULL */
  guint metric;               /* index of the compared metric in the list */
};

G_DEFINE_FINAL_TYPE (CyanViewPopover, cyan_view_popover, GTK_TYPE_POPOVER)

/* The metrics that both sides have, by name, borrowed.  In front stands NULL if the first ones of
 * the two, which are compared unless told otherwise, are called differently. */
static GPtrArray *
common_metrics (const CyanComparison *comparison)
{
  const CyanProfile *before = comparison->compared.single ? comparison->compared.side[1].profile
                                                          : comparison->compared.side[0].profile;
  const CyanProfile *after = comparison->compared.side[1].profile;
  GPtrArray *names = g_ptr_array_new ();

  if (strcmp (before->metrics[0].name, after->metrics[0].name) != 0)
    g_ptr_array_add (names, NULL);
  for (guint m = 0; m < before->n_metrics; m++)
    {
      char *name = before->metrics[m].name;
      guint first, there;

      if (cyan_profile_find_metric (before, name, &first) && first == m
          && cyan_profile_find_metric (after, name, &there))
        g_ptr_array_add (names, name);
    }
  return names;
}

/* Names that readers give where the file has none are words. */
static const char *const words[] = { N_ ("allocated"), N_ ("bytes"), N_ ("samples"), N_ ("time"),
                                     N_ ("value") };

/* Caller frees. */
static char *
shown_name (const char *name, guint chars)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (name, words[i]) == 0)
      return cyan_text_for_label (_ (words[i]), chars);
  return cyan_text_for_label (name, chars);
}

/* Caller frees. */
static char *
label_of (const CyanComparison *comparison, const char *name)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (name != NULL)
    return shown_name (name, NAME_CHARS);
  before = shown_name (comparison->compared.side[0].profile->metrics[0].name, NAME_CHARS / 2);
  after = shown_name (comparison->compared.side[1].profile->metrics[0].name, NAME_CHARS / 2);
  /* Translators: what is measured in the two profiles, "samples → time". */
  return g_strdup_printf (_ ("%s → %s"), before, after);
}

static void
on_metric_selected (CyanViewPopover *self)
{
  guint selected = gtk_drop_down_get_selected (self->metric_list);
  g_autoptr (GPtrArray) names = NULL;

  if (self->comparison == NULL || selected == self->metric)
    return;
  names = common_metrics (self->comparison);
  if (selected < names->len)
    g_signal_emit_by_name (self, "choose-metric", g_ptr_array_index (names, selected));
}

/* Whether the metric of that name, NULL: the first ones, is what is compared. */
static gboolean
is_compared (const CyanCompared *compared, const char *name, const CyanRequest *request)
{
  const char *before = compared->side[0].profile->metrics[compared->side[0].metric].name;
  const char *after = compared->side[1].profile->metrics[compared->side[1].metric].name;

  if (name == NULL)
    return request->how.metric == NULL;
  return g_str_equal (name, after) && (compared->single || g_str_equal (name, before));
}

static void
show_metrics (CyanViewPopover *self, const CyanRequest *request)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  g_autoptr (GPtrArray) names = NULL;

  self->metric = GTK_INVALID_LIST_POSITION;
  if (self->comparison != NULL)
    names = common_metrics (self->comparison);
  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      g_autofree char *label = label_of (self->comparison, name);

      gtk_string_list_append (labels, label);
      if (is_compared (&self->comparison->compared, name, request))
        self->metric = i;
    }
  g_signal_handlers_block_by_func (self->metric_list, on_metric_selected, self);
  gtk_drop_down_set_model (self->metric_list, G_LIST_MODEL (labels));
  gtk_drop_down_set_selected (self->metric_list, self->metric);
  g_signal_handlers_unblock_by_func (self->metric_list, on_metric_selected, self);
  gtk_widget_set_visible (GTK_WIDGET (self->metric_list), names != NULL && names->len > 1);
}

void
cyan_view_popover_set_session (CyanViewPopover *self,
                               CyanSession *session,
                               const CyanRequest *request)
{
  gboolean single;

  g_clear_pointer (&self->comparison, cyan_comparison_unref);
  if (session != NULL)
    self->comparison = cyan_comparison_ref (cyan_session_comparison (session));
  single = self->comparison != NULL && self->comparison->compared.single;
  show_metrics (self, request);
  gtk_widget_set_visible (self->basis_row, !single);
  gtk_widget_set_visible (self->hot_row, !single);
  gtk_widget_set_visible (self->match_row, !single);
  gtk_widget_set_visible (self->sides_button, !single);
  gtk_widget_set_visible (self->both_sizes, !single);
  gtk_widget_set_visible (self->change_sizes, !single);
  gtk_widget_set_visible (self->before_sizes, !single);
  gtk_button_set_label (self->after_sizes, single ? _ ("Total") : _ ("After"));
}

void
cyan_view_popover_set_view (CyanViewPopover *self, const char *view)
{
  gboolean icicle = strcmp (view, "icicle") == 0, rings = strcmp (view, "rings") == 0;

  gtk_widget_set_visible (self->width_row, strcmp (view, "blueprint") == 0);
  gtk_widget_set_visible (self->sizes_row, icicle || rings);
  gtk_widget_set_visible (self->flames_check, icicle || strcmp (view, "side-by-side") == 0);
  gtk_widget_set_visible (self->thickness_check, rings);
}

GMenu *
cyan_view_popover_scale_menu (CyanViewPopover *self)
{
  return self->scale_menu;
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, GTK_WIDGET (label));
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (label, name);
  gtk_label_set_width_chars (label, (int) MIN (g_utf8_strlen (name, -1), SHOWN_CHARS));
}

static void
on_scales (CyanViewPopover *self)
{
  gtk_widget_set_visible (self->scale_button,
                          g_menu_model_get_n_items (G_MENU_MODEL (self->scale_menu)) > 0);
}

static void
leave (CyanViewPopover *self)
{
  g_clear_pointer (&self->comparison, cyan_comparison_unref);
}

static void
cyan_view_popover_class_init (CyanViewPopoverClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  cyan_signal_new (class, "choose-metric", 1, G_TYPE_STRING);
#define CHILD(member) CYAN_CHILD (CyanViewPopover, member)
  cyan_template_bind (class, "view-popover.ui", CHILD (basis_row), CHILD (metric_list),
                      CHILD (width_row), CHILD (sizes_row), CHILD (hot_row), CHILD (match_row),
                      CHILD (sides_button), CHILD (both_sizes), CHILD (change_sizes),
                      CHILD (before_sizes), CHILD (after_sizes), CHILD (flames_check),
                      CHILD (thickness_check), CHILD (scale_button), CHILD (scale_menu), NULL);
}

static void
cyan_view_popover_init (CyanViewPopover *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  /* The selected name is ellipsized; the list uses GTK's default factory. */
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_drop_down_set_list_factory (self->metric_list, gtk_drop_down_get_factory (self->metric_list));
  gtk_drop_down_set_factory (self->metric_list, factory);
  g_signal_connect_swapped (self->metric_list, "notify::selected", G_CALLBACK (on_metric_selected),
                            self);
  cyan_connect (self->scale_menu, "items-changed", on_scales, self);
}
