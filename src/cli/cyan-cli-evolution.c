/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a store to the steps of its series, and to a report of them. */
#include "cyan-cli-evolution.h"

#include <string.h>

#include "cyan-chart.h"
#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-output.h"
#include "cyan-store-request.h"

/* By CyanEvolutionOrder. */
static const char *const order_names[] = { "size", "newest", "name", NULL };

void
cyan_cli_evolution_clear (CyanCliEvolution *self)
{
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->metric);
  g_free (self->function);
  g_free (self->machine);
  g_free (self->branch);
  g_free (self->magnitude);
  g_free (self->alpha);
  g_free (self->format);
  g_free (self->path);
  g_free (self->base);
  g_free (self->order);
  g_free (self->palette);
}

static gboolean
parse_steps (const CyanCliEvolution *options, CyanStepsOptions *steps, GError **error)
{
  if (options->magnitude != NULL
      && !cyan_cli_parse_share ("--magnitude", options->magnitude, &steps->magnitude, error))
    return FALSE;
  if (options->alpha != NULL
      && (!cyan_cli_parse_share ("--alpha", options->alpha, &steps->alpha, error)
          || !(steps->alpha > 0 && steps->alpha < 1)))
    {
      g_clear_error (error);
      return cyan_fail (error, CYAN_ERROR_INVALID,
                        "--alpha: \"%s\" is not a number above 0 and below 1", options->alpha);
    }
  return TRUE;
}

static CyanEvolution *
read_evolution (CyanStore *store,
                const CyanCliEvolution *options,
                const CyanStepsOptions *steps,
                GError **error)
{
  const CyanEvolutionQuery query = {
    .project = options->project,
    .benchmark = options->benchmark,
    .metric = options->metric,
    .machine = options->machine,
    .function = options->function,
    .tip = options->branch,
    .last = (guint) options->last,
  };
  g_autoptr (CyanEvolution) evolution = cyan_evolution_read (store, &query, error);

  if (evolution == NULL || !cyan_evolution_find_steps (evolution, steps, error))
    return NULL;
  return g_steal_pointer (&evolution);
}

/* The column of the revision @name, or of the only one that begins with it. */
static gboolean
find_base (const CyanEvolution *evolution, const char *name, guint *base, GError **error)
{
  guint n = 0;

  *base = CYAN_EVOLUTION_NO_BASE;
  for (guint i = 0; name != NULL && i < evolution->n_columns; i++)
    if (strcmp (evolution->columns[i].oid, name) == 0)
      {
        *base = i;
        return TRUE;
      }
    else if (g_str_has_prefix (evolution->columns[i].oid, name))
      {
        *base = i;
        n++;
      }
  if (name == NULL || n == 1)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID,
                    n == 0 ? "--base: no revision \"%s\" is shown"
                           : "--base: several revisions begin with \"%s\"",
                    name);
}

/* ---- pictures ---- */

typedef GBytes *(*Draw) (const CyanScene *scene, const CyanTick *tick, GError **error);

static GBytes *
draw_png (const CyanScene *scene, const CyanTick *tick, GError **error)
{
  return cyan_scene_to_png (scene, cyan_scene_png_zoom (scene, NULL), tick, error);
}

static const struct
{
  const char *name;
  Draw draw;
} pictures[] = {
  { "svg", cyan_scene_to_svg },
  { "png", draw_png },
  { "pdf", cyan_scene_to_pdf },
};

/* The picture that is asked for: by the format, or without one by the ending of the file.  NULL:
 * none. */
static Draw
find_picture (const CyanCliEvolution *options)
{
  const char *name = options->format, *ending;

  if (name == NULL && options->path != NULL)
    {
      ending = strrchr (options->path, '.');
      name = ending != NULL ? ending + 1 : NULL;
    }
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (pictures); i++)
    if (g_ascii_strcasecmp (name, pictures[i].name) == 0)
      return pictures[i].draw;
  return NULL;
}

static gboolean
draw (const CyanCliEvolution *options,
      const CyanReportEvolution *about,
      CyanPalette palette,
      gboolean is_heat,
      Draw picture,
      GError **error)
{
  CyanChartStyle style = CYAN_CHART_STYLE_INIT;
  g_autoptr (CyanChart) chart = NULL;
  g_autoptr (CyanScene) scene = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (CyanOutput) output = NULL;
  gsize length;
  const char *data;

  style.theme.palette = palette;
  style.theme.dark = options->dark;
  style.by_date = options->by_date;
  style.from_zero = options->from_zero;
  style.order = about->order;
  style.base = about->base;
  chart = is_heat ? cyan_chart_new_heat (about->evolution, &style)
                  : cyan_chart_new_evolution (about->evolution, &style);
  scene = cyan_scene_new_chart_page (chart, NULL);
  bytes = picture (scene, NULL, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  output = cyan_output_open (options->path != NULL ? options->path : "-", error);
  return output != NULL && cyan_output_write (output, data, (gssize) length, error)
         && cyan_output_close (g_steal_pointer (&output), error);
}

/* ---- why the largest step is there ---- */

static gboolean
load_largest (CyanStore *store, const CyanEvolution *evolution, CyanRequest *request)
{
  g_autoptr (GArray) steps = cyan_evolution_list_steps (evolution, CYAN_EVOLUTION_BY_SIZE);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  const CyanEvolutionStep *step;
  const CyanEvolutionSeries *series;
  CyanStorePair pair;

  if (steps->len == 0)
    return FALSE;
  step = &g_array_index (steps, CyanEvolutionStep, 0);
  series = &evolution->series[step->series];
  pair = (CyanStorePair){ .project = evolution->project,
                          .benchmark = series->benchmark,
                          .definition = series->definition,
                          .machine = series->machine,
                          .revisions = { evolution->columns[step->before].oid,
                                         evolution->columns[step->after].oid } };
  return cyan_store_request (store, &pair, request, notes, NULL, NULL);
}

/* Compares the two sides of the largest step and ranks where to start.  FALSE if that cannot be done:
 * runs may be kept without profiles. */
static gboolean
compare_largest (CyanStore *store, const CyanEvolution *evolution, CyanCliSession *session)
{
  g_autoptr (CyanRequest) request = cyan_request_new (NULL, NULL);

  if (!load_largest (store, evolution, request))
    return FALSE;
  session->result = cyan_pipeline_run (request, NULL, FALSE, NULL, NULL);
  if (session->result == NULL)
    return FALSE;
  session->comparison = session->result->comparison;
  session->sources = session->result->sources;
  if (cyan_source_table_has_sources (session->sources)
      && !cyan_source_table_fill (session->sources, NULL, NULL))
    return FALSE;
  session->known = cyan_source_table_snapshot (session->sources);
  return cyan_cli_session_rank (session, NULL);
}

/* ---- the command ---- */

static gboolean
find_form (const CyanReport *report,
           const CyanCliEvolution *options,
           CyanReportForm *form,
           GError **error)
{
  if (cyan_cli_find_form (report, options->format, form, error))
    return TRUE;
  g_clear_error (error);
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                    "--format: no format \"%s\"; text, csv, json, svg, png or pdf",
                    options->format);
}

static gboolean
run (const CyanReport *report, const CyanCliEvolution *options, const char *path, GError **error)
{
  CyanStepsOptions steps = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autofree char *name = g_filename_display_name (path);
  guint order = CYAN_EVOLUTION_BY_SIZE, palette = CYAN_PALETTE_CLASSIC;
  CyanReportEvolution about = { .store = name, .names_project = options->project != NULL };
  g_auto (CyanCliSession) session = { 0 };
  CyanReportOptions largest;
  Draw picture = find_picture (options);
  CyanReportForm form = CYAN_REPORT_FORM_TEXT;

  if ((picture == NULL && !find_form (report, options, &form, error))
      || !parse_steps (options, &steps, error)
      || !cyan_cli_parse_name ("--sort", "order", options->order, order_names, &order, error)
      || !cyan_cli_parse_name ("--palette", "palette", options->palette, cyan_palette_names,
                               &palette, error))
    return FALSE;
  store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  if (store == NULL)
    return FALSE;
  evolution = read_evolution (store, options, &steps, error);
  if (evolution == NULL || !find_base (evolution, options->base, &about.base, error))
    return FALSE;
  about.evolution = evolution;
  about.order = (CyanEvolutionOrder) order;
  if (picture != NULL)
    return draw (options, &about, (CyanPalette) palette, report == &cyan_report_heat, picture,
                 error);
  if (form == CYAN_REPORT_FORM_TEXT && report == &cyan_report_evolution
      && compare_largest (store, evolution, &session))
    {
      largest = cyan_cli_session_report (&session, 0);
      about.largest = &largest;
    }
  return cyan_cli_report (report, &about, form, options->raw_cells, options->path, error);
}

int
cyan_cli_evolution_run (const CyanCliEvolution *options,
                        const char *command,
                        const CyanReport *report,
                        int argc,
                        char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    return cyan_cli_fail ("%s needs one store", command);
  if (options->last < 0)
    return cyan_cli_fail ("--last: a number of revisions is not negative");
  return run (report, options, argv[1], &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
