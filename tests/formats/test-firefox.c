/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles saved by profiler.firefox.com, in the layouts of its versions. */
#include "json-fixture.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

/* main > work > leaf, and main > wait; "work" at two addresses. */
#define STACKS_OF(prefixes) "\"stackTable\":{\"length\":5," prefixes ",\"frame\":[0,1,2,3,4]}"
#define STACKS              STACKS_OF ("\"prefix\":[null,0,0,1,0]")
#define OFFSETS             STACKS_OF ("\"prefixOffset\":[0,1,2,2,4]")
#define FRAMES_OF(more)                                                                            \
  "\"frameTable\":{\"length\":5,\"address\":[-1,16,32,48,64],\"func\":[0,1,1,2,3]"                 \
  ",\"line\":[1,12,13,null,5]" more "}"
#define FRAMES FRAMES_OF (",\"category\":[0,0,0,0,1]")
#define FUNCS_OF(more)                                                                             \
  "\"funcTable\":{\"length\":4,\"name\":[0,1,2,3],\"isJS\":[false,false,true,false]" more "}"
#define FUNCS                                                                                      \
  FUNCS_OF (",\"resource\":[0,0,-1,-1],\"fileName\":[5,null,6,null],"                              \
            "\"lineNumber\":[null,null,7,null]")
#define RESOURCES                                                                                  \
  "\"resourceTable\":{\"length\":1,\"lib\":[0],\"name\":[4],\"host\":[null],\"type\":[1]}"
#define STRINGS                                                                                    \
  "\"stringArray\":[\"main\",\"work\",\"leaf\",\"wait\",\"prog\","                                 \
  "\"hg:hg.mozilla.org/central:src/main.cpp:abc\",\"file:///x/leaf.js\"]"
#define SAMPLES "\"samples\":{\"length\":6,\"stack\":[3,1,null,2,4,3],\"time\":[0,1,2,3,4,5]}"
#define META_OF(version, more)                                                                     \
  "\"meta\":{\"interval\":0.5,\"startTime\":1000,\"product\":\"Firefox\",\"misc\":\"rv:134.0\","   \
  "\"preprocessedProfileVersion\":" version ",\"categories\":[{\"name\":\"Other\"},"               \
  "{\"name\":\"Idle\"}]" more "}"
#define META(version) META_OF (version, "")
#define LIBS          "\"libs\":[{\"name\":\"prog\",\"path\":\"/bin/prog\"}]"
#define MARKERS       "\"markers\":{\"data\":[{\"type\":\"x\",\"type\":1}],\"name\":[0]}"

#define OLD                                                                                        \
  "{" META ("47") "," LIBS ",\"threads\":[{\"name\":\"GeckoMain\"," MARKERS "," SAMPLES "," STACKS \
                  "," FRAMES "," FUNCS "," RESOURCES "," STRINGS "}]}"

static const char tree[] = "main:0(work:1(leaf:1) wait:0('(idle)':0.5))";
static const char empty_one[] = "1 sample without a stack was left out\n";

TEST ("/firefox/layouts")
{
  static const char *const texts[] = {
    OLD,
    /* 56: one array of strings */
    "{" META ("56") "," LIBS ",\"shared\":{" STRINGS
                    "},\"threads\":[{\"name\":\"GeckoMain\"," STACKS "," FRAMES "," FUNCS
                    "," RESOURCES "," SAMPLES "}]}",
    /* 58: a table of sources */
    "{\"threads\":[{" FUNCS_OF (
        ",\"resource\":[0,0,-1,-1],\"source\":[0,null,1,null],"
        "\"lineNumber\":[null,null,7,null]") "," RESOURCES "," SAMPLES "," STACKS "," FRAMES
                                             ",\"name\":\"GeckoMain\"}],\"shared\":{"
                                             "\"sources\":{"
                                             "\"length\":2,\"filename\":[5,6]}," STRINGS "}," LIBS
                                             "," META ("58") "}",
    /* 60: all tables shared */
    "{" META ("60") "," LIBS ",\"shared\":{" STACKS "," FRAMES "," FUNCS "," RESOURCES "," STRINGS
                    "},\"threads\":[{\"name\":\"GeckoMain\"," SAMPLES "}]}",
    /* 64 to 70: positions before compilation, offsets, libraries of frames */
    "{" META ("70") "," LIBS ",\"shared\":{" OFFSETS "," FRAMES_OF (
        ",\"category\":[0,0,0,0,1],\"lib\":["
        "0,0,0,-1,-1]") "," FUNCS_OF (",\"resource\":[-1,-1,-1,-1],\"source\":[0,null,0,null],"
                                      "\"lineNumber\":[null,null,1,null],\"originalLocation\":["
                                      "null,null,0,"
                                      "null]") ",\"sourceLocationTable\":{\"length\":1,\"source\":["
                                               "1],"
                                               "\"line\":[7],\"column\":[1]},"
                                               "\"sources\":{\"length\":2,\"filename\":[5,6]}"
                                               "," STRINGS
                                               "},\"threads\":[{\"name\":\"GeckoMain\"," SAMPLES
                                               "}]}",
    /* 75: flags instead of null */
    "{" META ("75") "," LIBS ",\"shared\":{" OFFSETS "," FRAMES_OF (
        ",\"category\":[0,0,0,0,1],\"lib\":[0,0,0,0,0],\"flags\":[6,6,6,4,"
        "4]") "," FUNCS_OF (",\"resource\":[0,0,0,0],\"source\":[0,0,1,0],"
                            "\"lineNumber\":[0,0,7,0],"
                            "\"originalLocation\":[0,0,0,0],\"flags\":[12,"
                            "4,25,0]") "," RESOURCES ",\"sourceLocationTable\":{"
                                       "\"length\":0,\"source\":[],"
                                       "\"line\":[]},"
                                       "\"sources\":{\"length\":2,"
                                       "\"filename\":[5,6]}," STRINGS "},\"threads\":[{\"name\":"
                                       "\"GeckoMain\"," SAMPLES "}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (texts[i], -1, &error);
      g_autofree char *warned = NULL;
      const CyanFunction *function;

      g_test_message ("layout %u", i);
      g_assert_no_error (error);
      warned = warnings_of (profile);
      g_assert_cmpstr (warned, ==, empty_one);
      assert_profile (profile, SELF, tree);
      function = cyan_profile_function (profile, 1);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, "prog");
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "src/main.cpp");
      function = cyan_profile_function (profile, 3);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, "");
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "/x/leaf.js");
      g_assert_cmpuint (function->line, ==, 7);
      g_assert_cmpstr (cyan_profile_get_meta (profile, "threads"), ==, "GeckoMain");
    }
}

TEST ("/firefox/what-it-is")
{
  g_autoptr (CyanProfile) profile = load_text (OLD, -1, NULL);
  g_autoptr (CyanProfile) busy = cyan_profile_without_idle (profile);

  g_assert_cmpstr (profile->format, ==, "firefox");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 0.5);
  g_assert_true (profile->unordered);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_cmpuint (profile->n_threads, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "time");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ms");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, "Firefox 134.0");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "recorded"), ==, "1970-01-01T00:00:01Z");
  /* Idle time is left out as in other formats. */
  g_assert_true (busy != profile);
  g_assert_cmpfloat (busy->metrics[0].total[0], ==, 2);
}

/* CPU time, weights, several threads with shared tables, and memory. */
TEST ("/firefox/metrics")
{
  g_autoptr (CyanProfile) profile = load_text (
      "{" META_OF ("60", ",\"sampleUnits\":{\"time\":\"ms\",\"threadCPUDelta\":"
                         "\"\xc2\xb5s\"}") ",\"shared\":{" STACKS "," FRAMES "," FUNCS "," RESOURCES
                                           "," STRINGS "},\"threads\":["
                                           "{\"name\":\"a\",\"samples\":{\"stack\":[3,1,3],"
                                           "\"weight\":[1,4,1],\"weightType\":"
                                           "\"samples\",\"threadCPUDelta\":[900,2000,null]}},"
                                           "{\"name\":\"b\",\"samples\":{\"stack\":[2],"
                                           "\"weight\":null,\"weightType\":\"samples\"},"
                                           "\"nativeAllocations\":{\"stack\":[3,3,1],"
                                           "\"weight\":[64,-64,32],\"weightType\":\"bytes\"}}"
                                           ","
                                           "{\"name\":\"c\",\"samples\":{\"stack\":[],"
                                           "\"length\":0}},"
                                           "{\"name\":\"d\",\"samples\":{\"stack\":[1],"
                                           "\"weight\":[9],\"weightType\":\"bytes\"}}]}",
      -1, NULL);
  g_autofree char *warned = warnings_of (profile);
  guint cpu, allocated;

  assert_profile (profile, SELF, "main:0(work:2.5(leaf:1))");
  g_assert_cmpstr (warned, ==, "1 thread measures something else and was left out\n");
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "threads"), ==, "a, b");
  g_assert_cmpuint (profile->n_metrics, ==, 3);
  g_assert_true (cyan_profile_find_metric (profile, "cpu", &cpu));
  g_assert_cmpstr (profile->metrics[cpu].unit, ==, "us");
  g_assert_cmpfloat (profile->metrics[cpu].total[0], ==, 2000);
  g_assert_true (cyan_profile_find_metric (profile, "allocated", &allocated));
  g_assert_cmpfloat (profile->metrics[allocated].self[2], ==, 32);
  g_assert_cmpfloat (profile->metrics[allocated].self[3], ==, 64);
}

TEST ("/firefox/other-weights")
{
#define WEIGHTED(type, interval)                                                                   \
  "{\"meta\":{\"preprocessedProfileVersion\":60" interval "},\"shared\":{" STACKS "," FRAMES       \
  "," FUNCS "," RESOURCES "," STRINGS "},\"threads\":[{\"samples\":{\"stack\":[3,1],\"weight\":"   \
  "[2,3],\"weightType\":\"" type "\"}}]}"
  static const struct
  {
    const char *text;
    const char *unit;
    CyanRecording recording;
    double period;
  } cases[] = {
    { WEIGHTED ("samples", ""), "samples", CYAN_RECORDING_SAMPLED, 1 },
    { WEIGHTED ("samples", ",\"interval\":1"), "ms", CYAN_RECORDING_SAMPLED, 1 },
    { WEIGHTED ("tracing-ms", ",\"interval\":7"), "ms", CYAN_RECORDING_EXACT, 0 },
    { WEIGHTED ("bytes", ",\"interval\":7"), "bytes", CYAN_RECORDING_EXACT, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = load_text (cases[i].text, -1, NULL);

      assert_profile (profile, SELF, "main:0(work:3(leaf:2))");
      g_assert_cmpstr (profile->metrics[0].unit, ==, cases[i].unit);
      g_assert_cmpint (profile->recording, ==, cases[i].recording);
      g_assert_cmpfloat (profile->period, ==, cases[i].period);
    }
}

/* Warnings about a file. */
TEST ("/firefox/warnings")
{
  assert_tree (
      "{\"meta\":{\"interval\":1,\"preprocessedProfileVersion\":99,\"sampleUnits\":"
      "{\"threadCPUDelta\":\"ns\"}},\"shared\":{"
      "\"stackTable\":{\"frame\":[0,1],\"prefix\":[null,0]},\"frameTable\":{\"func\":[0,1]},"
      "\"funcTable\":{\"name\":[0,1]},\"stringArray\":[\"0x12ab\",\"0x7\"]},\"threads\":["
      "{\"samples\":{\"stack\":[1,0],\"threadCPUDelta\":[0,1000]}}]}",
      SELF, "0x12ab:1(0x7:1)",
      "less than half of the time is the processor's, the rest is waiting; the metric "
      "\"cpu\" has the former alone\n"
      "most functions have no names but addresses: open the file at profiler.firefox.com "
      "(with \"samply load\", say), and save it from there with its symbols\n"
      "version 99 of the format is newer than what this program knows (75)\n");
}

#define RAW_OF(strings, frames, stacks, samples)                                                   \
  "{\"meta\":{\"version\":19,\"interval\":0.5,\"processType\":0,\"product\":\"Firefox\","          \
  "\"categories\":[{\"name\":\"Idle\"},{\"name\":\"Other\"}]},\"libs\":[],\"threads\":["           \
  "{\"name\":\"GeckoMain\",\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[" samples    \
  "]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[" stacks                     \
  "]},\"frameTable\":{\"schema\":{\"location\":0,\"implementation\":1,\"line\":2,"                 \
  "\"category\":3},\"data\":[" frames "]},\"stringTable\":[" strings "]}]"
#define RAW_STRINGS                                                                                \
  "\"(root)\",\"work (file:///x/work.js:7:14)\",\"baseline\","                                     \
  "\"load (resource://a.js -> resource://b.js:12)\",\"wait (in libc)\""
#define RAW_FRAMES  "[0],[1,2,9,1],[3],[4,null,null,0]"
#define RAW_STACKS  "[null,0],[0,1],[1,2],[0,3]"
#define RAW_SAMPLES "[2,1.5],[1,2],[2,2.5],[null,3],[3,3.5]"
#define RAW         RAW_OF (RAW_STRINGS, RAW_FRAMES, RAW_STACKS, RAW_SAMPLES)

/* Raw profiles of Firefox itself, and those in recordings of its developer tools. */
TEST ("/firefox/raw")
{
  static const char *const texts[] = {
    RAW "}",
    "{\"label\":\"\",\"duration\":9,\"markers\":[],\"memory\":[],\"profile\":" RAW
    "},\"fileType\":\"recorded-performance-data\",\"version\":2}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (texts[i], -1, &error);
      const CyanFunction *function;

      g_assert_no_error (error);
      g_assert_cmpstr (profile->format, ==, "firefox");
      g_assert_cmpstr (profile->metrics[0].unit, ==, "ms");
      g_assert_cmpfloat (profile->period, ==, 0.5);
      assert_profile (profile, SELF,
                      "'(root)':0(work:0.5(load:1) 'wait (in libc)':0('(idle)':0.5))");
      function = cyan_profile_function (profile, 2);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->name), ==, "work");
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "/x/work.js");
      g_assert_cmpuint (function->line, ==, 7);
      function = cyan_profile_function (profile, 3);
      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "resource://b.js");
      g_assert_cmpuint (function->line, ==, 12);
    }
}

/* Every process of a raw profile has threads. */
TEST ("/firefox/raw-processes")
{
  g_autoptr (CyanProfile) profile = load_text (
      RAW ",\"processes\":[{\"threads\":[{\"name\":\"Worker\",\"stringTable\":[\"run\"],"
          "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},\"stackTable\":{\"schema\":"
          "{\"frame\":0,\"prefix\":1},\"data\":[[0]]},\"samples\":{\"schema\":{\"time\":0,"
          "\"stack\":1},\"data\":[[1,0]]}}]}]}",
      -1, NULL);

  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "threads"), ==, "GeckoMain, Worker");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 2.5);
}

TEST ("/firefox/raw-errors-15-17-25")
{
  static const JsonCase cases[] = {
    { "17", RAW_OF (RAW_STRINGS, "[0],[1],[3],[5]", RAW_STACKS, RAW_SAMPLES) "}",
      "threads[0].frameTable.location[3]: 5 is not in 0...4" },
    { "17", RAW_OF (RAW_STRINGS, RAW_FRAMES, "[null,4]", "[0]") "}",
      "threads[0].stackTable.frame[0]: 4 is not in 0...3" },
    { "25", RAW_OF (RAW_STRINGS, RAW_FRAMES, "[0,0]", "[0]") "}",
      "threads[0].stackTable.prefix[0]: 0 is no stack ahead of it" },
    { "17", RAW_OF (RAW_STRINGS, RAW_FRAMES, RAW_STACKS, "[7]") "}",
      "threads[0]: sample 0: there is no stack 7" },
    { "17", RAW_OF (RAW_STRINGS, RAW_FRAMES, RAW_STACKS, "0") "}",
      "threads[0].samples.data[0]: not an array" },
    { "17",
      "{\"meta\":{\"interval\":1,\"processType\":0},\"threads\":[{\"samples\":{\"schema\":{"
      "\"time\":0},\"data\":[]}}]}",
      "threads[0].samples.schema: there is no \"stack\" in it" },
    { "15",
      "{\"meta\":{\"interval\":1,\"processType\":0},\"threads\":[{\"samples\":{\"schema\":{"
      "\"stack\":99},\"data\":[]}}]}",
      "threads[0].samples.schema.stack: out of range" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

TEST ("/firefox/errors-14-15-16-17-25")
{
#define SHARED(stacks, frames, funcs, strings, samples)                                            \
  "{\"meta\":{\"preprocessedProfileVersion\":60},\"shared\":{\"stackTable\":{" stacks              \
  "},\"frameTable\":{" frames "},\"funcTable\":{" funcs "},\"stringArray\":[" strings "]},"        \
  "\"threads\":[{\"samples\":{" samples "}}]}"
#define S "\"frame\":[0,0],\"prefix\":[null,0]"
#define F "\"func\":[0]"
#define N "\"name\":[0]"
#define T "\"f\""
#define P "\"stack\":[1]"
  static const JsonCase cases[] = {
    { "14", "{" META ("60") "," META ("60") "}", "the same key twice" },
    { "14", SHARED (S, F, N, T, P ",\"stack\":[1]"), "threads[0].samples: the same key twice" },
    { "15", SHARED (S, F, N, T, "\"stack\":[2147483648]"),
      "threads[0].samples.stack[0]: out of range" },
    { "15", SHARED (S, F, N, T, "\"stack\":[0.5]"),
      "threads[0].samples.stack[0]: not a whole number" },
    { "15", SHARED (S, F, N, T, P ",\"weight\":[1e999]"),
      "threads[0].samples.weight[0]: out of range" },
    { "15", "{\"meta\":{\"interval\":-1,\"preprocessedProfileVersion\":1},\"threads\":[]}",
      "meta.interval: out of range" },
    { "16", SHARED (S, F, N, "\"\xc0\xaf\"", P), "bytes in a string that are not UTF-8" },
    { "17", "{" META ("60") "}", "there is no \"threads\" in it" },
    { "17", "{\"shared\":{\"stringArray\":[]},\"threads\":[]}", "there is no \"meta\" in it" },
    { "17", "{" META ("60") ",\"threads\":[]}", "threads: none of them has samples" },
    { "17", "{" META ("60") ",\"threads\":[{}]}", "threads[0]: there is no \"samples\" in it" },
    { "17", "{" META ("60") ",\"threads\":[{\"samples\":[]}]}",
      "threads[0].samples: not an object" },
    { "17", SHARED (S, F, N, "5", P), "shared.stringArray[0]: not a string" },
    { "17", SHARED (S, F, N, T, P ",\"weightType\":\"calls\""),
      "threads[0].samples.weightType: not a type of weight that we know" },
    { "17", SHARED (S, F, N, T, P ",\"weight\":[1,2]"),
      "threads[0].samples: columns of different lengths" },
    { "17", SHARED (S, F, N, T, "\"stack\":[7]"), "threads[0]: sample 0: there is no stack 7" },
    { "17", SHARED ("\"frame\":[0],\"prefix\":[]", F, N, T, "\"stack\":[0]"),
      "shared.stackTable.prefix: 0 values for 1 rows" },
    { "17", SHARED ("\"frame\":[0]", F, N, T, "\"stack\":[0]"),
      "shared.stackTable: there is no \"prefix\" in it" },
    { "17", SHARED ("\"prefix\":[0]", F, N, T, "\"stack\":[0]"),
      "shared.stackTable: there is no \"frame\" in it" },
    { "17", SHARED ("\"frame\":[0,1],\"prefix\":[null,0]", F, N, T, P),
      "shared.stackTable.frame[1]: 1 is not in 0...0" },
    { "17", SHARED ("\"frame\":[null,0],\"prefix\":[null,0]", F, N, T, P),
      "shared.stackTable.frame[0]: -1 is not in 0...0" },
    { "17", SHARED (S, "\"func\":[3]", N, T, P), "shared.frameTable.func[0]: 3 is not in 0...0" },
    { "17", SHARED (S, F, "\"name\":[1]", T, P), "shared.funcTable.name[0]: 1 is not in 0...0" },
    { "17", SHARED (S, F, N ",\"resource\":[0]", T, P),
      "shared.funcTable.resource[0]: 0 is not in 0...-1" },
    { "17", SHARED (S, F ",\"flags\":[]", N, T, P),
      "shared.frameTable.flags: 0 values for 1 rows" },
    { "25", SHARED ("\"frame\":[0,0],\"prefix\":[1,0]", F, N, T, P),
      "shared.stackTable.prefix[0]: 1 is no stack ahead of it" },
    { "25", SHARED ("\"frame\":[0,0],\"prefix\":[null,1]", F, N, T, P),
      "shared.stackTable.prefix[1]: 1 is no stack ahead of it" },
    { "25", SHARED ("\"frame\":[0,0],\"prefixOffset\":[0,2]", F, N, T, P),
      "shared.stackTable.prefixOffset[1]: 2 is no stack ahead of it" },
    { "25", SHARED ("\"frame\":[0,0],\"prefixOffset\":[null,1]", F, N, T, P),
      "shared.stackTable.prefixOffset[0]: -1 is no stack ahead of it" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

TEST ("/firefox/deep-json-13")
{
  assert_deep_json ("{" META ("60") ",\"other\":");
  assert_deep_json ("{" META ("60") ",\"threads\":[{\"markers\":{\"data\":");
}

TEST ("/firefox/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", OLD, strlen (OLD), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: threads[0]: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);
}

/* bad input 26 */
TEST ("/firefox/deep-stacks-26")
{
  const guint depth = 300000;
  g_autoptr (GString) text =
      g_string_new ("{\"meta\":{\"preprocessedProfileVersion\":66},\"shared\":{"
                    "\"stackTable\":{\"frame\":[0");
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 1; i < depth; i++)
    g_string_append (text, ",0");
  g_string_append (text, "],\"prefixOffset\":[0");
  for (guint i = 1; i < depth; i++)
    g_string_append (text, ",1");
  g_string_append_printf (text,
                          "]},\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]},"
                          "\"stringArray\":[\"f\"]},\"threads\":[{\"samples\":{\"stack\":[%u]}}]}",
                          depth - 1);
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
}

/* bad input 5 */
TEST ("/firefox/cut-everywhere-5")
{
  assert_cut_fails (OLD);
  assert_cut_fails (RAW "}");
}
