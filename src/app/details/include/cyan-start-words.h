/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ranking of where to start, in words.
 */
#pragma once

#include "cyan-session.h"

/* "+5.56 ms, likely"; without the value if the units differ.  Caller frees. */
char *cyan_start_words_size (const CyanComparison *comparison, const CyanStart *start);

/* "its source changed, calls hash_word 580 times instead of 10"; NULL if nothing speaks for it.
 * Caller frees. */
char *cyan_start_words_because (const CyanComparison *comparison, const CyanStart *start);

/* For a title: "start at find_entry", "no function stands out".  Caller frees. */
char *cyan_start_words_title (CyanSession *session);
