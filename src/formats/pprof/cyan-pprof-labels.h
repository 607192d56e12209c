/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A short summary of the labels in a pprof profile's samples.
 *
 * Labels do not separate contexts.  For each key the first few text values are counted; of numbers
 * the least and the greatest are kept.  The number of keys and values is limited.
 */
#pragma once

#include "cyan-pprof-tables.h"
#include "cyan-profile-builder.h"

#define CYAN_PPROF_LABEL_KEYS   16
#define CYAN_PPROF_LABEL_VALUES 8

/* A label as read from a sample.  Strings are indices, 0 for none. */
typedef struct
{
  guint32 key, text, unit;
  gint64 number;
} CyanPprofLabel;

typedef struct
{
  guint32 key;
  guint n_values;
  struct
  {
    guint32 text;
    guint64 n;
  } values[CYAN_PPROF_LABEL_VALUES];
  guint64 n_others; /* samples with any other text */
  guint64 n_numbers;
  gint64 least, greatest;
  guint32 unit;
} CyanPprofLabelKey;

/* Zero it before use. */
typedef struct
{
  guint n_keys, last;
  CyanPprofLabelKey keys[CYAN_PPROF_LABEL_KEYS];
} CyanPprofLabels;

void cyan_pprof_labels_add (CyanPprofLabels *self, const CyanPprofLabel *label);

/* Sets "label KEY" in the meta data for each key except @except, which may be NULL. */
void cyan_pprof_labels_finish (const CyanPprofLabels *self,
                               CyanPprofTables *tables,
                               const char *except,
                               CyanProfileBuilder *builder);
