/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derives a profile from another one and shares its largest arrays. */
#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-profile-private.h"
#include "cyan-profile.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* Idle frames of V8, perf and Linux: "(idle)", "[idle]", and "swapper" or "swapper/3" for the idle
 * thread of a processor. */
static gboolean
is_idle (const char *name)
{
  const char *rest = name;

  if (strcmp (name, "(idle)") == 0 || strcmp (name, "[idle]") == 0)
    return TRUE;
  if (!g_str_has_prefix (name, "swapper"))
    return FALSE;
  rest += strlen ("swapper");
  if (*rest == '\0')
    return TRUE;
  if (*rest++ != '/' || *rest == '\0')
    return FALSE;
  return rest[strspn (rest, "0123456789")] == '\0';
}

guint8 *
cyan_profile_idle_functions (const CyanProfile *self)
{
  guint8 *idle = g_new (guint8, self->n_functions);

  for (guint f = 0; f < self->n_functions; f++)
    idle[f] = is_idle (cyan_strings_get (self->strings, self->functions[f].name)) ? 1 : 0;
  return idle;
}

/* The total of the @idle functions in metric 0, and whether there are any. */
static double
sum_idle (const CyanProfile *self, const guint8 *idle, gboolean *found)
{
  double time = 0;

  *found = FALSE;
  for (CyanNode i = 1; i < self->n_nodes;)
    if (idle[self->function[i]])
      {
        *found = TRUE;
        time += self->metrics[0].total[i];
        i = self->end[i];
      }
    else
      i++;
  return time;
}

double
cyan_profile_idle (const CyanProfile *self)
{
  g_autofree guint8 *idle = cyan_profile_idle_functions (self);
  gboolean found;

  return sum_idle (self, idle, &found);
}

CyanProfile *
cyan_profile_without_idle (CyanProfile *self)
{
  g_autofree guint8 *idle = cyan_profile_idle_functions (self);
  g_autofree char *text = NULL;
  gboolean found;
  double left_out = sum_idle (self, idle, &found);
  CyanProfile *without;

  if (!found)
    return cyan_profile_ref (self);
  without = cyan_profile_without (self, idle);
  text = cyan_value_to_text (left_out, self->metrics[0].unit);
  g_ptr_array_add (without->warnings, g_strdup_printf (_ ("%s in idle frames do not count"), text));
  return without;
}

struct _CyanColumns
{
  CyanRefCount refs;
  guint n;
  gpointer arrays[];
};

/* Takes ownership of the @n @arrays, any of which may be NULL. */
static CyanColumns *
columns_new (const gpointer *arrays, guint n)
{
  CyanColumns *self = g_malloc (sizeof *self + n * sizeof *arrays);

  cyan_ref_count_init (&self->refs);
  self->n = n;
  memcpy (self->arrays, arrays, n * sizeof *arrays);
  return self;
}

void
cyan_columns_unref (CyanColumns *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n; i++)
    g_free (self->arrays[i]);
  g_free (self);
}

CyanColumns *
cyan_profile_own_tree (const CyanProfile *self)
{
  const gpointer arrays[] = { self->parent,    self->end,   self->function,
                              self->call_site, self->calls, self->missing };

  return columns_new (arrays, G_N_ELEMENTS (arrays));
}

CyanColumns *
cyan_profile_own_values (const CyanProfile *self)
{
  g_autofree gpointer *arrays = g_new (gpointer, 2 * self->n_metrics);

  for (guint m = 0; m < self->n_metrics; m++)
    {
      arrays[2 * m] = self->metrics[m].self;
      arrays[2 * m + 1] = self->metrics[m].total;
    }
  return columns_new (arrays, 2 * self->n_metrics);
}

/* A copy that shares everything; its functions are still those of @self. */
static CyanProfile *
derive (const CyanProfile *self)
{
  CyanProfile *copy = g_memdup2 (self, sizeof *self);

  cyan_ref_count_init (&copy->refs);
  cyan_strings_ref (copy->strings);
  cyan_ref_count_inc (&copy->tree->refs);
  cyan_ref_count_inc (&copy->values->refs);
  if (copy->flat != NULL)
    cyan_flat_profile_ref (copy->flat);
  if (copy->lines != NULL)
    cyan_line_costs_ref (copy->lines);
  if (copy->pieces != NULL)
    cyan_pieces_ref (copy->pieces);
  if (copy->hosts != NULL)
    cyan_hosts_ref (copy->hosts);
  if (copy->rests != NULL)
    cyan_rests_ref (copy->rests);
  copy->metrics = g_memdup2 (self->metrics, self->n_metrics * sizeof *self->metrics);
  for (guint m = 0; m < self->n_metrics; m++)
    {
      copy->metrics[m].name = g_strdup (self->metrics[m].name);
      copy->metrics[m].unit = g_strdup (self->metrics[m].unit);
    }
  copy->format = g_strdup (self->format);
  copy->meta = g_memdup2 (self->meta, self->n_meta * sizeof *self->meta);
  for (guint i = 0; i < self->n_meta; i++)
    {
      copy->meta[i].key = g_strdup (self->meta[i].key);
      copy->meta[i].value = g_strdup (self->meta[i].value);
    }
  copy->warnings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->warnings->len; i++)
    g_ptr_array_add (copy->warnings, g_strdup (g_ptr_array_index (self->warnings, i)));
  return copy;
}

CyanFunction *
cyan_profile_move_functions (const CyanProfile *self, CyanStrings *strings)
{
  CyanFunction *functions = g_memdup2 (self->functions, self->n_functions * sizeof *functions);
  g_autofree CyanStr *map = NULL;

  if (self->strings == strings)
    return functions;
  map = cyan_strings_absorb (strings, self->strings);
  for (guint f = 0; f < self->n_functions; f++)
    {
      functions[f].name = map[functions[f].name];
      functions[f].module = map[functions[f].module];
      functions[f].file = map[functions[f].file];
      functions[f].normal = map[functions[f].normal];
    }
  return functions;
}

CyanProfile *
cyan_profile_with_functions (const CyanProfile *self, CyanStrings *strings, CyanFunction *functions)
{
  CyanProfile *copy = derive (self);

  g_assert (functions != self->functions);
  cyan_strings_unref (copy->strings);
  copy->strings = cyan_strings_ref (strings);
  copy->functions = functions;
  cyan_assert_valid (cyan_profile_check, copy);
  return copy;
}

CyanProfile *
cyan_profile_with_meta (const CyanProfile *self, const char *key, const char *value)
{
  CyanProfile *copy = derive (self);
  guint i = 0;

  copy->functions = cyan_profile_move_functions (self, self->strings);
  while (i < copy->n_meta && strcmp (copy->meta[i].key, key) != 0)
    i++;
  if (i == copy->n_meta)
    {
      copy->meta = g_renew (CyanMeta, copy->meta, ++copy->n_meta);
      copy->meta[i] = (CyanMeta){ g_strdup (key), NULL };
    }
  g_free (copy->meta[i].value);
  copy->meta[i].value = g_strdup (value);
  cyan_assert_valid (cyan_profile_check, copy);
  return copy;
}

CyanProfile *
cyan_profile_with_warnings (const CyanProfile *self, const GPtrArray *more)
{
  CyanProfile *copy = derive (self);

  copy->functions = cyan_profile_move_functions (self, self->strings);
  for (guint i = 0; i < more->len; i++)
    {
      const char *warning = g_ptr_array_index (more, i);

      if (!g_ptr_array_find_with_equal_func (copy->warnings, warning, g_str_equal, NULL))
        g_ptr_array_add (copy->warnings, g_strdup (warning));
    }
  cyan_assert_valid (cyan_profile_check, copy);
  return copy;
}

/* By node: whether it is in a subtree of one of @functions.  Free with g_free(). */
static guint8 *
find_left_out (const CyanProfile *self, const guint8 *functions)
{
  guint8 *left_out = g_new0 (guint8, self->n_nodes);

  for (CyanNode i = 1; i < self->n_nodes; i++)
    left_out[i] = functions[self->function[i]] | left_out[self->parent[i]];
  return left_out;
}

CyanProfile *
cyan_profile_without (const CyanProfile *self, const guint8 *functions)
{
  CyanProfile *copy = derive (self);
  gsize size = self->n_nodes * sizeof (double);
  g_autofree guint8 *left_out = find_left_out (self, functions);

  copy->functions = cyan_profile_move_functions (self, self->strings);
  /* The values pruned below these functions are not known by function. */
  g_clear_pointer (&copy->flat, cyan_flat_profile_unref);
  g_clear_pointer (&copy->pieces, cyan_pieces_unref);
  g_clear_pointer (&copy->rests, cyan_rests_unref);
  cyan_columns_unref (copy->values);
  for (guint m = 0; m < copy->n_metrics; m++)
    {
      CyanMetric *metric = &copy->metrics[m];

      metric->self = g_memdup2 (metric->self, size);
      for (CyanNode i = 1; i < self->n_nodes; i++)
        if (left_out[i])
          metric->self[i] = 0;
      metric->total = g_memdup2 (metric->self, size);
      for (CyanNode i = copy->n_nodes; i-- > 1;)
        metric->total[copy->parent[i]] += metric->total[i];
    }
  copy->values = cyan_profile_own_values (copy);
  if (self->hosts != NULL)
    {
      cyan_hosts_unref (copy->hosts);
      copy->hosts = cyan_hosts_without (self->hosts, left_out);
    }
  cyan_assert_valid (cyan_profile_check, copy);
  return copy;
}

static double *
scale (const double *values, guint n, double factor)
{
  double *scaled = g_new (double, n);

  for (guint i = 0; i < n; i++)
    scaled[i] = values[i] * factor;
  return scaled;
}

CyanProfile *
cyan_profile_mean (const CyanProfile *self, guint n)
{
  CyanProfile *mean = cyan_profile_scale (self, 1.0 / n);

  mean->scaled = 0;
  mean->n_threads = (self->n_threads + n / 2) / n;
  return mean;
}

CyanProfile *
cyan_profile_scale (const CyanProfile *self, double factor)
{
  CyanProfile *copy = derive (self);
  guint n = self->n_nodes;

  copy->functions = cyan_profile_move_functions (self, self->strings);
  g_clear_pointer (&copy->flat, cyan_flat_profile_unref);
  g_clear_pointer (&copy->lines, cyan_line_costs_unref);
  g_clear_pointer (&copy->pieces, cyan_pieces_unref);
  g_clear_pointer (&copy->hosts, cyan_hosts_unref);
  g_clear_pointer (&copy->rests, cyan_rests_unref);
  copy->length *= factor;
  copy->scaled = factor;
  copy->period *= factor;
  copy->pruning.floor *= factor;
  cyan_columns_unref (copy->values);
  for (guint m = 0; m < copy->n_metrics; m++)
    {
      copy->metrics[m].self = scale (self->metrics[m].self, n, factor);
      copy->metrics[m].total = scale (self->metrics[m].total, n, factor);
    }
  copy->values = cyan_profile_own_values (copy);

  cyan_columns_unref (copy->tree);
  copy->parent = g_memdup2 (self->parent, n * sizeof *self->parent);
  copy->end = g_memdup2 (self->end, n * sizeof *self->end);
  copy->function = g_memdup2 (self->function, n * sizeof *self->function);
  if (self->call_site != NULL)
    copy->call_site = g_memdup2 (self->call_site, n * sizeof *self->call_site);
  if (self->missing != NULL)
    copy->missing = scale (self->missing, n, factor);
  if (self->calls != NULL)
    copy->calls = g_memdup2 (self->calls, n * sizeof *self->calls);
  for (guint i = 0; self->calls != NULL && i < n; i++)
    /* What has any calls has at least one. */
    if (self->calls[i] != CYAN_CALLS_UNKNOWN && self->calls[i] > 0)
      copy->calls[i] = (guint64) CLAMP (round ((double) self->calls[i] * factor), 1, 1.8e19);
  copy->tree = cyan_profile_own_tree (copy);
  cyan_assert_valid (cyan_profile_check, copy);
  return copy;
}
