/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that read a name. */
#pragma once

#include "cyan-name-parts.h"

/* The state of reading a name. */
typedef struct
{
  CyanNameParts *name;
  GPtrArray *parts; /* of char *, owned */
  GString *part;    /* the current part */
  guint depth;      /* nesting of the types in brackets that are being read */
} CyanNameReader;

/* Skips the first of @words (NULL-terminated) with which @text begins, and sets @found.  Returns
 * the rest of @text. */
const char *cyan_name_skip_word (const char *text, const char *const *words, gboolean *found);

/* Skips a prefix of a name ("async f", "block in m", "app.dll!f") and records its meaning in @self.
 * Returns the start of the name itself. */
const char *cyan_name_skip_prefix (CyanNameParts *self, const char *text);

/* Resolves closures, constructors and similar names that sources do not use.  All parts must be
 * read. */
void cyan_name_resolve_parts (CyanNameReader *self);
