/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the benchmark, the project, the definitions and the revisions that a CyanStorePair
 * names. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-git-log.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"

/* Digits that name an oid. */
#define MIN_OID 4
/* First parents among which the nearest revision is looked for. */
#define MAX_BELOW 10000

/* The state of one search.  The arrays own their rows. */
typedef struct
{
  CyanStore *store;
  const CyanStorePair *pair;
  const char *repository; /* or NULL */
  CyanStoreSides *sides;
  GPtrArray *projects;             /* of CyanStoreProject */
  const CyanStoreProject *project; /* the chosen one */
  const char *benchmark;           /* likewise */
  GPtrArray *lists;                /* of definitions, by project */
  GPtrArray *definitions;          /* those that are asked for */
} Search;

static void
search_clear (Search *self)
{
  g_clear_pointer (&self->projects, g_ptr_array_unref);
  g_clear_pointer (&self->lists, g_ptr_array_unref);
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* ---- benchmark, project, definitions ---- */

static gboolean
choose_benchmark (Search *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < self->lists->len; i++)
    {
      const CyanStoreProject *project = self->projects->pdata[i];
      const GPtrArray *definitions = self->lists->pdata[i];

      if (self->pair->project != NULL && strcmp (project->name, self->pair->project) != 0)
        continue;
      for (guint k = 0; k < definitions->len; k++)
        cyan_store_add_name (names,
                             ((const CyanStoreDefinition *) definitions->pdata[k])->benchmark);
    }
  if (!cyan_store_choose (self->store, CYAN_CHOICE_BENCHMARK, names, self->pair->benchmark, &chosen,
                          error))
    return FALSE;
  self->benchmark = names->pdata[chosen];
  return TRUE;
}

static gboolean
has_benchmark (const GPtrArray *definitions, const char *benchmark)
{
  for (guint i = 0; i < definitions->len; i++)
    if (strcmp (((const CyanStoreDefinition *) definitions->pdata[i])->benchmark, benchmark) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
choose_definitions (Search *self, const GPtrArray *all, GError **error)
{
  g_autoptr (GPtrArray) hashes = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < all->len; i++)
    {
      CyanStoreDefinition *definition = all->pdata[i];

      if (strcmp (definition->benchmark, self->benchmark) != 0)
        continue;
      g_ptr_array_add (self->definitions, definition);
      g_ptr_array_add (hashes, definition->hash);
    }
  if (self->pair->definition == NULL)
    return TRUE;
  if (!cyan_store_choose (self->store, CYAN_CHOICE_DEFINITION, hashes, self->pair->definition,
                          &chosen, error))
    return FALSE;
  self->definitions->pdata[0] = self->definitions->pdata[chosen];
  g_ptr_array_set_size (self->definitions, 1);
  return TRUE;
}

static gboolean
find_definitions (Search *self, GError **error)
{
  g_autoptr (GPtrArray) owners = g_ptr_array_new ();
  guint chosen;

  self->lists = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->definitions = g_ptr_array_new ();
  self->projects = cyan_store_read_projects (self->store, error);
  if (self->projects == NULL
      || (self->pair->project != NULL
          && cyan_store_choose_row (self->store, CYAN_CHOICE_PROJECT, self->projects,
                                    self->pair->project, error)
                 == NULL))
    return FALSE;
  for (guint i = 0; i < self->projects->len; i++)
    {
      const CyanStoreProject *project = self->projects->pdata[i];
      GPtrArray *definitions = cyan_store_read_definitions (self->store, project->id, error);

      if (definitions == NULL)
        return FALSE;
      g_ptr_array_add (self->lists, definitions);
    }
  if (!choose_benchmark (self, error))
    return FALSE;
  for (guint i = 0; i < self->lists->len; i++)
    if (has_benchmark (self->lists->pdata[i], self->benchmark))
      g_ptr_array_add (owners, self->projects->pdata[i]);
  self->project =
      cyan_store_choose_row (self->store, CYAN_CHOICE_PROJECT, owners, self->pair->project, error);
  return self->project != NULL && g_ptr_array_find (self->projects, self->project, &chosen)
         && choose_definitions (self, self->lists->pdata[chosen], error);
}

/* ---- revisions ---- */

/* The commit that the repository knows by this name, or NULL.  Caller frees. */
static char *
ask_repository (const char *repository, const char *name)
{
  g_autoptr (CyanGitTree) tree =
      repository != NULL ? cyan_git_tree_open (repository, name, NULL) : NULL;

  return tree != NULL ? g_strdup (cyan_git_tree_commit (tree)) : NULL;
}

/* The revision whose oid begins with @digits; NULL without @error if there is none. */
static CyanStoreRevision *
find_prefix (const Search *self, const char *digits, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  CyanStoreRevision *last = NULL;

  for (guint i = 0; strlen (digits) >= MIN_OID && i < self->sides->all->len; i++)
    {
      CyanStoreRevision *revision = self->sides->all->pdata[i];

      if (g_str_has_prefix (revision->oid, digits))
        g_ptr_array_add (found, (last = revision)->oid);
    }
  if (found->len > 1)
    {
      g_autofree char *list = cyan_list_near (found, NULL);

      return cyan_fail_null (error, CYAN_ERROR_MISMATCH, _ ("%s: %u revisions begin with %s: %s"),
                             cyan_store_name (self->store), found->len, digits, list);
    }
  return last;
}

/* The tip of the branch @name when it was last seen, or NULL. */
static CyanStoreRevision *
find_tip (const Search *self, const GPtrArray *branches, const char *name)
{
  for (guint i = 0; i < branches->len; i++)
    {
      const CyanStoreBranch *branch = branches->pdata[i];

      if (strcmp (branch->name, name) == 0)
        return g_hash_table_lookup (self->sides->by_oid, branch->tip);
    }
  return NULL;
}

/* Fails because @commit, which @name means in the repository, is not in the store. */
static gboolean
fail_commit (const Search *self, const char *name, const char *commit, GError **error)
{
  const CyanGitRange range = { .tip = commit, .last = MAX_BELOW };
  g_autoptr (GPtrArray) commits = cyan_git_log_range (self->repository, &range, NULL, NULL);
  g_autofree char *digits = cyan_oid_short (commit);

  for (guint i = commits != NULL ? commits->len : 0; i-- > 0;)
    {
      const CyanGitLogCommit *below = commits->pdata[i];

      if (g_hash_table_contains (self->sides->by_oid, below->oid))
        {
          g_autofree char *nearest = cyan_oid_short (below->oid);

          return cyan_fail (error, CYAN_ERROR_INVALID,
                            _ ("%s: revision %s is not in the store: measure %s, or take the "
                               "nearest before it, %s"),
                            cyan_store_name (self->store), name, digits, nearest);
        }
    }
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    _ ("%s: revision %s is not in the store: measure %s first"),
                    cyan_store_name (self->store), name, digits);
}

static gboolean
fail_revision (const Search *self,
               const GPtrArray *branches,
               const char *name,
               const char *commit,
               GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  if (commit != NULL)
    return fail_commit (self, name, commit, error);
  for (guint i = 0; i < branches->len; i++)
    {
      const char *branch = ((const CyanStoreBranch *) branches->pdata[i])->name;

      if (!g_ptr_array_find_with_equal_func (names, branch, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (branch));
    }
  for (guint i = self->sides->all->len; i-- > 0;)
    g_ptr_array_add (names,
                     cyan_oid_short (((CyanStoreRevision *) self->sides->all->pdata[i])->oid));
  list = cyan_list_near (names, name);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: no such revision: \"%s\" (there are: %s)"),
                    cyan_store_name (self->store), name, list);
}

static gboolean
find_revision (Search *self, guint side, GError **error)
{
  const char *name = self->pair->revisions[side];
  g_autofree char *commit = NULL;
  g_autoptr (GPtrArray) branches = NULL;
  g_autoptr (GError) reason = NULL;
  CyanStoreRevision *found = g_hash_table_lookup (self->sides->by_oid, name);

  if (found == NULL)
    commit = ask_repository (self->repository, name);
  if (found == NULL && commit != NULL)
    found = g_hash_table_lookup (self->sides->by_oid, commit);
  if (found == NULL)
    found = find_prefix (self, name, &reason);
  if (found == NULL && reason == NULL)
    {
      branches = cyan_store_read_branches (self->store, self->project->id, &reason);
      if (branches != NULL)
        found = find_tip (self, branches, name);
    }
  if (found == NULL && reason == NULL)
    return fail_revision (self, branches, name, commit, error);
  if (found == NULL)
    return cyan_error_pass (&reason, error);
  self->sides->revisions[side] = found;
  self->sides->given[side] = g_strdup (name);
  return TRUE;
}

gboolean
cyan_store_sides_descends (const CyanStoreSides *self, guint side)
{
  const CyanStoreRevision *revision = self->revisions[side], *other = self->revisions[!side];

  /* A damaged store may have a circle of parents. */
  for (guint i = 0; i < self->all->len && revision != NULL && revision->parent != NULL; i++)
    {
      if (strcmp (revision->parent, other->oid) == 0)
        return TRUE;
      revision = g_hash_table_lookup (self->by_oid, revision->parent);
    }
  return FALSE;
}

static gboolean
find_revisions (Search *self, GError **error)
{
  CyanStoreSides *sides = self->sides;

  sides->repository = cyan_store_project_root (self->store, self->project);
  if (self->repository == NULL)
    self->repository = sides->repository;
  sides->all = cyan_store_read_revisions (self->store, self->project->id, error);
  if (sides->all == NULL)
    return FALSE;
  sides->by_oid = cyan_store_by_oid (sides->all);
  if (!find_revision (self, 0, error) || !find_revision (self, 1, error))
    return FALSE;
  if (self->pair->ancestor_first && cyan_store_sides_descends (sides, 0))
    {
      CyanStoreRevision *revision = sides->revisions[0];
      char *given = sides->given[0];

      sides->revisions[0] = sides->revisions[1];
      sides->revisions[1] = revision;
      sides->given[0] = sides->given[1];
      sides->given[1] = given;
    }
  return TRUE;
}

/* ---- all of it ---- */

CyanStoreSides *
cyan_store_sides_new (CyanStore *self,
                      const CyanStorePair *pair,
                      const char *repository,
                      GError **error)
{
  g_autoptr (CyanStoreSides) sides = g_new0 (CyanStoreSides, 1);
  g_auto (Search)
      search = { .store = self, .pair = pair, .repository = repository, .sides = sides };

  return find_definitions (&search, error) && find_revisions (&search, error)
                 && cyan_store_find_runs (self, search.project->id, search.definitions,
                                          pair->machine, sides, error)
             ? g_steal_pointer (&sides)
             : NULL;
}

char *
cyan_store_sides_name (const CyanStoreSides *self, guint side)
{
  const char *given = self->given[side], *oid = self->revisions[side]->oid;

  return g_str_has_prefix (oid, given) ? cyan_oid_short (oid) : g_strdup (given);
}

void
cyan_store_sides_free (CyanStoreSides *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->given[side]);
      g_clear_pointer (&self->runs[side], g_array_unref);
    }
  g_clear_pointer (&self->by_oid, g_hash_table_unref);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_free (self->repository);
  g_free (self->definition);
  g_free (self->machine);
  g_free (self);
}
