/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables that samples of a pprof profile refer to: strings, functions, locations, mappings.
 *
 * Messages may come in any order, so references are followed only after the whole file is read.
 * Ids get dense numbers on first use, and cyan_pprof_tables_check() finds the ones without a
 * definition.
 */
#pragma once

#include "cyan-ids.h"
#include "cyan-input.h"
#include "cyan-protobuf.h"
#include "cyan-strings.h"

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
  guint32 address;           /* 0 if it has more than 32 bits; only addresses that we wrote
                                matter */
  gboolean defined;
} CyanPprofLocation;

typedef struct
{
  guint32 function; /* number of the function */
  guint32 number;   /* line in the file; 0: unknown */
} CyanPprofLine;

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
  GArray *lines;                            /* of CyanPprofLine */
} CyanPprofTables;

void cyan_pprof_tables_init (CyanPprofTables *self, CyanInput *input, CyanStrings *pool);
void cyan_pprof_tables_clear (CyanPprofTables *self);

/* Allocated bytes without the pool. */
guint64 cyan_pprof_tables_memory (const CyanPprofTables *self);

/* Sets @error to "NAME: byte OFFSET: REASON" and returns FALSE. */
gboolean cyan_pprof_fail (const CyanPprofTables *self,
                          guint64 offset,
                          GError **error,
                          const char *format,
                          ...) G_GNUC_PRINTF (4, 5);

/* Moves to the next field of a message that is wholly in memory.  Returns 1, 0 at its end, -1 with
 * @error. */
int cyan_pprof_next (const CyanPprofTables *self, CyanProtobuf *wire, GError **error);
/* Checks that the current field has type @type.  @what names the message in errors. */
gboolean cyan_pprof_expect (const CyanPprofTables *self,
                            const CyanProtobuf *wire,
                            guint type,
                            const char *what,
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
