/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of gprof's call graph and flat profile. */
#pragma once

#include <glib.h>

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
  const char *name; /* in the line, not NUL-terminated */
  gsize length;
  guint32 index;
  double self, children;
  guint64 calls, self_calls; /* calls are without @self_calls */
  gboolean is_cycle;         /* "<cycle 1 as a whole>" */
  double scale;              /* of a CYAN_GPROF_UNIT */
} CyanGprofLine;

/* All take a line without its line break. */
CyanGprofKind cyan_gprof_line_parse (const char *text, gsize length, CyanGprofLine *line);
/* The same of VTune's report gprof-cc, which has no calls and ends entries with a blank line. */
CyanGprofKind cyan_gprof_line_parse_vtune (const char *text, gsize length, CyanGprofLine *line);
/* Whether the line is one of a function in the flat profile, which has only its own time. */
gboolean cyan_gprof_line_parse_flat (const char *text, gsize length, CyanGprofLine *line);
gboolean cyan_gprof_is_graph_heading (const char *text, gsize length);
gboolean cyan_gprof_is_vtune_heading (const char *text, gsize length);
gboolean cyan_gprof_is_flat_heading (const char *text, gsize length);
