/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan explain --commits`, and the commits of the functions where to start, on a real repository. */
#include "cli-fixture.h"

#include <stdlib.h>
#include <string.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define MAIN    "int main (void)\n{\n  return parse (1) + paint (2);\n}\n\n"
#define PARSE_1 "int parse (int a)\n{\n  return a;\n}\n\n"
#define PARSE_2 "int parse (int a)\n{\n  int b = a;\n  return b * b;\n}\n\n"
#define PARSE_3 "int parse (int a)\n{\n  int b = a;\n  return b * b + a;\n}\n\n"
#define PAINT_1 "int paint (int a)\n{\n  return a + 1;\n}\n"
#define PAINT_2 "int paint (int a)\n{\n  return a + 2;\n}\n"
#define PAINT_3 "int paint (int a)\n{\n    return a + 2; /* two */\n}\n"

static char *repository;

static void
commit (const char *text, const char *subject)
{
  tree_write (repository, "a.c", text, -1);
  g_free (git_commit_all (repository, subject));
}

static void
write_recording (const char *name, guint parse, guint paint)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nmetric\ttime\tms\nfunction\tmain\t\ta.c\nfunction\tparse\t\ta.c\n"
                       "function\tpaint\t\ta.c\n0\t1\t1\t50\n1\t2\t1\t%u\n1\t3\t1\t%u\nend\t3\n",
                       parse, paint);

  write_file (name, text, -1);
}

/* Five commits, of which three change what a function means. */
static void
make_repository (void)
{
  repository = git_new ();
  commit (MAIN PARSE_1 PAINT_1, "Start");
  git_do (repository, "tag", "v1", NULL);
  commit (MAIN PARSE_2 PAINT_1, "Square");
  git_do (repository, "tag", "square", NULL);
  commit ("/* A file. */\n" MAIN PARSE_2 PAINT_1, "Describe");
  commit ("/* A file. */\n" MAIN PARSE_3 PAINT_2, "Add");
  commit ("/* A file. */\n" MAIN PARSE_3 PAINT_3, "Reformat");
  git_do (repository, "tag", "v2", NULL);
  write_recording ("before.cct", 100, 50);
  write_recording ("after.cct", 300, 60);
}

#define OF(after)                                                                                  \
  "--repo", repository, "--revision-before=v1", "--revision-after=" after, "before.cct", "after.cct"

static const char *
text_of (json_t *object, const char *member)
{
  return json_string_value (json_object_get (object, member));
}

static double
number_of (json_t *object, const char *member)
{
  return json_number_value (json_object_get (object, member));
}

TEST ("/cli/commits/text")
{
  g_autoptr (Run) run = cyan ("explain", "--commits", OF ("v2"), NULL);
  g_autoptr (Run) one = cyan ("explain", "--commits", "--top=1", OF ("v2"), NULL);

  assert_fine (run);
  assert_matches (run->out, "*\n   +55.0 %  ???????? Add\n"
                            "            parse +100 % (changed by 2 commits); paint +5.0 %\n"
                            "   +50.0 %  ???????? Square\n"
                            "            parse +100 % (changed by 2 commits)\n"
                            "       0 %  no commit\n");
  assert_fine (one);
  assert_matches (one->out, "*(changed by 2 commits); paint +5.0 %\n"
                            "   +50.0 %  1 more commit\n       0 %  no commit\n");
}

/* What commits and the rest explain is the difference. */
TEST ("/cli/commits/json")
{
  g_autoptr (Run) run = cyan ("explain", "--commits", "--format=json", OF ("v2"), NULL);
  json_t *json = parse_json (run), *commits = json_object_get (json, "commits"), *item, *function;
  g_autofree char *add = git_run (repository, "rev-parse", "v2~1", NULL);
  double sum = number_of (json, "rest");
  gsize i;

  g_assert_cmpuint (json_array_size (commits), ==, 2);
  json_array_foreach (commits, i, item) sum += number_of (item, "contribution");
  g_assert_cmpfloat (number_of (json, "difference"), ==, 210);
  g_assert_cmpfloat_with_epsilon (sum, 210, 1e-9);
  item = json_array_get (commits, 0);
  g_assert_cmpstr (text_of (item, "revision"), ==, add);
  g_assert_cmpstr (text_of (item, "subject"), ==, "Add");
  function = json_array_get (json_object_get (item, "functions"), 0);
  g_assert_cmpstr (text_of (function, "function"), ==, "parse");
  g_assert_cmpfloat (number_of (function, "contribution"), ==, 200);
  g_assert_cmpfloat (number_of (function, "commits"), ==, 2);
  json_decref (json);
}

TEST ("/cli/commits/csv")
{
  g_autoptr (Run) run = cyan ("explain", "--commits", "--format=csv", OF ("v2"), NULL);
  g_autoptr (Table) table = NULL;

  assert_fine (run);
  table = table_parse (run->out, run->out_length);
  g_assert_cmpuint (table->rows->len, ==, 2);
  g_assert_cmpstr (cell (table, 0, "functions"), ==, "parse; paint");
  g_assert_cmpstr (cell (table, 1, "subject"), ==, "Square");
  g_assert_cmpfloat (number (table, 1, "contribution"), ==, 100);
}

/* The subjects of the commits of a function where to start, or "unknown". */
static char *
subjects_of (json_t *json, const char *name)
{
  json_t *item, *commit, *commits = NULL;
  GString *text = g_string_new (NULL);
  gsize i;

  json_array_foreach (json_object_get (json, "start_here"), i,
                      item) if (strcmp (text_of (item, "function"), name) == 0) commits =
      json_object_get (item, "commits");
  g_assert_nonnull (commits);
  if (json_is_null (commits))
    g_string_append (text, "unknown");
  json_array_foreach (commits, i, commit)
      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", text_of (commit, "subject"));
  return g_string_free (text, FALSE);
}

/* Each function has its commits in each form. */
TEST ("/cli/commits/functions")
{
  g_autoptr (Run) text = cyan ("explain", OF ("v2"), NULL);
  g_autoptr (Run) page = cyan ("compare", "--format=html", OF ("v2"), NULL);
  g_autoptr (Run) csv = cyan ("explain", "--format=csv", OF ("v2"), NULL);
  g_autoptr (Table) table = table_parse (csv->out, csv->out_length);
  g_autoptr (Run) check = cyan ("check", "--fail-above=5%", "--markdown=check.md", OF ("v2"), NULL);
  g_autofree char *comment = NULL;

  assert_matches (check->out, "*parse*Commits that changed it: ???????? Add; ???????? Square.*");
  g_assert_true (g_file_get_contents ("check.md", &comment, NULL, NULL));
  assert_matches (comment, "*; commits: ???????? <code>Add</code>; ????????*");
  assert_fine (text);
  assert_matches (text->out, "*1. parse (a.c*\n     commits ???????? Add; ???????? Square\n*");
  assert_fine (page);
  assert_matches (
      page->out,
      "*<dt>commits</dt><dd>???????? <code>Add</code>; ???????? <code>Square</code></dd>*");
  assert_matches (cell (table, 0, "commits"), "???????? Add; ???????? Square");
}

TEST ("/cli/commits/functions-json")
{
  g_autoptr (Run) run = cyan ("compare", "--format=json", OF ("v2"), NULL);
  g_autoptr (Run) next = cyan ("explain", "--format=json", OF ("square"), NULL);
  json_t *json = parse_json (run), *one = parse_json (next);
  g_autofree char *parse = subjects_of (json, "parse"), *paint = subjects_of (json, "paint");
  g_autofree char *of_one = subjects_of (one, "parse");

  g_assert_cmpstr (parse, ==, "Add, Square");
  g_assert_cmpstr (paint, ==, "Add");
  /* There is no choice. */
  g_assert_cmpstr (of_one, ==, "unknown");
  json_decref (json);
  json_decref (one);
}

TEST ("/cli/commits/errors")
{
  g_autoptr (Run) none = cyan ("explain", "--commits", "before.cct", "after.cct", NULL);
  g_autoptr (Run) both = cyan ("explain", "--commits", "--edits", OF ("v2"), NULL);
  g_autoptr (Run) nodes = cyan ("explain", "--commits", "--nodes=3", OF ("v2"), NULL);

  assert_fails (none, "the sources are not two revisions of a repository");
  assert_fails (both, "--edits and --commits do not go together");
  assert_fails (nodes, "--commits and --nodes do not go together");
}

static void
free_repository (void)
{
  tree_free (repository);
}

TESTS ()
{
  cli_test_init ();
  git_fixture_start ();
  make_repository ();
  atexit (free_repository);
}
