/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The contents of the source pane: two texts, their differences, and their locations.
 *
 * A thread finds all of it.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-excerpt.h"
#include "cyan-git-history.h"
#include "cyan-source-table.h"
#include "cyan-task.h"

/* By side: 0 is before and 1 is after.  All fields are owned. */
typedef struct
{
  CyanSourcePair pair;
  CyanExcerpt *excerpts[2]; /* NULL if the pair has no text */
  GArray *changes;          /* of CyanLineChange; NULL if there is nothing to compare */
  GArray *words[2];         /* of CyanWordMark; NULL if changes is NULL */
  char *no_changes_why;     /* why two texts were not compared, or NULL */
  char *disk_paths[2];      /* absolute; NULL if the file is not on disk */
  char *no_disk_why[2];     /* in words for people, or NULL */
} CyanSheet;

void cyan_sheet_free (CyanSheet *self);

/* Finds the contents for the pair @index or, if @touches (of CyanGitTouch) is not NULL, the part of
 * its change in the commit @touch.  @owner is the source object of the result.  A cancelled task
 * still calls back, with an error. */
void cyan_sheet_look_up_async (gpointer owner,
                               CyanSourceTable *sources,
                               guint32 index,
                               GPtrArray *touches,
                               guint touch,
                               gboolean whole_file,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback);

/* A few words on the pair @index: "modified, moved from a.c".  Caller frees. */
char *cyan_sheet_verdict (const CyanSheet *self,
                          const CyanComparison *comparison,
                          CyanSourceTable *sources,
                          guint32 index);
/* The reason why @side has no text.  Sets @offer to whether other sources might have it.  Caller
 * frees. */
char *cyan_sheet_reason (const CyanSheet *self,
                         const CyanComparison *comparison,
                         CyanSourceTable *sources,
                         guint32 index,
                         guint side,
                         gboolean *offer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSheet, cyan_sheet_free)
