/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much memory there is, and how it is asked for and given back.
 *
 * For budgets: a file of a few bytes may ask for more than the machine has, and then everything
 * else on it stands still.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes the C library hand back what is freed in large pieces, from all threads, instead of keeping
 * it for later: a tenth of what a comparison takes.  For the start of a program. */
void cyan_memory_hand_back (void);

/* Asks the system for large pages where [@bytes, @bytes + @length) holds such: for tables of many
 * megabytes that are written all over at once and then used at random. */
void cyan_memory_use_large_pages (gpointer bytes, gsize length);

/* Bytes: half of the machine's memory, or of what the process or a control group that it is in may
 * take if that is less. */
guint64 cyan_memory_default_limit (void);

/* Reads "500M", "2G", "1.5GiB" or a number of bytes: K, M, G and T are powers of 1,024.  FALSE if
 * @text is none of these, or 0, or beyond 2^60. */
gboolean cyan_memory_parse (const char *text, guint64 *bytes);

/* "512 MiB".  Caller frees. */
char *cyan_memory_to_text (guint64 bytes);

G_END_DECLS
