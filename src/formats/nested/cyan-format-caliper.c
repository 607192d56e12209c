/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the profiles of Caliper in the form "json-split", which is also that for Hatchet: records
 * in columns, of which one names a node of a tree.
 *
 * Records of one node, as of several ranks, are added up.  Columns that cannot be added up, such as
 * ranks, minima and averages, are left out.
 * https://software.llnl.gov/Caliper/OutputFormats.html#json-split
 */
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-walk.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

#define NONE G_MAXUINT32

typedef struct
{
  gboolean is_value; /* else it is an index into the nodes */
  char *unit;
} Column;

typedef struct
{
  CyanStr column, label;
  gint32 parent; /* -1: none */
  CyanNode node;
} Node;

typedef struct
{
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanJsonWalk *walk;
  GArray *values; /* of double, row by row: NAN where there is none */
  gsize n_rows, width;
  GArray *names;   /* of CyanStr: the columns */
  GArray *columns; /* of Column */
  GArray *nodes;   /* of Node */
  Node node;       /* that is being read */
  guint path;      /* the column of the tree */
  guint64 n_pathless;
} Reader;

static void
clear_column (gpointer data)
{
  g_free (((Column *) data)->unit);
}

static Column *
get_column (const Reader *self, guint i)
{
  return &g_array_index (self->columns, Column, i);
}

static const char *
name_of (const Reader *self, guint column)
{
  return cyan_strings_get (self->strings, g_array_index (self->names, CyanStr, column));
}

/* ---- reading ---- */

static gboolean
read_cell (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  double value = NAN;

  if (token == CYAN_JSON_NUMBER ? !cyan_json_walk_number (walk, token, &value, error)
                                : !cyan_json_skip (walk->json, token, error))
    return FALSE;
  cyan_json_walk_append (walk, self->values, value);
  return TRUE;
}

static gboolean
read_row (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;
  guint before = self->values->len;

  if (!cyan_json_walk_array (walk, token, read_cell, data, error))
    return FALSE;
  if (self->n_rows++ == 0)
    self->width = self->values->len;
  if (self->values->len - before != self->width)
    return cyan_json_walk_fail (walk, error, _ ("not as many values as in the first record"));
  return cyan_input_poll (walk->json->input, error);
}

static gboolean
read_is_value (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  ((Column *) data)->is_value = token == CYAN_JSON_TRUE;
  return cyan_json_skip (walk->json, token, error);
}

static gboolean
read_parent (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (!cyan_json_walk_index_or_none (walk, token, &self->node.parent, error))
    return FALSE;
  return self->node.parent < (gint64) self->nodes->len
         || cyan_json_walk_fail (walk, error, _ ("a node that comes later"));
}

static gboolean
read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "column", .required = TRUE, CYAN_JSON_STR (Reader, node.column) },
    { "label", .required = TRUE, CYAN_JSON_STR (Reader, node.label) },
    { "parent", read_parent },
  };
  Reader *self = data;

  self->node = (Node){ CYAN_STR_EMPTY, CYAN_STR_EMPTY, -1, CYAN_NODE_ROOT };
  if (!cyan_input_poll (walk->json->input, error)
      || !cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  cyan_json_walk_append (walk, self->nodes, self->node);
  return TRUE;
}

/* ---- building ---- */

/* The column of the tree, preferably that of functions: NONE if there is none. */
static guint
find_path (const Reader *self)
{
  static const char *const wanted[] = { "source.function#callpath.address", "path", "function",
                                        "region", "annotation" };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    for (guint c = 0; c < self->names->len; c++)
      if (!get_column (self, c)->is_value && strcmp (name_of (self, c), wanted[i]) == 0)
        return c;
  return NONE;
}

/* Whether the values of records can be added up. */
static gboolean
is_additive (const char *name)
{
  static const char *const others[] = { "inclusive", "min#", "max#", "avg#",    "percent", "rank",
                                        "iteration", "tid",  ".id",  "address", "version" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (strstr (name, others[i]) != NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_time (const char *name)
{
  return strstr (name, "time") != NULL || strstr (name, "duration") != NULL;
}

/* Caliper counts times in microseconds if it does not say otherwise. */
static const char *
unit_of (const Reader *self, guint column)
{
  const char *name = name_of (self, column), *unit = get_column (self, column)->unit;

  if (g_strcmp0 (unit, "sec") == 0)
    return "s";
  if (unit != NULL)
    return unit;
  if (g_str_has_suffix (name, ".ns"))
    return "ns";
  if (is_time (name))
    return "us";
  return strstr (name, "count") != NULL ? "count" : "";
}

static gboolean
add_nodes (Reader *self, GError **error)
{
  CyanStr path = g_array_index (self->names, CyanStr, self->path);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      Node *node = &g_array_index (self->nodes, Node, i);

      node->node =
          node->parent < 0 ? CYAN_NODE_ROOT : g_array_index (self->nodes, Node, node->parent).node;
      if (node->column != path)
        continue;
      node->node = cyan_profile_builder_child (
          self->builder, node->node, cyan_profile_builder_named (self->builder, node->label), 0,
          error);
      if (node->node == CYAN_NODE_NONE)
        return FALSE;
    }
  return TRUE;
}

/* Adds the values of a column. */
static gboolean
add_column (Reader *self, guint column, guint metric, GError **error)
{
  const double *values = (const double *) (gpointer) self->values->data;

  for (gsize row = 0; row < self->n_rows; row++)
    {
      double node = values[row * self->width + self->path];
      double value = values[row * self->width + column];

      if (isnan (node))
        {
          self->n_pathless += metric == 0;
          continue;
        }
      if (!(node >= 0 && node < self->nodes->len))
        return cyan_json_walk_refuse (
            self->walk, error, _ ("data[%" PRIu64 "]: there is no such node"), (guint64) row);
      if (!isnan (value))
        cyan_profile_builder_add (self->builder, metric,
                                  g_array_index (self->nodes, Node, (guint) node).node, value);
    }
  return cyan_input_poll (self->walk->json->input, error);
}

/* The number of different values in @column: of ranks. */
static guint
count_values (const Reader *self, guint column)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_double_hash, g_double_equal);

  for (gsize row = 0; row < self->n_rows; row++)
    g_hash_table_add (seen, &g_array_index (self->values, double, row * self->width + column));
  return g_hash_table_size (seen);
}

static gboolean
add_columns (Reader *self, GError **error)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean is_sampled = FALSE;

  for (guint c = 0; c < self->names->len; c++)
    {
      const char *name = name_of (self, c);

      is_sampled |= strstr (name, "sampler") != NULL;
      if (strcmp (name, "mpi.rank") == 0)
        cyan_profile_builder_set_threads (self->builder, count_values (self, c));
      if (!get_column (self, c)->is_value || !is_additive (name))
        continue;
      /* Times come first. */
      if (is_time (name))
        g_array_prepend_val (chosen, c);
      else
        g_array_append_val (chosen, c);
    }
  if (chosen->len == 0)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("columns: none of them has values that can be added up"));
  for (guint i = 0; i < chosen->len; i++)
    cyan_profile_builder_metric (self->builder, name_of (self, g_array_index (chosen, guint, i)),
                                 unit_of (self, g_array_index (chosen, guint, i)));
  if (!add_nodes (self, error))
    return FALSE;
  for (guint i = 0; i < chosen->len; i++)
    if (!add_column (self, g_array_index (chosen, guint, i), i, error))
      return FALSE;
  cyan_profile_builder_set_recording (
      self->builder, is_sampled ? CYAN_RECORDING_SAMPLED : CYAN_RECORDING_EXACT, 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_meta (self->builder, "producer", "Caliper");
  return TRUE;
}

static gboolean
build (Reader *self, GError **error)
{
  if (self->names->len != self->columns->len
      || (self->n_rows > 0 && self->width != self->names->len))
    return cyan_json_walk_refuse (
        self->walk, error,
        _ ("columns: %u names, but %u descriptions and %" PRIu64 " values in each record"),
        self->names->len, self->columns->len, (guint64) self->width);
  self->path = find_path (self);
  if (self->path == NONE)
    return cyan_json_walk_refuse (self->walk, error, _ ("columns: none of them names a path"));
  if (!add_columns (self, error))
    return FALSE;
  cyan_profile_builder_warn_n (
      self->builder, self->n_pathless, "%'" PRIu64 " record without a path was left out",
      "%'" PRIu64 " records without a path were left out", self->n_pathless);
  return TRUE;
}

static gboolean
caliper_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember column[] = {
    { "is_value", read_is_value, TRUE },
    { "attribute.unit", .or_null = TRUE, CYAN_JSON_TEXT (Column, unit) },
  };
  static const CyanJsonMember members[] = {
    { "data", read_row, TRUE, .each = TRUE },
    { "columns", .required = TRUE, CYAN_JSON_STRS (Reader, names) },
    { "column_metadata", .required = TRUE, CYAN_JSON_ROWS (Reader, columns, Column, column) },
    { "nodes", read_node, TRUE, .each = TRUE },
  };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  Reader reader = { .builder = builder, .walk = walk };

  reader.strings = walk->strings = cyan_profile_builder_strings (builder);
  reader.values = cyan_scratch_array (&walk->kept, sizeof (double));
  reader.names = cyan_scratch_array (&walk->kept, sizeof (CyanStr));
  reader.columns = cyan_scratch_array (&walk->kept, sizeof (Column));
  g_array_set_clear_func (reader.columns, clear_column);
  reader.nodes = cyan_scratch_array (&walk->kept, sizeof (Node));

  return cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
         && build (&reader, error);
}

/* Whether the head is like {"data": [[1, */
static gboolean
starts_with_rows (const char *head, gsize length)
{
  static const char wanted[] = "{\"data\":[[";
  gsize n = 0;

  for (gsize i = 0; i < length && n < strlen (wanted); i++)
    if (head[i] == wanted[n])
      n++;
    else if (!g_ascii_isspace (head[i]))
      return FALSE;
  return n == strlen (wanted);
}

static int
caliper_sniff (const char *head, gsize length)
{
  static const char *const paths[] = { "data", "columns", "column_metadata", "nodes" };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  if (found & 1 && found & 4)
    return 95;
  /* The records come first, and may be long: an object of an array of arrays. */
  return found == 1 && starts_with_rows (head, length) ? 55 : 0;
}

const CyanFormat cyan_format_caliper = {
  .name = "caliper",
  .label = "Caliper's json-split",
  .sniff = caliper_sniff,
  .read = caliper_read,
};
