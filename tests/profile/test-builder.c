/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The builder: in whatever order nodes are added, the tree and its sums are right. */
#include "cyan-error.h"
#include "cyan-profile-builder.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

#define FULL (CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS | CYAN_PROFILE_TEXT_CALL_SITE)

static guint32
function (CyanProfileBuilder *builder, const char *name)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);

  return cyan_profile_builder_function (builder, cyan_strings_add (strings, name, -1),
                                        CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
}

static CyanProfile *
finish (CyanProfileBuilder *builder)
{
  CyanProfile *profile = cyan_profile_builder_finish (builder);

  MUST (cyan_profile_check (profile, &failure));
  return profile;
}

static void
expect (const CyanProfile *profile, const char *expected)
{
  ASSERT_TEXT (cyan_profile_to_text (profile, FULL), expected);
}

TEST ("/builder/empty")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = finish (builder);

  expect (profile, "");
  g_assert_cmpuint (profile->n_nodes, ==, 1);
  g_assert_cmpstr (cyan_profile_name (profile, CYAN_NODE_ROOT), ==, CYAN_ROOT_NAME);
  g_assert_cmpuint (profile->n_metrics, ==, 1);
  g_assert_cmpstr (profile->metrics[0].name, ==, "time");
  g_assert_cmpstr (profile->metrics[0].unit, ==, "ns");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 0);
  g_assert_false (cyan_profile_has_calls (profile));
  g_assert_cmpuint (cyan_profile_depth (profile), ==, 0);
  g_assert_cmpuint (cyan_profile_n_leaves (profile), ==, 0);
  g_assert_cmpuint (cyan_profile_n_functions (profile), ==, 0);
}

/* Parents come first, but subtrees are not contiguous. */
TEST ("/builder/renumbering")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  g_autoptr (CyanProfile) profile = NULL;
  CyanNode a = cyan_profile_builder_append (builder, 0, function (builder, "a"), 0, NULL);
  CyanNode b = cyan_profile_builder_append (builder, 0, function (builder, "b"), 7, NULL);
  CyanNode c = cyan_profile_builder_append (builder, a, function (builder, "c"), 0, NULL);
  CyanNode d = cyan_profile_builder_append (builder, b, function (builder, "d"), 0, NULL);
  CyanNode e = cyan_profile_builder_append (builder, c, function (builder, "e"), 9, NULL);
  CyanNode f = cyan_profile_builder_append (builder, a, function (builder, "c"), 0, NULL);

  cyan_profile_builder_add (builder, metric, a, 1);
  cyan_profile_builder_add (builder, metric, b, 2);
  cyan_profile_builder_add (builder, metric, c, 4);
  cyan_profile_builder_add (builder, metric, d, 8);
  cyan_profile_builder_add (builder, metric, e, 16);
  cyan_profile_builder_add (builder, metric, f, 32);
  cyan_profile_builder_add_calls (builder, e, 3);
  profile = finish (builder);
  expect (profile, "a:1(c:4(e:16*3@9) c:32) b:2@7(d:8)");
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 63);
  g_assert_cmpfloat (profile->metrics[0].total[1], ==, 53);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, 3);
  g_assert_cmpuint (cyan_profile_n_leaves (profile), ==, 3);
  g_assert_cmpuint (cyan_profile_n_functions (profile), ==, 5);
}

/* Stacks as a sampling profiler sees them; each digit is a function. */
static const char *const stacks[] = { "1",   "12",  "123", "13", "2",   "21",  "211",
                                      "211", "123", "12",  "1",  "124", "121", "1213" };

static CyanProfile *
build_stacks (const guint *order)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      CyanNode node = CYAN_NODE_ROOT;

      for (const char *p = stacks[order[i]]; *p != '\0'; p++)
        {
          const char name[] = { *p, '\0' };

          node = cyan_profile_builder_child (builder, node, function (builder, name), 0, NULL);
        }
      cyan_profile_builder_add (builder, metric, node, 1 << order[i]);
      cyan_profile_builder_add_calls (builder, node, order[i]);
    }
  return finish (builder);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "path self total calls" of every node, sorted. */
static char *
all_sums (const CyanProfile *profile)
{
  g_auto (GStrv) paths = g_new0 (char *, profile->n_nodes + 1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);

  paths[0] = g_strdup ("");
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      paths[i] = g_strconcat (paths[profile->parent[i]], cyan_profile_name (profile, i), NULL);
      g_ptr_array_add (lines, g_strdup_printf ("%s %g %g %" G_GUINT64_FORMAT "\n", paths[i],
                                               profile->metrics[0].self[i],
                                               profile->metrics[0].total[i], profile->calls[i]));
    }
  g_ptr_array_sort (lines, compare_lines);
  for (guint i = 0; i < lines->len; i++)
    g_string_append (text, g_ptr_array_index (lines, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

TEST ("/builder/any-order")
{
  guint order[G_N_ELEMENTS (stacks)];
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    order[i] = i;
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (CyanProfile) profile = build_stacks (order);
      g_autofree char *sums = all_sums (profile);

      g_assert_cmpfloat (profile->metrics[0].total[0], ==, (1 << G_N_ELEMENTS (stacks)) - 1);
      if (expected == NULL)
        expected = g_steal_pointer (&sums);
      else
        g_assert_cmpstr (sums, ==, expected);
      for (guint i = G_N_ELEMENTS (order) - 1; i > 0; i--)
        {
          guint other = (guint) g_test_rand_int_range (0, (int) i + 1);
          guint swap = order[i];

          order[i] = order[other];
          order[other] = swap;
        }
    }
}

TEST ("/builder/children-and-call-sites")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;
  guint32 f = function (builder, "f");
  CyanNode one = cyan_profile_builder_child (builder, 0, f, 1, NULL);

  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 1, NULL), ==, one);
  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 2, NULL), !=, one);
  g_assert_cmpuint (cyan_profile_builder_child (builder, one, f, 1, NULL), !=, one);
  /* Enough nodes that the table of children grows several times. */
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 5000; i++)
      g_assert_cmpuint (cyan_profile_builder_child (builder, one, f, i + 10, NULL), ==, i + 4);
  profile = finish (builder);
  g_assert_cmpuint (profile->n_nodes, ==, 5004);
}

TEST ("/builder/functions")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;
  CyanStr name = cyan_strings_add (strings, "f", -1), other = cyan_strings_add (strings, "g", -1);
  guint32 f = cyan_profile_builder_function (builder, name, other, other, 3, 4);

  g_assert_cmpuint (cyan_profile_builder_function (builder, name, other, other, 3, 4), ==, f);
  g_assert_cmpuint (cyan_profile_builder_function (builder, other, other, other, 3, 4), ==, f + 1);
  g_assert_cmpuint (cyan_profile_builder_function (builder, name, name, other, 3, 4), ==, f + 2);
  g_assert_cmpuint (cyan_profile_builder_function (builder, name, other, name, 3, 4), ==, f + 3);
  g_assert_cmpuint (cyan_profile_builder_function (builder, name, other, other, 4, 4), ==, f + 4);
  g_assert_cmpuint (cyan_profile_builder_function (builder, name, other, other, 3, 5), ==, f + 5);
  cyan_profile_builder_append (builder, 0, f, 0, NULL);
  cyan_profile_builder_append (builder, 0, f + 4, 0, NULL);
  cyan_profile_builder_append (builder, 0, f + 1, 0, NULL);
  profile = finish (builder);
  g_assert_cmpuint (profile->n_functions, ==, f + 6);
  /* For people, functions that differ only in the line are one. */
  g_assert_cmpuint (cyan_profile_n_functions (profile), ==, 2);
  g_assert_cmpuint (cyan_profile_function (profile, 2)->line, ==, 4);
}

TEST ("/builder/calls")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;
  CyanNode nodes[3];

  for (guint i = 0; i < 3; i++)
    nodes[i] = cyan_profile_builder_append (builder, 0, 0, 0, NULL);
  cyan_profile_builder_add_calls (builder, nodes[0], 0);
  cyan_profile_builder_add_calls (builder, nodes[2], G_MAXUINT64 - 5);
  cyan_profile_builder_add_calls (builder, nodes[2], 100);
  profile = finish (builder);
  g_assert_cmpuint (cyan_profile_calls (profile, 0), ==, 0);
  g_assert_cmpuint (cyan_profile_calls (profile, 1), ==, 0);
  g_assert_true (cyan_profile_calls (profile, 2) == CYAN_CALLS_UNKNOWN);
  /* Saturated counts are not unknown. */
  g_assert_true (cyan_profile_calls (profile, 3) == CYAN_CALLS_UNKNOWN - 1);
}

TEST ("/builder/run-data")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) profile = NULL;
  guint metric;

  cyan_profile_builder_metric (builder, "time", "ms");
  cyan_profile_builder_metric (builder, "written", "bytes");
  cyan_profile_builder_append (builder, 0, 0, 0, NULL);
  cyan_profile_builder_add (builder, 1, 1, 12);
  cyan_profile_builder_set_meta (builder, "version", "1");
  cyan_profile_builder_set_meta (builder, "command", "./a");
  cyan_profile_builder_set_meta (builder, "version", "2");
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 4);
  cyan_profile_builder_set_format (builder, "folded");
  cyan_profile_builder_warn (builder, "%u %s", 3, "things");
  profile = finish (builder);
  g_assert_cmpuint (profile->n_meta, ==, 2);
  g_assert_cmpstr (cyan_profile_get_meta (profile, "version"), ==, "2");
  g_assert_null (cyan_profile_get_meta (profile, "host"));
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 4);
  g_assert_cmpstr (profile->format, ==, "folded");
  g_assert_cmpstr (g_ptr_array_index (profile->warnings, 0), ==, "3 things");
  g_assert_true (cyan_profile_find_metric (profile, "written", &metric));
  g_assert_cmpfloat (profile->metrics[metric].total[0], ==, 12);
  g_assert_false (cyan_profile_find_metric (profile, "read", &metric));
}

TEST ("/builder/limit")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 3);
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  guint32 f = function (builder, "f");

  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 1, &error), ==, 1);
  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 2, &error), ==, 2);
  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 3, &error), ==, CYAN_NODE_NONE);
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
  g_clear_error (&error);
  /* Existing nodes can still be found, and the profile finished. */
  g_assert_cmpuint (cyan_profile_builder_child (builder, 0, f, 2, &error), ==, 2);
  g_assert_no_error (error);
  profile = finish (builder);
  g_assert_cmpuint (profile->n_nodes, ==, 3);
}

/* A chain, and a root with as many children: no recursion and no quadratic time. */
static void
test_million (gconstpointer data)
{
  gboolean deep = GPOINTER_TO_INT (data);
  const guint n = 1000000;
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint metric = cyan_profile_builder_metric (builder, "time", "ns");
  g_autoptr (CyanProfile) profile = NULL;
  g_autofree char *text = NULL;
  guint32 f = function (builder, "f");
  CyanNode node = CYAN_NODE_ROOT;

  for (guint i = 0; i < n; i++)
    {
      CyanNode child = cyan_profile_builder_child (builder, node, f, deep ? 0 : i, NULL);

      cyan_profile_builder_add (builder, metric, child, 2);
      if (deep)
        node = child;
    }
  profile = finish (builder);
  g_assert_cmpuint (cyan_profile_depth (profile), ==, deep ? n : 1);
  g_assert_cmpuint (cyan_profile_n_leaves (profile), ==, deep ? 1 : n);
  g_assert_cmpfloat (profile->metrics[0].total[0], ==, 2.0 * n);
  g_assert_cmpfloat (profile->metrics[0].total[n], ==, 2);
  text = cyan_profile_to_text (profile, CYAN_PROFILE_TEXT_NAMES);
  g_assert_cmpuint (strlen (text), ==, deep ? 3 * n - 2 : 2 * n - 1);
}

TESTS ()
{
  g_test_add_data_func ("/builder/million/deep", GINT_TO_POINTER (TRUE), test_million);
  g_test_add_data_func ("/builder/million/wide", GINT_TO_POINTER (FALSE), test_million);
}
