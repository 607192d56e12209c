/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-git-diff-progress.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#define TICK_STRIDE 1024

int
cyan_git_diff_progress (const git_diff *so_far,
                        const char *old_path,
                        const char *new_path,
                        void *data)
{
  CyanGitDiffProgress *self = data;

  (void) so_far;
  (void) old_path;
  (void) new_path;
  if (self->n++ % TICK_STRIDE == 0)
    cyan_tick (self->tick, 0, self->what, &self->error);
  if (self->n > CYAN_GIT_DIFF_MAX && self->error == NULL)
    cyan_fail (&self->error, CYAN_ERROR_LIMIT, _ ("more than %'d files differ in one commit"),
               CYAN_GIT_DIFF_MAX);
  return self->error != NULL ? -1 : 0;
}
