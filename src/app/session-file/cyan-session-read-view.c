/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what is in view from session files: the view, the filter and the canvas. */
#include "cyan-session-read.h"

static gboolean
read_basis (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint basis;

  if (!cyan_session_read_word (walk, token, cyan_basis_names, &basis, error))
    return FALSE;
  self->file->basis = (CyanBasis) basis;
  return TRUE;
}

static gboolean
read_width (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint width;

  if (!cyan_session_read_word (walk, token, cyan_width_names, &width, error))
    return FALSE;
  self->file->width = (CyanWidth) width;
  return TRUE;
}

static gboolean
read_sizes (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint sizes;

  if (!cyan_session_read_word (walk, token, cyan_sizes_names, &sizes, error))
    return FALSE;
  self->file->sizes = (CyanSizes) sizes;
  return TRUE;
}

CYAN_SESSION_READ (read_view_name, cyan_json_walk_text (walk, token, &self->file->view, error))
CYAN_SESSION_READ (read_table, cyan_json_walk_text (walk, token, &self->file->table, error))
CYAN_SESSION_READ (read_hot_path, cyan_json_walk_text (walk, token, &self->file->hot_path, error))
CYAN_SESSION_READ (read_hot_rank,
                   cyan_session_read_count (walk, token, &self->file->hot_rank, error))
CYAN_SESSION_READ (read_details, cyan_session_read_flag (walk, token, &self->file->panes[0], error))
CYAN_SESSION_READ (read_sources_pane,
                   cyan_session_read_flag (walk, token, &self->file->panes[1], error))
CYAN_SESSION_READ (read_legend, cyan_session_read_flag (walk, token, &self->file->panes[2], error))
CYAN_SESSION_READ (read_edits, cyan_session_read_flag (walk, token, &self->file->panes[3], error))

gboolean
cyan_session_read_view (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "name", .read = read_view_name },       { .key = "basis", .read = read_basis },
    { .key = "width", .read = read_width },          { .key = "sizes", .read = read_sizes },
    { .key = "table", .read = read_table },          { .key = "hot-path", .read = read_hot_path },
    { .key = "hot-rank", .read = read_hot_rank },    { .key = "details", .read = read_details },
    { .key = "sources", .read = read_sources_pane }, { .key = "legend", .read = read_legend },
    { .key = "edits", .read = read_edits },
  };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

static gboolean
read_criterion (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  guint criterion;

  if (!cyan_session_read_word (walk, token, cyan_criterion_names, &criterion, error))
    return FALSE;
  /* A place and a share have members of their own. */
  if (criterion < CYAN_CRITERION_PLACE)
    cyan_filter_set (self->file->filter, (CyanCriterion) criterion, TRUE);
  return TRUE;
}

static gboolean
read_filter_place (CyanJsonWalk *walk,
                   CyanJsonToken token,
                   gboolean is_file,
                   CyanSessionReader *self,
                   GError **error)
{
  g_autofree char *place = NULL;

  if (!cyan_json_walk_text (walk, token, &place, error))
    return FALSE;
  cyan_filter_set_place (self->file->filter, place, is_file);
  return TRUE;
}

CYAN_SESSION_READ (read_module, read_filter_place (walk, token, FALSE, self, error))
CYAN_SESSION_READ (read_file, read_filter_place (walk, token, TRUE, self, error))

static gboolean
read_share (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  CyanSessionReader *self = data;
  double share;

  if (!cyan_session_read_range (walk, token, 0, 1, &share, error))
    return FALSE;
  cyan_filter_set_share (self->file->filter, share);
  return TRUE;
}

gboolean
cyan_session_read_filter (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "criteria", .read = read_criterion, .each = TRUE },
    { .key = "module", .read = read_module },
    { .key = "file", .read = read_file },
    { .key = "share", .read = read_share },
  };

  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}

/* Pixels of a picture are doubles that scrolling and zooming can still tell apart. */
#define FAR 1e9

#define READ_PLACE(field, least, most)                                                             \
  CYAN_SESSION_READ (place_##field, cyan_session_read_range (walk, token, least, most,             \
                                                             &self->file->place.field, error))

CYAN_SESSION_READ (read_fitted,
                   cyan_session_read_flag (walk, token, &self->file->place.is_fitted, error))
CYAN_SESSION_READ (read_keeps_scale,
                   cyan_session_read_flag (walk, token, &self->file->place.keeps_scale, error))
READ_PLACE (width, 1, 1e5)
READ_PLACE (height, 1, 1e5)
READ_PLACE (zoom, 1e-6, 1e3)
READ_PLACE (x, -FAR, FAR)
READ_PLACE (y, -FAR, FAR)
READ_PLACE (px_per_height, 1e-3, FAR)
READ_PLACE (px_per_width, 1e-3, FAR)
READ_PLACE (level_gap, 0, 1e3)
READ_PLACE (part_wide, 1e-3, 1)
READ_PLACE (part_high, 1e-3, 1)

gboolean
cyan_session_read_canvas (CyanJsonWalk *walk, CyanJsonToken token, gpointer data, GError **error)
{
  static const CyanJsonMember members[] = {
    { .key = "fitted", .read = read_fitted, .required = TRUE },
    { .key = "keeps-scale", .read = read_keeps_scale, .required = TRUE },
    { .key = "width", .read = place_width, .required = TRUE },
    { .key = "height", .read = place_height, .required = TRUE },
    { .key = "zoom", .read = place_zoom, .required = TRUE },
    { .key = "x", .read = place_x, .required = TRUE },
    { .key = "y", .read = place_y, .required = TRUE },
    { .key = "px-per-height", .read = place_px_per_height, .required = TRUE },
    { .key = "px-per-width", .read = place_px_per_width, .required = TRUE },
    { .key = "level-gap", .read = place_level_gap, .required = TRUE },
    { .key = "part-wide", .read = place_part_wide, .required = TRUE },
    { .key = "part-high", .read = place_part_high, .required = TRUE },
  };
  CyanSessionReader *self = data;

  self->file->place.is_known = TRUE;
  return cyan_json_walk_object (walk, token, members, G_N_ELEMENTS (members), data, error);
}
