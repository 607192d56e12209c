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

#include <string.h>

#include "cyan-number.h"
#include "cyan-report.h"

/* ---- a buffer in front of the writer of a report ---- */

/* Approximate size of the pieces passed to the writer. */
#define CYAN_SINK_PIECE (64 * 1024)

/* Collects text and passes it to the writer in pieces.  After the writer failed, nothing more is
 * passed. */
typedef struct
{
  GString *text; /* owned */
  CyanReportWriteFunc write;
  gpointer data;
  GError *error; /* owned; the error of the writer, or NULL */
} CyanSink;

/* Passes the text on if it is long, or in any case if @all. */
void cyan_sink_flush (CyanSink *self, gboolean all);

/* Makes room for @length more bytes.  A large report consists of tens of millions of parts, too
 * many for a call of g_string_append_len() each. */
static inline char *
cyan_sink_room (CyanSink *self, gsize length)
{
  GString *text = self->text;
  gsize used = text->len;

  if (length >= text->allocated_len - used)
    {
      g_string_set_size (text, used + length);
      text->len = used;
    }
  return text->str + used;
}

/* Appends the first @length bytes of that room to the text. */
static inline void
cyan_sink_take (CyanSink *self, gsize length)
{
  self->text->len += length;
  self->text->str[self->text->len] = '\0';
}

static inline void
cyan_sink_append (CyanSink *self, const char *bytes, gsize length)
{
  memcpy (cyan_sink_room (self, length), bytes, length);
  cyan_sink_take (self, length);
}

static inline void
cyan_sink_append_count (CyanSink *self, guint64 count)
{
  cyan_sink_take (self, cyan_uint64_write (count, cyan_sink_room (self, CYAN_NUMBER_SIZE)));
}

/* ---- values and groups ---- */

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
  /* @is_table: of the columns of the report. */
  void (*open) (CyanRows *self, const char *name, CyanGroup group, gboolean is_table);
  void (*close) (CyanRows *self);
  void (*value) (CyanRows *self, const char *name, const CyanValue *value);
} CyanRowsForm;

/* Maximum nesting of groups. */
#define CYAN_ROWS_DEPTH 8

struct _CyanRows
{
  CyanSink *sink;
  const CyanRowsForm *form;
  const CyanField *columns; /* of the table of the report */
  gboolean has_optional;    /* among these: to be set before the table is opened */
  GStrv names;              /* of these, until a row of CSV had them; owned */
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
void cyan_rows_comment (CyanRows *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void cyan_rows_open (CyanRows *self, const char *name, CyanGroup group);
/* The table of the report. */
void cyan_rows_open_table (CyanRows *self, const char *name);
/* Closes the group that was opened last. */
void cyan_rows_close (CyanRows *self);
void cyan_rows_none (CyanRows *self, const char *name);
void cyan_rows_text (CyanRows *self, const char *name, const char *text);
void cyan_rows_count (CyanRows *self, const char *name, guint64 count);
/* Unknown if negative. */
void cyan_rows_integer (CyanRows *self, const char *name, gint64 number);
void cyan_rows_number (CyanRows *self, const char *name, double number);
void cyan_rows_flag (CyanRows *self, const char *name, gboolean flag);
/* "unit"; none if it is unknown. */
void cyan_rows_unit (CyanRows *self, const char *unit);
void cyan_rows_texts (CyanRows *self, const char *name, const GPtrArray *texts);
/* The same if the form can nest it, else one text with @separator between them. */
void
cyan_rows_joined (CyanRows *self, const char *name, const GPtrArray *texts, const char *separator);
/* Writes the value if it exists, else none. */
void cyan_rows_count_if (CyanRows *self, const char *name, gboolean exists, guint64 count);
void cyan_rows_number_if (CyanRows *self, const char *name, gboolean exists, double number);

/* ---- lists of objects ---- */

/* Writes the members of object @i of @about. */
typedef void (*CyanRowFunc) (CyanRows *self, gconstpointer about, guint i);
/* A list of @n objects. */
void cyan_rows_list (CyanRows *self,
                     const char *name,
                     CyanGroup group,
                     guint n,
                     CyanRowFunc put,
                     gconstpointer about);
/* The table of the report, whose rows @put writes. */
void
cyan_rows_table (CyanRows *self, const char *name, guint n, CyanRowFunc put, gconstpointer about);
/* Writes the column of a row, which is none unless it @exists. */
void cyan_rows_field (CyanRows *self, const CyanField *field, gconstpointer row, gboolean exists);
/* FALSE if the writer has failed and takes no more rows. */
gboolean cyan_rows_go_on (const CyanRows *self);

/* ---- forms ---- */

extern const CyanRowsForm cyan_rows_csv;
extern const CyanRowsForm cyan_rows_json;
