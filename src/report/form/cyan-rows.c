/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes values and groups to a form, and what it wrote to the writer of the report. */
#include "cyan-rows.h"

#include <math.h>

void
cyan_sink_flush (CyanSink *self, gboolean all)
{
  if (self->text->len == 0 || (!all && self->text->len < CYAN_SINK_PIECE))
    return;
  if (self->error == NULL)
    self->write (self->text->str, self->text->len, self->data, &self->error);
  g_string_truncate (self->text, 0);
}

void
cyan_rows_comment (CyanRows *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->form->comment (self, text);
}

static void
open_group (CyanRows *self, const char *name, CyanGroup group, gboolean is_table)
{
  gboolean inside = self->depth > 0 && self->open[self->depth - 1].indented;

  g_assert (self->depth < CYAN_ROWS_DEPTH);
  self->form->open (self, name, group, is_table);
  self->open[self->depth].group = group;
  self->open[self->depth].indented = inside || group == CYAN_GROUP_PAGE;
  self->open[self->depth].n = 0;
  self->depth++;
  if (is_table)
    self->in_row = self->depth + 1;
}

void
cyan_rows_open (CyanRows *self, const char *name, CyanGroup group)
{
  open_group (self, name, group, FALSE);
}

void
cyan_rows_open_table (CyanRows *self, const char *name)
{
  open_group (self, name, CYAN_GROUP_TABLE, TRUE);
}

void
cyan_rows_close (CyanRows *self)
{
  self->form->close (self);
  self->depth--;
  if (self->depth + 1 < self->in_row)
    self->in_row = 0;
  cyan_sink_flush (self->sink, FALSE);
}

static void
put (CyanRows *self, const char *name, CyanValue value)
{
  self->form->value (self, name, &value);
}

void
cyan_rows_none (CyanRows *self, const char *name)
{
  put (self, name, (CyanValue){ .kind = CYAN_VALUE_NONE });
}

void
cyan_rows_text (CyanRows *self, const char *name, const char *text)
{
  put (self, name,
       (CyanValue){ .kind = text != NULL ? CYAN_VALUE_TEXT : CYAN_VALUE_NONE, .text = text });
}

void
cyan_rows_count_if (CyanRows *self, const char *name, gboolean exists, guint64 count)
{
  put (self, name,
       (CyanValue){ .kind = exists ? CYAN_VALUE_COUNT : CYAN_VALUE_NONE, .count = count });
}

void
cyan_rows_unit (CyanRows *self, const char *unit)
{
  cyan_rows_text (self, "unit", *unit != '\0' ? unit : NULL);
}

void
cyan_rows_count (CyanRows *self, const char *name, guint64 count)
{
  cyan_rows_count_if (self, name, TRUE, count);
}

void
cyan_rows_integer (CyanRows *self, const char *name, gint64 number)
{
  cyan_rows_count_if (self, name, number >= 0, (guint64) number);
}

void
cyan_rows_number_if (CyanRows *self, const char *name, gboolean exists, double number)
{
  gboolean is_number = exists && isfinite (number);

  put (self, name,
       (CyanValue){ .kind = is_number ? CYAN_VALUE_NUMBER : CYAN_VALUE_NONE, .number = number });
}

void
cyan_rows_number (CyanRows *self, const char *name, double number)
{
  cyan_rows_number_if (self, name, TRUE, number);
}

void
cyan_rows_flag (CyanRows *self, const char *name, gboolean flag)
{
  put (self, name, (CyanValue){ .kind = CYAN_VALUE_FLAG, .flag = flag });
}

void
cyan_rows_texts (CyanRows *self, const char *name, const GPtrArray *texts)
{
  cyan_rows_open (self, name, CYAN_GROUP_LIST);
  for (guint i = 0; i < texts->len; i++)
    cyan_rows_text (self, NULL, g_ptr_array_index (texts, i));
  cyan_rows_close (self);
}

void
cyan_rows_joined (CyanRows *self, const char *name, const GPtrArray *texts, const char *separator)
{
  g_autoptr (GString) text = NULL;

  if (self->form->nested)
    {
      cyan_rows_texts (self, name, texts);
      return;
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? separator : "",
                            (const char *) g_ptr_array_index (texts, i));
  cyan_rows_text (self, name, text->str);
}

gboolean
cyan_rows_go_on (const CyanRows *self)
{
  return self->sink->error == NULL;
}

/* ---- lists of objects ---- */

static void
put_objects (CyanRows *self, guint n, CyanRowFunc put_members, gconstpointer about)
{
  for (guint i = 0; i < n && cyan_rows_go_on (self); i++)
    {
      cyan_rows_open (self, NULL, CYAN_GROUP_OBJECT);
      put_members (self, about, i);
      cyan_rows_close (self);
    }
  cyan_rows_close (self);
}

void
cyan_rows_list (CyanRows *self,
                const char *name,
                CyanGroup group,
                guint n,
                CyanRowFunc put_members,
                gconstpointer about)
{
  cyan_rows_open (self, name, group);
  put_objects (self, n, put_members, about);
}

void
cyan_rows_table (
    CyanRows *self, const char *name, guint n, CyanRowFunc put_members, gconstpointer about)
{
  cyan_rows_open_table (self, name);
  put_objects (self, n, put_members, about);
}

/* ---- columns ---- */

void
cyan_rows_field (CyanRows *self, const CyanField *field, gconstpointer row, gboolean exists)
{
  gconstpointer at = (const char *) row + field->at;

  switch (field->type)
    {
    case CYAN_FIELD_COUNT:
      cyan_rows_count_if (self, field->names, exists, *(const guint *) at);
      break;
    case CYAN_FIELD_COUNT_64:
    case CYAN_FIELD_BYTES:
      cyan_rows_count_if (self, field->names, exists, *(const guint64 *) at);
      break;
    case CYAN_FIELD_NUMBER:
    case CYAN_FIELD_SHARE:
      cyan_rows_number_if (self, field->names, exists, *(const double *) at);
      break;
    case CYAN_FIELD_OWN:
    case CYAN_FIELD_CONTEXT:
      break;
    }
}
