/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a revision, with the contexts that are the largest in each (SPECTRAPERF, section 5.2:
 * the test execution report). */
#include "cyan-evolution-private.h"

#include <math.h>
#include <string.h>

#include "cyan-profile-names.h"
#include "cyan-store-query.h"

/* Names of a stack: its first callers are left out. */
#define MAX_NAMES 64

/* ---- runs ---- */

/* NULL if there is no log.  Caller frees. */
static char *
end_of_log (const char *log)
{
  gsize length = log != NULL ? strlen (log) : 0;

  if (length > CYAN_SPECTRUM_LOG_MAX)
    log = g_utf8_find_next_char (log + length - CYAN_SPECTRUM_LOG_MAX - 1, NULL);
  return g_strdup (log);
}

typedef struct
{
  gint64 run, number;
  CyanRunStatus status;
  gint64 exit_code;
  double seconds;
  const char *log;
  double value;
  int has_profile;
} Row;

gboolean
cyan_spectrum_read_runs (CyanStore *store,
                         const CyanSpectrumCell *cell,
                         CyanSpectrumRevision *revision,
                         GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (cell->metric), cyan_sql_integer (cell->definition),
                             cyan_sql_integer (cell->machine), cyan_sql_integer (cell->revision) };
  g_autoptr (GPtrArray) rows = cyan_store_read_rows (
      store,
      "SELECT run.id, run.number, run.status, run.exit_code, run.seconds, run.log, value.value,"
      " CASE WHEN run.status = 'ok'"
      " AND (profile.data IS NOT NULL OR profile.location IS NOT NULL) THEN 1 ELSE 0 END"
      " FROM run LEFT JOIN value ON value.run = run.id AND value.metric = $1"
      " LEFT JOIN profile ON profile.id = run.profile"
      " WHERE run.definition = $2 AND run.machine = $3 AND run.revision = $4"
      " ORDER BY run.number, run.id",
      values, G_N_ELEMENTS (values), "iisIRTRd", sizeof (Row), error);

  if (rows == NULL)
    return FALSE;
  revision->n_runs = rows->len;
  revision->runs = g_new0 (CyanSpectrumRun, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = rows->pdata[i];

      revision->runs[i] = (CyanSpectrumRun){
        .run = row->run,
        .number = row->number,
        .status = cyan_run_status_names[row->status],
        .exit_code = row->exit_code,
        .seconds = row->seconds,
        .log = end_of_log (row->log),
        .value = row->value,
        .has_profile = row->has_profile,
      };
    }
  return TRUE;
}

/* ---- the largest contexts ---- */

typedef struct
{
  CyanNode node;
  double value;
} Largest;

/* Keeps the largest ones, in order. */
typedef struct
{
  Largest list[CYAN_SPECTRUM_N_LARGEST];
  guint n;
} Top;

static void
top_offer (Top *self, CyanNode node, double value)
{
  guint at = self->n;

  while (at > 0 && self->list[at - 1].value < value)
    at--;
  if (value <= 0 || at == CYAN_SPECTRUM_N_LARGEST)
    return;
  self->n = MIN (self->n + 1, CYAN_SPECTRUM_N_LARGEST);
  memmove (self->list + at + 1, self->list + at, (self->n - 1 - at) * sizeof *self->list);
  self->list[at] = (Largest){ node, value };
}

/* Caller frees. */
static GStrv
stack_new (const CyanProfile *profile, CyanNode node)
{
  g_autoptr (GStrvBuilder) stack = g_strv_builder_new ();
  const char *names[MAX_NAMES];
  guint n = 0;

  for (; node != CYAN_NODE_ROOT && n < MAX_NAMES; node = profile->parent[node])
    names[n++] = cyan_profile_name (profile, node);
  if (node != CYAN_NODE_ROOT)
    g_strv_builder_add (stack, "...");
  while (n-- > 0)
    g_strv_builder_add (stack, names[n]);
  return g_strv_builder_end (stack);
}

static CyanSpectrumContext *
contexts_new (const CyanProfile *profile, const Top *top)
{
  CyanSpectrumContext *contexts = g_new (CyanSpectrumContext, top->n);

  for (guint i = 0; i < top->n; i++)
    {
      CyanNode node = top->list[i].node;
      guint64 calls = cyan_profile_calls (profile, node);

      contexts[i] = (CyanSpectrumContext){
        .name = g_strdup (cyan_profile_name (profile, node)),
        .stack = stack_new (profile, node),
        .value = top->list[i].value,
        .calls = calls != CYAN_CALLS_UNKNOWN ? (double) calls : NAN,
      };
    }
  return contexts;
}

static void
find_in_profile (CyanSpectrumRun *run, const CyanProfile *recorded, guint metric)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfile) profile = cyan_profile_with_normal_names (recorded, strings);
  const double *self = profile->metrics[metric].self;
  Top by_total = { .n = 0 }, by_call = { .n = 0 };

  for (CyanNode node = 1; node < profile->n_nodes; node++)
    {
      guint64 calls = cyan_profile_calls (profile, node);

      top_offer (&by_total, node, self[node]);
      if (calls != CYAN_CALLS_UNKNOWN && calls > 0)
        top_offer (&by_call, node, self[node] / (double) calls);
    }
  run->by_total = contexts_new (profile, &by_total);
  run->n_by_total = by_total.n;
  run->by_call = contexts_new (profile, &by_call);
  run->n_by_call = by_call.n;
}

gboolean
cyan_spectrum_find_largest (CyanSpectrumRevision *revision,
                            const GPtrArray *profiles,
                            const char *metric)
{
  gboolean has_calls = FALSE;
  guint next = 0;

  for (guint i = 0; i < revision->n_runs && next < profiles->len; i++)
    {
      CyanSpectrumRun *run = &revision->runs[i];
      const CyanProfile *profile = profiles->pdata[next];
      guint number;

      if (!run->has_profile)
        continue;
      next++;
      if (cyan_profile_find_metric (profile, metric, &number))
        find_in_profile (run, profile, number);
      has_calls |= run->n_by_call > 0;
    }
  return has_calls;
}
