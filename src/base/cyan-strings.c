/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned strings: an open-addressing table of numbers over texts in a string chunk. */
#include "cyan-strings.h"

#include "cyan-sync.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  char *text;
  guint32 length;
  guint32 hash;
} Entry;

struct _CyanStrings
{
  CyanRefCount refs;
  GStringChunk *chunk;
  GArray *entries; /* of Entry, by number */
  guint32 *slots;  /* number + 1, or 0; n_slots is a power of two, at most half full */
  guint n_slots;
  guint n_repaired;
  CyanCharge charge;
};

/* FNV-1a, eight bytes at a time: names are short and the table is probed by its low bits. */
static guint32
hash_bytes (const char *bytes, gsize length)
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

static guint32 *
find_slot (const CyanStrings *self, const char *bytes, gsize length, guint32 hash)
{
  guint mask = self->n_slots - 1;

  for (guint at = hash & mask;; at = (at + 1) & mask)
    {
      const Entry *entry;

      if (self->slots[at] == 0)
        return &self->slots[at];
      entry = &g_array_index (self->entries, Entry, self->slots[at] - 1);
      if (entry->hash == hash && entry->length == length
          && memcmp (entry->text, bytes, length) == 0)
        return &self->slots[at];
    }
}

static void
grow (CyanStrings *self)
{
  g_free (self->slots);
  cyan_charge_add (&self->charge, self->n_slots * sizeof (guint32));
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      *find_slot (self, entry->text, entry->length, entry->hash) = i + 1;
    }
}

CyanStrings *
cyan_strings_new (void)
{
  CyanStrings *self = g_new0 (CyanStrings, 1);

  cyan_ref_count_init (&self->refs);
  self->chunk = g_string_chunk_new (64 * 1024);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->n_slots = 1024;
  self->slots = g_new0 (guint32, self->n_slots);
  cyan_strings_add (self, "", 0);
  return self;
}

CyanStrings *
cyan_strings_ref (CyanStrings *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_strings_unref (CyanStrings *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  cyan_charge_clear (&self->charge);
  g_string_chunk_free (self->chunk);
  g_array_unref (self->entries);
  g_free (self->slots);
  g_free (self);
}

void
cyan_strings_set_budget (CyanStrings *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

/* Valid, short enough and without NUL: what most names are, and what needs no copy. */
static gboolean
is_clean (const char *bytes, gsize length)
{
  return length <= CYAN_STRING_MAX && g_utf8_validate_len (bytes, length, NULL);
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
          copy[i] = '\x80'; /* not UTF-8, so that it becomes U+FFFD like the rest */
      return g_utf8_make_valid (copy, (gssize) length);
    }
  cut = CYAN_STRING_MAX - 32;
  while (cut > 0 && ((guchar) bytes[cut] & 0xc0) == 0x80)
    cut--;
  valid = repair (bytes, cut);
  return g_strdup_printf ("%s\xe2\x80\xa6#%08x", valid, hash_bytes (bytes, length));
}

CyanStr
cyan_strings_add (CyanStrings *self, const char *bytes, gssize length)
{
  gsize size = length < 0 ? strlen (bytes) : (gsize) length;
  guint32 hash;
  guint32 *slot;
  Entry entry;

  if (size == 0)
    bytes = ""; /* of no bytes the place may be NULL */
  hash = hash_bytes (bytes, size);
  slot = find_slot (self, bytes, size, hash);

  if (*slot != 0)
    return *slot - 1;
  if (!is_clean (bytes, size))
    {
      g_autofree char *repaired = repair (bytes, size);

      self->n_repaired++;
      return cyan_strings_add (self, repaired, -1);
    }

  entry.text = g_string_chunk_insert_len (self->chunk, bytes, (gssize) size);
  entry.length = (guint32) size;
  entry.hash = hash;
  g_array_append_val (self->entries, entry);
  *slot = self->entries->len;
  cyan_charge_add (&self->charge, sizeof (Entry) + 1 + size);
  if (self->entries->len * 2 > self->n_slots)
    grow (self);
  return self->entries->len - 1;
}

gboolean
cyan_strings_find (const CyanStrings *self, const char *text, CyanStr *id)
{
  gsize length = strlen (text);
  guint32 *slot = find_slot (self, text, length, hash_bytes (text, length));

  if (*slot == 0)
    return FALSE;
  *id = *slot - 1;
  return TRUE;
}

const char *
cyan_strings_get (const CyanStrings *self, CyanStr id)
{
  g_return_val_if_fail (id < self->entries->len, "");
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

  for (guint i = 0; i < other->entries->len; i++)
    {
      const Entry *entry = &g_array_index (other->entries, Entry, i);

      map[i] = cyan_strings_add (self, entry->text, entry->length);
    }
  return map;
}

static int
compare_text (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanStrings *self = data;

  return strcmp (cyan_strings_get (self, *(const CyanStr *) a),
                 cyan_strings_get (self, *(const CyanStr *) b));
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
  for (guint i = 0; i < count; i++)
    ranks[order[i]] = i;
  return ranks;
}
