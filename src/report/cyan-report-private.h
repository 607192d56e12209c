/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the three reports share: one row's values, and a buffer in front of the writer.
 */
#pragma once

#include "cyan-report.h"

G_BEGIN_DECLS

/* Pieces handed to the writer are about this large. */
#define CYAN_REPORT_PIECE (64 * 1024)

typedef struct
{
  GString *buffer; /* owned */
  CyanReportWriteFunc write;
  gpointer data;
} CyanReportSink;

void cyan_report_sink_init (CyanReportSink *self, CyanReportWriteFunc write, gpointer data);
void cyan_report_sink_clear (CyanReportSink *self);
/* Hands out the buffer if it is large, or in any case if @all. */
gboolean cyan_report_sink_flush (CyanReportSink *self, gboolean all, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanReportSink, cyan_report_sink_clear)

/* One merged node's values, as columns and members know them. */
typedef struct
{
  CyanNode node;
  CyanNode parent; /* CYAN_NODE_NONE for the root */
  guint depth;
  const char *name;
  const char *module;
  const char *file;
  guint line;      /* 0 unknown */
  guint call_site; /* 0 unknown */
  const char *status;
  const char *source;
  const char *verdict;
  CyanSide before;
  CyanSide after;
  double height; /* in parts of 1; by absolute reading in the metric's unit */
  double width;
  gboolean has_width;
  CyanNode moved_to; /* CYAN_NODE_NONE if it was not moved */
  CyanNode moved_from;
  const char *old_name; /* NULL unless renamed */
  gboolean has_estimate;
  CyanEstimate estimate; /* of the total */
} CyanReportRow;

/* The depths of all nodes; free with g_free(). */
guint *cyan_report_depths (const CyanComparison *comparison);

void cyan_report_row (const CyanComparison *comparison,
                      const CyanReportOptions *options,
                      CyanNode node,
                      guint depth,
                      CyanReportRow *row);

/* The two lines above the rows: a comment of the unit and what to know of the trees, and @columns.
 */
void cyan_report_csv_head (GString *text,
                           const CyanComparison *comparison,
                           const char *unit,
                           const char *columns);
/* Appends a comma and a cell of CSV; @escape as in CyanReportOptions. */
void cyan_report_csv_text (GString *line, const char *foreign, gboolean escape);

G_END_DECLS
