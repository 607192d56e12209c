/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the dictionary of OTLP profiles, and makes contexts of its stacks. */
#include "cyan-otlp-dictionary.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

/* Maximum functions inlined at one location. */
#define MAX_LINES 1000

#define UNKNOWN_NAME "[unknown]"

/* Fields of the message ProfilesDictionary. */
enum
{
  MAPPING = 1,
  LOCATION,
  FUNCTION,
  STRING = 5,
  STACK = 7,
};

typedef struct
{
  guint64 start, offset;
  guint32 file; /* index of a string */
} Mapping;

typedef struct
{
  guint64 address;
  guint32 mapping;
  guint32 first_line, n_lines; /* the innermost first */
} Location;

typedef struct
{
  guint32 name, system_name, file; /* indices of strings */
  guint32 line;                    /* of its definition; 0: unknown */
} Function;

typedef struct
{
  guint32 first, n;
  CyanNode node; /* CYAN_NODE_NONE: not asked for yet */
} Stack;

void
cyan_otlp_dictionary_init (CyanOtlpDictionary *self,
                           CyanScratch *scratch,
                           CyanInput *input,
                           CyanProfileBuilder *builder)
{
  *self = (CyanOtlpDictionary){ .input = input, .builder = builder };
  cyan_scratch_charge (scratch, &self->charge, cyan_input_budget (input));
  self->strings = cyan_scratch_array (scratch, sizeof (CyanStr));
  self->mappings = cyan_scratch_array (scratch, sizeof (Mapping));
  self->locations = cyan_scratch_array (scratch, sizeof (Location));
  self->lines = cyan_scratch_array (scratch, sizeof (guint32));
  self->functions = cyan_scratch_array (scratch, sizeof (Function));
  self->stacks = cyan_scratch_array (scratch, sizeof (Stack));
  self->addresses = cyan_scratch_array (scratch, sizeof (guint32));
}

/* Sets the field with number n of a message of numbers to *@numbers[n]; NULL: it is not used. */
static gboolean
read_numbers (CyanOtlpDictionary *self,
              const CyanProtobuf *outer,
              guint64 *const *numbers,
              guint n_numbers,
              GError **error)
{
  CyanProtobuf wire;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field < n_numbers && numbers[wire.field] != NULL)
      {
        if (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_NUMBER, "dictionary", error))
          return FALSE;
        *numbers[wire.field] = wire.value;
      }
  return step == 0;
}

/* An index that does not fit is of nothing. */
static guint32
index_of (guint64 value)
{
  return (guint32) MIN (value, G_MAXUINT32);
}

static gboolean
read_mapping (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  Mapping mapping = { 0 };
  guint64 file = 0;
  guint64 *const numbers[] = { NULL, &mapping.start, NULL, &mapping.offset, &file };

  if (!read_numbers (self, outer, numbers, G_N_ELEMENTS (numbers), error))
    return FALSE;
  mapping.file = index_of (file);
  cyan_charge_append (&self->charge, self->mappings, mapping);
  return TRUE;
}

static gboolean
read_function (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  guint64 name = 0, system_name = 0, file = 0, line = 0;
  guint64 *const numbers[] = { NULL, &name, &system_name, &file, &line };
  Function function;

  if (!read_numbers (self, outer, numbers, G_N_ELEMENTS (numbers), error))
    return FALSE;
  function = (Function){ index_of (name), index_of (system_name), index_of (file),
                         line <= G_MAXUINT32 ? (guint32) line : 0 };
  cyan_charge_append (&self->charge, self->functions, function);
  return TRUE;
}

static gboolean
read_line (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  guint64 function = 0;
  guint64 *const numbers[] = { NULL, &function };
  guint32 index;

  if (!read_numbers (self, outer, numbers, G_N_ELEMENTS (numbers), error))
    return FALSE;
  index = index_of (function);
  cyan_charge_append (&self->charge, self->lines, index);
  return TRUE;
}

static gboolean
read_location (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  Location location = { .first_line = self->lines->len };
  CyanProtobuf wire;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 1)
      location.mapping = index_of (wire.value);
    else if (wire.field == 2)
      location.address = wire.value;
    else if (wire.field == 3)
      {
        if (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_BYTES, "location", error)
            || !read_line (self, &wire, error))
          return FALSE;
        if (++location.n_lines > MAX_LINES)
          return cyan_protobuf_fail (&wire, self->input, error,
                                     _ ("more than %d functions at one address"), MAX_LINES);
      }
  cyan_charge_append (&self->charge, self->locations, location);
  return step == 0;
}

static gboolean
add_address (gpointer data, const CyanProtobuf *wire, guint64 value, GError **error)
{
  CyanOtlpDictionary *self = data;
  guint32 index = index_of (value);

  cyan_charge_append (&self->charge, self->addresses, index);
  return TRUE;
}

static gboolean
read_stack (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  Stack stack = { .first = self->addresses->len, .node = CYAN_NODE_NONE };
  CyanProtobuf wire;
  int step;

  cyan_protobuf_enter (&wire, outer);
  while ((step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    if (wire.field == 1
        && !cyan_protobuf_numbers (&wire, self->input, "profile", add_address, self, error))
      return FALSE;
  stack.n = self->addresses->len - stack.first;
  cyan_charge_append (&self->charge, self->stacks, stack);
  return step == 0;
}

static void
read_string (CyanOtlpDictionary *self, const CyanProtobuf *wire)
{
  CyanStr string = cyan_strings_add (cyan_profile_builder_strings (self->builder),
                                     (const char *) wire->bytes, (gssize) wire->length);

  cyan_charge_append (&self->charge, self->strings, string);
}

gboolean
cyan_otlp_dictionary_read (CyanOtlpDictionary *self, const CyanProtobuf *outer, GError **error)
{
  CyanProtobuf wire;
  gboolean ok = TRUE;
  int step = 0;

  cyan_protobuf_enter (&wire, outer);
  while (ok && (step = cyan_protobuf_take (&wire, self->input, error)) > 0)
    {
      if (!cyan_protobuf_expect (&wire, self->input, CYAN_PROTOBUF_BYTES, "dictionary", error)
          || !cyan_budget_check (self->charge.budget, 0, error))
        return FALSE;
      switch (wire.field)
        {
        case MAPPING:
          ok = read_mapping (self, &wire, error);
          break;
        case LOCATION:
          ok = read_location (self, &wire, error);
          break;
        case FUNCTION:
          ok = read_function (self, &wire, error);
          break;
        case STRING:
          read_string (self, &wire);
          break;
        case STACK:
          ok = read_stack (self, &wire, error);
          break;
        default:
          break;
        }
    }
  return ok && step == 0;
}

gboolean
cyan_otlp_dictionary_string (const CyanOtlpDictionary *self, guint64 index, CyanStr *string)
{
  *string = CYAN_STR_EMPTY;
  if (index < self->strings->len)
    *string = g_array_index (self->strings, CyanStr, index);
  return index == 0 || index < self->strings->len;
}

/* The string with this index; empty if there is none. */
static CyanStr
string_of (const CyanOtlpDictionary *self, guint32 index)
{
  CyanStr string;

  cyan_otlp_dictionary_string (self, index, &string);
  return string;
}

static const Mapping *
mapping_of (const CyanOtlpDictionary *self, const Location *location)
{
  return location->mapping > 0 && location->mapping < self->mappings->len
             ? &g_array_index (self->mappings, Mapping, location->mapping)
             : NULL;
}

/* The name of a mapping's file without its folders. */
static CyanStr
module_of (const CyanOtlpDictionary *self, const Mapping *mapping)
{
  CyanStr path = mapping != NULL ? string_of (self, mapping->file) : CYAN_STR_EMPTY;
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  const char *slash = strrchr (cyan_strings_get (strings, path), '/');

  return slash != NULL ? cyan_strings_add (strings, slash + 1, -1) : path;
}

/* The function of the builder for an index. */
static guint32
function_of (CyanOtlpDictionary *self, guint32 index, CyanStr module)
{
  const Function none = { 0 }, *function = &none;
  CyanStr name;

  if (index < self->functions->len)
    function = &g_array_index (self->functions, Function, index);
  name = string_of (self, function->name);
  if (name == CYAN_STR_EMPTY)
    name = string_of (self, function->system_name);
  self->named |= name != CYAN_STR_EMPTY;
  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (cyan_profile_builder_strings (self->builder), UNKNOWN_NAME, -1);
  return cyan_profile_builder_function (self->builder, name, module,
                                        string_of (self, function->file), function->line, 0);
}

/* The function of a location without lines: "module+0x1234". */
static guint32
nameless_function (CyanOtlpDictionary *self, const Location *location, CyanStr module)
{
  CyanStrings *strings = cyan_profile_builder_strings (self->builder);
  const Mapping *mapping = mapping_of (self, location);
  g_autofree char *name = NULL;

  if (location->address == 0)
    name = g_strdup (UNKNOWN_NAME);
  else if (mapping == NULL)
    name = g_strdup_printf ("0x%" PRIx64, location->address);
  else
    name = g_strdup_printf ("%s+0x%" PRIx64, cyan_strings_get (strings, module),
                            location->address - mapping->start + mapping->offset);
  return cyan_profile_builder_function (self->builder, cyan_strings_add (strings, name, -1), module,
                                        CYAN_STR_EMPTY, 0, 0);
}

/* The node of a location that is called by @node. */
static CyanNode
add_location (CyanOtlpDictionary *self, CyanNode node, guint32 index, GError **error)
{
  const Location none = { 0 }, *location = &none;
  CyanStr module;

  if (index < self->locations->len)
    location = &g_array_index (self->locations, Location, index);
  module = module_of (self, mapping_of (self, location));
  if (location->n_lines == 0)
    return cyan_profile_builder_child (self->builder, node,
                                       nameless_function (self, location, module), 0, error);
  for (guint i = location->n_lines; i-- > 0 && node != CYAN_NODE_NONE;)
    {
      guint32 line = g_array_index (self->lines, guint32, location->first_line + i);

      node = cyan_profile_builder_child (self->builder, node, function_of (self, line, module), 0,
                                         error);
    }
  return node;
}

CyanNode
cyan_otlp_dictionary_node (CyanOtlpDictionary *self, guint64 index, GError **error)
{
  const Stack empty = { .node = CYAN_NODE_NONE };
  Stack stack = index < self->stacks->len ? g_array_index (self->stacks, Stack, index) : empty;
  g_autoptr (GError) reason = NULL;

  if (stack.node != CYAN_NODE_NONE)
    return stack.node;
  stack.node = CYAN_NODE_ROOT;
  for (guint i = stack.n; i-- > 0 && stack.node != CYAN_NODE_NONE;)
    stack.node = add_location (self, stack.node,
                               g_array_index (self->addresses, guint32, stack.first + i), &reason);
  /* The node of samples without a stack. */
  if (stack.n == 0)
    stack.node = add_location (self, CYAN_NODE_ROOT, 0, &reason);
  if (stack.node == CYAN_NODE_NONE)
    cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
  if (index < self->stacks->len)
    g_array_index (self->stacks, Stack, index) = stack;
  return stack.node;
}
