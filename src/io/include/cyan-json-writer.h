/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes a small JSON document to a string, a member or an element a line, or all on one.
 *
 * @key is that of a member; NULL: an element of an array, or the document itself.  Keys are written
 * as they are.
 */
#pragma once

#include "cyan-json-walk.h"

/* Zero it before the first use; text is owned by the caller. */
typedef struct
{
  GString *text;
  guint depth;
  gboolean has_members; /* the object or array that is open */
  gboolean is_line;     /* nothing but texts has line breaks, and these are escaped */
} CyanJsonWriter;

void cyan_json_writer_open_object (CyanJsonWriter *self, const char *key);
void cyan_json_writer_close_object (CyanJsonWriter *self);
void cyan_json_writer_open_array (CyanJsonWriter *self, const char *key);
void cyan_json_writer_close_array (CyanJsonWriter *self);

/* Valid UTF-8.  Nothing is written for NULL. */
void cyan_json_writer_text (CyanJsonWriter *self, const char *key, const char *value);
/* The bytes that @length of @text take as a value. */
gsize cyan_json_quoted_length (const char *text, gsize length);
/* A value that is JSON already. */
void cyan_json_writer_raw (CyanJsonWriter *self, const char *key, const char *json);
void cyan_json_writer_flag (CyanJsonWriter *self, const char *key, gboolean value);
void cyan_json_writer_count (CyanJsonWriter *self, const char *key, guint64 value);
/* Finite; read again it is the same number. */
void cyan_json_writer_number (CyanJsonWriter *self, const char *key, double value);
/* An array of guint32 on one line. */
void cyan_json_writer_counts (CyanJsonWriter *self,
                              const char *key,
                              const guint32 *values,
                              guint n_values);

/* The fields of @data that @members name, in their order, see CyanJsonMember.field: but for those
 * of CYAN_JSON_STR() and CYAN_JSON_COUNTS(), and without regard for CYAN_JSON_VIA().
 * A number out of its range is left out unless it is required. */
void cyan_json_writer_fields (CyanJsonWriter *self,
                              const CyanJsonMember *members,
                              guint n_members,
                              gconstpointer data);
