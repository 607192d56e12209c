/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bytes of a profile, decompressed, in order.
 *
 * Opens a path (a regular file or a pipe), an address of HTTP, standard input, or memory; decompresses gzip (all
 * members, with checksums) and zstd once; converts UTF-16 with a byte order mark to UTF-8; detects
 * bombs and truncation; and keeps the position for error messages.  Nothing is mapped: a file that
 * shrinks while it is read gives an error and no signal.  One thread at a time may use an input.
 */
#pragma once

#include <glib.h>

#include "cyan-budget.h"
#include "cyan-http.h"
#include "cyan-tick.h"

typedef struct _CyanInput CyanInput;

/* Compressed data may grow by this factor after the first CYAN_INPUT_FREE_BYTES.  After four times
 * as many bytes the lower factor applies, since gzip cannot exceed 1032. */
#define CYAN_INPUT_MAX_RATIO  1500
#define CYAN_INPUT_LONG_RATIO 500
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_INPUT_FREE_BYTES (1024 * 1024)
#else
#  define CYAN_INPUT_FREE_BYTES (64 * 1024 * 1024)
#endif

/* Maximum bytes of a line. */
#define CYAN_INPUT_MAX_LINE (1024u * 1024 * 1024)

/* Whether @path is standard input: "-", "/dev/stdin", ... */
gboolean cyan_input_is_standard (const char *path);
/* Whether @path can be read only once: standard input, a pipe with or without a name, or an address, which may
 * answer anew each time. */
gboolean cyan_input_is_once (const char *path);

/* Whether @path is a folder that cyan_input_open() reads as one recording. */
gboolean cyan_input_is_recorded_folder (const char *path);

/* @path "-" is standard input.  For a directory that uftrace wrote, its file "info" is read; other
 * directories are errors.  @tick (copied) receives the fraction of the file that was read. */
CyanInput *cyan_input_open (const char *path, const CyanTick *tick, GError **error);
/* The same of an address of HTTP, which can be read only once and is named by its label.  While the server
 * records, @tick receives the part of the time for which it was asked to. */
CyanInput *cyan_input_open_address (const char *address,
                                    const CyanHttpAccess *access,
                                    const CyanTick *tick,
                                    GError **error);
/* The caller keeps @bytes, which must outlive the input. */
CyanInput *cyan_input_new_for_memory (
    const char *name, gconstpointer bytes, gsize length, const CyanTick *tick, GError **error);
/* Reads the pipe @fd, which the input owns from now on, even if this fails.  It uses the budget of
 * @parent, which may be NULL. */
CyanInput *cyan_input_new_for_pipe (
    const char *name, int fd, const CyanInput *parent, const CyanTick *tick, GError **error);
/* A second input that begins where @self began, which shows no progress but can be stopped;
 * NULL if @self can be read only once, or no more. */
CyanInput *cyan_input_again (const CyanInput *self);
void cyan_input_free (CyanInput *self);

/* The descriptor of the opened directory, owned by the input; -1 if a file was opened. */
int cyan_input_directory (const CyanInput *self);

/* Returns a descriptor, owned by the caller, of the opened directory, or of a regular file with the
 * decompressed bytes: the file itself if it is not compressed, else an unnamed temporary copy of at
 * most 4 GiB.  Call it before anything is skipped; afterwards @self is at its end.  -1 on an error.
 */
int cyan_input_to_file (CyanInput *self, GError **error);

/* Time limit, in seconds, of a child program that reads the file. */
#define CYAN_INPUT_CHILD_SECONDS 600
/* Sets the time limit; 0 means CYAN_INPUT_CHILD_SECONDS. */
void cyan_input_set_child_seconds (CyanInput *self, guint seconds);

/* How messages name @path: an address without its secrets.  Caller frees. */
char *cyan_input_label (const char *path);

/* For messages: the path as given, "standard input", or the memory's name. */
const char *cyan_input_name (const CyanInput *self);

/* The path of the file; NULL if it is standard input, a pipe or memory. */
const char *cyan_input_path (const CyanInput *self);

/* Shows at least @wanted decompressed bytes without consuming them; fewer only at the end of the
 * input.  *@bytes is valid until the next call.  FALSE on a read error. */
gboolean cyan_input_peek (
    CyanInput *self, gsize wanted, const char **bytes, gsize *available, GError **error);
/* Consumes @length bytes that were peeked before. */
void cyan_input_skip (CyanInput *self, gsize length);

/* Reads the next line without its "\n" or "\r\n".  *@line is valid until the next call and is
 * followed by a NUL byte.  Returns 1 for a line, 0 at the end of the input, -1 on an error.  A last
 * line without a line break counts as a line, see cyan_input_cut_line().  A line longer than
 * CYAN_INPUT_MAX_LINE and a NUL byte within a line are errors. */
int cyan_input_line (CyanInput *self, char **line, gsize *length, GError **error);

/* Consecutive lines of the input, unchanged: with line breaks, carriage returns and NUL bytes.
 * Zero it before the first use. */
typedef struct
{
  char *bytes;
  gsize capacity;
  gsize length;
  gboolean at_end;   /* the input ends after them, so the last line may lack its line break */
  CyanCharge charge; /* to the budget of the input */
} CyanInputLines;

/* Frees its contents and zeroes it. */
void cyan_input_lines_clear (CyanInputLines *lines);

/* Reads the next lines, about @wanted bytes: more if a line is longer, fewer only at the end.
 * Except at the end, a last line without a line break is one that cyan_input_line() would refuse:
 * it has a NUL byte or is too long.  These lines do not count in cyan_input_line_number().  FALSE
 * on a read error, but only after all whole lines before it were returned. */
gboolean cyan_input_lines (CyanInput *self, gsize wanted, CyanInputLines *lines, GError **error);

/* Charges the memory of the input to @budget.  Reading and cyan_input_poll() fail with
 * CYAN_ERROR_LIMIT once the budget is exhausted, even by other holders. */
void cyan_input_set_budget (CyanInput *self, CyanBudget *budget);
/* The budget of the input, or NULL.  Readers charge their memory to it. */
CyanBudget *cyan_input_budget (const CyanInput *self);

/* Polls the tick during long work on data already read.  FALSE if the work must stop, with the
 * error that every later call repeats; CYAN_ERROR_CANCELLED if the tick stopped it. */
gboolean cyan_input_poll (CyanInput *self, GError **error);
/* Stops reading, from any thread, so that no thread waits for a silent pipe.  Later reads fail with
 * CYAN_ERROR_CANCELLED. */
void cyan_input_interrupt (CyanInput *self);

/* For readers with much work after reading: from now on, reading to the end takes the fraction
 * @share, 0...1, of the rest of the tick. */
void cyan_input_set_share (CyanInput *self, double share);
/* The rest of the tick, for the work after reading. */
CyanTick cyan_input_tick_after (const CyanInput *self);

/* Whether the last line ended at the end of the input instead of with a line break, a sign of a
 * truncated file. */
gboolean cyan_input_cut_line (const CyanInput *self);

/* The number, from 1, of the line last read. */
guint64 cyan_input_line_number (const CyanInput *self);
/* Decompressed bytes consumed. */
guint64 cyan_input_offset (const CyanInput *self);

/* Notes for people about the bytes, such as "2 bytes of garbage after the gzip data". */
const GPtrArray *cyan_input_warnings (const CyanInput *self);

/* Sets @error to "NAME: line N: REASON" and returns FALSE. */
gboolean cyan_input_fail_line (CyanInput *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Sets @error to "NAME: byte N: REASON" and returns FALSE. */
gboolean cyan_input_fail_byte (CyanInput *self, GError **error, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanInput, cyan_input_free)
