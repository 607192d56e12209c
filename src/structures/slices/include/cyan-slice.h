/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A slice: a part of a recording, by its threads, labels and times.
 *
 * Its text is that of the command line, "thread=worker-*,time=10s..12s": conditions that must all
 * hold, separated by commas (a comma in a value is "\,").  "KEY=PATTERN" compares the value of the
 * dimension KEY with a pattern, in which "*" stands for any text and "?" for one character; a value
 * that equals the pattern is meant alone.  "not:" in front turns a condition around.
 * "time=FROM..TO" is from the start of the recording, in ns, us, ms, s, min or percent of it; either
 * may be missing.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

/* What has no value of a dimension, and the values that a survey adds up. */
#define CYAN_SLICE_NO_VALUE "(none)"
#define CYAN_SLICE_OTHERS   "(others)"

/* Values of a dimension that a survey lists at most. */
#define CYAN_SLICE_MAX_VALUES 1000

/* The meta data of a slice: its text. */
#define CYAN_META_SLICE "slice"

/* The key of times. */
#define CYAN_SLICE_TIME "time"

typedef struct _CyanSlice CyanSlice;

/* NULL with CYAN_ERROR_INVALID for other text. */
CyanSlice *cyan_slice_parse (const char *text, GError **error);
void cyan_slice_free (CyanSlice *self);

/* Whether @text is a slice with a range of times. */
gboolean cyan_slice_text_has_times (const char *text);

/* Appends the condition that the value of @key is @value, which may be any text. */
void cyan_slice_append_condition (GString *slice, const char *key, const char *value);

/* Splits "FILE@SLICE".  FALSE, with both NULL, if @path names a file as it is or has no slice.
 * Caller frees both. */
gboolean cyan_slice_split (const char *path, char **file, char **slice);
/* The path of the file of @path, without its slice.  Caller frees. */
char *cyan_slice_file (const char *path);
/* @path with @slice, which may be NULL, as a further condition.  Caller frees. */
char *cyan_slice_join (const char *path, const char *slice);

/* @path with @times, "1s..2s", in place of its ranges of times; NULL: without any.  Caller frees. */
char *cyan_slice_with_times (const char *path, const char *times);

/* The profile of the slice of @whole, which has pieces.  It has only nodes of which something is in
 * the slice, and their callers.  A call, and a sample, counts where it begins; time that a call
 * spends counts with the part that is inside.  A warning says if the slice ends behind the
 * recording.  NULL with CYAN_ERROR_MISMATCH if the recording has no such dimension or value, no
 * times, or nothing in the slice; the error names what is there.  @whole may be read by other
 * threads meanwhile. */
CyanProfile *cyan_slice_profile (const CyanProfile *whole,
                                 const CyanSlice *slice,
                                 const CyanTick *tick,
                                 GError **error);

/* ---- the slowest ---- */

/* The slowest are one in so many, and there must be at least so many of all; of each side at most so
 * many are taken, evenly. */
#define CYAN_SLICE_SLOWEST      20
#define CYAN_SLICE_MIN_REQUESTS 8
#define CYAN_SLICE_MAX_REQUESTS 50

/* What calls of a function begin with: "function=PATTERN". */
#define CYAN_SLICE_FUNCTION "function="

/* Requests, each with a profile of its own. */
typedef struct
{
  GPtrArray *runs[2];        /* of CyanProfile: those in the middle, and the slowest */
  guint n;                   /* all requests */
  guint n_middle, n_slowest; /* the half of them in the middle, and the slowest, of which some were
                              * taken */
} CyanSlowest;

/* Takes the slowest requests of @whole, which has pieces, and some of the half in the middle.  @what
 * is "function=PATTERN", each call of which is one unless it was made within another, by its
 * duration; or a dimension, each value of which is one, by its total of metric 0.  FALSE with
 * CYAN_ERROR_MISMATCH if there are no such calls or values, or too few.  Free with
 * cyan_slowest_clear(). */
gboolean cyan_slice_slowest (const CyanProfile *whole,
                             const char *what,
                             CyanSlowest *chosen,
                             const CyanTick *tick,
                             GError **error);
void cyan_slowest_clear (CyanSlowest *self);

/* ---- what there is ---- */

/* A value and its part of the recording. */
typedef struct
{
  const char *value; /* of the strings of the profile, or static */
  double total;      /* of the metric */
  guint64 n_pieces;
} CyanSliceValue;

typedef struct
{
  const char *key; /* of the pieces */
  GArray *values;  /* of CyanSliceValue, the largest first; at most CYAN_SLICE_MAX_VALUES */
  guint n_others;  /* further values */
  double others;   /* their total */
} CyanSliceDimension;

/* What a recording can be sliced by. */
typedef struct
{
  GPtrArray *dimensions; /* of CyanSliceDimension: those that some piece has a value of */
  gboolean has_times;
  gint64 begin, length; /* ns; length is above 0 */
} CyanSliceSurvey;

/* @profile has pieces, and outlives the survey. */
CyanSliceSurvey *cyan_slice_survey_new (const CyanProfile *profile, guint metric);
void cyan_slice_survey_free (CyanSliceSurvey *self);

/* Sets @load to the value of @metric in each of @n equal parts of the recording, which has times. */
void cyan_slice_load (const CyanProfile *profile, guint metric, guint n, double *load);
/* The same by thread, if the recording names threads: @load has @n_groups times @n values, those of the
 * threads with the largest totals first, in the last group those of all others.  Sets their names,
 * which the profile owns, NULL of the last and of groups without a thread. */
void cyan_slice_load_of_threads (const CyanProfile *profile,
                                 guint metric,
                                 guint n,
                                 guint n_groups,
                                 double *load,
                                 const char **names);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSlice, cyan_slice_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSliceSurvey, cyan_slice_survey_free)
