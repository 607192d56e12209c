/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the readers of gperftools' files, and of those that jemalloc and Go write alike. */
#pragma once

#include "cyan-addresses.h"

/* How words of a CPU profile are written. */
typedef struct
{
  guint size; /* 4 or 8 bytes */
  gboolean big_endian;
} CyanWordForm;

/* The number of words before the first record. */
#define CYAN_WORDS_HEADER 5

/* Whether @bytes begin with the header of a CPU profile, and in which form.  Sets *@period in us,
 * and *@is_java. */
gboolean cyan_words_header (
    const char *bytes, gsize length, CyanWordForm *form, guint64 *period, gboolean *is_java);

/* Reads the rest of the input, a CPU profile in words, and its map of the memory. */
gboolean cyan_gperftools_read_words (CyanAddresses *self, GError **error);

/* The kinds of text: lines of counts and stacks. */
typedef enum
{
  CYAN_TEXT_NONE,
  CYAN_TEXT_HEAP,       /* "heap profile: ... @ heapprofile" */
  CYAN_TEXT_GROWTH,     /* "heap profile: ... @ growthz" */
  CYAN_TEXT_JEMALLOC,   /* "heap_v2/524288" */
  CYAN_TEXT_CONTENTION, /* "--- contention", "--- mutex" */
  CYAN_TEXT_COUNT,      /* "goroutine profile: total 7" */
  CYAN_TEXT_JAVA_HEAP,  /* "--- heapz 1 ---" */
  CYAN_TEXT_THREADS,    /* "--- threadz 1 ---", "--- Thread" */
} CyanTextKind;

/* The kind of the text whose first line @head begins with. */
CyanTextKind cyan_text_kind (const char *head, gsize length);

/* Reads the rest of the input, a text with the first line @line, which was read already. */
gboolean cyan_gperftools_read_text (CyanAddresses *self, const char *line, GError **error);

/* Reads the rest of the input, stacks of threads after the first line @line. */
gboolean cyan_gperftools_read_threads (CyanAddresses *self, const char *line, GError **error);

/* Reads the map of the memory, or the symbols of Java, up to the end of the input. */
gboolean cyan_gperftools_read_tail (CyanAddresses *self, GError **error);
