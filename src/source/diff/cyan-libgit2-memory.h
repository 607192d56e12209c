/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits the memory that libgit2 takes for what a repository claims. */
#pragma once

/* Makes libgit2 refuse blocks of more than CYAN_LIBGIT2_MAX_BLOCK bytes, and, in each thread, more
 * than 4 GB of large ones since the last cyan_libgit2_begin().  Call it before libgit2 is
 * initialised. */
void cyan_libgit2_limit_memory (void);
