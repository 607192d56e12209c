/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a profile's contents. */
#include "cyan-report-comparison.h"

#include "cyan-host-spread.h"
#include "cyan-number.h"
#include "cyan-report-kind.h"
#include "cyan-units.h"

static gboolean
sum_calls (const CyanProfile *profile, guint64 *calls)
{
  *calls = 0;
  if (!cyan_profile_has_calls (profile))
    return FALSE;
  for (CyanNode node = 1; node < profile->n_nodes; node++)
    if (profile->calls[node] != CYAN_CALLS_UNKNOWN)
      *calls = cyan_add_saturating (*calls, profile->calls[node]);
  return TRUE;
}

/* The key of the names of threads in the meta data. */
#define THREADS "threads"

/* By CyanRecording. */
static const char *const recordings[] = { "exact", "sampled", "inferred" };

/* Shares of the whole of metric 0. */
typedef struct
{
  double least;   /* every context with as much is in the tree */
  double floor;   /* what is not in the tree has at most this */
  double missing; /* the most that a total lacks */
} Pruned;

static Pruned
pruned_shares (const CyanProfile *profile)
{
  double whole = profile->metrics[0].total[CYAN_NODE_ROOT], missing = 0;
  double floor = whole > 0 ? profile->pruning.floor / whole : 0;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    missing = MAX (missing, cyan_profile_missing (profile, i));
  return (Pruned){ MAX (profile->pruning.phi, floor), floor, whole > 0 ? missing / whole : 0 };
}

/* Appends a line "key        value"; both may be untrusted. */
static void
say_line (CyanProse *out, const char *key, const char *value)
{
  cyan_prose_say (out, "%-10s %s\n", cyan_prose_safe (out, key), cyan_prose_safe (out, value));
}

static void
say_recording (CyanProse *out, const CyanProfile *profile)
{
  const char *how = recordings[profile->recording];
  g_autofree char *period = NULL, *value = NULL, *number = NULL, *threads = NULL;
  const char *names;

  if (profile->recording == CYAN_RECORDING_INFERRED)
    value = g_strdup_printf ("%s from a call graph", how);
  else if (profile->recording == CYAN_RECORDING_SAMPLED && profile->period > 0)
    {
      period = cyan_value_to_text (profile->period, profile->metrics[0].unit);
      /* Folded stacks do not record a period. */
      value = g_strdup_printf ("%s, a sample stands for %s%s", how, period,
                               g_str_equal (profile->format, "folded") ? " (guessed)" : "");
    }
  say_line (out, "recording", value != NULL ? value : how);
  number = profile->n_threads > 0 ? g_strdup_printf ("%u", profile->n_threads) : NULL;
  names = cyan_profile_get_meta (profile, THREADS);
  threads =
      g_strconcat (number != NULL ? number : "unknown", names != NULL ? ": " : "", names, NULL);
  say_line (out, THREADS, threads);
  say_line (out, "order",
            profile->unordered ? "callees in no order" : "callees as they were called");
}

static void
say_pruning (CyanProse *out, const CyanProfile *profile)
{
  g_autofree char *least = NULL, *floor = NULL, *missing = NULL, *value = NULL;
  Pruned pruned;

  if (profile->pruning.phi == 0)
    return;
  pruned = pruned_shares (profile);
  least = cyan_round_share_to_text (pruned.least);
  floor = cyan_round_share_to_text (pruned.floor);
  missing = pruned.missing > 0 ? cyan_round_share_to_text (pruned.missing) : g_strdup ("nothing");
  value = g_strdup_printf ("every context of at least %s is here; what is not has at most %s; "
                           "a total lacks %s%s",
                           least, floor, pruned.missing > 0 ? "at most " : "", missing);
  say_line (out, "pruned", value);
}

static void
say_idle (CyanProse *out, const CyanProfile *profile)
{
  double idle = cyan_profile_idle (profile);
  g_autofree char *text = cyan_value_to_text (idle, profile->metrics[0].unit);
  g_autofree char *value = g_strdup_printf ("%s of it, which comparisons leave out", text);

  if (idle != 0)
    say_line (out, "idle", value);
}

/* How many functions that stand out on a host are said. */
#define MOST_OUTLIERS 5

/* The totals of the hosts, and what stands out on one. */
static void
say_hosts (CyanProse *out, const CyanProfile *profile)
{
  const CyanHosts *hosts = profile->hosts;
  g_autofree CyanHostSpread *spreads = NULL;
  g_autofree char *least = NULL, *median = NULL, *largest = NULL, *value = NULL;
  g_autoptr (GArray) outliers = NULL;
  const char *unit = profile->metrics[0].unit;

  if (hosts == NULL)
    return;
  spreads = cyan_host_spreads_new (hosts, profile, 0, NULL, NULL);
  least = cyan_value_to_text (spreads[CYAN_NODE_ROOT].least, unit);
  median = cyan_value_to_text (spreads[CYAN_NODE_ROOT].median, unit);
  largest = cyan_value_to_text (spreads[CYAN_NODE_ROOT].largest, unit);
  value = g_strdup_printf ("%u, with %s to %s each, %s in the median; %s has most", hosts->n_hosts,
                           least, largest, median, hosts->names[spreads[CYAN_NODE_ROOT].host]);
  say_line (out, "hosts", value);
  outliers = cyan_host_outliers_new (hosts, profile, 0);
  for (guint i = 0; i < MIN (outliers->len, MOST_OUTLIERS); i++)
    {
      g_autofree char *text =
          cyan_host_outlier_text (&g_array_index (outliers, CyanHostOutlier, i), hosts, profile, 0);

      say_line (out, "outlier", text);
    }
}

static void
say_profile (CyanProse *out, gconstpointer about)
{
  const CyanProfile *profile = about;
  guint64 calls;

  say_line (out, "format", profile->format);
  cyan_prose_say (out, "nodes      %u\n", profile->n_nodes - 1);
  cyan_prose_say (out, "leaves     %u\n", cyan_profile_n_leaves (profile));
  cyan_prose_say (out, "depth      %u\n", cyan_profile_depth (profile));
  cyan_prose_say (out, "functions  %u\n", cyan_profile_n_functions (profile));
  if (sum_calls (profile, &calls))
    cyan_prose_say (out, "calls      %" G_GUINT64_FORMAT "\n", calls);
  else
    cyan_prose_say (out, "calls      unknown\n");
  say_recording (out, profile);
  say_pruning (out, profile);
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];
      g_autofree char *exact = cyan_double_to_text (metric->total[CYAN_NODE_ROOT]);
      g_autofree char *readable = cyan_value_to_text (metric->total[CYAN_NODE_ROOT], metric->unit);
      g_autofree char *value = g_strdup_printf ("%s (%s%s%s)", readable, exact,
                                                metric->unit[0] != '\0' ? " " : "", metric->unit);

      say_line (out, metric->name, value);
      if (m == 0)
        say_idle (out, profile);
    }
  say_hosts (out, profile);
  for (guint i = 0; i < profile->n_meta; i++)
    if (strcmp (profile->meta[i].key, THREADS) != 0)
      say_line (out, profile->meta[i].key, profile->meta[i].value);
  for (guint i = 0; i < profile->warnings->len; i++)
    say_line (out, "note", g_ptr_array_index (profile->warnings, i));
}

static void
put_metric (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanMetric *metric = &((const CyanProfile *) about)->metrics[i];

  cyan_rows_text (rows, "name", metric->name);
  cyan_rows_unit (rows, metric->unit);
  cyan_rows_number (rows, "total", metric->total[CYAN_NODE_ROOT]);
}

typedef struct
{
  const CyanProfile *profile;
  const double *totals; /* by host */
  const GArray *outliers;
} Hosts;

static void
put_host (CyanRows *rows, gconstpointer about, guint i)
{
  const Hosts *self = about;

  cyan_rows_text (rows, "name", self->profile->hosts->names[i]);
  cyan_rows_number (rows, "total", self->totals[i]);
}

static void
put_outlier (CyanRows *rows, gconstpointer about, guint i)
{
  const Hosts *self = about;
  const CyanHostOutlier *outlier = &g_array_index (self->outliers, CyanHostOutlier, i);
  const CyanProfile *profile = self->profile;

  cyan_rows_text (rows, "function",
                  cyan_strings_get (profile->strings, profile->functions[outlier->function].name));
  cyan_rows_text (rows, "host", profile->hosts->names[outlier->host]);
  cyan_rows_count (rows, "more_hosts", outlier->n_more);
  cyan_rows_number (rows, "self", outlier->value);
  cyan_rows_number (rows, "median_self", outlier->median);
}

/* Each host's total, and what stands out on one. */
static void
put_hosts (CyanRows *rows, const CyanProfile *profile)
{
  const CyanHosts *hosts = profile->hosts;
  g_autofree double *totals = NULL;
  g_autoptr (GArray) outliers = NULL;
  Hosts about;

  if (hosts == NULL)
    return;
  totals = g_new0 (double, hosts->n_hosts);
  for (gsize i = 0; i < hosts->first[hosts->n_nodes]; i++)
    totals[hosts->host[i]] += hosts->self[0][i];
  outliers = cyan_host_outliers_new (hosts, profile, 0);
  about = (Hosts){ profile, totals, outliers };
  cyan_rows_list (rows, "hosts", CYAN_GROUP_LIST, hosts->n_hosts, put_host, &about);
  cyan_rows_list (rows, "outliers", CYAN_GROUP_LIST, outliers->len, put_outlier, &about);
}

static void
put_profile (CyanRows *rows, gconstpointer about)
{
  const CyanProfile *profile = about;
  const CyanMetric *metrics = profile->metrics;
  guint64 calls;
  gboolean has_calls = sum_calls (profile, &calls);
  double idle = cyan_profile_idle (profile);

  cyan_rows_text (rows, "format", profile->format);
  cyan_rows_count (rows, "nodes", profile->n_nodes - 1);
  cyan_rows_count (rows, "leaves", cyan_profile_n_leaves (profile));
  cyan_rows_count (rows, "depth", cyan_profile_depth (profile));
  cyan_rows_count (rows, "functions", cyan_profile_n_functions (profile));
  cyan_rows_number (rows, "total", metrics[0].total[CYAN_NODE_ROOT]);
  cyan_rows_number (rows, "idle", idle);
  cyan_rows_unit (rows, metrics[0].unit);
  cyan_rows_count_if (rows, "calls", has_calls, calls);
  cyan_rows_text (rows, "recording", recordings[profile->recording]);
  cyan_rows_number_if (rows, "period", profile->period > 0, profile->period);
  cyan_rows_count_if (rows, "threads", profile->n_threads > 0, profile->n_threads);
  cyan_rows_flag (rows, "ordered", !profile->unordered);
  if (profile->pruning.phi > 0)
    {
      Pruned pruned = pruned_shares (profile);

      cyan_rows_open (rows, "pruned", CYAN_GROUP_OBJECT);
      cyan_rows_number (rows, "phi", profile->pruning.phi);
      cyan_rows_number (rows, "epsilon", profile->pruning.epsilon);
      cyan_rows_number (rows, "floor", profile->pruning.floor);
      cyan_rows_number (rows, "least_share", pruned.least);
      cyan_rows_number (rows, "floor_share", pruned.floor);
      cyan_rows_number (rows, "missing_share", pruned.missing);
      cyan_rows_close (rows);
    }
  cyan_rows_list (rows, "metrics", CYAN_GROUP_LIST, profile->n_metrics, put_metric, profile);
  put_hosts (rows, profile);
  cyan_rows_open (rows, "meta", CYAN_GROUP_OBJECT);
  for (guint i = 0; i < profile->n_meta; i++)
    cyan_rows_text (rows, profile->meta[i].key, profile->meta[i].value);
  cyan_rows_close (rows);
  cyan_rows_texts (rows, "warnings", profile->warnings);
}

const CyanReport cyan_report_profile = { .text = say_profile, .rows = put_profile };
