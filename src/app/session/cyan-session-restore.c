/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving a session to a session file, and restoring it. */
#include "cyan-session-private.h"

#include <string.h>

/* ---- saving ---- */

/* The first node of @pair. */
static CyanNode
node_of (const CyanComparison *comparison, guint32 pair)
{
  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    if (comparison->compared.pairs->of_node[i] == pair)
      return i;
  return CYAN_NODE_NONE;
}

void
cyan_session_save (CyanSession *self, CyanSessionFile *file)
{
  guint32 pair = cyan_session_source_pair (self);

  file->shown = cyan_layout_save (self->layout);
  if (cyan_session_is_focused (self) && self->whole != NULL)
    file->before_focus = cyan_shown_nodes_ref (self->whole);
  if (self->unfiltered != NULL)
    file->before_filter = cyan_shown_nodes_ref (self->unfiltered);
  cyan_filter_free (file->filter);
  file->filter = cyan_filter_copy (self->filter);
  file->selected = self->selected;
  if (cyan_session_chose_source (self) && pair < self->comparison->compared.pairs->n)
    file->reads = node_of (self->comparison, pair);
  file->basis = cyan_session_basis (self);
  file->width = cyan_layout_width (self->layout);
  file->sizes = self->sizes;
  file->hot_path = g_strdup (cyan_hot_kind_names[self->hot.kind]);
  file->hot_rank = self->hot.rank;
}

/* ---- restoring ---- */

static void
restore_hot_path (CyanSession *self, const CyanSessionFile *file)
{
  for (guint kind = 0; cyan_hot_kind_names[kind] != NULL; kind++)
    if (g_strcmp0 (file->hot_path, cyan_hot_kind_names[kind]) == 0
        && !self->comparison->compared.single && kind != self->hot.kind)
      {
        self->hot.kind = (CyanHotKind) kind;
        self->hot.rank = 0;
        cyan_hot_choice_find (&self->hot, cyan_session_basis (self));
      }
  if (file->hot_rank < self->hot.paths->len)
    self->hot.rank = file->hot_rank;
}

/* The result of some filters depends on the sources, which are known only later. */
static void
restore_filter (CyanSession *self, const CyanSessionFile *file)
{
  cyan_session_restore_filter (self, file->filter, NULL, file->before_filter);
  if (file->shown != NULL && file->filter->criteria != 0)
    self->shown_later = cyan_shown_nodes_ref (file->shown);
}

static void
restore_shown (CyanSession *self, const CyanSessionFile *file)
{
  if (file->shown == NULL)
    return;
  cyan_layout_restore (self->layout, file->shown);
  g_clear_pointer (&self->whole, cyan_shown_nodes_unref);
  if (file->before_focus != NULL)
    self->whole = cyan_shown_nodes_ref (file->before_focus);
}

void
cyan_session_restore (CyanSession *self, const CyanSessionFile *file)
{
  const guint32 *pair = self->comparison->compared.pairs->of_node;

  cyan_session_set_basis (self, file->basis);
  cyan_session_set_width (self, file->width);
  cyan_session_set_sizes (self, file->sizes);
  restore_hot_path (self, file);
  restore_filter (self, file);
  restore_shown (self, file);
  if (file->selected != CYAN_NODE_NONE)
    {
      if (!cyan_layout_is_shown (self->layout, file->selected))
        cyan_layout_reveal (self->layout, file->selected);
      self->selected = file->selected;
      self->first = CYAN_NODE_NONE;
    }
  if (file->selected != CYAN_NODE_NONE && file->reads != CYAN_NODE_NONE)
    {
      self->read_for = self->selected;
      self->read = pair[file->reads];
    }
  cyan_session_forget_views (self);
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
  if (file->filter->criteria != 0)
    cyan_session_apply_filter (self, CYAN_FILTERED_RESTORED);
}
