/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits of a repository: which they are, their order, and their depth. */
#include "cyan-git-log.h"

#include <string.h>

#include "cyan-error.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

/* main:  a - b ----- merge - c
 *         \         /
 * side:    s1 - s2 -                       */
static char *
make_merge (void)
{
  char *folder;

  git_fixture_start ();
  folder = git_new ();
  g_free (git_commit_all (folder, "a"));
  git_do (folder, "branch", "side", NULL);
  g_free (git_commit_all (folder, "b"));
  git_do (folder, "checkout", "-q", "side", NULL);
  g_free (git_commit_all (folder, "s1"));
  g_free (git_commit_all (folder, "s2"));
  git_do (folder, "checkout", "-q", "main", NULL);
  git_do (folder, "merge", "-q", "--no-ff", "-m", "merge", "side", NULL);
  g_free (git_commit_all (folder, "c"));
  return folder;
}

/* "a:0 b:1": subjects with their depths. */
static char *
describe (GPtrArray *commits)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < commits->len; i++)
    {
      const CyanGitLogCommit *commit = commits->pdata[i];

      g_string_append_printf (text, "%s%s:%" G_GINT64_FORMAT, i > 0 ? " " : "", commit->subject,
                              commit->depth);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_range (const char *folder, CyanGitRange range, const char *expected)
{
  g_autoptr (GPtrArray) commits = MUST (cyan_git_log_range (folder, &range, NULL, &failure));

  ASSERT_TEXT (describe (commits), expected);
}

TEST ("/git-log/ranges")
{
  char *folder = make_merge ();

  assert_range (folder, (CyanGitRange){ .tip = "main" }, "a:0 b:1 merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main", .last = 2 }, "merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main", .last = 9 }, "a:0 b:1 merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "side" }, "a:0 s1:1 s2:2");
  assert_range (folder, (CyanGitRange){ .tip = "main", .all = TRUE },
                "a:0 b:1 s1:1 s2:2 merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main", .start = "main~2" }, "merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main", .start = "main~2", .all = TRUE },
                "s1:1 s2:2 merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main", .start = "side" }, "b:1 merge:2 c:3");
  assert_range (folder, (CyanGitRange){ .tip = "main~1", .start = "main" }, "");
  tree_free (folder);
}

/* A clock that goes back changes nothing. */
TEST ("/git-log/clock")
{
  char *folder = make_merge ();
  CyanGitRange range = { .tip = "main", .all = TRUE };
  g_autoptr (GPtrArray) commits = NULL;
  const CyanGitLogCommit *last;

  {
    g_autofree char *raw = git_run (folder, "cat-file", "commit", "HEAD", NULL);
    g_autoptr (GString) text = g_string_new (NULL);
    g_autofree char *parent = git_run (folder, "rev-parse", "HEAD", NULL);
    g_autofree char *tree = git_run (folder, "rev-parse", "HEAD^{tree}", NULL);
    g_autofree char *oid = NULL;

    g_string_printf (text,
                     "tree %s\nparent %s\nauthor \xe9va <e@x> 7 +0000\n"
                     "committer C <c@x> 5 +0000\n\n  old\x1b clock\nand more\n\nbody\n",
                     tree, parent);
    oid =
        git_run_input (folder, text->str, -1, "hash-object", "-t", "commit", "-w", "--stdin", NULL);
    git_do (folder, "update-ref", "refs/heads/main", oid, NULL);
  }
  commits = MUST (cyan_git_log_range (folder, &range, NULL, &failure));
  g_assert_cmpuint (commits->len, ==, 7);
  last = commits->pdata[6];
  g_assert_cmpint (last->depth, ==, 4);
  g_assert_cmpint (last->author_time, ==, 7);
  g_assert_cmpint (last->commit_time, ==, 5);
  g_assert_cmpstr (last->author, ==, "éva");
  g_assert_cmpstr (last->subject, ==, "old  clock and more");
  g_assert_cmpstr (last->parent, ==, ((CyanGitLogCommit *) commits->pdata[5])->oid);
  g_assert_null (((CyanGitLogCommit *) commits->pdata[0])->parent);
  tree_free (folder);
}

/* The parents are known, the depths are not, until the rest is fetched. */
TEST ("/git-log/shallow")
{
  char *folder = make_merge (), *clone = tree_new ();
  g_autofree char *url = g_strconcat ("file://", folder, NULL);
  g_autofree char *shallow = tree_path (clone, "shallow");
  CyanGitRange range = { .tip = "main" };
  g_autoptr (GPtrArray) commits = NULL;
  const CyanGitLogCommit *first;

  git_do (clone, "clone", "-q", "--depth", "2", "-b", "main", url, shallow, NULL);
  assert_range (shallow, range, "merge:-1 c:-1");
  assert_range (shallow, (CyanGitRange){ .tip = "main", .all = TRUE }, "merge:-1 c:-1");
  commits = MUST (cyan_git_log_range (shallow, &range, NULL, &failure));
  first = commits->pdata[0];
  g_assert_nonnull (first->parent);
  g_assert_cmpint (first->level, ==, 0);
  g_assert_cmpint (((CyanGitLogCommit *) commits->pdata[1])->level, ==, 1);
  git_do (shallow, "fetch", "-q", "--unshallow", NULL);
  assert_range (shallow, range, "a:0 b:1 merge:2 c:3");
  tree_free (clone);
  tree_free (folder);
}

TEST ("/git-log/bare")
{
  char *folder = make_merge (), *clone = tree_new ();
  g_autofree char *bare = tree_path (clone, "cmark.git");
  g_autofree char *name = NULL, *head = NULL, *of_folder = NULL;
  g_autofree char *expected = g_path_get_basename (folder);

  git_do (clone, "clone", "-q", "--bare", folder, bare, NULL);
  assert_range (bare, (CyanGitRange){ .tip = "main" }, "a:0 b:1 merge:2 c:3");
  name = cyan_git_name (bare, NULL);
  g_assert_cmpstr (name, ==, "cmark");
  of_folder = cyan_git_name (folder, NULL);
  g_assert_cmpstr (of_folder, ==, expected);
  head = cyan_git_head_name (bare, NULL);
  g_assert_cmpstr (head, ==, "main");
  tree_free (clone);
  tree_free (folder);
}

TEST ("/git-log/lists")
{
  char *folder = make_merge ();
  const char *const names[] = { "main", "side", "main~3", "HEAD", NULL };
  const char *const missing[] = { "main", "nowhere", NULL };
  g_autoptr (GPtrArray) commits = MUST (cyan_git_log_list (folder, names, NULL, &failure));
  g_auto (GStrv) tags = NULL;

  ASSERT_TEXT (describe (commits), "a:0 s2:2 c:3");
  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_git_log_list (folder, missing, NULL, &failure));

  git_do (folder, "tag", "v1.0", "main~1", NULL);
  git_do (folder, "tag", "-a", "-m", "x", "v2.0", "main", NULL);
  git_do (folder, "tag", "other", "main", NULL);
  git_do (folder, "tag", "v3-tree", "main^{tree}", NULL);
  tags = MUST (cyan_git_list_tags (folder, "v*", &failure));
  g_assert_cmpuint (g_strv_length (tags), ==, 2);
  g_assert_cmpstr (tags[0], ==, "refs/tags/v1.0");
  g_assert_cmpstr (tags[1], ==, "refs/tags/v2.0");
  tree_free (folder);
}

TEST ("/git-log/nothing")
{
  char *folder;
  CyanGitRange range = { .tip = "main" };

  git_fixture_start ();
  folder = git_new ();
  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_git_head_name (folder, &failure));
  MUST_FAIL (CYAN_ERROR_INVALID, "*", cyan_git_log_range (folder, &range, NULL, &failure));
  tree_free (folder);
}
