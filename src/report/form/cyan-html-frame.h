/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pages in HTML have in common: head, style, sections, tables.
 *
 * A page needs no network and no script.  Its policy lets a browser run only the one script, if
 * any, and use only the one style sheet that it names by their hashes, so that nothing in a name is
 * ever run.  It is also well-formed XML.
 *
 *   cyan_html_open ()         the heading; then say paragraphs about the whole
 *   cyan_html_main ()
 *   cyan_html_section ()      then say paragraphs
 *     cyan_html_table ()
 *       cyan_html_row (), cyan_html_cell () ..., cyan_html_row_end ()
 *     cyan_html_table_end ()
 *   cyan_html_section_end ()
 *   cyan_html_close ()
 *
 * Texts are trusted, or from the functions of CyanProse.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-theme.h"

/* What stands before made_of, among the first lines of a page. */
#define CYAN_HTML_MADE_OF "<meta name=\"cyanotype\" content=\""

typedef struct
{
  const char *title;   /* as cyan_html_plain() returns it */
  CyanPalette palette; /* of the colours, which follow the reader's light or dark style */
  const char *script;  /* one of our files: "report.js"; NULL: none */
  const char *made_of; /* digits that stand for all that the page is made of; NULL: not needed */
} CyanHtmlFrame;

/* The beginning of an untrusted text of one line, as XML without markup around it.  Caller
 * frees. */
char *cyan_html_plain (const char *text);

/* The number of an attribute: "12.3".  A text as those of CyanProse. */
const char *cyan_html_number (CyanProse *prose, double value);

/* "before -> after", where there is one, as cyan_html_plain() returns them.  Caller frees. */
char *cyan_html_title (const char *before, const char *after);
/* Appends a picture, an SVG, in its light or dark colours. */
void cyan_html_picture (CyanProse *prose, gboolean dark, GBytes *svg);

void cyan_html_open (CyanProse *prose, const CyanHtmlFrame *frame);
void cyan_html_main (CyanProse *prose);
void cyan_html_close (CyanProse *prose, const CyanHtmlFrame *frame);

/* @note: small print below the heading, or NULL. */
void cyan_html_section (CyanProse *prose, const char *title, const char *note);
void cyan_html_section_end (CyanProse *prose);

/* With a head for each character of @kinds: "t" above texts, "n" above numbers, "-": no such
 * column. */
void cyan_html_table (CyanProse *prose, const char *kinds, ...) G_GNUC_NULL_TERMINATED;
void cyan_html_table_end (CyanProse *prose);
void cyan_html_row (CyanProse *prose);
void cyan_html_row_end (CyanProse *prose);
/* The first cell of a row, if it is what the row is about: never broken into lines. */
void cyan_html_row_head (CyanProse *prose, const char *text);
void cyan_html_cell (CyanProse *prose, const char *text);
/* A number with its unit, which may be untrusted.  Takes ownership of @text. */
void cyan_html_number_cell (CyanProse *prose, char *text);
