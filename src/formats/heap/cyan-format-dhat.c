/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the files of valgrind's DHAT and of dhat-rs: JSON with a stack for each place that
 * allocates ("program point"), and a table of frames.  dhat/dh_main.c of valgrind defines it.
 *
 * Stacks refer to the table, which comes after them, and have their innermost frame first.
 */
#include "cyan-format-entry.h"

#include "cyan-frame-tree.h"
#include "cyan-i18n.h"
#include "cyan-json-tree.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-valgrind-frame.h"

#include <math.h>
#include <string.h>

/* Newer versions may have other members. */
#define NEWEST_VERSION 2

/* The members of a place that become metrics, in this order. */
enum
{
  BYTES,
  BLOCKS,
  PEAK_BYTES,
  END_BYTES,
  READ,
  WRITTEN,
  N_VALUES
};

static const struct
{
  const char *name;
  gboolean is_blocks;
} values[N_VALUES] = {
  [BYTES] = { "allocated" }, [BLOCKS] = { "blocks", TRUE }, [PEAK_BYTES] = { "peak" },
  [END_BYTES] = { "end" },   [READ] = { "read" },           [WRITTEN] = { "written" },
};

/* A place that allocates. */
typedef struct
{
  guint32 node; /* of the tree of frames */
  double value[N_VALUES];
} Place;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  CyanFrameTree tree;
  GArray *places; /* of Place */
  GArray *stack;  /* of guint32: frames of the current place, the innermost first */
  GArray *frames; /* of CyanValgrindFrame */
  Place place;    /* the current one */
  gboolean has_value[N_VALUES];
  gboolean other_unit; /* it counts something else than bytes */
  guint32 n_used;      /* the highest frame of a stack, plus 1 */
} Reader;

static gboolean
read_stack_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  gint64 frame;
  guint32 number;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &frame, error))
    return FALSE;
  number = (guint32) frame;
  self->n_used = MAX (self->n_used, number + 1);
  cyan_json_walk_append (walk, self->stack, number);
  return TRUE;
}

static gboolean
read_stack (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  cyan_charge_drop (&walk->json->charge, self->stack->len * sizeof (guint32));
  g_array_set_size (self->stack, 0);
  return cyan_json_walk_array (walk, token, read_stack_frame, data, error);
}

static gboolean
read_place (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "tb", .required = TRUE, CYAN_JSON_REAL (Reader, place.value[BYTES]) },
    { "tbk", .required = TRUE, CYAN_JSON_REAL (Reader, place.value[BLOCKS]) },
    { "gb", CYAN_JSON_REAL (Reader, place.value[PEAK_BYTES]) },
    { "eb", CYAN_JSON_REAL (Reader, place.value[END_BYTES]) },
    { "rb", CYAN_JSON_REAL (Reader, place.value[READ]) },
    { "wb", CYAN_JSON_REAL (Reader, place.value[WRITTEN]) },
    { "fs", read_stack, TRUE },
  };
  Reader *self = data;

  self->place.node = 0;
  for (guint v = 0; v < N_VALUES; v++)
    self->place.value[v] = NAN;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  for (guint v = 0; v < N_VALUES; v++)
    {
      self->has_value[v] |= !isnan (self->place.value[v]);
      if (self->place.value[v] < 0)
        return cyan_json_walk_fail (walk, error, _ ("a number below 0"));
    }
  for (guint i = self->stack->len; i-- > 0;)
    {
      self->place.node = cyan_frame_tree_child (&self->tree, self->place.node,
                                                g_array_index (self->stack, guint32, i), error);
      if (self->place.node == CYAN_FRAME_TREE_NONE)
        return FALSE;
    }
  cyan_json_walk_append (walk, self->places, self->place);
  return TRUE;
}

static gboolean
read_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  CyanValgrindFrame frame;

  if (token != CYAN_JSON_STRING)
    return cyan_json_walk_fail (walk, error, _ ("not a string"));
  frame = cyan_valgrind_frame_parse (self->strings, walk->json->text, walk->json->length);
  cyan_json_walk_append (walk, self->frames, frame);
  return TRUE;
}

static gboolean
read_version (CyanJsonWalk *walk, CyanJsonToken token, gpointer data G_GNUC_UNUSED, GError **error)
{
  gint64 version;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &version, error))
    return FALSE;
  return (version >= 1 && version <= NEWEST_VERSION)
         || cyan_json_walk_fail (walk, error, _ ("version %d of the format is not known"),
                                 (gint) version);
}

/* "bsu" is there only if it is not bytes. */
static gboolean
read_unit (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  g_autofree char *unit = NULL;

  if (!cyan_json_walk_text (walk, token, &unit, error))
    return FALSE;
  self->other_unit = strcmp (unit, "bytes") != 0;
  return TRUE;
}

CYAN_JSON_META (read_command, Reader, builder, "command")
CYAN_JSON_META (read_mode, Reader, builder, "mode")

/* Adds the nodes; the line of a frame is where it calls the next. */
static gboolean
add_nodes (Reader *self, CyanNode *nodes, GError **error)
{
  nodes[0] = CYAN_NODE_ROOT;
  for (guint32 n = 1; n < self->tree.n_nodes; n++)
    {
      guint32 up = self->tree.parent[n];
      const CyanValgrindFrame *frame =
          &g_array_index (self->frames, CyanValgrindFrame, self->tree.frame[n]);
      guint32 call_site =
          up != 0 ? g_array_index (self->frames, CyanValgrindFrame, self->tree.frame[up]).line : 0;

      nodes[n] = cyan_profile_builder_child (
          self->builder, nodes[up],
          cyan_profile_builder_add_function (self->builder, &frame->function), call_site, error);
      if (nodes[n] == CYAN_NODE_NONE)
        return FALSE;
    }
  return TRUE;
}

static gboolean
build (Reader *self, GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, MAX (self->tree.n_nodes, 1));
  guint metrics[N_VALUES];

  if (self->n_used > self->frames->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("frame %u is named, but there are only %u frames"),
                                  self->n_used - 1, self->frames->len);
  for (guint v = 0; v < N_VALUES; v++)
    if (v <= BLOCKS || self->has_value[v])
      metrics[v] =
          cyan_profile_builder_metric (self->builder, values[v].name,
                                       values[v].is_blocks || self->other_unit ? "count" : "bytes");
  if (!add_nodes (self, nodes, error))
    return FALSE;
  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);

      for (guint v = 0; v < N_VALUES; v++)
        if (!isnan (place->value[v]))
          cyan_profile_builder_add (self->builder, metrics[v], nodes[place->node], place->value[v]);
    }
  cyan_profile_builder_set_unordered (self->builder);
  return TRUE;
}

static gboolean
dhat_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "dhatFileVersion", read_version, TRUE },
    { "mode", read_mode, FALSE },
    { "bsu", read_unit, FALSE },
    { "cmd", read_command, FALSE },
    { "pps", read_place, TRUE, .each = TRUE },
    { "ftbl", read_frame, TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader self = { .builder = builder,
                  .strings = cyan_profile_builder_strings (builder),
                  .walk = walk,
                  .places = cyan_scratch_array (&walk->kept, sizeof (Place)),
                  .stack = cyan_scratch_array (&walk->kept, sizeof (guint32)),
                  .frames = cyan_scratch_array (&walk->kept, sizeof (CyanValgrindFrame)) };

  cyan_frame_tree_init (&self.tree, &walk->kept, builder);
  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &self, error)
         && build (&self, error);
}

CYAN_JSON_SNIFF (dhat_sniff, { 98, { "dhatFileVersion" } })

const CyanFormat cyan_format_dhat = {
  .name = "dhat",
  .label = "heap profile of DHAT",
  .extensions = (const char *const[]){ ".dhat.json", NULL },
  .sniff = dhat_sniff,
  .read = dhat_read,
};
