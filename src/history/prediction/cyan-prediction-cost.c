/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "cyan-prediction-private.h"
#include "cyan-code.h"
#include "cyan-risk.h"

/* ---- functions that were put into their callers ---- */

/* Functions that were put into each other, at most. */
#define MAX_INLINED 8

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
        calls = cyan_sample_most_calls (self->sample);
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
  if (numbers == NULL || numbers->len != 1 || depth > MAX_INLINED)
    return *place;
  function = self->program->functions->pdata[g_array_index (numbers, guint, 0)];
  *place = add_callers (self, name, function->body, depth);
  return *place;
}

/* The only function of the last name @name in @program, which the sample does not have: as often as
 * its callers execute the blocks that call it, in the caller that does so most.  What it calls
 * itself must be called there. */
static CyanInlining
find_inlined (const CyanSample *sample, const CyanProgram *program, const char *name)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  Search self = { .sample = sample, .program = program, .known = known };

  return find (&self, name, 0);
}

/* ---- costs ---- */

/* Functions that call each other and are all new, at most. */
#define MAX_DEPTH 32

typedef struct
{
  const CyanSample *sample;
  CyanProgram *const *programs; /* by side */
  CyanRiskProfile risk;
  GHashTable *sums[2]; /* by side: CyanProgramFunction -> the sum of its calls, see sum_calls() */
  guint n_unknown;
} Costs;

/* ---- the cost of one call ---- */

static CyanRiskCall
find_callee (Costs *self, guint side, guint caller, const char *name, guint depth);

/* How often a block of a new function is executed in one call of it, as far as the text says. */
static double
count_trips (const CyanCodeBody *body, guint block)
{
  double trips = 1;

  for (; block != 0; block = g_array_index (body->blocks, CyanCodeBlock, block).parent)
    {
      double more = g_array_index (body->blocks, CyanCodeBlock, block).trips;

      if (isfinite (more))
        trips *= more;
    }
  return trips;
}

/* The cost of the calls in a function without a profile.  A recursive call costs nothing. */
static double
sum_calls (Costs *self, guint side, const CyanProgramFunction *function, guint depth)
{
  const CyanCodeBody *body = function->body;
  double *known = g_hash_table_lookup (self->sums[side], function);
  double sum = 0;

  if (known != NULL)
    return *known;
  known = g_new0 (double, 1);
  g_hash_table_insert (self->sums[side], (gpointer) function, known);
  for (guint i = 0; i < body->calls->len && depth < MAX_DEPTH; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);
      CyanRiskCall callee = find_callee (self, side, CYAN_SAMPLE_NONE, call->name, depth + 1);

      sum += cyan_risk_call_cost (&callee, &self->risk) * count_trips (body, call->block);
    }
  *known = sum;
  return sum;
}

/* Of several functions of one name, the most expensive. */
static void
find_new (Costs *self, guint side, const GArray *numbers, CyanRiskCall *callee, guint depth)
{
  callee->kind = CYAN_CALLEE_NEW_FAST;
  for (guint i = 0; i < numbers->len; i++)
    {
      const CyanProgramFunction *function =
          self->programs[side]->functions->pdata[g_array_index (numbers, guint, i)];

      if (cyan_code_body_is_fast (function->body))
        continue;
      callee->kind = CYAN_CALLEE_NEW;
      if (self->risk.new_rule == CYAN_NEW_SUM)
        callee->cost = MAX (callee->cost, sum_calls (self, side, function, depth));
    }
}

/* The callee that @name means in @caller, in the sources of @side; its executions are not set. */
static CyanRiskCall
find_callee (Costs *self, guint side, guint caller, const char *name, guint depth)
{
  CyanRiskCall callee = { .kind = CYAN_CALLEE_UNKNOWN };
  guint number = cyan_sample_callee (self->sample, caller, name);
  const GArray *numbers;

  if (number != CYAN_SAMPLE_NONE)
    {
      callee.kind = CYAN_CALLEE_MEASURED;
      callee.cost = g_array_index (self->sample->functions, CyanSampleFunction, number).cost;
      return callee;
    }
  numbers = cyan_program_find (self->programs[side], name);
  if (numbers != NULL)
    find_new (self, side, numbers, &callee, depth);
  return callee;
}

/* ---- the calls of a function ---- */

/* As often as the same block before; without one, by the other calls in it. */
static double
find_executions (const Costs *self,
                 const CyanInlining *place,
                 const CyanModification *modification,
                 guint side,
                 guint block)
{
  guint same = side == 1 ? modification->same_block[block] : G_MAXUINT;

  if (same != G_MAXUINT)
    return cyan_sample_executions (self->sample, place->function, place->calls,
                                   modification->bodies[0], same);
  return cyan_sample_executions (self->sample, place->function, place->calls,
                                 modification->bodies[side], block);
}

static void
add_call (Costs *self,
          const CyanInlining *place,
          const CyanModification *modification,
          guint side,
          guint number,
          GArray *calls,
          GArray *predicted)
{
  const CyanCodeCall *call =
      &g_array_index (modification->bodies[side]->calls, CyanCodeCall, number);
  CyanRiskCall risk = find_callee (self, side, place->function, call->name, 0);
  CyanPredictedCall row = { .is_deleted = side == 0, .callee = g_strdup (call->callee) };

  risk.is_deleted = side == 0;
  risk.executions = find_executions (self, place, modification, side, call->block);
  self->n_unknown += risk.kind == CYAN_CALLEE_UNKNOWN;
  row.cost = cyan_risk_call_cost (&risk, &self->risk);
  row.executions = cyan_risk_call_executions (&risk, &self->risk);
  row.guessed_cost = risk.kind != CYAN_CALLEE_MEASURED;
  row.guessed_executions = isnan (risk.executions);
  g_array_append_val (calls, risk);
  g_array_append_val (predicted, row);
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const CyanPredictedCall *x = a, *y = b;
  double first = fabs (x->cost * x->executions), second = fabs (y->cost * y->executions);

  if (first != second)
    return first > second ? -1 : 1;
  if (x->is_deleted != y->is_deleted)
    return x->is_deleted - y->is_deleted;
  return strcmp (x->callee, y->callee);
}

static void
add_function (Costs *self,
              const CyanInlining *place,
              const CyanModification *modification,
              GArray *functions)
{
  const CyanCodeCallChanges *changed = modification->calls;
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (CyanRiskCall));
  GArray *predicted = g_array_new (FALSE, FALSE, sizeof (CyanPredictedCall));
  CyanPredictedFunction row = { .function = g_strdup (modification->function->name[1]),
                                .file = g_strdup (modification->function->path[1]),
                                .line = modification->function->first_line[1] };

  for (guint i = 0; i < changed->added_calls->len; i++)
    add_call (self, place, modification, 1, g_array_index (changed->added_calls, guint, i), calls,
              predicted);
  for (guint i = 0; i < changed->deleted_calls->len; i++)
    add_call (self, place, modification, 0, g_array_index (changed->deleted_calls, guint, i), calls,
              predicted);
  row.cost =
      cyan_risk_modification_cost ((const CyanRiskCall *) calls->data, calls->len, &self->risk);
  g_array_sort (predicted, compare_calls);
  row.n_calls = predicted->len;
  row.calls = (CyanPredictedCall *) (gpointer) g_array_free (predicted, FALSE);
  g_array_append_val (functions, row);
}

static int
compare_functions (gconstpointer a, gconstpointer b)
{
  const CyanPredictedFunction *x = a, *y = b;
  int order;

  if (fabs (x->cost) != fabs (y->cost))
    return fabs (x->cost) > fabs (y->cost) ? -1 : 1;
  order = strcmp (x->file, y->file);
  return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Where the function that was modified is executed, by its name before or after: the sample may be
 * older than its last name. */
static CyanInlining
find_place (const Costs *self, const CyanFunctionChange *function)
{
  g_auto (CyanNameParts) parts = { 0 };

  for (guint side = 0; side < 2; side++)
    {
      guint number = cyan_sample_find (self->sample, function->name[side], function->path[side]);
      double calls = number != CYAN_SAMPLE_NONE
                         ? g_array_index (self->sample->functions, CyanSampleFunction, number).calls
                         : 0;

      if (calls > 0)
        return (CyanInlining){ .function = number, .calls = calls, .is_whole = TRUE };
    }
  if (!cyan_code_is_inlined (cyan_language_of_path (function->path[0])))
    return (CyanInlining){ .function = CYAN_SAMPLE_NONE };
  cyan_name_parts_init_as (&parts, cyan_naming_of_path (function->path[0]), function->name[0]);
  return find_inlined (self->sample, self->programs[0], cyan_name_parts_last (&parts));
}

void
cyan_prediction_cost (const CyanSample *sample,
                      const CyanPredictionChanges *changes,
                      CyanProgram *const *programs,
                      const CyanPredictionOptions *options,
                      CyanPredictedBenchmark *benchmark,
                      guint *n_unknown)
{
  g_autoptr (GHashTable) old_sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) new_sums = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *functions = g_array_new (FALSE, FALSE, sizeof (CyanPredictedFunction));
  Costs self = { .sample = sample,
                 .programs = programs,
                 .risk = { .lowest = sample->lowest,
                           .highest = sample->highest,
                           .loop = cyan_sample_most_calls (sample),
                           .new_rule = options->sum_new ? CYAN_NEW_SUM : CYAN_NEW_HIGHEST,
                           .skip_unknown = options->skip_unknown },
                 .sums = { old_sums, new_sums } };
  double cost = 0, own = 0;

  for (guint i = 0; i < changes->modified->len; i++)
    {
      const CyanModification *modification = changes->modified->pdata[i];
      CyanInlining place = find_place (&self, modification->function);

      if (place.function == CYAN_SAMPLE_NONE)
        continue;
      benchmark->n_touched++;
      if (place.is_whole)
        own += g_array_index (sample->functions, CyanSampleFunction, place.function).own;
      benchmark->n_calls_added += modification->calls->added_calls->len;
      add_function (&self, &place, modification, functions);
    }
  g_array_sort (functions, compare_functions);
  for (guint i = 0; i < functions->len; i++)
    cost += g_array_index (functions, CyanPredictedFunction, i).cost;
  benchmark->dc = sample->total > 0 ? cost / sample->total : NAN;
  benchmark->own = sample->total > 0 ? own / sample->total : 0;
  benchmark->n_functions = functions->len;
  benchmark->functions = (CyanPredictedFunction *) (gpointer) g_array_free (functions, FALSE);
  *n_unknown = self.n_unknown;
}
