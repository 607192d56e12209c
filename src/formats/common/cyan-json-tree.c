/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested objects as a flat array, and the readers of formats that are described.  The open objects
 * are the innermost node and its parents, so that no stack is needed. */
#include "cyan-json-tree.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

#include <string.h>

#define CHILDREN (1u << 31)

void
cyan_json_tree_init (CyanJsonTree *self,
                     CyanScratch *scratch,
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
    .nodes = cyan_scratch_array (scratch, sizeof (CyanJsonTreeNode)),
    .values = cyan_scratch_array (scratch, sizeof (CyanJsonTreeValue)),
    .strings = cyan_profile_builder_strings (builder),
    .max_nodes = cyan_profile_builder_max_nodes (builder),
  };
  cyan_scratch_charge (scratch, &self->charge, cyan_profile_builder_budget (builder));
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

/* The rest of @path after the last key: a member's name, "" if the path ends there, or NULL if it
 * does not start with that key. */
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
  if (self->fields[field].or_text && token == CYAN_JSON_STRING
      && cyan_parse_double (walk->json->text, walk->json->length, &value->number))
    return TRUE;
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

/* Children that exceed their parent by at most this part of it are rounding. */
#define ROUNDING 1e-3

double *
cyan_json_form_own_values (const CyanJsonTree *tree, guint total, guint *n_exceeded)
{
  double *own = g_new0 (double, tree->nodes->len);

  *n_exceeded = 0;
  for (guint32 i = tree->nodes->len; i-- > 0;)
    {
      double value = cyan_json_tree_number (tree, i, total);
      guint32 parent = cyan_json_tree_parent (tree, i);

      own[i] += value;
      if (own[i] < 0 && value >= 0)
        {
          if (cyan_json_tree_has (tree, i, total) && own[i] < -value * ROUNDING)
            *n_exceeded += 1;
          own[i] = 0;
        }
      if (parent != CYAN_JSON_TREE_NONE)
        own[parent] -= value;
    }
  return own;
}

gboolean
cyan_json_form_add (CyanProfileBuilder *builder,
                    CyanInput *input,
                    const CyanJsonTree *tree,
                    const guint32 *functions,
                    gboolean keeps_twins,
                    guint metric,
                    const double *own,
                    GError **error)
{
  g_autofree CyanNode *nodes = g_new (CyanNode, tree->nodes->len);

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      guint32 above = cyan_json_tree_parent (tree, i);
      CyanNode parent = above == CYAN_JSON_TREE_NONE ? CYAN_NODE_ROOT : nodes[above];

      if (i % CYAN_TICK_STRIDE == 0 && !cyan_input_poll (input, error))
        return FALSE;
      if (functions[i] == CYAN_JSON_FORM_PARENT)
        nodes[i] = parent;
      else if (keeps_twins)
        nodes[i] = cyan_profile_builder_append (builder, parent, functions[i], 0, error);
      else
        nodes[i] = cyan_profile_builder_child (builder, parent, functions[i], 0, error);
      if (nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add (builder, metric, nodes[i], own[i]);
    }
  return TRUE;
}

/* ---- described formats ---- */

enum
{
  NAME,
  MODULE,
  FILE_PATH,
  LINE,
  VALUE,
  N_FIELDS,
};

typedef struct
{
  const CyanJsonForm *form;
  CyanProfileBuilder *builder;
  CyanStrings *strings;
  CyanInput *input;
  CyanJsonTree tree;
} Reader;

static gboolean
read_root (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_tree_read (&((Reader *) data)->tree, walk, token, error);
}

static gboolean
read_document (Reader *self, GError **error)
{
  const CyanJsonMember member = { self->form->root, read_root, .required = TRUE };
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (self->input);
  CyanJsonToken token;

  if (self->form->root != NULL)
    return cyan_json_walk_document (walk, &member, 1, self, error);
  token = cyan_json_next (walk->json, error);
  return token != CYAN_JSON_ERROR && read_root (walk, token, self, error)
         && cyan_json_next (walk->json, error) == CYAN_JSON_END;
}

/* The own values of all nodes; caller frees. */
static double *
find_own (Reader *self)
{
  const CyanJsonTree *tree = &self->tree;
  guint n_exceeded;
  double *own = cyan_json_form_own_values (tree, VALUE, &n_exceeded);

  if (self->form->is_total && n_exceeded == 0)
    return own;
  if (self->form->is_total)
    cyan_profile_builder_warn (self->builder,
                               _ ("its values are no totals, but those of the frames alone"));
  for (guint32 i = 0; i < tree->nodes->len; i++)
    own[i] = cyan_json_tree_number (tree, i, VALUE);
  return own;
}

static guint32
function_of (Reader *self, guint32 node, double own)
{
  const CyanJsonTree *tree = &self->tree;
  double line = cyan_json_tree_number (tree, node, LINE)
                + (self->form->line_from_zero && cyan_json_tree_has (tree, node, LINE) ? 1 : 0);
  CyanFunction function = {
    .name = cyan_json_tree_text (tree, node, NAME),
    .module = cyan_json_tree_text (tree, node, MODULE),
    .file = cyan_json_tree_text (tree, node, FILE_PATH),
    .line = line >= 1 && line <= G_MAXINT32 - 1 ? (guint32) line : 0,
  };

  if (self->form->frame != NULL
      && !self->form->frame (self->strings, cyan_json_tree_parent (tree, node), own, &function))
    return CYAN_JSON_FORM_PARENT;
  return cyan_profile_builder_add_function (self->builder, &function);
}

static gboolean
build (Reader *self, GError **error)
{
  g_autofree guint32 *functions = g_new (guint32, self->tree.nodes->len);
  g_autofree double *own = find_own (self);
  guint metric = cyan_profile_builder_metric (self->builder, NULL, self->form->unit);

  for (guint32 i = 0; i < self->tree.nodes->len; i++)
    functions[i] = function_of (self, i, own[i]);
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (self->builder);
  return cyan_json_form_add (self->builder, self->input, &self->tree, functions,
                             self->form->keeps_twins, metric, own, error);
}

gboolean
cyan_json_form_read (const CyanJsonForm *self,
                     CyanInput *input,
                     CyanProfileBuilder *builder,
                     GError **error)
{
  const CyanJsonTreeField fields[N_FIELDS] = {
    [NAME] = { self->name, .required = TRUE },
    [MODULE] = { self->module },
    [FILE_PATH] = { self->file },
    [LINE] = { self->line, .is_number = TRUE, .or_text = TRUE },
    [VALUE] = { self->value, .is_number = TRUE, .required = self->needs_value },
  };
  Reader reader = {
    .form = self,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .input = input,
  };
  g_auto (CyanScratch) scratch = { NULL };

  cyan_json_tree_init (&reader.tree, &scratch, builder, fields, N_FIELDS, self->children);
  return read_document (&reader, error) && build (&reader, error);
}
