/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One row of the table of formats.  Each format's room defines its own.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-output.h"
#include "cyan-profile-builder.h"

/* What sniff() says of bytes that may be this format, but as well much else: they are if the file
 * has one of its extensions. */
#define CYAN_FORMAT_DOUBTFUL 1

/* One file format. */
typedef struct
{
  const char *name;  /* "cct"; shown by `cyan info` */
  const char *label; /* "calling-context tree"; for people */
  /* ".cct", ..., NULL-terminated: cyan_profile_save() writes this format for these extensions.
   * NULL: for none. */
  const char *const *extensions;

  /* Whether all it reads goes into the sink of the builder, so that a hot tree needs little
   * memory. */
  gboolean streams;

  /* Whether the reader says itself what it means if the last line has no line break. */
  gboolean tells_cut;

  /* How likely, 0 to 100, a file that begins with these bytes has this format; or
   * CYAN_FORMAT_DOUBTFUL, that only its name can tell.  @head is the beginning of the file, cut at
   * an arbitrary byte, and has at most 64 KiB; or an outline, see cyan_json_outline(). */
  int (*sniff) (const char *head, gsize length);

  /* Reads all of @input into @builder.  An error names the file, the position and the reason. */
  gboolean (*read) (CyanInput *input, CyanProfileBuilder *builder, GError **error);

  /* Writes @profile with cyan_output_write().  NULL if the format is read-only. */
  gboolean (*write) (const CyanProfile *profile, CyanOutput *output, GError **error);

  /* Returns one line for people that lists what writing @profile would lose; NULL if nothing is
   * lost.  The caller frees it.  The pointer is NULL for a format that keeps everything. */
  char *(*losses) (const CyanProfile *profile);
} CyanFormat;

/* The beginning of the note of a profile whose tree was inferred from a call graph. */
#define CYAN_FORMAT_INFERRED N_ ("the tree was inferred from a call graph")

#define CYAN_FORMAT(room, name) extern const CyanFormat cyan_format_##name;
#include "cyan-format-list.h"
