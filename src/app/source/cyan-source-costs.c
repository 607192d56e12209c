/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The own costs of the lines of a snippet. */
#include "cyan-source-costs.h"

#include <string.h>

/* Whether one of the two is the end of the other, from a folder on: recorders write paths of the
 * machine that built the program, and sources are relative. */
static gboolean
is_same_file (const char *a, const char *b)
{
  gsize m = strlen (a), n = strlen (b);
  const char *tail;

  if (m < n)
    return is_same_file (b, a);
  tail = a + (m - n);
  return n > 0 && strcmp (tail, b) == 0 && (tail == a || tail[-1] == '/' || *b == '/');
}

/* The self value of a function on @side over all its contexts. */
static double
own_value (const CyanCompared *compared, guint side, guint32 function)
{
  const CyanProfile *profile = compared->side[side].profile;
  const double *self = cyan_compared_metric (compared, side)->self;
  double value = 0;

  for (CyanNode node = 1; node < profile->n_nodes; node++)
    if (profile->function[node] == function)
      value += self[node];
  return value;
}

static void
add_lines (CyanSourceCosts *self, const GArray *lines, const char *file, const CyanSnippet *snippet)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const CyanLineCost *line = &g_array_index (lines, CyanLineCost, i);
      guint at = line->line - snippet->first_line;

      if (line->line < snippet->first_line || at >= self->n_lines
          || !(strcmp (line->file, file) == 0 || is_same_file (line->file, snippet->path)))
        continue;
      self->values[at] += line->value;
      self->has_any = TRUE;
      if (self->values[at] > self->values[self->dearest])
        self->dearest = at;
    }
}

CyanSourceCosts *
cyan_source_costs_new (const CyanComparison *comparison,
                       guint32 pair,
                       guint side,
                       gboolean is_inlined,
                       const CyanSnippet *snippet)
{
  const CyanCompared *compared = &comparison->compared;
  const CyanProfile *profile = compared->side[side].profile;
  guint32 function = cyan_function_pair_of (&compared->pairs->at[pair], side);
  g_autoptr (CyanSourceCosts) self = NULL;
  g_autoptr (GArray) lines = NULL;
  const char *name, *file;
  guint metric;

  if (profile->lines == NULL || function == G_MAXUINT32)
    return NULL;
  metric = compared->side[side].metric;
  name = cyan_strings_get (profile->strings, profile->functions[function].name);
  file = cyan_strings_get (profile->strings, profile->functions[function].file);
  lines = cyan_line_costs_of (profile->lines, name, file, metric);
  self = g_new0 (CyanSourceCosts, 1);
  self->n_lines = snippet->n_lines;
  self->values = g_new0 (double, snippet->n_lines);
  /* An inlined function may be in another file than the one that it runs in. */
  add_lines (self, lines, is_inlined ? snippet->path : file, snippet);
  if (!self->has_any)
    return NULL;
  self->own = own_value (compared, side, function);
  self->unit = profile->metrics[metric].unit;
  return g_steal_pointer (&self);
}

void
cyan_source_costs_free (CyanSourceCosts *self)
{
  if (self == NULL)
    return;
  g_free (self->values);
  g_free (self);
}
