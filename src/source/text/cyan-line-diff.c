/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line diff of two texts, by libgit2 without context lines, so that its hunks are the changes.
 */
#include "cyan-line-diff.h"

#include <string.h>

#include <git2.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-libgit2.h"

/* Maximum bytes of a text.  The worst case of xdiff at this size takes some seconds. */
#define MAX_DIFF_BYTES (64 * 1024 * 1024)

/* @text, or a copy that ends in a line break if @text does not: a missing last line break does not
 * count as a difference. */
static const char *
with_last_break (const char *text, gsize *length, char **copy)
{
  *length = strlen (text);
  if (*length == 0 || text[*length - 1] == '\n')
    return text;
  *copy = g_strconcat (text, "\n", NULL);
  ++*length;
  return *copy;
}

GArray *
cyan_line_diff (const char *before, const char *after, GError **error)
{
  git_diff_options options = GIT_DIFF_OPTIONS_INIT;
  g_autofree char *before_copy = NULL;
  g_autofree char *after_copy = NULL;
  gsize before_length, after_length, n_hunks;
  git_patch *patch = NULL;
  GArray *changes;

  before = with_last_break (before, &before_length, &before_copy);
  after = with_last_break (after, &after_length, &after_copy);
  if (before_length > MAX_DIFF_BYTES || after_length > MAX_DIFF_BYTES)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT,
                           _ ("The two texts are too large to compare (limit %d MiB)"),
                           MAX_DIFF_BYTES / (1024 * 1024));

  cyan_libgit2_init ();
  options.context_lines = 0;
  options.interhunk_lines = 0;
  options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
  if (git_patch_from_buffers (&patch, before, before_length, NULL, after, after_length, NULL,
                              &options)
      < 0)
    return cyan_fail_null (error, CYAN_ERROR_LIMIT, _ ("The two texts cannot be compared: %s"),
                           cyan_libgit2_reason ());

  n_hunks = git_patch_num_hunks (patch);
  changes = g_array_sized_new (FALSE, FALSE, sizeof (CyanLineChange), (guint) n_hunks);
  for (gsize i = 0; i < n_hunks; i++)
    {
      const git_diff_hunk *hunk;
      CyanLineChange change;

      if (git_patch_get_hunk (&hunk, NULL, patch, i) < 0)
        continue;
      change.before_count = (guint) hunk->old_lines;
      change.after_count = (guint) hunk->new_lines;
      /* git counts from 1, and an empty side gives the line before it. */
      change.before_start = (guint) hunk->old_start - (hunk->old_lines > 0);
      change.after_start = (guint) hunk->new_start - (hunk->new_lines > 0);
      g_array_append_val (changes, change);
    }
  git_patch_free (patch);
  return changes;
}
