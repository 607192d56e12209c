/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report tells programs: objects, lists and tables of values that have names.
 *
 * A report says it once, in order, and a form writes what it has a place for: JSON everything, CSV
 * the comment and the one table that has columns.  Rows are handed out as they come.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-sink.h"

G_BEGIN_DECLS

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
    const char *text; /* UTF-8, foreign */
    guint64 count;
    double number;
    gboolean flag;
  };
} CyanValue;

/* What a group holds, and how JSON lays it out. */
typedef enum
{
  CYAN_GROUP_PAGE,   /* an object; a line a member, indented, and so are the groups in it */
  CYAN_GROUP_LINES,  /* an object; a line a member, but not for the groups in it */
  CYAN_GROUP_OBJECT, /* an object in one line */
  CYAN_GROUP_LIST,   /* of values or groups without names, in one line */
  CYAN_GROUP_TABLE   /* a list of objects, a line each */
} CyanGroup;

typedef struct _CyanRows CyanRows;

typedef struct
{
  gboolean nested; /* whether a value in a row can be a group */
  void (*comment) (CyanRows *self, const char *text);
  /* @columns, only of a table, may be NULL; a list ended by NULL otherwise. */
  void (*open) (CyanRows *self, const char *name, CyanGroup group, const char *const *columns);
  void (*close) (CyanRows *self);
  void (*value) (CyanRows *self, const char *name, const CyanValue *value);
} CyanRowsForm;

/* Groups in groups. */
#define CYAN_ROWS_DEPTH 8

struct _CyanRows
{
  CyanSink *sink;
  const CyanRowsForm *form;
  gboolean raw_cells;
  guint depth;  /* open groups */
  guint in_row; /* the depth in a row of the table with columns; 0: there is none */
  struct
  {
    CyanGroup group;
    gboolean indented;
    guint n; /* members so far */
  } open[CYAN_ROWS_DEPTH];
};

/* @name is ignored in lists, which have none.  What does not exist is NULL, or is not finite. */
void cyan_rows_comment (CyanRows *self, const char *text);
void cyan_rows_open (CyanRows *self, const char *name, CyanGroup group);
void cyan_rows_open_table (CyanRows *self, const char *name, const char *const *columns);
/* Closes what was opened last. */
void cyan_rows_close (CyanRows *self);
void cyan_rows_none (CyanRows *self, const char *name);
void cyan_rows_text (CyanRows *self, const char *name, const char *text);
void cyan_rows_count (CyanRows *self, const char *name, guint64 count);
void cyan_rows_number (CyanRows *self, const char *name, double number);
void cyan_rows_flag (CyanRows *self, const char *name, gboolean flag);
void cyan_rows_texts (CyanRows *self, const char *name, const GPtrArray *texts);
/* The same where it exists, and none where it does not. */
void cyan_rows_count_if (CyanRows *self, const char *name, gboolean exists, guint64 count);
void cyan_rows_number_if (CyanRows *self, const char *name, gboolean exists, double number);

/* Whether anybody still takes rows. */
gboolean cyan_rows_go_on (const CyanRows *self);

extern const CyanRowsForm cyan_rows_csv;
extern const CyanRowsForm cyan_rows_json;

G_END_DECLS
