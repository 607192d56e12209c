/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what the profilers of operating systems export. */
#include "cyan-format-entry.h"
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

#define SELF CYAN_PROFILE_TEXT_SELF

TEST ("/system/simpleperf")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/simpleperf-two-events.trace");
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, SELF,
                  "org.example.app:0(main:0('app::draw(int)':250000([unknown]:500000))) "
                  "RenderThread:0(main:250000(write:0)) [unknown]:0(write:250000)");
  g_assert_cmpstr (profile->metrics[0].name, ==, "cpu-clock");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpstr (profile->metrics[1].name, ==, "sched:sched_switch");
  g_assert_cmpstr (profile->metrics[1].unit, ==, "count");
  g_assert_cmpfloat (profile->metrics[1].total[CYAN_NODE_ROOT], ==, 1);
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 350000);
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpstr (warned, ==, "simpleperf lost 3 samples while it recorded\n");
  assert_survives_cuts ("simpleperf-two-events.trace");
}

TEST ("/system/simpleperf-errors")
{
  static const char version[] = "SIMPLEPERF\2\0", record[] = "SIMPLEPERF\1\0\4\0\0\0\12\2\50\1";
  static const char huge[] = "SIMPLEPERF\1\0\0\0\0\40";

  assert_fails (version, sizeof version - 1, CYAN_ERROR_UNSUPPORTED,
                "t: version 2 of simpleperf's format is not 1");
  assert_fails (record, sizeof record - 1, CYAN_ERROR_INVALID,
                "t: byte 16: a sample of event 1, which is not defined");
  assert_fails (record, sizeof record - 2, CYAN_ERROR_INVALID,
                "t: byte 16: the file ends in the middle of a record");
  assert_fails (huge, sizeof huge - 1, CYAN_ERROR_INVALID,
                "t: byte 12: a record of more than 268435456 bytes");
}

TEST ("/system/apple-sample")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/apple-sample-two-threads.txt");
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, SELF | CYAN_PROFILE_TEXT_CALL_SITE,
                  "com.apple.main-thread:0(start:10(main:0('-[Reader read:]'@12:600 "
                  "'operator new(unsigned long)'@12:20 "
                  "'Table<int (*)(char)>::find(int) const'@14:190)) ???:5) "
                  "Thread:0(thread_start:0([unknown]:825)) worker:10");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpuint (profile->n_threads, ==, 3);
  g_assert_cmpstr (warned, ==, "");
  assert_survives_cuts ("apple-sample-two-threads.txt");
}

/* A line that ends within its address has no source; that of the next line is not meant. */
TEST ("/system/apple-sample-places")
{
  assert_tree (
      "Analysis of sampling a (pid 1) every 1 millisecond\nCall graph:\n"
      "    3 Thread_1\n    + 3 f  (in a) + 4  [0x1\n    +   2 g  (in a) + 4  [0x2]  a.c:7\n"
      "\nTotal number in stack (recursive counted multiple, when >=5):\n",
      SELF | CYAN_PROFILE_TEXT_CALL_SITE, "Thread:0(f:1(g@0:2))", "");
}

/* @lines is the call graph. */
static void
assert_sample_fails (const char *lines, const char *message)
{
  g_autofree char *text =
      g_strconcat ("Analysis of sampling a (pid 1) every 1 millisecond\n", lines, NULL);

  assert_fails (text, -1, CYAN_ERROR_INVALID, message);
}

TEST ("/system/apple-sample-errors")
{
  static const char graph[] = "Analysis of sampling a (pid 1) every 1 millisecond\nCall graph:\n";
  g_autofree char *cut = g_strconcat (graph, "    2 Thread_1\n    + 3 f  (in a)\n", NULL);

  assert_sample_fails ("Process: a\n", "t: the file ends before its call graph");
  assert_sample_fails ("Call graph:\n    2 Thread_1\n    +  2 f\n",
                       "t: line 4: expected a number of samples and a function");
  assert_sample_fails ("Call graph:\n    2 Thread_1\n    + many f\n",
                       "t: line 4: expected a number of samples and a function");
  assert_sample_fails ("Call graph:\n    2 Thread_1\n    +   2 f\n",
                       "t: line 4: indented more than one level deeper than the line before");
  assert_tree (cut, SELF, "Thread:0(f:3)",
               "the file ends in its call graph: it may have been cut\n"
               "1 line has less than the lines below it together\n");
}

TEST ("/system/dtrace")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/dtrace-keys.txt");

  assert_profile (profile, SELF,
                  "firefox:0(_lwp_start:0('<< internal code >>':0(__pwrite:0(pwrite:0("
                  "fop_write:12))))) node:0(_lwp_start:0([unknown]:0('foo<int>::bar(char)':7))) "
                  "[unknown]:-2 idle:3");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  assert_survives_cuts ("dtrace-keys.txt");
}

TEST ("/system/dtrace-others")
{
  static const char *const others[] = {
    "Use `make`:\n\n    `make all`\n\n    12\n",
    "# title\n\n    a`b\nnext\n",
    "CPU     ID                    FUNCTION:NAME\n  8  35077      :tick-60s\n",
    "\n   12\n   13\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpint (cyan_format_dtrace.sniff (others[i], strlen (others[i])), <, 50);
  /* A header is not needed; the end may be missing. */
  assert_tree ("\n   a`f+0x1\n   a`main\n     3\n\n   a`main\n", SELF, "main:0(f:3)",
               "the last stack has no value and was left out: the file may have been cut\n");
  assert_fails ("\n   a`f+0x1\n      1\n\n   a`f\n   value  ------------- Distribution "
                "------------- count\n",
                -1, CYAN_ERROR_UNSUPPORTED,
                "t: line 6: a distribution of values; aggregate by count() or sum()");
}

TEST ("/system/pmcstat")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/pmcstat-two-events.txt");
  g_autofree char *warned = warnings_of (profile);

  /* What callers do not have is of callees that were called by others. */
  assert_profile (profile, SELF,
                  "fork_exit:0(taskqueue_thread_loop:0(zio_execute:0(zio_compress:0("
                  "lz4_compress:18))) [unknown]:16) arc_cksum_verify:0(lz4_compress:4) "
                  "lz4_compress:2 zio_compress:0");
  g_assert_cmpstr (profile->metrics[0].name, ==, "inst_retired.any");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  g_assert_cmpstr (profile->metrics[1].name, ==, "unhalted_cycles");
  g_assert_cmpfloat (profile->metrics[1].total[CYAN_NODE_ROOT], ==, 8);
  g_assert_cmpstr (warned, ==, "");
  assert_survives_cuts ("pmcstat-two-events.txt");
  /* What is no line of the graph is counted, and the first is named. */
  assert_tree_of ("@ a [2 samples]\n\n100.0%  [2]   f\nodd\n\nodd too\n 100.0%  [2]  g\n", -1, SELF,
                  "g:0(f:2)", "2 lines belong to no stack and were left out, line 4 the first\n");
  assert_fails ("@ a [2 samples]\n\n100.0%  [2]   f\n  100.0%  [2]  g\n", -1, CYAN_ERROR_INVALID,
                "t: line 4: indented more than one level deeper than the line before");
}

TEST ("/system/xctrace")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/xctrace-time-profile.xml");
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, SELF | CYAN_PROFILE_TEXT_CALL_SITE,
                  "tool:0(start:0([unknown]:1000000 main:0('find(Table&, int)'@25:2000000 "
                  "'find(Table&, int)'@31:3000000)))");
  g_assert_cmpstr (profile->metrics[0].name, ==, "time");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpstr (warned, ==, "1 sample without a stack was left out\n");
  assert_survives_cuts ("xctrace-time-profile.xml");
}

TEST ("/system/xctrace-errors")
{
  static const struct
  {
    const char *rows, *message;
    CyanError code;
  } cases[] = {
    { "<row><weight>1</weight></row>",
      "t: no row has a stack; export the table of the schema time-profile",
      CYAN_ERROR_UNSUPPORTED },
    { "<row>\n<backtrace ref='7'/></row>", "t: line 2: element 7 is not defined",
      CYAN_ERROR_INVALID },
    { "<row><backtrace id='x'/></row>", "t: line 1: \"x\" is not the number of an element",
      CYAN_ERROR_INVALID },
    { "<row><weight>much</weight></row>", "t: line 1: the weight of a row is not a number",
      CYAN_ERROR_INVALID },
    { "<row></column>", "t: line 1: not well-formed XML: it may have been cut",
      CYAN_ERROR_INVALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("<trace-query-result>%s</trace-query-result>", cases[i].rows);

      assert_fails (text, -1, cases[i].code, cases[i].message);
    }
  /* Cycles, and samples without a weight. */
  assert_tree ("<trace-query-result><row><backtrace id='1'><frame id='2' name='f'/></backtrace>"
               "<cycle-weight id='3'>50</cycle-weight></row><row><backtrace ref='1'/></row>"
               "</trace-query-result>",
               SELF, "f:50", "1 sample has another kind of weight and was left out\n");
}

TEST ("/system/vtune")
{
  g_autoptr (CyanProfile) tree = load_data ("foreign/vtune-top-down.csv");
  g_autoptr (CyanProfile) list = load_data ("foreign/vtune-hotspots.csv");
  g_autofree char *warned = warnings_of (list);

  assert_profile (tree, SELF,
                  "_start:0(main:0.25('std::map<int, int>::find(\"x\", int)':0.016612 "
                  "'operator new':1.5)) '[Unknown stack frame(s)]':0.01");
  g_assert_cmpuint (tree->n_metrics, ==, 2);
  g_assert_cmpstr (tree->metrics[0].name, ==, "CPU Time");
  g_assert_cmpstr (tree->metrics[0].unit, ==, "s");
  g_assert_cmpstr (tree->metrics[1].unit, ==, "bytes");
  g_assert_cmpfloat (tree->metrics[1].total[CYAN_NODE_ROOT], ==, 4112);
  assert_profile (list, SELF, "main:0.25 find:0.016612");
  g_assert_cmpstr (warned, ==,
                   "a list of functions without stacks; the report top-down has them\n");
  assert_survives_cuts ("vtune-top-down.csv");
  assert_fails ("Function Stack,CPU Time:Self,Module\nmain\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: a row with too few cells");
  assert_fails ("Function Stack,CPU Time:Self,Module\nmain,much,a\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: \"much\" is not a number");
}

TEST ("/system/vsprof")
{
  g_autoptr (CyanProfile) calls = load_data ("foreign/vsprof-calls.csv");
  g_autoptr (CyanProfile) samples = load_data ("foreign/vsprof-samples.csv");

  assert_profile (calls, SELF | CYAN_PROFILE_TEXT_CALLS,
                  "'Tool.exe':0('Tool.Main()':9.5*1('Tool.Map<K,V>.Find(int32)':90*2893824) "
                  "'Tool.Worker()':0.5*3)");
  g_assert_cmpstr (calls->metrics[0].unit, ==, "%");
  g_assert_cmpint (calls->recording, ==, CYAN_RECORDING_EXACT);
  assert_profile (samples, SELF, "'Tool.exe':0(main:20(find:100))");
  g_assert_cmpstr (samples->metrics[0].unit, ==, "samples");
  g_assert_cmpint (samples->recording, ==, CYAN_RECORDING_SAMPLED);
  assert_survives_cuts ("vsprof-calls.csv");
  assert_fails ("Level,Function Name,Number of Calls,\n0,a,1,\n", -1, CYAN_ERROR_UNSUPPORTED,
                "t: line 1: there is no column of exclusive times or samples");
  assert_fails ("Level,Function Name,Exclusive Samples,\nx,a,1,\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: the level is not a number");
}

TEST ("/system/instruments")
{
  g_autoptr (CyanProfile) own = load_data ("foreign/instruments-own.txt");
  g_autoptr (CyanProfile) totals = load_data ("foreign/instruments-totals.txt");

  assert_profile (own, SELF,
                  "start:0(main:0('-[Reader read:]':846000000('find(Table&, int)':1600000000) "
                  "[unknown]:2480000000)) thread_start:1000000");
  g_assert_cmpstr (own->metrics[0].unit, ==, "ns");
  assert_profile (totals, SELF, "tool:0(start:6079999468(main:90000000000 exit:532))");
  g_assert_cmpstr (totals->metrics[0].name, ==, "cycles");
  assert_survives_cuts ("instruments-own.txt");
  assert_fails ("Weight\tSymbol Name\n1 furlong\tf\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: \"1 furlong\" is not a number with a unit");
  assert_fails ("Weight\tSymbol Name\n1 s\tf\n1 KB\tg\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: the unit differs from that of other rows");
}

/* Each stack of Papyrus is a thread; one call ends that began before the log. */
TEST ("/system/papyrus")
{
  const char *head = "Stack_7 log opened (PC)\n1:PUSH:7:0:None:a..f\n";
  g_autofree char *odd = g_strconcat (head, "hello\n2:POP:7:0\n3:POP:7:0:None:a..f\n", NULL);
  g_autoptr (CyanProfile) profile = load_data ("foreign/papyrus-stack.log");
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, SELF | CYAN_PROFILE_TEXT_CALLS,
                  "quest..Begin:60000000*1(Game..GetModName:40000000*2) "
                  "'DLC01:trap.armed.OnHit':50000000*1");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_nonnull (strstr (warned, "1 end without a call was ignored"));
  assert_tree (odd, SELF, "a..f:2000000", "2 lines that mean nothing here were left out\n");
  assert_survives_cuts ("papyrus-stack.log");
}

TEST ("/system/sysprof-xml")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/sysprof-1.xml");

  assert_profile (profile, SELF, "[tool]:0(main:2(find<int>:7))");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  assert_survives_cuts ("sysprof-1.xml");
  assert_fails ("<profile><objects>\n<object id='1'/></objects><nodes><node id='1'>"
                "<object>2</object></node></nodes></profile>",
                -1, CYAN_ERROR_INVALID, "t: element 2 is not defined");
  assert_fails ("<profile><objects>\n<object id='1'/></objects><nodes><node id='1'>"
                "<object>1</object><parent>1</parent></node></nodes></profile>",
                -1, CYAN_ERROR_INVALID, "t: element 1 is not defined");
  assert_fails ("<profile><objects>\n<object id='x'/></objects></profile>", -1, CYAN_ERROR_INVALID,
                "t: line 2: \"x\" is not the number of an element");
}

TEST ("/system/xperf")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/xperf-samples.csv");

  assert_profile (profile, SELF,
                  "'tool.exe':0(_RtlUserThreadStart:0(main:0(find:2.25 HalpTimer:0.5))) "
                  "Idle:0(C1Halt:2)");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ms");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  assert_survives_cuts ("xperf-samples.csv");
  assert_fails ("Process Name, Stack, Module, Function, Weight, Count\na, ?, m, f, much, 1\n", -1,
                CYAN_ERROR_INVALID, "t: line 2: \"much\" is not a number");
}
