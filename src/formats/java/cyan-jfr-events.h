/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The events of a Java Flight Recorder file that count, and the metrics that they make.
 *
 * Events of the same metric add up over all chunks.  Metrics are known only at the end, and their
 * values are kept by node until then.
 */
#pragma once

#include "cyan-jfr-stacks.h"

/* In the order in which they are shown; the first with events is compared by default. */
typedef enum
{
  CYAN_JFR_SAMPLES,
  CYAN_JFR_WALL,
  CYAN_JFR_NATIVE,
  CYAN_JFR_ALLOCATED,
  CYAN_JFR_ALLOCATED_SAMPLED,
  CYAN_JFR_MALLOC,
  CYAN_JFR_LIVE,
  CYAN_JFR_BLOCKED,
  CYAN_JFR_PARKED,
  CYAN_JFR_N_METRICS,
} CyanJfrMetric;

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanJfrStacks stacks;
  GArray *values[CYAN_JFR_N_METRICS]; /* of double by node; empty: no event */
  CyanIds threads;                    /* that have events */
  GArray *kinds;                      /* of guint8 by type: number of its kind of event, plus 1 */
  GArray *is_wall;                    /* of gboolean by state: samples are of the wall clock */
  gboolean all_wall;                  /* the recorder says that all samples are */
  gboolean has_jvm;                   /* the virtual machine is known */
  CyanCharge charge;
} CyanJfrEvents;

void cyan_jfr_events_init (CyanJfrEvents *self, CyanProfileBuilder *builder);
void cyan_jfr_events_clear (CyanJfrEvents *self);

/* Reads all events of a chunk with these types and constants. */
gboolean cyan_jfr_events_read (CyanJfrEvents *self,
                               const CyanJfrPools *pools,
                               CyanJfrTypes *types,
                               GError **error);

/* Adds the metrics, their values, and notes to the builder. */
void cyan_jfr_events_finish (CyanJfrEvents *self);
