/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that changed a function, and those that only reformatted it. */
#include "cyan-function-commits.h"

#include "cyan-function-compare.h"
#include "cyan-i18n.h"

/* The share of finding the commits in the whole work. */
#define FINDING_SHARE 0.8

static gboolean
is_reformat (const CyanGitTouch *touch, const char *repository)
{
  g_autoptr (CyanFunctionText) before = NULL, after = NULL;

  /* A text that cannot be read again is no reason to lose the list. */
  return cyan_git_touch_load (touch, repository, &before, &after, NULL)
         && cyan_function_text_compare (before, after) == CYAN_CHANGE_REFORMATTED;
}

GPtrArray *
cyan_function_commits (const CyanGitRevision *before_revision,
                       const CyanGitRevision *after_revision,
                       const CyanFunctionText *before,
                       const CyanFunctionText *after,
                       const CyanTick *tick,
                       GError **error)
{
  const CyanTick finding = cyan_tick_slice (tick, 0, FINDING_SHARE),
                 reading = cyan_tick_slice (tick, FINDING_SHARE, 1);
  g_autoptr (GPtrArray) touches =
      cyan_git_history (before_revision, after_revision, before, after, &finding, error);

  for (guint i = 0; touches != NULL && i < touches->len; i++)
    {
      CyanGitTouch *touch = g_ptr_array_index (touches, i);

      if (!cyan_tick (&reading, (double) i / touches->len, N_ ("Reading commits"), error))
        return NULL;
      touch->is_reformat = is_reformat (touch, after_revision->repository);
    }
  return g_steal_pointer (&touches);
}
