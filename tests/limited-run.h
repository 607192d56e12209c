/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `cyan` with a hostile input, and measures it. */
#pragma once

#include <glib.h>

/* Runs `cyan` with @arguments, a list that NULL ends.  It must end by itself, within 10 s of
 * processor time and 300 MB, and leave no temporary file.  Returns its exit status; *@line is all
 * that it wrote on standard error.  Caller frees. */
int run_limited (const char *const *arguments, char **line);

/* Checks that it fails with status 2 and one line that contains @words. */
void assert_limited_fails (const char *const *arguments, const char *words);
