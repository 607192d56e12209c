/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `cyan history queue`: who measures what. */
#include "cyan-cli.h"
#include "cyan-queue.h"
#include "cyan-report-history.h"

static gboolean
report (const char *path, const CyanCliOutput *output, GError **error)
{
  g_autoptr (CyanStore) store = cyan_cli_open_store (path, CYAN_STORE_READ, error);
  g_autofree char *name = g_filename_display_name (path);
  CyanReportQueue about = { .store = name };
  g_autoptr (GPtrArray) rows = store != NULL ? cyan_queue_read (store, &about.now, error) : NULL;

  about.rows = rows;
  return rows != NULL && cyan_cli_report (&cyan_report_queue, &about, output, error);
}

int
cyan_cli_history_queue (int argc, char **argv)
{
  CyanCliOutput output = { 0 };
  g_autoptr (GError) error = NULL;
  const CyanCliOption entries[] = {
    { .group = cyan_cli_output_options, .to = &output, .report = &cyan_report_queue },
    { NULL },
  };
  int status;

  if (!cyan_cli_parse ("history queue", "STORE",
                       "Says which tracker measures which revision right now, and since when.",
                       entries, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return cyan_cli_fail ("history queue needs one store");
  return report (argv[1], &output, &error) ? CYAN_EXIT_FINE : cyan_cli_error (error);
}
