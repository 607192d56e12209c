/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of a run in a callgrind file: their totals, which tell whether the file was cut, and
 * whether the run has more of them in other files.
 *
 * Each part has its own totals.  callgrind dumps a run in parts with --dump-every-bb, on client
 * requests or by callgrind_control, and each thread for itself with --separate-threads.
 */
#pragma once

#include "cyan-callgrind-events.h"

typedef struct
{
  double sums[CYAN_CALLGRIND_MAX_EVENTS]; /* of listed events over all parts */
  gboolean has_costs;                     /* the current part has costs */
  gboolean at_totals;                     /* the last line was "totals:" */
  gboolean dumped_early;                  /* the run went on after the last part */

  /* What follows is private. */
  double totals[CYAN_CALLGRIND_MAX_EVENTS]; /* over all parts */
  double part_totals[CYAN_CALLGRIND_MAX_EVENTS];
  gboolean part_has_totals; /* the current part has totals or a summary */
  gboolean has_totals, lacks_totals;
  char *number;        /* of the first part; NULL: unknown */
  char *thread;        /* of the first part; NULL: none */
  GHashTable *threads; /* of char * */
} CyanCallgrindParts;

void cyan_callgrind_parts_init (CyanCallgrindParts *self);
void cyan_callgrind_parts_clear (CyanCallgrindParts *self);

/* A part begins.  @number is NULL if it is unknown. */
void cyan_callgrind_parts_begin (CyanCallgrindParts *self, const char *number);
/* The current part is of this thread. */
void cyan_callgrind_parts_thread (CyanCallgrindParts *self, const char *thread);
/* Takes totals, one per listed event.  They override earlier ones of the same part; it ends with
 * them if they are @final. */
void cyan_callgrind_parts_totals (CyanCallgrindParts *self, const double *totals, gboolean final);

/* At the end of the file: sets the threads and the part of a run in @builder, and warns if the file
 * may have been cut.  @creator is the text after "creator:", or "". */
void cyan_callgrind_parts_finish (CyanCallgrindParts *self,
                                  const CyanCallgrindEvents *events,
                                  const char *creator,
                                  gboolean cut_line,
                                  CyanProfileBuilder *builder);
