/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's text in its file. */
#include "cyan-function-text.h"

#include <string.h>

CyanFunctionText *
cyan_function_text_new (const char *path, char *file_text, guint first_line, guint last_line)
{
  CyanFunctionText *self = g_new0 (CyanFunctionText, 1);

  cyan_ref_count_init (&self->refs);
  self->path = g_strdup (path);
  self->file_text = file_text;
  self->first_line = first_line;
  self->last_line = last_line;
  return self;
}

CYAN_DEFINE_REF (CyanFunctionText, cyan_function_text)

void
cyan_function_text_unref (CyanFunctionText *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_free (self->path);
  g_free (self->name);
  g_clear_pointer (&self->file_text, g_ref_string_release);
  g_free (self);
}

const char *
cyan_function_text_lines (const CyanFunctionText *self, gsize *length)
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

char *
cyan_function_text_body (const CyanFunctionText *self)
{
  gsize length;
  const char *body = cyan_function_text_lines (self, &length);

  return g_strndup (body, length);
}
