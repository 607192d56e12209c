/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading texts and call graphs of other profilers: gprof, XHProf, TAU, GHC, php-spx; and the heap
 * profiles of valgrind. */
#include "json-fixture.h"

#include "profile-text.h"
#include "tests.h"

#define COUNTS (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)
#define INFERRED                                                                                   \
  "the tree was inferred from a call graph: contexts share what a function costs in proportion "   \
  "to what its callers pay\n"
#define FOLDED                                                                                     \
  "recursion was folded: the calls of a function below itself are counted where it stands above\n"
#define FLAT "the file knows no calls: all functions stand side by side\n"

/* Checks that @text can be read, and that each beginning of it is read or refused with one line. */
static void
assert_cut_is_told (const char *text)
{
  g_autoptr (CyanProfile) whole = load_text (text, -1, NULL);

  g_assert_nonnull (whole);
  for (gsize length = 0; length < strlen (text); length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);

      g_assert_true ((profile == NULL) == (error != NULL));
      if (error != NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, "t: "));
          g_assert_null (strchr (error->message, '\n'));
        }
    }
}

static void
assert_metric (const char *text, guint metric, const char *name, const char *unit, double total)
{
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

  g_assert_cmpuint (profile->n_metrics, >, metric);
  g_assert_cmpstr (profile->metrics[metric].name, ==, name);
  g_assert_cmpstr (profile->metrics[metric].unit, ==, unit);
  g_assert_cmpfloat (profile->metrics[metric].total[CYAN_NODE_ROOT], ==, total);
}

/* ---- gprof ---- */

#define GPROF_HEAD "index % time    self  children    called     name\n"
#define GPROF_END  "-----------------------------------------------\n"
#define GPROF_MAIN                                                                                 \
  "                                                 <spontaneous>\n"                               \
  "[1]    100.0    0.01    0.05                 main [1]\n"                                        \
  "                0.02    0.03       1/1           even <cycle 1> [3]\n" GPROF_END
#define GPROF_CYCLE                                                                                \
  "[2]     83.3    0.05    0.00       1+4       <cycle 1 as a whole> [2]\n"                        \
  "                0.02    0.00       3             even <cycle 1> [3]\n"                          \
  "                0.03    0.00       2             odd <cycle 1> [4]\n" GPROF_END                 \
  "                                   2             odd <cycle 1> [4]\n"                           \
  "                0.02    0.03       1/1           main [1]\n"                                    \
  "[3]     33.3    0.02    0.00       3         even <cycle 1> [3]\n"                              \
  "                                   2             odd <cycle 1> [4]\n" GPROF_END                 \
  "                                   2             even <cycle 1> [3]\n"                          \
  "[4]     50.0    0.03    0.00       2+5       odd <cycle 1> [4]\n"                               \
  "                                   2             even <cycle 1> [3]\n" GPROF_END
#define GPROF      GPROF_HEAD GPROF_MAIN GPROF_CYCLE "\f\nIndex by function name\n\n   [1] main\n"
#define GPROF_NOTE "times are sampled and have two decimals; calls are exact\n"

TEST ("/listings/gprof")
{
  /* Five calls of odd are by itself. */
  assert_tree (GPROF, COUNTS, "main:10000(even:20000*3(odd:30000*7))", GPROF_NOTE INFERRED FOLDED);
  assert_metric (GPROF, 0, "time", "us", 60000);
  assert_tree (GPROF_HEAD "                                                 <spontaneous>\n"
                          "[1]    100.0    0.01    0.00                 main [1]\n",
               CYAN_PROFILE_TEXT_SELF, "main:10000",
               GPROF_NOTE "the file ends within an entry: it may have been cut\n" INFERRED);
  assert_cut_is_told (GPROF_HEAD GPROF_MAIN);
}

TEST ("/listings/gprof-flat")
{
  assert_tree ("Flat profile:\n\nEach sample counts as 0.01 seconds.\n"
               "  %   cumulative   self              self     total           \n"
               " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
               " 66.67      0.02     0.02       12     0.00     0.00  leaf\n"
               " 33.33      0.03     0.01                             operator new(unsigned long)\n"
               "\n % of the time\n",
               CYAN_PROFILE_TEXT_SELF, "leaf:20000 'operator new(unsigned long)':10000", FLAT);
}

/* Arcs within the cycle have no cost: they share what the others leave.  There are no calls. */
TEST ("/listings/gprof-vtune")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/gprof-vtune.txt");
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, COUNTS,
                  "main:250000(even:1000000(odd:500000('operator new[]':500000) "
                  "'operator new[]':500000) 'operator new[]':250000)");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "us");
  g_assert_null (profile->calls);
  g_assert_cmpstr (warned, ==, INFERRED FOLDED);
  assert_survives_cuts ("gprof-vtune.txt");
}

/* Two functions of one name are one in the tree, by their indices. */
TEST ("/listings/gprof-errors")
{
  assert_fails (GPROF_HEAD GPROF_MAIN GPROF_MAIN, -1, CYAN_ERROR_INVALID,
                "t: line 7: function 1 is listed twice");
  assert_fails (GPROF_HEAD "\n", -1, CYAN_ERROR_INVALID, "t: line 2: the call graph is empty");
}

/* ---- XHProf ---- */

#define XHPROF                                                                                     \
  "{\"main()==>f\":{\"ct\":2,\"wt\":30,\"mu\":-8},\"f==>f@1\":{\"ct\":3,\"wt\":12,\"mu\":4},"      \
  "\"main()\":{\"ct\":1,\"wt\":40,\"mu\":64}}"

TEST ("/listings/xhprof")
{
  assert_tree (XHPROF, COUNTS, "'main()':10*1(f:18*2(f:12*3))",
               "2 negative costs were taken as 0\n" INFERRED);
  assert_metric (XHPROF, 0, "time", "us", 40);
  assert_metric (XHPROF, 1, "memory", "bytes", 68);
  assert_tree ("{\"meta\":{\"url\":\"/a==>b\"},\"profile\":{\"main()\":{\"ct\":1,\"wt\":5},"
               "\"main()==>f\":{\"ct\":1,\"wt\":2}}}",
               COUNTS, "'main()':3*1(f:2*1)", INFERRED);
  /* Only behind a name is "@" a level of recursion. */
  assert_tree ("{\"main()\":{\"ct\":1,\"wt\":9},\"main()==>@2\":{\"ct\":1,\"wt\":2},"
               "\"main()==>f@\":{\"ct\":1,\"wt\":1},\"main()==>g@x\":{\"ct\":1,\"wt\":1}}",
               COUNTS, "'main()':5*1('@2':2*1 'f@':1*1 'g@x':1*1)", INFERRED);
  assert_cut_fails (XHPROF);
}

TEST ("/listings/xhprof-errors")
{
  static const JsonCase cases[] = {
    { "an arc without numbers", "{\"a==>b\":{\"ct\":[1],\"x\":1}}", "an arc without numbers" },
    { "nothing", "{\"x\":\"a==>b\",\"y\":{\"z\":{\"ct\":0}}}", "there are no arcs" },
    { "only calls", "{\"a==>b\":{\"ct\":1}}", "no arc has a time or memory" },
    { "more", XHPROF "[]", "expected nothing more after the end of the JSON value" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

/* ---- TAU ---- */

#define TAU_HEAD "_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n"
#define TAU_WHOLE                                                                                  \
  "4 templated_functions" TAU_HEAD "\".TAU\" 1 1 4 10 0 GROUP=\"A\" \n"                            \
  "\"f C [{/s/f.c} {7,1}-{9,1}]\" 2 0 6 6 0 GROUP=\"A\" \n"                                        \
  "\".TAU => f C [{/s/f.c} {7,1}-{9,1}]\" 2 0 6 6 0 GROUP=\"A|TAU_CALLPATH\" \n"                   \
  "\".TAU => [SAMPLE] g\" 2 0 1 1 0 GROUP=\"TAU_SAMPLE\" \n0 aggregates\n"

TEST ("/listings/tau")
{
  g_autoptr (CyanProfile) profile = load_text (TAU_WHOLE, -1, NULL);
  const CyanFunction *f = cyan_profile_function (profile, 2);

  assert_tree (TAU_WHOLE, COUNTS, ".TAU:4*1(f:6*2)",
               "1 line of samples, which are part of functions, was left out\n");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpstr (cyan_strings_get (profile->strings, f->file), ==, "/s/f.c");
  g_assert_cmpuint (f->line, ==, 7);
  assert_metric (TAU_WHOLE, 0, "time", "us", 10);

  /* "f => g" begins at a function that main calls: it was cut, and is an arc. */
  assert_tree ("5 templated_functions_MULTI_PAPI_L1_DCM\n#\n\"main\" 1 1 1 9 0 GROUP=\"A\"\n"
               "\"f\" 2 1 3 8 0 GROUP=\"A\"\n\"g\" 4 0 5 5 0 GROUP=\"A\"\n"
               "\"main => f\" 2 1 3 8 0 GROUP=\"A\"\n\"f => g\" 4 0 5 5 0 GROUP=\"A\"\n",
               COUNTS, "main:1*1(f:3*2(g:5*4))", INFERRED);
  assert_fails ("2 templated_functions" TAU_HEAD "\"f\" 1 0 5 5 0 GROUP=\"A\"\n", -1,
                CYAN_ERROR_INVALID, "t: line 3: the file ends after 1 of 2 functions");
  assert_cut_is_told (TAU_WHOLE);
}

/* ---- GHC ---- */

#define GHC_TITLE                                                                                  \
  "\tMon Nov 23 00:42 2026 Time and Allocation Profiling Report  (Final)\n\n"                      \
  "\t   words +RTS -P -RTS\n\n"                                                                    \
  "\ttotal time  =        0.01 secs   (10 ticks @ 1000 us, 1 processor)\n"                         \
  "\ttotal alloc =   2,000 bytes  (excludes profiling overheads)\n\n"
#define GHC_P                                                                                      \
  GHC_TITLE "COST CENTRE MODULE SRC       no. entries  %time %alloc   %time %alloc  ticks     "    \
            "bytes\n\n"                                                                            \
            "MAIN        MAIN   <built-in>  148   0    0.0    5.0   100.0  100.0      0       "    \
            "100\n"                                                                                \
            " \303\244nder       Main   a.hs:(4,1)-(5,9)  300   2   90.0   95.0    90.0   95.0  "  \
            "    9      1900\n"                                                                    \
            "  CAF:x     Main   <no location info> 301 0 10.0 0.0 10.0 0.0 1 0\n"

TEST ("/listings/ghc")
{
  g_autoptr (CyanProfile) profile = load_text (GHC_P, -1, NULL);
  const CyanFunction *f;

  assert_tree (GHC_P, COUNTS, "MAIN:0('\303\244nder':9*2('CAF:x':1))", "");
  assert_metric (GHC_P, 0, "ticks", "samples", 10);
  assert_metric (GHC_P, 1, "alloc", "bytes", 2000);
  f = cyan_profile_function (profile, 2);
  g_assert_cmpstr (cyan_strings_get (profile->strings, f->module), ==, "Main");
  g_assert_cmpstr (cyan_strings_get (profile->strings, f->file), ==, "a.hs");
  g_assert_cmpuint (f->line, ==, 4);
  /* Shares of the totals, and no column SRC, as before GHC 8. */
  assert_tree (GHC_TITLE "COST CENTRE MODULE  no. entries  %time %alloc   %time %alloc\n\n"
                         "MAIN        MAIN    148       0   40.0    5.0   100.0  100.0\n",
               CYAN_PROFILE_TEXT_SELF, "MAIN:4",
               "ticks and bytes are shares with one decimal; +RTS -P writes exact ones\n");
  assert_cut_is_told (GHC_P);
}

#define GHC_JSON(profile)                                                                          \
  "{\"program\":\"w\",\"rts_arguments\":[\"-pj\"],\"total_ticks\":0,\"tick_interval\":1000,"       \
  "\"total_alloc\":7,\"cost_centres\":[{\"id\":1,\"label\":\"MAIN\",\"module\":\"MAIN\","          \
  "\"src_loc\":\"<built-in>\",\"is_caf\":false},{\"id\":2,\"label\":\"f\",\"module\":\"M\"}],"     \
  "\"profile\":" profile "}"

TEST ("/listings/ghc-json")
{
  static const char good[] = GHC_JSON (
      "{\"id\":1,\"entries\":0,\"alloc\":3,\"ticks\":0,\"children\":[{\"id\":2,\"entries\":5,"
      "\"alloc\":4,\"ticks\":0,\"children\":[]}]}");
  static const JsonCase cases[] = {
    { "unknown id", GHC_JSON ("{\"id\":3}"), "profile: no cost centre has the id 3" },
    { "no id", GHC_JSON ("{\"children\":[]}"), "there is no \"id\" in it" },
    { "no array", GHC_JSON ("{\"id\":1,\"children\":{}}"), "children: not an array" },
    { "below 0", GHC_JSON ("{\"id\":1,\"ticks\":-1}"), "profile: a number below 0" },
  };

  /* Without a tick the bytes come first. */
  assert_tree (good, COUNTS, "MAIN:3(f:4*5)", "");
  assert_metric (good, 0, "alloc", "bytes", 7);
  assert_bad_json (cases, G_N_ELEMENTS (cases));
  assert_cut_fails (good);
}

/* ---- php-spx ---- */

#define SPX_LONG                                                                                   \
  "[events]\n0 1 0 0\n1 1 10 5\n1 0 30 5\n1 1 40 5\n1 0 45 5\n0 0 50 5\n"                          \
  "[functions]\nmain\nA::f\n"
#define SPX_SHORT                                                                                  \
  "[events]\n|0|a0|\nb|1|10|\n-r1|20|\nc|r2|10|\n-1|5|\n-r5|5|\n"                                  \
  "[functions]\n/s/a.php:1:main\n/s/a.php:3:A::f\n"

TEST ("/listings/spx")
{
  static const char note[] = "1 further metric, whose name is in another file, was left out\n";
  g_autoptr (CyanProfile) sites = load_text (SPX_SHORT, -1, NULL);

  assert_tree (SPX_LONG, COUNTS, "main:25*1('A::f':25*2)", note);
  assert_metric (SPX_LONG, 0, "time", "ns", 50);
  /* The same calls, from lines 11 and 12. */
  g_assert_cmpfloat (sites->metrics[0].total[CYAN_NODE_ROOT], ==, 50);
  g_assert_cmpuint (sites->n_nodes, ==, 4);
  g_assert_cmpuint (sites->call_site[2], ==, 11);
  g_assert_cmpuint (sites->call_site[3], ==, 12);
  g_assert_cmpuint (cyan_profile_function (sites, 2)->line, ==, 3);
  assert_fails ("[events]\n0 1 0\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: the file ends before the name of function 0");
  assert_fails ("[events]\n0 1 0\n1 0 5\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: the end of a call that is not the innermost");
  assert_fails ("[events]\n|r1|a0|\n", -1, CYAN_ERROR_INVALID, "t: line 2: not an event");
  assert_cut_is_told (SPX_LONG);
  assert_cut_is_told (SPX_SHORT);
}

/* ---- valgrind ---- */

#define DHAT(places)                                                                               \
  "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"cmd\":\"./w\",\"pps\":[" places "],"                 \
  "\"ftbl\":[\"[root]\",\"0x1: malloc (in /usr/lib/vg.so)\",\"0x2: f(int) (a.c:7)\","              \
  "\"0x3: main (a.c:12)\",\"0x4: ???\"]}"
#define DHAT_PLACES                                                                                \
  "{\"tb\":100,\"tbk\":2,\"gb\":60,\"eb\":1,\"fs\":[1,2,3]},"                                      \
  "{\"tb\":10,\"tbk\":1,\"gb\":0,\"eb\":0,\"fs\":[1,4]}"

TEST ("/listings/dhat")
{
  g_autoptr (CyanProfile) profile = load_text (DHAT (DHAT_PLACES), -1, NULL);
  static const JsonCase cases[] = {
    { "frame", DHAT ("{\"tb\":1,\"tbk\":1,\"fs\":[5]}"),
      "frame 5 is named, but there are only 5 frames" },
    { "below 0", DHAT ("{\"tb\":-1,\"tbk\":1,\"fs\":[1]}"), "a number below 0" },
    { "version", "{\"dhatFileVersion\":3,\"pps\":[],\"ftbl\":[]}",
      "version 3 of the format is not known" },
  };

  assert_profile (profile, CYAN_PROFILE_TEXT_SELF,
                  "main:0('f(int)':0(malloc:100)) [unknown]:0(malloc:10)");
  g_assert_cmpuint (profile->call_site[2], ==, 12);
  g_assert_cmpuint (profile->call_site[3], ==, 7);
  g_assert_cmpstr (cyan_strings_get (profile->strings,
                                     cyan_profile_function (profile, profile->function[3])->module),
                   ==, "vg.so");
  assert_metric (DHAT (DHAT_PLACES), 0, "allocated", "bytes", 110);
  assert_metric (DHAT (DHAT_PLACES), 1, "blocks", "count", 3);
  assert_metric (DHAT (DHAT_PLACES), 2, "peak", "bytes", 60);
  assert_bad_json (cases, G_N_ELEMENTS (cases));
  assert_cut_fails (DHAT (DHAT_PLACES));
}

#define MASSIF_HEAD "desc: (none)\ncmd: ./w\ntime_unit: i\n"
#define SNAPSHOT(number, kind, tree)                                                               \
  "#-----------\nsnapshot=" number "\n#-----------\ntime=5\nmem_heap_B=9\nmem_heap_extra_B=1\n"    \
  "mem_stacks_B=0\nheap_tree=" kind "\n" tree
#define MASSIF_TREE                                                                                \
  "n2: 100 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.\n"                      \
  " n2: 90 0x1: f (a.c:7)\n  n0: 60 0x2: main (a.c:12)\n  n0: 20 0x3: g (in /usr/lib/g.so)\n"      \
  " n0: 10 in 3 places, all below massif's threshold (1.00%)\n"

TEST ("/listings/massif")
{
  static const char peak[] =
      MASSIF_HEAD SNAPSHOT ("0", "empty", "") SNAPSHOT ("1", "peak", MASSIF_TREE)
          SNAPSHOT ("2", "detailed", "n1: 5 (heap)\n n0: 5 0x9: late (b.c:1)\n");

  assert_tree (peak, CYAN_PROFILE_TEXT_SELF,
               "f:10 main:0(f:60) g:0(f:20) '[below the threshold]':10",
               "what was in use at the peak: snapshot 1, of 2 with a tree\n");
  assert_metric (peak, 0, "in use", "bytes", 100);
  assert_tree (MASSIF_HEAD SNAPSHOT ("0", "detailed", MASSIF_TREE)
                   SNAPSHOT ("1", "detailed", "n1: 5 (heap)\n n0: 5 0x9: late (b.c:1)\n"),
               CYAN_PROFILE_TEXT_SELF, "late:5",
               "there is no peak: what was in use at snapshot 1, the last of 2 with a tree\n");
  assert_fails (MASSIF_HEAD SNAPSHOT ("0", "empty", ""), -1, CYAN_ERROR_INVALID,
                "t: line 11: no snapshot has a tree");
  assert_fails (MASSIF_HEAD SNAPSHOT ("0", "peak", "n2: 5 (heap)\n n0: 5 0x9: late (b.c:1)\n"), -1,
                CYAN_ERROR_INVALID, "t: line 13: the file ends within a heap tree");
  assert_fails (MASSIF_HEAD SNAPSHOT ("0", "peak", "n1: 5 (heap)\n n0: 6 0x9: late (b.c:1)\n"), -1,
                CYAN_ERROR_INVALID, "t: line 13: more bytes than are left for it");
  assert_cut_is_told (peak);
}
