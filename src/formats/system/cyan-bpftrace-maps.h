/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The maps of a bpftrace program whose keys have stacks.
 *
 * A key is what bpftrace prints between the brackets: parts with a comma after each, of which a stack
 * is a line break and a line for each frame, the innermost first.  A map may be printed again and
 * again: either it grew, or it was cleared each time.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-line.h"

typedef struct
{
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  CyanFrameTree tree;          /* its frames are functions */
  GArray *maps;                /* of Map */
  GArray *frames;              /* of guint32: functions of a key */
  GArray *names;               /* of CyanStr: those of the frames */
  GArray *parts;               /* of Part: those of a key */
  guint32 no_stack;            /* the function of a key without frames and texts */
  CyanCharge charge, key_charge;
} CyanBpftraceMaps;

/* They live as long as @scratch. */
void
cyan_bpftrace_maps_init (CyanBpftraceMaps *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* Adds the value of @key to the map @name, which begins with "@".  Texts of the key are at the root;
 * its numbers, such as those of processes, differ from run to run and are left out.  Of two stacks,
 * that of the program calls that of the kernel.  Fails with CYAN_ERROR_LIMIT. */
gboolean cyan_bpftrace_maps_add (
    CyanBpftraceMaps *self, const char *name, CyanLine key, double value, GError **error);

/* What follows is another print of each map. */
void cyan_bpftrace_maps_end (CyanBpftraceMaps *self);

/* Adds the maps with stacks to the builder, each as a metric.  Fails with CYAN_ERROR_UNSUPPORTED if
 * there is none. */
gboolean cyan_bpftrace_maps_build (CyanBpftraceMaps *self, CyanInput *input, GError **error);
