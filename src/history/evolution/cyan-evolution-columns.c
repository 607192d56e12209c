/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-export-tree.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"
#include "cyan-store-query.h"

gboolean
cyan_evolution_is_dirty (const CyanStoreRevision *revision)
{
  return g_str_has_prefix (revision->oid, CYAN_DIRTY_PREFIX);
}

/* ---- the tip ---- */

/* Of those with the most first parents the one that was added last. */
static const CyanStoreRevision *
find_deepest (const GPtrArray *revisions)
{
  const CyanStoreRevision *deepest = NULL;

  for (guint i = 0; i < revisions->len; i++)
    {
      const CyanStoreRevision *revision = revisions->pdata[i];

      if (!cyan_evolution_is_dirty (revision)
          && (deepest == NULL || revision->level > deepest->level
              || (revision->level == deepest->level && revision->id > deepest->id)))
        deepest = revision;
    }
  return deepest;
}

/* The tip of branch @name, of any branch if that is NULL, that was seen last; NULL if there is
 * none. */
static const CyanStoreRevision *
find_branch (const GPtrArray *branches, const char *name, GHashTable *by_oid)
{
  for (guint i = 0; i < branches->len; i++)
    {
      const CyanStoreBranch *branch = branches->pdata[i];
      const CyanStoreRevision *tip = g_hash_table_lookup (by_oid, branch->tip);

      if (tip != NULL && (name == NULL || strcmp (branch->name, name) == 0))
        return tip;
    }
  return NULL;
}

/* ---- the chain ---- */

/* The revision with the greatest known depth below that of @above. */
static const CyanStoreRevision *
find_below (const GPtrArray *revisions, const CyanStoreRevision *above)
{
  /* They are sorted by level. */
  if (above->depth >= 0)
    for (guint i = revisions->len; i-- > 0;)
      {
        const CyanStoreRevision *revision = revisions->pdata[i];

        if (revision->depth >= 0 && revision->depth < above->depth
            && !cyan_evolution_is_dirty (revision))
          return revision;
      }
  return NULL;
}

static const CyanStoreRevision *
find_before (const GPtrArray *revisions, GHashTable *by_oid, const CyanStoreRevision *revision)
{
  const CyanStoreRevision *parent;

  if (revision->parent == NULL)
    return NULL;
  parent = g_hash_table_lookup (by_oid, revision->parent);
  return parent != NULL ? parent : find_below (revisions, revision);
}

static GPtrArray *
list_first_parents (const GPtrArray *revisions, GHashTable *by_oid, const CyanStoreRevision *tip)
{
  GPtrArray *chain = g_ptr_array_new ();

  /* A damaged store may have a circle of parents. */
  for (; tip != NULL && chain->len < revisions->len; tip = find_before (revisions, by_oid, tip))
    g_ptr_array_add (chain, (gpointer) tip);
  for (guint i = 0; i < chain->len / 2; i++)
    {
      gpointer older = chain->pdata[chain->len - 1 - i];

      chain->pdata[chain->len - 1 - i] = chain->pdata[i];
      chain->pdata[i] = older;
    }
  return chain;
}

static int
compare_added (gconstpointer a, gconstpointer b)
{
  const CyanStoreRevision *first = *(CyanStoreRevision *const *) a;
  const CyanStoreRevision *second = *(CyanStoreRevision *const *) b;

  if (first->level != second->level)
    return first->level < second->level ? -1 : 1;
  return (first->id > second->id) - (first->id < second->id);
}

static GPtrArray *
list_as_added (const GPtrArray *revisions)
{
  GPtrArray *all = g_ptr_array_sized_new (revisions->len);

  for (guint i = 0; i < revisions->len; i++)
    g_ptr_array_add (all, revisions->pdata[i]);
  g_ptr_array_sort (all, compare_added);
  return all;
}

static gboolean
has_parents (const GPtrArray *revisions)
{
  for (guint i = 0; i < revisions->len; i++)
    if (((CyanStoreRevision *) revisions->pdata[i])->parent != NULL)
      return TRUE;
  return FALSE;
}

GPtrArray *
cyan_evolution_find_columns (CyanStore *store,
                             gint64 project,
                             const GPtrArray *revisions,
                             const char *tip,
                             gboolean *is_unordered,
                             GError **error)
{
  g_autoptr (GHashTable) by_oid = cyan_store_by_oid (revisions);
  g_autoptr (GPtrArray) branches = cyan_store_read_branches (store, project, error);
  const CyanStoreRevision *last;

  if (branches == NULL)
    return NULL;
  *is_unordered = tip == NULL && revisions->len > 1 && !has_parents (revisions);
  if (*is_unordered)
    return list_as_added (revisions);
  last = find_branch (branches, tip, by_oid);
  if (last == NULL && tip != NULL)
    last = cyan_store_find_revision (store, revisions, tip, error);
  else if (last == NULL)
    last = find_deepest (revisions);
  if (last == NULL && tip != NULL)
    return NULL;
  return list_first_parents (revisions, by_oid, last);
}

CyanEvolutionColumn
cyan_evolution_column_of_commit (const CyanGitLogCommit *commit)
{
  return (CyanEvolutionColumn){
    .oid = g_strdup (commit->oid),
    .name = cyan_oid_short (commit->oid),
    .parent = g_strdup (commit->parent),
    .subject = g_strdup (commit->subject),
    .author = g_strdup (commit->author),
    .time = commit->commit_time,
    .depth = commit->depth >= 0 ? commit->depth : CYAN_EVOLUTION_UNKNOWN,
    .id = CYAN_EVOLUTION_UNKNOWN,
  };
}
