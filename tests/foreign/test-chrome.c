/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Chrome and its kin write: samples in traces, heap profiles, clang's sources. */
#include "json-fixture.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF
#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

#define NODE(id, name, rest)                                                                       \
  "{\"id\":" id ",\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":3,\"url\":"            \
  "\"http://localhost/a.js\",\"lineNumber\":4}" rest "}"
/* Events of the thread 2, on which the samples are taken, and of the profiler's thread 3. */
#define EVENT(name, id, ts, data)                                                                  \
  "{\"args\":{\"data\":{" data "}},\"cat\":\"v8\",\"id\":\"" id "\",\"name\":\"" name "\","        \
  "\"ph\":\"P\",\"pid\":1,\"tid\":3,\"ts\":" ts "}"
#define START(id) EVENT ("Profile", id, "5", "\"startTime\":5")
#define CHUNK(id, ts, nodes, samples, deltas)                                                      \
  EVENT ("ProfileChunk", id, ts,                                                                   \
         "\"cpuProfile\":{\"nodes\":[" nodes "],\"samples\":[" samples                             \
         "]},\"timeDeltas\":[" deltas "]")
#define TASK(name, ts, dur)                                                                        \
  "{\"ph\":\"X\",\"name\":\"" name "\",\"pid\":1,\"tid\":2,\"ts\":" ts ",\"dur\":" dur "}"
#define TREE NODE ("1", "(root)", "") "," NODE ("2", "f", ",\"parent\":1")

#define LATER "1 sample stands behind later ones, and all were put in the order of their times\n"

/* The samples are the profile, and the browser's tasks have a metric of their own. */
TEST ("/chrome/recording")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (
      "{\"traceEvents\":[" TASK ("RunTask", "0", "90") "," TASK ("Layout", "10", "30") "," START (
          "0x1") "," CHUNK ("0x1", "9", TREE, "2,2",
                            "100,3") "," CHUNK ("0x1", "20", NODE ("3", "", ",\"parent\":2"),
                                                "3,1,2", "4,5,6") "]}",
      -1, &error);
  static const char *const names[] = { "time", "samples", "task time" };
  static const double totals[] = { 18, 5, 90000 };
  const CyanFunction *function;

  g_assert_no_error (error);
  assert_profile (profile, SELF, "RunTask:0(Layout:0) '(root)':6(f:7('(anonymous)':5))");
  g_assert_cmpuint (profile->n_metrics, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_cmpstr (profile->metrics[i].name, ==, names[i]);
      g_assert_cmpfloat (profile->metrics[i].total[0], ==, totals[i]);
    }
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpuint (profile->n_threads, ==, 1);
  g_assert_cmpfloat_with_epsilon (profile->period, (9 + 16 + 25 + 36) / 18., 1e-9);
  function = cyan_profile_function (profile, 4);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==,
                   "http://localhost/a.js");
  g_assert_cmpuint (function->line, ==, 5);
}

/* Chunks in another order than their times, those of two threads, those of a recording before. */
TEST ("/chrome/chunks")
{
  assert_tree ("[" START ("0x1") "," CHUNK ("0x1", "30", "", "2,1",
                                            "7,1") "," CHUNK ("0x1", "20", TREE, "2,2", "1,1") "]",
               SELF, "'(root)':0(f:9)", "");
  assert_tree ("[" START ("1") "," START ("2") "," CHUNK ("1", "20", TREE, "2,2", "1,2") "," CHUNK (
                   "2", "20", TREE, "2,2", "1,3") "]",
               SELF, "'(root)':0(f:2) '(root)':0(f:3)", "");
  assert_tree ("[" CHUNK ("9", "20", "", "2,2", "1,2") "," START ("1") "," CHUNK ("1", "20", TREE,
                                                                                  "2,2", "1,2") "]",
               SELF, "'(root)':0(f:2)",
               "1 CPU profile began before the recording and was left out\n");
  /* A chunk is missing. */
  assert_tree (
      "[" START ("1") "," CHUNK ("1", "20", NODE ("4", "g", ",\"parent\":3"), "4,7,4", "1,2,3") "]",
      SELF, "g:2", "2 samples or nodes refer to nodes that are missing\n");
  assert_tree ("[" START ("1") "," CHUNK ("1", "20", TREE, "2,1,2", "9,5,-2") "]", SELF,
               "'(root)':0(f:5)", LATER);
  assert_tree (
      "[" START ("1") "," CHUNK ("1", "30", "", "2", "") "," CHUNK ("1", "20", TREE, "2,1", "") "]",
      SELF, "'(root)':0(f:0)", "the total time is 0, so that there are no shares\n");
}

/* One event with all of a profile, as Chrome wrote until 67; "args" without "data". */
TEST ("/chrome/forms")
{
  assert_tree (
      "[{\"ph\":\"P\",\"name\":\"ProfileChunk\",\"id\":1,\"args\":{}},"
      "{\"name\":\"CpuProfile\",\"ph\":\"I\",\"pid\":1,\"tid\":2,\"ts\":3,\"args\":{\"data\":{"
      "\"cpuProfile\":{\"startTime\":1,\"nodes\":[" NODE (
          "1", "(root)",
          ",\"children\":[2]") "," NODE ("2", "f",
                                         "") "],\"samples\":[2,1],\"timeDeltas\":[4,6]}}}}]",
      SELF, "'(root)':0(f:6)", "");
}

TEST ("/chrome/errors-17-25")
{
  static const JsonCase cases[] = {
    { "17", "[" CHUNK ("1", "2", "3", "1", "1") "]", "nodes[0]: not an object" },
    { "17", "[" CHUNK ("1", "2", NODE ("\"1\"", "f", ""), "1", "1") "]",
      "nodes[0].id: not a number" },
    { "25", "[" START ("1") "," CHUNK ("1", "2", TREE "," TREE, "1", "1") "]",
      "nodes[2].id: another node has this id" },
    { "25", "[" START ("1") "," CHUNK ("1", "2", NODE ("1", "f", ",\"parent\":1"), "1", "1") "]",
      "nodes: a circle, as none of them is without a parent" },
    { "25",
      "{\"traceEvents\":[],\"samples\":[{\"ts\":1,\"tid\":1,\"sf\":1}],\"stackFrames\":{"
      "\"1\":{\"name\":\"f\",\"parent\":2},\"2\":{\"name\":\"g\",\"parent\":1}}}",
      "stackFrames: a frame is its own caller" },
    { "17", "{\"traceEvents\":[],\"stackFrames\":{\"1\":{}}}", "there is no \"name\" in it" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

#define SAMPLE(ts, tid, sf)                                                                        \
  "{\"cpu\":\"-1\",\"name\":\"\",\"ts\":\"" ts "\",\"pid\":7,\"tid\":\"" tid                       \
  "\",\"weight\":\"1\",\"sf\":" sf "}"
#define FRAMES                                                                                     \
  "\"stackFrames\":{\"1\":{\"name\":\"[root]\",\"category\":\"root\"},\"2\":{\"name\":"            \
  "\"f(app.js:12:34)\",\"category\":\"JavaScript\",\"parent\":1},\"3\":{\"name\":\"g\","           \
  "\"category\":\"JavaScript\",\"funcLine\":\"9\",\"parent\":2}}"

/* Samples of Hermes, before and after their frames. */
TEST ("/chrome/hermes")
{
  static const char samples[] =
      "\"samples\":[" SAMPLE ("10", "1", "3") "," SAMPLE ("15", "2", "1") "," SAMPLE (
          "20", "1", "2") "," SAMPLE ("23", "1", "2") "," SAMPLE ("29", "2", "3") "]";
  g_autofree char *before = g_strconcat ("{", samples, "," FRAMES ",\"traceEvents\":[]}", NULL);
  g_autofree char *after = g_strconcat ("{\"traceEvents\":[]," FRAMES ",", samples, "}", NULL);
  g_autoptr (CyanProfile) profile = load_text (after, -1, NULL);
  const CyanFunction *function = cyan_profile_function (profile, 2);

  assert_tree (before, SELF, "'[root]':14(f:3(g:10))", "");
  assert_tree (after, SELF, "'[root]':14(f:3(g:10))", "");
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 5);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "app.js");
  g_assert_cmpuint (function->line, ==, 12);
  g_assert_cmpuint (cyan_profile_function (profile, 3)->line, ==, 9);
}

/* Events of Hermes have the place of a function in their arguments. */
TEST ("/chrome/hermes-events")
{
#define ARGS ",\"args\":{\"url\":\"/a/b.js\",\"line\":54,\"allocatedName\":\"f\"}}"
  g_autoptr (CyanProfile) profile = load_text ("[{\"ph\":\"B\",\"name\":\"f\",\"ts\":0" ARGS
                                               ",{\"ph\":\"E\",\"name\":\"f\",\"ts\":"
                                               "2" ARGS "]",
                                               -1, NULL);
  const CyanFunction *function = cyan_profile_function (profile, 1);

  assert_profile (profile, FULL, "f:2000*1");
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "/a/b.js");
  g_assert_cmpuint (function->line, ==, 54);
#undef ARGS
}

/* Weights, such as the cycles of perf's samples, are a metric. */
TEST ("/chrome/weights")
{
  g_autoptr (CyanProfile) profile =
      load_text ("{\"traceEvents\":[],\"samples\":[{\"ts\":1,\"tid\":1,\"sf\":1,\"weight\":300},"
                 "{\"ts\":3,\"tid\":1,\"weight\":7}]," FRAMES "}",
                 -1, NULL);
  guint metric;

  g_assert_true (cyan_profile_find_metric (profile, "weight", &metric));
  g_assert_cmpfloat (profile->metrics[metric].total[0], ==, 300);
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 2);
}

#define SOURCE(ph, ts, detail)                                                                     \
  "{\"ph\":\"" ph                                                                                  \
  "\",\"cat\":\"Source\",\"id\":0,\"name\":\"Source\",\"pid\":1,\"tid\":2,\"ts\":" ts              \
  ",\"args\":{\"detail\":\"" detail "\"}}"

/* A header that is read while the declaration before it is not finished keeps its length; one in it
 * is nested. */
TEST ("/chrome/clang")
{
  static const char tree[] = "Frontend:5000*1('Parse':2000*1 'Source /usr/include/map':8000*1("
                             "'Source /usr/include/pair':5000*1))";

  assert_tree ("[" SOURCE ("b", "5", "/usr/include/pair") "," SOURCE ("e", "10", "") "," SOURCE (
                   "b", "4",
                   "/usr/bin/../include/map") "," SOURCE ("e", "17",
                                                          "") "," TASK ("Parse", "2",
                                                                        "2.5") "," TASK ("Frontend",
                                                                                         "0",
                                                                                         "20") "]",
               FULL, tree, "1 call outlasts the call around it and was cut at its end\n");
  /* The header lies in a declaration. */
  assert_tree (
      "[" SOURCE ("b", "2", "a.h") "," SOURCE ("e", "3", "") "," TASK ("Parse", "1", "4") "]", FULL,
      "Parse:3000*1('Source a.h':1000*1)", "");
  /* Other asynchronous events are not calls. */
  assert_tree ("[{\"ph\":\"b\",\"cat\":\"net\",\"id\":1,\"name\":\"GET\",\"ts\":1}," TASK ("f", "0",
                                                                                           "1") "]",
               FULL, "f:1000*1", "1 event that is not a call was left out (asynchronous 1)\n");
}

/* Ends of one time stamp in any order, and one ahead of its beginning. */
TEST ("/chrome/order-of-ends")
{
#define AT(ph, name, ts) "{\"ph\":\"" ph "\",\"name\":\"" name "\",\"ts\":" ts "}"
  assert_tree ("[" AT ("B", "f", "0") "," AT ("B", "g", "1") "," AT ("B", "f", "2") "," AT (
                   "E", "g", "5") "," AT ("E", "f", "5") "," AT ("E", "f", "5") "]",
               FULL, "f:1000*1(g:1000*1(f:3000*1))", "");
  assert_tree ("[" AT ("B", "f", "0") "," AT ("E", "g", "2") "," AT ("B", "g", "2") "," AT (
                   "E", "f", "5") "]",
               FULL, "f:5000*1(g:0*1)", "");
#undef AT
}

#define HEAP(name, size, children)                                                                 \
  "{\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"1\",\"url\":\"file:///a.js\","     \
  "\"lineNumber\":-1},\"selfSize\":" size ",\"id\":1,\"children\":[" children "]}"

TEST ("/chrome/heap-profile")
{
  static const char text[] = "{\"head\":" HEAP (
      "(root)", "0",
      HEAP ("f", "12", HEAP ("", "30", "")) "," HEAP ("g", "5e1", "")) ",\"samples\":[]}";
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

  assert_profile (profile, SELF, "'(root)':0(f:12('(anonymous)':30) g:50)");
  g_assert_cmpstr (profile->metrics[0].name, ==, "bytes");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "bytes");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_cmpuint (cyan_profile_function (profile, 2)->line, ==, 0);
  assert_cut_fails (text);
}

#define TIMELINE(durations)                                                                        \
  "{\"version\":1,\"recording\":{\"displayName\":\"\",\"records\":[],\"sampleStackTraces\":["      \
  "{\"timestamp\":2,\"stackFrames\":[{\"name\":\"g\",\"line\":9,\"url\":\"http://a/b.js\"},"       \
  "{\"name\":\"\",\"line\":1,\"url\":\"http://a/b.js\"}]},{\"timestamp\":3,\"stackFrames\":["      \
  "{\"name\":\"\",\"line\":1,\"url\":\"http://a/b.js\"}]},{\"timestamp\":4,\"stackFrames\":[]}],"  \
  "\"sampleDurations\":[" durations "]}}"

/* Timelines of Safari: the innermost frame comes first. */
TEST ("/chrome/safari")
{
  static const JsonCase cases[] = {
    { "22", TIMELINE ("1,2"), "sampleDurations: 2 values for 3 samples" },
    { "29", TIMELINE ("1,-2,3"), "recording.sampleDurations[1]: out of range" },
  };
  g_autoptr (CyanProfile) profile = load_text (TIMELINE ("0.5,0.25,7"), -1, NULL);

  assert_profile (profile, SELF, "'(anonymous)':0.25(g:0.5)");
  g_assert_cmpstr (profile->format, ==, "safari");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "s");
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 2);
  g_assert_cmpuint (cyan_profile_function (profile, 2)->line, ==, 9);
  assert_bad_json (cases, G_N_ELEMENTS (cases));
  assert_cut_fails (TIMELINE ("1,2,3"));
}

/* bad input 26 */
TEST ("/chrome/deep-heap-profile-26")
{
  const guint depth = 5000;
  g_autoptr (GString) text = g_string_new ("{\"head\":");
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, "{\"callFrame\":{\"functionName\":\"f\"},\"selfSize\":1,\"children\":[");
  for (guint i = 0; i < depth; i++)
    g_string_append (text, "]}");
  g_string_append (text, "}");
  profile = load_text (text->str, -1, NULL);
  g_assert_nonnull (profile);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
}

/* bad input 5: cut at any byte, a trace gives an error, or says that it may be cut. */
TEST ("/chrome/cut-everywhere-5")
{
  static const char text[] = "{\"traceEvents\":[" TASK ("f", "0", "1") "," START ("1") "," CHUNK (
      "1", "9", TREE, "2,1", "1,2") "]," FRAMES ",\"samples\":[" SAMPLE ("1", "1", "2") "]}";

  for (gsize length = 0; length < strlen (text); length++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (text, (gssize) length, &error);
      g_autofree char *warned = profile != NULL ? warnings_of (profile) : NULL;

      if (profile == NULL)
        g_assert_true (g_str_has_prefix (error->message, "t: ")
                       && strchr (error->message, '\n') == NULL);
      else
        g_assert_nonnull (strstr (warned, "may have been cut"));
    }
}

/* Code of a function before and after its optimisation, ticks out of order, an address. */
TEST ("/chrome/v8-log")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/v8-log-prof.json");
  const CyanFunction *fib = cyan_profile_function (profile, 3);

  assert_profile (profile, CYAN_PROFILE_TEXT_SELF,
                  "JSEntryStub:0('(anonymous)':0(fib:2100 'Map native':0(0x7f0000000000:1000))) "
                  "main:0(/usr/bin/node:1400)");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "us");
  g_assert_cmpfloat (profile->metrics[1].total[CYAN_NODE_ROOT], ==, 4);
  g_assert_cmpstr (cyan_strings_get (profile->strings, fib->file), ==, "/home/user/my app/a.js");
  g_assert_cmpuint (fib->line, ==, 3);
  assert_survives_cuts ("v8-log-prof.json");
}
