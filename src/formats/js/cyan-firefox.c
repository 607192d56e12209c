/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the columns of a Firefox profile into a tree. */
#include "cyan-firefox.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-notes.h"

#include <string.h>

/* The newest version of the format that this reader knows. */
#define KNOWN_VERSION 75

typedef struct
{
  CyanFirefox *firefox;
  guint32 idle_function;
  GArray *path; /* of guint32: stacks that have no node yet */
  guint time, cpu, allocated;
  gboolean has_times, has_cpu, has_allocated;
  double sum, cpu_sum; /* of the first metric and of CPU time, in their units */
  guint64 n_empty;
  guint n_functions, n_addresses;

  CyanPieces *pieces; /* of the builder; NULL: not wanted */
  CyanPieceRow piece; /* of the current sample */
  gboolean has_time;
  double elapsed; /* ms */
} Tree;

static CyanStr
string_at (CyanFirefox *self, CyanFirefoxTables *tables, gint32 index)
{
  const GArray *strings = cyan_firefox_owner (self, tables, CYAN_FIREFOX_STRINGS)->strings;

  return index < 0 ? CYAN_STR_EMPTY : g_array_index (strings, CyanStr, index);
}

/* The path in a file name of a symbol server, "hg:hg.mozilla.org/mozilla-central:PATH:REVISION", or
 * the same with "git:" or "s3:". */
static CyanStr
clean_file (CyanFirefox *self, CyanStr file)
{
  const char *text = cyan_strings_get (self->strings, file);
  g_autofree char *path = NULL;

  if (g_str_has_prefix (text, "hg:") || g_str_has_prefix (text, "git:")
      || g_str_has_prefix (text, "s3:"))
    {
      g_auto (GStrv) parts = g_strsplit (text, ":", -1);

      if (g_strv_length (parts) == 4 && *parts[2] != '\0')
        path = g_strdup (parts[2]);
    }
  else if (g_str_has_prefix (text, "file://"))
    path = g_filename_from_uri (text, NULL, NULL);
  return path != NULL ? cyan_strings_add (self->strings, path, -1) : file;
}

static CyanStr
source_at (CyanFirefox *self, CyanFirefoxTables *tables, gint32 index)
{
  CyanFirefoxTables *sources = cyan_firefox_owner (self, tables, CYAN_FIREFOX_SOURCES);

  return index < 0
             ? CYAN_STR_EMPTY
             : string_at (self, sources,
                          cyan_firefox_value (sources, CYAN_FIREFOX_SOURCE_FILE, (guint) index));
}

static gboolean
is_address (const char *name)
{
  if (!g_str_has_prefix (name, "0x"))
    return FALSE;
  name += strlen ("0x");
  return *name != '\0' && name[strspn (name, "0123456789abcdefABCDEF")] == '\0';
}

static guint32
make_function (Tree *tree, CyanFirefoxTables *frames, guint frame)
{
  CyanFirefox *self = tree->firefox;
  CyanFirefoxTables *funcs = cyan_firefox_owner (self, frames, CYAN_FIREFOX_FUNCS);
  CyanFirefoxTables *resources = cyan_firefox_owner (self, funcs, CYAN_FIREFOX_RESOURCES);
  CyanFirefoxTables *locations = cyan_firefox_owner (self, funcs, CYAN_FIREFOX_LOCATIONS);
  guint func = (guint) cyan_firefox_value (frames, CYAN_FIREFOX_FRAME_FUNC, frame);
  gint32 resource = cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_RESOURCE, func);
  gint32 location = cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_LOCATION, func);
  gint32 lib = cyan_firefox_value (frames, CYAN_FIREFOX_FRAME_LIB, frame);
  gint32 line = cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_LINE, func);
  CyanStr name = string_at (self, funcs, cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_NAME, func));
  CyanStr file = string_at (self, funcs, cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_FILE, func));
  CyanStr module = CYAN_STR_EMPTY;

  if (resource >= 0)
    module =
        string_at (self, resources,
                   cyan_firefox_value (resources, CYAN_FIREFOX_RESOURCE_NAME, (guint) resource));
  else if (lib >= 0)
    module =
        g_array_index (cyan_firefox_owner (self, frames, CYAN_FIREFOX_LIBS)->libs, CyanStr, lib);
  if (file == CYAN_STR_EMPTY)
    file = source_at (self, funcs, cyan_firefox_value (funcs, CYAN_FIREFOX_FUNC_SOURCE, func));
  if (frames->columns[CYAN_FIREFOX_FRAME_LOCATION] != NULL)
    cyan_gecko_split_location (self->strings, name, &name, &file, &line);
  if (location >= 0)
    {
      file = source_at (
          self, locations,
          cyan_firefox_value (locations, CYAN_FIREFOX_LOCATION_SOURCE, (guint) location));
      line = cyan_firefox_value (locations, CYAN_FIREFOX_LOCATION_LINE, (guint) location);
    }
  tree->n_functions++;
  tree->n_addresses += is_address (cyan_strings_get (self->strings, name));
  return cyan_profile_builder_function (self->builder, name, module, clean_file (self, file),
                                        (guint32) MAX (line, 0), 0);
}

static guint32
get_function (Tree *tree, CyanFirefoxTables *stacks, guint stack)
{
  CyanFirefoxTables *frames = cyan_firefox_owner (tree->firefox, stacks, CYAN_FIREFOX_FRAMES);
  guint frame = (guint) cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_FRAME, stack);

  if (frames->functions == NULL)
    {
      guint n = frames->columns[CYAN_FIREFOX_FRAME_FUNC]->len;

      frames->functions =
          cyan_scratch_own (&tree->firefox->walk->kept, g_new0 (guint32, n), g_free);
      cyan_charge_add (&tree->firefox->walk->json->charge, n * sizeof (guint32));
    }
  if (frames->functions[frame] == 0)
    frames->functions[frame] = make_function (tree, frames, frame) + 1;
  return frames->functions[frame] - 1;
}

/* The category of the stack's frame, or else that of the stack's prefix. */
static gint32
get_category (Tree *tree, CyanFirefoxTables *stacks, guint stack)
{
  CyanFirefoxTables *frames = cyan_firefox_owner (tree->firefox, stacks, CYAN_FIREFOX_FRAMES);
  gint32 category = cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_CATEGORY, stack);
  gint32 prefix = cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_PREFIX, stack);

  if (category < 0)
    category =
        cyan_firefox_value (frames, CYAN_FIREFOX_FRAME_CATEGORY,
                            (guint) cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_FRAME, stack));
  return category < 0 && prefix >= 0 ? stacks->categories[prefix] : category;
}

/* The node of @stack; adds the nodes of its prefixes as needed. */
static CyanNode
get_node (Tree *tree, CyanFirefoxTables *stacks, guint stack, GError **error)
{
  guint n = stacks->columns[CYAN_FIREFOX_STACK_FRAME]->len;

  if (stacks->nodes == NULL)
    {
      stacks->nodes = cyan_scratch_own (&tree->firefox->walk->kept, g_new (CyanNode, n), g_free);
      memset (stacks->nodes, 0xff, n * sizeof (CyanNode));
      stacks->categories = cyan_scratch_own (&tree->firefox->walk->kept, g_new (gint32, n), g_free);
      cyan_charge_add (&tree->firefox->walk->json->charge,
                       n * (sizeof (CyanNode) + sizeof (gint32)));
    }
  g_array_set_size (tree->path, 0);
  for (gint32 at = (gint32) stack; at >= 0 && stacks->nodes[at] == CYAN_NODE_NONE;
       at = cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_PREFIX, (guint) at))
    g_array_append_val (tree->path, at);
  while (tree->path->len > 0)
    {
      guint at = g_array_index (tree->path, guint32, tree->path->len - 1);
      gint32 prefix = cyan_firefox_value (stacks, CYAN_FIREFOX_STACK_PREFIX, at);

      g_array_set_size (tree->path, tree->path->len - 1);
      stacks->nodes[at] = cyan_profile_builder_child (
          tree->firefox->builder, prefix < 0 ? CYAN_NODE_ROOT : stacks->nodes[prefix],
          get_function (tree, stacks, at), 0, error);
      if (stacks->nodes[at] == CYAN_NODE_NONE)
        return CYAN_NODE_NONE;
      stacks->categories[at] = get_category (tree, stacks, at);
    }
  return stacks->nodes[stack];
}

/* The node of a sample of @stack.  An idle sample gets a pseudo frame "(idle)" below its stack. */
static CyanNode
get_sample_node (Tree *tree, CyanFirefoxTables *stacks, guint stack, GError **error)
{
  CyanFirefox *self = tree->firefox;
  CyanNode node = get_node (tree, stacks, stack, error);

  if (node == CYAN_NODE_NONE || self->idle < 0 || stacks->categories[stack] != self->idle)
    return node;
  if (tree->idle_function == 0)
    tree->idle_function = cyan_profile_builder_function (
        self->builder, cyan_strings_add (self->strings, "(idle)", -1), CYAN_STR_EMPTY,
        CYAN_STR_EMPTY, 0, 0);
  return cyan_profile_builder_child (self->builder, node, tree->idle_function, 0, error);
}

/* Checks that the columns of @samples have one length, and the tables that they refer to.  @what
 * names the samples in errors. */
static gboolean
check_samples (CyanFirefox *self,
               CyanFirefoxThread *thread,
               const CyanFirefoxSamples *samples,
               const char *what,
               GError **error)
{
  guint n = samples->stack->len;

  if ((samples->weight != NULL && samples->weight->len != n)
      || (samples->cpu != NULL && samples->cpu->len != n))
    return cyan_json_walk_refuse (self->walk, error, _ ("%s.%s: columns of different lengths"),
                                  thread->tables.where, what);
  return cyan_firefox_check (self, &self->shared, error)
         && cyan_firefox_check (self, &thread->tables, error);
}

/* The time of sample @i in ms; @tree->elapsed has the sum of the deltas before it. */
static gboolean
find_time (Tree *tree, const CyanFirefoxSamples *samples, guint i, double *ms)
{
  if (samples->times != NULL && i < samples->times->len)
    *ms = g_array_index (samples->times, double, i);
  else if (samples->deltas != NULL && i < samples->deltas->len)
    *ms = tree->elapsed += g_array_index (samples->deltas, double, i);
  else
    return FALSE;
  return TRUE;
}

/* Begins the pieces of sample @i of @thread, whose category is @category, -1 for none. */
static void
begin_piece (Tree *tree,
             const CyanFirefoxThread *thread,
             const CyanFirefoxSamples *samples,
             guint i,
             gint32 category)
{
  CyanFirefox *self = tree->firefox;
  gboolean has_category = category >= 0 && (guint) category < self->categories->len;
  double ms;
  const CyanPieceLabel labels[] = {
    { cyan_pieces_dimension (tree->pieces, "process"), thread->process },
    { cyan_pieces_dimension (tree->pieces, "thread"),
      cyan_strings_add (self->strings, thread->name != NULL ? thread->name : "", -1) },
    { cyan_pieces_dimension (tree->pieces, "pid"), thread->pid },
    { cyan_pieces_dimension (tree->pieces, "tid"), thread->tid },
    { cyan_pieces_dimension (tree->pieces, "category"),
      has_category ? g_array_index (self->categories, CyanStr, category) : CYAN_STR_EMPTY },
  };

  tree->piece.origin = cyan_pieces_origin (tree->pieces, labels, G_N_ELEMENTS (labels));
  tree->has_time = find_time (tree, samples, i, &ms);
  if (tree->has_time)
    tree->piece.begin = tree->piece.end = (gint64) CLAMP (ms * 1e6, -4e18, 4e18);
}

static void
add_value (Tree *tree, CyanNode node, guint metric, double value)
{
  cyan_profile_builder_add (tree->firefox->builder, metric, node, value);
  if (tree->pieces == NULL)
    return;
  tree->piece.node = node;
  tree->piece.metric = metric;
  tree->piece.value = value;
  if (tree->has_time)
    cyan_pieces_add (tree->pieces, &tree->piece);
  else
    cyan_pieces_add_timeless (tree->pieces, node, tree->piece.origin, metric, value);
}

static gboolean
add_sample (Tree *tree,
            CyanFirefoxThread *thread,
            const CyanFirefoxSamples *samples,
            guint i,
            guint metric,
            double factor,
            GError **error)
{
  CyanFirefox *self = tree->firefox;
  CyanFirefoxTables *stacks = cyan_firefox_owner (self, &thread->tables, CYAN_FIREFOX_STACKS);
  gint32 stack = g_array_index (samples->stack, gint32, i);
  double weight = samples->weight != NULL ? g_array_index (samples->weight, double, i) : 1;
  CyanNode node;

  if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (self->walk->json->input, error))
    return FALSE;
  if (stack < 0)
    {
      double unused;

      tree->n_empty++;
      find_time (tree, samples, i, &unused);
      return TRUE;
    }
  if ((guint) stack >= cyan_firefox_n_rows (self, &thread->tables, CYAN_FIREFOX_STACKS))
    return cyan_json_walk_refuse (self->walk, error, _ ("%s: sample %u: there is no stack %d"),
                                  thread->tables.where, i, stack);
  node = get_sample_node (tree, stacks, (guint) stack, error);
  if (node == CYAN_NODE_NONE)
    {
      g_prefix_error (error, "%s: %s: ", cyan_input_name (self->walk->json->input),
                      thread->tables.where);
      return FALSE;
    }
  if (tree->pieces != NULL)
    begin_piece (tree, thread, samples, i, stacks->categories[stack]);
  add_value (tree, node, metric, weight * factor);
  if (metric == tree->time)
    tree->sum += weight * factor;
  /* CPU time is since the previous sample, which the first one does not have. */
  if (samples->cpu != NULL && tree->has_cpu && i > 0)
    {
      double cpu = g_array_index (samples->cpu, double, i);

      add_value (tree, node, tree->cpu, cpu);
      tree->cpu_sum += cpu;
    }
  return TRUE;
}

static gboolean
add_allocations (Tree *tree, CyanFirefoxThread *thread, GError **error)
{
  for (guint a = 0; a < G_N_ELEMENTS (thread->allocations); a++)
    {
      const CyanFirefoxSamples *samples = &thread->allocations[a];

      if (samples->stack == NULL || samples->weight == NULL)
        continue;
      if (!check_samples (tree->firefox, thread, samples,
                          a == 0 ? "jsAllocations" : "nativeAllocations", error))
        return FALSE;
      /* Freed memory has a negative weight and is left out. */
      tree->elapsed = 0;
      for (guint i = 0; i < samples->stack->len && i < samples->weight->len; i++)
        {
          double unused;

          if (g_array_index (samples->weight, double, i) <= 0)
            find_time (tree, samples, i, &unused);
          else if (!add_sample (tree, thread, samples, i, tree->allocated, 1, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* Adds the metrics.  Returns the factor from weights to the first of them. */
static double
add_metrics (Tree *tree, CyanFirefoxWeight weight_type)
{
  CyanFirefox *self = tree->firefox;
  gboolean has_times = weight_type == CYAN_FIREFOX_SAMPLES && self->interval > 0;
  double factor = has_times ? self->interval : 1;

  if (weight_type == CYAN_FIREFOX_BYTES)
    tree->time = cyan_profile_builder_metric (self->builder, "bytes", "bytes");
  else if (weight_type == CYAN_FIREFOX_TRACING_MS || has_times)
    {
      tree->time = cyan_profile_builder_metric (self->builder, "time", "ms");
      tree->has_times = TRUE;
    }
  else
    tree->time = cyan_profile_builder_metric (self->builder, "samples", "samples");
  if (tree->has_cpu)
    tree->cpu = cyan_profile_builder_metric (self->builder, "cpu", self->cpu_unit);
  if (tree->has_allocated)
    tree->allocated = cyan_profile_builder_metric (self->builder, "allocated", "bytes");

  if (weight_type == CYAN_FIREFOX_SAMPLES)
    {
      cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, factor);
      cyan_profile_builder_set_unordered (self->builder);
    }
  else
    cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_EXACT, 0);
  return factor;
}

static gboolean
has_samples (const CyanFirefoxThread *thread)
{
  return thread->samples.stack != NULL && thread->samples.stack->len > 0;
}

/* Finds out which metrics the threads have.  Returns FALSE if no thread has samples. */
static gboolean
find_metrics (Tree *tree, CyanFirefoxWeight *weight_type)
{
  CyanFirefox *self = tree->firefox;
  gboolean found = FALSE;

  for (guint i = 0; i < self->threads->len; i++)
    {
      const CyanFirefoxThread *thread = g_ptr_array_index (self->threads, i);

      if (has_samples (thread) && !found)
        {
          found = TRUE;
          *weight_type = thread->samples.weight_type;
        }
      tree->has_cpu |= thread->samples.cpu != NULL && self->cpu_unit != NULL;
      for (guint a = 0; a < G_N_ELEMENTS (thread->allocations); a++)
        tree->has_allocated |= thread->allocations[a].stack != NULL;
    }
  return found;
}

static gboolean
add_threads (Tree *tree, GPtrArray *names, GError **error)
{
  CyanFirefox *self = tree->firefox;
  CyanFirefoxWeight weight_type = CYAN_FIREFOX_SAMPLES;
  guint n_threads = 0, n_other = 0;
  double factor;

  if (!find_metrics (tree, &weight_type))
    return cyan_json_walk_refuse (self->walk, error, _ ("threads: none of them has samples"));
  factor = add_metrics (tree, weight_type);
  for (guint t = 0; t < self->threads->len; t++)
    {
      CyanFirefoxThread *thread = g_ptr_array_index (self->threads, t);
      const CyanFirefoxSamples *samples = &thread->samples;

      if (!add_allocations (tree, thread, error))
        return FALSE;
      if (!has_samples (thread))
        continue;
      if (samples->weight_type != weight_type)
        {
          n_other++;
          continue;
        }
      if (!check_samples (self, thread, samples, "samples", error))
        return FALSE;
      tree->elapsed = 0;
      for (guint i = 0; i < samples->stack->len; i++)
        if (!add_sample (tree, thread, samples, i, tree->time, factor, error))
          return FALSE;
      n_threads++;
      if (thread->name != NULL)
        cyan_names_add (names, thread->name);
    }
  cyan_profile_builder_set_threads (self->builder, n_threads);
  cyan_profile_builder_warn_n (self->builder, n_other,
                               "%u thread measures something else and was left out",
                               "%u threads measure something else and were left out", n_other);
  return TRUE;
}

static void
warn (const Tree *tree)
{
  CyanFirefox *self = tree->firefox;
  double per_ms = g_strcmp0 (self->cpu_unit, "ns") == 0   ? 1e6
                  : g_strcmp0 (self->cpu_unit, "us") == 0 ? 1e3
                                                          : 0;

  if (tree->has_cpu && tree->has_times && per_ms > 0 && tree->cpu_sum < tree->sum * per_ms / 2)
    cyan_profile_builder_warn (self->builder,
                               _ ("less than half of the time is the processor's, the rest is "
                                  "waiting; the metric \"cpu\" has the former alone"));

  cyan_profile_builder_warn_n (self->builder, tree->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", tree->n_empty);
  if (tree->n_addresses * 2 > tree->n_functions)
    cyan_profile_builder_warn (
        self->builder,
        _ ("most functions have no names but addresses: open the file at profiler.firefox.com "
           "(with \"samply load\", say), and save it from there with its symbols"));
  if (self->version > KNOWN_VERSION)
    cyan_profile_builder_warn (
        self->builder,
        _ ("version %" PRId64 " of the format is newer than what this program knows (%d)"),
        self->version, KNOWN_VERSION);
}

gboolean
cyan_firefox_build (CyanFirefox *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Tree tree = {
    .firefox = self,
    .path = cyan_scratch_array (&self->walk->kept, sizeof (guint32)),
    .pieces = cyan_profile_builder_pieces (self->builder),
  };

  if (!add_threads (&tree, names, error))
    return FALSE;
  cyan_names_set (names, self->builder, "threads");
  warn (&tree);
  return TRUE;
}
