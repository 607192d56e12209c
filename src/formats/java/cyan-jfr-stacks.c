/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of methods and nodes of stacks: each is read once for each chunk. */
#include "cyan-jfr.h"

#include "cyan-i18n.h"
#include "cyan-notes.h"

#include <string.h>

#define UNKNOWN  "[unknown]"
#define NO_STACK "[no stack]"

typedef struct
{
  CyanNode node; /* CYAN_NODE_ROOT: not asked for yet */
  gboolean is_truncated, is_empty;
} Stack;

/* Slots of the wanted fields. */
enum
{
  METHOD_CLASS = 0,
  METHOD_NAME = 1,
  CLASS_NAME = 0,
  SYMBOL_TEXT = 0,
  STACK_TRUNCATED = 0,
  STACK_FRAMES = 1,
  FRAME_METHOD = 0,
};

void
cyan_jfr_stacks_init (CyanJfrStacks *self, CyanScratch *scratch, CyanProfileBuilder *builder)
{
  *self = (CyanJfrStacks){
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .text = cyan_scratch_text (scratch),
    .texts = cyan_scratch_array (scratch, sizeof (guint32)),
    .symbols = cyan_scratch_array (scratch, sizeof (guint32)),
    .classes = cyan_scratch_array (scratch, sizeof (guint32)),
    .functions = cyan_scratch_array (scratch, sizeof (guint32)),
    .stacks = cyan_scratch_array (scratch, sizeof (Stack)),
    .of_pair = cyan_scratch_array (scratch, sizeof (guint32)),
    .path = cyan_scratch_array (scratch, sizeof (guint32)),
  };
  cyan_ids_init (&self->pairs, scratch);
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
}

static void
reset (CyanJfrStacks *self, GArray *cache, CyanJfrPoolKind kind)
{
  g_array_set_size (cache, 0);
  g_array_set_size (cache, cyan_jfr_pools_n (self->pools, kind));
  cyan_charge_add (&self->charge, cache->len * g_array_get_element_size (cache));
}

void
cyan_jfr_stacks_begin (CyanJfrStacks *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  const CyanJfrPool *of = pools->pools;

  self->pools = pools;
  self->frame = cyan_jfr_types_named (types, "jdk.types.StackFrame");
  cyan_jfr_types_want (types, of[CYAN_JFR_METHODS].type, "type", METHOD_CLASS);
  cyan_jfr_types_want (types, of[CYAN_JFR_METHODS].type, "name", METHOD_NAME);
  cyan_jfr_types_want (types, of[CYAN_JFR_CLASSES].type, "name", CLASS_NAME);
  cyan_jfr_types_want (types, of[CYAN_JFR_SYMBOLS].type, "string", SYMBOL_TEXT);
  cyan_jfr_types_want (types, of[CYAN_JFR_STACKS].type, "truncated", STACK_TRUNCATED);
  cyan_jfr_types_want (types, of[CYAN_JFR_STACKS].type, "frames", STACK_FRAMES);
  cyan_jfr_types_want (types, self->frame, "method", FRAME_METHOD);
  cyan_charge_set (&self->charge, cyan_ids_memory (&self->pairs)
                                      + self->of_pair->len * (guint64) sizeof (guint32));
  reset (self, self->texts, CYAN_JFR_STRINGS);
  reset (self, self->symbols, CYAN_JFR_SYMBOLS);
  reset (self, self->classes, CYAN_JFR_SYMBOLS);
  reset (self, self->functions, CYAN_JFR_METHODS);
  reset (self, self->stacks, CYAN_JFR_STACKS);
}

static CyanStr
intern (CyanJfrStacks *self)
{
  return cyan_strings_add (self->strings, self->text->str, (gssize) self->text->len);
}

CyanStr
cyan_jfr_stacks_text (CyanJfrStacks *self, const CyanJfrValue *value)
{
  CyanJfrValue constant = { CYAN_JFR_NUMBER, 0 };
  CyanJfrBytes bytes;
  guint32 number, *cached;

  if (value->kind != CYAN_JFR_TEXT)
    return CYAN_STR_EMPTY;
  cyan_jfr_chunk_seek (self->pools->chunk, &bytes, value->number);
  if (cyan_jfr_bytes_text (&bytes, self->text, &constant.number))
    return intern (self);
  number = cyan_jfr_pools_find (self->pools, CYAN_JFR_STRINGS, &constant);
  if (number == CYAN_JFR_NO_CONSTANT)
    return CYAN_STR_EMPTY;
  cached = &g_array_index (self->texts, guint32, number);
  if (*cached == 0)
    {
      cyan_jfr_pools_seek (self->pools, CYAN_JFR_STRINGS, number, &bytes);
      cyan_jfr_bytes_text (&bytes, self->text, &constant.number);
      *cached = 1 + intern (self);
    }
  return *cached - 1;
}

/* The text of the symbol with @number; empty if there is none. */
static CyanStr
symbol (CyanJfrStacks *self, guint32 number)
{
  CyanJfrValue values[CYAN_JFR_SLOTS];
  guint32 *cached;

  if (number == CYAN_JFR_NO_CONSTANT)
    return CYAN_STR_EMPTY;
  cached = &g_array_index (self->symbols, guint32, number);
  if (*cached == 0)
    {
      cyan_jfr_pools_value (self->pools, CYAN_JFR_SYMBOLS, number, values);
      *cached = 1 + cyan_jfr_stacks_text (self, &values[SYMBOL_TEXT]);
    }
  return *cached - 1;
}

/* Makes @name, a class as the virtual machine writes it, one as Java prints it. */
static void
print_class (GString *name)
{
  char *to = name->str;

  for (const char *at = name->str; *at != '\0'; at++)
    {
      if (strchr ("+./", *at) != NULL && g_str_has_prefix (at + 1, "0x"))
        {
          gsize length = 1 + strlen ("0x") + strspn (at + 1 + strlen ("0x"), "0123456789abcdef");

          *to++ = '/';
          memmove (to, at + 1, length - 1);
          to += length - 1;
          break; /* a hash may follow */
        }
      *to++ = *at == '/' && !g_ascii_isdigit (at[1]) ? '.' : *at;
    }
  g_string_truncate (name, (gsize) (to - name->str));
}

/* The name of the class to which @value refers; empty if there is none. */
static CyanStr
class_name (CyanJfrStacks *self, const CyanJfrValue *value)
{
  guint32 number = cyan_jfr_pools_find (self->pools, CYAN_JFR_CLASSES, value);
  CyanJfrValue values[CYAN_JFR_SLOTS];
  guint32 *cached;

  if (number == CYAN_JFR_NO_CONSTANT)
    return CYAN_STR_EMPTY;
  cyan_jfr_pools_value (self->pools, CYAN_JFR_CLASSES, number, values);
  number = cyan_jfr_pools_find (self->pools, CYAN_JFR_SYMBOLS, &values[CLASS_NAME]);
  if (number == CYAN_JFR_NO_CONSTANT)
    return CYAN_STR_EMPTY;
  cached = &g_array_index (self->classes, guint32, number);
  if (*cached == 0)
    {
      g_string_assign (self->text, cyan_strings_get (self->strings, symbol (self, number)));
      print_class (self->text);
      *cached = 1 + intern (self);
    }
  return *cached - 1;
}

/* The function of two names; frames of native code have no class. */
static guint32
function_of_pair (CyanJfrStacks *self, CyanStr class, CyanStr method)
{
  guint32 number = cyan_ids_number (&self->pairs, (guint64) class << 32 | method), function;
  CyanStr name = method;

  if (number < self->of_pair->len)
    return g_array_index (self->of_pair, guint32, number);
  if (class != CYAN_STR_EMPTY)
    {
      g_string_assign (self->text, cyan_strings_get (self->strings, class));
      g_string_append_c (self->text, '.');
      g_string_append (self->text, cyan_strings_get (self->strings, method));
      name = intern (self);
    }
  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (self->strings, UNKNOWN, -1);
  function =
      cyan_profile_builder_function (self->builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  g_array_append_val (self->of_pair, function);
  return function;
}

/* The function of the method to which @value refers. */
static guint32
function_of (CyanJfrStacks *self, const CyanJfrValue *value)
{
  guint32 number = cyan_jfr_pools_find (self->pools, CYAN_JFR_METHODS, value);
  CyanJfrValue values[CYAN_JFR_SLOTS];
  guint32 *cached, name;

  if (number == CYAN_JFR_NO_CONSTANT)
    {
      self->n_unknown++;
      return function_of_pair (self, CYAN_STR_EMPTY, CYAN_STR_EMPTY);
    }
  cached = &g_array_index (self->functions, guint32, number);
  if (*cached == 0)
    {
      cyan_jfr_pools_value (self->pools, CYAN_JFR_METHODS, number, values);
      name = cyan_jfr_pools_find (self->pools, CYAN_JFR_SYMBOLS, &values[METHOD_NAME]);
      *cached =
          1
          + function_of_pair (self, class_name (self, &values[METHOD_CLASS]), symbol (self, name));
    }
  return *cached - 1;
}

static void
read_frames (CyanJfrStacks *self, const CyanJfrValue *frames)
{
  const CyanJfrPools *pools = self->pools;
  CyanJfrValue values[CYAN_JFR_SLOTS];
  CyanJfrBytes bytes;

  g_array_set_size (self->path, 0);
  if (frames->kind != CYAN_JFR_ARRAY || self->frame == CYAN_JFR_NO_TYPE)
    return;
  cyan_jfr_chunk_seek (pools->chunk, &bytes, frames->number);
  for (guint64 n = cyan_jfr_bytes_count (&bytes); n > 0 && bytes.problem == NULL; n--)
    {
      guint32 function;

      cyan_jfr_types_value (pools->types, self->frame, &bytes, values);
      function = function_of (self, &values[FRAME_METHOD]);
      g_array_append_val (self->path, function);
    }
}

static CyanNode
no_stack (CyanProfileBuilder *builder, GError **error)
{
  CyanStr name = cyan_strings_add (cyan_profile_builder_strings (builder), NO_STACK, -1);
  guint32 function =
      cyan_profile_builder_function (builder, name, CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);

  return cyan_profile_builder_child (builder, CYAN_NODE_ROOT, function, 0, error);
}

static gboolean
read_stack (CyanJfrStacks *self, guint32 number, Stack *stack, GError **error)
{
  CyanProfileBuilder *builder = self->builder;
  CyanJfrValue values[CYAN_JFR_SLOTS];
  CyanNode node = CYAN_NODE_ROOT;

  cyan_jfr_pools_value (self->pools, CYAN_JFR_STACKS, number, values);
  read_frames (self, &values[STACK_FRAMES]);
  for (guint i = self->path->len; i-- > 0 && node != CYAN_NODE_NONE;)
    node = cyan_profile_builder_child (builder, node, g_array_index (self->path, guint32, i), 0,
                                       error);
  if (self->path->len == 0)
    node = no_stack (builder, error);
  stack->node = node;
  stack->is_truncated = values[STACK_TRUNCATED].number != 0;
  stack->is_empty = self->path->len == 0;
  return node != CYAN_NODE_NONE;
}

gboolean
cyan_jfr_stacks_has (const CyanJfrStacks *self, const CyanJfrValue *value)
{
  return cyan_jfr_pools_find (self->pools, CYAN_JFR_STACKS, value) != CYAN_JFR_NO_CONSTANT;
}

CyanNode
cyan_jfr_stacks_node (CyanJfrStacks *self, const CyanJfrValue *value, GError **error)
{
  guint32 number = cyan_jfr_pools_find (self->pools, CYAN_JFR_STACKS, value);
  Stack *stack;

  self->n_samples++;
  if (number == CYAN_JFR_NO_CONSTANT)
    {
      self->n_missing++;
      return no_stack (self->builder, error);
    }
  stack = &g_array_index (self->stacks, Stack, number);
  if (stack->node == CYAN_NODE_ROOT && !read_stack (self, number, stack, error))
    return CYAN_NODE_NONE;
  self->n_truncated += stack->is_truncated;
  self->n_missing += stack->is_empty;
  return stack->node;
}

void
cyan_jfr_stacks_warn (const CyanJfrStacks *self)
{
  CyanProfileBuilder *builder = self->builder;

  cyan_profile_builder_warn_n (
      builder, self->n_truncated,
      "%'" PRIu64 " of %'" PRIu64
      " events has a stack deeper than the recorder kept: its outermost frames are not in the file",
      "%'" PRIu64 " of %'" PRIu64
      " events have stacks deeper than the recorder kept: their outermost frames are not in the "
      "file",
      self->n_truncated, self->n_samples);
  cyan_profile_builder_warn_n (
      builder, self->n_missing, "%'" PRIu64 " of %'" PRIu64 " events has no stack; it is in \"%s\"",
      "%'" PRIu64 " of %'" PRIu64 " events have no stack; they are in \"%s\"", self->n_missing,
      self->n_samples, NO_STACK);
  cyan_profile_builder_warn_n (
      builder, self->n_unknown, "%'" PRIu64 " frame has a method that is not in the file",
      "%'" PRIu64 " frames have methods that are not in the file", self->n_unknown);
}
