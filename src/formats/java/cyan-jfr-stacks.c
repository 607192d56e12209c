/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes for stack traces: each is followed once for each chunk. */
#include "cyan-jfr-stacks.h"

#include "cyan-i18n.h"

#include <string.h>

#define NO_STACK "[no stack]"

typedef struct
{
  CyanNode node; /* CYAN_NODE_ROOT: not asked for yet */
  gboolean is_truncated, is_empty;
} Stack;

/* Slots of the wanted fields. */
enum
{
  STACK_TRUNCATED = 0,
  STACK_FRAMES = 1,
  FRAME_METHOD = 0,
};

void
cyan_jfr_stacks_init (CyanJfrStacks *self, CyanProfileBuilder *builder)
{
  memset (self, 0, sizeof *self);
  cyan_jfr_names_init (&self->names, builder);
  self->stacks = g_array_new (FALSE, TRUE, sizeof (Stack));
  self->functions = g_array_new (FALSE, FALSE, sizeof (guint32));
  cyan_charge_init (&self->charge, cyan_profile_builder_budget (builder));
}

void
cyan_jfr_stacks_clear (CyanJfrStacks *self)
{
  cyan_jfr_names_clear (&self->names);
  g_array_unref (self->stacks);
  g_array_unref (self->functions);
  cyan_charge_clear (&self->charge);
}

void
cyan_jfr_stacks_begin (CyanJfrStacks *self, const CyanJfrPools *pools, CyanJfrTypes *types)
{
  guint32 stack = pools->pools[CYAN_JFR_STACKS].type;

  cyan_jfr_names_begin (&self->names, pools, types);
  self->frame = cyan_jfr_types_named (types, "jdk.types.StackFrame");
  cyan_jfr_types_want (types, stack, "truncated", STACK_TRUNCATED);
  cyan_jfr_types_want (types, stack, "frames", STACK_FRAMES);
  cyan_jfr_types_want (types, self->frame, "method", FRAME_METHOD);
  g_array_set_size (self->stacks, 0);
  g_array_set_size (self->stacks, cyan_jfr_pools_n (pools, CYAN_JFR_STACKS));
  cyan_charge_set (&self->charge, self->stacks->len * sizeof (Stack));
}

static void
read_frames (CyanJfrStacks *self, const CyanJfrValue *frames)
{
  const CyanJfrPools *pools = self->names.pools;
  CyanJfrValue values[CYAN_JFR_SLOTS];
  CyanJfrBytes bytes;

  g_array_set_size (self->functions, 0);
  if (frames->kind != CYAN_JFR_ARRAY || self->frame == CYAN_JFR_NO_TYPE)
    return;
  cyan_jfr_chunk_seek (pools->chunk, &bytes, frames->number);
  for (guint64 n = cyan_jfr_bytes_count (&bytes); n > 0 && bytes.problem == NULL; n--)
    {
      guint32 function;

      cyan_jfr_types_value (pools->types, self->frame, &bytes, values);
      function = cyan_jfr_names_function (&self->names, &values[FRAME_METHOD]);
      g_array_append_val (self->functions, function);
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
  CyanProfileBuilder *builder = self->names.builder;
  CyanJfrValue values[CYAN_JFR_SLOTS];
  CyanNode node = CYAN_NODE_ROOT;

  cyan_jfr_pools_value (self->names.pools, CYAN_JFR_STACKS, number, values);
  read_frames (self, &values[STACK_FRAMES]);
  for (guint i = self->functions->len; i-- > 0 && node != CYAN_NODE_NONE;)
    node = cyan_profile_builder_child (builder, node, g_array_index (self->functions, guint32, i),
                                       0, error);
  if (self->functions->len == 0)
    node = no_stack (builder, error);
  stack->node = node;
  stack->is_truncated = values[STACK_TRUNCATED].number != 0;
  stack->is_empty = self->functions->len == 0;
  return node != CYAN_NODE_NONE;
}

CyanNode
cyan_jfr_stacks_node (CyanJfrStacks *self, const CyanJfrValue *value, GError **error)
{
  guint32 number = cyan_jfr_pools_find (self->names.pools, CYAN_JFR_STACKS, value);
  Stack *stack;

  self->n_samples++;
  if (number == CYAN_JFR_NO_CONSTANT)
    {
      self->n_missing++;
      return no_stack (self->names.builder, error);
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
  CyanProfileBuilder *builder = self->names.builder;

  if (self->n_truncated > 0)
    cyan_profile_builder_warn (
        builder,
        ngettext ("%'" PRIu64 " of %'" PRIu64
                  " events has a stack deeper than the recorder kept: its outermost frames are not "
                  "in the file",
                  "%'" PRIu64 " of %'" PRIu64
                  " events have stacks deeper than the recorder kept: their outermost frames are "
                  "not in the file",
                  self->n_truncated),
        self->n_truncated, self->n_samples);
  if (self->n_missing > 0)
    cyan_profile_builder_warn (
        builder,
        ngettext ("%'" PRIu64 " of %'" PRIu64 " events has no stack; it is in \"%s\"",
                  "%'" PRIu64 " of %'" PRIu64 " events have no stack; they are in \"%s\"",
                  self->n_missing),
        self->n_missing, self->n_samples, NO_STACK);
  if (self->names.n_unknown > 0)
    cyan_profile_builder_warn (builder,
                               ngettext ("%'" PRIu64 " frame has a method that is not in the file",
                                         "%'" PRIu64
                                         " frames have methods that are not in the file",
                                         self->names.n_unknown),
                               self->names.n_unknown);
}
