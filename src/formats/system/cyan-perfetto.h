/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the packets of a Perfetto trace say by numbers: each sequence of packets defines strings,
 * mappings, frames and stacks of its own, until it forgets them.
 *
 * Samples become nodes of a tree of frames.  Names of functions may come at the end of a trace, as
 * do those of processes, so frames become functions when all is read.
 * perfetto/protos/perfetto/trace/profiling/profile_common.proto and
 * trace/interned_data/interned_data.proto.
 */
#pragma once

#include "cyan-frame-tree.h"
#include "cyan-protobuf.h"

/* What is defined by numbers, in the order in which they need each other. */
typedef enum
{
  CYAN_PERFETTO_NAMES,
  CYAN_PERFETTO_PATHS,
  CYAN_PERFETTO_BUILD_IDS,
  CYAN_PERFETTO_SOURCES,
  CYAN_PERFETTO_MAPPINGS,
  CYAN_PERFETTO_FRAMES,
  CYAN_PERFETTO_STACKS,
  CYAN_PERFETTO_KINDS
} CyanPerfettoKind;

/* The tables of a sequence: by number, an index + 1 or a CyanStr + 1. */
typedef struct
{
  GHashTable *tables[CYAN_PERFETTO_KINDS];
  double period;    /* what a sample of perf stands for; 0: not known */
  gboolean is_time; /* ns */
} CyanPerfettoSequence;

typedef struct
{
  CyanInput *input;            /* borrowed */
  CyanProfileBuilder *builder; /* borrowed */
  CyanStrings *strings;        /* borrowed from the builder */
  CyanFrameTree tree;
  GHashTable *sequences;       /* of CyanPerfettoSequence by number */
  GArray *mappings;            /* of Mapping */
  GHashTable *mapping_numbers; /* the index + 1 of a Mapping */
  GArray *frames;              /* of Frame: those of the tree */
  GHashTable *frame_numbers;   /* the index + 1 of a Frame */
  GArray *stacks;              /* of Stack */
  GArray *stack_frames;        /* of guint32: frames of all stacks, the outermost first */
  GHashTable *symbols;         /* by module and address: an index + 1 */
  GArray *lines;               /* of Line: what is at the address, the innermost first */
  GHashTable *processes;       /* pid -> CyanStr + 1 */
  CyanCharge charge;
  guint64 n_missing; /* samples whose stacks are not defined */
} CyanPerfetto;

/* It lives as long as @scratch. */
void cyan_perfetto_init (CyanPerfetto *self,
                         CyanScratch *scratch,
                         CyanInput *input,
                         CyanProfileBuilder *builder);

/* Whether there was a packet of the sequence. */
gboolean cyan_perfetto_has_sequence (const CyanPerfetto *self, guint64 number);
CyanPerfettoSequence *cyan_perfetto_sequence (CyanPerfetto *self, guint64 number);
/* Forgets all that the sequence defined. */
void cyan_perfetto_forget (CyanPerfettoSequence *sequence);

/* Reads the definitions of a message, whose fields are @fields by kind. */
gboolean cyan_perfetto_define (CyanPerfetto *self,
                               CyanPerfettoSequence *sequence,
                               const CyanProtobuf *outer,
                               const guint *fields,
                               GError **error);
/* Reads names of the functions of a module. */
gboolean cyan_perfetto_read_symbols (CyanPerfetto *self, const CyanProtobuf *outer, GError **error);
void cyan_perfetto_name_process (CyanPerfetto *self, guint64 pid, CyanStr name);

/* The node of a stack of the process @pid, 0 if it has none: only @heap is then below the root.  A
 * @heap that is CYAN_STR_EMPTY is no node.  Returns CYAN_FRAME_TREE_NONE with an error. */
guint32 cyan_perfetto_node (CyanPerfetto *self,
                            const CyanPerfettoSequence *sequence,
                            guint64 pid,
                            CyanStr heap,
                            guint64 stack,
                            GError **error);

/* Adds the nodes to the builder; returns those of the builder by node, which the caller frees. */
CyanNode *cyan_perfetto_build (CyanPerfetto *self, GError **error);
