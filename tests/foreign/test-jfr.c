/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Java Flight Recorder files: metrics, names, chunks, and damaged files. */
#include "jfr-fixture.h"
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

static void
assert_reads (const GString *file, const char *tree, const char *warnings)
{
  assert_tree_of (file->str, (gssize) file->len, SELF, tree, warnings);
}

TEST ("/formats/jfr/samples")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
  JfrChunk chunk = jfr_plain;
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = NULL;

  jfr_put_sample (events, 5, 1, 1);
  jfr_put_sample (events, 6, 1, 1);
  jfr_put_sample (events, 5, 2, 1);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  assert_reads (file, "p.A.a:1(p.q.B.b:2)", "");

  profile = load_text (file->str, (gssize) file->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_threads, ==, 2);
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "samples");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "samples");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 1);
  g_assert_null (profile->calls);
}

/* Samples come first, whatever the order of events, and times are converted from ticks. */
TEST ("/formats/jfr/metrics")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  JfrChunk chunk = jfr_plain;

  jfr_put_blocked (events, 1000, 5, 2);
  jfr_put_sample (events, 5, 1, 1);
  jfr_put_sample (events, 5, 1, 2);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  profile = load_text (file->str, (gssize) file->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_metrics, ==, 3);
  g_assert_cmpstr (profile->metrics[0].name, ==, "samples");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 1);
  g_assert_cmpstr (profile->metrics[1].name, ==, "wall samples");
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 1);
  g_assert_cmpstr (profile->metrics[2].name, ==, "blocked");
  g_assert_cmpstr (profile->metrics[2].unit, ==, "ns");
  g_assert_cmpfloat (profile->metrics[2].total[0], ==, 2000);
}

/* async-profiler says in a setting, or in the state, that samples are of the wall clock. */
TEST ("/formats/jfr/wall")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL),
                      setting = g_string_new (NULL);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  JfrChunk chunk = jfr_plain;

  jfr_put_sample (events, 5, 1, 1);
  jfr_put_sample (events, 5, 2, 2);
  jfr_put_text (setting, "event");
  jfr_put_text (setting, "wall");
  jfr_put_event (events, SETTING, setting);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  profile = load_text (file->str, (gssize) file->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "wall samples");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 2);
}

/* Each chunk has its own constants; what is the same in both adds up. */
TEST ("/formats/jfr/chunks")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
  JfrChunk chunk = jfr_plain;

  jfr_put_sample (events, 5, 1, 1);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  chunk.symbols[3] = "c";
  jfr_put_chunk (file, &chunk);
  chunk.symbols[3] = "b";
  jfr_put_chunk (file, &chunk);
  assert_reads (file, "p.A.a:0(p.q.B.b:2 p.q.B.c:1)", "");

  /* The recorder was killed in a fourth one. */
  g_string_append_len (file, "FLR\0\0\2\0\1", 8);
  assert_reads (file, "p.A.a:0(p.q.B.b:2 p.q.B.c:1)",
                "the last chunk, from byte 2874 on, is not finished and was left out: the file is "
                "cut, or the recorder did not end\n");
}

TEST ("/formats/jfr/what-is-missing")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
  JfrChunk chunk = jfr_plain;

  jfr_put_sample (events, 5, 3, 1);
  jfr_put_sample (events, 5, 4, 1);
  jfr_put_sample (events, 5, 77, 1);
  jfr_put_sample (events, 5, 5, 1);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  assert_reads (file, "p.A.a:0(p.q.B.b:1 '[unknown]':1) '[no stack]':2",
                "1 of 4 events has a stack deeper than the recorder kept: its outermost frames are "
                "not in the file\n"
                "2 of 4 events have no stack; they are in \"[no stack]\"\n"
                "1 frame has a method that is not in the file\n");
}

/* Addresses and hashes of hidden classes become what names are normalised from. */
TEST ("/formats/jfr/names")
{
  static const struct
  {
    const char *class, *name;
  } cases[] = {
    { "Main$$Lambda$82+0x00007f6c4c007a08/1627857534", "'Main$$Lambda$82/0x00007f6c4c007a08.a'" },
    { "p/Main$$Lambda.0x00007f6c4c007a08", "'p.Main$$Lambda/0x00007f6c4c007a08.a'" },
    { "p/Main$$Lambda$82/1627857534", "'p.Main$$Lambda$82/1627857534.a'" },
    { "", "a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
      g_autofree char *tree = g_strconcat (cases[i].name, ":1", NULL);
      JfrChunk chunk = jfr_plain;

      jfr_put_sample (events, 5, 2, 1);
      chunk.symbols[0] = cases[i].class;
      chunk.events = events;
      jfr_put_chunk (file, &chunk);
      assert_reads (file, tree, "");
    }
}

/* A recording of the JDK's; `jfr print` has the same values. */
TEST ("/formats/jfr/recording")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/jfr-orders.jfr.gz");

  g_assert_cmpuint (profile->n_metrics, ==, 4);
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 47);
  g_assert_cmpstr (profile->metrics[1].name, ==, "allocated (sampled)");
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 42558072);
  g_assert_cmpfloat (profile->metrics[2].total[0], ==, 2843011754);
  g_assert_cmpfloat (profile->metrics[3].total[0], ==, 3781027024);
}

/* A file that is cut, or has another byte somewhere, gives one line or a profile.  The fuzzer cuts
 * at every byte. */
TEST ("/formats/jfr/damage")
{
  g_autoptr (GString) file = g_string_new (NULL), events = g_string_new (NULL);
  JfrChunk chunk = jfr_plain;

  jfr_put_sample (events, 5, 1, 1);
  chunk.events = events;
  jfr_put_chunk (file, &chunk);
  for (gsize length = 4; length < file->len; length += 13)
    assert_fails (file->str, (gssize) length, CYAN_ERROR_INVALID,
                  "t: byte 0: the chunk is not finished: the file is cut, or the recorder did not "
                  "end");
  assert_survives_damage (file, 4);
}

TEST ("/formats/jfr/versions")
{
  char header[68] = "FLR\0\0\1\0\0";

  assert_fails (header, sizeof header, CYAN_ERROR_UNSUPPORTED,
                "t: version 1 of Java Flight Recorder, which Java 8 and older write; convert it "
                "with JDK Mission Control");
  header[5] = 3;
  assert_fails (header, sizeof header, CYAN_ERROR_UNSUPPORTED,
                "t: version 3 of Java Flight Recorder, but only version 2 is known");
}
