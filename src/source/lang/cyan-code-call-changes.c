/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences of two multisets of keys. */
#include "cyan-code-calls.h"

/* Both structures hold a key; this is where. */
typedef struct
{
  gsize size, key;
} Layout;

static const guint64 *
key_of (const GArray *items, guint index, const Layout *layout)
{
  return (const guint64 *) (gconstpointer) (items->data + index * layout->size + layout->key);
}

/* The indices of those of @items that @others have not as often, in order: of equal ones the
 * last. */
static GArray *
subtract (const GArray *items, const GArray *others, const Layout *layout)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_int64_hash, g_int64_equal);
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < others->len; i++)
    {
      guint64 *key = (guint64 *) key_of (others, i, layout);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < items->len; i++)
    {
      guint64 *key = (guint64 *) key_of (items, i, layout);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      if (n == 0)
        g_array_append_val (rest, i);
      else
        g_hash_table_insert (counts, key, GUINT_TO_POINTER (n - 1));
    }
  return rest;
}

CyanCodeCallChanges *
cyan_code_call_changes_new (const CyanCodeBody *before, const CyanCodeBody *after)
{
  static const Layout call = { sizeof (CyanCodeCall), G_STRUCT_OFFSET (CyanCodeCall, key) };
  static const Layout op = { sizeof (CyanCodeOperator), G_STRUCT_OFFSET (CyanCodeOperator, key) };
  CyanCodeCallChanges *self = g_new0 (CyanCodeCallChanges, 1);

  self->added_calls = subtract (after->calls, before->calls, &call);
  self->deleted_calls = subtract (before->calls, after->calls, &call);
  self->added_operators = subtract (after->operators, before->operators, &op);
  return self;
}

void
cyan_code_call_changes_free (CyanCodeCallChanges *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->added_calls);
  g_array_unref (self->deleted_calls);
  g_array_unref (self->added_operators);
  g_free (self);
}
