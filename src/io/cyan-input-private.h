/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of an input, shared by the code that fills its buffer and the code that splits lines.
 */
#pragma once

#include "cyan-decompress.h"
#include "cyan-error.h"
#include "cyan-feed.h"
#include "cyan-input.h"

#include <glib.h>
#include <sys/stat.h>

/* Bytes read at once.  For fuzzing so few that short inputs span several blocks. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_INPUT_BLOCK 256
#else
#  define CYAN_INPUT_BLOCK (512 * 1024)
#endif
#define CYAN_INPUT_NOWHERE G_MAXSIZE
/* Bytes of the buffer at first. */
#define CYAN_INPUT_FIRST_CAPACITY (2 * CYAN_INPUT_BLOCK)

/* The conversion of UTF-16 to UTF-8. */
typedef struct _CyanUtf16 CyanUtf16;

struct _CyanInput
{
  char *name;
  char *path;          /* NULL: of no file */
  CyanTick tick;       /* for reading from tick_begin of the source to its end */
  CyanTick tick_after; /* for the work after reading */
  double tick_begin;   /* in 0...1 of the source */
  GPtrArray *warnings;
  CyanCharge charge; /* of the decompressor, and of the buffer beyond its first size */
  GError *failure;   /* the first read error, which every later call repeats */
  gint interrupted;  /* atomic */
  guint child_seconds;

  /* The source of the bytes. */
  int fd;         /* or -1 for memory */
  int directory;  /* the directory that the file represents, or -1 */
  CyanFeed *feed; /* what writes into it; NULL: of no address */
  gint64 asked;   /* when, in us of g_get_monotonic_time() */
  guint seconds;  /* for which the server was asked to record */
  CyanTick tick_recording;
  gboolean is_regular;
  const char *memory;
  guint64 size;     /* of the file or memory; 0 unknown */
  guint64 raw_read; /* bytes read from it */
  gboolean raw_at_end;

  CyanCompression compression;
  CyanDecompressor *decompressor;
  gboolean in_member; /* the decompressor expects more of a member */
  gboolean unpacked;  /* the decompressor has given all */
  char *raw;          /* bytes before decompression: [raw_start, raw_end) */
  gsize raw_start, raw_end;
  guint64 produced; /* bytes after decompression */
  CyanUtf16 *utf16; /* NULL: the text is not in UTF-16 */

  /* The bytes that can be peeked: [start, end).  There is always room for a NUL after them. */
  char *buffer;
  gsize capacity;
  gsize start, end;
  gboolean at_end; /* no byte comes after end */
  guint64 base;    /* offset of the buffer's first byte in the decompressed data */

  gsize scanned;     /* no line break in [start, scanned) */
  gsize nul_scanned; /* nul_at is valid for [start, nul_scanned) */
  gsize nul_at;      /* of the first NUL byte there, or CYAN_INPUT_NOWHERE */
  guint64 line_number;
  gboolean cut_line;
  gsize max_line; /* maximum bytes of a line; tests use less than CYAN_INPUT_MAX_LINE */
};

/* Replaces the opened directory by the file in it that represents the recording, and sets *@about
 * to the file's status.  Only directories that a profiler writes as one recording are accepted. */
gboolean cyan_input_enter_directory (CyanInput *self, struct stat *about, GError **error);

/* Reads one block, decompressed.  @out has room for CYAN_INPUT_BLOCK bytes. */
gboolean
cyan_input_read_block (CyanInput *self, char *out, gsize *length, gboolean *at_end, GError **error);

/* If what was peeked is marked as UTF-16, takes it out of the buffer; later reads convert. */
void cyan_input_begin_utf16 (CyanInput *self);
/* The same as cyan_input_read_block(), converted to UTF-8. */
gboolean
cyan_input_read_utf16 (CyanInput *self, char *out, gsize *length, gboolean *at_end, GError **error);
void cyan_utf16_free (CyanUtf16 *self);

/* Adds a block to the buffer, or finds the end. */
gboolean cyan_input_fill (CyanInput *self, GError **error);

/* Reads up to @size raw bytes of the source; *@length is 0 only at its end. */
gboolean
cyan_input_read_raw (CyanInput *self, char *bytes, gsize size, gsize *length, GError **error);

/* Asks for all of the answer that @self gets and is not begun to be read, as it comes.  Owned by the caller; NULL
 * on an error. */
GBytes *cyan_input_get_answer (CyanInput *self, GError **error);

/* Resizes the buffer to @capacity bytes plus one for a NUL. */
void cyan_input_resize (CyanInput *self, gsize capacity);

/* Records @failure, which it takes, unless there is an earlier one.  Sets @error to the first. */
gboolean cyan_input_fail (CyanInput *self, GError *failure, GError **error);

/* The same, if a decompressor finds no memory. */
gboolean cyan_input_fail_memory (CyanInput *self, GError **error);

/* Records and reports "NAME: REASON". */
gboolean
cyan_input_fail_file (CyanInput *self, GError **error, CyanError code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);
