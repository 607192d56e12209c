/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of frames in texts of profilers. */
#pragma once

#include "cyan-strings.h"

/* The name of a function that a profiler prints as [@text, @text + @length), without white space
 * around it and without an offset "+0x12" at its end.  A mere address, which differs from run to
 * run, is "[unknown]". */
CyanStr cyan_frame_name (CyanStrings *strings, const char *text, gsize length);

/* The name of a process, printed as "tool (4711)", without its number. */
CyanStr cyan_process_name (CyanStrings *strings, const char *text);
