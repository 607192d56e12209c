/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The .cct format: what is written is read back, errors have a position, and nothing is lost
 * silently. */
#include "cyan-error.h"
#include "cyan-format.h"

#include "compress-fixture.h"
#include "profile-text.h"
#include "tests.h"

#include <glib/gstdio.h>
#include <string.h>

static CyanProfile *
load_bytes (gconstpointer bytes, gsize length, GError **error)
{
  CyanProfile *profile = cyan_profile_load_memory ("x", bytes, length, NULL, NULL, error);

  if (profile != NULL)
    {
      g_autoptr (GError) broken = NULL;

      cyan_profile_check (profile, &broken);
      g_assert_no_error (broken);
    }
  return profile;
}

static CyanProfile *
load_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  CyanProfile *profile = load_bytes (text, strlen (text), &error);

  g_assert_no_error (error);
  return profile;
}

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS | CYAN_PROFILE_TEXT_CALL_SITE)

static void
expect_tree (const char *text, const char *expected)
{
  g_autoptr (CyanProfile) profile = load_text (text);
  g_autofree char *tree = cyan_profile_to_text (profile, FULL);

  g_assert_cmpstr (tree, ==, expected);
}

static void
assert_same_function (const CyanProfile *a, const CyanProfile *b, CyanNode node)
{
  const CyanFunction *f = cyan_profile_function (a, node), *g = cyan_profile_function (b, node);

  g_assert_cmpstr (cyan_strings_get (a->strings, f->name), ==,
                   cyan_strings_get (b->strings, g->name));
  g_assert_cmpstr (cyan_strings_get (a->strings, f->module), ==,
                   cyan_strings_get (b->strings, g->module));
  g_assert_cmpstr (cyan_strings_get (a->strings, f->file), ==,
                   cyan_strings_get (b->strings, g->file));
  g_assert_cmpuint (f->line, ==, g->line);
  g_assert_cmpuint (f->body_hash, ==, g->body_hash);
}

/* Compares everything except the pool, the name of the format and the warnings. */
static void
assert_same (const CyanProfile *a, const CyanProfile *b)
{
  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_cmpuint (a->n_functions, ==, b->n_functions);
  g_assert_cmpuint (a->n_metrics, ==, b->n_metrics);
  g_assert_cmpuint (a->n_meta, ==, b->n_meta);
  g_assert_cmpint (a->recording, ==, b->recording);
  g_assert_cmpfloat (a->period, ==, b->period);
  g_assert_cmpint (a->unordered, ==, b->unordered);
  g_assert_cmpuint (a->n_threads, ==, b->n_threads);
  for (guint i = 0; i < a->n_meta; i++)
    {
      g_assert_cmpstr (a->meta[i].key, ==, b->meta[i].key);
      g_assert_cmpstr (a->meta[i].value, ==, b->meta[i].value);
    }
  for (CyanNode i = 0; i < a->n_nodes; i++)
    {
      g_assert_cmpuint (a->parent[i], ==, b->parent[i]);
      g_assert_cmpuint (a->end[i], ==, b->end[i]);
      g_assert_cmpuint (cyan_profile_calls (a, i), ==, cyan_profile_calls (b, i));
      g_assert_cmpuint (a->call_site != NULL ? a->call_site[i] : 0, ==,
                        b->call_site != NULL ? b->call_site[i] : 0);
      assert_same_function (a, b, i);
    }
  for (guint m = 0; m < a->n_metrics; m++)
    {
      gsize size = a->n_nodes * sizeof (double);

      g_assert_cmpstr (a->metrics[m].name, ==, b->metrics[m].name);
      g_assert_cmpstr (a->metrics[m].unit, ==, b->metrics[m].unit);
      g_assert_cmpmem (a->metrics[m].self, size, b->metrics[m].self, size);
      g_assert_cmpmem (a->metrics[m].total, size, b->metrics[m].total, size);
    }
}

static char *
save_to (const CyanProfile *profile, const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("cyan-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  cyan_profile_save (profile, path, &error);
  g_assert_no_error (error);
  return path;
}

static void
remove_saved (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_unlink (path), ==, 0);
  /* Fails if other files are left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
assert_round_trip (const CyanProfile *profile)
{
  static const char *const names[] = { "p.cct", "p.cct.gz" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = save_to (profile, names[i]);
      g_autoptr (CyanProfile) again = cyan_profile_load (path, NULL, NULL, &error);

      g_assert_no_error (error);
      assert_same (profile, again);
      g_assert_cmpstr (again->format, ==, "cct");
      remove_saved (path);
    }
}

/* A small tree with every property that a profile can have. */
static CyanProfile *
make_rich (void)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint time = cyan_profile_builder_metric (builder, "time", "ms");
  guint bytes = cyan_profile_builder_metric (builder, "written\there", "bytes");
  CyanStr module = cyan_strings_add (strings, "lib\\x.so", -1);
  CyanStr file = cyan_strings_add (strings, "C:\\src\\new.c", -1);
  const struct
  {
    const char *name;
    gboolean placed;
    guint32 line;
    guint64 hash;
  } functions[] = { { "main", TRUE, 76, G_GUINT64_CONSTANT (0xfedcba9876543210) },
                    { "two\nlines\tand \\n \r", FALSE, 0, 0 },
                    { "", FALSE, 0, 0 },
                    { "std::map<int, \xc3\xa4>::operator[] (int) const", TRUE, 0, 7 },
                    { "unused", FALSE, 12, 0 },
                    { "(all)", FALSE, 0, 0 },
                    { "#end", FALSE, 0, 1 } };
  guint32 index[G_N_ELEMENTS (functions)];
  static const double values[] = { 0.1, 1e300, 5e-324, 9007199254740993.0, -3.5, 0, 123456789 };
  CyanNode nodes[8] = { CYAN_NODE_ROOT };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    index[i] = cyan_profile_builder_function (
        builder, cyan_strings_add (strings, functions[i].name, -1),
        functions[i].placed ? module : CYAN_STR_EMPTY, functions[i].placed ? file : CYAN_STR_EMPTY,
        functions[i].line, functions[i].hash);
  for (guint i = 0; i < 7; i++)
    {
      static const guint parents[] = { 0, 1, 2, 1, 0, 5, 1 };
      static const guint used[] = { 0, 1, 2, 3, 5, 6, 1 };

      nodes[i + 1] = cyan_profile_builder_append (builder, nodes[parents[i]], index[used[i]],
                                                  i % 2 == 0 ? 0 : G_MAXUINT32 - i, NULL);
      cyan_profile_builder_add (builder, time, nodes[i + 1], values[i]);
      cyan_profile_builder_add (builder, bytes, nodes[i + 1], 1000.0 * i);
      if (i != 3)
        cyan_profile_builder_add_calls (builder, nodes[i + 1],
                                        i == 4 ? CYAN_CALLS_UNKNOWN - 2 : i * 10);
    }
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_INFERRED, 0.25);
  cyan_profile_builder_set_unordered (builder);
  cyan_profile_builder_set_threads (builder, 12);
  cyan_profile_builder_set_meta (builder, "version", "1.5 \xe2\x80\x94 of\ttoday");
  cyan_profile_builder_set_meta (builder, "end", "metric");
  cyan_profile_builder_set_meta (builder, "7 days", "");
  return cyan_profile_builder_finish (builder);
}

TEST ("/cct/round-trip")
{
  static const char *const trees[] = { "main", "a(b(c d) e) f(g)", "a:0.125*7(b:3@9 b:4@10 b:5)",
                                       "a*0(a*1(a*2(a*3)))" };
  g_autoptr (CyanProfile) rich = make_rich ();
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_profile_check (rich, &error));
  assert_round_trip (rich);
  for (guint i = 0; i < G_N_ELEMENTS (trees); i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, trees[i], &error);

      g_assert_no_error (error);
      assert_round_trip (profile);
    }
}

/* Random trees, built in any order. */
TEST ("/cct/round-trip/random")
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      g_autoptr (CyanProfile) profile = NULL;
      guint metric = cyan_profile_builder_metric (builder, "time", "ns");

      for (guint i = 0; i < 300; i++)
        {
          CyanNode parent =
              (CyanNode) g_test_rand_int_range (0, (int) cyan_profile_builder_n_nodes (builder));
          g_autofree char *name = g_strdup_printf ("f%d", g_test_rand_int_range (0, 20));
          guint32 function = cyan_profile_builder_function (
              builder, cyan_strings_add (strings, name, -1), CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
          CyanNode node = cyan_profile_builder_append (
              builder, parent, function, (guint32) g_test_rand_int_range (0, 3), NULL);

          cyan_profile_builder_add (builder, metric, node, g_test_rand_double_range (-1e3, 1e9));
          if (g_test_rand_bit ())
            cyan_profile_builder_add_calls (builder, node, (guint64) g_test_rand_int_range (0, 9));
        }
      profile = cyan_profile_builder_finish (builder);
      assert_round_trip (profile);
    }
}

/* Loads @text and saves it as .cct; caller frees. */
static char *
converted (const char *text)
{
  g_autoptr (CyanProfile) profile = load_text (text);
  g_autofree char *path = save_to (profile, "p.cct");
  char *bytes = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
  remove_saved (path);
  return bytes;
}

/* Default values are not written, so such a file is reproduced exactly. */
TEST ("/cct/order-and-threads")
{
  static const char body[] = "metric\ttime\tns\nfunction\ta\n0\t1\t1\t5\nend\t1\n";
  static const struct
  {
    const char *head;
    gboolean unordered;
    guint n_threads;
    const char *written; /* NULL: unchanged */
  } cases[] = {
    { "", FALSE, 0, NULL },
    { "siblings\tunordered\n", TRUE, 0, NULL },
    { "threads\t3\n", FALSE, 3, NULL },
    { "siblings\tunordered\nthreads\t4294967295\n", TRUE, 4294967295u, NULL },
    { "siblings\tordered\nthreads\t0\n", FALSE, 0, "" },
    { "siblings\tunordered\nsiblings\tordered\tmore\nthreads\t2\nthreads\t1\n", FALSE, 1,
      "threads\t1\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strconcat ("cct 1\nrecording\tsampled\n", cases[i].head, body, NULL);
      g_autofree char *expected =
          g_strconcat ("cct 1\nrecording\tsampled\n",
                       cases[i].written != NULL ? cases[i].written : cases[i].head, body, NULL);
      g_autofree char *got = converted (text);
      g_autoptr (CyanProfile) profile = load_text (text);

      g_assert_cmpint (profile->unordered, ==, cases[i].unordered);
      g_assert_cmpuint (profile->n_threads, ==, cases[i].n_threads);
      g_assert_cmpuint (profile->warnings->len, ==, 0);
      g_assert_cmpstr (got, ==, expected);
    }
}

/* Unordered siblings of folded stacks and threads of a trace survive in .cct. */
TEST ("/cct/converted")
{
  g_autofree char *folded = converted ("main;b 1\nmain;a 2\n");
  g_autofree char *trace =
      converted ("[{\"ph\":\"X\",\"name\":\"f\",\"ts\":0,\"dur\":1,\"tid\":1},"
                 "{\"ph\":\"X\",\"name\":\"f\",\"ts\":0,\"dur\":1,\"tid\":2}]");
  g_autoptr (CyanProfile) first = load_text (folded);
  g_autoptr (CyanProfile) second = load_text (trace);

  g_assert_cmpstr (first->format, ==, "cct");
  g_assert_true (first->unordered);
  g_assert_cmpuint (first->n_threads, ==, 0);
  g_assert_false (second->unordered);
  g_assert_cmpuint (second->n_threads, ==, 2);
}

#define HEAD "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"

TEST ("/cct/reading")
{
  expect_tree (HEAD "0\t1\t1\t5\n1\t2\t-\t7\t81\nend\t2\n", "main:5*1(parse:7@81)");
  /* CR LF, a byte order mark, comments and empty lines. */
  expect_tree (
      "\xef\xbb\xbf"
      "cct 1\r\n\r\n# hello\r\nmetric\ttime\r\nfunction\tmain\r\n0\t1\t1\t5\r\nend\t1\r\n\n#",
      "main:5*1");
  /* Several roots; a function defined just before its use; parents first, but not in preorder. */
  expect_tree ("cct 1\nmetric\ttime\tns\nfunction\ta\n0\t1\t1\t1\n0\t1\t2\t2\nfunction\tb\n"
               "1\t2\t3\t3\n2\t2\t4\t4\n1\t1\t5\t5\nend\t5\n",
               "a:1*1(b:3*3 a:5*5) a:2*2(b:4*4)");
  /* Numbers in all their forms; an empty and a zero call site. */
  expect_tree (HEAD "0\t1\t18446744073709551613\t-1.5e3\t\n1\t2\t0\t+.5\t0\nend\t2\n",
               "main:-1500*18446744073709551613(parse:0.5*0)");
  /* Additions of later versions. */
  expect_tree ("cct 1\nmetric\ttime\tns\tkind\nThread\t7\nfunction\tmain\t\t\t\t\tmore\n"
               "thread\n0\t1\t1\t5\t0\tmore\tand more\nend\t1\tmore\n",
               "main:5*1");
}

TEST ("/cct/head")
{
  g_autoptr (CyanProfile) profile =
      load_text ("cct 1\nrecording\tsampled\nperiod\t2.5\nmeta\tversion\t1.0\nmeta\tmy key\ta\\tb\n"
                 "meta\tversion\t2.0\nmetric\ttime\tms\nmetric\twritten\n"
                 "function\tf\tm\tsrc/f.c\t12\tFf\n0\t1\t1\t2\t3\nend\t1\n");
  const CyanFunction *function = cyan_profile_function (profile, 1);

  g_assert_cmpuint (profile->warnings->len, ==, 0);
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 2.5);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "version"), ==, "2.0");
  g_assert_cmpstr (cyan_profile_get_meta (profile, "my key"), ==, "a\tb");
  g_assert_cmpuint (profile->n_metrics, ==, 2);
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ms");
  g_assert_cmpstr (profile->metrics[1].unit, ==, "");
  g_assert_cmpfloat (profile->metrics[1].total[0], ==, 3);
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->module), ==, "m");
  g_assert_cmpstr (cyan_strings_get (profile->strings, function->file), ==, "src/f.c");
  g_assert_cmpuint (function->line, ==, 12);
  g_assert_cmpuint (function->body_hash, ==, 0xff);
}

TEST ("/cct/errors")
{
  /* Line numbers continue after the four lines of HEAD. */
  static const struct
  {
    const char *text;
    const char *message;
  } cases[] = {
    { HEAD "1\t1\t1\t5\n", "x: line 5: parent 1 of node 1 has not come yet" },
    { HEAD "0\t1\t1\t5\n7\t1\t1\t5\n", "x: line 6: parent 7 of node 2 has not come yet" },
    { HEAD "-1\t1\t1\t5\n", "x: line 5: \"-1\\t1\\t1\\t5\" is not a record: it begins with neither "
                            "a digit nor a letter" },
    { HEAD "0x\t1\t1\t5\n", "x: line 5: \"0x\" is not the number of a parent" },
    { HEAD "99999999999999999999\t1\t1\t5\n",
      "x: line 5: \"99999999999999999999\" is not the number of a parent" },
    { HEAD "0\n", "x: line 5: a node without the number of a function" },
    { HEAD "0\t3\t1\t5\n", "x: line 5: function 3, but there are 2 so far" },
    { HEAD "0\t0\t1\t5\n", "x: line 5: function 0, but there are 2 so far" },
    { HEAD "0\tmain\t1\t5\n", "x: line 5: \"main\" is not the number of a function" },
    { HEAD "0\t1\n", "x: line 5: a node without calls" },
    { HEAD "0\t1\t-3\t5\n", "x: line 5: \"-3\" is not a number of calls" },
    { HEAD "0\t1\t1.5\t5\n", "x: line 5: \"1.5\" is not a number of calls" },
    { HEAD "0\t1\t\t5\n", "x: line 5: \"\" is not a number of calls" },
    { HEAD "0\t1\t18446744073709551616\t5\n",
      "x: line 5: \"18446744073709551616\" is not a number of calls" },
    { HEAD "0\t1\t1\n", "x: line 5: a node without a value of time" },
    { HEAD "0\t1\t1\tnan\n", "x: line 5: \"nan\" is not a number" },
    { HEAD "0\t1\t1\t-inf\n", "x: line 5: \"-inf\" is not a number" },
    { HEAD "0\t1\t1\t1e400\n", "x: line 5: \"1e400\" is not a number" },
    { HEAD "0\t1\t1\t1,5\n", "x: line 5: \"1,5\" is not a number" },
    { HEAD "0\t1\t1\t0x10\n", "x: line 5: \"0x10\" is not a number" },
    { HEAD "0\t1\t1\t5 \n", "x: line 5: \"5 \" is not a number" },
    { HEAD "0\t1\t1\t5\tx\n", "x: line 5: \"x\" is not a call site" },
    { HEAD "0\t1\t1\t5\t4294967296\n", "x: line 5: call site 4294967296 is too large" },
    { HEAD "0\t1\t1\t\xff\x1b[31m\n", "x: line 5: \"\\357\\277\\275\\033[31m\" is not a number" },
    { HEAD "metric\ttime\ts\n", "x: line 5: a second metric of the same name" },
    { HEAD "metric\n", "x: line 5: a metric without a name" },
    { HEAD "0\t1\t1\t5\nmetric\tbytes\n", "x: line 6: a metric behind the first node" },
    { HEAD "function\n", "x: line 5: a function without a name" },
    { HEAD "function\tf\tm\tf.c\t-1\n", "x: line 5: \"-1\" is not a line number" },
    { HEAD "function\tf\tm\tf.c\t4294967296\n", "x: line 5: \"4294967296\" is not a line number" },
    { HEAD "function\tf\tm\tf.c\t1\txyz\n",
      "x: line 5: \"xyz\" is not a hash of at most 16 hexadecimal digits" },
    { HEAD "function\tC:\\foo\n",
      "x: line 5: a backslash that is not part of \\\\, \\t, \\n or \\r" },
    { HEAD "function\tfoo\\\n",
      "x: line 5: a backslash that is not part of \\\\, \\t, \\n or \\r" },
    { HEAD "meta\n", "x: line 5: meta data without a key" },
    { HEAD "recording\tguessed\n", "x: line 5: \"guessed\" is not exact, sampled or inferred" },
    { HEAD "period\t-1\n", "x: line 5: \"-1\" is not a period" },
    { HEAD "siblings\tmixed\n", "x: line 5: \"mixed\" is not ordered or unordered" },
    { HEAD "threads\t-1\n", "x: line 5: \"-1\" is not a number of threads" },
    { HEAD "threads\t4294967296\n", "x: line 5: \"4294967296\" is not a number of threads" },
    { HEAD "end\n", "x: line 5: \"\" is not a number of nodes" },
    { HEAD "end\t1\n", "x: line 5: the end of 1 nodes, but there are 0" },
    { HEAD "end\t0\nend\t0\n", "x: line 6: a record behind the end" },
    { "cct 1\nfunction\tf\n0\t1\t1\n", "x: line 3: a node before the first metric" },
    { "cct 2\n", "x: version 2 of the .cct format; only version 1 is read" },
    { "cct 1.5\n", "x: line 1: \"1.5\" is not a version of the format" },
    { "cct 0\n", "x: line 1: \"0\" is not a version of the format" },
    { HEAD "0\t1\t1\t1e308\n0\t1\t1\t1e308\nend\t2\n",
      "x: the sum of all time is too large a number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanProfile) profile = load_bytes (cases[i].text, strlen (cases[i].text), &error);

      g_assert_null (profile);
      g_assert_nonnull (error);
      g_assert_true (error->domain == CYAN_ERROR);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
expect_warning (const char *text, const char *expected)
{
  g_autoptr (CyanProfile) profile = load_text (text);

  g_assert_cmpuint (profile->warnings->len, >=, 1);
  g_assert_cmpstr (g_ptr_array_index (profile->warnings, 0), ==, expected);
}

TEST ("/cct/warnings")
{
  g_autofree char *long_name = g_strnfill (100000, 'n');
  g_autofree char *long_text =
      g_strdup_printf ("cct 1\nmetric\ttime\nfunction\t%s\n0\t1\t1\t5\nend\t1\n", long_name);
  g_autoptr (GString) many = g_string_new ("cct 1\n");

  expect_warning (HEAD "0\t1\t1\t5\n",
                  "the file is cut: it stops after 1 node, without its end record");
  expect_warning (HEAD "0\t1\t1\t5\n0\t1\t1\t7",
                  "the file is cut: it stops after 1 node, without its end record");
  expect_warning (HEAD "0\t1\t1\t0\nend\t1\n", "the total time is 0, so that there are no shares");
  expect_warning (HEAD "end\t0\n", "the profile is empty");
  expect_warning (HEAD "0\t1\t1\t-5\nend\t1\n",
                  "some values of time are negative: is this the difference of two profiles?");
  expect_warning (HEAD "0\t1\t18446744073709551615\t5\nend\t1\n",
                  "some calls are too many to count");
  expect_warning (
      "cct 1\nmetric\ttime\nfunction\ta\xff"
      "b\n0\t1\t1\t5\nend\t1\n",
      "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes");
  expect_warning (
      long_text,
      "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes");
  for (guint i = 0; i < 1010; i++)
    g_string_append_printf (many, "meta\tk%u\tv\n", i);
  g_string_append (many, "end\t0\n");
  expect_warning (many->str, "only the first 1000 meta data were kept, 10 more were not");
}

/* A cut file is never taken for a complete one. */
TEST ("/cct/cut-everywhere")
{
  g_autoptr (CyanProfile) rich = make_rich ();
  g_autofree char *path = save_to (rich, "p.cct");
  g_autofree char *bytes = NULL;
  g_autoptr (GByteArray) gzip = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  remove_saved (path);
  g_assert_cmpuint (length, <, 4096);
  for (gsize cut = 0; cut < length; cut++)
    {
      g_autoptr (GError) error = NULL;
      /* A copy of exactly that size, so that sanitizers find reads past the end. */
      g_autofree char *part = g_memdup2 (bytes, MAX (cut, 1));
      g_autoptr (CyanProfile) profile = load_bytes (part, cut, &error);

      if (profile == NULL)
        {
          g_assert_nonnull (error);
          continue;
        }
      if (cut == length - 1) /* only the last line break is missing */
        assert_same (rich, profile);
      else
        g_assert_true (
            g_str_has_prefix (g_ptr_array_index (profile->warnings, 0), "the file is cut: "));
    }

  gzip = test_gzip (bytes, length);
  for (guint cut = 0; cut < gzip->len; cut++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (load_bytes (gzip->data, cut, &error));
      g_assert_nonnull (error);
    }
}

/* With any byte changed to any other there is an error or a valid tree. */
TEST ("/cct/changed-bytes")
{
  g_autoptr (CyanProfile) rich = make_rich ();
  g_autofree char *path = save_to (rich, "p.cct");
  g_autofree char *bytes = NULL;
  static const char changes[] = { '\0', '\t', '\n', '\\', '0', '9', '-', '#', 'e', '\xff' };
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  remove_saved (path);
  for (gsize at = 0; at < length; at++)
    for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanProfile) profile = NULL;
        char old = bytes[at];

        bytes[at] = changes[i];
        profile = load_bytes (bytes, length, &error);
        g_assert_true ((profile == NULL) == (error != NULL));
        bytes[at] = old;
      }
}

TEST ("/cct/limit-of-nodes")
{
  static const char text[] = HEAD "0\t1\t1\t5\n1\t1\t1\t5\n2\t1\t1\t5\nend\t3\n";
  CyanLoadOptions options = { .max_nodes = 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile =
      cyan_profile_load_memory ("x", text, strlen (text), &options, NULL, &error);

  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "x: line 7: more than 3 nodes");
  g_assert_cmpint (cyan_error_hint (error), ==, CYAN_HINT_NODE_LIMIT);
}

TEST ("/cct/deep-chain")
{
  const guint depth = 1000000;
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (CyanProfile) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  for (guint i = 0; i < depth; i++)
    g_string_append_printf (text, "%u\t%u\t1\t2\n", i, i % 2 + 1);
  g_string_append_printf (text, "end\t%u\n", depth);
  profile = load_text (text->str);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, depth);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 2.0 * depth);
  path = save_to (profile, "p.cct");
  again = cyan_profile_load (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cyan_profile_depth (again), ==, depth);
  remove_saved (path);
}
