/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small trees of source files in a temporary folder. */
#pragma once

#include <glib.h>

/* Creates a folder; tree_free() removes it. */
char *tree_new (void);
void tree_free (char *tree);

/* The absolute path of @path in the tree.  Caller frees. */
char *tree_path (const char *tree, const char *path);

/* Writes a file and creates its folders.  @length may be -1 for a string. */
void tree_write (const char *tree, const char *path, const char *bytes, gssize length);
