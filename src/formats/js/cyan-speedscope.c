/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open calls, weights and units of speedscope's profiles, and the tree of all profiles. */
#include "cyan-speedscope.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-notes.h"

#include <math.h>
#include <string.h>

const char *const cyan_speedscope_units[] = { "none",         "nanoseconds", "microseconds",
                                              "milliseconds", "seconds",     "bytes",
                                              "samples",      NULL };

/* Maximum absolute value of a time, in its own unit. */
#define MAX_TIME 4e18

/* By word. */
static const struct
{
  guint kind;
  const char *unit;
  double ns; /* nanoseconds, for units of time */
} units[] = {
  { CYAN_SPEEDSCOPE_NUMBER, "count", 1 },    { CYAN_SPEEDSCOPE_TIME, "ns", 1 },
  { CYAN_SPEEDSCOPE_TIME, "us", 1e3 },       { CYAN_SPEEDSCOPE_TIME, "ms", 1e6 },
  { CYAN_SPEEDSCOPE_TIME, "s", 1e9 },        { CYAN_SPEEDSCOPE_BYTES, "bytes", 1 },
  { CYAN_SPEEDSCOPE_SAMPLES, "samples", 1 },
};

G_STATIC_ASSERT (CYAN_SPEEDSCOPE_N_KINDS <= CYAN_FRAME_TREE_COLUMNS);
G_STATIC_ASSERT (G_N_ELEMENTS (units) + 1 == G_N_ELEMENTS (cyan_speedscope_units));

/* An open call. */
typedef struct
{
  guint32 node;
  guint32 frame;
  CyanSpeedscopeTime start;
} Call;

/* A piece in the unit of its profile, which may be known only at the end of that. */
typedef struct
{
  guint32 node;
  guint32 metric; /* the kind that its profile gets, or CYAN_PIECES_CALLS */
  double value;
  CyanSpeedscopeTime begin, end;
} Span;

void
cyan_speedscope_want_pieces (CyanSpeedscope *self, CyanScratch *scratch)
{
  self->pieces = cyan_profile_builder_pieces (self->builder);
  self->spans = cyan_scratch_array (scratch, sizeof (Span));
}

static void
add_span (CyanSpeedscope *self,
          guint32 node,
          guint32 metric,
          double value,
          CyanSpeedscopeTime begin,
          CyanSpeedscopeTime end)
{
  const Span span = { node, metric, value, begin, end };

  if (self->pieces != NULL)
    cyan_json_walk_append (self->walk, self->spans, span);
}

/* @time, in units of @unit ns, in ns. */
static gint64
to_ns (CyanSpeedscopeTime time, double unit)
{
  /* The whole part of a unit of ns is exact. */
  if (unit == 1)
    return time.whole;
  return (gint64) CLAMP ((double) time.whole * unit + time.part * unit, -4e18, 4e18);
}

/* Turns the spans of the current profile, of @kind, into pieces. */
static void
finish_spans (CyanSpeedscope *self, guint kind, double factor, double unit)
{
  g_autofree char *number = g_strdup_printf ("%u", self->kinds->len + 1);
  const char *label = self->label != NULL && *self->label != '\0' ? self->label : number;
  guint32 origin =
      cyan_pieces_origin_of (self->pieces, "profile", cyan_strings_add (self->strings, label, -1));

  for (guint i = 0; i < self->spans->len; i++)
    {
      const Span *span = &g_array_index (self->spans, Span, i);
      gboolean is_call = span->metric == CYAN_PIECES_CALLS;
      const CyanPieceRow piece = {
        .node = span->node,
        .origin = origin,
        .metric = is_call ? CYAN_PIECES_CALLS : kind,
        .value = is_call ? 1 : span->value * factor,
        .begin = to_ns (span->begin, unit),
        .end = to_ns (span->end, unit),
      };

      if (kind == CYAN_SPEEDSCOPE_TIME)
        cyan_pieces_add (self->pieces, &piece);
      else
        cyan_pieces_add_timeless (self->pieces, piece.node, origin, piece.metric, piece.value);
    }
  cyan_charge_drop (&self->walk->json->charge, self->spans->len * sizeof (Span));
  g_array_set_size (self->spans, 0);
}

static double
time_between (CyanSpeedscopeTime from, CyanSpeedscopeTime to)
{
  return (double) (to.whole - from.whole) + (to.part - from.part);
}

GArray *
cyan_speedscope_new_calls (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Call));
}

/* Charges the time up to @time to the innermost open call. */
static void
advance (CyanSpeedscope *self, CyanSpeedscopeTime time)
{
  double length = self->has_time ? time_between (self->last, time) : 0;

  if (length < 0)
    {
      self->n_backwards++;
      return;
    }
  if (length > 0 && self->open->len > 0)
    {
      guint32 node = g_array_index (self->open, Call, self->open->len - 1).node;

      cyan_frame_tree_add (&self->tree, node, length);
      add_span (self, node, 0, length, self->last, time);
    }
  self->last = time;
  self->has_time = TRUE;
}

static guint
get_n_open (CyanSpeedscope *self, guint32 frame)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->n_open, GUINT_TO_POINTER (frame)));
}

static void
count_open (CyanSpeedscope *self, guint32 frame, gint change)
{
  if (self->n_open != NULL)
    g_hash_table_insert (self->n_open, GUINT_TO_POINTER (frame),
                         GUINT_TO_POINTER (get_n_open (self, frame) + (guint) change));
}

gboolean
cyan_speedscope_enter (
    CyanSpeedscope *self, guint32 parent, guint32 frame, guint32 *node, GError **error)
{
  GError *failure = NULL;

  if (self->frames != NULL && frame >= self->frames->len)
    return cyan_json_walk_fail (self->walk, error, _ ("there are only %u frames"),
                                self->frames->len);
  self->max_frame = MAX (self->max_frame, frame + 1);
  *node = cyan_frame_tree_child (&self->tree, parent, frame, &failure);
  return *node != CYAN_FRAME_TREE_NONE || cyan_json_walk_propagate (self->walk, failure, error);
}

static gboolean
open_frame (CyanSpeedscope *self, guint32 frame, GError **error)
{
  Call call = { .frame = frame, .start = self->last };

  if (!cyan_speedscope_enter (
          self,
          self->open->len > 0 ? g_array_index (self->open, Call, self->open->len - 1).node : 0,
          frame, &call.node, error))
    return FALSE;
  cyan_frame_tree_call (&self->tree, call.node);
  g_array_append_val (self->open, call);
  cyan_charge_raise (&self->open_charge, self->open->len * sizeof call);
  count_open (self, frame, 1);
  return TRUE;
}

static guint32
close_innermost (CyanSpeedscope *self)
{
  const Call call = g_array_index (self->open, Call, self->open->len - 1);

  g_array_set_size (self->open, self->open->len - 1);
  count_open (self, call.frame, -1);
  add_span (self, call.node, CYAN_PIECES_CALLS, 1, call.start, self->last);
  return call.frame;
}

static void
close_frame (CyanSpeedscope *self, guint32 frame)
{
  if (self->open->len > 0 && g_array_index (self->open, Call, self->open->len - 1).frame == frame)
    {
      close_innermost (self);
      return;
    }
  if (self->n_open == NULL)
    {
      self->n_open = g_hash_table_new (NULL, NULL);
      for (guint i = 0; i < self->open->len; i++)
        count_open (self, g_array_index (self->open, Call, i).frame, 1);
    }
  if (get_n_open (self, frame) == 0)
    self->n_stray++;
  else
    while (close_innermost (self) != frame)
      self->n_cut++;
}

gboolean
cyan_speedscope_event (CyanSpeedscope *self, GError **error)
{
  advance (self, self->at);
  if (self->event == 'O')
    return open_frame (self, (guint32) self->frame, error);
  close_frame (self, (guint32) self->frame);
  return TRUE;
}

/* Closes all open calls. */
static void
finish_evented (CyanSpeedscope *self)
{
  if (self->open->len > 0 && self->has_end_value && time_between (self->last, self->end_value) > 0)
    advance (self, self->end_value);
  for (; self->open->len > 0; self->n_unfinished++)
    close_innermost (self);
  self->n_evented++;
}

static gboolean
finish_sampled (CyanSpeedscope *self, double factor, GError **error)
{
  guint kind = units[self->unit].kind;
  CyanSpeedscopeTime at = self->start_value;

  if (self->samples == NULL || self->weights == NULL)
    return cyan_json_walk_fail (self->walk, error, _ ("there is no \"%s\" in it"),
                                self->samples == NULL ? _ ("samples") : _ ("weights"));
  if (self->samples->len != self->weights->len)
    return cyan_json_walk_fail (self->walk, error, _ ("%u weights for %u samples"),
                                self->weights->len, self->samples->len);
  for (guint i = 0; i < self->samples->len; i++)
    {
      guint32 node = g_array_index (self->samples, guint32, i);
      double weight = g_array_index (self->weights, double, i);
      const CyanSpeedscopeTime begin = at;

      /* The time of a sample lasts until the next one. */
      if (weight > 0 && fabs ((double) at.whole) + weight < MAX_TIME)
        {
          double end = at.part + weight;

          at.whole += (gint64) floor (end);
          at.part = end - floor (end);
        }
      if (node == 0)
        {
          self->n_empty++;
          continue;
        }
      cyan_frame_tree_add (&self->tree, node, weight);
      add_span (self, node, 0, weight, begin, at);
      weight = fabs (weight) * factor;
      self->sums[kind] += weight;
      self->squares[kind] += weight * weight;
    }
  self->n_samples[kind] += self->samples->len;
  self->has_repeats[kind] |= cyan_frame_tree_has_repeats (&self->tree);
  self->n_sampled++;
  return TRUE;
}

gboolean
cyan_speedscope_finish_profile (CyanSpeedscope *self, GError **error)
{
  gboolean is_evented = strcmp (self->type, "evented") == 0;
  double factor = 1;
  guint8 kind = (guint8) units[self->unit].kind;

  if (!is_evented && strcmp (self->type, "sampled") != 0)
    return cyan_json_walk_fail (self->walk, error,
                                _ ("\"type\" is neither \"evented\" nor \"sampled\""));
  if (kind == CYAN_SPEEDSCOPE_TIME)
    {
      if (self->time_unit == 0)
        {
          self->time_unit = units[self->unit].ns;
          self->time_name = units[self->unit].unit;
        }
      factor = units[self->unit].ns / self->time_unit;
    }
  if (is_evented ? self->samples != NULL || self->weights != NULL : self->has_events)
    return cyan_json_walk_fail (self->walk, error, _ ("events as well as samples"));
  if (is_evented && !self->has_events)
    return cyan_json_walk_fail (self->walk, error, _ ("there is no \"events\" in it"));

  if (is_evented)
    finish_evented (self);
  else if (!finish_sampled (self, factor, error))
    return FALSE;
  cyan_frame_tree_commit (&self->tree, kind, factor);
  if (self->pieces != NULL)
    finish_spans (self, kind, factor, units[self->unit].ns);
  cyan_json_walk_append (self->walk, self->kinds, kind);
  if (self->label != NULL && *self->label != '\0' && self->labels->len < CYAN_NAMES_MAX)
    g_ptr_array_add (self->labels, g_steal_pointer (&self->label));
  return TRUE;
}

void
cyan_speedscope_clear_profile (CyanSpeedscope *self)
{
  g_clear_pointer (&self->type, g_free);
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->n_open, g_hash_table_unref);
  cyan_json_walk_drop (self->walk, &self->samples);
  cyan_json_walk_drop (self->walk, &self->weights);
  g_array_set_size (self->open, 0);
  self->has_events = self->has_time = self->has_end_value = FALSE;
  self->start_value = (CyanSpeedscopeTime){ 0, 0 };
}

static guint
add_metric (CyanSpeedscope *self, guint kind)
{
  switch (kind)
    {
    case CYAN_SPEEDSCOPE_TIME:
      return cyan_profile_builder_metric (self->builder, "time", self->time_name);
    case CYAN_SPEEDSCOPE_BYTES:
      return cyan_profile_builder_metric (self->builder, "bytes", "bytes");
    case CYAN_SPEEDSCOPE_SAMPLES:
      return cyan_profile_builder_metric (self->builder, "samples", "samples");
    default:
      return cyan_profile_builder_metric (self->builder, NULL, "");
    }
}

/* Turns the columns into metrics, that of the active profile first, and adds the nodes. */
static gboolean
build_tree (CyanSpeedscope *self, guint first, gboolean has_calls, GError **error)
{
  g_autofree CyanNode *nodes = NULL;
  g_autofree guint32 *functions = g_new (guint32, self->frames->len + 1);
  guint metrics[CYAN_SPEEDSCOPE_N_KINDS] = { 0 };

  cyan_charge_add (&self->walk->json->charge,
                   self->tree.n_nodes * sizeof *nodes + self->frames->len * sizeof *functions);
  for (guint i = 0; i < CYAN_SPEEDSCOPE_N_KINDS; i++)
    {
      guint kind = (first + i) % CYAN_SPEEDSCOPE_N_KINDS;

      if (self->tree.values[kind] != NULL)
        metrics[kind] = add_metric (self, kind);
    }
  for (guint i = 0; i < self->frames->len; i++)
    {
      const CyanSpeedscopeFrame *frame = &g_array_index (self->frames, CyanSpeedscopeFrame, i);

      functions[i] = cyan_profile_builder_function (self->builder, frame->name, CYAN_STR_EMPTY,
                                                    frame->file, (guint32) MAX (frame->line, 0), 0);
    }

  nodes =
      cyan_frame_tree_build (&self->tree, self->builder, functions, self->walk->json->input, error);
  if (nodes == NULL)
    return FALSE;
  for (guint32 i = 1; has_calls && i < self->tree.n_nodes; i++)
    cyan_profile_builder_add_calls (self->builder, nodes[i], self->tree.calls[i]);
  cyan_frame_tree_add_columns (&self->tree, self->builder, nodes, metrics);
  if (self->pieces != NULL)
    cyan_pieces_renumber (self->pieces, 0, nodes, NULL, metrics, NULL);
  return TRUE;
}

static void
warn (CyanSpeedscope *self, guint n_first)
{
  if (self->kinds->len > n_first)
    cyan_profile_builder_warn (
        self->builder,
        ngettext (
            "the %u profile in it measures different things, which became metrics of one tree",
            "the %u profiles in it measure different things, which became metrics of one tree",
            self->kinds->len),
        self->kinds->len);
  if (n_first > 1)
    cyan_profile_builder_warn (self->builder,
                               ngettext ("%u profile in it, as of threads, is added up",
                                         "%u profiles in it, as of threads, are added up", n_first),
                               n_first);
  if (self->n_evented > 0 && self->n_sampled > 0)
    cyan_profile_builder_warn (
        self->builder,
        _ ("some of the profiles in it are sampled, so that the calls of the others are left out"));
  else if (self->n_evented > 0 && self->exporter != NULL
           && g_str_has_prefix (self->exporter, "speedscope@"))
    cyan_profile_builder_warn (self->builder,
                               _ ("speedscope saved this from another file: if that was sampled, "
                                  "its calls are none and a node that is not there may have run"));
  cyan_warn_unpaired (self->builder, FALSE, self->n_stray, self->n_cut, self->n_unfinished);
  cyan_profile_builder_warn_n (
      self->builder, self->n_backwards,
      "%'" PRIu64 " time stamp lies before the one ahead of it and was moved up to it",
      "%'" PRIu64 " time stamps lie before the one ahead of them and were moved up to it",
      self->n_backwards);
  cyan_profile_builder_warn_n (self->builder, self->n_empty,
                               "%'" PRIu64 " sample without a stack was left out",
                               "%'" PRIu64 " samples without a stack were left out", self->n_empty);
}

/* The weight of one sample: the mean of the weights, weighted by themselves. 0 (unknown) if no
 * stack repeats, because then each may stand for many samples. */
static double
period (const CyanSpeedscope *self, guint kind)
{
  if (!(self->sums[kind] > 0) || !isfinite (self->squares[kind])
      || (self->n_samples[kind] > 1 && !self->has_repeats[kind]))
    return 0;
  return self->squares[kind] / self->sums[kind];
}

gboolean
cyan_speedscope_build (CyanSpeedscope *self, GError **error)
{
  gboolean is_exact = self->n_sampled == 0;
  guint8 first = CYAN_SPEEDSCOPE_TIME;
  guint n_first = 0;

  if (self->max_frame > self->frames->len)
    return cyan_json_walk_refuse (self->walk, error,
                                  _ ("profiles: frame %u is named, but there are only %u frames"),
                                  self->max_frame - 1, self->frames->len);
  if (self->kinds->len == 0)
    return cyan_json_walk_refuse (self->walk, error, _ ("profiles: there are none"));
  if (self->active < 0 || self->active >= self->kinds->len)
    self->active = 0;
  first = g_array_index (self->kinds, guint8, self->active);
  for (guint i = 0; i < self->kinds->len; i++)
    n_first += g_array_index (self->kinds, guint8, i) == first;

  if (!build_tree (self, first, is_exact, error))
    return FALSE;
  cyan_profile_builder_set_recording (self->builder,
                                      is_exact ? CYAN_RECORDING_EXACT : CYAN_RECORDING_SAMPLED,
                                      is_exact ? 0 : period (self, first));
  if (!is_exact)
    cyan_profile_builder_set_unordered (self->builder);
  cyan_profile_builder_set_threads (self->builder, n_first);
  if (self->kinds->len > 1)
    cyan_names_set (self->labels, self->builder, "threads");
  warn (self, n_first);
  return TRUE;
}
