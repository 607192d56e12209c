/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A revision in a folder: all that it has, nothing else, and no program of the repository is
 * run. */
#include "cyan-export-tree.h"
#include "cyan-remove.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "cyan-error.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static char *
read_file (const char *folder, const char *path)
{
  g_autofree char *full = tree_path (folder, path);
  char *text = NULL;

  g_file_get_contents (full, &text, NULL, NULL);
  return text;
}

static void
assert_file (const char *folder, const char *path, const char *expected)
{
  ASSERT_TEXT (read_file (folder, path), expected);
}

static mode_t
mode_of (const char *folder, const char *path)
{
  g_autofree char *full = tree_path (folder, path);
  struct stat status;

  return g_lstat (full, &status) == 0 ? status.st_mode : 0;
}

static void
make_link (const char *folder, const char *path, const char *target)
{
  g_autofree char *full = tree_path (folder, path);

  g_assert_cmpint (symlink (target, full), ==, 0);
}

static CyanExported
export_to (const char *repository, const char *oid, const char *previous, const char *folder)
{
  CyanExported done = { 0 };

  MUST (cyan_export_tree (repository, oid, previous, folder, &done, NULL, &failure));
  return done;
}

/* Everything in .git with times and contents, as one text. */
static char *
describe_git_folder (const char *folder)
{
  g_autofree char *command =
      g_strdup_printf ("cd '%s' && find . -printf '%%p %%T@ %%m %%s\\n' | LC_ALL=C sort", folder);
  const char *const argv[] = { "/bin/sh", "-c", command, NULL };
  char *text = NULL;

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL,
                               NULL, NULL));
  return text;
}

/* Two revisions with all kinds of entries. */
static char *
make_repository (void)
{
  char *folder;
  g_autofree char *tool = NULL;

  git_fixture_start ();
  folder = git_new ();
  tool = tree_path (folder, "bin/tool");
  tree_write (folder, "a.c", "int a;\r\n$Id$\n", -1);
  tree_write (folder, "bin/tool", "#!/bin/sh\n", -1);
  g_assert_cmpint (g_chmod (tool, 0755), ==, 0);
  tree_write (folder, "deep/er/b.c", "\0binary\xff", 8);
  tree_write (folder, "odd \"name\"\n\xff", "odd\n", -1);
  tree_write (folder, "empty", "", 0);
  make_link (folder, "link", "deep/er/b.c");
  make_link (folder, "outside", "/etc");
  g_free (git_commit_all (folder, "one"));
  return folder;
}

TEST ("/export-tree/all-kinds")
{
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *to = tree_path (out, "some/where");
  g_autofree char *target = NULL;
  CyanExported done = export_to (folder, "HEAD", NULL, to);

  g_assert_cmpuint (done.n_files, ==, 5);
  g_assert_cmpuint (done.n_links, ==, 2);
  g_assert_cmpuint (done.n_folders, ==, 3);
  g_assert_cmpuint (done.n_written, ==, 7);
  assert_file (to, "a.c", "int a;\r\n$Id$\n");
  assert_file (to, "odd \"name\"\n\xff", "odd\n");
  assert_file (to, "empty", "");
  g_assert_cmpuint (mode_of (to, "bin/tool") & 0100, !=, 0);
  g_assert_cmpuint (mode_of (to, "a.c") & 0100, ==, 0);
  g_assert_true (S_ISLNK (mode_of (to, "link")));
  g_assert_true (S_ISLNK (mode_of (to, "outside")));
  g_assert_cmpuint (mode_of (to, ".git"), ==, 0);
  done = export_to (folder, "HEAD", NULL, to);
  g_assert_cmpuint (done.n_files, ==, 5);
  g_assert_cmpuint (done.n_written, ==, 0);
  tree_free (out);
  tree_free (folder);
}

TEST ("/export-tree/submodule")
{
  char *folder, *out = tree_new ();
  g_autofree char *to = tree_path (out, "x");
  g_autofree char *tree = NULL, *commit = NULL;
  CyanExported done;

  git_fixture_start ();
  folder = git_new ();
  tree = git_run_input (folder, "160000 commit 1234567890123456789012345678901234567890\tsub\n", -1,
                        "mktree", "--missing", NULL);
  commit = git_run (folder, "commit-tree", "-m", "x", tree, NULL);
  done = export_to (folder, commit, NULL, to);
  g_assert_cmpuint (done.n_submodules, ==, 1);
  g_assert_true (S_ISDIR (mode_of (to, "sub")));
  tree_free (out);
  tree_free (folder);
}

/* Hooks, filters, attributes, and configuration that would make git run something. */
static void
lay_traps (const char *folder, const char *canary)
{
  static const char *const hooks[] = { "post-checkout", "reference-transaction",
                                       "post-index-change", "pre-auto-gc" };
  g_autofree char *touch = g_strconcat ("touch ", canary, NULL);
  g_autofree char *hook = g_strconcat ("#!/bin/sh\ntouch ", canary, "\n", NULL);
  g_autofree char *config = g_strdup_printf (
      "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = %s\n\thooksPath = "
      ".git/hooks\n\tautocrlf = true\n"
      "[filter \"x\"]\n\tclean = %s; cat\n\tsmudge = %s; cat\n\trequired = true\n"
      "[filter \"y\"]\n\tprocess = %s\n"
      "[diff \"x\"]\n\ttextconv = %s\n",
      touch, touch, touch, touch, touch);

  for (gsize i = 0; i < G_N_ELEMENTS (hooks); i++)
    {
      g_autofree char *name = g_strconcat (".git/hooks/", hooks[i], NULL);
      g_autofree char *path = tree_path (folder, name);

      tree_write (folder, name, hook, -1);
      g_assert_cmpint (chmod (path, 0700), ==, 0);
    }
  tree_write (folder, ".git/config", config, -1);
}

static char *
make_trapped_repository (const char *canary)
{
  char *folder = make_repository ();

  tree_write (folder, ".gitattributes", "*.c filter=x diff=x text eol=crlf ident\nempty filter=y\n",
              -1);
  tree_write (folder, "a.c", "int b;\n$Id$\n", -1);
  g_free (git_commit_all (folder, "attributes"));
  lay_traps (folder, canary);
  return folder;
}

TEST ("/export-tree/nothing-runs")
{
  char *out = tree_new ();
  g_autofree char *canary = tree_path (out, "canary"), *to = tree_path (out, "x");
  char *folder = make_trapped_repository (canary);
  g_autofree char *git_folder = tree_path (folder, ".git");
  g_autofree char *before = describe_git_folder (git_folder), *after = NULL;

  export_to (folder, "HEAD", NULL, to);
  /* As git has it: neither CRLF nor an id. */
  assert_file (to, "a.c", "int b;\n$Id$\n");
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  after = describe_git_folder (git_folder);
  g_assert_cmpstr (before, ==, after);
  tree_free (out);
  tree_free (folder);
}

TEST ("/export-tree/bare")
{
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *bare = tree_path (out, "bare.git"), *to = tree_path (out, "x");

  git_do (out, "clone", "-q", "--bare", folder, bare, NULL);
  export_to (bare, "main", NULL, to);
  assert_file (to, "bin/tool", "#!/bin/sh\n");
  tree_free (out);
  tree_free (folder);
}

/* A tree for several revisions: what a build made stays, what git had goes. */
TEST ("/export-tree/reuse")
{
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *to = tree_path (out, "x"), *first = git_run (folder, "rev-parse", "HEAD", NULL);
  g_autofree char *second = NULL, *kept = NULL;
  struct stat before, after;
  CyanExported done;

  export_to (folder, first, NULL, to);
  tree_write (to, "a.o", "built", -1);
  tree_write (to, "bin/made", "built", -1);
  tree_write (to, "empty", "changed by the build", -1);
  kept = tree_path (to, "a.c");
  g_assert_cmpint (g_stat (kept, &before), ==, 0);

  git_do (folder, "rm", "-q", "-r", "bin", "deep", "link", NULL);
  tree_write (folder, "deep", "now a file\n", -1);
  tree_write (folder, "link/c.c", "int c;\n", -1);
  second = git_commit_all (folder, "two");
  done = export_to (folder, second, first, to);

  assert_file (to, "deep", "now a file\n");
  assert_file (to, "link/c.c", "int c;\n");
  assert_file (to, "empty", "");
  assert_file (to, "a.o", "built");
  assert_file (to, "bin/made", "built");
  g_assert_cmpuint (mode_of (to, "bin/tool"), ==, 0);
  g_assert_cmpuint (done.n_written, ==, 3);
  g_assert_cmpint (g_stat (kept, &after), ==, 0);
  g_assert_cmpint (before.st_ino, ==, after.st_ino);
  tree_free (out);
  tree_free (folder);
}

/* The folder of a build contains links, in the place of what is written. */
TEST ("/export-tree/links-in-the-way")
{
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *to = tree_path (out, "x"), *victim = tree_path (out, "victim");

  tree_write (out, "victim/a.c", "mine", -1);
  tree_write (out, "victim/er/b.c", "mine", -1);
  g_assert_cmpint (g_mkdir (to, 0777), ==, 0);
  make_link (to, "deep", victim);
  make_link (to, "a.c", "../victim/a.c");
  export_to (folder, "HEAD", NULL, to);
  assert_file (out, "victim/a.c", "mine");
  assert_file (out, "victim/er/b.c", "mine");
  assert_file (to, "a.c", "int a;\r\n$Id$\n");
  g_assert_true (S_ISDIR (mode_of (to, "deep")));
  tree_free (out);
  tree_free (folder);
}

/* Trees that git itself would not make. */
TEST ("/export-tree/hostile-names")
{
  static const char *const names[] = { "..", ".git", ".GIT", ".", "a/b", "../../x" };
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *blob = git_run (folder, "rev-parse", "HEAD:empty", NULL);
  g_autofree char *to = tree_path (out, "x");

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GByteArray) raw = g_byte_array_new ();
      g_autofree char *entry = g_strdup_printf ("100644 %s", names[i]);
      g_autofree char *tree = NULL, *commit = NULL, *text = NULL;
      g_autoptr (GError) error = NULL;

      g_byte_array_append (raw, (const guint8 *) entry, (guint) strlen (entry) + 1);
      for (guint k = 0; k < 20; k++)
        {
          guint8 byte = (guint8) (g_ascii_xdigit_value (blob[2 * k]) * 16
                                  + g_ascii_xdigit_value (blob[2 * k + 1]));

          g_byte_array_append (raw, &byte, 1);
        }
      tree = git_run_input (folder, (const char *) raw->data, (gssize) raw->len, "hash-object",
                            "-t", "tree", "-w", "--literally", "--stdin", NULL);
      text = g_strdup_printf ("tree %s\nauthor A <a@x> 0 +0000\ncommitter A <a@x> 0 +0000\n\nx\n",
                              tree);
      commit =
          git_run_input (folder, text, -1, "hash-object", "-t", "commit", "-w", "--stdin", NULL);
      g_assert_false (cyan_export_tree (folder, commit, NULL, to, NULL, NULL, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == CYAN_ERROR);
      g_assert_null (strchr (error->message, '\n'));
      g_assert_false (g_file_test (to, G_FILE_TEST_EXISTS));
    }
  tree_free (out);
  tree_free (folder);
}

/* ---- work trees ---- */

TEST ("/export-tree/worktree")
{
  char *out = tree_new ();
  g_autofree char *canary = tree_path (out, "canary"), *to = tree_path (out, "tree");
  char *folder = make_trapped_repository (canary);
  g_autofree char *head = git_run (folder, "rev-parse", "HEAD~1", NULL);
  g_autofree char *description = NULL, *listed = NULL, *branch = NULL;

  /* With attributes that ask for the filters, and without. */
  MUST (cyan_worktree_add (folder, "HEAD", to, NULL, &failure));
  assert_file (to, "a.c", "int b;\n$Id$\n");
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  MUST (cyan_worktree_remove (folder, to, &failure));
  MUST (cyan_worktree_add (folder, head, to, NULL, &failure));
  assert_file (to, "a.c", "int a;\r\n$Id$\n");
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  /* What a build asks. */
  description = git_run (to, "rev-parse", "HEAD", NULL);
  g_assert_cmpstr (description, ==, head);
  git_do (to, "-c", "core.fsmonitor=false", "diff-index", "--quiet", "HEAD", NULL);
  branch = git_run (to, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c",
                    "core.autocrlf=false", "status", "--porcelain", NULL);
  g_assert_cmpstr (branch, ==, "");

  tree_write (to, "made/by.o", "the build", -1);
  MUST (cyan_worktree_remove (folder, to, &failure));
  g_assert_false (g_file_test (to, G_FILE_TEST_EXISTS));
  listed = git_run (folder, "-c", "core.fsmonitor=false", "worktree", "list", "--porcelain", NULL);
  g_assert_null (strstr (listed, to));
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  tree_free (out);
  tree_free (folder);
}

TEST ("/export-tree/worktree-fails")
{
  char *folder = make_repository (), *out = tree_new ();
  g_autofree char *to = tree_path (out, "x");
  g_autoptr (GError) error = NULL;

  g_assert_false (
      cyan_worktree_add (folder, "0000000000000000000000000000000000000000", to, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_null (strchr (error->message, '\n'));
  g_assert_false (g_file_test (to, G_FILE_TEST_EXISTS));
  tree_free (out);
  tree_free (folder);
}

/* ---- removing ---- */

TEST ("/export-tree/remove")
{
  char *out = tree_new ();
  g_autofree char *to = tree_path (out, "x"), *locked = tree_path (out, "x/locked");
  g_autofree char *hidden = tree_path (out, "x/locked/in");

  tree_write (out, "victim/file", "mine", -1);
  tree_write (out, "x/locked/in/file", "a", -1);
  tree_write (out, "x/a/b/c/d", "a", -1);
  tree_write (out, "x/.cyan-1/y/z", "a", -1);
  tree_write (out, "x/.cyan-2", "a", -1);
  make_link (to, "link", "../victim");
  g_assert_cmpint (g_chmod (hidden, 0), ==, 0);
  g_assert_cmpint (g_chmod (locked, 0500), ==, 0);
  MUST (cyan_remove_folder (to, &failure));
  g_assert_false (g_file_test (to, G_FILE_TEST_EXISTS));
  assert_file (out, "victim/file", "mine");
  MUST (cyan_remove_folder (to, &failure));
  tree_free (out);
}

/* Deeper than a path is long and than files can be open. */
TEST ("/export-tree/remove-deep")
{
  char *out = tree_new ();
  g_autofree char *to = tree_path (out, "x");
  int at;

  g_assert_cmpint (g_mkdir (to, 0777), ==, 0);
  at = open (to, O_RDONLY | O_DIRECTORY);
  for (guint i = 0; i < 3000; i++)
    {
      int next;

      g_assert_cmpint (mkdirat (at, "folder", 0777), ==, 0);
      next = openat (at, "folder", O_RDONLY | O_DIRECTORY);
      close (at);
      at = next;
    }
  close (at);
  MUST (cyan_remove_folder (to, &failure));
  g_assert_false (g_file_test (to, G_FILE_TEST_EXISTS));
  tree_free (out);
}
