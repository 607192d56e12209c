/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An index of the files of a location that may define a function of a given name.
 *
 * Every file's words are stored as 32-bit hashes.  A word of a definition is in few files, so all
 * of them together are smaller than a filter for each file would be, and a name that was not
 * announced does not need a second pass over the texts.  A hash collision only gives a file too
 * many.
 */
#pragma once

#include "cyan-name-parts.h"

typedef struct _CyanWordIndex CyanWordIndex;

CyanWordIndex *cyan_word_index_new (void);
void cyan_word_index_free (CyanWordIndex *self);

/* Announces a name that will be searched. */
void cyan_word_index_expect (CyanWordIndex *self, const char *identifier);

/* Adds file number @file; numbers must ascend.  Returns whether it may define an announced name. */
gboolean cyan_word_index_add (
    CyanWordIndex *self, guint file, CyanNaming naming, const char *text, gsize length);

/* Call it after adding all files and before searching. */
void cyan_word_index_finish (CyanWordIndex *self);

/* The numbers of the files that may define @identifier: a GArray of guint.  Free with
 * g_array_unref(). */
GArray *cyan_word_index_find (const CyanWordIndex *self, const char *identifier);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWordIndex, cyan_word_index_free)
