/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A node's numbers as a table: share, total, self, calls and time per call, each before, after and
 * the change.  The details pane and the tooltip show the same one.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

/* Gives slower and faster values in tables and lists their colours from now on, in all windows. */
void cyan_numbers_load_css (void);

/* A new table. */
GtkWidget *cyan_numbers_new (CyanSession *session, CyanNode node);

/* 5508 as "5,508" in the way of the locale, and more than ten million as "12.3 M".  Caller
 * frees. */
char *cyan_numbers_count (guint64 calls);

/* The change of totals or self values, in the unit of each side: of shares or of values, as the basis
 * is; of a single profile the share.  Caller frees. */
char *cyan_numbers_change_text (CyanSession *session, double before, double after);

/* The tooltip of a box: name, module, file and line, the table, and the words below. */
GtkWidget *cyan_numbers_tooltip_new (CyanSession *session, CyanNode node);

/* "lib/lex.c:412", between isolates so that it stays left to right; NULL if the file is not known.
 * Caller frees. */
char *cyan_numbers_location (CyanSession *session, CyanNode node);

/* "slower", "new", "not seen before", ... in the session's basis; static. */
const char *cyan_numbers_verdict_word (CyanSession *session, CyanNode node);
/* Whether something is to be said of the change of @node's values: not of one within noise, nor of
 * one below the threshold, in any basis. */
gboolean cyan_numbers_has_changed (const CyanComparison *comparison, CyanNode node);
/* "renamed", or "probably renamed" if neither the sources nor a person say so; static. */
const char *cyan_numbers_renamed_word (const CyanComparison *comparison, CyanNode node);

/* The changes of @node's function and its source: "new", "modified, renamed", or "".  Caller
 * frees. */
char *cyan_numbers_function_words (CyanSession *session, CyanNode node);

/* The change of @node in a sentence or two: "Called three times as often; each call costs the
 * same.", "Share only: its time fell by 3 ms while the rest of the run fell more.", "New: it costs
 * 65.6 ms itself, 5.4 % of the run before.", "Within noise.", "Its source was not modified."
 * Caller frees. */
char *cyan_numbers_sentence (CyanSession *session, CyanNode node);
/* The same without the source.  Caller frees. */
char *cyan_numbers_event (CyanSession *session, CyanNode node);

/* What a host has of @node after, or else before, and which one has most, in a sentence; NULL if the hosts
 * are not known.  Caller frees. */
char *cyan_numbers_hosts (const CyanComparison *comparison, CyanNode node);

/* Whether the change is significant, in one line: "1.32 times the share, 95 % interval 1.21 to
 * 1.44, q = 0.002: significant."; NULL if it was not tested.  Caller frees. */
char *cyan_numbers_noise (CyanSession *session, CyanNode node);

/* How far the change of the run can be trusted: "5 + 5 runs, significant"; *@doubtful unless several
 * runs say so.  Caller frees. */
char *cyan_trust_text (const CyanComparison *comparison, gboolean *doubtful);
/* What is known of noise and of the matching, and what would help, in up to four lines.  Caller
 * frees. */
char *cyan_trust_words (const CyanComparison *comparison);

/* One line for a screen reader: "parse, slower, +9.3 %, 3 children hidden".  Caller frees. */
char *cyan_numbers_summary (CyanSession *session, CyanNode node);
