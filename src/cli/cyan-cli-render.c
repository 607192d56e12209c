/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan render`. */
#include "cyan-cli.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-scene.h"

/* Larger scales are useless. */
#define MAX_PX 100000
/* The height of which --scale says how much it stands for, and the least that it can. */
#define SCALE_PX    100
#define LEAST_SHARE 1e-5

/* By CyanCliView. */
static const char *const view_names[] = { "blueprint", "icicle", "side-by-side", "rings", NULL };

typedef struct
{
  CyanCliPicture picture;
  CyanScale scale;    /* what --scale asks for */
  CyanFilter *filter; /* borrowed */
  const char *path;
} RenderOptions;

/* The values that a completion offers. */
static const char *const opening_names[] = { "hot-path", "top:", "depth:", "all", NULL };
static const char *const only_names[] = {
  "changed", "modified", "added-or-removed", "significant", "share:", "module:", "file:", NULL
};

/* "5%", what SCALE_PX of height stand for, or "5%:20", with pixels for W = 1: into a CyanScale. */
static gboolean
parse_scale (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *height =
      colon != NULL ? g_strndup (text, (gsize) (colon - text)) : g_strdup (text);
  double share, px = 0;

  if (!cyan_cli_read_share (height, &share) || share < LEAST_SHARE || share > 1
      || (colon != NULL
          && (!cyan_parse_double (colon + 1, strlen (colon + 1), &px)
              || !(px > 0 && px <= MAX_PX))))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "\"%s\" is not a share of 0.001%% to 100%%, such as 5%%, or a share and "
                      "pixels, such as 5%%:20",
                      text);
  *(CyanScale *) to = (CyanScale){ .px_per_height = SCALE_PX / share, .px_per_width = px };
  return TRUE;
}

/* Adds what --scale asks for to @scale.  0 means that the scale follows the picture. */
static gboolean
add_scale (const CyanScale *asked, CyanScale *scale, GError **error)
{
  if (asked->px_per_height > 0
      && (scale->px_per_height > 0 || (asked->px_per_width > 0 && scale->px_per_width > 0)))
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "--scale: sets what --px-per-height and --px-per-width set");
  scale->px_per_height = MAX (scale->px_per_height, asked->px_per_height);
  scale->px_per_width = MAX (scale->px_per_width, asked->px_per_width);
  return TRUE;
}

static gboolean
parse_opening (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  CyanCliPicture *picture = to;

  return cyan_opening_parse (text, &picture->opening, &picture->n)
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "\"%s\" is none of hot-path, top:N, depth:N and all", text);
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
  else if (g_str_has_prefix (text, "share:") && cyan_cli_read_share (strchr (text, ':') + 1, &share)
           && share > 0 && share <= 1)
    cyan_filter_set_share (filter, share);
  else
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      "\"%s\" is none of changed, modified, added-or-removed, "
                      "significant, share:PART, module:NAME and file:NAME",
                      text);
  return TRUE;
}

/* Into a CyanFilter *. */
static gboolean
parse_only (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (!parse_criterion (parts[i], *(CyanFilter **) to, error))
      return FALSE;
  return TRUE;
}

static gboolean
parse_png_size (const CyanCliOption *option, const char *text, gpointer to, GError **error)
{
  return cyan_png_size_parse (text, to)
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "\"%s\" is neither a zoom of 0.1 to 100, such as 3, nor a width of 1px to "
                       "%dpx, such as 1920px",
                       text, CYAN_PNG_MAX_SIDE);
}

/* Options of one view say nothing about the others. */
static gboolean
check_view (CyanCliView view, GError **error)
{
  enum
  {
    BLUEPRINT = 1 << CYAN_CLI_BLUEPRINT,
    ICICLE = 1 << CYAN_CLI_ICICLE,
    SIDES = 1 << CYAN_CLI_SIDES,
    RINGS = 1 << CYAN_CLI_RINGS,
  };
  const struct
  {
    const char *name;
    guint views; /* that it goes with */
    const char *words;
  } of_view[] = {
    { "open", BLUEPRINT, "blueprint" },
    { "scale", BLUEPRINT, "blueprint" },
    { "px-per-height", BLUEPRINT, "blueprint" },
    { "px-per-width", BLUEPRINT, "blueprint" },
    { "width", BLUEPRINT, "blueprint" },
    { "unfold", BLUEPRINT | RINGS, "blueprint or rings" },
    { "flames", ICICLE | SIDES, "icicle or side-by-side" },
    { "sizes", ICICLE | RINGS, "icicle or rings" },
    { "thickness", RINGS, "rings" },
    { "box-limit", BLUEPRINT, "blueprint" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_view); i++)
    if (cyan_cli_was_given (of_view[i].name) && (of_view[i].views & 1u << view) == 0)
      return cyan_fail (error, CYAN_ERROR_INVALID, "--%s goes with --view %s", of_view[i].name,
                        of_view[i].words);
  return TRUE;
}

/* Whether the options of pictures go with each other, with the only profile or two, and with
 * @path. */
static gboolean
check_picture (const CyanCliPicture *picture, gboolean single, const char *path, GError **error)
{
  const char *ending = strrchr (path, '.');

  if (single && (picture->sizes == CYAN_SIZES_CHANGE || picture->sizes == CYAN_SIZES_BEFORE))
    return cyan_fail (error, CYAN_ERROR_INVALID, "--sizes %s needs two profiles: BEFORE and AFTER",
                      cyan_sizes_names[picture->sizes]);
  return !cyan_cli_was_given ("png-size")
         || (ending != NULL && g_ascii_strcasecmp (ending, ".png") == 0)
         || cyan_fail (error, CYAN_ERROR_INVALID,
                       "--png-size goes with a FILE that ends with .png");
}

#define AT(member) CYAN_CLI_AT (RenderOptions, member)

static const CyanCliOption render_options[] = {
  { "output", 'o', cyan_cli_path, AT (path),
    "Where to draw; its ending names the form: .svg, .png or .pdf", "FILE" },
  { .group = cyan_cli_force_options },
  { "view", 0, cyan_cli_choice, AT (picture.view),
    "What is drawn: blueprint (default), icicle, side-by-side or rings", "VIEW",
    .names = view_names },
  { "sizes", 0, cyan_cli_choice, AT (picture.sizes),
    "What sizes of the icicle and the rings say: envelope (default), change, before, after or "
    "equal",
    "WHAT", .names = cyan_sizes_names },
  { "thickness", 0, cyan_cli_choice, AT (picture.thickness),
    "How thick rings are: area (default: all have the same area) or equal", "HOW",
    .names = cyan_thickness_names },
  { "flames", 0, cyan_cli_flag, AT (picture.flames), "Icicles with their roots at the bottom" },
  { "open", 0, parse_opening, AT (picture),
    "What is shown: hot-path (default), top:N, depth:N or all", "WHAT", .names = opening_names },
  { "only", 0, parse_only, AT (filter),
    "Filters: show only what is changed, modified, added-or-removed, significant, share:PART, "
    "module:NAME or file:NAME, or several of them",
    "LIST", .names = only_names },
  { "palette", 0, cyan_cli_choice, AT (picture.theme.palette),
    "classic (default: red and green) or safe (for colour-blind eyes)", "NAME",
    .names = cyan_palette_names },
  { "dark", 0, cyan_cli_flag, AT (picture.theme.dark), "Light on dark" },
  { "scale", 0, parse_scale, AT (scale),
    "One scale for several pictures: the part of the run that 100 px of height stand for, and "
    "pixels for a width of 1",
    "SHARE[:PX]" },
  { "px-per-height", 0, cyan_cli_number, AT (picture.scale.px_per_height),
    "Pixels for a height of the whole run (default: as large as the picture allows)", "PX",
    .high = MAX_PX },
  { "px-per-width", 0, cyan_cli_number, AT (picture.scale.px_per_width),
    "Pixels for a width of 1, calls that differ by e - 1 (default: likewise)", "PX",
    .high = MAX_PX },
  { "width", 0, cyan_cli_choice, AT (picture.width),
    "What widths say: calls (default where known), size or self", "WHAT",
    .names = cyan_width_names },
  { "unfold", 0, cyan_cli_flag, AT (picture.unfolded),
    "Draw every call of a row in which nothing changed by itself, and every ring of one call" },
  { "box-limit", 0, cyan_cli_count, AT (picture.box_limit),
    "Boxes that a blueprint may have (default: %s; 0: any number)", "N" },
  { "png-size", 0, parse_png_size, AT (picture.png_size),
    "Pixels of a PNG: for each pixel of the picture (default 2), or its width, such as 1920px",
    "SIZE" },
  { NULL },
};

int
cyan_cli_render (int argc, char **argv)
{
  g_auto (CyanCliCompareOptions) options = CYAN_CLI_COMPARE_OPTIONS_INIT;
  RenderOptions own = { .picture = CYAN_CLI_PICTURE_INIT };
  CyanCliPicture *picture = &own.picture;
  g_auto (CyanCliSession) session = { 0 };
  g_autoptr (CyanFilter) filter = own.filter = cyan_filter_new ();
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = render_options, .to = &own },
    CYAN_CLI_COMPARE_ROWS (&options),
    { NULL },
  };
  int status;

  if (!cyan_cli_parse (
          "render", "BEFORE [AFTER] -o FILE",
          "Draws the performance evolution blueprint, the icicle, that of each side, or the "
          "ring chart.",
          entries, &argc, &argv, &status))
    return status;
  options.single = (picture->view == CYAN_CLI_ICICLE || picture->view == CYAN_CLI_RINGS)
                   && cyan_cli_takes_one (&options, argc);
  if (!add_scale (&own.scale, &picture->scale, &error) || !check_view (picture->view, &error))
    return cyan_cli_error (error);
  if (own.path == NULL)
    return cyan_cli_fail ("render needs two profiles, BEFORE and AFTER, and -o FILE");
  if (!check_picture (picture, options.single, own.path, &error))
    return cyan_cli_error (error);
  picture->has_width = cyan_cli_was_given ("width");
  picture->filter = cyan_cli_was_given ("only") ? filter : NULL;
  if (!cyan_cli_session_open (&session, &options, "render", argc, argv, &error)
      || !cyan_cli_session_rank (&session, &error)
      || !cyan_cli_draw (&session, picture, own.path, &error))
    return cyan_cli_error (error);
  cyan_cli_notes (session.comparison->warnings);
  return CYAN_EXIT_FINE;
}
