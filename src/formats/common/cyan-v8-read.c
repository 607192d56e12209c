/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the members of a V8 CPU profile from JSON. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-v8-private.h"

#include <string.h>

/* Maximum difference of neighbouring times in microseconds, about 285 years. */
#define MAX_DELTA 9e15

/* Larger line numbers are treated as unknown. */
#define MAX_LINE 0x7ffffffe

static CyanV8Node *
last_node (const CyanV8Profile *self)
{
  return &g_array_index (self->nodes, CyanV8Node, self->nodes->len - 1);
}

gboolean
cyan_v8_profile_add (CyanV8Profile *self, const CyanV8Node *node, GError **error)
{
  GError *limit = NULL;

  cyan_json_walk_append (self->walk, self->nodes, *node);
  if (self->nodes->len < cyan_profile_builder_max_nodes (self->builder))
    return TRUE;
  cyan_fail_hint (&limit, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT, _ ("more than %'u nodes"),
                  cyan_profile_builder_max_nodes (self->builder));
  return cyan_json_walk_propagate (self->walk, limit, error);
}

/* Turns a "file:" URL into a path; keeps any other URL. */
static CyanStr
path_of_url (CyanStrings *strings, CyanStr url)
{
  const char *text = cyan_strings_get (strings, url);
  g_autofree char *path = NULL;

  if (g_str_has_prefix (text, "file://"))
    path = g_filename_from_uri (text, NULL, NULL);
  return path != NULL ? cyan_strings_add (strings, path, -1) : url;
}

void
cyan_v8_set_function (CyanStrings *strings, CyanFunction *function)
{
  if (function->name == CYAN_STR_EMPTY)
    function->name = cyan_strings_add (strings, "(anonymous)", -1);
  function->file = path_of_url (strings, function->file);
}

guint32
cyan_v8_function (CyanProfileBuilder *builder, CyanStr name, CyanStr url, double line)
{
  CyanFunction function = {
    .name = name,
    .file = url,
    .line = line >= 1 && line <= MAX_LINE ? (guint32) line : 0,
  };

  cyan_v8_set_function (cyan_profile_builder_strings (builder), &function);
  return cyan_profile_builder_add_function (builder, &function);
}

static gboolean
read_call_frame (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "functionName", .required = TRUE, CYAN_JSON_STR (CyanV8Profile, name) },
    { "url", CYAN_JSON_STR (CyanV8Profile, url) },
    { "lineNumber", CYAN_JSON_INTEGER (CyanV8Profile, line, -1, G_MAXINT64) },
  };
  CyanV8Profile *self = data;

  self->name = self->url = CYAN_STR_EMPTY;
  self->line = -1;
  if (!cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error))
    return FALSE;
  last_node (self)->function =
      cyan_v8_function (self->builder, self->name, self->url, (double) self->line + 1);
  return TRUE;
}

static gboolean
read_id (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_walk_integer (walk, token, G_MININT64, G_MAXINT64, &last_node (data)->id, error);
}

static gboolean
read_hits (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  gint64 hits;

  if (!cyan_json_walk_integer (walk, token, 0, G_MAXINT64, &hits, error))
    return FALSE;
  last_node (data)->hits = (double) hits;
  return TRUE;
}

static gboolean
add_link (CyanV8Profile *self, CyanJsonToken token, gboolean is_parent, GError **error)
{
  CyanV8Link link = { .node = self->nodes->len - 1, .is_parent = is_parent };

  if (!cyan_json_walk_integer (self->walk, token, G_MININT64, G_MAXINT64, &link.other, error))
    return FALSE;
  cyan_json_walk_append (self->walk, self->links, link);
  return TRUE;
}

static gboolean
read_child (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_link (data, token, FALSE, error);
}

static gboolean
read_parent (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return add_link (data, token, TRUE, error);
}

gboolean
cyan_v8_read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { "id", read_id, TRUE },
    { "callFrame", read_call_frame, TRUE },
    { "hitCount", read_hits, FALSE },
    { "children", read_child, .each = TRUE, .or_null = TRUE },
    { "parent", read_parent, .or_null = TRUE },
  };
  static const CyanV8Node node = { .parent = CYAN_V8_NONE };

  return cyan_v8_profile_add (data, &node, error)
         && cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

gboolean
cyan_v8_read_sample (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;
  gint64 id;

  if (!cyan_json_walk_integer (walk, token, G_MININT64, G_MAXINT64, &id, error))
    return FALSE;
  cyan_json_walk_append (walk, self->samples, id);
  return TRUE;
}

gboolean
cyan_v8_profile_add_delta (CyanV8Profile *self, double delta, GError **error)
{
  if (delta > MAX_DELTA || delta < -MAX_DELTA)
    return cyan_json_walk_fail (self->walk, error, _ ("out of range"));
  cyan_json_walk_append (self->walk, self->deltas, delta);
  return TRUE;
}

static gboolean
read_delta (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  double delta;

  return cyan_json_walk_number (walk, token, &delta, error)
         && cyan_v8_profile_add_delta (data, delta, error);
}

gboolean
cyan_v8_read_deltas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanV8Profile *self = data;

  self->has_deltas = TRUE;
  return cyan_json_walk_array (walk, token, read_delta, data, error);
}
