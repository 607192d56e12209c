/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which function of one profile is which function of the other. */
#include "cyan-function-pairs.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#define NONE G_MAXUINT32

/* The properties that identify a function. */
typedef struct
{
  CyanStr label, module;
} Key;

static guint
key_hash (gconstpointer key)
{
  const Key *k = key;

  return k->label * 31 + k->module;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->label == y->label && x->module == y->module;
}

/* The functions of one profile by key and by label. */
typedef struct
{
  guint n;
  Key *keys;           /* by function */
  GHashTable *exact;   /* Key * -> index of the first with it */
  GHashTable *by_name; /* CyanStr -> index of the first with it */
} Functions;

static void
index_functions (Functions *self, const CyanProfile *profile, const CyanStr *label)
{
  self->n = profile->n_functions;
  self->keys = g_new (Key, self->n);
  self->exact = g_hash_table_new (key_hash, key_equal);
  self->by_name = g_hash_table_new (NULL, NULL);
  for (guint f = 0; f < self->n; f++)
    {
      Key *key = &self->keys[f];
      gpointer name = GUINT_TO_POINTER (label[f]);

      *key = (Key){ label[f], profile->functions[f].module };
      if (!g_hash_table_contains (self->exact, key))
        g_hash_table_insert (self->exact, key, GUINT_TO_POINTER (f));
      if (!g_hash_table_contains (self->by_name, name))
        g_hash_table_insert (self->by_name, name, GUINT_TO_POINTER (f));
    }
}

static void
clear_functions (Functions *self)
{
  g_hash_table_unref (self->exact);
  g_hash_table_unref (self->by_name);
  g_free (self->keys);
}

/* Looks up by label and module, or by label only if a profile does not know modules. */
static guint32
look_up (const Functions *self, const Key *key)
{
  Key plain = { key->label, CYAN_STR_EMPTY };
  gpointer found;

  if (g_hash_table_lookup_extended (self->exact, key, NULL, &found)
      || g_hash_table_lookup_extended (self->exact, &plain, NULL, &found)
      || (key->module == CYAN_STR_EMPTY
          && g_hash_table_lookup_extended (self->by_name, GUINT_TO_POINTER (key->label), NULL,
                                           &found)))
    return GPOINTER_TO_UINT (found);
  return NONE;
}

/* By side and function: the function of the other side, which is its partner in the matching, else
 * the one of the same name. */
typedef struct
{
  guint32 *of[2];
} Partners;

static void
clear_partners (Partners *self)
{
  g_free (self->of[0]);
  g_free (self->of[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Partners, clear_partners)

static void
partners_by_node (Partners *self, CyanProfile *const profiles[2], const CyanMergedTree *tree)
{
  for (CyanNode i = 0; i < tree->n_nodes; i++)
    if (tree->before[i] != CYAN_NODE_NONE && tree->after[i] != CYAN_NODE_NONE)
      {
        guint32 f = profiles[0]->function[tree->before[i]];
        guint32 g = profiles[1]->function[tree->after[i]];

        if (self->of[0][f] == NONE)
          self->of[0][f] = g;
        if (self->of[1][g] == NONE)
          self->of[1][g] = f;
      }
}

/* Returns the number of functions of before with a partner. */
static guint
find_partners (Partners *self,
               CyanProfile *const profiles[2],
               CyanStr *const labels[2],
               const CyanMergedTree *tree)
{
  Functions functions[2];
  guint n_common = 0;

  for (guint side = 0; side < 2; side++)
    {
      index_functions (&functions[side], profiles[side], labels[side]);
      self->of[side] = cyan_new_numbers (functions[side].n);
    }
  partners_by_node (self, profiles, tree);
  for (guint side = 0; side < 2; side++)
    for (guint f = 0; f < functions[side].n; f++)
      {
        if (self->of[side][f] == NONE)
          self->of[side][f] = look_up (&functions[!side], &functions[side].keys[f]);
        n_common += side == 0 && f > 0 && self->of[side][f] != NONE;
      }
  clear_functions (&functions[0]);
  clear_functions (&functions[1]);
  return n_common;
}

static guint
pair_hash (gconstpointer key)
{
  const CyanFunctionPair *pair = key;

  return pair->before * 0x9e3779b1u ^ pair->after;
}

static gboolean
pair_equal (gconstpointer a, gconstpointer b)
{
  const CyanFunctionPair *x = a, *y = b;

  return x->before == y->before && x->after == y->after;
}

static CyanFunctionPair
pair_of_node (const Partners *partners,
              CyanProfile *const profiles[2],
              const CyanMergedTree *tree,
              CyanNode node)
{
  CyanNode before = tree->before[node], after = tree->after[node];

  return (
      CyanFunctionPair){ before == CYAN_NODE_NONE ? partners->of[1][profiles[1]->function[after]]
                                                  : profiles[0]->function[before],
                         after == CYAN_NODE_NONE ? partners->of[0][profiles[0]->function[before]]
                                                 : profiles[1]->function[after] };
}

/* Numbers pairs in the order they occur.  Nearly every function is in one pair only, so its last
 * pair is tried before the table. */
typedef struct
{
  GHashTable *numbers; /* CyanFunctionPair -> number; keys are owned */
  GArray *pairs;
  guint32 *last[2]; /* by function of before and of after: the number of its last pair */
} Numbering;

static void
init_numbering (Numbering *self, CyanProfile *const profiles[2])
{
  self->numbers = g_hash_table_new_full (pair_hash, pair_equal, g_free, NULL);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (CyanFunctionPair));
  for (guint side = 0; side < 2; side++)
    self->last[side] = cyan_new_numbers (profiles[side]->n_functions);
}

static void
clear_numbering (Numbering *self)
{
  g_hash_table_unref (self->numbers);
  g_array_unref (self->pairs);
  g_free (self->last[0]);
  g_free (self->last[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbering, clear_numbering)

static guint32
number_of (Numbering *self, const CyanFunctionPair *pair)
{
  guint side = pair->before != NONE ? 0 : 1;
  guint32 *last = &self->last[side][cyan_function_pair_of (pair, side)];
  gpointer known;

  if (*last != NONE && pair_equal (&g_array_index (self->pairs, CyanFunctionPair, *last), pair))
    return *last;
  if (*last != NONE && g_hash_table_lookup_extended (self->numbers, pair, NULL, &known))
    return *last = GPOINTER_TO_UINT (known);
  /* The first pair of a function is found without the table; only further pairs need it. */
  if (*last != NONE)
    {
      const CyanFunctionPair *other = &g_array_index (self->pairs, CyanFunctionPair, *last);

      g_hash_table_insert (self->numbers, g_memdup2 (pair, sizeof *pair),
                           GUINT_TO_POINTER (self->pairs->len));
      if (!g_hash_table_contains (self->numbers, other))
        g_hash_table_insert (self->numbers, g_memdup2 (other, sizeof *other),
                             GUINT_TO_POINTER (*last));
    }
  *last = self->pairs->len;
  g_array_append_vals (self->pairs, pair, 1);
  return *last;
}

static void
number_functions (CyanFunctionPairs *self, CyanProfile *const profiles[2], CyanStr *const labels[2])
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (key_hash, key_equal);
  g_autofree Key *keys = g_new (Key, MAX (self->n, 1));

  self->function = g_new (guint32, MAX (self->n, 1));
  for (guint p = 0; p < self->n; p++)
    {
      const CyanFunctionPair *pair = &self->at[p];
      gpointer known;
      guint side = pair->after != NONE ? 1 : 0;
      guint32 function = cyan_function_pair_of (pair, side);

      keys[p] = (Key){ labels[side][function], profiles[side]->functions[function].module };
      if (!g_hash_table_lookup_extended (numbers, &keys[p], NULL, &known))
        {
          known = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, &keys[p], known);
        }
      self->function[p] = GPOINTER_TO_UINT (known);
    }
  self->n_functions = g_hash_table_size (numbers);
}

CyanFunctionPairs *
cyan_function_pairs_new (CyanProfile *const profiles[2],
                         CyanStr *const labels[2],
                         const CyanMergedTree *tree,
                         const CyanTick *tick,
                         GError **error)
{
  g_autoptr (CyanFunctionPairs) self = g_new0 (CyanFunctionPairs, 1);
  g_auto (Partners) partners = { { NULL, NULL } };
  g_auto (Numbering) numbering = { NULL };

  g_assert (profiles[0]->strings == profiles[1]->strings);
  init_numbering (&numbering, profiles);
  self->n_common = find_partners (&partners, profiles, labels, tree);
  self->of_node = g_new (guint32, tree->n_nodes);
  for (CyanNode i = 0; i < tree->n_nodes; i++)
    {
      CyanFunctionPair pair = pair_of_node (&partners, profiles, tree, i);

      if (!cyan_tick_step (tick, i, tree->n_nodes, N_ ("Comparing"), error))
        return NULL;
      self->of_node[i] = number_of (&numbering, &pair);
    }
  self->n = numbering.pairs->len;
  self->at = g_array_steal (numbering.pairs, NULL);
  number_functions (self, profiles, labels);
  g_assert (self->n_functions <= self->n && self->n <= tree->n_nodes);
  return g_steal_pointer (&self);
}

void
cyan_function_pairs_free (CyanFunctionPairs *self)
{
  g_free (self->of_node);
  g_free (self->at);
  g_free (self->function);
  g_free (self);
}
