/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory of the machine: how much a process may take, and hints for the allocator.
 */
#pragma once

#include <glib.h>

/* Makes free() return large blocks to the system at once, in all threads.  This saves a tenth of
 * the memory of a comparison.  Call it at the start of the program. */
void cyan_memory_return_large_blocks (void);

/* Asks the system for large pages within [@bytes, @bytes + @length).  For tables of many megabytes
 * that are accessed at random. */
void cyan_memory_use_large_pages (gpointer bytes, gsize length);

/* Half of the smallest of the machine's memory, the limit of the process and the limits of its
 * control groups; in bytes. */
guint64 cyan_memory_default_limit (void);

/* The bytes that the control groups of this process, including the groups above its own, still
 * allow; G_MAXUINT64 without a limit.  Reads the files of proc and sysfs below the folder @root, ""
 * for the real ones; tests make some up. */
guint64 cyan_memory_control_group_limit (const char *root);

/* Reads "500M", "2G", "1.5GiB" or a number of bytes: K, M, G and T are powers of 1,024.  FALSE if
 * @text has another form, is 0, or is above 2^60. */
gboolean cyan_memory_parse (const char *text, guint64 *bytes);

/* "512 MiB".  Caller frees. */
char *cyan_memory_to_text (guint64 bytes);
