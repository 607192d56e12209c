/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a profile of profiler.firefox.com holds, between its reader and the tree.
 *
 * All is columns: a thread's samples name stacks, a stack its prefix and its frame, a frame its
 * function, a function its name, resource and source.  Older versions have these tables in every
 * thread, newer ones once for all; a table that a thread lacks is the shared one.
 */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_FIREFOX_STACKS,
  CYAN_FIREFOX_FRAMES,
  CYAN_FIREFOX_FUNCS,
  CYAN_FIREFOX_RESOURCES,
  CYAN_FIREFOX_SOURCES,
  CYAN_FIREFOX_LOCATIONS,
  CYAN_FIREFOX_STRINGS,
  CYAN_FIREFOX_LIBS,
  CYAN_FIREFOX_N_TABLES,
  CYAN_FIREFOX_NO_TABLE = CYAN_FIREFOX_N_TABLES,
} CyanFirefoxTable;

/* The first column of a table is the one that it cannot do without. */
typedef enum
{
  CYAN_FIREFOX_STACK_FRAME,
  CYAN_FIREFOX_STACK_PREFIX,
  CYAN_FIREFOX_STACK_OFFSET, /* instead of the prefix, from version 66 on */
  CYAN_FIREFOX_STACK_CATEGORY,
  CYAN_FIREFOX_FRAME_FUNC,
  CYAN_FIREFOX_FRAME_CATEGORY,
  CYAN_FIREFOX_FRAME_LIB,
  CYAN_FIREFOX_FRAME_FLAGS,
  CYAN_FIREFOX_FUNC_NAME,
  CYAN_FIREFOX_FUNC_RESOURCE,
  CYAN_FIREFOX_FUNC_FILE,
  CYAN_FIREFOX_FUNC_SOURCE,
  CYAN_FIREFOX_FUNC_LINE,
  CYAN_FIREFOX_FUNC_LOCATION,
  CYAN_FIREFOX_FUNC_FLAGS,
  CYAN_FIREFOX_RESOURCE_NAME,
  CYAN_FIREFOX_SOURCE_FILE,
  CYAN_FIREFOX_LOCATION_SOURCE,
  CYAN_FIREFOX_LOCATION_LINE,
  CYAN_FIREFOX_N_COLUMNS,
} CyanFirefoxColumn;

typedef struct
{
  const char *table; /* key of the table, and of the column in it */
  const char *key;
  CyanFirefoxTable of;
  CyanFirefoxTable target; /* what its values are indices into; CYAN_FIREFOX_NO_TABLE */
} CyanFirefoxColumnInfo;

extern const CyanFirefoxColumnInfo cyan_firefox_columns[CYAN_FIREFOX_N_COLUMNS];

/* Values are -1 where the file has none. */
typedef struct
{
  char *where;                             /* "threads[3]" or "shared" */
  GArray *columns[CYAN_FIREFOX_N_COLUMNS]; /* of gint32, or NULL */
  GArray *strings;                         /* of CyanStr, or NULL */
  GArray *libs;                            /* of CyanStr, or NULL */
  gboolean checked;

  /* Made as samples need them. */
  CyanNode *nodes;    /* by stack */
  gint32 *categories; /* by stack, of those that have a node */
  guint32 *functions; /* by frame, plus 1; 0: not made */
} CyanFirefoxTables;

typedef enum
{
  CYAN_FIREFOX_SAMPLES,
  CYAN_FIREFOX_TRACING_MS,
  CYAN_FIREFOX_BYTES,
} CyanFirefoxWeight;

typedef struct
{
  GArray *stack;  /* of gint32, or NULL */
  GArray *weight; /* of double, or NULL: 1 each */
  GArray *cpu;    /* of double, or NULL */
  CyanFirefoxWeight weight_type;
} CyanFirefoxSamples;

typedef struct
{
  CyanFirefoxTables tables;
  CyanFirefoxSamples samples;
  CyanFirefoxSamples allocations[2]; /* of JavaScript and native */
  char *name;
} CyanFirefoxThread;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;

  double interval;      /* ms; 0 unknown */
  gint64 version;       /* 0 unknown */
  gint32 idle;          /* the category, or -1 */
  const char *cpu_unit; /* or NULL */
  char *product, *misc;

  CyanFirefoxTables shared;
  GPtrArray *threads; /* of CyanFirefoxThread */
} CyanFirefox;

/* -1 where there is no such column. */
static inline gint32
cyan_firefox_value (const CyanFirefoxTables *tables, CyanFirefoxColumn column, guint row)
{
  return tables->columns[column] != NULL ? g_array_index (tables->columns[column], gint32, row)
                                         : -1;
}

/* Whose @table counts for indices that stand in @tables: these themselves, or what is shared. */
CyanFirefoxTables *
cyan_firefox_owner (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table);

/* The rows of that table, 0 where there is none. */
guint cyan_firefox_n_rows (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table);

/* Checks the columns of @tables, the first time it is asked: afterwards they have one length a
 * table, every index is that of a row, and prefixes stand ahead of what they are the prefixes of.
 */
gboolean cyan_firefox_check (CyanFirefox *self, CyanFirefoxTables *tables, GError **error);

/* Checks all that the samples lead to and makes the tree of it. */
gboolean cyan_firefox_build (CyanFirefox *self, GError **error);

G_END_DECLS
