/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by several formats of operating systems: names of frames, and XML. */
#pragma once

#include "cyan-input.h"
#include "cyan-strings.h"

/* The name of a function that a profiler prints as [@text, @text + @length), without white space
 * around it and without an offset "+0x12" at its end.  A mere address, which differs from run to
 * run, is "[unknown]". */
CyanStr cyan_frame_name (CyanStrings *strings, const char *text, gsize length);

/* The name of a process, printed as "tool (4711)", without its number. */
CyanStr cyan_process_name (CyanStrings *strings, const char *text);

/* Reads XML, for parsers whose errors name no file. */

/* Reads the rest of @input with @parser, which gets @data.  An error gets the file and the line.
 * @parser sets @silence to 0 at each element; an element of too many bytes is refused. */
gboolean cyan_markup_read (
    const GMarkupParser *parser, gpointer data, gsize *silence, CyanInput *input, GError **error);
