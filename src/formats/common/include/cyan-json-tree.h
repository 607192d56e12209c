/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meta data, and trees that JSON nests: the document of a format, or a member of it. */
#pragma once

#include "cyan-json-walk.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"

/* ---- meta data ---- */

/* Reads a string and sets it as @key in the meta data of @builder. */
static inline gboolean
cyan_json_meta (CyanJsonWalk *walk,
                CyanJsonToken token,
                CyanProfileBuilder *builder,
                const char *key,
                GError **error)
{
  g_autofree char *text = NULL;

  if (!cyan_json_walk_text (walk, token, &text, error))
    return FALSE;
  cyan_profile_builder_set_meta (builder, key, text);
  return TRUE;
}

/* Defines @name, which reads a member of a document as @key of the meta data of the @builder in its
 * data, a @type. */
#define CYAN_JSON_META(name, type, builder, key)                                                   \
  static gboolean name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)    \
  {                                                                                                \
    return cyan_json_meta (walk, token, ((type *) data)->builder, key, error);                     \
  }

/* ---- trees ---- */

/*
 * Reads trees that JSON nests: objects with an array of children of the same kind.
 *
 * A reader lists the members that it wants of a node; all others are skipped.  Members may come in
 * any order, so that the name may follow the children.  Trees may be as deep as JSON may be nested,
 * which is half of CYAN_JSON_MAX_DEPTH.
 */

#define CYAN_JSON_TREE_NONE G_MAXUINT32

/* A member of a node.  One whose value is null is as if it were not there. */
typedef struct
{
  const char *path;   /* "name", or "callFrame.url" for a member of an object in the node; NULL: it
                         is never there */
  gboolean is_number; /* else it is a string */
  gboolean required;
  gboolean or_text; /* a number may be a text of one, as some programs write lines */
} CyanJsonTreeField;

typedef union
{
  CyanStr text;  /* CYAN_STR_EMPTY if it is not there */
  double number; /* 0 if it is not there */
} CyanJsonTreeValue;

typedef struct
{
  guint32 parent; /* a smaller index, or CYAN_JSON_TREE_NONE */
  guint32 fields; /* bit i: field i is there; bit 31: the children are */
} CyanJsonTreeNode;

/* The nodes in preorder.  Several values may be read into it, as trees side by side. */
typedef struct
{
  const CyanJsonTreeField *fields; /* borrowed; at most 31 */
  guint n_fields;
  const char *children; /* the key of the array of children */

  GArray *nodes;  /* of CyanJsonTreeNode */
  GArray *values; /* of CyanJsonTreeValue, n_fields per node */

  /* Private. */
  CyanStrings *strings;
  guint32 max_nodes;
  CyanCharge charge;
} CyanJsonTree;

/* Prepares a tree that @builder will receive, and that lives as long as @scratch: it has the
 * builder's strings and limits. */
void cyan_json_tree_init (CyanJsonTree *self,
                          CyanScratch *scratch,
                          CyanProfileBuilder *builder,
                          const CyanJsonTreeField *fields,
                          guint n_fields,
                          const char *children);

/* Reads the rest of the object that started with @token, with all that is below it. */
gboolean
cyan_json_tree_read (CyanJsonTree *self, CyanJsonWalk *walk, CyanJsonToken token, GError **error);

static inline guint32
cyan_json_tree_parent (const CyanJsonTree *self, guint32 node)
{
  return g_array_index (self->nodes, CyanJsonTreeNode, node).parent;
}

static inline gboolean
cyan_json_tree_has (const CyanJsonTree *self, guint32 node, guint field)
{
  return (g_array_index (self->nodes, CyanJsonTreeNode, node).fields & 1u << field) != 0;
}

static inline CyanStr
cyan_json_tree_text (const CyanJsonTree *self, guint32 node, guint field)
{
  return g_array_index (self->values, CyanJsonTreeValue, node * self->n_fields + field).text;
}

static inline double
cyan_json_tree_number (const CyanJsonTree *self, guint32 node, guint field)
{
  return g_array_index (self->values, CyanJsonTreeValue, node * self->n_fields + field).number;
}

/*
 * Reads formats whose document is a tree that JSON nests, or has one in a member.
 *
 * A format is a description of where its nodes have what; it may change the functions.
 */

typedef struct
{
  const char *root;     /* the member of the document that has the tree; NULL: the document is it */
  const char *children; /* the member of a node */

  /* Members of a node, as in CyanJsonTreeField; NULL: it has none.  The name is required. */
  const char *name, *module, *file, *line, *value;
  gboolean line_from_zero;
  gboolean needs_value; /* else that of a node without one is 0 */
  /* Values are totals; or own ones after all, with a warning, if children have more than they. */
  gboolean is_total;
  gboolean keeps_twins; /* children of a node with the same function stay apart */
  const char *unit;

  /* Changes the function of a node, or returns FALSE: what the node has belongs to its parent.
   * @parent is an index into the tree, 0 for its root, or CYAN_JSON_TREE_NONE.  NULL: none is
   * changed. */
  gboolean (*frame) (CyanStrings *strings, guint32 parent, double own, CyanFunction *function);
} CyanJsonForm;

/* Reads all of @input, a recording of samples. */
gboolean cyan_json_form_read (const CyanJsonForm *self,
                              CyanInput *input,
                              CyanProfileBuilder *builder,
                              GError **error);

/* ---- for readers that have more than a tree ---- */

/* Instead of a function: what the node has belongs to its parent. */
#define CYAN_JSON_FORM_PARENT G_MAXUINT32

/* The own value of each node: what its total, field @total, exceeds those of its children by; 0 if
 * they have more.  @n_exceeded gets the number of such nodes, where it is more than rounding.
 * Caller frees. */
double *cyan_json_form_own_values (const CyanJsonTree *tree, guint total, guint *n_exceeded);

/* Adds the nodes of @tree.  @functions and @own have the function and the own value of each. */
gboolean cyan_json_form_add (CyanProfileBuilder *builder,
                             CyanInput *input,
                             const CyanJsonTree *tree,
                             const guint32 *functions,
                             gboolean keeps_twins,
                             guint metric,
                             const double *own,
                             GError **error);
