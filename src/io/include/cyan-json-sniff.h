/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds members of a JSON document from its first bytes.
 */
#pragma once

#include "cyan-input.h"

#include <glib.h>

/* Finds which of the @n_paths, at most 32, occur in the document that starts with [@head, @head +
 * @length), which may be cut anywhere.  Bit i is set for @paths[i].  A path is that of a key, such
 * as "meta", "shared.frames" or "nodes[].callFrame", at most 4 brackets deep.  Returns 0 if the
 * head is not an object. */
guint32 cyan_json_sniff (const char *head, gsize length, const char *const *paths, guint n_paths);

/* The outline of the whole document in @input, which is read to its end, or to where it breaks off:
 * each path of its members once, five brackets deep, with the first short string there.  A format is
 * recognised by it whatever the order of the members.  The caller frees it. */
char *cyan_json_outline (CyanInput *input);

/* What tells a format: its score, and the paths that all occur in its documents. */
typedef struct
{
  int score;
  const char *paths[5]; /* the others are NULL */
} CyanJsonSign;

/* The score of the first of the @n_signs whose paths all occur, 0 if there is none.  At most 32
 * paths. */
int cyan_json_score (const char *head, gsize length, const CyanJsonSign *signs, guint n_signs);

/* Defines @name, the sniff() of a format with these signs. */
#define CYAN_JSON_SNIFF(name, ...)                                                                 \
  static int name (const char *head, gsize length)                                                 \
  {                                                                                                \
    static const CyanJsonSign signs[] = { __VA_ARGS__ };                                           \
                                                                                                   \
    return cyan_json_score (head, length, signs, G_N_ELEMENTS (signs));                            \
  }
