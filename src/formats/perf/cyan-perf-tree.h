/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Turns the samples of `perf script` into contexts.
 *
 * As in the stackcollapse scripts, the name of the command is the root of its stacks.  So threads
 * with one name are merged, and others stay separate.  A stack that does not reach main, because
 * the unwinder failed, becomes a child of the command unchanged.
 */
#pragma once

#include "cyan-perf-line.h"
#include "cyan-profile-builder.h"

/* Maximum number of events in a file. */
#define CYAN_PERF_MAX_EVENTS 64

/* The number of frames at which perf and the kernel cut stacks by default. */
#define CYAN_PERF_STACK_MAX 127

typedef struct _CyanPerfTree CyanPerfTree;

CyanPerfTree *cyan_perf_tree_new (CyanProfileBuilder *builder);
void cyan_perf_tree_free (CyanPerfTree *self);

/* Tells the name of the next recorded event, in the order of perf's command line.  It may have no
 * samples. */
void cyan_perf_tree_expect (CyanPerfTree *self, CyanPerfText name);
/* Begins a sample.  @head is not used after the call.  Returns FALSE with an error that names no
 * file and line: an event both with and without periods, or too many events. */
gboolean cyan_perf_tree_begin (CyanPerfTree *self, const CyanPerfHead *head, GError **error);
/* Adds the next frame of the sample, from the leaf to the root. */
gboolean cyan_perf_tree_frame (CyanPerfTree *self, const CyanPerfFrame *frame, GError **error);
/* Sets the source location, as printed by +srcline, of the frame last added. */
void cyan_perf_tree_source (CyanPerfTree *self, CyanPerfText file, gboolean inlined);
/* Drops the frames of the current sample. */
void cyan_perf_tree_forget_frames (CyanPerfTree *self);
/* Ends the sample and adds it to the tree.  Returns FALSE if there are too many nodes. */
gboolean cyan_perf_tree_end (CyanPerfTree *self, GError **error);

/* The number of frames of the current sample. */
guint cyan_perf_tree_depth (const CyanPerfTree *self);

/* Adds the metrics, and sets the period, the number of threads and the warnings.  Metrics follow
 * the order of perf's command line; if it is unknown, clocks and cycles come first and all others
 * follow in the order of the file. */
void cyan_perf_tree_finish (CyanPerfTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPerfTree, cyan_perf_tree_free)
