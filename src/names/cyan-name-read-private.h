/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of reading a name share. */
#pragma once

#include "cyan-name-parts.h"

G_BEGIN_DECLS

/* A name while it is read. */
typedef struct
{
  CyanNameParts *name;
  GPtrArray *parts; /* of char *, owned */
  GString *part;    /* the one that has begun */
  guint depth;      /* types in brackets that are being read */
} CyanNameReader;

/* Behind the first of @words, up to NULL, with which @text begins; sets whether one was @found. */
const char *cyan_name_skip_word (const char *text, const char *const *words, gboolean *found);

/* What stands in front of a name ("async f", "block in m", "app.dll!f"): returns where the name
 * itself begins, and notes in @self what that said. */
const char *cyan_name_skip_prefix (CyanNameParts *self, const char *text);

/* Once all parts are there: closures, constructors and the like, which no source calls so. */
void cyan_name_resolve_parts (CyanNameReader *self);

G_END_DECLS
