/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks as a tree of locations: growing columns, and a table of nodes by their whole path.
 *
 * A path is known by a hash of 96 bits under keys that are drawn for each tree.  So a stack
 * is looked up from its leaf, and costs a look-up for each new node and one more, however deep it
 * is.  That two paths of twenty million have one hash has a chance of less than 1 in 10^14.
 */
#include "cyan-pprof-stacks.h"

#include "cyan-memory.h"

#include <string.h>

#define NONE G_MAXUINT32

/* Slots that are asked for before they are needed, those of a stack's leaf first. */
#define AHEAD 4

struct _CyanPprofSlot
{
  guint64 a;
  guint32 b;
  guint32 node; /* NONE: free */
};

/* A place on the path of the stack last seen. */
struct _CyanPprofPlace
{
  guint64 a, b; /* the hash of the path down to here */
  guint32 location;
  guint32 node; /* NONE: not looked up */
};

static void
grow_columns (CyanPprofStacks *self)
{
  guint wanted = MAX (1024, self->n_allocated + self->n_allocated / 2);

  self->parent = g_renew (guint32, self->parent, wanted);
  self->location = g_renew (guint32, self->location, wanted);
  self->row = g_renew (guint32, self->row, wanted);
  self->n_allocated = wanted;
}

static guint32
append (CyanPprofStacks *self, guint32 parent, guint32 location)
{
  if (self->n_nodes == self->n_allocated)
    grow_columns (self);
  self->parent[self->n_nodes] = parent;
  self->location[self->n_nodes] = location;
  self->row[self->n_nodes] = 0;
  return self->n_nodes++;
}

void
cyan_pprof_stacks_init (CyanPprofStacks *self, guint max_nodes)
{
  *self = (CyanPprofStacks){ .max_nodes = max_nodes };
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = (guint64) g_random_int () << 32 | g_random_int () | 1;
  self->rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  append (self, 0, 0);
}

void
cyan_pprof_stacks_close (CyanPprofStacks *self)
{
  g_clear_pointer (&self->slots, g_free);
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

/* Makes the hash of @place from that of the one above. */
static inline void
mix (const CyanPprofStacks *self, const CyanPprofPlace *above, CyanPprofPlace *place)
{
  guint64 a = above != NULL ? above->a : self->keys[2];
  guint64 b = above != NULL ? above->b : self->keys[3];

  a = (a ^ place->location) * self->keys[0];
  b = (b + place->location) * self->keys[1];
  place->a = a ^ a >> 32;
  place->b = b ^ b >> 29;
}

static inline guint
first_slot (const CyanPprofStacks *self, guint64 a)
{
  return (guint) (a ^ a >> 24) & (self->n_slots - 1);
}

static void
grow_slots (CyanPprofStacks *self)
{
  CyanPprofSlot *old = self->slots;
  guint n_old = self->n_slots, mask;

  self->n_slots = MAX (4096, n_old * 2);
  self->slots = g_new (CyanPprofSlot, self->n_slots);
  cyan_memory_use_large_pages (self->slots, self->n_slots * sizeof *self->slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  mask = self->n_slots - 1;
  for (guint i = 0; i < n_old; i++)
    if (old[i].node != NONE)
      {
        guint at = first_slot (self, old[i].a);

        while (self->slots[at].node != NONE)
          at = (at + 1) & mask;
        self->slots[at] = old[i];
      }
  g_free (old);
}

/* The slot of @place, or the free one where it belongs. */
static inline CyanPprofSlot *
find_slot (const CyanPprofStacks *self, const CyanPprofPlace *place)
{
  guint mask = self->n_slots - 1;
  guint at = first_slot (self, place->a);

  while (self->slots[at].node != NONE
         && (self->slots[at].a != place->a || self->slots[at].b != (guint32) place->b))
    at = (at + 1) & mask;
  return &self->slots[at];
}

static guint32
insert (CyanPprofStacks *self, guint32 parent, const CyanPprofPlace *place)
{
  guint32 node;

  if (self->n_nodes >= self->max_nodes)
    return NONE;
  if ((guint64) self->n_nodes * 5 >= (guint64) self->n_slots * 4)
    grow_slots (self);
  node = append (self, parent, place->location);
  *find_slot (self, place) = (CyanPprofSlot){ place->a, (guint32) place->b, node };
  return node;
}

/* Puts @n more locations on the path, behind the first @common. */
static void
extend_path (CyanPprofStacks *self, guint common, const guint32 *locations, guint n)
{
  guint length = common + n;

  if (length > self->path_allocated)
    {
      self->path_allocated = MAX (256, length + length / 2);
      self->path = g_renew (CyanPprofPlace, self->path, self->path_allocated);
    }
  for (guint depth = common; depth < length; depth++)
    {
      CyanPprofPlace *place = &self->path[depth];

      place->location = locations[length - 1 - depth];
      place->node = NONE;
      mix (self, depth > 0 ? place - 1 : NULL, place);
    }
  self->path_length = length;
}

void
cyan_pprof_stacks_begin (CyanPprofStacks *self, guint common, const guint32 *locations, guint n)
{
  if (self->n_slots == 0)
    grow_slots (self);
  while (n > 0 && common < self->path_length && self->path[common].location == locations[n - 1])
    {
      common++;
      n--;
    }
  extend_path (self, common, locations, n);
  /* They are far away, and come while the caller reads on. */
  for (guint i = 1; i <= MIN (n, AHEAD); i++)
    __builtin_prefetch (&self->slots[first_slot (self, self->path[self->path_length - i].a)]);
}

guint32
cyan_pprof_stacks_end (CyanPprofStacks *self)
{
  guint depth;
  guint32 node = 0;

  for (depth = self->path_length; depth > 0; depth--)
    {
      CyanPprofPlace *place = &self->path[depth - 1];

      if (place->node == NONE)
        place->node = find_slot (self, place)->node;
      if (place->node != NONE)
        {
          node = place->node;
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
  guint64 slots = self->slots != NULL ? (guint64) self->n_slots * sizeof (CyanPprofSlot) : 0;

  /* Soon there will be twice as many, and these until they have moved. */
  if (slots > 0 && (guint64) self->n_nodes * 10 >= (guint64) self->n_slots * 7)
    slots *= 3;
  return slots + (guint64) self->n_allocated * 3 * sizeof (guint32)
         + (guint64) self->rows->len * sizeof (gint64)
         + (guint64) self->path_allocated * sizeof (CyanPprofPlace);
}
