/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the samples of a pprof profile refer to: strings, functions, locations, mappings.
 *
 * The parts of a profile may come in any order, so that references are followed only once all of
 * the file is read: ids get dense numbers when they are first met, and
 * cyan_pprof_tables_check() finds those that nothing defined.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-pprof-ids.h"
#include "cyan-pprof-wire.h"
#include "cyan-strings.h"

G_BEGIN_DECLS

/* Strings that a profile may have. */
#define CYAN_PPROF_MAX_STRINGS (16 * 1024 * 1024)

/* Strings are indices into the table of strings. */
typedef struct
{
  guint32 name, system_name, file;
  guint32 line; /* of its definition, 0 unknown */
  gboolean defined;
} CyanPprofFunction;

typedef struct
{
  guint32 file;
  gboolean defined;
} CyanPprofMapping;

typedef struct
{
  guint32 mapping;           /* number + 1, 0 none */
  guint32 first_line, lines; /* in the table of lines, the innermost first */
  guint32 address;           /* 0 if it has more than 32 bits: only those that we wrote matter */
  gboolean defined;
} CyanPprofLocation;

typedef struct
{
  guint32 function; /* its number */
  guint32 number;   /* of the line in the file, 0 unknown */
} CyanPprofLine;

typedef struct
{
  CyanInput *input;  /* borrowed, for messages */
  CyanStrings *pool; /* borrowed; takes the strings that are asked for */

  GString *text;     /* all strings, one behind the other */
  GArray *text_ends; /* of gsize */
  CyanStr *interned; /* by index: number in the pool + 1, 0 not asked for */

  /* The largest index of a string that was met, and where. */
  guint32 max_string;
  guint64 max_string_offset;

  CyanPprofIds function_ids, location_ids, mapping_ids;
  GArray *functions, *locations, *mappings; /* by number */
  GArray *lines;                            /* of CyanPprofLine */
} CyanPprofTables;

void cyan_pprof_tables_init (CyanPprofTables *self, CyanInput *input, CyanStrings *pool);
void cyan_pprof_tables_clear (CyanPprofTables *self);

/* Bytes that are held, but for the pool. */
guint64 cyan_pprof_tables_memory (const CyanPprofTables *self);

/* Sets @error to "NAME: byte PLACE: REASON" and returns FALSE. */
gboolean cyan_pprof_fail (const CyanPprofTables *self,
                          guint64 offset,
                          GError **error,
                          const char *format,
                          ...) G_GNUC_PRINTF (4, 5);

/* The next field of a message that is there as a whole: 1, 0 at its end, -1 with @error. */
int cyan_pprof_next (const CyanPprofTables *self, CyanPprofWire *wire, GError **error);
/* Whether the field at hand, of the message called @what, has the type that it must have. */
gboolean cyan_pprof_expect (const CyanPprofTables *self,
                            const CyanPprofWire *wire,
                            guint type,
                            const char *what,
                            GError **error);
/* The field at hand is the index of a string. */
gboolean cyan_pprof_string_index (CyanPprofTables *self,
                                  const CyanPprofWire *wire,
                                  guint64 value,
                                  guint32 *index,
                                  GError **error);

/* Take the field at hand, which is a string or such a message. */
gboolean
cyan_pprof_tables_add_string (CyanPprofTables *self, const CyanPprofWire *wire, GError **error);
gboolean
cyan_pprof_tables_add_function (CyanPprofTables *self, const CyanPprofWire *wire, GError **error);
gboolean
cyan_pprof_tables_add_location (CyanPprofTables *self, const CyanPprofWire *wire, GError **error);
gboolean
cyan_pprof_tables_add_mapping (CyanPprofTables *self, const CyanPprofWire *wire, GError **error);

/* Whether everything that was referred to is there.  To be called once, when all is read and
 * before strings are asked for. */
gboolean cyan_pprof_tables_check (CyanPprofTables *self, GError **error);

/* The string of this index, and its text, which the pool owns. */
CyanStr cyan_pprof_tables_string (CyanPprofTables *self, guint32 index);
const char *cyan_pprof_tables_text (CyanPprofTables *self, guint32 index);

G_END_DECLS
