/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a pprof profile: decoded message by message, checked at the end of the file. */
#include "cyan-pprof-tables.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

/* Grows @array with zeros until it has element @number, and returns that element. */
#define ENTRY(array, type, number)                                                                 \
  (((number) >= (array)->len ? (void) g_array_set_size ((array), (number) + 1) : (void) 0),        \
   &g_array_index ((array), type, (number)))

void
cyan_pprof_tables_init (CyanPprofTables *self, CyanInput *input, CyanStrings *pool)
{
  *self = (CyanPprofTables){ .input = input, .pool = pool };
  self->text = g_string_new (NULL);
  self->text_ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  cyan_ids_init (&self->function_ids);
  cyan_ids_init (&self->location_ids);
  cyan_ids_init (&self->mapping_ids);
  self->functions = g_array_new (FALSE, TRUE, sizeof (CyanPprofFunction));
  self->locations = g_array_new (FALSE, TRUE, sizeof (CyanPprofLocation));
  self->mappings = g_array_new (FALSE, TRUE, sizeof (CyanPprofMapping));
  self->lines = g_array_new (FALSE, FALSE, sizeof (CyanPprofLine));
}

void
cyan_pprof_tables_clear (CyanPprofTables *self)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->text_ends);
  g_free (self->interned);
  cyan_ids_clear (&self->function_ids);
  cyan_ids_clear (&self->location_ids);
  cyan_ids_clear (&self->mapping_ids);
  g_array_unref (self->functions);
  g_array_unref (self->locations);
  g_array_unref (self->mappings);
  g_array_unref (self->lines);
}

guint64
cyan_pprof_tables_memory (const CyanPprofTables *self)
{
  return self->text->allocated_len + (guint64) self->text_ends->len * sizeof (gsize)
         + cyan_ids_memory (&self->function_ids) + cyan_ids_memory (&self->location_ids)
         + cyan_ids_memory (&self->mapping_ids)
         + (guint64) self->functions->len * sizeof (CyanPprofFunction)
         + (guint64) self->locations->len * sizeof (CyanPprofLocation)
         + (guint64) self->mappings->len * sizeof (CyanPprofMapping)
         + (guint64) self->lines->len * sizeof (CyanPprofLine);
}

gboolean
cyan_pprof_fail (
    const CyanPprofTables *self, guint64 offset, GError **error, const char *format, ...)
{
  va_list args;
  g_autofree char *reason = NULL;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: byte %" PRIu64 ": %s"),
                    cyan_input_name (self->input), offset, reason);
}

int
cyan_pprof_next (const CyanPprofTables *self, CyanProtobuf *wire, GError **error)
{
  return cyan_protobuf_take (wire, self->input, error);
}

gboolean
cyan_pprof_expect (const CyanPprofTables *self,
                   const CyanProtobuf *wire,
                   guint type,
                   const char *what,
                   GError **error)
{
  return cyan_protobuf_expect (wire, self->input, type, what, error);
}

gboolean
cyan_pprof_string_index (
    CyanPprofTables *self, const CyanProtobuf *wire, guint64 value, guint32 *index, GError **error)
{
  if (value >= CYAN_PPROF_MAX_STRINGS)
    return cyan_pprof_fail (self, wire->field_offset, error,
                            _ ("string %" PRId64 " cannot be in the table of strings"),
                            (gint64) value);
  *index = (guint32) value;
  if (*index >= self->max_string)
    {
      self->max_string = *index;
      self->max_string_offset = wire->field_offset;
    }
  return TRUE;
}

gboolean
cyan_pprof_tables_add_string (CyanPprofTables *self, const CyanProtobuf *wire, GError **error)
{
  if (self->text_ends->len == 0 && wire->length > 0)
    return cyan_pprof_fail (self, wire->field_offset, error, _ ("the first string is not empty"));
  if (self->text_ends->len == CYAN_PPROF_MAX_STRINGS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'d strings"),
                      cyan_input_name (self->input), CYAN_PPROF_MAX_STRINGS);
  g_string_append_len (self->text, (const char *) wire->bytes, (gssize) wire->length);
  g_array_append_val (self->text_ends, self->text->len);
  return TRUE;
}

/* Marks the @what with @id as defined.  Fails if it was defined before. */
static gboolean
define (const CyanPprofTables *self,
        guint64 offset,
        const char *what,
        guint64 id,
        gboolean *defined,
        GError **error)
{
  if (*defined)
    return cyan_pprof_fail (self, offset, error, _ ("a second %s %" PRIu64), what, id);
  *defined = TRUE;
  return TRUE;
}

static gboolean
no_id (const CyanPprofTables *self, guint64 offset, const char *what, GError **error)
{
  return cyan_pprof_fail (self, offset, error, _ ("a %s of id 0"), what);
}

gboolean
cyan_pprof_tables_add_function (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofFunction function = { 0 }, *entry;
  CyanProtobuf wire;
  guint64 id = 0;
  gboolean defined = FALSE;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_pprof_next (self, &wire, error)) > 0)
    {
      gboolean ok = TRUE;

      if (wire.field <= 5
          && !cyan_pprof_expect (self, &wire, CYAN_PROTOBUF_NUMBER, "function", error))
        return FALSE;
      if (wire.field == 1)
        id = wire.value;
      else if (wire.field == 2)
        ok = cyan_pprof_string_index (self, &wire, wire.value, &function.name, error);
      else if (wire.field == 3)
        ok = cyan_pprof_string_index (self, &wire, wire.value, &function.system_name, error);
      else if (wire.field == 4)
        ok = cyan_pprof_string_index (self, &wire, wire.value, &function.file, error);
      else if (wire.field == 5)
        function.line = wire.value <= G_MAXUINT32 ? (guint32) wire.value : 0;
      if (!ok)
        return FALSE;
    }
  if (step < 0)
    return FALSE;
  if (id == 0)
    return no_id (self, outer->field_offset, "function", error);
  entry = ENTRY (self->functions, CyanPprofFunction, cyan_ids_number (&self->function_ids, id));
  defined = entry->defined;
  if (!define (self, outer->field_offset, "function", id, &defined, error))
    return FALSE;
  *entry = function;
  entry->defined = TRUE;
  return TRUE;
}

gboolean
cyan_pprof_tables_add_mapping (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofMapping *entry;
  CyanProtobuf wire;
  guint64 id = 0;
  guint32 file = 0;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_pprof_next (self, &wire, error)) > 0)
    {
      if (wire.field <= 10
          && !cyan_pprof_expect (self, &wire, CYAN_PROTOBUF_NUMBER, "mapping", error))
        return FALSE;
      if (wire.field == 1)
        id = wire.value;
      else if (wire.field == 5 && !cyan_pprof_string_index (self, &wire, wire.value, &file, error))
        return FALSE;
    }
  if (step < 0)
    return FALSE;
  if (id == 0)
    return no_id (self, outer->field_offset, "mapping", error);
  entry = ENTRY (self->mappings, CyanPprofMapping, cyan_ids_number (&self->mapping_ids, id));
  entry->file = file;
  return define (self, outer->field_offset, "mapping", id, &entry->defined, error);
}

static gboolean
add_line (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofLine line = { 0 };
  CyanProtobuf wire;
  guint64 id = 0;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_pprof_next (self, &wire, error)) > 0)
    {
      if (wire.field <= 2 && !cyan_pprof_expect (self, &wire, CYAN_PROTOBUF_NUMBER, "line", error))
        return FALSE;
      if (wire.field == 1)
        id = wire.value;
      else if (wire.field == 2)
        line.number = wire.value <= G_MAXUINT32 ? (guint32) wire.value : 0;
    }
  if (step < 0)
    return FALSE;
  if (id == 0)
    return cyan_pprof_fail (self, outer->field_offset, error, _ ("a line of function 0"));
  line.function = cyan_ids_number (&self->function_ids, id);
  g_array_append_val (self->lines, line);
  return TRUE;
}

gboolean
cyan_pprof_tables_add_location (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  guint32 first_line = self->lines->len, mapping = 0, address = 0;
  CyanPprofLocation *entry;
  CyanProtobuf wire;
  guint64 id = 0;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_pprof_next (self, &wire, error)) > 0)
    {
      if (wire.field <= 5
          && !cyan_pprof_expect (self, &wire,
                                 wire.field == 4 ? CYAN_PROTOBUF_BYTES : CYAN_PROTOBUF_NUMBER,
                                 "location", error))
        return FALSE;
      if (wire.field == 1)
        id = wire.value;
      else if (wire.field == 2)
        mapping = wire.value == 0 ? 0 : cyan_ids_number (&self->mapping_ids, wire.value) + 1;
      else if (wire.field == 3)
        address = wire.value <= G_MAXUINT32 ? (guint32) wire.value : 0;
      else if (wire.field == 4 && !add_line (self, &wire, error))
        return FALSE;
    }
  if (step < 0)
    return FALSE;
  if (id == 0)
    return no_id (self, outer->field_offset, "location", error);
  entry = ENTRY (self->locations, CyanPprofLocation, cyan_ids_number (&self->location_ids, id));
  entry->mapping = mapping;
  entry->first_line = first_line;
  entry->lines = self->lines->len - first_line;
  entry->address = address;
  return define (self, outer->field_offset, "location", id, &entry->defined, error);
}

/* Fails because @user refers to a @what that is not defined. */
static gboolean
dangling (const CyanPprofTables *self,
          const char *user,
          const char *what,
          const CyanIds *ids,
          guint32 number,
          GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    _ ("%s: %s refers to %s %" PRIu64 ", which is not there"),
                    cyan_input_name (self->input), user, what, cyan_ids_get (ids, number));
}

static gboolean
check_location (const CyanPprofTables *self, guint32 number, GError **error)
{
  const CyanPprofLocation *location = &g_array_index (self->locations, CyanPprofLocation, number);
  guint32 mapping = location->mapping;

  if (!location->defined)
    return dangling (self, _ ("a sample"), _ ("location"), &self->location_ids, number, error);
  if (mapping != 0
      && (mapping > self->mappings->len
          || !g_array_index (self->mappings, CyanPprofMapping, mapping - 1).defined))
    return dangling (self, _ ("a location"), _ ("mapping"), &self->mapping_ids, mapping - 1, error);
  for (guint32 i = 0; i < location->lines; i++)
    {
      guint32 function =
          g_array_index (self->lines, CyanPprofLine, location->first_line + i).function;

      if (function >= self->functions->len
          || !g_array_index (self->functions, CyanPprofFunction, function).defined)
        return dangling (self, _ ("a line"), _ ("function"), &self->function_ids, function, error);
    }
  return TRUE;
}

gboolean
cyan_pprof_tables_check (CyanPprofTables *self, GError **error)
{
  guint n_strings = self->text_ends->len;

  if (n_strings == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: there is no table of strings"),
                      cyan_input_name (self->input));
  if (self->max_string >= n_strings)
    return cyan_pprof_fail (self, self->max_string_offset, error,
                            _ ("string %u is not in the table of strings, which has %u"),
                            self->max_string, n_strings);
  g_array_set_size (self->locations, self->location_ids.ids->len);
  for (guint32 i = 0; i < self->locations->len; i++)
    if (!check_location (self, i, error))
      return FALSE;
  self->interned = g_new0 (CyanStr, n_strings);
  return TRUE;
}

CyanStr
cyan_pprof_tables_string (CyanPprofTables *self, guint32 index)
{
  CyanStr *interned = &self->interned[index];

  if (*interned == 0)
    {
      const gsize *ends = (const gsize *) self->text_ends->data;
      gsize begin = index > 0 ? ends[index - 1] : 0;

      *interned =
          1
          + cyan_strings_add (self->pool, self->text->str + begin, (gssize) (ends[index] - begin));
    }
  return *interned - 1;
}

const char *
cyan_pprof_tables_text (CyanPprofTables *self, guint32 index)
{
  return cyan_strings_get (self->pool, cyan_pprof_tables_string (self, index));
}
