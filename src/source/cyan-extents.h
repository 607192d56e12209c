/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From which line to which a file's functions go.
 *
 * ctags says where a name stands.  A function begins before that: with its return type in C, with
 * its decorators in Python.
 */
#pragma once

#include <glib.h>

#include "cyan-ctags.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;  /* without white space */
  char *scope; /* NULL for none */
  guint line;  /* where the name stands, from 1 */
  guint first_line, last_line;
} CyanExtent;

/* The functions of a text, and the classes of Python, by first line, as a GArray of CyanExtent.
 * Those whose end nobody knows are left out.  Errors are those of cyan_ctags_run(). */
GArray *cyan_extents_find (CyanCtags *ctags,
                           const char *path,
                           const char *text,
                           gsize length,
                           const CyanTick *tick,
                           GError **error);

G_END_DECLS
