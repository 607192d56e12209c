/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program whose changed function stands above the time that it causes: read_block asks for larger
 * blocks, and mix, two calls below, takes longer.
 */
#pragma once

#include <glib.h>

/* Folded stacks of the two versions. */
#define BLOCKS_BEFORE "main;read_block;decode;mix 40\nmain;read_block;decode 5\nmain;eval 50\n"
#define BLOCKS_AFTER  "main;read_block;decode;mix 140\nmain;read_block;decode 5\nmain;eval 50\n"

/* Makes a git repository with both versions, and sets @revisions to their commits.  Requires
 * git_fixture_start().  The caller frees the commits and passes the result to tree_free(). */
char *blocks_repository (char *revisions[2]);
