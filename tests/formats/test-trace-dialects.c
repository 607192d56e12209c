/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace events in the dialects of uftrace, VizTracer, PyTorch and clang. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

/* The shortest form of each event. */
#define B(name, ts)      "{\"ph\":\"B\",\"name\":\"" name "\",\"ts\":" ts "}"
#define E(name, ts)      "{\"ph\":\"E\",\"name\":\"" name "\",\"ts\":" ts "}"
#define X(name, ts, dur) "{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur "}"

#define UNPAIRED(stray, cut, unfinished)                                                           \
  "calls and ends that do not pair: " stray " ignored, " cut ", " unfinished                       \
  " closed at the last time stamp\n"
#define SORTED(n)                                                                                  \
  n " behind later ones, and all were put in the order of their "                                  \
    "times\n"
#define MOVED "1 time stamp lies before the one ahead of it and was moved up to it\n"

/* Begun and complete calls of one thread are nested in each other, in any order. */
TEST ("/trace-dialects/mixed")
{
  static const char tree[] = "f:4000*1(g:3000*1(h:2000*1(i:1000*1)))";

  assert_tree ("[" B ("f", "0") "," X ("g", "1", "6") "," B ("h", "2") "," X ("i", "3", "1") "," E (
                   "h", "5") "," E ("f", "10") "]",
               FULL, tree, "");
  assert_tree ("[" X ("i", "3", "1") "," X ("g", "1", "6") "," B ("f", "0") "," B ("h", "2") "," E (
                   "h", "5") "," E ("f", "10") "]",
               FULL, tree, "");
  assert_tree ("[" B ("f", "0") "," B ("h", "2") "," E ("h", "5") "," E ("f", "10") "," X (
                   "i", "3", "1") "," X ("g", "1", "6") "]",
               FULL, tree, "");
  /* The call that begins first is the outer one. */
  assert_tree ("[" B ("f", "0") "," X ("g", "0", "2") "," E ("f", "2") "]", FULL, "f:0*1(g:2000*1)",
               "");
  /* Repairs are the same as with begun calls alone. */
  assert_tree ("[" X ("x", "0", "9") "," E ("z", "1") "," B ("f", "2") "," B ("g", "3") "," E (
                   "f", "6") "," E ("g", "7") "," B ("h", "8") "," E ("h", "9") "]",
               FULL, "x:4000*1(f:1000*1(g:3000*1) h:1000*1)",
               UNPAIRED ("2 ends without a call were", "1 call ended with the one around it",
                         "0 calls without an end were"));
  assert_tree ("[" X ("x", "0", "9") "," B ("f", "2") "," B ("g", "3") "," E ("g", "5") "]", FULL,
               "x:2000*1(f:5000*1(g:2000*1))",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
}

/* Threads with only one kind are not affected. */
TEST ("/trace-dialects/mixed-threads")
{
  assert_tree ("[{\"ph\":\"B\",\"name\":\"f\",\"ts\":0,\"tid\":1},"
               "{\"ph\":\"B\",\"name\":\"g\",\"ts\":0,\"tid\":2},"
               "{\"ph\":\"B\",\"name\":\"h\",\"ts\":0,\"tid\":2},"
               "{\"ph\":\"X\",\"name\":\"i\",\"ts\":1,\"dur\":2,\"tid\":1},"
               "{\"ph\":\"E\",\"ts\":0,\"tid\":2},"
               "{\"ph\":\"E\",\"ts\":3,\"tid\":2},"
               "{\"ph\":\"E\",\"ts\":4,\"tid\":1}]",
               FULL, "g:3000*1(h:0*1) f:2000*1(i:2000*1)", "");
}

/* After the waiting events, mixing them causes a warning. */
TEST ("/trace-dialects/mixed-late")
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *warned = NULL;

  for (guint i = 0; i < 600000; i++)
    g_string_append (text, B ("f", "1") "," E ("f", "1") ",");
  g_string_append (text, X ("g", "0", "5") "," B ("f", "1") "," E ("f", "4") "]");
  profile = load_text (text->str, -1, NULL);
  assert_profile (profile, FULL, "f:3000*600001 g:5000*1");
  warned = warnings_of (profile);
  g_assert_cmpstr (warned, ==,
                   "1 of the threads has complete events after 1048576 begin and end events, "
                   "which are not nested in each other\n");
}

TEST ("/trace-dialects/order")
{
  /* Two buffers of one thread, the later one written first. */
  assert_tree ("[" B ("g", "10") "," E ("g", "12") "," E ("f", "20") "," B ("f", "0") "," B (
                   "h", "1") "," E ("h", "4") "]",
               FULL, "f:15000*1(h:3000*1 g:2000*1)", SORTED ("3 begin and end events stand"));
  assert_tree ("[" B ("f", "5") "," B ("g", "3") "," E ("g", "7") "," E ("f", "6") "]", FULL,
               "g:3000*1(f:1000*1)", SORTED ("2 begin and end events stand"));
  /* At equal times the order of the file counts. */
  assert_tree ("[" B ("f", "5") "," E ("f", "6") "," B ("a", "1") "," B ("b", "1") "," E (
                   "b", "1") "," E ("a", "1") "]",
               FULL, "a:0*1(b:0*1) f:1000*1", SORTED ("4 begin and end events stand"));
  /* A clock that goes back a little: sorted by time the calls would not pair. */
  assert_tree ("[" B ("f", "5") "," E ("f", "4.999") "," B ("g", "6") "," E ("g", "8") "]", FULL,
               "f:0*1 g:2000*1", MOVED);
  /* Together with complete calls. */
  assert_tree ("[" B ("g", "10") "," E ("g", "12") "," E ("f", "20") "," B ("f", "0") "," X (
                   "h", "9", "5") "]",
               FULL, "f:15000*1(h:3000*1(g:2000*1))", SORTED ("1 begin or end event stands"));
}

/* Calls with the same start and length are nested in the order of recording. */
TEST ("/trace-dialects/ties")
{
  /* Written as they end: the outer one is last. */
  assert_tree ("[" X ("c", "2", "3") "," X ("b", "2", "3") "," X ("a", "1", "9") "]", FULL,
               "a:6000*1(b:0*1(c:3000*1))", "");
  /* Written as they begin: the outer one is first. */
  assert_tree ("[" X ("a", "1", "9") "," X ("b", "2", "3") "," X ("c", "2", "3") "]", FULL,
               "a:6000*1(b:0*1(c:3000*1))", "");
  /* Calls of length 0 contain nothing and keep their order. */
  assert_tree ("[" X ("b", "2", "0") "," X ("c", "2", "0") "," X ("a", "1", "9") "]", FULL,
               "a:9000*1(b:0*1 c:0*1)", "");
}

/* Whole microseconds are rounded: an excess of one is no overlap. */
TEST ("/trace-dialects/rounding")
{
  assert_tree ("[" X ("f", "0", "10") "," X ("g", "6", "5") "]", FULL, "f:6000*1(g:4000*1)", "");
  assert_tree ("[" X ("f", "0", "10.5") "," X ("g", "6", "5.5") "]", FULL, "f:6000*1(g:4500*1)",
               "1 call outlasts the call around it and was cut at its end\n");
}

TEST ("/trace-dialects/numbers-as-strings")
{
  assert_tree (
      "[{\"ph\":\"X\",\"name\":\"f\",\"ts\":\"-1.5\",\"dur\":\"2e0\",\"pid\":\"7\",\"tid\":"
      "\"1\"},{\"ph\":\"X\",\"name\":\"g\",\"ts\":0,\"dur\":\"0.25\",\"pid\":7,\"tid\":1}]",
      FULL, "f:1750*1(g:250*1)", "");
}

/* The main thread of uftrace has no "tid". */
TEST ("/trace-dialects/uftrace")
{
  static const char text[] =
      "{\"traceEvents\":[\n"
      "{\"ts\":0,\"ph\":\"M\",\"pid\":9,\"name\":\"thread_name\",\"args\":{\"name\":\"[9] t\"}},\n"
      "{\"ts\":14109430275.163,\"ph\":\"B\",\"pid\":9,\"name\":\"main\"},\n"
      "{\"ts\":14109430398.844,\"ph\":\"B\",\"pid\":9,\"tid\":12,\"name\":\"work\"},\n"
      "{\"ts\":14109430398.994,\"ph\":\"E\",\"pid\":9,\"tid\":12,\"name\":\"work\"},\n"
      "{\"ts\":14109430399.152,\"ph\":\"B\",\"pid\":9,\"tid\":11,\"name\":\"work\"},\n"
      "{\"ts\":14109430465.236,\"ph\":\"E\",\"pid\":9,\"name\":\"main\"},\n"
      "{\"ts\":14109430469.325,\"ph\":\"E\",\"pid\":9,\"tid\":11,\"name\":\"work\"}\n"
      "], \"displayTimeUnit\": \"ns\", \"metadata\": {\"version\":\"uftrace v0.13\"} }\n";
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

  assert_profile (profile, FULL, "main:190073*1 work:70323*2");
  g_assert_cmpuint (profile->n_threads, ==, 3);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
}

typedef struct
{
  const char *name;
  const char *file;
  guint line;
} Place;

static void
assert_places (const CyanProfile *profile, const Place *places, guint n)
{
  g_assert_cmpuint (profile->n_nodes - 1, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const CyanFunction *function = cyan_profile_function (profile, i + 1);

      g_assert_cmpstr (cyan_strings_get (profile->strings, function->name), ==, places[i].name);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, places[i].file);
      g_assert_cmpuint (function->line, ==, places[i].line);
    }
}

/* VizTracer appends the definition to the name, and writes calls as they end. */
TEST ("/trace-dialects/viztracer")
{
  static const char text[] =
      "{\"traceEvents\":[{\"ph\":\"M\",\"pid\":5,\"tid\":5,\"name\":\"process_name\",\"args\":{"
      "\"name\":\"MainProcess\"}},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":100.25,\"ph\":\"X\",\"dur\":1.5,\"name\":"
      "\"builtins.print\",\"cat\":\"FEE\"},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":103,\"ph\":\"X\",\"dur\":1,\"name\":"
      "\"<listcomp> (/home/me/My App (2)/app.py:14)\",\"cat\":\"FEE\"},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":105,\"ph\":\"X\",\"dur\":1,\"name\":"
      "\"_find (<frozen importlib._bootstrap>:1022)\",\"cat\":\"FEE\"},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":107,\"ph\":\"X\",\"dur\":1,\"name\":"
      "\"Parser.parse (C:\\\\app\\\\parser.py:7)\",\"cat\":\"FEE\"},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":109,\"ph\":\"X\",\"dur\":1,\"name\":"
      "\"odd (place:7)\",\"cat\":\"FEE\"},\n"
      "{\"pid\":5,\"tid\":5,\"ts\":100,\"ph\":\"X\",\"dur\":20,\"name\":"
      "\"main (/home/me/app.py:3)\",\"cat\":\"FEE\"}],\n"
      "\"viztracer_metadata\":{\"version\":\"0.15.6\",\"overflow\":false},"
      "\"file_info\":{\"files\":{\"app.py\":[\"def main ():\",1]},\"functions\":{}}}";
  static const Place places[] = {
    { "main", "/home/me/app.py", 3 },
    { "builtins.print", "", 0 },
    { "<listcomp>", "/home/me/My App (2)/app.py", 14 },
    { "_find", "<frozen importlib._bootstrap>", 1022 },
    { "Parser.parse", "C:\\app\\parser.py", 7 },
    { "odd (place:7)", "", 0 },
  };
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

  assert_places (profile, places, G_N_ELEMENTS (places));
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 20000);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, "VizTracer 0.15.6");
  g_assert_cmpuint (profile->warnings->len, ==, 0);
}

TEST ("/trace-dialects/viztracer-overflow")
{
  assert_tree (
      "{\"traceEvents\":[" X ("f", "0", "1") "],\"viztracer_metadata\":{\"overflow\":true}}", FULL,
      "f:1000*1", "the recorder ran out of room, so that the first calls are missing\n");
}

/* PyTorch: Python functions and operators of one thread nest by time; streams of the device are
 * threads; the span of the whole trace, flows and instants are not calls. */
TEST ("/trace-dialects/pytorch")
{
  static const char text[] =
      "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"GPU\"}],"
      "\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"
      "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::linear\",\"pid\":40,\"tid\":41,"
      "\"ts\":1700000000000010.125,\"dur\":20.5,\"args\":{\"External id\":1,\"detail\":\"no\"}},\n"
      "{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":"
      "\"torch/nn/modules/linear.py(113): forward\",\"pid\":40,\"tid\":41,"
      "\"ts\":1700000000000005.000,\"dur\":30.000,\"args\":{\"Python id\":2,\"bytes\":7}},\n"
      "{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"<string>(1): <module>\",\"pid\":40,"
      "\"tid\":41,\"ts\":1700000000000000,\"dur\":50},\n"
      "{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"<built-in method mm>\",\"pid\":40,"
      "\"tid\":41,\"ts\":1700000000000012,\"dur\":8},\n"
      "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void gemm<(int)7>(float*)\",\"pid\":0,"
      "\"tid\":7,\"ts\":1700000000000020,\"dur\":100,\"args\":{\"stream\":7,\"device\":0}},\n"
      "{\"ph\":\"s\",\"id\":1,\"pid\":40,\"tid\":41,\"ts\":1,\"cat\":\"ac2g\",\"name\":\"ac2g\"},\n"
      "{\"ph\":\"f\",\"id\":1,\"pid\":0,\"tid\":7,\"ts\":2,\"cat\":\"ac2g\",\"name\":\"ac2g\","
      "\"bp\":\"e\"},\n"
      "{\"name\":\"process_sort_index\",\"ph\":\"M\",\"ts\":1,\"pid\":\"Spans\",\"tid\":0,"
      "\"args\":{\"sort_index\":536870912}},\n"
      "{\"ph\":\"X\",\"cat\":\"Trace\",\"ts\":1699999999999990,\"dur\":900,\"pid\":\"Spans\","
      "\"tid\":\"PyTorch Profiler\",\"name\":\"PyTorch Profiler (0)\",\"args\":{\"Op count\":0}},\n"
      "{\"name\":\"Record Window End\",\"ph\":\"i\",\"s\":\"g\",\"pid\":\"\",\"tid\":\"\",\"ts\":3}"
      "\n],\"traceName\":\"t.json\"}";
  static const Place places[] = {
    { "<module>", "<string>", 1 },
    { "forward", "torch/nn/modules/linear.py", 113 },
    { "aten::linear", "", 0 },
    { "<built-in method mm>", "", 0 },
    { "void gemm<(int)7>(float*)", "", 0 },
  };
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);
  g_autofree char *warned = warnings_of (profile);

  assert_profile (profile, FULL,
                  "<module>:20000*1(forward:9500*1('aten::linear':12500*1('<built-in method "
                  "mm>':8000*1))) 'void gemm<(int)7>(float*)':100000*1");
  assert_places (profile, places, G_N_ELEMENTS (places));
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (warned, ==,
                   "3 events that are not calls were left out (flows 2, instants 1)\n"
                   "1 event that sums up others was left out, so that nothing counts twice\n");
}

/* clang -ftime-trace: the detail is part of the name, and sums are left out. */
TEST ("/trace-dialects/clang")
{
  assert_tree (
      "{\"traceEvents\":[{\"pid\":1,\"tid\":1,\"ph\":\"X\",\"ts\":20,\"dur\":30,\"name\":"
      "\"Source\","
      "\"args\":{\"detail\":\"/usr/include/wchar.h\"}},"
      "{\"pid\":1,\"tid\":1,\"ph\":\"X\",\"ts\":10,\"dur\":80,\"name\":\"Frontend\"},"
      "{\"pid\":1,\"tid\":1,\"ph\":\"X\",\"ts\":10,\"dur\":80,\"name\":\"ExecuteCompiler\"},"
      "{\"pid\":1,\"tid\":2,\"ph\":\"X\",\"ts\":0,\"dur\":80,\"name\":\"Total Frontend\",\"args\":{"
      "\"count\":1,\"avg ms\":0}},"
      "{\"pid\":1,\"tid\":3,\"ph\":\"X\",\"ts\":0,\"dur\":1,\"name\":\"Total of mine\"},"
      "{\"pid\":1,\"tid\":4,\"ph\":\"B\",\"ts\":0,\"name\":\"Total "
      "Frontend\",\"args\":{\"count\":1,"
      "\"avg ms\":1}},{\"pid\":1,\"tid\":4,\"ph\":\"E\",\"ts\":5},"
      "{\"cat\":\"\",\"pid\":1,\"tid\":1,\"ts\":0,\"ph\":\"M\",\"name\":\"process_name\",\"args\":{"
      "\"name\":\"clang\"}}],\"beginningOfTime\":1795236816898270}",
      FULL,
      "'Total Frontend':5000*1 "
      "ExecuteCompiler:0*1(Frontend:50000*1('Source /usr/include/wchar.h':30000*1)) "
      "'Total of mine':1000*1",
      "1 event that sums up others was left out, so that nothing counts twice\n");
}

/* A recording by clang 14 of one small file: the total is that of "Total ExecuteCompiler". */
TEST ("/trace-dialects/clang-recording")
{
  g_autoptr (CyanProfile) profile = load_data ("clang-small.time-trace.json.zst");
  g_autofree char *warned = warnings_of (profile);

  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 575745000);
  g_assert_cmpstr (cyan_profile_name (profile, 1), ==, "ExecuteCompiler");
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 575745000);
  g_assert_cmpuint (profile->n_nodes - 1, ==, 514);
  g_assert_cmpuint (profile->n_threads, ==, 1);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "process"), ==, "clang");
  g_assert_cmpstr (warned, ==,
                   "85 events that sum up others were left out, so that nothing counts twice\n");
}

/* One note counts all events that are not calls, by kind. */
TEST ("/trace-dialects/left-out")
{
  g_autoptr (GString) text = g_string_new ("[" X ("f", "0", "1"));

  for (const char *phase = "bneSTpFstfCiIRPNODvVRc(,)"; *phase != '\0'; phase++)
    g_string_append_printf (text, ",{\"ph\":\"%c\",\"ts\":0,\"id\":\"0x1\",\"name\":\"x\"}",
                            *phase);
  g_string_append (text, ",{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"args\":{}}]");
  assert_tree (text->str, FULL, "f:1000*1",
               "25 events that are not calls were left out (asynchronous 7, flows 3, counters 1, "
               "instants 4, samples 1, others 9)\n");
}

/* Stray ends, each on another thread and with another name, take memory in proportion. */
TEST ("/trace-dialects/strays-on-many-threads")
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (CyanProfile) profile = NULL;
  const guint n = 40000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text,
                            "{\"ph\":\"B\",\"name\":\"f\",\"ts\":0,\"tid\":%u},"
                            "{\"ph\":\"E\",\"name\":\"g%u\",\"ts\":1,\"tid\":%u},",
                            i, i, i);
  g_string_append (text, "{}]");
  profile = load_text (text->str, -1, NULL);
  assert_profile (profile, FULL, "f:40000000*40000");
  g_assert_cmpuint (profile->n_threads, ==, n);
}
