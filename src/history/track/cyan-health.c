/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times a fixed work, and tells when its time is no longer what it was. */
#include "cyan-health.h"

#include <math.h>
#include <sched.h>

#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-number.h"
#include "cyan-statistics.h"
#include "cyan-worker.h"

/* ---- the work: it must stay as it is, for its times are compared over years ---- */

/* Steps of a repetition, about 10 ms; words of a table that a second-level cache does not hold. */
#define N_STEPS (1 << 22)
#define N_WORDS (1 << 20)
/* Repetitions of which each time is kept. */
#define MAX_TIMES 100000

typedef struct
{
  const guint *cpus;
  guint n_cpus;
  double seconds, median;
} Work;

/* Random numbers by xorshift, read and written in a table, and their square roots. */
static double
repeat (guint32 *table, guint64 *random)
{
  double sum = 0;

  for (guint i = 0; i < N_STEPS; i++)
    {
      guint32 *word;

      *random ^= *random << 13;
      *random ^= *random >> 7;
      *random ^= *random << 17;
      word = &table[*random % N_WORDS];
      *word += (guint32) *random;
      sum += sqrt ((double) *word);
    }
  return sum;
}

static void
stay_on (const guint *cpus, guint n_cpus)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  for (guint i = 0; i < n_cpus; i++)
    CPU_SET (cpus[i], &set);
  /* A processor may not be there, and then any will do. */
  if (n_cpus > 0)
    sched_setaffinity (0, sizeof set, &set);
}

/* In a thread of its own, whose processors nobody else has.  A CyanWorkFunc. */
static gboolean
work (gpointer data, GError **error)
{
  Work *self = data;
  g_autofree guint32 *table = g_new0 (guint32, N_WORDS);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gint64 begin = g_get_monotonic_time (), now = begin;
  guint64 random = 88172645463325252;
  volatile double sum = 0;

  stay_on (self->cpus, self->n_cpus);
  do
    {
      gint64 before = now;
      double time;

      sum += repeat (table, &random);
      now = g_get_monotonic_time ();
      time = (double) MAX (now - before, 1) / G_USEC_PER_SEC;
      g_array_append_val (times, time);
    }
  while ((double) (now - begin) < self->seconds * G_USEC_PER_SEC && times->len < MAX_TIMES);
  self->median = cyan_median ((double *) times->data, times->len);
  return TRUE;
}

double
cyan_health_measure (const guint *cpus, guint n_cpus, double seconds)
{
  Work about = { cpus, n_cpus, seconds, NAN };
  CyanWorker worker;

  cyan_worker_start (&worker, "health", work, &about);
  cyan_worker_join (&worker, NULL);
  return about.median;
}

/* ---- what it says ---- */

#define FALSE_ALARMS 0.002

double
cyan_health_judge (const double *former, guint n, double value)
{
  guint n_last = MIN (n, CYAN_HEALTH_MOST);
  g_autofree double *logs = g_new (double, n_last + 1);
  double low, high, z = log (value), difference;

  if (n < CYAN_HEALTH_LEAST)
    return 1;
  for (guint i = 0; i < n_last; i++)
    logs[i] = log (former[n - n_last + i]);
  cyan_robust_range (logs, n_last, FALSE_ALARMS, &low, &high);
  difference = z - (low + high) / 2;
  return (z < low || z > high) && fabs (difference) > log1p (CYAN_HEALTH_BAND) ? exp (difference)
                                                                               : 1;
}

/* Of former environments: the times of a computer by a program.  NULL: nothing was timed. */
static GArray *
find_series (GHashTable *all, const CyanStoreEnvironment *environment, double *value)
{
  g_autoptr (GHashTable) facts = cyan_machine_facts_from_json (environment->facts);
  const char *text = g_hash_table_lookup (facts, CYAN_FACT_REFERENCE);
  const char *host = g_hash_table_lookup (facts, CYAN_FACT_HOST);
  g_autofree char *key = NULL;
  GArray *series;

  if (text == NULL || !cyan_parse_double (text, strlen (text), value) || *value <= 0)
    return NULL;
  key = g_strdup_printf ("%s\n%s", host != NULL ? host : "", environment->program);
  series = g_hash_table_lookup (all, key);
  if (series == NULL)
    {
      series = g_array_new (FALSE, FALSE, sizeof (double));
      g_hash_table_insert (all, g_steal_pointer (&key), series);
    }
  return series;
}

GArray *
cyan_health_judge_all (const GPtrArray *environments)
{
  g_autoptr (GHashTable) all =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  GArray *ratios = g_array_sized_new (FALSE, FALSE, sizeof (double), environments->len);

  for (guint i = 0; i < environments->len; i++)
    {
      double value, ratio = 1;
      GArray *series = find_series (all, environments->pdata[i], &value);

      if (series != NULL)
        {
          ratio = cyan_health_judge ((const double *) series->data, series->len, value);
          g_array_append_val (series, value);
        }
      g_array_append_val (ratios, ratio);
    }
  return ratios;
}

char *
cyan_health_sentence (const char *machine, double ratio)
{
  double percent = 100 * (ratio > 1 ? ratio - 1 : 1 - ratio);

  g_assert (ratio != 1);
  return ratio > 1 ? g_strdup_printf (_ ("%s is %.0f %% slower than it was"), machine, percent)
                   : g_strdup_printf (_ ("%s is %.0f %% faster than it was"), machine, percent);
}
