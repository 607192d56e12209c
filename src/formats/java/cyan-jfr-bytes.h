/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the numbers and texts of a Java Flight Recorder chunk from memory, never beyond its end.
 *
 * The encoding is that of RecordingInput and StringParser in OpenJDK's package
 * jdk.jfr.internal.consumer.  The first thing that is broken stops the reader: from then on it is
 * at its end and all it reads is 0, so that only the caller of a whole structure needs to check.
 */
#pragma once

#include <glib.h>

typedef struct
{
  const guchar *bytes;
  gsize at, end;       /* in @bytes */
  gsize problem_at;    /* where it is broken */
  const char *problem; /* translated, static: what is broken; NULL: nothing */
} CyanJfrBytes;

/* Starts at @at of the first @end bytes of @bytes; may be beyond the end. */
void cyan_jfr_bytes_init (CyanJfrBytes *self, const guchar *bytes, guint64 at, gsize end);

/* Notes what is broken, unless something was broken before, and moves to the end. */
void cyan_jfr_bytes_break (CyanJfrBytes *self, const char *problem);

guint8 cyan_jfr_bytes_byte (CyanJfrBytes *self);
void cyan_jfr_bytes_skip (CyanJfrBytes *self, guint64 length);
/* An integer in base 128. */
guint64 cyan_jfr_bytes_number (CyanJfrBytes *self);
/* A number of things of at least one byte each, which therefore cannot exceed the bytes left. */
guint64 cyan_jfr_bytes_count (CyanJfrBytes *self);

void cyan_jfr_bytes_skip_text (CyanJfrBytes *self);
/* Sets @text to the text, which may have NUL bytes and invalid UTF-8.  Returns FALSE if it is
 * elsewhere: @id is its id in the pool of strings. */
gboolean cyan_jfr_bytes_text (CyanJfrBytes *self, GString *text, guint64 *id);
