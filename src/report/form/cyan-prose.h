/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text for people: a growing text in which untrusted parts are escaped for a terminal or for HTML.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-report.h"
#include "cyan-steps.h"

#define CYAN_ELLIPSIS "\xe2\x80\xa6"

/* Maximum characters of a name if there is enough room. */
#define CYAN_PROSE_NAME 120

typedef struct
{
  GString *out;
  gboolean html;
  GPtrArray *words; /* texts for the next cyan_prose_say() */
} CyanProse;

/* Appends a formatted text.  Each %s must be trusted text, or a text from one of the functions
 * below.  Texts from these functions are owned by the prose and valid until this call returns. */
void cyan_prose_say (CyanProse *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Takes ownership of such a text. */
const char *cyan_prose_kept (CyanProse *self, char *text);
/* Formats such a text, to be inserted into a sentence. */
const char *cyan_prose_text (CyanProse *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* An untrusted text of one line, such as a function's name or a path; at most @chars characters of
 * it.  NULL: "". */
const char *cyan_prose_name (CyanProse *self, const char *name, guint chars);
/* The same of up to CYAN_PROSE_NAME characters. */
const char *cyan_prose_label (CyanProse *self, const char *name);
/* The name of a node. */
const char *cyan_prose_node (CyanProse *self, const CyanComparison *comparison, CyanNode node);
/* "src/index.c:29", or "src/index.c" if @line is 0; and where the function of a node is, "" if that
 * is not known. */
const char *cyan_prose_place (CyanProse *self, const char *file, guint line);
const char *cyan_prose_location (CyanProse *self, const CyanComparison *comparison, CyanNode node);
/* "1 run", "2 runs". */
const char *cyan_prose_count (CyanProse *self, guint n, const char *noun);
/* The characters that cyan_prose_name() has, but at least @least. */
guint cyan_prose_width (CyanProse *self, const char *name, guint chars, guint least);
/* @text with blanks behind it, so that it has at least @width characters. */
const char *cyan_prose_pad (CyanProse *self, const char *text, guint width);
/* Numbers and units; the unit may be untrusted.  Takes ownership of @text. */
const char *cyan_prose_value (CyanProse *self, char *text);
/* The same of a text that stays the caller's, and of a number with its unit. */
const char *cyan_prose_safe (CyanProse *self, const char *text);
const char *cyan_prose_amount (CyanProse *self, double value, const char *unit);
/* "12.3 %" */
const char *cyan_prose_share (CyanProse *self, double share);

/* The same for a chance, which is never called certain: "more than 99.9 %". */
const char *cyan_prose_chance (CyanProse *self, double chance);
/* "+8.1 % (+7.3 % to +8.9 %)"; without the interval if that is unknown or has no width. */
const char *cyan_prose_ratio (CyanProse *self, const CyanRatio *ratio);

/* "1.0 to 2.0" */
const char *cyan_prose_versions (CyanProse *self, const CyanReportOptions *options, guint chars);
/* "main > parse > lex": the name of the node and of at most @most callers, with @ellipsis in front
 * if there are more. */
const char *cyan_prose_path (CyanProse *self,
                             const CyanComparison *comparison,
                             CyanNode node,
                             guint most,
                             const char *ellipsis);
/* "+5.56 ms": a difference in the unit, or of shares if the units differ. */
const char *cyan_prose_change (CyanProse *self, const CyanComparison *comparison, double change);

/* Appends two blanks, and @text right-aligned in a column.  Takes ownership of @text. */
void cyan_prose_cell (CyanProse *self, guint width, char *text);

/* Appends the warnings, one a line. */
void cyan_prose_notes (CyanProse *self, const CyanComparison *comparison);
