/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of the memory limit, for tests with a made-up system. */
#pragma once

#include <glib.h>

/* The bytes that the control groups of this process, including the groups above its own, still
 * allow; G_MAXUINT64 without a limit.  Reads the files of proc and sysfs below the folder @root, ""
 * for the real ones. */
guint64 cyan_memory_control_group_limit (const char *root);
