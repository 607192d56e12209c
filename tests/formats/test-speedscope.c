/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading speedscope's JSON. */
#include "json-fixture.h"

#include "cct-tsv.h"
#include "profile-text.h"
#include "tests.h"

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

#define SCHEMA "\"$schema\":\"https://www.speedscope.app/file-format-schema.json\","
#define FRAMES "\"shared\":{\"frames\":[{\"name\":\"f\"},{\"name\":\"g\"},{\"name\":\"h\"}]}"
/* A file with these profiles. */
#define FILE_OF(profiles) "{" SCHEMA FRAMES ",\"profiles\":[" profiles "]}"
#define EVENTED(unit, events)                                                                      \
  "{\"type\":\"evented\",\"name\":\"\",\"unit\":\"" unit "\",\"startValue\":0,\"endValue\":9,"     \
  "\"events\":[" events "]}"
#define SAMPLED(unit, samples, weights)                                                            \
  "{\"type\":\"sampled\",\"name\":\"\",\"unit\":\"" unit "\",\"startValue\":0,\"endValue\":9,"     \
  "\"samples\":[" samples "],\"weights\":[" weights "]}"
#define O(frame, at) "{\"type\":\"O\",\"frame\":" frame ",\"at\":" at "}"
#define C(frame, at) "{\"type\":\"C\",\"frame\":" frame ",\"at\":" at "}"

TEST ("/speedscope/evented")
{
  assert_tree (
      FILE_OF (EVENTED ("milliseconds",
                        O ("0", "0") "," O ("1", "1") "," O ("2", "1.5") "," C ("2", "2") "," C (
                            "1", "4") "," O ("1", "5") "," C ("1", "6") "," C ("0", "7"))),
      FULL, "f:3*1(g:3.5*2(h:0.5*1))", "");
  /* The gap between two outer calls belongs to no function. */
  assert_tree (FILE_OF (EVENTED ("nanoseconds",
                                 O ("0", "1") "," C ("0", "2") "," O ("0", "5") "," C ("0", "8"))),
               FULL, "f:4*2", "");
}

TEST ("/speedscope/what-it-is")
{
  g_autoptr (CyanProfile) exact = load_text (
      "{" SCHEMA "\"name\":\"a run\",\"exporter\":\"mine 1\",\"version\":\"0.0.1\",\"other\":[{}],"
      "\"shared\":{\"frames\":[{\"name\":\"f\",\"file\":\"x/f.c\",\"line\":7,\"col\":3},"
      "{\"name\":\"f\",\"file\":\"y/f.c\",\"line\":null}]},"
      "\"profiles\":[" EVENTED (
          "microseconds", O ("0", "0") "," O ("1", "1") "," C ("1", "2") "," C ("0", "3")) "]}",
      -1, NULL);
  g_autoptr (CyanProfile) sampled =
      load_text (FILE_OF (SAMPLED ("seconds", "[0,1],[0],[0,1]", "1,1,2")), -1, NULL);
  const CyanFunction *function = cyan_profile_function (exact, 1);

  g_assert_cmpstr (exact->format, ==, "speedscope");
  g_assert_cmpint (exact->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_false (exact->unordered);
  g_assert_cmpuint (exact->n_threads, ==, 1);
  g_assert_cmpstr (exact->metrics[0].name, ==, "time");
  g_assert_cmpstr (exact->metrics[0].unit, ==, "us");
  g_assert_cmpstr (cyan_profile_get_meta (exact, "producer"), ==, "mine 1");
  g_assert_cmpstr (cyan_profile_get_meta (exact, "name"), ==, "a run");
  g_assert_cmpstr (cyan_strings_get (exact->strings, function->file), ==, "x/f.c");
  g_assert_cmpuint (function->line, ==, 7);
  g_assert_cmpuint (cyan_profile_function (exact, 2)->line, ==, 0);

  assert_profile (sampled, CYAN_PROFILE_TEXT_SELF, "f:1(g:3)");
  g_assert_false (cyan_profile_has_calls (sampled));
  g_assert_cmpint (sampled->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_true (sampled->unordered);
  g_assert_cmpfloat (sampled->period, ==, 1.5); /* (1 + 1 + 4) / 4 */
  g_assert_cmpstr (sampled->metrics[0].unit, ==, "s");
}

/* If no stack repeats, a weight may be that of many samples. */
TEST ("/speedscope/added-up-before")
{
  g_autoptr (CyanProfile) profile =
      load_text (FILE_OF (SAMPLED ("none", "[0,1],[0],[2]", "7,12,30")), -1, NULL);

  assert_profile (profile, CYAN_PROFILE_TEXT_SELF, "f:12(g:7) h:30");
  g_assert_cmpfloat (profile->period, ==, 0);
  g_assert_cmpstr (profile->metrics[0].name, ==, "value");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "");
}

/* Members in the order of speedscope, and in any other. */
TEST ("/speedscope/any-order")
{
  static const char warning[] = "speedscope saved this from another file: if that was sampled, its "
                                "calls are none and a node that is not there may have run\n";

  assert_tree ("{\"exporter\":\"speedscope@1.13.0\",\"name\":\"x\",\"activeProfileIndex\":0,"
               "\"profiles\":[" EVENTED ("microseconds",
                                         O ("0", "0") "," C ("0", "2")) "]," FRAMES "," SCHEMA
                                                                        "\"version\":\"0.0.1\"}",
               FULL, "f:2*1", warning);
  assert_tree ("{\"profiles\":[{\"weights\":[1,2],\"samples\":[[0],[0,1]],\"unit\":\"bytes\","
               "\"type\":\"sampled\"}]," FRAMES "}",
               CYAN_PROFILE_TEXT_SELF, "f:1(g:2)", "");
  assert_tree ("{\"profiles\":[{\"events\":[{\"at\":1,\"frame\":1,\"type\":\"O\"},{\"at\":4,"
               "\"frame\":1,\"type\":\"C\"}],\"unit\":\"seconds\",\"type\":\"evented\"}]," FRAMES
               "}",
               FULL, "g:3*1", "");
}

TEST ("/speedscope/several")
{
  g_autoptr (CyanProfile) threads = load_text (
      FILE_OF (EVENTED ("milliseconds", O ("0", "0") "," C ("0", "2")) "," EVENTED (
          "microseconds", O ("0", "0") "," O ("1", "500") "," C ("1", "1500") "," C ("0", "2000"))),
      -1, NULL);
  g_autoptr (CyanProfile) kinds =
      load_text ("{" SCHEMA FRAMES ",\"activeProfileIndex\":1,\"profiles\":[" SAMPLED (
                     "none", "[0],[0]", "1,1") "," SAMPLED ("bytes", "[0,1],[0,1]", "64,32") "]}",
                 -1, NULL);
  g_autoptr (CyanProfile) mixed =
      load_text (FILE_OF (EVENTED ("seconds", O ("0", "0") "," C ("0", "2")) "," SAMPLED (
                     "seconds", "[0],[0]", "1,1")),
                 -1, NULL);
  g_autofree char *warned = warnings_of (threads);
  g_autofree char *warned_kinds = warnings_of (kinds);
  g_autofree char *warned_mixed = warnings_of (mixed);
  guint metric;

  assert_profile (threads, FULL, "f:3*2(g:1*1)");
  g_assert_cmpstr (threads->metrics[0].unit, ==, "ms");
  g_assert_cmpuint (threads->n_threads, ==, 2);
  g_assert_cmpstr (warned, ==, "2 profiles in it, as of threads, are added up\n");

  g_assert_cmpuint (kinds->n_metrics, ==, 2);
  g_assert_cmpstr (kinds->metrics[0].name, ==, "bytes");
  g_assert_cmpfloat (kinds->metrics[0].total[0], ==, 96);
  g_assert_cmpfloat (kinds->period, ==, (64.0 * 64 + 32 * 32) / 96);
  g_assert_true (cyan_profile_find_metric (kinds, "value", &metric));
  g_assert_cmpfloat (kinds->metrics[metric].total[0], ==, 2);
  g_assert_cmpuint (kinds->n_threads, ==, 1);
  g_assert_cmpstr (warned_kinds, ==,
                   "the 2 profiles in it measure different things, which became metrics of one "
                   "tree\n");

  g_assert_false (cyan_profile_has_calls (mixed));
  g_assert_cmpint (mixed->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpstr (warned_mixed, ==,
                   "2 profiles in it, as of threads, are added up\n"
                   "some of the profiles in it are sampled, so that the calls of the others are "
                   "left out\n");
}

/* Nanoseconds since 1970; doubles represent only every 256th. */
TEST ("/speedscope/precision")
{
  assert_tree (
      FILE_OF (EVENTED ("nanoseconds",
                        O ("0", "1700000000000000001") "," O ("1", "1700000000000000003.25") "," C (
                            "1", "1700000000000000006.5") "," C ("0", "1700000000000000011"))),
      FULL, "f:6.75*1(g:3.25*1)", "");
  assert_tree (FILE_OF (EVENTED ("nanoseconds", O ("0", "-5.5") "," O ("1", "-0") "," C (
                                                    "1", "1e1") "," C ("0", "2.5E1"))),
               FULL, "f:20.5*1(g:10*1)", "");
}

TEST ("/speedscope/unbalanced-29")
{
#define UNPAIRED(stray, cut, unfinished)                                                           \
  "calls and ends that do not pair: " stray " ignored, " cut ", " unfinished " closed at the "     \
  "end\n"
  assert_tree (FILE_OF (EVENTED ("seconds", C ("0", "0") "," O ("0", "1") "," O ("1", "2") "," O (
                                                "2", "3") "," C ("0", "5") "," O ("2", "6"))),
               FULL, "f:1*1(g:1*1(h:2*1)) h:3*1",
               UNPAIRED ("1 end without a call was", "2 calls ended with the one around them",
                         "1 call without an end was"));
  /* bad input 29: time that goes backwards */
  assert_tree (FILE_OF (EVENTED ("seconds",
                                 O ("0", "5") "," O ("1", "3") "," C ("1", "7") "," C ("0", "6"))),
               FULL, "f:0*1(g:2*1)",
               "2 time stamps lie before the one ahead of them and were moved up to it\n");
}

TEST ("/speedscope/odd-samples-29")
{
  assert_tree (FILE_OF (SAMPLED ("seconds", "[],[0],[0]", "5,1,2")), CYAN_PROFILE_TEXT_SELF, "f:3",
               "1 sample without a stack was left out\n");
  /* bad input 29: the difference of two profiles */
  assert_tree (FILE_OF (SAMPLED ("seconds", "[1],[0]", "-1,2")), CYAN_PROFILE_TEXT_SELF, "g:-1 f:2",
               "some values of time are negative: is this the difference of two profiles?\n");
  assert_tree (FILE_OF (SAMPLED ("seconds", "", "")), CYAN_PROFILE_TEXT_SELF, "",
               "the profile is empty\n");
}

/* bad input 28 */
TEST ("/speedscope/large-numbers-28")
{
  assert_tree (FILE_OF (SAMPLED ("none", "[0],[0,1]", "4611686018427387904,4611686018427387904")),
               CYAN_PROFILE_TEXT_SELF, "f:4611686018427387904(g:4611686018427387904)", "");
  assert_fails (FILE_OF (SAMPLED ("none", "[0],[0,1]", "1e308,1e308")), -1, CYAN_ERROR_LIMIT,
                "t: the sum of all value is too large a number");
}

TEST ("/speedscope/errors-14-15-16-17")
{
  static const JsonCase cases[] = {
    /* bad input 13 is the test deep-json-13 */
    { "14", FILE_OF ("{\"type\":\"evented\",\"type\":\"evented\"}"),
      "profiles[0]: the same key twice" },
    { "14", "{" SCHEMA FRAMES ",\"z\":1,\"z\":2}", "the same key twice" },
    { "14", "{" SCHEMA FRAMES "," FRAMES "}", "the same key twice" },
    { "15", FILE_OF (SAMPLED ("none", "[18446744073709551615]", "1")),
      "profiles[0].samples[0][0]: out of range" },
    { "15", FILE_OF (SAMPLED ("none", "[0]", "1e400")), "profiles[0].weights[0]: out of range" },
    { "15", FILE_OF (SAMPLED ("none", "[0]", "NaN")), "expected a value" },
    { "15", FILE_OF (EVENTED ("none", O ("0", "9e18"))), "profiles[0].events[0].at: out of range" },
    { "16", "{" SCHEMA "\"shared\":{\"frames\":[{\"name\":\"\xff\"}]}}",
      "bytes in a string that are not UTF-8" },
    { "16", "{" SCHEMA "\"shared\":{\"frames\":[{\"name\":\"\\ud800\"}]}}",
      "half a surrogate pair in a string" },
    { "17", "{" SCHEMA "\"shared\":[]}", "shared: not an object" },
    { "17", "{" SCHEMA "\"shared\":{}}", "shared: there is no \"frames\" in it" },
    { "17", "{" SCHEMA "\"shared\":{\"frames\":[{}]}}",
      "shared.frames[0]: there is no \"name\" in it" },
    { "17", "{" SCHEMA "\"shared\":{\"frames\":[{\"name\":5}]}}",
      "shared.frames[0].name: not a string" },
    { "17", "{" SCHEMA FRAMES "}", "there is no \"profiles\" in it" },
    { "17", "{" SCHEMA FRAMES ",\"profiles\":{}}", "profiles: not an array" },
    { "17", FILE_OF (""), "profiles: there are none" },
    { "17", FILE_OF ("{\"type\":\"evented\",\"events\":[]}"),
      "profiles[0]: there is no \"unit\" in it" },
    { "17", FILE_OF ("{\"type\":\"evented\",\"unit\":\"none\"}"),
      "profiles[0]: there is no \"events\" in it" },
    { "17", FILE_OF ("{\"type\":\"sampled\",\"unit\":\"none\",\"samples\":[]}"),
      "profiles[0]: there is no \"weights\" in it" },
    { "17", FILE_OF ("{\"type\":\"other\",\"unit\":\"none\"}"),
      "profiles[0]: \"type\" is neither \"evented\" nor \"sampled\"" },
    { "17", FILE_OF ("{\"type\":\"evented\",\"unit\":\"none\",\"events\":[],\"samples\":[]}"),
      "profiles[0]: events as well as samples" },
    { "17", FILE_OF (EVENTED ("weeks", "")), "profiles[0].unit: not a unit that we know" },
    { "17", FILE_OF (EVENTED ("none", "7")), "profiles[0].events[0]: not an object" },
    { "17", FILE_OF (EVENTED ("none", "{\"type\":\"O\",\"at\":1}")),
      "profiles[0].events[0]: there is no \"frame\" in it" },
    { "17", FILE_OF (EVENTED ("none", "{\"type\":\"X\",\"at\":1}")),
      "profiles[0].events[0].type: neither \"O\" nor \"C\"" },
    { "17", FILE_OF (EVENTED ("none", O ("0", "\"1\""))),
      "profiles[0].events[0].at: not a number" },
    { "17", FILE_OF (EVENTED ("none", O ("0.5", "1"))),
      "profiles[0].events[0].frame: not a whole number" },
    { "17", FILE_OF (EVENTED ("none", O ("-1", "1"))),
      "profiles[0].events[0].frame: out of range" },
    { "17", FILE_OF (EVENTED ("none", O ("3", "1"))),
      "profiles[0].events[0]: there are only 3 frames" },
    { "17", "{\"profiles\":[" SAMPLED ("none", "[7]", "1") "]," FRAMES "}",
      "profiles: frame 7 is named, but there are only 3 frames" },
    { "17", FILE_OF (SAMPLED ("none", "[0],[1]", "1")), "profiles[0]: 1 weights for 2 samples" },
    { "17", FILE_OF ("") " x", "expected nothing more after the end of the JSON value" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

TEST ("/speedscope/deep-json-13")
{
  assert_deep_json ("{" SCHEMA FRAMES ",\"other\":");
  assert_deep_json ("{" SCHEMA FRAMES ",\"profiles\":[{\"type\":\"sampled\",\"other\":");
}

TEST ("/speedscope/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  static const char text[] = FILE_OF (SAMPLED ("none", "[0,1,2]", "1"));
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: profiles[0].samples[0][2]: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);
}

/* bad input 26: a million nested calls, and as many ends without a call. */
TEST ("/speedscope/deep-calls-26")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_new ("{" SCHEMA FRAMES ",\"profiles\":[{\"type\":\"evented\","
                                           "\"unit\":\"seconds\",\"events\":[");
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, O ("0", "0") ",");
  for (guint i = 0; i < depth; i++)
    g_string_append (text, C ("1", "0") ",");
  g_string_append (text, C ("0", "1") "]}]}");
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 1);
}

/* bad input 5 */
TEST ("/speedscope/cut-everywhere-5")
{
  assert_cut_fails (
      "{\"exporter\":\"m\\u00e9\"," SCHEMA
      "\"profiles\":[" EVENTED ("milliseconds", O ("0", "0.125") "," C ("0", "1e1")) "," SAMPLED (
          "none", "[0,1],[0]", "-2.5E-3,1") "]," FRAMES "}");
}

/* Another writer's file gives the same tree with all nodes and times. */
static void
test_recording (gconstpointer data)
{
  const char *const *names = data;
  g_autoptr (CyanProfile) profile = load_data (names[0]);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", names[1], NULL);
  g_autoptr (CyanProfile) tree = cct_tsv_read (strings, path);
  g_autofree char *got = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_SELF);
  g_autofree char *wanted = cyan_profile_to_text (tree, CYAN_PROFILE_TEXT_SELF);

  g_assert_cmpstr (profile->format, ==, "speedscope");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
  g_assert_cmpuint (profile->n_nodes, ==, tree->n_nodes);
  g_assert_true (strcmp (got, wanted) == 0);
}

TEST ("/speedscope/recorded-numbers")
{
  g_autoptr (CyanProfile) cmark = load_data ("cmark-a.speedscope.json.zst");

  g_assert_cmpuint (cmark->n_nodes - 1, ==, 515);
  g_assert_cmpuint (cyan_profile_n_functions (cmark), ==, 163);
  g_assert_cmpuint (cyan_profile_depth (cmark), ==, 20);
  g_assert_cmpfloat (cmark->metrics[0].total[0], ==, 551829213);
  g_assert_cmpstr (cyan_profile_name (cmark, 1), ==, "main");
  g_assert_cmpuint (cyan_profile_function (cmark, 1)->line, ==, 76);
}

TESTS ()
{
  static const char *const cmark[] = { "cmark-a.speedscope.json.zst", "cmark-a.cct.tsv.gz" };
  static const char *const lua[] = { "lua-a.speedscope.json.zst", "lua-a.cct.tsv.gz" };

  g_test_add_data_func ("/speedscope/recording/cmark", cmark, test_recording);
  g_test_add_data_func ("/speedscope/recording/lua", lua, test_recording);
}
