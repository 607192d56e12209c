/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes JSON. */
#include "cyan-json-writer.h"

#include <string.h>

#include "cyan-number.h"

static void
begin_line (CyanJsonWriter *self)
{
  if (self->is_line)
    return;
  if (self->depth > 0)
    g_string_append_c (self->text, '\n');
  for (guint i = 0; i < self->depth; i++)
    g_string_append (self->text, "  ");
}

static void
begin (CyanJsonWriter *self, const char *key)
{
  if (self->has_members)
    g_string_append_c (self->text, ',');
  begin_line (self);
  if (key != NULL)
    g_string_append_printf (self->text, self->is_line ? "\"%s\":" : "\"%s\": ", key);
  self->has_members = TRUE;
}

static void
open_with (CyanJsonWriter *self, const char *key, char bracket)
{
  begin (self, key);
  g_string_append_c (self->text, bracket);
  self->depth++;
  self->has_members = FALSE;
}

static void
close_with (CyanJsonWriter *self, char bracket)
{
  self->depth--;
  if (self->has_members && self->depth == 0 && !self->is_line)
    g_string_append_c (self->text, '\n');
  else if (self->has_members)
    begin_line (self);
  g_string_append_c (self->text, bracket);
  self->has_members = TRUE;
}

void
cyan_json_writer_open_object (CyanJsonWriter *self, const char *key)
{
  open_with (self, key, '{');
}

void
cyan_json_writer_close_object (CyanJsonWriter *self)
{
  close_with (self, '}');
}

void
cyan_json_writer_open_array (CyanJsonWriter *self, const char *key)
{
  open_with (self, key, '[');
}

void
cyan_json_writer_close_array (CyanJsonWriter *self)
{
  close_with (self, ']');
}

/* What stands behind the backslash for @c; 0: nothing needs one. */
static char
escape_of (char c)
{
  return c == '"' || c == '\\' ? c : c == '\n' ? 'n' : c == '\t' ? 't' : (guchar) c < ' ' ? 'u' : 0;
}

void
cyan_json_writer_text (CyanJsonWriter *self, const char *key, const char *value)
{
  if (value == NULL)
    return;
  begin (self, key);
  g_string_append_c (self->text, '"');
  for (const char *c = value; *c != '\0'; c++)
    switch (escape_of (*c))
      {
      case 0:
        g_string_append_c (self->text, *c);
        break;
      case 'u':
        g_string_append_printf (self->text, "\\u%04x", *c);
        break;
      default:
        g_string_append_printf (self->text, "\\%c", escape_of (*c));
        break;
      }
  g_string_append_c (self->text, '"');
}

gsize
cyan_json_quoted_length (const char *text, gsize length)
{
  gsize n = 2 + length;

  for (gsize i = 0; i < length; i++)
    n += escape_of (text[i]) == 0 ? 0 : escape_of (text[i]) == 'u' ? strlen ("u0000") : 1;
  return n;
}

void
cyan_json_writer_raw (CyanJsonWriter *self, const char *key, const char *json)
{
  begin (self, key);
  g_string_append (self->text, json);
}

void
cyan_json_writer_flag (CyanJsonWriter *self, const char *key, gboolean value)
{
  begin (self, key);
  g_string_append (self->text, value ? "true" : "false");
}

void
cyan_json_writer_count (CyanJsonWriter *self, const char *key, guint64 value)
{
  begin (self, key);
  g_string_append_printf (self->text, "%" G_GUINT64_FORMAT, value);
}

void
cyan_json_writer_number (CyanJsonWriter *self, const char *key, double value)
{
  g_autofree char *text = cyan_double_to_text (value);

  begin (self, key);
  g_string_append (self->text, text);
}

void
cyan_json_writer_counts (CyanJsonWriter *self,
                         const char *key,
                         const guint32 *values,
                         guint n_values)
{
  begin (self, key);
  g_string_append_c (self->text, '[');
  for (guint i = 0; i < n_values; i++)
    g_string_append_printf (self->text, i > 0 ? ", %u" : "%u", values[i]);
  g_string_append_c (self->text, ']');
}

/* A number that need not be there is written only if it can be read. */
static gboolean
is_left_out (const CyanJsonMember *member, double number)
{
  return !member->required && (member->least != 0 || member->most != 0)
         && !(number >= member->least && number <= member->most);
}

static void
write_field (CyanJsonWriter *self, const CyanJsonMember *member, gconstpointer field)
{
  switch (member->field)
    {
    case CYAN_JSON_FIELD_TEXT:
      cyan_json_writer_text (self, member->key, *(char *const *) field);
      break;
    case CYAN_JSON_FIELD_NUMBER:
      if (!is_left_out (member, *(const double *) field))
        cyan_json_writer_number (self, member->key, *(const double *) field);
      break;
    case CYAN_JSON_FIELD_COUNT:
      cyan_json_writer_count (self, member->key, *(const guint32 *) field);
      break;
    case CYAN_JSON_FIELD_FLAG:
      cyan_json_writer_flag (self, member->key, *(const gboolean *) field);
      break;
    case CYAN_JSON_FIELD_WORD:
      cyan_json_writer_text (self, member->key, member->words[*(const guint *) field]);
      break;
    case CYAN_JSON_FIELD_NONE:
    case CYAN_JSON_FIELD_STR:
    case CYAN_JSON_FIELD_INTEGER:
    case CYAN_JSON_FIELD_COUNTS:
    default:
      break;
    }
}

void
cyan_json_writer_fields (CyanJsonWriter *self,
                         const CyanJsonMember *members,
                         guint n_members,
                         gconstpointer data)
{
  for (guint m = 0; m < n_members; m++)
    write_field (self, &members[m], (const char *) data + members[m].offset);
}
