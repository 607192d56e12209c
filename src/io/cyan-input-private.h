/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside an input: its buffer, shared by the part that fills it and the part that cuts lines. */
#pragma once

#include "cyan-decompress.h"
#include "cyan-error.h"
#include "cyan-input.h"

#include <sys/stat.h>

G_BEGIN_DECLS

/* Bytes that are read at once.  For fuzzing so few that short inputs have borders of blocks. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#  define CYAN_INPUT_BLOCK 256
#else
#  define CYAN_INPUT_BLOCK (512 * 1024)
#endif
#define CYAN_INPUT_NOWHERE G_MAXSIZE

struct _CyanInput
{
  char *name;
  CyanTick tick;       /* of reading from tick_begin of the source to its end */
  CyanTick tick_after; /* of what comes then */
  double tick_begin;   /* in 0...1 of the source */
  GPtrArray *warnings;
  CyanCharge charge; /* of the decompressor, and of the buffer beyond what it begins with */
  GError *failure;   /* the first error of reading, which every later call repeats */
  gint interrupted;  /* atomic */
  guint child_seconds;

  /* Where the bytes come from. */
  int fd;        /* or -1 for memory */
  int directory; /* that the file stands for, or -1 */
  gboolean is_regular;
  const char *memory;
  guint64 size;     /* of the file or memory; 0 unknown */
  guint64 raw_read; /* bytes taken from there */
  gboolean raw_at_end;

  CyanCompression compression;
  CyanDecompressor *decompressor;
  gboolean in_member; /* the decompressor waits for more of a member */
  char *raw;          /* bytes before decompression: [raw_start, raw_end) */
  gsize raw_start, raw_end;
  guint64 produced; /* bytes after decompression */

  /* What can be peeked: [start, end).  One byte behind is always there for a NUL. */
  char *buffer;
  gsize capacity;
  gsize start, end;
  gboolean at_end; /* no byte comes after end */
  guint64 base;    /* offset of the buffer's first byte in the decompressed data */

  gsize scanned;     /* no line break in [start, scanned) */
  gsize nul_scanned; /* nul_at is right for [start, nul_scanned) */
  gsize nul_at;      /* of the first NUL byte there, or NOWHERE */
  guint64 line_number;
  gboolean cut_line;
  gsize max_line; /* bytes that a line may have; tests set fewer than CYAN_INPUT_MAX_LINE */
};

/* The directory that was opened becomes the file in it that stands for it, about which *@about
 * tells then: that is, if it is one that a program wrote as a whole. */
gboolean cyan_input_enter_directory (CyanInput *self, struct stat *about, GError **error);

/* Adds a block to the buffer, or finds the end. */
gboolean cyan_input_fill (CyanInput *self, GError **error);

/* Up to @size bytes of the source as they are there; *@length is 0 only at its end. */
gboolean
cyan_input_read_raw (CyanInput *self, char *bytes, gsize size, gsize *length, GError **error);

/* The buffer gets room for @capacity bytes and the NUL behind them. */
void cyan_input_resize (CyanInput *self, gsize capacity);

/* Remembers @failure, which it takes, unless there was one before, and reports the first. */
gboolean cyan_input_fail (CyanInput *self, GError *failure, GError **error);

/* Remembers and reports "NAME: REASON". */
gboolean
cyan_input_fail_file (CyanInput *self, GError **error, CyanError code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

G_END_DECLS
