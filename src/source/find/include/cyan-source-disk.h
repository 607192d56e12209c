/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the file on disk of a source text, for programs that open files.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* The absolute path of @text's file: in a directory, the file itself; of a revision, the file in
 * the repository's work tree if it has the same text.  Reads that file.  Fails with
 * CYAN_ERROR_UNSUPPORTED if there is none; the message gives the reason in words for the window.
 * Caller frees. */
char *cyan_source_location_disk_path (CyanSourceLocation *self,
                                      const CyanFunctionText *text,
                                      const CyanTick *tick,
                                      GError **error);
