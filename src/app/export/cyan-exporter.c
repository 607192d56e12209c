/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws and writes pictures and reports in a thread. */
#include "cyan-exporter.h"

#include "cyan-hot-path.h"
#include "cyan-i18n.h"
#include "cyan-output.h"
#include "cyan-report-comparison.h"
#include "cyan-report-history.h"
#include "cyan-report-page.h"
#include "cyan-widgets.h"

/* The part of the work that is done when the scene is there, and when the PNG is there. */
#define SCENE 0.4
#define PNG   0.8

/* The part of the work on a report that finds the changes of all sources, and that makes the
 * page. */
#define SOURCES 0.5
#define PAGE    0.9

/* One picture, or one report.  The thread makes labels and a layout of its own, since those belong
 * to one thread; what else it reads does not change. */
typedef struct
{
  CyanComparison *comparison;
  CyanScale scale;
  CyanBasis basis;
  CyanWidth width;
  gboolean folds;
  CyanShownNodes *shown;
  CyanFiltered *filtered; /* or NULL */
  CyanExportPicture picture;
  CyanSourceSnapshot *known;
  CyanSourceTable *sources;
  GPtrArray *hot_paths; /* of CyanHotPath */
  CyanNode start;       /* CYAN_NODE_NONE: no function stands out */
  char *start_name;
  guint hot_rank;
  char *names[2];
  CyanNode top;                 /* fills the icicles or the rings */
  CyanPartition *partitions[2]; /* of these: one, or before and after; else NULL */
  char *path;                   /* of a file */
  CyanPngSize size;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  g_free (self->path);
  if (self->picture.history != NULL)
    {
      cyan_history_picture_free (self->picture.history);
      g_free (self);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->partitions); i++)
    g_clear_pointer (&self->partitions[i], cyan_partition_unref);
  cyan_comparison_unref (self->comparison);
  cyan_shown_nodes_unref (self->shown);
  cyan_filtered_unref (self->filtered);
  cyan_source_snapshot_unref (self->known);
  cyan_source_table_unref (self->sources);
  g_ptr_array_unref (self->hot_paths);
  g_free (self->names[0]);
  g_free (self->names[1]);
  g_free (self->start_name);
  g_free (self);
}

static CyanLayout *
layout_new (const Export *self, CyanLabels *labels)
{
  CyanLayout *layout =
      cyan_layout_new (self->comparison, &self->scale, self->basis, cyan_labels_measure, labels);

  cyan_layout_set_width (layout, self->width);
  cyan_layout_set_folds (layout, self->folds);
  cyan_layout_keep_modified (layout, self->known->changes);
  cyan_layout_set_filter (layout, self->filtered);
  cyan_layout_restore (layout, self->shown);
  return layout;
}

static CyanScene *
tree_new (const Export *self,
          const CyanStyle *style,
          const CyanTitles *titles,
          const CyanTick *tick,
          GError **error)
{
  g_autoptr (CyanLayout) layout = layout_new (self, style->labels);

  return cyan_scene_new_page (layout, style, titles,
                              self->picture.is_part ? &self->picture.view : NULL, tick, error);
}

static CyanScene *
icicles_new (const Export *self,
             const CyanStyle *style,
             const CyanTitles *titles,
             const CyanTick *tick,
             GError **error)
{
  g_autoptr (CyanIcicles) icicles =
      self->picture.kind == CYAN_EXPORT_SIDES
          ? cyan_icicles_new_of_sides (self->partitions[0], self->partitions[1])
          : cyan_icicles_new (self->partitions[0]);

  cyan_icicles_set_filter (icicles, self->filtered);
  cyan_icicles_set_top (icicles, self->top);
  return cyan_scene_new_icicles_page (icicles, &self->picture.look, style, titles,
                                      self->picture.is_part ? &self->picture.view : NULL, tick,
                                      error);
}

static CyanScene *
rings_new (const Export *self,
           const CyanStyle *style,
           const CyanTitles *titles,
           const CyanTick *tick,
           GError **error)
{
  g_autoptr (CyanRings) rings = cyan_rings_new (self->partitions[0]);

  cyan_rings_set_thickness (rings, self->picture.thickness);
  cyan_rings_set_filter (rings, self->filtered);
  cyan_rings_set_top (rings, self->top);
  cyan_rings_set_radius (rings, self->picture.radius);
  return cyan_scene_new_rings_page (rings, style, titles, tick, error);
}

/* Paper is white, whatever the desktop is. */
static CyanStyle
style_of (const Export *self, const CyanSourceSnapshot *known, CyanLabels *labels)
{
  return (CyanStyle){
    .theme = { .palette = self->picture.palette, .font = cyan_desktop_font () },
    .changes = known->changes,
    .selected = CYAN_NODE_NONE,
    .hovered = CYAN_NODE_NONE,
    .start = self->start,
    .start_name = self->start_name,
    .hot_path = g_ptr_array_index (self->hot_paths, self->hot_rank),
    .labels = labels,
  };
}

static CyanScene *
export_scene (const Export *self, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanLabels) labels = NULL;
  const CyanTitles titles = { self->names[0], self->names[1] };
  CyanStyle style;

  if (self->picture.history != NULL)
    return cyan_history_picture_new_scene (self->picture.history);
  labels = cyan_labels_new (self->comparison, cyan_desktop_font ());
  style = style_of (self, self->known, labels);
  switch (self->picture.kind)
    {
    case CYAN_EXPORT_ICICLE:
    case CYAN_EXPORT_SIDES:
      return icicles_new (self, &style, &titles, tick, error);
    case CYAN_EXPORT_RINGS:
      return rings_new (self, &style, &titles, tick, error);
    case CYAN_EXPORT_TREE:
    default:
      return tree_new (self, &style, &titles, tick, error);
    }
}

static gboolean
save_picture (const Export *self, const CyanTick *tick, GError **error)
{
  CyanTick lays_out = cyan_tick_slice (tick, 0, SCENE);
  CyanTick saves = cyan_tick_slice (tick, SCENE, 1);
  g_autoptr (CyanScene) scene = export_scene (self, &lays_out, error);

  return scene != NULL && cyan_scene_save (scene, self->path, &self->size, &saves, error);
}

static void
find_texts (guint32 pair, CyanFunctionText *texts[2], gpointer data)
{
  g_auto (CyanSourcePair) found = { 0 };

  if (!cyan_source_table_look_up (data, pair, &found, NULL, NULL))
    return;
  texts[0] = g_steal_pointer (&found.before);
  texts[1] = g_steal_pointer (&found.after);
}

static gboolean
write_piece (const char *bytes, gsize length, gpointer data, GError **error)
{
  return cyan_output_write (data, bytes, (gssize) length, error);
}

static gboolean
save_report (const Export *self, const CyanTick *tick, GError **error)
{
  CyanTick reads = cyan_tick_slice (tick, 0, SOURCES);
  CyanTick makes = cyan_tick_slice (tick, SOURCES, PAGE);
  g_autoptr (CyanLabels) labels = cyan_labels_new (self->comparison, cyan_desktop_font ());
  g_autoptr (CyanLayout) layout = layout_new (self, labels);
  const CyanTitles titles = { self->names[0], self->names[1] };
  g_autoptr (CyanSourceSnapshot) known = NULL;
  g_autoptr (CyanRanking) ranking = NULL;
  g_auto (CyanReportPage) page = { 0 };
  g_autoptr (CyanOutput) output = NULL;
  CyanReportOptions options = {
    .comparison = self->comparison,
    .basis = self->basis,
    .before_name = self->names[0],
    .after_name = self->names[1],
    .page = &page,
  };
  CyanStyle style;

  if (!cyan_source_table_fill (self->sources, &reads, error))
    return FALSE;
  known = cyan_source_table_snapshot (self->sources);
  options.changes = known->changes;
  options.presence = known->presence;
  if (!self->comparison->compared.single)
    {
      const CyanRankingSources sources = cyan_source_snapshot_for_ranking (known);

      ranking = cyan_ranking_new (self->comparison, &sources, NULL, error);
      if (ranking == NULL)
        return FALSE;
    }
  options.ranking = ranking;
  style = style_of (self, known, labels);
  if (!cyan_report_page_init (&page, layout, &style, &titles, &makes, error))
    return FALSE;
  page.texts = find_texts;
  page.texts_data = self->sources;
  output = cyan_output_open (self->path, error);
  return output != NULL
         && cyan_report_write (&cyan_report_compare, &options, CYAN_REPORT_FORM_HTML, FALSE,
                               write_piece, output, error)
         && cyan_tick (tick, 1, N_ ("Writing"), error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

static gboolean
save_rows (const Export *self, GError **error)
{
  const CyanReportEvolution about = { .evolution =
                                          cyan_history_picture_evolution (self->picture.history),
                                      .base = CYAN_EVOLUTION_NO_BASE };
  g_autoptr (CyanOutput) output = cyan_output_open (self->path, error);

  return output != NULL
         && cyan_report_write (cyan_history_picture_is_heat (self->picture.history)
                                   ? &cyan_report_heat
                                   : &cyan_report_evolution,
                               &about, CYAN_REPORT_FORM_CSV, FALSE, write_piece, output, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

/* Any pointer but NULL for a file that is there. */
static gpointer
export_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Export *self = data;
  gboolean is_history = self->picture.history != NULL;
  gboolean saved = is_history && g_str_has_suffix (self->path, ".csv") ? save_rows (self, error)
                   : !is_history && g_str_has_suffix (self->path, ".html")
                       ? save_report (self, tick, error)
                       : save_picture (self, tick, error);

  return GINT_TO_POINTER (saved);
}

/* Forms of a picture in the clipboard. */
static const char *const content_types[] = { "image/png", "image/svg+xml" };

/* Returns a GPtrArray of the GBytes of each of these. */
static gpointer
draw_content (gpointer data, const CyanTick *tick, GError **error)
{
  CyanTick lays_out = cyan_tick_slice (tick, 0, SCENE);
  CyanTick paints = cyan_tick_slice (tick, SCENE, PNG);
  CyanTick writes = cyan_tick_slice (tick, PNG, 1);
  g_autoptr (CyanScene) scene = export_scene (data, &lays_out, error);
  g_autoptr (GBytes) png = NULL, svg = NULL;
  GPtrArray *forms;

  if (scene == NULL)
    return NULL;
  png = cyan_scene_to_png (scene, cyan_scene_png_zoom (scene, NULL), &paints, error);
  if (png == NULL)
    return NULL;
  svg = cyan_scene_to_svg (scene, &writes, error);
  if (svg == NULL)
    return NULL;
  forms = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_ptr_array_add (forms, g_steal_pointer (&png));
  g_ptr_array_add (forms, g_steal_pointer (&svg));
  return forms;
}

static gpointer
draw_scene (gpointer data, const CyanTick *tick, GError **error)
{
  return export_scene (data, tick, error);
}

/* An export of the current state of @session. */
static Export *
export_new (CyanSession *session, const CyanExportPicture *picture)
{
  CyanLayout *layout = picture->history == NULL ? cyan_session_layout (session) : NULL;
  Export *self = g_new0 (Export, 1);

  self->picture = *picture;
  if (picture->history != NULL)
    return self;
  self->comparison = cyan_comparison_ref (cyan_session_comparison (session));
  self->scale = *cyan_layout_scale (layout);
  self->basis = cyan_layout_basis (layout);
  self->width = cyan_layout_width (layout);
  self->folds = cyan_layout_folds (layout);
  self->shown = cyan_layout_save (layout);
  if (cyan_session_filtered (session) != NULL)
    self->filtered = cyan_filtered_ref ((CyanFiltered *) cyan_session_filtered (session));
  self->known = cyan_source_snapshot_ref (cyan_session_model (session)->known);
  self->sources = cyan_source_table_ref (cyan_session_model (session)->sources);
  self->hot_paths = g_ptr_array_ref ((GPtrArray *) cyan_session_hot_paths (session));
  self->hot_rank = cyan_session_hot_rank (session);
  self->start = cyan_session_model (session)->start;
  self->start_name = g_strdup (cyan_session_model (session)->start_name);
  self->names[0] = g_strdup (cyan_session_before_name (session));
  self->names[1] = g_strdup (cyan_session_after_name (session));
  self->top = cyan_layout_top (layout);
  if (picture->kind == CYAN_EXPORT_SIDES)
    cyan_session_get_sides (session, self->partitions);
  else if (picture->kind != CYAN_EXPORT_TREE)
    self->partitions[0] = cyan_session_partition (session);
  for (guint i = 0; i < G_N_ELEMENTS (self->partitions); i++)
    if (self->partitions[i] != NULL)
      cyan_partition_ref (self->partitions[i]);
  return self;
}

void
cyan_export_async (CyanSession *session,
                   const CyanExportPicture *picture,
                   const char *path,
                   const CyanPngSize *size,
                   const CyanTaskCaller *caller)
{
  GTask *task = cyan_task_new (caller);
  Export *self = export_new (session, picture);

  self->path = g_strdup (path);
  self->size = *size;
  /* The file may be there although somebody cancelled: the thread knows. */
  g_task_set_check_cancellable (task, FALSE);
  cyan_task_run (task, export_in_thread, self, export_free, NULL);
}

gboolean
cyan_export_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error) != NULL;
}

void
cyan_export_content_async (CyanSession *session,
                           const CyanExportPicture *picture,
                           const CyanTaskCaller *caller)
{
  GTask *task = cyan_task_new (caller);

  cyan_task_run (task, draw_content, export_new (session, picture), export_free,
                 (GDestroyNotify) g_ptr_array_unref);
}

GdkContentProvider *
cyan_export_content_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GPtrArray) forms = cyan_task_finish (result, error);
  GdkContentProvider *providers[G_N_ELEMENTS (content_types)];

  if (forms == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (content_types); i++)
    providers[i] =
        gdk_content_provider_new_for_bytes (content_types[i], g_ptr_array_index (forms, i));
  return gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
}

void
cyan_export_scene_async (CyanSession *session,
                         const CyanExportPicture *picture,
                         const CyanTaskCaller *caller)
{
  GTask *task = cyan_task_new (caller);

  cyan_task_run (task, draw_scene, export_new (session, picture), export_free,
                 (GDestroyNotify) cyan_scene_free);
}
