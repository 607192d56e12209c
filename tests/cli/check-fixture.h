/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests of `cyan check`. */
#pragma once

#include <string.h>

#include "cli-fixture.h"

/* Runs `cyan check` with @options, separated by spaces, and one or two paths. */
static inline Run *
check (const char *options, const char *before, const char *after)
{
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  const char *word[16] = { NULL };
  guint n = g_strv_length (words);

  g_assert_cmpuint (n, <, 14);
  for (guint i = 0; i < n; i++)
    word[i] = words[i];
  word[n] = before;
  word[n + 1] = after;
  return cyan ("check", word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7],
               word[8], word[9], word[10], word[11], word[12], word[13], word[14], word[15], NULL);
}

static inline int
status_of (const char *options, const char *before, const char *after)
{
  g_autoptr (Run) run = check (options, before, after);

  if (run->status == 2 || run->status < 0)
    g_error ("cyan check %s: %s", options, run->err);
  return run->status;
}

static inline void
assert_in (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("\"%s\" is not in \"%s\"", part, text);
}

static inline void
assert_not_in (const char *text, const char *part)
{
  if (strstr (text, part) != NULL)
    g_error ("\"%s\" is in \"%s\"", part, text);
}

static inline char *
demo (const char *name)
{
  g_autofree char *path = g_strconcat ("data/demo/", name, NULL);

  return root_path (path);
}
