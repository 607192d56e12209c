/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions over all their contexts, and who calls them. */
#include "cyan-function-sums.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

/* A context of the callee, and the node above it that the calls have been followed to. */
typedef struct
{
  CyanNode callee;
  CyanNode at;
  guint8 outermost; /* a bit a side: no context of the same function is above callee there */
} Call;

/* Finds outermost contexts in a walk in preorder. */
typedef struct
{
  CyanNode *end[2]; /* by function: where the subtree of its last outermost context ends */
} Nesting;

static void
nesting_init (Nesting *self, const CyanCompared *compared)
{
  for (guint side = 0; side < 2; side++)
    self->end[side] = g_new0 (CyanNode, compared->pairs->n_functions);
}

static void
nesting_clear (Nesting *self)
{
  for (guint side = 0; side < 2; side++)
    g_free (self->end[side]);
}

/* A bit a side; to be called for every node of @function in preorder. */
static guint8
nesting_enter (Nesting *self, const CyanCompared *compared, guint32 function, CyanNode node)
{
  guint8 outermost = 0;

  for (guint side = 0; side < 2; side++)
    if (cyan_compared_node (compared, side, node) != CYAN_NODE_NONE
        && node >= self->end[side][function])
      {
        self->end[side][function] = compared->tree->end[node];
        outermost |= (guint8) (1u << side);
      }
  return outermost;
}

/* In the unit of differences. */
static double
difference (const CyanCompared *compared, const CyanSide side[2])
{
  return side[1].total * cyan_compared_factor (compared, 1)
         - side[0].total * cyan_compared_factor (compared, 0);
}

/* Adds a context; @most is the largest difference so far, and @at becomes the node of the
 * largest. */
static void
add_context (CyanFunctionSum *self,
             const CyanComparison *comparison,
             CyanNode context,
             guint8 outermost,
             CyanNode at,
             double *most)
{
  CyanSide side[2];
  double differs;

  cyan_comparison_sides (comparison, context, &side[0], &side[1]);
  differs = fabs (difference (&comparison->compared, side));
  if (self->n_contexts == 0 || differs > *most)
    {
      *most = differs;
      self->node = at;
    }
  self->n_contexts++;
  for (guint i = 0; i < 2; i++)
    {
      CyanSide *sum = &self->side[i];

      if (!side[i].present)
        continue;
      sum->calls = sum->calls == CYAN_CALLS_UNKNOWN || side[i].calls == CYAN_CALLS_UNKNOWN
                       ? CYAN_CALLS_UNKNOWN
                       : cyan_add_saturating (sum->calls, side[i].calls);
      sum->present = TRUE;
      sum->self += side[i].self;
      if ((outermost >> i & 1) == 0)
        continue;
      sum->total += side[i].total;
      sum->share = cyan_compared_part (sum->total, comparison->compared.side[i].total);
    }
}

/* As comparisons have it: what is absent has no calls that are known. */
static void
finish (CyanFunctionSum *self)
{
  for (guint i = 0; i < 2; i++)
    if (!self->side[i].present)
      self->side[i].calls = CYAN_CALLS_UNKNOWN;
}

CyanFunctionSum *
cyan_function_sums_new (const CyanComparison *comparison, const CyanTick *tick, GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  guint n = compared->pairs->n_functions;
  g_autofree CyanFunctionSum *sums = g_new0 (CyanFunctionSum, MAX (n, 1));
  g_autofree double *most = g_new0 (double, MAX (n, 1));
  gboolean goes_on = TRUE;
  Nesting nesting;

  for (guint i = 0; i < n; i++)
    sums[i].node = CYAN_NODE_NONE;
  nesting_init (&nesting, compared);
  for (CyanNode node = 1; goes_on && node < compared->n_nodes; node++)
    {
      guint32 function = cyan_compared_function (compared, node);
      guint8 outermost = nesting_enter (&nesting, compared, function, node);

      if (node % CYAN_TICK_STRIDE == 0)
        goes_on =
            cyan_tick (tick, node / (double) compared->n_nodes, N_ ("Summing functions"), error);
      add_context (&sums[function], comparison, node, outermost, node, &most[function]);
    }
  nesting_clear (&nesting);
  for (guint i = 0; i < n; i++)
    finish (&sums[i]);
  return goes_on ? g_steal_pointer (&sums) : NULL;
}

/* ---- callers ---- */

static CyanCaller *
caller_new (guint32 function)
{
  CyanCaller *self = g_new0 (CyanCaller, 1);

  self->function = function;
  self->sum.node = CYAN_NODE_NONE;
  self->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  return self;
}

void
cyan_caller_free (CyanCaller *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->calls);
  g_free (self);
}

/* Sums up the calls. */
static void
sum_up (CyanCaller *self, const CyanComparison *comparison)
{
  double most = 0;

  for (guint i = 0; i < self->calls->len; i++)
    {
      const Call *call = &g_array_index (self->calls, Call, i);

      add_context (&self->sum, comparison, call->callee, call->outermost, call->at, &most);
    }
  finish (&self->sum);
}

CyanCaller *
cyan_caller_new (const CyanComparison *comparison, guint32 function)
{
  const CyanCompared *compared = &comparison->compared;
  CyanCaller *self = caller_new (function);
  Nesting nesting;

  nesting_init (&nesting, compared);
  for (CyanNode node = 1; node < compared->n_nodes; node++)
    if (cyan_compared_function (compared, node) == function)
      {
        Call call = { node, node, nesting_enter (&nesting, compared, function, node) };

        g_array_append_val (self->calls, call);
      }
  nesting_clear (&nesting);
  sum_up (self, comparison);
  return self;
}

GPtrArray *
cyan_caller_up (const CyanComparison *comparison, const CyanCaller *self)
{
  const CyanCompared *compared = &comparison->compared;
  g_autoptr (GHashTable) by_function = g_hash_table_new (NULL, NULL);
  GPtrArray *callers = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_caller_free);

  for (guint i = 0; i < self->calls->len; i++)
    {
      Call call = g_array_index (self->calls, Call, i);
      CyanCaller *caller;
      guint32 function;

      call.at = compared->tree->parent[call.at];
      if (call.at == CYAN_NODE_ROOT)
        continue;
      function = cyan_compared_function (compared, call.at);
      caller = g_hash_table_lookup (by_function, GUINT_TO_POINTER (function));
      if (caller == NULL)
        {
          caller = caller_new (function);
          g_hash_table_insert (by_function, GUINT_TO_POINTER (function), caller);
          g_ptr_array_add (callers, caller);
        }
      g_array_append_val (caller->calls, call);
    }
  for (guint i = 0; i < callers->len; i++)
    sum_up (g_ptr_array_index (callers, i), comparison);
  return callers;
}

gboolean
cyan_caller_has_callers (const CyanComparison *comparison, const CyanCaller *self)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (comparison->compared.tree->parent[g_array_index (self->calls, Call, i).at]
        != CYAN_NODE_ROOT)
      return TRUE;
  return FALSE;
}

gboolean
cyan_caller_matches (const CyanCaller *self, const CyanFiltered *filtered)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (cyan_filtered_matches (filtered, g_array_index (self->calls, Call, i).at))
      return TRUE;
  return FALSE;
}

gboolean
cyan_caller_is_below_match (const CyanCaller *self, const CyanFiltered *filtered)
{
  for (guint i = 0; i < self->calls->len; i++)
    if (cyan_filtered_is_below_match (filtered, g_array_index (self->calls, Call, i).at))
      return TRUE;
  return FALSE;
}
