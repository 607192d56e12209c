/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's log of ticks, as `node --prof-process --preprocess` writes it.
 *
 * "code" has the pieces of code, "ticks" the samples: "tm" is the time in us, "s" has pairs of code
 * and offset, the innermost first.  What is no number of a piece of code is an address.  The time
 * since the previous tick belongs to a tick, as in v8proflog.ts of github.com/jlfwong/speedscope.
 */
#include "cyan-format-entry.h"

#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-v8-profile.h"

#include <inttypes.h>
#include <string.h>

/* The type of a program or library. */
#define PROGRAM "\"SHARED_LIB\""

/* In place of a piece of code: the frame has none. */
#define NO_CODE (-1)

typedef struct
{
  CyanStr name;
  CyanStr type;
  guint32 function; /* index + 1; 0: not asked for yet */
} Code;

typedef struct
{
  double time;      /* us */
  guint first, end; /* in Reader.frames */
} V8Tick;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  GArray *codes;  /* of Code */
  GArray *frames; /* of gint64: pieces of code or addresses */
  GArray *ticks;  /* of V8Tick */

  double time;        /* of the tick that is read */
  gboolean is_offset; /* the next element of "s" */
} Reader;

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 value;

  if (!cyan_json_walk_integer (walk, token, G_MININT64 / 1024, G_MAXINT64 / 1024, &value, error))
    return FALSE;
  if (!self->is_offset && value > NO_CODE)
    cyan_json_walk_append (walk, self->frames, value);
  self->is_offset = !self->is_offset;
  return TRUE;
}

static gboolean
read_tick (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "tm", .required = TRUE, CYAN_JSON_REAL (Reader, time) },
    { "s", read_frame, TRUE, .each = TRUE },
  };
  Reader *self = data;
  V8Tick tick = { .first = self->frames->len };

  self->is_offset = FALSE;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  tick.time = self->time;
  tick.end = self->frames->len;
  cyan_json_walk_append (walk, self->ticks, tick);
  return TRUE;
}

static int
compare_ticks (gconstpointer a, gconstpointer b)
{
  const V8Tick *left = a, *right = b;

  if (left->time != right->time)
    return left->time > right->time ? 1 : -1;
  return (left->first > right->first) - (left->first < right->first);
}

/* The function of "name file:line:column". */
static guint32
script_function (Reader *self, const char *text)
{
  const char *column = strrchr (text, ':');
  const char *line = column != NULL ? g_strrstr_len (text, column - text, ":") : NULL;
  const char *space;

  if (line == NULL)
    return cyan_v8_function (self->builder, cyan_strings_add (self->strings, text, -1),
                             CYAN_STR_EMPTY, 0);
  /* Paths may have spaces. */
  space = strstr (text, " /");
  if (space == NULL)
    space = g_strrstr_len (text, line - text, " ");
  if (space == NULL || space > line)
    space = text;
  return cyan_v8_function (
      self->builder, cyan_strings_add (self->strings, text, (gssize) (space - text)),
      cyan_strings_add (self->strings, space + (*space == ' '), line - space - (*space == ' ')),
      g_ascii_strtod (line + 1, NULL));
}

static guint32
function_of (Reader *self, gint64 frame)
{
  CyanFunction function = { .module = CYAN_STR_EMPTY, .file = CYAN_STR_EMPTY };
  const char *name, *type;
  Code *code;

  if (frame >= self->codes->len)
    {
      g_autofree char *address = g_strdup_printf ("0x%" PRIx64, (guint64) frame);

      function.name = cyan_strings_add (self->strings, address, -1);
      return cyan_profile_builder_add_function (self->builder, &function);
    }
  code = &g_array_index (self->codes, Code, frame);
  if (code->function > 0)
    return code->function - 1;
  name = cyan_strings_get (self->strings, code->name);
  type = cyan_strings_get (self->strings, code->type);
  if (strcmp (type, "JS") == 0)
    code->function = script_function (self, name) + 1;
  else
    {
      /* nm writes "T main". */
      gboolean has_letter = strcmp (type, "CPP") == 0
                            && (g_str_has_prefix (name, "T ") || g_str_has_prefix (name, "t "));

      function.name = has_letter ? cyan_strings_add (self->strings, name + 2, -1) : code->name;
      code->function = cyan_profile_builder_add_function (self->builder, &function) + 1;
    }
  return code->function - 1;
}

/* Adds the stacks to the builder. */
static gboolean
build (Reader *self, GError **error)
{
  guint time = cyan_profile_builder_metric (self->builder, "time", "us");
  guint count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  double last = 0;

  g_array_sort (self->ticks, compare_ticks);
  for (guint i = 0; i < self->ticks->len; i++)
    {
      V8Tick tick = g_array_index (self->ticks, V8Tick, i);
      CyanNode node = CYAN_NODE_ROOT;

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      for (guint j = tick.end; j-- > tick.first;)
        {
          guint32 function = function_of (self, g_array_index (self->frames, gint64, j));

          node = cyan_profile_builder_child (self->builder, node, function, 0, error);
          if (node == CYAN_NODE_NONE)
            return FALSE;
        }
      if (node != CYAN_NODE_ROOT)
        {
          cyan_profile_builder_add (self->builder, time, node, MAX (tick.time - last, 0));
          cyan_profile_builder_add (self->builder, count, node, 1);
        }
      last = tick.time;
    }
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  return TRUE;
}

static gboolean
v8_log_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember code[] = {
    { "name", .or_null = TRUE, CYAN_JSON_STR (Code, name) },
    { "type", .or_null = TRUE, CYAN_JSON_STR (Code, type) },
  };
  static const CyanJsonMember members[] = {
    { "code", .required = TRUE, CYAN_JSON_ROWS (Reader, codes, Code, code) },
    { "ticks", read_tick, TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .walk = walk,
    .codes = cyan_scratch_array (&walk->kept, sizeof (Code)),
    .frames = cyan_scratch_array (&walk->kept, sizeof (gint64)),
    .ticks = cyan_scratch_array (&walk->kept, sizeof (V8Tick)),
  };

  walk->strings = reader.strings;
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* The ticks are far behind; the program itself is the first piece of code. */
static int
v8_log_sniff (const char *head, gsize length)
{
  static const CyanJsonSign sign = { 80, { "code[].name", "code[].type" } };

  return memmem (head, length, PROGRAM, strlen (PROGRAM)) != NULL
             ? cyan_json_score (head, length, &sign, 1)
             : 0;
}

const CyanFormat cyan_format_v8_log = {
  .name = "v8-log",
  .label = "log of V8's ticks",
  .sniff = v8_log_sniff,
  .read = v8_log_read,
};
