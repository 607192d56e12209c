/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The line ranges of the functions of a file.
 *
 * A function starts before its name: with its return type in C, its decorators in Python, its
 * attributes in Rust.  The comment above it does not belong to it.
 */
#pragma once

#include <glib.h>

#include "cyan-ctags.h"

typedef struct
{
  char *name;      /* without white space */
  char *scope;     /* NULL for none */
  char *signature; /* the parameters, as ctags writes them; NULL if unknown */
  guint line;      /* of the name, from 1 */
  guint first_line, last_line;
  gboolean is_class; /* a class; Python executes its body too */
} CyanExtent;

/* The functions of a text, and the classes of Python, sorted by first line, as a GArray of
 * CyanExtent.  Omits functions that are only declared, or whose end is unknown.  Scopes are joined
 * with "::" in C++ and Rust and with "." elsewhere.  Errors are those of cyan_ctags_run(). */
GArray *cyan_extents_find (CyanCtags *ctags,
                           const char *path,
                           const char *text,
                           gsize length,
                           const CyanTick *tick,
                           GError **error);

/* The same from the tags of ctags; JavaScript, TypeScript, Rust and Ruby do not need them. */
GArray *
cyan_extents_scan (CyanLanguage language, const char *text, gsize length, const GArray *tags);

/* What stands between the parts of a qualified name: "::" or ".". */
const char *cyan_extents_separator (CyanLanguage language);
