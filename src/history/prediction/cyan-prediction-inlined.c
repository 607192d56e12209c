/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-inlined.h"

#include <math.h>

/* Functions that were put into each other, at most. */
#define MAX_DEPTH 8

typedef struct
{
  const CyanSample *sample;
  const CyanProgram *program;
  GHashTable *known; /* name -> CyanInlining; what is being looked for is not executed */
} Search;

/* Whether @function, of the sample, calls something that @body calls, as it must if it has its
 * code. A body that calls nothing known may be anywhere. */
static gboolean
may_contain (const CyanSample *sample, guint function, const CyanCodeBody *body)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < body->calls->len; i++)
    {
      const char *name = g_array_index (body->calls, CyanCodeCall, i).name;

      if (cyan_sample_edge_to (sample, function, name) > 0)
        return TRUE;
      is_known |= cyan_sample_callee (sample, CYAN_SAMPLE_NONE, name) != CYAN_SAMPLE_NONE;
    }
  return !is_known;
}

/* How often @function executes @body at most, if it has its code: as often as it calls what the
 * body calls each time.  INFINITY if the body calls nothing known. */
static double
limit_calls (const CyanSample *sample, guint function, const CyanCodeBody *body)
{
  double most = 0;

  for (guint i = 0; i < body->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);

      if (call->block == 0)
        most = MAX (most, cyan_sample_edge_to (sample, function, call->name));
    }
  return most > 0 ? most : INFINITY;
}

static CyanInlining find (Search *self, const char *name, guint depth);

/* Of the function @index of the program, measured or not. */
static CyanInlining
find_any (Search *self, guint index, guint depth)
{
  const char *name = ((const CyanProgramFunction *) self->program->functions->pdata[index])->name;
  guint number = cyan_sample_find (self->sample, name, self->program->paths->pdata[index]);
  double calls = number != CYAN_SAMPLE_NONE
                     ? g_array_index (self->sample->functions, CyanSampleFunction, number).calls
                     : 0;

  return calls > 0 ? (CyanInlining){ .function = number, .calls = calls }
                   : find (self, name, depth);
}

static CyanInlining
add_callers (Search *self, const char *name, const CyanCodeBody *body, guint depth)
{
  const GArray *sites = cyan_program_callers (self->program, name);
  CyanInlining place = { .function = CYAN_SAMPLE_NONE };
  double most = 0;

  for (guint i = 0; sites != NULL && i < sites->len; i++)
    {
      const CyanProgramSite *site = &g_array_index (sites, CyanProgramSite, i);
      const CyanProgramFunction *caller = self->program->functions->pdata[site->function];
      CyanInlining outer = find_any (self, site->function, depth + 1);
      double calls;

      if (outer.function == CYAN_SAMPLE_NONE || !may_contain (self->sample, outer.function, body))
        continue;
      calls = cyan_sample_executions (self->sample, outer.function, outer.calls, caller->body,
                                      site->block);
      if (isnan (calls))
        calls = cyan_sample_edges_most (self->sample->edges);
      calls = MIN (calls, limit_calls (self->sample, outer.function, body));
      place.calls += calls;
      if (calls <= most)
        continue;
      most = calls;
      place.function = outer.function;
    }
  return place;
}

static CyanInlining
find (Search *self, const char *name, guint depth)
{
  const GArray *numbers = cyan_program_find (self->program, name);
  CyanInlining *place = g_hash_table_lookup (self->known, name);
  const CyanProgramFunction *function;

  if (place != NULL)
    return *place;
  place = g_new0 (CyanInlining, 1);
  place->function = CYAN_SAMPLE_NONE;
  g_hash_table_insert (self->known, (gpointer) name, place);
  if (numbers == NULL || numbers->len != 1 || depth > MAX_DEPTH)
    return *place;
  function = self->program->functions->pdata[g_array_index (numbers, guint, 0)];
  *place = add_callers (self, name, function->body, depth);
  return *place;
}

CyanInlining
cyan_prediction_find_inlined (const CyanSample *sample,
                              const CyanProgram *program,
                              const char *name)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  Search self = { .sample = sample, .program = program, .known = known };

  return find (&self, name, 0);
}
