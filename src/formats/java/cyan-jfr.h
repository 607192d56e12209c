/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the reader of Java Flight Recorder files. */
#pragma once

#include <glib.h>

#include "cyan-ids.h"
#include "cyan-input.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

/*
 * Reads the numbers and texts of a Java Flight Recorder chunk from memory, never beyond its end.
 *
 * The encoding is that of RecordingInput and StringParser in OpenJDK's package
 * jdk.jfr.internal.consumer.  The first thing that is broken stops the reader: from then on it is
 * at its end and all it reads is 0, so that only the caller of a whole structure needs to check.
 */

typedef struct
{
  const guchar *bytes;
  gsize at, end;       /* in @bytes */
  gsize problem_at;    /* where it is broken */
  const char *problem; /* translated, static: what is broken; NULL: nothing */
} CyanJfrBytes;

/* Starts at @at of the first @end bytes of @bytes; may be beyond the end. */
void cyan_jfr_bytes_init (CyanJfrBytes *self, const guchar *bytes, guint64 at, gsize end);

/* Notes what is broken, unless something was broken before, and moves to the end. */
void cyan_jfr_bytes_break (CyanJfrBytes *self, const char *problem);

guint8 cyan_jfr_bytes_byte (CyanJfrBytes *self);
void cyan_jfr_bytes_skip (CyanJfrBytes *self, guint64 length);
/* An integer in base 128. */
guint64 cyan_jfr_bytes_number (CyanJfrBytes *self);
/* A number of things of at least one byte each, which therefore cannot exceed the bytes left. */
guint64 cyan_jfr_bytes_count (CyanJfrBytes *self);

void cyan_jfr_bytes_skip_text (CyanJfrBytes *self);
/* Sets @text to the text, which may have NUL bytes and invalid UTF-8.  Returns FALSE if it is
 * elsewhere: @id is its id in the pool of strings. */
gboolean cyan_jfr_bytes_text (CyanJfrBytes *self, GString *text, guint64 *id);

/*
 * A chunk of a Java Flight Recorder file: its header, and its bytes in memory.
 *
 * A recording is a sequence of chunks.  Each is complete in itself, with its own types and
 * constants.  Positions in a chunk count from its first byte.
 */

#define CYAN_JFR_MAGIC        "FLR\0"
#define CYAN_JFR_MAGIC_LENGTH 4
#define CYAN_JFR_CHUNK_HEADER 68 /* bytes; events follow */

typedef struct
{
  CyanInput *input;    /* borrowed */
  const guchar *bytes; /* valid until the input moves */
  gsize length;
  guint64 pools;    /* position of the last checkpoint */
  guint64 metadata; /* position of the types */
  guint64 start;    /* ns since 1970 */
  guint64 duration; /* ns */
  guint64 ticks;    /* at the start */
  double tick;      /* ns */
} CyanJfrChunk;

typedef enum
{
  CYAN_JFR_CHUNK_READY,
  CYAN_JFR_CHUNK_END,        /* there is none */
  CYAN_JFR_CHUNK_UNFINISHED, /* the recorder did not get to its end, or the file is cut */
  CYAN_JFR_CHUNK_FAILED,
} CyanJfrChunkStep;

/* Loads the chunk at which @input is. */
CyanJfrChunkStep cyan_jfr_chunk_load (CyanJfrChunk *self, CyanInput *input, GError **error);

/* Starts reading at position @at. */
void cyan_jfr_chunk_seek (const CyanJfrChunk *self, CyanJfrBytes *bytes, guint64 at);

/* Whether nothing is broken in @bytes; else sets @error. */
gboolean cyan_jfr_chunk_check (const CyanJfrChunk *self, const CyanJfrBytes *bytes, GError **error);

/*
 * The types of a Java Flight Recorder chunk, and values read by them.
 *
 * A chunk describes all types of its events and constants: the names of their fields and, in turn,
 * these fields' types.  A field is a value, an array of values, or a reference to a constant.
 * Which fields a type has differs between recorders and their versions, so fields are found by
 * name.
 */

#define CYAN_JFR_NO_TYPE G_MAXUINT32

/* Maximum number of fields that are wanted of a type. */
#define CYAN_JFR_SLOTS 9

typedef struct
{
  CyanIds ids;      /* of types, by their index */
  GArray *types;    /* of CyanJfrType */
  GArray *fields;   /* of CyanJfrField, those of a type together */
  GPtrArray *texts; /* of char *: the names of both */
  CyanCharge charge;
} CyanJfrTypes;

typedef enum
{
  CYAN_JFR_ABSENT,
  CYAN_JFR_NUMBER, /* an integer, or a reference: the id of a constant */
  CYAN_JFR_FLOAT,  /* the bits of a float */
  CYAN_JFR_DOUBLE, /* the bits of a double */
  CYAN_JFR_TEXT,   /* where it is in the chunk */
  CYAN_JFR_ARRAY,  /* where its number of values is in the chunk */
} CyanJfrValueKind;

typedef struct
{
  CyanJfrValueKind kind;
  guint64 number;
} CyanJfrValue;

/* It lives as long as @scratch. */
void cyan_jfr_types_init (CyanJfrTypes *self, CyanScratch *scratch, CyanBudget *budget);

/* Reads the types of @chunk. */
gboolean cyan_jfr_types_read (CyanJfrTypes *self, const CyanJfrChunk *chunk, GError **error);

/* The index of the type with @id, or with @name; CYAN_JFR_NO_TYPE if there is none. */
guint32 cyan_jfr_types_find (const CyanJfrTypes *self, guint64 id);
guint32 cyan_jfr_types_named (const CyanJfrTypes *self, const char *name);

/* From now on, cyan_jfr_types_value() gives the field of @type with @name in @slot. */
void cyan_jfr_types_want (CyanJfrTypes *self, guint32 type, const char *name, guint slot);

/* The name of a type; valid as long as the types are. */
const char *cyan_jfr_types_name (const CyanJfrTypes *self, guint32 type);
/* The unit that the field of @type with @name is annotated with, such as "TICKS" or "BYTES"; "" if
 * it has none, NULL if there is no such field. */
const char *cyan_jfr_types_unit (const CyanJfrTypes *self, guint32 type, const char *name);

/* The value as a number of at least 0; @otherwise if it is none. */
double cyan_jfr_value_number (const CyanJfrValue *value, double otherwise);

/* Reads a value of @type.  Sets the CYAN_JFR_SLOTS @values of its wanted fields; the others are
 * absent.  @values may be NULL. */
void cyan_jfr_types_value (const CyanJfrTypes *self,
                           guint32 type,
                           CyanJfrBytes *bytes,
                           CyanJfrValue *values);

/*
 * The constants of a Java Flight Recorder chunk: for each kind that stacks need, where the constant
 * with an id is.  They are parsed when they are used.
 */

typedef enum
{
  CYAN_JFR_STACKS,
  CYAN_JFR_METHODS,
  CYAN_JFR_CLASSES,
  CYAN_JFR_SYMBOLS,
  CYAN_JFR_STATES,
  CYAN_JFR_THREADS,
  CYAN_JFR_STRINGS,
  CYAN_JFR_N_POOLS,
} CyanJfrPoolKind;

#define CYAN_JFR_NO_CONSTANT G_MAXUINT32

typedef struct
{
  guint32 type; /* index */
  CyanIds ids;
  GArray *at; /* of guint32 by number: position in the chunk */
} CyanJfrPool;

typedef struct
{
  const CyanJfrChunk *chunk; /* borrowed */
  const CyanJfrTypes *types; /* borrowed */
  CyanJfrPool pools[CYAN_JFR_N_POOLS];
  gboolean is_scanned; /* the checkpoints did not lead to each other, so all were looked for */
  guint64 n_broken;    /* of these, that cannot be read */
  CyanCharge charge;
} CyanJfrPools;

/* It lives as long as @scratch. */
void cyan_jfr_pools_init (CyanJfrPools *self,
                          CyanScratch *scratch,
                          const CyanJfrChunk *chunk,
                          const CyanJfrTypes *types);

/* Reads all checkpoints of the chunk. */
gboolean cyan_jfr_pools_read (CyanJfrPools *self, GError **error);

/* The number of constants of a kind. */
guint cyan_jfr_pools_n (const CyanJfrPools *self, CyanJfrPoolKind kind);
/* The number, from 0, of the constant to which @value refers; CYAN_JFR_NO_CONSTANT if there is
 * none. */
guint32
cyan_jfr_pools_find (const CyanJfrPools *self, CyanJfrPoolKind kind, const CyanJfrValue *value);
/* Starts reading a constant. */
void cyan_jfr_pools_seek (const CyanJfrPools *self,
                          CyanJfrPoolKind kind,
                          guint32 number,
                          CyanJfrBytes *bytes);
/* Reads the wanted fields of a constant. */
void cyan_jfr_pools_value (const CyanJfrPools *self,
                           CyanJfrPoolKind kind,
                           guint32 number,
                           CyanJfrValue *values);

/*
 * Nodes of the tree for the stack traces of a Java Flight Recorder file, and names of methods.
 *
 * The line of a frame is where it calls the next one; it is not kept, so that the calls of a method
 * from one caller are one node, as in pprof.
 *
 * A method is named "java.util.HashMap.put", as Java prints it: the class with dots, the method; no
 * types of arguments.  Hidden classes have an address behind their name and perhaps a number, which
 * differ from run to run: they get the form "Main$$Lambda$14/0x00007f6c4c007a08" that Java prints,
 * and cyan-name-rules.c removes the numbers from it.
 */
typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  const CyanJfrPools *pools;   /* borrowed: of the current chunk */
  GString *text;               /* the one read last */
  guint32 frame;               /* index of the type of frames */
  /* Of the current chunk, by number of constant: what it is, plus 1; 0: not asked for yet. */
  GArray *texts;     /* of guint32: CyanStr of constant texts */
  GArray *symbols;   /* of guint32: CyanStr */
  GArray *classes;   /* of guint32: CyanStr, by number of symbol */
  GArray *functions; /* of guint32: index, by number of method */
  GArray *stacks;    /* by number of constant */
  /* Of all chunks. */
  CyanIds pairs;     /* of class and method, two CyanStr */
  GArray *of_pair;   /* of guint32: index of the function */
  GArray *path;      /* of guint32: functions of the stack being read, the innermost first */
  guint64 n_unknown; /* frames whose method is not in the file */
  guint64 n_samples, n_truncated, n_missing; /* samples that were asked for */
  CyanCharge charge;
} CyanJfrStacks;

/* It lives as long as @scratch. */
void cyan_jfr_stacks_init (CyanJfrStacks *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* Begins a chunk with the constants in @pools, of the types @types. */
void cyan_jfr_stacks_begin (CyanJfrStacks *self, const CyanJfrPools *pools, CyanJfrTypes *types);

/* The text that @value is; empty if it is none. */
CyanStr cyan_jfr_stacks_text (CyanJfrStacks *self, const CyanJfrValue *value);

/* Whether @value refers to a stack. */
gboolean cyan_jfr_stacks_has (const CyanJfrStacks *self, const CyanJfrValue *value);

/* The node of the stack to which @value refers; "[no stack]" if there is none.  CYAN_NODE_NONE with
 * @error at a limit. */
CyanNode cyan_jfr_stacks_node (CyanJfrStacks *self, const CyanJfrValue *value, GError **error);

/* Warns of what stacks lack. */
void cyan_jfr_stacks_warn (const CyanJfrStacks *self);

/*
 * Where the events of a Java Flight Recorder file come from, for the pieces of the recording.
 */
typedef struct
{
  CyanPieces *pieces;           /* borrowed from the builder */
  CyanJfrStacks *stacks;        /* borrowed: has the texts */
  const CyanJfrPools *pools;    /* borrowed: of the current chunk */
  GArray *threads, *states;     /* of CyanStr by number of constant: names in the current chunk */
  guint32 thread, state, event; /* dimensions */
} CyanJfrOrigins;

/* It lives as long as @scratch. */
void cyan_jfr_origins_init (CyanJfrOrigins *self,
                            CyanScratch *scratch,
                            CyanPieces *pieces,
                            CyanJfrStacks *stacks);
/* Begins a chunk, as @stacks did. */
void cyan_jfr_origins_begin (CyanJfrOrigins *self, const CyanJfrPools *pools, CyanJfrTypes *types);
/* The origin of an event of the type @event, with references to its thread and state. */
guint32 cyan_jfr_origins_of (CyanJfrOrigins *self,
                             const char *event,
                             const CyanJfrValue *thread,
                             const CyanJfrValue *state);
/* The time of @ticks, the start of an event, in ns since 1970. */
gint64 cyan_jfr_chunk_time (const CyanJfrChunk *self, guint64 ticks);

/*
 * The metrics of a Java Flight Recorder file: columns of values by node, each of which becomes a
 * metric if it has any.
 */
typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanScratch *scratch;        /* borrowed */
  GArray *columns;             /* of CyanJfrColumn */
  GArray *others;              /* of CyanJfrOther */
  guint64 n_skipped;           /* events of types that are too many */
  CyanPieces *pieces;          /* of the builder; NULL: not wanted */
  guint32 origin;              /* of the values that are added, and their times, ns */
  gint64 begin, end;
  CyanCharge charge;
} CyanJfrMetrics;

/* Below the first, samples stand for themselves. */
enum
{
  CYAN_JFR_RANK_RUNNING = 10, /* samples of other recorders */
  CYAN_JFR_RANK_VALUES = 20,
  CYAN_JFR_RANK_OTHER = 30,
};

/* It lives as long as @scratch. */
void
cyan_jfr_metrics_init (CyanJfrMetrics *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* Adds a column and returns its number, from 0.  Metrics are in the order of @rank; @name and @unit
 * must live as long as the scratch. */
guint
cyan_jfr_metrics_column (CyanJfrMetrics *self, const char *name, const char *unit, guint rank);
void cyan_jfr_metrics_add (CyanJfrMetrics *self, guint column, CyanNode node, double value);
/* Moves all values of a column to another one. */
void cyan_jfr_metrics_move (CyanJfrMetrics *self, guint from, guint to);

/* What an event of any other type has: a weight, or 1; bytes and ns, or 0. */
typedef struct
{
  double weight, bytes, time;
} CyanJfrMeasure;

/* The number, from 0, of events of a type with @name that no column is made for; G_MAXUINT: too
 * many. */
guint cyan_jfr_metrics_other (CyanJfrMetrics *self, const char *name);
/* Adds such an event: it is a metric by the name of its type, and what it has are others. */
void cyan_jfr_metrics_add_other (CyanJfrMetrics *self,
                                 guint other,
                                 CyanNode node,
                                 const CyanJfrMeasure *measure);

/* Gives the builder its metrics, and all values.  Returns the rank of the first; G_MAXUINT: there
 * is none. */
guint cyan_jfr_metrics_finish (CyanJfrMetrics *self);
