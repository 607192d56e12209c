/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a source that was read is on disk, for programs that open files.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* The absolute path of @text's file: in a directory where it is, of a revision the one of the
 * repository's work tree if it holds the same text.  Reads that file.  Fails with
 * CYAN_ERROR_UNSUPPORTED where there is none, and then the message says why in words for the
 * window. Caller frees. */
char *cyan_source_location_disk_path (CyanSourceLocation *self,
                                      const CyanFunctionText *text,
                                      const CyanTick *tick,
                                      GError **error);

G_END_DECLS
