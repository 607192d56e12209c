/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads Python's marshal format value by value, as far as profiles use it: numbers, strings,
 * tuples, dictionaries and references to earlier values.
 *
 * The reader decides which values may come next, so nesting is limited by the reader's own code.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-strings.h"

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
  CYAN_MARSHAL_SAME_TUPLE, /* an earlier tuple; see number */
} CyanMarshalKind;

/* One value.  Strings are numbers in the pool that the marshal was made with. */
typedef struct
{
  CyanMarshalKind kind;
  gint64 integer;
  double real; /* finite; also set for integers */
  CyanStr string;
  guint32 size;   /* of a tuple */
  guint32 number; /* identifies a tuple that may come again or does so; G_MAXUINT32 if it will
                   * not */
} CyanMarshalValue;

typedef struct
{
  CyanInput *input;     /* borrowed */
  CyanStrings *strings; /* borrowed */
  GArray *known;        /* of CyanMarshalValue: the targets of references, by number */
  GArray *interned;     /* of CyanStr: the interned strings of Python 2, by number */
  CyanCharge charge;    /* of both */
} CyanMarshal;

void cyan_marshal_init (CyanMarshal *self, CyanInput *input, CyanStrings *strings);
void cyan_marshal_clear (CyanMarshal *self);

/* Reads one value; of a tuple or dictionary, only its start.  Returns value->kind. */
CyanMarshalKind cyan_marshal_next (CyanMarshal *self, CyanMarshalValue *value, GError **error);
