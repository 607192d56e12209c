/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All structures of one recording side by side: their shape, how well they stand for the whole,
 * what metrics they show, and what they take of time and memory.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-hot-sink.h"
#include "cyan-profile.h"
#include "cyan-structure-metrics.h"
#include "cyan-structure-statistics.h"

/* All zero is the default. */
typedef struct
{
  guint64 sample;    /* every so many calls; 0: as many as the tree is deep */
  double hot_of_max; /* hot: this part of the most calls of a context; 0: 0.1, 0.01 and 0.001 */
  guint depth;       /* k of the forests; 0: 1, 2, 3 and 5 */
  CyanHotLimits hot; /* of streams; phi 0: CYAN_STUDY_PHI */
} CyanStudyOptions;

#define CYAN_STUDY_PHI   1e-3
#define CYAN_STUDY_DEPTH 1000 /* most that may be asked for */

typedef enum
{
  CYAN_STUDY_CALL_TREE,      /* DCT */
  CYAN_STUDY_CONTEXT_TREE,   /* CCT */
  CYAN_STUDY_UPTREE,         /* CCU */
  CYAN_STUDY_SAMPLED,        /* ACCT */
  CYAN_STUDY_HOT_OF_MAX,     /* exact HCCT, by the most calls of a context */
  CYAN_STUDY_HOT_OF_ALL,     /* exact HCCT, by all calls */
  CYAN_STUDY_SPACE_SAVING,   /* HCCT of a stream */
  CYAN_STUDY_LOSSY_COUNTING, /* HCCT of a stream */
  CYAN_STUDY_HOT_TREE,       /* cyan-hot-tree.h */
  CYAN_STUDY_CALLERS,        /* k-CCF */
  CYAN_STUDY_SLABS,          /* k-SF */
} CyanStudyKind;

/* One structure. */
typedef struct
{
  CyanStudyKind kind;
  double parameter; /* every so many calls, part of calls, or k; 0: none */
  gboolean is_made; /* FALSE: the recording does not have what it needs; nothing below is set */
  CyanStructureStatistics shape;
  gboolean has_accuracy; /* forests are of sequences, not of contexts */
  CyanStructureAccuracy accuracy;
  double floor; /* the most calls of a context that is not known, as a part of all; of streams */
  gboolean has_metrics;
  CyanStructureMetrics metrics;
  double ns;     /* for a call and its end, reading excluded; < 0: not measured */
  guint64 bytes; /* the most while it is made; 0: not measured */
} CyanStudyRow;

typedef struct
{
  const CyanProfile *profile; /* borrowed */
  gboolean has_calls;         /* FALSE: the counts are values of metric 0 */
  gboolean has_events;        /* the order of calls is known */
  guint64 n_calls;
  guint64 limit;     /* calls of a hot context of streams */
  CyanHotLimits hot; /* those of streams */
  guint n_contexts;
  guint n_ids[2]; /* distinct identifiers of contexts: in 64 and in 32 bits */
  double tape_ns; /* of each time: what it takes to go through the calls; < 0: not measured */
  CyanClasses *classes;
  CyanMetricTargets targets;
  GArray *rows; /* of CyanStudyRow */
} CyanStudy;

/* "DCT", "CCT", ...; and what they are, by kind. */
extern const char *const cyan_study_names[];

/* @tape has the calls of @profile, or none.  Fails with CYAN_ERROR_CANCELLED. */
CyanStudy *cyan_study_new (const CyanProfile *profile,
                           const CyanCallTape *tape,
                           const CyanStudyOptions *options,
                           const CyanTick *tick,
                           GError **error);
void cyan_study_free (CyanStudy *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStudy, cyan_study_free)
