/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a pprof profile: decoded message by message, checked at the end of the file. */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

void
cyan_pprof_tables_init (CyanPprofTables *self,
                        CyanScratch *scratch,
                        CyanInput *input,
                        CyanStrings *pool,
                        gboolean with_lines)
{
  *self = (CyanPprofTables){ .input = input, .pool = pool };
  self->text = cyan_scratch_text (scratch);
  self->text_ends = cyan_scratch_array (scratch, sizeof (gsize));
  cyan_ids_init (&self->function_ids, scratch);
  cyan_ids_init (&self->location_ids, scratch);
  cyan_ids_init (&self->mapping_ids, scratch);
  self->functions = cyan_scratch_array (scratch, sizeof (CyanPprofFunction));
  self->locations = cyan_scratch_array (scratch, sizeof (CyanPprofLocation));
  self->mappings = cyan_scratch_array (scratch, sizeof (CyanPprofMapping));
  cyan_scratch_free (scratch, &self->interned);
  self->lines = cyan_scratch_array (scratch, sizeof (guint32));
  self->line_numbers = with_lines ? cyan_scratch_array (scratch, sizeof (guint32)) : NULL;
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
         + (guint64) self->lines->len * (self->line_numbers != NULL ? 2 : 1) * sizeof (guint32);
}

gboolean
cyan_pprof_string_index (
    CyanPprofTables *self, const CyanProtobuf *wire, guint64 value, guint32 *index, GError **error)
{
  if (value >= CYAN_PPROF_MAX_STRINGS)
    return cyan_protobuf_fail (wire, self->input, error,
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
    return cyan_protobuf_fail (wire, self->input, error, _ ("the first string is not empty"));
  if (self->text_ends->len == CYAN_PPROF_MAX_STRINGS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: more than %'d strings"),
                      cyan_input_name (self->input), CYAN_PPROF_MAX_STRINGS);
  g_string_append_len (self->text, (const char *) wire->bytes, (gssize) wire->length);
  g_array_append_val (self->text_ends, self->text->len);
  return TRUE;
}

gboolean
cyan_pprof_read_numbers (CyanPprofTables *self,
                         const CyanProtobuf *outer,
                         const char *what,
                         const CyanPprofField *fields,
                         guint n_fields,
                         GError **error)
{
  CyanProtobuf wire;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      CyanPprofField to;

      if (wire.field >= n_fields)
        continue;
      if (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_NUMBER, what, error))
        return FALSE;
      to = fields[wire.field];
      if (to.number != NULL)
        *to.number = wire.value;
      if (to.string != NULL && !cyan_pprof_string_index (self, &wire, wire.value, to.string, error))
        return FALSE;
    }
  return step == 0;
}

/* The entry of the @what with @id in @array, where it is marked as @defined.  NULL with @error if
 * there is one already, or the id is 0. */
static gpointer
define (const CyanPprofTables *self,
        const CyanProtobuf *outer,
        const char *what,
        guint64 id,
        CyanIds *ids,
        GArray *array,
        gsize defined,
        GError **error)
{
  guint size = g_array_get_element_size (array);
  guint32 number;
  guint8 *entry;

  if (id == 0)
    {
      cyan_protobuf_fail (outer, self->input, error, _ ("a %s of id 0"), what);
      return NULL;
    }
  number = cyan_ids_number (ids, id);
  if (number >= array->len)
    g_array_set_size (array, number + 1);
  entry = (guint8 *) array->data + (gsize) number * size;
  if (*(gboolean *) (entry + defined))
    {
      cyan_protobuf_fail (outer, self->input, error, _ ("a second %s %" PRIu64), what, id);
      return NULL;
    }
  return entry;
}

/* A line that a file may give, which fits in 32 bits. */
static guint32
line_of (guint64 value)
{
  return value <= G_MAXUINT32 ? (guint32) value : 0;
}

gboolean
cyan_pprof_tables_add_function (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofFunction function = { .defined = TRUE }, *entry;
  guint64 id = 0, line = 0;
  const CyanPprofField fields[] = {
    { 0 },
    { .number = &id },
    { .string = &function.name },
    { .string = &function.system_name },
    { .string = &function.file },
    { .number = &line },
  };

  if (!cyan_pprof_read_numbers (self, outer, "function", fields, G_N_ELEMENTS (fields), error))
    return FALSE;
  entry = define (self, outer, "function", id, &self->function_ids, self->functions,
                  G_STRUCT_OFFSET (CyanPprofFunction, defined), error);
  if (entry == NULL)
    return FALSE;
  function.line = line_of (line);
  *entry = function;
  return TRUE;
}

gboolean
cyan_pprof_tables_add_mapping (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofMapping mapping = { .defined = TRUE }, *entry;
  guint64 id = 0;
  const CyanPprofField fields[11] = { [1] = { .number = &id }, [5] = { .string = &mapping.file } };

  if (!cyan_pprof_read_numbers (self, outer, "mapping", fields, G_N_ELEMENTS (fields), error))
    return FALSE;
  entry = define (self, outer, "mapping", id, &self->mapping_ids, self->mappings,
                  G_STRUCT_OFFSET (CyanPprofMapping, defined), error);
  if (entry == NULL)
    return FALSE;
  *entry = mapping;
  return TRUE;
}

static gboolean
add_line (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  guint64 id = 0, number = 0;
  guint32 function, line;
  const CyanPprofField fields[3] = { [1] = { .number = &id }, [2] = { .number = &number } };

  if (!cyan_pprof_read_numbers (self, outer, "line", fields, G_N_ELEMENTS (fields), error))
    return FALSE;
  if (id == 0)
    return cyan_protobuf_fail (outer, self->input, error, _ ("a line of function 0"));
  function = cyan_ids_number (&self->function_ids, id);
  g_array_append_val (self->lines, function);
  if (self->line_numbers != NULL)
    {
      line = number <= G_MAXINT32 ? (guint32) number : 0;
      g_array_append_val (self->line_numbers, line);
    }
  return TRUE;
}

gboolean
cyan_pprof_tables_add_location (CyanPprofTables *self, const CyanProtobuf *outer, GError **error)
{
  CyanPprofLocation location = { .first_line = self->lines->len, .defined = TRUE }, *entry;
  CyanProtobuf wire;
  guint64 id = 0;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      if (wire.field <= 5
          && !cyan_protobuf_expect (&wire, self->input,
                                    wire.field == 4 ? CYAN_PROTOBUF_BYTES : CYAN_PROTOBUF_NUMBER,
                                    "location", error))
        return FALSE;
      if (wire.field == 1)
        id = wire.value;
      else if (wire.field == 2)
        location.mapping =
            wire.value == 0 ? 0 : cyan_ids_number (&self->mapping_ids, wire.value) + 1;
      else if (wire.field == 4 && !add_line (self, &wire, error))
        return FALSE;
    }
  if (step < 0)
    return FALSE;
  entry = define (self, outer, "location", id, &self->location_ids, self->locations,
                  G_STRUCT_OFFSET (CyanPprofLocation, defined), error);
  if (entry == NULL)
    return FALSE;
  location.lines = self->lines->len - location.first_line;
  *entry = location;
  return TRUE;
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
      guint32 function = g_array_index (self->lines, guint32, location->first_line + i);

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
    return cyan_protobuf_fail (
        &(CyanProtobuf){ .field_offset = self->max_string_offset }, self->input, error,
        _ ("string %u is not in the table of strings, which has %u"), self->max_string, n_strings);
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
