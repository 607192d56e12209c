/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a function is called that only one version has. */
#include "cyan-source-private.h"

#include "cyan-name-parts.h"

#include <string.h>

/* The nearest caller of @pair around the selected node that @side has, or CYAN_NODE_NONE. */
static CyanNode
caller_of (CyanSession *session, guint32 pair, guint side)
{
  const CyanCompared *compared = &cyan_session_comparison (session)->compared;
  const CyanCauses *causes = cyan_session_model (session)->causes;
  CyanNode node = cyan_session_selected (session);

  if (compared->pairs->of_node[node] != pair && causes != NULL)
    node = cyan_causes_nearest (causes, node, pair);
  if (node == CYAN_NODE_NONE || node == CYAN_NODE_ROOT || compared->pairs->of_node[node] != pair)
    return CYAN_NODE_NONE;
  do
    node = compared->tree->parent[node];
  while (node != CYAN_NODE_ROOT && cyan_compared_node (compared, side, node) == CYAN_NODE_NONE);
  return node != CYAN_NODE_ROOT ? node : CYAN_NODE_NONE;
}

gboolean
cyan_source_call_find (CyanSession *session, guint32 pair, guint *side, guint32 *caller)
{
  const CyanSourceSnapshot *known = cyan_session_model (session)->known;
  const CyanFunctionPairs *pairs = cyan_session_comparison (session)->compared.pairs;
  CyanNode node;

  if (pair >= pairs->n || known->presence == NULL
      || (known->presence[pair] != CYAN_PRESENCE_AFTER_ONLY
          && known->presence[pair] != CYAN_PRESENCE_BEFORE_ONLY))
    return FALSE;
  *side = known->presence[pair] == CYAN_PRESENCE_AFTER_ONLY ? 1 : 0;
  node = caller_of (session, pair, *side);
  if (node == CYAN_NODE_NONE)
    return FALSE;
  *caller = pairs->of_node[node];
  return TRUE;
}

/* Lines above the one that calls it. */
#define LINES_ABOVE 4

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

gboolean
cyan_source_call_line (const CyanSnippet *snippet, const char *name, guint *line)
{
  g_auto (CyanNameParts) parts = { 0 };
  const char *last, *begin = snippet->text, *found;
  gsize length;

  cyan_name_parts_init (&parts, name);
  last = cyan_name_parts_last (&parts);
  length = strlen (last);
  if (length == 0)
    return FALSE;
  for (found = strstr (begin, last); found != NULL; found = strstr (found + 1, last))
    if ((found == begin || !is_word (found[-1])) && !is_word (found[length]))
      {
        *line = 0;
        for (const char *at = begin; at < found; at++)
          *line += *at == '\n';
        return TRUE;
      }
  return FALSE;
}

void
cyan_source_call_begin (CyanSnippet *snippet, guint *line)
{
  guint n = *line > LINES_ABOVE ? *line - LINES_ABOVE : 0;
  const char *at = snippet->text;
  char *rest;

  for (guint i = 0; i < n; i++)
    at = strchr (at, '\n') + 1;
  rest = g_strdup (at);
  g_free (snippet->text);
  snippet->text = rest;
  snippet->n_lines -= n;
  snippet->first_line += n;
  snippet->function_line -= MIN (n, snippet->function_line);
  *line -= n;
}
