/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading Chrome's trace events. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS)

/* The shortest form of each event. */
#define B(name, ts)      "{\"ph\":\"B\",\"name\":\"" name "\",\"ts\":" ts "}"
#define E(name, ts)      "{\"ph\":\"E\",\"name\":\"" name "\",\"ts\":" ts "}"
#define X(name, ts, dur) "{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur "}"

TEST ("/trace-event/begin-and-end")
{
  assert_tree (
      "[" B ("main", "0") "," B ("parse", "1") "," B ("lex", "1.5") "," E ("lex", "2") "," E (
          "parse", "4") "," B ("parse", "5") "," E ("parse", "6") "," E ("main", "7") "]",
      FULL, "main:3000*1(parse:3500*2(lex:500*1))", "");
  assert_tree ("{\"traceEvents\":[" B ("f", "0") "," B ("f", "1") "," E ("f", "3") "," E (
                   "f", "7") "," B ("g", "7") "," E ("g", "8") "],\"displayTimeUnit\":\"ns\"}",
               FULL, "f:5000*1(f:2000*1) g:1000*1", "");
  /* An end needs no name. */
  assert_tree ("[" B ("f", "0") ",{\"ts\":2,\"ph\":\"E\"}]", FULL, "f:2000*1", "");
}

TEST ("/trace-event/what-it-is")
{
  g_autoptr (CyanProfile) profile = load_text (
      "{\"metadata\":{\"version\":\"uftrace v0.13\",\"command_line\":\"uftrace \\\"x\\\"\","
      "\"recorded_time\":\"Fri Nov 20\",\"other\":[1,{}]},\n\"stackFrames\":{},\"traceEvents\" : "
      "[\n"
      "{\"ts\":0,\"ph\":\"M\",\"pid\":7,\"name\":\"process_name\",\"args\":{\"name\":\"prog\"}},\n"
      "{\"ts\":0,\"ph\":\"M\",\"pid\":7,\"name\":\"thread_name\",\"args\":{\"name\":\"one\"}},\n"
      "{\"ts\":0,\"ph\":\"M\",\"pid\":7,\"name\":\"thread_name\",\"args\":{\"name\":\"two\"}},\n"
      "{\"ts\":0,\"ph\":\"M\",\"pid\":7,\"name\":\"thread_name\",\"args\":{\"name\":\"one\"}},"
      "\n" X ("f", "0", "1") "]}",
      -1, NULL);

  g_assert_cmpstr (profile->format, ==, "trace-event");
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "time");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  g_assert_cmpfloat (profile->period, ==, 0);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "producer"), ==, "uftrace v0.13");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "command"), ==, "uftrace \"x\"");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "recorded"), ==, "Fri Nov 20");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "process"), ==, "prog");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "threads"), ==, "one, two");
  g_assert_cmpuint (profile->warnings->len, ==, 0);
}

/* Nanoseconds since 1970, in microseconds with decimals, do not fit in a double. */
TEST ("/trace-event/precision")
{
  assert_tree ("[" B ("f", "1700000000000000.001") "," B ("g", "1700000000000000.003") "," E (
                   "g", "1700000000000000.006") "," E ("f", "1700000000000000.011") "]",
               FULL, "f:7*1(g:3*1)", "");
  assert_tree ("[" X ("f", "3999999999999999.999", "0.001") "]", FULL, "f:1*1", "");
  assert_tree ("[" X ("f", "-5.5", "1.0004999") "," X ("g", "0", "1.0005") "]", FULL,
               "f:1000*1 g:1001*1", "");
  assert_tree ("[" X ("f", "1.5e1", "25E-2") "," X ("g", "1e3", "1e-05") "]", FULL, "f:250*1 g:0*1",
               "");
}

TEST ("/trace-event/complete")
{
  static const char nested[] = "main:4000*1(a:3000*1(b:1000*1) b:2000*2)";

  assert_tree ("[" X ("main", "0", "10") "," X ("a", "1", "4") "," X ("b", "2", "1") "," X (
                   "b", "5", "1") "," X ("b", "9", "1") "]",
               FULL, nested, "");
  /* As written by programs that write each call when it ends. */
  assert_tree ("[" X ("b", "2", "1") "," X ("a", "1", "4") "," X ("b", "5", "1") "," X (
                   "b", "9", "1") "," X ("main", "0", "10") "]",
               FULL, nested, "");
  /* With the same start the longer one is the outer one; with the same length, too, the first. */
  assert_tree ("[" X ("in", "0", "5") "," X ("out", "0", "6") "," X ("in2", "0", "5") "]", FULL,
               "out:1000*1(in:0*1(in2:5000*1))", "");
  assert_tree ("[" X ("f", "3", "0") "," X ("g", "0", "5") "," X ("h", "5", "0") "]", FULL,
               "g:5000*1(f:0*1) h:0*1", "");
}

TEST ("/trace-event/overlap")
{
  assert_tree ("[" X ("f", "0", "10") "," X ("g", "6", "8") "," X ("h", "11", "1") "]", FULL,
               "f:6000*1(g:4000*1) h:1000*1",
               "1 call outlasts the call around it and was cut at its end\n");
  /* A rounding error is no overlap. */
  assert_tree ("[" X ("f", "0", "10.000") "," X ("g", "6", "4.001") "]", FULL, "f:6000*1(g:4000*1)",
               "");
  assert_tree ("[" X ("f", "0", "-1") "]", FULL, "f:0*1",
               "1 call of negative length was taken as 0\n"
               "the total time is 0, so that there are no shares\n");
}

TEST ("/trace-event/threads")
{
  assert_tree ("[{\"ph\":\"B\",\"name\":\"f\",\"ts\":0,\"pid\":1,\"tid\":1},"
               "{\"ph\":\"B\",\"name\":\"f\",\"ts\":1,\"pid\":1,\"tid\":2},"
               "{\"ph\":\"B\",\"name\":\"g\",\"ts\":2,\"pid\":1,\"tid\":1},"
               "{\"ph\":\"E\",\"name\":\"f\",\"ts\":3,\"pid\":1,\"tid\":2},"
               "{\"ph\":\"E\",\"name\":\"g\",\"ts\":4,\"pid\":1,\"tid\":1},"
               "{\"ph\":\"E\",\"name\":\"f\",\"ts\":5,\"pid\":1,\"tid\":1},"
               "{\"ph\":\"X\",\"name\":\"h\",\"ts\":0,\"dur\":9,\"pid\":2,\"tid\":\"main\"}]",
               FULL, "f:5000*2(g:2000*1) h:9000*1", "");
}

/* Threads with a call are counted; the order is known. */
TEST ("/trace-event/number-of-threads")
{
  static const struct
  {
    const char *text;
    guint n_threads;
  } cases[] = {
    { "[" B ("f", "0") "," E ("f", "2") "]", 1 },
    { "[{\"ph\":\"X\",\"name\":\"f\",\"ts\":0,\"dur\":1,\"tid\":1},"
      "{\"ph\":\"B\",\"name\":\"f\",\"ts\":0,\"tid\":2},"
      "{\"ph\":\"E\",\"ts\":4,\"tid\":2},"
      "{\"ph\":\"E\",\"ts\":4,\"tid\":3}]",
      2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = load_text (cases[i].text, -1, NULL);

      g_assert_cmpuint (profile->n_threads, ==, cases[i].n_threads);
      g_assert_false (profile->unordered);
    }
}

#define UNPAIRED(stray, cut, unfinished)                                                           \
  "calls and ends that do not pair: " stray " ignored, " cut ", " unfinished                       \
  " closed at the last time stamp\n"

TEST ("/trace-event/unbalanced")
{
  assert_tree ("[" E ("x", "0") "," B ("f", "1") "," E ("f", "3") "," E ("f", "4") "]", FULL,
               "f:2000*1",
               UNPAIRED ("2 ends without a call were", "0 calls ended with the one around them",
                         "0 calls without an end were"));
  assert_tree ("[" B ("f", "1") "," B ("g", "2") "," B ("h", "3") "," E ("h", "7") "]", FULL,
               "f:1000*1(g:1000*1(h:4000*1))",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "2 calls without an end were"));
  /* A longjmp across g and h. */
  assert_tree ("[" B ("f", "0") "," B ("g", "1") "," B ("h", "2") "," E ("f", "4") "," B (
                   "i", "5") "," E ("i", "6") "]",
               FULL, "f:1000*1(g:1000*1(h:2000*1)) i:1000*1",
               UNPAIRED ("0 ends without a call were", "2 calls ended with the one around them",
                         "0 calls without an end were"));
  /* The end of a call that never began, within another call. */
  assert_tree ("[" B ("f", "0") "," E ("z", "1") "," B ("g", "2") "," E ("z", "3") "," E (
                   "g", "4") "," E ("f", "6") "]",
               FULL, "f:4000*1(g:2000*1)",
               UNPAIRED ("2 ends without a call were", "0 calls ended with the one around them",
                         "0 calls without an end were"));
}

/* It lasts to the last time in the file, including complete calls, other threads and events that
 * are not calls; calls that begin meanwhile are below it. */
TEST ("/trace-event/unfinished")
{
  assert_tree ("[" B ("main", "0") "," X ("a", "1", "9") "]", FULL, "main:1000*1(a:9000*1)",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
  assert_tree ("[" B ("main", "0") "," B ("f", "1") "," X ("g", "2", "3") "," E ("f", "6") "," X (
                   "h", "7", "3") "]",
               FULL, "main:2000*1(f:2000*1(g:3000*1) h:3000*1)",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
  assert_tree (
      "[" B ("main", "0") ",{\"ph\":\"i\",\"ts\":4},{\"ph\":\"M\",\"ts\":7}]", FULL, "main:4000*1",
      UNPAIRED (
          "0 ends without a call were", "0 calls ended with the one around them",
          "1 call without an end was") "1 event that is not a call was left out (instants 1)\n");
  assert_tree ("[{\"ph\":\"B\",\"name\":\"f\",\"ts\":0,\"tid\":1},"
               "{\"ph\":\"X\",\"name\":\"g\",\"ts\":1,\"dur\":2,\"tid\":1},"
               "{\"ph\":\"X\",\"name\":\"h\",\"ts\":0,\"dur\":9,\"tid\":2}]",
               FULL, "f:7000*1(g:2000*1) h:9000*1",
               UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                         "1 call without an end was"));
  /* From the minimum to the maximum time. */
  assert_tree (
      "[" B ("f", "-4000000000000000") "," X ("g", "4000000000000000", "4000000000000000") "]",
      FULL, "f:8000000000000000000*1 g:4000000000000000000*1",
      UNPAIRED ("0 ends without a call were", "0 calls ended with the one around them",
                "1 call without an end was"));
}

#define LENGTHLESS(n)                                                                              \
  n " calls have no length and end with the one around them or with their thread\n"
#define ONE_LENGTHLESS "1 call has no length and ends with the one around it or with its thread\n"
#define NAMELESS(n)    n " calls have no name and are called (anonymous)\n"

/* Missing parts of a call are filled in and counted. */
TEST ("/trace-event/incomplete")
{
  assert_tree ("[" X ("main", "0", "10") ",{\"ph\":\"X\",\"name\":\"f\",\"ts\":2}," X (
                   "g", "3", "1") "," X ("h", "12", "3") "]",
               FULL, "main:2000*1(f:7000*1(g:1000*1)) h:3000*1", ONE_LENGTHLESS);
  assert_tree ("[" B ("main", "0") ",{\"ph\":\"X\",\"name\":\"f\",\"ts\":2}," E (
                   "main", "5") "," B ("g", "6") "," E ("g", "8") "]",
               FULL, "main:2000*1(f:3000*1) g:2000*1", ONE_LENGTHLESS);
  assert_tree ("[{\"ph\":\"X\",\"name\":\"f\",\"ts\":1}," X (
                   "g", "2", "3") ","
                                  "{\"ph\":\"X\",\"name\":\"h\",\"ts\":7},{\"ph\":\"i\",\"ts\":9}]",
               FULL, "f:3000*1(g:3000*1 h:2000*1)",
               "1 event that is not a call was left out (instants 1)\n" LENGTHLESS ("2"));
  assert_tree (
      "[" X ("main", "0",
             "10") ",{\"ph\":\"X\",\"ts\":2,\"dur\":3},"
                   "{\"ph\":\"X\",\"ts\":3},{\"ph\":\"B\",\"ts\":6},{\"ph\":\"E\",\"ts\":7}]",
      FULL, "main:6000*1('(anonymous)':2000*2('(anonymous)':2000*1))",
      NAMELESS ("3") ONE_LENGTHLESS);
}

TEST ("/trace-event/other-events")
{
  assert_tree (
      "[" B ("f",
             "0") ",{\"ph\":\"i\",\"name\":\"note\",\"s\":\"g\"},"
                  "{\"ph\":\"C\",\"ts\":1,\"args\":{\"name\":3,\"deep\":[[{\"ph\":\"B\"}]]}},{},"
                  "{\"ph\":\"E\",\"ts\":2,\"cat\":null,\"args\":[\"]\"],\"id\":{\"ph\":1},\"x\":"
                  "true}]",
      FULL, "f:2000*1", "2 events that are not calls were left out (counters 1, instants 1)\n");
}

TEST ("/trace-event/open-list")
{
  static const char warning[] = "the list of events has no end: the file may have been cut\n";

  assert_tree ("[\n" B ("f", "0") ",\n" E ("f", "1") "\n", FULL, "f:1000*1", warning);
  assert_tree ("[\n" B ("f", "0") ",\n" E ("f", "1") ",\n", FULL, "f:1000*1", warning);
  /* Cut in an event, which is left out, or behind the events. */
  assert_tree ("[" B ("f", "0") "," E ("f", "1") ",{\"ph\":", FULL, "f:1000*1", warning);
  assert_tree ("{\"traceEvents\":[" B ("f", "0") "," E ("f", "1") ",{\"name\":\"f\\u00", FULL,
               "f:1000*1", warning);
  assert_tree ("{\"traceEvents\":[" X ("f", "0", "1") "],\"metadata\":{\"a\":tr", FULL, "f:1000*1",
               warning);
  assert_fails ("[{\"ph\":\"B\",\"ts\":", -1, CYAN_ERROR_INVALID,
                "t: byte 16: event 1: the input ends where a value is expected");
}

TEST ("/trace-event/names")
{
  assert_tree (
      "\xef\xbb\xbf[\r\n" B ("<b>&amp;</b>", "0") ",\r\n" B (
          "a\\n\\\"b\\\"\\\\ \\/", "0") ",\r\n" B ("\\u00e9\\ud83d\\ude00\xc3\xa9",
                                                   "0") ",\r\n" B ("", "0") "]",
      CYAN_PROFILE_TEXT_NAMES, "<b>&amp;</b>('a\n\"b\"\\ /'(\xc3\xa9\xf0\x9f\x98\x80\xc3\xa9('')))",
      UNPAIRED (
          "0 ends without a call were", "0 calls ended with the one around them",
          "4 calls without an end were") "the total time is 0, so that there are no shares\n");
}

/* A character that is legal in JSON but not in names. */
TEST ("/trace-event/nul-in-names")
{
  assert_tree ("[" X ("a\\u0000b", "0", "1") "," X ("\\u0000", "2", "1") "]", FULL,
               "'a\xef\xbf\xbd"
               "b':1000*1 '\xef\xbf\xbd':1000*1",
               "");
}

TEST ("/trace-event/long-name")
{
  g_autofree char *name = g_strnfill (100000, 'n');
  g_autofree char *text = g_strdup_printf (
      "[{\"ph\":\"B\",\"ts\":0,\"name\":\"%s\"},{\"ph\":\"E\",\"ts\":1,\"name\":\"%s\"},"
      "{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"name\":\"%s\\n\"}]",
      name, name, name);
  g_autoptr (CyanProfile) profile = load_text (text, -1, NULL);
  g_autofree char *warned = warnings_of (profile);

  g_assert_cmpuint (profile->n_nodes, ==, 1 + 2);
  g_assert_true (g_str_has_prefix (cyan_profile_name (profile, 1), "nnnn"));
  g_assert_cmpuint (strlen (cyan_profile_name (profile, 1)), <=, CYAN_STRING_MAX);
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 3000);
  g_assert_null (strstr (warned, "do not pair"));
  g_assert_nonnull (strstr (warned, "repaired"));
}

TEST ("/trace-event/errors")
{
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    /* What is missing or of the wrong kind. */
    { "{\"traceEvents\":[]}", "t: byte 18: no \"B\", \"E\" or \"X\" event, so no calls" },
    { "{\"traceEvents\":[],\"traceEvents\":[]}", "t: byte 18: the same key twice" },
    { "[{\"ph\":\"B\"}]", "t: byte 10: event 1: a \"B\" event without \"ts\"" },
    { "[{\"ph\":\"X\",\"dur\":0}]", "t: byte 18: event 1: a \"X\" event without \"ts\"" },
    { "[{\"ph\":\"E\"}]", "t: byte 10: event 1: a \"E\" event without \"ts\"" },
    { "[" B ("f", "0") ",{\"ts\":0}]", "t: byte 37: event 2: there is no \"ph\" in it" },
    { "[" B ("f", "0") ",7]", "t: byte 30: event 2: not an object" },
    { "[{\"ph\":\"BB\"}]", "t: byte 7: event 1: \"ph\" is not one letter" },
    { "[{\"ph\":\"B\",\"ts\":\"0 \"}]", "t: byte 16: event 1: \"ts\" is not a number" },
    { "[{\"ph\":\"B\",\"dur\":null}]", "t: byte 17: event 1: \"dur\" is not a number" },
    { "[{\"ph\":\"B\",\"name\":5}]", "t: byte 18: event 1: \"name\" is not a string" },
    { "[{\"ph\":\"B\",\"pid\":[]}]",
      "t: byte 17: event 1: \"pid\" is neither a number nor a string" },
    { "[{\"ph\":\"B\",\"ph\":\"B\"}]", "t: byte 11: event 1: the same key twice" },
    { "[{\"ph\":\"B\",\"z\":1,\"z\":1}]", "t: byte 17: event 1: the same key twice" },
    /* Numbers. */
    { "[{\"ph\":\"B\",\"ts\":1e400}]", "t: byte 16: event 1: \"ts\" is out of range" },
    { "[{\"ph\":\"B\",\"ts\":18446744073709551616}]",
      "t: byte 16: event 1: \"ts\" is out of range" },
    { "[{\"ph\":\"B\",\"ts\":-4000000000000000.001}]",
      "t: byte 16: event 1: \"ts\" is out of range" },
    { "[{\"ph\":\"B\",\"ts\":123456789012345678901234567890}]",
      "t: byte 16: event 1: \"ts\" is out of range" },
    { "[{\"ph\":\"B\",\"ts\":NaN}]", "t: byte 16: event 1: expected a value" },
    { "[{\"ph\":\"B\",\"ts\":-Infinity}]",
      "t: byte 16: event 1: not a number as JSON writes them" },
    { "[{\"ph\":\"B\",\"ts\":01}]", "t: byte 16: event 1: not a number as JSON writes them" },
    { "[{\"ph\":\"B\",\"ts\":1.}]", "t: byte 16: event 1: not a number as JSON writes them" },
    { "[{\"ph\":\"B\",\"ts\":.5}]", "t: byte 16: event 1: expected a value" },
    { "[{\"ph\":\"B\",\"ts\":+5}]", "t: byte 16: event 1: expected a value" },
    { "[{\"ph\":\"B\",\"z\":1e}]", "t: byte 15: event 1: not a number as JSON writes them" },
    /* Strings. */
    { "[{\"ph\":\"B\",\"name\":\"a\nb\"}]",
      "t: byte 20: event 1: a control character in a string" },
    { "[{\"ph\":\"B\",\"name\":\"a\xff\"}]",
      "t: byte 20: event 1: bytes in a string that are not UTF-8" },
    { "[{\"ph\":\"B\",\"cat\":\"\xed\xa0\x80\"}]",
      "t: byte 18: event 1: bytes in a string that are not UTF-8" },
    { "[{\"ph\":\"B\",\"name\":\"a\\ud800\"}]",
      "t: byte 20: event 1: half a surrogate pair in a string" },
    { "[{\"ph\":\"B\",\"name\":\"a\\ude00\"}]",
      "t: byte 20: event 1: half a surrogate pair in a string" },
    { "[{\"ph\":\"B\",\"name\":\"a\\ud800\\u0041\"}]",
      "t: byte 20: event 1: half a surrogate pair in a string" },
    { "[{\"ph\":\"B\",\"name\":\"\\x41\"}]", "t: byte 19: event 1: no such escape in a string" },
    { "[{\"ph\":\"B\",\"name\":\"\\u00g0\"}]", "t: byte 19: event 1: no such escape in a string" },
    /* Structure. */
    { "[{\"ph\":\"B\",}]", "t: byte 11: event 1: expected a key in quotes" },
    { "[{\"ph\" \"B\",\"ph\":\"B\"}]", "t: byte 7: event 1: expected a colon after the key" },
    { "[{\"ph\":\"B\" \"ts\":0}]", "t: byte 11: event 1: expected a comma or a closing brace" },
    { "[{\"ph\":\"i\"} {\"ph\":\"i\"}]",
      "t: byte 12: event 2: expected a comma or a closing bracket" },
    { "[{\"ph\":\"i\"}}", "t: byte 11: event 2: expected a comma or a closing bracket" },
    { "[{\"ph\":\"i\"},]", "t: byte 12: event 2: expected a value" },
    { "[{\"ph\":\"i\",\"z\":tru}]", "t: byte 15: event 1: expected a value" },
    { "[{\"ph\":\"i\",\"z\":[1,2}]", "t: byte 19: event 1: expected a comma or a closing bracket" },
    { "[" X ("f", "0", "1") "] x",
      "t: byte 39: expected nothing more after the end of the JSON value" },
    { "{\"traceEvents\":[" X ("f", "0", "1") "],\"metadata\":{\"a\":1,\"a\":2}}",
      "t: byte 72: \"metadata\" has the same key twice" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      assert_fails (cases[i].text, -1, CYAN_ERROR_INVALID, cases[i].message);
    }
  assert_fails ("[{\"ph\":\"B\",\"name\":\"a\0\"}]", 23, CYAN_ERROR_INVALID,
                "t: byte 20: event 1: a control character in a string");
}

TEST ("/trace-event/node-limit")
{
  const CyanLoadOptions options = { .max_nodes = 3 };
  static const char *const texts[] = {
    "[" B ("a", "0") "," B ("b", "0") "," E ("b", "1") "," B ("c", "2") "]",
    "[" X ("a", "0", "9") "," X ("b", "1", "1") "," X ("c", "3", "1") "]"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile =
          cyan_profile_load_memory ("t", texts[i], strlen (texts[i]), &options, NULL, &error);

      g_assert_null (profile);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
      g_assert_cmpstr (error->message, ==, "t: more than 3 nodes");
      g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT_OR_HOT);
    }
}

TEST ("/trace-event/deep-json")
{
  g_autofree char *brackets = g_strnfill (1000000, '[');
  g_autofree char *text = g_strconcat ("[{\"ph\":\"i\",\"args\":", brackets, NULL);

  assert_fails (text, -1, CYAN_ERROR_INVALID,
                "t: byte 20016: event 1: nested more than 20000 deep");
}

/* A million nested calls, and as many ends without a call. */
TEST ("/trace-event/deep-calls")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *warned = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append (text, B ("f", "0") ",");
  for (guint i = 0; i < depth; i++)
    g_string_append (text, E ("g", "0") ",");
  g_string_append (text, "{\"ph\":\"E\",\"ts\":1}]");
  profile = load_text (text->str, -1, NULL);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 1000);
  warned = warnings_of (profile);
  g_assert_cmpstr (warned, ==,
                   UNPAIRED ("1000000 ends without a call were",
                             "0 calls ended with the one around them",
                             "999999 calls without an end were"));
}

/* A file cut at any byte gives an error or a warning. */
TEST ("/trace-event/cut-everywhere")
{
  static const char *const texts[] = {
    "[\n" B ("m\\u00e9\xc3\xa9", "0.125") ",\n" X ("x", "1e1", "-2.5E-3") ",\n" E ("f", "1") "\n]",
    "{\"a\":[true,false,null,{}], \"traceEvents\":[" B ("f", "0") "," E ("f", "1") "]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize length = 0; length < strlen (texts[i]); length++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanProfile) profile = load_text (texts[i], (gssize) length, &error);
        g_autofree char *warned = profile != NULL ? warnings_of (profile) : NULL;

        if (profile == NULL)
          g_assert_true (strchr (error->message, '\n') == NULL
                         && g_str_has_prefix (error->message, "t: "));
        else
          g_assert_nonnull (strstr (warned, "may have been cut"));
      }
}

/* Tokens across every boundary of the reader's window. */
TEST ("/trace-event/across-windows")
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (CyanProfile) profile = NULL;
  const guint n = 60000;

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (
          text,
          "{ \"name\" : \"caf\\u00e9 \xe2\x82\xac\" ,%*s\"ph\" : \"X\" , \"ts\":%u.125e0 ,"
          "\"dur\" : 0.5 , \"args\" : { \"q\" : [ null , true , -1.25e-3 , \"\\\\\" ] } },\n",
          (int) (i % 37), "", i);
    }
  g_string_append (text, "{}]");
  profile = load_text (text->str, -1, NULL);
  assert_profile (profile, FULL, "'caf\xc3\xa9 \xe2\x82\xac':30000000*60000");
}

/* The same calls as begin and end events, as complete events by end, and in any order give the same
 * tree. */
TEST ("/trace-event/forms-agree")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) pairs = g_string_new ("[");
      g_autoptr (GPtrArray) slices = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GString) complete = g_string_new ("[");
      g_autoptr (CyanProfile) a = NULL;
      g_autoptr (CyanProfile) b = NULL;
      g_autofree char *tree_a = NULL;
      g_autofree char *tree_b = NULL;
      guint starts[16], names[16], depth = 0, time = 0;

      for (guint step = 0; step < 60 || depth > 0; step++)
        {
          time += 1 + (guint) g_rand_int_range (random, 0, 3);
          if (step < 60 && depth < 16 && (depth == 0 || g_rand_boolean (random)))
            {
              starts[depth] = time;
              names[depth] = (guint) g_rand_int_range (random, 0, 3);
              g_string_append_printf (pairs, B ("f%u", "%u") ",", names[depth], time);
              depth++;
            }
          else
            {
              depth--;
              g_string_append_printf (pairs, E ("f%u", "%u") ",", names[depth], time);
              g_ptr_array_add (slices, g_strdup_printf (X ("f%u", "%u", "%u") ",", names[depth],
                                                        starts[depth], time - starts[depth]));
            }
        }
      for (guint left = slices->len; left > 0; left--)
        {
          guint index = round % 2 ? (guint) g_rand_int_range (random, 0, (gint) left) : 0;

          g_string_append (complete, g_ptr_array_index (slices, index));
          g_ptr_array_remove_index (slices, index);
        }
      g_string_append (pairs, "{}]");
      g_string_append (complete, "{}]");

      a = load_text (pairs->str, -1, NULL);
      b = load_text (complete->str, -1, NULL);
      tree_a = cyan_profile_to_text (a, FULL);
      tree_b = cyan_profile_to_text (b, FULL);
      g_assert_cmpstr (tree_a, ==, tree_b);
      g_assert_cmpuint (a->warnings->len + b->warnings->len, ==, 0);
    }
}

static guint64
sum_of_calls (const CyanProfile *profile)
{
  guint64 sum = 0;

  for (CyanNode node = 1; node < profile->n_nodes; node++)
    sum += cyan_profile_calls (profile, node);
  return sum;
}

/* Recordings by uftrace, the second with times in whole microseconds from its start. uftrace does
 * not follow its longjmp calls, which makes the tree deep. */
TEST ("/trace-event/recordings")
{
  g_autoptr (CyanProfile) cmark = load_data ("cmark-a.uftrace.json.zst");
  g_autoptr (CyanProfile) lua = load_data ("lua-a.uftrace-us.json.zst");

  g_assert_cmpuint (cmark->n_nodes - 1, ==, 394);
  g_assert_cmpuint (sum_of_calls (cmark), ==, 27683);
  g_assert_cmpuint (cyan_profile_depth (cmark), ==, 20);
  g_assert_cmpfloat (cmark->metrics[0].total[0], ==, 6018481);
  g_assert_cmpstr (cyan_profile_name (cmark, 1), ==, "main");
  g_assert_cmpuint (cmark->warnings->len, ==, 0);

  g_assert_cmpuint (lua->n_nodes - 1, ==, 8342);
  g_assert_cmpuint (sum_of_calls (lua), ==, 30044);
  g_assert_cmpuint (cyan_profile_depth (lua), ==, 231);
  g_assert_cmpfloat (lua->metrics[0].total[0], ==, 7322000);
  g_assert_cmpuint (lua->warnings->len, ==, 0);
}

TEST ("/trace-event/other-json")
{
  static const char *const texts[] = {
    ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"profiles\":[],"
     "\"shared\":{\"frames\":[{\"name\":\"traceEvents\"},{\"name\":\"ph\"}]}}"),
    "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"ph\"}}],\"timeDeltas\":[1]}",
    "[1, 2, 3]",
    "[{\"name\":\"\\\"ph\\\"\"}]",
    "[]",
    "{\"traceEvents\":{}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (texts[i], -1, &error);

      if (profile != NULL)
        g_assert_cmpstr (profile->format, ==, "cpuprofile");
      else
        g_assert_null (strstr (error->message, "event"));
      g_assert_cmpint (cyan_format_trace_event.sniff (texts[i], strlen (texts[i])), ==, 0);
    }
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  guint *left = data;

  return (*left)-- > 0;
}

/* Cancelling is reported as such, not as an unexpected end of the file. */
TEST ("/trace-event/cancel")
{
  g_autoptr (GString) text = g_string_new ("[");

  for (guint i = 0; i < 100000; i++)
    g_string_append (text, X ("f", "1", "1") ",");
  g_string_append (text, "{}]");
  for (guint after = 0; after < 8; after++)
    {
      guint left = after;
      CyanTick tick = CYAN_TICK_INIT (stop, &left);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile =
          cyan_profile_load_memory ("t", text->str, text->len, NULL, &tick, &error);

      g_assert_null (profile);
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
    }
}
