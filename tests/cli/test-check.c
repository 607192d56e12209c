/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan check`: its exit status and its messages. */
#include "check-fixture.h"
#include "tests.h"

static json_t *
member (json_t *object, const char *name)
{
  json_t *value = json_object_get (object, name);

  if (value == NULL)
    g_error ("no member \"%s\"", name);
  return value;
}

/* ---- the demo ---- */

TEST ("/check/demo")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");
  g_autofree char *old = demo ("before"), *new = demo ("after");
  g_autoptr (Run) run = cyan ("check", before, after, "--fail-above", "5%", "--source-before", old,
                              "--source-after", new, NULL);

  g_assert_cmpint (run->status, ==, 1);
  g_assert_cmpstr (run->err, ==, "");
  assert_in (run->out, "Failed: before to after took 10.6 ms instead of 6.15 ms, +73.0 %");
  assert_in (run->out, "more than the limit of 5.0 % of the total before (308 µs)");
  assert_in (run->out,
             "1 exact run a side: noise cannot be estimated, so the plain difference decides");
  assert_in (run->out, "Of the functions that got slower, start with find_entry (index.c:29): +");
  assert_in (run->out, "; its source changed");
  assert_in (run->out, " If this is wanted, record a new baseline.");
  /* The text is one paragraph. */
  g_assert_true (strchr (run->out, '\n') == run->out + strlen (run->out) - 1);
}

TEST ("/check/demo-limits")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");

  g_assert_cmpint (status_of ("--fail-above 73%", before, after), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 0.73", before, after), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 73.1%", before, after), ==, 0);
  g_assert_cmpint (status_of ("--fail-above 80% --any-node", before, after), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 95% --any-node", before, after), ==, 0);
  g_assert_cmpint (status_of ("--fail-above 5% --function ^find_entry$", before, after), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 5% --function ^sort_index$", before, after), ==, 0);
  g_assert_cmpint (status_of ("--fail-above 5% --function ^flush", before, after), ==, 0);
  g_assert_cmpint (status_of ("--fail-above 3% --function ^flush", before, after), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 5% --ignore find_entry", before, after), ==, 0);
}

TEST ("/check/demo-nodes")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");
  g_autoptr (Run) nodes = check ("--fail-above 5% --any-node --top 3", before, after);
  g_autoptr (Run) functions =
      check ("--fail-above 5% --function ^find --function ^sort", before, after);
  g_autoptr (Run) none = check ("--fail-above 99% --function ^find", before, after);

  assert_in (nodes->out, "7 nodes got slower by more than that, first of all find_entry with 6.45 "
                         "ms instead of 1.18 ms");
  assert_in (nodes->out, "\nSlower than allowed (3 of 7)\n");
  assert_in (functions->out, "1 function got slower by more than 5.0 % of the total before");
  g_assert_cmpint (none->status, ==, 0);
  assert_in (none->out, "Of 1 function asked for none got slower by more than 99.0 % of");
}

TEST ("/check/json")
{
  g_autofree char *before = demo ("before.json.gz"), *after = demo ("after.json.gz");
  g_autofree char *old = demo ("before"), *new = demo ("after");
  g_autoptr (Run) run =
      cyan ("check", before, after, "--fail-above", "5%", "--any-node", "--format", "json",
            "--source-before", old, "--source-after", new, "--top", "2", NULL);
  json_t *json = parse_json (run), *failures = member (json, "failures");
  json_t *first = json_array_get (failures, 0), *second = json_array_get (failures, 1);
  json_t *start = json_array_get (member (json, "start_here"), 0);

  g_assert_cmpint (run->status, ==, 1);
  g_assert_true (json_is_false (member (json, "passed")));
  g_assert_cmpfloat (json_number_value (member (json, "limit")), ==, 0.05);
  g_assert_cmpstr (json_string_value (member (json, "unit")), ==, "ns");
  g_assert_cmpint (json_integer_value (member (json, "n_failures")), ==, 8);
  g_assert_cmpuint (json_array_size (failures), ==, 2);
  g_assert_cmpfloat (json_number_value (member (member (json, "before"), "total")), ==, 6151406);
  g_assert_cmpfloat (json_number_value (member (member (json, "total"), "change")), ==, 4491968);
  g_assert_cmpstr (json_string_value (member (member (json, "noise"), "known")), ==, "unknown");
  g_assert_true (json_is_null (member (member (json, "total"), "q")));
  g_assert_cmpstr (json_string_value (member (first, "gate")), ==, "total");
  g_assert_cmpstr (json_string_value (member (start, "function")), ==, "find_entry");
  g_assert_cmpstr (json_string_value (member (start, "source")), ==, "modified");
  g_assert_cmpstr (json_string_value (member (second, "gate")), ==, "node");
  g_assert_cmpstr (json_string_value (member (second, "name")), ==, "find_entry");
  g_assert_true (json_is_true (member (second, "innermost")));
  g_assert_true (g_str_has_prefix (json_string_value (member (json, "text")), "Failed: "));
  json_decref (json);
}

TEST ("/check/output-file")
{
  g_autoptr (Run) run = NULL;
  g_autofree char *text = NULL;

  write_good_profiles ();
  run = check ("--fail-above 5% -o verdict.txt", "good.folded", "other.folded");
  g_assert_cmpint (run->status, ==, 1);
  g_assert_cmpstr (run->out, ==, "");
  text = read_file ("verdict.txt", NULL);
  assert_in (text, "Failed: good to other took 200 instead of 100, +100 %");
  assert_in (text, "sampled run");
}

/* ---- laws ---- */

typedef struct
{
  const char *name, *before, *after;
} Pair;

static const Pair pairs[] = {
  { "cmark", "cmark-a.cct", "cmark-b.cct" },
  { "demo", "data/demo/before.json.gz", "data/demo/after.json.gz" },
  { "jq", "jq-a.cct", "jq-b.cct" },
  { "lua", "lua-a.cct", "lua-b.cct" },
  { "sampled", "tests/data/jq-a1.perf.folded.gz", "tests/data/jq-b1.perf.folded.gz" },
};

static const char *const gates[] = { "", " --any-node", " --function .",
                                     " --any-node --function ." };

static char *
recording (const char *name)
{
  g_autofree char *tsv = g_strconcat (name, ".tsv.gz", NULL);

  if (!g_str_has_suffix (name, ".cct"))
    return root_path (name);
  if (!file_exists (name))
    convert_recording (tsv, name);
  return g_strdup (name);
}

static void
test_same (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *path = recording (pair->before);
  g_autofree char *copy = g_strconcat ("copy-of-", pair->name, NULL);
  gsize length;
  g_autofree char *bytes = read_file (path, &length);

  write_file (copy, bytes, (gssize) length);
  for (guint g = 0; g < G_N_ELEMENTS (gates); g++)
    {
      g_autofree char *options = g_strconcat ("--fail-above 0%", gates[g], NULL);

      g_assert_cmpint (status_of (options, path, path), ==, 0);
      g_assert_cmpint (status_of (options, path, copy), ==, 0);
    }
}

/* A higher limit never fails where a lower one passes, in both directions. */
static void
test_limits (gconstpointer data)
{
  static const char *const limits[] = { "0%", "0.1%", "1%", "5%", "20%", "100%", "1000%" };
  guint step = test_may_take_long () ? 1 : 3;
  const Pair *pair = data;
  g_autofree char *before = recording (pair->before), *after = recording (pair->after);

  for (guint way = 0; way < 2; way++)
    for (guint g = 0; g < G_N_ELEMENTS (gates); g++)
      {
        int last = 1;

        for (guint i = 0; i < G_N_ELEMENTS (limits); i += step)
          {
            g_autofree char *options = g_strconcat ("--fail-above ", limits[i], gates[g], NULL);
            int status = status_of (options, way == 0 ? before : after, way == 0 ? after : before);

            g_assert_cmpint (status, <=, last);
            last = status;
          }
      }
}

static void
test_swap (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *before = recording (pair->before), *after = recording (pair->after);
  int there = status_of ("--fail-above 0%", before, after);
  int back = status_of ("--fail-above 0%", after, before);

  /* No two of these recordings take equally long. */
  g_assert_cmpint (there + back, ==, 1);
}

static void
test_ignore_all (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *before = recording (pair->before), *after = recording (pair->after);

  for (guint g = 0; g < G_N_ELEMENTS (gates); g++)
    {
      g_autofree char *options = g_strconcat ("--fail-above 0% --ignore .", gates[g], NULL);

      g_assert_cmpint (status_of (options, before, after), ==, 0);
      g_assert_cmpint (status_of (options, after, before), ==, 0);
    }
}

static void
test_json_agrees (gconstpointer data)
{
  const Pair *pair = data;
  g_autofree char *before = recording (pair->before), *after = recording (pair->after);

  for (guint g = 0; g < G_N_ELEMENTS (gates); g++)
    {
      g_autofree char *options = g_strconcat ("--fail-above 1% --format json", gates[g], NULL);
      g_autoptr (Run) run = check (options, before, after);
      json_t *json = parse_json (run);

      g_assert_cmpint (json_is_true (member (json, "passed")), ==, run->status == 0);
      g_assert_cmpint (json_integer_value (member (json, "n_failures")) == 0, ==, run->status == 0);
      g_assert_cmpstr (run->err, ==, "");
      json_decref (json);
    }
}

/* ---- several runs ---- */

/* Writes one run of 20 functions below main; @slow is the factor of function 3. */
static void
write_run (const char *side, guint run, guint seed, double slow)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new ("cct 1\nrecording\texact\nmetric\ttime\tns\n"
                                           "function\tmain\n");
  g_autofree char *name = g_strdup_printf ("%s%u.cct", side, run);
  double all = g_rand_double_range (dice, 0.98, 1.02);

  for (guint f = 0; f < 20; f++)
    g_string_append_printf (text, "function\tf%u\n", f);
  g_string_append_printf (text, "0\t1\t1\t%.0f\n", 1e6 * all);
  for (guint f = 0; f < 20; f++)
    g_string_append_printf (text, "1\t%u\t10\t%.0f\n", f + 2,
                            1e6 * (1 + f % 5) * all * g_rand_double_range (dice, 0.97, 1.03)
                                * (f == 3 ? slow : 1));
  g_string_append (text, "end\t21\n");
  write_file (name, text->str, -1);
}

static void
write_runs (void)
{
  for (guint i = 0; i < 5; i++)
    {
      write_run ("a", i, 10 + i, 1);
      write_run ("b", i, 20 + i, 1);
      write_run ("s", i, 30 + i, 2);
    }
}

/* Runs `cyan check` with the five runs of each side. */
static Run *
check_runs (const char *before, const char *after, const char *first, const char *second)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  char **n;

  for (guint i = 0; i < 10; i++)
    g_ptr_array_add (names, g_strdup_printf ("%s%u.cct", i < 5 ? before : after, i % 5));
  n = (char **) names->pdata;
  return cyan ("check", "--before", n[0], "--after", n[5], "--before", n[1], "--after", n[6],
               "--before", n[2], "--after", n[7], "--before", n[3], "--after", n[8], "--before",
               n[4], "--after", n[9], "--fail-above", first, second, NULL);
}

TEST ("/check/runs")
{
  static const char *const options[] = { NULL, "--any-node", "--function=." };

  write_runs ();
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (Run) same = check_runs ("a", "b", "0%", options[i]);
      g_autoptr (Run) back = check_runs ("b", "a", "0%", options[i]);
      g_autoptr (Run) slower = check_runs ("a", "s", "5%", options[i]);
      g_autoptr (Run) faster = check_runs ("s", "a", "0%", options[i]);

      g_assert_cmpint (same->status, ==, 0);
      g_assert_cmpint (back->status, ==, 0);
      g_assert_cmpint (slower->status, ==, 1);
      g_assert_cmpint (faster->status, ==, 0);
      assert_in (slower->out, "Of the functions that got slower, start with f3: +");
      assert_in (slower->out, "5 exact runs a side");
      assert_in (slower->out, "95 % interval");
    }
}

/* One of the two directions is above 0 % by chance, and the text says so. */
TEST ("/check/runs-by-chance")
{
  g_autoptr (Run) there = NULL, back = NULL;

  write_runs ();
  there = check_runs ("a", "b", "0%", "--format=json");
  back = check_runs ("b", "a", "0%", "--format=json");
  for (guint i = 0; i < 2; i++)
    {
      json_t *json = parse_json (i == 0 ? there : back);
      json_t *total = member (json, "total");
      double change = json_number_value (member (total, "change"));

      g_assert_cmpint (json_is_true (member (member (json, "noise"), "total_by_chance")), ==,
                       change > 0);
      g_assert_cmpfloat (json_number_value (member (total, "q")), >, 0.05);
      g_assert_cmpfloat (json_number_value (member (total, "ratio_low")), <, 1);
      g_assert_cmpfloat (json_number_value (member (total, "ratio_high")), >, 1);
      g_assert_cmpuint (json_array_size (member (member (json, "before"), "runs")), ==, 5);
      json_decref (json);
    }
}

/* The same difference with one run per side fails, because the noise of the total is not known. */
TEST ("/check/one-run")
{
  g_autoptr (Run) there = NULL, back = NULL;

  write_runs ();
  there = check ("--fail-above 0%", "a0.cct", "b0.cct");
  back = check ("--fail-above 0%", "b0.cct", "a0.cct");
  g_assert_cmpint (there->status + back->status, ==, 1);
  assert_in (there->out, ", so the plain difference decides");
}

TEST ("/check/alpha")
{
  g_autoptr (Run) strict = NULL;

  write_runs ();
  strict = check_runs ("a", "s", "5%", "--alpha=0.000000001%");
  g_assert_cmpint (strict->status, ==, 0);
  assert_in (strict->out, "but may be noise");
}

/* ---- names ---- */

/* f is called from two places, and recursively below g. */
static void
write_recursion (const char *path, guint main, guint inner, guint second)
{
  g_autofree char *text =
      g_strdup_printf ("cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\n"
                       "function\tf\nfunction\tg\nfunction\tb\n0\t1\t1\t%u\n1\t2\t1\t10\n"
                       "2\t3\t1\t0\n3\t2\t1\t%u\n1\t4\t1\t0\n5\t2\t1\t%u\nend\t6\n",
                       main, inner, second);

  write_file (path, text, -1);
}

TEST ("/check/function-cost")
{
  write_recursion ("cost-a.cct", 60, 20, 10);
  write_recursion ("cost-b.cct", 30, 40, 20);
  g_assert_cmpint (status_of ("--fail-above 29% --function ^f$", "cost-a.cct", "cost-b.cct"), ==,
                   1);
  g_assert_cmpint (status_of ("--fail-above 30% --function ^f$", "cost-a.cct", "cost-b.cct"), ==,
                   0);
}

/* Expressions match labels, not mangled names. */
TEST ("/check/ignored-label")
{
  write_file ("label-a.cct",
              "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\n"
              "function\twait.isra.0\n0\t1\t1\t100\n1\t2\t1\t10\nend\t2\n",
              -1);
  write_file ("label-b.cct",
              "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\n"
              "function\twait.part.7\n0\t1\t1\t100\n1\t2\t1\t90\nend\t2\n",
              -1);
  g_assert_cmpint (status_of ("--fail-above 5%", "label-a.cct", "label-b.cct"), ==, 1);
  g_assert_cmpint (status_of ("--fail-above 5% --ignore ^wait$", "label-a.cct", "label-b.cct"), ==,
                   0);
}

/* Ignored functions are left out with everything that they call, on both sides. */
TEST ("/check/ignored-totals")
{
  g_autoptr (Run) run = NULL;
  json_t *json;

  write_file ("ignore-a.folded", "main;work 90\nmain;wait;poll 10\n", -1);
  write_file ("ignore-b.folded", "main;work 90\nmain;wait;poll 70\nmain;wait 5\n", -1);
  run =
      check ("--fail-above 1% --ignore ^wait$ --format json", "ignore-a.folded", "ignore-b.folded");
  g_assert_cmpint (run->status, ==, 0);
  json = parse_json (run);
  g_assert_cmpfloat (json_number_value (member (member (json, "before"), "total")), ==, 90);
  g_assert_cmpfloat (json_number_value (member (member (json, "after"), "total")), ==, 90);
  g_assert_cmpfloat (json_number_value (member (member (json, "before"), "ignored")), ==, 10);
  g_assert_cmpfloat (json_number_value (member (member (json, "after"), "ignored")), ==, 75);
  g_assert_cmpfloat (json_number_value (member (json, "limit_value")), ==, 0.9);
  json_decref (json);
}

/* ---- errors ---- */

static void
assert_check_fails (const char *options, const char *before, const char *after, const char *line)
{
  g_autoptr (Run) run = check (options, before, after);

  assert_fails (run, line);
}

TEST ("/check/arguments")
{
  write_good_profiles ();
  assert_check_fails ("--top 3", "good.folded", "other.folded", "check needs --fail-above*");
  assert_check_fails ("--fail-above -1%", "good.folded", "other.folded",
                      "--fail-above: \"-1%\" is not a share such as *");
  assert_check_fails ("--fail-above 5%%", "good.folded", "other.folded", "--fail-above: *");
  assert_check_fails ("--fail-above nan", "good.folded", "other.folded", "--fail-above: *");
  assert_check_fails ("--fail-above", "5%", "good.folded", "check needs two profiles*");
  assert_check_fails ("--fail-above 5% --format csv", "good.folded", "other.folded",
                      "--format: no format \"csv\"; text or json");
  assert_check_fails ("--fail-above 5% --top -1", "good.folded", "other.folded", "--top: *");
  assert_check_fails ("--fail-above 5% --ignore (", "good.folded", "other.folded", "--ignore: *");
  assert_check_fails ("--fail-above 5% --function [", "good.folded", "other.folded",
                      "--function: *");
  assert_check_fails ("--fail-above 5% --function mian", "good.folded", "other.folded",
                      "--function: no function is called \"mian\"");
  assert_check_fails ("--fail-above 5%", "good.folded", "missing.folded", "missing.folded: *");
  assert_check_fails ("--fail-above 5% -o no/where", "good.folded", "other.folded",
                      "no/where: cannot be written: *");
}

TEST ("/check/profiles")
{
  write_good_profiles ();
  write_file ("ns.cct",
              "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\n"
              "0\t1\t1\t100\nend\t1\n",
              -1);
  write_file ("empty.cct", "cct 1\nrecording\texact\nmetric\ttime\tns\nend\t0\n", -1);
  write_file ("zero.cct",
              "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\n"
              "0\t1\t1\t0\nend\t1\n",
              -1);
  assert_check_fails ("--fail-above 5%", "good.folded", "ns.cct",
                      "before is in an unknown unit and after in ns: no limit *");
  assert_check_fails ("--fail-above 5%", "empty.cct", "ns.cct",
                      "before: the total is not above 0, so nothing was measured");
  assert_check_fails ("--fail-above 5%", "ns.cct", "empty.cct",
                      "after: the total is not above 0, so nothing was measured");
  assert_check_fails ("--fail-above 5%", "zero.cct", "zero.cct",
                      "before: the total is not above 0, so nothing was measured");
}

/* An expression with exponential time fails quickly. */
TEST ("/check/catastrophe")
{
  g_autofree char *name = g_strnfill (300, 'a');
  g_autofree char *stack = g_strconcat ("main;", name, "! 10\n", NULL);
  gint64 start = test_cpu_time ();

  write_file ("long.folded", stack, -1);
  assert_check_fails ("--fail-above 5% --ignore ^(a+)+$", "long.folded", "long.folded",
                      "--ignore: \"^(a+)+$\" takes too long on a name");
  assert_check_fails ("--fail-above 5% --function ^(a|a)*$", "long.folded", "long.folded",
                      "--function: \"^(a|a)*$\" takes too long on a name");
  g_assert_cmpint (test_cpu_time () - start, <, 30 * G_TIME_SPAN_SECOND);
}

/* If the output cannot be written, the exit status is no verdict. */
TEST ("/check/full")
{
  g_autoptr (Run) run = NULL;

  write_good_profiles ();
  run = run_program ("sh", "-c", "\"$1\" check --fail-above 5% good.folded other.folded >/dev/full",
                     "sh", cyan_path (), NULL);
  g_assert_cmpint (run->status, ==, 2);
  assert_matches (run->err, "cyan: standard output: *\n");
}

/* JSON says which noise is known. */
TEST ("/cli/check/json-noise")
{
  const struct
  {
    const char *files[6];
    const char *known;
  } cases[] = {
    { { "x.cct", "y.cct" }, "unknown" },
    { { "x.folded", "y.folded" }, "sampling" },
    { { "wide-x.cct", "wide-y.cct" }, "equal calls" },
    { { "--before=x.cct", "--before=y.cct", "--after=x.cct", "--after=y.cct" }, "runs" },
  };
  const char *const sides[] = { "x", "y" };

  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *small = g_strdup_printf ("%s.cct", sides[side]);
      g_autofree char *sampled = g_strdup_printf ("%s.folded", sides[side]);
      g_autofree char *wide = g_strdup_printf ("wide-%s.cct", sides[side]);
      g_autoptr (GString) text = g_string_new ("cct 1\nrecording\texact\nmetric\ttime\tns\n");

      write_file (small,
                  side == 0 ? "cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t100\nend\t1\n"
                            : "cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t101\nend\t1\n",
                  -1);
      write_file (sampled, "main;a 100\nmain;b 100\n", -1);
      for (guint i = 0; i < 100; i++)
        g_string_append_printf (text, "function\tf%u\n", i);
      g_string_append (text, "0\t1\t1\t1000\n");
      for (guint i = 1; i < 100; i++)
        g_string_append_printf (text, "1\t%u\t5\t%u\n", i + 1, 1000 + (i * (side + 3)) % 17);
      g_string_append (text, "end\t100\n");
      write_file (wide, text->str, -1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *files = cases[i].files;
      g_autoptr (Run) run = cyan ("check", "--fail-above=50%", "--format=json", files[0], files[1],
                                  files[2], files[3], NULL);
      json_t *json = parse_json (run);

      g_assert_cmpstr (json_string_value (member (member (json, "noise"), "known")), ==,
                       cases[i].known);
      json_decref (json);
    }
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      static const struct
      {
        const char *name;
        GTestDataFunc func;
      } laws[] = { { "same", test_same },
                   { "limits", test_limits },
                   { "swap", test_swap },
                   { "ignore-all", test_ignore_all },
                   { "json-agrees", test_json_agrees } };

      for (guint j = 0; j < G_N_ELEMENTS (laws); j++)
        {
          g_autofree char *path = g_strdup_printf ("/check/%s/%s", laws[j].name, pairs[i].name);

          g_test_add_data_func (path, &pairs[i], laws[j].func);
        }
    }
}
