/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a tree of locations into contexts: a node for each line, modules, values, calls. */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

#define NONE G_MAXUINT32

/* The name of a frame with nothing but an address, or not even that. */
#define UNKNOWN_NAME "[unknown]"

/* Maximum size in bytes of all contexts: a constant and a part for each byte of the file.  A few
 * locations with very many lines could otherwise unfold to far more than was recorded. */
#define FREE_BYTES     (96 * 1024 * 1024)
#define BYTES_PER_BYTE 384
#define NODE_BYTES     64 /* plus 16 for each metric */

/* Doubles represent all integers up to this one. */
#define EXACT (G_GINT64_CONSTANT (1) << 53)

typedef struct
{
  CyanPprofReader *reader;
  CyanPprofColumns columns;
  CyanPprofPrune prune;
  gboolean prunes;
  guint32 *by_line;     /* functions of the builder; NONE: not asked for yet */
  guint32 *by_location; /* the same for locations without lines; allocated on first use */
  CyanNode *nodes;      /* nodes of the builder, by node of the stacks */
  guint max_nodes;
  gboolean inexact;
  gboolean named; /* some function has a name */
} Build;

/* The name of a file without its folders; "\\" separates folders, too. */
static CyanStr
base_name (CyanPprofTables *tables, guint32 index)
{
  const char *path = cyan_pprof_tables_text (tables, index);
  const char *slash = strrchr (path, '/');

  if (slash == NULL)
    slash = strrchr (path, '\\');
  if (slash == NULL || slash[1] == '\0')
    return cyan_strings_add (tables->pool, path, -1);
  return cyan_strings_add (tables->pool, slash + 1, -1);
}

static CyanStr
module_of (Build *self, const CyanPprofLocation *location)
{
  CyanPprofTables *tables = &self->reader->tables;
  guint32 file;

  if (location->mapping == 0)
    return CYAN_STR_EMPTY;
  file = g_array_index (tables->mappings, CyanPprofMapping, location->mapping - 1).file;
  return base_name (tables, file);
}

/* The function in the builder for line number @line of @location. */
static guint32
line_function (Build *self, const CyanPprofLocation *location, guint32 line)
{
  CyanPprofTables *tables = &self->reader->tables;
  guint32 at = location->first_line + line;

  if (self->by_line[at] == NONE)
    {
      const CyanPprofFunction *function = &g_array_index (
          tables->functions, CyanPprofFunction, g_array_index (tables->lines, guint32, at));
      CyanStr name = cyan_pprof_tables_string (tables, function->name);

      if (name == CYAN_STR_EMPTY)
        name = cyan_pprof_tables_string (tables, function->system_name);
      self->named |= name != CYAN_STR_EMPTY;
      self->by_line[at] = cyan_profile_builder_function (
          self->reader->builder, name, module_of (self, location),
          cyan_pprof_tables_string (tables, function->file), function->line, 0);
    }
  return self->by_line[at];
}

static guint32
unknown_function (Build *self, const CyanPprofLocation *location)
{
  CyanPprofTables *tables = &self->reader->tables;

  return cyan_profile_builder_function (
      self->reader->builder, cyan_strings_add (tables->pool, UNKNOWN_NAME, -1),
      location != NULL ? module_of (self, location) : CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
}

static guint32
location_function (Build *self, guint32 number)
{
  const GArray *locations = self->reader->tables.locations;

  if (self->by_location == NULL)
    {
      self->by_location = g_new (guint32, locations->len);
      memset (self->by_location, 0xff, locations->len * sizeof (guint32));
    }
  if (self->by_location[number] == NONE)
    self->by_location[number] =
        unknown_function (self, &g_array_index (locations, CyanPprofLocation, number));
  return self->by_location[number];
}

static gboolean
too_many (const Build *self, GError **error)
{
  CyanInput *input = self->reader->input;

  return cyan_fail (
      error, CYAN_ERROR_LIMIT,
      _ ("%s: its stacks unfold to more than %'u nodes, which are too many for a file of %'" PRIu64
         " bytes"),
      cyan_input_name (input), self->max_nodes, cyan_input_offset (input));
}

/* The child of @parent, or NONE with @error if there are too many nodes. */
static CyanNode
child (Build *self, CyanNode parent, guint32 function, GError **error)
{
  CyanProfileBuilder *builder = self->reader->builder;
  g_autoptr (GError) limit = NULL;
  CyanNode node = cyan_profile_builder_child (builder, parent, function, 0, &limit);

  if (node == NONE)
    cyan_fail_at (error, limit, "%s", cyan_input_name (self->reader->input));
  else if (cyan_profile_builder_n_nodes (builder) > self->max_nodes)
    {
      too_many (self, error);
      return NONE;
    }
  return node;
}

/* Makes the nodes of the builder for one node of the stacks. */
static gboolean
add_node (Build *self, guint32 node, GError **error)
{
  const CyanPprofStacks *stacks = &self->reader->stacks;
  guint32 number = stacks->location[node];
  const CyanPprofLocation *location =
      &g_array_index (self->reader->tables.locations, CyanPprofLocation, number);
  CyanNode at = self->nodes[stacks->parent[node]];

  if (!self->prunes || cyan_pprof_prune_fate (&self->prune, stacks, node) != CYAN_PPROF_GONE)
    {
      if (location->lines == 0)
        at = child (self, at, location_function (self, number), error);
      for (guint32 line = location->lines; line-- > 0 && at != NONE;)
        at = child (self, at, line_function (self, location, line), error);
    }
  self->nodes[node] = at;
  return at != NONE;
}

static void
add_values (Build *self, guint32 node)
{
  CyanProfileBuilder *builder = self->reader->builder;
  const CyanPprofStacks *stacks = &self->reader->stacks;

  /* Without a row no sample ended there. */
  for (guint column = 0; stacks->row[node] != 0 && column < self->columns.n; column++)
    {
      const CyanPprofColumn *entry = &self->columns.columns[column];
      gint64 value = cyan_pprof_stacks_row (stacks, stacks->row[node] - 1)[column];

      if (entry->metric != G_MAXUINT && value != 0)
        {
          self->inexact |= value > EXACT || value < -EXACT;
          cyan_profile_builder_add (builder, entry->metric, self->nodes[node],
                                    (double) value / entry->divisor);
        }
      if (column == self->columns.calls)
        cyan_profile_builder_add_calls (builder, self->nodes[node], (guint64) value);
    }
}

static gboolean
build (Build *self, GError **error)
{
  const CyanPprofStacks *stacks = &self->reader->stacks;
  CyanTick tick = cyan_input_tick_after (self->reader->input);

  self->nodes[0] = CYAN_NODE_ROOT;
  if (stacks->row[0] != 0)
    {
      /* The node of samples without a stack. */
      self->nodes[0] = child (self, CYAN_NODE_ROOT, unknown_function (self, NULL), error);
      if (self->nodes[0] == NONE)
        return FALSE;
      add_values (self, 0);
      self->nodes[0] = CYAN_NODE_ROOT;
    }
  for (guint32 node = 1; node < stacks->n_nodes; node++)
    {
      if (!add_node (self, node, error))
        return FALSE;
      add_values (self, node);
      if (node % CYAN_TICK_STRIDE == 0
          && !cyan_tick (&tick, (double) node / stacks->n_nodes, N_ ("Reading"), error))
        return FALSE;
    }
  if (stacks->saturated)
    cyan_profile_builder_warn (self->reader->builder,
                               _ ("some sums of values are too large for 64 bits and were cut"));
  else if (self->inexact)
    cyan_profile_builder_warn (self->reader->builder,
                               _ ("some values are beyond 2^53 and were rounded"));
  if (stacks->n_nodes > 1 && !self->named)
    cyan_profile_builder_warn (self->reader->builder,
                               _ ("no frame has a name, only an address; name them with: pprof "
                                  "-proto -output NAMED.pb.gz PROGRAM FILE"));
  return TRUE;
}

gboolean
cyan_pprof_build (CyanPprofReader *reader, GError **error)
{
  Build self = { .reader = reader };
  guint64 bytes = cyan_input_offset (reader->input);
  gsize n_lines = reader->tables.lines->len;
  gboolean ok;

  cyan_pprof_stacks_close (&reader->stacks);
  cyan_pprof_about (reader, &self.columns);
  self.max_nodes = (guint) MIN ((FREE_BYTES + BYTES_PER_BYTE * bytes)
                                    / (NODE_BYTES + 16 * (guint64) self.columns.n),
                                G_MAXUINT32);
  self.prunes = cyan_pprof_prune_init (&self.prune, &reader->tables, &reader->stacks, reader->drop,
                                       reader->keep, reader->builder);
  self.by_line = g_new (guint32, n_lines + 1);
  memset (self.by_line, 0xff, n_lines * sizeof (guint32));
  self.nodes = g_new (CyanNode, reader->stacks.n_nodes);
  cyan_charge_set (&reader->charge, cyan_pprof_tables_memory (&reader->tables)
                                        + cyan_pprof_stacks_memory (&reader->stacks)
                                        + n_lines * sizeof (guint32)
                                        + (guint64) reader->stacks.n_nodes * sizeof (CyanNode));

  ok = build (&self, error);

  g_free (self.by_line);
  g_free (self.by_location);
  g_free (self.nodes);
  cyan_pprof_prune_clear (&self.prune);
  cyan_pprof_columns_clear (&self.columns);
  return ok;
}
