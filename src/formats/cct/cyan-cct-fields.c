/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields of a line, which tabs part. */
#include "cyan-cct-reader.h"

#include <string.h>

#include "cyan-i18n.h"
#include "cyan-number.h"

gboolean
cyan_cct_next_field (const char **at, const char *end, CyanCctField *field)
{
  const char *tab;

  if (*at > end)
    return FALSE;
  tab = memchr (*at, '\t', (gsize) (end - *at));
  if (tab == NULL)
    tab = end;
  field->bytes = *at;
  field->length = (gsize) (tab - *at);
  *at = tab + 1;
  return TRUE;
}

gboolean
cyan_cct_field_is (const CyanCctField *field, const char *word)
{
  return field->length == strlen (word) && memcmp (field->bytes, word, field->length) == 0;
}

/* Quotes a bad field for a message, shortened if it is long. */
static char *
quote (const CyanCctField *field)
{
  g_autofree char *valid = g_utf8_make_valid (field->bytes, (gssize) MIN (field->length, 40));

  return g_strescape (valid, NULL);
}

gboolean
cyan_cct_fail_field (CyanCctReader *self,
                     const CyanCctField *field,
                     const char *expected,
                     GError **error)
{
  g_autofree char *quoted = quote (field);

  return cyan_input_fail_line (self->input, error, _ ("\"%s\" is not %s"), quoted, expected);
}

gboolean
cyan_cct_read_string (CyanCctReader *self,
                      const CyanCctField *field,
                      CyanStr *string,
                      GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);

  if (memchr (field->bytes, '\\', field->length) == NULL)
    {
      *string = cyan_strings_add (strings, field->bytes, (gssize) field->length);
      return TRUE;
    }
  g_string_truncate (self->scratch, 0);
  for (gsize i = 0; i < field->length; i++)
    {
      char c = field->bytes[i];

      if (c == '\\')
        {
          /* A NUL byte follows the last byte of a line. */
          switch (field->bytes[++i])
            {
            case '\\':
              break;
            case 't':
              c = '\t';
              break;
            case 'n':
              c = '\n';
              break;
            case 'r':
              c = '\r';
              break;
            default:
              return cyan_input_fail_line (
                  self->input, error, _ ("a backslash that is not part of \\\\, \\t, \\n or \\r"));
            }
        }
      g_string_append_c (self->scratch, c);
    }
  *string = cyan_strings_add (strings, self->scratch->str, (gssize) self->scratch->len);
  return TRUE;
}

gboolean
cyan_cct_parse_index (CyanCctReader *self,
                      const char **at,
                      const char *end,
                      const char *what,
                      guint64 *value,
                      GError **error)
{
  CyanCctField field;

  if (!cyan_cct_next_field (at, end, &field))
    return cyan_input_fail_line (self->input, error, _ ("a node without %s"), _ (what));
  if (!cyan_parse_uint64 (field.bytes, field.length, value))
    return cyan_cct_fail_field (self, &field, _ (what), error);
  return TRUE;
}
