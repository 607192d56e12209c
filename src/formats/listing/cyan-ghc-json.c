/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JSON of GHC's profiler: a table of cost centres, and a nested tree of them.
 *
 *   { "program": "words", "total_ticks": 7, "tick_interval": 1000, "total_alloc": 10902576,
 *     "cost_centres": [ { "id": 155, "label": "fib", "module": "Main", "src_loc": "a.hs:6:1-64" } ],
 *     "profile": { "id": 155, "entries": 1, "alloc": 688, "ticks": 0, "children": [ ... ] } }
 */
#include "cyan-ghc.h"

#include "cyan-i18n.h"
#include "cyan-json-walk.h"

#include <string.h>

/* An object of the tree that is being read. */
typedef struct
{
  CyanNode up;
  CyanNode node; /* CYAN_NODE_NONE before its id came */
  double entries, ticks, bytes;
} Level;

typedef struct
{
  CyanGhc *ghc;
  CyanJsonWalk *walk;
  GHashTable *centres; /* id -> function + 1 */
  GArray *levels;      /* of Level */
  gint64 id;           /* of the current cost centre */
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
  if (g_hash_table_insert (self->centres, GSIZE_TO_POINTER ((gsize) self->id),
                           GUINT_TO_POINTER (function + 1)))
    cyan_charge_add (&walk->json->charge, CYAN_CHARGE_HASH_ENTRY);
  return TRUE;
}

static gboolean
read_meta (Reader *self, const char *key, CyanJsonToken token, GError **error)
{
  g_autofree char *text = NULL;

  if (!cyan_json_walk_text (self->walk, token, &text, error))
    return FALSE;
  cyan_profile_builder_set_meta (self->ghc->builder, key, text);
  return TRUE;
}

static gboolean
read_program (CyanJsonWalk *walk G_GNUC_UNUSED, CyanJsonToken token, gpointer data, GError **error)
{
  return read_meta (data, "command", token, error);
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

/* ---- the tree ---- */

static Level *
last_level (Reader *self)
{
  return &g_array_index (self->levels, Level, self->levels->len - 1);
}

static void
begin_level (Reader *self)
{
  Level level = { .up = self->levels->len > 0 ? last_level (self)->node : CYAN_NODE_ROOT,
                  .node = CYAN_NODE_NONE };

  g_array_append_val (self->levels, level);
}

static gboolean
end_level (Reader *self, GError **error)
{
  const Level *level = last_level (self);

  if (level->node == CYAN_NODE_NONE)
    return cyan_json_walk_fail (self->walk, error, _ ("a cost centre without \"id\""));
  cyan_ghc_add (self->ghc, level->node,
                level->entries > 0 && level->entries < 1e18 ? (guint64) level->entries : 0,
                level->ticks, level->bytes);
  g_array_set_size (self->levels, self->levels->len - 1);
  return TRUE;
}

static gboolean
read_node_id (Reader *self, CyanJsonToken token, GError **error)
{
  Level *level = last_level (self);
  gint64 id;
  guint function;

  if (!cyan_json_walk_integer (self->walk, token, 0, G_MAXINT32, &id, error))
    return FALSE;
  function = GPOINTER_TO_UINT (g_hash_table_lookup (self->centres, GSIZE_TO_POINTER ((gsize) id)));
  if (function == 0)
    return cyan_json_walk_fail (self->walk, error, _ ("no cost centre has this id"));
  level->node = cyan_profile_builder_child (self->ghc->builder, level->up, function - 1, 0, error);
  return level->node != CYAN_NODE_NONE;
}

/* Reads the value of the member @key, but not that of "children". */
static gboolean
read_node_member (Reader *self, const char *key, CyanJsonToken token, GError **error)
{
  Level *level = last_level (self);
  double *value = strcmp (key, "entries") == 0 ? &level->entries
                  : strcmp (key, "ticks") == 0 ? &level->ticks
                  : strcmp (key, "alloc") == 0 ? &level->bytes
                                               : NULL;

  if (strcmp (key, "id") == 0)
    return read_node_id (self, token, error);
  if (value == NULL)
    return cyan_json_skip (self->walk->json, token, error);
  if (!cyan_json_walk_number (self->walk, token, value, error))
    return FALSE;
  return *value >= 0 || cyan_json_walk_fail (self->walk, error, _ ("a number below 0"));
}

/* Reads the tree that begins with @token; its depth is only that of the document. */
static gboolean
read_tree (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  Reader *self = data;

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  if (g_hash_table_size (self->centres) == 0)
    return cyan_json_walk_fail (walk, error, _ ("it comes before the cost centres"));
  cyan_ghc_add_metrics (self->ghc);
  begin_level (self);
  while (self->levels->len > 0)
    {
      gboolean ok = TRUE;

      token = cyan_json_next (walk->json, error);
      if (token == CYAN_JSON_OBJECT)
        begin_level (self);
      else if (token == CYAN_JSON_OBJECT_END)
        ok = end_level (self, error);
      else if (token == CYAN_JSON_KEY && cyan_json_is (walk->json, "children"))
        {
          token = cyan_json_next (walk->json, error);
          if (token != CYAN_JSON_ERROR && token != CYAN_JSON_ARRAY)
            ok = cyan_json_walk_fail (walk, error, _ ("not an array"));
          else if (last_level (self)->node == CYAN_NODE_NONE)
            ok = cyan_json_walk_fail (walk, error, _ ("a cost centre without \"id\""));
        }
      else if (token == CYAN_JSON_KEY)
        {
          g_autofree char *key = cyan_json_dup (walk->json);

          token = cyan_json_next (walk->json, error);
          ok = token != CYAN_JSON_ERROR && read_node_member (self, key, token, error);
        }
      else if (token != CYAN_JSON_ARRAY_END && token != CYAN_JSON_ERROR)
        ok = cyan_json_walk_fail (walk, error, _ ("not an object"));
      if (!ok || token == CYAN_JSON_ERROR)
        return FALSE;
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
                  .centres = g_hash_table_new (NULL, NULL),
                  .levels = g_array_new (FALSE, FALSE, sizeof (Level)) };
  gboolean ok = cyan_json_walk_document (self.walk, members, G_N_ELEMENTS (members), &self, error);

  cyan_json_walk_free (self.walk);
  g_hash_table_unref (self.centres);
  g_array_unref (self.levels);
  g_free (self.label);
  g_free (self.module);
  g_free (self.place);
  return ok;
}
