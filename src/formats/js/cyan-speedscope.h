/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The profiles of a speedscope file on their way into one tree, between its reader and the builder.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-json-walk.h"

G_BEGIN_DECLS

/* Names of profiles that go into the meta data. */
#define CYAN_SPEEDSCOPE_MAX_LABELS 16

#define CYAN_SPEEDSCOPE_N_UNITS 6

/* What values measure: the columns of the tree. */
enum
{
  CYAN_SPEEDSCOPE_TIME,
  CYAN_SPEEDSCOPE_BYTES,
  CYAN_SPEEDSCOPE_NUMBER,
  CYAN_SPEEDSCOPE_N_KINDS,
};

/* A time stamp whose whole part is exact, as that of nanoseconds since 1970 in a double is not. */
typedef struct
{
  gint64 whole;
  double part; /* 0...1 */
} CyanSpeedscopeTime;

typedef struct
{
  CyanStr name, file;
  guint32 line;
} CyanSpeedscopeFrame;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanFrameTree tree;
  GArray *frames;    /* of CyanSpeedscopeFrame; NULL: not read yet */
  guint32 max_frame; /* that any profile names, plus 1 */
  gint64 active;
  char *exporter;
  GPtrArray *labels;

  /* The profile at hand. */
  guint unit; /* index in units, or their number: unknown */
  char *type;
  char *label;
  gboolean has_events;
  GArray *open; /* of open calls */
  CyanCharge open_charge;
  GHashTable *n_open; /* by frame, from the first closing on that does not fit; or NULL */
  gboolean has_time;
  CyanSpeedscopeTime last; /* if has_time */
  CyanSpeedscopeTime end_value;
  gboolean has_end_value;
  GArray *samples; /* of guint32: nodes; NULL: none read */
  GArray *weights; /* of double; NULL: none read */

  /* The event at hand. */
  char event;
  gint64 frame;
  CyanSpeedscopeTime at;
  guint32 node; /* of the stack at hand */

  /* Of all profiles. */
  GArray *kinds;    /* of guint8 by profile */
  double time_unit; /* ns of a unit in the column of times; 0: not chosen */
  const char *time_name;
  guint n_evented, n_sampled;
  double sums[CYAN_SPEEDSCOPE_N_KINDS], squares[CYAN_SPEEDSCOPE_N_KINDS]; /* of weights */
  gboolean has_repeats[CYAN_SPEEDSCOPE_N_KINDS];
  guint64 n_samples[CYAN_SPEEDSCOPE_N_KINDS];
  guint64 n_stray, n_cut, n_unfinished, n_backwards, n_empty;
} CyanSpeedscope;

/* The unit that the last string names, or CYAN_SPEEDSCOPE_N_UNITS. */
guint cyan_speedscope_unit (const CyanJson *json);

/* An empty stack of open calls. */
GArray *cyan_speedscope_new_calls (void);

/* The profile at hand is a new one. */
void cyan_speedscope_clear_profile (CyanSpeedscope *self);

/* Takes the event at hand: the innermost open call lasts until then. */
gboolean cyan_speedscope_event (CyanSpeedscope *self, GError **error);

/* The child of @parent in the tree with this frame. */
gboolean cyan_speedscope_enter (
    CyanSpeedscope *self, guint32 parent, guint32 frame, guint32 *node, GError **error);

/* The profile at hand is complete: its values are put into the tree. */
gboolean cyan_speedscope_finish_profile (CyanSpeedscope *self, GError **error);

/* The file is complete: makes the profile and its warnings. */
gboolean cyan_speedscope_build (CyanSpeedscope *self, GError **error);

G_END_DECLS
