/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merging is commutative and associative to the bit: any order and any grouping of random parts, with
 * what was merged in between written as .cct and read again, gives the same file.
 */
#include "load-text.h"

#include <glib/gstdio.h>
#include <math.h>

#include "cyan-i18n.h"
#include "cyan-merge.h"
#include "tests.h"

#define N_PARTS 6

static int
below (GRand *random, int n)
{
  return g_rand_int_range (random, 0, n);
}

/* ---- random parts ---- */

static guint32
random_function (GRand *random, CyanProfileBuilder *builder)
{
  static const char *const names[] = { "main", "parse", "eval", "(all)", "f\tg", "\xc3\xa4" };
  static const char *const files[] = { "", "a.c", "b.c" };
  CyanStrings *strings = cyan_profile_builder_strings (builder);

  return cyan_profile_builder_function (
      builder, cyan_strings_add (strings, names[below (random, G_N_ELEMENTS (names))], -1),
      cyan_strings_add (strings, below (random, 3) == 0 ? "lib" : "", -1),
      cyan_strings_add (strings, files[below (random, G_N_ELEMENTS (files))], -1),
      (guint32) below (random, 2), below (random, 4) == 0 ? 7 : 0);
}

/* Whole numbers, fractions, and numbers of any size, also below 0. */
static double
random_value (GRand *random)
{
  switch (below (random, 5))
    {
    case 0:
      return 0;
    case 1:
      return below (random, 1000);
    case 2:
      return g_rand_double (random) * 1e3;
    case 3:
      return below (random, 1000) / 10.0;
    default:
      return ldexp (g_rand_double (random) - 0.3, below (random, 300) - 150);
    }
}

static void
add_metrics (GRand *random, CyanProfileBuilder *builder)
{
  static const char *const lists[][4] = {
    { "time", "wait", "bytes", NULL },
    { "bytes", "time", NULL },
    { "time", "bytes", "wait", NULL },
    { "time", "objects", NULL },
  };
  const char *const *list = lists[below (random, G_N_ELEMENTS (lists))];

  for (; *list != NULL; list++)
    cyan_profile_builder_metric (builder, *list,
                                 **list == 't'   ? "us"
                                 : **list == 'w' ? "ms"
                                                 : *list);
}

static void
add_nodes (GRand *random, CyanProfileBuilder *builder)
{
  gboolean has_calls = below (random, 4) > 0;

  for (guint n = (guint) below (random, 40); n > 0; n--)
    {
      CyanNode parent = (CyanNode) below (random, (int) cyan_profile_builder_n_nodes (builder));
      guint32 function = random_function (random, builder);
      guint32 call_site = below (random, 3) == 0 ? (guint32) below (random, 3) : 0;
      /* Siblings may be alike. */
      CyanNode node = cyan_profile_builder_append (builder, parent, function, call_site, NULL);

      for (guint m = 0; m < cyan_profile_builder_n_metrics (builder); m++)
        cyan_profile_builder_add (builder, m, node, random_value (random));
      if (has_calls && below (random, 8) > 0)
        cyan_profile_builder_add_calls (builder, node,
                                        below (random, 8) == 0 ? CYAN_CALLS_UNKNOWN / 3
                                                               : (guint64) below (random, 100));
    }
}

/* The same for the same @seed; parts of one @family may be merged. */
static CyanProfile *
random_part (GRand *random, guint family)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  CyanProfile *part;

  if (family % 3 == 0)
    cyan_profile_builder_metric (builder, "time", "us");
  else
    add_metrics (random, builder);
  add_nodes (random, builder);
  cyan_profile_builder_set_recording (builder,
                                      family % 2 == 0          ? CYAN_RECORDING_SAMPLED
                                      : below (random, 2) == 0 ? CYAN_RECORDING_EXACT
                                                               : CYAN_RECORDING_INFERRED,
                                      below (random, 4) == 0 ? 0 : 10 + below (random, 2));
  cyan_profile_builder_set_threads (builder, (guint) below (random, 8));
  cyan_profile_builder_set_meta (builder, "command", below (random, 8) == 0 ? "b" : "a");
  cyan_profile_builder_set_meta (builder, "zone", "z");
  if (below (random, 4) > 0)
    cyan_profile_builder_set_meta (builder, "host", "h");
  if (family % 5 == 0)
    {
      /* Longer than a file keeps. */
      g_autofree char *text = g_strnfill (CYAN_STRING_MAX + 1, 'x');

      cyan_profile_builder_set_meta (builder, "long", text);
      cyan_profile_builder_warn (builder, "%s", text);
    }
  for (guint n = (guint) below (random, 60); n > 0; n--)
    cyan_profile_builder_warn (builder, "note %d", below (random, 200));
  if (below (random, 3) == 0)
    cyan_profile_builder_warn (builder, "%s", CYAN_NOTE_PART);
  cyan_profile_builder_set_format (builder, "folded");
  part = cyan_profile_builder_finish (builder);
  g_assert_true (cyan_profile_check (part, NULL));
  return part;
}

/* ---- merging through files ---- */

/* The text of @profile as .cct. */
static char *
write_text (const CyanProfile *profile)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "merge-laws.cct", NULL);
  char *text;

  MUST (cyan_profile_save (profile, path, &failure));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_unlink (path);
  return text;
}

static CyanProfile *
read_text (const char *text)
{
  const CyanLoadOptions options = { .is_part = TRUE };
  CyanProfile *profile =
      MUST (cyan_profile_load_memory ("t", text, strlen (text), &options, NULL, &failure));

  g_assert_true (cyan_profile_check (profile, NULL));
  return profile;
}

/* The text of the merge of @parts, an array of CyanProfile. */
static char *
merge_texts (GPtrArray *parts)
{
  g_autoptr (CyanMerge) merge = cyan_merge_new (0, NULL, NULL);
  g_autoptr (CyanProfile) whole = NULL;

  for (guint i = 0; i < parts->len; i++)
    MUST (cyan_merge_add (merge, parts->pdata[i], "part", NULL, &failure));
  whole = MUST (cyan_merge_finish (merge, NULL, &failure));
  g_assert_true (cyan_profile_check (whole, NULL));
  return write_text (whole);
}

/* Merges some of @parts and puts the result in their place, until one is left. */
static char *
merge_in_groups (GRand *random, GPtrArray *parts)
{
  for (;;)
    {
      guint from = (guint) below (random, (int) parts->len);
      guint n = 1 + (guint) below (random, (int) (parts->len - from));
      g_autoptr (GPtrArray) group =
          g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
      g_autofree char *text = NULL;

      for (guint i = 0; i < n; i++)
        g_ptr_array_add (group, cyan_profile_ref (parts->pdata[from + i]));
      text = merge_texts (group);
      if (n == parts->len)
        return g_steal_pointer (&text);
      g_ptr_array_remove_range (parts, from, n);
      g_ptr_array_insert (parts, (int) from, read_text (text));
    }
}

static void
shuffle (GRand *random, GPtrArray *parts)
{
  for (guint i = parts->len; i > 1; i--)
    {
      guint j = (guint) below (random, (int) i);
      gpointer swapped = parts->pdata[i - 1];

      parts->pdata[i - 1] = parts->pdata[j];
      parts->pdata[j] = swapped;
    }
}

static GPtrArray *
copy_parts (GPtrArray *parts)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);

  for (guint i = 0; i < parts->len; i++)
    g_ptr_array_add (copy, cyan_profile_ref (parts->pdata[i]));
  return copy;
}

TEST ("/merge/laws")
{
  guint n_rests = 0;

  for (guint seed = 0; seed < 15; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GPtrArray) parts =
          g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
      g_autofree char *whole = NULL;

      for (guint i = 0; i < N_PARTS; i++)
        g_ptr_array_add (parts, random_part (random, seed));
      whole = merge_texts (parts);
      n_rests += strstr (whole, "\nrest\t") != NULL;
      for (guint i = 0; i < 4; i++)
        {
          g_autoptr (GPtrArray) copy = copy_parts (parts);
          g_autofree char *text = NULL;

          shuffle (random, copy);
          text = merge_in_groups (random, copy);
          g_assert_cmpstr (text, ==, whole);
        }
    }
  /* Many have values that no double holds. */
  g_assert_cmpuint (n_rests, >, 5);
}

/* Fractions that cancel: what is left does not depend on the order, and neither do its last bits. */
TEST ("/merge/fractions")
{
  static const char *const texts[] = {
    "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t0.1\nend\t1\n",
    "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t1e20\nend\t1\n",
    "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t0.2\nend\t1\n",
    "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t-1e20\nend\t1\n",
  };
  g_autoptr (GPtrArray) parts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_profile_unref);
  g_autofree char *two = NULL, *all = NULL;

  for (guint i = 0; i < 2; i++)
    g_ptr_array_add (parts, read_text (texts[i]));
  two = merge_texts (parts);
  g_assert_nonnull (strstr (two, "\n0\t1\t2\t1e+20\nrest\t1\t1\t0.1\nend\t1\n"));
  for (guint i = 2; i < G_N_ELEMENTS (texts); i++)
    g_ptr_array_add (parts, read_text (texts[i]));
  all = merge_texts (parts);
  g_assert_nonnull (strstr (
      all, "\n0\t1\t4\t0.30000000000000004\nrest\t1\t1\t-2.7755575615628914e-17\nend\t1\n"));
}

/* A file without rests is as it was; bad ones are refused. */
TEST ("/merge/rests")
{
  static const struct
  {
    const char *rest, *message;
  } bad[] = {
    { "rest\n", "t: line 5: \"\" is not the number of a node" },
    { "rest\t2\t1\t1\n", "t: line 5: node 2 has not come yet" },
    { "rest\t0\t1\t1\n", "t: line 5: node 0 has not come yet" },
    { "rest\t1\t2\t1\n", "t: line 5: metric 2, but there are 1 so far" },
    { "rest\t1\t0\t1\n", "t: line 5: metric 0, but there are 1 so far" },
    { "rest\t1\t1\tx\n", "t: line 5: \"x\" is not a number" },
    { "rest\t1\t1\tinf\n", "t: line 5: \"inf\" is not a number" },
    { "rest\t1\t1\n", "t: line 5: \"\" is not a number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strconcat ("cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t1\n",
                                           bad[i].rest, "end\t1\n", NULL);

      MUST_FAIL (CYAN_ERROR_INVALID, bad[i].message, load_text (text, -1, &failure));
    }
}
