/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what pyinstrument writes: its sessions (.pyisession), which have every sample, and the
 * trees of `-r json` and of its pages in HTML, from which it has left out what is small.
 * https://github.com/joerick/pyinstrument: session.py, frame_info.py and renderers/jsonrenderer.py.
 */
#include "cyan-call-sink.h"
#include "cyan-format-entry.h"
#include "cyan-frames.h"
#include "cyan-i18n.h"
#include "cyan-json-tree.h"
#include "cyan-json-sniff.h"
#include "cyan-number.h"

#include <string.h>

/* The parts of a frame of a session are separated by NUL, which the JSON reader replaces. */
#define SEPARATOR "\357\277\275"

/* Begins what follows them: the class, the line that runs. */
#define ATTRIBUTES "\1"

enum
{
  FUNCTION,
  FILE_PATH,
  LINE,
  TIME,
  IDENTIFIER,
  N_FIELDS,
};

static const CyanJsonTreeField fields[N_FIELDS] = {
  [FUNCTION] = { "function", FALSE },     [FILE_PATH] = { "file_path", FALSE },
  [LINE] = { "line_no", TRUE },           [TIME] = { "time", TRUE, .required = TRUE },
  [IDENTIFIER] = { "identifier", FALSE },
};

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanFrames frames; /* those of a session */
  CyanJsonTree tree;
  guint metric;

  GArray *stack; /* of guint32: the functions of a sample */
  GArray *open;  /* see cyan_call_sink_sample() */
  double time;
  double sum, squares; /* of the times of all samples */

  double duration;
  double n_samples;
  char *command;
} Reader;

/* "run\0lib/a.py\012\1l34" */
static gboolean
split_frame (CyanStrings *strings, CyanStr frame, CyanFunction *function)
{
  const char *text = cyan_strings_get (strings, frame);
  gssize length = (gssize) strcspn (text, ATTRIBUTES);
  const char *file = g_strstr_len (text, length, SEPARATOR);
  const char *line = g_strrstr_len (text, length, SEPARATOR);
  guint64 number = 0;

  if (file == NULL)
    {
      function->name = cyan_strings_add (strings, text, length);
      return TRUE;
    }
  function->name = cyan_strings_add (strings, text, file - text);
  file += strlen (SEPARATOR);
  if (file > line)
    return TRUE;
  /* The number of a thread differs in every run. */
  if (g_str_has_prefix (file, "<thread>"))
    return TRUE;
  function->file = cyan_strings_add (strings, file, line - file);
  line += strlen (SEPARATOR);
  if (cyan_parse_uint64 (line, (gsize) (text + length - line), &number) && number <= G_MAXUINT32)
    function->line = (guint32) number;
  return TRUE;
}

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  CyanStr text;
  guint32 function;

  if (!cyan_json_walk_string (walk, token, self->strings, &text, error))
    return FALSE;
  function = cyan_frames_function (&self->frames, text);
  g_array_append_val (self->stack, function);
  cyan_charge_raise (&walk->json->charge, self->stack->len * sizeof function);
  return TRUE;
}

static gboolean
read_record_part (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return token == CYAN_JSON_ARRAY ? cyan_json_walk_array (walk, token, read_frame, data, error)
                                  : cyan_json_walk_number (walk, token, &self->time, error);
}

/* [["main\0a.py\01", ...], 0.001] */
static gboolean
read_record (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  g_autoptr (GError) reason = NULL;

  self->time = 0;
  g_array_set_size (self->stack, 0);
  if (!cyan_input_poll (walk->json->input, error)
      || !cyan_json_walk_array (walk, token, read_record_part, data, error))
    return FALSE;
  self->sum += self->time;
  self->squares += self->time * self->time;
  if (self->stack->len == 0)
    return TRUE;
  return cyan_call_sink_sample (cyan_profile_builder_sink (self->builder), self->open,
                                &g_array_index (self->stack, guint32, 0), self->stack->len,
                                self->metric, self->time, &reason)
         || cyan_json_walk_propagate (walk, g_steal_pointer (&reason), error);
}

static gboolean
read_tree (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_tree_read (&self->tree, walk, token, error);
}

/* The function of a node of a tree. */
static guint32
function_of (Reader *self, guint32 node)
{
  CyanStr name = cyan_json_tree_text (&self->tree, node, FUNCTION);
  double line = cyan_json_tree_number (&self->tree, node, LINE);

  if (name == CYAN_STR_EMPTY)
    name = cyan_json_tree_text (&self->tree, node, IDENTIFIER);
  if (strcmp (cyan_strings_get (self->strings, name), "[self]") == 0
      && cyan_json_tree_parent (&self->tree, node) != CYAN_JSON_TREE_NONE)
    return CYAN_JSON_FORM_PARENT;
  if (cyan_json_tree_has (&self->tree, node, IDENTIFIER))
    return cyan_frames_function (&self->frames, name);
  return cyan_profile_builder_function (self->builder, name, CYAN_STR_EMPTY,
                                        cyan_json_tree_text (&self->tree, node, FILE_PATH),
                                        line > 0 && line <= G_MAXUINT32 ? (guint32) line : 0, 0);
}

static gboolean
finish (Reader *self, CyanInput *input, GError **error)
{
  g_autofree guint32 *functions = g_new (guint32, self->tree.nodes->len);
  double period = self->sum > 0 ? self->squares / self->sum : 0;
  guint n_exceeded;
  g_autofree double *own = cyan_json_form_own_values (&self->tree, TIME, &n_exceeded);

  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    functions[i] = function_of (self, i);
  if (!cyan_json_form_add (self->builder, input, &self->tree, functions, FALSE, self->metric, own,
                           error))
    return FALSE;
  cyan_profile_builder_warn_n (
      self->builder, n_exceeded,
      "the children of %u frame have more time than it and were added up instead",
      "the children of %u frames have more time than they and were added up instead", n_exceeded);
  if (self->tree.nodes->len > 0 && self->duration > 0 && self->n_samples > 0)
    period = self->duration / self->n_samples;
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, period);
  cyan_profile_builder_set_meta (self->builder, "producer", "pyinstrument");
  if (self->command != NULL)
    cyan_profile_builder_set_meta (self->builder, "command", self->command);
  return TRUE;
}

static gboolean
pyinstrument_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "duration", .or_null = TRUE, CYAN_JSON_REAL (Reader, duration) },
    { "sample_count", .or_null = TRUE, CYAN_JSON_REAL (Reader, n_samples) },
    { "target_description", .or_null = TRUE, CYAN_JSON_TEXT (Reader, command) },
    { "program", .or_null = TRUE, CYAN_JSON_TEXT (Reader, command) },
    { "session", .or_null = TRUE, .members = members, .n_members = 3 },
    { "root_frame", read_tree, .or_null = TRUE },
    { "frame_tree", read_tree, .or_null = TRUE },
    { "frame_records", read_record, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .strings = cyan_profile_builder_strings (builder) };

  reader.stack = cyan_scratch_array (&walk->kept, sizeof (guint32));
  reader.open = cyan_scratch_array (&walk->kept, sizeof (guint32));
  reader.metric = cyan_profile_builder_metric (builder, "time", "s");
  cyan_frames_init (&reader.frames, &walk->kept, builder, split_frame);
  cyan_json_tree_init (&reader.tree, &walk->kept, builder, fields, N_FIELDS, "children");
  cyan_scratch_free (&walk->kept, &reader.command);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && finish (&reader, input, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (pyinstrument_sniff,
                 { 95, { "root_frame", "sample_count" } },
                 { 95, { "session.sample_count" } },
                 { 90, { "sample_count", "frame_records" } },
                 { 90, { "sample_count", "start_call_stack" } })
/* clang-format on */

const CyanFormat cyan_format_pyinstrument = {
  .name = "pyinstrument",
  .label = "pyinstrument session",
  .extensions = (const char *const[]){ ".pyisession", NULL },
  .sniff = pyinstrument_sniff,
  .read = pyinstrument_read,
};
