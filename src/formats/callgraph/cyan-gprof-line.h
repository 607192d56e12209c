/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the text of gprof. */
#pragma once

#include "cyan-line.h"

typedef enum
{
  CYAN_GPROF_BLANK,
  CYAN_GPROF_END_OF_ENTRY, /* dashes */
  CYAN_GPROF_SPONTANEOUS,  /* an unknown caller */
  CYAN_GPROF_UNIT,         /* below the heading: "(K)     (K)", cycles of the processor */
  CYAN_GPROF_FUNCTION,     /* the line of the entry's own function */
  CYAN_GPROF_ARC,          /* of a caller or a callee */
  CYAN_GPROF_OTHER,        /* not of the call graph */
} CyanGprofKind;

/* Times are as written; what a line lacks is 0. */
typedef struct
{
  double percent, cumulative; /* of the flat profile: of the whole; with all lines before */
  CyanLine name;
  guint32 index;
  double self, children;
  guint64 calls, self_calls; /* calls are without @self_calls */
  gboolean is_cycle;         /* "<cycle 1 as a whole>" */
  gboolean is_hidden;        /* its index is in parentheses: it has no entry */
  double scale;              /* of a CYAN_GPROF_UNIT */
} CyanGprofLine;

typedef enum
{
  CYAN_GPROF_NOTHING,
  CYAN_GPROF_GRAPH,
  CYAN_GPROF_VTUNE_GRAPH,
  CYAN_GPROF_FLAT,
} CyanGprofHeading;

/* Reads a line of the call graph. */
CyanGprofKind cyan_gprof_parse_graph (CyanLine text, gboolean is_vtune, CyanGprofLine *line);

/* Whether the line is one of a function in the flat profile, which has only its own time. */
gboolean cyan_gprof_parse_flat (CyanLine text, CyanGprofLine *line);

/* The kind of the heading @line, by its first words. */
CyanGprofHeading cyan_gprof_heading (CyanLine line);
