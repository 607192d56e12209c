/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading callgrind's files and other tools' files in its format. */
#include "load-text.h"

#include "cyan-run-parts.h"
#include "profile-text.h"
#include "tests.h"

#define HEAD "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir\n"
#define INFERRED                                                                                   \
  "the tree was inferred from a call graph: contexts share what a function costs in proportion "   \
  "to "                                                                                            \
  "what its callers pay\n"
#define FOLDED                                                                                     \
  "recursion was folded: the calls of a function below itself are counted where it stands above\n"
#define UNTOLD "there are no totals: nothing tells whether the file was cut\n"
#define FLAT   "the file knows no calls: all functions stand side by side\n"

#define COUNTS (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

/* Names by number, relative positions, calls. */
TEST ("/callgrind/compression")
{
  assert_tree (HEAD "\nfl=(1) main.c\nfn=(1) main\n10 5\n+2 10\ncfi=(2) work.c\ncfn=(2) work\n"
                    "calls=3 20\n* 60\n-1 2\n\nfl=(2)\nfn=(2)\n20 40\n* 8\n+1 12\n\ntotals: 77\n",
               COUNTS, "main:17(work:60*3)", INFERRED);
  /* Names written out, several positions, hexadecimal numbers. */
  assert_tree ("# callgrind format\npositions: instr line\nevents: Ir\nfn=main\n0x80 1 5\n"
               "+0x10 +1 0x10\ncfn=work\ncalls=1 0x90 0\n* * 7\nfn=work\n0x90 9 7\ntotals: 28\n",
               COUNTS, "main:21(work:7*1)", INFERRED);
}

/* A function in two objects is two functions; at two addresses of one object it is one. */
TEST ("/callgrind/identity")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      load_text (HEAD "ob=/home/a/build/prog\nfl=main.c\nfn=main\n1 1\ncob=/usr/lib/libx.so\n"
                      "cfi=???\ncfn=helper\ncalls=1 0\n2 5\ncfn=helper\ncalls=1 30\n3 5\n"
                      "fn=helper\n30 5\nob=/usr/lib/libx.so\nfl=???\nfn=helper\n0 5\ntotals: 11\n",
                 -1, &error);
  const CyanFunction *function;

  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_nodes, ==, 4);
  function = cyan_profile_function (profile, 2);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, "libx.so");
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "");
  g_assert_cmpuint (function->line, ==, 0);
  function = cyan_profile_function (profile, 3);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, "prog");
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "main.c");
  /* The line at which it is entered. */
  g_assert_cmpuint (function->line, ==, 30);
}

/* A callee belongs to the file and object in force at "calls=", even if these come after its name,
 * as lsprofcalltree and the converters of KCachegrind write them. */
TEST ("/callgrind/callee-before-its-file")
{
  assert_tree (HEAD "fl=a.py\nfn=main\n1 10\ncfn=work\ncfi=b.py\ncalls=1 5\n1 90\n"
                    "fl=b.py\nfn=work\n5 90\ntotals: 100\n",
               COUNTS, "main:10(work:90*1)", INFERRED);
  assert_tree (HEAD "ob=a\nfl=a.py\nfn=main\n1 10\ncfn=work\ncob=b\ncfl=b.py\ncalls=1 5\n1 90\n"
                    "ob=b\nfl=b.py\nfn=work\n5 90\ntotals: 100\n",
               COUNTS, "main:10(work:90*1)", INFERRED);
  /* A number is valid after its definition, and stays with one file once it was used. */
  assert_tree (HEAD "fl=(1) a.py\nfn=(1) main\n1 10\ncfn=(2) work\ncfi=(2) b.py\ncalls=1 5\n1 60\n"
                    "cfn=(2)\ncalls=1 5\n2 30\nfl=(2)\nfn=(2)\n5 90\ntotals: 100\n",
               COUNTS, "main:10(work:90*2)", INFERRED);
  /* "cfi=" is valid for one call. */
  assert_tree (HEAD
               "fl=a.py\nfn=main\n1 10\ncfn=work\ncfi=b.py\ncalls=1 5\n1 60\ncfn=work\ncalls=1 "
               "7\n2 30\nfl=b.py\nfn=work\n5 60\nfl=a.py\nfn=work\n7 30\ntotals: 100\n",
               COUNTS, "main:10(work:60*1 work:30*1)", INFERRED);
}

/* --separate-callers and --separate-recs make several vertices of one function. */
TEST ("/callgrind/separated")
{
  assert_tree (HEAD "fn=main\n1 1\ncfn=a'main\ncalls=1 0\n1 10\ncfn=b'main\ncalls=1 0\n1 90\n"
                    "fn=a'main\n1 0\ncfn=work'a\ncalls=2 0\n1 10\n"
                    "fn=b'main\n1 0\ncfn=work'b\ncalls=2 0\n1 90\n"
                    "fn=work'a\n1 10\nfn=work'b\n1 30\ncfn=work'2'b\ncalls=5 0\n1 60\n"
                    "fn=work'2'b\n1 60\ncfn=work'2'b\ncalls=4 0\n1 200\ntotals: 101\n",
               COUNTS, "main:1(a:0*1(work:10*2) b:0*1(work:30*2(work:60*9)))", INFERRED FOLDED);
  /* Quotes as parts of names. */
  assert_tree (HEAD "fn=f<'x'>(char '0')'main\n1 1\nfn=operator<<'main\n1 2\nfn='lambda'\n1 3\n"
                    "totals: 6\n",
               CYAN_PROFILE_TEXT_SELF, "'f<''x''>(char ''0'')':1 operator<<:2 '''lambda''':3",
               FLAT);
  /* Other tools do not separate callers. */
  assert_tree ("version: 1\ncreator: other\nevents: Ir\nfn=it's\n1 1\ntotals: 1\n",
               CYAN_PROFILE_TEXT_SELF, "'it''s':1", FLAT);
}

/* Costs of inlined code, jumps that define names, and unknown lines. */
TEST ("/callgrind/lines")
{
  assert_tree (HEAD "fl=(1) a.c\nfn=(1) main\n1 1\nfi=(2) a.h\n7 10\nfe=(1)\n2 100\njump=1 5\n2\n"
                    "jcnd=1/2 +3\n*\njfi=(3) b.c\njfn=(2) out\njump=1 9\n3\nfrob=1\nfl=(3)\n"
                    "fn=(2)\n1 5\ntotals: 116\n",
               CYAN_PROFILE_TEXT_SELF, "main:111 out:5",
               "1 line that means nothing here was left out\n" FLAT);
}

static void
assert_metric (
    const CyanProfile *profile, guint m, const char *name, const char *unit, double total)
{
  g_assert_cmpuint (m, <, profile->n_metrics);
  g_assert_cmpstr (profile->metrics[m].name, ==, name);
  g_assert_cmpstr (profile->metrics[m].unit, ==, unit);
  g_assert_cmpfloat (profile->metrics[m].total[CYAN_NODE_ROOT], ==, total);
}

/* Instructions come first; derived events are computed; missing costs are 0. */
TEST ("/callgrind/events")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (
      "# callgrind format\nevent: sysTime : sysTime (elapsed us)\nevent: L1m = I1mr + D1mr : L1 "
      "misses\nevent: CEst = Ir + 10 L1m : cycles\nevent: Odd = Ir + Nothing\n"
      "events: I1mr D1mr Ir sysTime\nfn=main\n1 1 2 100 5\n2 1\ncfn=f\ncalls=1 0\n2 0 0 50\n"
      "fn=f\n1 0 0 50\ntotals: 2 2 150 5\n",
      -1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_metrics, ==, 6);
  assert_metric (profile, 0, "Ir", "count", 150);
  assert_metric (profile, 1, "I1mr", "count", 2);
  assert_metric (profile, 2, "D1mr", "count", 2);
  assert_metric (profile, 3, "sysTime", "us", 5);
  assert_metric (profile, 4, "L1m", "count", 4);
  assert_metric (profile, 5, "CEst", "count", 190);
  assert_profile (profile, COUNTS, "main:100(f:50*1)");
}

/* Parts are added up, and so are their totals; threads are counted. */
TEST ("/callgrind/parts")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      load_text (HEAD "cmd: prog -x\npart: 1\ndesc: I1 cache: 32 kB\ndesc: LL cache: \nthread: 1\n"
                      "summary: 6\nfn=(1) main\n1 1\ncfn=(2) f\ncalls=1 0\n2 5\nfn=(2)\n1 5\n"
                      "totals: 6\n\npart: 2\nthread: 2\nevents: Ir\nsummary: 30\nfn=(1)\n1 10\n"
                      "cfn=(2)\ncalls=2 0\n1 20\nfn=(2)\n1 20\ntotals: 30\n",
                 -1, &error);
  g_autofree char *warnings = NULL;

  g_assert_no_error (error);
  assert_profile (profile, COUNTS, "main:11(f:25*3)");
  warnings = warnings_of (profile);
  g_assert_cmpstr (warnings, ==, INFERRED);
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "command"), ==, "prog -x");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, "callgrind-3.19.0");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "I1 cache"), ==, "32 kB");
  g_assert_null (cyan_profile_get_meta (profile, "LL cache"));
}

/* A run that is dumped in parts; "Trigger" says why it was dumped. */
TEST ("/callgrind/parts-of-a-run")
{
  static const char *const texts[] = {
    HEAD "pid: 7\npart: 1\ndesc: Trigger: --dump-every-bb=100\nfn=f\n1 5\ntotals: 5\n",
    HEAD "pid: 7\npart: 2\ndesc: Trigger: Program termination\nfn=f\n1 3\ntotals: 3\n",
    HEAD "pid: 8\npart: 1\ndesc: Trigger: Client Request\nfn=f\n1 100\ntotals: 100\n",
  };
  static const char *const names[] = { "a", "b", "c", NULL };
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  g_autoptr (GError) error = NULL;
  g_autofree char *warned = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      CyanProfile *part = load_text (texts[i], -1, NULL);

      g_assert_cmpstr (cyan_profile_get_meta (part, "part"), ==, i == 1 ? "2" : "1");
      g_ptr_array_add (runs, part);
    }
  g_assert_true (cyan_run_parts_join (runs, (char **) names, 0, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 2);
  assert_profile (runs->pdata[0], CYAN_PROFILE_TEXT_SELF, "f:8");
  assert_profile (runs->pdata[1], CYAN_PROFILE_TEXT_SELF, "f:100");
  warned = warnings_of (runs->pdata[0]);
  g_assert_cmpstr (warned, ==, FLAT);
  assert_tree (HEAD "pid: 7\npart: 1\nthread: 2\ndesc: Trigger: Program termination\nfn=f\n1 5\n"
                    "totals: 5\n",
               CYAN_PROFILE_TEXT_SELF, "f:5",
               "this is one thread of a run: given together, all threads add up\n" FLAT);
  /* A whole run is not a part, whatever its process was. */
  assert_tree (HEAD "pid: 7\npart: 1\ndesc: Trigger: Program termination\nfn=f\n1 5\ntotals: 5\n",
               CYAN_PROFILE_TEXT_SELF, "f:5", FLAT);
}

/* pprof numbers the contexts of a function where it is called, and only there. */
TEST ("/callgrind/pprof-numbers")
{
  assert_tree ("positions: line\nevents: cpu(ms)\nfn=(1) f\n1 5\ncfn=(2) g [1/2]\ncalls=0 3\n* 10\n"
               "fn=(3) g\n3 10\n",
               CYAN_PROFILE_TEXT_SELF, "f:5(g:10)", UNTOLD INFERRED);
}

/* "*" and "+" are for costs, too, in some files. */
TEST ("/callgrind/relative-costs")
{
  assert_tree ("# callgrind format\nevents: Ir\nfn=f\n1 400\n* *\n+1 +10\n+1 -300\n",
               CYAN_PROFILE_TEXT_SELF, "f:1320", UNTOLD FLAT);
}

TEST ("/callgrind/nameless-numbers")
{
  assert_tree (HEAD "ob=(7)\nfl=(1)\nfn=f\n1 5\ntotals: 5\n", CYAN_PROFILE_TEXT_SELF, "f:5",
               "2 numbers of files or objects have no name\n" FLAT);
}

TEST ("/callgrind/contradiction")
{
  assert_tree (HEAD "fn=f\n1 5\ncfn=g\ncalls=1 3\n1 15\ntotals: 5\n", COUNTS, "f:5(g:0*1)",
               INFERRED
               "the call graph contradicts itself: 75.0 % of the total is paid for calls of "
               "functions that cost nothing\n");
}

/* Wrong totals cause a warning. */
TEST ("/callgrind/totals")
{
  assert_tree (HEAD "fn=main\n1 5\n", CYAN_PROFILE_TEXT_SELF, "main:5", UNTOLD FLAT);
  assert_tree (
      HEAD "summary: 50\nfn=main\n1 5\n", CYAN_PROFILE_TEXT_SELF, "main:5",
      "the file's total of Ir is 50, but its costs sum up to 5: it may have been cut\n" FLAT);
  assert_tree (HEAD "fn=main\n1 5\ntotals: 5\npart: 2\nfn=f\n1 7\n", CYAN_PROFILE_TEXT_SELF,
               "main:5 f:7",
               "there are no totals at its end: nothing tells whether the file was cut\n" FLAT);
  assert_tree (HEAD "fn=main\n1 5\n2 -7\ntotals: 5\n", CYAN_PROFILE_TEXT_SELF, "main:5",
               "1 negative cost was taken as 0\n" FLAT);
}

/* Xdebug's dialect: no magic number, blocks in the order of returns, each call separately, and a
 * summary that exceeds the sum. */
TEST ("/callgrind/xdebug")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (
      "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.1)\ncmd: /srv/it's.php\npart: 1\n"
      "positions: line\n\nevents: Time_(10ns) Memory_(bytes)\n\n"
      "fl=(1) php:internal\nfn=(1) php::strlen\n3 10 0\n\n"
      "fl=(1)\nfn=(1)\n4 20 0\n\n"
      "fl=(2) /srv/it's.php\nfn=(2) {main}\n1 100 64\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n3 10 0\n"
      "cfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 20 0\n\nsummary: 150 96\n\n",
      -1, &error);
  g_autofree char *warnings = NULL;

  g_assert_no_error (error);
  assert_profile (profile, COUNTS, "{main}:1000('php::strlen':300*2)");
  assert_metric (profile, 0, "Time", "ns", 1300);
  assert_metric (profile, 1, "Memory", "bytes", 64);
  warnings = warnings_of (profile);
  g_assert_cmpstr (warnings, ==, INFERRED);
}

/* pprof's dialect: no calls in a sampled profile, no totals. */
TEST ("/callgrind/pprof")
{
  assert_tree (
      "positions: instr line\nevents: cpu(ms)\n\nob=(1) /home/me/tt\nfl=(1) /home/me/tt.go\n"
      "fn=(1) main.work\n0x4a8c09 3 70\n\nob=(1)\nfl=(1)\nfn=(2) main.b\n+3 5 40\n"
      "cfl=(1)\ncfn=(1)\ncalls=0 * 4\n* * 70\n",
      COUNTS, "main.b:40(main.work:70)", UNTOLD INFERRED);
}

/* pprof's dialect with unknown files or programs: nothing follows the equals sign or, in older
 * versions, a number is defined without a name. */
TEST ("/callgrind/unknown-names")
{
  assert_tree ("positions: instr line\nevents: cpu(ms)\n\nob=\nfl=\nfn=(1) main\n0x10 0 40\n"
               "cfl=\ncfn=(2) work\ncalls=0 0x20 0\n* * 70\ncfl=\ncfn=\ncalls=0 +8 0\n* * 5\n\n"
               "ob=\nfl=\nfn=(2)\n+16 0 70\n\nob=\nfl=\nfn=\n+8 0 5\n",
               COUNTS, "main:40(work:70 ???:5)", UNTOLD INFERRED);
  assert_tree (
      "positions: instr line\nevents: cpu(ms)\n\nob=(1) \nfl=(1) \nfn=(1) main\n0x10 0 40\n"
      "cfl=(1)\ncfn=(2) \ncalls=0 0x20 0\n* * 70\n\nob=(1)\nfl=(1)\nfn=(2)\n+16 0 70\n",
      COUNTS, "main:40(???:70)", UNTOLD INFERRED);
  assert_tree (HEAD "ob=\nfl=\nfn=main\n1 10\ncob=\ncfi=\ncfn=work\ncalls=1 0\n1 90\n"
                    "ob=???\nfl=???\nfn=work\n5 90\ntotals: 100\n",
               COUNTS, "main:10(work:90*1)", INFERRED);
}

/* Cachegrind has no calls. */
TEST ("/callgrind/cachegrind")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (
      "desc: I1 cache:         32768 B, 64 B, 8-way associative\ncmd: ./t\n"
      "events: Ir I1mr ILmr \nfl=a.c\nfn=main\n1 2 1 1\n3 3 0 0\nfn=f\n9 5 0 0\nfl=???\nfn=???\n"
      "0 143 24 21\nsummary: 153 25 22\n",
      -1, &error);

  g_assert_no_error (error);
  assert_profile (profile, COUNTS, "main:5 f:5 ???:143");
  assert_metric (profile, 1, "I1mr", "count", 25);
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_false (cyan_profile_has_calls (profile));
}

TEST ("/callgrind/errors")
{
  const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    /* A number that has no name yet. */
    { HEAD "fn=(7)\n1 1\n", "t: line 5: \"(7)\": this number has no name yet" },
    { HEAD "fn=(99999999999999999999) main\n",
      "t: line 5: \"(99999999999999999999) main\": the number of a name is too large" },
    /* Positions. */
    { HEAD "fn=main\n5 1\n-6 1\n", "t: line 7: \"-6\": a position below 0" },
    { HEAD "fn=main\n18446744073709551615 1\n+1 1\n",
      "t: line 7: \"+1\": a position that is too large" },
    { HEAD "fn=main\n18446744073709551616 1\n",
      "t: line 6: \"18446744073709551616\": not a position" },
    { HEAD "fn=main\n+x 1\n", "t: line 6: \"+x\": not a position" },
    { "# callgrind format\npositions: instr line\nevents: Ir\nfn=main\n0x1\n",
      "t: line 5: fewer positions than the 2 there are" },
    { "# callgrind format\npositions: \nevents: Ir\n", "t: line 2: no positions" },
    { "# callgrind format\npositions: a b c d e\n", "t: line 2: too many positions" },
    /* Costs. */
    { HEAD "fn=main\n1 2 3\n", "t: line 6: more costs than the 1 events" },
    { HEAD "fn=main\n1 nan\n", "t: line 6: \"nan\": not a cost" },
    { HEAD "fn=main\n1 1e300\n", "t: line 6: \"1e300\": not a cost" },
    { HEAD "1 1\n", "t: line 5: costs before the first function" },
    { "# callgrind format\nfn=main\n1 1\n", "t: line 2: no \"events:\" line came before" },
    { "# callgrind format\nversion: 1\n", "t: line 2: no \"events:\" line came before" },
    /* Events. */
    { "# callgrind format\nevents: \n", "t: line 2: no events" },
    { "# callgrind format\nevents: Ir Dr Ir\n", "t: line 2: the same event twice" },
    { HEAD "events: Ir Dr\n", "t: line 5: other events than in the part before" },
    /* Calls. */
    { HEAD "fn=main\ncalls=1 0\n1 1\n", "t: line 6: calls without a \"cfn=\" before them" },
    { HEAD "fn=main\ncfn=f\ncalls=-1 0\n1 1\n", "t: line 7: \"-1\": not a number of calls" },
    { HEAD "fn=main\ncfn=f\ncalls=1 0\nfn=f\n",
      "t: line 8: the costs of the calls before are missing" },
    { HEAD "fn=main\ncfn=f\ncalls=1 0\n",
      "t: line 7: the file ends before the costs of these calls" },
    { HEAD "cfn=f\ncalls=1 0\n", "t: line 6: calls before the first function" },
    { HEAD "fn=main\n1 1\n???\n", "t: line 7: \"???\": not a line of this format" },
  };
  GString *events = g_string_new ("# callgrind format\nevents:");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fails (cases[i].text, -1, CYAN_ERROR_INVALID, cases[i].message);
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (events, " e%u", i);
  g_string_append (events, "\n");
  assert_fails (events->str, -1, CYAN_ERROR_INVALID, "t: line 2: more than 32 events");
  g_string_free (events, TRUE);
}

/* A file cut at any byte is refused or causes a warning. */
TEST ("/callgrind/cut")
{
  static const char whole[] =
      HEAD "summary: 77\n\nfl=(1) main.c\nfn=(1) main\n10 5\n+2 10\ncfi=(2) work.c\ncfn=(2) work\n"
           "calls=3 20\n* 60\n-1 2\n\nfl=(2)\nfn=(2)\n20 40\n* 8\n+1 12\n\ntotals: 77";
  const gsize length = strlen (whole);

  for (gsize n = 1; n < length; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (whole, (gssize) n, &error);
      g_autofree char *warnings = profile != NULL ? warnings_of (profile) : NULL;

      /* After the last cost only repeated totals follow. */
      if (profile != NULL && profile->metrics[0].total[CYAN_NODE_ROOT] != 77)
        g_assert_nonnull (strstr (warnings, "cut"));
      else if (profile == NULL)
        g_assert_nonnull (error);
    }
}

static void
sum_function (const CyanProfile *profile, const char *name, double *self, guint64 *calls)
{
  *self = 0;
  *calls = 0;
  for (guint i = 1; i < profile->n_nodes; i++)
    if (strcmp (cyan_profile_name (profile, i), name) == 0)
      {
        *self += profile->metrics[0].self[i];
        if (cyan_profile_calls (profile, i) != CYAN_CALLS_UNKNOWN)
          *calls += cyan_profile_calls (profile, i);
      }
}

/* Two versions of cmark: the totals, and the removed callee. */
TEST ("/callgrind/recordings")
{
  g_autoptr (CyanProfile) before = load_data ("cmark-a.callgrind.out.zst");
  g_autoptr (CyanProfile) after = load_data ("cmark-b.callgrind.out.zst");
  g_autofree char *warnings = warnings_of (before);
  double self;
  guint64 calls;

  g_assert_cmpfloat (before->metrics[0].total[CYAN_NODE_ROOT], ==, 543484415);
  g_assert_cmpfloat (after->metrics[0].total[CYAN_NODE_ROOT], ==, 141316377);
  g_assert_cmpstr (before->format, ==, "callgrind");
  g_assert_cmpint (before->recording, ==, CYAN_RECORDING_INFERRED);
  g_assert_cmpstr (warnings, ==, INFERRED);
  g_assert_cmpstr (cyan_profile_get_meta (before, "command"), ==, "cmark plain.md deepq_4000.md");

  sum_function (before, "S_can_contain", &self, &calls);
  g_assert_cmpfloat (self, ==, 400725194);
  g_assert_cmpuint (calls, ==, 21926);
  sum_function (before, "cmark_node_insert_after", &self, &calls);
  g_assert_cmpuint (calls, ==, 21568);
  sum_function (after, "cmark_node_insert_after", &self, &calls);
  g_assert_cmpuint (calls, ==, 0);
  g_assert_cmpfloat (self, ==, 0);

  /* Nearly all of that is in one context. */
  self = 0;
  for (guint i = 1; i < before->n_nodes; i++)
    if (strcmp (cyan_profile_name (before, i), "S_can_contain") == 0
        && strcmp (cyan_profile_name (before, before->parent[i]), "cmark_node_insert_after") == 0)
      self += before->metrics[0].total[i];
  g_assert_cmpfloat (self, ==, 400716244);
}

/* The score that @format gives to @length bytes, in a copy of exactly that size. */
static int
score (const CyanFormat *format, const char *head, gsize length)
{
  g_autofree char *copy = g_memdup2 (head, length);

  return format->sniff (copy, length);
}

/* The two call graph formats are not confused with each other or with any other format, wherever
 * the head is cut. */
TEST ("/callgrind/sniff")
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  guint n_own = 0;

  g_assert_nonnull (files);
  for (const char *name; (name = g_dir_read_name (files)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (CyanInput) input = cyan_input_open (path, NULL, NULL);
      gboolean is_callgrind = strstr (name, ".callgrind.out") != NULL;
      gboolean is_cprofile = strstr (name, ".prof.") != NULL;
      const char *head;
      gsize length;

      if (input == NULL)
        continue;
      g_assert_true (cyan_input_peek (input, 65536, &head, &length, NULL));
      length = MIN (length, 65536);
      n_own += is_callgrind || is_cprofile;
      for (; length > 0; length = length > 300 ? length / 3 : length - 1)
        for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
          {
            gboolean own = (*format == &cyan_format_callgrind && is_callgrind)
                           || (*format == &cyan_format_cprofile && is_cprofile);

            if (own && length >= 20)
              g_assert_cmpint (score (*format, head, length), >=, 90);
            else if (*format == &cyan_format_callgrind || *format == &cyan_format_cprofile)
              g_assert_cmpint (score (*format, head, length), <=, own ? 100 : 0);
            else if (is_callgrind || is_cprofile)
              g_assert_cmpint (score (*format, head, length), <, 50);
          }
    }
  g_assert_cmpuint (n_own, ==, 5);
}
