/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-sampling-sink.h"

#include <math.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"
#include "cyan-units.h"

/* Beyond this mean a Poisson distribution is taken for a normal one: its skewness is below
 * 0.032. */
#define MANY 1000

/* An open call. */
typedef struct
{
  guint32 function, call_site;
  CyanNode node; /* CYAN_NODE_NONE until a sample hits it or one of its callees */
} Call;

typedef struct
{
  CyanCallSink sink;
  CyanSampling sampling;
  GPtrArray *threads; /* of GArray of Call: the open calls */
  GRand *rand;
  double next;     /* units until the next sample, if they are not random */
  double scale;    /* what a unit that was sampled stands for: more than 1 if there are bursts */
  double *waiting; /* by metric, but the first: what came since the last sample */
  guint64 n_calls;
  double n_samples;
  guint64 n_bursts;
  gboolean used;
  GError *failure; /* why no more nodes can be made; the next call tells it */
} SamplingSink;

static GArray *
open_calls (SamplingSink *self, guint thread)
{
  while (thread >= self->threads->len)
    g_ptr_array_add (self->threads, g_array_new (FALSE, FALSE, sizeof (Call)));
  return self->threads->pdata[thread];
}

static gboolean
is_in_burst (const SamplingSink *self)
{
  const CyanSampling *sampling = &self->sampling;

  return sampling->burst == 0
         || (self->n_calls > sampling->of && (self->n_calls - 1) % sampling->of < sampling->burst);
}

static gboolean
enter (CyanCallSink *sink,
       guint thread,
       guint32 function,
       guint32 call_site,
       guint calls,
       GError **error)
{
  SamplingSink *self = (SamplingSink *) sink;
  const Call call = { function, call_site, CYAN_NODE_NONE };
  GArray *open = open_calls (self, thread);

  if (self->failure != NULL)
    {
      g_propagate_error (error, g_error_copy (self->failure));
      return FALSE;
    }
  if (open->len == CYAN_MAX_NODES)
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("more than %'u open calls"), CYAN_MAX_NODES);
  g_array_append_val (open, call);
  self->used = TRUE;
  self->n_calls += calls;
  if (calls > 0 && self->sampling.burst > 0 && is_in_burst (self)
      && (self->n_calls - 1) % self->sampling.of == 0)
    self->n_bursts++;
  return TRUE;
}

static void
leave (CyanCallSink *sink, guint thread)
{
  GArray *open = open_calls ((SamplingSink *) sink, thread);

  if (open->len > 0)
    g_array_set_size (open, open->len - 1);
}

/* ---- samples ---- */

static double
exponential (GRand *rand)
{
  return -log (1 - g_rand_double (rand));
}

static double
poisson (GRand *rand, double mean)
{
  double n = 0;

  if (mean > MANY)
    {
      /* Box and Muller's normal deviate. */
      double normal = sqrt (2 * exponential (rand)) * cos (2 * G_PI * g_rand_double (rand));

      return MAX (round (mean + sqrt (mean) * normal), 0);
    }
  for (double at = exponential (rand); at < mean; at += exponential (rand))
    n++;
  return n;
}

/* How many samples come while @value passes. */
static double
count_samples (SamplingSink *self, double value)
{
  double every = self->sampling.every, beyond;

  if (!(value > 0) || !is_in_burst (self))
    return 0;
  if (self->rand != NULL)
    return poisson (self->rand, value / every);
  if (value < self->next)
    {
      self->next -= value;
      return 0;
    }
  beyond = value - self->next;
  self->next = every - fmod (beyond, every);
  return 1 + floor (beyond / every);
}

/* The node of the innermost open call; makes those of its callers. */
static CyanNode
insert (SamplingSink *self, GArray *open)
{
  Call *calls = (Call *) open->data;
  guint known = open->len;
  CyanNode node;

  while (known > 0 && calls[known - 1].node == CYAN_NODE_NONE)
    known--;
  node = known > 0 ? calls[known - 1].node : CYAN_NODE_ROOT;
  for (guint i = known; i < open->len && node != CYAN_NODE_NONE; i++)
    node = calls[i].node =
        cyan_profile_builder_child (self->sink.builder, node, calls[i].function, calls[i].call_site,
                                    self->failure == NULL ? &self->failure : NULL);
  return node;
}

/* Gives the innermost open call of @thread @n samples, and what waits of the other metrics. */
static void
take (SamplingSink *self, guint thread, double n)
{
  CyanProfileBuilder *builder = self->sink.builder;
  CyanNode node = insert (self, open_calls (self, thread));

  if (node == CYAN_NODE_NONE)
    return;
  self->n_samples += n;
  cyan_profile_builder_add (builder, 0, node, n * self->sampling.every * self->scale);
  for (guint m = 1; self->waiting != NULL && m < cyan_profile_builder_n_metrics (builder); m++)
    {
      cyan_profile_builder_add (builder, m, node, self->waiting[m] * self->scale);
      self->waiting[m] = 0;
    }
}

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  SamplingSink *self = (SamplingSink *) sink;
  double n;

  self->used = TRUE;
  if (metric > 0)
    {
      if (self->waiting == NULL)
        self->waiting = g_new0 (double, cyan_profile_builder_n_metrics (sink->builder));
      if (is_in_burst (self))
        self->waiting[metric] += value;
      return;
    }
  n = count_samples (self, value);
  if (n > 0)
    take (self, thread, n);
}

/* ---- the profile ---- */

/* The value that an independent sample stands for.  Samples of a burst are not independent of each
 * other, and those of a recording that was sampled already have its noise, too. */
static double
period_of (const SamplingSink *self)
{
  double sample = self->sampling.every * self->scale;
  double burst = self->n_bursts > 0 ? sample * self->n_samples / (double) self->n_bursts : 0;

  return MAX (sample, burst) + cyan_profile_builder_period (self->sink.builder);
}

static gboolean
finish (CyanCallSink *sink, GError **error)
{
  SamplingSink *self = (SamplingSink *) sink;
  guint64 n_samples;

  if (!self->used)
    return TRUE;
  if (self->failure != NULL)
    return cyan_error_pass (&self->failure, error);
  if (self->sampling.burst > 0 && self->n_calls == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("there are no calls of which bursts could be taken"));
  cyan_profile_builder_set_recording (sink->builder, CYAN_RECORDING_SAMPLED, period_of (self));
  n_samples = (guint64) MIN (self->n_samples, 1e15);
  cyan_profile_builder_warn (sink->builder,
                             ngettext ("%'" PRIu64 " sample was taken of the recording",
                                       "%'" PRIu64 " samples were taken of the recording",
                                       (gulong) n_samples),
                             n_samples);
  return TRUE;
}

static void
free_sink (CyanCallSink *sink)
{
  SamplingSink *self = (SamplingSink *) sink;

  g_ptr_array_unref (self->threads);
  g_clear_pointer (&self->rand, g_rand_free);
  g_clear_error (&self->failure);
  g_free (self->waiting);
  g_free (self);
}

CyanCallSink *
cyan_sampling_sink_new (CyanProfileBuilder *builder, const CyanSampling *sampling)
{
  static const CyanCallSinkClass class = { enter, leave, add, finish, free_sink };
  SamplingSink *self = g_new0 (SamplingSink, 1);

  g_assert (sampling->every > 0 && sampling->burst <= sampling->of);
  self->sink = (CyanCallSink){ &class, builder };
  self->sampling = *sampling;
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->rand = sampling->random ? g_rand_new_with_seed (sampling->seed) : NULL;
  self->next = sampling->every;
  self->scale = sampling->burst > 0 ? (double) sampling->of / (double) sampling->burst : 1;
  return &self->sink;
}

gboolean
cyan_sampling_sink_is_used (const CyanCallSink *sink)
{
  return ((const SamplingSink *) sink)->used;
}

/* Adds the own values of @node to the innermost open call. */
static void
add_values (CyanCallSink *sink, const CyanProfile *profile, CyanNode node)
{
  /* The first metric takes the samples, which take what waits of the others. */
  for (guint m = profile->n_metrics; m-- > 0;)
    cyan_call_sink_add (sink, 0, m, profile->metrics[m].self[node]);
}

CyanProfile *
cyan_profile_sample (const CyanProfile *profile, const CyanSampling *sampling, GError **error)
{
  g_autofree guint32 *functions = NULL;
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_part_builder (profile, &functions);
  CyanCallSink *sink = cyan_sampling_sink_new (builder, sampling);
  CyanNode at = CYAN_NODE_ROOT;

  cyan_profile_builder_set_sink (builder, sink);
  add_values (sink, profile, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 call_site = cyan_profile_call_site (profile, i);

      for (; at != profile->parent[i]; at = profile->parent[at])
        cyan_call_sink_leave (sink, 0);
      if (!cyan_call_sink_enter (sink, 0, functions[profile->function[i]], call_site, 0, error))
        return NULL;
      add_values (sink, profile, i);
      at = i;
    }
  return cyan_profile_builder_finish_tick (builder, NULL, error);
}
