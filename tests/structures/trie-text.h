/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of the structures of the literature as text. */
#pragma once

#include "cyan-structure-statistics.h"

/* "M*1(A*2 B)": names and counts with @mark between them; nodes without calls have no count. */
typedef const char *(*CyanKeyName) (guint32 key, gpointer data);
char *cyan_trie_to_text (const CyanTrie *tree, char mark, CyanKeyName name, gpointer data);
/* "1:M^0*1 2:A^1*2": the same by node and parent. */
char *cyan_trie_to_uptree_text (const CyanTrie *tree, CyanKeyName name, gpointer data);
