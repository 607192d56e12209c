/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's log of ticks, as `node --prof-process --preprocess` writes it.
 *
 * "code" has the pieces of code, "ticks" the samples: "tm" is the time in us, "s" has pairs of code
 * and offset, the innermost first.  What is no number of a piece of code is an address.
 */
#include "cyan-format-entry.h"

#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-v8-code.h"

#include <inttypes.h>
#include <string.h>

/* The type of a program or library. */
#define PROGRAM "\"SHARED_LIB\""

/* In place of a piece of code: the frame has none.  Only the innermost is kept. */
#define NO_CODE (-1)

typedef struct
{
  CyanStr name;
  CyanStr type;
  CyanStr kind;
  gboolean is_known; /* function is */
  guint32 function;  /* or CYAN_V8_NO_FUNCTION */
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
  guint first;        /* its first frame */
  gboolean is_offset; /* the next element of "s" */
} Reader;

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 value;

  if (!cyan_json_walk_integer (walk, token, G_MININT64 / 1024, G_MAXINT64 / 1024, &value, error))
    return FALSE;
  if (!self->is_offset
      && (value > NO_CODE || (value == NO_CODE && self->frames->len == self->first)))
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
  self->first = tick.first;
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

static guint32
function_of (Reader *self, gint64 frame)
{
  const char *type;
  Code *code;

  if (frame == NO_CODE)
    return cyan_v8_unknown_function (self->builder);
  if (frame >= self->codes->len)
    {
      g_autofree char *address = g_strdup_printf ("0x%" PRIx64, (guint64) frame);

      return cyan_profile_builder_named (self->builder,
                                         cyan_strings_add (self->strings, address, -1));
    }
  code = &g_array_index (self->codes, Code, frame);
  if (code->is_known)
    return code->function;
  type = cyan_strings_get (self->strings, code->type);
  code->is_known = TRUE;
  code->function =
      cyan_v8_code_function (self->builder,
                             strcmp (type, "JS") == 0           ? CYAN_V8_JS
                             : strcmp (type, "SHARED_LIB") == 0 ? CYAN_V8_LIBRARY
                             : strcmp (type, "CPP") == 0        ? CYAN_V8_NATIVE
                                                                : CYAN_V8_OTHER,
                             cyan_line_of (cyan_strings_get (self->strings, code->kind)),
                             cyan_line_of (cyan_strings_get (self->strings, code->name)));
  return code->function;
}

/* Adds the stacks to the builder. */
static gboolean
build (Reader *self, GError **error)
{
  CyanV8Ticks ticks;
  g_auto (CyanScratch) scratch = { NULL };
  GArray *functions = cyan_scratch_array (&scratch, sizeof (guint32));

  cyan_v8_ticks_init (&ticks, &scratch, self->builder, TRUE, 0);
  g_array_sort (self->ticks, compare_ticks);
  for (guint i = 0; i < self->ticks->len; i++)
    {
      V8Tick tick = g_array_index (self->ticks, V8Tick, i);

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      g_array_set_size (functions, 0);
      for (guint j = tick.first; j < tick.end; j++)
        {
          guint32 function = function_of (self, g_array_index (self->frames, gint64, j));

          if (function != CYAN_V8_NO_FUNCTION)
            g_array_append_val (functions, function);
        }
      if (!cyan_v8_ticks_add (&ticks, tick.time, (const guint32 *) (gpointer) functions->data,
                              functions->len, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
v8_log_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember code[] = {
    { "name", .or_null = TRUE, CYAN_JSON_STR (Code, name) },
    { "type", .or_null = TRUE, CYAN_JSON_STR (Code, type) },
    { "kind", .or_null = TRUE, CYAN_JSON_STR (Code, kind) },
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
