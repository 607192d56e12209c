/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bundles that the real git wrote. */

#include <string.h>

#include "cyan-error.h"
#include "cyan-git.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static void
make_bundle (char **repository, char **bytes, gsize *length, const char *range)
{
  g_autofree char *path = NULL;

  *repository = git_new ();
  path = g_build_filename (*repository, "all.bundle", NULL);
  tree_write (*repository, "a.c", "int a;\n", -1);
  g_free (git_commit_all (*repository, "One"));
  git_do (*repository, "tag", "-a", "-m", "One", "v1", NULL);
  tree_write (*repository, "a.c", "int b;\n", -1);
  g_free (git_commit_all (*repository, "Two"));
  git_do (*repository, "bundle", "create", "-q", path, range, NULL);
  g_assert_true (g_file_get_contents (path, bytes, length, NULL));
}

TEST ("/source/git-bundle/equal")
{
  g_autofree char *bytes = NULL, *folder = NULL, *expected = NULL, *refs = NULL, *heads = NULL;
  g_autoptr (CyanGitTree) tree = NULL;
  char *repository;
  gsize length;

  make_bundle (&repository, &bytes, &length, "--all");
  folder = g_build_filename (repository, "copy.git", NULL);
  MUST (cyan_git_unbundle ("all", bytes, length, folder, &failure));
  git_do (folder, "fsck", "--strict", NULL);
  expected = git_run (repository, "show-ref", NULL);
  refs = git_run (folder, "show-ref", NULL);
  g_assert_cmpstr (refs, ==, expected);
  tree = MUST (cyan_git_tree_open (folder, "HEAD", &failure));
  heads = git_run (repository, "rev-parse", "HEAD", NULL);
  g_assert_cmpstr (cyan_git_tree_commit (tree), ==, heads);
  tree_free (repository);
}

static void
assert_refused (const char *bytes, gsize length, const char *folder, int code)
{
  MUST_FAIL (code, "bad: *", cyan_git_unbundle ("bad", bytes, length, folder, &failure));
}

/* No bundle, one of a part of the history, and every beginning of a good one. */
TEST ("/source/git-bundle/refused")
{
  g_autofree char *bytes = NULL, *part = NULL, *folder = NULL;
  char *repository, *other;
  gsize length, part_length;

  make_bundle (&repository, &bytes, &length, "--all");
  make_bundle (&other, &part, &part_length, "v1..HEAD");
  folder = g_build_filename (repository, "copy.git", NULL);
  assert_refused ("", 0, folder, CYAN_ERROR_INVALID);
  assert_refused ("PACK", 4, folder, CYAN_ERROR_INVALID);
  assert_refused (part, part_length, folder, CYAN_ERROR_UNSUPPORTED);
  for (gsize i = 0; i < length; i += i < 200 ? 1 : 37)
    {
      g_autofree char *place = g_strdup_printf ("%s.%" G_GSIZE_FORMAT, folder, i);
      g_autofree char *cut = g_memdup2 (bytes, MAX (i, 1));

      assert_refused (cut, i, place, CYAN_ERROR_INVALID);
    }
  tree_free (repository);
  tree_free (other);
}

TESTS ()
{
  git_fixture_start ();
}
