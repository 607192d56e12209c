/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading V8's .cpuprofile. */
#include "json-fixture.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

#define SELF CYAN_PROFILE_TEXT_SELF

/* A node followed by the members after its call frame. */
#define NODE(id, name, rest)                                                                       \
  "{\"id\":" id ",\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"0\",\"url\":\"\","   \
  "\"lineNumber\":-1,\"columnNumber\":-1}" rest "}"
#define TREE                                                                                       \
  NODE ("1", "(root)", ",\"hitCount\":0,\"children\":[2,5]")                                       \
  "," NODE ("2", "main", ",\"hitCount\":1,\"children\":[3,4]") "," NODE (                          \
      "3", "f",                                                                                    \
      ",\"hitCount\":2") "," NODE ("4", "",                                                        \
                                   ",\"hitCount\":0") "," NODE ("5", "(idle)",                     \
                                                                ",\"hitCount\":7,"                 \
                                                                "\"positionTicks\":[{\"line\":1,"  \
                                                                "\"ticks\":1}],"                   \
                                                                "\"deoptReason\":\"why\"")
#define NODES(nodes) "{\"nodes\":[" nodes "]"
#define TIMES(samples, deltas)                                                                     \
  ",\"startTime\":100,\"endTime\":200,\"samples\":[" samples "],\"timeDeltas\":[" deltas "]}"

/* The time between two samples belongs to the earlier one. */
TEST ("/cpuprofile/times")
{
  assert_tree (NODES (TREE) TIMES ("2,3,3,5,2", "10,20,30,7,5"), SELF,
               "'(root)':0(main:20(f:37 '(anonymous)':0) '(idle)':5)", "");
  /* One sample has no time. */
  assert_tree (NODES (TREE) TIMES ("2", "10"), SELF,
               "'(root)':0(main:1(f:0 '(anonymous)':0) '(idle)':0)",
               "there are no times in it, so that samples are counted\n");
}

TEST ("/cpuprofile/what-it-is")
{
  g_autoptr (CyanProfile) profile = load_text (
      NODES ("{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\",\"lineNumber\":-1},"
             "\"children\":[2,3,4]},"
             "{\"id\":2,\"callFrame\":{\"functionName\":\"f\",\"lineNumber\":0,"
             "\"url\":\"file:///home/me/a%20b.mjs\"}},"
             "{\"id\":3,\"callFrame\":{\"functionName\":\"g\",\"lineNumber\":41,"
             "\"url\":\"node:internal/util\"}},"
             "{\"id\":4,\"callFrame\":{\"functionName\":\"h\",\"url\":\"file://%00\"}}")
          TIMES ("2,3,2", "9,1,3"),
      -1, NULL);
  static const struct
  {
    const char *file;
    guint line;
  } wanted[] = {
    { "", 0 }, { "/home/me/a b.mjs", 1 }, { "node:internal/util", 42 }, { "file://%00", 0 }
  };
  guint metric;

  g_assert_cmpstr (profile->format, ==, "cpuprofile");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 2.5); /* (1 + 9) / 4 */
  g_assert_true (profile->unordered);
  g_assert_cmpuint (profile->n_threads, ==, 1);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_cmpstr (profile->metrics[0].name, ==, "time");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "us");
  g_assert_true (cyan_profile_find_metric (profile, "samples", &metric));
  g_assert_cmpfloat (profile->metrics[metric].total[0], ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const CyanFunction *function = cyan_profile_function (profile, i + 1);

      g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, wanted[i].file);
      g_assert_cmpuint (function->line, ==, wanted[i].line);
    }
}

TEST ("/cpuprofile/without-times")
{
  static const char warning[] = "there are no times in it, so that samples are counted\n";
  g_autoptr (CyanProfile) profile = load_text (NODES (TREE) "}", -1, NULL);

  assert_profile (profile, SELF, "'(root)':0(main:1(f:2 '(anonymous)':0) '(idle)':7)");
  g_assert_cmpfloat (profile->period, ==, 1);
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  assert_tree (NODES (NODE ("1", "f", ",\"hitCount\":3")) "}", SELF, "f:3", warning);
  assert_tree (NODES (TREE) ",\"samples\":[2,3,3]}", SELF,
               "'(root)':0(main:1(f:2 '(anonymous)':0) '(idle)':0)", warning);
  assert_tree (NODES (TREE) ",\"samples\":[],\"timeDeltas\":[]}", SELF,
               "'(root)':0(main:1(f:2 '(anonymous)':0) '(idle)':7)", warning);
}

/* Parents instead of children, both, and members in another order. */
TEST ("/cpuprofile/forms-of-tree")
{
  static const char tree[] = "a:1(b:2(c:3) b:4)"; /* us */

  assert_tree (NODES (NODE ("7", "a", "") "," NODE ("-1", "b", ",\"parent\":7") "," NODE (
                   "9007199254740993", "c", ",\"parent\":-1") "," NODE ("9007199254740992", "b",
                                                                        ",\"parent\":7"))
                   TIMES ("7,-1,9007199254740993,9007199254740992,7", "9,1,2,3,4"),
               SELF, tree, "");
  assert_tree (
      "{\"timeDeltas\":[9,1,2,3,4],\"endTime\":3.5,\"samples\":[1,2,3,4,1],\"nodes\":[" NODE (
          "3", "c",
          ",\"parent\":2") "," NODE ("1", "a",
                                     ",\"children\":[2,4]") "," NODE ("2", "b",
                                                                      ",\"parent\":1,\"children\":["
                                                                      "3]") "," NODE ("4", "b",
                                                                                      "") "]}",
      SELF, tree, "");
  assert_tree ("{\"nodes\":[],\"samples\":[],\"timeDeltas\":[]}", SELF, "",
               "the profile is empty\n");
}

/* The older form: nested nodes, and absolute times. */
TEST ("/cpuprofile/nested")
{
#define HEAD(id, name, line, hits, children)                                                       \
  "{\"functionName\":\"" name "\",\"url\":\"file:///a.js\",\"lineNumber\":" line                   \
  ",\"callUID\":7,\"hitCount\":" hits ",\"id\":" id ",\"children\":[" children "]}"
  static const char head[] = "{\"typeId\":\"CPU\",\"head\":" HEAD (
      "1", "(root)", "0", "0",
      HEAD ("2", "main", "3", "1", HEAD ("3", "", "8", "2", "")) "," HEAD ("4", "(idle)", "0", "7",
                                                                           ""));
  g_autofree char *timed = g_strconcat (
      head, ",\"startTime\":5,\"samples\":[2,3,4,2],\"timestamps\":[50,60,80,85]}", NULL);
  g_autofree char *hits = g_strconcat (head, "}", NULL);
  g_autoptr (CyanProfile) profile = load_text (timed, -1, NULL);
  const CyanFunction *function = cyan_profile_function (profile, 3);

  assert_profile (profile, SELF, "'(root)':0(main:10('(anonymous)':20) '(idle)':5)");
  g_assert_cmpstr (profile->format, ==, "cpuprofile");
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "/a.js");
  g_assert_cmpuint (function->line, ==, 8);
  assert_tree (hits, SELF, "'(root)':0(main:1('(anonymous)':2) '(idle)':7)",
               "there are no times in it, so that samples are counted\n");
  assert_cut_fails (timed);
#undef HEAD
}

/* bad input 29: samples that were written in another order than they were taken. */
TEST ("/cpuprofile/backwards-29")
{
  assert_tree (NODES (TREE) TIMES ("2,3,2", "10,-2,30"), SELF,
               "'(root)':0(main:28(f:2 '(anonymous)':0) '(idle)':0)",
               "1 sample stands behind later ones, and all were put in the order of their times\n");
}

TEST ("/cpuprofile/errors-14-15-17-25")
{
  static const JsonCase cases[] = {
    { "14", "{\"nodes\":[{\"id\":1,\"callFrame\":{},\"id\":2}]}",
      "nodes[0].callFrame: there is no \"functionName\" in it" },
    { "14", "{\"nodes\":[" NODE ("1", "f", ",\"z\":1,\"z\":1") "]}",
      "nodes[0]: the same key twice" },
    { "14", NODES (NODE ("1", "f", "")) ",\"nodes\":[]}", "the same key twice" },
    { "15", "{\"nodes\":[" NODE ("9223372036854775808", "f", "") "]}",
      "nodes[0].id: out of range" },
    { "15", "{\"nodes\":[" NODE ("1", "f", ",\"hitCount\":-1") "]}",
      "nodes[0].hitCount: out of range" },
    { "15", NODES (TREE) TIMES ("2", "1e400"), "timeDeltas[0]: out of range" },
    { "15", NODES (TREE) TIMES ("2", "-Infinity"), "not a number as JSON writes them" },
    { "17", "{\"nodes\":{\"callFrame\":1},\"timeDeltas\":[]}", "nodes: not an array" },
    { "17", "{\"samples\":[],\"timeDeltas\":[]}", "there is no \"nodes\" in it" },
    { "17", "{\"nodes\":[{\"callFrame\":{\"functionName\":\"f\"}}]}",
      "nodes[0]: there is no \"id\" in it" },
    { "17", "{\"nodes\":[{\"id\":1}],\"timeDeltas\":[]}",
      "nodes[0]: there is no \"callFrame\" in it" },
    { "17", "{\"nodes\":[{\"id\":\"1\"}],\"timeDeltas\":[]}", "nodes[0].id: not a number" },
    { "17", "{\"nodes\":[" NODE ("1.5", "f", "") "]}", "nodes[0].id: not a whole number" },
    { "17", "{\"nodes\":[" NODE ("1", "f", ",\"children\":2") "]}",
      "nodes[0].children: not an array" },
    { "17", NODES (TREE) TIMES ("2,3", "1"), "timeDeltas: 1 values for 2 samples" },
    { "17", NODES (TREE) TIMES ("9", "1"), "samples[0]: no node has the id 9" },
    { "25", NODES (NODE ("1", "f", "") "," NODE ("1", "g", "")) "}",
      "nodes[1].id: another node has this id" },
    { "25", NODES (NODE ("1", "f", ",\"children\":[2]")) "}",
      "nodes[0]: no node has the id 2 of its child" },
    { "25", NODES (NODE ("1", "f", ",\"parent\":2")) "}",
      "nodes[0]: no node has the id 2 of its parent" },
    { "25", NODES (NODE ("1", "f", ",\"children\":[1]")) "}",
      "nodes: a circle, as none of them is without a parent" },
    { "25",
      NODES (NODE ("1", "f", ",\"children\":[2]") "," NODE ("2", "f", ",\"children\":[1]")) "}",
      "nodes: a circle, as none of them is without a parent" },
    { "25",
      NODES (NODE ("1", "r", "") "," NODE ("2", "f", ",\"parent\":3") "," NODE (
          "3", "f", ",\"parent\":2")) "}",
      "nodes: 2 of them are in a circle and not below the root" },
    { "25", NODES (NODE ("1", "f", "") "," NODE ("2", "g", "")) "}",
      "nodes[1]: a second node without a parent" },
    { "25",
      NODES (NODE ("1", "f", ",\"children\":[2,3]") "," NODE (
          "2", "g", ",\"children\":[3]") "," NODE ("3", "h", "")) "}",
      "nodes: two of them have the node 3 as a child" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
}

TEST ("/cpuprofile/deep-json-13")
{
  assert_deep_json (NODES (TREE) ",\"other\":");
  assert_deep_json ("{\"nodes\":[" NODE ("1", "f", "") ",{\"other\":");
}

TEST ("/cpuprofile/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  static const char text[] = NODES (TREE) "}";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "t: nodes[2]: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);
}

/* bad input 26, with ids that are equal in their lower halves */
TEST ("/cpuprofile/deep-tree-26")
{
  const guint depth = 300000;
  g_autoptr (GString) text = g_string_new ("{\"nodes\":[" NODE ("0", "f", ""));
  g_autoptr (CyanProfile) profile = NULL;

  for (guint64 i = 1; i < depth; i++)
    g_string_append_printf (text,
                            ",{\"id\":%" G_GUINT64_FORMAT ",\"parent\":%" G_GUINT64_FORMAT
                            ",\"callFrame\":{\"functionName\":\"f\"}}",
                            i << 32, (i - 1) << 32);
  g_string_append (text, "]}");
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
}

/* bad input 5 */
TEST ("/cpuprofile/cut-everywhere-5")
{
  assert_cut_fails (NODES (TREE) TIMES ("2,3,3", "1.5e1,-2,3"));
}

/* The self time of all nodes with this name, in seconds. */
static double
self_of (const CyanProfile *profile, const char *name)
{
  double sum = 0;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (strcmp (cyan_profile_name (profile, i), name) == 0)
      sum += profile->metrics[0].self[i];
  return sum / 1e6;
}

TEST ("/cpuprofile/recordings")
{
  g_autoptr (CyanProfile) a1 = load_data ("marked-a1.cpuprofile.zst");
  g_autoptr (CyanProfile) a2 = load_data ("marked-a2.cpuprofile.zst");
  g_autoptr (CyanProfile) b1 = load_data ("marked-b1.cpuprofile.zst");

  g_assert_cmpuint (a1->n_nodes - 1, ==, 272);
  g_assert_cmpuint (a2->n_nodes - 1, ==, 238);
  g_assert_cmpuint (b1->n_nodes - 1, ==, 241);
  g_assert_cmpfloat (a1->metrics[1].total[0], ==, 2683);
  g_assert_cmpfloat (b1->metrics[1].total[0], ==, 635);
  /* The time from the first to the last sample. */
  g_assert_cmpfloat (a1->metrics[0].total[0], ==, 2849587);
  g_assert_cmpfloat (b1->metrics[0].total[0], ==, 992343);
  g_assert_cmpfloat_with_epsilon (b1->metrics[0].total[0] / a1->metrics[0].total[0], 0.35, 0.005);

  g_assert_cmpfloat_with_epsilon (self_of (a1, "inlineTokens"), 2.03, 0.005);
  g_assert_cmpfloat_with_epsilon (self_of (b1, "inlineTokens"), 0.26, 0.005);
  g_assert_cmpfloat_with_epsilon (
      self_of (b1, "(garbage collector)") / self_of (a1, "(garbage collector)"), 0.39, 0.005);
  g_assert_cmpfloat (a1->period, >, 1300);
  g_assert_cmpfloat (a1->period, <, 3000);
  g_assert_cmpfloat (a2->period, >, 1300);
  g_assert_cmpfloat (b1->period, <, 3000);
  g_assert_cmpstr (cyan_profile_name (a1, 1), ==, "(root)");
}

/* The pseudo frame for idle time is one of those that are left out. */
TEST ("/cpuprofile/idle")
{
  g_autoptr (CyanProfile) profile = load_data ("marked-a1.cpuprofile.zst");
  g_autoptr (CyanProfile) busy = cyan_profile_without_idle (profile);

  g_assert_true (busy != profile);
  g_assert_cmpfloat (busy->metrics[0].total[0], ==, 2849587 - 10031);
}
