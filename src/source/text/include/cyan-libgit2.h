/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libgit2 without any configuration of the user or the system, and with little memory. */
#pragma once

#include <glib.h>

/* Initialises libgit2: once, for all threads, until the process ends. */
void cyan_libgit2_init (void);

/* The most bytes that it takes at once.  What needs more fails. */
#define CYAN_LIBGIT2_MAX_BLOCK (128 * 1024 * 1024)

/* Restarts the count of the memory that libgit2 takes: call it before an object is read. */
void cyan_libgit2_begin (void);

/* Whether the last call of libgit2 in this thread failed since it took too much memory. */
gboolean cyan_libgit2_lacked_memory (void);
/* Why the last call of libgit2 in this thread failed; valid until the next one. */
const char *cyan_libgit2_reason (void);
