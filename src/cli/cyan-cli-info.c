/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan info`. */
#include "cyan-cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-number.h"
#include "cyan-text.h"
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

/* What the meta data call the names of threads. */
#define THREADS "threads"

/* By CyanRecording. */
static const char *const recordings[] = { "exact", "sampled", "inferred" };

static void
print_json (const CyanProfile *profile)
{
  const CyanMetric *metric = &profile->metrics[0];
  json_t *json = json_object (), *metrics = json_array (), *meta = json_object ();
  json_t *warnings = json_array ();
  guint64 calls;
  gboolean has_calls = sum_calls (profile, &calls);
  char *text;

  json_object_set_new (json, "format", json_string (profile->format));
  json_object_set_new (json, "nodes", json_integer (profile->n_nodes - 1));
  json_object_set_new (json, "leaves", json_integer (cyan_profile_n_leaves (profile)));
  json_object_set_new (json, "depth", json_integer (cyan_profile_depth (profile)));
  json_object_set_new (json, "functions", json_integer (cyan_profile_n_functions (profile)));
  json_object_set_new (json, "total", json_real (metric->total[CYAN_NODE_ROOT]));
  json_object_set_new (json, "unit", json_string (metric->unit));
  json_object_set_new (json, "calls",
                       has_calls ? json_integer ((json_int_t) MIN (calls, (guint64) G_MAXINT64))
                                 : json_null ());
  json_object_set_new (json, "recording", json_string (recordings[profile->recording]));
  json_object_set_new (json, "period",
                       profile->period > 0 ? json_real (profile->period) : json_null ());
  json_object_set_new (json, "threads",
                       profile->n_threads > 0 ? json_integer (profile->n_threads) : json_null ());
  json_object_set_new (json, "ordered", json_boolean (!profile->unordered));
  for (guint m = 0; m < profile->n_metrics; m++)
    json_array_append_new (metrics, json_pack ("{s:s, s:s, s:f}", "name", profile->metrics[m].name,
                                               "unit", profile->metrics[m].unit, "total",
                                               profile->metrics[m].total[CYAN_NODE_ROOT]));
  json_object_set_new (json, "metrics", metrics);
  for (guint i = 0; i < profile->n_meta; i++)
    json_object_set_new (meta, profile->meta[i].key, json_string (profile->meta[i].value));
  json_object_set_new (json, "meta", meta);
  for (guint i = 0; i < profile->warnings->len; i++)
    json_array_append_new (warnings, json_string (g_ptr_array_index (profile->warnings, i)));
  json_object_set_new (json, "warnings", warnings);

  text = json_dumps (json, JSON_INDENT (2) | JSON_REAL_PRECISION (17));
  puts (text);
  free (text);
  json_decref (json);
}

static void
print_line (const char *key, const char *value)
{
  g_autofree char *safe_key = cyan_text_for_terminal (key);
  g_autofree char *safe_value = cyan_text_for_terminal (value);

  printf ("%-10s %s\n", safe_key, safe_value);
}

static void
print_recording (const CyanProfile *profile)
{
  const char *how = recordings[profile->recording];
  g_autofree char *period = NULL, *value = NULL, *number = NULL, *threads = NULL;
  const char *names;

  if (profile->recording == CYAN_RECORDING_INFERRED)
    value = g_strdup_printf ("%s from a call graph", how);
  else if (profile->recording == CYAN_RECORDING_SAMPLED && profile->period > 0)
    {
      period = cyan_value_to_text (profile->period, profile->metrics[0].unit);
      /* Folded stacks do not say any. */
      value = g_strdup_printf ("%s, a sample stands for %s%s", how, period,
                               g_str_equal (profile->format, "folded") ? " (guessed)" : "");
    }
  print_line ("recording", value != NULL ? value : how);
  number = profile->n_threads > 0 ? g_strdup_printf ("%u", profile->n_threads) : NULL;
  names = cyan_profile_get_meta (profile, THREADS);
  threads =
      g_strconcat (number != NULL ? number : "unknown", names != NULL ? ": " : "", names, NULL);
  print_line (THREADS, threads);
  print_line ("order", profile->unordered ? "callees in no order" : "callees as they were called");
}

static void
print_text (const CyanProfile *profile)
{
  guint64 calls;

  print_line ("format", profile->format);
  printf ("nodes      %u\n", profile->n_nodes - 1);
  printf ("leaves     %u\n", cyan_profile_n_leaves (profile));
  printf ("depth      %u\n", cyan_profile_depth (profile));
  printf ("functions  %u\n", cyan_profile_n_functions (profile));
  if (sum_calls (profile, &calls))
    printf ("calls      %" G_GUINT64_FORMAT "\n", calls);
  else
    printf ("calls      unknown\n");
  print_recording (profile);
  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];
      g_autofree char *exact = cyan_double_to_text (metric->total[CYAN_NODE_ROOT]);
      g_autofree char *readable = cyan_value_to_text (metric->total[CYAN_NODE_ROOT], metric->unit);
      g_autofree char *value = g_strdup_printf ("%s (%s %s)", readable, exact, metric->unit);

      print_line (metric->name, value);
    }
  for (guint i = 0; i < profile->n_meta; i++)
    if (strcmp (profile->meta[i].key, THREADS) != 0)
      print_line (profile->meta[i].key, profile->meta[i].value);
  for (guint i = 0; i < profile->warnings->len; i++)
    print_line ("note", g_ptr_array_index (profile->warnings, i));
}

int
cyan_cli_info (int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (CyanCliLimits) limits = { 0 };
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format, "text (default) or json", "FORMAT" },
    CYAN_CLI_LIMIT_ENTRIES (&limits),
    { NULL },
  };
  gboolean json;
  int status;

  if (!cyan_cli_parse ("info", "FILE", "Says what a profile holds.", entries, &argc, &argv,
                       &status))
    return status;
  json = g_strcmp0 (format, "json") == 0;
  if (!json && format != NULL && strcmp (format, "text") != 0)
    return cyan_cli_trouble ("--format: no format \"%s\"; text or json", format);
  if (argc != 2)
    return cyan_cli_trouble ("info needs one profile");
  profile = cyan_cli_load (argv[1], &limits, &error);
  if (profile == NULL)
    return cyan_cli_trouble ("%s", error->message);
  if (json)
    print_json (profile);
  else
    print_text (profile);
  return cyan_cli_finish_output ();
}
