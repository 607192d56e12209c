/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines in, lines out, without waiting for either.
 *
 * Private to this room.
 */
#pragma once

#include <glib.h>

/* Bytes that nobody has read: then no more messages are read, and before that no tool is started. */
#define CYAN_SERVE_MOST_WAITING (32 * 1024 * 1024)
#define CYAN_SERVE_MANY_WAITING (1024 * 1024)

typedef struct
{
  int input, output;
  GString *line;     /* that has no end yet; owned */
  gboolean too_long; /* the rest of it is skipped */
  gboolean at_end;   /* of the input */
  GString *waiting;  /* for the reader of the output; owned */
  gsize n_written;   /* of it */
} CyanServeStream;

/* Takes a line without its end; NULL: it was longer than CYAN_SERVE_MAX_LINE. */
typedef void (*CyanServeLine) (const char *line, gsize length, gpointer data);

void cyan_serve_stream_init (CyanServeStream *self, int input, int output);
void cyan_serve_stream_clear (CyanServeStream *self);

/* Reads what there is, when there is something, and passes on whole lines. */
void cyan_serve_stream_read (CyanServeStream *self, CyanServeLine take, gpointer data);
/* Appends a line; @length bytes without line breaks. */
void cyan_serve_stream_say (CyanServeStream *self, const char *line, gsize length);
gsize cyan_serve_stream_n_waiting (const CyanServeStream *self);
/* Writes a part of that, when the reader is ready.  FALSE with CYAN_ERROR_IO if there is no reader. */
gboolean cyan_serve_stream_write (CyanServeStream *self, GError **error);
