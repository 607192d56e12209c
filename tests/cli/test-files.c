/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan info` and `cyan convert`: what a file contains, and that converted files contain the
 * same. */
#include "cli-fixture.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  const char *name; /* in tests/data */
  const char *format;
  guint nodes;
  guint leaves; /* 0: not checked */
  guint depth;
  guint functions;
  double total;
  const char *unit; /* NULL: unknown */
  double calls;     /* negative: unknown */
} Known;

static const Known known[] = {
  { "cmark-a.cct.tsv.gz", "cct", 515, 0, 20, 0, 0, "ns", 0 },
  { "cmark-a.folded.gz", "folded", 0, 0, 20, 0, 0, NULL, -1 },
  { "cmark-a.uftrace.json.zst", "trace-event", 394, 0, 0, 0, 0, "ns", 27683 },
  { "lua-a.uftrace-us.json.zst", "trace-event", 8342, 0, 0, 0, 0, "ns", 30044 },
  { "lua-b.cct.tsv.gz", "cct", 14113, 0, 0, 0, 0, "ns", 0 },
  { "jq-a1.perf.folded.gz", "folded", 487, 0, 0, 166, 0, NULL, -1 },
};

static char *
take_recording (const char *name)
{
  if (!g_str_has_suffix (name, ".tsv.gz"))
    return data_path (name);
  convert_recording (name, "recording.cct");
  return g_strdup ("recording.cct");
}

static json_t *
info_of (const char *path)
{
  g_autoptr (Run) run = cyan ("info", "--format", "json", path, NULL);

  assert_fine (run);
  return parse_json (run);
}

static double
member (json_t *json, const char *key)
{
  return json_number_value (json_object_get (json, key));
}

/* Checks what the index of the recordings says about them. */
static void
test_info (gconstpointer data)
{
  const Known *one = data;
  g_autofree char *path = take_recording (one->name);
  json_t *json = info_of (path);

  g_assert_cmpstr (json_string_value (json_object_get (json, "format")), ==, one->format);
  if (one->nodes > 0)
    g_assert_cmpfloat (member (json, "nodes"), ==, one->nodes);
  if (one->depth > 0)
    g_assert_cmpfloat (member (json, "depth"), ==, one->depth);
  if (one->functions > 0)
    g_assert_cmpfloat (member (json, "functions"), ==, one->functions);
  g_assert_cmpstr (json_string_value (json_object_get (json, "unit")), ==, one->unit);
  if (one->calls < 0)
    g_assert_true (json_is_null (json_object_get (json, "calls")));
  else if (one->calls > 0)
    g_assert_cmpfloat (member (json, "calls"), ==, one->calls);
  json_decref (json);
}

static const char small_cct[] = "cct 1\n"
                                "meta\tversion\t1.5\n"
                                "metric\ttime\tns\n"
                                "metric\twritten\tbytes\n"
                                "function\tmain\tcmark\tsrc/main.c\t76\n"
                                "function\tparse\n"
                                "0\t1\t1\t163284\t0\n"
                                "1\t2\t12\t3736\t512\t81\n"
                                "1\t2\t-\t77\t64\t95\n"
                                "end\t3\n";

TEST ("/files/info-small")
{
  g_autoptr (Run) text = NULL;
  json_t *json, *metrics;

  write_file ("small.cct", small_cct, -1);
  text = cyan ("info", "small.cct", NULL);
  assert_fine (text);
  g_assert_cmpstr (text->out, ==,
                   "format     cct\n"
                   "nodes      3\n"
                   "leaves     2\n"
                   "depth      2\n"
                   "functions  2\n"
                   "calls      13\n"
                   "recording  exact\n"
                   "threads    unknown\n"
                   "order      callees as they were called\n"
                   "time       167 µs (167097 ns)\n"
                   "written    576 B (576 bytes)\n"
                   "version    1.5\n");
  json = info_of ("small.cct");
  g_assert_cmpfloat (member (json, "leaves"), ==, 2);
  g_assert_cmpfloat (member (json, "functions"), ==, 2);
  g_assert_cmpfloat (member (json, "total"), ==, 167097);
  g_assert_cmpfloat (member (json, "calls"), ==, 13);
  g_assert_cmpstr (json_string_value (json_object_get (json, "recording")), ==, "exact");
  g_assert_true (json_is_null (json_object_get (json, "period")));
  g_assert_true (json_is_null (json_object_get (json, "threads")));
  g_assert_true (json_is_true (json_object_get (json, "ordered")));
  metrics = json_object_get (json, "metrics");
  g_assert_cmpuint (json_array_size (metrics), ==, 2);
  g_assert_cmpfloat (member (json_array_get (metrics, 1), "total"), ==, 576);
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (json, "meta"), "version")),
                   ==, "1.5");
  json_decref (json);
}

static void
convert (const char *in, const char *out)
{
  g_autoptr (Run) run = cyan ("convert", in, "-o", out, NULL);

  assert_fine (run);
  g_assert_cmpstr (run->out, ==, "");
}

static void
assert_same_json (json_t *a, json_t *b, const char *const *keys)
{
  for (; *keys != NULL; keys++)
    if (!json_equal (json_object_get (a, *keys), json_object_get (b, *keys)))
      g_error ("%s differs", *keys);
}

static void
assert_same_file (const char *a, const char *b)
{
  gsize n_a, n_b;
  g_autofree char *bytes_a = read_file (a, &n_a);
  g_autofree char *bytes_b = read_file (b, &n_b);

  g_assert_cmpmem (bytes_a, n_a, bytes_b, n_b);
}

/* Converts any recording to .cct and .cct.gz and back: same nodes, totals and calls, and same bytes
 * once it is .cct. */
static void
test_convert (gconstpointer data)
{
  static const char *const keys[] = { "nodes", "leaves", "depth",   "functions", "total",
                                      "unit",  "calls",  "metrics", "meta",      NULL };
  const Known *one = data;
  g_autofree char *path = take_recording (one->name);
  g_autoptr (Table) table = NULL;
  json_t *before, *plain, *packed;
  gsize n_plain, n_packed;

  convert (path, "plain.cct");
  convert ("plain.cct", "packed.cct.gz");
  convert ("packed.cct.gz", "again.cct");
  assert_same_file ("plain.cct", "again.cct");
  g_free (read_file ("plain.cct", &n_plain));
  g_free (read_file ("packed.cct.gz", &n_packed));
  g_assert_cmpuint (n_packed, <, n_plain);

  before = info_of (path);
  plain = info_of ("plain.cct");
  packed = info_of ("packed.cct.gz");
  assert_same_json (before, plain, keys);
  assert_same_json (plain, packed, keys);
  g_assert_cmpstr (json_string_value (json_object_get (plain, "format")), ==, "cct");

  table = compare_csv (path, "packed.cct.gz", NULL);
  g_assert_cmpfloat (count_rows (table, "status", "matched"), ==, member (before, "nodes"));
  g_assert_cmpuint (count_rows (table, "verdict", "unchanged"), ==, table->rows->len - 1);
  json_decref (before);
  json_decref (plain);
  json_decref (packed);
}

/* Folded stacks keep paths and values, but not calls. */
TEST ("/files/convert-folded")
{
  static const char *const keys[] = { "nodes", "leaves", "depth", "functions", "total", NULL };
  g_autofree char *path = data_path ("jq-a1.perf.folded.gz");
  json_t *before, *after, *packed;
  gsize length;
  g_autofree char *bytes = NULL;

  convert (path, "stacks.folded");
  convert ("stacks.folded", "stacks.folded.gz");
  before = info_of (path);
  after = info_of ("stacks.folded");
  packed = info_of ("stacks.folded.gz");
  assert_same_json (before, after, keys);
  assert_same_json (before, packed, keys);
  json_decref (before);
  json_decref (after);
  json_decref (packed);

  write_file ("small.folded", "main;parse;lex 30\nmain;parse 20\nmain;eval 50\n", -1);
  convert ("small.folded", "copy.folded");
  bytes = read_file ("copy.folded", &length);
  g_assert_nonnull (strstr (bytes, "main;parse 20\n"));
  g_assert_nonnull (strstr (bytes, "main;parse;lex 30\n"));
  g_assert_nonnull (strstr (bytes, "main;eval 50\n"));
  g_assert_cmpuint (length, ==, strlen ("main;parse;lex 30\nmain;parse 20\nmain;eval 50\n"));
}

/* "-" is standard input; for convert's output, standard output. */
TEST ("/files/streams")
{
  g_autoptr (Run) info = NULL, compare = NULL, converted = NULL, both = NULL, empty = NULL;

  write_good_profiles ();
  info = cyan_fed ("main;a 3\n", -1, "info", "-", NULL);
  assert_fine (info);
  assert_matches (info->out, "format     folded\nnodes      2\n*");
  compare = cyan_fed ("main;parse;lex 30\nmain;parse 20\nmain;eval 150\n", -1, "compare",
                      "good.folded", "-", NULL);
  assert_fine (compare);
  assert_matches (compare->out, "good to standard input: 100 to 200, +100 %\n*");
  converted = cyan_fed ("main;a 3\n", -1, "convert", "-", "-o", "-", NULL);
  assert_fine (converted);
  assert_matches (converted->out, "cct 1\n*end\t2\n");
  both = cyan ("compare", "-", "-", NULL);
  assert_fails (both, "only one profile can be standard input");
  empty = cyan ("info", "-", NULL);
  assert_fails (empty, "standard input: empty file");
}

/* An existing file is replaced as a whole; after a failure it is unchanged. */
TEST ("/files/replaced")
{
  g_autofree char *bytes = NULL, *kept = NULL;
  g_autoptr (Run) failed = NULL;
  guint n_files;

  write_good_profiles ();
  write_file ("out.cct",
              "something much longer than what comes in its place, so that its tail\n"
              "would show if the file was only written over from its beginning\n"
              "something much longer than what comes in its place, so that its tail\n",
              -1);
  n_files = count_files ();
  convert ("good.folded", "out.cct");
  g_assert_cmpuint (count_files (), ==, n_files);
  bytes = read_file ("out.cct", NULL);
  assert_matches (bytes, "cct 1\n*end\t4\n");

  failed = cyan ("convert", "missing.folded", "-o", "out.cct", NULL);
  assert_fails (failed, "missing.folded: No such file or directory");
  kept = read_file ("out.cct", NULL);
  g_assert_cmpstr (kept, ==, bytes);
}

/* A read-only file is replaced only if that is asked for. */
TEST ("/files/read-only")
{
  g_autofree char *kept = NULL, *replaced = NULL;
  g_autoptr (Run) refused = NULL, page = NULL, forced = NULL;

  write_good_profiles ();
  write_file ("locked.cct", "old", -1);
  write_file ("locked.md", "old", -1);
  g_assert_cmpint (g_chmod ("locked.cct", 0444), ==, 0);
  g_assert_cmpint (g_chmod ("locked.md", 0444), ==, 0);
  refused = cyan ("convert", "good.folded", "-o", "locked.cct", NULL);
  assert_fails (refused, "locked.cct: is read-only; --force replaces it");
  page = cyan ("check", "good.folded", "other.folded", "--fail-above", "5%", "--markdown",
               "locked.md", NULL);
  assert_fails (page, "locked.md: is read-only; --force replaces it");
  kept = read_file ("locked.cct", NULL);
  g_assert_cmpstr (kept, ==, "old");

  forced = cyan ("convert", "good.folded", "-o", "locked.cct", "--force", NULL);
  assert_fine (forced);
  replaced = read_file ("locked.cct", NULL);
  assert_matches (replaced, "cct 1\n*end\t4\n");
}

/* A limit of the size of files ends a write, and neither the program nor the old file. */
TEST ("/files/size-limit")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *kept = NULL;
  g_autoptr (Run) run = NULL;
  guint n_files;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text, "main;part_%u 1\n", i);
  write_file ("large.folded", text->str, -1);
  write_file ("small.cct", "old", -1);
  n_files = count_files ();
  run = run_program ("sh", "-c", "ulimit -f 8; exec \"$0\" convert large.folded -o small.cct",
                     cyan_path (), NULL);
  assert_fails (run, "small.cct: cannot be written: File too large");
  kept = read_file ("small.cct", NULL);
  g_assert_cmpstr (kept, ==, "old");
  g_assert_cmpuint (count_files (), ==, n_files);
}

TEST ("/files/refused-outputs")
{
  static const struct
  {
    const char *out;
    const char *says;
  } cases[] = {
    { "x.unknown", "x.unknown: no format*" },
    { "x", "x: no format*" },
    { "folder.cct", "folder.cct: *directory" },
    { "nowhere/x.cct", "nowhere/x.cct: *No such file or directory" },
    { "good.folded/x.cct", "good.folded/x.cct: *Not a directory" },
  };

  write_good_profiles ();
  g_assert_cmpint (g_mkdir ("folder.cct", 0777), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_files = count_files ();
      g_autoptr (Run) run = cyan ("convert", "good.folded", "-o", cases[i].out, NULL);

      assert_fails (run, cases[i].says);
      g_assert_cmpuint (count_files (), ==, n_files);
    }
}

/* Of values without a unit only their user knows it; every command takes it. */
TEST ("/files/unit")
{
  static const char *const commands[] = { "compare", "explain", "check --fail-above 5%" };
  g_autoptr (Run) unknown = NULL, info = NULL, refused = NULL, convert = NULL, converted = NULL;
  g_autoptr (Run) render = NULL;
  g_autoptr (Table) bare = NULL, given = NULL;
  json_t *json;

  write_file ("a.folded", "main;parse 900000000\nmain;eval 1000000000\n", -1);
  write_file ("b.folded", "main;parse 1900000000\nmain;eval 1000000000\n", -1);
  unknown = cyan ("compare", "a.folded", "b.folded", NULL);
  assert_fine (unknown);
  assert_matches (unknown->out, "a to b: 1.90 G to 2.90 G, *");
  g_assert_null (strstr (unknown->out, "samples"));
  bare = compare_csv ("a.folded", "b.folded", NULL);
  g_assert_cmpstr (bare->comment, ==, "unit: unknown");
  json = info_of ("a.folded");
  g_assert_true (json_is_null (json_object_get (json, "unit")));
  json_decref (json);
  given = compare_csv ("a.folded", "b.folded", "--unit", "ns", NULL);
  g_assert_cmpstr (given->comment, ==, "unit: ns");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *line =
          g_strdup_printf ("%s %s a.folded b.folded --unit ns", cyan_path (), commands[i]);
      g_autoptr (Run) run = run_program ("sh", "-c", line, NULL);

      g_assert_cmpint (run->status, !=, 2);
      assert_matches (run->out, "*1.90 s*");
    }
  render = cyan ("render", "a.folded", "b.folded", "--unit=ns", "-o", "unit.svg", NULL);
  g_assert_cmpint (render->status, ==, 0);
  info = cyan ("info", "a.folded", "--unit", "bytes", NULL);
  assert_fine (info);
  assert_matches (info->out, "*\nbytes      1.77 GiB (1900000000 bytes)\n*");
  convert = cyan ("convert", "a.folded", "--unit", "us", "-o", "unit.cct", NULL);
  g_assert_cmpint (convert->status, ==, 0);
  converted = cyan ("info", "unit.cct", NULL);
  assert_fine (converted);
  assert_matches (converted->out, "*\ntime       1900 s (1900000000 us)\n*");
  refused = cyan ("compare", "a.folded", "unit.cct", "--unit", "ns", NULL);
  assert_fails (refused, "unit.cct: the file says that its unit is us, not ns");
}

TESTS ()
{
  cli_test_init ();
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *info = g_strconcat ("/files/info/", known[i].name, NULL);
      g_autofree char *converted = g_strconcat ("/files/convert/", known[i].name, NULL);

      g_test_add_data_func (info, &known[i], test_info);
      g_test_add_data_func (converted, &known[i], test_convert);
    }
}
