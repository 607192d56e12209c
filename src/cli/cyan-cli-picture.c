/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the blueprint of a session to a file. */
#include "cyan-cli.h"
#include "cyan-hot-path.h"

gboolean
cyan_cli_draw (const CyanCliSession *session,
               const CyanCliPicture *picture,
               const char *path,
               GError **error)
{
  CyanComparison *comparison = session->comparison;
  g_autoptr (CyanLabels) labels = cyan_labels_new (comparison);
  g_autoptr (CyanLayout) layout = NULL;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (CyanHotPath) hot_path = cyan_cli_session_hot_path (session);
  const CyanTitles titles = { session->result->names[0], session->result->names[1] };
  const CyanStyle style = {
    .theme = picture->theme,
    .changes = session->known->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .hot_path = hot_path,
  };

  layout =
      cyan_layout_new (comparison, &picture->scale, session->basis, cyan_labels_measure, labels);
  cyan_layout_open (layout, picture->opening, picture->n, G_MAXUINT);
  if (picture->reveal != CYAN_NODE_NONE)
    cyan_layout_reveal (layout, picture->reveal);
  scene = cyan_scene_new_page (layout, &style, &titles, NULL, NULL, NULL);
  return cyan_scene_save (scene, path, NULL, error);
}
