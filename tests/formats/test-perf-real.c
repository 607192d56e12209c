/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * perf.data through perf itself.
 *
 * A shell counted to 60,000 under `perf record -e cpu-clock:u -F 999 -g`.  Its function names
 * depend on the libraries of the machine that reads it; times and threads do not.
 */
#include "compress-fixture.h"
#include "load-text.h"
#include "tests.h"

#include <string.h>

static char *
read_recording (gsize *length)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "sh.perf.data", NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, length, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
assert_recording (const CyanProfile *profile)
{
  g_assert_cmpstr (profile->format, ==, "perf-data");
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "cpu-clock:u");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpfloat (profile->metrics[0].total[CYAN_NODE_ROOT], ==, 69 * 1001001.0);
  g_assert_cmpfloat (profile->period, ==, 1001001);
  g_assert_cmpuint (profile->n_threads, ==, 1);
  g_assert_cmpstr (cyan_profile_name (profile, 1), ==, "sh");
  g_assert_cmpuint (profile->end[1], ==, profile->n_nodes);
  g_assert_cmpuint (profile->n_nodes, >, 10);
  g_assert_cmpuint (cyan_profile_depth (profile), >=, 8);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "host"), ==, "vm");
  g_assert_true (
      g_str_has_prefix (cyan_profile_get_meta (profile, "command"), "/usr/bin/perf rec"));
}

TEST ("/perf-real/recording")
{
  g_autoptr (CyanProfile) profile = load_data ("sh.perf.data");

  assert_recording (profile);
}

TEST ("/perf-real/compressed")
{
  gsize length;
  g_autofree char *bytes = read_recording (&length);
  g_autoptr (GByteArray) gzip = test_gzip (bytes, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("m", gzip->data, gzip->len, NULL, NULL, &error);

  g_assert_no_error (error);
  assert_recording (profile);
}

/* perf refuses most broken files and crashes on some: no part of a recording is used. */
TEST ("/perf-real/cut")
{
  gsize length;
  g_autofree char *bytes = read_recording (&length);

  for (gsize cut = 8; cut < length / 2; cut += length / 16)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile =
          cyan_profile_load_memory ("m", bytes, cut, NULL, NULL, &error);

      g_assert_null (profile);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "m: perf script "));
      g_assert_null (strchr (error->message, '\n'));
    }
}
