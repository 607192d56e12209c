/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that touched a function are the same as in `git log -L`. */
#include "cyan-git-history.h"

#include <string.h>

#include <glib/gstdio.h>

#include "cyan-error.h"
#include "cyan-source-location.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

static CyanSourceLocation *
open_revision (const char *folder, const char *revision)
{
  g_autofree char *path = g_strconcat (folder, "@", revision, NULL);
  CyanSourceLocation *location = MUST (cyan_source_location_open (path, &failure));

  return location;
}

/* Lines @first to @last of a file as a function's text; NULL for no path. */
static CyanFunctionText *
make_text (const char *folder, const char *revision, const char *path, guint first, guint last)
{
  CyanFunctionText *text;
  g_autofree char *spec = g_strconcat (revision, ":", path, NULL);
  g_autofree char *content = NULL;

  if (path == NULL)
    return NULL;
  content = git_run (folder, "show", spec, NULL);
  text = g_new0 (CyanFunctionText, 1);
  cyan_ref_count_init (&text->refs);
  text->path = g_strdup (path);
  text->file_text = g_ref_string_new (content);
  text->first_line = first;
  text->last_line = last;
  return text;
}

typedef struct
{
  const char *path;
  guint first, last;
} Lines;

static const Lines nowhere = { NULL, 0, 0 };

/* The function that begins in the line with @name and ends at the next line that begins with a
 * brace. */
static Lines
find_lines (const char *folder, const char *revision, const char *path, const char *name)
{
  g_autofree char *spec = g_strconcat (revision, ":", path, NULL);
  g_autofree char *content = git_run (folder, "show", spec, NULL);
  g_auto (GStrv) lines = g_strsplit (content, "\n", -1);
  Lines found = { path, 0, 0 };

  for (guint i = 0; lines[i] != NULL && found.last == 0; i++)
    {
      if (found.first == 0 && strstr (lines[i], name) != NULL)
        found.first = i + 1;
      if (found.first > 0 && lines[i][0] == '}')
        found.last = i + 1;
    }
  g_assert_cmpuint (found.last, >, 0);
  return found;
}

static GPtrArray *
history_of (CyanSourceLocation *before_location,
            CyanSourceLocation *after_location,
            const CyanFunctionText *before,
            const CyanFunctionText *after,
            const CyanTick *tick,
            GError **error)
{
  const CyanGitRevision first = cyan_source_location_revision (before_location);
  const CyanGitRevision last = cyan_source_location_revision (after_location);

  return cyan_git_history (&first, &last, before, after, tick, error);
}

static GPtrArray *
find_history (const char *folder,
              const char *before,
              const char *after,
              Lines before_lines,
              Lines after_lines,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (CyanSourceLocation) before_location = open_revision (folder, before);
  g_autoptr (CyanSourceLocation) after_location = open_revision (folder, after);
  g_autoptr (CyanFunctionText) before_text =
      make_text (folder, before, before_lines.path, before_lines.first, before_lines.last);
  g_autoptr (CyanFunctionText) after_text =
      make_text (folder, after, after_lines.path, after_lines.first, after_lines.last);

  return history_of (before_location, after_location, before_text, after_text, tick, error);
}

static char *
to_subjects (const GPtrArray *touches)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < touches->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            ((CyanGitTouch *) g_ptr_array_index (touches, i))->subject);
  return g_string_free (text, FALSE);
}

static void
assert_history (const char *folder,
                const char *before,
                const char *after,
                Lines before_lines,
                Lines after_lines,
                const char *expected)
{
  g_autoptr (GPtrArray) touches =
      MUST (find_history (folder, before, after, before_lines, after_lines, NULL, &failure));

  ASSERT_TEXT (to_subjects (touches), expected);
}

/* Checks that the commits are those of `git log -L`, and equal to @expected unless it is NULL. */
static void
assert_like_git (
    const char *folder, const char *before, const char *after, Lines lines, const char *expected)
{
  g_autofree char *range = g_strconcat (before, "..", after, NULL);
  g_autofree char *option = g_strdup_printf ("-L%u,%u:%s", lines.first, lines.last, lines.path);
  g_autofree char *log =
      git_run (folder, "log", "-s", "--format=%s", "--date-order", "-M", option, range, NULL);
  g_auto (GStrv) subjects = g_strsplit (log, "\n", -1);
  g_autofree char *joined = g_strjoinv (", ", subjects);

  g_test_message ("%s", joined);
  if (expected != NULL)
    g_assert_cmpstr (joined, ==, expected);
  assert_history (folder, before, after, nowhere, lines, joined);
}

static char *
write_and_commit (const char *folder, const char *path, const char *text, const char *subject)
{
  tree_write (folder, path, text, -1);
  return git_commit_all (folder, subject);
}

#define HEAD_LINES "/* file */\n#include <a.h>\n\n"
#define OTHER      "static int other (void)\n{\n  return 7;\n}\n\n"
#define F_1        "static int f (int a)\n{\n  int b = a;\n  return b;\n}\n"
#define F_2        "static int f (int a)\n{\n  int b = a + 1;\n  return b;\n}\n"
#define F_3        "static int f (int a)\n{\n  int b = a + 1;\n  b *= 2;\n  return b;\n}\n"
#define F_4        "static int f (int a)\n{\n  int b = a + 1;\n  b *= 3;\n  return b;\n}\n"
#define TAIL       "\nstatic int last (void)\n{\n  return 9;\n}\n"
#define TAIL_2     "\nstatic int last (int z)\n{\n  return z;\n}\n"

TEST ("/source/git-history/one-line")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES F_1 TAIL, "start");

  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_2 TAIL, "inside"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_2 TAIL, "above"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_2 TAIL_2, "below"));
  g_free (write_and_commit (folder, "b.c", F_1, "elsewhere"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_3 TAIL_2, "longer"));
  g_free (write_and_commit (folder, "a.c", OTHER F_3 TAIL_2, "shorter above"));
  g_free (write_and_commit (folder, "a.c", OTHER F_4 TAIL, "both"));
  g_free (write_and_commit (folder, "a.c", OTHER F_4, "without tail"));
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int f"),
                   "both, longer, inside");
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int other"), "above");
  assert_like_git (folder, "HEAD~3", "HEAD", find_lines (folder, "HEAD", "a.c", "int f"), "both");
  assert_history (folder, "HEAD", "HEAD", nowhere, find_lines (folder, "HEAD", "a.c", "int f"), "");
  /* In the opposite direction there are none. */
  assert_history (folder, "HEAD", start, nowhere, find_lines (folder, start, "a.c", "int f"), "");
  tree_free (folder);
}

/* If the return type has a line of its own, a plain diff attributes the inserted lines to the
 * function below; the indent heuristic does not. */
TEST ("/source/git-history/neighbour")
{
  char *folder = git_new ();
  g_autofree char *start =
      write_and_commit (folder, "a.c", "/* file */\n\nint\nf (void)\n{\n  return 1;\n}\n", "start");

  g_free (write_and_commit (
      folder, "a.c",
      "/* file */\n\nint\ng (void)\n{\n  return 2;\n}\n\nint\nf (void)\n{\n  return 1;\n}\n",
      "neighbour"));
  assert_history (folder, start, "HEAD", nowhere, (Lines){ "a.c", 9, 13 }, "");
  assert_history (folder, start, "HEAD", nowhere, (Lines){ "a.c", 3, 7 }, "neighbour");
  tree_free (folder);
}

TEST ("/source/git-history/touch")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES F_1 TAIL, "start");
  g_autofree char *second = NULL;
  g_autoptr (GPtrArray) touches = NULL;
  const CyanGitTouch *touch;
  CyanFunctionText *before, *after;
  g_autofree char *before_body = NULL, *after_body = NULL;

  git_do (folder, "mv", "a.c", "new.c", NULL);
  second = write_and_commit (folder, "new.c", HEAD_LINES OTHER F_3 TAIL,
                             "Moved \xe9\x1b[31m and longer\n\nMore words");
  touches = MUST (find_history (folder, start, "HEAD", nowhere,
                                find_lines (folder, "HEAD", "new.c", "int f"), NULL, &failure));
  g_assert_cmpuint (touches->len, ==, 1);
  touch = g_ptr_array_index (touches, 0);
  g_assert_cmpstr (touch->commit, ==, second);
  g_assert_cmpstr (touch->author, ==, "Ada");
  g_assert_cmpstr (touch->subject, ==, "Moved \xc3\xa9 [31m and longer");
  g_assert_cmpint (touch->author_time, >, 1600000000);
  g_assert_cmpint (touch->author_offset, ==, 90);
  g_assert_cmpstr (touch->path[0], ==, "a.c");
  g_assert_cmpuint (touch->first_line[0], ==, 4);
  g_assert_cmpuint (touch->last_line[0], ==, 8);
  g_assert_cmpstr (touch->path[1], ==, "new.c");
  g_assert_cmpuint (touch->first_line[1], ==, 9);
  g_assert_cmpuint (touch->last_line[1], ==, 14);
  MUST (cyan_git_touch_load (touch, folder, &before, &after, &failure));
  before_body = cyan_function_text_body (before);
  after_body = cyan_function_text_body (after);
  g_assert_cmpstr (before_body, ==, F_1);
  g_assert_cmpstr (after_body, ==, F_3);
  cyan_function_text_unref (before);
  cyan_function_text_unref (after);
  tree_free (folder);
}

TEST ("/source/git-history/added")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES, "start");
  g_autoptr (GPtrArray) touches = NULL;
  const CyanGitTouch *touch;
  CyanFunctionText *before, *after;

  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_1, "added"));
  g_free (write_and_commit (folder, "b.c", OTHER, "a file of its own"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_2, "changed"));
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int f"),
                   "changed, added");
  touches = find_history (folder, start, "HEAD", nowhere,
                          find_lines (folder, "HEAD", "b.c", "int other"), NULL, NULL);
  g_assert_cmpuint (touches->len, ==, 1);
  touch = g_ptr_array_index (touches, 0);
  g_assert_cmpstr (touch->subject, ==, "a file of its own");
  g_assert_null (touch->path[0]);
  g_assert_true (cyan_git_touch_load (touch, folder, &before, &after, NULL));
  g_assert_null (before);
  g_assert_nonnull (after);
  cyan_function_text_unref (after);
  tree_free (folder);
}

TEST ("/source/git-history/renames")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES F_1 OTHER TAIL, "start");

  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_2 OTHER TAIL, "changed"));
  git_do (folder, "mv", "a.c", "b.c", NULL);
  g_free (git_commit_all (folder, "only moved"));
  tree_write (folder, "src/other.c", OTHER, -1);
  git_do (folder, "mv", "b.c", "src/a.c", NULL);
  g_free (write_and_commit (folder, "src/a.c", OTHER HEAD_LINES F_2 TAIL, "moved and above"));
  /* Equal to the real one only by name. */
  g_free (write_and_commit (folder, "a.c", "nothing\nof\nthe\nsame\nkind\n", "another a.c"));
  git_do (folder, "mv", "src/a.c", "src/z.c", NULL);
  g_free (write_and_commit (folder, "src/z.c", OTHER HEAD_LINES F_3 TAIL, "moved and changed"));
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "src/z.c", "int f"),
                   "moved and changed, changed");
  tree_free (folder);
}

TEST ("/source/git-history/merges")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES F_1 OTHER TAIL, "start");

  git_do (folder, "checkout", "-q", "-b", "side", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_2 OTHER TAIL, "side changes f"));
  git_do (folder, "checkout", "-q", "main", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_1 OTHER TAIL_2, "main changes last"));
  git_do (folder, "merge", "-q", "--no-ff", "-m", "clean merge", "side", NULL);
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int f"),
                   "side changes f");
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int last"),
                   "main changes last");

  git_do (folder, "checkout", "-q", "side", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_3 OTHER TAIL, "side makes f longer"));
  git_do (folder, "checkout", "-q", "main", NULL);
  g_free (write_and_commit (
      folder, "a.c",
      HEAD_LINES "static int f (long a)\n{\n  int b = a + 1;\n  return b;\n}\n" OTHER TAIL_2,
      "main changes f"));
  git_do (folder, "merge", "-q", "--no-ff", "--no-commit", "-s", "ours", "side", NULL);
  g_free (write_and_commit (
      folder, "a.c",
      HEAD_LINES
      "static int f (long a)\n{\n  int b = a + 1;\n  b *= 4;\n  return b;\n}\n" OTHER TAIL_2,
      "conflict"));
  assert_like_git (folder, start, "HEAD", find_lines (folder, "HEAD", "a.c", "int f"),
                   "conflict, main changes f, side makes f longer, side changes f");
  /* Seen from the branch: its own commits are left out. */
  assert_like_git (folder, "side", "HEAD", find_lines (folder, "HEAD", "a.c", "int f"),
                   "conflict, main changes f");
  tree_free (folder);
}

TEST ("/source/git-history/removed")
{
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", HEAD_LINES F_1 TAIL, "start");
  g_autoptr (GPtrArray) touches = NULL;
  const CyanGitTouch *touch;
  CyanFunctionText *before, *after;
  g_autofree char *body = NULL, *subjects = NULL;

  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_1 TAIL, "above"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_2 TAIL, "changed"));
  git_do (folder, "mv", "a.c", "b.c", NULL);
  g_free (git_commit_all (folder, "moved"));
  g_free (write_and_commit (folder, "b.c", HEAD_LINES OTHER F_3 TAIL, "longer"));
  g_free (write_and_commit (
      folder, "b.c", HEAD_LINES OTHER "static int zero (long q)\n{\n  halt ();\n}\n" TAIL, "gone"));
  g_free (write_and_commit (folder, "b.c",
                            HEAD_LINES OTHER "static int zero (char q)\n{\n  stop ();\n}\n" TAIL,
                            "after that"));
  touches = find_history (folder, start, "HEAD", find_lines (folder, start, "a.c", "int f"),
                          nowhere, NULL, NULL);
  subjects = to_subjects (touches);
  g_assert_cmpstr (subjects, ==, "gone, longer, changed");
  touch = g_ptr_array_index (touches, 0);
  g_assert_null (touch->path[1]);
  g_assert_cmpstr (touch->path[0], ==, "b.c");
  g_assert_true (cyan_git_touch_load (touch, folder, &before, &after, NULL));
  g_assert_null (after);
  body = cyan_function_text_body (before);
  g_assert_cmpstr (body, ==, F_3);
  cyan_function_text_unref (before);

  git_do (folder, "rm", "-q", "b.c", NULL);
  g_free (git_commit_all (folder, "file removed"));
  assert_history (folder, start, "HEAD", find_lines (folder, start, "a.c", "int last"), nowhere,
                  "file removed");
  tree_free (folder);
}

/* White space alone neither removes a function nor extends it over its neighbours. */
TEST ("/source/git-history/removed-after-layout")
{
  static const char before[] = "int a (void) {\n  return one ();\n}\nint f (void) {\n  two ();\n"
                               "  return three ();\n}\nint z (void) {\n  return four ();\n}\n";
  static const char laid_out[] =
      "int a (void)\n{\n\treturn one ();\n}\nint f (void)\n{\n\ttwo ();\n"
      "\treturn three ();\n}\nint z (void)\n{\n\treturn four ();\n}\n";
  static const char other[] =
      "int a (void)\n{\n\treturn 1 + one ();\n}\nint f (void)\n{\n\ttwo ();\n"
      "\treturn three ();\n}\nint z (void)\n{\n\treturn 4 + four ();\n}\n";
  char *folder = git_new ();
  g_autofree char *start = write_and_commit (folder, "a.c", before, "start");

  g_free (write_and_commit (folder, "a.c", laid_out, "layout"));
  g_free (write_and_commit (folder, "a.c", other, "neighbours"));
  g_free (write_and_commit (folder, "a.c", "int a (void)\n{\n\treturn 1 + one ();\n}\n", "gone"));
  assert_history (folder, start, "HEAD", (Lines){ "a.c", 4, 7 }, nowhere, "gone, layout");
  tree_free (folder);
}

/* A branch that keeps the function, compared with one that removed it. */
TEST ("/source/git-history/removed-on-another-branch")
{
  char *folder = git_new ();

  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_1 TAIL, "start"));
  git_do (folder, "checkout", "-q", "-b", "old", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES OTHER F_2 TAIL, "old branch"));
  git_do (folder, "checkout", "-q", "main", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES TAIL, "gone"));
  assert_history (folder, "old", "main", find_lines (folder, "old", "a.c", "int f"), nowhere,
                  "gone");
  tree_free (folder);
}

/* For any history the result equals git's.  All lines are different, so there is only one possible
 * diff. */
TEST ("/source/git-history/random")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  char *folder = git_new ();
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *start = NULL;
  guint n = 0, n_touches = 0;

  for (int i = 0; i < 40; i++)
    g_ptr_array_add (lines, g_strdup_printf ("line %u;", n++));
  for (int round = 0; round < 40; round++)
    {
      g_autofree char *subject = g_strdup_printf ("round %d", round);
      g_autofree char *text = NULL;
      g_autofree char *id = NULL;

      for (int edits = g_rand_int_range (rand, 1, 4); round > 0 && edits > 0; edits--)
        {
          guint at = (guint) g_rand_int_range (rand, 0, (gint) lines->len - 3);
          int kind = g_rand_int_range (rand, 0, 3);

          if (kind == 0 && lines->len > 25)
            g_ptr_array_remove_range (lines, at, 2);
          else if (kind == 1)
            g_ptr_array_insert (lines, (gint) at, g_strdup_printf ("line %u;", n++));
          else
            {
              g_free (lines->pdata[at]);
              lines->pdata[at] = g_strdup_printf ("line %u;", n++);
            }
        }
      g_ptr_array_add (lines, NULL);
      text = g_strjoinv ("\n", (char **) lines->pdata);
      g_ptr_array_set_size (lines, (gint) lines->len - 1);
      {
        g_autofree char *whole = g_strconcat (text, "\n", NULL);

        id = write_and_commit (folder, "a.c", whole, subject);
      }
      if (start == NULL)
        start = g_steal_pointer (&id);
    }
  for (guint first = 1; first + 8 < lines->len; first += 3)
    {
      g_autoptr (GPtrArray) touches = find_history (folder, start, "HEAD", nowhere,
                                                    (Lines){ "a.c", first, first + 6 }, NULL, NULL);

      assert_like_git (folder, start, "HEAD", (Lines){ "a.c", first, first + 6 }, NULL);
      n_touches += touches->len;
    }
  g_assert_cmpuint (n_touches, >, 20);
  tree_free (folder);
}

static void
assert_fails (const char *folder,
              const char *before,
              const char *after,
              Lines lines,
              CyanError code,
              const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (find_history (folder, before, after, nowhere, lines, NULL, &error));
  g_assert_error (error, CYAN_ERROR, (gint) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, reason));
}

TEST ("/source/git-history/refused")
{
  char *folder = git_new ();
  char *other = git_new ();
  char *outer = tree_new ();
  g_autofree char *clone = tree_path (outer, "clone");
  g_autofree char *url = g_strconcat ("file://", folder, NULL);
  g_autoptr (CyanSourceLocation) plain = NULL;
  g_autoptr (CyanSourceLocation) elsewhere = NULL;
  g_autoptr (CyanSourceLocation) here = NULL;
  g_autoptr (CyanFunctionText) text = NULL;
  g_autofree char *blob = NULL;
  g_autofree char *object = NULL;
  g_autofree char *orphan = NULL;

  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_1, "start"));
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_2, "second"));
  git_do (folder, "branch", "side", NULL);
  g_free (write_and_commit (folder, "a.c", HEAD_LINES F_3, "third"));
  g_free (write_and_commit (other, "a.c", HEAD_LINES F_3, "of another"));
  here = open_revision (folder, "HEAD");
  elsewhere = open_revision (other, "HEAD");
  plain = cyan_source_location_open (folder, NULL);
  text = make_text (folder, "HEAD", "a.c", 4, 9);
  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*", history_of (plain, here, NULL, text, NULL, &failure));
  MUST_FAIL (CYAN_ERROR_UNSUPPORTED, "*two repositories*",
             history_of (elsewhere, here, NULL, text, NULL, &failure));

  git_do (folder, "clone", "-q", "--depth=2", url, clone, NULL);
  orphan = git_run (clone, "commit-tree", "-m", "orphan", "HEAD^{tree}", NULL);
  git_do (clone, "branch", "orphan", orphan, NULL);
  assert_fails (clone, "orphan", "HEAD", (Lines){ "a.c", 4, 9 }, CYAN_ERROR_UNSUPPORTED,
                "shallow clone ends at");

  blob = git_run (folder, "rev-parse", "HEAD~1:a.c", NULL);
  object = g_strdup_printf ("%s/.git/objects/%.2s/%s", folder, blob, blob + 2);
  g_assert_cmpint (g_unlink (object), ==, 0);
  assert_fails (folder, "HEAD~2", "HEAD", (Lines){ "a.c", 4, 9 }, CYAN_ERROR_IO, "is missing");
  tree_free (outer);
  tree_free (other);
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

/* Thousands of commits that touch other files, created with git fast-import. */
TEST ("/source/git-history/many-commits")
{
  const guint n = CYAN_GIT_MAX_COMMITS / 2;
  char *folder = git_new ();
  g_autoptr (GString) stream = g_string_new ("blob\nmark :1\ndata <<E\nint\nf (void)\n{\n}\nE\n");
  CyanTick tick = CYAN_TICK_INIT (stop, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) touches = NULL;
  gint64 begin;

  for (guint i = 0; i < 2 * n + 2; i++)
    {
      g_string_append_printf (stream,
                              "commit refs/heads/main\ncommitter A <a@b> %u +0000\ndata 2\nc\n",
                              1600000000 + i);
      if (i == 0)
        g_string_append (stream, "M 100644 :1 src/core/a.c\n");
      g_string_append_printf (stream, "M 100644 inline src/other/f%u.c\ndata 10\nint %05u\n",
                              i % 50, i);
    }
  g_free (
      git_run_input (folder, stream->str, (gssize) stream->len, "fast-import", "--quiet", NULL));
  begin = g_get_monotonic_time ();
  {
    g_autofree char *before = g_strdup_printf ("HEAD~%u", n);

    assert_history (folder, before, "HEAD", nowhere, (Lines){ "src/core/a.c", 1, 4 }, "");
  }
  g_test_message ("%.3f s", (double) (g_get_monotonic_time () - begin) / G_TIME_SPAN_SECOND);
  {
    g_autofree char *before = g_strdup_printf ("HEAD~%u", 2 * n + 1);

    assert_fails (folder, before, "HEAD", (Lines){ "src/core/a.c", 1, 4 }, CYAN_ERROR_LIMIT,
                  "more than 20000 commits");
    touches = find_history (folder, "HEAD~9", "HEAD", nowhere, (Lines){ "src/core/a.c", 1, 4 },
                            &tick, &error);
    g_assert_null (touches);
    g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
  }
  tree_free (folder);
}

TESTS ()
{
  git_fixture_start ();
}
