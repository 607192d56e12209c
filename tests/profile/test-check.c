/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checker finds every way of breaking a profile's invariants. */
#include "cyan-error.h"
#include "cyan-profile.h"
#include "profile-text.h"
#include "tests.h"

#include <math.h>

typedef void (*Break) (CyanProfile *profile);

/* Node numbers in preorder: a 1, b 2, c 3, d 4, e 5, f 6. */
#define TREE "a:1(b:2(c:4 d:8) e:16) f:32"

static void
parent_is_self (CyanProfile *profile)
{
  profile->parent[3] = 3;
}

static void
parent_comes_later (CyanProfile *profile)
{
  profile->parent[3] = 4;
}

static void
parent_is_a_cousin (CyanProfile *profile)
{
  profile->parent[5] = 3;
}

static void
parent_is_too_high (CyanProfile *profile)
{
  profile->parent[4] = 1;
}

static void
end_is_too_small (CyanProfile *profile)
{
  profile->end[2] = 4;
}

static void
end_is_too_large (CyanProfile *profile)
{
  profile->end[2] = 6;
}

static void
end_is_before_the_node (CyanProfile *profile)
{
  profile->end[3] = 3;
}

static void
end_of_a_leaf_is_too_large (CyanProfile *profile)
{
  profile->end[6] = 8;
}

static void
root_ends_early (CyanProfile *profile)
{
  profile->end[0] = 6;
}

static void
root_ends_late (CyanProfile *profile)
{
  profile->end[0] = 8;
}

static void
unknown_function (CyanProfile *profile)
{
  profile->function[2] = profile->n_functions;
}

static void
unknown_name (CyanProfile *profile)
{
  profile->functions[2].name = cyan_strings_count (profile->strings);
}

static void
unknown_file (CyanProfile *profile)
{
  profile->functions[2].file = G_MAXUINT32;
}

static void
unknown_module (CyanProfile *profile)
{
  profile->functions[2].module = G_MAXUINT32;
}

static void
self_is_nan (CyanProfile *profile)
{
  profile->metrics[0].self[4] = NAN;
}

static void
total_is_infinite (CyanProfile *profile)
{
  profile->metrics[0].total[4] = INFINITY;
}

static void
total_is_wrong_at_a_leaf (CyanProfile *profile)
{
  profile->metrics[0].total[4] += 1;
}

static void
total_is_wrong_inside (CyanProfile *profile)
{
  profile->metrics[0].total[1] -= 1;
}

static void
total_is_wrong_at_the_root (CyanProfile *profile)
{
  profile->metrics[0].total[0] = 0;
}

static void
self_is_wrong (CyanProfile *profile)
{
  profile->metrics[0].self[2] = 3;
}

static void
root_has_another_name (CyanProfile *profile)
{
  profile->functions[0].name = profile->functions[1].name;
}

static void
root_is_called (CyanProfile *profile)
{
  /* No other array of calls was there; the profile does not own this one. */
  static guint64 calls[7] = { 1 };

  profile->calls = calls;
}

static void
unknown_normal_name (CyanProfile *profile)
{
  profile->functions[2].normal = 1000;
}

static void
flat_of_another (CyanProfile *profile)
{
  profile->flat = cyan_flat_profile_new (profile->n_functions + 1, profile->n_metrics);
}

static const struct
{
  const char *name;
  Break break_it;
  const char *message;
} cases[] = {
  { "/check/parent-is-self", parent_is_self, "node 3: parent 3, end 4" },
  { "/check/parent-comes-later", parent_comes_later, "node 3: parent 4, end 4" },
  { "/check/parent-is-a-cousin", parent_is_a_cousin, "node 5: parent 3, end 6" },
  { "/check/parent-is-too-high", parent_is_too_high, "node 4: not where its siblings end" },
  { "/check/end-is-too-small", end_is_too_small, "node 4: parent 2, end 5" },
  { "/check/end-is-too-large", end_is_too_large, "node 5: not where its siblings end" },
  { "/check/end-is-before-the-node", end_is_before_the_node, "node 3: parent 2, end 3" },
  { "/check/end-of-a-leaf-is-too-large", end_of_a_leaf_is_too_large, "node 6: parent 0, end 8" },
  { "/check/root-ends-early", root_ends_early, "the root does not span all 7 nodes" },
  { "/check/root-ends-late", root_ends_late, "the root does not span all 7 nodes" },
  { "/check/unknown-function", unknown_function, "node 2: function 7 of 7" },
  { "/check/unknown-name", unknown_name, "function 2: a name outside the pool" },
  { "/check/unknown-file", unknown_file, "function 2: a name outside the pool" },
  { "/check/unknown-module", unknown_module, "function 2: a name outside the pool" },
  { "/check/self-is-nan", self_is_nan, "node 4: time is not finite" },
  { "/check/total-is-infinite", total_is_infinite, "node 4: time is not finite" },
  { "/check/total-is-wrong-at-a-leaf", total_is_wrong_at_a_leaf, "node 4: total time 9, not 8" },
  { "/check/total-is-wrong-inside", total_is_wrong_inside, "node 1: total time 30, not 31" },
  { "/check/total-is-wrong-at-the-root", total_is_wrong_at_the_root,
    "node 0: total time 0, not 63" },
  { "/check/self-is-wrong", self_is_wrong, "node 2: total time 14, not 15" },
  { "/check/root-has-another-name", root_has_another_name, "the root is not (all)" },
  { "/check/root-is-called", root_is_called, "the root is called" },
  { "/check/normal-name-unknown", unknown_normal_name, "function 2: a name outside the pool" },
  { "/check/flat-profile-of-another", flat_of_another, "the flat profile is of another tree" },
};

/* A difference of two profiles, in which large values cancel out. */
TEST ("/check/cancelled-out")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, "a:1(b:1e300 c:-1e300)", NULL);

  MUST (cyan_profile_check (profile, &failure));
}

/* What makes a profile of another one asserts its invariants, and says which one is broken. */
TEST ("/check/asserted")
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = NULL, without = NULL;
  g_autofree guint8 *none = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_failed ();
      g_test_trap_assert_stderr ("*cyan_profile_check: node 5: *");
      return;
    }
  profile = cyan_profile_from_text (strings, TREE, NULL);
  none = g_new0 (guint8, profile->n_functions);
  parent_is_a_cousin (profile);
  without = cyan_profile_without (profile, none);
}

static void
test_broken (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_from_text (strings, TREE, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (cyan_profile_check (profile, &error));
  g_assert_no_error (error);
  cases[i].break_it (profile);
  g_assert_false (cyan_profile_check (profile, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, cases[i].message);
}

TESTS ()
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_test_add_data_func (cases[i].name, GUINT_TO_POINTER (i), test_broken);
}
