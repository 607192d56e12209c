/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces, added up to a profile. */
#include "cyan-slice-private.h"

#include "cyan-profile-builder.h"

void
cyan_slice_sums_init (CyanSliceSums *self, const CyanProfile *whole)
{
  *self = (CyanSliceSums){ .whole = whole };
  self->present = g_new0 (guint8, whole->n_nodes);
  self->used = g_new0 (guint8, cyan_pieces_n_origins (whole->pieces));
  self->values = g_new0 (double *, whole->n_metrics);
  for (guint m = 0; m < whole->n_metrics; m++)
    self->values[m] = g_new0 (double, whole->n_nodes);
  if (whole->calls != NULL && cyan_pieces_have_calls (whole->pieces))
    self->calls = g_new0 (guint64, whole->n_nodes);
}

void
cyan_slice_sums_clear (CyanSliceSums *self)
{
  for (guint m = 0; self->values != NULL && m < self->whole->n_metrics; m++)
    g_free (self->values[m]);
  g_free (self->values);
  g_free (self->calls);
  g_free (self->present);
  g_free (self->used);
}

void
cyan_slice_sums_add (CyanSliceSums *self, const CyanPieceRow *piece)
{
  self->n++;
  self->used[piece->origin] = TRUE;
  self->present[piece->node] = TRUE;
  if (piece->metric != CYAN_PIECES_CALLS)
    self->values[piece->metric][piece->node] += piece->value;
  else if (self->calls != NULL)
    self->calls[piece->node] += (guint64) piece->value;
}

static void
add_values (const CyanSliceSums *self, CyanProfileBuilder *builder, CyanNode from, CyanNode to)
{
  const CyanProfile *whole = self->whole;

  for (guint m = 0; m < whole->n_metrics; m++)
    if (self->values[m][from] != 0)
      cyan_profile_builder_add (builder, m, to, self->values[m][from]);
  if (self->calls != NULL && whole->calls[from] != CYAN_CALLS_UNKNOWN && from != CYAN_NODE_ROOT)
    cyan_profile_builder_add_calls (builder, to, self->calls[from]);
}

static gboolean
add_nodes (const CyanSliceSums *self, CyanProfileBuilder *builder, GError **error)
{
  const CyanProfile *whole = self->whole;
  g_autofree CyanNode *nodes = g_new (CyanNode, whole->n_nodes);

  nodes[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_values (self, builder, CYAN_NODE_ROOT, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < whole->n_nodes; i++)
    {
      if (!self->present[i])
        continue;
      nodes[i] = cyan_profile_builder_append (builder, nodes[whole->parent[i]], whole->function[i],
                                              cyan_profile_call_site (whole, i), error);
      if (nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      add_values (self, builder, i, nodes[i]);
    }
  return TRUE;
}

/* The values of @key in the slice, in order; NULL: the recording has none. */
static GPtrArray *
list_values (const CyanSliceSums *self, const char *key)
{
  const CyanPieces *pieces = self->whole->pieces;

  for (guint32 d = 0; d < cyan_pieces_n_dimensions (pieces); d++)
    if (g_str_equal (cyan_pieces_dimension_key (pieces, d), key))
      {
        GPtrArray *values = g_ptr_array_new ();
        g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

        for (guint32 i = 0; i < cyan_pieces_n_origins (pieces); i++)
          {
            CyanStr value = cyan_pieces_value_str (pieces, i, d);

            if (self->used[i] && value != CYAN_STR_EMPTY
                && g_hash_table_add (seen, GUINT_TO_POINTER (value)))
              g_ptr_array_add (values, (gpointer) cyan_pieces_value (pieces, i, d));
          }
        return values;
      }
  return NULL;
}

/* Says which threads are in the slice, as far as that is known. */
static void
set_threads (const CyanSliceSums *self, CyanProfileBuilder *builder)
{
  g_autoptr (GPtrArray) numbers = list_values (self, "tid"), names = list_values (self, "thread");
  const GPtrArray *counted = numbers != NULL ? numbers : names;

  cyan_profile_builder_set_threads (builder, counted != NULL ? counted->len : 0);
  if (names != NULL && cyan_profile_get_meta (self->whole, "threads") != NULL)
    {
      g_autofree char *list = NULL;

      g_ptr_array_add (names, NULL);
      list = g_strjoinv (", ", (char **) names->pdata);
      cyan_profile_builder_set_meta (builder, "threads", list);
    }
}

CyanProfile *
cyan_slice_sums_finish (
    CyanSliceSums *self, const char *slice, double length, const CyanTick *tick, GError **error)
{
  const CyanProfile *whole = self->whole;
  g_autoptr (CyanProfileBuilder) builder =
      cyan_profile_builder_new (whole->strings, whole->n_nodes);

  for (CyanNode i = whole->n_nodes; i-- > 1;)
    self->present[whole->parent[i]] |= self->present[i];
  for (guint m = 0; m < whole->n_metrics; m++)
    cyan_profile_builder_metric (builder, whole->metrics[m].name, whole->metrics[m].unit);
  for (guint f = 1; f < whole->n_functions; f++)
    cyan_profile_builder_add_function (builder, &whole->functions[f]);
  cyan_profile_builder_describe (builder, whole);
  cyan_profile_builder_set_meta (builder, CYAN_META_SLICE, slice);
  cyan_profile_builder_set_length (builder, length);
  set_threads (self, builder);
  if (!add_nodes (self, builder, error))
    return NULL;
  return cyan_profile_builder_finish_tick (builder, tick, error);
}
