/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two bodies: their blocks, and the differences of their multisets of keys. */
#include "cyan-code-calls.h"

/* Blocks with a call of one name that are looked at, so that any text takes linear time. */
#define MAX_CANDIDATES 64

static const CyanCodeBlock *
block_at (const CyanCodeBody *body, guint index)
{
  return &g_array_index (body->blocks, CyanCodeBlock, index);
}

static guint
count_loops (const CyanCodeBody *body, guint block)
{
  guint n = 0;

  for (; block != 0; block = block_at (body, block)->parent)
    n += block_at (body, block)->kind == CYAN_BLOCK_LOOP;
  return n;
}

/* Sets the blocks of the same path in @same.  Returns, by block of @before, whether it has one. */
static gboolean *
match_paths (const CyanCodeBody *before, const CyanCodeBody *after, guint *same)
{
  gboolean *is_matched = g_new0 (gboolean, before->blocks->len);
  g_autoptr (GHashTable) paths = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autoptr (GHashTable) kept = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = before->blocks->len; i-- > 0;)
    g_hash_table_insert (paths, (gpointer) &block_at (before, i)->path, GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < after->blocks->len; i++)
    {
      const guint64 *path = &block_at (after, i)->path;
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (paths, path));

      same[i] = known > 0 ? known - 1 : G_MAXUINT;
      g_hash_table_add (kept, (gpointer) path);
    }
  for (guint i = 0; i < before->blocks->len; i++)
    is_matched[i] = g_hash_table_contains (kept, &block_at (before, i)->path);
  return is_matched;
}

/* Name of a call -> GArray of the blocks without a match that have such a call. */
static GHashTable *
list_callers (const CyanCodeBody *before, const gboolean *is_matched)
{
  GHashTable *callers =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < before->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (before->calls, CyanCodeCall, i);
      GArray *blocks = g_hash_table_lookup (callers, call->name);

      if (is_matched[call->block])
        continue;
      if (blocks == NULL)
        {
          blocks = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (callers, (gpointer) call->name, blocks);
        }
      if (blocks->len < MAX_CANDIDATES)
        g_array_append_val (blocks, call->block);
    }
  return callers;
}

/* One more call that both blocks have.  Returns how many. */
static guint
count_common (GHashTable *common, guint after, guint before)
{
  guint64 key = (guint64) after << 32 | before;
  guint *n = g_hash_table_lookup (common, &key);

  if (n == NULL)
    {
      n = g_new0 (guint, 1);
      g_hash_table_insert (common, g_memdup2 (&key, sizeof key), n);
    }
  return ++*n;
}

guint *
cyan_code_body_match_blocks (const CyanCodeBody *before, const CyanCodeBody *after)
{
  guint *same = g_new (guint, after->blocks->len);
  g_autofree gboolean *is_matched = match_paths (before, after, same);
  g_autofree guint *most = g_new0 (guint, after->blocks->len);
  g_autoptr (GHashTable) callers = list_callers (before, is_matched);
  g_autoptr (GHashTable) common =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint i = 0; i < after->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (after->calls, CyanCodeCall, i);
      const GArray *blocks = g_hash_table_lookup (callers, call->name);
      guint block = call->block;

      if (blocks == NULL || (same[block] != G_MAXUINT && most[block] == 0))
        continue;
      for (guint k = 0; k < blocks->len; k++)
        {
          guint other = g_array_index (blocks, guint, k);
          guint n;

          if (block_at (before, other)->kind != block_at (after, block)->kind
              || count_loops (before, other) != count_loops (after, block))
            continue;
          n = count_common (common, block, other);
          if (n <= most[block])
            continue;
          most[block] = n;
          same[block] = other;
        }
    }
  return same;
}

/* ---- the differences of two multisets of keys ---- */

/* Both structures hold a key; this is where. */
typedef struct
{
  gsize size, key;
} Layout;

static const guint64 *
key_of (const GArray *items, guint index, const Layout *layout)
{
  return (const guint64 *) (gconstpointer) (items->data + index * layout->size + layout->key);
}

/* The indices of those of @items that @others have not as often, in order: of equal ones the
 * last. */
static GArray *
subtract (const GArray *items, const GArray *others, const Layout *layout)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_int64_hash, g_int64_equal);
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < others->len; i++)
    {
      guint64 *key = (guint64 *) key_of (others, i, layout);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      g_hash_table_insert (counts, key, GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < items->len; i++)
    {
      guint64 *key = (guint64 *) key_of (items, i, layout);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

      if (n == 0)
        g_array_append_val (rest, i);
      else
        g_hash_table_insert (counts, key, GUINT_TO_POINTER (n - 1));
    }
  return rest;
}

CyanCodeCallChanges *
cyan_code_call_changes_new (const CyanCodeBody *before, const CyanCodeBody *after)
{
  static const Layout call = { sizeof (CyanCodeCall), G_STRUCT_OFFSET (CyanCodeCall, key) };
  static const Layout op = { sizeof (CyanCodeOperator), G_STRUCT_OFFSET (CyanCodeOperator, key) };
  CyanCodeCallChanges *self = g_new0 (CyanCodeCallChanges, 1);

  self->added_calls = subtract (after->calls, before->calls, &call);
  self->deleted_calls = subtract (before->calls, after->calls, &call);
  self->added_operators = subtract (after->operators, before->operators, &op);
  return self;
}

void
cyan_code_call_changes_free (CyanCodeCallChanges *self)
{
  g_array_unref (self->added_calls);
  g_array_unref (self->deleted_calls);
  g_array_unref (self->added_operators);
  g_free (self);
}
