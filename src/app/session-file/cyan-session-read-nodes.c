/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the nodes of session files: their names, and the sets of those that are shown. */
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-session-read.h"

static gboolean
append_index (CyanJsonWalk *walk, CyanJsonToken token, GArray *nodes, GError **error)
{
  guint32 index;

  if (!cyan_session_read_count (walk, token, &index, error))
    return FALSE;
  g_array_append_val (nodes, index);
  return TRUE;
}

CYAN_SESSION_READ (read_top, cyan_session_read_count (walk, token, &self->shown->top, error))
CYAN_SESSION_READ (read_below, append_index (walk, token, self->shown->below, error))
CYAN_SESSION_READ (read_unfolded, append_index (walk, token, self->shown->unfolded, error))
CYAN_SESSION_READ (read_goals, append_index (walk, token, self->shown->goals, error))
CYAN_SESSION_READ (read_threshold,
                   cyan_session_read_range (walk, token, 0, 1, &self->shown->fold_threshold, error))

static gboolean
read_set (CyanJsonWalk *walk,
          CyanJsonToken token,
          CyanShownNodes **shown,
          CyanSessionReader *self,
          GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "top", .read = read_top, .required = TRUE },
    { .key = "below", .read = read_below, .required = TRUE, .each = TRUE },
    { .key = "unfolded", .read = read_unfolded, .each = TRUE },
    { .key = "culprits", .read = read_goals, .each = TRUE },
    { .key = "fold-threshold", .read = read_threshold },
  };

  *shown = self->shown = cyan_shown_nodes_new ();
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), self, error);
}

gboolean
cyan_session_read_shown (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;

  return read_set (walk, token, &self->file->shown, self, error);
}

gboolean
cyan_session_read_before_focus (CyanJsonWalk *walk,
                                CyanJsonToken token,
                                gpointer data,
                                GError **error)
{
  CyanSessionReader *self = data;

  return read_set (walk, token, &self->file->before_focus, self, error);
}

gboolean
cyan_session_read_before_filter (CyanJsonWalk *walk,
                                 CyanJsonToken token,
                                 gpointer data,
                                 GError **error)
{
  CyanSessionReader *self = data;

  return read_set (walk, token, &self->file->before_filter, self, error);
}

gboolean
cyan_session_read_name (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  CyanStr name;

  if (!cyan_json_walk_string (walk, token, self->file->names->strings, &name, error))
    return FALSE;
  g_array_append_val (self->names, name);
  return TRUE;
}

CYAN_SESSION_READ (read_part, append_index (walk, token, self->numbers, error))

/* [parent, name, ordinal]; its name is the index of a name until all of them are read. */
gboolean
cyan_session_read_node (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  GArray *nodes = self->file->names->nodes;
  CyanNodeName node;

  g_array_set_size (self->numbers, 0);
  if (!cyan_json_walk_array (walk, token, read_part, self, error))
    return FALSE;
  if (self->numbers->len != 3)
    return cyan_json_walk_fail (walk, error, _ ("not three numbers"));
  node.parent = g_array_index (self->numbers, guint32, 0);
  node.name = g_array_index (self->numbers, guint32, 1);
  node.ordinal = g_array_index (self->numbers, guint32, 2);
  if (node.parent >= nodes->len)
    return cyan_json_walk_fail (walk, error, _ ("its parent does not come before it"));
  g_array_append_val (nodes, node);
  return TRUE;
}

/* ---- references ---- */

static gboolean
has_index (const CyanSessionReader *self, CyanNode index)
{
  return index == CYAN_NODE_NONE || index < self->file->names->nodes->len;
}

static gboolean
has_all (const CyanSessionReader *self, const GArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    if (!has_index (self, g_array_index (nodes, CyanNode, i)))
      return FALSE;
  return TRUE;
}

static gboolean
has_set (const CyanSessionReader *self, const CyanShownNodes *shown)
{
  return shown == NULL
         || (has_index (self, shown->top) && has_all (self, shown->below)
             && has_all (self, shown->unfolded) && has_all (self, shown->goals));
}

static gboolean
no_node (const char *path, const char *member, GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s: there is no such node"), path, member);
}

gboolean
cyan_session_link_nodes (CyanSessionReader *self, const char *path, GError **error)
{
  CyanSessionFile *file = self->file;

  for (guint i = 1; i < file->names->nodes->len; i++)
    {
      CyanNodeName *node = &g_array_index (file->names->nodes, CyanNodeName, i);

      if (node->name >= self->names->len)
        return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nodes[%u]: there is no name %u"), path,
                          i - 1, node->name);
      node->name = g_array_index (self->names, CyanStr, node->name);
    }
  return (has_set (self, file->shown) || no_node (path, "shown", error))
         && (has_set (self, file->before_focus) || no_node (path, "before-focus", error))
         && (has_set (self, file->before_filter) || no_node (path, "before-filter", error))
         && (has_index (self, file->selected) || no_node (path, "selected", error))
         && (has_index (self, file->reads) || no_node (path, "reads", error));
}
