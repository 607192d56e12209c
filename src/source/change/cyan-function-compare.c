/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two bodies. */
#include "cyan-function-compare.h"

#include <string.h>

#include "cyan-code.h"
#include "cyan-name-parts.h"
#include "cyan-number.h"

/* Replace a function's own name and those of others; no language has such tokens. */
#define OWN_NAME   "\1"
#define OTHER_NAME "\2"

GString *
cyan_function_text_normalise (const CyanFunctionText *self, const char *own_name)
{
  return cyan_function_text_normalise_among (self, own_name, NULL);
}

GString *
cyan_function_text_normalise_among (const CyanFunctionText *self,
                                    const char *own_name,
                                    GHashTable *others)
{
  gsize length;
  const char *body = cyan_function_text_lines (self, &length);
  GString *code = cyan_code_normalise (cyan_language_of_path (self->path), body, length);
  GString *replaced;

  if (own_name != NULL && own_name[0] == '\0')
    own_name = NULL;
  if (own_name == NULL && others == NULL)
    return code;
  replaced = g_string_sized_new (code->len);
  for (gsize at = 0; at < code->len; at += strlen (code->str + at) + 1)
    {
      const char *token = code->str + at;
      const char *kept = token;

      if (g_strcmp0 (token, own_name) == 0)
        kept = OWN_NAME;
      else if (others != NULL && g_hash_table_contains (others, token))
        kept = OTHER_NAME;

      g_string_append_len (replaced, kept, (gssize) strlen (kept) + 1);
    }
  g_string_free (code, TRUE);
  return replaced;
}

GString *
cyan_function_text_written (const CyanFunctionText *self, const char *own_name)
{
  gsize length, word;
  const char *body = cyan_function_text_lines (self, &length);
  gsize name_length = own_name != NULL ? strlen (own_name) : 0;
  GString *written = g_string_sized_new (length);

  for (gsize at = 0; at < length; at += MAX (word, 1))
    {
      for (word = 0; at + word < length && cyan_code_is_word_byte (body[at + word]); word++)
        ;
      if (word > 0 && word == name_length && memcmp (body + at, own_name, word) == 0)
        g_string_append (written, OWN_NAME);
      else
        g_string_append_len (written, body + at, (gssize) MAX (word, 1));
    }
  return written;
}

typedef GString *(*FormFunc) (const CyanFunctionText *text, const char *own_name);

static gboolean
have_same (FormFunc form,
           const CyanFunctionText *before,
           const char *before_name,
           const CyanFunctionText *after,
           const char *after_name)
{
  g_autoptr (GString) a = form (before, before_name), b = form (after, after_name);

  return g_string_equal (a, b);
}

static CyanChange
compare (const CyanFunctionText *before,
         const char *before_name,
         const CyanFunctionText *after,
         const char *after_name)
{
  if (before == NULL || after == NULL)
    return CYAN_CHANGE_UNKNOWN;
  if (have_same (cyan_function_text_written, before, before_name, after, after_name))
    return CYAN_CHANGE_UNMODIFIED;
  if (have_same (cyan_function_text_normalise, before, before_name, after, after_name))
    return CYAN_CHANGE_REFORMATTED;
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
  g_autofree char *old = cyan_name_identifier (before_name);
  g_autofree char *new = cyan_name_identifier (after_name);

  return compare (before, old, after, new);
}

guint64
cyan_function_text_hash_form (const GString *form)
{
  return MAX (cyan_hash_bytes (form->str, form->len), 1);
}

guint64
cyan_function_text_hash_named (const CyanFunctionText *self, const char *name)
{
  g_autofree char *own_name = cyan_name_identifier (name);
  g_autoptr (GString) code = cyan_function_text_normalise (self, own_name);

  return cyan_function_text_hash_form (code);
}
