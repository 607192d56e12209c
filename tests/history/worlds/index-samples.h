/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders of profiles for the tests. */
#pragma once

#include "cyan-store.h"

/* Runs of a sample folder: of each of the revisions "r1", "r2" with parents "r0", "r1". */
#define INDEX_REVISIONS 2
#define INDEX_RUNS      2

/* A new folder with runs of the benchmark "xml" on "box" and its index.  Caller frees. */
char *index_sample (const char *name);
/* Writes a profile whose function "f" has so much time, and makes the folders above it. */
void index_write_profile (const char *folder, const char *path, double self);
void index_write_file (const char *folder, const char *path, const char *text);
/* Makes the index, which must succeed. */
void index_make (const char *folder);
/* Replaces the first @old in the file @path of @folder. */
void index_replace (const char *folder, const char *path, const char *old, const char *new);

/* Checks what the store at @address says about such a folder, its profiles too. */
void index_check_sample (const char *address);
