/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common to the commands that build and run: progress on standard error, and an end by a signal. */
#pragma once

#include "cyan-tracker.h"

/* From here on SIGINT, SIGTERM and SIGHUP make cyan_cli_go_on() return FALSE. */
void cyan_cli_stop_on_signals (void);
/* Calls it. */
gboolean cyan_cli_go_on (double fraction, const char *what, gpointer data);
extern const CyanTick cyan_cli_tick;

/* For CyanTrackerOptions: prints a note. */
void cyan_cli_say (const CyanTrackerEvent *event, gpointer data);
extern const CyanTrackerOptions cyan_cli_tracking;

/* Starts the window with the runs of both sides and leaves it alone. */
gboolean cyan_cli_open_window (const GStrv paths[2],
                               const char *repository,
                               const char *const *commits,
                               GError **error);
