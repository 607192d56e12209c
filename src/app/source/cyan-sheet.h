/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the source pane shows at a time: two texts, what differs between them, and where they are.
 *
 * All of it is found out in a thread.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-excerpt.h"
#include "cyan-git-history.h"
#include "cyan-source-table.h"

G_BEGIN_DECLS

/* By side: 0 is before and 1 is after.  Everything is owned. */
typedef struct
{
  CyanSourcePair pair;
  CyanExcerpt *excerpts[2]; /* NULL where pair has no text */
  GArray *changes;          /* of CyanLineChange; NULL where there is nothing to compare */
  GArray *words[2];         /* of CyanWordMark; NULL along with changes */
  char *no_changes_why;     /* why two texts were not compared, or NULL */
  gboolean is_identical;    /* whether the functions are the same to the letter */
  char *disk_paths[2];      /* absolute; NULL where the file is not on disk */
  char *no_disk_why[2];     /* in words for people, or NULL */
} CyanSheet;

void cyan_sheet_free (CyanSheet *self);

/* Looks the pair @index up or, if @touches (of CyanGitTouch) is not NULL, what the commit @touch of
 * them did to it.  @owner is the source object of the result.  A cancelled task still calls back,
 * with an error. */
void cyan_sheet_look_up_async (gpointer owner,
                               CyanSourceTable *sources,
                               guint32 index,
                               GPtrArray *touches,
                               guint touch,
                               gboolean whole_file,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback);
CyanSheet *cyan_sheet_look_up_finish (GAsyncResult *result, GError **error);

/* What is to be said of the pair @index in a few words: "modified, moved from a.c".  Caller frees.
 */
char *cyan_sheet_verdict (const CyanSheet *self,
                          const CyanComparison *comparison,
                          CyanSourceTable *sources,
                          guint32 index);
/* Why @side has no text, and in @offer whether other sources might have it.  Caller frees. */
char *cyan_sheet_reason (const CyanSheet *self,
                         const CyanComparison *comparison,
                         CyanSourceTable *sources,
                         guint32 index,
                         guint side,
                         gboolean *offer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSheet, cyan_sheet_free)

G_END_DECLS
