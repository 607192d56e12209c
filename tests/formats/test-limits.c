/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The documented limits, just within and just beyond: LIMITS in cyan(1) lists them.
 *
 * Limits of sources, pictures, renames and single formats are tested with these.
 */
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-input-private.h"
#include "cyan-memory.h"

#include "compress-fixture.h"
#include "tests.h"

#include <string.h>

#define MIB (1024 * 1024)

static CyanProfile *
load (const char *bytes, gsize length, const CyanLoadOptions *options, GError **error)
{
  CyanLoadOptions trusting = options != NULL ? *options : (CyanLoadOptions){ 0 };

  trusting.trusted = TRUE;
  return cyan_profile_load_memory ("x", bytes, length, &trusting, NULL, error);
}

/* Loads, or fails with CYAN_ERROR_LIMIT and @message. */
static void
expect (const char *bytes, gsize length, const CyanLoadOptions *options, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load (bytes, length, options, &error);

  if (message == NULL)
    {
      g_assert_no_error (error);
      g_assert_nonnull (profile);
      return;
    }
  g_assert_null (profile);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, message);
}

TEST ("/limits/nodes")
{
  static const struct
  {
    const char *text;
    guint n_nodes; /* including the root */
    const char *message;
    CyanHint hint;
  } cases[] = {
    { "cct 1\nmetric\ttime\tns\nfunction\ta\n0\t1\t1\t1\n1\t1\t1\t1\n1\t1\t1\t1\nend\t3\n", 4,
      "x: line 6: more than 3 nodes", CYAN_HINT_NODE_LIMIT },
    { "a;b;c 1\na 1\n", 4, "x: line 1: more than 3 nodes", CYAN_HINT_NODE_LIMIT_OR_HOT },
    { "[{\"ph\":\"B\",\"name\":\"a\",\"ts\":1,\"pid\":1,\"tid\":1},"
      "{\"ph\":\"B\",\"name\":\"b\",\"ts\":2,\"pid\":1,\"tid\":1},"
      "{\"ph\":\"B\",\"name\":\"c\",\"ts\":3,\"pid\":1,\"tid\":1}]",
      4, NULL, CYAN_HINT_NODE_LIMIT_OR_HOT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const gsize length = strlen (cases[i].text);
      const CyanLoadOptions enough = { .max_nodes = cases[i].n_nodes };
      const CyanLoadOptions fewer = { .max_nodes = cases[i].n_nodes - 1 };
      g_autoptr (GError) error = NULL;

      expect (cases[i].text, length, &enough, NULL);
      if (cases[i].message != NULL)
        expect (cases[i].text, length, &fewer, cases[i].message);
      g_assert_null (load (cases[i].text, length, &fewer, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
      g_assert_nonnull (strstr (error->message, "more than 3 nodes"));
      g_assert_cmpint (cyan_error_hint (error), ==, cases[i].hint);
    }
}

TEST ("/limits/names")
{
  for (gsize length = CYAN_STRING_MAX; length <= CYAN_STRING_MAX + 1; length++)
    {
      g_autofree char *name = g_strnfill (length, 'n');
      g_autofree char *text = g_strdup_printf ("a 1\n%s 1\n", name);
      g_autoptr (CyanProfile) profile = MUST (load (text, strlen (text), NULL, &failure));
      const char *stored;

      stored = cyan_profile_name (profile, 2);
      g_assert_cmpuint (strlen (stored), <=, CYAN_STRING_MAX);
      if (length == CYAN_STRING_MAX)
        {
          g_assert_cmpstr (stored, ==, name);
          g_assert_cmpuint (profile->warnings->len, ==, 0);
        }
      else
        {
          g_assert_nonnull (strstr (stored, "nnn\xe2\x80\xa6#"));
          g_assert_cmpuint (profile->warnings->len, ==, 1);
        }
    }
}

/* The real limit is a gigabyte, tested with a smaller buffer, which grows in blocks. */
TEST ("/limits/lines")
{
  g_autofree char *text = g_strnfill (3 * MIB, 'n');
  gsize limits[] = { 3 * MIB, MIB };

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    for (guint lots = 0; lots < 2; lots++)
      {
        g_autoptr (GError) error = NULL;
        g_autoptr (CyanInput) input = cyan_input_new_for_memory ("x", text, 3 * MIB, NULL, &error);
        CyanInputLines lines = { 0 };
        char *line;
        gsize length;

        g_assert_no_error (error);
        input->max_line = limits[i];
        if (lots)
          {
            g_assert_true (cyan_input_lines (input, 1, &lines, &error));
            g_assert_cmpint (lines.at_end, ==, i == 0);
            cyan_input_lines_clear (&lines);
            continue;
          }
        g_assert_cmpint (cyan_input_line (input, &line, &length, &error), ==, i == 0 ? 1 : -1);
        if (i == 0)
          g_assert_cmpuint (length, ==, 3 * MIB);
        else
          {
            g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
            g_assert_cmpstr (error->message, ==, "x: line 1: longer than 1 GiB");
          }
      }
}

TEST ("/limits/json-depth")
{
  for (guint depth = 20000; depth <= 20001; depth++)
    {
      GString *text = g_string_new ("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1,\"pid\":1,"
                                    "\"tid\":1,\"args\":{\"x\":");

      for (guint i = 3; i < depth; i++)
        g_string_append_c (text, '[');
      for (guint i = 3; i < depth; i++)
        g_string_append_c (text, ']');
      g_string_append (text, "}}]");
      if (depth == 20000)
        expect (text->str, text->len, NULL, NULL);
      else
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (load (text->str, text->len, NULL, &error));
          g_assert_nonnull (strstr (error->message, "nested more than 20000 deep"));
        }
      g_string_free (text, TRUE);
    }
}

/* Loads @n_mib MiB of zeros after enough incompressible bytes that the whole grows about @ratio
 * times (0: no such bytes), and expects success or @message. */
static void
expect_growth (guint n_mib, guint ratio, const char *message)
{
  g_autofree char *zeros = g_malloc0 (MIB);
  g_autoptr (GByteArray) zero = test_zstd (zeros, MIB);
  gsize n_random = ratio > 0 ? n_mib * (gsize) MIB / ratio - n_mib * (gsize) zero->len : 0;
  g_autofree guint8 *random = g_malloc (n_random + 1);
  g_autoptr (GByteArray) all = NULL;
  g_autoptr (CyanInput) input = NULL;
  g_autoptr (GError) error = NULL;
  guint64 sum = 0;
  const char *bytes;
  gsize length = 1;
  guint state = 1;

  for (gsize i = 0; i <= n_random; i++)
    {
      state = state * 1664525 + 1013904223;
      random[i] = (guint8) (state >> 24);
    }
  random[0] = 'x'; /* no byte order mark, no magic number */
  all = test_zstd (random, n_random + 1);
  for (guint i = 0; i < n_mib; i++)
    g_byte_array_append (all, zero->data, zero->len);

  input = cyan_input_new_for_memory ("x", all->data, all->len, NULL, &error);
  g_assert_no_error (error);
  while (error == NULL && length > 0 && cyan_input_peek (input, 1, &bytes, &length, &error))
    {
      sum += length;
      cyan_input_skip (input, length);
    }
  if (message == NULL)
    {
      g_assert_no_error (error);
      g_assert_cmpuint (sum, ==, n_random + 1 + (guint64) n_mib * MIB);
      return;
    }
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, message);
}

TEST ("/limits/growth")
{
  /* Up to 64 MiB any ratio is allowed. */
  expect_growth (63, 0, NULL);
  expect_growth (66, 0, "x: the zstd data grow to more than 1500 times their size");
  /* Up to 256 MiB, 1500 times. */
  expect_growth (250, 1450, NULL);
  expect_growth (250, 1550, "x: the zstd data grow to more than 1500 times their size");
  /* Beyond that, 500 times. */
  expect_growth (260, 480, NULL);
  expect_growth (260, 520, "x: the zstd data grow to more than 500 times their size");
}

TEST ("/limits/zstd-window")
{
  /* One byte, in a window of 2^27 and of 2^28. */
  static const char widest[] = {
    0x28, (char) 0xb5, 0x2f, (char) 0xfd, 0, (char) 0x88, 9, 0, 0, 'a'
  };
  static const char wider[] = {
    0x28, (char) 0xb5, 0x2f, (char) 0xfd, 0, (char) 0x90, 9, 0, 0, 'a'
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanInput) input =
      cyan_input_new_for_memory ("x", widest, sizeof widest, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (cyan_input_new_for_memory ("x", wider, sizeof wider, NULL, &error));
  g_assert_nonnull (strstr (error->message, "Frame requires too much memory"));
}

/* Many nodes; many names without nodes; one long line. */
static char *
make_large (guint kind)
{
  GString *text = g_string_new (NULL);

  if (kind == 2)
    {
      g_autofree char *name = g_strnfill (8 * MIB, 'n');

      g_string_append (text, "a 1\n");
      g_string_append (text, name);
      g_string_append (text, " 1\n");
      return g_string_free (text, FALSE);
    }
  g_string_append (text, "cct 1\nmetric\ttime\tns\nfunction\tf\n");
  for (guint i = 0; i < 200000; i++)
    if (kind == 0)
      g_string_append (text, "0\t1\t1\t1\n");
    else
      g_string_append_printf (text, "function\ta name with the number %u\n", i);
  g_string_append_printf (text, "end\t%u\n", kind == 0 ? 200000 : 0);
  return g_string_free (text, FALSE);
}

TEST ("/limits/memory")
{
  for (guint kind = 0; kind < 3; kind++)
    {
      const CyanLoadOptions enough = { .memory_limit = 1024 * (guint64) MIB };
      const CyanLoadOptions fewer = { .memory_limit = 4 * MIB };
      g_autofree char *text = make_large (kind);
      g_autoptr (GError) error = NULL;

      expect (text, strlen (text), &enough, NULL);
      g_assert_null (load (text, strlen (text), &fewer, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
      g_assert_true (g_str_has_prefix (error->message, "x: "));
      g_assert_true (g_str_has_suffix (error->message, "needs more than 4 MiB of memory"));
    }
}

/* The builder charges what nodes take: 7 numbers and 2 values each, and at most twice that while
 * growing. */
TEST ("/limits/memory-of-nodes")
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (44 * 100000);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (GError) error = NULL;

  cyan_profile_builder_metric (builder, "time", "ns");
  cyan_profile_builder_set_budget (builder, budget);
  while (cyan_profile_builder_append (builder, 0, 0, 0, &error) != CYAN_NODE_NONE)
    ;
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_assert_cmpuint (cyan_profile_builder_n_nodes (builder), <=, 100000);
  g_assert_cmpuint (cyan_profile_builder_n_nodes (builder), >=, 60000);
  g_assert_cmpuint (cyan_budget_peak (budget), <=, 44 * 100000);
  g_clear_pointer (&builder, cyan_profile_builder_free);
  g_assert_cmpuint (cyan_budget_held (budget), ==, 0);
}

/* Two loads at the same time are independent: each thread, like each window, has its own limit,
 * even if both together exceed it. */
static gpointer
load_within (gpointer text)
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (16 * MIB);
  const CyanLoadOptions options = { .budget = budget };
  CyanProfile *profile = MUST (load (text, strlen (text), &options, &failure));

  g_assert_cmpuint (cyan_budget_peak (budget), >, 9 * MIB);
  g_assert_cmpuint (cyan_budget_peak (budget), <=, 16 * MIB);
  /* The charge that remains is that of the profile. */
  g_assert_cmpuint (cyan_budget_held (budget), >=, cyan_profile_memory (profile));
  g_assert_cmpuint (cyan_budget_held (budget), <, cyan_profile_memory (profile) + MIB);
  return profile;
}

TEST ("/limits/two-loads")
{
  g_autofree char *text = make_large (0);
  GThread *other = g_thread_new ("other", load_within, text);
  g_autoptr (CyanProfile) profile = load_within (text);
  g_autoptr (CyanProfile) others = g_thread_join (other);

  g_assert_cmpuint (profile->n_nodes, ==, 200001);
  g_assert_cmpuint (others->n_nodes, ==, 200001);
}

/* Everything that a reader charges is released in the end, also after a failure, except for the
 * profile. */
TEST ("/limits/released")
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_read = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    for (guint cut = 0; cut < 3; cut++)
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *bytes = NULL;
        g_autoptr (CyanBudget) budget = cyan_budget_new (1024 * (guint64) MIB);
        const CyanLoadOptions options = { .budget = budget };
        CyanProfile *profile;
        guint64 kept = 0;
        gsize length;

        if (!g_file_get_contents (path, &bytes, &length, NULL))
          continue;
        profile = load (bytes, length * (4 - cut) / 4, &options, NULL);
        if (profile != NULL)
          {
            kept = cyan_profile_memory (profile);
            g_assert_cmpuint (cyan_budget_held (budget), >, kept);
            cyan_profile_unref (profile);
            n_read++;
          }
        g_assert_cmpuint (cyan_budget_held (budget), ==, kept);
      }
  g_assert_cmpuint (n_read, >, 20);
}

TEST ("/limits/sizes")
{
  static const struct
  {
    const char *text;
    guint64 bytes; /* 0: refused */
    const char *back;
  } cases[] = {
    { "1", 1, "1 bytes" },
    { "500M", 500 * MIB, "500 MiB" },
    { "2G", 2048 * (guint64) MIB, "2 GiB" },
    { "1.5GiB", 1536 * (guint64) MIB, "1.5 GiB" },
    { "64kb", 65536, "64 KiB" },
    { "1T", (guint64) MIB * MIB, "1 TiB" },
    { "0", 0, NULL },
    { "", 0, NULL },
    { "G", 0, NULL },
    { "-1G", 0, NULL },
    { "1X", 0, NULL },
    { "1GG", 0, NULL },
    { "1e9", 0, NULL },
    { "9999999T", 0, NULL },
    { "nan", 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 bytes = 0;
      gboolean ok = cyan_memory_parse (cases[i].text, &bytes);

      g_assert_cmpint (ok, ==, cases[i].bytes != 0);
      g_assert_cmpuint (bytes, ==, cases[i].bytes);
      if (ok)
        {
          g_autofree char *back = cyan_memory_to_text (bytes);

          g_assert_cmpstr (back, ==, cases[i].back);
        }
    }
  g_assert_cmpuint (cyan_memory_default_limit (), >, MIB);
}

TEST ("/limits/cct-metrics")
{
  for (guint n = 64; n <= 65; n++)
    {
      GString *text = g_string_new ("cct 1\n");

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "metric\tm%u\tns\n", i);
      g_string_append (text, "end\t0\n");
      if (n == 64)
        expect (text->str, text->len, NULL, NULL);
      else
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (load (text->str, text->len, NULL, &error));
          g_assert_nonnull (strstr (error->message, "x: line 66: "));
        }
      g_string_free (text, TRUE);
    }
}
