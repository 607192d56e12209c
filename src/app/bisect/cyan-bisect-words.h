/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to say of a bisection.  Private to this room; callers free all texts. */
#pragma once

#include "cyan-bisection.h"

/* "3f2a1bc Check the hash": a revision with its subject. */
char *cyan_bisect_revision_text (const CyanBisectionRevision *revision);
/* What it is, or is about to be: one line. */
char *cyan_bisect_title (const CyanBisection *state);
/* "wall +5.1 % (+4.6 % to +5.5 %) · 41 runs, 9 builds of 100 revisions" */
char *cyan_bisect_subtitle (const CyanBisection *state);
/* What is measured now, or NULL. */
char *cyan_bisect_now (const CyanBisection *state);
/* Why a revision is likelier than others, or NULL. */
char *cyan_bisect_because (const CyanBisectionRevision *revision);

/* The measured revisions on both sides of the largest step.  FALSE if there are none. */
gboolean cyan_bisect_sides (const CyanBisection *state, guint *before, guint *after);
