/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Charts have room for what they show, however much it is, and no frame is too large.
 */
#include "chart-fixture.h"
#include "paint-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

/* Texts do not touch each other, and are inside of the picture. */
static void
assert_no_overlap (const CyanScene *scene)
{
  const CyanItem *items = (const CyanItem *) scene->items->data;

  for (guint i = 0; i < scene->items->len; i++)
    {
      CyanRect text = rect_of (&items[i]);

      if (items[i].kind != CYAN_ITEM_TEXT)
        continue;
      g_assert_cmpfloat (text.x, >=, scene->bounds.x);
      g_assert_cmpfloat (text.x + text.width, <=, scene->bounds.x + scene->bounds.width);
      g_assert_cmpfloat (text.y + text.height, <=, scene->bounds.y + scene->bounds.height);
      for (guint j = i + 1; j < scene->items->len; j++)
        {
          CyanRect other = rect_of (&items[j]);

          if (items[j].kind == CYAN_ITEM_TEXT && overlap (&text, &other))
            g_error ("\"%s\" touches \"%s\"", items[i].text, items[j].text);
        }
    }
}

TEST ("/paint/chart-room/room")
{
  for (guint k = 0; k < 24; k++)
    {
      g_autoptr (CyanEvolution) evolution = evolution_large (3,
                                                             k % 3 == 0   ? 30
                                                             : k % 3 == 1 ? 300
                                                                          : 5000,
                                                             2, k & 1 ? 9 : 40, FALSE);
      CyanChartStyle style = style_of (k % 4 == 0 ? 320 : k % 4 == 1 ? 640 : 1700);
      g_autoptr (CyanChart) chart = NULL, heat = NULL;
      g_autoptr (CyanScene) page = NULL, cells = NULL;

      for (guint i = 0; i < 20; i++)
        evolution_mark (evolution, (CyanMarkKind) (i % 3), i * evolution->n_columns / 20,
                        i % 4 == 0 ? -1 : 1, "a mark whose text is not at all short: 12.3 to 13.4");
      for (guint i = 3; i < evolution->n_columns; i += 7)
        {
          g_free (evolution->columns[i].name);
          evolution->columns[i].name = g_strdup_printf ("v1.%u", i);
        }
      style.selected = 3;
      style.second = 4;
      style.base = 20;
      style.by_date = k % 5 == 0;
      style.height = k % 7 == 0 ? 1 : 0;
      chart = cyan_chart_new_evolution (evolution, &style);
      heat = cyan_chart_new_heat (evolution, &style);
      page = cyan_scene_new_chart_page (chart, "A title");
      cells = cyan_scene_new_chart_page (heat, NULL);
      assert_no_overlap (page);
      assert_no_overlap (cells);
    }
}

/* However many revisions there are, a frame has few items, and only those in its view. */
static void
assert_frame (const CyanChart *chart)
{
  CyanRect bounds = cyan_chart_bounds (chart);
  const CyanRect view = { 0, bounds.height / 3, bounds.width, 1000 };
  g_autoptr (CyanScene) scene = cyan_scene_new_chart (chart, &view);

  g_assert_cmpuint (scene->items->len, >, 10);
  g_assert_cmpuint (scene->items->len, <=, CYAN_CHART_MAX_ITEMS);
  for (guint i = 0; i < scene->items->len; i++)
    {
      const CyanItem *item = &g_array_index (scene->items, CyanItem, i);

      /* A panel or row that is partly in view is drawn whole. */
      g_assert_cmpfloat (item->y, >=, view.y - 400);
      g_assert_cmpfloat (item->y, <=, view.y + view.height + 400);
      g_assert_cmpfloat (item->x, >=, -1);
      g_assert_cmpfloat (item->x, <=, bounds.width);
    }
}

TEST ("/paint/chart-room/frames")
{
  static const struct
  {
    guint n_lines, n_columns, n_runs, apart;
    gboolean holes;
  } cases[] = {
    { 1, 1000000, 1, 50000, FALSE }, { 40, 800, 9, 100, TRUE },  { 200, 500, 2, 25, TRUE },
    { 12, 20000, 1, 60, FALSE },     { 60, 300, 20, 30, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanEvolution) evolution = evolution_large (
          cases[i].n_lines, cases[i].n_columns, cases[i].n_runs, cases[i].apart, cases[i].holes);
      CyanChartStyle style = style_of (1900);
      g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, &style);
      g_autoptr (CyanChart) heat = cyan_chart_new_heat (evolution, &style);

      if (cases[i].n_lines > 1)
        assert_frame (chart);
      else
        {
          g_autoptr (CyanScene) scene = cyan_scene_new_chart (chart, NULL);

          g_assert_cmpuint (scene->items->len, <=, CYAN_CHART_MAX_ITEMS);
        }
      if (cases[i].n_lines >= 40)
        assert_frame (heat);
    }
}

/* The legend names what is there, and no more. */
TEST ("/paint/chart-room/legend")
{
  const SeriesText plain[] = { { "xml", 0, -1, "10 10 10 10 10 10 10" } };
  const SeriesText rich[] = { { "xml", 0, -1, "10 - 10 10 x 10/f 12 12 12 12 12 12" } };
  const char *const some[] = { "not measured", "step: worse", "the build failed", "a run failed" };
  CyanChartStyle style = style_of (900);

  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (CyanEvolution) evolution = evolution_of (k == 0 ? plain : rich, 1);
      g_autoptr (CyanChart) chart = cyan_chart_new_evolution (evolution, &style);
      g_autoptr (CyanScene) legend = cyan_scene_new_chart_legend (chart, 300);

      g_assert_true (has_text (legend, "run"));
      g_assert_false (has_text (legend, "step: better"));
      for (guint i = 0; i < G_N_ELEMENTS (some); i++)
        g_assert_cmpint (has_text (legend, some[i]), ==, k == 1);
      assert_no_overlap (legend);
    }
}

static void
take_name (char **name, const char *text)
{
  g_free (*name);
  *name = g_strdup (text);
}

/* Names, units and marks come from anybody. */
TEST ("/paint/chart-room/hostile")
{
  static const char *const lint[] = { "xmllint", "--noout", "--nonet", "-", NULL };
  g_autofree char *endless = endless_name ();

  for (guint i = 0; i < 12; i++)
    {
      const char *name = i < 11 ? hostile_names[i] : endless;
      const SeriesText series[] = { { name, 0, -1, "10/11 10 10 x 10 12 - 12 12 12" } };
      g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
      const CyanChartStyle style = style_of (500);
      g_autoptr (CyanChart) chart = NULL, heat = NULL;
      CyanChart *charts[2];

      take_name (&evolution->series[0].unit, name);
      take_name (&evolution->series[0].metric, name);
      take_name (&evolution->series[0].machine, name);
      take_name (&evolution->columns[4].name, name);
      take_name (&evolution->columns[5].subject, name);
      evolution_mark (evolution, CYAN_MARK_NOTE, 2, -1, name);
      charts[0] = chart = cyan_chart_new_evolution (evolution, &style);
      charts[1] = heat = cyan_chart_new_heat (evolution, &style);
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (CyanScene) page = cyan_scene_new_chart_page (charts[k], name);
          g_autoptr (GBytes) svg = cyan_scene_to_svg (page, NULL, NULL);
          g_autofree char *said = ask (lint, svg);
          g_autoptr (GBytes) pdf = MUST (cyan_scene_to_pdf (page, NULL, &failure));

          g_assert_cmpstr (said, ==, "");
          g_assert_cmpuint (g_bytes_get_size (svg), <, 100000);
          assert_no_overlap (page);
        }
    }
}

/* One revision, values that are 0, below 0, all the same, or nearly so. */
TEST ("/paint/chart-room/odd-values")
{
  static const char *const values[] = {
    "7",
    "0",
    "- 3 -",
    "-5 -5 -4 5 -5 0 -1 -5",
    "0 0 0 0 0 0 0 0",
    "1e-300 1e300 1 1 1 1 1 1",
    "1 1.000000000000001 1 1 1 1 1.000000000000002 1",
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (values); i++)
    {
      const SeriesText series[] = { { "xml", 0, -1, values[i / 2] } };
      g_autoptr (CyanEvolution) evolution = evolution_of (series, 1);
      CyanChartStyle style = style_of (500);
      g_autoptr (CyanChart) chart = NULL;
      g_autoptr (CyanScene) scene = NULL;
      CyanRect place;
      guint n_numbers = 0;

      style.from_zero = style.by_date = i % 2 == 1;
      chart = cyan_chart_new_evolution (evolution, &style);
      scene = cyan_scene_new_chart (chart, NULL);
      g_assert_true (cyan_chart_place (chart, 0, &place));
      for (guint k = 0; k < scene->items->len; k++)
        {
          const CyanItem *item = &g_array_index (scene->items, CyanItem, k);

          g_assert_true (isfinite (item->x) && isfinite (item->y));
          g_assert_true (isfinite (item->width) && isfinite (item->height));
          g_assert_cmpfloat (item->y, <=, scene->bounds.height);
          /* The numbers of the axis. */
          n_numbers += item->kind == CYAN_ITEM_TEXT && item->align == 1 && item->x < place.x;
        }
      g_assert_cmpuint (n_numbers, >=, 2);
      g_assert_cmpuint (n_numbers, <, 20);
      assert_no_overlap (scene);
    }
}
