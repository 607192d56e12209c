/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Forests of callers: the examples of the literature, and their laws on random trees.
 */
#include <string.h>

#include "cyan-caller-forest.h"
#include "cyan-profile.h"
#include "profile-of.h"
#include "tests.h"

/* The forest of the calls of @text, a profile as text. */
static CyanCallerForest *
forest_of (const CyanProfile *profile, guint k)
{
  const CyanContexts contexts = { profile->n_nodes, profile->parent, profile->function, NULL };
  g_autofree double *calls = g_new0 (double, profile->n_nodes);
  const double *values[] = { calls };

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    calls[i] = (double) cyan_profile_calls (profile, i);
  return cyan_caller_forest_new (&contexts, k, values, 1);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "B*4(A*2 M*2)"; siblings are in the order of their names. */
static char *
below (const CyanCallerForest *forest, const CyanProfile *profile, guint node)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = node + 1; i < forest->n_nodes; i++)
    if (forest->parent[i] == node)
      {
        const CyanFunction *function = &profile->functions[forest->key[i]];
        g_autofree char *callers = below (forest, profile, i);

        g_ptr_array_add (texts,
                         g_strdup_printf (*callers != '\0' ? "%s*%g(%s)" : "%s*%g%s",
                                          cyan_strings_get (profile->strings, function->name),
                                          forest->value[0][i], callers));
      }
  g_ptr_array_sort (texts, compare_texts);
  g_ptr_array_add (texts, NULL);
  return g_strjoinv (" ", (char **) texts->pdata);
}

/* Table 4.6 of the study. */
TEST ("/structures/caller-forest/table")
{
  static const char *const expected[] = {
    "A*2 B*4 C*2 D*2 M*1 count*2",
    "A*2(M*2) B*4(A*2 M*2) C*2(A*2) D*2(B*2) M*1 count*2(B*2)",
    "A*2(M*2) B*4(A*2(M*2) M*2) C*2(A*2(M*2)) D*2(B*2(M*2)) M*1 count*2(B*2(A*2))",
  };
  static const guint n_nodes[] = { 6, 12, 16, 17 };
  g_autoptr (CyanProfile) profile = profile_of ("M*1(A*2(B*2(count*2) C*2) B*2(D*2))");

  for (guint k = 0; k < G_N_ELEMENTS (n_nodes); k++)
    {
      g_autoptr (CyanCallerForest) forest = forest_of (profile, k);
      g_autofree char *text = below (forest, profile, 0);

      g_assert_cmpuint (forest->n_nodes - 1, ==, n_nodes[k]);
      if (k < G_N_ELEMENTS (expected))
        g_assert_cmpstr (text, ==, expected[k]);
    }
}

/* The callers of h in figure 1.3 of the study. */
TEST ("/structures/caller-forest/figure")
{
  static const char *const expected[] = {
    "h*132(f*20 g*40 main*72)",
    "h*132(f*20(main*20) g*40(f*10 g*20 main*10) main*72)",
  };
  g_autoptr (CyanProfile) profile =
      profile_of ("main*1(f*20(g*20(h*10(i*10) g*10(h*10(i*10))) h*20(i*20)) "
                  "g*20(h*10(i*10) g*10(h*10(i*10))) h*72(i*72))");

  for (guint k = 1; k <= 2; k++)
    {
      g_autoptr (CyanCallerForest) forest = forest_of (profile, k);
      g_autofree char *text = below (forest, profile, 0);

      if (strstr (text, expected[k - 1]) == NULL)
        g_error ("no \"%s\" in \"%s\"", expected[k - 1], text);
    }
}

/* A wrapper that is not there does not part the callers. */
TEST ("/structures/caller-forest/skipped")
{
  g_autoptr (CyanProfile) profile = profile_of ("main*1(wrap*2(work*2) work*3)");
  const guint8 trees[] = { 1, 1, 0, 1, 1 };
  const CyanContexts contexts = { profile->n_nodes, profile->parent, profile->function, trees };
  const double calls[] = { 0, 1, 2, 2, 3 };
  const double *values[] = { calls };
  g_autoptr (CyanCallerForest) forest = cyan_caller_forest_new (&contexts, 2, values, 1);

  ASSERT_TEXT (below (forest, profile, 0), "main*1 work*5(main*5)");
}

/* Of two merged trees: a wrapper that one of them lacks calls only what that one lacks, too. */
TEST ("/structures/caller-forest/merged")
{
  g_autoptr (CyanProfile) profile = profile_of ("main*1(wrap*2(work*2 new*1))");
  const guint8 trees[] = { 3, 3, 2, 3, 2 };
  const CyanContexts contexts = { profile->n_nodes, profile->parent, profile->function, trees };
  const double calls[] = { 0, 1, 2, 2, 1 };
  const double *values[] = { calls };
  g_autoptr (CyanCallerForest) forest = cyan_caller_forest_new (&contexts, 2, values, 1);

  ASSERT_TEXT (below (forest, profile, 0),
               "main*1 new*1(wrap*1(main*1)) work*2(main*2) wrap*2(main*2)");
}

/* ---- laws ---- */

static CyanProfile *
random_profile (guint n_functions)
{
  g_autoptr (GString) text = g_string_new ("a*1(");
  guint depth = 1;

  for (guint i = 0; i < 300; i++)
    if (depth > 1 && g_test_rand_int_range (0, 100) < 45)
      {
        g_string_append (text, ") ");
        depth--;
      }
    else
      {
        g_string_append_printf (text, "%c@%u*%d(",
                                'a' + g_test_rand_int_range (0, (gint32) n_functions), i + 1,
                                g_test_rand_int_range (1, 9));
        depth++;
      }
  for (; depth > 0; depth--)
    g_string_append_c (text, ')');
  /* A leaf has no brackets. */
  for (char *at; (at = strstr (text->str, "()")) != NULL;)
    g_string_erase (text, at - text->str, 2);
  return profile_of (text->str);
}

/* The forest of depth k is that of depth k + 1 without its last level; its roots are the whole; own
 * values are what has no further caller. */
TEST ("/structures/caller-forest/laws")
{
  for (guint trial = 0; trial < 50; trial++)
    {
      g_autoptr (CyanProfile) profile = random_profile (1 + trial % 6);
      double whole = 0;

      for (CyanNode i = 1; i < profile->n_nodes; i++)
        whole += (double) cyan_profile_calls (profile, i);
      for (guint k = 0; k < 6; k++)
        {
          g_autoptr (CyanCallerForest) one = forest_of (profile, k),
                                       more = forest_of (profile, k + 1);
          g_autofree guint *level = g_new0 (guint, more->n_nodes);
          g_autofree guint32 *to = g_new0 (guint32, more->n_nodes);
          double roots = 0, own = 0;
          guint n = 1;

          for (guint i = 1; i < more->n_nodes; i++)
            {
              level[i] = more->parent[i] == 0 ? 0 : level[more->parent[i]] + 1;
              g_assert_cmpuint (level[i], <=, k + 1);
              if (level[i] > k)
                continue;
              to[i] = n++;
              g_assert_cmpuint (one->key[to[i]], ==, more->key[i]);
              g_assert_cmpuint (one->parent[to[i]], ==, to[more->parent[i]]);
              g_assert_cmpfloat (one->value[0][to[i]], ==, more->value[0][i]);
            }
          g_assert_cmpuint (n, ==, one->n_nodes);
          for (guint i = 1; i < one->n_nodes; i++)
            {
              own += one->own[0][i];
              roots += one->parent[i] == 0 ? one->value[0][i] : 0;
            }
          g_assert_cmpfloat (roots, ==, whole);
          g_assert_cmpfloat (own, ==, whole);
        }
    }
}
