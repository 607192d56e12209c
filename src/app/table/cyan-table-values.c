/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of the table rows. */
#include "cyan-table-private.h"

#include "cyan-name-short.h"
#include "cyan-number.h"
#include "cyan-numbers.h"
#include "cyan-text.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* Characters of a name. */
#define NAME_CHARS 200

#define NOTHING "\xe2\x80\x93"

CyanTableValues *
cyan_table_values_new (CyanSession *session, CyanTableMode mode, guint32 function)
{
  CyanTableValues *self = g_new0 (CyanTableValues, 1);

  self->mode = mode;
  self->basis = cyan_session_basis (session);
  self->comparison = cyan_comparison_ref (cyan_session_comparison (session));
  self->known = cyan_source_snapshot_ref (cyan_session_model (session)->known);
  if (cyan_session_filtered (session) != NULL)
    self->filtered = cyan_filtered_ref ((CyanFiltered *) cyan_session_filtered (session));
  if (mode == CYAN_TABLE_CALLERS)
    self->callers = cyan_callers_new (self->comparison, function);
  return self;
}

CyanTableValues *
cyan_table_values_copy (const CyanTableValues *self)
{
  CyanTableValues *copy = g_new (CyanTableValues, 1);

  *copy = *self;
  cyan_comparison_ref (copy->comparison);
  cyan_source_snapshot_ref (copy->known);
  if (copy->filtered != NULL)
    cyan_filtered_ref (copy->filtered);
  if (copy->matches != NULL)
    g_array_ref (copy->matches);
  if (copy->name_ranks != NULL)
    g_array_ref (copy->name_ranks);
  if (copy->sums != NULL)
    g_array_ref (copy->sums);
  if (copy->callers != NULL)
    cyan_callers_ref (copy->callers);
  return copy;
}

void
cyan_table_values_free (CyanTableValues *self)
{
  if (self == NULL)
    return;
  cyan_comparison_unref (self->comparison);
  cyan_source_snapshot_unref (self->known);
  cyan_filtered_unref (self->filtered);
  g_clear_pointer (&self->matches, g_array_unref);
  g_clear_pointer (&self->name_ranks, g_array_unref);
  g_clear_pointer (&self->sums, g_array_unref);
  g_clear_pointer (&self->callers, cyan_callers_unref);
  g_free (self);
}

void
cyan_table_values_set_filter (CyanTableValues *self, CyanFiltered *filtered)
{
  if (filtered != NULL)
    cyan_filtered_ref (filtered);
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
  g_clear_pointer (&self->matches, g_array_unref);
}

/* ---- order ---- */

typedef struct
{
  char *key; /* owned */
  guint32 pair;
} Named;

static int
compare_named (gconstpointer a, gconstpointer b)
{
  const Named *x = a, *y = b;
  int order = strcmp (x->key, y->key);

  return order != 0 ? order : (x->pair > y->pair) - (x->pair < y->pair);
}

static void
named_clear (gpointer data)
{
  g_free (((Named *) data)->key);
}

/* Names as the locale sorts them: the ranks of the pairs. */
static GArray *
name_ranks_new (const CyanComparison *comparison)
{
  guint n = comparison->compared.pairs->n;
  g_autoptr (GArray) names = g_array_sized_new (FALSE, FALSE, sizeof (Named), n);
  GArray *ranks = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n);

  g_array_set_clear_func (names, named_clear);
  g_array_set_size (ranks, n);
  for (guint32 pair = 0; pair < n; pair++)
    {
      const char *label = cyan_comparison_pair_label (comparison, pair);
      g_autofree char *name = cyan_name_short_text (label);
      g_autofree char *valid = g_utf8_make_valid (name, -1);
      Named named = { g_utf8_collate_key (valid, -1), pair };

      g_array_append_val (names, named);
    }
  g_array_sort (names, compare_named);
  for (guint32 rank = 0; rank < n; rank++)
    g_array_index (ranks, guint32, g_array_index (names, Named, rank).pair) = rank;
  return ranks;
}

/* By function: whether one of its contexts matches. */
static GArray *
matches_new (const CyanComparison *comparison, const CyanFiltered *filtered)
{
  const CyanCompared *compared = &comparison->compared;
  GArray *matches = g_array_new (FALSE, TRUE, sizeof (guint8));

  g_array_set_size (matches, compared->pairs->n_functions);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (cyan_filtered_matches (filtered, i))
      g_array_index (matches, guint8, cyan_compared_function (compared, i)) = TRUE;
  return matches;
}

gboolean
cyan_table_values_prepare (CyanTableValues *self,
                           CyanColumn column,
                           const CyanTick *tick,
                           GError **error)
{
  if (self->mode == CYAN_TABLE_FUNCTIONS && self->sums == NULL)
    {
      CyanFunctionSum *sums = cyan_function_sums_new (self->comparison, tick, error);

      if (sums == NULL)
        return FALSE;
      self->sums = g_array_new (FALSE, FALSE, sizeof (CyanFunctionSum));
      g_array_append_vals (self->sums, sums, self->comparison->compared.pairs->n_functions);
      g_free (sums);
    }
  if (self->mode == CYAN_TABLE_FUNCTIONS && self->matches == NULL)
    self->matches = matches_new (self->comparison, self->filtered);
  if (column == CYAN_COLUMN_NAME && self->name_ranks == NULL)
    self->name_ranks = name_ranks_new (self->comparison);
  return TRUE;
}

static void
append_callers (CyanTableValues *self, guint32 item, GArray *children)
{
  guint32 n = cyan_callers_open (self->callers, item);
  guint32 first = cyan_callers_at (self->callers, item)->first;

  for (guint32 i = first; i < first + n; i++)
    if (cyan_callers_is_below_match (self->callers, i, self->filtered))
      g_array_append_val (children, i);
}

static void
append_children (gpointer data, guint32 item, GArray *children)
{
  CyanTableValues *self = data;
  const CyanNode *end = self->comparison->compared.tree->end;
  guint32 top;

  switch (self->mode)
    {
    case CYAN_TABLE_TREE:
      top = cyan_comparison_top (self->comparison);
      if (item == CYAN_OUTLINE_NONE)
        g_array_append_val (children, top);
      else
        for (guint32 child = item + 1; child < end[item]; child = end[child])
          if (cyan_filtered_shows (self->filtered, child))
            g_array_append_val (children, child);
      break;
    case CYAN_TABLE_FUNCTIONS:
      for (guint32 i = 0; item == CYAN_OUTLINE_NONE && i < self->sums->len; i++)
        if (g_array_index (self->sums, CyanFunctionSum, i).n_contexts > 0
            && g_array_index (self->matches, guint8, i))
          g_array_append_val (children, i);
      break;
    case CYAN_TABLE_CALLERS:
    default:
      top = 0;
      if (item == CYAN_OUTLINE_NONE)
        g_array_append_val (children, top);
      else
        append_callers (self, item, children);
      break;
    }
}

static double
key_of (gpointer data, guint32 item, guint column)
{
  return cyan_table_values_key (data, item, (CyanColumn) column);
}

const CyanOutlineItems cyan_table_items = { append_children, key_of };

static gboolean
has_shown_child (const CyanTableValues *self, CyanNode node)
{
  const CyanNode *end = self->comparison->compared.tree->end;

  for (CyanNode child = node + 1; child < end[node]; child = end[child])
    if (cyan_filtered_shows (self->filtered, child))
      return TRUE;
  return FALSE;
}

gboolean
cyan_table_values_matches (const CyanTableValues *self, guint32 item)
{
  switch (self->mode)
    {
    case CYAN_TABLE_TREE:
      return cyan_filtered_matches (self->filtered, item);
    case CYAN_TABLE_CALLERS:
      return cyan_callers_matches (self->callers, item, self->filtered);
    case CYAN_TABLE_FUNCTIONS:
    default:
      return TRUE;
    }
}

gboolean
cyan_table_values_has_children (const CyanTableValues *self, guint32 item)
{
  switch (self->mode)
    {
    case CYAN_TABLE_TREE:
      return has_shown_child (self, item);
    case CYAN_TABLE_CALLERS:
      return cyan_callers_has_callers (self->callers, item);
    case CYAN_TABLE_FUNCTIONS:
    default:
      return FALSE;
    }
}

/* ---- values ---- */

static const CyanFunctionSum *
sum_of (const CyanTableValues *self, guint32 item)
{
  return self->mode == CYAN_TABLE_FUNCTIONS ? &g_array_index (self->sums, CyanFunctionSum, item)
                                            : &cyan_callers_at (self->callers, item)->sum;
}

CyanNode
cyan_table_values_node (const CyanTableValues *self, guint32 item)
{
  return self->mode == CYAN_TABLE_TREE ? item : sum_of (self, item)->node;
}

guint32
cyan_table_values_item_of (const CyanTableValues *self, CyanNode node)
{
  if (node == CYAN_NODE_NONE)
    return CYAN_OUTLINE_NONE;
  if (self->mode == CYAN_TABLE_TREE)
    return node;
  if (self->mode == CYAN_TABLE_FUNCTIONS)
    return cyan_compared_function (&self->comparison->compared, node);
  for (guint32 i = 0; i < cyan_callers_n (self->callers); i++)
    if (cyan_callers_at (self->callers, i)->sum.node == node)
      return i;
  return CYAN_OUTLINE_NONE;
}

static void
sides_of (const CyanTableValues *self, guint32 item, CyanSide side[2])
{
  if (self->mode == CYAN_TABLE_TREE)
    cyan_comparison_sides (self->comparison, item, &side[0], &side[1]);
  else
    {
      side[0] = sum_of (self, item)->side[0];
      side[1] = sum_of (self, item)->side[1];
    }
}

static double
q_of (const CyanTableValues *self, guint32 item)
{
  const CyanNoise *noise = &self->comparison->noise;
  const CyanEstimate *estimate = NULL;

  if (self->mode == CYAN_TABLE_TREE)
    estimate = cyan_estimates_find (&noise->totals[self->basis], item);
  else if (self->mode == CYAN_TABLE_FUNCTIONS)
    estimate = cyan_estimates_find (&noise->functions, item);
  return estimate != NULL ? (double) estimate->q : NAN;
}

static CyanVerdict
verdict_of (const CyanTableValues *self, guint32 item)
{
  CyanNode node = cyan_table_values_node (self, item);
  CyanSide side[2];

  if (self->mode == CYAN_TABLE_TREE)
    return cyan_comparison_verdict (self->comparison, node, self->basis);
  sides_of (self, item, side);
  /* Its contexts are then all on one side. */
  return side[0].present && side[1].present
             ? CYAN_VERDICT_UNCHANGED
             : cyan_comparison_verdict (self->comparison, node, self->basis);
}

static CyanChange
change_of (const CyanTableValues *self, guint32 item)
{
  CyanNode node = cyan_table_values_node (self, item);

  return self->known->changes == NULL
             ? CYAN_CHANGE_UNKNOWN
             : (CyanChange) self->known->changes[self->comparison->compared.pairs->of_node[node]];
}

/* The input of an item's columns. */
static CyanColumnRow
row_of (const CyanTableValues *self, guint32 item)
{
  CyanColumnRow row = { .comparison = self->comparison, .basis = self->basis };

  sides_of (self, item, row.side);
  for (guint s = 0; s < 2; s++)
    row.total[s] = self->mode == CYAN_TABLE_TREE
                       ? cyan_compared_total (&self->comparison->compared, s, item)
                       : row.side[s].total;
  row.q = q_of (self, item);
  return row;
}

double
cyan_table_values_key (const CyanTableValues *self, guint32 item, CyanColumn column)
{
  CyanNode node = cyan_table_values_node (self, item);
  CyanColumnRow row;

  switch (column)
    {
    case CYAN_COLUMN_NAME:
      return g_array_index (self->name_ranks, guint32,
                            self->comparison->compared.pairs->of_node[node]);
    case CYAN_COLUMN_STATUS:
      return verdict_of (self, item);
    case CYAN_COLUMN_SOURCE:
      return change_of (self, item);
    case CYAN_N_COLUMNS:
      return 0;
    default:
      row = row_of (self, item);
      return cyan_column_number (column, &row);
    }
}

int
cyan_table_values_accent (const CyanTableValues *self, guint32 item, CyanColumn column)
{
  const CyanCompared *compared = &self->comparison->compared;
  CyanNode node = cyan_table_values_node (self, item);
  CyanColumnKind kind = cyan_columns[column].kind;
  CyanColumnRow row = row_of (self, item);
  double value = cyan_column_number (column, &row);

  if (kind != CYAN_COLUMN_IS_PART && kind != CYAN_COLUMN_IS_DIFFERENCE)
    return 0;
  if (fabs (cyan_column_number (CYAN_COLUMN_CHANGE, &row)) < self->comparison->threshold)
    return 0;
  if (self->mode == CYAN_TABLE_TREE
          ? cyan_comparison_verdict (self->comparison, node, self->basis) == CYAN_VERDICT_UNCHANGED
          : !cyan_noise_function_changed (&self->comparison->noise, compared,
                                          cyan_compared_function (compared, node)))
    return 0;
  return (value > 0) - (value < 0);
}

/* ---- text ---- */

static char *
name_of (const CyanTableValues *self, guint32 item)
{
  g_autofree char *name = cyan_name_short_text (
      cyan_comparison_name (self->comparison, cyan_table_values_node (self, item)));

  return cyan_text_for_label (name, NAME_CHARS);
}

char *
cyan_table_values_text (const CyanTableValues *self,
                        CyanSession *session,
                        guint32 item,
                        CyanColumn column)
{
  CyanColumnRow row;
  double value;
  char *text;

  switch (column)
    {
    case CYAN_COLUMN_NAME:
      return name_of (self, item);
    case CYAN_COLUMN_STATUS:
      return g_strdup (
          verdict_of (self, item) == CYAN_VERDICT_UNCHANGED
              ? ""
              : cyan_numbers_verdict_word (session, cyan_table_values_node (self, item)));
    case CYAN_COLUMN_SOURCE:
      return g_strdup (cyan_change_word (change_of (self, item)));
    default:
      row = row_of (self, item);
      value = cyan_column_number (column, &row);
      if (cyan_columns[column].kind == CYAN_COLUMN_IS_CALLS && !isnan (value))
        return cyan_numbers_count ((guint64) value);
      text = cyan_column_text (column, &row);
      return text != NULL ? text : g_strdup (NOTHING);
    }
}

char *
cyan_table_values_raw (const CyanTableValues *self, guint32 item, CyanColumn column)
{
  CyanColumnRow row;
  double value;

  switch (column)
    {
    case CYAN_COLUMN_NAME:
      return cyan_text_for_label (
          cyan_comparison_name (self->comparison, cyan_table_values_node (self, item)), G_MAXUINT);
    case CYAN_COLUMN_STATUS:
      return g_strdup (cyan_verdict_names[verdict_of (self, item)]);
    case CYAN_COLUMN_SOURCE:
      return g_strdup (cyan_change_names[change_of (self, item)]);
    default:
      row = row_of (self, item);
      value = cyan_column_number (column, &row);
      return isnan (value) ? g_strdup ("") : cyan_double_to_text (value);
    }
}
