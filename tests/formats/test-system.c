/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what the profilers of operating systems export. */
#include "load-text.h"
#include "tests.h"

#include <string.h>

#define SELF CYAN_PROFILE_TEXT_SELF

static char *
read_example (const char *name, gsize *length)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "foreign", name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

/* Each beginning of the example is read or refused with one line that names the file. */
static void
assert_survives_cuts (const char *name)
{
  gsize length;
  g_autofree char *bytes = read_example (name, &length);

  for (gsize size = 1; size < length; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_text (bytes, (gssize) size, &error);

      g_assert_true ((profile != NULL) == (error == NULL));
      if (error != NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, "t: "));
          g_assert_null (strchr (error->message, '\n'));
        }
    }
}

static void
test_simpleperf (void)
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

static void
test_simpleperf_errors (void)
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

static void
test_apple_sample (void)
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

/* @lines is the call graph. */
static void
assert_sample_fails (const char *lines, const char *message)
{
  g_autofree char *text =
      g_strconcat ("Analysis of sampling a (pid 1) every 1 millisecond\n", lines, NULL);

  assert_fails (text, -1, CYAN_ERROR_INVALID, message);
}

static void
test_apple_sample_errors (void)
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

TESTS ("system")
{
  g_test_add_func ("/system/apple-sample", test_apple_sample);
  g_test_add_func ("/system/apple-sample-errors", test_apple_sample_errors);
  g_test_add_func ("/system/simpleperf", test_simpleperf);
  g_test_add_func ("/system/simpleperf-errors", test_simpleperf_errors);
}
