/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From which line to which a file's functions go.
 *
 * A function begins before its name: with its return type in C, with its decorators in Python, with
 * its attributes in Rust.  The comment above it is no part of it.
 */
#pragma once

#include <glib.h>

#include "cyan-ctags.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;      /* without white space */
  char *scope;     /* NULL for none */
  char *signature; /* the parameters, as ctags writes them; NULL where it does not */
  guint line;      /* where the name stands, from 1 */
  guint first_line, last_line;
  gboolean is_class; /* the body of a class runs as well, in Python */
} CyanExtent;

/* The functions of a text, and the classes of Python, by first line, as a GArray of CyanExtent.
 * Those that are only declared, or whose end nobody knows, are left out.  Scopes are joined with
 * "::" in C++ and Rust and with "." elsewhere.  Errors are those of cyan_ctags_run(). */
GArray *cyan_extents_find (CyanCtags *ctags,
                           const char *path,
                           const char *text,
                           gsize length,
                           const CyanTick *tick,
                           GError **error);

/* The same from what ctags said, which is not needed for JavaScript, TypeScript, Rust and Ruby. */
GArray *
cyan_extents_scan (CyanLanguage language, const char *text, gsize length, const GArray *tags);

G_END_DECLS
