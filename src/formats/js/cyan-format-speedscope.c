/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * speedscope's own JSON: frames, and profiles that refer to them.
 *
 * An "evented" profile opens and closes frames, which are calls.  A "sampled" one has stacks with
 * weights.  Several profiles in one file are usually the threads of one recording: they are added
 * up below the root, with a warning.  Values are times, bytes, or plain numbers; profiles with
 * different kinds of values become different metrics of one tree.
 */
#include "cyan-format-entry.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-json-tree.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"
#include "cyan-speedscope.h"

#include <math.h>
#include <string.h>

/* Maximum absolute value of a time stamp, in its own unit. */
#define MAX_TIME 4e18

#define MAX_LINE G_MAXINT32

static gboolean
read_time (CyanJsonWalk *walk, CyanJsonToken token, CyanSpeedscopeTime *time, GError **error)
{
  const char *text = walk->json->text;
  gsize length = walk->json->length;
  const char *point;
  gboolean negative;
  guint64 whole;
  double real;

  if (!cyan_json_walk_number (walk, token, &real, error))
    return FALSE;
  if (fabs (real) > MAX_TIME)
    return cyan_json_walk_fail (walk, error, _ ("out of range"));
  time->whole = (gint64) floor (real);
  time->part = real - floor (real);
  if (memchr (text, 'e', length) != NULL || memchr (text, 'E', length) != NULL)
    return TRUE;

  point = memchr (text, '.', length);
  negative = text[0] == '-';
  if (!cyan_parse_uint64 (text + negative,
                          (point != NULL ? (gsize) (point - text) : length) - negative, &whole))
    return cyan_json_walk_fail (walk, error, _ ("out of range"));
  time->whole = negative ? -(gint64) whole : (gint64) whole;
  time->part = 0;
  if (point != NULL && cyan_parse_double (point, length - (gsize) (point - text), &real)
      && negative)
    real = -real;
  if (point != NULL)
    time->part = real;
  return TRUE;
}

static gboolean
read_end_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  self->has_end_value = TRUE;
  return read_time (walk, token, &self->end_value, error);
}

static gboolean
read_start_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return read_time (walk, token, &((CyanSpeedscope *) data)->start_value, error);
}

static gboolean
read_event_type (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  if (token != CYAN_JSON_STRING
      || (!cyan_json_is (walk->json, "O") && !cyan_json_is (walk->json, "C")))
    return cyan_json_walk_fail (walk, error, _ ("neither \"O\" nor \"C\""));
  self->event = walk->json->text[0];
  return TRUE;
}

static gboolean
read_event_at (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  return read_time (walk, token, &self->at, error);
}

static gboolean
read_event (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "type", read_event_type, TRUE },
    { "frame", .required = TRUE, CYAN_JSON_INTEGER (CyanSpeedscope, frame, 0, G_MAXINT32) },
    { "at", read_event_at, TRUE },
  };
  CyanSpeedscope *self = data;

  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  return cyan_speedscope_event (self, error);
}

static gboolean
read_events (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  self->has_events = TRUE;
  return cyan_json_walk_array (walk, token, read_event, data, error);
}

static gboolean
read_stack_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;
  gint64 frame;

  return cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &frame, error)
         && cyan_speedscope_enter (self, self->node, (guint32) frame, &self->node, error);
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  self->node = 0;
  if (!cyan_json_walk_array (walk, token, read_stack_frame, data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->samples, self->node);
  return TRUE;
}

static gboolean
read_samples (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  self->samples = g_array_new (FALSE, FALSE, sizeof (guint32));
  return cyan_json_walk_array (walk, token, read_stack, data, error);
}

static gboolean
read_profile (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "type", .required = TRUE, CYAN_JSON_TEXT (CyanSpeedscope, type) },
    { "unit", .required = TRUE, CYAN_JSON_WORD (CyanSpeedscope, unit, cyan_speedscope_units),
      .problem = N_ ("not a unit that we know") },
    { "name", .or_null = TRUE, CYAN_JSON_TEXT (CyanSpeedscope, label) },
    { "startValue", read_start_value, .or_null = TRUE },
    { "endValue", read_end_value, FALSE },
    { "events", read_events, FALSE },
    { "samples", read_samples, FALSE },
    { "weights", CYAN_JSON_REALS (CyanSpeedscope, weights) },
  };
  CyanSpeedscope *self = data;

  cyan_speedscope_clear_profile (self);
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error)
         && cyan_speedscope_finish_profile (self, error);
}

CYAN_JSON_META (read_name, CyanSpeedscope, builder, "name")

static gboolean
read_exporter (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSpeedscope *self = data;

  if (!cyan_json_walk_text (walk, token, &self->exporter, error))
    return FALSE;
  cyan_profile_builder_set_meta (self->builder, "producer", self->exporter);
  return TRUE;
}

static gboolean
speedscope_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember frame[] = {
    { "name", .required = TRUE, CYAN_JSON_STR (CyanSpeedscopeFrame, name) },
    { "file", .or_null = TRUE, CYAN_JSON_STR (CyanSpeedscopeFrame, file) },
    { "line", .or_null = TRUE, CYAN_JSON_INTEGER (CyanSpeedscopeFrame, line, -1, MAX_LINE) },
  };
  static const CyanJsonMember shared[] = {
    { "frames", .required = TRUE,
      CYAN_JSON_ROWS (CyanSpeedscope, frames, CyanSpeedscopeFrame, frame) },
  };
  static const CyanJsonMember members[] = {
    { "shared", .required = TRUE, CYAN_JSON_MEMBERS (shared) },
    { "profiles", read_profile, TRUE, .each = TRUE },
    { "name", read_name, .or_null = TRUE },
    { "exporter", read_exporter, .or_null = TRUE },
    { "activeProfileIndex", .or_null = TRUE,
      CYAN_JSON_INTEGER (CyanSpeedscope, active, G_MININT32, G_MAXINT32) },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  CyanSpeedscope reader = { .builder = builder, .strings = cyan_profile_builder_strings (builder) };
  gboolean ok;

  reader.walk = walk;
  walk->strings = reader.strings;
  reader.labels = cyan_scratch_pointers (&walk->kept, g_free);
  reader.open =
      cyan_scratch_own (&walk->kept, cyan_speedscope_new_calls (), (GDestroyNotify) g_array_unref);
  reader.kinds = cyan_scratch_array (&walk->kept, sizeof (guint8));
  cyan_frame_tree_init (&reader.tree, &walk->kept, builder);
  cyan_speedscope_want_pieces (&reader, &walk->kept);
  cyan_scratch_charge (&walk->kept, &reader.open_charge, cyan_input_budget (input));
  cyan_scratch_free (&walk->kept, &reader.exporter);

  ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
       && cyan_speedscope_build (&reader, error);
  cyan_speedscope_clear_profile (&reader);
  cyan_json_walk_drop (walk, &reader.frames);
  return ok;
}

static int
speedscope_sniff (const char *head, gsize length)
{
  static const char schema[] = "speedscope.app/file-format-schema.json";
  static const CyanJsonSign signs[] = {
    { 90, { "shared.frames", "$schema" } },
    { 90, { "shared.frames", "profiles" } },
    { 80, { "shared.frames" } },
    { 85, { "profiles[].type", "profiles[].unit" } },
  };

  if (cyan_json_score (head, length, &(CyanJsonSign){ 98, { "$schema" } }, 1) > 0
      && memmem (head, length, schema, strlen (schema)) != NULL)
    return 98;
  return cyan_json_score (head, length, signs, G_N_ELEMENTS (signs));
}

const CyanFormat cyan_format_speedscope = {
  .name = "speedscope",
  .label = "speedscope profile",
  .extensions = (const char *const[]){ ".speedscope.json", NULL },
  .sniff = speedscope_sniff,
  .read = speedscope_read,
};
