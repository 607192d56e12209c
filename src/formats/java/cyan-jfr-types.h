/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The types of a Java Flight Recorder chunk, and values read by them.
 *
 * A chunk describes all types of its events and constants: the names of their fields and, in turn,
 * these fields' types.  A field is a value, an array of values, or a reference to a constant.
 * Which fields a type has differs between recorders and their versions, so fields are found by
 * name.
 */
#pragma once

#include "cyan-ids.h"
#include "cyan-jfr-chunk.h"

#define CYAN_JFR_NO_TYPE G_MAXUINT32

/* Maximum number of fields that are wanted of a type. */
#define CYAN_JFR_SLOTS 4

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
  CYAN_JFR_TEXT,   /* where it is in the chunk */
  CYAN_JFR_ARRAY,  /* where its number of values is in the chunk */
} CyanJfrValueKind;

typedef struct
{
  CyanJfrValueKind kind;
  guint64 number;
} CyanJfrValue;

void cyan_jfr_types_init (CyanJfrTypes *self, CyanBudget *budget);
void cyan_jfr_types_clear (CyanJfrTypes *self);

/* Reads the types of @chunk. */
gboolean cyan_jfr_types_read (CyanJfrTypes *self, const CyanJfrChunk *chunk, GError **error);

/* The index of the type with @id, or with @name; CYAN_JFR_NO_TYPE if there is none. */
guint32 cyan_jfr_types_find (const CyanJfrTypes *self, guint64 id);
guint32 cyan_jfr_types_named (const CyanJfrTypes *self, const char *name);

/* From now on, cyan_jfr_types_value() gives the field of @type with @name in @slot. */
void cyan_jfr_types_want (CyanJfrTypes *self, guint32 type, const char *name, guint slot);

/* Reads a value of @type.  Sets the CYAN_JFR_SLOTS @values of its wanted fields; the others are
 * absent.  @values may be NULL. */
void cyan_jfr_types_value (const CyanJfrTypes *self,
                           guint32 type,
                           CyanJfrBytes *bytes,
                           CyanJfrValue *values);
