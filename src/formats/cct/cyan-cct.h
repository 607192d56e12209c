/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader and the writer of .cct. */
#pragma once

#include "cyan-format-entry.h"
#include "cyan-line.h"

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

/* Writes a number at @at, where is room for CYAN_NUMBER_SIZE bytes, and returns its end. */
char *cyan_cct_put_value (char *at, double value);
/* Writes the values of @node by host, if they are known. */
gboolean cyan_cct_write_hosts (const CyanProfile *profile,
                               CyanNode node,
                               CyanOutput *output,
                               GError **error);
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
  GPtrArray *hosts;      /* of const char *, by number in the file - 1 */
  GHashTable *host_names;
  GArray *first_cells;                  /* of gsize, by node - 1: the cells of hosts before it */
  CyanNode parent;                      /* of the last node, if there are hosts */
  double of_node[CYAN_CCT_MAX_METRICS]; /* values of the last node, if there are hosts */
  gboolean is_unsplit;                  /* its values by host have not come yet, and must */
  CyanNode split;                       /* the last node whose values by host came */
  GArray *by_host, *by_calls;           /* of guint32, and of guint64: of such a record */
  GArray *by_values;                    /* of double, by host and metric */
  guint n_meta, n_notes;
  guint n_dropped; /* meta data beyond CYAN_CCT_MAX_META */
  gboolean ended;
} CyanCctReader;

#define CYAN_CCT_MAX_META 1000

/* ---- fields ---- */

/* Fails with the line and the field, which is not @expected, a noun. */
gboolean
cyan_cct_fail_field (CyanCctReader *self, CyanLine field, const char *expected, GError **error);
/* Takes the next field of @line, a whole number; @what names it. */
gboolean cyan_cct_parse_index (
    CyanCctReader *self, CyanLine *line, const char *what, guint64 *value, GError **error);

/* The next field; an empty one at the end of the line. */
CyanLine cyan_cct_take_field (CyanLine *line);

/* ---- hosts ---- */

/* Adds the next host. */
gboolean cyan_cct_add_host (CyanCctReader *self, const char *name, GError **error);
/* Says that a node was added; before it, fails if the last one needs values by host. */
gboolean cyan_cct_end_node (CyanCctReader *self, GError **error);
void cyan_cct_begin_node (CyanCctReader *self,
                          CyanNode parent,
                          const double *values,
                          gboolean has_calls);
/* Reads "HOSTS CALLS SELF...", the values of the last node by host. */
gboolean cyan_cct_read_by (CyanCctReader *self, CyanLine line, GError **error);

/* ---- records ---- */

/* Reads a record that begins with a word; an unknown word is skipped. */
gboolean cyan_cct_read_word (CyanCctReader *self, CyanLine line, GError **error);
