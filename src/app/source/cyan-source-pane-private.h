/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the files of the source pane: cyan-source-pane.c finds texts and commits and shows
 * them, cyan-source-pane-changes.c goes from change to change and scrolls both sides together.
 */
#pragma once

#include "cyan-commit-list.h"
#include "cyan-line-bands.h"
#include "cyan-sheet.h"
#include "cyan-source-pane.h"
#include "cyan-source-side.h"

/* Vertical position of a change after going to it, as a fraction of the height. */
#define CYAN_SOURCE_PANE_CHANGE_ALIGN 0.3

struct _CyanSourcePane
{
  GtkWidget parent_instance;

  GtkStack *stack;
  GtkLabel *message_label;
  GtkWidget *choose_button;
  GtkSpinner *spinner;
  GtkLabel *name_label;
  GtkLabel *verdict_label;
  GtkLabel *cause_label; /* whose change the source explains, or which source explains it */
  GtkLabel *count_label;
  GtkWidget *previous_button;
  GtkWidget *next_button;
  GtkWidget *whole_button;
  GtkToggleButton *marks_button; /* for a function that was only reformatted */
  GtkToggleButton *commits_button;
  GtkToggleButton *function_button;
  GtkToggleButton *file_button;
  CyanCommitList *commits;
  GtkWidget *commits_separator;
  CyanSourceSide *before_side;
  CyanLineBands *bands;
  CyanSourceSide *after_side;

  CyanSession *session;
  GCancellable *cancellable; /* of the newest task; NULL if none is running */
  guint busy_timer;
  guint32 shown_index;  /* the pair that is shown or being loaded, or G_MAXUINT32 */
  guint32 listed_index; /* the pair whose commits are listed, or G_MAXUINT32 */
  CyanSheet *sheet;     /* owned; the shown contents, or NULL */

  GArray *changes;        /* the sheet's, while they are marked; or NULL */
  int current;            /* index into changes, or -1 */
  CyanSourceSide *leader; /* the side that was scrolled last, which the other one follows */
  gboolean is_syncing;
  guint sync_tick;                /* scrolls the follower at the next frame; 0: not scrolling */
  GtkAdjustment *sideways_leader; /* borrowed from a side; NULL: no side was scrolled
                                   * horizontally */
};

/* Marks the changes, shows their number, and highlights the current one. */
void cyan_source_pane_show_current (CyanSourcePane *self);
/* Connects buttons, and the scrolling of both sides.  Call it once. */
void cyan_source_pane_connect_changes (CyanSourcePane *self);
