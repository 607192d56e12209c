/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes are named so that they are found again, in the same comparison and in another one. */
#include "cyan-node-names.h"

#include <string.h>

#include "profile-text.h"
#include "tests.h"

static CyanComparison *
compare (const char *before_text, const char *after_text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) before = MUST (cyan_profile_from_text (strings, before_text, &failure));
  g_autoptr (CyanProfile) after = MUST (cyan_profile_from_text (strings, after_text, &failure));
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  CyanComparison *comparison;

  comparison = MUST (cyan_comparison_new (before, after, &options, NULL, &failure));
  return comparison;
}

/* "main/a#1/b", from the top.  Caller frees. */
static char *
path_of (const CyanNodeNames *names, guint index)
{
  char *path = NULL;

  for (; index != 0; index = g_array_index (names->nodes, CyanNodeName, index).parent)
    {
      const CyanNodeName *name = &g_array_index (names->nodes, CyanNodeName, index);
      g_autofree char *below = path;

      path = g_strdup_printf ("%s#%u%s%s", cyan_strings_get (names->strings, name->name),
                              name->ordinal, below != NULL ? "/" : "", below != NULL ? below : "");
    }
  return path;
}

/* Ancestors are named with a node, and siblings of one name are counted. */
TEST ("/node-names/names")
{
  g_autoptr (CyanComparison) comparison = compare ("main(a b a(x) 'a b')", "main(a b a(x) 'a b')");
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode)), named = NULL;
  g_autoptr (CyanNodeNames) names = NULL;
  CyanNode x = CYAN_NODE_NONE;

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    if (strcmp (cyan_comparison_name (comparison, node), "x") == 0)
      x = node;
  g_array_append_val (nodes, x);
  names = cyan_node_names_of (comparison, nodes, &named);
  g_assert_cmpuint (names->nodes->len, ==, 4);
  g_assert_cmpuint (g_array_index (named, CyanNode, 3), ==, x);
  ASSERT_TEXT (path_of (names, 3), "main#0/a#1/x#0");
}

/* All nodes, of trees that are deep and wide. */
static void
check_all (const char *text, const char *other)
{
  g_autoptr (CyanComparison) comparison = compare (text, other);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode)), named = NULL;
  g_autoptr (CyanNodeNames) names = NULL;
  g_autofree CyanNode *found = NULL;

  /* In any order. */
  for (CyanNode node = comparison->compared.n_nodes; node-- > 0;)
    g_array_append_val (nodes, node);
  names = cyan_node_names_of (comparison, nodes, &named);
  g_assert_cmpuint (names->nodes->len, ==, comparison->compared.n_nodes);
  found = cyan_node_names_find (names, comparison);
  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    g_assert_cmpuint (found[node], ==, node);
}

TEST ("/node-names/large")
{
  g_autoptr (GString) deep = g_string_new ("f"), wide = g_string_new ("main(");

  for (guint i = 0; i < 30000; i++)
    g_string_append (deep, i % 2 == 0 ? "(g" : "(f");
  for (guint i = 0; i < 30000; i++)
    g_string_append_c (deep, ')');
  for (guint i = 0; i < 30000; i++)
    g_string_append (wide, i % 3 == 0 ? "a " : "b(c) ");
  g_string_append (wide, "d)");
  check_all (deep->str, deep->str);
  check_all (wide->str, wide->str);
  check_all ("main(a(b) a a(c))", "main(a a(c) x(a(b)))");
}

/* What is gone is not found, nor is what was below it. */
TEST ("/node-names/other")
{
  g_autoptr (CyanComparison) old = compare ("main(a(b(c)) d)", "main(a(b(c)) d)");
  g_autoptr (CyanComparison) newer = compare ("main(new a(x(c)) d)", "main(new a(x(c)) d)");
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode)), named = NULL;
  g_autoptr (CyanNodeNames) names = NULL;
  g_autofree CyanNode *found = NULL;

  for (CyanNode node = 1; node < old->compared.n_nodes; node++)
    g_array_append_val (nodes, node);
  names = cyan_node_names_of (old, nodes, &named);
  found = cyan_node_names_find (names, newer);
  for (guint i = 1; i < named->len; i++)
    {
      const char *name = cyan_comparison_name (old, g_array_index (named, CyanNode, i));

      if (strcmp (name, "b") == 0 || strcmp (name, "c") == 0)
        g_assert_cmpuint (found[i], ==, CYAN_NODE_NONE);
      else
        g_assert_cmpstr (cyan_comparison_name (newer, found[i]), ==, name);
    }
}
