/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hash table of numbers: indices into arrays of its owner.
 *
 * The table keeps no keys: the owner hashes a key, the table finds the numbers that may have it,
 * and a function of the owner compares.  Open addressing with linear probing; the number of slots
 * is a power of two, and at most two thirds of them are used.  A slot has 32 bits: the low bits are
 * the number, which is smaller than the number of slots, and the others are bits of its hash.  So
 * nearly all other numbers are skipped without a comparison of keys.
 *
 * A file may be made so that all its keys collide.  Therefore each table has its own random seed.
 * No result may depend on hashes or on the order of slots.
 *
 * To add a number, the owner first makes room for it.  Growing recomputes all hashes, and only the
 * owner has the keys.
 *
 * Many threads may read a table while no thread adds to it.
 */
#pragma once

#include "cyan-assert.h"

#include <string.h>

/* Zero it and call cyan_table_init() before use. */
typedef struct
{
  guint32 *slots; /* 0: free */
  guint32 mask;   /* slots - 1 */
  guint32 n_used;
  guint64 keys[2];
} CyanTable;

/* Whether @number of @owner has @key. */
typedef gboolean (*CyanTableEqual) (gconstpointer owner, guint32 number, gconstpointer key);

void cyan_table_init (CyanTable *self);
void cyan_table_clear (CyanTable *self);

/* Removes all numbers; keeps room for about @n_kept numbers. */
void cyan_table_empty (CyanTable *self, guint32 n_kept);

/* Whether there is room for @number, which must not be 0. */
static inline gboolean
cyan_table_has_room (const CyanTable *self, guint32 number)
{
  g_assert (number != 0);
  return ((guint64) self->n_used + 1) * 3 <= ((guint64) self->mask + 1) * 2 && number <= self->mask;
}

/* Makes room for @number.  TRUE if the table had to grow: it is empty then, and all its former
 * numbers must be added again.  A large number needs a large table, even with few numbers in it. */
gboolean cyan_table_make_room (CyanTable *self, guint32 number);

/* Bytes of memory: those held now, and those after making room for @number. */
guint64 cyan_table_memory (const CyanTable *self);
guint64 cyan_table_memory_with (const CyanTable *self, guint32 number);

/* Multiplies two numbers and combines both halves of the product: the multiplication of wyhash (W.
 * Yi, public domain). */
static inline guint64
cyan_table_fold (guint64 a, guint64 b)
{
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128) a * b;

  return (guint64) product ^ (guint64) (product >> 64);
#else
  guint64 low = (a & G_MAXUINT32) * (b & G_MAXUINT32), high = (a >> 32) * (b >> 32);
  guint64 left = (a >> 32) * (b & G_MAXUINT32), right = (a & G_MAXUINT32) * (b >> 32);
  guint64 middle = (low >> 32) + (left & G_MAXUINT32) + (right & G_MAXUINT32);

  low = (low & G_MAXUINT32) | middle << 32;
  high += (left >> 32) + (right >> 32) + (middle >> 32);
  return low ^ high;
#endif
}

/* The hash of two numbers. */
static inline guint32
cyan_table_hash (const CyanTable *self, guint64 a, guint64 b)
{
  return (guint32) cyan_table_fold (a ^ self->keys[0], b ^ self->keys[1]);
}

/* The hash of [@bytes, @bytes + @length). */
static inline guint32
cyan_table_hash_bytes (const CyanTable *self, const char *bytes, gsize length)
{
  guint64 hash = self->keys[0], word = 0;
  gsize left = length;

  for (; left > sizeof word; left -= sizeof word, bytes += sizeof word)
    {
      memcpy (&word, bytes, sizeof word);
      hash = cyan_table_fold (hash ^ word, self->keys[1]);
    }
  /* The remaining bytes, read in constant sizes that may overlap: no loop, no call. */
  if (left >= 4)
    {
      guint32 first, last;

      memcpy (&first, bytes, sizeof first);
      memcpy (&last, bytes + left - sizeof last, sizeof last);
      word = (guint64) first << 32 | last;
    }
  else if (left > 0)
    word = (guint64) (guchar) bytes[0] << 16 | (guint64) (guchar) bytes[left / 2] << 8
           | (guchar) bytes[left - 1];
  else
    word = 0;
  return (guint32) cyan_table_fold (hash ^ word, self->keys[1] ^ length);
}

/* The number in the table with @key, whose hash is @hash; 0 if there is none. */
G_ALWAYS_INLINE static inline guint32
cyan_table_find (const CyanTable *self,
                 guint32 hash,
                 CyanTableEqual equal,
                 gconstpointer owner,
                 gconstpointer key)
{
  const guint32 *slots = self->slots;
  guint32 mask = self->mask, slot;

  for (guint32 at = hash & mask; (slot = slots[at]) != 0; at = (at + 1) & mask)
    if (((slot ^ hash) & ~mask) == 0 && equal (owner, slot & mask, key))
      return slot & mask;
  return 0;
}

/* Adds @number, which must not be in the table.  cyan_table_make_room() must have been called. */
static inline void
cyan_table_add (CyanTable *self, guint32 hash, guint32 number)
{
  guint32 mask = self->mask, at = hash & mask;

  cyan_assert_slow (cyan_table_has_room (self, number));
  while (self->slots[at] != 0)
    at = (at + 1) & mask;
  self->slots[at] = (hash & ~mask) | number;
  self->n_used++;
}

/* Prefetches the slots of @hash. */
static inline void
cyan_table_prefetch (const CyanTable *self, guint32 hash)
{
  __builtin_prefetch (&self->slots[hash & self->mask]);
}
