/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of what is freed together. */
#include "cyan-scratch.h"

typedef struct
{
  gpointer owned;
  GDestroyNotify release;
} Entry;

void
cyan_scratch_clear (CyanScratch *self)
{
  for (guint i = self->owned != NULL ? self->owned->len : 0; i-- > 0;)
    {
      const Entry *entry = &g_array_index (self->owned, Entry, i);

      entry->release (entry->owned);
    }
  g_clear_pointer (&self->owned, g_array_unref);
}

gpointer
cyan_scratch_own (CyanScratch *self, gpointer owned, GDestroyNotify release)
{
  const Entry entry = { owned, release };

  if (self->owned == NULL)
    self->owned = g_array_new (FALSE, FALSE, sizeof entry);
  g_array_append_val (self->owned, entry);
  return owned;
}

void
cyan_scratch_disown (CyanScratch *self, gconstpointer owned)
{
  for (guint i = self->owned != NULL ? self->owned->len : 0; i-- > 0;)
    if (g_array_index (self->owned, Entry, i).owned == owned)
      {
        g_array_remove_index (self->owned, i);
        return;
      }
}

GArray *
cyan_scratch_array (CyanScratch *self, gsize size)
{
  return cyan_scratch_own (self, g_array_new (FALSE, TRUE, (guint) size),
                           (GDestroyNotify) g_array_unref);
}

GHashTable *
cyan_scratch_table (CyanScratch *self,
                    GHashFunc hash,
                    GEqualFunc equal,
                    GDestroyNotify free_key,
                    GDestroyNotify free_value)
{
  return cyan_scratch_own (self, g_hash_table_new_full (hash, equal, free_key, free_value),
                           (GDestroyNotify) g_hash_table_unref);
}

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

GString *
cyan_scratch_text (CyanScratch *self)
{
  return cyan_scratch_own (self, g_string_new (NULL), free_text);
}

static void
free_pointer (gpointer pointer)
{
  g_clear_pointer ((gpointer *) pointer, g_free);
}

void
cyan_scratch_free (CyanScratch *self, gpointer pointer)
{
  cyan_scratch_own (self, pointer, free_pointer);
}

GPtrArray *
cyan_scratch_pointers (CyanScratch *self, GDestroyNotify free_func)
{
  return cyan_scratch_own (self, g_ptr_array_new_with_free_func (free_func),
                           (GDestroyNotify) g_ptr_array_unref);
}

void
cyan_scratch_charge (CyanScratch *self, CyanCharge *charge, CyanBudget *budget)
{
  cyan_scratch_hold (self, cyan_charge, charge, budget);
}
