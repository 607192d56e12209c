/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan render`. */
#include "cyan-cli-evolution.h"
#include "cyan-cli-force.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-evolution-read.h"
#include "cyan-number.h"
#include "cyan-scene.h"

/* Larger scales are useless. */
#define MAX_PX 100000
/* The height of which --scale says how much it stands for, and the least that it can. */
#define SCALE_PX    100
#define LEAST_SHARE 1e-5

/* By CyanCliView. */
static const char *const view_names[] = {
  "blueprint", "icicle", "rings", "evolution", "heat", NULL
};

static const char *const picture_endings[] = { ".svg", ".png", ".pdf", NULL };

typedef struct
{
  char *path;
  char *opening;
  char *palette;
  char *width;
  char *series;
  char *view;
  char *sizes;
  char *thickness;
  char *png_size;
  char *only;
  gboolean flames;
  gboolean dark;
  gboolean unfolded;
  CyanScale scale;
  int box_limit; /* -1: the default */
} RenderOptions;

static void
render_options_clear (RenderOptions *self)
{
  g_free (self->path);
  g_free (self->opening);
  g_free (self->palette);
  g_free (self->width);
  g_free (self->series);
  g_free (self->view);
  g_free (self->sizes);
  g_free (self->thickness);
  g_free (self->png_size);
  g_free (self->only);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RenderOptions, render_options_clear)

/* 0 means that the scale follows the picture. */
static gboolean
is_px (double number)
{
  return number >= 0 && number <= MAX_PX;
}

/* Parses "5%", what SCALE_PX of height stand for, or "5%:20", with pixels for W = 1. */
static gboolean
parse_series (const char *text, CyanScale *scale, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *height =
      colon != NULL ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  double share, px = 0;

  if (!cyan_cli_parse_share ("--scale", height, &share, NULL) || share < LEAST_SHARE || share > 1
      || (colon != NULL
          && (!cyan_parse_double (colon + 1, strlen (colon + 1), &px)
              || !(px > 0 && px <= MAX_PX))))
    return cyan_fail (
        error, CYAN_ERROR_INVALID,
        "--scale: \"%s\" is not a share of 0.001%% to 100%%, such as 5%%, or a share and "
        "pixels, such as 5%%:20",
        text);
  if (scale->px_per_height > 0 || (colon != NULL && scale->px_per_width > 0))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--scale: sets what --px-per-height and --px-per-width set");
  scale->px_per_height = SCALE_PX / share;
  if (colon != NULL)
    scale->px_per_width = px;
  return TRUE;
}

/* Adds "modified", "share:5%", "module:libjq.so" or "file:src/jv.c" to @filter. */
static gboolean
parse_criterion (const char *text, CyanFilter *filter, GError **error)
{
  double share;

  for (guint i = 0; i < CYAN_CRITERION_PLACE; i++)
    if (strcmp (text, cyan_criterion_names[i]) == 0)
      {
        cyan_filter_set (filter, (CyanCriterion) i, TRUE);
        return TRUE;
      }
  if (g_str_has_prefix (text, "module:") || g_str_has_prefix (text, "file:"))
    cyan_filter_set_place (filter, strchr (text, ':') + 1, *text == 'f');
  else if (g_str_has_prefix (text, "share:")
           && cyan_cli_parse_share ("--only", strchr (text, ':') + 1, &share, NULL) && share > 0
           && share <= 1)
    cyan_filter_set_share (filter, share);
  else
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--only: \"%s\" is none of changed, modified, added-or-removed, "
                      "significant, share:PART, module:NAME and file:NAME",
                      text);
  return TRUE;
}

/* NULL on failure. */
static CyanFilter *
parse_only (const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (CyanFilter) filter = cyan_filter_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (!parse_criterion (parts[i], filter, error))
      return NULL;
  return g_steal_pointer (&filter);
}

/* Options of one view say nothing about the others. */
static gboolean
check_view (CyanCliView view, const RenderOptions *options, GError **error)
{
  enum
  {
    BLUEPRINT = 1 << CYAN_CLI_BLUEPRINT,
    ICICLE = 1 << CYAN_CLI_ICICLE,
    RINGS = 1 << CYAN_CLI_RINGS,
  };
  const struct
  {
    const char *name;
    gboolean given;
    guint views; /* that it goes with */
    const char *words;
  } of_view[] = {
    { "--open", options->opening != NULL, BLUEPRINT, "blueprint" },
    { "--scale", options->series != NULL, BLUEPRINT, "blueprint" },
    { "--px-per-height", options->scale.px_per_height > 0, BLUEPRINT, "blueprint" },
    { "--px-per-width", options->scale.px_per_width > 0, BLUEPRINT, "blueprint" },
    { "--width", options->width != NULL, BLUEPRINT, "blueprint" },
    { "--unfold", options->unfolded, BLUEPRINT | RINGS, "blueprint or rings" },
    { "--flames", options->flames, ICICLE, "icicle" },
    { "--sizes", options->sizes != NULL, ICICLE | RINGS, "icicle or rings" },
    { "--thickness", options->thickness != NULL, RINGS, "rings" },
    { "--box-limit", options->box_limit >= 0, BLUEPRINT, "blueprint" },
    { "--only", options->only != NULL, BLUEPRINT | ICICLE | RINGS, "blueprint, icicle or rings" },
    { "--png-size", options->png_size != NULL, BLUEPRINT | ICICLE | RINGS,
      "blueprint, icicle or rings" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_view); i++)
    if (of_view[i].given && (of_view[i].views & 1u << view) == 0)
      return cyan_fail (error, CYAN_ERROR_INVALID, "%s goes with --view %s", of_view[i].name,
                        of_view[i].words);
  return TRUE;
}

/* What `cyan history evolution` or `heat` draws.  Returns the exit status. */
static int
render_store (const CyanCliCompareOptions *options,
              const RenderOptions *own,
              CyanCliView view,
              int argc)
{
  g_autofree char *benchmark = cyan_evolution_exactly (options->benchmark);
  const CyanCliEvolution evolution = { .project = options->project,
                                       .benchmark = benchmark,
                                       .machine = options->machine,
                                       .path = own->path,
                                       .palette = own->palette,
                                       .dark = own->dark };
  const char *ending = strrchr (own->path, '.');
  char command[] = "render", *operands[] = { command, options->store, NULL };

  if (options->store == NULL || argc != 1)
    return cyan_cli_fail ("render --view %s needs --store STORE, and no profiles",
                          view_names[view]);
  if (ending == NULL || !g_strv_contains (picture_endings, ending))
    return cyan_cli_fail ("%s: no picture ends like that, expected .svg, .png or .pdf", own->path);
  return cyan_cli_evolution_run (&evolution, "render",
                                 view == CYAN_CLI_HEAT ? &cyan_report_heat : &cyan_report_evolution,
                                 2, operands);
}

/* Of the icicle and the ring chart; one profile has no change, and no other side. */
static gboolean
parse_sizes (const RenderOptions *options, gboolean single, CyanCliPicture *picture, GError **error)
{
  guint sizes = CYAN_SIZES_ENVELOPE, thickness = CYAN_THICKNESS_AREA;

  if (!cyan_cli_parse_name ("--sizes", "sizes", options->sizes, cyan_sizes_names, &sizes, error)
      || !cyan_cli_parse_name ("--thickness", "thickness", options->thickness, cyan_thickness_names,
                               &thickness, error))
    return FALSE;
  if (single && (sizes == CYAN_SIZES_CHANGE || sizes == CYAN_SIZES_BEFORE))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--sizes %s needs two profiles: BEFORE and AFTER",
                      cyan_sizes_names[sizes]);
  picture->sizes = (CyanSizes) sizes;
  picture->thickness = (CyanThickness) thickness;
  return TRUE;
}

static gboolean
parse_png_size (const RenderOptions *options, CyanPngSize *size, GError **error)
{
  const char *ending = strrchr (options->path, '.');

  if (options->png_size == NULL)
    return TRUE;
  if (!cyan_png_size_parse (options->png_size, size))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--png-size: \"%s\" is neither a zoom of 0.1 to 100, such as 3, nor a width "
                      "of 1px to %dpx, such as 1920px",
                      options->png_size, CYAN_PNG_MAX_SIDE);
  return (ending != NULL && g_ascii_strcasecmp (ending, ".png") == 0)
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "--png-size goes with a FILE that ends with .png");
}

static gboolean
parse_numbers (RenderOptions *options, GError **error)
{
  if (!is_px (options->scale.px_per_height) || !is_px (options->scale.px_per_width))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--px-per-height and --px-per-width: at least 0, at most %d", MAX_PX);
  if (options->box_limit < -1)
    return cyan_fail (error, CYAN_ERROR_INVALID, "--box-limit: at least 0");
  return options->series == NULL || parse_series (options->series, &options->scale, error);
}

/* The options of this command, and those of all that compare; free with g_free(). */
static GOptionEntry *
render_entries (CyanCliCompareOptions *options, RenderOptions *own)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &own->path,
      "Where to draw; its ending names the form: .svg, .png or .pdf", "FILE" },
    CYAN_CLI_FORCE_ENTRY,
    { "view", 0, 0, G_OPTION_ARG_STRING, &own->view,
      "What is drawn: blueprint (default), icicle or rings; with --store and without revisions "
      "evolution or heat",
      "VIEW" },
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &own->sizes,
      "What sizes of the icicle and the rings say: envelope (default), change, before, after or "
      "equal",
      "WHAT" },
    { "thickness", 0, 0, G_OPTION_ARG_STRING, &own->thickness,
      "How thick rings are: area (default: all have the same area) or equal", "HOW" },
    { "flames", 0, 0, G_OPTION_ARG_NONE, &own->flames, "An icicle with its root at the bottom",
      NULL },
    { "open", 0, 0, G_OPTION_ARG_STRING, &own->opening,
      "What is shown: hot-path (default), top:N, depth:N or all", "WHAT" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &own->only,
      "Filters: show only what is changed, modified, added-or-removed, significant, share:PART, "
      "module:NAME or file:NAME, or several of them",
      "LIST" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &own->palette,
      "classic (default: red and green) or safe (for colour-blind eyes)", "NAME" },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &own->dark, "Light on dark", NULL },
    { "scale", 0, 0, G_OPTION_ARG_STRING, &own->series,
      "One scale for several pictures: the part of the run that 100 px of height stand for, and "
      "pixels for a width of 1",
      "SHARE[:PX]" },
    { "px-per-height", 0, 0, G_OPTION_ARG_DOUBLE, &own->scale.px_per_height,
      "Pixels for a height of the whole run (default: as large as the picture allows)", "PX" },
    { "px-per-width", 0, 0, G_OPTION_ARG_DOUBLE, &own->scale.px_per_width,
      "Pixels for a width of 1, calls that differ by e - 1 (default: likewise)", "PX" },
    { "width", 0, 0, G_OPTION_ARG_STRING, &own->width,
      "What widths say: calls (default where known), size or self", "WHAT" },
    { "unfold", 0, 0, G_OPTION_ARG_NONE, &own->unfolded,
      "Draw every call of a row in which nothing changed by itself, and every ring of one call",
      NULL },
    { "box-limit", 0, 0, G_OPTION_ARG_INT, &own->box_limit,
      "Boxes that a blueprint may have (default: 100000; 0: any number)", "N" },
    { "png-size", 0, 0, G_OPTION_ARG_STRING, &own->png_size,
      "Pixels of a PNG: for each pixel of the picture (default 2), or its width, such as 1920px",
      "SIZE" },
    { NULL },
  };

  return cyan_cli_compare_entries (options, entries);
}

int
cyan_cli_render (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  g_auto (RenderOptions) own_options = { .box_limit = -1 };
  g_auto (CyanCliSession) session = { 0 };
  g_autoptr (CyanFilter) filter = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree GOptionEntry *entries = render_entries (&options, &own_options);
  CyanCliPicture picture = CYAN_CLI_PICTURE_INIT;
  guint palette = CYAN_PALETTE_CLASSIC, width = 0, view = CYAN_CLI_BLUEPRINT;
  int status;

  if (!cyan_cli_parse (
          "render", "BEFORE [AFTER] -o FILE",
          "Draws the performance evolution blueprint, the icicle, the ring chart, or the charts of "
          "a store.",
          entries, &argc, &argv, &status))
    return status;
  if (own_options.opening != NULL
      && !cyan_opening_parse (own_options.opening, &picture.opening, &picture.n))
    return cyan_cli_fail ("--open: \"%s\" is none of hot-path, top:N, depth:N and all",
                          own_options.opening);
  if (!cyan_cli_parse_name ("--palette", "palette", own_options.palette, cyan_palette_names,
                            &palette, &error))
    return cyan_cli_error (error);
  if (!parse_numbers (&own_options, &error))
    return cyan_cli_error (error);
  if (!cyan_cli_parse_name ("--width", "width", own_options.width, cyan_width_names, &width,
                            &error))
    return cyan_cli_error (error);
  if (!cyan_cli_parse_name ("--view", "view", own_options.view, view_names, &view, &error))
    return cyan_cli_error (error);
  picture.view = (CyanCliView) view;
  picture.flames = own_options.flames;
  options.single = (picture.view == CYAN_CLI_ICICLE || picture.view == CYAN_CLI_RINGS)
                   && cyan_cli_takes_one (&options, argc);
  if (!check_view (picture.view, &own_options, &error)
      || !parse_sizes (&own_options, options.single, &picture, &error))
    return cyan_cli_error (error);
  picture.width = (CyanWidth) width;
  picture.has_width = own_options.width != NULL;
  picture.unfolded = own_options.unfolded;
  if (own_options.box_limit >= 0)
    picture.box_limit = (guint) own_options.box_limit;
  if (own_options.path == NULL)
    return cyan_cli_fail ("render needs two profiles, BEFORE and AFTER, and -o FILE");
  if (picture.view == CYAN_CLI_EVOLUTION || picture.view == CYAN_CLI_HEAT)
    return render_store (&options, &own_options, picture.view, argc);
  if (!parse_png_size (&own_options, &picture.png_size, &error))
    return cyan_cli_error (error);
  if (own_options.only != NULL)
    {
      filter = parse_only (own_options.only, &error);
      if (filter == NULL)
        return cyan_cli_error (error);
    }
  picture.filter = filter;
  picture.theme.palette = (CyanPalette) palette;
  picture.theme.dark = own_options.dark;
  picture.scale = own_options.scale;
  if (!cyan_cli_session_open (&session, &options, "render", argc, argv, &error)
      || !cyan_cli_session_rank (&session, &error)
      || !cyan_cli_draw (&session, &picture, own_options.path, &error))
    return cyan_cli_error (error);
  cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
