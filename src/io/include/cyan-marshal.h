/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Python's marshal format, value by value, as far as profiles need it: numbers, strings, tuples,
 * dictionaries and references to earlier values.
 *
 * Whoever reads says what may come next, so that nothing nests deeper than its own code does.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-strings.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_MARSHAL_ERROR,
  CYAN_MARSHAL_NONE, /* None, True and False */
  CYAN_MARSHAL_INT,
  CYAN_MARSHAL_FLOAT,
  CYAN_MARSHAL_STRING,
  CYAN_MARSHAL_TUPLE, /* its elements follow */
  CYAN_MARSHAL_DICT,  /* keys and values follow, and CYAN_MARSHAL_END */
  CYAN_MARSHAL_END,
  CYAN_MARSHAL_SAME_TUPLE, /* an earlier tuple: number says which */
} CyanMarshalKind;

/* One value.  Strings are numbers in the pool that the marshal was made with. */
typedef struct
{
  CyanMarshalKind kind;
  gint64 integer;
  double real; /* finite; of integers too */
  CyanStr string;
  guint32 size;   /* of a tuple */
  guint32 number; /* of a tuple that may come again, or that does; G_MAXUINT32: it will not */
} CyanMarshalValue;

typedef struct
{
  CyanInput *input;     /* borrowed */
  CyanStrings *strings; /* borrowed */
  GArray *known;        /* of CyanMarshalValue: what a reference may mean, by its number */
  GArray *interned;     /* of CyanStr: the same for the strings of Python 2 */
  CyanCharge charge;    /* of both */
} CyanMarshal;

void cyan_marshal_init (CyanMarshal *self, CyanInput *input, CyanStrings *strings);
void cyan_marshal_clear (CyanMarshal *self);

/* Reads one value, of a tuple or dictionary its beginning.  The result is value->kind. */
CyanMarshalKind cyan_marshal_next (CyanMarshal *self, CyanMarshalValue *value, GError **error);

G_END_DECLS
