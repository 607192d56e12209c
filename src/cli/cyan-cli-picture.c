/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the blueprint of a session to a file. */
#include "cyan-cli.h"
#include "cyan-hot-path.h"

static void
fit_scale (CyanLayout *layout, const CyanScale *wanted)
{
  const CyanFit page = CYAN_FIT_PAGE;
  CyanScale scale;

  cyan_layout_fold_to_fit (layout, &page);
  scale = *cyan_layout_scale (layout);
  if (wanted->px_per_height > 0)
    scale.px_per_height = wanted->px_per_height;
  if (wanted->px_per_width > 0)
    scale.px_per_width = wanted->px_per_width;
  cyan_layout_set_scale (layout, &scale);
}

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
  const CyanScale scale = CYAN_SCALE_INIT;
  const CyanTitles titles = { session->result->names[0], session->result->names[1] };
  const CyanStyle style = {
    .theme = picture->theme,
    .changes = session->known->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .hot_path = hot_path,
  };

  layout = cyan_layout_new (comparison, &scale, session->basis, cyan_labels_measure, labels);
  if (picture->has_width)
    cyan_layout_set_width (layout, picture->width);
  cyan_layout_set_folds (layout, !picture->unfolded);
  cyan_layout_keep_modified (layout, session->known->changes);
  cyan_layout_open (layout, picture->opening, picture->n, G_MAXUINT);
  if (picture->reveal != CYAN_NODE_NONE)
    {
      cyan_layout_reveal (layout, picture->reveal);
      cyan_layout_keep (layout, picture->reveal);
    }
  fit_scale (layout, &picture->scale);
  scene = cyan_scene_new_page (layout, &style, &titles, NULL, NULL, NULL);
  return cyan_scene_save (scene, path, NULL, error);
}
