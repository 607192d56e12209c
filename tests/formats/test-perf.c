/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the text of perf script: all forms of headers and frames, damage. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

#define SELF CYAN_PROFILE_TEXT_SELF

/* A header with perf's default fields. */
#define HEAD  "prog 12 1.000001:        500 cpu-clock: \n"
#define FRAME "\t            "

TEST ("/perf/heads")
{
  static const struct
  {
    const char *head;
    const char *tree; /* with main:SELF below the command */
    guint n_threads;
  } cases[] = {
    { "prog 12 1.000001:        500 cpu-clock: ", "prog:0(main:500)", 1 },
    { "prog    12 [003]     1.000001:        500 cpu-clock: ", "prog:0(main:500)", 1 },
    { "prog 11/12 [003] 1.000001: 500 cpu-clock:", "prog:0(main:500)", 1 },
    { "prog    11/12      [003]   1.000001001:     500   cpu-clock:u: ", "prog:0(main:500)", 1 },
    { "prog 12 [000] U  1.000001: 500 cycles:u: ", "prog:0(main:500)", 1 },
    { "prog 12 VM:7 VCPU:001 [000] 1.000001: 500 cycles:G: ", "prog:0(main:500)", 1 },
    { "            prog    12     1.000001:   500 cycles: ", "prog:0(main:500)", 1 },
    { "prog 12 1.000001: cycles: ", "prog:0(main:1)", 1 },
    { "prog 12 1.000001: sched:sched_switch: prev_comm=a prev_pid=1 ==> next_comm=b",
      "prog:0(main:1)", 1 },
    { "prog 12 1.000001:  5 cpu/event=0x3c,umask=0x0/: ", "prog:0(main:5)", 1 },
    { "prog 12 1.000001:  5 my event: ", "prog:0(main:5)", 1 },
    { "prog 12 1.000001: ", "prog:0(main:1)", 1 },
    { "prog 12 1.000001:         7 ", "prog:0(main:7)", 1 },
    { "prog 12     500250 cycles: ", "prog:0(main:500250)", 1 },
    { "prog 12 cycles: ", "prog:0(main:1)", 1 },
    { "prog 11/12 [001]   9 cycles: ", "prog:0(main:9)", 1 },
    { "prog   4194303 cycles: ", "prog:0(main:1)", 1 },
    { "prog     500250 cycles: ", "prog:0(main:500250)", 0 },
    { "prog [001] cycles: ", "prog:0(main:1)", 0 },
    { "prog cycles: ", "prog:0(main:1)", 0 },
    { "prog 1.000001: 5 cycles: ", "prog:0(main:5)", 0 },
    { "prog ", "prog:0(main:1)", 0 },
    { "    12 1.000001: 5 cycles: ", "main:5", 1 },
    { "1.000001: 5 cycles: ", "main:5", 0 },
    { "", "main:1", 0 },
    /* Names of commands. */
    { "Web Content 12 1.000001: 5 cycles: ", "'Web Content':0(main:5)", 1 },
    { "my prog 7 12 [000] 1.000001: 5 cycles: ", "'my prog 7':0(main:5)", 1 },
    { "(sd-pam) 12 1.000001: 5 cycles: ", "'(sd-pam)':0(main:5)", 1 },
    { "kworker/0:1-events 12 1.000001: 5 cycles: ", "'kworker/0:1-events':0(main:5)", 1 },
    { "a: b 12 1.000001: 5 cycles: ", "'a: b':0(main:5)", 1 },
    { "IO 12 1.000001: 5 cycles: ", "IO:0(main:5)", 1 },
    { ":12 12 1.000001: 5 cycles: ", "[unknown]:0(main:5)", 1 },
    { ":-1    -1 1.000001: 5 cycles: ", "[unknown]:0(main:5)", 0 },
    { "swapper     0 [001] 1.000001: 5 cycles: ", "swapper:0(main:5)", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("%s\n" FRAME "1234 main+0x1f (/usr/bin/prog)\n\n", cases[i].head);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, -1, &error);
      g_autofree char *warned = NULL;

      g_test_message ("%s", cases[i].head);
      g_assert_no_error (error);
      g_assert_cmpstr (profile->format, ==, "perf-script");
      assert_profile (profile, SELF, cases[i].tree);
      g_assert_cmpuint (profile->n_threads, ==, cases[i].n_threads);
      warned = warnings_of (profile);
      g_assert_cmpstr (warned, ==, "");
    }
}

TEST ("/perf/frames")
{
  static const struct
  {
    const char *frame; /* after the tab */
    const char *name, *module;
  } cases[] = {
    { "ffffffff8134315f flush_tlb_mm_range+0x4af ([kernel.kallsyms])", "flush_tlb_mm_range",
      "[kernel.kallsyms]" },
    { "            52d9 main (prog)", "main", "prog" },
    { "            52d9 main", "main", "" },
    { "            52d9 main+0x12", "main", "" },
    { "            52d9", "[unknown]", "" },
    { "            52d9 (/usr/bin/prog)", "[unknown]", "prog" },
    { "               0 [unknown] ([unknown])", "[unknown]", "" },
    { "            52d9 [unknown] (/usr/bin/dash)", "[unknown]", "dash" },
    { "            52d9 0x52d9 (/usr/bin/dash)", "[unknown]", "dash" },
    { "            52d9 f.isra.0+0x1 (p)", "f.isra.0", "p" },
    { "            52d9 cfree@GLIBC_2.2.5+0x72 (/usr/lib/libc.so.6)", "cfree@GLIBC_2.2.5",
      "libc.so.6" },
    { "            52d9 @plt+0x0 (/usr/lib/libc.so.6)", "@plt", "libc.so.6" },
    { "            52d9 (anonymous namespace)::f(int, char (*)(long)) const+0x1f (p)",
      "(anonymous namespace)::f(int, char (*)(long)) const", "p" },
    { "            52d9 (anonymous namespace)::f(int) const", "(anonymous namespace)::f(int) const",
      "" },
    { "            52d9 f(int (*)(char))", "f(int (*)(char))", "" },
    { "            52d9 std::map<int, std::vector<a b> >::operator()(int)+0x1f (/opt/a (b)/c (d))",
      "std::map<int, std::vector<a b> >::operator()(int)", "c (d)" },
    { "            52d9 operator new(unsigned long)+0x1f (p)", "operator new(unsigned long)", "p" },
    { "            52d9 operator<< <char>(std::ostream&)+0xabc (p)",
      "operator<< <char>(std::ostream&)", "p" },
    { "            52d9 f+0x1 (/usr/lib/x.so (deleted))", "f", "x.so" },
    { "            52d9 f+0x1 (/tmp/odd) name)", "f", "odd) name" },
    { "            52d9 f+0x1 (/usr/lib/x.so+0x29d90)", "f", "x.so" },
    { "    7f0012345678 Ljava/util/HashMap;::get+0x3c (/tmp/perf-4711.map)",
      "Ljava/util/HashMap;::get", "perf.map" },
    { "    7f0012345678 [unknown] ([perf-4711.map])", "[unknown]", "[perf.map]" },
    { "    7f0012345678 JS:*find /app/a.js:1:14+0x5 (/home/u/.debug/jit/x/jitted-4711-12.so)",
      "JS:*find /app/a.js:1:14", "jitted.so" },
    { "            52d9 f (//anon)", "f", "anon" },
    { "            52d9 f (perf-tools)", "f", "perf-tools" },
    { "            52d9 f (inlined)", "f", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (HEAD "\t%s\n\n", cases[i].frame);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, -1, &error);
      const CyanFunction *function;

      g_test_message ("%s", cases[i].frame);
      g_assert_no_error (error);
      g_assert_cmpuint (profile->n_nodes, ==, 3);
      function = cyan_profile_function (profile, 2);
      g_assert_cmpstr (cyan_profile_name (profile, 2), ==, cases[i].name);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, cases[i].module);
      g_assert_cmpfloat (profile->metrics[0].self[2], ==, 500);
      g_assert_cmpuint (profile->warnings->len, ==, 0);
    }
}

/* Without stacks perf prints a single frame after the event. */
TEST ("/perf/frame-in-head")
{
  assert_tree ("prog 12 1.0001:     500 cycles:  ffffffff8134315f f+0x1 ([kernel.kallsyms])\n"
               "prog 12 1.0002:     500 cycles:      558dc9e0e198 g(int)+0x1 (/usr/bin/prog)\n"
               "prog 12 1.0003:     500 cycles:      558dc9e0e198 [unknown] ([unknown])\n",
               SELF, "prog:0(f:500 'g(int)':500 [unknown]:500)", "");
  /* perf mem: address of the data, memory access, weights. */
  assert_tree ("prog 12 [000] 1.0001: 1 cpu/mem-loads,ldlat=30/P:  ffff88810005 1e05080144 "
               "|OP LOAD|LVL LFB hit|SNP None|TLB L1 hit|LCK No|BLK  N/A 33 0 ffffffff81000001 "
               "memcpy+0x1 ([kernel.kallsyms])\n",
               SELF, "prog:0(memcpy:1)", "");
  assert_tree ("prog 12 1.0001: 3 cycles:      7f0000000001     558dc9e0e198 g+0x1 (prog)\n", SELF,
               "prog:0(g:3)", "");
  /* The same without a time. */
  assert_tree ("            prog    12          3 cycles:      7f0000000001 f+0x1 (prog)\n", SELF,
               "prog:0(f:3)", "");
  /* With a stack below, it is the address of the data. */
  assert_tree ("prog 12 1.0001: 3 cycles:      7f0000000001 data+0x1 (prog)\n" FRAME
               "1111 f (prog)\n"
               "\n",
               SELF, "prog:0(f:3)", "");
  /* The fields of a tracepoint are not a frame. */
  assert_tree ("prog 12 1.0001: kmem:kfree: add 0x1 (x)\n"
               "prog 12 1.0001: probe:f: (ffffffff8134315f)\n",
               SELF, "prog:1", "");
}

TEST ("/perf/samples")
{
  /* Incomplete stacks stay roots; samples without a stack belong to the command. */
  assert_tree ("a 1 1.001: 5 cycles: \n" FRAME "1111 f (p)\n" FRAME "1112 main (p)\n\n"
               "a 1 1.002: 5 cycles: \n" FRAME "1111 f (p)\n" FRAME "1110 [unknown] ([unknown])\n\n"
               "b 2 1.003: 5 cycles: \n\n"
               "a 1 1.004: 7 cycles: \n" FRAME "1111 g (p)\n" FRAME "1112 main (p)\n\n"
               "a 1 1.005: 7 cycles: \n" FRAME "1112 main (p)\n\n",
               SELF, "a:0(main:7(f:5 g:7) [unknown]:0(f:5)) b:5", "");
  /* Functions of one name in two modules are two functions. */
  assert_tree ("a 1 1.001: 5 cycles: \n" FRAME "1111 f (p)\n\n"
               "a 1 1.002: 6 cycles: \n" FRAME "1111 f (q)\n\n",
               SELF, "a:0(f:5 f:6)", "");
  /* Only stacks. */
  assert_tree ("\n" FRAME "1111 f\n" FRAME "1112 main\n\n\n" FRAME "1111 g\n" FRAME "1112 main\n\n",
               SELF, "main:0(f:1 g:1)", "");
  /* Tabs replaced by spaces, DOS line ends. */
  assert_tree (
      "a 1 1.001: 5 cycles: \r\n        ffffffff81 f+0x1 (p)\r\n        2 main (p)\r\n\r\n", SELF,
      "a:0(main:0(f:5))", "");
  /* Records other than samples. */
  assert_tree ("swapper     0     0.000000: PERF_RECORD_MMAP -1/0: [0xff(0x1) @ 0xff]: x [k]_text\n"
               "u  5 14.97: PERF_RECORD_COMM exec: u:5659/5659\n"
               "u  5 14.971369: PERF_RECORD_COMM exec: u:5659/5659\n" HEAD FRAME "1111 f (p)\n\n"
               "PERF_RECORD_LOST lost 7\n"
               "u  5 14.971369: PERF_RECORD_LOST_SAMPLES lost 5\n",
               SELF, "prog:0(f:500)", "perf lost 12 events while it recorded\n");
}

TEST ("/perf/several-events")
{
  static const char *const text =
      "a 1 1.001:          1 page-faults: \n" FRAME "1111 f (p)\n\n"
      "a 1 1.002:    1000000   cpu-clock: \n" FRAME "1111 f (p)\n\n"
      "a 2 1.003:          9 page-faults: \n" FRAME "1111 g (p)\n\n"
      "a 3 1.004:    1000000   cpu-clock: \n" FRAME "1111 g (p)\n\n"
      "a 3 1.005: sched:sched_switch: prev_comm=x\n" FRAME "1111 g (p)\n\n";
  g_autofree char *asked = g_strconcat ("# event : name = page-faults, , id = { 7 }, type = 1\n"
                                        "# event : name = dummy:HG, , id = { 8 }, type = 1\n"
                                        "# event : name = cpu-clock, , id = { 9 }, type = 1\n#\n",
                                        text, NULL);
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);
  g_autoptr (CyanProfile) ordered = load_text (asked, -1, NULL);

  /* Without a known order, the most useful event comes first. */
  g_assert_cmpuint (profile->n_metrics, ==, 3);
  g_assert_cmpstr (profile->metrics[0].name, ==, "cpu-clock");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpstr (profile->metrics[1].name, ==, "page-faults");
  g_assert_cmpstr (profile->metrics[1].unit, ==, "count");
  g_assert_cmpstr (profile->metrics[2].name, ==, "sched:sched_switch");
  g_assert_cmpstr (profile->metrics[2].unit, ==, "samples");
  assert_profile (profile, SELF, "a:0(f:1000000 g:1000000)");
  g_assert_cmpfloat (profile->metrics[1].self[3], ==, 9);
  g_assert_cmpfloat (profile->metrics[2].total[CYAN_NODE_ROOT], ==, 1);
  g_assert_cmpuint (profile->n_threads, ==, 3);
  g_assert_cmpfloat (profile->period, ==, 1000000);

  g_assert_cmpuint (ordered->n_metrics, ==, 3);
  g_assert_cmpstr (ordered->metrics[0].name, ==, "page-faults");
  g_assert_cmpstr (ordered->metrics[1].name, ==, "cpu-clock");
  /* (1 + 81) / 10: the sample of weight 9 is 9 tenths of the sum. */
  g_assert_cmpfloat (ordered->period, ==, 8.2);
}

/* Inlined functions are separate frames, in the module of the function that contains them. */
TEST ("/perf/inlined-and-sources")
{
  g_autoptr (CyanProfile) profile = load_text (
      HEAD FRAME "1a11 std::less()+0x1b0\n"
                 "  /usr/include/c++/12/bits/stl_algo.h:1870 (inlined)\n" FRAME
                 "1a11 sort()+0x1b0 (inlined)\n" FRAME "1a11 run+0x1b0 (/tmp/p w/prog)\n"
                 "  src/my run.c:45 (discriminator 2)\n" FRAME
                 "1b00 start_main+0x84 (inlined)\n" FRAME "1120 _start+0x20 (/lib/ld.so)\n"
                 "  ??:0\n" FRAME "1121 run2+0x20 (/lib/ld.so)\n"
                 "  ld.so[1121]\n" FRAME "1122 run3+0x20 (/lib/ld.so)\n"
                 "  :0\n\n" HEAD FRAME "1a19 run+0x1b8 (/tmp/p w/prog)\n"
                 "  other.h:7\n\n",
      -1, NULL);
  static const struct
  {
    const char *name, *module, *file;
  } wanted[] = {
    { "run3", "ld.so", "" },
    { "run2", "ld.so", "" },
    { "_start", "ld.so", "" },
    { "start_main", "", "" },
    { "run", "prog", "src/my run.c" },
    { "sort()", "prog", "" },
    { "std::less()", "prog", "/usr/include/c++/12/bits/stl_algo.h" },
    { "run", "prog", "src/my run.c" },
  };

  assert_profile (profile, SELF,
                  "prog:0(run3:0(run2:0(_start:0(start_main:0(run:0('sort()':0('std::less()':500)))"
                  "))) run:500)");
  g_assert_cmpuint (profile->warnings->len, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const CyanFunction *function = cyan_profile_function (profile, i + 2);

      g_assert_cmpstr (cyan_strings_get (profile->strings, function->name), ==, wanted[i].name);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, wanted[i].module);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, wanted[i].file);
    }
}

TEST ("/perf/header")
{
  g_autoptr (CyanProfile) profile =
      load_text ("# ========\n# captured on    : Sat Nov 21 04:55:11 2026\n# header version : 1\n"
                 "# hostname : build-7\n# perf version : 6.1.187\n"
                 "# cmdline : /usr/bin/perf record -g ./prog: \n# ========\n#\n" HEAD "\n",
                 -1, NULL);

  g_assert_cmpstr (cyan_profile_get_meta (profile, "recorded"), ==, "Sat Nov 21 04:55:11 2026");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "host"), ==, "build-7");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, "perf 6.1.187");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "command"), ==,
                   "/usr/bin/perf record -g ./prog:");
  assert_tree ("# captured on    : now\n# ========\n#\n", SELF, "", "the profile is empty\n");
}

/* Idle time of CPUs is left out when profiles are compared. */
TEST ("/perf/idle")
{
  g_autoptr (CyanProfile) profile = load_text (
      "swapper     0 [001] 1.0001: 90 cycles: \n" FRAME "1111 do_idle ([kernel.kallsyms])\n\n"
      "prog 12 [000] 1.0001: 10 cycles: \n" FRAME "1111 main (p)\n\n",
      -1, NULL);
  g_autoptr (CyanProfile) busy = cyan_profile_without_idle (profile);

  g_assert_true (busy != profile);
  g_assert_cmpfloat (busy->metrics[0].total[CYAN_NODE_ROOT], ==, 10);
}

TEST ("/perf/errors")
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { HEAD FRAME "1111 f (p)\n\nwhat is this\n",
      "t: line 4: expected a sample, a frame or a blank line, found \"what is this\"" },
    { HEAD FRAME "1111 f (p)\n\nprog 12 1.0002: 99999999999999999999 cpu-clock: \n",
      "t: line 4: expected a period, found \"99999999999999999999\"" },
    { HEAD FRAME "1111 f (p)\n\nprog 12 1.0002: -5 cpu-clock: \n",
      "t: line 4: expected a period, found \"-5\"" },
    { HEAD FRAME "1111 f (p)\n\nprog 12 1.0002: 1e9 cpu-clock: \n",
      "t: line 4: expected a period, found \"1e9\"" },
    { HEAD FRAME "1111 f (p)\n\nprog 12 1.0002: cpu-clock: \n",
      "t: line 4: no period before \"cpu-clock\", which had one before" },
    { "prog 12 1.0002: cpu-clock: \n" FRAME "1111 f (p)\n\n" HEAD,
      "t: line 4: a period before \"cpu-clock\", which had none before" },
    { HEAD FRAME "1111 f (p)\n\nprog 12 1.0002: 500250\n",
      "t: line 4: expected an event and a colon, found \"prog 12 1.0002: 500250\"" },
    { HEAD FRAME "1111 f (p)\n\n" FRAME "1111 g (p)\n\n",
      "t: line 4: a frame without a sample above it" },
    { "prog \n" FRAME "1111 f (p)\n\nprog\nprog\n", "t: line 4: expected a sample with its stack" },
    { "prog \n" FRAME "1111 f (p)\n\nprog\n", "t: line 4: expected a sample with its stack" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_fails (cases[i].text, -1, CYAN_ERROR_INVALID, cases[i].message);
  assert_fails (HEAD FRAME "1111 f\0 (p)\n\n", sizeof (HEAD FRAME "1111 f\0 (p)\n\n") - 1,
                CYAN_ERROR_INVALID, "t: line 2: a NUL byte, which no text has (is this UTF-16?)");
}

TEST ("/perf/limits")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  const char *text = HEAD FRAME "1111 f\n" FRAME "1111 g\n" FRAME "1111 h\n\n";
  g_autoptr (GString) events = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: line 5: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);

  for (guint i = 0; i <= 64; i++)
    g_string_append_printf (events, "a 1 1.0001: 5 event%u: \n", i);
  assert_fails (events->str, -1, CYAN_ERROR_LIMIT, "t: line 65: more than 64 events");
}

TEST ("/perf/odd-lines")
{
  assert_tree (HEAD FRAME "1111 f (p)\n"
                          "\tnot an address\n"
                          "  brstack 0x1/0x2/P\n" FRAME "12345678901234567 g (p)\n\n",
               SELF, "prog:0(f:500)",
               "3 lines belong to no stack and were left out, line 3 the first\n");
}

TEST ("/perf/deep")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, i % 2 ? "\t1 f (p)\n" : "\t2 g (p)\n");
  g_string_append_c (text, '\n');
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth + 1);
  g_assert_cmpfloat (profile->metrics[0].total[2], ==, 500);
}

TEST ("/perf/long-names")
{
  g_autofree char *name = g_strnfill (1000000, 'n');
  g_autofree char *text = g_strdup_printf (
      HEAD FRAME "1111 caf\xe9 (p)\n\n%s 12 1.0001: 5 cpu-clock: \n" FRAME "1111 %s (p)\n\n", name,
      name);
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);
  g_autofree char *warned = warnings_of (profile);

  g_assert_cmpuint (profile->n_nodes, ==, 5);
  g_assert_cmpstr (cyan_profile_name (profile, 2), ==, "caf\xef\xbf\xbd");
  g_assert_true (g_str_has_prefix (cyan_profile_name (profile, 3), "nnnn"));
  g_assert_cmpuint (strlen (cyan_profile_name (profile, 4)), <=, CYAN_STRING_MAX);
  g_assert_nonnull (strstr (warned, "repaired"));
}

/* A file cut at any byte gives an error or a warning, except after a blank line or a comment
 * line. */
TEST ("/perf/cut-everywhere")
{
  static const char text[] =
      "# hostname : h\n#\n" HEAD FRAME "111a f+0x1 (inlined)\n" FRAME "111a g+0x1 (/usr/bin/p)\n"
      "  a.c:12\n" FRAME "112b main+0x1f (/usr/bin/p)\n\n"
      "Web Content 12/13 [001] 2.000001:        500 cpu-clock: \n" FRAME
      "111a f+0x1 (x)\n\n" HEAD FRAME "1113 h (x)\r\n\n";

  for (gsize length = 0; length < sizeof text - 1; length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);

      g_test_message ("%.*s", (int) length, text);
      if (profile == NULL)
        g_assert_true (strchr (error->message, '\n') == NULL
                       && g_str_has_prefix (error->message, "t: "));
      else if (text[length - 1] != '\n')
        {
          g_autofree char *warned = warnings_of (profile);

          g_assert_nonnull (strstr (warned, "may have been cut"));
        }
      else if (text[length - 2] == ')')
        {
          g_autofree char *warned = warnings_of (profile);

          g_assert_nonnull (strstr (warned, "not followed by a blank line"));
        }
    }
}

TEST ("/perf/cut-sample")
{
#define NO_BREAK(line) "line " line " ends without a line break: the file may have been cut"

  /* A frame without a line break counts. */
  assert_tree (HEAD FRAME "1111 f (p)", SELF, "prog:0(f:500)", NO_BREAK ("2") "\n");
  assert_tree (HEAD FRAME "1111 f (p)\n\n" HEAD FRAME "1111 g (p)\n" FRAME "1112 main (p)", SELF,
               "prog:0(f:500 main:0(g:500))", NO_BREAK ("6") "\n");
  assert_tree ("prog 12 1.000001: 500 cpu-clock:      558dc9e01111 f+0x1 (p)\n"
               "prog 12 1.000002: 500 cpu-clock:      558dc9e01112 g (p)",
               SELF, "prog:0(f:500 g:500)", NO_BREAK ("2") "\n");
  /* But a sample that begins there does not. */
  assert_tree (HEAD FRAME "1111 f (p)\n\nprog 12 1.0000", SELF, "prog:0(f:500)",
               NO_BREAK ("4") ", and its last sample was left out\n");
  assert_tree (HEAD FRAME "1111 f (p)\n\n" HEAD FRAME "1111 g (p)\n", SELF, "prog:0(f:500 g:500)",
               "the last stack is not followed by a blank line: the file may have been cut\n");
  assert_tree ("a 1 1.0001: 5 cycles: \na 1 1.0002: 5 cyc", SELF, "a:5",
               "line 2 ends without a line break: the file may have been cut, and its last sample "
               "was left out\n");
}

static const char *
format_of (const char *text)
{
  const CyanFormat *best = NULL;
  int best_score = 0;

  for (const CyanFormat *const *format = cyan_formats (); *format != NULL; format++)
    {
      int score = (*format)->sniff (text, strlen (text));

      if (score > best_score)
        {
          best = *format;
          best_score = score;
        }
    }
  return best != NULL ? best->name : "";
}

TEST ("/perf/sniff")
{
  static const char *const others[] = {
    "main;parse 12\nmain 3\n",
    "prog 12 13\n",
    "cct 1\n",
    "Chapter 12 intro: text\n    add more of it\n",
    "Chapter 12 intro: text\n\tadd more of it\n",
    "[    1.234567] usb 1-1: new device\n[    1.234568] usb 1-1: found\n",
    "  bash-1234  [000] d..1   123.456789: sched_switch: prev_comm=bash\n",
    "     0.000100 execve(\"/bin/true\") = 0\n",
    "foo: bar\n  baz: 1\n",
    "\t1234567890123456\tx\n",
    "0000000000001570 T work\n",
    "4294544  418790:\tf3 0f 1e fa          \tendbr64\n4294548  418794:\t55    \tpush   %rbp\n",
    "# a comment\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpint (cyan_format_perf_script.sniff (others[i], strlen (others[i])), <, 50);
  g_assert_cmpstr (format_of ("# ========\n# captured on    : Sat Nov 21 04:55:11 2026\n"), ==,
                   "perf-script");
  g_assert_cmpstr (format_of ("swapper     0     0.000000: PERF_RECORD_MMAP -1/0: x\n" HEAD), ==,
                   "perf-script");
  g_assert_cmpstr (format_of ("PERFILE2"), ==, "perf-data");
}

static int
sniff (const char *text)
{
  return cyan_format_perf_script.sniff (text, strlen (text));
}

/* Without times, and with frames that are indented by spaces or not at all. */
TEST ("/perf/spaces")
{
  static const char *const indents[] = { "", " ", "            " };

  for (guint i = 0; i < G_N_ELEMENTS (indents); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "dd 12 cycles: \n%sffffffff81001 f: x ([kernel])\n%s7f001234 main (/bin/dd)\n\n"
          "dd 12 cycles: \n%s7f001234 main (/bin/dd)\n\n",
          indents[i], indents[i], indents[i]);

      g_assert_cmpint (sniff (text), >=, 50);
      assert_tree (text, SELF, "dd:0(main:1('f: x':1))", "");
    }
  /* A blank line between the header and the stack. */
  assert_tree (HEAD "\n" FRAME "1234 main (prog)\n\n", SELF, "prog:0(main:500)", "");
  /* Not frames: no address, a short one, and a module that is no path. */
  g_assert_cmpint (sniff ("dd 12 cycles: \n   main (/bin/dd)\n"), <, 50);
  g_assert_cmpint (sniff ("dd 12 cycles: \n   1 main (/bin/dd)\n"), <, 50);
  g_assert_cmpint (sniff ("dd 12 cycles: \n   12345 main (dd)\n"), <, 50);
}

/* Methods that perf-map-agent lists in one name; names in C++ contain arrows, too. */
TEST ("/perf/unfolded-java")
{
  assert_tree (HEAD FRAME "1234 La;::f->Lb;::g->Lc;::h+0x1 (/tmp/perf-12.map)\n\n", SELF,
               "prog:0('La;::f':0('Lb;::g':0('Lc;::h':500)))", "");
  assert_tree (HEAD FRAME "1234 a::operator->(b) (/tmp/perf-12.map)\n\n", SELF,
               "prog:0('a::operator->(b)':500)", "");
  assert_tree (HEAD FRAME "1234 a::f->b::g (/bin/prog)\n\n", SELF, "prog:0('a::f->b::g':500)", "");
  assert_tree (HEAD FRAME "1234 -> (/tmp/perf-12.map)\n\n", SELF, "prog:0(->:500)", "");
}

/* Every branch, as Intel PT records, is no sample. */
TEST ("/perf/branches")
{
  static const char *const lines[] = {
    "12/12 1.000001: 1   branches:uH:   jmp      40bb19 f+0x289 (p) =>   40bab9 f+0x229 (p)\n",
    "prog 12 [000] 1.000001:          1 branches:  7f0000000001 f+0x1 (p) => 558dc9e0e198 g (p)\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    assert_fails (lines[i], -1, CYAN_ERROR_UNSUPPORTED,
                  "t: line 1: a trace of branches, not samples of stacks; open what "
                  "`perf script --itrace=i100usg` prints");
}
