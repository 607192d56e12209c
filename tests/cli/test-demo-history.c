/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history that comes with the program is what its script makes, by the real tracker. */
#include "cli-fixture.h"

#include <string.h>

#include "tests.h"

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

/* "REVISION STATUS VALUE" of all runs, in an order that does not depend on when they ran. */
static GPtrArray *
list_runs (const char *store)
{
  g_autoptr (Run) run = cyan ("history", "evolution", store, "-f", "csv", NULL);
  g_autoptr (Table) table = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_free);

  assert_fine (run);
  table = table_parse (run->out, run->out_length);
  for (guint i = 0; i < table->rows->len; i++)
    g_ptr_array_add (rows, g_strdup_printf ("%s %s %s", cell (table, i, "revision"),
                                            cell (table, i, "status"), cell (table, i, "value")));
  g_ptr_array_sort (rows, compare_texts);
  return rows;
}

TEST ("/demo-history/script")
{
  g_autofree char *script = root_path ("data/demo/history/make-history");
  g_autofree char *shipped = root_path ("data/demo/history/keeper.db");
  g_autofree char *program = g_strdup_printf ("CYAN=%s", cyan_path ());
  g_autofree char *copy = NULL;
  g_autoptr (Run) make = run_program ("env", program, script, ".", NULL);
  g_autoptr (GPtrArray) made = NULL, expected = NULL;
  gsize length;

  g_assert_cmpstr (make->err, ==, "");
  g_assert_cmpint (make->status, ==, 0);
  /* The store that comes with the program is left alone. */
  g_assert_true (g_file_get_contents (shipped, &copy, &length, NULL));
  write_file ("shipped.db", copy, (gssize) length);
  made = list_runs ("keeper.db");
  expected = list_runs ("shipped.db");
  g_assert_cmpuint (made->len, ==, expected->len);
  for (guint i = 0; i < made->len; i++)
    g_assert_cmpstr (made->pdata[i], ==, expected->pdata[i]);
}

/* What `cyan risk` marked stands in the heat map, above the cells. */
TEST ("/demo-history/risk")
{
  g_autofree char *shipped = root_path ("data/demo/history/keeper.db");
  g_autofree char *bundle = root_path ("data/demo/history/keeper.bundle");
  g_autofree char *copy = NULL;
  g_autoptr (Run) clone = NULL, before = NULL, mark = NULL, after = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (shipped, &copy, &length, NULL));
  write_file ("risk.db", copy, (gssize) length);
  clone = run_program ("git", "clone", "-q", "--bare", bundle, "keeper.git", NULL);
  g_assert_cmpint (clone->status, ==, 0);
  before = cyan ("history", "heat", "risk.db", NULL);
  g_assert_null (strstr (before->out, "risky"));
  g_assert_null (strstr (before->out, "predicted"));

  mark = cyan ("risk", "risk.db", "--mark", "--model=touched", "--repo=keeper.git", NULL);
  assert_fine (mark);
  after = cyan ("history", "heat", "risk.db", NULL);
  assert_fine (after);
  g_assert_nonnull (strstr (after->out, "\nrisky "));
  g_assert_nonnull (strstr (after->out, "△ predicted to be slower\n"));
}

TESTS ()
{
  cli_test_init ();
}
