/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and writing folded stacks. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <math.h>

#define SELF CYAN_PROFILE_TEXT_SELF

TEST ("/folded/trees")
{
  assert_tree ("main;parse 3\nmain;parse;lex 4\nmain 1\nidle 2\n", SELF,
               "main:1(parse:3(lex:4)) idle:2", "");
  /* The longer line comes first; the shorter one is its prefix. */
  assert_tree ("a;b;c 1\na;b 2\na;bc 3\na 4\na;b;c;d 5\n", SELF, "a:4(b:2(c:1(d:5)) bc:3)", "");
  assert_tree ("f 1\nf;f 2\nf;f;f 3\n", SELF, "f:1(f:2(f:3))", "");
  assert_tree ("only 7\n", SELF, "only:7", "");
}

TEST ("/folded/names")
{
  assert_tree ("RegExp: ^(a [\"'],b)$;operator<<(A, B) const 2\n", SELF,
               "'RegExp: ^(a [\"''],b)$':0('operator<<(A, B) const':2)", "");
  assert_tree ("[unknown];{closure};<b>&</b> 1\n", SELF, "[unknown]:0({closure}:0(<b>&</b>:1))",
               "");
  assert_tree ("a;#b;\x1b[31mred 1\n", SELF, "a:0(#b:0(\x1b[31mred:1))", "");
}

TEST ("/folded/layout-of-lines")
{
  assert_tree ("\xef\xbb\xbf# a comment\r\n\r\nmain;a  \t 3 \t\r\n  \t\r\nmain;b\t4\r\n#end 1\r\n",
               SELF, "main:0(a:3 b:4)", "");
  /* White space at the start of a line or around a semicolon belongs to the name. */
  assert_tree (" main; a 1\n", SELF, "' main':0(' a':1)", "");
}

TEST ("/folded/counts")
{
  assert_tree ("a 1.5\nb 2e3\nc 0\nd +4\ne 00012\n", SELF, "a:1.5 b:2000 c:0 d:4 e:12", "");
  assert_tree ("a 9007199254740992\n", SELF, "a:9007199254740992", "");
  assert_tree ("a;b 2\na;b 3\nc 1\na;b 4\n", SELF, "a:0(b:9) c:1", "");
  assert_tree ("a 5\na;b -2\na;c 1\n", SELF, "a:5(b:-2 c:1)",
               "negative counts on 1 line\n"
               "some values of value are negative: is this the difference of two profiles?\n");
}

/* Who wrote a text, and the unit of its counts. */
TEST ("/folded/producers")
{
  static const struct
  {
    const char *text;
    const char *producer;
    const char *name, *unit;
  } cases[] = {
    { "<module> (a.py);run (lib/b.py) 3\n<module> (a.py) 1900000000\n", "py-spy", "samples",
      "samples" },
    { "process 12:\"python a.py\";<module> (a.py:7);memcpy (libc.so.6) 3\n", "py-spy", "samples",
      "samples" },
    { "<module> (a.py:7); 3\n", "py-spy", "samples", "samples" },
    { "<main> - a.rb:1;block in run - lib/b.rb:22;sleep [c function] - (unknown):0 5\n", "rbspy",
      "samples", "samples" },
    { "# austin: 3.7.0\n# interval: 100\n# mode: wall\nP1;T1;/a.py:run:3 100\n", "austin", "time",
      "us" },
    { "# austin: 3.7.0\n# mode: cpu\r\nP1;T1;/a.py:run:3 100\n", "austin", "time", "us" },
    { "# austin: 3.7.0\n# mode: memory\nP1;T1;/a.py:run:3 4096\n", "austin", "bytes", "bytes" },
    { "# austin: 3.7.0\n# mode:  \nP1;T1;/a.py:run:3 100\n", "austin", "value", "" },
    { "# austin: 9.0.0\nP1;T1;/a.py:run:3 100\n", "austin", "value", "" },
    /* The comments of austin come first. */
    { "P1;T1;/a.py:run:3 100\n# austin: 3.7.0\n# mode: wall\n", NULL, "value", "" },
    /* One frame of another kind, a fraction, functions of C++. */
    { "<module> (a.py);run 3\n", NULL, "value", "" },
    { "<module> (a.py) 0.5\n", NULL, "value", "" },
    { "main (int);f (char const*) 3\n", NULL, "value", "" },
    { "a - b:1;c - d:2 3\n", NULL, "value", "" },
    /* perf, bpftrace and async-profiler: samples, nanoseconds or bytes. */
    { "jq;[unknown];_int_free_[k] 54527250\n", NULL, "value", "" },
    { "java/lang/Thread.run_[j];Demo.main_[0] 1\n", NULL, "value", "" },
    { "main;a 1900000000\n", NULL, "value", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = load_text (cases[i].text, -1, NULL);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, cases[i].producer);
      g_assert_cmpstr (profile->metrics[0].name, ==, cases[i].name);
      g_assert_cmpstr (profile->metrics[0].unit, ==, cases[i].unit);
    }
}

static CyanProfile *
load_with_unit (const char *text, const char *unit, GError **error)
{
  const CyanLoadOptions options = { .unit = unit };

  return cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, error);
}

/* A unit can be given to values without one only. */
TEST ("/folded/unit")
{
  static const char exact[] = "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t5\nend\t1\n";
  static const char bare[] = "cct 1\nmetric\twork\nfunction\tf\n0\t1\t1\t5\nend\t1\n";
  g_autoptr (GError) error = NULL, recognised_error = NULL;
  g_autoptr (CyanProfile) time = load_with_unit ("main 1900000000\n", "ns", NULL);
  g_autoptr (CyanProfile) samples = load_with_unit ("main 3\n", "samples", NULL);
  g_autoptr (CyanProfile) count = load_with_unit ("main 3\n", "count", NULL);
  g_autoptr (CyanProfile) own_name = load_with_unit (bare, "bytes", NULL);
  g_autoptr (CyanProfile) same = load_with_unit (exact, "ms", NULL);

  g_assert_cmpstr (time->metrics[0].name, ==, "time");
  g_assert_cmpstr (time->metrics[0].unit, ==, "ns");
  g_assert_cmpstr (samples->metrics[0].name, ==, "samples");
  g_assert_cmpstr (samples->metrics[0].unit, ==, "samples");
  g_assert_cmpstr (count->metrics[0].name, ==, "value");
  g_assert_cmpstr (count->metrics[0].unit, ==, "count");
  g_assert_cmpstr (own_name->metrics[0].name, ==, "work");
  g_assert_cmpstr (own_name->metrics[0].unit, ==, "bytes");
  g_assert_cmpstr (same->metrics[0].unit, ==, "ms");
  g_assert_null (load_with_unit (exact, "ns", &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_assert_cmpstr (error->message, ==, "t: the file says that its unit is ms, not ns");
  g_assert_null (load_with_unit ("<module> (a.py) 3\n", "ns", &recognised_error));
  g_assert_cmpstr (recognised_error->message, ==,
                   "t: the file says that its unit is samples, not ns");
}

TEST ("/folded/what-it-is")
{
  g_autoptr (CyanProfile) profile = load_text ("main 3\n", -1, NULL);

  g_assert_cmpstr (profile->format, ==, "folded");
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "value");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 0);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_true (profile->unordered);
  g_assert_cmpuint (profile->n_threads, ==, 0);
}

TEST ("/folded/errors")
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { "a;b 1\n\n# c\na;c\na;d\n", "t: line 4: expected a count after the stack, found \"a;c\"" },
    { "a;b 1e400\n", "t: line 1: expected a count after the stack, found \"1e400\"" },
    { "a;b NaN\n", "t: line 1: expected a count after the stack, found \"NaN\"" },
    { "a 1e308\nb 1e308\n", "t: line 2: the counts add up to no finite number" },
    { "a 1e308\na -1e308\n", "t: line 2: the counts add up to no finite number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fails (cases[i].text, -1, CYAN_ERROR_INVALID, cases[i].message);
  assert_fails ("a;b 1\na\0b 1\n", 12, CYAN_ERROR_INVALID,
                "t: line 2: a NUL byte, which no text has (is this UTF-16?)");
}

/* Lines that are no stacks are left out while most are. */
TEST ("/folded/bad-lines")
{
  static const struct
  {
    const char *line;
    const char *reason;
  } cases[] = {
    { "a;c", "expected a count after the stack, found \"a;c\"" },
    { "a;b x9", "expected a count after the stack, found \"x9\"" },
    { "a;b 1e400", "expected a count after the stack, found \"1e400\"" },
    { "a;b inf", "expected a count after the stack, found \"inf\"" },
    { "a;b 0x10", "expected a count after the stack, found \"0x10\"" },
    { "a;b 1,5", "expected a count after the stack, found \"1,5\"" },
    { "a;b \x1b[2J\xff", "expected a count after the stack, found \" [2J\xef\xbf\xbd\"" },
    { "12", "a count without a stack" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("a;b 1\n%s\na;b 2\n", cases[i].line);
      g_autofree char *note =
          g_strdup_printf ("1 line was left out: line 2: %s\n", cases[i].reason);

      assert_tree (text, SELF, "a:0(b:3)", note);
    }
  assert_tree ("a;b 1\na;c 2\na;d", SELF, "a:0(b:1 c:2)",
               "line 3 ends without a line break: the file may have been cut\n"
               "1 line was left out: line 3: expected a count after the stack, found \"a;d\"\n");
}

/* What other texts of words and numbers are is not for this reader to say. */
TEST ("/folded/other-texts")
{
  static const char *const texts[] = {
    "Debian GNU/Linux 12\n",
    ("# HELP http_requests_total The total.\n# TYPE http_requests_total counter\n"
     "http_requests_total 1027\n"),
    "http_requests_total{method=\"post\",code=\"200\"} 1027\nup{job=\"a\"} 1\n",
    "ruby 3.2.2\n",
    "add_executable(\n  app\n  main.cpp\n)\ntarget_link_libraries(\n  app\n  Qt5::Core\n)\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_fails (texts[i], -1, CYAN_ERROR_UNSUPPORTED, "t: not a profile that we know");
}

TEST ("/folded/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 4 };
  const char *text = "a;b 1\na;c 2\na;c;d 3\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: line 3: more than 4 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT_OR_HOT);
}

TEST ("/folded/frames-without-name")
{
  assert_tree ("a;;b 1\na;;c 2\na;b 3\n", SELF, "a:0('':0(b:1 c:2) b:3)",
               "frames without a name on 2 lines\n");
  assert_tree (";a 1\na; 2\n", SELF, "'':0(a:1) a:0('':2)", "frames without a name on 2 lines\n");
  assert_tree ("a;b 1\n 5\n", SELF, "a:0(b:1) '':5", "frames without a name on 1 line\n");
}

TEST ("/folded/cut")
{
  assert_tree ("a;b 1\na;c 2", SELF, "a:0(b:1 c:2)",
               "line 2 ends without a line break: the file may have been cut\n");
}

/* A file cut at any byte gives an error or a warning, except between two lines. */
TEST ("/folded/cut-everywhere")
{
  static const char text[] =
      "# c\nmain;parse 12\nmain;parse;;lex \"x\" 34.5\n\xc3\xa9t\xc3\xa9;b -7\r\n";

  for (gsize length = 0; length < sizeof text - 1; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);

      if (profile == NULL)
        g_assert_true (strchr (error->message, '\n') == NULL
                       && g_str_has_prefix (error->message, "t: "));
      else if (text[length - 1] != '\n')
        {
          g_autofree char *warned = warnings_of (profile);

          g_assert_nonnull (strstr (warned, "may have been cut"));
        }
    }
}

TEST ("/folded/period")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (CyanProfile) few = NULL;
  g_autoptr (CyanProfile) many = NULL;
  g_autoptr (CyanProfile) odd = NULL;

  for (guint i = 1; i <= 10; i++)
    g_string_append_printf (text, "main;f%u %u\n", i, i * 500250);
  few = load_text (text->str, -1, NULL);
  for (guint i = 11; i <= 30; i++)
    g_string_append_printf (text, "main;f%u %u\n", i, i * 500250);
  many = load_text (text->str, -1, NULL);
  g_string_append (text, "main;g 0.5\n");
  odd = load_text (text->str, -1, NULL);

  g_assert_cmpfloat (few->period, ==, 0);
  g_assert_cmpfloat (many->period, ==, 500250);
  g_assert_cmpfloat (odd->period, ==, 0);
}

TEST ("/folded/two-counts")
{
  assert_tree ("a;b 1 2\na;c 0 4\n", SELF, "a:0('b 1':2 'c 0':4)",
               "every line ends in two numbers, as those of a difference do: only the last was "
               "taken as the count\n");
}

TEST ("/folded/long-name")
{
  g_autofree char *name = g_strnfill (100000, 'n');
  g_autofree char *text = g_strdup_printf ("main;%s;x 3\nmain;%s;y 4\n", name, name);
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);
  g_autofree char *warned = warnings_of (profile);

  g_assert_cmpuint (profile->n_nodes, ==, 1 + 4);
  g_assert_true (g_str_has_prefix (cyan_profile_name (profile, 2), "nnnn"));
  g_assert_cmpuint (strlen (cyan_profile_name (profile, 2)), <=, CYAN_STRING_MAX);
  g_assert_cmpfloat (profile->metrics[0].total[2], ==, 7);
  g_assert_nonnull (strstr (warned, "repaired"));
}

TEST ("/folded/not-utf8")
{
  g_autoptr (CyanProfile) profile = load_text ("caf\xe9;x 3\n", -1, NULL);
  g_autofree char *warned = warnings_of (profile);

  g_assert_cmpstr (cyan_profile_name (profile, 1), ==, "caf\xef\xbf\xbd");
  g_assert_nonnull (strstr (warned, "UTF-8"));
}

/* A stack of a million frames, and one line that is longer than the sniffed head. */
TEST ("/folded/deep")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_sized_new (depth * 2 + 8);
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 ? "a;" : "b;");
  g_string_overwrite (text, text->len - 1, " 5\n");
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 5);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* "path total" of every node, sorted, independent of the order of lines. */
static char *
sorted_totals (const CyanProfile *profile)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (paths, g_strdup (""));
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      g_ptr_array_add (paths, g_strconcat (g_ptr_array_index (paths, profile->parent[node]), ";",
                                           cyan_profile_name (profile, node), NULL));
      g_ptr_array_add (lines, g_strdup_printf ("%s %.17g", (char *) g_ptr_array_index (paths, node),
                                               profile->metrics[0].total[node]));
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The lines of a real recording give the same tree in any order. */
TEST ("/folded/order-of-lines")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "jq-a.perf.folded.gz", NULL);
  g_autoptr (CyanProfile) sorted = load_data ("jq-a.perf.folded.gz");
  g_autofree char *expected = sorted_totals (sorted);
  g_autoptr (CyanInput) input = cyan_input_open (path, NULL, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  char *line;
  gsize length;

  while (cyan_input_line (input, &line, &length, NULL) > 0)
    g_ptr_array_add (lines, g_strconcat (line, "\n", NULL));
  g_assert_cmpuint (lines->len, ==, 409);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (CyanProfile) shuffled = NULL;
      g_autofree char *got = NULL;

      for (guint i = lines->len; i > 1; i--)
        {
          guint other = (guint) g_rand_int_range (random, 0, (gint) i);
          gpointer kept = lines->pdata[i - 1];

          lines->pdata[i - 1] = lines->pdata[other];
          lines->pdata[other] = kept;
        }
      for (guint i = 0; i < lines->len; i++)
        g_string_append (text, g_ptr_array_index (lines, i));
      shuffled = load_text (text->str, -1, NULL);
      got = sorted_totals (shuffled);
      g_assert_cmpstr (got, ==, expected);
    }
}

/* Numbers that independent tools computed for these files. */
TEST ("/folded/recordings")
{
  g_autoptr (CyanProfile) cmark = load_data ("cmark-a.folded.gz");
  g_autoptr (CyanProfile) jq = load_data ("jq-a.perf.folded.gz");

  g_assert_cmpuint (cmark->n_nodes - 1, ==, 442);
  g_assert_cmpuint (cyan_profile_n_functions (cmark), ==, 161);
  g_assert_cmpuint (cyan_profile_depth (cmark), ==, 20);
  g_assert_cmpfloat (cmark->metrics[0].total[0], ==, 551804);

  g_assert_cmpuint (jq->n_nodes - 1, ==, 585);
  g_assert_cmpuint (cyan_profile_n_functions (jq), ==, 191);
  g_assert_cmpuint (cyan_profile_depth (jq), ==, 19);
  g_assert_cmpfloat (jq->metrics[0].total[0], ==, 4544271000.0);
  g_assert_cmpfloat (jq->period, ==, 500250);
  g_assert_cmpuint (jq->warnings->len, ==, 0);
}

TEST ("/folded/not-folded")
{
  static const char *const texts[] = {
    "{\"a\": 1}\n",
    "{\n \"a\": 1,\n \"b\": 2\n}\n",
    "<!DOCTYPE html>\n<p>404 5\n",
    "<html>\n<p>a; b 404\n",
    "int main (void)\n{\n  return 0;\n}\n",
    "It was a dark night in\nthe year 1816\nand it rained\n",
  };
  static const char *const others[] = {
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 9\ncmd: x\npart: 1\n\n\n"
    "desc: I1 cache: \npositions: line\nevents: Ir\nsummary: 543\n\n\nob=(1) /x\nfl=(1) a.c\n"
    "fn=(1) main\n16 2\n",
    "perf 12 100.5:     500250 cpu-clock: \n\t    55 main (/bin/x)\n\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (texts[i], -1, &error);

      g_assert_null (profile);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (others[i], -1, &error);

      g_assert_true (profile == NULL || strcmp (profile->format, "folded") != 0);
    }
}

/* Converts @text and returns it as folded stacks. */
static char *
written (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, text, &error);
  g_autofree char *folder = g_dir_make_tmp ("cyan-folded-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.folded", NULL);
  char *contents = NULL;

  g_assert_no_error (error);
  cyan_profile_save (profile, path, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
  return contents;
}

TEST ("/folded/writing")
{
  g_autofree char *plain =
      written ("main:1.5(parse:0(lex:4 skip:0) eval:-2000) idle:3000000000(x:0.000001)");
  g_autofree char *odd = written ("'#c;d':1('a\nb':2('tail  ':3) '':4) '':5('x y 3':6)");

  g_assert_cmpstr (plain, ==,
                   "main 1.5\nmain;parse;lex 4\nmain;parse;skip 0\nmain;eval -2000\nidle "
                   "3000000000\nidle;x 0.000001\n");
  g_assert_cmpstr (odd, ==, "_c:d 1\n_c:d;a b 2\n_c:d;a b;tail__ 3\n_c:d; 4\n 5\n;x y 3 6\n");
}

/* What is written is read back unchanged. */
TEST ("/folded/round-trip")
{
  static const char tree[] = "main:1.5(parse:0.1(lex:4 skip:0('':3)) 'a b 9':0.25) '':7(x:1)";
  g_autofree char *text = written (tree);
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

  assert_profile (profile, SELF, tree);
}
