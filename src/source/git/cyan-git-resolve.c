/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the commit that a user names. */
#include "cyan-git-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-text.h"

/* Maximum number of tags that name each other. */
#define MAX_TAGS 16

/* "@" means HEAD in git, also before a suffix; libgit2 accepts it only alone. */
static char *
expand_revision (const char *revision)
{
  if (revision[0] == '@' && (revision[1] == '~' || revision[1] == '^' || revision[1] == '@'))
    return g_strconcat ("HEAD", revision + 1, NULL);
  return g_strdup (revision);
}

static gboolean
fail_unreadable (CyanGitRepository *repository, const char *shown, GError **error)
{
  g_autofree char *reason = cyan_git_repository_reason (repository);

  return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: what %s names cannot be read: %s"),
                    repository->path, shown, reason);
}

/* The commit @id, or that of a tag, which can name a tag again. */
static git_commit *
load (CyanGitRepository *self, const git_oid *id, const char *shown, GError **error)
{
  git_object *object = NULL;
  git_oid target = *id;

  for (guint i = 0; i <= MAX_TAGS; i++)
    {
      cyan_libgit2_begin ();
      if (git_object_lookup (&object, self->git, &target, GIT_OBJECT_ANY) < 0)
        {
          fail_unreadable (self, shown, error);
          return NULL;
        }
      if (git_object_type (object) == GIT_OBJECT_COMMIT)
        return (git_commit *) object;
      if (git_object_type (object) != GIT_OBJECT_TAG)
        {
          cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is a %s, not a commit"), self->path,
                     shown, git_object_type2string (git_object_type (object)));
          git_object_free (object);
          return NULL;
        }
      target = *git_tag_target_id ((git_tag *) object);
      git_object_free (object);
    }
  return cyan_fail_null (error, CYAN_ERROR_LIMIT,
                         _ ("%s: %s is a tag of a tag, more than %d times"), self->path, shown,
                         MAX_TAGS);
}

git_commit *
cyan_git_load_reference (CyanGitRepository *self, git_reference *reference, GError **error)
{
  g_autofree char *shown = cyan_git_to_line (git_reference_name (reference));
  git_reference *direct = NULL;
  git_commit *commit = NULL;

  if (git_reference_resolve (&direct, reference) < 0)
    fail_unreadable (self, shown, error);
  else
    commit = load (self, git_reference_target (direct), shown, error);
  git_reference_free (direct);
  return commit;
}

/* Finds a branch, a tag or another reference.  Sets @id; FALSE without @error if there is none of
 * that name.  git_revparse_single() leaks memory in that case. */
static gboolean
find_by_reference (CyanGitRepository *repository,
                   const char *revision,
                   const char *shown,
                   git_oid *id,
                   GError **error)
{
  git_reference *reference = NULL, *direct = NULL;
  gboolean ok;
  int status;

  /* A full id takes precedence over any reference of that name. */
  if (*revision == '\0'
      || (strlen (revision) == GIT_OID_HEXSZ && git_oid_fromstr (id, revision) == 0))
    return FALSE;
  status = git_reference_dwim (&reference, repository->git, revision);
  if (status == GIT_ENOTFOUND || status == GIT_EINVALIDSPEC)
    return FALSE;
  ok = status == 0 && git_reference_resolve (&direct, reference) == 0;
  if (ok)
    *id = *git_reference_target (direct);
  else
    fail_unreadable (repository, shown, error);
  git_reference_free (direct);
  git_reference_free (reference);
  return ok;
}

static gboolean
find_by_expression (CyanGitRepository *repository,
                    const char *revision,
                    const char *shown,
                    git_oid *id,
                    GError **error)
{
  g_autofree char *expanded = expand_revision (revision);
  git_object *object = NULL;
  int status =
      *revision != '\0' ? git_revparse_single (&object, repository->git, expanded) : GIT_ENOTFOUND;

  if (status == GIT_EAMBIGUOUS)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: more than one object's id begins with %s"),
               repository->path, shown);
  else if (status == GIT_ENOTFOUND || status == GIT_EUNBORNBRANCH)
    cyan_fail (error, CYAN_ERROR_INVALID,
               git_repository_is_shallow (repository->git) == 1
                   ? _ ("%s: there is no revision %s in this shallow clone (git fetch --unshallow "
                        "completes it)")
                   : _ ("%s: there is no revision %s"),
               repository->path, shown);
  else if (status < 0)
    {
      g_autofree char *reason = cyan_git_repository_reason (repository);

      cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s cannot be resolved as a revision: %s"),
                 repository->path, shown, reason);
    }
  else
    *id = *git_object_id (object);
  git_object_free (object);
  return status == 0;
}

git_commit *
cyan_git_find_commit (CyanGitRepository *repository, const char *revision, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (revision, -1);
  g_autofree char *shown = cyan_text_for_label (valid, 120);
  g_autoptr (GError) reason = NULL;
  git_oid id;

  if (find_by_reference (repository, revision, shown, &id, &reason)
      || (reason == NULL && find_by_expression (repository, revision, shown, &id, &reason)))
    return load (repository, &id, shown, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return NULL;
}

git_tree *
cyan_git_find_tree (CyanGitRepository *self, const char *revision, git_oid *id, GError **error)
{
  g_autoptr (git_commit) commit = cyan_git_find_commit (self, revision, error);

  if (commit == NULL)
    return NULL;
  if (id != NULL)
    git_oid_cpy (id, git_commit_id (commit));
  return cyan_git_load_tree (self, git_commit_tree_id (commit), NULL, error);
}
