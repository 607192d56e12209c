/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hostile repositories may cost: `cyan functions REPOSITORY@REVISION REPOSITORY@REVISION`, run
 * within the limits of limited-run.h. */
#pragma once

#include <glib.h>

/* Checks that it fails with status 2 and one line that contains @words. */
void assert_git_fails (const char *repository, const char *revision, const char *words);
/* Checks that it succeeds. */
void assert_git_works (const char *repository, const char *revision);
