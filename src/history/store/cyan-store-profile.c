/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stored profile of a run: all of it as .cct.gz, and rows of its functions for charts. */
#include "cyan-store.h"

#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-i18n.h"

/* ---- bytes ---- */

/* The profile as the bytes of a .cct.gz. */
static GBytes *
pack (const CyanProfile *profile, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree char *path = NULL;
  char *bytes = NULL;
  gsize length = 0;
  int file = g_file_open_tmp ("cyanotype-XXXXXX.cct.gz", &path, &failure);
  gboolean ok;

  if (file < 0)
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s", failure->message);
  close (file);
  ok = cyan_profile_save (profile, path, error);
  if (ok && !g_file_get_contents (path, &bytes, &length, &failure))
    ok = cyan_fail (error, CYAN_ERROR_IO, "%s", failure->message);
  g_unlink (path);
  if (ok && length > CYAN_STORE_PROFILE_MAX)
    ok = cyan_fail (error, CYAN_ERROR_LIMIT, _ ("the packed profile has more than %d MiB"),
                    CYAN_STORE_PROFILE_MAX >> 20);
  if (ok)
    return g_bytes_new_take (bytes, length);
  g_free (bytes);
  return NULL;
}

/* ---- functions ---- */

static guint
hash_function (gconstpointer data)
{
  const CyanFunction *function = data;

  return function->name * 31 + function->module * 17 + function->file;
}

static gboolean
equal_functions (gconstpointer a, gconstpointer b)
{
  const CyanFunction *first = a, *second = b;

  return first->name == second->name && first->module == second->module
         && first->file == second->file;
}

/* For each function of @profile the first one with its name, module and file: lines make no
 * difference here. */
static guint32 *
find_first (const CyanProfile *profile)
{
  guint32 *first = g_new (guint32, profile->n_functions);
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_function, equal_functions);

  for (guint32 i = 0; i < profile->n_functions; i++)
    {
      gpointer function = &profile->functions[i], other;

      if (!g_hash_table_lookup_extended (seen, function, NULL, &other))
        g_hash_table_insert (seen, function, other = GUINT_TO_POINTER (i));
      first[i] = GPOINTER_TO_UINT (other);
    }
  return first;
}

/* By number of function. */
static CyanStoreFunction *
sum_functions (const CyanProfile *profile, const guint32 *first)
{
  CyanStoreFunction *sums = g_new0 (CyanStoreFunction, profile->n_functions);
  g_autofree CyanNode *end = g_new0 (CyanNode, profile->n_functions);
  const CyanMetric *metric = &profile->metrics[0];

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 function = first[profile->function[i]];
      CyanStoreFunction *sum = &sums[function];
      guint64 calls = cyan_profile_calls (profile, i);

      sum->self += metric->self[i];
      /* A recursive call is part of the outermost one. */
      if (i >= end[function])
        {
          sum->total += metric->total[i];
          end[function] = profile->end[i];
        }
      if (calls > (guint64) G_MAXINT64 || sum->calls == CYAN_STORE_UNKNOWN)
        sum->calls = CYAN_STORE_UNKNOWN;
      else if (g_uint64_checked_add (&calls, calls, (guint64) sum->calls) && calls <= G_MAXINT64)
        sum->calls = (gint64) calls;
      else
        sum->calls = G_MAXINT64;
    }
  return sums;
}

static GArray *
list_functions (const CyanProfile *profile)
{
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (CyanStoreFunction));
  g_autofree guint32 *first = find_first (profile);
  g_autofree CyanStoreFunction *sums = sum_functions (profile, first);
  double least = fabs (profile->metrics[0].total[CYAN_NODE_ROOT]) * CYAN_STORE_MIN_SHARE;

  /* Function 0 is the synthetic root's. */
  for (guint32 i = 1; i < profile->n_functions; i++)
    {
      CyanStoreFunction sum = sums[i];
      const CyanFunction *function = &profile->functions[i];

      if (first[i] != i || sum.self == 0 || fabs (sum.self) < least)
        continue;
      sum.name = cyan_strings_get (profile->strings, function->name);
      sum.module = cyan_strings_get (profile->strings, function->module);
      sum.file = cyan_strings_get (profile->strings, function->file);
      g_array_append_val (functions, sum);
    }
  return functions;
}

/* Whether @bytes are read as what was packed. */
static gboolean
is_packed (GBytes *bytes, const CyanProfile *profile)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);
  g_autoptr (CyanProfile) again =
      cyan_profile_load_memory ("record", data, length, NULL, NULL, NULL);

  return again != NULL && again->n_nodes == profile->n_nodes
         && again->n_metrics == profile->n_metrics;
}

CyanStoreRecord *
cyan_store_record_new (const CyanProfile *profile, GError **error)
{
  GBytes *bytes = pack (profile, error);
  CyanStoreRecord *self;

  if (bytes == NULL)
    return NULL;
  self = g_new (CyanStoreRecord, 1);
  self->bytes = bytes;
  self->n_nodes = profile->n_nodes;
  self->functions = list_functions (profile);
  g_assert (g_bytes_get_size (bytes) <= CYAN_STORE_PROFILE_MAX);
  g_assert (self->functions->len < profile->n_functions);
  cyan_assert_slow (is_packed (bytes, profile));
  return self;
}

void
cyan_store_record_free (CyanStoreRecord *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->bytes);
  g_array_unref (self->functions);
  g_free (self);
}

void
cyan_store_record_borrow (const CyanStoreRecord *self, CyanStoreRun *run)
{
  if (self == NULL)
    return;
  run->profile = self->bytes;
  run->n_nodes = self->n_nodes;
  run->functions = (const CyanStoreFunction *) self->functions->data;
  run->n_functions = self->functions->len;
}
