/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The records of a perf.data file in the order of their time.
 *
 * perf writes what each processor recorded since the last round, one after the other.  What a
 * round has is complete at the end of the next one.
 */
#pragma once

#include "cyan-perf-file.h"

/* Types of records of the kernel. */
enum
{
  CYAN_PERF_RECORD_MMAP = 1,
  CYAN_PERF_RECORD_LOST = 2,
  CYAN_PERF_RECORD_COMM = 3,
  CYAN_PERF_RECORD_FORK = 7,
  CYAN_PERF_RECORD_SAMPLE = 9,
  CYAN_PERF_RECORD_MMAP2 = 10,
  CYAN_PERF_RECORD_LOST_SAMPLES = 13,
  CYAN_PERF_RECORD_KSYMBOL = 17,
};

typedef struct
{
  guint32 type;
  guint16 misc;
  CyanPerfBytes body; /* what is after its header */
  guint64 offset;     /* in the file */
} CyanPerfRecord;

/* Takes a record of the kernel.  An error names the file and the position. */
typedef gboolean (*CyanPerfRecordFunc) (const CyanPerfRecord *record,
                                        gpointer data,
                                        GError **error);

/* Calls @take on each record of the kernel, and gives @file those that describe it.  Sets
 * *@is_cut if the last record is not whole. */
gboolean cyan_perf_records_read (
    CyanPerfFile *file, CyanPerfRecordFunc take, gpointer data, gboolean *is_cut, GError **error);
