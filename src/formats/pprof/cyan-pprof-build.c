/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns a tree of locations into contexts: a node for each line, modules, values, calls.
 * drop_frames and keep_frames, untrusted regular expressions, are matched with a limit. */
#include "cyan-pprof.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-text.h"

#include <string.h>

#define NONE G_MAXUINT32

/* ---- frames to drop ---- */

/*
 * Drops frames that match a profile's drop_frames but not its keep_frames.
 *
 * As in pprof itself (profile/prune.go), a stack is cut at such a frame: the frame and everything
 * towards the leaf are dropped, and their values go to the caller.  Matching frames at the root
 * stay, up to the first frame that does not match.
 */
typedef struct
{
  guint8 *locations; /* by number: which part to drop, 0 for none */
  guint8 *nodes;     /* by node of the stacks: state of the path to it */
} Prune;

/* Maximum steps for matching one name, and the bytes of a name that are matched. */
#define MATCH_LIMIT "(*LIMIT_MATCH=20000)"
#define MAX_NAME    1024

/* After this many names that hit the limit, the pattern is given up. */
#define MAX_FAILURES 16

/* The part of a location that is dropped. */
enum
{
  WHOLE = 1, /* the location and all below it */
  INNER = 2, /* its inner lines and all below it */
};

/* State of a node. */
enum
{
  FOUND_OTHER = 1 << 0, /* a frame that is not dropped was found here or above */
  CUT = 1 << 1,         /* everything below is dropped */
};

typedef struct
{
  GRegex *drop, *keep;
  guint n_failures;
  guint8 *known; /* by index of a string: 0 unknown, 1 keep, 2 drop */
} Patterns;

/* The name without its arguments, as in pprof's simplifyFunc().  The caller frees it. */
static char *
simplify (const char *name)
{
  static const char *const reserved[] = { "(anonymous namespace)", "operator()" };
  const char *at;

  if (*name == '.')
    name++;
  for (at = name; *at != '\0' && at - name < MAX_NAME;)
    {
      gsize skip = 1;

      for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
        if (g_str_has_prefix (at, reserved[i]))
          skip = strlen (reserved[i]);
      if (skip == 1 && *at == '(')
        break;
      at += skip;
    }
  while (((guchar) *at & 0xc0) == 0x80)
    at--;
  return g_strndup (name, (gsize) (at - name));
}

static GRegex *
compile (const char *pattern, const char *what, CyanProfileBuilder *builder)
{
  g_autofree char *whole = g_strdup_printf (MATCH_LIMIT "^(?:%s)\\z", pattern);
  g_autoptr (GError) error = NULL;
  GRegex *regex = g_regex_new (whole, G_REGEX_OPTIMIZE, 0, &error);

  if (regex == NULL)
    {
      g_autofree char *shown = cyan_text_for_label (pattern, 80);

      cyan_profile_builder_warn (builder, _ ("%s is not a regular expression that we know: %s"),
                                 what, shown);
    }
  return regex;
}

static gboolean
matches (Patterns *self, GRegex *regex, const char *name)
{
  g_autoptr (GError) error = NULL;
  gboolean matched = g_regex_match_full (regex, name, -1, 0, 0, NULL, &error);

  self->n_failures += error != NULL;
  return matched;
}

static gboolean
is_dropped (Patterns *self, CyanPprofTables *tables, guint32 name)
{
  if (name == 0 || self->n_failures > MAX_FAILURES)
    return FALSE;
  if (self->known[name] == 0)
    {
      g_autofree char *simple = simplify (cyan_pprof_tables_text (tables, name));
      gboolean dropped = matches (self, self->drop, simple)
                         && (self->keep == NULL || !matches (self, self->keep, simple));

      self->known[name] = dropped ? 2 : 1;
    }
  return self->known[name] == 2;
}

/* Finds the outermost line to drop.  The lines outside of it stay. */
static guint8
prune_lines (CyanPprofLocation *location, Patterns *patterns, CyanPprofTables *tables)
{
  for (guint32 i = location->lines; i-- > 0;)
    {
      guint32 number = g_array_index (tables->lines, guint32, location->first_line + i);
      const CyanPprofFunction *function =
          &g_array_index (tables->functions, CyanPprofFunction, number);

      if (!is_dropped (patterns, tables, function->name))
        continue;
      if (i == location->lines - 1)
        return WHOLE;
      location->first_line += i + 1;
      location->lines -= i + 1;
      return INNER;
    }
  return 0;
}

/* Compiles the two patterns, given as indices of strings, and removes matching lines from the
 * locations.  Returns FALSE if nothing is to be dropped.  Warns about a pattern that cannot be
 * used. */
static gboolean
init_prune (Prune *self,
            CyanPprofTables *tables,
            const CyanPprofStacks *stacks,
            guint32 drop,
            guint32 keep,
            CyanProfileBuilder *builder)
{
  Patterns patterns = { 0 };
  CyanPprofLocation *locations = (CyanPprofLocation *) tables->locations->data;
  guint n = tables->locations->len;
  gboolean any = FALSE;

  *self = (Prune){ 0 };
  if (drop == 0)
    return FALSE;
  patterns.drop = compile (cyan_pprof_tables_text (tables, drop), "drop_frames", builder);
  if (keep != 0)
    patterns.keep = compile (cyan_pprof_tables_text (tables, keep), "keep_frames", builder);
  if (patterns.drop != NULL && (keep == 0 || patterns.keep != NULL))
    {
      patterns.known = g_new0 (guint8, tables->text_ends->len);
      self->locations = g_new0 (guint8, n + 1);
      for (guint i = 0; i < n; i++)
        {
          self->locations[i] = prune_lines (&locations[i], &patterns, tables);
          any |= self->locations[i] != 0;
        }
      if (patterns.n_failures > 0)
        cyan_profile_builder_warn (
            builder, _ ("drop_frames was too much work for some names, which were kept"));
    }
  if (any)
    self->nodes = g_new0 (guint8, stacks->n_nodes);
  g_clear_pointer (&patterns.drop, g_regex_unref);
  g_clear_pointer (&patterns.keep, g_regex_unref);
  g_free (patterns.known);
  return any;
}

static void
clear_prune (Prune *self)
{
  g_free (self->locations);
  g_free (self->nodes);
}

/* Whether @node is dropped; its values go to its caller.  Call this for every node except 0, in
 * ascending order. */
static gboolean
is_gone (Prune *self, const CyanPprofStacks *stacks, guint32 node)
{
  guint8 above = self->nodes[stacks->parent[node]];
  guint8 part = self->locations[stacks->location[node]];
  gboolean cuts = part != 0 && (above & FOUND_OTHER) != 0;

  if (part == 0)
    self->nodes[node] = FOUND_OTHER;
  if (cuts || (above & CUT) != 0)
    self->nodes[node] = CUT;
  return (above & CUT) != 0 || (cuts && part == WHOLE);
}

/* ---- contexts ---- */

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
  Prune prune;
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

  if (!self->prunes || !is_gone (&self->prune, stacks, node))
    {
      if (location->lines == 0)
        at = child (self, at, location_function (self, number), error);
      for (guint32 line = location->lines; line-- > 0 && at != NONE;)
        at = child (self, at, line_function (self, location, line), error);
    }
  self->nodes[node] = at;
  return at != NONE;
}

/* The costs of the line at which the stacks of @node end; NULL: they are not wanted, or the line is
 * not known. */
static double *
line_costs (Build *self, guint32 node)
{
  CyanPprofTables *tables = &self->reader->tables;
  const CyanPprofStacks *stacks = &self->reader->stacks;
  const CyanPprofLocation *location;
  const CyanPprofFunction *function;
  guint32 line;
  CyanStr name, file;

  /* What was dropped counts for its caller, in no line of that. */
  if (tables->line_numbers == NULL || node == 0
      || self->nodes[node] == self->nodes[stacks->parent[node]])
    return NULL;
  location = &g_array_index (tables->locations, CyanPprofLocation, stacks->location[node]);
  if (location->lines == 0)
    return NULL;
  line = g_array_index (tables->line_numbers, guint32, location->first_line);
  if (line == 0)
    return NULL;
  function = &g_array_index (tables->functions, CyanPprofFunction,
                             g_array_index (tables->lines, guint32, location->first_line));
  name = cyan_pprof_tables_string (tables, function->name);
  if (name == CYAN_STR_EMPTY)
    name = cyan_pprof_tables_string (tables, function->system_name);
  file = cyan_pprof_tables_string (tables, function->file);
  return cyan_profile_builder_line (self->reader->builder, name, file, file, line);
}

static void
add_values (Build *self, guint32 node)
{
  CyanProfileBuilder *builder = self->reader->builder;
  const CyanPprofStacks *stacks = &self->reader->stacks;
  double *line = stacks->row[node] != 0 ? line_costs (self, node) : NULL;

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
          if (line != NULL)
            line[entry->metric] += (double) value / entry->divisor;
        }
      if (column == self->columns.calls)
        cyan_profile_builder_add_calls (builder, self->nodes[node], (guint64) value);
    }
}

static gboolean
build (Build *self, CyanNode *rootless, GError **error)
{
  const CyanPprofStacks *stacks = &self->reader->stacks;
  CyanTick tick = cyan_input_tick_after (self->reader->input);

  *rootless = self->nodes[0] = CYAN_NODE_ROOT;
  if (stacks->row[0] != 0)
    {
      /* The node of samples without a stack. */
      self->nodes[0] = child (self, CYAN_NODE_ROOT, unknown_function (self, NULL), error);
      if (self->nodes[0] == NONE)
        return FALSE;
      add_values (self, 0);
      *rootless = self->nodes[0];
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

/* Gives the pieces the nodes and metrics of the builder.  @rootless has the samples without a
 * stack. */
static void
finish_pieces (Build *self, CyanNode rootless)
{
  CyanPprofOrigins *from = &self->reader->origins;
  g_autofree guint32 *origins = cyan_pprof_origins_finish (from, &self->reader->tables);
  guint32 metrics[CYAN_PPROF_MAX_METRICS];
  double factors[CYAN_PPROF_MAX_METRICS];

  for (guint column = 0; column < self->columns.n; column++)
    {
      const CyanPprofColumn *entry = &self->columns.columns[column];
      gboolean is_metric = entry->metric != G_MAXUINT;

      metrics[column] = is_metric ? entry->metric : CYAN_PIECES_CALLS;
      factors[column] = is_metric ? 1 / entry->divisor : 1;
    }
  self->nodes[0] = rootless;
  cyan_pieces_renumber (from->pieces, 0, self->nodes, origins, metrics, factors);
}

gboolean
cyan_pprof_build (CyanPprofReader *reader, GError **error)
{
  Build self = { .reader = reader };
  guint64 bytes = cyan_input_offset (reader->input);
  gsize n_lines = reader->tables.lines->len;
  CyanNode rootless;
  gboolean ok;

  cyan_pprof_stacks_close (&reader->stacks);
  cyan_pprof_about (reader, &self.columns);
  self.max_nodes = (guint) MIN ((FREE_BYTES + BYTES_PER_BYTE * bytes)
                                    / (NODE_BYTES + 16 * (guint64) self.columns.n),
                                G_MAXUINT32);
  self.prunes = init_prune (&self.prune, &reader->tables, &reader->stacks, reader->drop,
                            reader->keep, reader->builder);
  self.by_line = g_new (guint32, n_lines + 1);
  memset (self.by_line, 0xff, n_lines * sizeof (guint32));
  self.nodes = g_new (CyanNode, reader->stacks.n_nodes);
  cyan_charge_set (&reader->charge, cyan_pprof_tables_memory (&reader->tables)
                                        + cyan_pprof_stacks_memory (&reader->stacks)
                                        + n_lines * sizeof (guint32)
                                        + (guint64) reader->stacks.n_nodes * sizeof (CyanNode));

  ok = build (&self, &rootless, error);
  if (ok && reader->origins.pieces != NULL)
    finish_pieces (&self, rootless);

  g_free (self.by_line);
  g_free (self.by_location);
  g_free (self.nodes);
  clear_prune (&self.prune);
  cyan_pprof_columns_clear (&self.columns);
  return ok;
}
