/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much benchmarks scatter, and what steps can be seen. */
#include "cyan-history-pages.h"

#include <string.h>

#include "cyan-calibration.h"

/* Characters of a name. */
#define NAME_WIDTH 40

static const char *const columns[] = { "benchmark", "metric",      "builds",
                                       "runs",      "run_scatter", "build_scatter",
                                       "step_3",    "step_5",      "step_10",
                                       NULL };

static guint
width_of (CyanProse *prose, const CyanReportCalibration *about)
{
  guint width = strlen ("benchmark");

  for (guint i = 0; i < about->rows->len; i++)
    width = MAX (
        width,
        (guint) g_utf8_strlen (
            cyan_prose_name (prose, g_array_index (about->rows, CyanCalibration, i).benchmark->name,
                             NAME_WIDTH),
            -1));
  return width;
}

void
cyan_report_calibration_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportCalibration *about = data;
  guint width = width_of (prose, about);

  cyan_prose_say (prose, "%s, built %d times, %d runs of each build\n\n",
                  cyan_prose_name (prose, about->revision, NAME_WIDTH), CYAN_CALIBRATION_BUILDS,
                  CYAN_CALIBRATION_RUNS);
  cyan_prose_say (prose, "%*s  %-10s  %17s  %s\n", (int) width, "", "", "scatter between",
                  "smallest step that is seen");
  cyan_prose_say (prose, "%-*s  %-10s  %8s %8s  %8s %8s %8s\n", (int) width, "benchmark", "metric",
                  "runs", "builds", "3 runs", "5 runs", "10 runs");
  for (guint i = 0; i < about->rows->len; i++)
    {
      const CyanCalibration *row = &g_array_index (about->rows, CyanCalibration, i);
      const char *name = cyan_prose_name (prose, row->benchmark->name, NAME_WIDTH);

      cyan_prose_say (prose, "%s%*s  %-10s  %6.2f %% %6.2f %%  %6.2f %% %6.2f %% %6.2f %%\n", name,
                      (int) width - (int) g_utf8_strlen (name, -1), "",
                      cyan_prose_name (prose, row->metric, NAME_WIDTH), 100 * row->run_scatter,
                      100 * row->build_scatter, 100 * row->steps[0], 100 * row->steps[1],
                      100 * row->steps[2]);
    }
}

void
cyan_report_calibration_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportCalibration *about = data;
  g_autofree char *comment = g_strdup_printf ("revision %s", about->revision);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "revision", about->revision);
  cyan_rows_open_table (rows, "benchmarks", columns);
  for (guint i = 0; i < about->rows->len && cyan_rows_go_on (rows); i++)
    {
      const CyanCalibration *row = &g_array_index (about->rows, CyanCalibration, i);

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, columns[0], row->benchmark->name);
      cyan_rows_text (rows, columns[1], row->metric);
      cyan_rows_count (rows, columns[2], CYAN_CALIBRATION_BUILDS);
      cyan_rows_count (rows, columns[3], CYAN_CALIBRATION_RUNS);
      cyan_rows_number (rows, columns[4], row->run_scatter);
      cyan_rows_number (rows, columns[5], row->build_scatter);
      for (guint j = 0; j < G_N_ELEMENTS (row->steps); j++)
        cyan_rows_number (rows, columns[6 + j], row->steps[j]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
