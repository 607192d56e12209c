/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Invariants of the comparison of any two recordings, checked through `cyan compare`.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* The recordings used.  A name ending in .cct is made from the .cct.tsv in tests/data; a path is
 * relative to the source tree. */
typedef struct
{
  const char *name;
  const char *before;
  const char *after;
  const char *match;
} Pair;

static const Pair pairs[] = {
  { "cmark", "cmark-a.cct", "cmark-b.cct", "context" },
  { "cmark-path", "cmark-a.cct", "cmark-b.cct", "path" },
  { "demo", "data/demo/before.json.gz", "data/demo/after.json.gz", "context" },
  { "demo-path", "data/demo/before.json.gz", "data/demo/after.json.gz", "path" },
  { "jq", "jq-a.cct", "jq-b.cct", "context" },
  { "jq-path", "jq-a.cct", "jq-b.cct", "path" },
  { "lua", "lua-a.cct", "lua-b.cct", "context" },
  { "sampled", "tests/data/jq-a1.perf.folded.gz", "tests/data/jq-b1.perf.folded.gz", "context" },
  { "sampled-path", "tests/data/jq-a1.perf.folded.gz", "tests/data/jq-b1.perf.folded.gz", "path" },
  { "different", "cmark-a.cct", "lua-a.cct", "context" },
};

static const char *const recordings[] = {
  "cmark-a.cct",
  "jq-b.cct",
  "lua-b.cct",
  "tests/data/cmark-a.folded.gz",
  "tests/data/jq-a.perf.folded.gz",
  "tests/data/cmark-a.uftrace.json.zst",
  "data/demo/before.json.gz",
  "data/demo/after.json.gz",
};

static char *
recording_path (const char *name)
{
  if (g_str_has_suffix (name, ".cct"))
    {
      g_autofree char *tsv = g_strconcat (name, ".tsv.gz", NULL);

      if (!file_exists (name))
        convert_recording (tsv, name);
      return g_strdup (name);
    }
  return root_path (name);
}

static Table *
compare_pair (const char *before, const char *after, const char *match)
{
  g_autofree char *first = recording_path (before);
  g_autofree char *second = recording_path (after);

  return compare_csv ("--match", match, first, second, NULL);
}

/* A recording against itself: everything is matched, nothing changed, nothing is suspected.  A copy
 * of the file is read separately. */
static void
test_same (gconstpointer data)
{
  g_autofree char *path = recording_path (data);
  g_autofree char *copy =
      g_strconcat ("copy-of-", strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path, NULL);
  g_autoptr (Table) table = NULL;
  g_autoptr (Run) run = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  bytes = read_file (path, &length);
  write_file (copy, bytes, (gssize) length);
  table = compare_csv (path, copy, NULL);
  g_assert_cmpuint (table->rows->len, >, 10);
  for (guint row = 0; row < table->rows->len; row++)
    {
      static const char *const measures[] = { "calls", "total", "self", "share" };

      g_assert_cmpstr (cell (table, row, "status"), ==, "matched");
      g_assert_cmpstr (cell (table, row, "verdict"), ==, "unchanged");
      g_assert_cmpfloat (number (table, row, "height"), ==, 0);
      if (!is_empty (table, row, "width"))
        g_assert_cmpfloat (number (table, row, "width"), ==, 0);
      for (guint i = 0; i < G_N_ELEMENTS (measures); i++)
        {
          g_autofree char *before = g_strconcat ("before_", measures[i], NULL);
          g_autofree char *after = g_strconcat ("after_", measures[i], NULL);

          g_assert_cmpstr (cell (table, row, before), ==, cell (table, row, after));
        }
    }

  run = cyan ("compare", path, copy, NULL);
  assert_fine (run);
  g_assert_nonnull (strstr (run->out, " 0 renamed, 0 added, 0 removed\n"));
  g_assert_nonnull (strstr (run->out, "\nStart here\n  Nothing changed\n"));
  g_assert_nonnull (strstr (run->out, "Largest changes (0 of 0)"));
}

/* Numbers of nodes, parents and depths are consistent. */
static void
check_tree (const Table *table)
{
  g_assert_cmpstr (cell (table, 0, "name"), ==, "(all)");
  for (guint row = 0; row < table->rows->len; row++)
    {
      g_assert_cmpfloat (number (table, row, "node"), ==, row);
      if (row > 0)
        {
          double parent = number (table, row, "parent");

          g_assert_cmpfloat (parent, <, row);
          g_assert_cmpfloat (number (table, row, "depth"), ==,
                             number (table, (guint) parent, "depth") + 1);
        }
    }
}

/* For one side: each total is the self value plus the totals of the children on that side, and all
 * self values add up to the run's total. */
static void
check_totals (const Table *table, const char *side)
{
  g_autofree char *self = g_strconcat (side, "_self", NULL);
  g_autofree char *total = g_strconcat (side, "_total", NULL);
  g_autofree double *below = g_new0 (double, table->rows->len);
  double run = number (table, 0, total), sum = 0;

  for (guint row = table->rows->len; row-- > 0;)
    if (is_empty (table, row, total))
      below[(guint) number (table, row, "parent")] += below[row];
    else
      {
        double own = number (table, row, self), all = number (table, row, total);

        g_assert_cmpfloat_with_epsilon (all, own + below[row], 1e-9 * run);
        sum += own;
        if (row > 0)
          below[(guint) number (table, row, "parent")] += all;
      }
  g_assert_cmpfloat_with_epsilon (sum, run, 1e-9 * run);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The nodes of one side as described by the profile, sorted. */
static GPtrArray *
nodes_of_side (const Table *table, const char *side, gboolean names)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *calls = g_strconcat (side, "_calls", NULL);
  g_autofree char *self = g_strconcat (side, "_self", NULL);
  g_autofree char *total = g_strconcat (side, "_total", NULL);

  for (guint row = 0; row < table->rows->len; row++)
    if (!is_empty (table, row, total))
      g_ptr_array_add (keys, g_strjoin ("|", names ? cell (table, row, "name") : "",
                                        cell (table, row, calls), cell (table, row, self),
                                        cell (table, row, total), NULL));
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}

/* Each node of the recording occurs exactly once in the comparison. */
static void
check_nodes (const Table *table, const char *side, const char *recording)
{
  g_autoptr (Table) alone = compare_pair (recording, recording, "path");
  /* A renamed node has the name of the other side. */
  gboolean names = count_rows (table, "status", "renamed") == 0;
  g_autoptr (GPtrArray) here = nodes_of_side (table, side, names);
  g_autoptr (GPtrArray) there = nodes_of_side (alone, side, names);

  g_assert_cmpuint (here->len, ==, alone->rows->len);
  g_assert_cmpuint (here->len, ==, there->len);
  for (guint i = 0; i < here->len; i++)
    g_assert_cmpstr (g_ptr_array_index (here, i), ==, g_ptr_array_index (there, i));
}

static void
test_conserved (gconstpointer data)
{
  const Pair *pair = data;
  g_autoptr (Table) table = compare_pair (pair->before, pair->after, pair->match);

  check_tree (table);
  check_totals (table, "before");
  check_totals (table, "after");
  check_nodes (table, "before", pair->before);
  check_nodes (table, "after", pair->after);
}

/* A row without its position, reduced to what stays when the sides are swapped. */
typedef struct
{
  char *key;
  double height;
  double width;
  gboolean one_sided;
} Law;

static void
law_clear (gpointer data)
{
  g_free (((Law *) data)->key);
}

static int
compare_laws (gconstpointer a, gconstpointer b)
{
  return strcmp (((const Law *) a)->key, ((const Law *) b)->key);
}

static GArray *
laws_of (const Table *table, gboolean swapped)
{
  GArray *laws = g_array_new (FALSE, FALSE, sizeof (Law));
  const char *first = swapped ? "after" : "before", *second = swapped ? "before" : "after";
  g_autofree char *first_total = g_strconcat (first, "_total", NULL);
  g_autofree char *second_total = g_strconcat (second, "_total", NULL);
  g_autofree char *first_calls = g_strconcat (first, "_calls", NULL);
  g_autofree char *second_calls = g_strconcat (second, "_calls", NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  g_array_set_clear_func (laws, law_clear);
  for (guint row = 0; row < table->rows->len; row++)
    {
      const char *status = cell (table, row, "status");
      Law law = { .one_sided = strcmp (status, "matched") != 0 };

      g_ptr_array_add (
          paths,
          g_strconcat (row == 0 ? ""
                                : g_ptr_array_index (paths, (guint) number (table, row, "parent")),
                       ";", cell (table, row, "name"), NULL));
      if (swapped && law.one_sided)
        status = strcmp (status, "added") == 0 ? "removed" : "added";
      law.key = g_strjoin ("|", g_ptr_array_index (paths, row), status,
                           cell (table, row, first_calls), cell (table, row, second_calls),
                           cell (table, row, first_total), cell (table, row, second_total), NULL);
      law.height = number (table, row, "height");
      law.width = is_empty (table, row, "width") ? -1 : number (table, row, "width");
      g_array_append_val (laws, law);
    }
  g_array_sort (laws, compare_laws);
  return laws;
}

/* When the sides are swapped, heights of matched nodes change sign, added and removed nodes are
 * exchanged with equal heights, and widths stay.  Only by path: matching by context may break ties
 * differently. */
static void
test_swapped (gconstpointer data)
{
  const Pair *pair = data;
  g_autoptr (Table) there = compare_pair (pair->before, pair->after, "path");
  g_autoptr (Table) back = compare_pair (pair->after, pair->before, "path");
  g_autoptr (GArray) first = laws_of (there, FALSE);
  g_autoptr (GArray) second = laws_of (back, TRUE);

  g_assert_cmpuint (first->len, ==, second->len);
  for (guint i = 0; i < first->len; i++)
    {
      const Law *a = &g_array_index (first, Law, i), *b = &g_array_index (second, Law, i);

      g_assert_cmpstr (a->key, ==, b->key);
      g_assert_cmpfloat_with_epsilon (a->height, a->one_sided ? b->height : -b->height, 1e-9);
      g_assert_cmpfloat_with_epsilon (a->width, b->width, 1e-9);
    }
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (recordings); i++)
    {
      g_autofree char *base = g_path_get_basename (recordings[i]);
      g_autofree char *path = g_strconcat ("/laws/same/", base, NULL);

      g_test_add_data_func (path, recordings[i], test_same);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *conserved = g_strconcat ("/laws/conserved/", pairs[i].name, NULL);
      g_autofree char *swapped = g_strconcat ("/laws/swapped/", pairs[i].name, NULL);

      g_test_add_data_func (conserved, &pairs[i], test_conserved);
      if (strcmp (pairs[i].match, "path") == 0)
        g_test_add_data_func (swapped, &pairs[i], test_swapped);
    }
}
