/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON of GHC's profiler: a table of cost centres, and a nested tree of them.
 *
 *   { "program": "words", "total_ticks": 7, "tick_interval": 1000, "total_alloc": 10902576,
 *     "cost_centres": [ { "id": 155, "label": "fib", "module": "Main", "src_loc": "a.hs:6:1" } ],
 *     "profile": { "id": 155, "entries": 1, "alloc": 688, "ticks": 0, "children": [ ... ] } }
 */
#include "cyan-ghc.h"

#include "cyan-i18n.h"
#include "cyan-json-meta.h"
#include "cyan-json-tree.h"

typedef struct
{
  CyanGhc *ghc;
  CyanJsonWalk *walk;
  GHashTable *centres; /* id -> function + 1 */
  CyanJsonTree tree;
  gint64 id; /* of the current cost centre */
  char *label, *module, *place;
} Reader;

static gboolean
read_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  return cyan_json_walk_integer (walk, token, 0, G_MAXINT32, &self->id, error);
}

static gboolean
read_label (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_text (walk, token, &((Reader *) data)->label, error);
}

static gboolean
read_module (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_text (walk, token, &((Reader *) data)->module, error);
}

static gboolean
read_place (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_text (walk, token, &((Reader *) data)->place, error);
}

static gboolean
read_centre (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", read_id, TRUE },
    { "label", read_label, TRUE },
    { "module", read_module, TRUE },
    { "src_loc", read_place, FALSE },
  };
  Reader *self = data;
  CyanStrings *strings = self->ghc->strings;
  guint32 function;

  g_clear_pointer (&self->place, g_free);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  function = cyan_ghc_function (self->ghc, cyan_strings_add (strings, self->label, -1),
                                cyan_strings_add (strings, self->module, -1),
                                self->place != NULL ? self->place : "");
  if (g_hash_table_insert (self->centres, GUINT_TO_POINTER ((guint) self->id),
                           GUINT_TO_POINTER (function + 1)))
    cyan_charge_add (&walk->json->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

static gboolean
read_program (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_meta (walk, token, ((Reader *) data)->ghc->builder, "command", error);
}

static gboolean
read_total_ticks (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_number (walk, token, &((Reader *) data)->ghc->total_ticks, error);
}

static gboolean
read_total_bytes (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_number (walk, token, &((Reader *) data)->ghc->total_bytes, error);
}

static gboolean
read_tick (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_number (walk, token, &((Reader *) data)->ghc->tick, error);
}

enum
{
  ID,
  ENTRIES,
  TICKS,
  BYTES
};

static const CyanJsonTreeField fields[] = {
  [ID] = { "id", TRUE, TRUE },
  [ENTRIES] = { "entries", TRUE },
  [TICKS] = { "ticks", TRUE },
  [BYTES] = { "alloc", TRUE },
};

static gboolean
read_tree (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_tree_read (&((Reader *) data)->tree, walk, token, error);
}

static gboolean
add_nodes (Reader *self, GError **error)
{
  const CyanJsonTree *tree = &self->tree;
  g_autofree CyanNode *nodes = g_new (CyanNode, tree->nodes->len);

  for (guint32 n = 0; n < tree->nodes->len; n++)
    {
      guint32 up = cyan_json_tree_parent (tree, n);
      double id = cyan_json_tree_number (tree, n, ID);
      double entries = cyan_json_tree_number (tree, n, ENTRIES);
      double ticks = cyan_json_tree_number (tree, n, TICKS);
      double bytes = cyan_json_tree_number (tree, n, BYTES);
      gconstpointer key = GUINT_TO_POINTER (id >= 0 && id <= G_MAXINT32 ? (guint) id : G_MAXUINT32);
      guint function = GPOINTER_TO_UINT (g_hash_table_lookup (self->centres, key));

      if (function == 0)
        return cyan_json_walk_refuse (self->walk, error,
                                      _ ("profile: no cost centre has the id %.0f"), id);
      if (entries < 0 || ticks < 0 || bytes < 0)
        return cyan_json_walk_refuse (self->walk, error, _ ("profile: a number below 0"));
      nodes[n] = cyan_profile_builder_child (self->ghc->builder,
                                             up != CYAN_JSON_TREE_NONE ? nodes[up] : CYAN_NODE_ROOT,
                                             function - 1, 0, error);
      if (nodes[n] == CYAN_NODE_NONE)
        return FALSE;
      cyan_ghc_add (self->ghc, nodes[n], entries < 1e18 ? (guint64) entries : 0, ticks, bytes);
    }
  return TRUE;
}

gboolean
cyan_ghc_read_json (CyanGhc *ghc, GError **error)
{
  static const CyanJsonMember members[] = {
    { "program", read_program, FALSE },
    { "total_ticks", read_total_ticks, TRUE },
    { "tick_interval", read_tick, FALSE },
    { "total_alloc", read_total_bytes, TRUE },
    { "cost_centres", read_centre, TRUE, .each = TRUE },
    { "profile", read_tree, TRUE },
  };
  Reader self = { .ghc = ghc,
                  .walk = cyan_json_walk_new (ghc->input),
                  .centres = g_hash_table_new (NULL, NULL) };
  gboolean ok;

  cyan_json_tree_init (&self.tree, ghc->builder, fields, G_N_ELEMENTS (fields), "children");
  ok = cyan_json_walk_document (self.walk, members, G_N_ELEMENTS (members), &self, error);
  if (ok)
    cyan_ghc_add_metrics (ghc);
  ok = ok && add_nodes (&self, error);
  cyan_json_walk_free (self.walk);
  g_hash_table_unref (self.centres);
  cyan_json_tree_clear (&self.tree);
  g_free (self.label);
  g_free (self.module);
  g_free (self.place);
  return ok;
}
