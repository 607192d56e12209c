/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds samples of perf, stack by stack, to a builder.
 *
 * A new event may appear anywhere in the file, but a builder needs its metrics before any value.
 * So values are kept here, one array per event.  Most of a stack is the same as in the previous
 * one; only the rest is looked up.
 */
#include "cyan-perf.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

#define UNKNOWN "[unknown]"

/* Maximum number of values, over all events and nodes. */
#define MAX_VALUES (256 * 1024 * 1024)

/* An event and the sum of its periods by node. */
typedef struct
{
  char *name;
  gboolean has_period;
  GArray *values; /* of double by node; missing values at the end are 0 */
  double sum, sum_of_squares;
  double weight;        /* of the last sample */
  gboolean varies;      /* other samples have other weights */
  guint rank;           /* events of a lower rank come first */
  guint number;         /* in the order of the file */
  CyanLineCosts *lines; /* of one metric; NULL: none yet */
} Event;

typedef struct
{
  CyanStr name, module, file;
  guint64 address;
  guint32 line; /* 0: unknown */
  gboolean inlined;
} Frame;

/* A frame on the path from the root, and its node. */
typedef struct
{
  CyanStr name, module;
  CyanNode node;
} Step;

static void
clear_event (gpointer data)
{
  Event *event = data;

  g_free (event->name);
  g_clear_pointer (&event->values, g_array_unref);
  g_clear_pointer (&event->lines, cyan_line_costs_unref);
}

CyanPerfTree *
cyan_perf_tree_new (CyanProfileBuilder *builder)
{
  CyanPerfTree *self = g_new0 (CyanPerfTree, 1);

  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  self->unknown = cyan_strings_add (self->strings, UNKNOWN, -1);
  self->pieces = cyan_profile_builder_pieces (builder);
  self->events = cyan_scratch_array (&self->kept, sizeof (Event));
  g_array_set_clear_func (self->events, clear_event);
  self->expected = cyan_scratch_pointers (&self->kept, g_free);
  self->threads = cyan_scratch_table (&self->kept, g_int64_hash, g_int64_equal, g_free, NULL);
  self->last_thread = G_MAXINT64;
  self->module_text = cyan_scratch_text (&self->kept);
  self->frames = cyan_scratch_array (&self->kept, sizeof (Frame));
  self->path = cyan_scratch_array (&self->kept, sizeof (Step));
  cyan_scratch_charge (&self->kept, &self->charge, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (&self->kept, &self->frames_charge, cyan_profile_builder_budget (builder));
  cyan_scratch_charge (&self->kept, &self->path_charge, cyan_profile_builder_budget (builder));
  return self;
}

void
cyan_perf_tree_free (CyanPerfTree *self)
{
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

static CyanStr
intern (CyanPerfTree *self, CyanLine text)
{
  return cyan_strings_add (self->strings, text.at, (gssize) cyan_line_length (text));
}

static gboolean
find_event (CyanPerfTree *self, const CyanPerfHead *head, GError **error)
{
  CyanLine name = head->event;
  Event event;

  if (cyan_line_length (name) == 0)
    name = cyan_line_of (head->has_period ? "period" : "samples");
  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *known = &g_array_index (self->events, Event, i);

      if (strncmp (known->name, name.at, cyan_line_length (name)) != 0
          || known->name[cyan_line_length (name)] != '\0')
        continue;
      if (known->has_period != head->has_period)
        return cyan_fail (error, CYAN_ERROR_INVALID,
                          head->has_period ? _ ("a period before \"%s\", which had none before")
                                           : _ ("no period before \"%s\", which had one before"),
                          known->name);
      self->event = i;
      return TRUE;
    }
  if (self->events->len == CYAN_PERF_MAX_EVENTS)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %d events"), CYAN_PERF_MAX_EVENTS);
  event = (Event){ .name = g_strndup (name.at, cyan_line_length (name)),
                   .has_period = head->has_period,
                   .number = self->events->len };
  event.values = g_array_new (FALSE, TRUE, sizeof (double));
  self->event = self->events->len;
  g_array_append_val (self->events, event);
  return TRUE;
}

static void
count_thread (CyanPerfTree *self, gint64 thread)
{
  /* Thread 0 is the idle task of each CPU. */
  if (thread == self->last_thread || thread <= 0)
    return;
  self->last_thread = thread;
  if (g_hash_table_contains (self->threads, &thread))
    return;
  g_hash_table_add (self->threads, g_memdup2 (&thread, sizeof thread));
  cyan_charge_add (&self->charge, sizeof thread + CYAN_CHARGE_HASH_ENTRY);
}

/* perf writes ":12057" for a thread whose name it does not know. */
static CyanStr
command_name (CyanPerfTree *self, CyanLine command)
{
  gsize at = 1;

  if (cyan_line_length (command) > 1 && command.at[0] == ':')
    {
      at += command.at[1] == '-';
      while (at < cyan_line_length (command) && g_ascii_isdigit (command.at[at]))
        at++;
      if (at == cyan_line_length (command))
        return self->unknown;
    }
  return intern (self, command);
}

/* The value of a dimension that is a number; empty for one that is unknown. */
static CyanStr
number_name (CyanPerfTree *self, gint64 number)
{
  char text[32];

  if (number < 0)
    return CYAN_STR_EMPTY;
  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, number);
  return cyan_strings_add (self->strings, text, -1);
}

/* Keeps where and when the sample was taken. */
static void
begin_piece (CyanPerfTree *self, const CyanPerfHead *head)
{
  const CyanPieceLabel labels[] = {
    { cyan_pieces_dimension (self->pieces, "thread"), self->command },
    { cyan_pieces_dimension (self->pieces, "pid"), number_name (self, head->process) },
    { cyan_pieces_dimension (self->pieces, "tid"), number_name (self, head->thread) },
    { cyan_pieces_dimension (self->pieces, "cpu"), number_name (self, head->cpu) },
  };

  self->has_time = head->has_time;
  self->piece = (CyanPieceRow){
    .origin = cyan_pieces_origin (self->pieces, labels, G_N_ELEMENTS (labels)),
    .metric = self->event,
    .value = self->weight,
    .begin = head->time,
    .end = head->time,
  };
}

static void
add_piece (CyanPerfTree *self, CyanNode node)
{
  self->piece.node = node;
  if (self->has_time)
    cyan_pieces_add (self->pieces, &self->piece);
  else
    cyan_pieces_add_timeless (self->pieces, node, self->piece.origin, self->piece.metric,
                              self->piece.value);
}

/* Gives the pieces the metrics of their events. */
static void
finish_pieces (CyanPerfTree *self)
{
  guint32 metrics[CYAN_PERF_MAX_EVENTS];

  for (guint i = 0; i < self->events->len; i++)
    metrics[g_array_index (self->events, Event, i).number] = i;
  cyan_pieces_renumber (self->pieces, 0, NULL, NULL, metrics, NULL);
}

gboolean
cyan_perf_tree_begin (CyanPerfTree *self, const CyanPerfHead *head, GError **error)
{
  if (!find_event (self, head, error))
    return FALSE;
  if (head->has_thread)
    count_thread (self, head->thread);
  self->command = command_name (self, head->command);
  self->weight = head->has_period ? (double) head->period : 1;
  if (self->pieces != NULL)
    begin_piece (self, head);
  self->is_open = TRUE;
  g_array_set_size (self->frames, 0);
  return TRUE;
}

/* The string of the file name in @path. */
static CyanStr
module_of (CyanPerfTree *self, CyanLine path)
{
  char buffer[32];

  if (cyan_line_length (path) != self->module_text->len
      || memcmp (path.at, self->module_text->str, cyan_line_length (path)) != 0)
    {
      g_string_truncate (self->module_text, 0);
      g_string_append_len (self->module_text, path.at, (gssize) cyan_line_length (path));
      self->module = intern (self, cyan_perf_module_name (path, buffer, sizeof buffer));
    }
  return self->module;
}

static gboolean
add_frame (CyanPerfTree *self, const Frame *frame, GError **error)
{
  if (self->frames->len >= cyan_profile_builder_max_nodes (self->builder))
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                           cyan_profile_builder_max_nodes (self->builder));
  g_array_append_val (self->frames, *frame);
  cyan_charge_raise (&self->frames_charge, self->frames->len * sizeof *frame);
  return TRUE;
}

/* Whether @module is the map of a JIT compiler, "/tmp/perf-12.map". */
static gboolean
is_map (CyanLine module)
{
  return cyan_line_ends (module, ".map");
}

/* Adds the methods that a Java compiler inlined into that of @symbol, and leaves in @symbol the
 * name of the latter. */
static gboolean
add_inlined_methods (CyanPerfTree *self, const Frame *outer, CyanLine *symbol, GError **error)
{
  Frame frame = *outer;

  frame.inlined = TRUE;
  for (;;)
    {
      CyanLine method = cyan_perf_innermost_method (*symbol);

      if (cyan_line_length (method) == cyan_line_length (*symbol))
        return TRUE;
      frame.name = intern (self, method);
      if (!add_frame (self, &frame, error))
        return FALSE;
      symbol->end -= cyan_line_length (method) + strlen ("->");
    }
}

gboolean
cyan_perf_tree_frame (CyanPerfTree *self, const CyanPerfFrame *frame, GError **error)
{
  Frame added = { .address = frame->address, .inlined = frame->inlined };
  CyanLine symbol = frame->symbol;

  added.module =
      cyan_line_length (frame->module) > 0 ? module_of (self, frame->module) : CYAN_STR_EMPTY;
  added.file = CYAN_STR_EMPTY;
  added.line = 0;
  if (is_map (frame->module) && !add_inlined_methods (self, &added, &symbol, error))
    return FALSE;
  added.name = cyan_line_length (symbol) > 0 ? intern (self, symbol) : self->unknown;
  /* Inlined frames are printed without their module, above the function that contains them. */
  if (!added.inlined && added.module != CYAN_STR_EMPTY)
    for (guint i = self->frames->len; i-- > 0;)
      {
        Frame *above = &g_array_index (self->frames, Frame, i);

        if (!above->inlined || above->address != added.address || above->module != CYAN_STR_EMPTY)
          break;
        above->module = added.module;
      }
  return add_frame (self, &added, error);
}

gboolean
cyan_perf_tree_function (CyanPerfTree *self, CyanStr name, CyanStr module, GError **error)
{
  const Frame frame = { .name = name != CYAN_STR_EMPTY ? name : self->unknown, .module = module };

  return add_frame (self, &frame, error);
}

void
cyan_perf_tree_no_frames (CyanPerfTree *self)
{
  g_array_set_size (self->frames, 0);
}

void
cyan_perf_tree_source (CyanPerfTree *self, const CyanPerfSource *source)
{
  Frame *frame;

  if (self->frames->len == 0)
    return;
  frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  frame->inlined |= source->inlined;
  if (cyan_line_length (source->file) > 0)
    {
      frame->file = intern (self, source->file);
      frame->line = source->line;
    }
}

/* The source file of the function: the first one found for any of its addresses.  Other lines may
 * belong to functions inlined into it. */
static CyanStr
file_of (CyanPerfTree *self, const Frame *frame)
{
  gint64 key = (gint64) ((guint64) frame->module << 32 | frame->name);
  gpointer file;

  if (self->files == NULL)
    {
      if (frame->file == CYAN_STR_EMPTY)
        return CYAN_STR_EMPTY;
      self->files = cyan_scratch_table (&self->kept, g_int64_hash, g_int64_equal, g_free, NULL);
    }
  if (g_hash_table_lookup_extended (self->files, &key, NULL, &file))
    return GPOINTER_TO_UINT (file);
  g_hash_table_insert (self->files, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (frame->file));
  cyan_charge_add (&self->charge, sizeof key + CYAN_CHARGE_HASH_ENTRY);
  return frame->file;
}

/* Goes from @parent to its child for @frame, which is at @depth. */
static gboolean
step (CyanPerfTree *self, guint depth, const Frame *frame, CyanNode *parent, GError **error)
{
  Step next = { frame->name, frame->module, CYAN_NODE_NONE };
  guint32 function;

  if (depth < self->path->len)
    {
      const Step *old = &g_array_index (self->path, Step, depth);

      if (old->name == next.name && old->module == next.module)
        {
          *parent = old->node;
          return TRUE;
        }
      g_array_set_size (self->path, depth);
    }
  function = cyan_profile_builder_function (self->builder, frame->name, frame->module,
                                            file_of (self, frame), 0, 0);
  next.node = cyan_profile_builder_child (self->builder, *parent, function, 0, error);
  if (next.node == CYAN_NODE_NONE)
    return FALSE;
  g_array_append_val (self->path, next);
  cyan_charge_raise (&self->path_charge, self->path->len * sizeof next);
  *parent = next.node;
  return TRUE;
}

static gboolean
add (CyanPerfTree *self, CyanNode node, GError **error)
{
  Event *event = &g_array_index (self->events, Event, self->event);
  guint n_nodes = cyan_profile_builder_n_nodes (self->builder);

  if ((guint64) n_nodes * self->events->len > MAX_VALUES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%'u nodes and %'u events, which are too many"),
                      n_nodes - 1, self->events->len);
  if (node >= event->values->len)
    {
      cyan_charge_add (&self->charge, (n_nodes - event->values->len) * sizeof (double));
      g_array_set_size (event->values, n_nodes);
    }
  g_array_index (event->values, double, node) += self->weight;
  event->sum += self->weight;
  event->sum_of_squares += self->weight * self->weight;
  event->varies |= event->weight != 0 && event->weight != self->weight;
  event->weight = self->weight;
  if (self->pieces != NULL)
    add_piece (self, node);
  self->n_samples++;
  return TRUE;
}

/* Adds the sample to the line of its leaf, if lines are wanted. */
static void
add_line (CyanPerfTree *self, const Frame *leaf)
{
  Event *event = &g_array_index (self->events, Event, self->event);
  guint64 before;

  if (leaf->line == 0 || !cyan_profile_builder_wants_lines (self->builder))
    return;
  if (event->lines == NULL)
    event->lines = cyan_line_costs_new (self->strings, 1);
  before = cyan_line_costs_memory (event->lines);
  *cyan_line_costs_row (event->lines, leaf->name, file_of (self, leaf), leaf->file, leaf->line) +=
      self->weight;
  cyan_charge_add (&self->charge, cyan_line_costs_memory (event->lines) - before);
}

/* Puts the lines of all events together, in their order. */
static void
finish_lines (CyanPerfTree *self)
{
  guint n = self->events->len;
  CyanLineCosts *lines = NULL;

  for (guint i = 0; i < n; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);
      guint metrics[CYAN_PERF_MAX_EVENTS];

      if (event->lines == NULL)
        continue;
      if (lines == NULL)
        lines = cyan_line_costs_new (self->strings, n);
      for (guint m = 0; m < n; m++)
        metrics[m] = m == i ? 0 : G_MAXUINT;
      cyan_line_costs_add (lines, event->lines, metrics, 1);
    }
  cyan_profile_builder_set_lines (self->builder, lines);
}

gboolean
cyan_perf_tree_end (CyanPerfTree *self, GError **error)
{
  CyanNode node = CYAN_NODE_ROOT;
  guint depth = 0, n_real = 0;
  Frame root = { .name = self->command };

  if (!self->is_open)
    return TRUE;
  self->is_open = FALSE;
  if (root.name == CYAN_STR_EMPTY && self->frames->len == 0)
    root.name = self->unknown;
  if (root.name != CYAN_STR_EMPTY && !step (self, depth++, &root, &node, error))
    return FALSE;
  for (guint i = self->frames->len; i-- > 0;)
    {
      const Frame *frame = &g_array_index (self->frames, Frame, i);

      n_real += !frame->inlined;
      if (!step (self, depth++, frame, &node, error))
        return FALSE;
    }
  self->deepest = MAX (self->deepest, n_real);
  self->n_full += n_real == CYAN_PERF_STACK_MAX;
  if (self->frames->len > 0)
    add_line (self, &g_array_index (self->frames, Frame, 0));
  g_array_set_size (self->frames, 0);
  return add (self, node, error);
}

/* Whether @name is @event, with or without modifiers (":u"). */
static gboolean
is_event (const char *name, const char *event)
{
  gsize size = strlen (event);

  return strncmp (name, event, size) == 0 && (name[size] == '\0' || name[size] == ':');
}

/* Whether the periods of event @name are nanoseconds. */
static gboolean
is_clock (const char *name)
{
  return is_event (name, "cpu-clock") || is_event (name, "task-clock");
}

static guint
rank_of (const CyanPerfTree *self, const char *name)
{
  guint index;

  if (self->expected->len > 0)
    return g_ptr_array_find_with_equal_func (self->expected, name, g_str_equal, &index)
               ? index
               : self->expected->len;
  return is_clock (name) || is_event (name, "cycles") ? 0 : 1;
}

static gint
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Event *first = a, *second = b;

  return first->rank < second->rank ? -1 : first->rank > second->rank;
}

/* The weight of one sample: the common weight, or else the mean weighted by itself. */
static double
period_of (const Event *event)
{
  if (event->sum == 0)
    return 0;
  return event->varies ? event->sum_of_squares / event->sum : event->weight;
}

static const char *
unit_of (const Event *event)
{
  return !event->has_period ? "samples" : is_clock (event->name) ? "ns" : "count";
}

void
cyan_perf_tree_finish (CyanPerfTree *self)
{
  double period = 0;

  for (guint i = 0; i < self->events->len; i++)
    {
      Event *event = &g_array_index (self->events, Event, i);

      event->rank = rank_of (self, event->name);
    }
  /* GLib documents that this sort is stable. */
  g_array_sort (self->events, compare_ranks);
  if (self->events->len > 0)
    period = period_of (&g_array_index (self->events, Event, 0));
  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);
      g_autofree char *name = g_utf8_make_valid (event->name, -1);

      cyan_profile_builder_metric (self->builder, name, unit_of (event));
    }
  for (guint i = 0; i < self->events->len; i++)
    {
      Event *event = &g_array_index (self->events, Event, i);
      const GArray *values = event->values;

      for (CyanNode node = 0; node < values->len; node++)
        if (g_array_index (values, double, node) != 0)
          cyan_profile_builder_add (self->builder, i, node, g_array_index (values, double, node));
      cyan_charge_drop (&self->charge, values->len * sizeof (double));
      g_clear_pointer (&event->values, g_array_unref);
    }
  finish_lines (self);
  if (self->pieces != NULL)
    finish_pieces (self);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, period);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, g_hash_table_size (self->threads));
  if (self->n_full > 0 && self->deepest == CYAN_PERF_STACK_MAX)
    cyan_profile_builder_warn (
        self->builder,
        ngettext ("%'" PRIu64 " of %'" PRIu64
                  " stacks has %d frames, at which perf cuts it: what called those is missing",
                  "%'" PRIu64 " of %'" PRIu64
                  " stacks have %d frames, at which perf cuts them: what called those is missing",
                  self->n_full),
        self->n_full, self->n_samples, CYAN_PERF_STACK_MAX);
  cyan_profile_builder_warn_n (self->builder, self->n_lost,
                               "perf lost %" PRIu64 " event while it recorded",
                               "perf lost %" PRIu64 " events while it recorded", self->n_lost);
}
