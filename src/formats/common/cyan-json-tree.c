/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested objects as a flat array.  The open objects are the innermost node and its parents, so that
 * no stack is needed. */
#include "cyan-json-tree.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

#include <string.h>

#define CHILDREN (1u << 31)

void
cyan_json_tree_init (CyanJsonTree *self,
                     CyanProfileBuilder *builder,
                     const CyanJsonTreeField *fields,
                     guint n_fields,
                     const char *children)
{
  g_assert (n_fields <= 31);
  *self = (CyanJsonTree){
    .fields = fields,
    .n_fields = n_fields,
    .children = children,
    .nodes = g_array_new (FALSE, TRUE, sizeof (CyanJsonTreeNode)),
    .values = g_array_new (FALSE, TRUE, sizeof (CyanJsonTreeValue)),
    .strings = cyan_profile_builder_strings (builder),
    .max_nodes = cyan_profile_builder_max_nodes (builder),
  };
  cyan_charge_init (&self->charge, cyan_profile_builder_budget (builder));
}

void
cyan_json_tree_clear (CyanJsonTree *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->values);
  cyan_charge_clear (&self->charge);
}

static CyanJsonTreeNode *
get_node (CyanJsonTree *self, guint32 node)
{
  return &g_array_index (self->nodes, CyanJsonTreeNode, node);
}

static gboolean
add_node (CyanJsonTree *self, CyanJsonWalk *walk, guint32 parent, GError **error)
{
  CyanJsonTreeNode node = { .parent = parent };

  if (self->nodes->len >= self->max_nodes)
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT,
                           _ ("%s: more than %'u nodes"), cyan_input_name (walk->json->input),
                           self->max_nodes);
  if (self->nodes->len % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (walk->json->input, error))
    return FALSE;
  g_array_append_val (self->nodes, node);
  g_array_set_size (self->values, self->nodes->len * self->n_fields);
  cyan_charge_set (&self->charge,
                   self->nodes->len * sizeof node + self->values->len * sizeof (CyanJsonTreeValue));
  return TRUE;
}

/* What follows the first @length bytes of @path if they are the last key: a member's name, "" if
 * the path ends there, or NULL. */
static const char *
rest_of_path (const CyanJson *json, const char *path)
{
  if (path == NULL || strncmp (path, json->text, json->length) != 0)
    return NULL;
  path += json->length;
  return *path == '\0' ? path : *path == '.' ? path + 1 : NULL;
}

static gboolean
read_value (CyanJsonTree *self,
            CyanJsonWalk *walk,
            CyanJsonToken token,
            guint32 node,
            guint field,
            GError **error)
{
  CyanJsonTreeValue *value =
      &g_array_index (self->values, CyanJsonTreeValue, node * self->n_fields + field);

  if (token == CYAN_JSON_ERROR || token == CYAN_JSON_NULL)
    return token == CYAN_JSON_NULL;
  if (cyan_json_tree_has (self, node, field))
    return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
  get_node (self, node)->fields |= 1u << field;
  return self->fields[field].is_number
             ? cyan_json_walk_number (walk, token, &value->number, error)
             : cyan_json_walk_string (walk, token, self->strings, &value->text, error);
}

/* Reads the members of an object in a node.  @fields are those that begin with its key, whose
 * length is @prefix with the dot. */
static gboolean
read_inner (CyanJsonTree *self,
            CyanJsonWalk *walk,
            guint32 node,
            guint32 fields,
            gsize prefix,
            GError **error)
{
  CyanJsonToken token;

  while ((token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      guint field;

      for (field = 0; field < self->n_fields; field++)
        if (fields & 1u << field && cyan_json_is (walk->json, self->fields[field].path + prefix))
          break;
      token = cyan_json_next (walk->json, error);
      if (field < self->n_fields ? !read_value (self, walk, token, node, field, error)
                                 : !cyan_json_skip (walk->json, token, error))
        return FALSE;
    }
  return token == CYAN_JSON_OBJECT_END;
}

/* Reads the member of @node whose key was just read. */
static gboolean
read_member (CyanJsonTree *self, CyanJsonWalk *walk, guint32 node, GError **error)
{
  guint32 inner = 0;
  gsize prefix = walk->json->length + 1;
  CyanJsonToken token;

  for (guint i = 0; i < self->n_fields; i++)
    {
      const char *rest = rest_of_path (walk->json, self->fields[i].path);

      if (rest != NULL && *rest == '\0')
        return read_value (self, walk, cyan_json_next (walk->json, error), node, i, error);
      if (rest != NULL)
        inner |= 1u << i;
    }
  token = cyan_json_next (walk->json, error);
  if (inner != 0 && token == CYAN_JSON_OBJECT)
    return read_inner (self, walk, node, inner, prefix, error);
  return cyan_json_skip (walk->json, token, error);
}

/* Reads up to the children of @node, or up to its end. */
static gboolean
read_members (
    CyanJsonTree *self, CyanJsonWalk *walk, guint32 node, CyanJsonToken *token, GError **error)
{
  while ((*token = cyan_json_next (walk->json, error)) == CYAN_JSON_KEY)
    {
      if (!cyan_json_is (walk->json, self->children))
        {
          if (!read_member (self, walk, node, error))
            return FALSE;
          continue;
        }
      if (get_node (self, node)->fields & CHILDREN)
        return cyan_json_walk_fail (walk, error, _ ("the same key twice"));
      get_node (self, node)->fields |= CHILDREN;
      *token = cyan_json_next (walk->json, error);
      if (*token == CYAN_JSON_NULL)
        continue;
      return *token == CYAN_JSON_ARRAY
             || (*token != CYAN_JSON_ERROR
                 && cyan_json_walk_fail (walk, error, "%s: %s", self->children,
                                         _ ("not an array")));
    }
  if (*token != CYAN_JSON_OBJECT_END)
    return FALSE;
  for (guint i = 0; i < self->n_fields; i++)
    if (self->fields[i].required && !cyan_json_tree_has (self, node, i))
      return cyan_json_walk_fail (walk, error, _ ("there is no \"%s\" in it"),
                                  self->fields[i].path);
  return TRUE;
}

gboolean
cyan_json_tree_read (CyanJsonTree *self, CyanJsonWalk *walk, CyanJsonToken token, GError **error)
{
  guint32 node = CYAN_JSON_TREE_NONE; /* the innermost open object */

  if (token != CYAN_JSON_OBJECT)
    return cyan_json_walk_fail (walk, error, _ ("not an object"));
  do
    {
      if (token == CYAN_JSON_OBJECT)
        {
          if (!add_node (self, walk, node, error))
            return FALSE;
          node = self->nodes->len - 1;
        }
      else if (token != CYAN_JSON_ARRAY_END)
        return token != CYAN_JSON_ERROR && cyan_json_walk_fail (walk, error, _ ("not an object"));
      if (!read_members (self, walk, node, &token, error))
        return FALSE;
      if (token == CYAN_JSON_OBJECT_END)
        node = cyan_json_tree_parent (self, node);
      if (node != CYAN_JSON_TREE_NONE)
        token = cyan_json_next (walk->json, error);
    }
  while (node != CYAN_JSON_TREE_NONE);
  return TRUE;
}
