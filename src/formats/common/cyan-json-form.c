/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Totals become own values, from the last node to the first; then the nodes are added. */
#include "cyan-json-form.h"

#include "cyan-i18n.h"

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
    [LINE] = { self->line, .is_number = TRUE },
    [VALUE] = { self->value, .is_number = TRUE, .required = self->needs_value },
  };
  Reader reader = {
    .form = self,
    .builder = builder,
    .strings = cyan_profile_builder_strings (builder),
    .input = input,
  };
  gboolean ok;

  cyan_json_tree_init (&reader.tree, builder, fields, N_FIELDS, self->children);
  ok = read_document (&reader, error) && build (&reader, error);
  cyan_json_tree_clear (&reader.tree);
  return ok;
}
