/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * --fold-recursion: the same numbers for each function in a smaller tree, in every command.
 */
#include <string.h>

#include "cli-fixture.h"
#include "tests.h"

/* a calls b, which calls a, which calls b. */
#define BEFORE "main;a;b;a;b;c 5000\nmain;a;b 3000\nmain;x 4000\n"
#define AFTER  "main;a;b;a;b;a;c 7000\nmain;a;b 3000\nmain;x 4000\n"

static void
write_recursive (void)
{
  write_file ("before.folded", BEFORE, -1);
  write_file ("after.folded", AFTER, -1);
}

TEST ("/recursion/small")
{
  g_autoptr (Table) table = NULL;

  write_recursive ();
  table = compare_csv ("--fold-recursion", "before.folded", "after.folded", NULL);
  /* (all), main, a, b and x; c below b, and below a. */
  g_assert_cmpuint (table->rows->len, ==, 7);
  g_assert_cmpfloat (sum_of (table, "b", "before_self"), ==, 3000);
  g_assert_cmpfloat (number (table, row_of (table, "a"), "before_total"), ==, 8000);
  g_assert_cmpfloat (number (table, row_of (table, "a"), "after_total"), ==, 10000);
}

/* Every command folds, and what is converted is folded for good. */
TEST ("/recursion/commands")
{
  static const char *const commands[][2] = { { "compare", "--top=5" },
                                             { "explain", "--top=5" },
                                             { "check", "--fail-above=90%" } };
  g_autoptr (Run) info = NULL, convert = NULL, render = NULL, again = NULL;
  g_autofree char *svg = NULL;

  write_recursive ();
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (Run) run = cyan (commands[i][0], commands[i][1], "before.folded", "after.folded",
                                  "--fold-recursion", NULL);
      g_autofree char *said = g_strconcat (run->out, run->err, NULL);

      g_assert_cmpint (run->status, ==, 0);
      assert_matches (said, "*recursion is folded: 5 of 7 nodes are left*");
    }
  render = cyan ("render", "before.folded", "after.folded", "--fold-recursion", "--open", "all",
                 "-o", "folded.svg", NULL);
  g_assert_cmpint (render->status, ==, 0);
  svg = read_file ("folded.svg", NULL);
  g_assert_nonnull (strstr (svg, "of 6 calling contexts"));

  info = cyan ("info", "before.folded", "--fold-recursion", NULL);
  assert_fine (info);
  assert_matches (info->out, "*recursion is folded: 5 of 7 nodes are left*");
  convert = cyan ("convert", "before.folded", "--fold-recursion", "-o", "folded.cct", NULL);
  g_assert_cmpint (convert->status, ==, 0);
  again = cyan ("info", "folded.cct", NULL);
  assert_matches (again->out, "*nodes*5\n*recursion is folded: 5 of 7 nodes are left*");
}

/* Of a real pair: each function has what it had, the tree is half as large, and the way to what
 * became faster is readable. */
TEST ("/recursion/recorded")
{
  static const char *const columns[] = { "before_self", "after_self", "before_calls" };
  g_autoptr (Table) whole = NULL, folded = NULL;
  g_autoptr (Run) text = NULL;

  convert_recording ("lua-a.cct.tsv.gz", "lua-a.cct");
  convert_recording ("lua-b.cct.tsv.gz", "lua-b.cct");
  whole = compare_csv ("lua-a.cct", "lua-b.cct", NULL);
  folded = compare_csv ("--fold-recursion", "lua-a.cct", "lua-b.cct", NULL);
  g_assert_cmpuint (folded->rows->len * 3, <, whole->rows->len * 2);
  for (guint row = 1; row < folded->rows->len; row += 53)
    for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
      {
        const char *name = cell (folded, row, "name");

        g_assert_cmpfloat_with_epsilon (sum_of (folded, name, columns[i]),
                                        sum_of (whole, name, columns[i]), 1);
      }
  text = cyan ("compare", "--fold-recursion", "lua-a.cct", "lua-b.cct", NULL);
  assert_matches (text->out, "*luaD_callnoyield\n*luaD_call\n*");
}

TESTS ()
{
  cli_test_init ();
}
