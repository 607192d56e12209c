/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of simpleperf as a tree, whose frames get their names at the end of the file.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-ids.h"
#include "cyan-input.h"

#define CYAN_SIMPLEPERF_MAX_EVENTS 64

/* An event and the sum of its counts by node. */
typedef struct
{
  char *name;
  GArray *values; /* of double by node; missing values at the end are 0 */
  double sum, sum_of_squares;
} CyanSimpleperfEvent;

typedef struct
{
  CyanStr module;
  GArray *symbols; /* of CyanStr; NULL: the file is not defined */
} CyanSimpleperfFile;

typedef struct
{
  CyanInput *input;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanFrameTree tree;
  CyanIds frames;      /* keys of the frames in the tree */
  GArray *events;      /* of CyanSimpleperfEvent */
  GArray *files;       /* of CyanSimpleperfFile by number */
  GHashTable *threads; /* number -> CyanStr */
  GArray *stack;       /* of guint32: frames of the current sample, the leaf first */
  CyanCharge charge, frames_charge, stack_charge;
  guint64 n_lost;
} CyanSimpleperf;

/* Zero @self before. */
void cyan_simpleperf_init (CyanSimpleperf *self, CyanInput *input, CyanProfileBuilder *builder);
void cyan_simpleperf_clear (CyanSimpleperf *self);
void cyan_simpleperf_file_clear (CyanSimpleperfFile *file);

/* At most CYAN_SIMPLEPERF_MAX_EVENTS. */
void cyan_simpleperf_add_event (CyanSimpleperf *self, const char *name);
/* Adds the next frame of the sample, from the leaf on.  @symbol is -1 if it is unknown. */
void cyan_simpleperf_add_frame (CyanSimpleperf *self, guint32 file, gint32 symbol);
/* Adds the sample with the frames since the last one.  An error names no file. */
gboolean cyan_simpleperf_add_sample (
    CyanSimpleperf *self, gint32 thread, guint64 event, double count, GError **error);

/* Gives the builder all that was read. */
gboolean cyan_simpleperf_build (CyanSimpleperf *self, GError **error);
