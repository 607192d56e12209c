/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-private.h"

typedef struct
{
  guint line; /* 0: unknown */
  double calls;
} Place;

typedef struct
{
  double calls;
  GArray *places; /* of Place, by line */
} Edge;

struct _CyanSampleEdges
{
  GHashTable *edges; /* caller and callee -> Edge */
  double most;
};

static void
edge_free (gpointer data)
{
  Edge *self = data;

  g_array_unref (self->places);
  g_free (self);
}

CyanSampleEdges *
cyan_sample_edges_new (void)
{
  CyanSampleEdges *self = g_new0 (CyanSampleEdges, 1);

  self->edges = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, edge_free);
  return self;
}

void
cyan_sample_edges_free (CyanSampleEdges *self)
{
  g_hash_table_unref (self->edges);
  g_free (self);
}

static Edge *
find_edge (const CyanSampleEdges *self, guint caller, guint callee)
{
  const gint64 key = (gint64) caller << 32 | callee;

  return g_hash_table_lookup (self->edges, &key);
}

static void
add_place (Edge *self, guint line, double calls)
{
  const Place place = { line, calls };
  guint at = 0;

  while (at < self->places->len && g_array_index (self->places, Place, at).line < line)
    at++;
  if (at < self->places->len && g_array_index (self->places, Place, at).line == line)
    g_array_index (self->places, Place, at).calls += calls;
  else
    g_array_insert_val (self->places, at, place);
}

gboolean
cyan_sample_edges_add (CyanSampleEdges *self, guint caller, guint callee, guint line, double calls)
{
  Edge *edge = find_edge (self, caller, callee);
  gboolean is_new = edge == NULL;

  if (is_new)
    {
      const gint64 key = (gint64) caller << 32 | callee;

      edge = g_new0 (Edge, 1);
      edge->places = g_array_new (FALSE, FALSE, sizeof (Place));
      g_hash_table_insert (self->edges, g_memdup2 (&key, sizeof key), edge);
    }
  edge->calls += calls;
  add_place (edge, line, calls);
  self->most = MAX (self->most, edge->calls);
  return is_new;
}

double
cyan_sample_edges_calls (const CyanSampleEdges *self, guint caller, guint callee)
{
  const Edge *edge = find_edge (self, caller, callee);

  return edge != NULL ? edge->calls : 0;
}

/* Places with line 0 come first. */
static gboolean
has_lines (const Edge *self)
{
  return g_array_index (self->places, Place, 0).line > 0;
}

double
cyan_sample_edges_calls_at (
    const CyanSampleEdges *self, guint caller, guint callee, guint number, guint n)
{
  const Edge *edge = find_edge (self, caller, callee);

  if (edge == NULL)
    return 0;
  return has_lines (edge) && edge->places->len == n
             ? g_array_index (edge->places, Place, number).calls
             : edge->calls;
}

gboolean
cyan_sample_edges_has_places (const CyanSampleEdges *self, guint caller, guint callee)
{
  const Edge *edge = find_edge (self, caller, callee);

  return edge != NULL && edge->places->len > 1 && has_lines (edge);
}

double
cyan_sample_edges_most (const CyanSampleEdges *self)
{
  return self->most;
}
