/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the reader of profiles of profiler.firefox.com and of Firefox itself. */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-profile-builder.h"

/*
 * Raw profiles as Firefox itself hands them out: their tables are rows, and a schema says which
 * field of a row is where.
 */

/* Maximum position of a field that is read, plus 1. */
#define CYAN_GECKO_MAX_FIELDS 16

/* The columns that the current table fills, by position in its rows; NULL: not read.  Rows that
 * stand before their schema fill a column for each field. */
typedef struct
{
  GArray *columns[CYAN_GECKO_MAX_FIELDS]; /* of gint32; not owned */
  guint n;                                /* rows so far */
  guint32 named;                          /* a bit for each position that the schema named */
} CyanGeckoRows;

/* Reads the position of a field in a schema, and makes or finds its *@column. */
gboolean cyan_gecko_read_position (
    CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GArray **column, GError **error);

/* Reads all rows of a table, before or behind its schema.  Afterwards the columns have one length;
 * a value that is missing is -1.  @rows is zeroed before each table. */
gboolean
cyan_gecko_read_data (CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GError **error);

/* Splits a location, "NAME (URL:LINE:COLUMN)", or "NAME (LOADER -> URL:LINE)".  The column may be
 * missing.  All else is a name, whose *@url is empty and *@line -1. */
void cyan_gecko_split_location (
    CyanStrings *strings, CyanStr location, CyanStr *name, CyanStr *url, gint32 *line);

/*
 * A profile of profiler.firefox.com in memory, passed from its reader to the tree.
 *
 * It consists of columns.  A thread's samples refer to stacks, a stack to its prefix and frame, a
 * frame to its function, a function to its name, resource and source.  Older versions have these
 * tables in every thread, newer ones share them; a table that a thread lacks is the shared one.
 */

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

/* The first column of each table is mandatory. */
typedef enum
{
  CYAN_FIREFOX_STACK_FRAME,
  CYAN_FIREFOX_STACK_PREFIX,
  CYAN_FIREFOX_STACK_OFFSET, /* replaces the prefix from version 66 on */
  CYAN_FIREFOX_STACK_CATEGORY,
  CYAN_FIREFOX_FRAME_FUNC,
  CYAN_FIREFOX_FRAME_CATEGORY,
  CYAN_FIREFOX_FRAME_LIB,
  CYAN_FIREFOX_FRAME_LOCATION, /* of raw profiles, instead of the function */
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

/* Where a column may be: in a table, or in the schema of a raw profile's table; and where it must
 * be. */
enum
{
  CYAN_FIREFOX_IN_TABLE = 1 << 0,
  CYAN_FIREFOX_IN_SCHEMA = 1 << 1,
  CYAN_FIREFOX_NEEDS_COLUMN = 1 << 2,
  CYAN_FIREFOX_NEEDS_POSITION = 1 << 3,
};

typedef struct
{
  const char *table; /* key of the table, and of the column in it */
  const char *key;
  CyanFirefoxTable of;
  CyanFirefoxTable target; /* the table that its values index, or CYAN_FIREFOX_NO_TABLE */
  guint layouts;
} CyanFirefoxColumnInfo;

extern const CyanFirefoxColumnInfo cyan_firefox_columns[CYAN_FIREFOX_N_COLUMNS];

/* The tables of a thread, or the shared ones.  A value that is missing is -1. */
typedef struct
{
  const char *where;                       /* "threads[3]" or "shared" */
  GArray *columns[CYAN_FIREFOX_N_COLUMNS]; /* of gint32, or NULL */
  GArray *strings;                         /* of CyanStr, or NULL */
  GArray *libs;                            /* of CyanStr, or NULL */
  CyanGeckoRows rows;
  gboolean checked;

  /* Filled in as samples need them. */
  CyanNode *nodes;    /* by stack */
  gint32 *categories; /* by stack, valid if it has a node */
  guint32 *functions; /* by frame: index + 1; 0: not made yet */
} CyanFirefoxTables;

typedef enum
{
  CYAN_FIREFOX_SAMPLES,
  CYAN_FIREFOX_TRACING_MS,
  CYAN_FIREFOX_BYTES,
} CyanFirefoxWeight;

typedef struct
{
  GArray *stack;     /* of gint32, or NULL */
  GArray *weight;    /* of double, or NULL: 1 each */
  GArray *cpu;       /* of double, or NULL */
  guint weight_type; /* CyanFirefoxWeight */
  gboolean wants_times;
  GArray *times, *deltas; /* of double, ms, or NULL: either says when samples were taken */
  CyanGeckoRows rows;
} CyanFirefoxSamples;

typedef struct
{
  CyanFirefoxTables tables;
  CyanFirefoxSamples samples;
  CyanFirefoxSamples allocations[2]; /* of JavaScript, and native */
  char *name;
  CyanStr process, pid, tid;
} CyanFirefoxThread;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;

  double interval;                /* ms; 0: unknown */
  gint64 version;                 /* 0: unknown */
  gboolean has_meta, has_threads; /* whether the file has these members */
  gint32 idle;                    /* the index of the category, or -1 */
  const char *cpu_unit;           /* or NULL */
  GArray *categories;             /* of CyanStr */
  char *product, *misc;
  CyanStr lib; /* that is read */

  CyanFirefoxTables shared;
  GPtrArray *threads; /* of CyanFirefoxThread */
} CyanFirefox;

/* The value of @column in @row, or -1 if it is missing. */
static inline gint32
cyan_firefox_value (const CyanFirefoxTables *tables, CyanFirefoxColumn column, guint row)
{
  return tables->columns[column] != NULL ? g_array_index (tables->columns[column], gint32, row)
                                         : -1;
}

/* Reads the member "meta"; @data is a CyanFirefox. */
gboolean
cyan_firefox_read_meta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error);

/* Sets "Firefox 134.0" from the number in "rv:134.0".  samply writes the name of the program
 * instead. */
void cyan_firefox_set_producer (CyanFirefox *self);

/* The tables, @tables or the shared ones, to whose @table the indices in @tables refer. */
CyanFirefoxTables *
cyan_firefox_owner (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table);

/* The number of rows of that table, 0 if there is none. */
guint cyan_firefox_n_rows (CyanFirefox *self, CyanFirefoxTables *tables, CyanFirefoxTable table);

/* Checks the columns of @tables on the first call.  Afterwards all columns of a table have one
 * length, every index is valid, and each prefix comes before the stacks that have it. */
gboolean cyan_firefox_check (CyanFirefox *self, CyanFirefoxTables *tables, GError **error);

/* Checks all tables that samples refer to, and makes the tree. */
gboolean cyan_firefox_build (CyanFirefox *self, GError **error);
