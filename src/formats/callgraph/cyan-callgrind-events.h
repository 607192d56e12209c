/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of a callgrind file: what it counts, in which unit, and what is derived from that.
 *
 * Names are written as "Ir", as Xdebug's "Time_(10ns)" or pprof's "cpu(ms)".  Derived events are
 * sums of others: "event: CEst = Ir + 10 Bm + 100 LLm : cycles".
 */
#pragma once

#include "cyan-profile-builder.h"

/* Maximum number of metrics, including derived ones. */
#define CYAN_CALLGRIND_MAX_EVENTS 32

typedef struct
{
  char *name;
  char *text; /* of a derived event: the text after "event:" */
  const char *unit;
  double scale; /* factor from the file's numbers to the unit */
  guint metric;
  double factors[CYAN_CALLGRIND_MAX_EVENTS]; /* of a derived event: by event */
} CyanCallgrindEvent;

typedef struct
{
  char *list;           /* the text after "events:"; NULL until it is read */
  GArray *events;       /* of CyanCallgrindEvent: the listed ones in the order of the file, then
                           the derived ones */
  guint n_listed;       /* number of events that are not derived */
  GPtrArray *described; /* of char *: the texts after "event:", in the order of the file */
} CyanCallgrindEvents;

void cyan_callgrind_events_init (CyanCallgrindEvents *self);
void cyan_callgrind_events_clear (CyanCallgrindEvents *self);

/* Takes the text after "event:".  Returns FALSE if there are too many. */
gboolean cyan_callgrind_events_describe (CyanCallgrindEvents *self, const char *text);

/* Takes the text after "events:".  @creator is the text after "creator:", or "".  Returns NULL, or
 * a static text that says why the list cannot be used. */
const char *
cyan_callgrind_events_list (CyanCallgrindEvents *self, const char *text, const char *creator);

/* Adds the metrics to @builder, "Ir" first.  Returns their number. */
guint cyan_callgrind_events_add_metrics (CyanCallgrindEvents *self, CyanProfileBuilder *builder);

/* Adds @values, one per listed event in the file's numbers, to @costs, one per metric. */
void
cyan_callgrind_events_add (const CyanCallgrindEvents *self, const double *values, double *costs);
