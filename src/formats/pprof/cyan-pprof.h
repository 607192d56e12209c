/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of the pprof reader, and what it shares with the writer.
 */
#pragma once

#include "cyan-ids.h"
#include "cyan-output.h"
#include "cyan-profile-builder.h"
#include "cyan-protobuf.h"
#include "cyan-table.h"
#include "cyan-scratch.h"

/* ---- units, dates ---- */

/* The sample type that holds calls. */
#define CYAN_PPROF_CALLS "calls"

/* The keys in the meta data of comments and of labels: "comment", "comment 2" ..., "label KEY". */
#define CYAN_PPROF_COMMENT "comment"
#define CYAN_PPROF_LABEL   "label "

/* Maximum number of sample types in a profile. */
#define CYAN_PPROF_MAX_METRICS 64

/* Our unit for pprof's @unit of the sample type @type: "ns" for "nanoseconds", "samples" for the
 * "count" of "samples".  Divide values by *@divisor, which is more than 1 for units such as "1/1000
 * bytes".  The caller frees the unit. */
char *cyan_pprof_unit_read (const char *type, const char *unit, double *divisor);
/* pprof's unit for our @unit of metric @name.  The caller frees it. */
char *cyan_pprof_unit_write (const char *name, const char *unit, guint multiplier);

/* Nanoseconds in one of our time units; 0 for any other unit. */
double cyan_pprof_unit_ns (const char *unit);
/* The @period in a unit of pprof's of the sample type @type as one in our @unit; 0 if it measures
 * something else. */
double cyan_pprof_period (gint64 period, const char *type, const char *of, const char *unit);

/* Converts time_nanos to a date, "2024-05-31T12:00:00.25Z", and duration_nanos to "12.5 s", and
 * back.  The caller frees the texts.  Parsing returns FALSE for a text that these functions cannot
 * produce. */
char *cyan_pprof_time_to_text (gint64 ns);
gboolean cyan_pprof_time_from_text (const char *text, gint64 *ns);
char *cyan_pprof_duration_to_text (gint64 ns);
gboolean cyan_pprof_duration_from_text (const char *text, gint64 *ns);

/* ---- tables ---- */

/* Maximum number of strings in a profile. */
#define CYAN_PPROF_MAX_STRINGS (16 * 1024 * 1024)

/* Strings are indices into the table of strings. */
typedef struct
{
  guint32 name, system_name, file;
  guint32 line; /* of its definition; 0: unknown */
  gboolean defined;
} CyanPprofFunction;

typedef struct
{
  guint32 file;
  gboolean defined;
} CyanPprofMapping;

typedef struct
{
  guint32 mapping;           /* number + 1; 0: none */
  guint32 first_line, lines; /* range in the table of lines, innermost first */
  gboolean defined;
} CyanPprofLocation;

/*
 * The tables that samples refer to: strings, functions, locations, mappings.
 *
 * Messages may come in any order, so references are followed only after the whole file is read.
 * Ids get dense numbers on first use, and cyan_pprof_tables_check() finds the ones without a
 * definition.
 */
typedef struct
{
  CyanInput *input;  /* borrowed, for messages */
  CyanStrings *pool; /* borrowed; strings are interned on demand */

  GString *text;     /* all strings, concatenated */
  GArray *text_ends; /* of gsize */
  CyanStr *interned; /* by index: number in the pool + 1; 0: not asked for yet */

  /* The largest index of a string in use, and its offset in the file. */
  guint32 max_string;
  guint64 max_string_offset;

  CyanIds function_ids, location_ids, mapping_ids;
  GArray *functions, *locations, *mappings; /* by number */
  GArray *lines;                            /* of guint32: numbers of functions */
  GArray *line_numbers; /* of guint32, beside these: the lines; NULL: they are not wanted */
} CyanPprofTables;

/* They live as long as @scratch.  @with_lines: numbers of lines are wanted. */
void cyan_pprof_tables_init (CyanPprofTables *self,
                             CyanScratch *scratch,
                             CyanInput *input,
                             CyanStrings *pool,
                             gboolean with_lines);

/* Allocated bytes without the pool. */
guint64 cyan_pprof_tables_memory (const CyanPprofTables *self);

/* Where a field of a message goes: as a number, or as the index of a string; both NULL: nowhere. */
typedef struct
{
  guint64 *number;
  guint32 *string;
} CyanPprofField;

/* Reads the message in the current field of @outer, whose field n, a number, goes to @fields[n].
 * @what names the message in errors. */
gboolean cyan_pprof_read_numbers (CyanPprofTables *self,
                                  const CyanProtobuf *outer,
                                  const char *what,
                                  const CyanPprofField *fields,
                                  guint n_fields,
                                  GError **error);
/* Checks that @value, the current field, can be the index of a string, and stores it in *@index. */
gboolean cyan_pprof_string_index (
    CyanPprofTables *self, const CyanProtobuf *wire, guint64 value, guint32 *index, GError **error);

/* Read the current field: a string, function, location or mapping. */
gboolean
cyan_pprof_tables_add_string (CyanPprofTables *self, const CyanProtobuf *wire, GError **error);
gboolean
cyan_pprof_tables_add_function (CyanPprofTables *self, const CyanProtobuf *wire, GError **error);
gboolean
cyan_pprof_tables_add_location (CyanPprofTables *self, const CyanProtobuf *wire, GError **error);
gboolean
cyan_pprof_tables_add_mapping (CyanPprofTables *self, const CyanProtobuf *wire, GError **error);

/* Checks that everything referred to is defined.  Call it once, after the whole file is read and
 * before any string is asked for. */
gboolean cyan_pprof_tables_check (CyanPprofTables *self, GError **error);

/* The string with this index, and its text, which the pool owns. */
CyanStr cyan_pprof_tables_string (CyanPprofTables *self, guint32 index);
const char *cyan_pprof_tables_text (CyanPprofTables *self, guint32 index);

/* ---- stacks ---- */

typedef struct _CyanPprofFrame CyanPprofFrame;

/*
 * The stacks as a tree of locations, with a row of values for each stack.
 *
 * In most files the samples come before the tables that they refer to.  Common callers are stored
 * once, so the tree is smaller than the stacks.  Zero it and call cyan_pprof_stacks_init() before
 * use.
 */
typedef struct
{
  /* Columns by node.  Node 0 is the root of all stacks; parents come before their children. */
  guint n_nodes, n_allocated, max_nodes;
  guint32 *parent;
  guint32 *location; /* number of the location */
  guint32 *row;      /* number of the row + 1; 0: none */

  guint width;  /* values in a row, as many as in the first sample */
  GArray *rows; /* of gint64 */
  guint n_rows;
  gboolean saturated; /* a sum did not fit in 64 bits */

  CyanTable table; /* nodes by path */
  guint64 *hash_a; /* hash of each node's path: 96 bits in two columns */
  guint32 *hash_b;
  guint64 keys[4];

  /* The last stack, root first. */
  CyanPprofFrame *path;
  guint path_length, path_allocated;
} CyanPprofStacks;

void cyan_pprof_stacks_init (CyanPprofStacks *self, guint max_nodes);
void cyan_pprof_stacks_clear (CyanPprofStacks *self);

/* Begins a stack.  It shares the first @common locations, from the root, with the previous stack;
 * its other @n locations are given leaf first.  Do other work before cyan_pprof_stacks_end(),
 * because this call prefetches. */
void
cyan_pprof_stacks_begin (CyanPprofStacks *self, guint common, const guint32 *locations, guint n);
/* The node of the stack that was begun; G_MAXUINT32 if there are too many nodes. */
guint32 cyan_pprof_stacks_end (CyanPprofStacks *self);
/* Adds @width values to the row of @node. */
void cyan_pprof_stacks_add_values (CyanPprofStacks *self, guint32 node, const guint64 *values);
/* Allocated bytes, including growth that is about to happen. */
guint64 cyan_pprof_stacks_memory (const CyanPprofStacks *self);
/* Frees what only adding stacks needs. */
void cyan_pprof_stacks_close (CyanPprofStacks *self);

/* The values in row @row. */
static inline const gint64 *
cyan_pprof_stacks_row (const CyanPprofStacks *self, guint row)
{
  return (const gint64 *) self->rows->data + (gsize) row * self->width;
}

/* ---- origins ---- */

/* Strings are indices. */
typedef struct
{
  guint32 key, text; /* @text is 0 for a number */
  gint64 number;
  guint64 unit;
} CyanPprofSampleLabel;

typedef struct
{
  CyanPieces *pieces;  /* borrowed */
  GArray *labels;      /* of CyanPprofSampleLabel: of the current sample */
  GPtrArray *sets;     /* of GBytes: different sets of labels, by number */
  GHashTable *numbers; /* of sets */
} CyanPprofOrigins;

/* They live as long as @scratch. */
void cyan_pprof_origins_init (CyanPprofOrigins *self, CyanScratch *scratch, CyanPieces *pieces);
/* The number of the set of the current labels, which are removed. */
guint32 cyan_pprof_origins_take (CyanPprofOrigins *self);
/* By number: the origins of the pieces.  Caller frees. */
guint32 *cyan_pprof_origins_finish (const CyanPprofOrigins *self, CyanPprofTables *tables);

/* ---- the reader ---- */

#define CYAN_PPROF_LABEL_KEYS   16
#define CYAN_PPROF_LABEL_VALUES 8

/* The labels of samples with one key: the first few texts, counted; of numbers the least and the
 * greatest.  Strings are indices. */
typedef struct
{
  guint32 key;
  guint n_values;
  struct
  {
    guint32 text;
    guint64 n;
  } values[CYAN_PPROF_LABEL_VALUES];
  guint64 n_others; /* samples with any other text */
  guint64 n_numbers;
  gint64 least, greatest;
  guint32 unit;
} CyanPprofLabel;

/* Indices of strings. */
typedef struct
{
  guint32 type, unit;
} CyanPprofValueType;

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanCharge charge;           /* of all that follows */

  CyanPprofTables tables;
  CyanPprofStacks stacks;
  CyanPprofLabel labels[CYAN_PPROF_LABEL_KEYS]; /* labels do not separate contexts */
  guint n_labels;
  CyanPprofOrigins origins; /* if pieces are wanted */
  GArray *types;            /* of CyanPprofValueType */
  GArray *comments;         /* of guint32 */
  guint n_samples;
  guint64 first_sample; /* its offset in the file */

  guint32 drop, keep, default_type; /* indices of strings */
  gint64 time, duration, period;
  CyanPprofValueType period_type;

  /* The current sample. */
  guint32 *stack; /* numbers of locations, the leaf first */
  guint n_stack, stack_room;
  guint n_common;     /* leading locations, from the root, shared with the previous sample */
  GByteArray *packed; /* the ids of the previous sample if they were packed */
  guint64 values[CYAN_PPROF_MAX_METRICS];
  guint n_values;

  /* The previous sample; cyan_pprof_stacks_begin() was called for its stack. */
  gboolean pending;
  guint64 pending_values[CYAN_PPROF_MAX_METRICS];
  guint32 pending_origin;
} CyanPprofReader;

/* A sample type and the metric that it becomes. */
typedef struct
{
  guint metric;   /* index in the builder; G_MAXUINT if the values are only used as calls */
  double divisor; /* the metric is value / divisor */
  char *name;
  char *unit;
} CyanPprofColumn;

typedef struct
{
  guint n;
  CyanPprofColumn columns[CYAN_PPROF_MAX_METRICS];
  guint first; /* the column that becomes metric 0 */
  guint calls; /* the column of calls; G_MAXUINT: none */
} CyanPprofColumns;

/* Reads the current field, a sample. */
gboolean cyan_pprof_read_sample (CyanPprofReader *self, const CyanProtobuf *wire, GError **error);
/* Call this after the last sample. */
gboolean cyan_pprof_end_samples (CyanPprofReader *self, GError **error);

/* Sets the properties of the recording, and makes a metric of each sample type.  Free @columns with
 * cyan_pprof_columns_clear(). */
void cyan_pprof_about (CyanPprofReader *self, CyanPprofColumns *columns);
void cyan_pprof_columns_clear (CyanPprofColumns *columns);

/* Turns all that was read into contexts. */
gboolean cyan_pprof_build (CyanPprofReader *self, GError **error);

/* ---- the writer ---- */

gboolean cyan_pprof_write (const CyanProfile *profile, CyanOutput *output, GError **error);
char *cyan_pprof_losses (const CyanProfile *profile);
