/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log of a build or of a run says went wrong. */
#pragma once

#include <glib.h>

/* The first line of @log that tells of an error, as compilers, linkers, shells and interpreters
 * write them, with up to @around lines before and behind it; without one, the last line that says
 * something, alone.  Empty if @log is NULL or says nothing.  Caller frees. */
GStrv cyan_log_error_lines (const char *log, guint around);
/* That line alone, or "".  Caller frees. */
char *cyan_log_error_line (const char *log);
