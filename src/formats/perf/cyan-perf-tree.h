/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the samples of `perf script` to contexts.
 *
 * The command's name is the root of its stacks, as the stackcollapse scripts have it: threads of
 * one name fall together, and those of another name stay apart.  A stack that does not reach main,
 * since the unwinder lost its way, hangs below the command as it is.
 */
#pragma once

#include "cyan-perf-line.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* Events that a file may have. */
#define CYAN_PERF_MAX_EVENTS 64

/* What perf and the kernel cut stacks at unless told otherwise. */
#define CYAN_PERF_STACK_MAX 127

typedef struct _CyanPerfTree CyanPerfTree;

CyanPerfTree *cyan_perf_tree_new (CyanProfileBuilder *builder);
void cyan_perf_tree_free (CyanPerfTree *self);

/* Says that the next of the recorded events, in the order in which they were asked for, is @name;
 * it may have no sample. */
void cyan_perf_tree_expect (CyanPerfTree *self, CyanPerfText name);
/* Begins a sample.  @head and what it points to is not needed any longer.  FALSE with an error that
 * names no place: an event with and without periods, too many events. */
gboolean cyan_perf_tree_begin (CyanPerfTree *self, const CyanPerfHead *head, GError **error);
/* The next frame of the sample, from the leaf up. */
gboolean cyan_perf_tree_frame (CyanPerfTree *self, const CyanPerfFrame *frame, GError **error);
/* What +srcline says of the frame last added. */
void cyan_perf_tree_source (CyanPerfTree *self, CyanPerfText file, gboolean inlined);
/* Takes back the frames of the sample. */
void cyan_perf_tree_forget_frames (CyanPerfTree *self);
/* Ends the sample: only now is it part of the tree.  FALSE once there are too many nodes. */
gboolean cyan_perf_tree_end (CyanPerfTree *self, GError **error);

/* Frames of the sample at hand. */
guint cyan_perf_tree_depth (const CyanPerfTree *self);

/* Makes metrics of the events, in the order in which they were asked for; where nobody said it,
 * clocks and cycles go before all others, and first come, first served.  Also and sets the period,
 * the number of threads, and warnings. */
void cyan_perf_tree_finish (CyanPerfTree *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPerfTree, cyan_perf_tree_free)

G_END_DECLS
