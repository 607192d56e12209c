/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the parts of reading a pprof profile share, and the writer.
 */
#pragma once

#include "cyan-output.h"
#include "cyan-pprof-extensions.h"
#include "cyan-pprof-labels.h"
#include "cyan-pprof-stacks.h"
#include "cyan-pprof-tables.h"
#include "cyan-pprof.h"

G_BEGIN_DECLS

/* Indices of strings. */
typedef struct
{
  guint32 type, unit;
} CyanPprofValueType;

/* A sample with one label, which has a text, and 0 for the last of its values. */
typedef struct
{
  guint32 node, key, text;
} CyanPprofMark;

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanCharge charge;           /* of all that follows */

  CyanPprofTables tables;
  CyanPprofStacks stacks;
  CyanPprofLabels labels;
  GArray *types;    /* of CyanPprofValueType */
  GArray *comments; /* of guint32 */
  GArray *marks;    /* of CyanPprofMark */
  guint n_samples;
  guint64 first_sample; /* its offset in the file */

  guint32 drop, keep, default_type; /* strings */
  gint64 time, duration, period;
  CyanPprofValueType period_type;
  CyanPprofExtensions extensions;

  /* The sample at hand. */
  guint32 *stack; /* numbers of locations, the leaf first */
  guint n_stack, stack_room;
  guint n_common;     /* locations, from the root, that the sample before had as well */
  GByteArray *packed; /* the ids of the sample before, if they were packed */
  guint64 values[CYAN_PPROF_MAX_METRICS];
  guint n_values;
  guint n_sample_labels;
  CyanPprofLabel sample_label; /* the last of them */

  /* The sample before, whose stack has begun. */
  gboolean pending;
  guint64 pending_values[CYAN_PPROF_MAX_METRICS];
  CyanPprofMark pending_mark; /* without the node; no text: none */
} CyanPprofReader;

/* A column of values, and what it became. */
typedef struct
{
  guint metric;   /* of the builder, G_MAXUINT for the column that is calls alone */
  double divisor; /* of its values */
  char *name;
  char *unit;
} CyanPprofColumn;

typedef struct
{
  guint n;
  CyanPprofColumn columns[CYAN_PPROF_MAX_METRICS];
  guint first; /* the column that is metric 0 */
  guint calls; /* the column of calls, G_MAXUINT if there is none */
} CyanPprofColumns;

/* Takes the sample that is the field at hand. */
gboolean cyan_pprof_read_sample (CyanPprofReader *self, const CyanPprofWire *wire, GError **error);
/* To be called after the last sample. */
gboolean cyan_pprof_end_samples (CyanPprofReader *self, GError **error);

/* Says what the recording is, and makes metrics of the sample types. */
void cyan_pprof_about (CyanPprofReader *self, CyanPprofColumns *columns);
void cyan_pprof_columns_clear (CyanPprofColumns *columns);

/* Makes contexts of all that was read. */
gboolean cyan_pprof_build (CyanPprofReader *self, GError **error);

gboolean cyan_pprof_write (const CyanProfile *profile, CyanOutput *output, GError **error);
char *cyan_pprof_losses (const CyanProfile *profile);

G_END_DECLS
