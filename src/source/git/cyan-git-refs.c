/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branches and tags of a repository, and names of it and of commits. */
#include "cyan-git-log.h"

#include <fnmatch.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"
#include "cyan-source-rules.h"

/* Digits of an id for people. */
#define SHORT_DIGITS 8

typedef struct
{
  char *name;
  gint64 time; /* of the commit, in seconds */
} Ref;

static void
ref_clear (gpointer data)
{
  g_free (((Ref *) data)->name);
}

static int
compare_refs (gconstpointer a, gconstpointer b)
{
  const Ref *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? 1 : -1;
  return strcmp (x->name, y->name);
}

/* The short name that `git rev-parse` accepts for a branch or a tag; NULL for other references. */
static const char *
short_name (const char *name)
{
  static const char *const kinds[] = { "refs/heads/", "refs/tags/", "refs/remotes/" };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i]) && g_utf8_validate (name, -1, NULL))
      return name + strlen (kinds[i]);
  return NULL;
}

static void
take_ref (CyanGitRepository *repository, git_reference *reference, GArray *refs)
{
  const char *name = short_name (git_reference_name (reference));
  g_autoptr (git_commit) commit = NULL;
  Ref ref;

  /* Skip symbolic references ("origin/HEAD"). */
  if (name == NULL || git_reference_type (reference) != GIT_REFERENCE_DIRECT
      || (commit = cyan_git_load_reference (repository, reference, NULL)) == NULL)
    return;
  ref.name = g_strdup (name);
  ref.time = git_commit_time (commit);
  g_array_append_val (refs, ref);
}

/* The first references whose names match @glob, in no order; NULL with @error.  Of git_reference. */
static GPtrArray *
list_references (CyanGitRepository *repository, const char *glob, guint max, GError **error)
{
  GPtrArray *references;
  git_reference_iterator *iterator = NULL;
  git_reference *reference;

  if (git_reference_iterator_glob_new (&iterator, repository->git, glob) < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (repository);

      return cyan_fail_null (error, CYAN_ERROR_IO, _ ("%s: the references cannot be read: %s"),
                             repository->path, reason);
    }
  references = g_ptr_array_new_with_free_func ((GDestroyNotify) git_reference_free);
  while (references->len < max && git_reference_next (&reference, iterator) == 0)
    g_ptr_array_add (references, reference);
  git_reference_iterator_free (iterator);
  return references;
}

GPtrArray *
cyan_git_list_refs (const char *path, guint max, GError **error)
{
  g_autoptr (CyanGitRepository) repository = cyan_git_repository_open (path, error);
  g_autoptr (GPtrArray) references =
      repository != NULL ? list_references (repository, "*", CYAN_GIT_MAX_REFS, error) : NULL;
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (Ref));
  GPtrArray *names;

  if (references == NULL)
    return NULL;
  g_array_set_clear_func (refs, ref_clear);
  for (guint i = 0; i < references->len; i++)
    take_ref (repository, references->pdata[i], refs);
  g_array_sort (refs, compare_refs);
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < MIN (refs->len, max); i++)
    g_ptr_array_add (names, g_strdup (g_array_index (refs, Ref, i).name));
  return names;
}

GStrv
cyan_git_list_tags (const char *repository, const char *pattern, GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  g_autoptr (GPtrArray) references =
      opened != NULL ? list_references (opened, "refs/tags/*", G_MAXUINT, error) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (references == NULL)
    return NULL;
  for (guint i = 0; i < references->len; i++)
    {
      g_autoptr (git_commit) commit = NULL;
      const char *name = git_reference_name (references->pdata[i]);

      if (fnmatch (pattern, name + strlen ("refs/tags/"), 0) == 0
          && (commit = cyan_git_load_reference (opened, references->pdata[i], NULL)) != NULL)
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, cyan_source_compare_paths);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

char *
cyan_git_head_name (const char *repository, GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  git_reference *head = NULL;
  char *name;

  if (opened == NULL)
    return NULL;
  if (git_repository_head (&head, opened->git) < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (opened);

      return cyan_fail_null (error, CYAN_ERROR_INVALID, _ ("%s: nothing is checked out: %s"),
                             opened->path, reason);
    }
  name =
      cyan_source_to_utf8 (git_reference_shorthand (head), strlen (git_reference_shorthand (head)));
  git_reference_free (head);
  return name;
}

char *
cyan_git_name (const char *repository, GError **error)
{
  g_autoptr (CyanGitRepository) opened = cyan_git_repository_open (repository, error);
  g_autofree char *folder = NULL, *name = NULL;

  if (opened == NULL)
    return NULL;
  folder = g_canonicalize_filename (opened->common, NULL);
  name = g_path_get_basename (folder);
  if (strcmp (name, ".git") == 0)
    {
      g_autofree char *parent = g_path_get_dirname (folder);

      g_free (name);
      name = g_path_get_basename (parent);
    }
  else if (g_str_has_suffix (name, ".git"))
    name[strlen (name) - strlen (".git")] = '\0';
  return cyan_source_to_utf8 (name, strlen (name));
}

char *
cyan_oid_short (const char *oid)
{
  gsize digits = strspn (oid, "0123456789abcdef");

  return digits >= 40 && oid[digits] == '\0' ? g_strndup (oid, SHORT_DIGITS) : g_strdup (oid);
}
