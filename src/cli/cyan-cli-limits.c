/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How profiles are read: the limits of memory, nodes and time, and the unit of those without
 * one. */
#include "cyan-cli.h"

#include "cyan-error.h"
#include "cyan-memory.h"
#include "cyan-units.h"

static gboolean
parse_size (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_memory_parse (text, to)
         || cyan_fail (error, CYAN_ERROR_INVALID, "\"%s\" is not a size such as 2G", text);
}

static gboolean
parse_unit (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  guint unit;

  if (!cyan_cli_choice (option, text, &unit, error))
    return FALSE;
  *(const char **) to = cyan_unit_names[unit];
  return TRUE;
}

static gboolean
parse_reader (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  if (*text == '\0')
    return cyan_fail (error, CYAN_ERROR_INVALID, "the command is empty");
  return cyan_cli_text (option, text, to, error);
}

static gboolean
parse_hot (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_hot_limits_parse (text, to, error);
}

#define AT(member) CYAN_CLI_AT (CyanCliLimits, member)

const CyanCliOption cyan_cli_limit_options[] = {
  { "memory-limit", 0, parse_size, AT (load.memory_limit),
    "Memory that reading may take: 500M, 2G (default: half of what there is)", "SIZE" },
  { "node-limit", 0, cyan_cli_count, AT (load.max_nodes),
    "Nodes that a profile may have, its root included (default: 20000000)", "N", .low = 1 },
  { "time-limit", 0, cyan_cli_count, AT (seconds),
    "Seconds that reading and comparing may take; 0: any (default: 600)", "SECONDS" },
  { "unit", 0, parse_unit, AT (load.unit),
    "What values without a unit are in: ns, us, ms, s, samples, bytes or count", "UNIT",
    .names = cyan_unit_names },
  { "reader", 0, parse_reader, AT (load.reader),
    "What reads a file of an unknown format: a command that prints .cct or folded stacks",
    "COMMAND" },
  { "hot", 0, parse_hot, AT (load.hot),
    "Keep only contexts with at least this part of the whole, in little memory (default: 0.01%)",
    "PHI[,EPSILON]" },
  { "fold-recursion", 0, cyan_cli_flag, AT (load.fold_recursion),
    "A call of a function that is on the path belongs to that earlier call" },
  { NULL },
};

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  const CyanCliWatchdog *self = data;

  return g_get_monotonic_time () < self->deadline;
}

void
cyan_cli_limits_apply (const CyanCliLimits *self, CyanLoadOptions *load, CyanCliWatchdog *watchdog)
{
  *load = self->load;
  load->child_seconds = self->seconds > 0 ? self->seconds : G_MAXINT;
  *watchdog = (CyanCliWatchdog){ .seconds = self->seconds };
  watchdog->tick = (CyanTick) CYAN_TICK_INIT (watch, watchdog);
  watchdog->deadline = self->seconds > 0
                           ? g_get_monotonic_time () + self->seconds * (gint64) G_USEC_PER_SEC
                           : G_MAXINT64;
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
  CyanLoadOptions options;
  CyanCliWatchdog watchdog;
  GError *failure = NULL;
  CyanProfile *profile;

  cyan_cli_limits_apply (limits, &options, &watchdog);
  profile = cyan_profile_load (path, &options, &watchdog.tick, &failure);
  if (profile == NULL)
    {
      cyan_cli_watchdog_explain (&watchdog, &failure);
      g_propagate_error (error, failure);
    }
  return profile;
}
