/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports for programs: objects, lists and tables of named values.
 *
 * A report emits its values once, in order, and a form writes those that it supports: JSON
 * everything, CSV the comment and the one table with columns.  Rows are passed on at once, not
 * collected.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-sink.h"

typedef enum
{
  CYAN_VALUE_NONE,
  CYAN_VALUE_TEXT,
  CYAN_VALUE_COUNT,
  CYAN_VALUE_NUMBER, /* finite */
  CYAN_VALUE_FLAG
} CyanValueKind;

typedef struct
{
  CyanValueKind kind;
  union
  {
    const char *text; /* UTF-8, untrusted */
    guint64 count;
    double number;
    gboolean flag;
  };
} CyanValue;

/* The contents of a group, and its layout in JSON. */
typedef enum
{
  CYAN_GROUP_PAGE,   /* an object; one indented line for each member, also in nested groups */
  CYAN_GROUP_LINES,  /* an object; one line for each member, nested groups in one line */
  CYAN_GROUP_OBJECT, /* an object in one line */
  CYAN_GROUP_LIST,   /* of values or groups without names, in one line */
  CYAN_GROUP_TABLE   /* a list of objects, one a line */
} CyanGroup;

typedef struct _CyanRows CyanRows;

typedef struct
{
  gboolean nested; /* whether a value in a row can be a group */
  void (*comment) (CyanRows *self, const char *text);
  /* @columns is for tables only, and NULL for all others; a NULL-terminated list. */
  void (*open) (CyanRows *self, const char *name, CyanGroup group, const char *const *columns);
  void (*close) (CyanRows *self);
  void (*value) (CyanRows *self, const char *name, const CyanValue *value);
} CyanRowsForm;

/* Maximum nesting of groups. */
#define CYAN_ROWS_DEPTH 8

struct _CyanRows
{
  CyanSink *sink;
  const CyanRowsForm *form;
  gboolean raw_cells;
  guint depth;  /* number of open groups */
  guint in_row; /* the depth in a row of the table with columns; 0: not in a row */
  struct
  {
    CyanGroup group;
    gboolean indented;
    guint n; /* members so far */
  } open[CYAN_ROWS_DEPTH];
};

/* @name is ignored in lists, whose elements have no names.  A missing value is NULL or not finite.
 */
void cyan_rows_comment (CyanRows *self, const char *text);
void cyan_rows_open (CyanRows *self, const char *name, CyanGroup group);
void cyan_rows_open_table (CyanRows *self, const char *name, const char *const *columns);
/* Closes the group that was opened last. */
void cyan_rows_close (CyanRows *self);
void cyan_rows_none (CyanRows *self, const char *name);
void cyan_rows_text (CyanRows *self, const char *name, const char *text);
void cyan_rows_count (CyanRows *self, const char *name, guint64 count);
void cyan_rows_number (CyanRows *self, const char *name, double number);
void cyan_rows_flag (CyanRows *self, const char *name, gboolean flag);
/* "unit"; none if it is unknown. */
void cyan_rows_unit (CyanRows *self, const char *unit);
void cyan_rows_texts (CyanRows *self, const char *name, const GPtrArray *texts);
/* Writes the value if it exists, else none. */
void cyan_rows_count_if (CyanRows *self, const char *name, gboolean exists, guint64 count);
void cyan_rows_number_if (CyanRows *self, const char *name, gboolean exists, double number);

/* FALSE if the writer has failed and takes no more rows. */
gboolean cyan_rows_go_on (const CyanRows *self);

extern const CyanRowsForm cyan_rows_csv;
extern const CyanRowsForm cyan_rows_json;
