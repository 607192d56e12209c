/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-private.h"

#include <math.h>

#include "cyan-name-parts.h"
#include "cyan-perfscope.h"

/* The costs of all functions of a program, and where the distributions over it are cut. */
typedef struct
{
  const CyanProgram *program;
  CyanPerfScopeFunction *functions;
  CyanCuts costs, frequencies;
} Scope;

static void
scope_clear (Scope *self)
{
  for (guint i = 0; self->functions != NULL && i < self->program->functions->len; i++)
    {
      g_free (self->functions[i].blocks);
      g_free ((gpointer) self->functions[i].calls);
    }
  g_clear_pointer (&self->functions, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scope, scope_clear)

/* ---- the program ---- */

/* Of several functions of a name, the longest: their costs are not known yet. */
static guint
find_callee (const CyanProgram *program, const char *name)
{
  const GArray *named = cyan_program_find (program, name);
  guint found = G_MAXUINT, most = 0;

  for (guint i = 0; named != NULL && i < named->len; i++)
    {
      guint number = g_array_index (named, guint, i);
      const CyanCodeBody *body =
          ((const CyanProgramFunction *) program->functions->pdata[number])->body;
      guint length = 1 + body->calls->len + body->operators->len;

      if (length > most)
        {
          found = number;
          most = length;
        }
    }
  return found;
}

/* Blocks with what their operators cost.  Caller frees. */
static CyanPerfScopeBlock *
make_blocks (const CyanCodeBody *body)
{
  CyanPerfScopeBlock *blocks = g_new (CyanPerfScopeBlock, body->blocks->len);

  for (guint i = 0; i < body->blocks->len; i++)
    {
      const CyanCodeBlock *block = &g_array_index (body->blocks, CyanCodeBlock, i);

      blocks[i] = (CyanPerfScopeBlock){ .parent = block->parent,
                                        .choice = block->choice,
                                        .trips = block->trips };
    }
  for (guint i = 0; i < body->operators->len; i++)
    {
      const CyanCodeOperator *operation = &g_array_index (body->operators, CyanCodeOperator, i);

      blocks[operation->block].own += cyan_perfscope_operator_cost (operation->name);
    }
  return blocks;
}

static void
make_function (const CyanProgram *program,
               const CyanCodeBody *body,
               CyanPerfScopeFunction *function)
{
  CyanPerfScopeCall *calls = g_new (CyanPerfScopeCall, body->calls->len);

  for (guint i = 0; i < body->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);

      calls[i] = (CyanPerfScopeCall){ call->block, find_callee (program, call->name) };
    }
  *function = (CyanPerfScopeFunction){ .blocks = make_blocks (body),
                                       .n_blocks = body->blocks->len,
                                       .calls = calls,
                                       .n_calls = body->calls->len };
}

/* Over the functions and blocks of the whole program. */
static void
set_cuts (Scope *self)
{
  g_autoptr (GArray) costs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) frequencies = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->program->functions->len; i++)
    {
      const CyanPerfScopeFunction *function = &self->functions[i];
      guint first = costs->len;

      g_array_set_size (costs, first + function->n_blocks);
      g_array_set_size (frequencies, first + function->n_blocks);
      cyan_perfscope_block_costs (function->blocks, function->n_blocks, INFINITY,
                                  &g_array_index (costs, double, first));
      cyan_perfscope_block_frequencies (function->blocks, function->n_blocks,
                                        &g_array_index (frequencies, double, first));
    }
  self->costs = cyan_cuts_new ((double *) (gpointer) costs->data, costs->len, 1 / 3.0, 2 / 3.0);
  self->frequencies =
      cyan_cuts_new ((double *) (gpointer) frequencies->data, frequencies->len, 1 / 3.0, 2 / 3.0);
}

static void
scope_init (Scope *self, const CyanProgram *program)
{
  guint n = program->functions->len;

  self->program = program;
  self->functions = g_new0 (CyanPerfScopeFunction, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    make_function (program, ((const CyanProgramFunction *) program->functions->pdata[i])->body,
                   &self->functions[i]);
  cyan_perfscope_program_costs (self->functions, n, INFINITY);
  set_cuts (self);
}

/* ---- what was added ---- */

static gboolean
is_recursive (const Scope *self, const CyanFunctionChange *function)
{
  g_auto (CyanNameParts) parts = { 0 };
  guint number;

  cyan_name_parts_init_as (&parts, cyan_naming_of_path (function->path[1]), function->name[1]);
  number = find_callee (self->program, cyan_name_parts_last (&parts));
  return number != G_MAXUINT && self->functions[number].is_recursive;
}

static double
cost_of_call (const Scope *self, const CyanCodeCall *call)
{
  guint callee = find_callee (self->program, call->name);

  return CYAN_PERFSCOPE_CALL_COST + (callee != G_MAXUINT ? self->functions[callee].cost : 0);
}

static void
count (const Scope *self, double cost, double frequency, guint *counts)
{
  counts[cyan_risk_level (cyan_cuts_third (&self->costs, cost),
                          cyan_cuts_third (&self->frequencies, frequency))]++;
}

static void
count_modification (const Scope *self, const CyanModification *modification, guint *counts)
{
  const CyanCodeBody *body = modification->bodies[1];
  const CyanCodeCallChanges *changed = modification->calls;
  g_autofree CyanPerfScopeBlock *blocks = make_blocks (body);
  g_autofree double *frequencies = g_new (double, body->blocks->len);

  cyan_perfscope_block_frequencies (blocks, body->blocks->len, frequencies);
  if (is_recursive (self, modification->function))
    for (guint i = 0; i < body->blocks->len; i++)
      frequencies[i] = INFINITY;
  for (guint i = 0; i < changed->added_calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall,
                                                 g_array_index (changed->added_calls, guint, i));

      count (self, cost_of_call (self, call), frequencies[call->block], counts);
    }
  for (guint i = 0; i < changed->added_operators->len; i++)
    {
      const CyanCodeOperator *operation = &g_array_index (
          body->operators, CyanCodeOperator, g_array_index (changed->added_operators, guint, i));

      count (self, cyan_perfscope_operator_cost (operation->name), frequencies[operation->block],
             counts);
    }
}

double
cyan_prediction_perfscope (const CyanPredictionChanges *changes, const CyanProgram *program)
{
  g_auto (Scope) self = { 0 };
  guint counts[CYAN_N_RISK_LEVELS] = { 0 };

  scope_init (&self, program);
  for (guint i = 0; i < changes->modified->len; i++)
    count_modification (&self, changes->modified->pdata[i], counts);
  for (guint i = 0; i < changes->added->len; i++)
    count_modification (&self, changes->added->pdata[i], counts);
  return cyan_risk_score (counts);
}
