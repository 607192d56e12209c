/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came from which host. */
#include "profile-of.h"

#include "cyan-hot-profile.h"
#include "cyan-recursion.h"
#include "fleet.h"
#include "tests.h"

#include <math.h>
#include <string.h>

TEST ("/merge/hosts/example")
{
  g_autoptr (CyanProfile) a = profile_of ("main:1*1(a:2*3)"), b = profile_of ("main:4*1(b:0)"),
                          c = profile_of ("main:8*2(a:0*1)");
  CyanProfile *const parts[] = { a, b, c };
  g_autoptr (CyanProfile) whole =
      fleet_merge (parts, (const char *const[]){ "web2", "web1", "web2" }, 3);

  ASSERT_TEXT (cyan_profile_to_text (whole, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS),
               "main:13*4(a:2*4 b:0)");
  g_assert_cmpuint (whole->hosts->n_hosts, ==, 2);
  ASSERT_TEXT (fleet_text (whole, 0), "web1 main:4*1 b:0");
  ASSERT_TEXT (fleet_text (whole, 1), "web2 main:9*3 a:2*4");
}

/* A host whose calls are not known, since those of a part are not. */
TEST ("/merge/hosts/unknown-calls")
{
  g_autoptr (CyanProfile) a = profile_of ("main:1*1"), b = profile_of ("main:2");
  CyanProfile *const parts[] = { a, b, a };
  g_autoptr (CyanProfile) whole = fleet_merge (parts, (const char *const[]){ "x", "x", "y" }, 3);

  ASSERT_TEXT (fleet_text (whole, 0), "x main:3");
  ASSERT_TEXT (fleet_text (whole, 1), "y main:1*1");
}

#define N_PARTS 7
#define N_HOSTS 3

/* Values with more digits than sums can hold. */
static CyanProfile *
random_part (GRand *rand)
{
  g_autoptr (GString) text = g_string_new ("main:0*1(");

  for (guint i = 0; i < 6; i++)
    if (g_rand_boolean (rand))
      g_string_append_printf (text, "f%u:%.17g*%d(g:%.17g*1) ", i,
                              ldexp (g_rand_double (rand), g_rand_int_range (rand, -60, 60)),
                              g_rand_int_range (rand, 1, 9), g_rand_double (rand));
  g_string_append (text, ")");
  return profile_of (text->str);
}

static void
assert_same_column (gconstpointer a, gconstpointer b, gsize size)
{
  g_assert_true ((a == NULL) == (b == NULL));
  g_assert_true (a == NULL || memcmp (a, b, size) == 0);
}

static void
assert_same (const CyanProfile *a, const CyanProfile *b)
{
  const CyanHosts *x = a->hosts, *y = b->hosts;
  gsize n = x->first[x->n_nodes];

  g_assert_cmpuint (a->n_nodes, ==, b->n_nodes);
  g_assert_true (g_strv_equal ((const char *const *) x->names, (const char *const *) y->names));
  assert_same_column (x->first, y->first, (a->n_nodes + 1) * sizeof *x->first);
  assert_same_column (x->host, y->host, n * sizeof *x->host);
  assert_same_column (x->calls, y->calls, n * sizeof *x->calls);
  assert_same_column (x->self[0], y->self[0], n * sizeof (double));
  assert_same_column (a->metrics[0].self, b->metrics[0].self, a->n_nodes * sizeof (double));
}

/* Merges random ones of @parts, of which part i is of host i % N_HOSTS, until one is left. */
static CyanProfile *
merge_at_random (GRand *rand, CyanProfile *const *parts)
{
  static const char *const names[N_HOSTS] = { "web1", "web2", "web3" };
  CyanProfile *left[N_PARTS];
  const char *hosts[N_PARTS];
  guint n = N_PARTS;

  for (guint i = 0; i < n; i++)
    {
      left[i] = cyan_profile_ref (parts[i]);
      hosts[i] = names[i % N_HOSTS];
    }
  while (n > 1)
    {
      guint n_taken = (guint) g_rand_int_range (rand, 2, (gint32) n + 1);
      CyanProfile *taken[N_PARTS], *whole;
      const char *of[N_PARTS];

      for (guint k = 0; k < n_taken; k++, n--)
        {
          guint i = (guint) g_rand_int_range (rand, 0, (gint32) n);

          taken[k] = left[i];
          of[k] = hosts[i];
          left[i] = left[n - 1];
          hosts[i] = hosts[n - 1];
        }
      whole = fleet_merge (taken, of, n_taken);
      for (guint k = 0; k < n_taken; k++)
        cyan_profile_unref (taken[k]);
      left[n] = whole;
      hosts[n++] = "unused";
    }
  return left[0];
}

/* The order and the grouping of the parts change no bit. */
TEST ("/merge/hosts/order")
{
  for (guint32 seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (CyanProfile) one = NULL, other = NULL;
      CyanProfile *parts[N_PARTS];

      for (guint i = 0; i < N_PARTS; i++)
        parts[i] = random_part (rand);
      one = merge_at_random (rand, parts);
      other = merge_at_random (rand, parts);
      g_assert_cmpuint (one->hosts->n_hosts, ==, N_HOSTS);
      assert_same (one, other);
      for (guint i = 0; i < N_PARTS; i++)
        cyan_profile_unref (parts[i]);
    }
}

/* Metrics that not all parts have are left out of the hosts, too. */
TEST ("/merge/hosts/metrics")
{
  CyanProfile *parts[2];
  g_autoptr (CyanProfile) whole = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CyanStrings) strings = cyan_strings_new ();
      g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
      guint32 function;
      CyanNode node;

      if (i == 0)
        cyan_profile_builder_metric (builder, "bytes", "bytes");
      cyan_profile_builder_metric (builder, "time", "ns");
      function = cyan_profile_builder_named (builder, cyan_strings_add (strings, "main", -1));
      node = cyan_profile_builder_child (builder, CYAN_NODE_ROOT, function, 0, NULL);
      for (guint m = 0; m < cyan_profile_builder_n_metrics (builder); m++)
        cyan_profile_builder_add (builder, m, node, 10 * i + m + 1);
      parts[i] = cyan_profile_builder_finish (builder);
    }
  whole = fleet_merge (parts, (const char *const[]){ "a", "b" }, 2);
  g_assert_cmpuint (whole->hosts->n_metrics, ==, 1);
  ASSERT_TEXT (fleet_text (whole, 0), "a main:2");
  ASSERT_TEXT (fleet_text (whole, 1), "b main:11");
  for (guint i = 0; i < 2; i++)
    cyan_profile_unref (parts[i]);
}

static CyanProfile *
recursive_fleet (void)
{
  g_autoptr (CyanProfile) a = profile_of ("m:1*1(f:2*1(g:3*1(f:4*1)) h:5*1)"),
                          b = profile_of ("m:10*1(f:20*1 h:1*1)");
  CyanProfile *const parts[] = { a, b };

  return fleet_merge (parts, (const char *const[]){ "a", "b" }, 2);
}

/* What is derived from a profile by host knows its hosts, too. */
TEST ("/merge/hosts/fold")
{
  g_autoptr (CyanProfile) whole = recursive_fleet ();
  g_autoptr (CyanProfile) folded = MUST (cyan_profile_fold_recursion (whole, NULL, &failure));

  ASSERT_TEXT (fleet_text (folded, 0), "a m:1*1 f:6*2 g:3*1 h:5*1");
  ASSERT_TEXT (fleet_text (folded, 1), "b m:10*1 f:20*1 h:1*1");
  fleet_assert_sums (folded);
}

TEST ("/merge/hosts/prune")
{
  g_autoptr (CyanProfile) whole = recursive_fleet ();
  g_autoptr (CyanProfile) pruned = MUST (cyan_hot_profile_new (whole, 0.2, NULL, NULL, &failure));

  ASSERT_TEXT (fleet_text (pruned, 0), "a m:1*1 f:2*1 (cold):7 (cold):5");
  ASSERT_TEXT (fleet_text (pruned, 1), "b m:10*1 f:20*1 (cold):1");
  fleet_assert_sums (pruned);
}

TEST ("/merge/hosts/without")
{
  g_autoptr (CyanProfile) whole = recursive_fleet ();
  g_autofree guint8 *left_out = g_new0 (guint8, whole->n_functions);
  g_autoptr (CyanProfile) rest = NULL;

  for (guint32 f = 0; f < whole->n_functions; f++)
    left_out[f] = g_str_equal (cyan_strings_get (whole->strings, whole->functions[f].name), "f");
  rest = cyan_profile_without (whole, left_out);
  ASSERT_TEXT (fleet_text (rest, 0), "a m:1*1 f:0*1 g:0*1 f:0*1 h:5*1");
  fleet_assert_sums (rest);
}
