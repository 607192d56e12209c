/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which objects are where in the memory of each process and of the kernel, and what threads are
 * called, at the time of the record last taken.
 */
#pragma once

#include "cyan-perf-object.h"
#include "cyan-perf-records.h"

/* [@start, @end) of the memory; disjoint in a space. */
typedef struct
{
  guint64 start, end;
  guint64 offset; /* in the object of the byte at @start */
  CyanPerfObject *object;
} CyanPerfMapping;

typedef struct _CyanPerfSpaces CyanPerfSpaces;

CyanPerfSpaces *cyan_perf_spaces_new (CyanPerfFile *file, CyanPerfObjects *objects);
void cyan_perf_spaces_free (CyanPerfSpaces *self);

/* Takes a record that changes them; all others change nothing. */
gboolean cyan_perf_spaces_take (CyanPerfSpaces *self, const CyanPerfRecord *record, GError **error);

/* The mapping at @address of @process, or of the kernel; NULL: none.  Valid until the next record. */
const CyanPerfMapping *
cyan_perf_spaces_find (CyanPerfSpaces *self, gint32 process, gboolean is_kernel, guint64 address);

/* A number of the mappings of @process, or of the kernel, as they are now: what has the same number
 * is the same.  0: there are none. */
guint64 cyan_perf_spaces_state (CyanPerfSpaces *self, gint32 process, gboolean is_kernel);

/* What @thread is called; "[unknown]" if that is unknown.  Owned by @self, and the same until it is
 * freed. */
const char *cyan_perf_spaces_command (CyanPerfSpaces *self, gint32 thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPerfSpaces, cyan_perf_spaces_free)
