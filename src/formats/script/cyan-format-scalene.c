/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the profiles of Scalene (`scalene --json`).
 *
 * With `--stacks` they have the stacks of samples, of Python and native code.  Without it they have
 * only what each line and each function costs: a list of functions, and of modules for the lines
 * that are in none.
 * https://github.com/plasma-umass/scalene: scalene_json.py.
 */
#include "cyan-call-sink.h"
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"

#include <string.h>

#define BYTES_PER_MB 1048576.0

/* The cost of a function, of a line, or of a whole file. */
typedef struct
{
  CyanStr file, name;
  guint32 line;
  double percent; /* of the time */
  double mb;      /* allocated */
} Cost;

/* A stack, the outermost frame first, is [@from, @to) of frames. */
typedef struct
{
  guint from, to;
  double value;
} Stack;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanStr module; /* "<module>" */
  GArray *costs;  /* of Cost: functions, and of each file what is in no function */
  Cost cost, rest;
  GArray *frames; /* of guint32: the functions of all stacks */
  GArray *times;  /* of Stack, with numbers of samples */
  GArray *memory; /* of Stack, with megabytes */
  Stack stack;
  CyanStr frame_name, frame_file;
  gboolean is_native;
  double elapsed; /* seconds */
  char *program;
} Reader;

/* ---- costs of functions and lines ---- */

static gboolean
add_number (CyanJsonWalk *walk, CyanJsonToken token, double *sum, GError **error)
{
  double value;

  if (!cyan_json_walk_number (walk, token, &value, error))
    return FALSE;
  *sum += value;
  return TRUE;
}

static gboolean
read_percent (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_number (walk, token, &((Reader *) data)->cost.percent, error);
}

static gboolean
read_mb (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_number (walk, token, &((Reader *) data)->cost.mb, error);
}

#define COST_MEMBERS                                                                               \
  { "n_cpu_percent_python", read_percent, .or_null = TRUE },                                       \
      { "n_cpu_percent_c", read_percent, .or_null = TRUE },                                        \
      { "n_sys_percent", read_percent, .or_null = TRUE },                                          \
  {                                                                                                \
    "n_malloc_mb", read_mb, .or_null = TRUE                                                        \
  }

static gboolean
read_function (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "line", .required = TRUE, CYAN_JSON_STR (Reader, cost.name) }, /* its name */
    { "lineno", .or_null = TRUE, CYAN_JSON_COUNT (Reader, cost.line) },
    COST_MEMBERS,
  };
  Reader *self = data;

  self->cost = (Cost){ .file = self->rest.file };
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  self->rest.percent -= self->cost.percent;
  self->rest.mb -= self->cost.mb;
  cyan_json_walk_append (walk, self->costs, self->cost);
  return TRUE;
}

static gboolean
read_line (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { COST_MEMBERS };
  Reader *self = data;

  self->cost = (Cost){ .file = self->rest.file };
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  self->rest.percent += self->cost.percent;
  self->rest.mb += self->cost.mb;
  return TRUE;
}

/* The members of "files" have the paths of files as keys. */
static gboolean
read_files (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "functions", read_function, .each = TRUE, .or_null = TRUE },
    { "lines", read_line, .each = TRUE, .or_null = TRUE },
  };
  Reader *self = data;

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  while ((token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      self->rest = (Cost){ .name = self->module };
      self->rest.file =
          cyan_strings_add (self->strings, walk->json->text, (gssize) walk->json->length);
      token = cyan_json_next (walk->json, error);
      if (token == CYAN_JSON_ERROR || !cyan_input_poll (walk->json->input, error)
          || !cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
        return FALSE;
      /* Sums of rounded numbers: less than a thousandth is nothing. */
      self->rest.percent = self->rest.percent > 1e-3 ? self->rest.percent : 0;
      self->rest.mb = self->rest.mb > 1e-3 ? self->rest.mb : 0;
      if (self->rest.percent > 0 || self->rest.mb > 0)
        cyan_json_walk_append (walk, self->costs, self->rest);
    }
  return token == CYAN_JSON_OBJECT_END;
}

/* ---- stacks ---- */

static gboolean
read_kind (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  ((Reader *) data)->is_native = cyan_json_is (walk->json, "native");
  return TRUE;
}

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "kind", read_kind, TRUE },
    { "display_name", .required = TRUE, CYAN_JSON_STR (Reader, frame_name) },
    { "filename_or_module", .or_null = TRUE, CYAN_JSON_STR (Reader, frame_file) },
  };
  Reader *self = data;
  guint32 function;

  self->frame_file = CYAN_STR_EMPTY;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  /* Lines are those that ran. */
  function = cyan_profile_builder_function (
      self->builder, self->frame_name, self->is_native ? self->frame_file : CYAN_STR_EMPTY,
      self->is_native ? CYAN_STR_EMPTY : self->frame_file, 0, 0);
  cyan_json_walk_append (walk, self->frames, function);
  return TRUE;
}

/* The frames of a stack, or what they weigh. */
static gboolean
read_stack_part (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (token != CYAN_JSON_ARRAY)
    return cyan_json_walk_number (walk, token, &self->stack.value, error);
  if (!cyan_json_walk_array (walk, token, read_frame, data, error))
    return FALSE;
  self->stack.to = self->frames->len;
  return TRUE;
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, Reader *self, GArray *stacks, GError **error)
{
  self->stack = (Stack){ self->frames->len, self->frames->len, 0 };
  if (!cyan_input_poll (walk->json->input, error)
      || !cyan_json_walk_array (walk, token, read_stack_part, self, error))
    return FALSE;
  if (self->stack.to > self->stack.from)
    cyan_json_walk_append (walk, stacks, self->stack);
  return TRUE;
}

static gboolean
read_time_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_stack (walk, token, data, ((Reader *) data)->times, error);
}

static gboolean
read_memory_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_stack (walk, token, data, ((Reader *) data)->memory, error);
}

/* ---- building ---- */

static gboolean
add_stacks (Reader *self, const GArray *stacks, guint metric, double factor, GError **error)
{
  CyanCallSink *sink = cyan_profile_builder_sink (self->builder);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < stacks->len; i++)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i);

      if (!cyan_call_sink_sample (sink, open, &g_array_index (self->frames, guint32, stack->from),
                                  stack->to - stack->from, metric, stack->value * factor, error))
        return FALSE;
    }
  for (guint i = 0; i < open->len; i++)
    cyan_call_sink_leave (sink, 0);
  return TRUE;
}

static gboolean
build_stacks (Reader *self, GError **error)
{
  guint samples = cyan_profile_builder_metric (self->builder, "samples", "samples"), memory = 0;

  if (self->memory->len > 0)
    memory = cyan_profile_builder_metric (self->builder, "memory", "bytes");
  return add_stacks (self, self->times, samples, 1, error)
         && add_stacks (self, self->memory, memory, BYTES_PER_MB, error);
}

static gboolean
build_list (Reader *self, GError **error)
{
  guint time = cyan_profile_builder_metric (self->builder, "time", "s");
  guint memory = cyan_profile_builder_metric (self->builder, "memory", "bytes");

  for (guint i = 0; i < self->costs->len; i++)
    {
      const Cost *cost = &g_array_index (self->costs, Cost, i);
      CyanNode node = cyan_profile_builder_child (
          self->builder, CYAN_NODE_ROOT,
          cyan_profile_builder_function (self->builder, cost->name, CYAN_STR_EMPTY, cost->file,
                                         cost->line, 0),
          0, error);

      if (node == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add (self->builder, time, node, cost->percent / 100 * self->elapsed);
      cyan_profile_builder_add (self->builder, memory, node, cost->mb * BYTES_PER_MB);
    }
  cyan_profile_builder_warn (self->builder,
                             _ ("there are no stacks in it, so that functions have no callers"));
  return TRUE;
}

static gboolean
build (Reader *self, GError **error)
{
  gboolean has_stacks = self->times->len > 0;

  if (has_stacks ? !build_stacks (self, error) : !build_list (self, error))
    return FALSE;
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, has_stacks ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_meta (self->builder, "producer", "Scalene");
  if (self->program != NULL)
    cyan_profile_builder_set_meta (self->builder, "command", self->program);
  return TRUE;
}

static gboolean
scalene_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "elapsed_time_sec", .required = TRUE, CYAN_JSON_REAL (Reader, elapsed) },
    { "program", .or_null = TRUE, CYAN_JSON_TEXT (Reader, program) },
    { "files", read_files, TRUE },
    { "combined_stacks", read_time_stack, .each = TRUE, .or_null = TRUE },
    { "memory_stacks", read_memory_stack, .each = TRUE, .or_null = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk };

  reader.strings = walk->strings = cyan_profile_builder_strings (builder);
  reader.module = cyan_strings_add (reader.strings, "<module>", -1);
  reader.costs = cyan_scratch_array (&walk->kept, sizeof (Cost));
  reader.frames = cyan_scratch_array (&walk->kept, sizeof (guint32));
  reader.times = cyan_scratch_array (&walk->kept, sizeof (Stack));
  reader.memory = cyan_scratch_array (&walk->kept, sizeof (Stack));
  cyan_scratch_free (&walk->kept, &reader.program);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (scalene_sniff,
                 { 95, { "alloc_samples", "elapsed_time_sec", "entrypoint_dir" } },
                 { 95, { "alloc_samples", "elapsed_time_sec", "files" } })
/* clang-format on */

const CyanFormat cyan_format_scalene = {
  .name = "scalene",
  .label = "profile of Scalene",
  .sniff = scalene_sniff,
  .read = scalene_read,
};
