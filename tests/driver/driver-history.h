/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Driving the history page. */
#pragma once

#include "cyan-window-private.h"

/* The path of a store that measured_store() made, once for each program. */
const char *measured_path (void);

/* Opens the store at @path in a new window and waits until it is drawn. */
CyanWindow *driver_open_store (const char *path);

CyanHistory *driver_history (CyanWindow *window);
/* Whether the sentence at the top has a @text. */
gboolean driver_history_answers (CyanWindow *window, const char *text);
/* Whether @page is shown, or "bisect" on that of many revisions, and nothing is being loaded. */
gboolean driver_is_on (CyanWindow *window, const char *page);
/* Whether the details of the selected revision have a @text. */
gboolean driver_history_details (CyanWindow *window, const char *text);
