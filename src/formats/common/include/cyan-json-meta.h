/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meta data of a profile that is in a JSON document. */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-profile-builder.h"

/* Reads a string and sets it as @key in the meta data of @builder. */
static inline gboolean
cyan_json_meta (CyanJsonWalk *walk,
                CyanJsonToken token,
                CyanProfileBuilder *builder,
                const char *key,
                GError **error)
{
  g_autofree char *text = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  cyan_profile_builder_set_meta (builder, key, text);
  return TRUE;
}

/* Defines @name, which reads a member of a document as @key of the meta data of the @builder in its
 * data, a @type. */
#define CYAN_JSON_META(name, type, builder, key)                                                   \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    return cyan_json_meta (walk, token, ((type *) data)->builder, key, error);                     \
  }
