/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-hot-sink.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

typedef struct
{
  CyanCallSink sink;
  CyanHotLimits limits;
  CyanHotTree *tree; /* NULL until the first call, when the metrics are known */
} HotSink;

static double
epsilon_of (const CyanHotLimits *limits)
{
  return limits->epsilon > 0 ? limits->epsilon
                             : MAX (limits->phi / CYAN_HOT_PARTS, CYAN_HOT_TREE_LEAST_EPSILON);
}

/* Half of the nodes and of the memory: the rest is for what is made of the tree at its end. */
static guint
max_nodes (const CyanProfileBuilder *builder)
{
  const CyanBudget *budget = cyan_profile_builder_budget (builder);
  guint64 limit = budget != NULL ? cyan_budget_limit (budget) : 0, held = cyan_budget_held (budget);
  guint most = cyan_profile_builder_max_nodes (builder) / 2;

  if (budget == NULL)
    return most;
  limit = (limit - MIN (limit, held)) / 2
          / cyan_hot_tree_bytes_per_node (cyan_profile_builder_n_metrics (builder));
  return (guint) MAX (MIN (most, limit), 1);
}

static gboolean
enter (CyanCallSink *sink,
       guint thread,
       guint32 function,
       guint32 call_site,
       guint calls,
       GError **error)
{
  HotSink *self = (HotSink *) sink;

  if (self->tree == NULL)
    {
      self->tree = cyan_hot_tree_new (epsilon_of (&self->limits),
                                      cyan_profile_builder_n_metrics (sink->builder),
                                      max_nodes (sink->builder));
      cyan_hot_tree_set_budget (self->tree, cyan_profile_builder_budget (sink->builder));
    }
  if (!cyan_hot_tree_enter (self->tree, thread, function, call_site, error))
    return FALSE;
  if (calls > 0)
    cyan_hot_tree_add_calls (self->tree, thread, calls);
  return TRUE;
}

static void
leave (CyanCallSink *sink, guint thread)
{
  cyan_hot_tree_leave (((HotSink *) sink)->tree, thread);
}

static void
add (CyanCallSink *sink, guint thread, guint metric, double value)
{
  cyan_hot_tree_add (((HotSink *) sink)->tree, thread, metric, value);
}

static gboolean
finish (CyanCallSink *sink, GError **error)
{
  HotSink *self = (HotSink *) sink;

  if (self->tree == NULL)
    return TRUE;
  cyan_hot_tree_finish (self->tree, self->limits.phi);
  return cyan_hot_tree_freeze (self->tree, self->limits.phi, sink->builder, error);
}

static void
free_sink (CyanCallSink *sink)
{
  cyan_hot_tree_free (((HotSink *) sink)->tree);
  g_free (sink);
}

CyanCallSink *
cyan_hot_sink_new (CyanProfileBuilder *builder, const CyanHotLimits *limits)
{
  static const CyanCallSinkClass class = { enter, leave, add, finish, free_sink };
  HotSink *self = g_new0 (HotSink, 1);

  g_assert (limits->phi > 0 && limits->phi <= 1);
  g_assert (limits->epsilon >= 0 && limits->epsilon <= limits->phi);
  self->sink = (CyanCallSink){ &class, builder };
  self->limits = *limits;
  return &self->sink;
}

/* ---- limits ---- */

/* A fraction, or a percentage. */
static gboolean
parse_part (const char *text, double *part)
{
  gsize length = strlen (text);
  gboolean is_percent = length > 0 && text[length - 1] == '%';

  if (!cyan_parse_double (text, length - is_percent, part))
    return FALSE;
  if (is_percent)
    *part /= 100;
  return TRUE;
}

gboolean
cyan_hot_limits_parse (const char *text, CyanHotLimits *limits, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", 2);
  CyanHotLimits parsed = { 0 };

  if (parts[0] == NULL || !parse_part (parts[0], &parsed.phi) || !(parsed.phi > 0)
      || !(parsed.phi < 1))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("not a part of the whole between 0 and 1: \"%s\""), text);
  if (parts[1] != NULL
      && (!parse_part (parts[1], &parsed.epsilon)
          || !(parsed.epsilon >= CYAN_HOT_TREE_LEAST_EPSILON && parsed.epsilon <= parsed.phi)))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("not a part between %g and %g: \"%s\""),
                      CYAN_HOT_TREE_LEAST_EPSILON, parsed.phi, parts[1]);
  *limits = parsed;
  return TRUE;
}
