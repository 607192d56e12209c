/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken, foreign and hostile repositories are refused in one line, and none of their programs is
 * run. */
#include "cyan-git.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-source-files.h"
#include "git-fixture.h"
#include "git-revision.h"
#include "tests.h"
#include "tree.h"

/* A tree that calls another tree a file. */
TEST ("/source/git/kinds-of-objects")
{
  char *folder = make_repository ();
  g_autofree char *tree = git_run (folder, "rev-parse", "HEAD^{tree}", NULL);
  g_autoptr (GString) entry = g_string_new ("100644 a.c");
  g_autofree char *wrong = NULL, *commit = NULL;
  g_autoptr (CyanGitTree) opened = NULL;

  g_string_append_c (entry, '\0');
  for (gsize i = 0; tree[i] != '\0'; i += 2)
    g_string_append_c (
        entry, (char) (g_ascii_xdigit_value (tree[i]) << 4 | g_ascii_xdigit_value (tree[i + 1])));
  wrong = git_run_input (folder, entry->str, (gssize) entry->len, "hash-object", "-t", "tree", "-w",
                         "--stdin", NULL);
  commit = git_run (folder, "commit-tree", "-m", "wrong", wrong, NULL);
  opened = open_revision (folder, commit);
  assert_unread (opened, "a.c", CYAN_ERROR_IO, "is another kind of object");
  tree_free (folder);
}

/* Every configuration that makes git run a program or read elsewhere. */
TEST ("/source/git/configuration-runs-nothing")
{
  char *folder = make_repository ();
  g_autofree char *canary = tree_path (folder, "canary");
  g_autofree char *pipe = tree_path (folder, "pipe");
  g_autofree char *touch = g_strconcat ("touch ", canary, NULL);
  g_autofree char *hook = g_strconcat ("#!/bin/sh\ntouch ", canary, "\n", NULL);
  g_autofree char *config = NULL;
  g_autofree char *listed = NULL;
  g_autofree char *other = NULL;
  static const char *const hooks[] = { "post-checkout", "reference-transaction",
                                       "post-index-change", "fsmonitor-watchman" };
  g_autoptr (CyanGitTree) tree = NULL;
  g_autofree char *real = realpath (folder, NULL);

  tree_write (folder, ".gitattributes", "*.c filter=x diff=x text eol=crlf ident\n", -1);
  tree_write (folder, "a.c", "int a3; /* $Id$ */\n", -1);
  g_free (git_commit_all (folder, "attributes"));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (hooks); i++)
    {
      g_autofree char *name = g_strconcat (".git/hooks/", hooks[i], NULL);
      g_autofree char *path = tree_path (folder, name);

      tree_write (folder, name, hook, -1);
      g_assert_cmpint (chmod (path, 0700), ==, 0);
    }
  config = g_strdup_printf (
      "[core]\n repositoryformatversion = 1\n fsmonitor = %s\n sshCommand = %s\n pager = %s\n"
      " worktree = /etc\n alternateRefsCommand = %s\n[extensions]\n partialClone = origin\n"
      "[remote \"origin\"]\n url = ext::sh -c '%s'\n promisor = true\n uploadpack = %s\n"
      "[filter \"x\"]\n smudge = %s\n clean = %s\n process = %s\n required = true\n"
      "[diff \"x\"]\n textconv = %s\n command = %s\n[alias]\n log = !%s\n"
      "[protocol]\n allow = always\n[include]\n path = %s\n",
      touch, touch, touch, touch, touch, touch, touch, touch, touch, touch, touch, touch, pipe);
  tree_write (folder, ".git/config", config, -1);

  tree = open_revision (folder, "HEAD");
  g_assert_cmpstr (cyan_git_tree_real_path (tree), ==, real);
  assert_text (tree, "a.c", "int a3; /* $Id$ */\n");
  listed = list_revision (tree);
  g_assert_nonnull (strstr (listed, "src/b.c"));
  g_clear_pointer (&tree, cyan_git_tree_free);

  tree_write (folder, ".git/config", "[[[ broken", -1);
  tree = open_revision (folder, "HEAD");
  assert_text (tree, "src/b.c", "int b;\n");
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  tree_free (folder);
}

TEST ("/source/git/no-replacement")
{
  char *folder = make_repository ();
  g_autofree char *real = git_run (folder, "rev-parse", "HEAD:a.c", NULL);
  g_autofree char *false_one =
      git_run_input (folder, "int x;\n", -1, "hash-object", "-w", "--stdin", NULL);
  g_autoptr (CyanGitTree) tree = NULL;

  git_do (folder, "replace", real, false_one, NULL);
  tree = open_revision (folder, "HEAD");
  assert_text (tree, "a.c", "int a3;\n");
  tree_free (folder);
}

static char *
object_path (const char *folder, const char *revision)
{
  g_autofree char *id = git_run (folder, "rev-parse", revision, NULL);

  return g_strdup_printf ("%s/.git/objects/%.2s/%s", folder, id, id + 2);
}

TEST ("/source/git/missing-objects")
{
  char *folder = make_repository ();
  g_autofree char *blob = object_path (folder, "HEAD:a.c");
  g_autofree char *below = object_path (folder, "HEAD:src/deep");
  g_autofree char *root = object_path (folder, "HEAD^{tree}");
  g_autofree char *commit = object_path (folder, "HEAD");
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");

  g_assert_cmpint (unlink (blob), ==, 0);
  g_assert_true (cyan_git_tree_has (tree, "a.c"));
  assert_unread (tree, "a.c", CYAN_ERROR_IO, "a.c: blob ");
  assert_unread (tree, "a.c", CYAN_ERROR_IO, "is missing in the repository");
  g_assert_cmpint (unlink (below), ==, 0);
  assert_unread (tree, "src/deep/er/c.py", CYAN_ERROR_IO, "src/deep: tree ");
  MUST_FAIL (CYAN_ERROR_IO, "*src/deep: tree *", cyan_git_tree_list (tree, NULL, &failure));
  g_assert_cmpint (unlink (root), ==, 0);
  assert_refused (folder, "HEAD", CYAN_ERROR_IO, "is missing in the repository");
  g_assert_cmpint (unlink (commit), ==, 0);
  assert_refused (folder, "HEAD", CYAN_ERROR_IO, "what HEAD names cannot be read");
  tree_free (folder);
}

TEST ("/source/git/broken-objects")
{
  char *folder = make_repository ();
  g_autofree char *blob = object_path (folder, "HEAD:a.c");
  g_autofree char *other = object_path (folder, "HEAD:src/b.c");
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_cmpint (chmod (blob, 0600), ==, 0);
  g_assert_true (g_file_set_contents (blob, "x", 1, NULL));
  assert_unread (tree, "a.c", CYAN_ERROR_IO, "a.c: blob ");
  /* The content of another object under this id. */
  g_assert_true (g_file_get_contents (other, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (blob, bytes, (gssize) length, NULL));
  assert_unread (tree, "a.c", CYAN_ERROR_IO, "a.c: blob ");
  tree_free (folder);
}

/* A pack with one byte inverted, at many positions: an error or the correct text. */
TEST ("/source/git/broken-pack")
{
  char *folder = make_repository ();
  g_autofree char *packs = tree_path (folder, ".git/objects/pack");
  g_autofree char *pack = NULL;
  g_autofree char *bytes = NULL;
  const char *name;
  g_autoptr (GDir) dir = NULL;
  gsize length;
  guint n_failed = 0;

  git_do (folder, "gc", "-q", NULL);
  dir = g_dir_open (packs, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".pack"))
      pack = g_build_filename (packs, name, NULL);
  g_assert_cmpint (chmod (pack, 0600), ==, 0);
  g_assert_true (g_file_get_contents (pack, &bytes, &length, NULL));
  for (gsize at = 0; at < length; at += 7)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanGitTree) tree = NULL;
      char *text = NULL;

      bytes[at] = (char) ~bytes[at];
      g_assert_true (g_file_set_contents (pack, bytes, (gssize) length, NULL));
      tree = cyan_git_tree_open (folder, "HEAD", &error);
      if (tree != NULL)
        text = cyan_git_tree_read (tree, "a.c", &error);
      if (text != NULL)
        g_assert_cmpstr (text, ==, "int a3;\n");
      else
        {
          n_failed++;
          g_assert_true (error->domain == CYAN_ERROR);
          g_assert_nonnull (strstr (error->message, folder));
        }
      g_clear_pointer (&text, g_ref_string_release);
      bytes[at] = (char) ~bytes[at];
    }
  g_assert_cmpuint (n_failed, >, 3);
  /* The same with a cut pack. */
  g_assert_true (g_file_set_contents (pack, bytes, (gssize) length / 2, NULL));
  assert_refused (folder, "HEAD", CYAN_ERROR_IO, folder);
  tree_free (folder);
}

/* Missing objects of a partial clone are not fetched. */
TEST ("/source/git/partial-clone")
{
  char *folder = make_repository ();
  char *outer = tree_new ();
  g_autofree char *clone = tree_path (outer, "clone");
  g_autofree char *url = g_strconcat ("file://", folder, NULL);
  g_autoptr (CyanGitTree) tree = NULL;

  git_do (folder, "config", "uploadpack.allowFilter", "true", NULL);
  git_do (folder, "clone", "-q", "--no-checkout", "--filter=blob:none", url, clone, NULL);
  tree = open_revision (clone, "HEAD");
  g_assert_true (cyan_git_tree_has (tree, "a.c"));
  assert_unread (tree, "a.c", CYAN_ERROR_IO, "is missing in the repository");
  g_clear_pointer (&tree, cyan_git_tree_free);
  git_do (clone, "checkout", "-q", "HEAD", NULL);
  tree = open_revision (clone, "HEAD");
  assert_text (tree, "a.c", "int a3;\n");
  tree_free (outer);
  tree_free (folder);
}

TEST ("/source/git/shallow-clone")
{
  char *folder = make_repository ();
  char *outer = tree_new ();
  g_autofree char *clone = tree_path (outer, "clone");
  g_autofree char *url = g_strconcat ("file://", folder, NULL);
  g_autoptr (CyanGitTree) tree = NULL;

  git_do (folder, "clone", "-q", "--depth=1", url, clone, NULL);
  tree = open_revision (clone, "HEAD");
  assert_text (tree, "a.c", "int a3;\n");
  assert_refused (clone, "HEAD~1", CYAN_ERROR_INVALID, "shallow clone");
  tree_free (outer);
  tree_free (folder);
}

static void
trust (const char *outer, const char *directories)
{
  g_autofree char *settings = tree_path (outer, "settings");
  g_autofree char *text = g_strconcat ("[safe]\n", directories, NULL);

  g_setenv ("GIT_CONFIG_GLOBAL", settings, TRUE);
  tree_write (outer, "settings", text, -1);
}

/* As root, gives the repository to another user.  Other users cannot, but the root folder belongs
 * to root. */
TEST ("/source/git/foreign-owner")
{
  char *folder = make_repository ();
  char *outer = tree_new ();
  g_autofree char *real = realpath (folder, NULL);
  g_autofree char *dot_git = tree_path (real, ".git");
  CyanGitPaths foreign = { geteuid () == 0 ? real : (char *) "/", NULL, dot_git };
  g_autofree char *remedy =
      g_strdup_printf ("git config --global --add safe.directory %s", foreign.worktree);
  g_autofree char *named = g_strdup_printf (" directory = %s\n", foreign.worktree);
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0)
    g_assert_cmpint (chown (dot_git, 12345, 12345), ==, 0);
  g_assert_false (cyan_git_paths_check (&foreign, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_nonnull (strstr (error->message, "belongs to another user"));
  g_assert_nonnull (strstr (error->message, remedy));
  g_clear_error (&error);
  if (geteuid () == 0)
    assert_refused (folder, "HEAD", CYAN_ERROR_IO, remedy);

  trust (outer, " directory = /elsewhere\n");
  g_assert_false (cyan_git_paths_check (&foreign, NULL));
  trust (outer, " directory = *\n directory =\n");
  g_assert_false (cyan_git_paths_check (&foreign, NULL));
  trust (outer, " directory = *\n");
  g_assert_true (cyan_git_paths_check (&foreign, NULL));
  trust (outer, named);
  g_assert_true (cyan_git_paths_check (&foreign, &error));
  g_assert_no_error (error);
  if (geteuid () == 0)
    {
      g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");

      assert_text (tree, "a.c", "int a3;\n");
    }
  g_unsetenv ("GIT_CONFIG_GLOBAL");
  tree_free (outer);
  tree_free (folder);
}

/* libgit2 would block on such a pipe. */
TEST ("/source/git/pipes")
{
  static const char *const names[] = { "packed-refs", "commondir", "shallow",
                                       "objects/info/alternates", "HEAD" };
  char *folder = make_repository ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = g_strconcat (".git/", names[i], NULL);
      g_autofree char *path = tree_path (folder, name);

      unlink (path);
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      if (strcmp (names[i], "HEAD") == 0)
        assert_refused (folder, "main", CYAN_ERROR_IO, "no git repository");
      else
        assert_refused (folder, "main", CYAN_ERROR_IO, "not a regular file");
      unlink (path);
    }
  tree_free (folder);
}

TEST ("/source/git/other-formats")
{
  char *folder = tree_new ();

  git_do (folder, "init", "-q", "--object-format=sha256", NULL);
  tree_write (folder, "a.c", "int a;\n", -1);
  g_free (git_commit_all (folder, "one"));
  assert_refused (folder, "HEAD", CYAN_ERROR_UNSUPPORTED, "SHA-256");
  tree_write (folder, ".git/config", "[extensions]\n\trefStorage = reftable\n", -1);
  assert_refused (folder, "HEAD", CYAN_ERROR_UNSUPPORTED, "reftables");
  tree_free (folder);
  folder = git_new ();
  assert_refused (folder, "HEAD", CYAN_ERROR_INVALID, "there is no revision HEAD");
  tree_free (folder);
}

TESTS ()
{
  git_fixture_start ();
}
