/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list in the header from which one chooses what heights are drawn of. */
#include "cyan-window-private.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-text.h"

/* Names of metrics are foreign text, and the header is narrow. */
#define NAME_CHARS 32
/* The minimum width of the selected name, in characters. */
#define SHOWN_CHARS 11

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
on_metric_selected (CyanWindow *self)
{
  guint selected = gtk_drop_down_get_selected (self->metric_list);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (CyanRequest) request = NULL;

  if (self->session == NULL || selected == self->metric)
    return;
  names = common_metrics (cyan_session_comparison (self->session));
  if (selected >= names->len)
    return;
  request = cyan_request_copy (self->request);
  request->how.metric = g_intern_string (g_ptr_array_index (names, selected));
  cyan_window_open (self, request);
}

void
cyan_window_show_metrics (CyanWindow *self)
{
  const CyanComparison *comparison =
      self->session != NULL ? cyan_session_comparison (self->session) : NULL;
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  g_autoptr (GPtrArray) names = NULL;

  self->metric = GTK_INVALID_LIST_POSITION;
  if (comparison != NULL)
    names = common_metrics (comparison);
  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      const char *before =
          comparison->compared.side[0].profile->metrics[comparison->compared.side[0].metric].name;
      const char *after =
          comparison->compared.side[1].profile->metrics[comparison->compared.side[1].metric].name;
      g_autofree char *label = label_of (comparison, name);

      gtk_string_list_append (labels, label);
      if (name == NULL ? self->request->how.metric == NULL
                       : g_str_equal (name, after)
                             && (comparison->compared.single || g_str_equal (name, before)))
        self->metric = i;
    }
  g_signal_handlers_block_by_func (self->metric_list, on_metric_selected, self);
  gtk_drop_down_set_model (self->metric_list, G_LIST_MODEL (labels));
  gtk_drop_down_set_selected (self->metric_list, self->metric);
  g_signal_handlers_unblock_by_func (self->metric_list, on_metric_selected, self);
}

gboolean
cyan_window_has_metrics (CyanWindow *self)
{
  GListModel *labels = gtk_drop_down_get_model (self->metric_list);

  return labels != NULL && g_list_model_get_n_items (labels) > 1;
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

void
cyan_window_install_metrics (CyanWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  /* The selected name is ellipsized in a narrow window; the list uses GTK's default factory. */
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  gtk_drop_down_set_list_factory (self->metric_list, gtk_drop_down_get_factory (self->metric_list));
  gtk_drop_down_set_factory (self->metric_list, factory);
  g_signal_connect_swapped (self->metric_list, "notify::selected", G_CALLBACK (on_metric_selected),
                            self);
}
