/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of simpleperf, and the names of what they refer to. */
#include "cyan-simpleperf.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#define UNKNOWN "[unknown]"

static guint64
thread_key (gint32 thread)
{
  return (guint32) thread;
}

/* @symbol is -1 if it is unknown. */
static guint64
frame_key (guint32 file, gint32 symbol)
{
  return ((guint64) file + 1) << 32 | ((guint32) symbol + 1);
}

static guint32
frame_number (CyanSimpleperf *self, guint64 key)
{
  guint32 number = cyan_ids_number (&self->frames, key);

  cyan_charge_set (&self->frames_charge, cyan_ids_memory (&self->frames));
  return number;
}

static void
clear_event (gpointer data)
{
  CyanSimpleperfEvent *event = data;

  g_free (event->name);
  g_array_unref (event->values);
}

void
cyan_simpleperf_file_clear (CyanSimpleperfFile *file)
{
  g_clear_pointer (&file->symbols, g_array_unref);
}

static void
clear_file (gpointer data)
{
  cyan_simpleperf_file_clear (data);
}

void
cyan_simpleperf_init (CyanSimpleperf *self, CyanInput *input, CyanProfileBuilder *builder)
{
  self->input = input;
  self->builder = builder;
  self->strings = cyan_profile_builder_strings (builder);
  cyan_frame_tree_init (&self->tree, builder);
  cyan_ids_init (&self->frames);
  self->events = g_array_new (FALSE, FALSE, sizeof (CyanSimpleperfEvent));
  g_array_set_clear_func (self->events, clear_event);
  self->files = g_array_new (FALSE, TRUE, sizeof (CyanSimpleperfFile));
  g_array_set_clear_func (self->files, clear_file);
  self->threads = g_hash_table_new (NULL, NULL);
  self->stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  cyan_charge_init (&self->charge, cyan_input_budget (input));
  cyan_charge_init (&self->frames_charge, cyan_input_budget (input));
  cyan_charge_init (&self->stack_charge, cyan_input_budget (input));
}

void
cyan_simpleperf_clear (CyanSimpleperf *self)
{
  cyan_frame_tree_clear (&self->tree);
  cyan_ids_clear (&self->frames);
  g_array_unref (self->events);
  g_array_unref (self->files);
  g_hash_table_unref (self->threads);
  g_array_unref (self->stack);
  cyan_charge_clear (&self->charge);
  cyan_charge_clear (&self->frames_charge);
  cyan_charge_clear (&self->stack_charge);
}

void
cyan_simpleperf_add_event (CyanSimpleperf *self, const char *name)
{
  CyanSimpleperfEvent event = { .name = g_strdup (name),
                                .values = g_array_new (FALSE, TRUE, sizeof (double)) };

  g_array_append_val (self->events, event);
}

void
cyan_simpleperf_add_frame (CyanSimpleperf *self, guint32 file, gint32 symbol)
{
  guint32 frame = frame_number (self, frame_key (file, symbol));

  g_array_append_val (self->stack, frame);
  cyan_charge_raise (&self->stack_charge, self->stack->len * sizeof frame);
}

gboolean
cyan_simpleperf_add_sample (
    CyanSimpleperf *self, gint32 thread, guint64 event_number, double count, GError **error)
{
  guint32 frame = frame_number (self, thread_key (thread));
  guint32 node = cyan_frame_tree_child (&self->tree, 0, frame, error);
  CyanSimpleperfEvent *event;

  for (guint i = self->stack->len; i-- > 0 && node != CYAN_FRAME_TREE_NONE;)
    node =
        cyan_frame_tree_child (&self->tree, node, g_array_index (self->stack, guint32, i), error);
  g_array_set_size (self->stack, 0);
  if (node == CYAN_FRAME_TREE_NONE)
    return FALSE;
  if (event_number >= self->events->len)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("a sample of event %" PRIu64 ", which is not defined"), event_number);
  event = &g_array_index (self->events, CyanSimpleperfEvent, event_number);
  if (node >= event->values->len)
    {
      cyan_charge_add (&self->charge, (self->tree.n_nodes - event->values->len) * sizeof (double));
      g_array_set_size (event->values, self->tree.n_nodes);
    }
  g_array_index (event->values, double, node) += count;
  event->sum += count;
  event->sum_of_squares += count * count;
  return TRUE;
}

/* The function of the frame with @key. */
static guint32
function_of (CyanSimpleperf *self, guint64 key)
{
  CyanStr name = CYAN_STR_EMPTY, module = CYAN_STR_EMPTY;

  if (key >> 32 == 0)
    name = GPOINTER_TO_UINT (
        g_hash_table_lookup (self->threads, GINT_TO_POINTER ((gint32) (guint32) key)));
  else if ((key >> 32) - 1 < self->files->len)
    {
      const CyanSimpleperfFile *file =
          &g_array_index (self->files, CyanSimpleperfFile, (key >> 32) - 1);
      guint32 symbol = (guint32) key - 1;

      module = file->module;
      if (file->symbols != NULL && symbol < file->symbols->len)
        name = g_array_index (file->symbols, CyanStr, symbol);
    }
  if (name == CYAN_STR_EMPTY)
    name = cyan_strings_add (self->strings, UNKNOWN, -1);
  return cyan_profile_builder_function (self->builder, name, module, CYAN_STR_EMPTY, 0, 0);
}

/* The metric of each event that was sampled; the first is the first even if it was not. */
static void
add_metrics (CyanSimpleperf *self, guint *metrics)
{
  for (guint i = 0; i < self->events->len; i++)
    {
      const CyanSimpleperfEvent *event = &g_array_index (self->events, CyanSimpleperfEvent, i);
      gboolean is_clock = g_str_has_prefix (event->name, "cpu-clock")
                          || g_str_has_prefix (event->name, "task-clock");

      if (i == 0 || event->values->len > 0)
        metrics[i] =
            cyan_profile_builder_metric (self->builder, event->name, is_clock ? "ns" : "count");
    }
}

static void
describe (CyanSimpleperf *self)
{
  const CyanSimpleperfEvent *first =
      self->events->len > 0 ? &g_array_index (self->events, CyanSimpleperfEvent, 0) : NULL;

  /* The mean count of a sample, weighted by itself. */
  cyan_profile_builder_set_recording (
      self->builder, CYAN_RECORDING_SAMPLED,
      first != NULL && first->sum > 0 ? first->sum_of_squares / first->sum : 0);
  cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, g_hash_table_size (self->threads));
  cyan_profile_builder_set_meta (self->builder, "producer", "simpleperf");
  cyan_profile_builder_warn_n (
      self->builder, self->n_lost, "simpleperf lost %" PRIu64 " sample while it recorded",
      "simpleperf lost %" PRIu64 " samples while it recorded", self->n_lost);
}

gboolean
cyan_simpleperf_build (CyanSimpleperf *self, GError **error)
{
  g_autofree guint32 *functions = g_new (guint32, self->frames.ids->len + 1);
  g_autofree CyanNode *nodes = g_new (CyanNode, self->tree.n_nodes);
  guint metrics[CYAN_SIMPLEPERF_MAX_EVENTS] = { 0 };
  g_autoptr (GError) reason = NULL;

  add_metrics (self, metrics);
  for (guint i = 0; i < self->frames.ids->len; i++)
    functions[i] = function_of (self, cyan_ids_get (&self->frames, i));
  nodes[0] = CYAN_NODE_ROOT;
  for (guint i = 1; i < self->tree.n_nodes; i++)
    {
      nodes[i] = cyan_profile_builder_child (self->builder, nodes[self->tree.parent[i]],
                                             functions[self->tree.frame[i]], 0, &reason);
      if (nodes[i] == CYAN_NODE_NONE)
        return cyan_fail_at (error, reason, "%s", cyan_input_name (self->input));
    }
  for (guint e = 0; e < self->events->len; e++)
    {
      const GArray *values = g_array_index (self->events, CyanSimpleperfEvent, e).values;

      for (guint i = 0; i < values->len; i++)
        if (g_array_index (values, double, i) != 0)
          cyan_profile_builder_add (self->builder, metrics[e], nodes[i],
                                    g_array_index (values, double, i));
    }
  describe (self);
  return TRUE;
}
