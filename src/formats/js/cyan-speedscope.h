/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Collects the profiles of a speedscope file in one tree, between its reader and the builder.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-json-walk.h"

/* The kinds of values, which are the columns of the tree. */
enum
{
  CYAN_SPEEDSCOPE_TIME,
  CYAN_SPEEDSCOPE_BYTES,
  CYAN_SPEEDSCOPE_NUMBER,
  CYAN_SPEEDSCOPE_SAMPLES,
  CYAN_SPEEDSCOPE_N_KINDS,
};

/* A time stamp with an exact integer part.  A double cannot hold nanoseconds since 1970 exactly. */
typedef struct
{
  gint64 whole;
  double part; /* from 0 to 1 */
} CyanSpeedscopeTime;

typedef struct
{
  CyanStr name, file;
  gint64 line; /* 0 or less: unknown */
} CyanSpeedscopeFrame;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanFrameTree tree;
  GArray *frames;    /* of CyanSpeedscopeFrame; NULL: not read yet */
  guint32 max_frame; /* largest frame used by a profile, plus 1 */
  gint64 active;
  char *exporter;
  GPtrArray *labels;

  /* The current profile. */
  guint unit; /* index in the units */
  char *type;
  char *label;
  gboolean has_events;
  GArray *open; /* of open calls */
  CyanCharge open_charge;
  GHashTable *n_open; /* by frame, kept from the first close that does not match; or NULL */
  gboolean has_time;
  CyanSpeedscopeTime last;        /* valid if has_time */
  CyanSpeedscopeTime start_value; /* of samples, 0 by default */
  CyanSpeedscopeTime end_value;
  gboolean has_end_value;
  GArray *samples; /* of guint32: nodes; NULL: not read */
  GArray *weights; /* of double; NULL: not read */

  CyanPieces *pieces; /* of the builder; NULL: not wanted */
  GArray *spans;      /* what the current profile adds to them */

  /* The current event. */
  char event;
  gint64 frame;
  CyanSpeedscopeTime at;
  guint32 node; /* of the current stack */

  /* For all profiles. */
  GArray *kinds;    /* of guint8 by profile */
  double time_unit; /* ns per unit in the column of times; 0: not chosen yet */
  const char *time_name;
  guint n_evented, n_sampled;
  double sums[CYAN_SPEEDSCOPE_N_KINDS], squares[CYAN_SPEEDSCOPE_N_KINDS]; /* of weights */
  gboolean has_repeats[CYAN_SPEEDSCOPE_N_KINDS];
  guint64 n_samples[CYAN_SPEEDSCOPE_N_KINDS];
  guint64 n_stray, n_cut, n_unfinished, n_backwards, n_empty;
} CyanSpeedscope;

/* The words for units in a file, NULL-terminated. */
extern const char *const cyan_speedscope_units[];

/* Prepares the pieces, if they are wanted. */
void cyan_speedscope_want_pieces (CyanSpeedscope *self, CyanScratch *scratch);

/* A new, empty stack of open calls. */
GArray *cyan_speedscope_new_calls (void);

/* Starts a new profile. */
void cyan_speedscope_clear_profile (CyanSpeedscope *self);

/* Handles the current event; the innermost open call lasts until its time. */
gboolean cyan_speedscope_event (CyanSpeedscope *self, GError **error);

/* Sets *@node to the child of @parent with @frame, added if new. */
gboolean cyan_speedscope_enter (
    CyanSpeedscope *self, guint32 parent, guint32 frame, guint32 *node, GError **error);

/* Adds the values of the current profile, which is complete, to the tree. */
gboolean cyan_speedscope_finish_profile (CyanSpeedscope *self, GError **error);

/* Makes the profile and its warnings from the complete file. */
gboolean cyan_speedscope_build (CyanSpeedscope *self, GError **error);
