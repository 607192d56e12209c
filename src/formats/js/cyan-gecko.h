/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Raw profiles as Firefox itself hands them out: their tables are rows, and a schema says which
 * field of a row is where.
 */
#pragma once

#include "cyan-json-walk.h"

/* Maximum position of a field that is read, plus 1. */
#define CYAN_GECKO_MAX_FIELDS 16

/* The columns that the current table fills, by position in its rows; NULL: not read. */
typedef struct
{
  GArray *columns[CYAN_GECKO_MAX_FIELDS]; /* of gint32; not owned */
} CyanGeckoRows;

/* Reads the position of a field in a schema, and makes its *@column. */
gboolean cyan_gecko_read_position (
    CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GArray **column, GError **error);

/* Reads all rows of a table into the columns of its schema.  Afterwards they have one length; a
 * value that is missing is -1. */
gboolean
cyan_gecko_read_data (CyanJsonWalk *walk, CyanJsonToken token, CyanGeckoRows *rows, GError **error);

/* Splits a location, "NAME (URL:LINE:COLUMN)", or "NAME (LOADER -> URL:LINE)".  The column may be
 * missing.  All else is a name, whose *@url is empty and *@line -1. */
void cyan_gecko_split_location (
    CyanStrings *strings, CyanStr location, CyanStr *name, CyanStr *url, gint32 *line);
