/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read of an export of xctrace: elements that refer to others by their id, and rows. */
#pragma once

#include "cyan-ids.h"
#include "cyan-profile-builder.h"

typedef enum
{
  CYAN_XCTRACE_OTHER,
  CYAN_XCTRACE_ROW,
  CYAN_XCTRACE_BACKTRACE,
  CYAN_XCTRACE_FRAME,
  CYAN_XCTRACE_BINARY,
  CYAN_XCTRACE_SOURCE,
  CYAN_XCTRACE_PATH,
  CYAN_XCTRACE_PROCESS,
  CYAN_XCTRACE_THREAD,
  CYAN_XCTRACE_TIME,   /* weight of a sample in ns */
  CYAN_XCTRACE_CYCLES, /* in cycles of the processor */
} CyanXctraceKind;

/* What an element says; a row has what its children say. */
typedef struct
{
  CyanStr name;                  /* of a frame, a binary, a process or its thread; a path */
  CyanStr module, file;          /* of a frame */
  guint32 function, line;        /* of a frame */
  guint32 first_frame, n_frames; /* of a backtrace */
  gboolean has_backtrace;
  CyanXctraceKind weighed; /* what the weight is; CYAN_XCTRACE_OTHER: the row has none */
  double weight;
} CyanXctraceThing;

typedef struct
{
  guint32 function, line;
} CyanXctraceFrame;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanIds ids;
  GArray *things;    /* of CyanXctraceThing by number of the id */
  GArray *frames;    /* of CyanXctraceFrame, of all backtraces */
  GArray *open;      /* of the elements that have not ended */
  GString *text;     /* of the current element */
  GHashTable *files; /* CyanStr by module and name of a function: the first is that of all */
  GHashTable *nodes; /* CyanNode by process and first frame of a backtrace */
  CyanCharge charge, ids_charge;

  CyanXctraceKind metric; /* what the weights are; CYAN_XCTRACE_ROW: there was no row yet */
  double sum, sum_of_squares;
  guint64 n_samples, n_empty, n_other;
  guint n_threads;
  gsize silence; /* bytes since the last element */
} CyanXctrace;

/* Reads the elements into a CyanXctrace, the parser's user data. */
extern const GMarkupParser cyan_xctrace_parser;

/* Zero @self before. */
void cyan_xctrace_init (CyanXctrace *self, CyanProfileBuilder *builder);
void cyan_xctrace_clear (CyanXctrace *self);

/* Adds the sample of @row, whose elements were all read.  An error names no file. */
gboolean cyan_xctrace_add_row (CyanXctrace *self, const CyanXctraceThing *row, GError **error);
