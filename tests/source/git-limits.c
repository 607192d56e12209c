/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git-limits.h"

#include "limited-run.h"

void
assert_git_fails (const char *repository, const char *revision, const char *words)
{
  g_autofree char *location = g_strconcat (repository, "@", revision, NULL);
  const char *const arguments[] = { "functions", location, location, NULL };

  assert_limited_fails (arguments, words);
}

void
assert_git_works (const char *repository, const char *revision)
{
  g_autofree char *location = g_strconcat (repository, "@", revision, NULL);
  const char *const arguments[] = { "functions", location, location, NULL };
  g_autofree char *line = NULL;

  g_assert_cmpint (run_limited (arguments, &line), ==, 0);
}
