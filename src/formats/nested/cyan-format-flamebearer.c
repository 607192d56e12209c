/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the flame graphs of Pyroscope: names, and the boxes of each level from left to right.
 *
 * A box has four numbers: the distance to the end of the box before it, its total, its own value
 * and its name.  In the comparison of two profiles, "double", it has seven: the first three for
 * each of them.  https://github.com/grafana/pyroscope: pkg/og/structs/flamebearer/flamebearer.go.
 */
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"

#include <string.h>

#define SINGLE 4
#define DOUBLE 7

/* The sample rate of times in nanoseconds. */
#define NANOSECONDS 1e9

/* A box of the level above. */
typedef struct
{
  double end;
  CyanNode node;
} Box;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  GArray *names;  /* of CyanStr */
  GArray *values; /* of double: those of all levels */
  GArray *levels; /* of guint32: the end of each level in values */
  char *units;
  char *spy;
  double rate;
  guint is_double; /* it compares two profiles */
} Reader;

/* The numbers of Pyroscope's API are strings. */
static gboolean
read_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double value;

  if (token == CYAN_JSON_STRING)
    {
      if (!cyan_parse_double (walk->json->text, walk->json->length, &value))
        return cyan_json_walk_fail (walk, error, _ ("not a number"));
    }
  else if (!cyan_json_walk_number (walk, token, &value, error))
    return FALSE;
  cyan_json_walk_append (walk, self->values, value);
  return TRUE;
}

static gboolean
read_level (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = { { "values", read_value, .each = TRUE } };
  Reader *self = data;
  gboolean ok = token == CYAN_JSON_ARRAY
                    ? cyan_json_walk_array (walk, token, read_value, data, error)
                    : cyan_json_walk_object (walk, token, members, 1, data, error);

  if (!ok || !cyan_input_poll (walk->json->input, error))
    return FALSE;
  cyan_json_walk_append (walk, self->levels, self->values->len);
  return TRUE;
}

static guint
add_metric (Reader *self)
{
  const char *units = self->units != NULL ? self->units : "";

  if (strcmp (units, "nanoseconds") == 0
      || (strcmp (units, "samples") == 0 && self->rate == NANOSECONDS))
    return cyan_profile_builder_metric (self->builder, "time", "ns");
  if (strcmp (units, "samples") == 0)
    return cyan_profile_builder_metric (self->builder, "samples", "samples");
  if (strcmp (units, "lock_nanoseconds") == 0)
    return cyan_profile_builder_metric (self->builder, units, "ns");
  if (strcmp (units, "bytes") == 0)
    return cyan_profile_builder_metric (self->builder, "bytes", "bytes");
  if (*units != '\0')
    return cyan_profile_builder_metric (self->builder, units, "count");
  return cyan_profile_builder_metric (self->builder, NULL, "");
}

/* Whether the only box of the first level stands for everything. */
static gboolean
is_total (const Reader *self, const double *box, guint level, guint length, guint size)
{
  CyanStr name = g_array_index (self->names, CyanStr, (guint) box[size - 1]);

  return level == 0 && length == size && box[2] == 0 && (size == SINGLE || box[5] == 0)
         && strcmp (cyan_strings_get (self->strings, name), "total") == 0;
}

static gboolean
check_box (const Reader *self, const double *box, guint level, guint size, GError **error)
{
  if (!(box[size - 1] >= 0 && box[size - 1] < self->names->len))
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("levels[%u]: a box has a name that is not there"), level);
  for (guint i = 0; i < size - 1; i++)
    if (box[i] < 0)
      return cyan_json_walk_refuse (self->walk, error, _ ("levels[%u]: a value below 0"), level);
  return TRUE;
}

/* Adds the boxes of a level below @boxes, those of the level above, which it replaces. */
static gboolean
add_level (Reader *self, guint level, guint metric, GArray **boxes, GError **error)
{
  guint size = self->is_double ? DOUBLE : SINGLE;
  guint from = level > 0 ? g_array_index (self->levels, guint32, level - 1) : 0;
  guint length = g_array_index (self->levels, guint32, level) - from;
  g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (Box));
  const Box *above = (const Box *) (gpointer) (*boxes)->data;
  double at = 0;
  guint parent = 0;

  if (length % size != 0)
    return cyan_json_walk_refuse (self->walk, error, _ ("levels[%u]: not %u values for each box"),
                                  level, size);
  for (guint i = 0; i < length; i += size)
    {
      const double *box = &g_array_index (self->values, double, from + i);
      Box added;

      if (!check_box (self, box, level, size, error))
        return FALSE;
      /* The boxes of both profiles lie in the same order: together they lie as those of one. */
      at += self->is_double ? box[0] + box[3] : box[0];
      while (parent < (*boxes)->len && above[parent].end <= at)
        parent++;
      added.end = at + (self->is_double ? box[1] + box[4] : box[1]);
      if (added.end == at)
        continue;
      if (parent == (*boxes)->len)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("levels[%u]: a box that is not below another"), level);
      added.node = above[parent].node;
      if (!is_total (self, box, level, length, size))
        {
          CyanStr name = g_array_index (self->names, CyanStr, (guint) box[size - 1]);
          guint32 function = cyan_profile_builder_named (self->builder, name);

          added.node = cyan_profile_builder_child (self->builder, added.node, function, 0, error);
          if (added.node == CYAN_NODE_NONE)
            return FALSE;
          cyan_profile_builder_add (self->builder, metric, added.node,
                                    box[self->is_double ? 5 : 2]);
        }
      at = added.end;
      cyan_json_walk_append (self->walk, below, added);
    }
  cyan_json_walk_drop (self->walk, boxes);
  *boxes = g_steal_pointer (&below);
  return cyan_input_poll (self->walk->json->input, error);
}

static gboolean
build (Reader *self, GError **error)
{
  guint metric = add_metric (self);
  Box root = { G_MAXDOUBLE, CYAN_NODE_ROOT };
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (Box));
  gboolean ok = TRUE;

  cyan_json_walk_append (self->walk, boxes, root);
  for (guint level = 0; ok && level < self->levels->len; level++)
    ok = add_level (self, level, metric, &boxes, error);
  cyan_json_walk_drop (self->walk, &boxes);
  if (!ok)
    return FALSE;

  cyan_profile_builder_set_recording (
      self->builder, CYAN_RECORDING_SAMPLED,
      g_strcmp0 (self->units, "samples") == 0 && self->rate != NANOSECONDS ? 1 : 0);
  cyan_profile_builder_set_unordered (self->builder);
  if (self->spy != NULL && *self->spy != '\0')
    cyan_profile_builder_set_meta (self->builder, "producer", self->spy);
  if (self->is_double)
    cyan_profile_builder_warn (self->builder,
                               _ ("it compares two profiles, of which the second was read"));
  return TRUE;
}

static gboolean
flamebearer_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const char *const formats[] = { "single", "double", NULL };
  static const CyanJsonMember graph[] = {
    { "names", .required = TRUE, CYAN_JSON_STRS (Reader, names) },
    { "levels", read_level, TRUE, .each = TRUE },
    { "format", .or_null = TRUE, CYAN_JSON_WORD (Reader, is_double, formats),
      .problem = N_ ("neither \"single\" nor \"double\"") },
    { "spyName", .or_null = TRUE, CYAN_JSON_TEXT (Reader, spy) },
    { "sampleRate", .or_null = TRUE, CYAN_JSON_REAL (Reader, rate) },
    { "units", .or_null = TRUE, CYAN_JSON_TEXT (Reader, units) },
  };
  static const CyanJsonMember members[] = {
    { "flamebearer", CYAN_JSON_MEMBERS (graph) },
    { "flamegraph", CYAN_JSON_MEMBERS (graph) },
    { "metadata", .members = graph + 2, .n_members = G_N_ELEMENTS (graph) - 2 },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk };

  reader.strings = walk->strings = cyan_profile_builder_strings (builder);
  reader.names = cyan_scratch_array (&walk->kept, sizeof (CyanStr));
  reader.values = cyan_scratch_array (&walk->kept, sizeof (double));
  reader.levels = cyan_scratch_array (&walk->kept, sizeof (guint32));
  cyan_scratch_free (&walk->kept, &reader.units);
  cyan_scratch_free (&walk->kept, &reader.spy);

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* clang-format off */
CYAN_JSON_SNIFF (flamebearer_sniff,
                 { 95, { "flamebearer.names" } },
                 { 95, { "flamebearer.levels" } },
                 { 95, { "flamegraph.names" } },
                 { 95, { "flamegraph.levels" } })
/* clang-format on */

const CyanFormat cyan_format_flamebearer = {
  .name = "flamebearer",
  .label = "Pyroscope flame graph",
  .sniff = flamebearer_sniff,
  .read = flamebearer_read,
};
