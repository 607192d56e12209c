/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading pprof profiles: each part, and recordings. */
#include "pprof-fixture.h"
#include "profile-text.h"
#include "same-profile.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

/* Strings of small(): 1 cpu, 2 nanoseconds, then names. */
#define CPU "cpu", "nanoseconds"

/* Functions 1 main, 2 parse, 3 lex with strings 3, 4, 5. */
static void
put_functions (GByteArray *bytes)
{
  for (guint64 i = 1; i <= 3; i++)
    pb_function (bytes, i, i + 2);
}

static GByteArray *
small (void)
{
  GByteArray *bytes = g_byte_array_new ();

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_SAMPLE (bytes, 30, 2, 1);
  PB_SAMPLE (bytes, 5, 1);
  PB_SAMPLE (bytes, 7, 3, 2, 1);
  PB_SAMPLE (bytes, 1, 2, 1);
  put_functions (bytes);
  PB_STRINGS (bytes, CPU, "main", "parse", "lex");
  return bytes;
}

TEST ("/pprof/small")
{
  g_autoptr (CyanProfile) profile = pb_load_fine (small ());

  assert_profile (profile, SELF, "main:5(parse:31(lex:7))");
  g_assert_cmpstr (profile->format, ==, "pprof");
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "cpu");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_true (profile->unordered);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_cmpuint (profile->n_threads, ==, 0);
  g_assert_cmpuint (profile->warnings->len, ==, 0);
}

/* The tables may come before, between or after the samples. */
TEST ("/pprof/any-order")
{
  for (guint order = 0; order < 6; order++)
    {
      static const char *const orders[] = { "tfsS", "sftS", "Sfst", "fStS", "tSfs", "SSft" };
      GByteArray *bytes = g_byte_array_new ();
      g_autoptr (CyanProfile) profile = NULL;
      gboolean samples = FALSE, strings = FALSE;

      for (const char *part = orders[order]; *part != '\0'; part++)
        if (*part == 't')
          pb_message (bytes, 1, PB_NUMBERS (1, 2));
        else if (*part == 'f')
          put_functions (bytes);
        else if (*part == 's')
          {
            PB_STRINGS (bytes, CPU, "main", "parse", "lex");
            strings = TRUE;
          }
        else if (!samples)
          {
            PB_SAMPLE (bytes, 3, 2, 1);
            PB_SAMPLE (bytes, 4, 3, 1);
            samples = TRUE;
          }
      if (!strings)
        PB_STRINGS (bytes, CPU, "main", "parse", "lex");
      profile = pb_load_fine (bytes);
      assert_profile (profile, SELF, "main:0(parse:3 lex:4)");
    }
}

/* The first line of a location is the innermost; modules, files and lines are kept. */
TEST ("/pprof/inlined-frames")
{
  GByteArray *bytes = g_byte_array_new ();
  GByteArray *location = PB_NUMBERS (7, 9, 0xdead);
  g_autoptr (CyanProfile) profile = NULL;
  const CyanFunction *leaf, *main_function;

  pb_message (location, 4, PB_NUMBERS (500, 12));
  pb_message (location, 4, PB_NUMBERS (501, 34));
  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_SAMPLE (bytes, 3, 7, 8);
  pb_message (bytes, 4, location);
  location = PB_NUMBERS (8, 10);
  pb_message (location, 4, PB_NUMBERS (G_MAXUINT64, 77));
  pb_message (bytes, 4, location);
  pb_message (bytes, 5, PB_NUMBERS (500, 3, 4, 5, 70));
  pb_message (bytes, 5, PB_NUMBERS (501, 6));
  pb_message (bytes, 5, PB_NUMBERS (G_MAXUINT64, 0, 7, 5));
  pb_message (bytes, 3, PB_NUMBERS (9, 0x400000, 0x500000, 0, 8));
  pb_message (bytes, 3, PB_NUMBERS (10, 0, 0, 0, 9));
  PB_STRINGS (bytes, CPU, "inner", "_Zinner", "src/a.c", "outer", "main", "/usr/lib/libfoo.so.1",
              "C:\\bin\\app.exe");
  profile = pb_load_fine (bytes);

  assert_profile (profile, SELF, "main:0(outer:0(inner:3))");
  leaf = cyan_profile_function (profile, 3);
  main_function = cyan_profile_function (profile, 1);
  g_assert_cmpstr (cyan_strings_get (profile->strings, leaf->module), ==, "libfoo.so.1");
  g_assert_cmpstr (cyan_strings_get (profile->strings, leaf->file), ==, "src/a.c");
  g_assert_cmpuint (leaf->line, ==, 70);
  g_assert_cmpstr (cyan_strings_get (profile->strings, main_function->module), ==, "app.exe");
  /* The line of a sample is not that of the definition. */
  g_assert_cmpuint (main_function->line, ==, 0);
}

/* A location with only an address is identified by its module, so that two recordings can match. */
TEST ("/pprof/without-symbols")
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (CyanProfile) profile = NULL;

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_SAMPLE (bytes, 3, 10, 1);
  PB_SAMPLE (bytes, 4, 11, 1);
  PB_SAMPLE (bytes, 5, 12, 1);
  pb_message (bytes, 2, pb_sample_n (0, NULL, 1, (guint64[]){ 6 }));
  pb_message (bytes, 4, PB_NUMBERS (10, 1, 0x7f0001));
  pb_message (bytes, 4, PB_NUMBERS (11, 1, 0x7f0002));
  pb_message (bytes, 4, PB_NUMBERS (12, 0, 0x7f0003));
  pb_message (bytes, 3, PB_NUMBERS (1, 0, 0, 0, 6));
  put_functions (bytes);
  PB_STRINGS (bytes, CPU, "main", "parse", "lex", "/lib/libc.so.6");
  profile = pb_load_fine (bytes);

  assert_profile (profile, SELF, "[unknown]:6 main:0([unknown]:7 [unknown]:5)");
  g_assert_cmpstr (cyan_strings_get (profile->strings, cyan_profile_function (profile, 3)->module),
                   ==, "libc.so.6");
}

/* A sample type of two empty strings has no bytes but is a metric. */
TEST ("/pprof/empty-sample-type")
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (CyanProfile) profile = NULL;

  pb_message (bytes, 1, g_byte_array_new ());
  PB_SAMPLE (bytes, 5, 2, 1);
  put_functions (bytes);
  PB_STRINGS (bytes, CPU, "main", "parse", "lex");
  profile = pb_load_fine (bytes);

  assert_profile (profile, SELF, "main:0(parse:5)");
  g_assert_cmpstr (profile->metrics[0].name, ==, "value");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "");
}

typedef struct
{
  const char *type, *unit;
} Type;

/* A profile of these sample types with one sample, of main, and the values 1, 2, 3 ... */
static GByteArray *
with_types (guint n, const Type *types, guint64 default_type)
{
  GByteArray *bytes = g_byte_array_new ();
  guint64 values[64], location = 1;

  pb_text (bytes, 6, "");
  pb_text (bytes, 6, "main");
  for (guint i = 0; i < n; i++)
    {
      pb_message (bytes, 1, PB_NUMBERS (2 + 2 * i, 3 + 2 * i));
      pb_text (bytes, 6, types[i].type);
      pb_text (bytes, 6, types[i].unit);
      values[i] = i + 1;
    }
  pb_message (bytes, 2, pb_sample_n (1, &location, n, values));
  pb_function (bytes, 1, 1);
  if (default_type != 0)
    pb_field (bytes, 14, default_type);
  return bytes;
}

static char *
metrics_of (const CyanProfile *profile)
{
  GString *text = g_string_new (NULL);

  for (guint m = 0; m < profile->n_metrics; m++)
    g_string_append_printf (text, "%s%s/%s=%g", m > 0 ? " " : "", profile->metrics[m].name,
                            profile->metrics[m].unit, profile->metrics[m].total[CYAN_NODE_ROOT]);
  if (cyan_profile_has_calls (profile))
    g_string_append_printf (text, " *%" G_GUINT64_FORMAT, profile->calls[1]);
  return g_string_free (text, FALSE);
}

TEST ("/pprof/sample-types")
{
  static const Type heap[] = { { "alloc_objects", "count" },
                               { "alloc_space", "bytes" },
                               { "inuse_objects", "count" },
                               { "inuse_space", "bytes" } };
  static const Type cpu[] = { { "samples", "count" }, { "cpu", "nanoseconds" } };
  static const Type calls[] = { { "time", "microseconds" }, { "calls", "count" } };
  static const Type only_calls[] = { { "calls", "count" } };
  static const Type odd[] = { { "x", "" }, { "x", "1/100 seconds" }, { "x", "1/3 seconds" } };
  const struct
  {
    guint n;
    const Type *types;
    guint64 default_type;
    const char *metrics;
  } cases[] = {
    { 2, cpu, 0, "cpu/ns=2 samples/samples=1" },
    { 2, cpu, 2, "samples/samples=1 cpu/ns=2" },
    { 4, heap, 0,
      "inuse_space/bytes=4 alloc_objects/count=1 alloc_space/bytes=2 inuse_objects/count=3" },
    { 4, heap, 4,
      "alloc_space/bytes=2 alloc_objects/count=1 inuse_objects/count=3 inuse_space/bytes=4" },
    /* A default that does not exist is ignored. */
    { 2, cpu, 1, "cpu/ns=2 samples/samples=1" },
    { 2, calls, 0, "time/us=1 *2" },
    { 2, calls, 4, "time/us=1 *2" },
    { 1, only_calls, 0, "calls/count=1 *1" },
    { 3, odd, 0, "x/1/3 seconds=3 x 2/=1 x 3/s=0.02" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile =
          pb_load_fine (with_types (cases[i].n, cases[i].types, cases[i].default_type));
      g_autofree char *metrics = metrics_of (profile);

      g_assert_cmpstr (metrics, ==, cases[i].metrics);
    }
}

/* The weight of one sample in the unit of metric 0. */
TEST ("/pprof/period")
{
  static const Type cpu[] = { { "samples", "count" }, { "cpu", "microseconds" } };
  static const struct
  {
    const char *type, *unit;
    gint64 period;
    double expected;
  } cases[] = {
    { "cpu", "nanoseconds", 10000000, 10000 },
    { "cpu", "microseconds", 500, 500 },
    { "space", "bytes", 524288, 2 }, /* of another quantity: 2 us per 1 sample */
    { "cpu", "nanoseconds", 0, 2 },
    { "cpu", "nanoseconds", -5, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GByteArray *bytes = with_types (2, cpu, 0);
      g_autoptr (CyanProfile) profile = NULL;

      pb_text (bytes, 6, cases[i].type);
      pb_text (bytes, 6, cases[i].unit);
      pb_message (bytes, 11, PB_NUMBERS (6, 7));
      pb_field (bytes, 12, (guint64) cases[i].period);
      profile = pb_load_fine (bytes);
      g_assert_cmpfloat (profile->period, ==, cases[i].expected);
    }
}

static GByteArray *
with_pattern (const char *drop, const char *keep)
{
  GByteArray *bytes = g_byte_array_new ();
  GByteArray *location = PB_NUMBERS (6);

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_SAMPLE (bytes, 1, 3, 2, 1);
  PB_SAMPLE (bytes, 2, 4, 3, 1);
  PB_SAMPLE (bytes, 4, 5, 1);
  PB_SAMPLE (bytes, 8, 6, 1);
  PB_SAMPLE (bytes, 16, 1, 3);
  for (guint64 i = 1; i <= 5; i++)
    pb_function (bytes, i, i + 2);
  pb_message (location, 4, PB_NUMBERS (5)); /* ns::work(), into which ... */
  pb_message (location, 4, PB_NUMBERS (3));
  pb_message (location, 4, PB_NUMBERS (2));
  pb_message (bytes, 4, location);
  PB_STRINGS (bytes, CPU, "main", "run", "malloc", "sbrk", "ns::work(int)", drop, keep);
  pb_field (bytes, 7, 8);
  pb_field (bytes, 8, *keep != '\0' ? 9 : 0);
  return bytes;
}

/* As in go tool pprof -raw. */
TEST ("/pprof/drop-frames")
{
  static const struct
  {
    const char *drop, *keep, *tree, *warning;
  } cases[] = {
    { "nothing", "",
      "main:0(run:0(malloc:1('ns::work(int)':8)) malloc:0(sbrk:2) 'ns::work(int)':4)"
      " malloc:0(main:16)",
      NULL },
    { "malloc|sbrk", "", "main:2(run:9 'ns::work(int)':4) malloc:0(main:16)", NULL },
    { "m.*", "main", "main:2(run:9 'ns::work(int)':4) malloc:0(main:16)", NULL },
    { "ns::work", "", "main:4(run:0(malloc:9) malloc:0(sbrk:2)) malloc:0(main:16)", NULL },
    { "al", "",
      "main:0(run:0(malloc:1('ns::work(int)':8)) malloc:0(sbrk:2) 'ns::work(int)':4)"
      " malloc:0(main:16)",
      NULL },
    { "mall(", "",
      "main:0(run:0(malloc:1('ns::work(int)':8)) malloc:0(sbrk:2) 'ns::work(int)':4)"
      " malloc:0(main:16)",
      "drop_frames is not a regular expression that we know: mall(" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanProfile) profile = pb_load_fine (with_pattern (cases[i].drop, cases[i].keep));

      assert_profile (profile, SELF, cases[i].tree);
      g_assert_cmpuint (profile->warnings->len, ==, cases[i].warning != NULL);
      if (cases[i].warning != NULL)
        g_assert_cmpstr (g_ptr_array_index (profile->warnings, 0), ==, cases[i].warning);
    }
}

/* A pattern with exponential time. */
TEST ("/pprof/drop-frames-limit")
{
  GByteArray *bytes = g_byte_array_new ();
  g_autofree char *name = g_strnfill (200, 'a');
  g_autoptr (CyanProfile) profile = NULL;

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_SAMPLE (bytes, 1, 1);
  pb_function (bytes, 1, 3);
  pb_field (bytes, 7, 4);
  PB_STRINGS (bytes, CPU, name, "(a+)+b|((a*)*)*c");
  profile = pb_load_fine (bytes);
  g_assert_cmpuint (profile->n_nodes, ==, 2);
  g_assert_cmpuint (profile->warnings->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (profile->warnings, 0), ==,
                   "drop_frames was too much work for some names, which were kept");
}

static void
put_label (GByteArray *bytes, guint64 text, guint64 number, guint64 unit)
{
  guint64 location = 1, value = 1;
  GByteArray *sample = pb_sample_n (1, &location, 1, &value);

  pb_message (sample, 3, PB_NUMBERS (4, text, number, unit));
  pb_message (bytes, 2, sample);
}

TEST ("/pprof/meta")
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (CyanProfile) profile = NULL, again = NULL;

  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  PB_STRINGS (bytes, CPU, "main", "thread", "worker", "bytes", "built by hand",
              "cyanotype: revision=1.5", "twice");
  put_label (bytes, 5, 0, 0);
  put_label (bytes, 5, 0, 0);
  put_label (bytes, 0, 512, 6);
  put_label (bytes, 0, (guint64) -16, 6);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("t%u", i);

      pb_text (bytes, 6, text);
      put_label (bytes, 10 + i, 0, 0);
    }
  pb_function (bytes, 1, 3);
  pb_field (bytes, 9, G_GUINT64_CONSTANT (1717156800250000000));
  pb_field (bytes, 10, G_GUINT64_CONSTANT (12500000001));
  pb_packed (bytes, 13, 2, (guint64[]){ 7, 8 });
  pb_field (bytes, 13, 9);
  profile = pb_load_fine (bytes);

  /* Labels do not separate contexts. */
  assert_profile (profile, SELF, "main:24");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "recorded"), ==, "2024-05-31T12:00:00.25Z");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "duration"), ==, "12.500000001 s");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "comment"), ==, "built by hand");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "comment 2"), ==, "cyanotype: revision=1.5");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "comment 3"), ==, "twice");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "label thread"), ==,
                   "worker (2 samples), t0 (1 sample), t1 (1 sample), t2 (1 sample), "
                   "t3 (1 sample), t4 (1 sample), t5 (1 sample), t6 (1 sample), others (13 samples)"
                   ", -16 to 512 bytes (2 samples)");

  /* All of it is kept. */
  again = through (profile, "p.pb");
  assert_same (profile, again);
}

/* Ids packed, one by one, and in several lists; of one to ten bytes.  Neighbouring samples share
 * callers. */
TEST ("/pprof/packing")
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  static const guint64 ids[] = { 1,
                                 2,
                                 129,
                                 130,
                                 257,
                                 (guint64) 1 << 20,
                                 ((guint64) 1 << 20) + 1,
                                 (guint64) 1 << 40,
                                 (guint64) 129 << 40,
                                 G_MAXUINT64 };
  enum
  {
    N = G_N_ELEMENTS (ids)
  };

  for (guint round = 0; round < 200; round++)
    {
      GByteArray *forms[3];
      g_autofree char *first = NULL;
      guint64 stack[16];
      guint n = 0;

      for (guint form = 0; form < 3; form++)
        {
          forms[form] = g_byte_array_new ();
          pb_message (forms[form], 1, PB_NUMBERS (1, 2));
        }
      for (guint i = 0; i < 40; i++)
        {
          guint keep = n > 0 ? (guint) g_rand_int_range (rand, 0, (gint32) n + 1) : 0;
          guint fresh = (guint) g_rand_int_range (rand, 0, (gint32) (16 - keep) + 1);
          guint cut;

          memmove (stack + fresh, stack + n - keep, keep * sizeof *stack);
          n = keep + fresh;
          for (guint k = 0; k < fresh; k++)
            stack[k] = ids[g_rand_int_range (rand, 0, N)];
          cut = (guint) g_rand_int_range (rand, 0, (gint32) n + 1);
          for (guint form = 0; form < 3; form++)
            {
              GByteArray *sample = g_byte_array_new ();

              if (form == 0)
                pb_packed (sample, 1, n, stack);
              else if (form == 1)
                for (guint k = 0; k < n; k++)
                  pb_field (sample, 1, stack[k]);
              else
                {
                  pb_packed (sample, 1, cut, stack);
                  pb_field (sample, 2, i + 1);
                  pb_packed (sample, 1, n - cut, stack + cut);
                }
              if (form != 2)
                pb_packed (sample, 2, 1, (guint64[]){ i + 1 });
              pb_message (forms[form], 2, sample);
            }
        }
      for (guint form = 0; form < 3; form++)
        {
          g_autoptr (CyanProfile) profile = NULL;
          g_autofree char *text = NULL;

          PB_STRINGS (forms[form], CPU, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
          for (guint i = 0; i < N; i++)
            pb_function (forms[form], ids[i], 3 + i);
          profile = pb_load_fine (forms[form]);
          g_assert_cmpfloat (profile->metrics[0].total[0], ==, 40 * 41 / 2);
          text = cyan_profile_to_text (profile, SELF);
          if (form == 0)
            first = g_steal_pointer (&text);
          else
            g_assert_cmpstr (text, ==, first);
        }
    }
}

TEST ("/pprof/deep")
{
  const guint depth = 1000000;
  GByteArray *bytes = g_byte_array_new ();
  g_autofree guint64 *stack = g_new (guint64, depth);
  g_autoptr (CyanProfile) profile = NULL;
  guint64 value = 5;

  for (guint i = 0; i < depth; i++)
    stack[i] = 1 + i % 2;
  pb_message (bytes, 1, PB_NUMBERS (1, 2));
  pb_message (bytes, 2, pb_sample_n (depth, stack, 1, &value));
  put_functions (bytes);
  PB_STRINGS (bytes, CPU, "main", "parse", "lex");
  profile = pb_load_fine (bytes);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpfloat (profile->metrics[0].self[depth], ==, 5);
}
