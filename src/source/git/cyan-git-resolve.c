/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the commit that a user names. */
#include "cyan-git-repository.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-text.h"

/* "@" means HEAD in git, also before a suffix; libgit2 accepts it only alone. */
static char *
expand_revision (const char *revision)
{
  if (revision[0] == '@' && (revision[1] == '~' || revision[1] == '^' || revision[1] == '@'))
    return g_strconcat ("HEAD", revision + 1, NULL);
  return g_strdup (revision);
}

/* The object of a branch, a tag or another reference; NULL without @error if there is no reference
 * of that name.  git_revparse_single() leaks memory in that case. */
static git_object *
find_by_reference (CyanGitRepository *repository,
                   const char *revision,
                   const char *shown,
                   GError **error)
{
  git_reference *reference = NULL;
  git_object *object = NULL;
  git_oid id;

  /* A full id takes precedence over any reference of that name. */
  if (strlen (revision) == GIT_OID_HEXSZ && git_oid_fromstr (&id, revision) == 0)
    return NULL;
  if (*revision == '\0' || git_reference_dwim (&reference, repository->git, revision) < 0)
    return NULL;
  if (git_reference_peel (&object, reference, GIT_OBJECT_ANY) < 0)
    cyan_fail (error, CYAN_ERROR_IO, _ ("%s: what %s names cannot be read: %s"), repository->path,
               shown, cyan_libgit2_reason ());
  git_reference_free (reference);
  return object;
}

static git_object *
find_by_expression (CyanGitRepository *repository,
                    const char *revision,
                    const char *shown,
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
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s cannot be resolved as a revision: %s"),
               repository->path, shown, cyan_libgit2_reason ());
  return object;
}

git_commit *
cyan_git_find_commit (CyanGitRepository *repository, const char *revision, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (revision, -1);
  g_autofree char *shown = cyan_text_for_label (valid, 120);
  g_autoptr (GError) reason = NULL;
  g_autoptr (git_object) object = find_by_reference (repository, revision, shown, &reason);
  git_object *commit = NULL;

  if (object == NULL && reason == NULL)
    object = find_by_expression (repository, revision, shown, &reason);
  if (object == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
  if (git_object_peel (&commit, object, GIT_OBJECT_COMMIT) < 0)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is a %s, not a commit"), repository->path,
               shown, git_object_type2string (git_object_type (object)));
  return (git_commit *) commit;
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
