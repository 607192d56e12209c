/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a revision are those that git lists. */
#include "cyan-git.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-git-private.h"
#include "cyan-source-files.h"
#include "cyan-source-rules.h"
#include "cyan-tick.h"
#include "git-fixture.h"
#include "git-revision.h"
#include "tests.h"
#include "tree.h"

TEST ("/source/git/like-git")
{
  char *folder = make_repository ();
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD~1");
  g_autofree char *listed = list_revision (tree);
  g_autofree char *expected = git_run (folder, "ls-tree", "-r", "--name-only", "HEAD~1", "a.c",
                                       "src/", "src-more/", "many/", NULL);
  g_auto (GStrv) paths = g_strsplit (listed, "\n", -1);

  g_assert_cmpstr (listed, ==, expected);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *spec = g_strconcat ("HEAD~1:", paths[i], NULL);
      g_autofree char *blob = git_run (folder, "rev-parse", spec, NULL);
      g_autofree char *found = cyan_git_tree_blob (tree, paths[i]);
      g_autofree char *shown = git_run (folder, "show", spec, NULL);
      char *text = cyan_git_tree_read (tree, paths[i], NULL);

      g_assert_cmpstr (found, ==, blob);
      g_assert_true (g_str_has_prefix (text, shown));
      g_assert_cmpuint (strlen (text) - strlen (shown), <=, 1);
      g_ref_string_release (text);
    }
  assert_text (tree, "a.c", "int a2;\n");
  assert_text (tree, "node_modules/m/x.c", "int x;\n");
  tree_free (folder);
}

TEST ("/source/git/no-files")
{
  static const char *const paths[] = { "",          "/",           "a.c/",        "/a.c",
                                       "./a.c",     "src/../a.c",  "../a.c",      "src//b.c",
                                       "src",       "link.c",      "other/b.c",   "a.c/b.c",
                                       "nothing.c", "/etc/passwd", ".git/config", "src/deep/er",
                                       "src/b.c\n", "HEAD:a.c" };
  char *folder = make_repository ();
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_test_message ("%s", paths[i]);
      g_assert_false (cyan_git_tree_has (tree, paths[i]));
      g_assert_null (cyan_git_tree_blob (tree, paths[i]));
      assert_unread (tree, paths[i], CYAN_ERROR_IO, "not in revision");
    }
  tree_free (folder);
}

TEST ("/source/git/revisions")
{
  static const char *const revisions[] = { "HEAD",    "main",     "side",         "v1",
                                           "v2",      "HEAD~2",   "main^",        "v2^{commit}",
                                           "@",       "HEAD@{1}", "refs/tags/v1", "tags/v2",
                                           "v2~1^{}", "@~1" };
  char *folder = make_repository ();
  g_autofree char *head = git_run (folder, "rev-parse", "HEAD", NULL);
  g_autofree char *first = g_strndup (head, 8);

  for (gsize i = 0; i < G_N_ELEMENTS (revisions); i++)
    {
      g_autoptr (CyanGitTree) tree = open_revision (folder, revisions[i]);
      g_autofree char *spec = g_strconcat (revisions[i], "^{commit}", NULL);
      g_autofree char *expected = git_run (folder, "rev-parse", spec, NULL);

      g_test_message ("%s", revisions[i]);
      g_assert_cmpstr (cyan_git_tree_commit (tree), ==, expected);
    }
  {
    g_autoptr (CyanGitTree) tree = open_revision (folder, first);

    g_assert_cmpstr (cyan_git_tree_commit (tree), ==, head);
  }
  assert_refused (folder, "nothing", CYAN_ERROR_INVALID, "there is no revision nothing");
  assert_refused (folder, "", CYAN_ERROR_INVALID, "there is no revision");
  assert_refused (folder, "HEAD~9", CYAN_ERROR_INVALID, "there is no revision HEAD~9");
  assert_refused (folder, "main..side", CYAN_ERROR_INVALID, "main..side");
  assert_refused (folder, "a\nb", CYAN_ERROR_INVALID, "a b");
  assert_refused (folder, "HEAD:a.c", CYAN_ERROR_INVALID, "HEAD:a.c is a blob, not a commit");
  assert_refused (folder, "HEAD^{tree}", CYAN_ERROR_INVALID, "is a tree, not a commit");
  assert_refused (folder, "0000000000000000000000000000000000000000", CYAN_ERROR_INVALID,
                  "there is no revision 0000");
  assert_refused (folder, "--upload-pack=touch x", CYAN_ERROR_INVALID, "--upload-pack");
  tree_free (folder);
}

/* `git gc` packs objects while a revision is open: at first the loose ones, then those of packs. */
TEST ("/source/git/packed-meanwhile")
{
  char *folder = make_repository ();
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");

  git_do (folder, "repack", "-q", "-a", "-d", NULL);
  assert_text (tree, "a.c", "int a3;\n");
  g_clear_pointer (&tree, cyan_git_tree_free);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("new%u.c", i);

      tree = open_revision (folder, "HEAD");
      tree_write (folder, name, "int n;\n", -1);
      g_free (git_commit_all (folder, "more"));
      git_do (folder, "repack", "-q", i == 0 ? "-d" : "-ad", NULL);
      assert_text (tree, "src/b.c", "int b;\n");
      g_clear_pointer (&tree, cyan_git_tree_free);
    }
  tree_free (folder);
}

TEST ("/source/git/ref-like-an-option")
{
  char *folder = make_repository ();
  g_autofree char *head = git_run (folder, "rev-parse", "HEAD", NULL);
  g_autofree char *canary = tree_path (folder, "canary");
  g_autofree char *name = g_strdup ("--upload-pack=touch${IFS}canary");
  g_autofree char *ref = g_strconcat ("refs/heads/", name, NULL);
  g_autoptr (CyanGitTree) tree = NULL;

  git_do (folder, "update-ref", ref, head, NULL);
  tree = open_revision (folder, name);
  g_assert_cmpstr (cyan_git_tree_commit (tree), ==, head);
  g_assert_false (g_file_test (canary, G_FILE_TEST_EXISTS));
  tree_free (folder);
}

TEST ("/source/git/ambiguous")
{
  char *folder = git_new ();
  g_autofree char *all = NULL;
  g_auto (GStrv) ids = NULL;
  char seen[65536 / 8] = { 0 };

  for (int i = 0; i < 700; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%d.c", i);

      tree_write (folder, name, name, -1);
    }
  g_free (git_commit_all (folder, "many"));
  all = git_run (folder, "cat-file", "--batch-check=%(objectname)", "--batch-all-objects", NULL);
  ids = g_strsplit (all, "\n", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autofree char *four = g_strndup (ids[i], 4);
      guint number = (guint) g_ascii_strtoull (four, NULL, 16);

      if (seen[number / 8] & (1 << number % 8))
        {
          assert_refused (folder, four, CYAN_ERROR_INVALID, "more than one object's id begins");
          tree_free (folder);
          return;
        }
      seen[number / 8] = (char) (seen[number / 8] | 1 << number % 8);
    }
  /* Among 700 numbers below 65536 two are equal, except once in forty cases; here ids are always
   * the same. */
  g_assert_not_reached ();
}

TEST ("/source/git/places")
{
  char *folder = make_repository ();
  char *outer = tree_new ();
  g_autofree char *real = realpath (folder, NULL);
  g_autofree char *inner = tree_path (folder, "src/deep");
  g_autofree char *dot_git = tree_path (folder, ".git");
  g_autofree char *bare = tree_path (outer, "bare.git");
  g_autofree char *linked = tree_path (outer, "linked");
  g_autofree char *plain = tree_path (outer, "plain");
  const char *const with_tree[] = { folder, inner, dot_git };

  git_do (folder, "clone", "-q", "--bare", folder, bare, NULL);
  git_do (folder, "worktree", "add", "-q", "--detach", linked, "v1", NULL);
  tree_write (plain, "a.c", "", 0);
  for (gsize i = 0; i < G_N_ELEMENTS (with_tree); i++)
    {
      g_autoptr (CyanGitTree) tree = open_revision (with_tree[i], "HEAD");

      g_assert_true (cyan_git_is_repository (with_tree[i]));
      g_assert_cmpstr (cyan_git_tree_real_path (tree), ==, real);
      g_assert_cmpstr (cyan_git_tree_repository (tree), ==, with_tree[i]);
      assert_text (tree, "a.c", "int a3;\n");
    }
  {
    g_autoptr (CyanGitTree) tree = open_revision (bare, "side");

    g_assert_null (cyan_git_tree_real_path (tree));
    assert_text (tree, "a.c", "int a2;\n");
  }
  {
    g_autoptr (CyanGitTree) tree = open_revision (linked, "HEAD");
    g_autofree char *real_linked = realpath (linked, NULL);

    /* It has its own HEAD and shares the branches. */
    g_assert_cmpstr (cyan_git_tree_real_path (tree), ==, real_linked);
    assert_text (tree, "a.c", "int a;\n");
    g_clear_pointer (&tree, cyan_git_tree_free);
    tree = open_revision (linked, "side");
    assert_text (tree, "a.c", "int a2;\n");
  }
  g_assert_false (cyan_git_is_repository (plain));
  assert_refused (plain, "HEAD", CYAN_ERROR_IO, "no git repository");
  tree_write (plain, ".git", "gitdir: /nowhere\n", -1);
  assert_refused (plain, "HEAD", CYAN_ERROR_IO, "leads to no git repository");
  tree_free (outer);
  tree_free (folder);
}

/* Creates a tree object from lines "MODE NAME" and the id of their object. */
static char *
make_tree (const char *folder, const char *mode, const char *name, const char *id)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) mode, (guint) strlen (mode));
  g_byte_array_append (bytes, (const guint8 *) " ", 1);
  g_byte_array_append (bytes, (const guint8 *) name, (guint) strlen (name) + 1);
  for (guint i = 0; i < 40; i += 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (id[i]) * 16 + g_ascii_xdigit_value (id[i + 1]));

      g_byte_array_append (bytes, &byte, 1);
    }
  return git_run_input (folder, (const char *) bytes->data, (gssize) bytes->len, "hash-object",
                        "-t", "tree", "-w", "--stdin", "--literally", NULL);
}

static CyanGitTree *
open_made_tree (const char *folder, const char *tree)
{
  g_autofree char *commit = git_run (folder, "commit-tree", "-m", "made", tree, NULL);

  return open_revision (folder, commit);
}

/* Entries that are invalid in a work tree, or that lead elsewhere, are ignored. */
TEST ("/source/git/hostile-entries")
{
  static const struct
  {
    const char *mode, *name;
  } entries[] = {
    { "100644", "..c"
                "\n"
                ".c" },
    { "100644", "a/b.c" },
    { "100644", "\x1b[31m.c" },
    { "100644", "\xff.c" },
    { "120000", "l.c" },
    { "160000", "module.c" },
  };
  char *folder = make_repository ();
  g_autofree char *blob = git_run (folder, "rev-parse", "HEAD:a.c", NULL);
  g_autofree char *head = git_run (folder, "rev-parse", "HEAD", NULL);
  g_autofree char *root = git_run (folder, "rev-parse", "HEAD^{tree}", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autofree char *id = make_tree (folder, entries[i].mode, entries[i].name,
                                       entries[i].mode[1] == '6' ? head : blob);
      g_autoptr (CyanGitTree) tree = open_made_tree (folder, id);

      ASSERT_TEXT (list_revision (tree), "");
      if (entries[i].mode[1] != '0' || strchr (entries[i].name, '/') != NULL)
        g_assert_false (cyan_git_tree_has (tree, entries[i].name));
    }
  {
    g_autofree char *id = make_tree (folder, "40000", "..", root);
    g_autoptr (CyanGitTree) tree = open_made_tree (folder, id);

    ASSERT_TEXT (list_revision (tree), "");
    assert_unread (tree, "../a.c", CYAN_ERROR_IO, "not in revision");
  }
  tree_free (folder);
}

/* Ten folders in each of ten levels, all the same object: 10^10 paths. */
TEST ("/source/git/tree-bomb")
{
  char *folder = make_repository ();
  g_autofree char *id = git_run (folder, "rev-parse", "HEAD:src/deep/er", NULL);
  g_autoptr (CyanGitTree) tree = NULL;

  for (int level = 0; level < 10; level++)
    {
      g_autoptr (GString) lines = g_string_new (NULL);

      for (int i = 0; i < 10; i++)
        g_string_append_printf (lines, "040000 tree %s\tf%d\n", id, i);
      g_free (id);
      id = git_run_input (folder, lines->str, -1, "mktree", NULL);
    }
  tree = open_made_tree (folder, id);
  MUST_FAIL (CYAN_ERROR_LIMIT, "*more than 100000 files*",
             cyan_git_tree_list (tree, NULL, &failure));
  tree_free (folder);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  (void) fraction;
  (void) what;
  (void) data;
  return FALSE;
}

TEST ("/source/git/cancel")
{
  char *folder = make_repository ();
  g_autoptr (CyanGitTree) tree = open_revision (folder, "HEAD");
  CyanTick tick = CYAN_TICK_INIT (stop, NULL);

  MUST_FAIL (CYAN_ERROR_CANCELLED, "*", cyan_git_tree_list (tree, &tick, &failure));
  tree_free (folder);
}
/* The rules for text files are the same as for directories. */
TEST ("/source/git/texts")
{
  char *folder = git_new ();
  g_autofree char *big = g_malloc (CYAN_SOURCE_MAX_BYTES + 1);
  g_autofree char *lines = g_malloc (CYAN_SOURCE_MAX_LINES + 1);
  g_autoptr (CyanGitTree) tree = NULL;

  memset (big, 'x', CYAN_SOURCE_MAX_BYTES + 1);
  memset (lines, '\n', CYAN_SOURCE_MAX_LINES + 1);
  tree_write (folder, "big.c", big, CYAN_SOURCE_MAX_BYTES + 1);
  tree_write (folder, "long.c", lines, CYAN_SOURCE_MAX_LINES + 1);
  tree_write (folder, "just.c", lines, CYAN_SOURCE_MAX_LINES);
  tree_write (folder, "latin1.c", "\xef\xbb\xbf/* \xe9 */\r\nint a;\rint b;\n", -1);
  tree_write (folder, "binary.c", "int\0a", 5);
  tree_write (folder, "empty.c", "", 0);
  g_free (git_commit_all (folder, "texts"));
  tree = open_revision (folder, "HEAD");
  assert_unread (tree, "big.c", CYAN_ERROR_LIMIT, "big.c: larger than 16 MiB");
  assert_unread (tree, "long.c", CYAN_ERROR_LIMIT, "long.c: longer than 200000 lines");
  assert_unread (tree, "binary.c", CYAN_ERROR_UNSUPPORTED, "binary.c: not a text file");
  assert_text (tree, "latin1.c", "/* \xc3\xa9 */\nint a;\nint b;\n");
  assert_text (tree, "empty.c", "");
  g_assert_true (cyan_git_tree_has (tree, "just.c"));
  tree_free (folder);
}

static void
assert_location_refused (const char *location, CyanError code, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_source_files_open (location, &error));
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, reason));
}

static void
assert_split (const char *location, const char *repository, const char *revision)
{
  g_autofree char *front = NULL;
  const char *behind;

  g_assert_true (cyan_source_files_split (location, &front, &behind));
  g_assert_cmpstr (front, ==, repository);
  g_assert_cmpstr (behind, ==, revision);
}

static void
assert_not_split (const char *location)
{
  char *front = NULL;
  const char *behind;

  g_assert_false (cyan_source_files_split (location, &front, &behind));
  g_assert_null (front);
}

TEST ("/source/git/locations")
{
  char *folder = make_repository ();
  char *outer = tree_new ();
  g_autofree char *head = git_run (folder, "rev-parse", "HEAD~1", NULL);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *label = g_strdup_printf ("%s@%.12s", name, head);
  g_autofree char *with_at = tree_path (outer, "user@host");
  const char *const same[] = { "HEAD~1", "main@{1}", "@~1", "@{1}", "side" };
  g_autofree char *plain = g_strconcat (outer, "@HEAD", NULL);
  g_autofree char *empty = g_strconcat (folder, "@", NULL);
  g_autofree char *unknown = g_strconcat (folder, "@v9", NULL);
  g_autofree char *nowhere = g_strconcat (folder, "/nothing@HEAD", NULL);
  g_autofree char *behind = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_autofree char *location = cyan_source_files_join (folder, same[i]);
      g_autoptr (CyanSourceFiles) files = MUST (cyan_source_files_open (location, &failure));

      g_assert_cmpstr (cyan_source_files_commit (files), ==, head);
      g_assert_cmpstr (cyan_source_files_repository (files), ==, folder);
      g_assert_cmpstr (cyan_source_files_label (files), ==, label);
      assert_split (location, folder, same[i]);
    }
  assert_split (plain, outer, "HEAD");
  assert_not_split (empty);
  assert_not_split (nowhere);
  assert_not_split (folder);
  assert_location_refused (plain, CYAN_ERROR_IO, "no git repository");
  assert_location_refused (empty, CYAN_ERROR_INVALID, "no revision behind the @");
  assert_location_refused (unknown, CYAN_ERROR_INVALID, "there is no revision v9");
  assert_location_refused (nowhere, CYAN_ERROR_IO, "no such folder");

  /* A folder with "@" in its name is still a folder, and may be a repository. */
  git_do (outer, "clone", "-q", folder, with_at, NULL);
  {
    g_autoptr (CyanSourceFiles) files = cyan_source_files_open (with_at, NULL);

    g_assert_null (cyan_source_files_commit (files));
    g_assert_true (cyan_source_files_has (files, "a.c"));
    assert_not_split (with_at);
    g_clear_pointer (&files, cyan_source_files_free);
    behind = cyan_source_files_join (with_at, "HEAD~1");
    assert_split (behind, with_at, "HEAD~1");
    files = cyan_source_files_open (behind, NULL);
    g_assert_cmpstr (cyan_source_files_commit (files), ==, head);
  }
  tree_free (outer);
  tree_free (folder);
}

TESTS ()
{
  git_fixture_start ();
}
