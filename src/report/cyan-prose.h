/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report tells people: text that grows, in which what is foreign is made harmless for a
 * terminal or for HTML.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-sink.h"

G_BEGIN_DECLS

#define CYAN_ELLIPSIS "\xe2\x80\xa6"

/* Characters of a name where there is room. */
#define CYAN_PROSE_NAME 120

typedef struct
{
  GString *out;
  gboolean html;
} CyanProse;

/* Our own words. */
void cyan_prose_say (CyanProse *self, const char *text);
void cyan_prose_printf (CyanProse *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* A foreign text of one line: a function's name, a path; at most @chars characters of it. */
void cyan_prose_name (CyanProse *self, const char *name, guint chars);
/* Made of numbers and units, of which a unit may be foreign.  Takes @text. */
void cyan_prose_value (CyanProse *self, char *text);

/* "1.0 to 2.0" */
void cyan_prose_versions (CyanProse *self, const CyanReportOptions *options, guint chars);
/* "main > parse > lex": the name of the node and of at most @most callers, with @ellipsis in front
 * if there are more. */
void cyan_prose_path (CyanProse *self,
                      const CyanComparison *comparison,
                      CyanNode node,
                      guint most,
                      const char *ellipsis);
/* "+5.56 ms": a difference in the unit, or of shares if the sides have none in common. */
void cyan_prose_change (CyanProse *self, const CyanComparison *comparison, double change);
/* The warnings, a line each. */
void cyan_prose_notes (CyanProse *self, const CyanComparison *comparison);

/* "src/index.c:29"; NULL if the file is not known.  Caller frees. */
char *cyan_report_location (const CyanComparison *comparison, const CyanFunction *function);

G_END_DECLS
