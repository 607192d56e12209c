/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all reports go through: a buffer in front of the writer.
 */
#pragma once

#include <string.h>

#include "cyan-number.h"
#include "cyan-report.h"

G_BEGIN_DECLS

/* Pieces handed to the writer are about this large. */
#define CYAN_SINK_PIECE (64 * 1024)

/* Collects pieces for the writer.  After the first that is not taken, nothing more is handed out.
 */
typedef struct
{
  GString *text; /* owned */
  CyanReportWriteFunc write;
  gpointer data;
  GError *error; /* owned; why a piece was not taken, or NULL */
} CyanSink;

/* Hands out the text if it is long, or in any case if @all. */
void cyan_sink_flush (CyanSink *self, gboolean all);

/* Room for @length more bytes.  A large report takes some tens of millions of pieces, too many for a
 * call of g_string_append_len() each. */
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

/* Takes the first @length bytes of that room into the text. */
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

G_END_DECLS
