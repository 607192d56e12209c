/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits that changed a function, as a part of another report.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-commits.h"
#include "cyan-prose.h"
#include "cyan-rows.h"

G_BEGIN_DECLS

/* The @function is one of @commits by its index; @commits may be NULL. */

/* Appends "3f2a9c1e Read without copies; 12ab34cd Keep widths; 2 more"; nothing if it has none. */
void cyan_prose_commits (CyanProse *out, const CyanCommits *commits, guint function);
/* Writes "commits": a list of revision, subject, author and time, or none if they are not known. */
void cyan_report_put_commits (CyanRows *rows, const CyanCommits *commits, guint function);

G_END_DECLS
