/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of Python and Ruby, nested trees of JSON, and those of Pyroscope and Caliper. */
#include "json-fixture.h"
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

/* Checks the example @name, its warnings, and its metrics: names, sums and units. */
static CyanProfile *
load_example (const char *name, const char *tree, const char *warnings, const char *metrics)
{
  g_autofree char *path = g_strconcat ("foreign/", name, NULL);
  CyanProfile *profile = load_data (path);
  g_autofree char *warned = warnings_of (profile);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < profile->n_metrics; i++)
    g_string_append_printf (found, "%s%s %g %s", i > 0 ? ", " : "", profile->metrics[i].name,
                            profile->metrics[i].total[CYAN_NODE_ROOT], profile->metrics[i].unit);
  assert_profile (profile, SELF, tree);
  g_assert_cmpstr (warned, ==, warnings);
  g_assert_cmpstr (found->str, ==, metrics);
  return profile;
}

static void
assert_example (const char *name, const char *tree, const char *warnings, const char *metrics)
{
  cyan_profile_unref (load_example (name, tree, warnings, metrics));
}

/* Where the function of @node is defined, as "FILE:LINE". */
static void
assert_place (const CyanProfile *profile, CyanNode node, const char *place)
{
  const CyanFunction *function = cyan_profile_function (profile, node);
  g_autofree char *found = g_strdup_printf (
      "%s:%u", cyan_strings_get (profile->strings, function->file), function->line);

  g_assert_cmpstr (found, ==, place);
}

TEST ("/scripting/pyinstrument")
{
  g_autoptr (CyanProfile) profile =
      load_example ("pyinstrument-session.pyisession",
                    "MainThread:0('<module>':0.001(load:0.001(Row.parse:0.0021000000000000003) "
                    "wait:0('[await]':0.001) größe:0.001))",
                    "", "time 0.0061 s");

  assert_place (profile, 1, ":0"); /* a thread: its number is none of a line */
  assert_place (profile, 3, "lib/io.py:12");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  /* "[self]" is what a frame itself has. */
  assert_example ("pyinstrument-tree.json", "'<module>':0.002(load:0.002(parse:0.002))", "",
                  "time 0.006 s");
  assert_example ("pyinstrument-page.json", "'<module>':0.002(load:0.004)", "", "time 0.006 s");
}

TEST ("/scripting/flame-graphs")
{
  assert_example ("flamebearer-single.json", "main:10(parse:5(lex:25) other:20) run:40", "",
                  "samples 100 samples");
  assert_example ("flamebearer-double.json", "main:20(gone:0 new:50) run:50",
                  "it compares two profiles, of which the second was read\n", "bytes 120 bytes");
  assert_example ("flamebearer-api.json", "main:4000000000(run:5000000000)", "", "value 9e+09 ");
  assert_example ("flame-graph-json-totals.json", "main:1(parse:4 '<b>&amp;':2) idle:3", "",
                  "value 10 ");
  assert_example ("flame-graph-json-sorted.json", "start:3(main:3(parse:4))", "", "value 10 ");
  assert_example ("flame-graph-json-perf.json", "gzip:1(deflate:5 asm_exc:2) swapper:9",
                  "its values are no totals, but those of the frames alone\n", "value 17 ");
}

/* A stack of 9,000 calls is no problem, and no recursion. */
TEST ("/scripting/deep-tree")
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = 0; i < 9000; i++)
    g_string_append (text, "{\"name\":\"f\",\"value\":7,\"children\":[");
  for (guint i = 0; i < 9000; i++)
    g_string_append (text, "]}");
  profile = load_text (text->str, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, 9000);
  g_assert_cmpfloat (profile->metrics[0].total[CYAN_NODE_ROOT], ==, 7);
}

TEST ("/scripting/bad-json")
{
  static const JsonCase cases[] = {
    { "name", "{\"name\":\"a\",\"value\":1,\"children\":[{\"value\":1}]}",
      "there is no \"name\" in it" },
    { "children", "{\"name\":\"a\",\"value\":1,\"children\":{}}", "children: not an array" },
    { "child", "{\"name\":\"a\",\"value\":1,\"children\":[7]}", "not an object" },
    { "twice", "{\"name\":\"a\",\"name\":\"b\",\"value\":1,\"children\":[]}",
      "the same key twice" },
    { "value", "{\"name\":\"a\",\"value\":\"1\",\"children\":[]}", "not a number" },
    { "time", "{\"sample_count\":1,\"root_frame\":{\"function\":\"f\",\"children\":[]}}",
      "there is no \"time\" in it" },
    { "level", "{\"flamebearer\":{\"names\":[\"a\"],\"levels\":[[0,1,\"x\",0]]}}", "not a number" },
    { "format", "{\"flamebearer\":{\"names\":[],\"levels\":[],\"format\":\"triple\"}}",
      "neither \"single\" nor \"double\"" },
    { "row",
      "{\"data\":[[1,0],[1]],\"columns\":[\"time\",\"path\"],\"column_metadata\":[],\"nodes\":[]}",
      "not as many values as in the first record" },
    { "parent",
      "{\"data\":[],\"columns\":[],\"column_metadata\":[],"
      "\"nodes\":[{\"column\":\"path\",\"label\":\"a\",\"parent\":3}]}",
      "a node that comes later" },
    { "frame",
      "{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1,\"gc_samples\":0,\"frames\":{\"x\":{}}}",
      "not the number of a frame" },
  };

  assert_bad_json (cases, G_N_ELEMENTS (cases));
  assert_deep_json ("{\"name\":\"a\",\"value\":1,\"children\":[{\"x\":");
  assert_fails ("{\"flamebearer\":{\"names\":[\"a\"],\"levels\":[[0,2,2,0],[3,1,1,0]]}}", -1,
                CYAN_ERROR_INVALID, "t: levels[1]: a box that is not below another");
  assert_fails ("{\"flamebearer\":{\"names\":[\"a\"],\"levels\":[[0,2,2,1]]}}", -1,
                CYAN_ERROR_INVALID, "t: levels[0]: a box has a name that is not there");
  assert_fails ("{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1,\"gc_samples\":0,"
                "\"frames\":{\"4\":{\"name\":\"a\"}},\"raw\":[1,5,1]}",
                -1, CYAN_ERROR_INVALID, "t: raw[1]: no frame has the number 5");
  assert_fails ("{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1,\"gc_samples\":0,"
                "\"frames\":{\"4\":{\"name\":\"a\"}},\"raw\":[2,4,1]}",
                -1, CYAN_ERROR_INVALID, "t: raw[0]: no stack of 2 frames follows");
}

TEST ("/scripting/stackprof")
{
  g_autoptr (CyanProfile) profile =
      load_example ("stackprof-raw.dump",
                    "'größe \"x\"':1('Integer#times':0('Object#leaf':4)) '(garbage collection)':1",
                    "", "samples 6 samples, time 305000 us");

  assert_place (profile, 2, ":0"); /* written in C */
  assert_place (profile, 3, "/src/a.rb:2");
  assert_example (
      "stackprof-edges.json",
      "'größe \"x\"':1('Integer#times':0('Object#leaf':4)) '(garbage collection)':1",
      "the tree was inferred from a call graph: contexts share what a function costs in "
      "proportion to what its callers pay\n",
      "samples 6 samples");
  assert_fails ("\4\10{\7:\14version:\15interval@\7", 25, CYAN_ERROR_INVALID,
                "t: byte 25: a reference to a value that is not there");
}

/* The version of Python is among what the profile says about the recording, as it is in the
 * file. */
TEST ("/scripting/austin-python")
{
  gsize length;
  g_autofree char *bytes = read_example ("austin-v1.mojo", &length);
  const char *mode = memmem (bytes, length, "\1mode", 5);
  g_autoptr (GString) file = g_string_new_len (bytes, mode - bytes);
  g_autoptr (CyanProfile) profile = NULL;

  g_string_append_len (file,
                       "\1python\0"
                       "3.11.4\0",
                       15);
  g_string_append_len (file, mode, (gssize) length - (mode - bytes));
  profile = load_text (file->str, (gssize) file->len, NULL);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "python"), ==, "3.11.4");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "mode"), ==, "wall");
}

TEST ("/scripting/austin")
{
  static const char tree[] = "'<module>':0(größe:0(memcpy:100) do_syscall_64:120) "
                             "'<unknown>':0(':INVALID:':70000)";
  static const char *const meta[][2] = { { "mode", "wall" },
                                         { "interval", "100" },
                                         { "python", NULL } };
  g_autoptr (CyanProfile) profile = load_example ("austin-v1.mojo", tree, "", "time 70220 us");

  g_assert_cmpuint (profile->n_threads, ==, 3);
  g_assert_cmpfloat (profile->period, ==, 100);
  for (guint i = 0; i < G_N_ELEMENTS (meta); i++)
    g_assert_cmpstr (cyan_profile_get_meta (profile, meta[i][0]), ==, meta[i][1]);
  /* The garbage collection of a stack that repeats lies below its last frame in Python. */
  assert_example ("austin-v4.mojo",
                  "'<module>':0(größe:0(memcpy:100 ':GC:':110) do_syscall_64:120) "
                  "'<unknown>':0(':INVALID:':70000)",
                  "some values of memory are negative: is this the difference of two profiles?\n",
                  "time 70330 us, cpu 70210 us, memory 2049 bytes");
  assert_fails ("MOJ\5\1a", 6, CYAN_ERROR_INVALID,
                "t: byte 4: version 5 of the format, which we do not know");
  assert_fails ("MOJ\1\2\14\61\0\5\7", 10, CYAN_ERROR_INVALID,
                "t: byte 10: no frame has the key 7");
  assert_fails ("MOJ\1\2\14\61\0\77", 9, CYAN_ERROR_INVALID,
                "t: byte 9: an event of kind 63 that we do not know");
}

TEST ("/scripting/memory")
{
  assert_example ("memray-gprof2dot.json", "'<module>':0(load:64(parse:1025))", "",
                  "memory 1089 bytes");
  assert_example ("memray-transform.csv",
                  "'<module>':0(load:4096(parse:1024) 'operator\"x\", y':64)", "",
                  "memory 5184 bytes, allocations 6 count");
  assert_fails ("allocator,num_allocations,size,tid,thread_name,stack_trace\nMALLOC,3\n", -1,
                CYAN_ERROR_INVALID, "t: line 2: not the six values of an allocation");
}

TEST ("/scripting/scalene")
{
  assert_example ("scalene-lines.json",
                  "load:0.7875 Row.parse:0.75625 '<module>':0.20625000000000002 '<module>':0.75",
                  "there are no stacks in it, so that functions have no callers\n",
                  "time 2.5 s, memory 5.24288e+06 bytes");
  assert_example ("scalene-stacks.json", "'<module>':0(load:7(memcpy:2))", "",
                  "samples 9 samples, memory 4.71859e+06 bytes");
}

TEST ("/scripting/caliper")
{
  g_autoptr (CyanProfile) profile = load_example (
      "caliper-split.json", "main:130(größe:7(main:9)) x:0",
      "1 record without a path was left out\n", "sum#time.duration 146 us, count 13 count");

  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpuint (profile->n_threads, ==, 2);
}

/* Times are told by their names, and are microseconds if nothing else is said. */
TEST ("/scripting/caliper-units")
{
  static const char *const columns[][2] = { { "wall", "" },
                                            { "wall.time", "us" },
                                            { "duration", "us" } };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{ \"data\": [ [ 5, 0 ] ], \"columns\": [ \"sum#%s\", \"path\" ], "
                           "\"column_metadata\": [ {\"is_value\": true}, {\"is_value\": false} ], "
                           "\"nodes\": [ {\"label\": \"main\", \"column\": \"path\"} ], "
                           "\"cali.caliper.version\": \"2.11.0\" }",
                           columns[i][0]);
      g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);

      g_assert_cmpstr (profile->metrics[0].unit, ==, columns[i][1]);
    }
}

TEST ("/scripting/cuts")
{
  assert_survives_cuts ("austin-v4.mojo");
  assert_survives_cuts ("memray-transform.csv");
  assert_survives_cuts ("stackprof-raw.dump");
}
