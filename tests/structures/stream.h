/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams of calls for the tests of structures. */
#pragma once

#include "cyan-stream-trees.h"
#include "cyan-structure-statistics.h"

/* Functions are numbers from 1; names are those of the stream, if it has some. */
typedef struct
{
  CyanCallTape *tape;
  GPtrArray *names;    /* of char *, by function */
  GHashTable *numbers; /* by name */
} Stream;

void stream_init (Stream *self);
void stream_clear (Stream *self);
guint32 stream_function (Stream *self, const char *name);
void stream_enter (Stream *self, guint thread, const char *name);
/* "M( A B( C ) )": calls with what they call. */
void stream_read (Stream *self, const char *text);
/* Random calls of at most 8 functions in up to 3 threads, which mostly end. */
void stream_make (Stream *self, guint n_threads);

void stream_play (const Stream *self, const CyanCallTaker *taker, gpointer to);
/* The calling-context tree; clear it with cyan_stream_tree_clear(). */
void stream_contexts (const Stream *self, CyanCallTree *tree);

void assert_tree (const Stream *self, const CyanTrie *tree, char mark, const char *expected);
/* Fails unless both have the same paths with the same counts. */
void assert_equal_trees (const CyanTrie *a, const CyanTrie *b);

/* The counter of a node of the tree, or NULL. */
const CyanCounter *stream_counter (const CyanSpaceSaving *saving, guint32 node);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stream, stream_clear)
