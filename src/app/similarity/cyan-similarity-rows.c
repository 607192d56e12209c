/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-rows.h"

struct _CyanSimilarityRows
{
  GObject parent_instance;

  const CyanSimilarity *similarity; /* or NULL */
  GArray *shown;                    /* of guint: indices of its rows */
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanSimilarityRows,
                               cyan_similarity_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  return CYAN_SIMILARITY_ROWS (model)->shown->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  return position < get_n_items (model) ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

void
cyan_similarity_rows_set (CyanSimilarityRows *self,
                          const CyanSimilarity *similarity,
                          gboolean changed_only)
{
  guint n_old;

  n_old = self->shown->len;
  self->similarity = similarity;
  g_array_set_size (self->shown, 0);
  for (guint i = 0; similarity != NULL && i < similarity->n_rows; i++)
    if (!changed_only || similarity->rows[i].changed)
      g_array_append_val (self->shown, i);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_old, self->shown->len);
}

const CyanSimilarity *
cyan_similarity_rows_get (CyanSimilarityRows *self)
{
  return self->similarity;
}

const CyanSimilarityRow *
cyan_similarity_rows_at (CyanSimilarityRows *self, guint position)
{
  g_return_val_if_fail (position < self->shown->len, NULL);

  return &self->similarity->rows[g_array_index (self->shown, guint, position)];
}

guint
cyan_similarity_rows_find (CyanSimilarityRows *self, guint32 number)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (cyan_similarity_rows_at (self, i)->number == number)
      return i;
  return 0;
}

static void
cyan_similarity_rows_finalize (GObject *object)
{
  g_array_unref (CYAN_SIMILARITY_ROWS (object)->shown);
  G_OBJECT_CLASS (cyan_similarity_rows_parent_class)->finalize (object);
}

static void
cyan_similarity_rows_class_init (CyanSimilarityRowsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_similarity_rows_finalize;
}

static void
cyan_similarity_rows_init (CyanSimilarityRows *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
}

CyanSimilarityRows *
cyan_similarity_rows_new (void)
{
  return g_object_new (CYAN_TYPE_SIMILARITY_ROWS, NULL);
}
