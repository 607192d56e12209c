/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spectrum: SPECTRAPERF's tables, which base is taken, what a store and files have in common, and
 * what goes wrong. */
#include "cli-fixture.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#define ADD    "history", "add", "spectrum.db", "--machine", "box", "--benchmark", "write"
#define STORE  "--store=spectrum.db"
#define N_BASE 5
#define N_NEW  3
#define BEFORE                                                                                     \
  "--before=b0.cct", "--before=b1.cct", "--before=b2.cct", "--before=b3.cct", "--before=b4.cct"
#define AFTER "--after=a0.cct", "--after=a1.cct", "--after=a2.cct"
#define COLUMNS                                                                                    \
  "rank,stack,function,module,file,line,status,source,sc,inside,present,runs,chance,q,changed,"    \
  "impact,calls,calls_diff,total_impact,range_low,range_high,range_diff,before,after"

/* A run of the paper's example: bytes that each function writes a call; 0: it is not there. */
static void
write_run (const char *name, guint flush, guint report, guint cache)
{
  g_autoptr (GString) text = g_string_new ("cct 1\nmetric\twritten\tB\nfunction\tmain\n"
                                           "function\tflushToDatabase()\n"
                                           "function\tgenerateReport()\n"
                                           "function\twriteCache()\tapp\tcache.py\t7\n"
                                           "0\t1\t1\t0\n");
  guint n = 3;

  g_string_append_printf (text, "1\t2\t50\t%u\n1\t3\t50\t%u\n", 50 * flush, 50 * report);
  if (cache > 0)
    {
      g_string_append_printf (text, "1\t4\t500\t%u\n", 500 * cache);
      n++;
    }
  g_string_append_printf (text, "end\t%u\n", n);
  write_file (name, text->str, -1);
}

/* Table I: any values with its ranges; table II. */
static void
write_tables (void)
{
  static const guint base[N_BASE][2] = {
    { 900, 1200 }, { 1500, 1604 }, { 1000, 1300 }, { 1200, 1400 }, { 1400, 1500 }
  };
  static const guint new[N_NEW][3] = { { 1000, 2200, 10000 },
                                       { 1200, 2000, 12000 },
                                       { 1100, 1600, 8000 } };

  for (guint i = 0; i < N_BASE; i++)
    {
      g_autofree char *name = g_strdup_printf ("b%u.cct", i);

      write_run (name, base[i][0], base[i][1], 0);
    }
  for (guint i = 0; i < N_NEW; i++)
    {
      g_autofree char *name = g_strdup_printf ("a%u.cct", i);

      write_run (name, new[i][0], new[i][1], new[i][2]);
    }
}

static Table *
csv_of (const Run *run)
{
  g_assert_cmpint (run->status, ==, 0);
  return table_parse (run->out, run->out_length);
}

static guint
row_with (const Table *table, const char *column, const char *value)
{
  for (guint i = 0; i < table->rows->len; i++)
    if (strcmp (cell (table, i, column), value) == 0)
      return i;
  g_error ("no row has %s in column %s", value, column);
}

/* ---- the paper's tables ---- */

TEST ("/spectrum/tables")
{
  static const struct
  {
    const char *function;
    double sc, inside, calls, impact, total, low, range; /* low: NAN without a range */
  } expected[] = {
    { "flushToDatabase()", 1, 3, 50, 0, 0, 900, 600 },
    { "generateReport()", 0.57735, 1, 50, 496, 24800, 1200, 404 },
    { "writeCache()", 0, 0, 500, 10000, 5000000, NAN, NAN },
  };
  g_autoptr (Run) run = cyan ("spectrum", BEFORE, AFTER, "-f", "csv", NULL);
  g_autoptr (Table) table = csv_of (run);
  g_autofree char *columns = g_strjoinv (",", table->columns);

  g_assert_cmpstr (columns, ==, COLUMNS);
  g_assert_cmpuint (table->rows->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint row = row_with (table, "function", expected[i].function);

      g_assert_cmpfloat_with_epsilon (number (table, row, "sc"), expected[i].sc, 1e-5);
      g_assert_cmpfloat (number (table, row, "inside"), ==, expected[i].inside);
      g_assert_cmpstr (cell (table, row, "present"), ==, "3");
      g_assert_cmpstr (cell (table, row, "runs"), ==, "3");
      g_assert_cmpfloat (number (table, row, "calls"), ==, expected[i].calls);
      g_assert_cmpfloat (number (table, row, "impact"), ==, expected[i].impact);
      g_assert_cmpfloat (number (table, row, "total_impact"), ==, expected[i].total);
      g_assert_true (is_empty (table, row, "range_low") == isnan (expected[i].low));
      if (isnan (expected[i].low))
        continue;
      g_assert_cmpfloat (number (table, row, "range_low"), ==, expected[i].low);
      g_assert_cmpfloat (number (table, row, "range_diff"), ==, expected[i].range);
    }
}

/* Stacks that end alike show as many callers as tell them apart. */
TEST ("/spectrum/alike")
{
  g_autoptr (Run) run = NULL;

  write_file ("alike0.folded", "m;left;a;b;c;d;work 90\nm;right;a;b;c;d;work 80\nm;e;f;g;h;i 9\n",
              -1);
  write_file ("alike1.folded", "m;left;a;b;c;d;work 99\nm;right;a;b;c;d;work 85\nm;e;f;g;h;i 8\n",
              -1);
  run = cyan ("spectrum", "alike0.folded", "alike1.folded", NULL);
  assert_fine (run);
  assert_matches (run->out, "*  ... > left > a > b > c > d > work\n"
                            "*  ... > right > a > b > c > d > work\n"
                            "*  ... > f > g > h > i\n*");
}

#define STEADY                                                                                     \
  "--before=q0.folded", "--before=q1.folded", "--before=q2.folded", "--before=q3.folded",          \
      "--before=q4.folded", "--after=q5.folded", "--after=q6.folded", "--after=q7.folded",         \
      "--after=q8.folded", "--after=q9.folded"

/* A q whose digits are all zero is no number to read. */
TEST ("/spectrum/small-q")
{
  g_autoptr (Run) text = NULL, page = NULL;

  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *name = g_strdup_printf ("q%u.folded", i);
      g_autofree char *stacks = g_strdup_printf ("m;work %u\n", (i < 5 ? 100000 : 900000) + i % 5);

      write_file (name, stacks, -1);
    }
  text = cyan ("spectrum", STEADY, NULL);
  assert_fine (text);
  assert_matches (text->out, "* 0/5 *0.00  < 0.0001  m > work\n*");
  page = cyan ("spectrum", STEADY, "-f", "html", NULL);
  assert_fine (page);
  assert_matches (page->out, "*<td class=\"number\">&lt; 0.0001</td>*");
}

/* The table as people read it: table III's numbers with their units. */
TEST ("/spectrum/text")
{
  g_autoptr (Run) run = cyan ("spectrum", BEFORE, AFTER, NULL);

  assert_fine (run);
  assert_matches (run->out, "b0 (5 runs) to a0 (3 runs): *");
  assert_matches (run->out, "*values: written of a row itself, a call\n*");
  assert_matches (run->out, "*of 3 stacks changed, by the moderated t-test at q of at most 5 %;*");
  assert_matches (run->out, "*the paper's rule, SC below 1, would call 1 changed*");
  assert_matches (run->out, "*note: with fewer than 4 runs a side, SC alone says little\n*");
  assert_matches (run->out, "* 1 *+5 M B *+10 k B * none *0/3 *0.00 * 500 *+500  main > "
                            "writeCache(), added, cache.py:7\n*");
  assert_matches (run->out, "* 2 *+24.8 k B *+496 B *1.20 k B to 1.60 k B *1/3 *0.58 * 50 * 0  "
                            "main > generateReport()\n*");
  g_assert_null (strstr (run->out, "flushToDatabase"));
  assert_matches (run->out, "*\n  cyan compare --before b0.cct *--after a2.cct\n*");
}

TEST ("/spectrum/orders")
{
  static const char *const orders[] = { "total", "paper" };

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (Run) run =
          cyan ("spectrum", BEFORE, AFTER, "-f", "csv", "--rank", orders[i], NULL);
      g_autoptr (Table) table = csv_of (run);

      g_assert_cmpstr (cell (table, 0, "function"), ==, "writeCache()");
      g_assert_cmpstr (cell (table, 0, "stack"), ==, "main;writeCache()");
      g_assert_cmpstr (cell (table, 1, "function"), ==, "generateReport()");
      g_assert_cmpstr (cell (table, 2, "rank"), ==, "3");
    }
}

/* Values a run, functions, and a wider range. */
TEST ("/spectrum/options")
{
  g_autoptr (Run) run = cyan ("spectrum", BEFORE, AFTER, "-f", "csv", "--value=per-run",
                              "--by=function", "--range=sd:100", NULL);
  g_autoptr (Table) table = csv_of (run);
  guint row = row_with (table, "function", "generateReport()");

  g_assert_true (is_empty (table, row, "stack"));
  g_assert_cmpfloat (number (table, row, "before"), ==, 50 * 1400.8);
  g_assert_cmpfloat (number (table, row, "sc"), ==, 1);
  g_assert_true (is_empty (table, row, "chance"));
}

/* A function that no new run has is gone, with minus what it was. */
TEST ("/spectrum/gone")
{
  g_autoptr (Run) run =
      cyan ("spectrum", "--before=a0.cct", "--before=a1.cct", "--before=a2.cct", "--after=b0.cct",
            "--after=b1.cct", "--after=b2.cct", "-f", "csv", NULL);
  g_autoptr (Table) table = csv_of (run);
  guint row = row_with (table, "function", "writeCache()");

  g_assert_cmpstr (cell (table, row, "status"), ==, "gone");
  g_assert_cmpfloat (number (table, row, "impact"), ==, -10000);
  g_assert_cmpfloat (number (table, row, "total_impact"), ==, -5000000);
  g_assert_cmpstr (cell (table, row, "present"), ==, "0");
  g_assert_true (is_empty (table, row, "sc"));
  g_assert_true (is_empty (table, row, "after"));
}

TEST ("/spectrum/json")
{
  g_autoptr (Run) run = cyan ("spectrum", BEFORE, AFTER, "-f", "json", NULL);
  json_t *root = parse_json (run);
  json_t *row = json_array_get (json_object_get (root, "rows"), 0);
  json_t *values = json_object_get (row, "values_after");

  g_assert_cmpstr (json_string_value (json_object_get (root, "metric")), ==, "written");
  g_assert_true (json_is_true (json_object_get (root, "calls")));
  g_assert_cmpint (json_integer_value (json_object_get (root, "below_1")), ==, 1);
  g_assert_cmpuint (json_array_size (values), ==, N_NEW);
  g_assert_cmpfloat (json_number_value (json_array_get (values, 1)), ==, 12000);
  g_assert_true (json_is_null (json_array_get (json_object_get (row, "values_before"), 0)));
  json_decref (root);
}

/* ---- few runs, no calls ---- */

TEST ("/spectrum/one-run")
{
  g_autoptr (Run) run = cyan ("spectrum", "b0.cct", "a0.cct", NULL);
  g_autoptr (Run) csv = cyan ("spectrum", "b0.cct", "a0.cct", "-f", "csv", NULL);
  g_autoptr (Table) table = csv_of (csv);

  assert_fine (run);
  assert_matches (run->out,
                  "*\nnot tested: a side has only one run; more runs tell what is noise\n*");
  for (guint i = 0; i < table->rows->len; i++)
    g_assert_true (is_empty (table, i, "q"));
}

TEST ("/spectrum/without-calls")
{
  g_autoptr (Run) run = NULL;

  write_file ("x0.folded", "main;work 90\nmain 10\n", -1);
  write_file ("x1.folded", "main;work 95\nmain 11\n", -1);
  run = cyan ("spectrum", "--before=x0.folded", "--before=x1.folded", "--after=x1.folded",
              "--after=x0.folded", NULL);
  g_assert_cmpint (run->status, ==, 0);
  assert_matches (run->out, "*\nvalues: value of a row itself, a run, since calls are unknown\n*");
  g_assert_null (strstr (run->out, "a call"));
}

/* ---- a store ---- */

static void
add (const char *revision, const char *parent, const char *first, ...)
{
  g_autoptr (Run) run = NULL;
  va_list files;
  const char *file[5] = { NULL };

  va_start (files, first);
  for (guint i = 0; first != NULL && i < G_N_ELEMENTS (file);
       i++, first = va_arg (files, const char *))
    file[i] = first;
  va_end (files);
  run = cyan (ADD, "--create", "-r", revision, "--parent", parent, file[0], file[1], file[2],
              file[3], file[4], NULL);
  assert_fine (run);
}

/* The demo as a file of ours. */
static void
copy_demo (const char *name)
{
  g_autofree char *demo = root_path ("data/demo/history/keeper.db");
  g_autofree char *copy = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (demo, &copy, &length, NULL));
  write_file (name, copy, (gssize) length);
}

static void
make_store (void)
{
  copy_demo ("keeper.db");
  add ("root", "none", "b0.cct", "b1.cct", "b2.cct", "b3.cct", "b4.cct", NULL);
  add ("lonely", "root", "b0.cct", NULL);
  add ("new", "lonely", "a0.cct", "a1.cct", "a2.cct", NULL);
  add ("single", "new", "a1.cct", NULL);
}

/* The same runs have the same rows, whether they are in files or in a store. */
TEST ("/spectrum/law")
{
  g_autoptr (Run) store = cyan ("spectrum", STORE, "--base=root", "new", "-f", "csv", NULL);
  g_autoptr (Run) files = cyan ("spectrum", BEFORE, AFTER, "-f", "csv", NULL);

  g_assert_cmpint (store->status, ==, 0);
  g_assert_cmpint (files->status, ==, 0);
  g_assert_cmpstr (store->out, ==, files->out);
  g_assert_cmpstr (store->err, ==, files->err);
}

/* The parent has one run: the revision before it is the base, and the report says so. */
TEST ("/spectrum/base")
{
  g_autoptr (Run) run = cyan ("spectrum", STORE, "new", NULL);
  g_autoptr (Run) next = cyan ("spectrum", STORE, "single", NULL);
  g_autoptr (Run) first = cyan ("spectrum", STORE, "lonely", NULL);
  g_autoptr (Run) other = cyan ("spectrum", STORE, "new", "--base=single", NULL);

  assert_matches (run->out, "root (5 runs) to new (3 runs): *");
  assert_matches (run->out, "*\nbase: root, 2 first parents back: those between have too few runs "
                            "with a profile\n*");
  assert_matches (run->out, "*\n  cyan explain --store spectrum.db root new\n");
  /* One new run needs no base of two. */
  assert_matches (next->out, "*\nbase: new, the parent\n*");
  assert_matches (first->out, "*\nbase: root, the parent\n*");
  assert_matches (other->out, "*\nbase: single, which is not among the first parents of new\n*");
  g_assert_cmpstr (other->err, ==, "cyan: note: single, the side before, is a descendant of new\n");
}

/* A revision is similar to itself. */
TEST ("/spectrum/itself")
{
  static const char *const revisions[] = { "root", "new" };

  for (guint i = 0; i < G_N_ELEMENTS (revisions); i++)
    {
      g_autoptr (Run) run =
          cyan ("spectrum", STORE, "--base", revisions[i], revisions[i], "-f", "csv", NULL);
      g_autoptr (Table) table = csv_of (run);

      g_assert_cmpuint (table->rows->len, >, 0);
      for (guint k = 0; k < table->rows->len; k++)
        {
          g_assert_cmpfloat (number (table, k, "sc"), ==, 1);
          g_assert_cmpfloat (number (table, k, "total_impact"), ==, 0);
          g_assert_cmpstr (cell (table, k, "changed"), ==, "0");
        }
    }
}

/* ---- the overview ---- */

/* The mean over the runs of a revision, as history says it. */
static double
mean_of (const char *revision)
{
  g_autoptr (Run) run = cyan ("history", "evolution", "keeper.db", "-f", "csv", NULL);
  g_autoptr (Table) table = csv_of (run);
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < table->rows->len; i++)
    if (strcmp (cell (table, i, "revision"), revision) == 0)
      {
        sum += number (table, i, "value");
        n++;
      }
  g_assert_cmpuint (n, ==, 5);
  return sum / n;
}

TEST ("/spectrum/overview")
{
  g_autoptr (Run) csv = NULL, text = NULL;
  g_autoptr (Table) table = NULL;
  guint slower, broken;

  csv = cyan ("spectrum", "--store=keeper.db", "--overview", "-f", "csv", NULL);
  text = cyan ("spectrum", "--store=keeper.db", "--overview", "--last=30", NULL);
  table = csv_of (csv);
  g_assert_cmpuint (table->rows->len, ==, 40);
  /* The first step is one changed row against the parent; its mean is that of the runs. */
  slower = row_with (table, "subject", "index: the same ship in capitals is the same");
  g_assert_cmpstr (cell (table, slower, "base"), ==, cell (table, slower - 1, "revision"));
  g_assert_cmpstr (cell (table, slower, "changed"), ==, "1");
  g_assert_cmpfloat_with_epsilon (number (table, slower, "mean"),
                                  mean_of (cell (table, slower, "revision")), 1e-3);
  g_assert_cmpfloat (number (table, slower, "below_1"), >, number (table, slower, "changed"));
  /* A build that failed is nobody's base. */
  broken = row_with (table, "cell", "failed-build");
  g_assert_cmpstr (cell (table, broken, "problem"), ==, "its build failed");
  g_assert_cmpstr (cell (table, broken + 1, "base"), ==, cell (table, broken - 1, "revision"));
  g_assert_true (is_empty (table, 0, "base"));
  assert_fine (text);
  assert_matches (text->out, "*: project keeper, benchmark log, time, 30 revisions\n*");
  assert_matches (text->out, "*(its build failed)*");
  assert_matches (text->out, "*\nRuns of 332728a0\n  #1: ok, time 6.31 ms\n    largest: sort_index "
                             "1.46 ms, *\n    largest a call: sort_index 1.46 ms, *");
  assert_matches (text->out, "*\n  cyan spectrum --store keeper.db f18a2485\n");
}

/* Without its profile, a revision is nobody's base, and is not compared itself. */
TEST ("/spectrum/pruned")
{
  g_autoptr (Run) prune = NULL, csv = NULL, old = NULL;
  g_autoptr (Table) table = NULL;
  guint n = 0, first = 0;

  copy_demo ("pruned.db");
  prune = cyan ("history", "prune", "pruned.db", "--keep=3", NULL);
  g_assert_cmpint (prune->status, ==, 0);
  csv = cyan ("spectrum", "--store=pruned.db", "--overview", "-f", "csv", NULL);
  table = csv_of (csv);
  for (guint i = 0; i < table->rows->len; i++)
    if (!is_empty (table, i, "base"))
      n++;
    else if (strcmp (cell (table, i, "problem"),
                     "the store has only the numbers of its runs, no profile")
             == 0)
      first++;
  /* The newest three, and both sides of the two steps. */
  g_assert_cmpuint (n, ==, 6);
  g_assert_cmpuint (first, ==, 37 - 7);
  old = cyan ("spectrum", "--store=pruned.db", "089ec051", NULL);
  assert_fails (old, "089ec051: the store has only the numbers of its runs, no profile: measure it "
                     "again");
}

/* Each run of each revision, as the execution report has it. */
TEST ("/spectrum/executions")
{
  g_autoptr (Run) run = cyan ("spectrum", STORE, "--overview", "-f", "json", NULL);
  json_t *root = parse_json (run);
  json_t *newest = json_array_get (json_object_get (root, "revisions"), 2);
  json_t *runs = json_object_get (newest, "executions");
  json_t *first = json_array_get (runs, 0);
  json_t *largest = json_array_get (json_object_get (first, "largest"), 0);
  json_t *per_call = json_array_get (json_object_get (first, "largest_per_call"), 0);

  g_assert_cmpstr (json_string_value (json_object_get (newest, "revision")), ==, "new");
  g_assert_cmpuint (json_array_size (runs), ==, N_NEW);
  g_assert_cmpstr (json_string_value (json_object_get (first, "status")), ==, "ok");
  g_assert_cmpint (json_integer_value (json_object_get (first, "number")), ==, 0);
  g_assert_cmpfloat (json_number_value (json_object_get (first, "value")), ==,
                     50 * 1000 + 50 * 2200 + 500 * 10000);
  g_assert_cmpstr (json_string_value (json_object_get (largest, "stack")), ==, "main;writeCache()");
  g_assert_cmpfloat (json_number_value (json_object_get (largest, "value")), ==, 500 * 10000);
  g_assert_cmpfloat (json_number_value (json_object_get (largest, "calls")), ==, 500);
  g_assert_cmpfloat (json_number_value (json_object_get (per_call, "value")), ==, 10000);
  json_decref (root);
}

/* ---- runs that fail ---- */

/* A commit of a program whose runs cost @value, or fail if that is 0. */
static void
commit_run (const char *repository, const char *subject, guint value)
{
  g_autofree char *run = NULL;
  g_autofree char *commit = NULL;

  if (value > 0)
    run = g_strdup_printf ("printf 'cct 1\\nmetric\\twritten\\tB\\nfunction\\tmain\\n"
                           "0\\t1\\t1\\t%u\\nend\\t1\\n' >\"$CYAN_PROFILE\"\n",
                           value);
  else
    run = g_strdup ("echo the disk is full\nexit 3\n");
  tree_write (repository, "run.sh", run, -1);
  commit = git_commit_all (repository, subject);
}

/* A revision whose runs fail is nobody's base, and the overview has what they said. */
TEST ("/spectrum/failed-runs")
{
  g_autofree char *repository = git_new ();
  g_autofree char *definition = g_strdup_printf ("[track]\nversion=1\nrepository=%s\nruns=2\n"
                                                 "warm-up=0\nstore=failed.db\n"
                                                 "[benchmark disk]\n"
                                                 "run=sh \"$CYAN_SOURCE/run.sh\"\n",
                                                 repository);
  g_autoptr (Run) track = NULL, text = NULL, spectrum = NULL;

  commit_run (repository, "Good", 1000);
  commit_run (repository, "Bad", 0);
  commit_run (repository, "Good again", 2000);
  write_file ("track.ini", definition, -1);
  track = cyan ("track", "track.ini", NULL);
  g_assert_cmpint (track->status, ==, 0);
  text = cyan ("spectrum", "--store=failed.db", "--overview", NULL);
  assert_fine (text);
  assert_matches (text->out, "*(all of its runs failed)  Bad\n*");
  assert_matches (text->out, "*+100 %*1/1 *4  (against *)  Good again\n*");
  assert_matches (text->out, "*\nFailed runs (2 of 2)\n  * #1: failed, exit code 3, *\n"
                             "    log: the disk is full\n*");
  spectrum = cyan ("spectrum", "--store=failed.db", "--repo", repository, "HEAD", NULL);
  assert_matches (spectrum->out,
                  "*\nbase: *, 2 first parents back: those between have too few runs "
                  "with a profile\n*");
}

/* ---- what goes wrong ---- */

/* A store that only a newer version can read. */
static void
make_future (void)
{
  sqlite3 *database;

  copy_demo ("future.db");
  g_assert_cmpint (sqlite3_open ("future.db", &database), ==, SQLITE_OK);
  g_assert_cmpint (
      sqlite3_exec (database,
                    "UPDATE meta SET value = '99' WHERE key IN ('schema', 'min_reader', "
                    "'min_writer'); PRAGMA user_version = 99",
                    NULL, NULL, NULL),
      ==, SQLITE_OK);
  sqlite3_close (database);
}

TEST ("/spectrum/refused")
{
  static const struct
  {
    const char *arguments[5];
    const char *said;
  } cases[] = {
    { { "new" }, "spectrum needs --store and a revision, or all runs by --before and --after" },
    { { STORE }, "spectrum --store needs one revision: NEW; --base names the other" },
    { { STORE, "root" },
      "spectrum.db: no first parent of root has a run with a profile to compare it with" },
    { { STORE, "nope" }, "spectrum.db: no such revision: \"nope\" (there are: *)" },
    { { STORE, "new", "--base=nope" }, "spectrum.db: no such revision: \"nope\" (there are: *)" },
    { { STORE, "new", "--benchmark=read" },
      "spectrum.db: no such benchmark: \"read\" (there are: write)" },
    { { STORE, "new", "--machine=tower" },
      "spectrum.db: no such machine: \"tower\" (there are: box)" },
    { { STORE, "new", "--metric=time" }, "before, run 1: there is no metric \"time\"*" },
    { { STORE, "new", "--range=sd:0" }, "--range: \"sd:0\" is neither min-max nor sd:NUMBER" },
    { { STORE, "new", "--by=line" }, "--by: no row \"line\"; stack or function" },
    { { STORE, "new", "--rank=best" }, "--rank: no order \"best\"; total or paper" },
    { { STORE, "new", "--value=sum" }, "--value: no value \"sum\"; per-call or per-run" },
    { { STORE, "new", "--last=3" }, "--last goes with --overview" },
    { { STORE, "new", "-f", "svg" }, "--format: no format \"svg\"; text, csv, json or html" },
    { { STORE, "new", "--before=b0.cct" },
      "--store has the runs of both sides: give neither --before nor --after" },
    { { "--store=keeper.db", "213d0332", "--base=f9f567ad" },
      "keeper.db: the build of f9f567ad has failed; the nearest measured revisions: ed22e75e, "
      "d5d16e18" },
    { { "--store=keeper.db", "f9f567ad" },
      "keeper.db: the build of f9f567ad has failed; the nearest measured revisions: ed22e75e, "
      "d5d16e18" },
    { { "--store=future.db", "new" }, "future.db: *version*" },
    { { STORE, "--overview", "--base=root" },
      "--overview compares each revision with its own base: give no --base" },
    { { STORE, "--overview", "nope" }, "spectrum.db: no branch or revision \"nope\"" },
    { { STORE, "--overview", "--benchmark=read" },
      "spectrum.db: no such benchmark: \"read\" (there are: write)" },
    { { STORE, "--overview", "--metric=time" }, "spectrum.db: write has no metric \"time\"" },
    { { STORE, "--overview", "--definition=1" },
      "--overview is of all definitions: give no --definition" },
    { { "--overview" }, "--overview goes with --store" },
    { { "--before=b0.cct", "--after=ms.cct" },
      "the metric \"written\" is in B before and in ms after" },
  };

  make_future ();
  write_file ("ms.cct", "cct 1\nmetric\twritten\tms\nfunction\tmain\n0\t1\t1\t10\nend\t1\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *argument = cases[i].arguments;
      g_autoptr (Run) run =
          cyan ("spectrum", argument[0], argument[1], argument[2], argument[3], NULL);

      assert_fails (run, cases[i].said);
    }
}

TESTS ()
{
  cli_test_init ();
  write_tables ();
  make_store ();
}
