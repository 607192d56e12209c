/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hash table of numbers, compared with GLib's. */
#include "cyan-table.h"
#include "tests.h"

/* Keys by number, counted from 1. */
typedef struct
{
  CyanTable table;
  GArray *keys; /* of guint64 */
  gboolean all_alike;
} Keys;

static void
keys_init (Keys *self, gboolean all_alike)
{
  const guint64 none = 0;

  *self = (Keys){ .keys = g_array_new (FALSE, FALSE, sizeof (guint64)), .all_alike = all_alike };
  g_array_append_val (self->keys, none);
  cyan_table_init (&self->table);
}

static void
keys_clear (Keys *self)
{
  cyan_table_clear (&self->table);
  g_array_unref (self->keys);
}

static gboolean
has_key (gconstpointer owner, guint32 number, gconstpointer key)
{
  const Keys *self = owner;

  return g_array_index (self->keys, guint64, number) == *(const guint64 *) key;
}

static guint32
hash_of (const Keys *self, guint64 key)
{
  return self->all_alike ? 0xabcd1234 : cyan_table_hash (&self->table, key, 0);
}

static guint32
find (const Keys *self, guint64 key)
{
  return cyan_table_find (&self->table, hash_of (self, key), has_key, self, &key);
}

static guint32
add (Keys *self, guint64 key)
{
  guint32 number = self->keys->len;

  g_array_append_val (self->keys, key);
  if (cyan_table_make_room (&self->table, number))
    for (guint32 i = 1; i < number; i++)
      cyan_table_add (&self->table, hash_of (self, g_array_index (self->keys, guint64, i)), i);
  cyan_table_add (&self->table, hash_of (self, key), number);
  return number;
}

/* The longest sequence of used slots, a bound on the steps of a look-up. */
static guint
longest_run (const CyanTable *table)
{
  guint longest = 0, run = 0;

  /* Twice around, for a sequence that wraps around the end. */
  for (guint64 i = 0; i < 2 * ((guint64) table->mask + 1); i++)
    {
      run = table->slots[i & table->mask] != 0 ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  return longest;
}

/* The table gives the same answers as a GHashTable for any operations. */
static void
test_model (gconstpointer data)
{
  gboolean all_alike = GPOINTER_TO_INT (data);
  g_autoptr (GHashTable) model = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  const guint n = all_alike ? 4000 : 300000;
  Keys keys;

  keys_init (&keys, all_alike);
  for (guint i = 0; i < n; i++)
    {
      guint64 key = (guint64) g_rand_int_range (random, 0, (gint32) n / 2) << (i % 3 * 5);
      guint32 wanted = GPOINTER_TO_UINT (g_hash_table_lookup (model, &key));

      if (i % 1000 == 999 && g_rand_int_range (random, 0, 100) == 0)
        {
          cyan_table_empty (&keys.table, i % 2 * G_MAXUINT32);
          g_array_set_size (keys.keys, 1);
          g_hash_table_remove_all (model);
          wanted = 0;
        }
      g_assert_cmpuint (find (&keys, key), ==, wanted);
      if (wanted == 0)
        g_hash_table_insert (model, g_memdup2 (&key, sizeof key),
                             GUINT_TO_POINTER (add (&keys, key)));
    }
  g_assert_cmpuint (g_hash_table_size (model), ==, keys.keys->len - 1);
  for (guint32 i = 1; i < keys.keys->len; i++)
    g_assert_cmpuint (find (&keys, g_array_index (keys.keys, guint64, i)), ==, i);
  keys_clear (&keys);
}

/* Keys that collide in hashes without a seed: here look-ups take few steps, and the table few
 * bytes.  The number of steps depends on the seed: usually tens, rarely hundreds, but without a
 * seed all keys. */
static void
test_hostile_numbers (gconstpointer data)
{
  guint shift = GPOINTER_TO_UINT (data);
  const guint n = 100000;
  Keys keys;

  keys_init (&keys, FALSE);
  for (guint64 i = 1; i <= n; i++)
    add (&keys, i << shift);
  g_assert_cmpuint (longest_run (&keys.table), <, n / 20);
  g_assert_cmpuint (cyan_table_memory (&keys.table), <=, 12 * n);
  keys_clear (&keys);
}

/* Texts whose words differ at most in the top bit, which multiplication by an odd number preserves.
 * In a hash that only multiplies, two such differences cancel out. */
TEST ("/table/hostile/texts")
{
  CyanTable table = { 0 };
  guint32 number = 0;

  cyan_table_init (&table);
  while (number < 1 << 14)
    {
      char text[14 * 8];

      memset (text, 'a', sizeof text);
      for (guint bit = 0; bit < 14; bit++)
        if (number >> bit & 1)
          text[bit * 8 + 7] ^= '\x80';
      /* The table does not grow, so each hash is computed once. */
      if (number == 0)
        cyan_table_make_room (&table, 1 << 15);
      cyan_table_add (&table, cyan_table_hash_bytes (&table, text, sizeof text), ++number);
    }
  g_assert_cmpuint (longest_run (&table), <, (1 << 14) / 20);
  cyan_table_clear (&table);
}

/* All bytes of a text count, whatever its length, and none after it. */
TEST ("/table/bytes")
{
  CyanTable table = { 0 };

  cyan_table_init (&table);
  for (gsize length = 0; length < 40; length++)
    {
      g_autofree char *text = g_malloc0 (length + 1);
      g_autofree char *exact = length > 0 ? g_memdup2 (text, length) : NULL;
      guint32 hash = cyan_table_hash_bytes (&table, text, length);

      g_assert_cmpuint (cyan_table_hash_bytes (&table, exact, length), ==, hash);
      for (gsize i = 0; i < length; i++)
        {
          text[i] ^= 1;
          g_assert_cmpuint (cyan_table_hash_bytes (&table, text, length), !=, hash);
          text[i] ^= 1;
        }
      g_assert_cmpuint (cyan_table_hash_bytes (&table, text, length + 1), !=, hash);
    }
  cyan_table_clear (&table);
}

/* Each table has its own hash function. */
TEST ("/table/seeds")
{
  CyanTable tables[2] = { 0 };
  guint n_same = 0;

  for (guint i = 0; i < 2; i++)
    cyan_table_init (&tables[i]);
  for (guint64 i = 0; i < 1000; i++)
    n_same += cyan_table_hash (&tables[0], i, 7) == cyan_table_hash (&tables[1], i, 7);
  g_assert_cmpuint (n_same, <, 10);
  for (guint i = 0; i < 2; i++)
    cyan_table_clear (&tables[i]);
}

/* Numbers are found even if lower numbers are missing. */
TEST ("/table/sparse")
{
  Keys keys;

  keys_init (&keys, FALSE);
  for (guint64 i = 1; i <= 100000; i++)
    g_array_append_val (keys.keys, i);
  for (guint32 number = 1; number < keys.keys->len; number *= 3)
    {
      if (cyan_table_make_room (&keys.table, number))
        for (guint32 i = 1; i < number; i *= 3)
          cyan_table_add (&keys.table, hash_of (&keys, i), i);
      cyan_table_add (&keys.table, hash_of (&keys, number), number);
    }
  for (guint32 number = 1, next = 1; number < keys.keys->len; number++)
    {
      g_assert_cmpuint (find (&keys, number), ==, number == next ? number : 0);
      next *= number == next ? 3 : 1;
    }
  keys_clear (&keys);
}

TESTS ()
{
  g_test_add_data_func ("/table/model", GINT_TO_POINTER (FALSE), test_model);
  g_test_add_data_func ("/table/model-one-hash", GINT_TO_POINTER (TRUE), test_model);
  g_test_add_data_func ("/table/hostile/dense", GUINT_TO_POINTER (0), test_hostile_numbers);
  g_test_add_data_func ("/table/hostile/16", GUINT_TO_POINTER (16), test_hostile_numbers);
  g_test_add_data_func ("/table/hostile/32", GUINT_TO_POINTER (32), test_hostile_numbers);
  g_test_add_data_func ("/table/hostile/47", GUINT_TO_POINTER (47), test_hostile_numbers);
}
