/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a dimension, with bars. */
#include "cyan-slices-private.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

#define NAME_CHARS 120
/* Values from which on they can be filtered. */
#define MIN_TO_FILTER 12

/* ---- a row ---- */

#define CYAN_TYPE_SLICE_ROW (cyan_slice_row_get_type ())
G_DECLARE_FINAL_TYPE (CyanSliceRow, cyan_slice_row, CYAN, SLICE_ROW, GObject)

struct _CyanSliceRow
{
  GObject parent_instance;

  char *name;   /* for people */
  char *folded; /* the same without case */
  char *slice;  /* NULL: all of the recording */
  double share; /* 0 to 1 */
};

G_DEFINE_FINAL_TYPE (CyanSliceRow, cyan_slice_row, G_TYPE_OBJECT)

static void
cyan_slice_row_finalize (GObject *object)
{
  CyanSliceRow *self = CYAN_SLICE_ROW (object);

  g_free (self->name);
  g_free (self->folded);
  g_free (self->slice);
  G_OBJECT_CLASS (cyan_slice_row_parent_class)->finalize (object);
}

static void
cyan_slice_row_class_init (CyanSliceRowClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_slice_row_finalize;
}

static void
cyan_slice_row_init (CyanSliceRow *self)
{
}

/* Takes @name. */
static CyanSliceRow *
row_new (char *name, double part, double whole)
{
  CyanSliceRow *self = g_object_new (CYAN_TYPE_SLICE_ROW, NULL);

  self->name = name;
  self->folded = g_utf8_casefold (name, -1);
  self->share = whole > 0 ? CLAMP (part / whole, 0, 1) : 0;
  return self;
}

/* Adds the row of a slice; takes @name. */
static void
add_slice (GPtrArray *rows,
           char *name,
           const char *key,
           const char *value,
           double part,
           const CyanSliceable *recording)
{
  CyanSliceRow *row = row_new (name, part, recording->whole);
  GString *slice = g_string_new (NULL);

  cyan_slice_append_condition (slice, key, value);
  row->slice = g_string_free (slice, FALSE);
  g_ptr_array_add (rows, row);
}

static void
add_values (GPtrArray *rows, const CyanSliceDimension *dimension, const CyanSliceable *recording)
{
  for (guint i = 0; i < dimension->values->len; i++)
    {
      const CyanSliceValue *value = &g_array_index (dimension->values, CyanSliceValue, i);
      char *name = g_str_equal (value->value, CYAN_SLICE_NO_VALUE)
                       ? g_strdup (_ ("No value"))
                       : cyan_text_for_label (value->value, NAME_CHARS);

      add_slice (rows, name, dimension->key, value->value, value->total, recording);
    }
  if (dimension->n_others > 0)
    add_slice (rows,
               g_strdup_printf (ngettext ("%'u other", "%'u others", dimension->n_others),
                                dimension->n_others),
               dimension->key, CYAN_SLICE_OTHERS, dimension->others, recording);
}

static void
add_times (GPtrArray *rows, const CyanSliceable *recording)
{
  for (guint i = 0; i < CYAN_SLICEABLE_PARTS; i++)
    {
      guint from = i * 100 / CYAN_SLICEABLE_PARTS, to = (i + 1) * 100 / CYAN_SLICEABLE_PARTS;
      g_autofree char *value = g_strdup_printf ("%u%%..%u%%", from, to);

      /* Translators: a part of the time of a recording. */
      add_slice (rows, g_strdup_printf (_ ("%u to %u %%"), from, to), CYAN_SLICE_TIME, value,
                 recording->load[i], recording);
    }
}

/* ---- the list ---- */

struct _CyanSliceList
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkLabel *title;
  GtkLabel *file;
  GtkEditable *entry;
  GtkListView *view;

  GListStore *rows;              /* of CyanSliceRow; owned */
  GtkFilter *filter;             /* owned */
  GtkSingleSelection *selection; /* of those that match; owned */
  char *wanted;                  /* without case; what names contain, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanSliceList, cyan_slice_list, GTK_TYPE_WIDGET)

/* All of the recording stays. */
static gboolean
matches (gpointer item, gpointer list)
{
  const CyanSliceRow *row = item;
  const CyanSliceList *self = list;

  return self->wanted == NULL || row->slice == NULL || strstr (row->folded, self->wanted) != NULL;
}

static void
on_searched (CyanSliceList *self)
{
  g_free (self->wanted);
  self->wanted = g_utf8_casefold (gtk_editable_get_text (self->entry), -1);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Enter takes the first one that matches; the search may still wait for more keys. */
static void
on_enter (CyanSliceList *self)
{
  on_searched (self);
  gtk_single_selection_set_selected (self->selection, 1);
}

static void
on_selected (CyanSliceList *self)
{
  g_signal_emit_by_name (self, "changed");
}

static void
on_activate (CyanSliceList *self)
{
  g_signal_emit_by_name (self, "activated");
}

static void
on_setup (CyanSliceList *self, GtkListItem *item)
{
  GtkWidget *name = cyan_label_new (NULL, NULL, 0);
  GtkWidget *share = cyan_label_new (NULL, "numeric dim-label", 0);
  GtkWidget *line = cyan_row_new (6, name, share, NULL);
  GtkWidget *row = cyan_column_new (4, line, cyan_bar_new (), NULL);

  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_direction (share, GTK_TEXT_DIR_LTR);
  cyan_widget_set_margins (row, 8, 6);
  gtk_list_item_set_child (item, row);
}

static void
on_bind (CyanSliceList *self, GtkListItem *item)
{
  const CyanSliceRow *row = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *line = gtk_widget_get_first_child (box);
  g_autofree char *share = cyan_share_to_text (row->share);
  g_autofree char *spoken = g_strdup_printf ("%s, %s", row->name, share);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (line)), row->name);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (line)), share);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (gtk_widget_get_last_child (box)), row->share);
  gtk_widget_set_tooltip_text (box, row->name);
  cyan_widget_set_spoken (box, spoken);
}

/* ---- object ---- */

static void
leave (CyanSliceList *self)
{
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->wanted, g_free);
}

static void
cyan_slice_list_class_init (CyanSliceListClass *class)
{
  cyan_children_own (class, G_CALLBACK (leave));
  cyan_signal_new (class, "changed", 0);
  cyan_signal_new (class, "activated", 0);
#define CHILD(member) CYAN_CHILD (CyanSliceList, member)
  cyan_template_bind (class, "slice-list.ui", CHILD (title), CHILD (file), CHILD (entry),
                      CHILD (view), NULL);
}

static void
cyan_slice_list_init (CyanSliceList *self)
{
  g_autoptr (GtkListItemFactory) factory =
      cyan_factory_new (G_CALLBACK (on_setup), G_CALLBACK (on_bind), self, NULL);
  GtkFilterListModel *filtered;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_list_store_new (CYAN_TYPE_SLICE_ROW);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->rows)),
                                        g_object_ref (self->filter));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  gtk_list_view_set_factory (self->view, factory);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  cyan_connect (self->selection, "notify::selected-item", on_selected, self);
  cyan_connect (self->view, "activate", on_activate, self);
  cyan_connect (self->entry, "search-changed", on_searched, self);
  cyan_connect (self->entry, "activate", on_enter, self);
}

void
cyan_slice_list_set_title (CyanSliceList *self, const char *title, const char *file)
{
  gtk_label_set_text (self->title, title);
  cyan_label_show (self->file, file);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->file), file);
  cyan_widget_set_spoken (self->view, title);
}

void
cyan_slice_list_show (CyanSliceList *self, const CyanSliceable *recording, const char *key)
{
  const CyanSliceDimension *dimension = cyan_sliceable_dimension (recording, key);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (rows, row_new (g_strdup (_ ("All of it")), 1, 1));
  if (dimension != NULL)
    add_values (rows, dimension, recording);
  else if (g_str_equal (key, CYAN_SLICE_TIME) && recording->survey->has_times)
    add_times (rows, recording);
  gtk_editable_set_text (self->entry, "");
  on_searched (self);
  gtk_widget_set_visible (GTK_WIDGET (self->entry), rows->len > MIN_TO_FILTER);
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                       rows->pdata, rows->len);
  gtk_single_selection_set_selected (self->selection, 0);
}

const char *
cyan_slice_list_get_slice (CyanSliceList *self)
{
  const CyanSliceRow *row = gtk_single_selection_get_selected_item (self->selection);

  return row != NULL ? row->slice : NULL;
}
