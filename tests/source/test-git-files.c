/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each file of a repository is replaced by what a program could wait for, or read for ever. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-git-log.h"
#include "cyan-git.h"
#include "git-fixture.h"
#include "git-revision.h"
#include "git-limits.h"
#include "tests.h"
#include "tree.h"

/* Bytes of a file without content. */
#define HUGE_BYTES (8ll * 1024 * 1024 * 1024)

typedef enum
{
  AS_PIPE,
  AS_FOLDER,
  AS_DEVICE,
  AS_HUGE,
  N_KINDS
} Kind;

/* Puts something of @kind in the place of the file. */
static void
replace (const char *path, Kind kind)
{
  g_autofree char *folder = g_path_get_dirname (path);

  unlink (path);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  switch (kind)
    {
    case AS_PIPE:
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      break;
    case AS_FOLDER:
      g_assert_cmpint (mkdir (path, 0700), ==, 0);
      break;
    case AS_DEVICE:
      g_assert_cmpint (symlink ("/dev/zero", path), ==, 0);
      break;
    case AS_HUGE:
    default:
      g_assert_true (g_file_set_contents (path, "", 0, NULL));
      g_assert_cmpint (truncate (path, HUGE_BYTES), ==, 0);
      break;
    }
}

/* The same for a moment: what was there comes back. */
static void
with_each_kind (const char *folder,
                const char *name,
                void (*check) (const char *folder, Kind kind, gconstpointer data),
                gconstpointer data)
{
  g_autofree char *path = tree_path (folder, name), *kept = g_strconcat (path, ".kept", NULL);
  gboolean exists = g_file_test (path, G_FILE_TEST_EXISTS);

  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      g_test_message ("%s, %u", name, kind);
      if (exists)
        g_assert_cmpint (rename (path, kept), ==, 0);
      replace (path, kind);
      check (folder, kind, data);
      g_assert_cmpint (kind == AS_FOLDER ? rmdir (path) : unlink (path), ==, 0);
      if (exists)
        g_assert_cmpint (rename (kept, path), ==, 0);
    }
}

/* ---- repositories ---- */

/* A commit in a pack, with all that git makes to find it quickly, and a loose one on it. */
static char *
make_world (void)
{
  char *folder = git_new ();

  tree_write (folder, "a.c", "int a;\n", -1);
  g_free (git_commit_all (folder, "one"));
  git_do (folder, "tag", "-a", "-m", "first", "v1", NULL);
  git_do (folder, "branch", "packed", NULL);
  git_do (folder, "repack", "-q", "-a", "-d", "-b", NULL);
  git_do (folder, "pack-refs", "--all", NULL);
  git_do (folder, "multi-pack-index", "write", NULL);
  git_do (folder, "commit-graph", "write", "--reachable", "--split", NULL);
  tree_write (folder, "a.c", "int a2;\n", -1);
  g_free (git_commit_all (folder, "two"));
  return folder;
}

/* The path in @folder of the pack's file with this suffix.  Caller frees. */
static char *
pack_path (const char *folder, const char *suffix)
{
  g_autofree char *packs = tree_path (folder, ".git/objects/pack");
  g_autoptr (GDir) dir = g_dir_open (packs, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".idx"))
      return g_strdup_printf (".git/objects/pack/%.*s.%s", (int) strlen (name) - 4, name, suffix);
  g_assert_not_reached ();
}

static char *
loose_path (const char *folder, const char *revision)
{
  g_autofree char *id = git_run (folder, "rev-parse", revision, NULL);

  return g_strdup_printf (".git/objects/%.2s/%s", id, id + 2);
}

/* ---- files that are needed ---- */

/* What the line says, by kind; NULL where it works. */
typedef struct
{
  const char *revision;
  const char *words[N_KINDS];
} Answer;

static void
check_answer (const char *folder, Kind kind, gconstpointer data)
{
  const Answer *answer = data;

  if (answer->words[kind] != NULL)
    assert_git_fails (folder, answer->revision, answer->words[kind]);
  else
    assert_git_works (folder, answer->revision);
}

#define IRREGULAR "not a regular file"
#define TOO_LARGE "too large"
#define NO_GIT    "no git repository"

TEST ("/source/git-files/needed")
{
  static const struct
  {
    const char *name;
    Answer answer;
  } cases[] = {
    { ".git", { "main", { NO_GIT, NO_GIT, NO_GIT, NO_GIT } } },
    { ".git/HEAD", { "main", { NO_GIT, NO_GIT, IRREGULAR, TOO_LARGE } } },
    { ".git/packed-refs", { "main", { IRREGULAR, "cannot be read", IRREGULAR, TOO_LARGE } } },
    { ".git/objects/info/alternates", { "main", { IRREGULAR, IRREGULAR, IRREGULAR, TOO_LARGE } } },
    { ".git/refs/heads/main", { "main", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } } },
    { ".git/refs/heads/packed", { "packed", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } } },
    { ".git/refs/tags/v1", { "v1", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } } },
    { ".git/ORIG_HEAD", { "ORIG_HEAD", { IRREGULAR, "no revision", IRREGULAR, TOO_LARGE } } },
    { ".git/logs/refs/heads/main",
      { "main@{1}", { IRREGULAR, "main@{1}", IRREGULAR, TOO_LARGE } } },
    { ".git/logs/HEAD", { "@{-1}", { IRREGULAR, "@{-1}", IRREGULAR, TOO_LARGE } } },
  };
  char *folder = make_world ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    with_each_kind (folder, cases[i].name, check_answer, &cases[i].answer);
  assert_git_works (folder, "main");
  tree_free (folder);
}

/* Each kind of object, loose and in packs. */
TEST ("/source/git-files/objects")
{
  static const Answer loose = { "main",
                                { IRREGULAR, "cannot be read", IRREGULAR, "cannot be read" } };
  static const Answer inner = { "main", { IRREGULAR, "is missing", IRREGULAR, "is too large" } };
  static const Answer pack = { "packed",
                               { IRREGULAR, "cannot be read", IRREGULAR, "cannot be read" } };
  char *folder = make_world ();
  g_autofree char *commit = loose_path (folder, "main"), *tree = loose_path (folder, "main^{tree}");
  g_autofree char *index = pack_path (folder, "idx"), *bytes = pack_path (folder, "pack");

  with_each_kind (folder, commit, check_answer, &loose);
  with_each_kind (folder, tree, check_answer, &inner);
  with_each_kind (folder, index, check_answer, &pack);
  with_each_kind (folder, bytes, check_answer, &pack);
  assert_git_works (folder, "packed");
  tree_free (folder);
}

/* A link to a regular file, but of somebody else. */
TEST ("/source/git-files/links")
{
  static const char *const names[] = { ".git/refs/heads/main", ".git/packed-refs",
                                       ".git/info/attributes" };
  char *folder = make_world (), *outer = tree_new ();
  g_autofree char *secret = tree_path (outer, "secret");

  tree_write (outer, "secret", "the secret\n", -1);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = tree_path (folder, names[i]);

      unlink (path);
      g_assert_cmpint (symlink (secret, path), ==, 0);
      assert_git_fails (folder, "main", "leads out of the git repository");
      g_assert_cmpint (unlink (path), ==, 0);
    }
  tree_free (outer);
  tree_free (folder);
}

/* ---- files that nobody asked for ---- */

/* A folder in their place is as good as no file. */
TEST ("/source/git-files/unneeded")
{
  static const char *const names[] = {
    ".git/config",
    ".git/commondir",
    ".git/shallow",
    ".git/index",
    ".git/info/attributes",
    ".git/info/exclude",
    ".git/info/grafts",
    ".git/info/refs",
    ".git/info/sparse-checkout",
    ".git/FETCH_HEAD",
    ".git/MERGE_HEAD",
    ".git/refs/heads/other",
    ".git/logs/HEAD",
    ".git/objects/info/packs",
    ".git/objects/info/http-alternates",
    ".git/objects/info/commit-graph",
    ".git/objects/info/commit-graphs/commit-graph-chain",
    ".git/objects/pack/multi-pack-index",
  };
  static const char *const suffixes[] = { "rev", "keep", "bitmap", "promisor", "mtimes" };
  static const char *const outside[] = {
    ".git/hooks/pre-commit", ".git/config.worktree", ".git/gitdir", ".git/pipe",
    ".gitattributes",        ".gitignore",           ".gitmodules"
  };
  static const Answer answer = { "main", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } };
  static const Answer packed = { "packed", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } };
  static const Answer works = { "main", { NULL } };
  char *folder = make_world ();

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    with_each_kind (folder, names[i], check_answer, &answer);
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = pack_path (folder, suffixes[i]);

      with_each_kind (folder, name, check_answer, &packed);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (outside); i++)
    with_each_kind (folder, outside[i], check_answer, &works);
  tree_free (folder);
}

/* ---- worktrees, lists ---- */

TEST ("/source/git-files/worktree")
{
  static const Answer answer = { "HEAD", { IRREGULAR, NULL, IRREGULAR, TOO_LARGE } };
  char *folder = make_world (), *outer = tree_new ();
  g_autofree char *linked = tree_path (outer, "linked");
  g_autofree char *head = tree_path (folder, ".git/worktrees/linked/HEAD");
  g_autofree char *common = tree_path (folder, ".git/worktrees/linked/commondir");
  g_autofree char *kept = g_strconcat (common, ".kept", NULL);
  g_autoptr (GPtrArray) names = NULL;

  git_do (folder, "worktree", "add", "-q", "-b", "side", linked, NULL);
  assert_git_works (linked, "HEAD");
  assert_git_works (linked, "main");
  git_do (linked, "update-ref", "refs/bisect/own", "HEAD", NULL);
  assert_git_works (linked, "refs/bisect/own");
  names = cyan_git_list_refs (linked, 10, NULL);
  g_assert_nonnull (names);
  g_assert_cmpuint (names->len, ==, 4);
  with_each_kind (folder, ".git/refs/heads/side", check_answer,
                  &(Answer){ "side", { IRREGULAR, "no revision", IRREGULAR, TOO_LARGE } });
  with_each_kind (folder, ".git/config", check_answer, &answer);
  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      g_assert_cmpint (rename (common, kept), ==, 0);
      replace (common, kind);
      assert_git_fails (linked, "HEAD", kind == AS_HUGE ? TOO_LARGE : "leads to no git");
      g_assert_cmpint (kind == AS_FOLDER ? rmdir (common) : unlink (common), ==, 0);
      g_assert_cmpint (rename (kept, common), ==, 0);
    }
  replace (head, AS_PIPE);
  assert_git_fails (linked, "HEAD", "leads to no git repository");
  tree_free (outer);
  tree_free (folder);
}

static void
check_list (const char *folder, Kind kind, gconstpointer data)
{
  const char *const *words = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = cyan_git_list_refs (folder, 10, &error);

  if (words[kind] == NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpuint (names->len, ==, 3);
      return;
    }
  g_assert_null (names);
  g_assert_nonnull (strstr (error->message, words[kind]));
}

static void
check_work_files (const char *folder, Kind kind, gconstpointer data)
{
  const char *const *words = data;
  g_autofree char *worktree = NULL;
  g_autoptr (GError) error = NULL;

  g_autoptr (GPtrArray) files = cyan_git_list_work_files (folder, &worktree, &error);

  if (words[kind] == NULL)
    return;
  g_assert_null (files);
  g_assert_nonnull (strstr (error->message, words[kind]));
}

TEST ("/source/git-files/lists")
{
  static const char *const words[] = { IRREGULAR, NULL, IRREGULAR, TOO_LARGE };
  char *folder = make_world ();
  g_autofree char *worktree = NULL;
  g_autoptr (GPtrArray) files = NULL;

  tree_write (folder, "sub/b.c", "int b;\n", -1);
  tree_write (folder, "sub/b.o", "", 0);
  tree_write (folder, ".git/info/exclude", "*.o\n", -1);
  with_each_kind (folder, ".git/refs/heads/other", check_list, words);
  with_each_kind (folder, ".git/refs/tags/a/b/c", check_list, words);
  with_each_kind (folder, ".git/index", check_work_files, words);
  with_each_kind (folder, ".git/info/exclude", check_work_files, words);
  with_each_kind (folder, ".gitattributes", check_work_files, words);
  with_each_kind (folder, "sub/.gitignore", check_work_files, words);
  files = cyan_git_list_work_files (folder, &worktree, NULL);
  g_assert_nonnull (files);
  g_assert_cmpuint (files->len, ==, 2);
  g_assert_cmpstr (files->pdata[0], ==, "a.c");
  g_assert_cmpstr (files->pdata[1], ==, "sub/b.c");
  tree_free (folder);
}

/* ---- what is as it should be ---- */

/* Repositories that share objects with others, or are not where one expects them. */
TEST ("/source/git-files/good")
{
  char *folder = make_world (), *outer = tree_new ();
  g_autofree char *shared = tree_path (outer, "shared"), *again = tree_path (outer, "again");
  g_autofree char *bare = tree_path (outer, "bare.git"), *super = tree_path (outer, "super");
  g_autofree char *sub = tree_path (super, "sub"), *link = tree_path (bare, "HEAD");
  g_autofree char *relative = tree_path (outer, "relative");

  git_do (folder, "clone", "-q", "--shared", folder, shared, NULL);
  git_do (folder, "clone", "-q", "--reference", shared, shared, again, NULL);
  git_do (folder, "clone", "-q", "--bare", folder, bare, NULL);
  git_do (outer, "init", "-q", "-b", "main", super, NULL);
  git_do (super, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", folder, "sub",
          NULL);
  git_do (outer, "init", "-q", "-b", "main", relative, NULL);
  tree_write (relative, ".git/objects/info/alternates",
              "# a comment\n\n../../../shared/.git/objects\n/nowhere/objects\n", -1);
  {
    g_autofree char *id = git_run (folder, "rev-parse", "main", NULL);

    assert_git_works (relative, id);
  }
  assert_git_works (shared, "main");
  assert_git_works (shared, "origin/main~1");
  assert_git_works (again, "main~1");
  assert_git_works (bare, "main");
  assert_git_works (sub, "HEAD~1");
  /* As git made it long ago. */
  git_do (folder, "--git-dir", bare, "update-ref", "refs/heads/loose", "refs/heads/main", NULL);
  g_assert_cmpint (unlink (link), ==, 0);
  g_assert_cmpint (symlink ("refs/heads/loose", link), ==, 0);
  assert_git_works (bare, "HEAD");
  tree_free (outer);
  tree_free (folder);
}

/* Alternates that name each other, themselves, or very many. */
TEST ("/source/git-files/alternates")
{
  char *folder = make_world ();
  g_autoptr (GString) many = g_string_new (NULL);

  tree_write (folder, ".git/objects/info/alternates", ".\n..\n../objects\n/\n/nowhere\n", -1);
  assert_git_works (folder, "main");
  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *name = g_strdup_printf ("other/%u", i), *path = tree_path (folder, name);

      g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
      g_string_append_printf (many, "%s\n", path);
    }
  tree_write (folder, ".git/objects/info/alternates", many->str, -1);
  assert_git_fails (folder, "main", "more than 100 folders with objects");
  tree_free (folder);
}

TESTS ()
{
  git_fixture_start ();
}
