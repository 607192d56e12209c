/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes pictures of a session to a file. */
#include "cyan-cli.h"
#include "cyan-error.h"
#include "cyan-hot-path.h"
#include "cyan-scene.h"

/* Pixels from the left to the right of an icicle, or of two. */
#define ICICLE_WIDTH 1200.0
/* Pixels from the middle of a ring chart to its last circle. */
#define RINGS_RADIUS 460.0

/* The picture of a hot path is a page; others are as large as what they show. */
static void
fit_scale (CyanLayout *layout, const CyanHotPath *path, const CyanScale *wanted)
{
  CyanFit page = CYAN_FIT_PAGE;
  CyanScale scale;

  if (path != NULL)
    cyan_layout_fit_opening (layout, path, &page);
  else
    cyan_layout_fit (layout, &page);
  scale = *cyan_layout_scale (layout);
  if (wanted->px_per_height > 0)
    scale.px_per_height = wanted->px_per_height;
  if (wanted->px_per_width > 0)
    scale.px_per_width = wanted->px_per_width;
  cyan_layout_set_scale (layout, &scale);
}

static CyanLayout *
blueprint_layout (const CyanCliSession *session,
                  const CyanCliPicture *picture,
                  CyanFiltered *filtered,
                  const CyanStyle *style)
{
  const CyanScale scale = CYAN_SCALE_INIT;
  CyanLayout *layout = cyan_layout_new (session->comparison, &scale, session->basis,
                                        cyan_labels_measure, style->labels);
  if (picture->has_width)
    cyan_layout_set_width (layout, picture->width);
  cyan_layout_set_folds (layout, !picture->unfolded);
  cyan_layout_keep_modified (layout, session->known->changes);
  cyan_layout_set_filter (layout, filtered);
  if (picture->opening == CYAN_OPENING_HOT_PATH)
    cyan_layout_open_path (layout, style->hot_path, G_MAXUINT);
  else
    cyan_layout_open (layout, picture->opening, picture->n, G_MAXUINT);
  if (filtered != NULL && picture->opening == CYAN_OPENING_HOT_PATH)
    cyan_layout_show_matches (layout, CYAN_LAYOUT_N_MATCHES);
  if (picture->reveal != CYAN_NODE_NONE)
    {
      cyan_layout_reveal (layout, picture->reveal);
      cyan_layout_keep (layout, picture->reveal);
    }
  if (style->start != CYAN_NODE_NONE)
    cyan_layout_keep (layout, style->start);
  fit_scale (layout,
             picture->opening == CYAN_OPENING_HOT_PATH && filtered == NULL ? style->hot_path : NULL,
             &picture->scale);
  return layout;
}

static void
count_box (const CyanPlaced *placed, gpointer n)
{
  ++*(guint *) n;
}

/* A picture of all contexts of a large program is a million pixels wide and takes long. */
static gboolean
check_boxes (CyanLayout *layout, guint limit, GError **error)
{
  guint n = 0;

  cyan_layout_visit (layout, NULL, 1, count_box, &n);
  return limit == 0 || n <= limit
         || cyan_fail (error, CYAN_ERROR_LIMIT,
                       "the picture would have %'u boxes, more than %'u; show less with --open or "
                       "--only, take --view icicle without --open, or raise --box-limit",
                       n, limit);
}

static CyanScene *
blueprint_new (const CyanCliSession *session,
               const CyanCliPicture *picture,
               CyanFiltered *filtered,
               const CyanStyle *style,
               const CyanTitles *titles,
               GError **error)
{
  g_autoptr (CyanLayout) layout = blueprint_layout (session, picture, filtered, style);

  return check_boxes (layout, picture->box_limit, error)
             ? cyan_scene_new_page (layout, style, titles, NULL, NULL, error)
             : NULL;
}

static CyanScene *
draw_icicles (CyanIcicles *icicles,
              const CyanCliPicture *picture,
              CyanFiltered *filtered,
              const CyanStyle *style,
              const CyanTitles *titles)
{
  const CyanIcicleLook look = { .width = ICICLE_WIDTH, .flames = picture->flames };

  cyan_icicles_set_filter (icicles, filtered);
  return cyan_scene_new_icicles_page (icicles, &look, style, titles, NULL, NULL, NULL);
}

static CyanScene *
icicle_new (const CyanCliSession *session,
            const CyanCliPicture *picture,
            CyanFiltered *filtered,
            const CyanStyle *style,
            const CyanTitles *titles)
{
  g_autoptr (CyanPartition) partition =
      cyan_partition_new (session->comparison, session->basis, picture->sizes);
  g_autoptr (CyanIcicles) icicle = cyan_icicles_new (partition);

  return draw_icicles (icicle, picture, filtered, style, titles);
}

static CyanScene *
sides_new (const CyanCliSession *session,
           const CyanCliPicture *picture,
           CyanFiltered *filtered,
           const CyanStyle *style,
           const CyanTitles *titles)
{
  g_autoptr (CyanPartition) before =
      cyan_partition_new (session->comparison, session->basis, CYAN_SIZES_BEFORE);
  g_autoptr (CyanPartition) after =
      cyan_partition_new (session->comparison, session->basis, CYAN_SIZES_AFTER);
  g_autoptr (CyanIcicles) sides = cyan_icicles_new_of_sides (before, after);

  return draw_icicles (sides, picture, filtered, style, titles);
}

static CyanScene *
rings_new (const CyanCliSession *session,
           const CyanCliPicture *picture,
           CyanFiltered *filtered,
           const CyanStyle *style,
           const CyanTitles *titles)
{
  g_autoptr (CyanPartition) partition =
      cyan_partition_new (session->comparison, session->basis, picture->sizes);
  g_autoptr (CyanRings) rings = cyan_rings_new (partition);

  cyan_rings_set_filter (rings, filtered);
  cyan_rings_set_thickness (rings, picture->thickness);
  cyan_rings_set_folds (rings, !picture->unfolded);
  cyan_rings_set_radius (rings, RINGS_RADIUS);
  return cyan_scene_new_rings_page (rings, style, titles, NULL, NULL);
}

/* The last two are borrowed. */
static CyanStyle
style_of (const CyanCliSession *session, CyanHotPath *hot_path, CyanLabels *labels)
{
  return (CyanStyle){ .changes = session->known->changes,
                      .selected = CYAN_NODE_NONE,
                      .hovered = CYAN_NODE_NONE,
                      .start = cyan_cli_session_start (session),
                      .start_name = cyan_cli_session_start_name (session),
                      .hot_path = hot_path,
                      .labels = labels };
}

gboolean
cyan_cli_draw (const CyanCliSession *session,
               const CyanCliPicture *picture,
               const char *path,
               GError **error)
{
  g_autoptr (CyanLabels) labels = cyan_labels_new (session->comparison, NULL);
  g_autoptr (CyanHotPath) hot_path = cyan_cli_session_hot_path (session);
  g_autoptr (CyanFiltered) filtered = NULL;
  g_autoptr (CyanScene) scene = NULL;
  const CyanTitles titles = { session->result->names[0], session->result->names[1] };
  CyanStyle style = style_of (session, hot_path, labels);

  style.theme = picture->theme;
  if (picture->filter != NULL)
    {
      filtered = cyan_filtered_new (session->comparison, picture->filter, session->basis,
                                    session->known->changes, NULL, NULL);
      if (filtered->n_matches == 0)
        return cyan_fail (error, CYAN_ERROR_INVALID, "--only: nothing matches");
    }
  switch (picture->view)
    {
    case CYAN_CLI_ICICLE:
      scene = icicle_new (session, picture, filtered, &style, &titles);
      break;
    case CYAN_CLI_SIDES:
      scene = sides_new (session, picture, filtered, &style, &titles);
      break;
    case CYAN_CLI_RINGS:
      scene = rings_new (session, picture, filtered, &style, &titles);
      break;
    case CYAN_CLI_BLUEPRINT:
    default:
      scene = blueprint_new (session, picture, filtered, &style, &titles, error);
    }
  return scene != NULL && cyan_scene_save (scene, path, &picture->png_size, NULL, error);
}

void
cyan_cli_find_texts (guint32 pair, CyanFunctionText *texts[2], gpointer data)
{
  g_auto (CyanSourcePair) found = { 0 };

  if (!cyan_source_table_look_up (data, pair, &found, NULL, NULL))
    return;
  texts[0] = g_steal_pointer (&found.before);
  texts[1] = g_steal_pointer (&found.after);
}

gboolean
cyan_cli_page (const CyanCliSession *session, CyanReportPage *page, GError **error)
{
  const CyanCliPicture picture = CYAN_CLI_PICTURE_INIT;
  const CyanTitles titles = { session->result->names[0], session->result->names[1] };
  g_autoptr (CyanLabels) labels = cyan_labels_new (session->comparison, NULL);
  g_autoptr (CyanHotPath) hot_path = cyan_cli_session_hot_path (session);
  const CyanStyle style = style_of (session, hot_path, labels);
  g_autoptr (CyanLayout) layout = blueprint_layout (session, &picture, NULL, &style);

  if (!cyan_report_page_init (page, layout, &style, &titles, NULL, error))
    return FALSE;
  page->texts = cyan_cli_find_texts;
  page->texts_data = session->sources;
  return TRUE;
}
