/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the trees that d3-flame-graph draws: nested objects with a name, a total and children.
 *
 * The keys are written out, or are their first letters: `perf script report flamegraph -f json`.
 * https://github.com/spiermar/d3-flame-graph#input-format
 */
#include "cyan-format-entry.h"
#include "cyan-i18n.h"
#include "cyan-json-sniff.h"
#include "cyan-nested.h"

#include <string.h>

/* Bytes in which the spelling of the keys is looked for. */
#define HEAD (64 * 1024)

enum
{
  NAME,
  VALUE,
  LIBRARY,
  N_FIELDS,
};

static const CyanJsonTreeField words[N_FIELDS] = {
  [NAME] = { "name", FALSE, .required = TRUE },
  [VALUE] = { "value", TRUE },
  [LIBRARY] = { "libtype", FALSE },
};

static const CyanJsonTreeField letters[N_FIELDS] = {
  [NAME] = { "n", FALSE, .required = TRUE },
  [VALUE] = { "v", TRUE },
  [LIBRARY] = { "l", FALSE },
};

/* Whether the document begins like such a tree, with keys of one spelling. */
static gboolean
has_keys (const char *head, gsize length, const char *const paths[6])
{
  enum
  {
    CHILDREN = 1 << 0,
    NAMES = 1 << 1 | 1 << 2,
    VALUES = 1 << 3 | 1 << 4,
    GRANDCHILDREN = 1 << 5,
  };
  guint32 found = cyan_json_sniff (head, length, paths, 6);

  if ((found & CHILDREN) == 0)
    return FALSE;
  /* With keys in the order of the alphabet, a stack comes before its first name. */
  return found == (CHILDREN | GRANDCHILDREN) || ((found & NAMES) != 0 && (found & VALUES) != 0);
}

static gboolean
has_words (const char *head, gsize length)
{
  static const char *const paths[] = { "children",         "name",
                                       "children[].name",  "value",
                                       "children[].value", "children[].children" };

  return has_keys (head, length, paths);
}

static gboolean
has_letters (const char *head, gsize length)
{
  static const char *const paths[] = { "c", "n", "c[].n", "v", "c[].v", "c[].c" };

  return has_keys (head, length, paths);
}

/* Whether the top of the tree is no function: a box below which all others lie. */
static gboolean
is_all (const char *name)
{
  static const char *const names[] = { "", "all", "root", "total", "(root)", NULL };

  return g_strv_contains (names, name);
}

/* The own values of all nodes; caller frees.  The value of a node is its total, or its own as in
 * the files of perf, where its children have more. */
static double *
find_own (CyanProfileBuilder *builder, const CyanJsonTree *tree)
{
  guint n_exceeded;
  double *own = cyan_nested_own_values (tree, VALUE, &n_exceeded);

  if (n_exceeded == 0)
    return own;
  for (guint32 i = 0; i < tree->nodes->len; i++)
    own[i] = cyan_json_tree_number (tree, i, VALUE);
  cyan_profile_builder_warn (builder,
                             _ ("its values are no totals, but those of the frames alone"));
  return own;
}

/* The name of a process without its number, which differs in every run: perf's "gzip (12)". */
static CyanStr
without_pid (CyanStrings *strings, CyanStr name)
{
  const char *text = cyan_strings_get (strings, name), *number = strrchr (text, '(');

  if (number == NULL || number < text + 2 || number[-1] != ' '
      || number[1 + strspn (number + 1, "0123456789")] != ')')
    return name;
  return cyan_strings_add (strings, text, number - 1 - text);
}

static guint32
add_function (CyanProfileBuilder *builder, const CyanJsonTree *tree, guint32 node)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  CyanStr name = cyan_json_tree_text (tree, node, NAME);
  const char *library = cyan_strings_get (strings, cyan_json_tree_text (tree, node, LIBRARY));

  if (tree->fields == letters && cyan_json_tree_parent (tree, node) == 0)
    name = without_pid (strings, name);
  /* perf names no libraries but the kernel. */
  return cyan_profile_builder_function (
      builder, name,
      strcmp (library, "kernel") == 0 ? cyan_strings_add (strings, "[kernel]", -1) : CYAN_STR_EMPTY,
      CYAN_STR_EMPTY, 0, 0);
}

static gboolean
build (CyanInput *input, CyanProfileBuilder *builder, const CyanJsonTree *tree, GError **error)
{
  CyanStrings *strings = cyan_profile_builder_strings (builder);
  g_autofree guint32 *functions = g_new (guint32, tree->nodes->len);
  g_autofree double *own = find_own (builder, tree);
  guint metric = cyan_profile_builder_metric (builder, NULL, "");

  for (guint32 i = 0; i < tree->nodes->len; i++)
    {
      const char *name = cyan_strings_get (strings, cyan_json_tree_text (tree, i, NAME));

      functions[i] = i == 0 && own[0] == 0 && is_all (name) ? CYAN_NESTED_PARENT
                                                            : add_function (builder, tree, i);
    }
  return cyan_nested_add (builder, input, tree, functions, metric, own, error);
}

static gboolean
flame_graph_json_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  g_autoptr (CyanJsonWalk) walk = cyan_json_walk_new (input);
  CyanJsonTree tree;
  CyanJsonToken token;
  const char *head;
  gsize length;
  gboolean ok, has_short;

  if (!cyan_input_peek (input, HEAD, &head, &length, error))
    return FALSE;
  has_short = has_letters (head, MIN (length, HEAD));
  cyan_json_tree_init (&tree, builder, has_short ? letters : words, N_FIELDS,
                       has_short ? "c" : "children");
  token = cyan_json_next (walk->json, error);
  ok = token != CYAN_JSON_ERROR && cyan_json_tree_read (&tree, walk, token, error)
       && cyan_json_next (walk->json, error) == CYAN_JSON_END
       && build (input, builder, &tree, error);
  cyan_json_tree_clear (&tree);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_SAMPLED, 0);
  cyan_profile_builder_set_unordered (builder);
  return ok;
}

static int
flame_graph_json_sniff (const char *head, gsize length)
{
  return has_words (head, length) || has_letters (head, length) ? 60 : 0;
}

const CyanFormat cyan_format_flame_graph_json = {
  .name = "flame-graph-json",
  .label = "d3-flame-graph JSON",
  .sniff = flame_graph_json_sniff,
  .read = flame_graph_json_read,
};
