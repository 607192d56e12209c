/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's text in its file, and whether two of them differ. */
#include "cyan-source.h"

#include <string.h>

#include "cyan-code.h"

CyanFunctionText *
cyan_function_text_ref (CyanFunctionText *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
cyan_function_text_unref (CyanFunctionText *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->path);
  g_clear_pointer (&self->file_text, g_ref_string_release);
  g_free (self);
}

/* Where the function's lines begin in the file's text, and how many bytes they are. */
static const char *
find_body (const CyanFunctionText *self, gsize *length)
{
  const char *start = self->file_text;
  const char *end;
  guint line = 1;

  for (; line < self->first_line; line++)
    {
      const char *next = strchr (start, '\n');

      if (next == NULL)
        break;
      start = next + 1;
    }
  for (end = start; line <= self->last_line; line++)
    {
      const char *next = strchr (end, '\n');

      if (next == NULL)
        {
          end += strlen (end);
          break;
        }
      end = next + 1;
    }
  *length = (gsize) (end - start);
  return start;
}

static GString *
normalise (const CyanFunctionText *self)
{
  gsize length;
  const char *body = find_body (self, &length);

  return cyan_code_normalise (cyan_language_of_path (self->path), body, length);
}

char *
cyan_function_text_body (const CyanFunctionText *self)
{
  gsize length;
  const char *body = find_body (self, &length);

  return g_strndup (body, length);
}

CyanChange
cyan_function_text_compare (const CyanFunctionText *before, const CyanFunctionText *after)
{
  GString *a, *b;
  gboolean equal;

  if (before == NULL || after == NULL)
    return CYAN_CHANGE_UNKNOWN;
  a = normalise (before);
  b = normalise (after);
  equal = g_string_equal (a, b);
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);
  if (equal)
    return CYAN_CHANGE_UNMODIFIED;
  /* Where comments cannot be told from code, a difference may be in a comment. */
  if (cyan_language_of_path (before->path) == CYAN_LANGUAGE_OTHER
      || cyan_language_of_path (after->path) == CYAN_LANGUAGE_OTHER)
    return CYAN_CHANGE_UNKNOWN;
  return CYAN_CHANGE_MODIFIED;
}

guint64
cyan_function_text_hash (const CyanFunctionText *self)
{
  /* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  GString *code = normalise (self);

  for (gsize i = 0; i < code->len; i++)
    hash = (hash ^ (guchar) code->str[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  g_string_free (code, TRUE);
  return hash != 0 ? hash : 1;
}
