/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the question how much memory there is: what tests ask with a system of their own. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that the control groups of this process leave it, those above its own among them;
 * G_MAXUINT64 if there is no limit.  Reads the files of proc and sysfs below the folder @root, ""
 * for the real ones. */
guint64 cyan_memory_control_group_limit (const char *root);

G_END_DECLS
