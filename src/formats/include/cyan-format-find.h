/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The table of formats, and which of them a file has: by its content when it is read, by its name
 * when it is written.
 */
#pragma once

#include "cyan-format-entry.h"

/* All formats in the order of the documentation, NULL-terminated. */
const CyanFormat *const *cyan_formats (void);

/* A format with at least this score wins over signs of some other kind of file. */
#define CYAN_FORMAT_SURE 50

/* The likeliest format of @input, none of which is consumed, with at least the score @least.  JSON
 * whose first bytes do not tell is read whole for that, if it can be read twice.  NULL with
 * CYAN_ERROR_UNSUPPORTED if there is none; the message says what the file may be. */
const CyanFormat *cyan_format_find (CyanInput *input, int least, GError **error);

/* The format for the extension of @path; a final ".gz" is ignored.  NULL if there is none. */
const CyanFormat *cyan_format_for_path (const char *path);
