/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a tree of locations into contexts: a node for each line, modules, values, calls. */
#include "cyan-format-pprof.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-pprof-prune.h"

#include <string.h>

#define NONE G_MAXUINT32

/* The name of a frame with nothing but an address, or not even that. */
#define UNKNOWN_NAME "[unknown]"

/* Maximum size in bytes of all contexts: a constant and a part for each byte of the file.  A few
 * locations with very many lines could otherwise unfold to far more than was recorded. */
#define FREE_BYTES     (96 * 1024 * 1024)
#define BYTES_PER_BYTE 384
#define NODE_BYTES     64 /* plus 16 for each metric */

/* Size in bytes of a duplicate: the key, its hash entry and the overhead of malloc(). */
#define DUPLICATE_BYTES 64

/* Doubles represent all integers up to this one. */
#define EXACT (G_GINT64_CONSTANT (1) << 53)

typedef struct
{
  CyanPprofReader *reader;
  CyanPprofColumns columns;
  CyanPprofPrune prune;
  gboolean prunes;
  guint32 *by_line;       /* functions of the builder; NONE: not asked for yet */
  guint32 *by_location;   /* the same for locations without lines; allocated on first use */
  CyanNode *nodes;        /* nodes of the builder, by node of the stacks */
  GHashTable *duplicates; /* node of the builder by Duplicate; NULL: the file has none */
  guint8 *unknown;        /* by node of the stacks: 0 calls mean unknown; NULL: nowhere */
  guint max_nodes;
  gboolean inexact;
  gboolean named; /* some function has a name */
} Build;

/* A callee with earlier siblings of the same function and call site. */
typedef struct
{
  CyanNode parent;
  guint32 function, call_site, number;
} Duplicate;

static guint
duplicate_hash (gconstpointer key)
{
  const Duplicate *duplicate = key;

  return ((duplicate->parent * 31 + duplicate->function) * 31 + duplicate->call_site) * 31
         + duplicate->number;
}

static gboolean
duplicate_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Duplicate)) == 0;
}

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
  return self->reader->extensions.whole_modules ? cyan_pprof_tables_string (tables, file)
                                                : base_name (tables, file);
}

/* The function in the builder for line number @line of @location. */
static guint32
line_function (Build *self, const CyanPprofLocation *location, guint32 line)
{
  CyanPprofTables *tables = &self->reader->tables;
  guint32 at = location->first_line + line;

  if (self->by_line[at] == NONE)
    {
      const CyanPprofFunction *function =
          &g_array_index (tables->functions, CyanPprofFunction,
                          g_array_index (tables->lines, CyanPprofLine, at).function);
      CyanStr name = cyan_pprof_tables_string (tables, function->name);
      guint64 body_hash = 0;

      if (self->reader->extensions.body_hashes)
        body_hash = cyan_pprof_body_read (cyan_pprof_tables_text (tables, function->system_name));
      else if (name == CYAN_STR_EMPTY)
        name = cyan_pprof_tables_string (tables, function->system_name);
      self->named |= name != CYAN_STR_EMPTY;
      self->by_line[at] = cyan_profile_builder_function (
          self->reader->builder, name, module_of (self, location),
          cyan_pprof_tables_string (tables, function->file), function->line, body_hash);
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

/* The node of a duplicate, added if new.  The builder would merge it with its siblings. */
static CyanNode
duplicate_of (Build *self, const Duplicate *duplicate, GError **error)
{
  gpointer found;
  CyanNode node;

  if (g_hash_table_lookup_extended (self->duplicates, duplicate, NULL, &found))
    return GPOINTER_TO_UINT (found);
  node = cyan_profile_builder_append (self->reader->builder, duplicate->parent, duplicate->function,
                                      duplicate->call_site, error);
  if (node != NONE)
    g_hash_table_insert (self->duplicates, g_memdup2 (duplicate, sizeof *duplicate),
                         GUINT_TO_POINTER (node));
  return node;
}

/* The child of @parent, or NONE with @error if there are too many nodes. */
static CyanNode
child (Build *self,
       CyanNode parent,
       guint32 function,
       guint32 call_site,
       guint32 number,
       GError **error)
{
  CyanProfileBuilder *builder = self->reader->builder;
  const Duplicate duplicate = { parent, function, call_site, number };
  g_autoptr (GError) limit = NULL;
  CyanNode node = self->duplicates != NULL && number > 0
                      ? duplicate_of (self, &duplicate, &limit)
                      : cyan_profile_builder_child (builder, parent, function, call_site, &limit);

  if (node == NONE)
    cyan_fail_at (error, limit, "%s", cyan_input_name (self->reader->input));
  else if (cyan_profile_builder_n_nodes (builder) > self->max_nodes)
    {
      too_many (self, error);
      return NONE;
    }
  return node;
}

/* The line in the caller's location from which @node is called; 0 if the file does not say. */
static guint32
call_site_of (const Build *self, guint32 node)
{
  const CyanPprofReader *reader = self->reader;
  guint32 above = reader->stacks.parent[node];
  const CyanPprofLocation *location;

  if (!reader->extensions.call_sites || above == 0)
    return 0;
  location =
      &g_array_index (reader->tables.locations, CyanPprofLocation, reader->stacks.location[above]);
  return location->lines == 0
             ? 0
             : g_array_index (reader->tables.lines, CyanPprofLine, location->first_line).number;
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
      guint32 call_site = call_site_of (self, node);

      if (location->lines == 0)
        at = child (self, at, location_function (self, number), call_site, 0, error);
      for (guint32 line = location->lines; line-- > 0 && at != NONE; call_site = 0)
        at = child (self, at, line_function (self, location, line), call_site, location->address,
                    error);
    }
  self->nodes[node] = at;
  return at != NONE;
}

static void
add_values (Build *self, guint32 node)
{
  CyanProfileBuilder *builder = self->reader->builder;
  const gint64 *values = cyan_pprof_stacks_values (&self->reader->stacks, node);

  for (guint column = 0; values != NULL && column < self->columns.n; column++)
    {
      const CyanPprofColumn *entry = &self->columns.columns[column];
      gint64 value = values[column];

      if (entry->metric != G_MAXUINT && value != 0)
        {
          self->inexact |= value > EXACT || value < -EXACT;
          cyan_profile_builder_add (builder, entry->metric, self->nodes[node],
                                    (double) value / entry->divisor);
        }
      if (column == self->columns.calls
          && (value > 0 || self->unknown == NULL || self->unknown[node] == 0))
        cyan_profile_builder_add_calls (builder, self->nodes[node], (guint64) value);
    }
}

/* Finds the samples with a label that says that 0 calls mean unknown. */
static void
find_unknown (Build *self)
{
  const CyanPprofReader *reader = self->reader;
  CyanPprofTables *tables = &self->reader->tables;

  if (self->columns.calls != self->columns.n - 1)
    return;
  for (guint i = 0; i < reader->marks->len; i++)
    {
      const CyanPprofMark *mark = &g_array_index (reader->marks, CyanPprofMark, i);

      if (strcmp (cyan_pprof_tables_text (tables, mark->key), CYAN_PPROF_CALLS) != 0
          || strcmp (cyan_pprof_tables_text (tables, mark->text), CYAN_PPROF_UNKNOWN) != 0)
        continue;
      if (self->unknown == NULL)
        self->unknown = g_new0 (guint8, reader->stacks.n_nodes);
      self->unknown[mark->node] = 1;
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
      self->nodes[0] = child (self, CYAN_NODE_ROOT, unknown_function (self, NULL), 0, 0, error);
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
  find_unknown (&self);
  self.by_line = g_new (guint32, n_lines + 1);
  memset (self.by_line, 0xff, n_lines * sizeof (guint32));
  self.nodes = g_new (CyanNode, reader->stacks.n_nodes);
  if (reader->extensions.duplicates)
    self.duplicates = g_hash_table_new_full (duplicate_hash, duplicate_equal, g_free, NULL);
  cyan_charge_set (
      &reader->charge,
      cyan_pprof_tables_memory (&reader->tables) + cyan_pprof_stacks_memory (&reader->stacks)
          + n_lines * sizeof (guint32)
          + (guint64) reader->stacks.n_nodes
                * (sizeof (CyanNode) + (self.duplicates != NULL ? DUPLICATE_BYTES : 0)));

  ok = build (&self, error);

  g_free (self.by_line);
  g_free (self.by_location);
  g_free (self.nodes);
  g_free (self.unknown);
  g_clear_pointer (&self.duplicates, g_hash_table_unref);
  cyan_pprof_prune_clear (&self.prune);
  cyan_pprof_columns_clear (&self.columns);
  return ok;
}
