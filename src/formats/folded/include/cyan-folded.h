/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads folded stacks with several threads; private to the format.
 *
 * The text is cut at line breaks into chunks.  A thread takes the next chunk from the input and
 * parses it into a small tree of its own and a list of counts.  Chunks are then added to the
 * profile one at a time in the order of the text, count by count.  Nodes, strings, sums of
 * fractions, warnings and errors are those of one thread reading line by line, wherever the text is
 * cut and however many threads there are.
 */
#pragma once

#include "cyan-call-sink.h"
#include "cyan-error.h"
#include "cyan-input.h"
#include "cyan-profile-builder.h"
#include "cyan-table.h"

typedef struct
{
  guint n_threads; /* maximum; 0: the number of processors, shared with other readers */
  guint64 alone;   /* bytes that one thread reads before others help */
  gsize chunk;     /* approximate size of a chunk in bytes, at most 2^30 */
} CyanFoldedOptions;

/* Small for fuzzing, so that short inputs consist of several chunks. */
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

/* Who wrote the text with this beginning, and the unit of its counts: "" if that is unknown.
 * NULL if no producer is certain.  The unit is static. */
const char *cyan_folded_producer (const char *head, gsize length, const char **unit);

static inline gboolean
cyan_folded_is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The length of @line without trailing blanks. */
static inline gsize
cyan_folded_trim (const char *line, gsize length)
{
  while (length > 0 && cyan_folded_is_blank (line[length - 1]))
    length--;
  return length;
}

/* The offset of the count: after the last blank, 0 if there is none. */
static inline gsize
cyan_folded_count_start (const char *line, gsize length)
{
  while (length > 0 && !cyan_folded_is_blank (line[length - 1]))
    length--;
  return length;
}

/* The length of the common prefix of @a and @b, both @length bytes long. */
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

/* Returns FALSE to stop.  Called every CYAN_TICK_STRIDE steps. */
typedef gboolean (*CyanFoldedPoll) (gpointer data);

/* The state of one thread between chunks: its pool of names, and buffers. */
typedef struct
{
  CyanStrings *strings;
  guint n_handed;  /* number of strings already listed in a chunk's names */
  CyanTable table; /* nodes of the current chunk by parent and name */
  GArray *stack;   /* frames of the previous line */
  guint max_nodes; /* parsing of a chunk stops at more nodes */
  CyanFoldedPoll poll;
  gpointer poll_data;
  guint n_steps;
  CyanCharge charge; /* of the table and the stack */
} CyanFoldedParser;

/* A node of a chunk's tree.  Node 0 is the root and has no name. */
typedef struct
{
  guint32 parent; /* less than the node's own number */
  CyanStr name;   /* in the parser's pool */
} CyanFoldedNode;

/* The count of one line. */
typedef struct
{
  double value;
  guint32 node; /* all nodes up to this one exist before this count */
  guint32 line; /* in the chunk, from 1 */
} CyanFoldedCount;

/* A frame in the first stack of a chunk whose name was repaired. */
typedef struct
{
  gsize end; /* end of the name in the stack */
  guint n_repaired;
} CyanFoldedRepair;

/* A chunk and what was found in it. */
typedef struct
{
  CyanInputLines text;
  guint64 number; /* counted from 0 in the order of the text */
  guint reader;   /* index of the worker that parsed it */
  GError *lost;   /* why the input could not be read further; the chunk is then empty */

  guint64 n_lines;  /* including blank lines and comments */
  gboolean cut;     /* the last line has no line break */
  GArray *nodes;    /* of CyanFoldedNode, in the order of first use */
  GArray *counts;   /* of CyanFoldedCount */
  GPtrArray *names; /* of const char *: names new in the parser's pool, which owns them */

  guint64 n_nameless;
  guint64 n_negative;
  guint64 n_two_counts;
  guint64 n_divided; /* number of counts other than 0 used for @divisor */
  guint64 divisor;   /* greatest common divisor of all counts; 0: no counts; 1 also if a count is
                        no integer */

  /* Stacks in the text.  A length without a stack is that of an empty stack. */
  const char *first, *last; /* NULL: the chunk has no stack */
  gsize first_length, last_length;
  GArray *repairs; /* of CyanFoldedRepair */
  guint n_repaired;

  CyanCharge charge; /* of the arrays */

  guint64 n_bad;    /* lines without a stack and a count */
  guint64 bad_line; /* the first of them, in the chunk, from 1 */
  char *bad_reason; /* what is wrong with it */

  /* The error in line n_lines, which comes after all of counts; NULL: none. */
  char *reason;
  CyanError code;
} CyanFoldedChunk;

/* Memory of the parser and of the chunks it parses is charged to @budget. */
void cyan_folded_parser_init (CyanFoldedParser *self,
                              guint max_nodes,
                              CyanBudget *budget,
                              CyanFoldedPoll poll,
                              gpointer data);
void cyan_folded_parser_clear (CyanFoldedParser *self);

CyanFoldedChunk *cyan_folded_chunk_new (void);
void cyan_folded_chunk_free (CyanFoldedChunk *self);

/* Parses the text of @chunk and fills in the rest of it.  If the poll says stop, the chunk is
 * incomplete. */
void cyan_folded_parse (CyanFoldedParser *self, CyanFoldedChunk *chunk);

/* The greatest common divisor; that of 0 and n is n. */
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

/* ---- samples ---- */

/* Gives the counts of chunks to a sink. */
typedef struct
{
  CyanCallSink *sink; /* borrowed */
  guint metric;
  GArray *open; /* of guint32: the functions that are open in the sink */
  GArray *path; /* of guint32: those of a sample */
  GArray *sums; /* of double: the counts of each node of a chunk */
} CyanFoldedSamples;

void cyan_folded_samples_init (CyanFoldedSamples *self, CyanCallSink *sink, guint metric);
void cyan_folded_samples_clear (CyanFoldedSamples *self);

/* Adds all counts of @chunk, whose nodes have these @functions.  Sets *@line if it fails.  Without
 * an error @poll has said stop. */
gboolean cyan_folded_samples_add (CyanFoldedSamples *self,
                                  const CyanFoldedChunk *chunk,
                                  const guint32 *functions,
                                  CyanFoldedPoll poll,
                                  gpointer data,
                                  guint32 *line,
                                  GError **error);
