/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * V8's .heapprofile: sampled memory that was still in use at the end, as written by node
 * --heap-prof and the developer tools of Chrome.
 *
 * It is a tree of nested nodes in "head", each with a "callFrame", the bytes of its samples in
 * "selfSize", and "children".  The definition is
 * https://chromedevtools.github.io/devtools-protocol/tot/HeapProfiler/#type-SamplingHeapProfile.
 * The interval of the samples is not in the file; V8 has scaled their bytes already.
 */
#include "cyan-format-entry.h"

#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-json-tree.h"
#include "cyan-v8-profile.h"

enum
{
  FIELD_NAME,
  FIELD_URL,
  FIELD_LINE, /* from 0; -1: unknown */
  FIELD_SIZE,
};

static const CyanJsonTreeField fields[] = {
  [FIELD_NAME] = { "callFrame.functionName", .required = TRUE },
  [FIELD_URL] = { "callFrame.url" },
  [FIELD_LINE] = { "callFrame.lineNumber", .is_number = TRUE },
  [FIELD_SIZE] = { "selfSize", .is_number = TRUE, .required = TRUE },
};

typedef struct
{
  CyanProfileBuilder *builder;
  CyanJsonTree tree;
} Reader;

static gboolean
read_head (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  return cyan_json_tree_read (&((Reader *) data)->tree, walk, token, error);
}

static gboolean
build (Reader *self, GError **error)
{
  const CyanJsonTree *tree = &self->tree;
  guint metric = cyan_profile_builder_metric (self->builder, NULL, "bytes");
  g_autofree CyanNode *nodes = g_new (CyanNode, tree->nodes->len);

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      guint32 parent = cyan_json_tree_parent (tree, i);
      double line = cyan_json_tree_has (tree, i, FIELD_LINE)
                        ? cyan_json_tree_number (tree, i, FIELD_LINE) + 1
                        : 0;
      guint32 function = cyan_v8_function (self->builder, cyan_json_tree_text (tree, i, FIELD_NAME),
                                           cyan_json_tree_text (tree, i, FIELD_URL), line);

      nodes[i] = cyan_profile_builder_append (
          self->builder, parent == CYAN_JSON_TREE_NONE ? CYAN_NODE_ROOT : nodes[parent], function,
          0, error);
      if (nodes[i] == CYAN_NODE_NONE)
        return FALSE;
      cyan_profile_builder_add (self->builder, metric, nodes[i],
                                cyan_json_tree_number (tree, i, FIELD_SIZE));
    }
  cyan_profile_builder_set_recording (self->builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (self->builder);
  return TRUE;
}

static gboolean
heapprofile_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonMember members[] = {
    { "head", read_head, TRUE },
  };
  Reader reader = { .builder = builder };
  CyanJsonWalk *walk = cyan_json_walk_new (input);
  gboolean ok;

  cyan_json_tree_init (&reader.tree, builder, fields, G_N_ELEMENTS (fields), "children");
  ok = cyan_json_walk_document (walk, members, G_N_ELEMENTS (members), &reader, error)
       && build (&reader, error);
  cyan_json_tree_clear (&reader.tree);
  cyan_json_walk_free (walk);
  return ok;
}

static int
heapprofile_sniff (const char *head, gsize length)
{
  static const char *const paths[] = { "head.callFrame", "head.selfSize", "head.children" };
  guint32 found = cyan_json_sniff (head, length, paths, G_N_ELEMENTS (paths));

  return (found & 1) && (found & 6) ? 95 : 0;
}

static const char *const heapprofile_extensions[] = { ".heapprofile", NULL };

const CyanFormat cyan_format_heapprofile = {
  .name = "heapprofile",
  .label = "V8 heap profile",
  .extensions = heapprofile_extensions,
  .sniff = heapprofile_sniff,
  .read = heapprofile_read,
};
