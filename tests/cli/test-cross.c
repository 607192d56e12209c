/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One workload recorded by different recorders and compared: most of the weight is in functions
 * that both sides have, both agree on the most expensive functions, nothing is renamed, and
 * warnings say what cannot be compared.
 *
 * Contexts need not match if a tree is inferred from a call graph, if stacks lack frames, or if a
 * compiler inlined half of them.
 */
#include "cli-fixture.h"
#include "tests.h"

#include <string.h>

/* Self values of each side by function. */
typedef struct
{
  double self;
  gboolean other_side;
} Function;

typedef struct
{
  double functions[2]; /* share of a side in functions that the other side has, too */
  double contexts[2];  /* the same for matched contexts */
  char *top[2];
} Overlap;

static const char *const self_columns[] = { "before_self", "after_self" };

static void
add_side (const Table *table, guint side, GHashTable *functions, double *contexts, double *total)
{
  for (guint row = 1; row < table->rows->len; row++)
    {
      const char *status = cell (table, row, "status");
      const char *name = cell (table, row, "name");
      Function *function;
      double self;

      if (is_empty (table, row, self_columns[side]))
        continue;
      if (side == 0 && strcmp (status, "renamed") == 0)
        name = cell (table, row, "old_name");
      self = number (table, row, self_columns[side]);
      function = g_hash_table_lookup (functions, name);
      if (function == NULL)
        {
          function = g_new0 (Function, 1);
          g_hash_table_insert (functions, g_strdup (name), function);
        }
      function->self += self;
      *total += self;
      if (strcmp (status, "matched") == 0)
        *contexts += self;
    }
}

static Overlap
overlap_of (const Table *table)
{
  Overlap overlap = { 0 };
  GHashTable *functions[2];
  double total[2] = { 0, 0 };

  for (guint side = 0; side < 2; side++)
    {
      functions[side] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      add_side (table, side, functions[side], &overlap.contexts[side], &total[side]);
    }
  for (guint side = 0; side < 2; side++)
    {
      GHashTableIter iter;
      gpointer name, value;
      double top = -1;

      g_hash_table_iter_init (&iter, functions[side]);
      while (g_hash_table_iter_next (&iter, &name, &value))
        {
          const Function *function = value;

          if (g_hash_table_contains (functions[!side], name))
            overlap.functions[side] += function->self / total[side];
          if (function->self > top)
            {
              top = function->self;
              g_free (overlap.top[side]);
              overlap.top[side] = g_strdup (name);
            }
        }
      overlap.contexts[side] /= total[side];
    }
  g_hash_table_unref (functions[0]);
  g_hash_table_unref (functions[1]);
  return overlap;
}

/* The recording NAME of tests/data, converted with tsv2cct.py if needed. */
static char *
path_of (const char *name)
{
  char *cct;

  if (!g_str_has_suffix (name, ".tsv.gz"))
    return data_path (name);
  cct = g_strndup (name, strlen (name) - strlen (".tsv.gz"));
  if (!file_exists (cct))
    convert_recording (name, cct);
  return cct;
}

typedef struct
{
  const char *before, *after;
  double functions[2]; /* minimum */
  double contexts[2];
  const char *top[2]; /* the most expensive functions by self value; NULL: not checked */
  guint max_renamed;
  const char *warnings[6]; /* expected warnings; all of them if the list ends with NULL */
} Pair;

#define INFERRED(side)                                                                             \
  side ": the tree was inferred from a call graph: contexts share what a function costs in "       \
       "proportion to what its callers pay"
#define FOLDED(side)                                                                               \
  side ": recursion was folded: the calls of a function below itself are counted where it stands " \
       "above"
#define CALLS(side) "calls are known only " side ", so widths are unknown"
#define SAMPLED(side)                                                                              \
  "only the recording " side " is sampled: what it lacks may merely not have been hit"
#define UNITS(before, after)                                                                       \
  "the units differ (before: " before ", after: " after "): only shares can be compared"
#define NAMES(n)                                                                                   \
  "the two recorders write names in different ways: " n                                            \
  " functions are compared by what both say of them"

static const Pair pairs[] = {
  /* Python: sys.setprofile records classes, cProfile only lines. */
  { "lark-a.cct.zst",
    "lark-a.prof.zst",
    { 0.99, 0.99 },
    { 0.30, 0.94 },
    { "lark.parsers.earley_forest:ForestVisitor.visit",
      "lark.parsers.earley_forest:ForestVisitor.visit" },
    2,
    { NAMES ("665"), INFERRED ("after"), FOLDED ("after"),
      "after: only the 2804 heaviest contexts were unfolded: 0.9 % of the total lies in others, "
      "and "
      "is counted where the same functions are shown" } },
  /* C++: callgrind writes parameters, perf does not. */
  { "shapes.perf.txt.zst",
    "shapes.callgrind.out.zst",
    { 0.84, 0.88 },
    { 0.78, 0.67 },
    { "geo::sum", "geo::sum" },
    1,
    { NAMES ("9"), INFERRED ("after"), FOLDED ("after"), UNITS ("ns", "count"), CALLS ("after"),
      SAMPLED ("before") } },
  /* C: instruction counts, samples, a trace, and an instrumented build. */
  { "cmark-a.callgrind.out.zst",
    "cmark-a.perf.txt.zst",
    { 0.93, 0.92 },
    { 0.78, 0.84 },
    { "S_can_contain", "S_can_contain" },
    1,
    { INFERRED ("before"), UNITS ("count", "ns"), CALLS ("before"), SAMPLED ("after") } },
  { "cmark-a.cct.tsv.gz",
    "cmark-a.callgrind.out.zst",
    { 0.79, 0.81 },
    { 0.75, 0.80 },
    { "S_can_contain", "S_can_contain" },
    0,
    { INFERRED ("after"), UNITS ("ns", "count") } },
  { "cmark-a.cct.tsv.gz",
    "cmark-a.perf.txt.zst",
    { 0.78, 0.86 },
    { 0, 0 },
    { "S_can_contain", "S_can_contain" },
    0,
    { CALLS ("before"), SAMPLED ("after") } },
  /* With another input, another function is the most expensive one. */
  { "cmark-a.cct.tsv.gz",
    "cmark-a.uftrace.json.zst",
    { 0.99, 0.99 },
    { 0.98, 0.98 },
    { NULL, NULL },
    0,
    { "the totals are far apart (552 ms and 6.02 ms): did both runs do the same work?" } },
  { "cmark-a.cct.tsv.gz",
    "cmark-a.speedscope.json.zst",
    { 1, 1 },
    { 1, 1 },
    { "S_can_contain", "S_can_contain" },
    0,
    { NULL } },
  /* Most stacks never reach main. */
  { "jq-a.perf.txt.zst",
    "jq-a.perf.pb.gz",
    { 0.999, 0.999 },
    { 0.999, 0.999 },
    { "jv_array_get", "jv_array_get" },
    0,
    { NULL } },
  { "jq-a.cct.tsv.gz",
    "jq-a.perf.txt.zst",
    { 0.60, 0.81 },
    { 0.06, 0.08 },
    { NULL, NULL }, /* in the instrumented build the time is in callees that perf's build inlined */
    0,
    { CALLS ("before"), SAMPLED ("after") } },
  /* Stacks cut at 127 frames; a trace with unbalanced calls after longjmp. */
  { "lua-a.cct.tsv.gz",
    "lua-a.perf.txt.zst",
    { 0.82, 0.77 },
    { 0.30, 0.29 },
    { "luaV_execute", "luaV_execute" },
    0,
    { "after: 14 of 4627 stacks have 127 frames, at which perf cuts them: *", CALLS ("before"),
      SAMPLED ("after"), "the totals are far apart (134 ms and 2.31 s)*" } },
  { "lua-a.cct.tsv.gz",
    "lua-a.uftrace-us.json.zst",
    { 0.92, 0.99 },
    { 0.34, 0.75 },
    { "luaV_execute", "luaV_execute" },
    0,
    { NULL } },
  /* Go and V8, each compared with the folded stacks of the same recording. */
  { "gomarkdown-a1.pb.gz",
    "gomarkdown-a1.pprof.folded.gz",
    { 1, 1 },
    { 1, 1 },
    { "runtime.ifaceeq", "runtime.ifaceeq" },
    0,
    { UNITS ("ns", "an unknown unit") } },
  { "marked-a1.cpuprofile.zst",
    "marked-a1.v8.folded.gz",
    { 0.98, 0.98 },
    { 0.97, 0.97 },
    { "inlineTokens", "inlineTokens" },
    0,
    { UNITS ("us", "an unknown unit") } },
};

static void
test_pair (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *before = path_of (pair->before);
  g_autofree char *after = path_of (pair->after);

  /* In both directions. */
  for (guint swap = 0; swap < 2; swap++)
    {
      g_autoptr (Table) table = compare_csv (swap ? after : before, swap ? before : after, NULL);
      Overlap overlap = overlap_of (table);

      for (guint side = 0; side < 2; side++)
        {
          guint of = swap ? !side : side;

          g_assert_cmpfloat (overlap.functions[side], >=, pair->functions[of] - 1e-9);
          g_assert_cmpfloat (overlap.contexts[side], >=, pair->contexts[of] - 1e-9);
          if (pair->top[of] != NULL)
            g_assert_cmpstr (overlap.top[side], ==, pair->top[of]);
          g_free (overlap.top[side]);
        }
      g_assert_cmpuint (count_rows (table, "status", "renamed"), <=, pair->max_renamed);
    }
}

static void
test_warnings (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *before = path_of (pair->before);
  g_autofree char *after = path_of (pair->after);
  g_autoptr (Run) run = cyan ("compare", before, after, NULL);

  assert_fine (run);
  for (guint i = 0; i < G_N_ELEMENTS (pair->warnings) && pair->warnings[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strdup_printf ("*\nnote: %s\n*", pair->warnings[i]);

      assert_matches (run->out, pattern);
    }
  g_assert_null (strstr (run->out, "hardly any function"));
  g_assert_null (strstr (run->out, "no function of one recording"));
}

/* Differences between instructions and time are refused with a message. */
TEST ("/cross/absolute")
{
  g_autofree char *before = path_of ("cmark-a.callgrind.out.zst");
  g_autofree char *after = path_of ("cmark-a.perf.txt.zst");
  g_autoptr (Run) run = cyan ("compare", "--absolute", before, after, NULL);

  assert_fails (
      run, "--basis absolute: before is in count and after in ns; only shares can be compared");
}

/* Names contain nothing that compilers add, but keep their own blanks, commas and brackets. */
TEST ("/cross/names")
{
  static const struct
  {
    const char *recording;
    const char *has; /* a name that is there */
  } cases[] = {
    { "jq-a.perf.txt.zst", "msort_with_tmp" },
    { "jq-a.perf.txt.zst", "jvp_array_free" },
    { "cmark-a.callgrind.out.zst", "[unknown]" },
    { "lark-a.prof.zst", "{built-in method __new__ of type object}" },
    { "gomarkdown-a.pb.gz", "github.com/gomarkdown/markdown/parser.(*Parser).paragraph" },
    { "marked-a1.cpuprofile.zst", "RegExp: [<>\"']|&(?!(#\\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\\w+);)" },
    { "shapes.perf.txt.zst", "geo::(anonymous namespace)::secret" },
    { "shapes.callgrind.out.zst", "long geo::twice<long>(long, int)" },
  };
  static const char *const added[] = { ".isra.", ".constprop.", ".part.",   ".cold",
                                       " at 0x", "0x00",        "/home/me/" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = path_of (cases[i].recording);
      g_autoptr (Table) table = compare_csv (path, path, NULL);

      if (!has_row (table, cases[i].has))
        g_error ("%s has no %s", cases[i].recording, cases[i].has);
      for (guint row = 1; row < table->rows->len; row++)
        for (guint k = 0; k < G_N_ELEMENTS (added); k++)
          g_assert_null (strstr (cell (table, row, "name"), added[k]));
    }
}

/* With raw names the recorders' names are not aligned. */
TEST ("/cross/raw-names")
{
  g_autofree char *before = path_of ("lark-a.cct.zst");
  g_autofree char *after = path_of ("lark-a.prof.zst");
  g_autoptr (Table) table = compare_csv ("--raw-names", before, after, NULL);

  g_assert_true (has_row (table, "lark.parsers.earley_forest:visit"));
  g_assert_true (has_row (table, "{built-in method builtins.next}"));
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *overlap =
          g_strdup_printf ("/cross/overlap/%s/%s", pairs[i].before, pairs[i].after);
      g_autofree char *warnings =
          g_strdup_printf ("/cross/warnings/%s/%s", pairs[i].before, pairs[i].after);

      g_test_add_data_func (overlap, &pairs[i], test_pair);
      g_test_add_data_func (warnings, &pairs[i], test_warnings);
    }
}
