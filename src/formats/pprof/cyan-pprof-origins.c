/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels of samples, as the origins of pieces.  Their strings come after the samples, so that sets
 * of labels are numbered first. */
#include "cyan-pprof.h"

#include <string.h>

void
cyan_pprof_origins_init (CyanPprofOrigins *self, CyanScratch *scratch, CyanPieces *pieces)
{
  *self = (CyanPprofOrigins){
    .pieces = pieces,
    .labels = cyan_scratch_array (scratch, sizeof (CyanPprofSampleLabel)),
    .sets = cyan_scratch_pointers (scratch, (GDestroyNotify) g_bytes_unref),
    .numbers = cyan_scratch_table (scratch, g_bytes_hash, g_bytes_equal, NULL, NULL),
  };
}

guint32
cyan_pprof_origins_take (CyanPprofOrigins *self)
{
  gsize size = self->labels->len * sizeof (CyanPprofSampleLabel);
  g_autoptr (GBytes) set = g_bytes_new (self->labels->data, size);
  gpointer number;

  g_array_set_size (self->labels, 0);
  if (g_hash_table_lookup_extended (self->numbers, set, NULL, &number))
    return GPOINTER_TO_UINT (number);
  g_hash_table_insert (self->numbers, set, GUINT_TO_POINTER (self->sets->len));
  g_ptr_array_add (self->sets, g_steal_pointer (&set));
  return self->sets->len - 1;
}

static CyanPieceLabel
label_of (const CyanPprofOrigins *self, CyanPprofTables *tables, const CyanPprofSampleLabel *label)
{
  g_autofree char *key = g_strconcat ("label:", cyan_pprof_tables_text (tables, label->key), NULL);
  const char *unit = cyan_pprof_tables_text (tables, label->unit);
  g_autofree char *number = NULL;

  if (label->text == 0)
    number =
        g_strdup_printf ("%" G_GINT64_FORMAT "%s%s", label->number, *unit != '\0' ? " " : "", unit);
  return (CyanPieceLabel){
    cyan_pieces_dimension (self->pieces, key),
    number != NULL ? cyan_strings_add (tables->pool, number, -1)
                   : cyan_pprof_tables_string (tables, label->text),
  };
}

guint32 *
cyan_pprof_origins_finish (const CyanPprofOrigins *self, CyanPprofTables *tables)
{
  guint32 *origins = g_new (guint32, self->sets->len + 1);
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (CyanPieceLabel));

  for (guint i = 0; i < self->sets->len; i++)
    {
      gsize size;
      const CyanPprofSampleLabel *set = g_bytes_get_data (self->sets->pdata[i], &size);

      g_array_set_size (labels, 0);
      for (gsize l = 0; l < size / sizeof *set; l++)
        {
          const CyanPieceLabel label = label_of (self, tables, &set[l]);

          g_array_append_val (labels, label);
        }
      origins[i] =
          cyan_pieces_origin (self->pieces, (const CyanPieceLabel *) labels->data, labels->len);
    }
  return origins;
}
