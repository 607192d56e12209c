/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings: a hash table of numbers over texts in a string chunk. */
#include "cyan-strings.h"

#include "cyan-assert.h"
#include "cyan-sync.h"
#include "cyan-table.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  char *text;
  guint32 length;
  guint32 hash; /* in the table */
} Entry;

struct _CyanStrings
{
  CyanRefCount refs;
  GStringChunk *chunk;
  GArray *entries; /* of Entry, by number */
  CyanTable table; /* all numbers except that of the empty string */
  guint n_repaired;
  CyanCharge charge;
};

typedef struct
{
  const char *bytes;
  gsize length;
  guint32 hash;
} Key;

static gboolean
has_key (gconstpointer owner, guint32 number, gconstpointer data)
{
  const CyanStrings *self = owner;
  const Key *key = data;
  const Entry *entry = &g_array_index (self->entries, Entry, number);

  return entry->hash == key->hash && entry->length == key->length
         && memcmp (entry->text, key->bytes, key->length) == 0;
}

static void
append (CyanStrings *self, const Key *key)
{
  const Entry entry = { g_string_chunk_insert_len (self->chunk, key->bytes, (gssize) key->length),
                        (guint32) key->length, key->hash };

  g_assert (key->length <= CYAN_STRING_MAX);
  cyan_assert_slow (g_utf8_validate_len (key->bytes, key->length, NULL));
  g_array_append_val (self->entries, entry);
  cyan_charge_add (&self->charge, sizeof entry + 1 + key->length);
}

static void
add_to_table (CyanStrings *self, CyanStr id)
{
  guint64 before = cyan_table_memory (&self->table);

  if (cyan_table_make_room (&self->table, id))
    {
      for (CyanStr i = 1; i < id; i++)
        cyan_table_add (&self->table, g_array_index (self->entries, Entry, i).hash, i);
      cyan_charge_add (&self->charge, cyan_table_memory (&self->table) - before);
    }
  cyan_table_add (&self->table, g_array_index (self->entries, Entry, id).hash, id);
}

CyanStrings *
cyan_strings_new (void)
{
  CyanStrings *self = g_new0 (CyanStrings, 1);
  const Key empty = { "", 0, 0 };

  cyan_ref_count_init (&self->refs);
  self->chunk = g_string_chunk_new (64 * 1024);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  cyan_table_init (&self->table);
  append (self, &empty);
  g_assert (self->entries->len == CYAN_STR_EMPTY + 1);
  return self;
}

CYAN_DEFINE_REF (CyanStrings, cyan_strings)

void
cyan_strings_unref (CyanStrings *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  cyan_charge_clear (&self->charge);
  g_string_chunk_free (self->chunk);
  g_array_unref (self->entries);
  cyan_table_clear (&self->table);
  g_free (self);
}

void
cyan_strings_set_budget (CyanStrings *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

/* Valid, short enough and without NUL, as most names are; such a string needs no copy. */
static gboolean
is_clean (const char *bytes, gsize length)
{
  return length <= CYAN_STRING_MAX && g_utf8_validate_len (bytes, length, NULL);
}

/* FNV-1a, eight bytes at a time.  Cut strings end in it, so it must never change. */
static guint32
checksum (const char *bytes, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325) ^ length;
  guint64 word;

  while (length >= sizeof word)
    {
      memcpy (&word, bytes, sizeof word);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 32;
      bytes += sizeof word;
      length -= sizeof word;
    }
  word = 0;
  memcpy (&word, bytes, length);
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return (guint32) (hash >> 32);
}

static char *
repair (const char *bytes, gsize length)
{
  g_autofree char *copy = NULL;
  g_autofree char *valid = NULL;
  gsize cut;

  if (length <= CYAN_STRING_MAX)
    {
      copy = g_memdup2 (bytes, length);
      for (gsize i = 0; i < length; i++)
        if (copy[i] == '\0')
          copy[i] = '\x80'; /* invalid UTF-8, so that it becomes U+FFFD like other invalid bytes */
      return g_utf8_make_valid (copy, (gssize) length);
    }
  cut = CYAN_STRING_MAX - 32;
  while (cut > 0 && ((guchar) bytes[cut] & 0xc0) == 0x80)
    cut--;
  valid = repair (bytes, cut);
  return g_strdup_printf ("%s\xe2\x80\xa6#%08x", valid, checksum (bytes, length));
}

CyanStr
cyan_strings_add (CyanStrings *self, const char *bytes, gssize length)
{
  Key key = { bytes, length < 0 ? strlen (bytes) : (gsize) length, 0 };
  CyanStr id;

  g_assert (length >= -1);
  if (key.length == 0)
    return CYAN_STR_EMPTY;
  key.hash = cyan_table_hash_bytes (&self->table, bytes, key.length);
  id = cyan_table_find (&self->table, key.hash, has_key, self, &key);
  if (id != 0)
    return id;
  if (!is_clean (bytes, key.length))
    {
      g_autofree char *repaired = repair (bytes, key.length);
      guint n_repaired = self->n_repaired + 1;

      /* U+FFFD is longer than the byte that it replaces, so that this may have to be cut, too. */
      id = cyan_strings_add (self, repaired, -1);
      self->n_repaired = n_repaired;
      return id;
    }
  id = self->entries->len;
  append (self, &key);
  add_to_table (self, id);
  return id;
}

const char *
cyan_strings_get (const CyanStrings *self, CyanStr id)
{
  g_assert (id < self->entries->len);
  return g_array_index (self->entries, Entry, id).text;
}

guint
cyan_strings_count (const CyanStrings *self)
{
  return self->entries->len;
}

guint
cyan_strings_n_repaired (const CyanStrings *self)
{
  return self->n_repaired;
}

void
cyan_strings_count_repaired (CyanStrings *self, guint n)
{
  self->n_repaired += n;
}

CyanStr *
cyan_strings_absorb (CyanStrings *self, const CyanStrings *other)
{
  CyanStr *map = g_new (CyanStr, other->entries->len);
  guint n_repaired = self->n_repaired;

  for (guint i = 0; i < other->entries->len; i++)
    {
      const Entry *entry = &g_array_index (other->entries, Entry, i);

      map[i] = cyan_strings_add (self, entry->text, entry->length);
    }
  g_assert (map[CYAN_STR_EMPTY] == CYAN_STR_EMPTY);
  g_assert (self->n_repaired == n_repaired);
  return map;
}

static int
compare_text (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanStrings *self = data;

  return strcmp (cyan_strings_get (self, *(const CyanStr *) a),
                 cyan_strings_get (self, *(const CyanStr *) b));
}

/* Whether the texts of @order ascend, and so are distinct. */
static gboolean
are_ascending (const CyanStrings *self, const CyanStr *order, guint n)
{
  for (guint i = 1; i < n; i++)
    if (compare_text (&order[i - 1], &order[i], (gpointer) self) >= 0)
      return FALSE;
  return TRUE;
}

guint32 *
cyan_strings_ranks (const CyanStrings *self)
{
  guint count = self->entries->len;
  g_autofree CyanStr *order = g_new (CyanStr, count);
  guint32 *ranks = g_new (guint32, count);

  for (guint i = 0; i < count; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) count, sizeof *order, compare_text, (gpointer) self);
  cyan_assert_slow (are_ascending (self, order, count));
  for (guint i = 0; i < count; i++)
    ranks[order[i]] = i;
  g_assert (ranks[CYAN_STR_EMPTY] == 0);
  return ranks;
}
