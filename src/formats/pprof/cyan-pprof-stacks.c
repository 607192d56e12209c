/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stacks as a tree of locations: growing columns, and a hash table of nodes by their whole
 * path.
 *
 * A path is identified by a 96-bit hash with random keys for each tree.  A stack is looked up from
 * its leaf: one look-up for each new node and one more, however deep the stack is.  The chance that
 * any two of twenty million paths collide is below 1 in 10^14.
 */
#include "cyan-pprof.h"

/* Maximum bytes of the heap that growing columns leave unused. */
#define MAX_HOLES (32 * 1024 * 1024)

#define NONE G_MAXUINT32

/* Number of frames, from the leaf, whose hash slots are prefetched. */
#define AHEAD 4

/* A frame on the path of the last stack. */
struct _CyanPprofFrame
{
  guint64 a, b; /* the hash of the path from the root to this frame */
  guint32 location;
  guint32 node; /* 0: not looked up yet */
};

static void
grow_columns (CyanPprofStacks *self)
{
  guint wanted = MAX (1024, self->n_allocated + self->n_allocated / 2);

  self->parent = g_renew (guint32, self->parent, wanted);
  self->location = g_renew (guint32, self->location, wanted);
  self->row = g_renew (guint32, self->row, wanted);
  self->hash_a = g_renew (guint64, self->hash_a, wanted);
  self->hash_b = g_renew (guint32, self->hash_b, wanted);
  self->n_allocated = wanted;
}

static guint32
append (CyanPprofStacks *self, guint32 parent, const CyanPprofFrame *frame)
{
  if (self->n_nodes == self->n_allocated)
    grow_columns (self);
  self->parent[self->n_nodes] = parent;
  self->location[self->n_nodes] = frame->location;
  self->row[self->n_nodes] = 0;
  self->hash_a[self->n_nodes] = frame->a;
  self->hash_b[self->n_nodes] = (guint32) frame->b;
  return self->n_nodes++;
}

void
cyan_pprof_stacks_init (CyanPprofStacks *self, guint max_nodes)
{
  *self = (CyanPprofStacks){ .max_nodes = max_nodes };
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = (guint64) g_random_int () << 32 | g_random_int () | 1;
  self->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  cyan_table_init (&self->table);
  append (self, 0, &(CyanPprofFrame){ 0 });
}

void
cyan_pprof_stacks_close (CyanPprofStacks *self)
{
  cyan_table_clear (&self->table);
  g_clear_pointer (&self->hash_a, g_free);
  g_clear_pointer (&self->hash_b, g_free);
  g_clear_pointer (&self->path, g_free);
}

void
cyan_pprof_stacks_clear (CyanPprofStacks *self)
{
  cyan_pprof_stacks_close (self);
  g_free (self->parent);
  g_free (self->location);
  g_free (self->row);
  g_array_unref (self->rows);
}

/* Computes the hash of @frame from that of its caller. */
static inline void
mix (const CyanPprofStacks *self, const CyanPprofFrame *above, CyanPprofFrame *frame)
{
  guint64 a = above != NULL ? above->a : self->keys[2];
  guint64 b = above != NULL ? above->b : self->keys[3];

  a = (a ^ frame->location) * self->keys[0];
  b = (b + frame->location) * self->keys[1];
  frame->a = a ^ a >> 32;
  frame->b = b ^ b >> 29;
}

/* The hash for the table.  The keys already make it unpredictable. */
static inline guint32
hash_of (guint64 a)
{
  return (guint32) (a ^ a >> 24);
}

static gboolean
has_path (gconstpointer owner, guint32 node, gconstpointer key)
{
  const CyanPprofStacks *self = owner;
  const CyanPprofFrame *frame = key;

  return self->hash_a[node] == frame->a && self->hash_b[node] == (guint32) frame->b;
}

static guint32
insert (CyanPprofStacks *self, guint32 parent, const CyanPprofFrame *frame)
{
  guint32 node;

  if (self->n_nodes >= self->max_nodes)
    return NONE;
  node = append (self, parent, frame);
  if (cyan_table_make_room (&self->table, node))
    for (guint32 i = 1; i < node; i++)
      cyan_table_add (&self->table, hash_of (self->hash_a[i]), i);
  cyan_table_add (&self->table, hash_of (frame->a), node);
  return node;
}

/* Keeps the first @common locations of the path and appends @n more. */
static void
extend_path (CyanPprofStacks *self, guint common, const guint32 *locations, guint n)
{
  guint length = common + n;

  if (length > self->path_allocated)
    {
      self->path_allocated = MAX (256, length + length / 2);
      self->path = g_renew (CyanPprofFrame, self->path, self->path_allocated);
    }
  for (guint depth = common; depth < length; depth++)
    {
      CyanPprofFrame *frame = &self->path[depth];

      frame->location = locations[length - 1 - depth];
      frame->node = 0;
      mix (self, depth > 0 ? frame - 1 : NULL, frame);
    }
  self->path_length = length;
}

void
cyan_pprof_stacks_begin (CyanPprofStacks *self, guint common, const guint32 *locations, guint n)
{
  while (n > 0 && common < self->path_length && self->path[common].location == locations[n - 1])
    {
      common++;
      n--;
    }
  extend_path (self, common, locations, n);
  /* The slots are likely to miss the cache; fetch them while the caller reads on. */
  for (guint i = 1; i <= MIN (n, AHEAD); i++)
    cyan_table_prefetch (&self->table, hash_of (self->path[self->path_length - i].a));
}

guint32
cyan_pprof_stacks_end (CyanPprofStacks *self)
{
  guint depth;
  guint32 node = 0;

  for (depth = self->path_length; depth > 0; depth--)
    {
      CyanPprofFrame *frame = &self->path[depth - 1];

      if (frame->node == 0)
        frame->node = cyan_table_find (&self->table, hash_of (frame->a), has_path, self, frame);
      if (frame->node != 0)
        {
          node = frame->node;
          break;
        }
    }
  for (; depth < self->path_length && node != NONE; depth++)
    node = self->path[depth].node = insert (self, node, &self->path[depth]);
  return node;
}

void
cyan_pprof_stacks_add_values (CyanPprofStacks *self, guint32 node, const guint64 *values)
{
  gint64 *row;

  if (self->row[node] == 0)
    {
      g_array_append_vals (self->rows, values, self->width);
      self->row[node] = ++self->n_rows;
      return;
    }
  if (self->width == 0)
    return;
  row = &g_array_index (self->rows, gint64, (gsize) (self->row[node] - 1) * self->width);
  for (guint i = 0; i < self->width; i++)
    {
      gint64 value = (gint64) values[i];

      if (__builtin_add_overflow (row[i], value, &row[i]))
        {
          row[i] = value < 0 ? G_MININT64 : G_MAXINT64;
          self->saturated = TRUE;
        }
    }
}

guint64
cyan_pprof_stacks_memory (const CyanPprofStacks *self)
{
  guint64 table = cyan_table_memory (&self->table);
  guint64 columns = (guint64) self->n_allocated * (4 * sizeof (guint32) + sizeof (guint64));

  /* The table is about to double. */
  if ((guint64) self->n_nodes * 5 >= table / sizeof (guint32) * 3)
    table *= 2;
  /* Growing arrays in a thread's heap leave holes of their own size, until they are so large that
   * malloc() returns them to the system. */
  return table + columns + MIN (columns, MAX_HOLES) + (guint64) self->rows->len * sizeof (gint64)
         + (guint64) self->path_allocated * sizeof (CyanPprofFrame);
}
