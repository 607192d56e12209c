/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-context-ids.h"

#include <stdlib.h>
#include <string.h>

#include "cyan-number.h"

guint64
cyan_context_id_of_name (const char *name)
{
  /* FNV-1a, whose hashes of short names differ by small multiples of one number, so that sums of
   * them would be equal; the last steps are those of MurmurHash3. */
  guint64 hash = cyan_hash_bytes (name, strlen (name));

  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ hash >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ hash >> 33;
}

guint64 *
cyan_context_ids (const CyanTrie *tree, const guint64 *functions)
{
  guint64 *ids = g_new (guint64, tree->n_nodes);

  ids[0] = 0;
  for (guint32 i = 1; i < tree->n_nodes; i++)
    ids[i] = 3 * ids[tree->parent[i]] + functions[tree->key[i]];
  return ids;
}

guint
cyan_context_ids_distinct (const guint64 *ids, guint n_ids, guint bits)
{
  g_autofree guint64 *sorted = g_new (guint64, n_ids);
  guint n = 0;

  g_assert (n_ids > 0 && bits >= 1 && bits <= 64);
  for (guint i = 1; i < n_ids; i++)
    sorted[i] = ids[i] & (G_MAXUINT64 >> (64 - bits));
  qsort (sorted + 1, n_ids - 1, sizeof *sorted, cyan_compare_uint64);
  for (guint i = 1; i < n_ids; i++)
    n += i == 1 || sorted[i] != sorted[i - 1];
  return n;
}
