/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bad inputs 25 to 35: trees that are invalid, too deep, too wide, or have odd numbers and names;
 * broken callgrind, perf and folded files.
 */
#include "bad-cases.h"
#include "tests.h"

#include <string.h>

#define CCT       "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"
#define CALLGRIND "# callgrind format\npositions: line\nevents: Ir\n"
#define PERF      "prog 12 1.000001:        500 cpu-clock: \n"
#define FRAME     "\t            "
/* A .cpuprofile with one sample, and a node for it. */
#define NODES(nodes, sample)                                                                       \
  "{\"nodes\":[" nodes "],\"startTime\":0,\"endTime\":1,\"samples\":[" sample                      \
  "],\"timeDeltas\":[1]}"
#define NODE(id, child)                                                                            \
  "{\"id\":" id ",\"callFrame\":{\"functionName\":\"f" id                                          \
  "\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,\"columnNumber\":-1},\"children\":[" child \
  "]}"

/* A chain of a million frames. */
static void
make_deep_stack (void)
{
  write_repeated ("deep.folded", "", "a;", 999999);
  {
    gsize length;
    g_autofree char *stack = read_file ("deep.folded", &length);
    g_autofree char *line = g_strconcat (stack, "a 7\n", NULL);

    write_file ("deep.folded", line, -1);
  }
}

static void
make_wide_tree (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 99999; i++)
    g_string_append_printf (text, "main;f%u 1\n", i);
  write_file ("wide.folded", text->str, (gssize) text->len);
}

static void
make_long_name (void)
{
  g_autoptr (GString) text = g_string_new ("main;");

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, " 7\n");
  write_file ("long.folded", text->str, (gssize) text->len);
}

static void
make_huge_name (void)
{
  g_autofree char *name = g_strnfill (100000000, 'x');
  g_autofree char *stack = g_strconcat ("main;", name, " 7\n", NULL);

  write_file ("huge.folded", stack, -1);
}

static void
make_long_frame (void)
{
  g_autofree char *name = g_strnfill (100000000, 'x');
  g_autofree char *sample = g_strconcat (PERF FRAME "1111 ", name, " (/p)\n\n", NULL);

  write_file ("line.txt", sample, -1);
}

static void
make_chain (void)
{
  g_autoptr (GString) text = g_string_new (CCT);

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "%u\t1\t1\t1\n", i);
  g_string_append (text, "end\t100000\n");
  write_file ("chain.cct", text->str, (gssize) text->len);
}

/* 200 names of about a hundred bytes, each of which would be demangled to gigabytes; two that
 * crashed other demanglers. */
static void
make_mangled (void)
{
  g_autoptr (GString) bomb = g_string_new (NULL), text = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    g_string_append (bomb, "St4pairIS_S_E");
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "main;_Z1%c%s%u 1\n", 'a' + i % 26, bomb->str, i);
  g_string_append (text, "main;_RNvB_1a 1\nmain;_ZN 1\nmain 1\n");
  write_file ("mangled.folded", text->str, (gssize) text->len);
}

static void
make_events (void)
{
  g_autoptr (GString) text = g_string_new ("# callgrind format\nevents:");

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, " e%u", i);
  g_string_append (text, "\nfn=main\n1 1\n");
  write_file ("events.out", text->str, (gssize) text->len);
}

static const BadRefused refused[] = {
  { "25-self-parent", "self.cct", TEXT (CCT "1\t1\t1\t5\nend\t1\n"),
    "line 5: parent 1 of node 1 has not come yet" },
  { "25-forward", "forward.cct", TEXT (CCT "2\t1\t1\t5\n0\t1\t1\t5\nend\t2\n"),
    "line 5: parent 2 of node 1 has not come yet" },
  { "25-circle", "circle.cpuprofile",
    TEXT (NODES (NODE ("1", "2") "," NODE ("2", "3") "," NODE ("3", "2"), "2")),
    "nodes: two of them have the node 2 as a child" },
  { "25-own-child", "own.cpuprofile", TEXT (NODES (NODE ("1", "") "," NODE ("2", "2"), "2")),
    "nodes: 1 of them are in a circle and not below the root" },
  { "25-no-parent", "parents.cpuprofile", TEXT (NODES (NODE ("1", "") "," NODE ("2", ""), "2")),
    "nodes[1]: a second node without a parent" },
  { "25-without-a-root", "root.cpuprofile", TEXT (NODES (NODE ("2", "3") "," NODE ("3", "2"), "2")),
    "nodes: a circle, as none of them is without a parent" },
  { "25-dangling", "dangling.cpuprofile", TEXT (NODES (NODE ("1", "9"), "1")),
    "nodes[0]: no node has the id 9 of its child" },
  { "25-same-id", "same.cpuprofile", TEXT (NODES (NODE ("1", "") "," NODE ("1", ""), "1")),
    "nodes[1].id: another node has this id" },
  { "28-calls", "calls.cct", TEXT (CCT "0\t1\t18446744073709551616\t5\nend\t1\n"),
    "line 5: \"18446744073709551616\" is not a number of calls" },
  { "29-minus-infinite", "minus.cct", TEXT (CCT "0\t1\t1\t-inf\nend\t1\n"),
    "line 5: \"-inf\" is not a number" },
  { "29-negative-calls", "calls.cct", TEXT (CCT "0\t1\t-1\t5\nend\t1\n"),
    "line 5: \"-1\" is not a number of calls" },
  { "29-nan", "nan.cct", TEXT (CCT "0\t1\t1\tnan\nend\t1\n"), "line 5: \"nan\" is not a number" },
  { "29-infinite", "inf.cct", TEXT (CCT "0\t1\t1\t1e999\nend\t1\n"),
    "line 5: \"1e999\" is not a number" },
  { "29-sum", "sum.cct", TEXT (CCT "0\t1\t1\t1e308\n0\t2\t1\t1e308\nend\t2\n"),
    "the sum of all time is too large a number" },
  { "30-cct-version", "version.cct", TEXT ("cct 2\n"),
    "version 2 of the .cct format; only version 1 is read" },
  { "33-number-without-name", "number.out", TEXT (CALLGRIND "fn=(7)\n1 1\n"),
    "line 4: \"(7)\": this number has no name yet" },
  { "33-line-overflow", "line.out", TEXT (CALLGRIND "fn=main\n18446744073709551616 1\n"),
    "line 5: \"18446744073709551616\": not a position" },
  { "33-position-overflow", "overflow.out",
    TEXT (CALLGRIND "fn=main\n18446744073709551615 1\n+1 1\n"),
    "line 6: \"+1\": a position that is too large" },
  { "33-position-below-0", "below.out", TEXT (CALLGRIND "fn=main\n5 1\n-6 1\n"),
    "line 6: \"-6\": a position below 0" },
  { "33-events", "events.out", MADE (make_events), "line 2: more than 32 events" },
  { "33-cost", "cost.out", TEXT (CALLGRIND "fn=main\n1 nan\n"), "line 5: \"nan\": not a cost" },
  { "34-garbage", "garbage.txt", TEXT (PERF FRAME "1111 f (/p)\nwhat is this\n"),
    "line 3: expected a sample, a frame or a blank line, found \"what is this\"" },
  { "34-missing-period", "period.txt",
    TEXT (PERF FRAME "1111 f (/p)\n\nprog 12 1.0002: cpu-clock: \n" FRAME "1111 f (/p)\n\n"),
    "line 4: no period before \"cpu-clock\", which had one before" },
  { "34-large-period", "large.txt",
    TEXT (PERF FRAME "1111 f (/p)\n\nprog 12 1.0002: 99999999999999999999 cpu-clock: \n" FRAME
                     "1111 f (/p)\n\n"),
    "line 4: expected a period, found \"99999999999999999999\"" },
  { "35-nothing-but-names", "names.folded", TEXT ("main;parse\nmain;eval\n"),
    "line 1: expected a count after the stack, found \"main;parse\"" },
};

static const BadAccepted accepted[] = {
  { "25-two-roots", "roots.cct", TEXT (CCT "0\t1\t1\t3\n0\t2\t1\t4\nend\t2\n"), 2, 7, NULL },
  { "25-no-root", "none.cct", TEXT (CCT "end\t0\n"), 0, 0, "the profile is empty" },
  { "25-recursion", "recursion.out",
    TEXT (CALLGRIND "fn=a\n1 1\ncfn=b\ncalls=1 1\n1 5\n\nfn=b\n1 5\ncfn=a\ncalls=1 1\n1 3\n"
                    "totals: 6\n"),
    2, 6,
    "recursion was folded: the calls of a function below itself are counted where it stands "
    "above" },
  { "26-deep-cct", "chain.cct", MADE (make_chain), 100000, 100000, NULL },
  { "28-many-calls", "calls.cct", TEXT (CCT "0\t1\t18446744073709551615\t5\nend\t1\n"), 1, 5,
    "some calls are too many to count" },
  { "29-no-calls", "none.cct", TEXT (CCT "0\t1\t0\t7\nend\t1\n"), 1, 7, NULL },
  { "29-zero-calls", "zero.out",
    TEXT (CALLGRIND "fn=a\n1 1\ncfn=b\ncalls=0 1\n1 5\n\nfn=b\n1 5\ntotals: 6\n"), 2, 6,
    "the tree was inferred from a call graph: *" },
  { "29-negative-length", "length.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":-5,\"pid\":1,\"tid\":"
          "1}]}"),
    1, 0, "1 call of negative length was taken as 0" },
  { "29-callee-longer", "longer.json",
    TEXT ("{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":5,\"pid\":1,\"tid\":1},"
          "{\"name\":\"b\",\"ph\":\"X\",\"ts\":2,\"dur\":9,\"pid\":1,\"tid\":1}]}"),
    2, 5000, "*" },
  { "29-callee-costs-more", "more.out",
    TEXT (CALLGRIND "fn=a\n1 1\ncfn=b\ncalls=1 1\n1 500\n\nfn=b\n1 5\ntotals: 6\n"), 2, 6, "*" },
  { "33-no-name", "noname.out", TEXT (CALLGRIND "ob=\nfl=\nfn=\n1 7\ntotals: 7\n"), 1, 7,
    "the file knows no calls: all functions stand side by side" },
  { "33-no-totals", "totals.out", TEXT (CALLGRIND "fn=main\n1 7\n"), 1, 7,
    "there are no totals: nothing tells whether the file was cut" },
  { "33-other-totals", "other.out", TEXT (CALLGRIND "fn=main\n1 7\ntotals: 99\n"), 1, 7,
    "the file's total of Ir is 99, but its costs sum up to 7: it may have been cut" },
  { "34-unknown", "unknown.txt",
    TEXT (PERF FRAME "1111 [unknown] (/p)\n" FRAME "2222 [unknown] ([unknown])\n\n"), 3, 500,
    NULL },
  { "34-address-only", "address.txt", TEXT (PERF FRAME "1111\n\n"), 2, 500, NULL },
  { "34-long-line", "line.txt", MADE (make_long_frame), 2, 500,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "34-cut", "cut.txt", TEXT (PERF FRAME "1111 f (/p)\n"), 2, 500,
    "the last stack is not followed by a blank line: the file may have been cut" },
  { "34-no-line-break", "break.txt", TEXT (PERF FRAME "1111 f (/p)"), 2, 500,
    "line 2 ends without a line break: the file may have been cut" },
  { "35-empty-frames", "frames.folded", TEXT (";main;;parse; 7\n"), 5, 7,
    "frames without a name on 1 line" },
  { "35-nothing-but-a-count", "nothing.folded", TEXT ("main 4\n 3\n"), 2, 7,
    "frames without a name on 1 line" },
  { "35-negative-count", "minus.folded", TEXT ("main 10\nmain -3\n"), 1, 7,
    "negative counts on 1 line" },
  { "26-deep", "deep.folded", MADE (make_deep_stack), 1000000, 7, NULL },
  { "27-wide", "wide.folded", MADE (make_wide_tree), 100000, 99999, NULL },
  { "28-large-sums", "sums.cct",
    TEXT (CCT "0\t1\t1\t9223372036854775807\n1\t2\t1\t9223372036854775807\nend\t2\n"), 2,
    18446744073709551614., NULL },
  { "29-negative", "negative.cct", TEXT (CCT "0\t1\t1\t-5\nend\t1\n"), 1, -5,
    "some values of time are negative: is this the difference of two profiles?" },
  { "29-zero-total", "zero.cct", TEXT (CCT "0\t1\t0\t0\n1\t2\t0\t0\nend\t2\n"), 2, 0,
    "the total time is 0, so that there are no shares" },
  { "30-long-name", "long.folded", MADE (make_long_name), 2, 7,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "30-huge-name", "huge.folded", MADE (make_huge_name), 2, 7,
    "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes" },
  { "30-blank-name", "blank.cct",
    TEXT ("cct 1\nmetric\ttime\tns\nfunction\t  \n0\t1\t1\t5\nend\t1\n"), 1, 5, NULL },
  { "30-combining", "combining.folded", TEXT ("main;\xcc\x81\xcc\x81 5\n"), 2, 5, NULL },
  { "31-mangled", "mangled.folded", MADE (make_mangled), 203, 203, NULL },
  { "30-empty-name", "noname.folded", TEXT ("main;;parse 7\n"), 3, 7,
    "frames without a name on 1 line" },
  { "35-word-for-count", "word.folded", TEXT ("main;parse 3\nmain;eval x\n"), 2, 3,
    "1 line was left out: line 2: expected a count after the stack, found \"x\"" },
  { "35-infinite-count", "infinite.folded", TEXT ("main;parse 3\nmain;eval 1e309\n"), 2, 3,
    "1 line was left out: line 2: expected a count after the stack, found \"1e309\"" },
  { "35-percent", "percent.folded", TEXT ("main;parse 3\nmain;eval 5%\n"), 2, 3,
    "1 line was left out: line 2: expected a count after the stack, found \"5%\"" },
  { "35-no-count", "count.folded", TEXT ("main;parse 3\nmain;eval\nmain;eval 4\n"), 3, 7,
    "1 line was left out: line 2: expected a count after the stack, found \"main;eval\"" },
  { "35-fraction", "fraction.folded", TEXT ("main;parse 3.5\nmain;eval 3.5\n"), 3, 7, NULL },
  { "35-huge-count", "huge.folded", TEXT ("main 1e30\n"), 1, 1e30, NULL },
  { "35-blanks", "blanks.folded", TEXT ("main;parse 3  \nmain;eval\t4\n"), 3, 7, NULL },
};

/* 26: deep trees can be written and read again. */
TEST ("/bad-input/26-deep-outputs")
{
  g_autoptr (Run) cct = NULL, pprof = NULL, folded = NULL, explain = NULL;

  make_deep_stack ();
  cct = cyan ("convert", "deep.folded", "-o", "deep.cct.gz", NULL);
  assert_fine (cct);
  pprof = cyan ("convert", "deep.folded", "-o", "deep.pb.gz", NULL);
  assert_fine (pprof);
  folded = cyan ("convert", "deep.pb.gz", "-o", "again.folded", NULL);
  assert_fine (folded);
  {
    gsize n_before, n_after;
    g_autofree char *before = read_file ("deep.folded", &n_before);
    g_autofree char *after = read_file ("again.folded", &n_after);

    g_assert_cmpmem (before, n_before, after, n_after);
  }
  explain = cyan ("explain", "deep.folded", "deep.cct.gz", NULL);
  assert_fine (explain);
}

/* 27: the maximum number of nodes, and one more, through a pipe. */
TEST ("/bad-input/27-node-limit")
{
  static const char script[] =
      "{ printf 'cct 1\\nmetric\\ttime\\tns\\nfunction\\ta\\n0\\t1\\t1\\t1\\n'; "
      "yes \"$(printf '1\\t1\\t1\\t1')\" | head -n 20000000; } | "
      "\"$1\" info - --memory-limit 4G";
  g_autoptr (Run) run = run_program ("sh", "-c", script, "sh", cyan_path (), NULL);

  assert_fails (run, "standard input: line 20000003: more than 20000000 nodes");
}

/* 30: invisible names are replaced by readable ones. */
TEST ("/bad-input/30-unseen-names")
{
  static const char *const names[] = { "", "  ", "\xcc\x81\xcc\x81" };

  write_good_profiles ();
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *cct =
          g_strdup_printf ("cct 1\nmetric\ttime\tns\nfunction\t%s\n0\t1\t1\t5\nend\t1\n", names[i]);
      g_autoptr (Run) run = NULL;

      write_file ("unseen.cct", cct, -1);
      run = cyan ("compare", "good.folded", "unseen.cct", NULL);
      assert_fine (run);
      g_assert_nonnull (strstr (run->out, "(no name)"));
    }
}

TESTS ()
{
  cli_test_init ();
  bad_add_refused (refused, G_N_ELEMENTS (refused));
  bad_add_accepted (accepted, G_N_ELEMENTS (accepted));
}
