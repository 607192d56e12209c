/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libgit2 without any configuration of the user or the system. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Initialises libgit2: once, for all threads, until the process ends. */
void cyan_libgit2_init (void);

/* Why the last call of libgit2 in this thread failed; valid until the next one. */
const char *cyan_libgit2_reason (void);

G_END_DECLS
