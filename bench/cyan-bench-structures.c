/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Structures of a stream of calls, beside the exact builder and beside making the stream. */
#include <stdlib.h>

#include "cyan-stream-trees.h"
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
  const CyanCallTaker *class;
  gpointer self;
} Taker;

static inline void
enter (const Taker *taker, guint32 function)
{
  taker->class->enter (taker->self, 0, function);
}

static inline void
leave (const Taker *taker)
{
  taker->class->leave (taker->self, 0);
}

static void
run (Program *program, const Taker *taker)
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

/* ---- structures ---- */

/* Nothing is made. */
static void
count_event (gpointer self, guint thread, guint32 function)
{
  *(guint64 *) self += function;
}

static void
count_end (gpointer self, guint thread)
{
  ++*(guint64 *) self;
}

static const CyanCallTaker nothing_taker = { count_event, count_end };

/* The builder of profiles. */
typedef struct
{
  CyanProfileBuilder *builder;
  CyanNode stack[MOST_DEEP + 1];
  guint deep;
} Exact;

static void
exact_enter (gpointer self, guint thread, guint32 function)
{
  Exact *exact = self;
  CyanNode node =
      cyan_profile_builder_child (exact->builder, exact->stack[exact->deep], function + 1, 0, NULL);

  if (node == CYAN_NODE_NONE)
    {
      g_printerr ("the whole tree has too many nodes; try fewer calls\n");
      exit (EXIT_FAILURE);
    }
  cyan_profile_builder_add (exact->builder, 0, node, 1);
  exact->stack[++exact->deep] = node;
}

static void
exact_leave (gpointer self, guint thread)
{
  ((Exact *) self)->deep--;
}

static const CyanCallTaker exact_taker = { exact_enter, exact_leave };

static void
hot_enter (gpointer self, guint thread, guint32 function)
{
  cyan_hot_tree_enter (self, thread, function, 0, NULL);
  cyan_hot_tree_add (self, thread, 0, 1);
}

static void
hot_leave (gpointer self, guint thread)
{
  cyan_hot_tree_leave (self, thread);
}

static const CyanCallTaker hot_taker = { hot_enter, hot_leave };

/* ---- measuring ---- */

typedef struct
{
  Program program;
  guint n_functions;
  double epsilon;
  const char *only; /* the name of a structure, or "all"; NULL: those that the programs use */
} Bench;

static gboolean
is_wanted (const Bench *self, const char *name)
{
  return self->only != NULL && (g_str_equal (self->only, "all") || g_str_equal (self->only, name));
}

/* The same of a structure that the programs use. */
static gboolean
is_used (const Bench *self, const char *name)
{
  return self->only == NULL || is_wanted (self, name);
}

/* The ns of a call and its end. */
static double
measure (Bench *self, const CyanCallTaker *class, gpointer to)
{
  const Taker taker = { class, to };
  double begin = cyan_measure_computed ();

  run (&self->program, &taker);
  return (cyan_measure_computed () - begin) * 1e6 / (double) self->program.n_calls;
}

static void
report (const char *name, double ns, guint n_nodes, double bytes)
{
  g_autofree char *time = g_strdup_printf ("%s.ns", name);
  g_autofree char *nodes = g_strdup_printf ("%s.nodes", name);
  g_autofree char *memory = g_strdup_printf ("%s.bytes", name);

  cyan_measure_print (time, ns);
  cyan_measure_print (nodes, n_nodes);
  cyan_measure_print (memory, bytes);
}

static void
bench_nothing (Bench *self)
{
  guint64 sum = 0;

  if (is_used (self, "none"))
    report ("none", measure (self, &nothing_taker, &sum), sum > 0, 0);
}

static void
bench_exact (Bench *self)
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (G_MAXINT64);
  CyanStrings *strings = cyan_strings_new ();
  Exact exact = { .builder = cyan_profile_builder_new (strings, 0) };

  cyan_profile_builder_set_budget (exact.builder, budget);
  cyan_profile_builder_metric (exact.builder, "calls", "count");
  for (guint i = 0; i < self->n_functions; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u", i);

      cyan_profile_builder_function (exact.builder, cyan_strings_add (strings, name, -1),
                                     CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
    }
  if (is_used (self, "exact"))
    {
      double ns = measure (self, &exact_taker, &exact);

      report ("exact", ns, cyan_profile_builder_n_nodes (exact.builder),
              (double) cyan_budget_peak (budget));
    }
  cyan_profile_builder_free (exact.builder);
  cyan_strings_unref (strings);
}

static void
bench_hot (Bench *self)
{
  g_autoptr (CyanBudget) budget = cyan_budget_new (G_MAXINT64);
  g_autoptr (CyanHotTree) tree = cyan_hot_tree_new (self->epsilon, 1, 0);
  double ns;

  if (!is_used (self, "hot"))
    return;
  cyan_hot_tree_set_budget (tree, budget);
  ns = measure (self, &hot_taker, tree);
  report ("hot", ns, tree->n_nodes, (double) cyan_budget_peak (budget));
  cyan_measure_print ("hot.prunings", tree->n_prunings);
}

static void
bench_tree (Bench *self, const char *name, CyanCallTreeKind kind)
{
  g_auto (CyanCallTree) calls = { 0 };
  double ns;

  cyan_call_tree_init (&calls, kind);
  if (!is_wanted (self, name))
    return;
  ns = measure (self, &cyan_call_tree_taker, &calls);
  report (name, ns, calls.tree.n_nodes, (double) cyan_trie_memory (&calls.tree));
}

static void
bench_uptree (Bench *self)
{
  g_auto (CyanUptree) uptree = { 0 };
  double ns, begin;

  cyan_uptree_init (&uptree, 0);
  if (!is_wanted (self, "ccu"))
    return;
  ns = measure (self, &cyan_uptree_taker, &uptree);
  begin = cyan_measure_computed ();
  cyan_uptree_finish (&uptree);
  ns += (cyan_measure_computed () - begin) * 1e6 / (double) self->program.n_calls;
  report ("ccu", ns, uptree.merged.n_nodes, (double) uptree.most_memory);
}

static void
bench_sampled (Bench *self)
{
  g_auto (CyanSampledTree) sampled = { 0 };
  double ns;

  cyan_sampled_tree_init (&sampled, 100);
  if (!is_wanted (self, "acct"))
    return;
  ns = measure (self, &cyan_sampled_tree_taker, &sampled);
  report ("acct", ns, sampled.tree.n_nodes, (double) cyan_trie_memory (&sampled.tree));
}

static void
bench_space_saving (Bench *self)
{
  g_auto (CyanSpaceSaving) saving = { 0 };
  double ns;

  cyan_space_saving_init (&saving, (guint) (1 / self->epsilon));
  if (!is_wanted (self, "space-saving"))
    return;
  ns = measure (self, &cyan_space_saving_taker, &saving);
  cyan_space_saving_finish (&saving, 0);
  report ("space-saving", ns, saving.tree.n_nodes, (double) saving.most_memory);
}

static void
bench_lossy_counting (Bench *self)
{
  g_auto (CyanLossyCounting) lossy = { 0 };
  double ns;

  cyan_lossy_counting_init (&lossy, (guint) (1 / self->epsilon));
  if (!is_wanted (self, "lossy-counting"))
    return;
  ns = measure (self, &cyan_lossy_counting_taker, &lossy);
  cyan_lossy_counting_finish (&lossy, 0);
  report ("lossy-counting", ns, lossy.tree.n_nodes, (double) lossy.most_memory);
}

static void
bench_slabs (Bench *self)
{
  g_auto (CyanSlabForest) slabs = { 0 };
  double ns;

  cyan_slab_forest_init (&slabs, 2);
  if (!is_wanted (self, "2-sf"))
    return;
  ns = measure (self, &cyan_slab_forest_taker, &slabs);
  report ("2-sf", ns, slabs.tree.n_nodes, (double) cyan_trie_memory (&slabs.tree));
}

/* cyan-bench-structures CALLS FUNCTIONS DEPTH [EPSILON [STRUCTURE]] */
int
main (int argc, char **argv)
{
  guint64 n_calls = g_ascii_strtoull (argc > 1 ? argv[1] : "10000000", NULL, 10);
  guint depth = (guint) atoi (argc > 3 ? argv[3] : "40");
  Bench bench = { .n_functions = (guint) atoi (argc > 2 ? argv[2] : "300"),
                  .epsilon = g_ascii_strtod (argc > 4 ? argv[4] : "2e-5", NULL),
                  .only = argc > 5 ? argv[5] : NULL };

  program_init (&bench.program, n_calls, bench.n_functions, depth);
  bench_nothing (&bench);
  bench_exact (&bench);
  bench_hot (&bench);
  bench_tree (&bench, "dct", CYAN_CALL_TREE_DYNAMIC);
  bench_tree (&bench, "cct", CYAN_CALL_TREE_CONTEXTS);
  bench_uptree (&bench);
  bench_sampled (&bench);
  bench_space_saving (&bench);
  bench_lossy_counting (&bench);
  bench_slabs (&bench);
  g_free (bench.program.functions);
  return EXIT_SUCCESS;
}
