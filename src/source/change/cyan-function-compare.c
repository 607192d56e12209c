/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two bodies. */
#include "cyan-function-compare.h"

#include <string.h>

#include "cyan-code.h"
#include "cyan-name-parts.h"

/* Replaces a function's own name; no language has such a token. */
#define OWN_NAME "\1"

GString *
cyan_function_text_normalise (const CyanFunctionText *self, const char *own_name)
{
  gsize length;
  const char *body = cyan_function_text_lines (self, &length);
  GString *code = cyan_code_normalise (cyan_language_of_path (self->path), body, length);
  GString *replaced;

  if (own_name == NULL || own_name[0] == '\0')
    return code;
  replaced = g_string_sized_new (code->len);
  for (gsize at = 0; at < code->len; at += strlen (code->str + at) + 1)
    {
      const char *token = code->str + at;
      const char *kept = strcmp (token, own_name) == 0 ? OWN_NAME : token;

      g_string_append_len (replaced, kept, (gssize) strlen (kept) + 1);
    }
  g_string_free (code, TRUE);
  return replaced;
}

static CyanChange
compare (const CyanFunctionText *before,
         const char *before_name,
         const CyanFunctionText *after,
         const char *after_name)
{
  GString *a, *b;
  gboolean equal;

  if (before == NULL || after == NULL)
    return CYAN_CHANGE_UNKNOWN;
  a = cyan_function_text_normalise (before, before_name);
  b = cyan_function_text_normalise (after, after_name);
  equal = g_string_equal (a, b);
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
  if (equal)
    return CYAN_CHANGE_UNMODIFIED;
  /* In an unknown language, a difference may be in a comment. */
  if (cyan_language_of_path (before->path) == CYAN_LANGUAGE_OTHER
      || cyan_language_of_path (after->path) == CYAN_LANGUAGE_OTHER)
    return CYAN_CHANGE_UNKNOWN;
  return CYAN_CHANGE_MODIFIED;
}

CyanChange
cyan_function_text_compare (const CyanFunctionText *before, const CyanFunctionText *after)
{
  return compare (before, NULL, after, NULL);
}

CyanChange
cyan_function_text_compare_renamed (const CyanFunctionText *before,
                                    const char *before_name,
                                    const CyanFunctionText *after,
                                    const char *after_name)
{
  g_auto (CyanNameParts) old = { 0 }, new = { 0 };

  cyan_name_parts_init (&old, before_name);
  cyan_name_parts_init (&new, after_name);
  return compare (before, cyan_name_parts_last (&old), after, cyan_name_parts_last (&new));
}

guint64
cyan_function_text_hash_normal (const GString *normal)
{
  /* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < normal->len; i++)
    hash = (hash ^ (guchar) normal->str[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash != 0 ? hash : 1;
}

static guint64
hash_text (const CyanFunctionText *self, const char *own_name)
{
  GString *code = cyan_function_text_normalise (self, own_name);
  guint64 hash = cyan_function_text_hash_normal (code);

  g_string_free (code, TRUE);
  return hash;
}

guint64
cyan_function_text_hash (const CyanFunctionText *self)
{
  return hash_text (self, NULL);
}

guint64
cyan_function_text_hash_named (const CyanFunctionText *self, const char *name)
{
  g_auto (CyanNameParts) parsed = { 0 };

  cyan_name_parts_init (&parsed, name);
  return hash_text (self, cyan_name_parts_last (&parsed));
}
