/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading folded stacks with several threads; private to the format.
 *
 * The text is cut at line breaks into chunks.  A thread takes the next chunk from the input and
 * parses it into a little tree of its own and a list of counts.  Chunks are then added to the
 * profile in the order of the text, one at a time, count by count: nodes, strings, sums of
 * fractions, warnings and errors are those that one thread reading line by line would get, wherever
 * the text is cut and however many threads there are.
 */
#pragma once

#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-profile-builder.h"
#include "cyan-table.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_threads; /* at most; 0: as many as there are processors, shared with other readers */
  guint64 alone;   /* bytes after which one thread gets help */
  gsize chunk;     /* bytes that a thread takes at a time, about; at most 2^30 */
} CyanFoldedOptions;

/* For fuzzing so few bytes at a time that short inputs come in several chunks. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_FOLDED_CHUNK 256
#else
#  define CYAN_FOLDED_CHUNK (1024 * 1024)
#endif

#define CYAN_FOLDED_OPTIONS_INIT                                                                   \
  {                                                                                                \
    0, 16 * 1024 * 1024, CYAN_FOLDED_CHUNK                                                         \
  }

/* Reads all of @input into @builder. */
gboolean cyan_folded_read (CyanInput *input,
                           CyanProfileBuilder *builder,
                           const CyanFoldedOptions *options,
                           GError **error);

static inline gboolean
cyan_folded_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The length of @line without blanks at its end. */
static inline gsize
cyan_folded_trim (const char *line, gsize length)
{
  while (length > 0 && cyan_folded_is_blank (line[length - 1]))
    length--;
  return length;
}

/* Where the count begins: after the last blank, 0 if there is none. */
static inline gsize
cyan_folded_count_start (const char *line, gsize length)
{
  while (length > 0 && !cyan_folded_is_blank (line[length - 1]))
    length--;
  return length;
}

/* Bytes that @a and @b, both of @length, have in common at their beginnings. */
static inline gsize
cyan_folded_common (const char *a, const char *b, gsize length)
{
  gsize at = 0;

  while (at + sizeof (guint64) <= length)
    {
      guint64 left, right;

      memcpy (&left, a + at, sizeof left);
      memcpy (&right, b + at, sizeof right);
      if (left != right)
        return at + (gsize) __builtin_ctzll (GUINT64_TO_LE (left ^ right)) / 8;
      at += sizeof (guint64);
    }
  while (at < length && a[at] == b[at])
    at++;
  return at;
}

/* Says FALSE to stop; called every CYAN_TICK_STRIDE steps. */
typedef gboolean (*CyanFoldedPoll) (gpointer data);

/* What one thread keeps from chunk to chunk: its own pool of names, and room. */
typedef struct
{
  CyanStrings *strings;
  guint n_handed;  /* strings that chunks parsed so far have told of */
  CyanTable table; /* nodes of the chunk at hand by parent and name */
  GArray *stack;   /* frames of the line before */
  guint max_nodes; /* a chunk with more is parsed no further */
  CyanFoldedPoll poll;
  gpointer poll_data;
  guint n_steps;
  CyanCharge charge; /* of slots and the stack */
} CyanFoldedParser;

/* A node of a chunk's tree; node 0 is the root and no name's. */
typedef struct
{
  guint32 parent; /* smaller than its own number */
  CyanStr name;   /* in the parser's pool */
} CyanFoldedNode;

/* The count of one line. */
typedef struct
{
  double value;
  guint32 node; /* all nodes up to this one were seen by then */
  guint32 line; /* in the chunk, from 1 */
} CyanFoldedCount;

/* A frame in the first stack of a chunk whose name had to be repaired. */
typedef struct
{
  gsize end; /* of the name in the stack */
  guint n_repaired;
} CyanFoldedRepair;

/* A chunk and what was found in it. */
typedef struct
{
  CyanInputLines text;
  guint64 number; /* from 0, in the order of the text */
  guint reader;   /* whose parser it was */
  GError *lost;   /* the input could not be read further: nothing is in the chunk */

  guint64 n_lines;  /* blank ones and comments as well */
  gboolean cut;     /* the last has no line break */
  GArray *nodes;    /* of CyanFoldedNode, in the order of first sight */
  GArray *counts;   /* of CyanFoldedCount */
  GPtrArray *names; /* of const char *: those new in the parser's pool, owned by it */

  guint64 n_nameless;
  guint64 n_negative;
  guint64 n_two_counts;
  guint64 n_divided; /* counts other than 0 that went into divisor */
  guint64 divisor;   /* of all counts; 0 none, 1 also where one is no integer */

  /* Stacks within text; a length without text is that of an empty stack. */
  const char *first, *last; /* NULL: no stack in the chunk */
  gsize first_length, last_length;
  GArray *repairs; /* of CyanFoldedRepair */
  guint n_repaired;

  CyanCharge charge; /* of the arrays */

  /* What is wrong with line n_lines, behind all of counts; NULL: nothing. */
  char *reason;
  CyanError code;
} CyanFoldedChunk;

/* The parser's memory, and that of the chunks it parses, is charged to @budget. */
void cyan_folded_parser_init (CyanFoldedParser *self,
                              guint max_nodes,
                              CyanBudget *budget,
                              CyanFoldedPoll poll,
                              gpointer data);
void cyan_folded_parser_clear (CyanFoldedParser *self);

CyanFoldedChunk *cyan_folded_chunk_new (void);
void cyan_folded_chunk_free (CyanFoldedChunk *self);

/* Parses the text of @chunk into the rest of it.  Stopped by the poll it leaves it half done. */
void cyan_folded_parse (CyanFoldedParser *self, CyanFoldedChunk *chunk);

/* The greatest common divisor; 0 has every divisor. */
static inline guint64
cyan_folded_divisor (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

G_END_DECLS
