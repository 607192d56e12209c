/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text line by line. */
#pragma once

#include "cyan-input.h"

/* Reads a line of @length bytes, without its line break and NUL-terminated, which it may change. */
typedef gboolean (*CyanReadLine) (gpointer data, char *line, gsize length, GError **error);

/* For readers whose errors name no file: calls @read with every line that is left of @input.  An
 * error of @read gets the file and the number of the line. */
gboolean cyan_lines_read (CyanInput *input, CyanReadLine read, gpointer data, GError **error);
