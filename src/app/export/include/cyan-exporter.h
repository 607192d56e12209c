/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exports pictures and reports in a thread.
 *
 * Each function takes what @session shows now; later changes of it do not matter.  @progress is not
 * called after @cancellable was cancelled or @callback was called.
 */
#pragma once

#include <gdk/gdk.h>

#include "cyan-history-picture.h"
#include "cyan-scene.h"
#include "cyan-session.h"
#include "cyan-task.h"

typedef enum
{
  CYAN_EXPORT_TREE,
  CYAN_EXPORT_ICICLE,
  CYAN_EXPORT_SIDES, /* an icicle of each side */
  CYAN_EXPORT_RINGS, /* always all of them */
} CyanExportKind;

/* The picture to draw of a session: a page with a title and a legend. */
typedef struct
{
  CyanPalette palette;
  CyanExportKind kind;
  CyanIcicleLook look; /* of the icicles */
  double radius;       /* of the rings */
  CyanThickness thickness;
  gboolean is_part; /* what is in view, else all */
  CyanRect view;
  CyanHistoryPicture *history; /* in place of all that, and of the session, or NULL; the export
                                * takes it */
} CyanExportPicture;

/* Writes the picture like cyan_scene_save().  If @path ends with ".html", writes the report
 * instead, with the tree as its picture, once all sources were searched; with ".csv", the rows of a
 * history. */
void cyan_export_async (CyanSession *session,
                        const CyanExportPicture *picture,
                        const char *path,
                        const CyanPngSize *size,
                        const CyanTaskCaller *caller);
/* FALSE with an error if no picture was written, also if it was cancelled. */
gboolean cyan_export_finish (GAsyncResult *result, GError **error);

/* Draws the picture for the clipboard, as PNG and as SVG. */
void cyan_export_content_async (CyanSession *session,
                                const CyanExportPicture *picture,
                                const CyanTaskCaller *caller);
/* The caller owns the result. */
GdkContentProvider *cyan_export_content_finish (GAsyncResult *result, GError **error);

/* Makes the CyanScene of the picture, to be printed. */
void cyan_export_scene_async (CyanSession *session,
                              const CyanExportPicture *picture,
                              const CyanTaskCaller *caller);
