/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What became of a function, in a word beside its name.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-session.h"

/* "modified", "new", "gone", "unmodified", ...: of the source if it is known, else of the runs.
 * NULL if neither says anything; static. */
const char *cyan_badge_word (CyanSession *session, guint32 pair);

/* A label with such a word, strong if the function has changed; hidden without one. */
GtkWidget *cyan_badge_new (const char *word, gboolean changed);
