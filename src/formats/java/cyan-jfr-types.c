/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The metadata event of a Java Flight Recorder chunk: jdk.jfr.internal.consumer.MetadataReader (in
 * older versions jdk.jfr.internal.MetadataReader) of OpenJDK.
 *
 * It has a table of texts and a tree of elements, as in XML: "class" with "field" inside.
 */
#include "cyan-jfr.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <string.h>

/* Values within values are at most this deep; recorders use two levels. */
#define MAX_DEPTH 8

#define NO_SLOT G_MAXUINT8

typedef struct
{
  const char *name;
  guint32 first_field, n_fields;
  gboolean is_text, is_number;
  guint8 size; /* bytes of a value of fixed size; 0: another */
} CyanJfrType;

typedef struct
{
  const char *name;
  guint64 type_id;
  guint32 type; /* index */
  const char *unit;
  gboolean is_constant, is_array;
  guint8 slot;
} CyanJfrField;

/* The attributes of the current element. */
typedef struct
{
  const char *name, *id, *type, *constant, *dimension, *value;
} Attributes;

void
cyan_jfr_types_init (CyanJfrTypes *self, CyanScratch *scratch, CyanBudget *budget)
{
  memset (self, 0, sizeof *self);
  cyan_ids_init (&self->ids, scratch);
  self->types = cyan_scratch_array (scratch, sizeof (CyanJfrType));
  self->fields = cyan_scratch_array (scratch, sizeof (CyanJfrField));
  self->texts = cyan_scratch_pointers (scratch, g_free);
  cyan_scratch_charge (scratch, &self->charge, budget);
}

static gboolean
read_texts (CyanJfrTypes *self, const CyanJfrChunk *chunk, CyanJfrBytes *bytes, GError **error)
{
  GString *text = g_string_new (NULL);
  gboolean ok = TRUE;
  guint64 id;

  for (guint64 n = cyan_jfr_bytes_count (bytes); ok && n > 0 && bytes->problem == NULL; n--)
    {
      if (!cyan_jfr_bytes_text (bytes, text, &id))
        cyan_jfr_bytes_break (bytes, _ ("a name among the constants"));
      g_ptr_array_add (self->texts, g_strdup (text->str));
      cyan_charge_add (&self->charge, text->len + 4 * sizeof (gpointer));
      ok = n % CYAN_TICK_STRIDE != 0 || cyan_input_poll (chunk->input, error);
    }
  g_string_free (text, TRUE);
  return ok;
}

static const char *
read_text (const CyanJfrTypes *self, CyanJfrBytes *bytes)
{
  guint64 index = cyan_jfr_bytes_number (bytes);

  if (index < self->texts->len)
    return g_ptr_array_index (self->texts, index);
  cyan_jfr_bytes_break (bytes, _ ("no text has this number"));
  return "";
}

static void
read_attributes (const CyanJfrTypes *self, CyanJfrBytes *bytes, Attributes *attributes)
{
  *attributes = (Attributes){
    .name = "", .id = "", .type = "", .constant = "", .dimension = "0", .value = ""
  };
  for (guint64 n = cyan_jfr_bytes_count (bytes); n > 0 && bytes->problem == NULL; n--)
    {
      const char *key = read_text (self, bytes), *value = read_text (self, bytes);

      if (strcmp (key, "name") == 0)
        attributes->name = value;
      else if (strcmp (key, "id") == 0)
        attributes->id = value;
      else if (strcmp (key, "class") == 0)
        attributes->type = value;
      else if (strcmp (key, "constantPool") == 0)
        attributes->constant = value;
      else if (strcmp (key, "dimension") == 0)
        attributes->dimension = value;
      else if (strcmp (key, "value") == 0)
        attributes->value = value;
    }
}

static guint64
read_id (CyanJfrBytes *bytes, const char *text)
{
  guint64 id = 0;

  if (!cyan_parse_uint64 (text, strlen (text), &id))
    cyan_jfr_bytes_break (bytes, _ ("the id of a type is not a number"));
  return id;
}

static void
add_type (CyanJfrTypes *self, CyanJfrBytes *bytes, const Attributes *attributes)
{
  static const struct
  {
    const char *name;
    gboolean is_text, is_number;
    guint8 size;
  } primitives[] = {
    { "boolean", .size = 1 },
    { "byte", .size = 1 },
    { "char", .is_number = TRUE },
    { "short", .is_number = TRUE },
    { "int", .is_number = TRUE },
    { "long", .is_number = TRUE },
    { "float", .size = 4 },
    { "double", .size = 8 },
    { "java.lang.String", .is_text = TRUE },
  };
  CyanJfrType type = { .name = attributes->name, .first_field = self->fields->len };
  guint32 index = cyan_ids_number (&self->ids, read_id (bytes, attributes->id));

  if (index != self->types->len)
    {
      cyan_jfr_bytes_break (bytes, _ ("two types have the same id"));
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (primitives); i++)
    if (strcmp (type.name, primitives[i].name) == 0)
      {
        type.is_text = primitives[i].is_text;
        type.is_number = primitives[i].is_number;
        type.size = primitives[i].size;
      }
  cyan_charge_append (&self->charge, self->types, type);
}

static void
add_field (CyanJfrTypes *self, CyanJfrBytes *bytes, const Attributes *attributes)
{
  const CyanJfrField field = {
    .name = attributes->name,
    .type_id = read_id (bytes, attributes->type),
    .is_constant = strcmp (attributes->constant, "true") == 0,
    .is_array = strcmp (attributes->dimension, "0") != 0,
    .unit = "",
    .slot = NO_SLOT,
  };

  if (self->types->len == 0)
    {
      cyan_jfr_bytes_break (bytes, _ ("a field outside of a type"));
      return;
    }
  cyan_charge_append (&self->charge, self->fields, field);
  g_array_index (self->types, CyanJfrType, self->types->len - 1).n_fields++;
}

/* Takes what a field is annotated with, if it is a unit. */
static void
add_annotation (CyanJfrTypes *self, const Attributes *attributes)
{
  static const char *const units[] = {
    "TICKS", "NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "BYTES", NULL
  };

  if (self->fields->len > 0 && g_strv_contains (units, attributes->value))
    g_array_index (self->fields, CyanJfrField, self->fields->len - 1).unit = attributes->value;
}

/* Reads all elements.  A "field" belongs to the last "class", since these are never nested, so that
 * the tree need not be kept: only how many elements are to come. */
static gboolean
read_elements (CyanJfrTypes *self, const CyanJfrChunk *chunk, CyanJfrBytes *bytes, GError **error)
{
  Attributes attributes;
  guint64 n_done = 0;

  for (guint64 n = 1; n > 0 && bytes->problem == NULL; n--)
    {
      const char *element = read_text (self, bytes);

      read_attributes (self, bytes, &attributes);
      if (strcmp (element, "class") == 0)
        add_type (self, bytes, &attributes);
      else if (strcmp (element, "field") == 0)
        add_field (self, bytes, &attributes);
      else if (strcmp (element, "annotation") == 0)
        add_annotation (self, &attributes);
      n += cyan_jfr_bytes_count (bytes);
      if (++n_done % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (chunk->input, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_jfr_types_read (CyanJfrTypes *self, const CyanJfrChunk *chunk, GError **error)
{
  CyanJfrBytes bytes;

  cyan_jfr_chunk_seek (chunk, &bytes, chunk->metadata);
  for (guint i = 0; i < 5; i++)
    cyan_jfr_bytes_number (&bytes); /* size, type of event, start, duration, id */
  if (!read_texts (self, chunk, &bytes, error) || !read_elements (self, chunk, &bytes, error))
    return FALSE;
  for (guint i = 0; i < self->fields->len; i++)
    {
      CyanJfrField *field = &g_array_index (self->fields, CyanJfrField, i);

      field->type = cyan_jfr_types_find (self, field->type_id);
    }
  return cyan_jfr_chunk_check (chunk, &bytes, error) && cyan_input_poll (chunk->input, error);
}

guint32
cyan_jfr_types_find (const CyanJfrTypes *self, guint64 id)
{
  guint32 index = cyan_ids_find (&self->ids, id);

  return index < self->types->len ? index : CYAN_JFR_NO_TYPE;
}

guint32
cyan_jfr_types_named (const CyanJfrTypes *self, const char *name)
{
  for (guint i = 0; i < self->types->len; i++)
    if (strcmp (g_array_index (self->types, CyanJfrType, i).name, name) == 0)
      return i;
  return CYAN_JFR_NO_TYPE;
}

void
cyan_jfr_types_want (CyanJfrTypes *self, guint32 type_index, const char *name, guint slot)
{
  const CyanJfrType *type;

  g_assert (slot < CYAN_JFR_SLOTS);
  if (type_index == CYAN_JFR_NO_TYPE)
    return;
  type = &g_array_index (self->types, CyanJfrType, type_index);
  for (guint i = 0; i < type->n_fields; i++)
    {
      CyanJfrField *field = &g_array_index (self->fields, CyanJfrField, type->first_field + i);

      if (strcmp (field->name, name) == 0)
        field->slot = (guint8) slot;
    }
}

const char *
cyan_jfr_types_name (const CyanJfrTypes *self, guint32 type)
{
  return g_array_index (self->types, CyanJfrType, type).name;
}

const char *
cyan_jfr_types_unit (const CyanJfrTypes *self, guint32 type_index, const char *name)
{
  const CyanJfrType *type = &g_array_index (self->types, CyanJfrType, type_index);

  for (guint i = 0; i < type->n_fields; i++)
    {
      const CyanJfrField *field =
          &g_array_index (self->fields, CyanJfrField, type->first_field + i);

      if (strcmp (field->name, name) == 0)
        return field->unit;
    }
  return NULL;
}

double
cyan_jfr_value_number (const CyanJfrValue *value, double otherwise)
{
  guint32 bits = (guint32) value->number;
  double number = otherwise;
  float single;

  if (value->kind == CYAN_JFR_NUMBER)
    number = (double) (gint64) value->number;
  else if (value->kind == CYAN_JFR_DOUBLE)
    memcpy (&number, &value->number, sizeof number);
  else if (value->kind == CYAN_JFR_FLOAT)
    {
      memcpy (&single, &bits, sizeof single);
      number = single;
    }
  return number > 0 && number <= 1e18 ? number : number <= 0 ? 0 : otherwise;
}

static CyanJfrValue read_value (const CyanJfrTypes *self,
                                guint32 type_index,
                                CyanJfrBytes *bytes,
                                guint depth,
                                CyanJfrValue *values);

static CyanJfrValue
read_field (const CyanJfrTypes *self, const CyanJfrField *field, CyanJfrBytes *bytes, guint depth)
{
  const CyanJfrValue array = { CYAN_JFR_ARRAY, bytes->at };
  guint64 n = field->is_array ? cyan_jfr_bytes_count (bytes) : 1;
  CyanJfrValue value = { CYAN_JFR_ABSENT, 0 };

  for (; n > 0 && bytes->problem == NULL; n--)
    if (field->is_constant)
      value = (CyanJfrValue){ CYAN_JFR_NUMBER, cyan_jfr_bytes_number (bytes) };
    else
      value = read_value (self, field->type, bytes, depth, NULL);
  return field->is_array ? array : value;
}

static void
read_struct (const CyanJfrTypes *self,
             const CyanJfrType *type,
             CyanJfrBytes *bytes,
             guint depth,
             CyanJfrValue *values)
{
  /* So that each value has at least one byte, and as many bytes as values are enough. */
  if (type->n_fields == 0)
    cyan_jfr_bytes_break (bytes, _ ("a value of a type without fields"));
  if (depth > MAX_DEPTH)
    cyan_jfr_bytes_break (bytes, _ ("values that are nested too deeply"));
  for (guint i = 0; i < type->n_fields && bytes->problem == NULL; i++)
    {
      const CyanJfrField *field =
          &g_array_index (self->fields, CyanJfrField, type->first_field + i);
      CyanJfrValue value = read_field (self, field, bytes, depth + 1);

      if (values != NULL && field->slot != NO_SLOT)
        values[field->slot] = value;
    }
}

/* Reads a value; sets @values, unless they are NULL, to its wanted fields. */
static CyanJfrValue
read_value (const CyanJfrTypes *self,
            guint32 type_index,
            CyanJfrBytes *bytes,
            guint depth,
            CyanJfrValue *values)
{
  CyanJfrValue value = { CYAN_JFR_ABSENT, bytes->at };
  const CyanJfrType *type;

  if (type_index == CYAN_JFR_NO_TYPE)
    {
      cyan_jfr_bytes_break (bytes, _ ("a value of an unknown type"));
      return value;
    }
  type = &g_array_index (self->types, CyanJfrType, type_index);
  if (type->is_number)
    return (CyanJfrValue){ CYAN_JFR_NUMBER, cyan_jfr_bytes_number (bytes) };
  if (type->size == 1)
    return (CyanJfrValue){ CYAN_JFR_NUMBER, cyan_jfr_bytes_byte (bytes) };
  if (type->is_text)
    {
      value.kind = CYAN_JFR_TEXT;
      cyan_jfr_bytes_skip_text (bytes);
    }
  else if (type->size > 0)
    {
      value = (CyanJfrValue){ type->size == 4 ? CYAN_JFR_FLOAT : CYAN_JFR_DOUBLE, 0 };
      for (guint i = 0; i < type->size; i++)
        value.number = value.number << 8 | cyan_jfr_bytes_byte (bytes);
    }
  else
    read_struct (self, type, bytes, depth, values);
  return value;
}

void
cyan_jfr_types_value (const CyanJfrTypes *self,
                      guint32 type,
                      CyanJfrBytes *bytes,
                      CyanJfrValue *values)
{
  if (values != NULL)
    memset (values, 0, CYAN_JFR_SLOTS * sizeof *values);
  read_value (self, type, bytes, 0, values);
}
