/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The sample format of Sentry's SDKs: versions 1 and 2, and what its profiler of Node hands out.
 *
 * "frames" are functions, "stacks" have frames, the innermost first, and "samples" name a stack, a
 * thread and a time: "elapsed_since_start_ns", or, in version 2, "timestamp" in seconds.  The time
 * up to the next sample of its thread belongs to a sample, as in sample.go of
 * github.com/getsentry/vroom.  https://develop.sentry.dev/sdk/telemetry/profiles/
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"
#include "cyan-v8-profile.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define NS_PER_S 1e9
/* ns, so that a difference of two has 63 bits. */
#define MAX_TIME 4e18

typedef struct
{
  CyanStr function, raw_function, module, package, path, file, file_name, address;
  guint32 line, line_number;
  guint32 index; /* of the function in the builder */
} Frame;

typedef struct
{
  CyanV8Moment moment;
  gint64 stack;
} Sample;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  GArray *frames;  /* of Frame */
  GArray *samples; /* of Sample */
  GArray *indices; /* of gint64: the frames of all stacks */
  GArray *ends;    /* of guint: by stack, its end in indices */
  CyanStr platform;
} Reader;

/* Reads a number, or a string of one, in @unit nanoseconds. */
static gboolean
read_time (CyanJsonWalk *walk, CyanJsonToken token, Sample *sample, double unit, GError **error)
{
  const CyanJson *json = walk->json;
  double time;

  if ((token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
      || !cyan_parse_double (json->text, json->length, &time))
    return cyan_json_walk_fail (walk, error, _ ("not a number"));
  if (!(fabs (time * unit) <= MAX_TIME))
    return cyan_json_walk_fail (walk, error, _ ("out of range"));
  sample->moment.time = llrint (time * unit);
  return TRUE;
}

static gboolean
read_elapsed (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_time (walk, token, data, 1, error);
}

static gboolean
read_timestamp (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_time (walk, token, data, NS_PER_S, error);
}

/* Reads the name or the number of a thread. */
static gboolean
read_thread (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  if (token != CYAN_JSON_NUMBER && token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("neither a number nor a string"));
  ((Sample *) data)->moment.thread =
      cyan_strings_add (walk->strings, walk->json->text, (gssize) walk->json->length);
  return TRUE;
}

static gboolean
read_index (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  gint64 index;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &index, error))
    return FALSE;
  cyan_json_walk_append (walk, ((Reader *) data)->indices, index);
  return TRUE;
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (!cyan_json_walk_array (walk, token, read_index, data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->ends, self->indices->len);
  return TRUE;
}

static CyanStr
first_of (CyanStr a, CyanStr b)
{
  return a != CYAN_STR_EMPTY ? a : b;
}

/* The function of a frame; one of Java is named after its class. */
static guint32
add_function (Reader *self, const Frame *frame)
{
  CyanFunction function = {
    .name = first_of (first_of (frame->function, frame->raw_function), frame->address),
    .module = frame->package,
    .file = first_of (first_of (frame->path, frame->file), frame->file_name),
    .line = frame->line_number > 0 ? frame->line_number : frame->line,
  };

  if (strcmp (cyan_strings_get (self->strings, self->platform), "java") == 0
      && frame->module != CYAN_STR_EMPTY)
    {
      g_autofree char *name = g_strconcat (cyan_strings_get (self->strings, frame->module), ".",
                                           cyan_strings_get (self->strings, function.name), NULL);

      function.name = cyan_strings_add (self->strings, name, -1);
    }
  cyan_v8_set_function (self->strings, &function);
  return cyan_profile_builder_add_function (self->builder, &function);
}

/* The node of a stack, CYAN_NODE_NONE with @error if there is none. */
static CyanNode
add_stack (Reader *self, const Sample *sample, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;
  guint from, to;

  if (sample->stack >= self->ends->len)
    {
      cyan_json_walk_refuse (self->walk, error, _ ("samples[%u]: there is no stack %" PRId64),
                             sample->moment.position, sample->stack);
      return CYAN_NODE_NONE;
    }
  from = sample->stack > 0 ? g_array_index (self->ends, guint, sample->stack - 1) : 0;
  to = g_array_index (self->ends, guint, sample->stack);
  while (to > from && node != CYAN_NODE_NONE)
    {
      gint64 frame = g_array_index (self->indices, gint64, --to);

      if (frame >= self->frames->len)
        {
          cyan_json_walk_refuse (self->walk, error,
                                 _ ("stacks[%" PRId64 "]: there is no frame %" PRId64),
                                 sample->stack, frame);
          return CYAN_NODE_NONE;
        }
      node = cyan_profile_builder_child (
          self->builder, node, g_array_index (self->frames, Frame, frame).index, 0, error);
    }
  return node;
}

static gboolean
build (Reader *self, GError **error)
{
  CyanV8Sums sums = { .has_time = TRUE };
  CyanPieces *pieces = cyan_profile_builder_pieces (self->builder);
  guint n = self->samples->len, n_threads = 0;

  sums.time = cyan_profile_builder_metric (self->builder, "time", "us");
  sums.count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  for (guint i = 0; i < self->frames->len; i++)
    {
      Frame *frame = &g_array_index (self->frames, Frame, i);

      frame->index = add_function (self, frame);
    }
  for (guint i = 0; i < n; i++)
    g_array_index (self->samples, Sample, i).moment.position = i;
  g_array_sort (self->samples, cyan_v8_moment_compare);
  for (guint i = 0; i < n; i++)
    {
      Sample *sample = &g_array_index (self->samples, Sample, i);
      CyanNode node;

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      node = add_stack (self, sample, error);
      if (node == CYAN_NODE_NONE)
        return FALSE;
      n_threads += i == 0 || sample->moment.thread != sample[-1].moment.thread;
      if (pieces != NULL)
        sample->moment.origin =
            cyan_pieces_origin_of (pieces, "thread", (CyanStr) sample->moment.thread);
      cyan_profile_builder_add (self->builder, sums.count, node, 1);
      cyan_v8_moment_add_piece (&sample->moment, self->builder, node, sums.count, 1);
      cyan_v8_sums_add (&sums, self->builder, node, &sample->moment,
                        i + 1 < n ? &sample[1].moment : NULL);
    }
  cyan_profile_builder_set_threads (self->builder, n_threads);
  cyan_v8_sums_describe (&sums, self->builder);
  return TRUE;
}

static const CyanJsonMember frame_members[] = {
  { "function", .or_null = TRUE, CYAN_JSON_STR (Frame, function) },
  { "raw_function", .or_null = TRUE, CYAN_JSON_STR (Frame, raw_function) },
  { "module", .or_null = TRUE, CYAN_JSON_STR (Frame, module) },
  { "package", .or_null = TRUE, CYAN_JSON_STR (Frame, package) },
  { "abs_path", .or_null = TRUE, CYAN_JSON_STR (Frame, path) },
  { "filename", .or_null = TRUE, CYAN_JSON_STR (Frame, file_name) },
  { "file", .or_null = TRUE, CYAN_JSON_STR (Frame, file) },
  { "instruction_addr", .or_null = TRUE, CYAN_JSON_STR (Frame, address) },
  { "lineno", .or_null = TRUE, CYAN_JSON_COUNT (Frame, line_number) },
  { "line", .or_null = TRUE, CYAN_JSON_COUNT (Frame, line) },
};

static const CyanJsonMember sample_members[] = {
  { "stack_id", .required = TRUE, CYAN_JSON_INTEGER (Sample, stack, 0, G_MAXINT32) },
  { "thread_id", read_thread, .or_null = TRUE },
  { "elapsed_since_start_ns", read_elapsed, FALSE },
  { "timestamp", read_timestamp, FALSE },
};

/* In "profile", or at the top. */
#define STACKS(is_required)                                                                        \
  { "frames", .required = (is_required), CYAN_JSON_ROWS (Reader, frames, Frame, frame_members) },  \
      { "stacks", read_stack, .required = (is_required), .each = TRUE },                           \
  {                                                                                                \
    "samples", .required = (is_required), CYAN_JSON_ROWS (Reader, samples, Sample, sample_members) \
  }

static gboolean
sentry_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember profile[] = { STACKS (TRUE) };
  static const CyanJsonMember members[] = {
    { "profile", CYAN_JSON_MEMBERS (profile) },
    { "platform", .or_null = TRUE, CYAN_JSON_STR (Reader, platform) },
    STACKS (FALSE),
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = {
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .walk = walk,
    .frames = cyan_scratch_array (&walk->kept, sizeof (Frame)),
    .samples = cyan_scratch_array (&walk->kept, sizeof (Sample)),
    .indices = cyan_scratch_array (&walk->kept, sizeof (gint64)),
    .ends = cyan_scratch_array (&walk->kept, sizeof (guint)),
  };

  walk->strings = reader.strings;
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (sentry_sniff,
                 { 92, { "profile.stacks", "profile.samples[].stack_id" } },
                 { 92, { "profile.frames", "profile.samples[].stack_id" } },
                 { 92, { "stacks", "samples[].stack_id" } },
                 { 92, { "frames", "samples[].stack_id" } })
/* clang-format on */

const CyanFormat cyan_format_sentry = {
  .name = "sentry",
  .label = "profile of Sentry",
  .sniff = sentry_sniff,
  .read = sentry_read,
};
