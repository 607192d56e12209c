/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzes the events of a sink: a hot tree and the whole tree of the same calls.  Three bytes are the
 * limits and what each thread does last; then each byte begins a call, ends one, or adds a value.
 */
#include "cyan-hot-profile.h"
#include "cyan-hot-sink.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

#define N_THREADS   3
#define N_FUNCTIONS 16
#define MAX_EVENTS  20000
#define ROUNDING    1e-9

typedef struct
{
  CyanStrings *strings;
  CyanProfileBuilder *builder;
  guint32 functions[N_FUNCTIONS];
} Maker;

static void
maker_init (Maker *self, const CyanHotLimits *limits, guint max_nodes)
{
  self->strings = cyan_strings_new ();
  self->builder = cyan_profile_builder_new (self->strings, max_nodes);
  cyan_profile_builder_metric (self->builder, "time", "ns");
  for (guint f = 0; f < N_FUNCTIONS; f++)
    {
      const char name[] = { (char) ('a' + f), '\0' };

      self->functions[f] =
          cyan_profile_builder_function (self->builder, cyan_strings_add (self->strings, name, 1),
                                         CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
    }
  if (limits != NULL)
    cyan_profile_builder_set_sink (self->builder, cyan_hot_sink_new (self->builder, limits));
}

static void
maker_clear (Maker *self)
{
  cyan_profile_builder_free (self->builder);
  cyan_strings_unref (self->strings);
}

/* A value of any size that is no negative one. */
static double
take_value (FuzzBytes *bytes)
{
  guint8 what = fuzz_byte (bytes);

  return what < 240 ? what : ldexp (what, fuzz_byte (bytes) - 128);
}

/* Plays the same events to both; FALSE if the small one is full. */
static gboolean
play (FuzzBytes bytes, Maker *self, GError **error)
{
  CyanCallSink *sink = cyan_profile_builder_sink (self->builder);
  guint depth[N_THREADS] = { 0 };

  for (guint i = 0; bytes.left > 0 && i < MAX_EVENTS; i++)
    {
      guint8 event = fuzz_byte (&bytes);
      guint thread = event % N_THREADS, what = event / N_THREADS % 5;

      if (what < 3)
        {
          guint8 function = fuzz_byte (&bytes);

          if (!cyan_call_sink_enter (sink, thread, self->functions[function % N_FUNCTIONS],
                                     function / N_FUNCTIONS % 2, what % 2, error))
            return FALSE;
          depth[thread]++;
        }
      else if (what == 3 && depth[thread] > 0)
        {
          cyan_call_sink_leave (sink, thread);
          depth[thread]--;
        }
      else if (depth[thread] > 0)
        cyan_call_sink_add (sink, thread, 0, take_value (&bytes));
    }
  return TRUE;
}

/* The context @node of @hot in @exact, whose parent is @up there; or CYAN_NODE_NONE. */
static CyanNode
find (const CyanProfile *hot, CyanNode node, const CyanProfile *exact, CyanNode up)
{
  guint32 call_site = hot->call_site != NULL ? hot->call_site[node] : 0;

  for (CyanNode c = up + 1; c < exact->end[up]; c = exact->end[c])
    if (strcmp (cyan_profile_name (hot, node), cyan_profile_name (exact, c)) == 0
        && (exact->call_site != NULL ? exact->call_site[c] : 0) == call_site)
      return c;
  return CYAN_NODE_NONE;
}

/* Checks what @hot says of all contexts of @exact. */
static void
check_bounds (const CyanProfile *hot, const CyanProfile *exact)
{
  g_autofree CyanNode *in_exact = g_new (CyanNode, hot->n_nodes);
  g_autofree guint8 *is_there = g_new0 (guint8, exact->n_nodes);
  const double *total = exact->metrics[0].total, *seen = hot->metrics[0].total;
  double slack = ROUNDING * total[CYAN_NODE_ROOT];

  FUZZ_CHECK (fabs (seen[CYAN_NODE_ROOT] - total[CYAN_NODE_ROOT]) <= slack);
  in_exact[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  for (CyanNode i = 1; i < hot->n_nodes; i++)
    {
      CyanNode up = in_exact[hot->parent[i]];

      in_exact[i] = up != CYAN_NODE_NONE ? find (hot, i, exact, up) : CYAN_NODE_NONE;
      if (strcmp (cyan_profile_name (hot, i), CYAN_COLD_NAME) == 0)
        continue;
      FUZZ_CHECK (in_exact[i] != CYAN_NODE_NONE);
      is_there[in_exact[i]] = TRUE;
      FUZZ_CHECK (seen[i] <= total[in_exact[i]] + slack);
      FUZZ_CHECK (total[in_exact[i]] <= seen[i] + cyan_profile_missing (hot, i) + slack);
    }
  for (CyanNode i = 1; i < exact->n_nodes; i++)
    FUZZ_CHECK (is_there[i] || total[i] <= hot->pruning.floor + slack);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzBytes bytes = { data, size };
  CyanHotLimits limits;
  g_autoptr (CyanProfile) hot = NULL, exact = NULL, pruned = NULL;
  g_autoptr (GError) error = NULL;
  Maker all, small;
  gboolean fits;

  limits.phi = (1 + fuzz_byte (&bytes)) / 257.0;
  limits.epsilon = limits.phi / (1 + fuzz_byte (&bytes) % 8);
  maker_init (&all, NULL, 0);
  maker_init (&small, &limits, fuzz_byte (&bytes) % 2 == 0 ? 0 : 2100);
  g_assert_true (play (bytes, &all, NULL));
  fits = play (bytes, &small, &error);
  exact = cyan_profile_builder_finish (all.builder);
  if (fits)
    hot = cyan_profile_builder_finish_tick (small.builder, NULL, &error);
  if (hot == NULL)
    fuzz_check_error (error);
  else if (isfinite (exact->metrics[0].total[CYAN_NODE_ROOT]))
    {
      fuzz_check_profile (hot);
      check_bounds (hot, exact);
      pruned = cyan_hot_profile_new (exact, limits.phi, NULL, NULL, NULL);
      FUZZ_CHECK (pruned != NULL);
      fuzz_check_profile (pruned);
      check_bounds (pruned, exact);
    }
  maker_clear (&all);
  maker_clear (&small);
  return 0;
}
