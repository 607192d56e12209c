/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A buffer in front of the writer of a report.
 */
#pragma once

#include <string.h>

#include "cyan-number.h"
#include "cyan-report.h"

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
