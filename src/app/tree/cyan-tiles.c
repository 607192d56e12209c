/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawn tiles of a picture that is larger than the widget. */
#include "cyan-canvas-private.h"

#include <math.h>

/* Pixels a side of a tile. */
#define SIZE 256
/* How far rings, marks and thick borders reach out of a node's room: pixels of the layout, and of
 * the screen for what is drawn as small as that. */
#define REACH    12.0
#define REACH_PX 2.0

typedef struct
{
  gint64 key;
  CyanScene *scene;
  GskRenderNode *node;
} Tile;

/* Tiles from a first to a last one. */
typedef struct
{
  int first;
  int last;
} Span;

struct _CyanTiles
{
  GHashTable *tiles;       /* of Tile, by key */
  CyanRect extents;        /* of the picture that they are of */
  double zoom;             /* of that */
  double phase_x, phase_y; /* 0...1: where the picture stands between two pixels */
};

static gint64
key_of (int column, int row)
{
  return (gint64) row * ((gint64) 1 << 32) + column;
}

static int
column_of (const Tile *tile)
{
  return (int) (gint32) (guint32) tile->key;
}

static int
row_of (const Tile *tile)
{
  return (int) ((tile->key - column_of (tile)) / ((gint64) 1 << 32));
}

static void
tile_free (gpointer data)
{
  Tile *tile = data;

  gsk_render_node_unref (tile->node);
  cyan_scene_free (tile->scene);
  g_free (tile);
}

CyanTiles *
cyan_tiles_new (void)
{
  CyanTiles *self = g_new0 (CyanTiles, 1);

  self->tiles = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, tile_free);
  return self;
}

void
cyan_tiles_free (CyanTiles *self)
{
  g_hash_table_unref (self->tiles);
  g_free (self);
}

void
cyan_tiles_clear (CyanTiles *self)
{
  g_hash_table_remove_all (self->tiles);
}

/* Tiles of another picture are of no use. */
static void
set_picture (CyanTiles *self, const CyanTilesView *view)
{
  const CyanRect *a = &self->extents, *b = &view->extents;

  if (self->zoom != view->zoom || a->x != b->x || a->y != b->y || a->width != b->width
      || a->height != b->height)
    cyan_tiles_clear (self);
  if (g_hash_table_size (self->tiles) > 0)
    return;
  self->extents = view->extents;
  self->zoom = view->zoom;
  self->phase_x = view->x - floor (view->x);
  self->phase_y = view->y - floor (view->y);
}

static double
reach (double zoom)
{
  return MAX (REACH, REACH_PX / zoom);
}

static Tile *
tile_new (const CyanTiles *self,
          int column,
          int row,
          gboolean mirrored,
          CyanTilesFunc record,
          gpointer data)
{
  Tile *tile = g_new (Tile, 1);
  double around = reach (self->zoom), side = SIZE / self->zoom + 2 * around;
  const CyanRect view = {
    self->extents.x + ((double) column * SIZE - self->phase_x) / self->zoom - around,
    self->extents.y + ((double) row * SIZE - self->phase_y) / self->zoom - around, side, side
  };
  cairo_t *cairo;

  tile->key = key_of (column, row);
  tile->scene = record (&view, data);
  tile->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, SIZE, SIZE));
  cairo = gsk_cairo_node_get_draw_context (tile->node);
  if (mirrored)
    cyan_scene_mirror (cairo, SIZE);
  cairo_translate (cairo, self->phase_x - (double) column * SIZE,
                   self->phase_y - (double) row * SIZE);
  cairo_scale (cairo, self->zoom, self->zoom);
  cairo_translate (cairo, -self->extents.x, -self->extents.y);
  cyan_scene_draw (tile->scene, cairo);
  cairo_destroy (cairo);
  return tile;
}

/* The tiles between two positions in the widget that show some of the picture, which begins at
 * @start there and is @length long. */
static Span
span_of (double start, double length, double around, int size)
{
  double from = MAX (0, start - around), to = MIN (size, start + length + around);

  return (Span){ (int) floor ((from - start) / SIZE), (int) ceil ((to - start) / SIZE) - 1 };
}

/* Those next to what is seen are kept: one scrolls to and fro. */
static gboolean
is_near (int index, const Span *seen)
{
  return index >= seen->first - 1 && index <= seen->last + 1;
}

static void
forget_far (CyanTiles *self, const Span *columns, const Span *rows)
{
  GHashTableIter iter;
  gpointer tile;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    if (!is_near (column_of (tile), columns) || !is_near (row_of (tile), rows))
      g_hash_table_iter_remove (&iter);
}

void
cyan_tiles_snapshot (CyanTiles *self,
                     const CyanTilesView *view,
                     GtkSnapshot *snapshot,
                     CyanTilesFunc record,
                     gpointer data)
{
  double around = reach (view->zoom) * view->zoom + 1;
  double x, y;
  Span columns, rows;

  set_picture (self, view);
  x = round (view->x - self->phase_x);
  y = round (view->y - self->phase_y);
  columns = span_of (x, view->extents.width * view->zoom, around, view->width);
  rows = span_of (y, view->extents.height * view->zoom, around, view->height);
  for (int row = rows.first; row <= rows.last; row++)
    for (int column = columns.first; column <= columns.last; column++)
      {
        gint64 key = key_of (column, row);
        Tile *tile = g_hash_table_lookup (self->tiles, &key);
        double left = x + (double) column * SIZE;

        if (tile == NULL)
          {
            tile = tile_new (self, column, row, view->mirrored, record, data);
            g_hash_table_insert (self->tiles, &tile->key, tile);
          }
        gtk_snapshot_save (snapshot);
        gtk_snapshot_translate (
            snapshot,
            &GRAPHENE_POINT_INIT ((float) (view->mirrored ? view->width - left - SIZE : left),
                                  (float) (y + (double) row * SIZE)));
        gtk_snapshot_append_node (snapshot, tile->node);
        gtk_snapshot_restore (snapshot);
      }
  forget_far (self, &columns, &rows);
}

gboolean
cyan_tiles_find (CyanTiles *self, CyanNode node, CyanRect *box)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const GArray *items = ((const Tile *) value)->scene->items;

      for (guint i = 0; i < items->len; i++)
        {
          const CyanItem *item = &g_array_index (items, CyanItem, i);

          /* Not a ring around it. */
          if (item->node == node && item->kind == CYAN_ITEM_RECT && item->fill.alpha > 0)
            {
              *box = (CyanRect){ item->x, item->y, item->width, item->height };
              return TRUE;
            }
        }
    }
  return FALSE;
}

static gboolean
has_node (const Tile *tile, CyanTilesTest test, gpointer data)
{
  const GArray *items = tile->scene->items;

  for (guint i = 0; i < items->len; i++)
    {
      CyanNode node = g_array_index (items, CyanItem, i).node;

      if (node != CYAN_NODE_NONE && test (node, data))
        return TRUE;
    }
  return FALSE;
}

gboolean
cyan_tiles_drop (CyanTiles *self, CyanTilesTest test, gpointer data)
{
  GHashTableIter iter;
  gpointer tile;
  gboolean any = FALSE;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, NULL, &tile))
    if (has_node (tile, test, data))
      {
        g_hash_table_iter_remove (&iter);
        any = TRUE;
      }
  return any;
}
