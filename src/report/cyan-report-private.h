/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all reports go through: a buffer in front of the writer.
 */
#pragma once

#include <string.h>

#include "cyan-report.h"

G_BEGIN_DECLS

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

/* g_string_append_len(), of which a large report needs a hundred million. */
static inline void
cyan_sink_append (CyanSink *self, const char *bytes, gsize length)
{
  GString *text = self->text;

  if (length >= text->allocated_len - text->len)
    {
      g_string_append_len (text, bytes, (gssize) length);
      return;
    }
  memcpy (text->str + text->len, bytes, length);
  text->len += length;
  text->str[text->len] = '\0';
}

G_END_DECLS
