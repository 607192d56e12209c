/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Universal Ctags as a child process.
 *
 * The child runs in its own sandbox, in which it can open nothing: it gets each text on a socket
 * and answers there, with one JSON object a line.  It processes file after file.  If it hangs, dies
 * or sends invalid data, it is killed, and the next file gets a new child.
 */
#pragma once

#include <glib.h>

#include "cyan-code.h"
#include "cyan-tick.h"

/* Time limit for one file. */
#define CYAN_CTAGS_TIMEOUT_MS 5000
/* Maximum number of tags of a file. */
#define CYAN_CTAGS_MAX_TAGS 200000

typedef struct
{
  char *name;
  char *scope;     /* NULL for none */
  char *signature; /* the parameters, as ctags writes them; NULL if it does not */
  char *kind;
  guint line; /* from 1 */
  guint end;  /* 0 if ctags does not know it */
} CyanTag;

typedef struct _CyanCtags CyanCtags;

/* Does not start the child yet.  Free with cyan_ctags_free(). */
CyanCtags *cyan_ctags_new (guint timeout_ms);
void cyan_ctags_free (CyanCtags *self);

/* The reason why no more files can be processed: the program is missing, is a different one, or has
 * failed several times in a row.  NULL while it works. */
const char *cyan_ctags_problem (const CyanCtags *self);

/* The tags of a text as a GArray of CyanTag, in the child's order.  Only the extension of @path is
 * passed to the child.  Fails with CYAN_ERROR_UNSUPPORTED if the child cannot process this text,
 * with CYAN_ERROR_LIMIT if there are too many tags. */
GArray *cyan_ctags_run (CyanCtags *self,
                        const char *path,
                        const char *text,
                        gsize length,
                        const CyanTick *tick,
                        GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCtags, cyan_ctags_free)
