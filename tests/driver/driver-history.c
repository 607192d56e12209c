/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver-history.h"

#include "cyan-history-page-parts.h"
#include "driver.h"
#include "measured.h"

const char *
measured_path (void)
{
  static char *path;

  if (path == NULL)
    {
      path = driver_temporary_file ("measured.db");
      measured_store (path);
    }
  return path;
}

CyanWindow *
driver_open_store (const char *path)
{
  CyanWindow *window = driver_window ();

  cyan_window_open_store (window, path);
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  return window;
}

CyanHistory *
driver_history (CyanWindow *window)
{
  return cyan_history_page_get_history (window->history);
}

gboolean
driver_is_on (CyanWindow *window, const char *page)
{
  gboolean is_bisection = cyan_window_is_on_page (window, "history")
                          && cyan_history_page_has_bisection (window->history);

  return g_strcmp0 (is_bisection ? "bisect" : driver_page (window), page) == 0
         && cyan_jobs_get (window->jobs, CYAN_JOB_LOAD) == NULL;
}

gboolean
driver_history_answers (CyanWindow *window, const char *text)
{
  return driver_shows (GTK_WIDGET (window->history->answer), text);
}

gboolean
driver_history_details (CyanWindow *window, const char *text)
{
  return driver_shows (GTK_WIDGET (window->history->details), text);
}
