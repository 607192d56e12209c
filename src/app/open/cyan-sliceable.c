/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording can be sliced by. */
#include "cyan-slices-private.h"

CyanSliceable *
cyan_sliceable_read (const char *path,
                     const CyanLoadOptions *limits,
                     const char *metric,
                     const CyanTick *tick,
                     GError **error)
{
  CyanLoadOptions options = *limits;
  CyanSliceable *self;
  CyanProfile *profile;
  guint index = 0;

  options.pieces = TRUE;
  profile = cyan_profile_load (path, &options, tick, error);
  if (profile == NULL)
    return NULL;
  self = g_new0 (CyanSliceable, 1);
  self->profile = profile;
  if (metric != NULL && !cyan_profile_find_metric (profile, metric, &index))
    index = 0;
  self->survey = cyan_slice_survey_new (profile, index);
  self->whole = profile->metrics[index].total[CYAN_NODE_ROOT];
  cyan_slice_load (profile, index, CYAN_SLICEABLE_PARTS, self->load);
  return self;
}

void
cyan_sliceable_free (CyanSliceable *self)
{
  cyan_slice_survey_free (self->survey);
  cyan_profile_unref (self->profile);
  g_free (self);
}

gboolean
cyan_sliceable_has_slices (const CyanSliceable *self)
{
  return self->survey->dimensions->len > 0 || self->survey->has_times;
}

const CyanSliceDimension *
cyan_sliceable_dimension (const CyanSliceable *self, const char *key)
{
  for (guint i = 0; i < self->survey->dimensions->len; i++)
    {
      const CyanSliceDimension *dimension = self->survey->dimensions->pdata[i];

      if (g_str_equal (dimension->key, key))
        return dimension;
    }
  return NULL;
}

/* ---- the slowest ---- */

/* A function by its name. */
typedef struct
{
  const char *name; /* of the strings */
  guint64 calls;
  double total;   /* of calls not made within others */
  CyanNode after; /* the first node after the latest of these */
} Function;

static int
compare_functions (gconstpointer a, gconstpointer b)
{
  const Function *x = *(const Function *const *) a, *y = *(const Function *const *) b;

  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return g_strcmp0 (x->name, y->name);
}

/* Those of which there are enough calls.  A function that several modules have is one. */
static GPtrArray *
list_functions (const CyanProfile *profile)
{
  g_autoptr (GHashTable) of_name = g_hash_table_new (NULL, NULL);
  GPtrArray *functions = g_ptr_array_new_with_free_func (g_free);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanStr name = cyan_profile_function (profile, i)->name;
      Function *function = g_hash_table_lookup (of_name, GUINT_TO_POINTER (name));
      guint64 calls = cyan_profile_calls (profile, i);

      if (function == NULL)
        {
          function = g_new0 (Function, 1);
          function->name = cyan_strings_get (profile->strings, name);
          g_hash_table_insert (of_name, GUINT_TO_POINTER (name), function);
          g_ptr_array_add (functions, function);
        }
      if (i < function->after)
        continue;
      function->calls += calls != CYAN_CALLS_UNKNOWN ? calls : 0;
      function->total += profile->metrics[0].total[i];
      function->after = profile->end[i];
    }
  for (guint i = functions->len; i-- > 0;)
    if (((const Function *) functions->pdata[i])->calls < CYAN_SLICE_MIN_REQUESTS)
      g_ptr_array_remove_index_fast (functions, i);
  g_ptr_array_sort (functions, compare_functions);
  return functions;
}

char **
cyan_sliceable_requests (const CyanSliceable *self)
{
  g_autoptr (GStrvBuilder) requests = g_strv_builder_new ();

  for (guint i = 0; i < self->survey->dimensions->len; i++)
    {
      const CyanSliceDimension *dimension = self->survey->dimensions->pdata[i];
      guint n = dimension->values->len + dimension->n_others;

      /* What has no value is no request. */
      for (guint v = 0; v < dimension->values->len; v++)
        n -= g_str_equal (g_array_index (dimension->values, CyanSliceValue, v).value,
                          CYAN_SLICE_NO_VALUE);
      if (n >= CYAN_SLICE_MIN_REQUESTS)
        g_strv_builder_add (requests, dimension->key);
    }
  if (self->survey->has_times && cyan_pieces_have_calls (self->profile->pieces))
    {
      g_autoptr (GPtrArray) functions = list_functions (self->profile);

      for (guint i = 0; i < functions->len; i++)
        {
          g_autofree char *request = g_strconcat (
              CYAN_SLICE_FUNCTION, ((const Function *) functions->pdata[i])->name, NULL);

          g_strv_builder_add (requests, request);
        }
    }
  return g_strv_builder_end (requests);
}
