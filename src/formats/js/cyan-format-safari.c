/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Timeline recordings of Safari's Web Inspector, as "Export" saves them.
 *
 * The "recording" has "sampleStackTraces", whose frames begin with the innermost, and in
 * "sampleDurations" the seconds of each.  Its "records" (layout, network, memory ...) are left out.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-v8-profile.h"

typedef struct
{
  CyanProfileBuilder *builder;
  CyanJsonWalk *walk;
  GArray *frames;    /* of guint32: the functions of all samples */
  GArray *ends;      /* of guint: of each sample in frames */
  GArray *durations; /* of double: s */

  /* The frame that is read. */
  CyanStr name, url;
  double line;
} Reader;

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "name", .required = TRUE, CYAN_JSON_STR (Reader, name) },
    { "url", .or_null = TRUE, CYAN_JSON_STR (Reader, url) },
    { "line", .or_null = TRUE, CYAN_JSON_REAL (Reader, line) },
  };
  Reader *self = data;
  guint32 function;

  self->name = self->url = CYAN_STR_EMPTY;
  self->line = 0;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  function = cyan_v8_function (self->builder, self->name, self->url, self->line);
  cyan_json_walk_append (walk, self->frames, function);
  return TRUE;
}

static gboolean
read_sample (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "stackFrames", read_frame, TRUE, .each = TRUE },
  };
  Reader *self = data;

  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->ends, self->frames->len);
  return TRUE;
}

/* Adds the stacks to the builder. */
static gboolean
build (Reader *self, GError **error)
{
  guint time = cyan_profile_builder_metric (self->builder, "time", "s");
  guint count = cyan_profile_builder_metric (self->builder, "samples", "samples");
  double sum = 0, squares = 0;

  if (self->durations->len != self->ends->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("sampleDurations: %u values for %u samples"),
                                  self->durations->len, self->ends->len);
  for (guint i = 0; i < self->ends->len; i++)
    {
      guint first = i > 0 ? g_array_index (self->ends, guint, i - 1) : 0;
      double duration = g_array_index (self->durations, double, i);
      CyanNode node = CYAN_NODE_ROOT;

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
        return FALSE;
      for (guint j = g_array_index (self->ends, guint, i); j-- > first;)
        {
          node = cyan_profile_builder_child (self->builder, node,
                                             g_array_index (self->frames, guint32, j), 0, error);
          if (node == CYAN_NODE_NONE)
            return FALSE;
        }
      if (node == CYAN_NODE_ROOT)
        continue;
      cyan_profile_builder_add (self->builder, time, node, duration);
      cyan_profile_builder_add (self->builder, count, node, 1);
      sum += duration;
      squares += duration * duration;
    }
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED,
                                      sum > 0 ? squares / sum : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, 1);
  return TRUE;
}

static gboolean
safari_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember recording[] = {
    { "sampleStackTraces", read_sample, TRUE, .each = TRUE },
    { "sampleDurations", .required = TRUE, .most = G_MAXDOUBLE,
      CYAN_JSON_REALS (Reader, durations) },
  };
  static const CyanJsonMember members[] = {
    { "recording", NULL, TRUE, CYAN_JSON_MEMBERS (recording) },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = {
    .builder = builder,
    .walk = walk,
    .frames = cyan_scratch_array (&walk->kept, sizeof (guint32)),
    .ends = cyan_scratch_array (&walk->kept, sizeof (guint)),
    .durations = cyan_scratch_array (&walk->kept, sizeof (double)),
  };

  walk->strings = cyan_profile_builder_strings (builder);
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (safari_sniff,
                 { 95, { "recording.sampleStackTraces" } },
                 { 80, { "recording.instrumentTypes", "recording.records" } })
/* clang-format on */

const CyanFormat cyan_format_safari = {
  .name = "safari",
  .label = "timeline of Safari's Web Inspector",
  .sniff = safari_sniff,
  .read = safari_read,
};
