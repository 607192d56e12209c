/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens revisions in tests, and creates a repository for them. */
#include "git-revision.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

#include "git-fixture.h"
#include "tree.h"
#include "tests.h"
CyanGitTree *
open_revision (const char *folder, const char *revision)
{
  CyanGitTree *tree = MUST (cyan_git_tree_open (folder, revision, &failure));

  return tree;
}

void
assert_refused (const char *folder, const char *revision, CyanError code, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_test_message ("%s@%s", folder, revision);
  g_assert_null (cyan_git_tree_open (folder, revision, &error));
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, reason));
  g_assert_null (strchr (error->message, '\n'));
}

void
assert_text (CyanGitTree *tree, const char *path, const char *expected)
{
  char *text = MUST (cyan_git_tree_read (tree, path, &failure));

  g_assert_cmpstr (text, ==, expected);
  g_assert_true (cyan_git_tree_has (tree, path));
  g_ref_string_release (text);
}

void
assert_unread (CyanGitTree *tree, const char *path, CyanError code, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_git_tree_read (tree, path, &error));
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, reason));
}

char *
list_revision (CyanGitTree *tree)
{
  g_autoptr (GPtrArray) files = MUST (cyan_git_tree_list (tree, NULL, &failure));

  g_ptr_array_add (files, NULL);
  return g_strjoinv ("\n", (char **) files->pdata);
}

/* Three commits with folders, links, files of many kinds, tags and a branch. */
char *
make_repository (void)
{
  char *folder = git_new ();
  g_autofree char *link = tree_path (folder, "link.c");
  g_autofree char *folder_link = tree_path (folder, "other");
  char name[16];

  tree_write (folder, "a.c", "int a;\n", -1);
  tree_write (folder, "src/b.c", "int b;\n", -1);
  tree_write (folder, "src/deep/er/c.py", "c = 1\n", -1);
  tree_write (folder, "src-more/d.h", "int d;", -1);
  tree_write (folder, "README", "no code\n", -1);
  tree_write (folder, ".github/x.py", "x = 1\n", -1);
  tree_write (folder, "node_modules/m/x.c", "int x;\n", -1);
  for (int i = 0; i < 40; i++)
    {
      g_snprintf (name, sizeof name, "many/f%d.c", i);
      tree_write (folder, name, name, -1);
    }
  g_assert_cmpint (symlink ("a.c", link), ==, 0);
  g_assert_cmpint (symlink ("src", folder_link), ==, 0);
  g_free (git_commit_all (folder, "one"));
  git_do (folder, "tag", "v1", NULL);
  tree_write (folder, "a.c", "int a2;\n", -1);
  g_free (git_commit_all (folder, "two"));
  git_do (folder, "tag", "-a", "-m", "second", "v2", NULL);
  git_do (folder, "branch", "side", NULL);
  tree_write (folder, "a.c", "int a3;\n", -1);
  g_free (git_commit_all (folder, "three"));
  return folder;
}
