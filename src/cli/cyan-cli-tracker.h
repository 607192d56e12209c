/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands that build and run have in common: progress on standard error, and an end by a
 * signal. */
#pragma once

#include "cyan-tracker.h"

G_BEGIN_DECLS

/* From here on SIGINT, SIGTERM and SIGHUP make cyan_cli_go_on() return FALSE. */
void cyan_cli_stop_on_signals (void);
/* A CyanTickFunc. */
gboolean cyan_cli_go_on (double fraction, const char *what, gpointer data);

/* For CyanTrackerOptions: prints a note. */
void cyan_cli_say (const CyanTrackerEvent *event, gpointer data);

G_END_DECLS
