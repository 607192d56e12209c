/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a renamed file.
 *
 * git_diff_find_similar() pairs all added files with all removed ones, in unlimited time.  This
 * searches for one file, among a limited number.
 */

#include <string.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"
#include "cyan-source-rules.h"

/* Minimum similarity of two files, in per cent; the same as in git. */
#define MIN_SIMILARITY 50
/* Maximum number of files whose content is compared; the same as in git. */
#define MAX_CANDIDATES 1000

typedef struct
{
  const char *path; /* owned by the change */
  git_oid blob;
  guint nearness; /* similarity of its name to the old one */
} Candidate;

/* 3 for the same name in another folder, 2 for the same folder, 1 for the same extension. */
static guint
compare_names (const char *a, const char *b)
{
  g_autofree char *a_name = g_path_get_basename (a);
  g_autofree char *b_name = g_path_get_basename (b);
  g_autofree char *a_folder = g_path_get_dirname (a);
  g_autofree char *b_folder = g_path_get_dirname (b);

  if (strcmp (a_name, b_name) == 0)
    return 3;
  if (strcmp (a_folder, b_folder) == 0)
    return 2;
  return g_strcmp0 (strrchr (a_name, '.'), strrchr (b_name, '.')) == 0;
}

static gint
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;

  if (x->nearness != y->nearness)
    return x->nearness > y->nearness ? -1 : 1;
  return strcmp (x->path, y->path);
}

static GArray *
collect (const GArray *changes, const char *path)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint i = 0; i < changes->len; i++)
    {
      const CyanGitChange *change = &g_array_index (changes, CyanGitChange, i);
      Candidate candidate = { change->path, change->blob, 0 };

      if (!change->is_added || !g_utf8_validate (candidate.path, -1, NULL))
        continue;
      candidate.nearness = compare_names (path, candidate.path);
      g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  return candidates;
}

/* NULL without @error for a file that is not comparable text. */
static git_hashsig *
make_signature (CyanGitRepository *repository,
                const git_oid *blob,
                const char *path,
                GError **error)
{
  g_autoptr (GError) reason = NULL;
  char *text = cyan_git_load_text (repository, blob, path, &reason);
  git_hashsig *signature = NULL;

  if (text == NULL && g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_IO))
    g_propagate_error (error, g_steal_pointer (&reason));
  if (text == NULL)
    return NULL;
  if (git_hashsig_create (&signature, text, g_ref_string_length (text),
                          GIT_HASHSIG_SMART_WHITESPACE | GIT_HASHSIG_ALLOW_SMALL_FILES)
      < 0)
    signature = NULL;
  g_ref_string_release (text);
  return signature;
}

/* Reads all of the object: git_odb_read_header() follows differences that lead in a circle for
 * ever. */
static gboolean
read_size (CyanGitRepository *repository, const git_oid *blob, gsize *length)
{
  g_autoptr (git_odb_object) object = NULL;

  cyan_libgit2_begin ();
  if (git_odb_read (&object, repository->objects, blob) < 0)
    return FALSE;
  *length = git_odb_object_size (object);
  return TRUE;
}

/* Whether the sizes allow the required similarity. */
static gboolean
has_like_size (CyanGitRepository *repository, const git_oid *blob, gsize length)
{
  gsize other;

  if (!read_size (repository, blob, &other))
    return TRUE;
  return MIN (length, other) >= MAX (length, other) / 100 * MIN_SIMILARITY;
}

static gboolean
find_most_similar (CyanGitRepository *repository,
                   const GArray *candidates,
                   const char *path,
                   const git_oid *blob,
                   const Candidate **best,
                   const CyanTick *tick,
                   GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (git_hashsig) wanted = make_signature (repository, blob, path, &reason);
  int best_score = MIN_SIMILARITY - 1;
  gsize length = 0;

  if (reason != NULL)
    return cyan_error_pass (&reason, error);
  if (wanted == NULL || !read_size (repository, blob, &length))
    return TRUE;
  for (guint i = 0; i < MIN (candidates->len, MAX_CANDIDATES); i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      g_autoptr (git_hashsig) signature = NULL;
      int score;

      if (!cyan_tick (tick, 0, N_ ("Looking for renamed files"), error))
        return FALSE;
      if (!has_like_size (repository, &candidate->blob, length))
        continue;
      signature = make_signature (repository, &candidate->blob, candidate->path, &reason);
      if (reason != NULL)
        return cyan_error_pass (&reason, error);
      score = signature != NULL ? git_hashsig_compare (wanted, signature) : 0;
      if (score > best_score)
        {
          best_score = score;
          *best = candidate;
        }
    }
  return TRUE;
}

gboolean
cyan_git_find_renamed (CyanGitRepository *repository,
                       const CyanGitStep *step,
                       const char *path,
                       const git_oid *blob,
                       char **renamed,
                       const CyanTick *tick,
                       GError **error)
{
  g_autoptr (GArray) changes = cyan_git_compare_trees (
      repository, step->from, step->to, N_ ("Looking for renamed files"), tick, error);
  g_autoptr (GArray) candidates = NULL;
  const Candidate *best = NULL;

  *renamed = NULL;
  if (changes == NULL)
    return FALSE;
  candidates = collect (changes, path);
  for (guint i = 0; i < candidates->len && best == NULL; i++)
    if (git_oid_equal (&g_array_index (candidates, Candidate, i).blob, blob))
      best = &g_array_index (candidates, Candidate, i);
  if (best == NULL && !find_most_similar (repository, candidates, path, blob, &best, tick, error))
    return FALSE;
  *renamed = best != NULL ? g_strdup (best->path) : NULL;
  return TRUE;
}
