/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the parts of the pprof reader: its state, and the entry points of reader and writer.
 */
#pragma once

#include "cyan-output.h"
#include "cyan-pprof-extensions.h"
#include "cyan-pprof-labels.h"
#include "cyan-pprof-stacks.h"
#include "cyan-pprof-tables.h"
#include "cyan-pprof.h"

/* Indices of strings. */
typedef struct
{
  guint32 type, unit;
} CyanPprofValueType;

/* A sample whose last value is 0 and which has exactly one label, a text. */
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

  guint32 drop, keep, default_type; /* indices of strings */
  gint64 time, duration, period;
  CyanPprofValueType period_type;
  CyanPprofExtensions extensions;

  /* The current sample. */
  guint32 *stack; /* numbers of locations, the leaf first */
  guint n_stack, stack_room;
  guint n_common;     /* leading locations, from the root, shared with the previous sample */
  GByteArray *packed; /* the ids of the previous sample if they were packed */
  guint64 values[CYAN_PPROF_MAX_METRICS];
  guint n_values;
  guint n_sample_labels;
  CyanPprofLabel sample_label; /* the last one */

  /* The previous sample; cyan_pprof_stacks_begin() was called for its stack. */
  gboolean pending;
  guint64 pending_values[CYAN_PPROF_MAX_METRICS];
  CyanPprofMark pending_mark; /* without the node; text 0: none */
} CyanPprofReader;

/* A sample type and the metric that it becomes. */
typedef struct
{
  guint metric;   /* index in the builder; G_MAXUINT if the values are only used as calls */
  double divisor; /* the metric is value / divisor */
  char *name;
  char *unit;
} CyanPprofColumn;

typedef struct
{
  guint n;
  CyanPprofColumn columns[CYAN_PPROF_MAX_METRICS];
  guint first; /* the column that becomes metric 0 */
  guint calls; /* the column of calls; G_MAXUINT: none */
} CyanPprofColumns;

/* Reads the current field, a sample. */
gboolean cyan_pprof_read_sample (CyanPprofReader *self, const CyanProtobuf *wire, GError **error);
/* Call this after the last sample. */
gboolean cyan_pprof_end_samples (CyanPprofReader *self, GError **error);

/* Sets the properties of the recording, and makes a metric of each sample type.  Free @columns with
 * cyan_pprof_columns_clear(). */
void cyan_pprof_about (CyanPprofReader *self, CyanPprofColumns *columns);
void cyan_pprof_columns_clear (CyanPprofColumns *columns);

/* Turns all that was read into contexts. */
gboolean cyan_pprof_build (CyanPprofReader *self, GError **error);

gboolean cyan_pprof_write (const CyanProfile *profile, CyanOutput *output, GError **error);
char *cyan_pprof_losses (const CyanProfile *profile);
