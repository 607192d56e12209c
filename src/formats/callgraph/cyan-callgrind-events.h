/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of a callgrind file: what it counts, in which unit, and what is worked out from that.
 *
 * Names come as "Ir", as Xdebug's "Time_(10ns)" or pprof's "cpu(ms)".  Derived events are sums of
 * others: "event: CEst = Ir + 10 Bm + 100 LLm : cycles".
 */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* Metrics that a file may have, derived ones among them. */
#define CYAN_CALLGRIND_MAX_EVENTS 32

typedef struct
{
  char *name;
  char *text; /* of derived ones: what follows "event:" */
  const char *unit;
  double scale; /* of the file's numbers to the unit */
  guint metric;
  double factors[CYAN_CALLGRIND_MAX_EVENTS]; /* of derived ones, by event */
} CyanCallgrindEvent;

typedef struct
{
  char *list;           /* as the file has it; NULL before it came */
  GArray *events;       /* of CyanCallgrindEvent, in the order of the file; derived ones behind */
  guint n_listed;       /* those that are not derived */
  GPtrArray *described; /* of char *: what followed "event:", in the order of the file */
} CyanCallgrindEvents;

void cyan_callgrind_events_init (CyanCallgrindEvents *self);
void cyan_callgrind_events_clear (CyanCallgrindEvents *self);

/* What follows "event:".  FALSE if there are too many of them. */
gboolean cyan_callgrind_events_describe (CyanCallgrindEvents *self, const char *text);

/* What follows "events:".  @creator as in the file, or "".  NULL, or the reason why it cannot be
 * used. */
const char *
cyan_callgrind_events_list (CyanCallgrindEvents *self, const char *text, const char *creator);

/* Adds the metrics to @builder, "Ir" first; returns how many. */
guint cyan_callgrind_events_add_metrics (CyanCallgrindEvents *self, CyanProfileBuilder *builder);

/* Adds @values, one a listed event in the file's numbers, to @costs, one a metric. */
void
cyan_callgrind_events_add (const CyanCallgrindEvents *self, const double *values, double *costs);

G_END_DECLS
