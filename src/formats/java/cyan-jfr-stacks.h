/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Nodes of the tree for the stack traces of a Java Flight Recorder file.
 *
 * The line of a frame is where it calls the next one; it is not kept, so that the calls of a method
 * from one caller are one node, as in pprof.
 */
#pragma once

#include "cyan-jfr-names.h"

typedef struct
{
  CyanJfrNames names;
  guint32 frame;     /* index of the type of frames */
  GArray *stacks;    /* of the current chunk, by number of constant */
  GArray *functions; /* of guint32: of the stack being read, the innermost first */
  guint64 n_samples, n_truncated, n_missing; /* samples that were asked for */
  CyanCharge charge;
} CyanJfrStacks;

void cyan_jfr_stacks_init (CyanJfrStacks *self, CyanProfileBuilder *builder);
void cyan_jfr_stacks_clear (CyanJfrStacks *self);

/* Begins a chunk. */
void cyan_jfr_stacks_begin (CyanJfrStacks *self, const CyanJfrPools *pools, CyanJfrTypes *types);

/* The node of the stack to which @value refers; "[no stack]" if there is none.  CYAN_NODE_NONE with
 * @error at a limit. */
CyanNode cyan_jfr_stacks_node (CyanJfrStacks *self, const CyanJfrValue *value, GError **error);

/* Warns of what stacks lack. */
void cyan_jfr_stacks_warn (const CyanJfrStacks *self);
