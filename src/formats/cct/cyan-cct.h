/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader and the writer of .cct. */
#pragma once

#include "cyan-format-entry.h"

/*
 * Shared by the reader and the writer of .cct.  The format is specified in docs/cct-format.md.
 */

#define CYAN_CCT_VERSION 1
/* Of a file, at most; each has a name of its own. */
#define CYAN_CCT_MAX_METRICS 64

/* The words for CyanRecording, by its value. */
#define CYAN_FORMAT_CCT_RECORDINGS                                                                 \
  {                                                                                                \
    "exact", "sampled", "inferred"                                                                 \
  }

/* The write function of the format. */
gboolean cyan_format_cct_write (const CyanProfile *profile, CyanOutput *output, GError **error);

/*
 * What the parts of the reader share.
 *
 * Private to this room.
 */

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  GArray *functions; /* of guint32: index in the builder by number in the file - 1 */
  CyanCharge charge; /* of these */
  GPtrArray *metric_names;
  GString *scratch; /* a field without its escapes */
  CyanRecording recording;
  double period;
  gboolean unordered;
  guint n_threads;
  CyanPruning pruning;
  CyanFlatProfile *flat; /* NULL until there is a row */
  guint n_meta, n_notes;
  guint n_dropped; /* meta data beyond CYAN_CCT_MAX_META */
  gboolean ended;
} CyanCctReader;

#define CYAN_CCT_MAX_META 1000

/* ---- fields ---- */

/* A part of a line. */
typedef struct
{
  const char *bytes;
  gsize length;
} CyanCctField;

/* Reads the field at *@at and moves *@at past the next tab.  FALSE at the end of the line. */
gboolean cyan_cct_next_field (const char **at, const char *end, CyanCctField *field);
gboolean cyan_cct_field_is (const CyanCctField *field, const char *word);
/* Fails with the line and the field, which is not @expected, a noun. */
gboolean cyan_cct_fail_field (CyanCctReader *self,
                              const CyanCctField *field,
                              const char *expected,
                              GError **error);
/* Reads the field at *@at as a whole number; @what names it. */
gboolean cyan_cct_parse_index (CyanCctReader *self,
                               const char **at,
                               const char *end,
                               const char *what,
                               guint64 *value,
                               GError **error);

/* ---- records ---- */

/* Reads a record that begins with a word; an unknown word is skipped. */
gboolean
cyan_cct_read_word (CyanCctReader *self, const char *line, const char *end, GError **error);
