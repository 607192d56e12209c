/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the trees that d3-flame-graph draws: nested objects with a name, a total and children.
 *
 * The keys are written out, or are their first letters: `perf script report flamegraph -f json`.
 * https://github.com/spiermar/d3-flame-graph#input-format
 */
#include "cyan-format-entry.h"
#include "cyan-json-tree.h"
#include "cyan-json-sniff.h"

#include <string.h>

/* Bytes in which the spelling of the keys is looked for. */
#define HEAD (64 * 1024)

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

static gboolean
set_frame (CyanStrings *strings, guint32 parent, double own, CyanFunction *function)
{
  gboolean is_kernel = strcmp (cyan_strings_get (strings, function->module), "kernel") == 0;

  if (parent == CYAN_JSON_TREE_NONE && own == 0
      && is_all (cyan_strings_get (strings, function->name)))
    return FALSE;
  /* perf names no libraries but the kernel. */
  function->module = is_kernel ? cyan_strings_add (strings, "[kernel]", -1) : CYAN_STR_EMPTY;
  return TRUE;
}

static gboolean
set_frame_of_perf (CyanStrings *strings, guint32 parent, double own, CyanFunction *function)
{
  if (!set_frame (strings, parent, own, function))
    return FALSE;
  if (parent == 0)
    function->name = without_pid (strings, function->name);
  return TRUE;
}

/* Whether the keys of @input are letters; an outline tells where its first bytes do not. */
static gboolean
is_of_letters (CyanInput *input, const char *head, gsize length)
{
  g_autoptr (CyanInput) again = NULL;
  g_autofree char *outline = NULL;

  if (has_letters (head, length) || has_words (head, length))
    return has_letters (head, length);
  again = cyan_input_again (input);
  outline = again != NULL ? cyan_json_outline (again) : NULL;
  return outline != NULL && has_letters (outline, strlen (outline));
}

static gboolean
flame_graph_json_read (CyanInput *input, CyanProfileBuilder *builder, GError **error)
{
  static const CyanJsonForm words = {
    .children = "children",
    .name = "name",
    .module = "libtype",
    .value = "value",
    .is_total = TRUE,
    .unit = "",
    .frame = set_frame,
  };
  static const CyanJsonForm letters = {
    .children = "c",
    .name = "n",
    .module = "l",
    .value = "v",
    .is_total = TRUE,
    .unit = "",
    .frame = set_frame_of_perf,
  };
  const char *head;
  gsize length;

  if (!cyan_input_peek (input, HEAD, &head, &length, error))
    return FALSE;
  return cyan_json_form_read (is_of_letters (input, head, MIN (length, HEAD)) ? &letters : &words,
                              input, builder, error);
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
