/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which files may be opened: those below some folders.
 *
 * Private to this room.
 */
#pragma once

#include <glib.h>

typedef struct
{
  GPtrArray *folders; /* of char *, absolute and without links; owned */
} CyanServeRoots;

typedef enum
{
  CYAN_SERVE_FILE, /* or a folder that is a recording or a store */
  CYAN_SERVE_FOLDER,
} CyanServeKind;

gboolean cyan_serve_roots_init (CyanServeRoots *self, char *const *folders, GError **error);
void cyan_serve_roots_clear (CyanServeRoots *self);

/* The absolute path, without links, of @path, which starts in the first folder.  Fails with one
 * message for what is not there and for what is elsewhere, so that nobody learns which.  A pipe, a
 * device, and a name with "@", which in arguments stands before a revision or a slice, are refused.
 * Caller frees. */
char *cyan_serve_roots_find (const CyanServeRoots *self,
                             const char *path,
                             CyanServeKind kind,
                             GError **error);
