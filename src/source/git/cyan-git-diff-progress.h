/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stops a comparison of two trees that takes too long. */
#pragma once

#include <git2.h>

#include "cyan-tick.h"

G_BEGIN_DECLS

/* Maximum number of files that differ in two trees. */
#define CYAN_GIT_DIFF_MAX 1000000

typedef struct
{
  const CyanTick *tick;
  const char *what; /* for the tick, marked by N_() */
  guint n;
  GError *error; /* why it was stopped; owned by the caller */
} CyanGitDiffProgress;

/* The progress_cb of git_diff_options; @data is a CyanGitDiffProgress. */
int cyan_git_diff_progress (const git_diff *so_far,
                            const char *old_path,
                            const char *new_path,
                            void *data);

G_END_DECLS
