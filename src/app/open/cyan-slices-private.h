/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording can be sliced by, and a list of it. */
#pragma once

#include <gtk/gtk.h>

#include "cyan-format.h"
#include "cyan-slice.h"

/* ---- reading: cyan-sliceable.c ---- */

/* Equal parts of the time of a recording. */
#define CYAN_SLICEABLE_PARTS 10

/* A recording and its dimensions. */
typedef struct
{
  CyanProfile *profile; /* has pieces */
  CyanSliceSurvey *survey;
  double whole;                      /* of the metric */
  double load[CYAN_SLICEABLE_PARTS]; /* of the metric; 0 without times */
} CyanSliceable;

/* Reads the file @path; @metric may be NULL: the first one. */
CyanSliceable *cyan_sliceable_read (const char *path,
                                    const CyanLoadOptions *limits,
                                    const char *metric,
                                    const CyanTick *tick,
                                    GError **error);
void cyan_sliceable_free (CyanSliceable *self);
/* Whether there is anything to slice it by. */
gboolean cyan_sliceable_has_slices (const CyanSliceable *self);
/* The dimension with that key, or NULL. */
const CyanSliceDimension *cyan_sliceable_dimension (const CyanSliceable *self, const char *key);
/* What cyan_slice_slowest() can take the slowest of: dimensions, then functions, the one with the
 * largest total first.  Free with g_strfreev(). */
char **cyan_sliceable_requests (const CyanSliceable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSliceable, cyan_sliceable_free)

/* ---- a list: cyan-slice-list.c ---- */

/* The values of a dimension, each with a bar of its share; one is selected.
 *
 * changed ()     another one is selected
 * activated ()   somebody pressed Return, or clicked twice */
#define CYAN_TYPE_SLICE_LIST (cyan_slice_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanSliceList, cyan_slice_list, CYAN, SLICE_LIST, GtkWidget)

/* @file is the name of the recording, or NULL if nobody has to be told. */
void cyan_slice_list_set_title (CyanSliceList *self, const char *title, const char *file);
/* Lists the values of @key, behind a row for the whole recording, which is selected. */
void cyan_slice_list_show (CyanSliceList *self, const CyanSliceable *recording, const char *key);
/* The text of the selected slice; NULL: all of the recording. */
const char *cyan_slice_list_get_slice (CyanSliceList *self);
