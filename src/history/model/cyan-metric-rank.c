/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-metric-rank.h"

/* Of profiles, and of commands, the best first. */
static const char *const instructions[] = { "instructions", "Ir", "instructions:u", NULL };
static const char *const of_command[] = { "cpu", "wall", "rss", NULL };
static const char *const times[] = { "time", "cpu", "wall", NULL };

/* The number of @name in @names, or how many they are. */
static guint
find (const char *const *names, const char *name)
{
  guint i = 0;

  while (names[i] != NULL && !g_str_equal (names[i], name))
    i++;
  return i;
}

static gboolean
contains (const char *const *names, const char *name)
{
  return names[find (names, name)] != NULL;
}

gboolean
cyan_metric_is_of_command (const char *name)
{
  return contains (of_command, name);
}

guint
cyan_metric_rank (const char *name)
{
  guint rank = find (instructions, name);

  return contains (of_command, name) ? rank + 1 + find (of_command, name) : rank;
}

gboolean
cyan_metric_counts_instructions (const char *name)
{
  return contains (instructions, name);
}

gboolean
cyan_metric_is_work (const char *name)
{
  return contains (instructions, name) || contains (times, name);
}
