/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures of a stream of calls, beside the exact builder and beside making the stream. */
#include <stdlib.h>

#include "cyan-hot-tree.h"
#include "cyan-measure.h"
#include "cyan-profile-builder.h"

#define N_CALLEES 8
#define MOST_DEEP 300

/* ---- a random program ---- */

/* Each function calls up to eight others, mostly its first ones, and on the average slightly less than
 * one at a time, so that the tree of calls goes on but does not explode. */
typedef struct
{
  guint32 callees[N_CALLEES];
  guint mean;
} Function;

typedef struct
{
  Function *functions;
  guint depth;
  guint64 n_calls;
  guint64 state;
} Program;

static guint32
next_random (Program *self)
{
  self->state ^= self->state << 13;
  self->state ^= self->state >> 7;
  self->state ^= self->state << 17;
  return (guint32) (self->state >> 32);
}

static void
program_init (Program *self, guint64 n_calls, guint n_functions, guint depth)
{
  self->state = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  self->n_calls = n_calls;
  self->depth = MIN (depth, MOST_DEEP);
  self->functions = g_new0 (Function, n_functions);
  for (guint i = 0; i < n_functions; i++)
    {
      Function *function = &self->functions[i];

      function->mean = next_random (self) % 3 == 0 ? 0 : 1 + next_random (self) % 4;
      for (guint k = 0; k < N_CALLEES; k++)
        {
          double u = (next_random (self) + 1.0) / 4294967297.0;

          /* Small numbers are called more. */
          function->callees[k] = (guint32) (n_functions * u * u);
        }
    }
  self->functions[0].mean = 4;
}

/* What becomes of the stream. */
typedef struct
{
  CyanProfileBuilder *builder; /* or NULL */
  CyanHotTree *tree;           /* or NULL */
  CyanNode stack[MOST_DEEP + 1];
  guint deep;
  guint64 sum; /* so that the stream is made even if nobody takes it */
} Taker;

static inline void
enter (Taker *self, guint32 function)
{
  if (self->tree != NULL)
    {
      cyan_hot_tree_enter (self->tree, 0, function, 0, NULL);
      cyan_hot_tree_add (self->tree, 0, 0, 1);
    }
  else if (self->builder != NULL)
    {
      CyanNode node = cyan_profile_builder_child (self->builder, self->stack[self->deep],
                                                  function + 1, 0, NULL);

      cyan_profile_builder_add (self->builder, 0, node, 1);
      self->stack[++self->deep] = node;
    }
  else
    self->sum += function;
}

static inline void
leave (Taker *self)
{
  if (self->tree != NULL)
    cyan_hot_tree_leave (self->tree, 0);
  else if (self->builder != NULL)
    self->deep--;
  else
    self->sum++;
}

static void
run (Program *program, Taker *taker)
{
  guint32 on[MOST_DEEP + 1] = { 0 };
  guint left[MOST_DEEP + 1] = { G_MAXUINT };
  guint deep = 0;

  program->state = G_GUINT64_CONSTANT (0xd1342543de82ef95);
  enter (taker, 0);
  for (guint64 n = 1; n < program->n_calls || deep > 0;)
    if (left[deep] == 0 || deep + 1 >= program->depth || n >= program->n_calls)
      {
        leave (taker);
        deep--;
      }
    else
      {
        guint32 r = next_random (program);
        guint k = (r & 31) != 0 ? left[deep] % 3 : (guint) __builtin_ctz ((r >> 5) | 128);
        guint32 function = program->functions[on[deep]].callees[k];
        guint mean = program->functions[function].mean;

        if (deep > 0)
          left[deep]--;
        on[++deep] = function;
        left[deep] = mean == 0 ? 0 : (r >> 8) % (mean * 2);
        n++;
        enter (taker, function);
      }
  leave (taker);
}

static void
report (const char *name, double ms, guint64 n_calls, guint n_nodes, double bytes)
{
  g_autofree char *time = g_strdup_printf ("%s.ns", name);
  g_autofree char *nodes = g_strdup_printf ("%s.nodes", name);
  g_autofree char *memory = g_strdup_printf ("%s.bytes", name);

  cyan_measure_print (time, ms * 1e6 / (double) n_calls);
  cyan_measure_print (nodes, n_nodes);
  cyan_measure_print (memory, bytes);
}

/* cyan-bench-structures CALLS FUNCTIONS DEPTH [EPSILON [exact|hot|none]] */
int
main (int argc, char **argv)
{
  guint64 n_calls = g_ascii_strtoull (argc > 1 ? argv[1] : "10000000", NULL, 10);
  guint n_functions = (guint) atoi (argc > 2 ? argv[2] : "300");
  guint depth = (guint) atoi (argc > 3 ? argv[3] : "40");
  double epsilon = g_ascii_strtod (argc > 4 ? argv[4] : "2e-5", NULL);
  const char *only = argc > 5 ? argv[5] : NULL;
  Program program;

  program_init (&program, n_calls, n_functions, depth);
  if (only == NULL || g_str_equal (only, "none"))
    {
      Taker taker = { 0 };
      double begin = cyan_measure_computed ();

      run (&program, &taker);
      report ("none", cyan_measure_computed () - begin, n_calls, taker.sum > 0, 0);
    }
  if (only == NULL || g_str_equal (only, "exact"))
    {
      g_autoptr (CyanBudget) budget = cyan_budget_new (G_MAXINT64);
      CyanStrings *strings = cyan_strings_new ();
      Taker taker = { .builder = cyan_profile_builder_new (strings, 0) };
      double begin;

      cyan_profile_builder_set_budget (taker.builder, budget);
      cyan_profile_builder_metric (taker.builder, "calls", "count");
      for (guint i = 0; i < n_functions; i++)
        {
          g_autofree char *name = g_strdup_printf ("f%u", i);

          cyan_profile_builder_function (taker.builder, cyan_strings_add (strings, name, -1),
                                         CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
        }
      begin = cyan_measure_computed ();
      run (&program, &taker);
      report ("exact", cyan_measure_computed () - begin, n_calls,
              cyan_profile_builder_n_nodes (taker.builder), (double) cyan_budget_peak (budget));
      cyan_profile_builder_free (taker.builder);
      cyan_strings_unref (strings);
    }
  if (only == NULL || g_str_equal (only, "hot"))
    {
      g_autoptr (CyanBudget) budget = cyan_budget_new (G_MAXINT64);
      Taker taker = { .tree = cyan_hot_tree_new (epsilon, 1, 0) };
      double begin = cyan_measure_computed ();

      cyan_hot_tree_set_budget (taker.tree, budget);
      run (&program, &taker);
      report ("hot", cyan_measure_computed () - begin, n_calls, cyan_hot_tree_n_nodes (taker.tree),
              (double) cyan_budget_peak (budget));
      cyan_measure_print ("hot.prunings", cyan_hot_tree_n_prunings (taker.tree));
      cyan_hot_tree_free (taker.tree);
    }
  g_free (program.functions);
  return EXIT_SUCCESS;
}
