/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start: the one ranking of a comparison, as all reports show it.
 *
 * Amounts are in percent of the run before, or in points of share if the units differ.  The
 * functions that are shown and what is left of them add up to the difference of the totals.
 *
 * Private to this layer.  All need the ranking of the options.
 */
#pragma once

#include "cyan-prose.h"
#include "cyan-ranking-words.h"
#include "cyan-rows.h"

/* Functions in a list for people. */
#define CYAN_START_MOST 5
/* Of a commit. */
#define CYAN_START_ID_DIGITS 8

/* cyan_ranking_n_named() */
guint cyan_start_n_shown (const CyanReportOptions *options, guint most);

/* Whether words for a direction, such as slower, say no more than what is known: a function stands
 * out, more than shares are compared, and the whole is not within noise. */
gboolean cyan_start_has_direction (const CyanReportOptions *options);

/* Where the function of a pair is, by its recording or else by its source: sets *@line, 0 if that
 * is not known, and returns the file, NULL if that is not known.  Caller frees. */
char *cyan_start_location (const CyanReportOptions *options, guint32 pair, guint *line);

/* ---- phrases; their texts are as those of CyanProse ---- */

/* "find_entry (index.c:29)" */
const char *cyan_start_function (CyanProse *out, const CyanReportOptions *options, guint32 pair);
/* The same of a start, which may be in no profile. */
const char *
cyan_start_function_of (CyanProse *out, const CyanReportOptions *options, const CyanStart *start);
/* "+18.2 %", "+5.2 pp": a part of the difference. */
const char *cyan_start_amount (CyanProse *out, const CyanReportOptions *options, double value);
/* "+18.2 % of the run before (+5.56 ms), strong" */
const char *
cyan_start_size (CyanProse *out, const CyanReportOptions *options, const CyanStart *start);
/* "main > ... > index_line": its callers from the top. */
const char *
cyan_start_path (CyanProse *out, const CyanReportOptions *options, const CyanStart *start);
/* "its source changed; calls hash_word 580 times instead of 10"; NULL: nothing is known. */
const char *
cyan_start_because (CyanProse *out, const CyanReportOptions *options, const CyanStart *start);
/* "find_entry, then main"; NULL: only itself. */
const char *
cyan_start_read (CyanProse *out, const CyanReportOptions *options, const CyanStart *start);
/* "3f2a9c1e Read without copies; 12ab34cd Keep widths; 2 more": the commits that changed the
 * function @i of the ranking, newest first; NULL: none, or not known. */
const char *cyan_start_commits (CyanProse *out, const CyanReportOptions *options, guint i);
/* One of them. */
const char *cyan_start_commit (CyanProse *out, const CyanGitTouch *touch);
/* cyan_ranking_nobody_text(), where @n functions are shown. */
const char *cyan_start_nobody (CyanProse *out, const CyanReportOptions *options, guint n);
/* "slower: +30.1 %, faster: −12.0 %", the sums of all functions; NULL if there is only one of them,
 * or if no direction is known. */
const char *cyan_start_directions (CyanProse *out, const CyanReportOptions *options);

/* The rest of the difference after the first @n functions: "3 more", "side effects", "moved from a
 * to b" and its value. */
typedef void (*CyanStartRestFunc) (
    CyanProse *out, const CyanReportOptions *options, const char *label, double value, guint i);
void
cyan_start_rest (CyanProse *out, const CyanReportOptions *options, guint n, CyanStartRestFunc say);
/* The same as one phrase: "3 more: +1.2 %; side effects: −0.3 %"; NULL: nothing is left. */
const char *cyan_start_rest_text (CyanProse *out, const CyanReportOptions *options, guint n);

/* Whether the source of a pair changed, or only one version has it. */
gboolean cyan_start_is_changed (const CyanReportOptions *options, guint32 pair);
/* A function whose source changed, and what it costs by itself: a part of the run on the side where
 * that is more, 0...1. */
typedef struct
{
  guint32 pair;
  double cost;
} CyanStartChanged;

/* Of CyanStartChanged: those that ran, the most expensive first; empty if a function stands out.
 * Free with g_array_unref(). */
GArray *cyan_start_changed (const CyanReportOptions *options);

/* Of CyanGitTouch: the commits that changed function @i of the ranking; NULL: not known. */
const GPtrArray *cyan_start_touches (const CyanReportOptions *options, guint i);

/* ---- whole parts ---- */

/* The section of a text; @with_path: also where each function is. */
void
cyan_start_text (CyanProse *out, const CyanReportOptions *options, guint most, gboolean with_path);

/* Of the table of where to start. */
extern const CyanField cyan_start_columns[];
/* Writes "start_here", "shifts", "rest" and "rest_parts".  @is_table: the first is the table of the
 * report, and in a form that has only one its last row is the rest. */
void cyan_start_put (CyanRows *rows, const CyanReportOptions *options, gboolean is_table);
/* The function of a pair: "function", "module", "file" and "line"; an object with that; a list of
 * them. */
void cyan_start_put_members (CyanRows *rows, const CyanReportOptions *options, guint32 pair);
void cyan_start_put_function (CyanRows *rows,
                              const char *name,
                              const CyanReportOptions *options,
                              guint32 pair);
void cyan_start_put_functions (CyanRows *rows,
                               const char *name,
                               const CyanReportOptions *options,
                               const guint32 *pairs,
                               guint n);
/* Its members, of a start, which may be in no profile. */
void
cyan_start_put_start (CyanRows *rows, const CyanReportOptions *options, const CyanStart *start);
/* "revision", "subject", "author" and "time". */
void cyan_start_put_commit (CyanRows *rows, const CyanGitTouch *touch);
