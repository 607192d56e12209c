/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of the comparison: comparisons of text forms, and nodes by name. */
#pragma once

#include <math.h>
#include <string.h>

#include "cyan-comparison.h"
#include "profile-text.h"
#include "cyan-profile-builder.h"

static inline CyanProfile *
profile (const char *text)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (GError) error = NULL;
  CyanProfile *self = cyan_profile_from_text (strings, text, &error);

  g_assert_no_error (error);
  return self;
}

static inline CyanComparison *
compare_profiles (CyanProfile *before, CyanProfile *after, CyanMatchMethod method)
{
  CyanCompareOptions options = CYAN_COMPARE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  CyanComparison *self;

  options.method = method;
  self = cyan_comparison_new (before, after, &options, NULL, &error);
  g_assert_no_error (error);
  cyan_comparison_check (self, &error);
  g_assert_no_error (error);
  return self;
}

static inline CyanComparison *
compare (const char *before, const char *after, CyanMatchMethod method)
{
  g_autoptr (CyanProfile) a = profile (before);
  g_autoptr (CyanProfile) b = profile (after);

  return compare_profiles (a, b, method);
}

/* The first node with this label in preorder. */
static inline CyanNode
find (const CyanComparison *self, const char *name)
{
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    if (strcmp (cyan_comparison_name (self, i), name) == 0)
      return i;
  g_error ("no node \"%s\"", name);
}

static inline gboolean
warns (const CyanComparison *self, const char *part)
{
  for (guint i = 0; i < self->warnings->len; i++)
    if (strstr (g_ptr_array_index (self->warnings, i), part) != NULL)
      return TRUE;
  return FALSE;
}

#define assert_near(a, b)                                                                          \
  g_assert_cmpfloat_with_epsilon ((a), (b), 1e-6 * (1 + fabs ((double) (b))))

static inline void
assert_width (const CyanComparison *self, const char *name, double expected)
{
  double width;

  g_assert_true (cyan_comparison_width (self, find (self, name), &width));
  assert_near (width, expected);
}

static inline double
share_height (const CyanComparison *self, const char *name)
{
  return cyan_comparison_height (self, find (self, name), CYAN_BASIS_SHARE);
}
