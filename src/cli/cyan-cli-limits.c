/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How profiles are read: the limits of memory, nodes and time, and the unit of those without
 * one. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-memory.h"
#include "cyan-number.h"
#include "cyan-units.h"

#define DEFAULT_SECONDS 600

void
cyan_cli_limits_clear (CyanCliLimits *self)
{
  g_clear_pointer (&self->memory_limit, g_free);
  g_clear_pointer (&self->node_limit, g_free);
  g_clear_pointer (&self->time_limit, g_free);
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->hot, g_free);
  g_clear_pointer (&self->reader, g_free);
}

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  const CyanCliWatchdog *self = data;

  return g_get_monotonic_time () < self->deadline;
}

static gboolean
parse_count (const char *option, const char *text, guint64 least, guint *count, GError **error)
{
  guint64 number;

  if (!cyan_parse_uint64 (text, strlen (text), &number) || number < least
      || number >= CYAN_NODE_NONE)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "%s: \"%s\" is not a number from %" G_GUINT64_FORMAT " to %u", option, text,
                      least, CYAN_NODE_NONE - 1);
  *count = (guint) number;
  return TRUE;
}

gboolean
cyan_cli_limits_apply (const CyanCliLimits *self,
                       CyanLoadOptions *load,
                       CyanCliWatchdog *watchdog,
                       GError **error)
{
  watchdog->seconds = DEFAULT_SECONDS;
  if (self->memory_limit != NULL && !cyan_memory_parse (self->memory_limit, &load->memory_limit))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--memory-limit: \"%s\" is not a size such as 2G",
                      self->memory_limit);
  if (self->node_limit != NULL
      && !parse_count ("--node-limit", self->node_limit, 1, &load->max_nodes, error))
    return FALSE;
  if (self->time_limit != NULL
      && !parse_count ("--time-limit", self->time_limit, 0, &watchdog->seconds, error))
    return FALSE;
  if (self->unit != NULL)
    {
      guint unit = 0;

      if (!cyan_cli_parse_name ("--unit", "unit", self->unit, cyan_unit_names, &unit, error))
        return FALSE;
      load->unit = cyan_unit_names[unit];
    }
  if (self->hot != NULL && !cyan_hot_limits_parse (self->hot, &load->hot, error))
    {
      g_prefix_error (error, "--hot: ");
      return FALSE;
    }
  if (self->reader != NULL && *self->reader == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, "--reader: the command is empty");
  load->reader = g_intern_string (self->reader);
  load->fold_recursion = self->fold_recursion;
  load->sampling = self->sampling;
  load->child_seconds = watchdog->seconds > 0 ? watchdog->seconds : G_MAXINT;

  watchdog->tick = (CyanTick) CYAN_TICK_INIT (watch, watchdog);
  watchdog->deadline = g_get_monotonic_time () + watchdog->seconds * (gint64) G_USEC_PER_SEC;
  if (watchdog->seconds == 0)
    watchdog->deadline = G_MAXINT64;
  return TRUE;
}

void
cyan_cli_watchdog_explain (const CyanCliWatchdog *self, GError **error)
{
  if (!cyan_error_is_cancelled (*error) || g_get_monotonic_time () < self->deadline)
    return;
  g_clear_error (error);
  cyan_fail (error, CYAN_ERROR_LIMIT, "took longer than %u s; --time-limit sets another limit",
             self->seconds);
}

CyanProfile *
cyan_cli_load (const char *path, const CyanCliLimits *limits, GError **error)
{
  CyanLoadOptions options = { 0 };
  CyanCliWatchdog watchdog;
  GError *failure = NULL;
  CyanProfile *profile;

  if (!cyan_cli_limits_apply (limits, &options, &watchdog, error))
    return NULL;
  profile = cyan_profile_load (path, &options, &watchdog.tick, &failure);
  if (profile == NULL)
    {
      cyan_cli_watchdog_explain (&watchdog, &failure);
      g_propagate_error (error, failure);
    }
  return profile;
}
