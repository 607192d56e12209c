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
  CyanStr label, module;
  char *place;
  double total_ticks, total_bytes, tick;
} Reader;

static gboolean
read_centre (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", .required = TRUE, CYAN_JSON_INTEGER (Reader, id, 0, G_MAXINT32) },
    { "label", .required = TRUE, CYAN_JSON_STR (Reader, label) },
    { "module", .required = TRUE, CYAN_JSON_STR (Reader, module) },
    { "src_loc", CYAN_JSON_TEXT (Reader, place) },
  };
  Reader *self = data;
  guint32 function;

  g_clear_pointer (&self->place, g_free);
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  function = cyan_ghc_function (self->ghc, self->label, self->module,
                                self->place != NULL ? self->place : "");
  if (g_hash_table_insert (self->centres, GUINT_TO_POINTER ((guint) self->id),
                           GUINT_TO_POINTER (function + 1)))
    cyan_charge_add (&walk->json->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

CYAN_JSON_META (read_program, Reader, ghc->builder, "command")

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
    { "total_ticks", .required = TRUE, CYAN_JSON_REAL (Reader, total_ticks) },
    { "tick_interval", CYAN_JSON_REAL (Reader, tick) },
    { "total_alloc", .required = TRUE, CYAN_JSON_REAL (Reader, total_bytes) },
    { "cost_centres", read_centre, TRUE, .each = TRUE },
    { "profile", read_tree, TRUE },
  };
  Reader self = { .ghc = ghc,
                  .walk = cyan_json_walk_new (ghc->input),
                  .centres = g_hash_table_new (NULL, NULL) };
  gboolean ok;

  self.walk->strings = ghc->strings;
  cyan_json_tree_init (&self.tree, ghc->builder, fields, G_N_ELEMENTS (fields), "children");
  ok = cyan_json_walk_document (self.walk, members, G_N_ELEMENTS (members), &self, error);
  ghc->total_ticks = self.total_ticks;
  ghc->total_bytes = self.total_bytes;
  ghc->tick = self.tick;
  if (ok)
    cyan_ghc_add_metrics (ghc);
  ok = ok && add_nodes (&self, error);
  cyan_json_walk_free (self.walk);
  g_hash_table_unref (self.centres);
  cyan_json_tree_clear (&self.tree);
  g_free (self.place);
  return ok;
}
