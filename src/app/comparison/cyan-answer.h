/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The title of a comparison: what is compared, how much slower or faster it is, and how far that
 * can be trusted.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-session.h"

#include <gtk/gtk.h>

#define CYAN_TYPE_ANSWER (cyan_answer_get_type ())
G_DECLARE_FINAL_TYPE (CyanAnswer, cyan_answer, CYAN, ANSWER, GtkWidget)

/* Shows what is known of @session, of @request, which lives as long as it. */
void cyan_answer_set_session (CyanAnswer *self, CyanSession *session, const CyanRequest *request);
/* Where it is narrow, a symbol stands for how far the answer can be trusted; where it is low, there
 * is no title. */
void cyan_answer_set_room (CyanAnswer *self, gboolean narrow, gboolean low);
/* "before → after", or the name of a single profile; NULL without a session.  Borrowed. */
const char *cyan_answer_get_title (CyanAnswer *self);

/* What one would tell a colleague, in up to five lines.  Caller frees. */
char *cyan_answer_for_chat (CyanSession *session);
