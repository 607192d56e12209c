/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `cyan` and measures it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Runs `cyan functions REPOSITORY@REVISION REPOSITORY@REVISION`, which must end by itself, within
 * 10 s of processor time and 300 MB.  Returns its exit status; *@line is all that it wrote on
 * standard error, and it leaves no temporary file.  Caller frees. */
int run_limited (const char *repository, const char *revision, char **line);

/* Checks that it fails with status 2 and one line that contains @words. */
void assert_limited_fails (const char *repository, const char *revision, const char *words);
/* Checks that it succeeds. */
void assert_limited_works (const char *repository, const char *revision);

G_END_DECLS
