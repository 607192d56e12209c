/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts: what they show of an evolution, and where.
 */
#include "chart-fixture.h"
#include "cyan-chart-private.h"
#include "cyan-theme.h"
#include "paint-fixture.h"
#include "scene-text.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* Ten revisions with a step up at r5. */
#define STEP "10 10 10 10 10 12 12 12 12 12"

static CyanScene *
scene_of (const CyanEvolution *evolution, const CyanChartStyle *style)
{
  g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, style);

  return cyan_scene_new_chart (chart, NULL);
}

/* The only marker of a kind, or NULL. */
static const CyanItem *
marker_of (const CyanScene *scene, CyanMarker marker)
{
  const CyanItem *found = NULL;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_MARKER || item->marker != marker)
        continue;
      g_assert_null (found);
      found = item;
    }
  return found;
}

static const CyanItem *
text_item (const CyanScene *scene, const char *text)
{
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind == CYAN_ITEM_TEXT && strcmp (item->text, text) == 0)
        return item;
    }
  return NULL;
}

/* All of a small chart. */
/* clang-format off */
static const char golden_chart[] =
    "text \"now 12 ms\" 376,16 size=10 align=1\n"
    "text \"xml\" 10,16 size=12 bold align=0\n"
    "text \"wall · box · lower is better\" 44,16 size=10 align=0\n"
    "rect - 78,199 298x1 fill=#e0e0e1 stroke=none\n"
    "text \"10.0 ms\" 70,203 size=10 align=1\n"
    "rect - 78,166 298x1 fill=#e0e0e1 stroke=none\n"
    "text \"10.5 ms\" 70,170 size=10 align=1\n"
    "rect - 78,133 298x1 fill=#e0e0e1 stroke=none\n"
    "text \"11.0 ms\" 70,137 size=10 align=1\n"
    "rect - 78,99 298x1 fill=#e0e0e1 stroke=none\n"
    "text \"11.5 ms\" 70,103 size=10 align=1\n"
    "rect - 78,66 298x1 fill=#e0e0e1 stroke=none\n"
    "text \"12.0 ms\" 70,70 size=10 align=1\n"
    "rect - 78,208 298x1 fill=#9b9a9e stroke=none\n"
    "text \"moved\" 142,36 size=10 align=0\n"
    "polyline @r2 138,24 138,208 fill=none stroke=#9b9a9e/1 dashed\n"
    "rect xml@r5 227,58 30x150 fill=#d6141e stroke=none\n"
    "polyline xml@r5 242,54 242,208 fill=none stroke=#d6141e/1.5\n"
    "rect - 234,41 64x14 fill=#fbfbfb stroke=none\n"
    "text \"+20.0 %\" 249,52 size=10 bold align=0\n"
    "marker xml@r5 up 242,48 r=5 fill=#d6141e stroke=none\n"
    "marker xml@r6 cross 272,217 r=3.75 fill=none stroke=#55535a/1.5\n"
    "marker xml@r7 dot 302,217 r=3.25 fill=none stroke=#55535a/1.5\n"
    "rect xml@r0 92,199 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r1 122,199 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r2 152,199 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r4 212,199 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r5 241,65 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r7 301,65 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r8 331,65 1x2 fill=#9b9a9e stroke=none\n"
    "rect xml@r9 361,65 1x2 fill=#9b9a9e stroke=none\n"
    "marker xml@r0 dot 93,200 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r1 dot 123,200 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r2 dot 153,200 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r4 dot 212,200 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r5 dot 242,66 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r7 dot 302,66 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r7 dot 302,66 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r8 dot 331,66 r=2.25 fill=#436ea6 stroke=none\n"
    "marker xml@r9 dot 361,66 r=2.25 fill=#436ea6 stroke=none\n"
    "polyline xml 78,200 167,200 fill=none stroke=#3584e4/2.5\n"
    "polyline xml 167,200 197,200 fill=none stroke=#55535a/1 dashed\n"
    "polyline xml 197,200 227,200 fill=none stroke=#3584e4/2.5\n"
    "polyline xml 227,66 257,66 fill=none stroke=#3584e4/2.5\n"
    "polyline xml 257,66 287,66 fill=none stroke=#55535a/1 dashed\n"
    "polyline xml 287,66 376,66 fill=none stroke=#3584e4/2.5\n"
    "rect - 361,209 1x3 fill=#55535a stroke=none\n"
    "text \"r9\" 356,241 size=10 align=0\n"
    "rect - 241,209 1x3 fill=#26232c stroke=none\n"
    "text \"r5\" 237,241 size=10 align=0\n"
    "rect - 92,209 1x3 fill=#55535a stroke=none\n"
    "text \"r0\" 88,241 size=10 align=0\n";
/* clang-format on */

TEST ("/paint/chart/golden")
{
  const SeriesText series[] = { { "xml", 0, -1, "10 10 10 - 10 12 x 12/12/f 12 12" } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  CyanChartStyle style = style_of (400);
  g_autoptr (CyanScene) scene = NULL;

  evolution_mark (evolution, CYAN_MARK_NOTE, 2, -1, "moved");
  scene = scene_of (evolution, &style);
  ASSERT_TEXT (cyan_scene_to_text (scene, NULL), golden_chart);
}

/* clang-format off */
static const char golden_heat[] =
    "text \"json\" 10,40 size=11 align=0\n"
    "rect json@r0 100,27 27x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r2 155,27 27x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r3 183,27 26x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r4 210,27 27x19 fill=#bfbfc1 stroke=none\n"
    "marker json@r4 cross 224,37 r=3.5 fill=none stroke=#26232c/1.25\n"
    "rect json@r5 238,27 27x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r6 266,27 26x19 fill=#449d6d stroke=none\n"
    "text \"+\" 279,40 size=10 bold align=0.5\n"
    "rect json@r7 293,27 27x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r8 321,27 26x19 fill=#e4e3e4 stroke=none\n"
    "rect json@r9 348,27 27x19 fill=#bfbfc1 stroke=none\n"
    "marker json@r9 cross 362,37 r=3.5 fill=none stroke=#26232c/1.25\n"
    "text \"xml\" 10,62 size=11 align=0\n"
    "rect xml@r0 100,49 27x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r1 128,49 26x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r2 155,49 27x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r3 183,49 26x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r4 210,49 27x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r5 238,49 27x19 fill=#e1444a stroke=none\n"
    "text \"+\" 252,62 size=10 bold align=0.5\n"
    "rect xml@r6 266,49 26x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r7 293,49 27x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r8 321,49 26x19 fill=#e4e3e4 stroke=none\n"
    "rect xml@r9 348,49 27x19 fill=#e4e3e4 stroke=none\n"
    "rect - 0,0 400x24 fill=#fbfbfb stroke=none\n"
    "text \"r9\" 357,16 size=10 align=0\n"
    "text \"r0\" 109,16 size=10 align=0\n"
    "text \"r5\" 247,16 size=10 align=0\n";
/* clang-format on */

TEST ("/paint/chart/golden-heat")
{
  const SeriesText series[] = {
    { "xml", 0, -1, STEP },
    { "json", 1, 1, "10 - 10 10 x 10 12 12 12 f" },
  };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  const CyanChartStyle style = style_of (400);
  g_autoptr (CyanChart) chart = cyan_chart_new_heat (evolution, &style);
  g_autoptr (CyanScene) scene = cyan_scene_new_chart (chart, NULL);

  ASSERT_TEXT (cyan_scene_to_text (scene, NULL), golden_heat);
}

/* A level is not drawn through what was not measured. */
TEST ("/paint/chart/gap")
{
  const SeriesText series[] = { { "xml", 0, -1, "10 10 10 - - 10 10 10 x 10" } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  const CyanChartStyle style = style_of (700);
  g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, &style);
  g_autoptr (CyanScene) scene = cyan_scene_new_chart (chart, NULL);
  const guint empty[] = { 3, 4, 8 };
  guint n_bridges = 0;

  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_POLYLINE || item->spot.series == CYAN_SPOT_NONE)
        continue;
      n_bridges += item->dash > 0;
      for (guint k = 0; k < G_N_ELEMENTS (empty) && item->dash <= 0; k++)
        {
          double x = cyan_chart_column_x (chart, empty[k]);

          g_assert_false (item->x < x && x < item->x + item->width);
        }
    }
  g_assert_cmpuint (n_bridges, ==, 2);
}

static void
assert_arrow (int better, const char *values, CyanMarker marker, CyanPalette palette, guint32 color)
{
  const SeriesText series[] = { { "xml", 0, better, values } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  CyanChartStyle style = style_of (500);
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *arrow;
  char expected[CYAN_COLOR_TEXT_SIZE];

  style.theme.palette = palette;
  scene = scene_of (evolution, &style);
  arrow = marker_of (scene, marker);
  g_assert_nonnull (arrow);
  ASSERT_TEXT (fill_of (arrow), cyan_color_to_text (cyan_color_from_rgb (color), expected));
  g_assert_cmpuint (arrow->spot.column, ==, 5);
}

/* An arrow points to where the value went; its colour says whether that is good. */
TEST ("/paint/chart/arrows")
{
  const char *down = "12 12 12 12 12 10 10 10 10 10";

  assert_arrow (-1, STEP, CYAN_MARKER_UP, CYAN_PALETTE_CLASSIC, 0xd6141e);
  assert_arrow (-1, down, CYAN_MARKER_DOWN, CYAN_PALETTE_CLASSIC, 0x177a45);
  assert_arrow (1, STEP, CYAN_MARKER_UP, CYAN_PALETTE_CLASSIC, 0x177a45);
  assert_arrow (1, down, CYAN_MARKER_DOWN, CYAN_PALETTE_SAFE, 0xc64600);
  /* Neither is better. */
  assert_arrow (0, STEP, CYAN_MARKER_UP, CYAN_PALETTE_CLASSIC, 0x9141ac);
}

/* The newest revision is hollow until another follows; one that stands alone has a star. */
TEST ("/paint/chart/newest-and-alone")
{
  const SeriesText series[] = {
    { "xml", 0, -1,
      "100/101 101/99 99/100 100/102 101/100 140/141 100/99 99/101 101/101 100/99 "
      "101/100 100/100 99/101 121/120" },
  };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  const CyanChartStyle style = style_of (700);
  g_autoptr (CyanScene) scene = scene_of (evolution, &style);
  const CyanItem *arrow = marker_of (scene, CYAN_MARKER_UP);
  const CyanItem *star = marker_of (scene, CYAN_MARKER_STAR);

  g_assert_nonnull (arrow);
  g_assert_cmpfloat (arrow->fill.alpha, ==, 0);
  g_assert_cmpuint (arrow->spot.column, ==, 13);
  g_assert_nonnull (star);
  g_assert_cmpuint (star->spot.column, ==, 5);
}

/* The line of a mark is in front of its column, and its label above the values.  A mark of one line
 * is not in the panel of another. */
TEST ("/paint/chart/marks")
{
  const SeriesText series[] = { { "xml", 0, -1, STEP }, { "json", 1, -1, STEP } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  const CyanChartStyle style = style_of (600);
  g_autoptr (CyanChart) chart = NULL;
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *label;
  CyanRect place;
  guint n_lines = 0;

  evolution_mark (evolution, CYAN_MARK_ENVIRONMENT, 3, 0, "another kernel");
  chart = cyan_chart_new_evolution (evolution, &style);
  scene = cyan_scene_new_chart (chart, NULL);
  g_assert_true (cyan_chart_place (chart, 0, &place));
  label = text_item (scene, "another kernel");
  g_assert_nonnull (label);
  g_assert_cmpfloat (label->y, <, place.y);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      if (item->kind != CYAN_ITEM_POLYLINE || item->spot.series != CYAN_SPOT_NONE)
        continue;
      n_lines++;
      g_assert_cmpfloat (item->x, >, cyan_chart_column_x (chart, 2));
      g_assert_cmpfloat (item->x, <, cyan_chart_column_x (chart, 3));
      g_assert_cmpfloat (item->y + item->height, <=, place.y + place.height);
    }
  g_assert_cmpuint (n_lines, ==, 1);
}

static void
assert_legend (const CyanChart *chart, const char *text, gboolean has)
{
  g_autoptr (CyanScene) legend = cyan_scene_new_chart_legend (chart, 600);

  g_assert_cmpint (text_item (legend, text) != NULL, ==, has);
}

/* Of a revision that was predicted to be slower: below the values of a chart, and once above all
 * rows of a heat map, wherever it is scrolled to. */
TEST ("/paint/chart/risk")
{
  const SeriesText series[] = { { "xml", 0, -1, STEP }, { "json", 1, -1, STEP } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  const CyanChartStyle style = style_of (600);

  for (guint risky = 0; risky < 2; risky++)
    {
      g_autoptr (CyanChart) heat = cyan_chart_new_heat (evolution, &style);
      g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, &style);
      g_autoptr (CyanScene) map = cyan_scene_new_chart (heat, NULL);
      g_autoptr (CyanScene) scene = NULL;
      const CyanItem *triangle = marker_of (map, CYAN_MARKER_TRIANGLE);
      CyanRect place, view = { 0 };

      assert_legend (heat, "predicted to be slower", risky == 1);
      assert_legend (chart, "predicted to be slower", risky == 1);
      g_assert_cmpint (triangle != NULL, ==, risky == 1);
      if (risky == 1)
        {
          g_assert_true (cyan_chart_place (heat, heat->lines[0], &place));
          g_assert_cmpfloat (triangle->x, ==, cyan_chart_column_x (heat, 3));
          g_assert_cmpfloat (triangle->y + 4, <, place.y);
          g_assert_cmpuint (triangle->spot.column, ==, 3);

          g_assert_true (cyan_chart_place (chart, 1, &place));
          view = (CyanRect){ 0, place.y, 600, place.height + 30 };
          scene = cyan_scene_new_chart (chart, &view);
          triangle = marker_of (scene, CYAN_MARKER_TRIANGLE);
          g_assert_nonnull (triangle);
          g_assert_cmpfloat (triangle->y - 4, >, place.y + place.height);
        }
      evolution_mark (evolution, CYAN_MARK_RISK, 3, -1, "risky");
    }
}

/* A picture without anything says why. */
TEST ("/paint/chart/nothing")
{
  const SeriesText series[] = { { "xml", 0, -1, "- - - x -" }, { "json", 1, -1, "- - - - -" } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  CyanEvolution none = { .project = (char *) "main" };
  const guint8 no_lines[] = { 0, 0 };
  CyanChartStyle style = style_of (600);
  g_autoptr (CyanScene) failed = scene_of (evolution, &style), empty = NULL, unselected = NULL;
  guint series_there, column;
  g_autoptr (CyanChart) heat = cyan_chart_new_heat (&none, &style);

  g_assert_nonnull (text_item (failed, "No values: builds or runs failed."));
  g_assert_nonnull (text_item (failed, "Not measured in these revisions."));
  empty = cyan_scene_new_chart (heat, NULL);
  g_assert_nonnull (text_item (empty, "There are no revisions."));
  g_assert_false (cyan_chart_hit (heat, 300, 30, &series_there, &column));
  style.lines = no_lines;
  unselected = scene_of (evolution, &style);
  g_assert_nonnull (text_item (unselected, "No benchmark is selected."));
}

/* Every column and line is found where it is drawn. */
static void
assert_hits (const CyanEvolution *evolution, const CyanChart *chart, guint first, guint last)
{
  const guint *lines = chart->lines;
  guint n_lines = chart->n_lines;

  g_assert_cmpuint (n_lines, ==, evolution->n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      CyanRect place;

      g_assert_true (cyan_chart_place (chart, lines[i], &place));
      for (guint c = first; c <= last; c++)
        {
          double x = cyan_chart_column_x (chart, c);
          guint series, column;

          g_assert_true (cyan_chart_hit (chart, x, place.y + place.height / 2, &series, &column));
          g_assert_cmpuint (column, ==, c);
          g_assert_cmpuint (evolution->series[series].line, ==, lines[i]);
          g_assert_cmpuint (cyan_chart_column_at (chart, x), ==, c);
          g_assert_cmpfloat (x, >, c > first ? cyan_chart_column_x (chart, c - 1) : place.x);
        }
    }
}

TEST ("/paint/chart/hit")
{
  g_autoptr (CyanEvolution) evolution = evolution_large (3, 700, 1, 100, FALSE);

  /* Many commits of one second, one before its parent, and one without a time. */
  for (guint i = 100; i < 200; i++)
    evolution->columns[i].time = evolution->columns[100].time;
  evolution->columns[300].time = 5;
  evolution->columns[301].time = CYAN_EVOLUTION_UNKNOWN;
  for (guint k = 0; k < 8; k++)
    {
      CyanChartStyle style = style_of (k & 1 ? 1900 : 400);
      g_autoptr (CyanChart) chart = NULL, heat = NULL;

      style.by_date = (k & 2) != 0;
      style.first = k & 4 ? 90 : 0;
      style.last = k & 4 ? 310 : CYAN_CHART_NONE;
      style.order = CYAN_EVOLUTION_BY_SIZE;
      chart = cyan_chart_new_evolution (evolution, &style);
      heat = cyan_chart_new_heat (evolution, &style);
      assert_hits (evolution, chart, style.first, MIN (style.last, 699));
      assert_hits (evolution, heat, style.first, MIN (style.last, 699));
    }
}

/* The names of the columns stay at the upper edge of the view. */
TEST ("/paint/chart/heat-scrolled")
{
  g_autoptr (CyanEvolution) evolution = evolution_large (50, 20, 1, 100, FALSE);
  const CyanChartStyle style = style_of (600);
  g_autoptr (CyanChart) heat = cyan_chart_new_heat (evolution, &style);
  const CyanRect view = { 0, 400, 600, 300 };
  g_autoptr (CyanScene) scene = cyan_scene_new_chart (heat, &view);
  const CyanItem *name = text_item (scene, "r0");
  const guint *lines = heat->lines;

  g_assert_nonnull (name);
  g_assert_cmpfloat (name->y, >, 400);
  g_assert_cmpfloat (name->y, <, 424);
  g_assert_null (text_item (scene, evolution->series[lines[0]].benchmark));
  g_assert_nonnull (text_item (scene, evolution->series[lines[20]].benchmark));
}

/* The same chart is the same file; it is XML without rasters, and its marks have their facts. */
TEST ("/paint/chart/svg")
{
  static const char *const lint[] = { "xmllint", "--noout", "--nonet", "-", NULL };
  const SeriesText series[] = {
    { "<&\"'>", 0, -1, "10/11 - 10 10/f 10 12 x 12 12 12" },
    { "json", 1, 1, STEP },
  };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  const CyanChartStyle style = style_of (500);
  g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, &style);
  g_autoptr (CyanScene) scene = cyan_scene_new_chart_page (chart, NULL);
  g_autoptr (CyanScene) again = cyan_scene_new_chart_page (chart, NULL);
  g_autoptr (GBytes) svg = cyan_scene_to_svg (scene, NULL, NULL);
  g_autoptr (GBytes) same = cyan_scene_to_svg (again, NULL, NULL);
  g_autofree char *text = text_of (svg);

  ASSERT_TEXT (ask (lint, svg), "");
  g_assert_true (g_bytes_equal (svg, same));
  g_assert_null (strstr (text, "<image"));
  g_assert_nonnull (strstr (text, "<circle "));
  g_assert_nonnull (strstr (text, "<title>json \xc2\xb7 wall \xc2\xb7 box\nr5\n1 run: 12 ms\n"
                                  "level 12 ms, 95 % from 12 ms to 12 ms\n"
                                  "better: step +20.0 %, 95 % from +20.0 % to +20.0 %</title>"));
  g_assert_nonnull (strstr (text, "\nr6\nthe build failed\n"));
  g_assert_nonnull (strstr (text, "\nr3\n1 run: 10 ms\n1 run failed\n"));
}

/* Nothing joins a text to the mark after it. */
TEST ("/paint/chart/drawn")
{
  const SeriesText series[] = { { "xml", 0, -1, STEP } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  const CyanChartStyle style = style_of (500);
  g_autoptr (CyanScene) scene = scene_of (evolution, &style);
  const CyanItem *label = text_item (scene, "+20.0 %");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 500, 300);
  cairo_t *cairo = cairo_create (surface);
  const guint8 *pixels;
  int stride;

  cyan_scene_draw (scene, cairo);
  cairo_surface_flush (surface);
  pixels = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  /* Right of the label, in its row, is paper. */
  for (int x = (int) (label->x + label->width) + 4; x < 460; x++)
    for (int y = (int) label->y - 8; y < (int) label->y + 2; y++)
      g_assert_cmpuint (pixels[y * stride + 4 * x + 2], ==, 0xfb);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

/* One value far above the others does not flatten them: it is an arrow at the edge. */
TEST ("/paint/chart/beyond")
{
  GString *values = g_string_new (NULL);
  SeriesText series = { "xml", 0, -1, NULL };
  CyanChartStyle style = style_of (1200);
  g_autoptr (CyanEvolution) evolution = NULL;
  g_autoptr (CyanScene) scene = NULL;
  const CyanItem *arrow;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (values, "%s%u/%u/%u/%u", i > 0 ? " " : "", 100 + i % 3, 100 + i % 5,
                            101 + i % 2, i == 30 ? 5000 : 102);
  series.values = values->str;
  evolution = evolution_of (&series, 1);
  scene = scene_of (evolution, &style);
  arrow = marker_of (scene, CYAN_MARKER_UP);
  g_assert_nonnull (arrow);
  g_assert_cmpuint (arrow->spot.column, ==, 30);
  g_assert_nonnull (text_item (scene, "100 ms"));
  g_assert_null (text_item (scene, "5000 ms"));
  g_string_free (values, TRUE);
}

/* A heat map against a base shows levels, and nothing under another definition. */
TEST ("/paint/chart/base")
{
  const SeriesText series[] = {
    { "xml", 0, -1, "10 10 10 10 10 12 12 12 12 12 - - - - - -" },
    { "xml", 0, -1, "- - - - - - - - - - 12 12 12 12 12 12" },
  };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 2);
  CyanChartStyle style = style_of (900);
  g_autoptr (CyanChart) heat = NULL;
  g_autoptr (CyanScene) scene = NULL;
  guint n_worse = 0, n_other = 0;

  style.base = 0;
  heat = cyan_chart_new_heat (evolution, &style);
  scene = cyan_scene_new_chart (heat, NULL);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      n_other += item->kind == CYAN_ITEM_RECT && item->hatch == CYAN_HATCH_SHARE_ONLY;
      n_worse += item->kind == CYAN_ITEM_TEXT && strcmp (item->text, "+20.0 %") == 0;
    }
  g_assert_cmpuint (n_worse, ==, 5);
  g_assert_cmpuint (n_other, ==, 6);
  g_assert_true (has_text (scene, "r0 (base)"));
}

/* Of five revisions nobody knows whether they have one level. */
TEST ("/paint/chart/few")
{
  const SeriesText series[] = { { "xml", 0, -1, "10 10 10 12 12" } };
  g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
  const CyanChartStyle style = style_of (700);
  g_autoptr (CyanScene) scene = scene_of (evolution, &style);

  g_assert_nonnull (text_item (scene, "fewer than 6 revisions: no steps are looked for"));
  for (guint i = 0; i < scene->items->len; i++)
    g_assert_cmpint (g_array_index (scene->items, CyanItem, i).kind, !=, CYAN_ITEM_POLYLINE);
}
