/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stacks of addresses, and what a file says of the addresses: symbols, and a map of the memory.
 *
 * Both may come before or after the stacks, so they are joined at the end.  An address without a
 * symbol is named by its module and its offset in the module's file, which are the same in each run
 * of a program.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-ids.h"
#include "cyan-input.h"
#include "cyan-line.h"

/* Maximum number of addresses in a stack. */
#define CYAN_ADDRESSES_MAX_DEPTH (1u << 20)

/* A range of addresses that a file is mapped to. */
typedef struct
{
  guint64 start, end;
  guint64 offset; /* of @start in the file */
  CyanStr module;
} CyanMapping;

/* How symbols are written. */
typedef enum
{
  CYAN_SYMBOLS_NATIVE, /* "outer--inlined" */
  CYAN_SYMBOLS_JAVA,   /* "name (file:line)", of numbers in place of addresses */
  CYAN_SYMBOLS_GO,     /* "name+0x1f file:line", of all frames that are worth to be shown */
} CyanSymbols;

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanFrameTree tree;          /* its frames are numbers of addresses */
  CyanIds addresses;
  GArray *symbols;   /* of CyanStr by number of an address; CYAN_STR_EMPTY: none */
  GArray *mappings;  /* of CyanMapping */
  GArray *stack;     /* of guint64: the addresses of the current stack, the leaf first */
  CyanSymbols form;  /* of the symbols */
  const char *namer; /* the command that gives names to such a file; static */
  CyanCharge charge; /* of these arrays */
} CyanAddresses;

/* It lives as long as @scratch. */
void cyan_addresses_init (CyanAddresses *self,
                          CyanScratch *scratch,
                          CyanInput *input,
                          CyanProfileBuilder *builder);

/* Whether a symbol was added. */
gboolean cyan_addresses_has_symbols (const CyanAddresses *self);
/* Whether stacks have the addresses of calls, not those to return to: Java's numbers, and where a
 * file begins with symbols. */
gboolean cyan_addresses_are_calls (const CyanAddresses *self);

/* Reads "0x1234 NAME", as symbols are written.  FALSE if @line is something else. */
gboolean cyan_addresses_add_symbol (CyanAddresses *self, CyanLine line);

/* Reads a line like those of /proc/PID/maps.  Other lines are ignored. */
void cyan_addresses_add_mapping (CyanAddresses *self, CyanLine line);

/* Warns if there is no map of the memory, which comes at the end. */
void cyan_addresses_warn_mappings (const CyanAddresses *self);

/* Begins a stack. */
static inline void
cyan_addresses_begin (CyanAddresses *self)
{
  g_array_set_size (self->stack, 0);
}

/* Adds "0x1 0x2 ...", the leaf first, to the end of the stack, and moves @line to what is no
 * address.  FALSE if there are too many. */
gboolean cyan_addresses_take (CyanAddresses *self, CyanLine *line);

/* Replaces the addresses from number @first on, those to return to, by the calls before them. */
void cyan_addresses_return (CyanAddresses *self, guint first);

/* The node of the stack in the tree; CYAN_FRAME_TREE_NONE with @error that names the file. */
guint32 cyan_addresses_end (CyanAddresses *self, GError **error);

/* A metric of the builder, whose values are those of a column of the tree times @factor. */
typedef struct
{
  guint column;
  double factor;
} CyanAddressesMetric;

/* Whether any node has a value in @column. */
gboolean cyan_addresses_has_values (const CyanAddresses *self, guint column);

/* Whether all nodes have the same values in both columns. */
gboolean cyan_addresses_same (const CyanAddresses *self, guint a, guint b);

/* Turns all that was read into contexts.  @metrics are by metric of the builder. */
gboolean cyan_addresses_build (CyanAddresses *self,
                               const CyanAddressesMetric *metrics,
                               guint n_metrics,
                               GError **error);

/* ---- files of gperftools, and those that jemalloc and Go write alike ---- */

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

/* Reads the map of the memory, or the symbols of Java, up to the end of the input. */
gboolean cyan_gperftools_read_tail (CyanAddresses *self, GError **error);
