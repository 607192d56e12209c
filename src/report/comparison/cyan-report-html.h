/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sections of a page in HTML.  Each is bounded, and says what it leaves out.
 *
 * The page is also well-formed XML.  Names pass through cyan_prose_name(), lines of source code
 * through cyan_text_for_xml().
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-report-page.h"

/* The maximum contents of a page. */
typedef struct
{
  guint n_contexts; /* besides those of the picture */
  guint n_functions;
  gsize n_source_bytes; /* after which no other source is shown */
  gboolean has_picture;
} CyanHtmlLimits;

/* The functions to start with, with the differences of their sources; nothing without a ranking. */
void
cyan_html_start (CyanProse *prose, const CyanReportOptions *options, const CyanHtmlLimits *limits);

/* Which merged nodes the tree of the page lists. */
typedef struct
{
  guint8 *listed; /* by merged node; a node's parent is listed too */
  guint n_listed;
  guint n_nodes;   /* of the whole tree */
  double least;    /* smaller parts of the run are not listed */
  gboolean is_cut; /* nor are larger ones, which are too many */
} CyanHtmlChoice;

void cyan_html_choose (CyanHtmlChoice *self,
                       const CyanReportOptions *options,
                       const CyanHtmlLimits *limits);
void cyan_html_choice_clear (CyanHtmlChoice *self);

/* The calling contexts as a nested list; node N has the id "cN". */
void cyan_html_contexts (CyanProse *prose,
                         const CyanReportOptions *options,
                         const CyanHtmlChoice *choice);
void cyan_report_compare_html (CyanProse *prose, gconstpointer about);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanHtmlChoice, cyan_html_choice_clear)
