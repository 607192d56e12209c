/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which files of a location may define a function of some name.
 *
 * Every file's words are kept, as numbers of 32 bits: a word of a definition is in few files, so that
 * all of them together are smaller than a filter for each file would be, and a name that nobody
 * expected costs no second look at the texts.  Two words of one number only mean a file too many.
 */
#pragma once

#include "cyan-name-parts.h"

G_BEGIN_DECLS

typedef struct _CyanWordIndex CyanWordIndex;

CyanWordIndex *cyan_word_index_new (void);
void cyan_word_index_free (CyanWordIndex *self);

/* Names that will be asked for. */
void cyan_word_index_expect (CyanWordIndex *self, const char *identifier);

/* Takes in file number @file; numbers must rise.  Whether it may define what is expected. */
gboolean cyan_word_index_add (
    CyanWordIndex *self, guint file, CyanNaming naming, const char *text, gsize length);

/* To be called once all files are in: they can be asked for from here on. */
void cyan_word_index_finish (CyanWordIndex *self);

/* The files that may define @identifier, by number: a GArray of guint.  Free with
 * g_array_unref(). */
GArray *cyan_word_index_find (const CyanWordIndex *self, const char *identifier);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanWordIndex, cyan_word_index_free)

G_END_DECLS
