/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the forms of a check share: prose that is safe in a terminal or in HTML, and the culprit.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-change.h"
#include "cyan-report-private.h"

G_BEGIN_DECLS

/* Text that grows; what is foreign is made harmless for where it goes. */
typedef struct
{
  GString *out;
  gboolean html;
} CyanProse;

/* A function's name, or another foreign text of one line. */
void cyan_prose_name (CyanProse *self, const char *name);
/* Made of numbers and units, of which a unit may be foreign.  Takes @text. */
void cyan_prose_value (CyanProse *self, char *text);

/* Who did it. */
typedef struct
{
  CyanNode node;
  double own;   /* by how much its own value grew */
  double share; /* of all that got slower, 0...1 */
  CyanChange change;
  CyanNode modified_caller; /* the nearest caller whose source was modified, or CYAN_NODE_NONE */
} CyanCulprit;

/* FALSE if no function stands out. */
gboolean cyan_report_find_culprit (const CyanComparison *comparison,
                                   const CyanReportOptions *options,
                                   const CyanGateEntry *entry,
                                   CyanCulprit *culprit);

/* "main > index_log > find_entry": the node and its callers, an ellipsis in front if these are more
 * than
 * @most. */
void cyan_prose_path (CyanProse *self, const CyanComparison *comparison, CyanNode node, guint most);

/* "before to after took 10.6 ms instead of 6.15 ms, ...": all sentences, the verdict in front. */
void cyan_prose_check (CyanProse *self,
                       const CyanComparison *comparison,
                       const CyanReportOptions *options,
                       const CyanReportCheck *check);

/* "modified", "unmodified", "unknown". */
const char *cyan_report_change_name (const CyanReportOptions *options,
                                     const CyanComparison *comparison,
                                     CyanNode node);

G_END_DECLS
